//! Scenes in which each rule finds something.

mod levels;
mod states;
mod tracks;

use super::*;
use crate::lint::overlaps::meeting;
use crate::lint::responses::arriving;
use crate::lint::routes::wolf_among;
use crate::verdicts::Numbers;
use steerwright_runtime::steering::{Flee, RouteMode};

/// Scenes in which a rule finds something, or why its advice is not followed here.
pub(super) fn scenes(rule: Rule, random: &mut Numbers) -> Result<Vec<Scene>, &'static str> {
    Ok(match rule {
        Rule::CannotRun => too_large(random),
        Rule::NodeNeverReached => never_reached(random),
        Rule::NodeCircled => vec![corners_for(random, 5.0, 0.1)],
        Rule::OffPath => vec![corners_for(random, 8.0, 0.5)],
        Rule::RadiusOverSegment => wide_nodes(random),
        Rule::Overshoot => stopping(random),
        Rule::NeverStops => vec![coasting(random)],
        Rule::NotMeasured => slow_to_stop(random),
        Rule::RadiiSwapped => swapped_radii(random),
        Rule::MissingRole => without_roles(),
        Rule::EmptyPath => vec![patrol_and(PatrolPath::new(PathId(2), "Nowhere"))],
        Rule::UnusedPath => vec![patrol_and(unused_path(random))],
        Rule::ArrivalNotReported => vec![arriving(
            Body::default(),
            Arrive {
                target_radius: 0.0,
                ..Arrive::default()
            },
            1.0,
        )],
        Rule::EndlessWalk => endless_walks(random),
        Rule::CannotMove => still_bodies(),
        Rule::FlipsEveryTick => flipping(random),
        Rule::BodiesOverlap => overlapping(random),
        Rule::StartInWall => levels::starts(random),
        Rule::NodeBehindWall => levels::blocked_paths(random),
        Rule::PathThroughClosedDoor => levels::closed_doors(random),
        Rule::PathTooClose => levels::tight_paths(random),
        Rule::GoalOutOfReach => levels::far_targets(random),
        Rule::StopsAtWall => levels::targets_behind_walls(random),
        Rule::CellsStopBody => levels::cells_in_the_way(random),
        Rule::WallWithoutEdges => levels::without_edges(random),
        Rule::EdgeWithoutLength => levels::without_length(random),
        Rule::EdgeTwice => levels::double_edges(random),
        Rule::WallCrossesItself => levels::crossing_edges(random),
        Rule::WallWithoutEffect => levels::without_effect(random),
        Rule::TeamWithoutAgents => states::without_team(),
        Rule::StateNeverEntered => states::never_entered(),
        Rule::TransitionNeverTaken => states::never_taken(),
        Rule::StatesChase => states::circles(),
        Rule::LargeNet => vec![wolf_among(
            32 + (random.next() * 9.0) as u32,
            RouteMode::AroundWalls,
        )],
        Rule::TrackWithoutAgent => tracks::without_agent(),
        Rule::TrackElsewhere => tracks::elsewhere(random),
        Rule::TrackTickRate => tracks::at_another_rate(),
        Rule::TrackReference => tracks::with_references(),
        Rule::TracksOverlap => tracks::overlapping(),
        Rule::ReferenceToNothing => tracks::references(random),
        Rule::UndeclaredProperty => tracks::undeclared(random),
        Rule::TrackExpectation => {
            return Err("what a designer expects is met by changing the level or what is expected");
        }
        Rule::AreaRequirement => {
            return Err("what a designer requires is met by changing the level or the requirement");
        }
        Rule::PictureNotShown => return Err("only the editor looks for files"),
    })
}

fn corners_for(random: &mut Numbers, max_speed: f64, radius: f64) -> Scene {
    let size = random.between(2.5, 3.5) * max_speed / 5.0;
    let corners = [(0.0, 0.0), (size, 0.0), (size, size), (0.0, size)];
    let body = Body {
        max_speed,
        max_force: if radius < 0.2 { 4.0 } else { 20.0 },
        ..Body::default()
    };
    patrol(&corners, Traversal::Loop, radius, body)
}

