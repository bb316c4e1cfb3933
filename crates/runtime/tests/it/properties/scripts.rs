//! Actions at the nodes of any scene, and junctions between its paths.

use std::sync::Arc;
use steerwright_runtime::scene::{
    AlongAction, Choose, EventValue, LookAt, NextNode, Node, NodeAction, NodeId, NodeScript,
    PathId, Scene, WallId,
};
use steerwright_runtime::steering::facing::{Facing, Toward};

/// Small numbers from a seed.
struct Draws(u64);

impl Draws {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(0x5851_F42D_4C95_7F2D)
            .wrapping_add(0x1405_7B7E_F767_814F);
        (self.0 >> 33) as usize % count.max(1)
    }

    fn tenths(&mut self, most: usize) -> f64 {
        self.below(most) as f64 / 10.0
    }
}

/// Gives nodes scripts, and presets a facing that follows them. All references lead somewhere.
pub(crate) fn add_scripts(scene: &mut Scene, seed: u64) {
    let mut draws = Draws(seed);
    for preset in &mut scene.presets {
        let preset = Arc::make_mut(preset);
        if draws.below(3) == 0 {
            preset.facing = Some(Facing {
                toward: [Toward::Action, Toward::Motion][draws.below(2)],
                turn_rate: (draws.below(3) > 0).then(|| draws.tenths(4000) + 1.0),
            });
        }
    }
    let stops: Vec<(PathId, NodeId)> = scene
        .paths
        .iter()
        .flat_map(|path| path.nodes.iter().map(|node| (path.id, node.id)))
        .collect();
    let doors = scene.walls.iter().filter(|wall| wall.open.is_some());
    let doors: Vec<WallId> = doors.map(|wall| wall.id).collect();
    let markers = scene.markers.len();
    for path in &mut scene.paths {
        let path = Arc::make_mut(path);
        for node in &mut path.nodes {
            if draws.below(2) == 0 {
                add_script(node, &mut draws, &stops, &doors, markers);
            }
        }
    }
}

fn add_script(
    node: &mut Node,
    draws: &mut Draws,
    stops: &[(PathId, NodeId)],
    doors: &[WallId],
    markers: usize,
) {
    let mut script = NodeScript::default();
    for _ in 0..draws.below(4) {
        script.actions.push(action(draws, doors, markers));
    }
    for _ in 0..draws.below(3) {
        let action = instant(draws, doors);
        script.along.push(AlongAction {
            distance: draws.tenths(60),
            action,
            place: None,
        });
    }
    for _ in 0..draws.below(4) {
        let (path, node) = stops[draws.below(stops.len())];
        let weight = 1 + draws.below(5) as u32;
        script.next.push(NextNode { path, node, weight });
    }
    if !script.next.is_empty() {
        script.choose = [Choose::Random, Choose::InTurn][draws.below(2)];
        script.not_back = draws.below(2) == 0;
    }
    node.set_script(script);
}

fn action(draws: &mut Draws, doors: &[WallId], markers: usize) -> NodeAction {
    let turn_rate = |draws: &mut Draws| (draws.below(2) == 0).then(|| draws.tenths(3000) + 0.1);
    let degrees = |draws: &mut Draws| draws.below(721) as f64 - 360.0;
    match draws.below(7) {
        0 | 1 => {
            let min = draws.tenths(5);
            let max = min + draws.tenths(5);
            NodeAction::Wait { min, max }
        }
        2 => NodeAction::Look {
            at: match draws.below(3) {
                0 if markers > 0 => LookAt::Marker {
                    id: steerwright_runtime::scene::MarkerId(draws.below(markers) as u32),
                },
                1 => LookAt::Point {
                    x: draws.tenths(200) - 10.0,
                    y: draws.tenths(200) - 10.0,
                },
                _ => LookAt::Direction {
                    deg: degrees(draws),
                },
            },
            turn_rate: turn_rate(draws),
        },
        3 => NodeAction::Sweep {
            from_deg: degrees(draws),
            to_deg: degrees(draws),
            times: 1 + draws.below(3) as u32,
            turn_rate: turn_rate(draws),
        },
        4 => NodeAction::Meet {
            name: ["gate", "well"][draws.below(2)].into(),
            count: 1 + draws.below(2) as u32,
        },
        _ => instant(draws, doors),
    }
}

fn instant(draws: &mut Draws, doors: &[WallId]) -> NodeAction {
    match draws.below(3) {
        0 if !doors.is_empty() => NodeAction::SetWall {
            wall: doors[draws.below(doors.len())],
            open: draws.below(2) == 0,
        },
        1 => NodeAction::Speed {
            limit: (draws.below(3) > 0).then(|| draws.tenths(40)),
        },
        _ => NodeAction::Emit {
            name: ["bell", "horn"][draws.below(2)].into(),
            value: match draws.below(3) {
                0 => EventValue::Null,
                1 => EventValue::Text("north".into()),
                _ => EventValue::Number(draws.tenths(100)),
            },
        },
    }
}
