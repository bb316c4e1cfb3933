//! Junctions and meetings in the window: the share of time on each branch, and the places that
//! belong together.

use crate::window::Window;
use egui::accesskit::Role;
use egui::{Key, Shape};
use std::sync::Arc;
use steerwright_authoring::{Item, Line};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, NextNode, Node, NodeAction, NodeId, PathId, PatrolPath, Preset,
    PresetId, Scene,
};
use steerwright_runtime::simulation::EventKind;
use steerwright_runtime::steering::FollowPath;
use steerwright_runtime::steering::follow_path::Traversal;

/// A walker on the path *Short* that may take the path *Long* around from its first node, and comes
/// back from its end.
fn scene() -> Scene {
    let path = |id: u32, name: &str, traversal, places: &[(f64, f64)]| {
        let nodes = (1..).zip(places);
        let nodes = nodes.map(|(id, &(x, y))| Node::at(NodeId(id), DVec2::new(x, y)));
        PatrolPath {
            traversal,
            nodes: nodes.collect(),
            ..PatrolPath::new(PathId(id), name)
        }
    };
    let to = |path, node| NextNode {
        path: PathId(path),
        node: NodeId(node),
        weight: 1,
    };
    let corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)];
    let mut short = path(1, "Short", Traversal::Loop, &corners);
    let mut long = path(
        2,
        "Long",
        Traversal::Once,
        &[(-6.0, 0.0), (-6.0, 6.0), (0.0, 6.0)],
    );
    short.nodes[0].edit_script(|script| script.next = vec![to(1, 2), to(2, 1)]);
    long.nodes[2].edit_script(|script| script.next = vec![to(1, 1)]);
    let walker = Preset::steered(
        PresetId(1),
        "Walker",
        [Behavior::FollowPath(FollowPath::default())],
    );
    let ann = Agent {
        path: Some(PathId(1)),
        ..Agent::at(AgentId(1), "Ann", PresetId(1), DVec2::new(2.0, -1.5))
    };
    Scene {
        presets: vec![Arc::new(walker)],
        paths: vec![Arc::new(short), Arc::new(long)],
        agents: Arc::new(vec![ann]),
        ..Scene::default()
    }
}

fn with_meetings(mut scene: Scene) -> Scene {
    for (path, node) in [(0, 1), (1, 1)] {
        Arc::make_mut(&mut scene.paths[path]).nodes[node].edit_script(|script| {
            script.actions = vec![NodeAction::Meet {
                name: "gate".into(),
                count: 2,
            }];
        });
    }
    scene
}

#[test]
fn the_time_on_each_branch_is_expected_and_measured_while_the_window_stays_usable() {
    let mut window = Window::of(&scene());
    window.click(window.pos(DVec2::ZERO));
    let junction = Item::Node(Line::Path(PathId(1)), NodeId(1));
    assert_eq!(window.selection().primary(), Some(junction));
    for _ in 0..3000 {
        if window.says("Measured in ") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
        window.frames(1);
    }
    assert!(window.says("Ann walks alone"), "who was measured");
    assert!(window.says("Time: expected "), "the expected share");
    assert!(window.says(" %, measured "), "the measured share");
}