fn never_reached(random: &mut Numbers) -> Vec<Scene> {
    let corners = [(0.0, 0.0), (random.between(5.0, 9.0), 0.0), (6.0, 5.0)];
    let body = Body {
        max_speed: 4.0,
        max_force: 20.0,
        ..Body::default()
    };
    let mut without_weight = patrol(&corners, Traversal::Loop, 0.5, body);
    let preset = without_weight.preset_mut(PresetId(1)).expect("a preset");
    behaviors::behaviors_of(preset)[0].weight = 0.0;
    let mut without_speed = patrol(&corners, Traversal::PingPong, 0.5, body);
    let node = without_speed.node_mut(PathId(1), NodeId(2));
    node.expect("a node").speed = Some(0.0);
    let mut stops_short = patrol(&corners, Traversal::Once, 0.3, body);
    let preset = stops_short.preset_mut(PresetId(1)).expect("a preset");
    behaviors::behaviors_of(preset)[0].behavior = Behavior::FollowPath(FollowPath {
        target_radius: random.between(0.5, 1.0),
        slow_radius: 4.0,
        ..FollowPath::default()
    });
    vec![without_weight, without_speed, stops_short]
}

fn wide_nodes(random: &mut Numbers) -> Vec<Scene> {
    let length = random.between(2.0, 12.0);
    let line = |length, radius| {
        let corners = [(0.0, 0.0), (length, 0.0)];
        patrol(&corners, Traversal::PingPong, radius, Body::default())
    };
    let mut one = line(length, 0.5);
    one.node_mut(PathId(1), NodeId(2)).expect("a node").radius = Some(1.1 * length);
    vec![one, line(length, 1.5 * length), line(0.0, 0.5)]
}

fn stopping(random: &mut Numbers) -> Vec<Scene> {
    let arrive = Arrive {
        target_radius: 0.02,
        slow_radius: random.between(0.05, 0.3),
        ..Arrive::default()
    };
    let body = Body {
        max_speed: 6.0,
        max_force: 8.0,
        ..Body::default()
    };
    let corners = [(0.0, 0.0), (random.between(15.0, 20.0), 0.0)];
    let mut to_an_end = patrol(&corners, Traversal::Once, 0.5, body);
    let preset = to_an_end.preset_mut(PresetId(1)).expect("a preset");
    behaviors::behaviors_of(preset)[0].behavior = Behavior::FollowPath(FollowPath {
        target_radius: 0.1,
        slow_radius: 0.5,
        ..FollowPath::default()
    });
    vec![arriving(body, arrive, 1.0), to_an_end]
}

fn coasting(random: &mut Numbers) -> Scene {
    let mut scene = arriving(Body::default(), Arrive::default(), 1.0);
    let preset = scene.preset_mut(PresetId(1)).expect("a preset");
    preset.motion = Preset::steered(PresetId(1), "", [Behavior::Leave(Leave::default())]).motion;
    preset.body.idle = Idle::Coast;
    preset.body.time_to_target = random.between(0.9, 1.5);
    scene.agent_mut(AgentId(1)).expect("an agent").danger = Some(Target::Pointer);
    scene
}

fn slow_to_stop(random: &mut Numbers) -> Vec<Scene> {
    let weak = Body {
        mass: random.between(300.0, 400.0),
        max_speed: 6.0,
        max_force: 38.6,
        ..Body::default()
    };
    let follow = Behavior::FollowLeader(FollowLeader::default());
    let mut scene = arriving(weak, Arrive::default(), 1.0);
    let preset = scene.preset_mut(PresetId(1)).expect("a preset");
    preset.motion = Preset::steered(PresetId(1), "", [follow]).motion;
    vec![scene]
}

fn swapped_radii(random: &mut Numbers) -> Vec<Scene> {
    let inner = random.between(0.5, 300.0);
    let outer = inner * random.next();
    let behaviors = [
        Behavior::Arrive(Arrive {
            target_radius: inner,
            slow_radius: outer,
            ..Arrive::default()
        }),
        Behavior::FollowPath(FollowPath {
            target_radius: inner,
            slow_radius: outer,
            ..FollowPath::default()
        }),
        Behavior::Leave(Leave {
            escape_radius: inner,
            danger_radius: outer,
            ..Leave::default()
        }),
    ];
    let scene = |behavior| Scene {
        presets: vec![Preset::steered(PresetId(4), "Odd", [behavior]).into()],
        ..Scene::default()
    };
    behaviors.map(scene).to_vec()
}

