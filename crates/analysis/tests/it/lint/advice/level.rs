//! Advice about walls, doors and cells, and about what they are in the way of.

use super::*;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{EnterAction, NodeAction, Wall, WallId, WallNode};

pub(super) fn follow(scene: &mut Scene, finding: &Diagnostic, step: &Step, times: f64) -> bool {
    follow_for_doors(scene, finding, step)
        || follow_for_obstacles(scene, step, times)
        || follow_for_places(scene, finding, step, times)
        || match finding.subject {
            Subject::Wall(wall) => follow_for_wall(scene, wall, finding, step),
            _ => false,
        }
}

/// The doors that a message names.
fn named_doors(scene: &Scene, finding: &Diagnostic) -> Vec<WallId> {
    let is_named = |wall: &&Arc<Wall>| {
        finding
            .message
            .contains(&format!("\u{201c}{}\u{201d}", wall.name))
    };
    let walls = scene.walls.iter().filter(is_named);
    walls.map(|wall| wall.id).collect()
}

fn follow_for_doors(scene: &mut Scene, finding: &Diagnostic, step: &Step) -> bool {
    let doors = named_doors(scene, finding);
    let set_wall = |wall| NodeAction::SetWall { wall, open: true };
    let on_entry = |wall| EnterAction::SetWall { wall, open: true };
    let one = &doors[..doors.len().min(1)];
    let (by, doors) = match step.words.as_str() {
        "let a node open the door" => ("node", &doors[..]),
        "let a node open one of the doors" => ("node", one),
        "let nodes open the doors" => ("node", &doors[..]),
        "let a state open the door" => ("state", &doors[..]),
        "let a state open one of the doors" => ("state", one),
        "let states open the doors" => ("state", &doors[..]),
        "let it be open at the start" | "let them be open at the start" => ("start", &doors[..]),
        "let one be open at the start" => ("start", one),
        _ => return false,
    };
    assert!(!doors.is_empty(), "no door is named: {finding}");
    for &door in doors {
        match by {
            "node" => {
                if scene.paths.is_empty() {
                    let mut path = PatrolPath::new(PathId(9), "Rounds");
                    path.nodes = vec![Node::at(NodeId(1), DVec2::new(0.0, 90.0))];
                    scene.paths.push(path.into());
                }
                let node = &mut Arc::make_mut(&mut scene.paths[0]).nodes[0];
                node.edit_script(|script| script.actions.push(set_wall(door)));
            }
            "state" => {
                let preset = Arc::make_mut(&mut scene.presets[0]);
                preset.state.enter.push(on_entry(door));
            }
            _ => scene.wall_mut(door).expect("a door").open = Some(true),
        }
    }
    true
}

fn follow_for_obstacles(scene: &mut Scene, step: &Step, times: f64) -> bool {
    let few = |count: usize| (count as f64 / (100.0 * times)) as usize;
    match step.words.as_str() {
        "make the wall a door that opens" | "make them doors that open" => {
            for wall in scene.walls.iter_mut().map(Arc::make_mut) {
                wall.open = Some(true);
            }
        }
        "free the cells" | "free them" => Arc::make_mut(&mut scene.cells).blocked.clear(),
        "make a gap of # m or more in the walls" => {
            let wall = Arc::make_mut(&mut scene.walls[0]);
            let last = wall.nodes.len() - 1;
            let ends = [0, last].map(|at| wall.nodes[at].position);
            let center = (ends[0] + ends[1]) / 2.0;
            for (at, end) in [(0, ends[0]), (last, ends[1])] {
                let from_center = end - center;
                let half = step.number() / 2.0 / vector::length(from_center);
                wall.nodes[at].position = center + from_center * half;
            }
        }
        "make a gap in the blocked cells" => {
            // The one that is nearest to the agent, and the only one in its row.
            Arc::make_mut(&mut scene.cells).blocked.remove(0);
        }
        "use fewer corners of walls and blocked cells"
        | "to run it, use fewer corners of walls and blocked cells" => {
            let kept = few(scene.walls.len());
            scene.walls.truncate(kept);
        }
        "to run it, use larger cells" => Arc::make_mut(&mut scene.cells).size *= times,
        "shorter walls" => {
            for wall in scene.walls.iter_mut().map(Arc::make_mut) {
                for node in &mut wall.nodes {
                    node.position /= times;
                }
            }
        }
        _ => return false,
    }
    true
}

