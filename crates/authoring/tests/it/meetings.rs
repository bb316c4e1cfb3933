//! Meetings: which nodes belong together, and how many agents wait.

use std::sync::Arc;
use steerwright_analysis::Run;
use steerwright_authoring::paths::meetings;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Node, NodeAction, NodeId, PathId, PatrolPath, Preset, PresetId,
    Scene, State, StateId, StateRules, Term, Transition,
};
use steerwright_runtime::simulation::EventKind;
use steerwright_runtime::steering::FollowPath;

/// Two walkers on paths side by side, which meet at the second nodes. The second one starts farther
/// back.
fn scene() -> Scene {
    let path = |id: u32, y: f64| {
        let mut path = PatrolPath::new(PathId(id), "");
        path.nodes = vec![
            Node::at(NodeId(1), DVec2::new(0.0, y)),
            Node::at(NodeId(2), DVec2::new(4.0, y)),
        ];
        path.nodes[1].edit_script(|script| {
            script.actions = vec![NodeAction::Meet {
                name: "gate".into(),
                count: 2,
            }];
        });
        Arc::new(path)
    };
    let agent = |id: u32, x: f64, y: f64| Agent {
        path: Some(PathId(id)),
        ..Agent::at(AgentId(id), "", PresetId(1), DVec2::new(x, y))
    };
    let follow = Behavior::FollowPath(FollowPath::default());
    Scene {
        presets: vec![Arc::new(Preset::steered(PresetId(1), "Walker", [follow]))],
        paths: vec![path(1, 0.0), path(2, 5.0)],
        agents: Arc::new(vec![agent(1, 0.0, 0.0), agent(2, -9.0, 5.0)]),
        ..Scene::default()
    }
}

#[test]
fn the_places_of_a_meeting_are_those_with_its_name_on_all_paths() {
    let mut scene = scene();
    let other = NodeAction::Meet {
        name: "yard".into(),
        count: 3,
    };
    Arc::make_mut(&mut scene.paths[0]).nodes[0].edit_script(|script| script.actions = vec![other]);
    let all = meetings::all(&scene);
    let names: Vec<&str> = all.iter().map(|meeting| meeting.name.as_str()).collect();
    assert_eq!(names, ["yard", "gate"]);
    let places = all[1]
        .places
        .iter()
        .map(|place| (place.path, place.node, place.count));
    let expected = [(PathId(1), NodeId(2), 2), (PathId(2), NodeId(2), 2)];
    assert_eq!(places.collect::<Vec<_>>(), expected);
    assert!(all[1].is_at(PathId(2), NodeId(2)) && !all[1].is_at(PathId(2), NodeId(1)));
}

/// How many agents wait at the only meeting of a scene.
fn waiting(scene: &Scene, run: &Run) -> Option<u32> {
    meetings::all(scene)[0].waiting(&run.world().meetings())
}

#[test]
fn those_who_wait_are_counted_at_every_tick_until_all_are_there() {
    let scene = scene();
    let mut run = Run::new(&scene);
    let mut counts = vec![waiting(&scene, &run)];
    for _ in 0..900 {
        run.step();
        let now = waiting(&scene, &run);
        if counts.last() != Some(&now) {
            counts.push(now);
        }
    }
    // Both go on in the tick after the second one has come.
    assert_eq!(counts[..4], [Some(0), Some(1), Some(2), Some(0)]);
}

#[test]
fn one_in_a_wait_before_its_meeting_is_not_at_the_meeting_yet() {
    let mut scene = scene();
    let wait = NodeAction::Wait { min: 1.0, max: 1.0 };
    Arc::make_mut(&mut scene.paths[0]).nodes[1]
        .edit_script(|script| script.actions.insert(0, wait));
    let mut run = Run::new(&scene);
    let has_stopped = |run: &Run| {
        let mut events = run.recording().events().iter();
        events.any(|event| event.kind == EventKind::WaitStarted(1))
    };
    while !has_stopped(&run) && run.world().tick() < 600 {
        run.step();
    }
    assert!(has_stopped(&run));
    (0..50).for_each(|_| run.step());
    assert_eq!(waiting(&scene, &run), Some(0), "it waits for its time");
    (0..15).for_each(|_| run.step());
    assert_eq!(waiting(&scene, &run), Some(1), "it waits for the other");
}

#[test]
fn each_badge_has_the_count_of_its_own_place_and_only_a_number_that_is_known() {
    let mut scene = scene();
    Arc::make_mut(&mut scene.paths[1]).nodes[1].edit_script(|script| {
        script.actions = vec![NodeAction::Meet {
            name: "gate".into(),
            count: 3,
        }];
    });
    let gate = &meetings::all(&scene)[0];
    let badges = |waiting| {
        let places = gate.places.iter();
        let texts = places.map(|place| gate.badge(place, waiting));
        texts.collect::<Vec<_>>()
    };
    let known = gate.waiting(&[("yard", 5), ("gate", 1)]);
    let expected = ["gate, 1 of 2 waiting", "gate, 1 of 3 waiting"];
    assert_eq!(badges(known), expected);
    let unknown = gate.waiting(&[("yard", 5)]);
    assert_eq!(badges(unknown), ["gate", "gate"]);
}

#[test]
fn one_who_enters_another_state_no_longer_waits() {
    let mut scene = scene();
    let mut leaver = scene.presets[0].as_ref().clone();
    leaver.state.transitions = vec![Transition {
        to: StateId(2),
        any: false,
        terms: vec![Term::For { min: 4.0, max: 4.0 }],
    }];
    leaver.states = vec![State {
        rules: StateRules {
            id: StateId(2),
            ..StateRules::default()
        },
        ..State::default()
    }];
    scene.presets = vec![Arc::new(leaver)];
    let mut run = Run::new(&scene);
    let mut waiting_at = |ticks| {
        while run.world().tick() < ticks {
            run.step();
        }
        waiting(&scene, &run)
    };
    assert_eq!(waiting_at(200), Some(1), "it waits");
    assert_eq!(waiting_at(260), Some(0), "it has left in another state");
}