fn without_roles() -> Vec<Scene> {
    let behaviors = [
        Behavior::Seek {},
        Behavior::Flee(Flee::default()),
        Behavior::FollowPath(FollowPath::default()),
        Behavior::FollowLeader(FollowLeader::default()),
    ];
    let scene = |behavior| Scene {
        presets: vec![Preset::steered(PresetId(1), "Lost", [behavior]).into()],
        agents: vec![Agent::at(AgentId(1), "Ann", PresetId(1), DVec2::ZERO)].into(),
        ..Scene::default()
    };
    behaviors.map(scene).to_vec()
}

fn patrol_and(path: PatrolPath) -> Scene {
    let corners = [(0.0, 0.0), (10.0, 0.0)];
    let mut scene = patrol(&corners, Traversal::PingPong, 0.5, Body::default());
    scene.paths.push(path.into());
    scene
}

fn unused_path(random: &mut Numbers) -> PatrolPath {
    let mut path = PatrolPath::new(PathId(2), "Alley");
    let nodes = [(1, 0.0), (2, random.between(5.0, 30.0))];
    path.nodes = nodes
        .map(|(id, x)| Node::at(NodeId(id), DVec2::new(x, 20.0)))
        .to_vec();
    path
}

fn endless_walks(random: &mut Numbers) -> Vec<Scene> {
    let aggro_radius = random.between(0.2, 0.9);
    let usual = HomingWalk::default();
    let wide = HomingWalk {
        max_fov_deg: 330.0 + 30.0 * random.next(),
        aggro_radius,
        ..usual
    };
    let with = |min_step, reach_radius, of: HomingWalk| HomingWalk {
        min_step,
        reach_radius,
        ..of
    };
    let without_aggro = HomingWalk {
        aggro_radius: 0.0,
        ..wide
    };
    let walks = [
        with(1.0, 0.0, usual),
        with(0.0, 0.2, usual),
        with(0.0, 0.0, usual),
        with(1.0, 0.2, wide),
        with(1.0, 0.0, wide),
        with(0.0, 0.0, wide),
        with(0.0, 0.0, without_aggro),
    ];
    let scene = |walk| {
        let preset = Preset::steered(PresetId(1), "Bee", [Behavior::HomingWalk(walk)]);
        let mut scene = arriving(Body::default(), Arrive::default(), 1.0);
        scene.presets = vec![preset.into()];
        scene
    };
    walks.map(scene).to_vec()
}

fn still_bodies() -> Vec<Scene> {
    let scene = |(max_speed, max_force)| {
        let body = Body {
            max_speed,
            max_force,
            ..Body::default()
        };
        arriving(body, Arrive::default(), 1.0)
    };
    [(0.0, 10.0), (3.0, 0.0), (0.0, 0.0)].map(scene).to_vec()
}

fn flipping(random: &mut Numbers) -> Vec<Scene> {
    let short = Body {
        time_to_target: random.between(1e-3, 8e-3),
        ..Body::default()
    };
    let light = Body {
        mass: 1e-3,
        ..Body::default()
    };
    let lighter = Body {
        time_to_target: 1e-3,
        ..light
    };
    let own = Arrive {
        time_to_target: Some(random.between(1e-3, 8e-3)),
        ..Arrive::default()
    };
    // How a body seeks is not measured, which takes long for one that flips.
    let seeking = |body, weight| {
        let mut scene = arriving(body, Arrive::default(), weight);
        let preset = scene.preset_mut(PresetId(1)).expect("a preset");
        behaviors::behaviors_of(preset)[0].behavior = Behavior::Seek {};
        scene
    };
    vec![
        seeking(short, 1.0),
        arriving(Body::default(), own, 1.0),
        seeking(light, random.between(1e3, 1e5)),
        seeking(lighter, 1e6),
    ]
}

fn overlapping(random: &mut Numbers) -> Vec<Scene> {
    let mut at_start = meeting(None);
    let agents = Arc::make_mut(&mut at_start.agents);
    agents[1].position = agents[0].position + DVec2::new(random.between(0.1, 0.7), 0.0);
    vec![meeting(None), at_start]
}

fn too_large(random: &mut Numbers) -> Vec<Scene> {
    let length = random.between(1.1e6, 1e8);
    let fence = levels::with_wall(&[(0.0, 50.0), (length, 50.0)], None);
    vec![fence, wolf_among(2000, RouteMode::AroundWalls)]
}