#[test]
fn a_junction_at_which_agents_meet_says_that_its_times_depend_on_others() {
    let mut window = Window::of(&with_meetings(scene()));
    window.click(window.pos(DVec2::ZERO));
    for _ in 0..500 {
        if window.says("Agents meet on the way") {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
        window.frames(1);
    }
    panic!("it does not say why");
}

#[test]
fn the_other_places_of_a_meeting_are_listed_and_a_click_selects_one() {
    let mut window = Window::of(&with_meetings(scene()));
    window.click(window.pos(DVec2::new(4.0, 0.0)));
    let first = Item::Node(Line::Path(PathId(1)), NodeId(2));
    assert_eq!(window.selection().primary(), Some(first));
    window.frames(3);
    window.scroll_to("Node 2 of Long");
    let link = window.position_of(Role::Link, "Node 2 of Long");
    window.click(link);
    window.frames(3);
    let other = Item::Node(Line::Path(PathId(2)), NodeId(2));
    assert_eq!(window.selection().primary(), Some(other));
}

/// The badges of the meeting on the canvas.
fn badges(window: &Window) -> Vec<String> {
    let shapes = window.harness.output().shapes.iter();
    let texts = shapes.filter_map(|clipped| match &clipped.shape {
        Shape::Text(text) => Some(text.galley.text()),
        _ => None,
    });
    let badges = texts.filter(|text| text.starts_with("gate"));
    badges.map(str::to_owned).collect()
}

#[test]
fn badges_say_how_many_wait_at_the_meeting_at_the_shown_tick() {
    let mut scene = with_meetings(scene());
    let wait = NodeAction::Wait { min: 3.0, max: 3.0 };
    let short = Arc::make_mut(&mut scene.paths[0]);
    short.nodes[0].edit_script(|script| script.next.clear());
    short.nodes[1].edit_script(|script| script.actions.insert(0, wait));
    Arc::make_mut(&mut scene.paths[1]).nodes[1].edit_script(|script| {
        script.actions = vec![NodeAction::Meet {
            name: "gate".into(),
            count: 3,
        }];
    });
    let mut window = Window::of(&scene);
    let none = ["gate, 0 of 2 waiting", "gate, 0 of 3 waiting"];
    assert_eq!(badges(&window), none);
    let has_stopped = |window: &Window| {
        let mut events = window.playback().run().recording().events().iter();
        events.any(|event| event.kind == EventKind::WaitStarted(1))
    };
    window.key(Key::Space);
    for _ in 0..900 {
        if has_stopped(&window) {
            break;
        }
        window.frames(1);
    }
    assert!(has_stopped(&window));
    window.frames(20);
    assert_eq!(badges(&window), none, "she waits for her time");
    let one = ["gate, 1 of 2 waiting", "gate, 1 of 3 waiting"];
    for _ in 0..400 {
        if badges(&window) == one {
            break;
        }
        window.frames(1);
    }
    window.key(Key::Space);
    assert_eq!(badges(&window), one, "she waits for others");
    let last = window.playback().tick();
    while badges(&window) == one && window.playback().tick() + 60 > last {
        window.ctrl(Key::ArrowLeft);
    }
    assert!(window.playback().tick() < last);
    assert_eq!(badges(&window), none, "a moment earlier");
}

fn add(what: &str) -> String {
    format!("{} {what}", egui_material_icons::icons::ICON_ADD.codepoint)
}

#[test]
fn two_actions_that_are_added_one_after_the_other_are_two_steps() {
    let mut window = Window::of(&scene());
    window.click(window.pos(DVec2::new(4.0, 0.0)));
    window.frames(3);
    for action in ["Wait", "Sweep"] {
        window.scroll_to(&add("Add action"));
        window.click_button(&add("Add action"));
        window.frames(3);
        window.click_last(action);
        window.frames(3);
    }
    let actions = |window: &Window| {
        let path = window.scene().path(PathId(1)).expect("Short");
        path.nodes[1].actions().len()
    };
    assert_eq!(actions(&window), 2);
    window.ctrl(Key::Z);
    window.frames(3);
    assert_eq!(actions(&window), 1, "{:?}", window.steps());
}

#[test]
fn two_clicks_on_one_button_are_two_steps() {
    let mut scene = scene();
    let waits = |count| vec![NodeAction::Wait { min: 1.0, max: 1.0 }; count];
    Arc::make_mut(&mut scene.paths[0]).nodes[1].edit_script(|script| script.actions = waits(3));
    let mut window = Window::of(&scene);
    window.click(window.pos(DVec2::new(4.0, 0.0)));
    window.frames(3);
    let actions = |window: &Window| {
        let path = window.scene().path(PathId(1)).expect("Short");
        path.nodes[1].actions().len()
    };
    for left in [2, 1] {
        window.scroll_to("Remove action 1");
        window.click_button("Remove action 1");
        window.frames(3);
        assert_eq!(actions(&window), left);
    }
    window.ctrl(Key::Z);
    window.frames(3);
    assert_eq!(actions(&window), 2, "{:?}", window.steps());
}

#[test]
fn a_path_that_only_a_junction_leads_to_counts_as_used_and_has_an_arrow_to_it() {
    let mut window = Window::of(&scene());
    window.frames(10);
    let dashes = |window: &Window| {
        let shapes = window.harness.output().shapes.iter();
        let lines = shapes.filter(|clipped| matches!(clipped.shape, Shape::LineSegment { .. }));
        lines.count()
    };
    let with_branches = dashes(&window);
    window.click(window.pos(DVec2::new(-6.0, 3.0)));
    window.frames(5);
    assert!(window.says("Junctions of Short lead here."));
    assert!(!window.says("isn't used by any agent"));
    let mut without = scene();
    Arc::make_mut(&mut without.paths[0]).nodes[0].edit_script(|script| script.next.clear());
    Arc::make_mut(&mut without.paths[1]).nodes[2].edit_script(|script| script.next.clear());
    let mut window = Window::of(&without);
    window.frames(10);
    assert!(with_branches > dashes(&window) + 10, "{with_branches}");
}