/// Where agents and markers are.
fn follow_for_places(scene: &mut Scene, finding: &Diagnostic, step: &Step, times: f64) -> bool {
    let Subject::Agent(id) = finding.subject else {
        return false;
    };
    let own = scene.agent(id).expect("an agent").clone();
    match step.words.as_str() {
        "move the target" => {
            let Some(Target::Marker(marker)) = own.target else {
                panic!("no marker: {finding}");
            };
            let marker = scene.marker_mut(marker).expect("a marker");
            marker.position = own.position + DVec2::new(0.0, 2.0);
        }
        "move its start away from the wall"
        | "move its start away from the blocked cell"
        | "move its start out of the cell" => {
            scene.agent_mut(id).expect("an agent").position.y -= 100.0;
        }
        "free the cell" => {
            let cell = scene.cells.grid().cell_at(own.position);
            let cells = Arc::make_mut(&mut scene.cells);
            cells.blocked.retain(|blocked| *blocked != cell);
        }
        "start the agents further apart" => {
            for (i, agent) in Arc::make_mut(&mut scene.agents).iter_mut().enumerate() {
                agent.position.x += i as f64 * times;
            }
        }
        "give them targets or ways of their own"
        | "give the agents targets or ways of their own: no separation or smaller body that was tried keeps them apart" => {
            for agent in Arc::make_mut(&mut scene.agents) {
                let marker = MarkerId(100 + agent.id.0);
                let place = agent.position + DVec2::new(0.0, 100.0 * times);
                agent.target = Some(Target::Marker(marker));
                let end = Marker::at(marker, "End", MarkerKind::Target, place);
                Arc::make_mut(&mut scene.markers).push(end);
            }
        }
        _ => return false,
    }
    true
}

fn follow_for_wall(scene: &mut Scene, id: WallId, finding: &Diagnostic, step: &Step) -> bool {
    let wall = scene.wall_mut(id).expect("a wall");
    match step.words.as_str() {
        "delete it" => scene.walls.retain(|wall| wall.id != id),
        "give it two nodes in different places" => {
            let node = |id: u32| WallNode {
                id: NodeId(id),
                position: DVec2::new(f64::from(id), 9.0),
            };
            wall.nodes = vec![node(1), node(2)];
        }
        "delete one of the two nodes" => {
            let at = finding.pointer.rsplit('/').next().expect("an index");
            wall.nodes.remove(at.parse().expect("an index"));
        }
        "delete the nodes that lie on the next one" => {
            wall.nodes.dedup_by_key(|node| node.position);
        }
        "disable \"closed loop\"" => wall.closed = false,
        "otherwise, move node #" => {
            // To where it suits.
            let moved = (0..16).map(|place| {
                let way = DVec2::from_angle(f64::from(place % 8) * std::f64::consts::FRAC_PI_4);
                let far = if place < 8 { 5.0 } else { 20.0 };
                let mut moved = scene.clone();
                let wall = moved.wall_mut(id).expect("a wall");
                wall.nodes[step.number() as usize - 1].position += way * far;
                moved
            });
            let mut moved = moved.filter(|moved| !has(moved, finding.rule));
            let moved = moved.next();
            *scene = moved.unwrap_or_else(|| panic!("no place is better: {finding}"));
        }
        "otherwise, delete node #" => {
            wall.nodes.remove(step.number() as usize - 1);
        }
        "let it block motion" => wall.blocks_motion = true,
        "let it block sight" => wall.blocks_sight = true,
        _ => return false,
    }
    true
}
