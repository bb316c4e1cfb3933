//! The editor as a person uses it: a hand on the canvas, keys, panels, and what the running agents make of it.
#![cfg(feature = "editor")]

#[path = "support/window.rs"]
mod window;

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, vec2};
use egui_kittest::kittest::Queryable;
use std::sync::Arc;
use steerwright::authoring::Item;
use steerwright::authoring::tool::Tool;
use steerwright::glam::DVec2;
use steerwright::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Motion, Node, NodeId, PathId, PatrolPath, Preset, PresetId, Scene, Target,
};
use steerwright::steering::{Arrive, Body, FollowPath, HomingWalk};
use window::{Window, at};

const PATH: PathId = PathId(1);
const GUARD: AgentId = AgentId(1);
const SEEKER: AgentId = AgentId(2);

/// A guard on a path along the x axis, two seekers that share a preset and go for a target.
fn yard() -> Scene {
    let mut path = PatrolPath::new(PATH, "Path");
    path.nodes = (0..4).map(|i| Node::at(NodeId(i + 1), at(4.0 * f64::from(i), 0.0))).collect();
    let body = Body { max_speed: 4.0, max_force: 20.0, ..Body::default() };
    let preset = |id, name: &str, behavior: Behavior| Arc::new(Preset { body, ..Preset::steered(PresetId(id), name, [behavior]) });
    let seeker =
        |id, name: &str, y| Agent { target: Some(Target::Marker(MarkerId(1))), ..Agent::at(AgentId(id), name, PresetId(2), at(-4.0, y)) };
    Scene {
        name: "Yard".into(),
        presets: vec![
            preset(1, "Walks", Behavior::FollowPath(FollowPath::default())),
            preset(2, "Seeks", Behavior::Arrive(Arrive { slow_radius: 3.0, ..Arrive::default() })),
        ],
        paths: vec![Arc::new(path)],
        markers: Arc::new(vec![Marker::at(MarkerId(1), "Gate", MarkerKind::Target, DVec2::new(8.0, 6.0))]),
        agents: Arc::new(vec![
            Agent { path: Some(PATH), ..Agent::at(GUARD, "Guard", PresetId(1), at(0.0, 3.0)) },
            seeker(2, "Seeker", 8.0),
            seeker(3, "Other", 5.0),
        ]),
        ..Scene::default()
    }
}

fn bits(scene: &Scene) -> String {
    format!("{scene:?}")
}

fn node(window: &Window, index: usize) -> DVec2 {
    window.scene().path(PATH).unwrap().nodes[index].position()
}

fn slow_radius(window: &Window) -> f64 {
    let Motion::Steered(steered) = &window.scene().preset(PresetId(2)).unwrap().motion else { panic!("steered") };
    let Behavior::Arrive(arrive) = steered.behaviors[0].behavior else { panic!("arrive") };
    arrive.slow_radius
}

fn speed_of(window: &Window, agent: AgentId) -> f64 {
    window.playback().recording().sample(window.playback().tick(), agent).unwrap().speed()
}

#[test]
fn the_first_scene_runs_at_once() {
    let mut window = Window::first();
    assert!(window.playback().is_playing());
    let before = window.playback().positions();
    window.frames(30);
    assert_ne!(window.playback().positions(), before);
    assert!(!window.app().session().is_dirty(), "looking at it changes nothing");
}

#[test]
fn an_empty_scene_says_how_to_begin() {
    let mut window = Window::empty();
    assert!(window.says("Draw a patrol"));
    window.click_last("Draw a path");
    assert!(matches!(window.app().tool(), Tool::Pen(_)));
    assert!(!window.says("Draw a patrol"), "and makes room for the drawing");
}

#[test]
fn a_way_that_leads_far_out_of_the_window_is_drawn_in_no_time() {
    let mut scene = yard();
    let walk = HomingWalk { step_fraction: 1.0, max_step: 1e9, max_fov_deg: 0.0, ..HomingWalk::default() };
    scene.presets[1] = Arc::new(Preset::steered(PresetId(2), "Walks far", [Behavior::HomingWalk(walk)]));
    Arc::make_mut(&mut scene.markers)[0].x = 1e9;
    let mut window = Window::of(&scene);
    window.click_row("Seeker");
    window.key_with(Key::F, Modifiers::SHIFT);
    window.click_button("Step");
    window.frames(3);
    let way = window.playback().run().world().intent(SEEKER).expect("it is under way");
    assert!(way.length() > 9e8);
    let shown = window.pos(at(-4.0, 8.0)).distance(window.pos(at(-3.0, 8.0)));
    assert!(shown > 1.0, "seen from near: {shown} points a metre");
}

#[test]
fn a_path_is_drawn_by_clicks_and_walked_at_once() {
    let mut window = Window::empty();
    window.key(Key::P);
    for (x, y) in [(-4.0, 0.0), (4.0, 0.0), (4.0, 4.0)] {
        let p = window.pos(at(x, y));
        window.click(p);
    }
    assert!(window.has_thing("Path node 3"));
    assert_eq!(window.scene().paths[0].nodes.len(), 3);
    assert_eq!(window.steps(), ["Add node"; 3]);
    window.key(Key::Enter);
    assert_eq!(window.scene().agents.len(), 1);
    assert!(window.playback().is_playing());
    let start = window.playback().positions()[0].1;
    window.frames(40);
    assert!((window.playback().positions()[0].1 - start).length() > 0.3, "the walker walks");
    assert!(!window.says("Path is walked by nobody."), "the check has seen the walker");
}

#[test]
fn backspace_takes_a_node_back_and_escape_the_whole_drawing() {
    let mut window = Window::of(&yard());
    window.key(Key::P);
    for (x, y) in [(0.0, 6.0), (4.0, 6.0), (8.0, 6.0)] {
        let p = window.pos(at(x, y));
        window.click(p);
    }
    window.key(Key::Backspace);
    assert_eq!(window.scene().paths[1].nodes.len(), 2);
    window.key(Key::Escape);
    assert_eq!(bits(window.scene()), bits(&yard()));
}

#[test]
fn a_click_on_the_first_node_closes_the_loop_and_the_second_button_ends_a_path() {
    let mut window = Window::empty();
    window.key(Key::P);
    for (x, y) in [(-4.0, 0.0), (4.0, 0.0), (4.0, 4.0), (-4.0, 0.0)] {
        let p = window.pos(at(x, y));
        window.click(p);
    }
    assert!(window.scene().paths[0].is_closed());
    assert_eq!(window.scene().paths[0].nodes.len(), 3);
    for (x, y) in [(-6.0, -3.0), (6.0, -3.0)] {
        let p = window.pos(at(x, y));
        window.click(p);
    }
    let p = window.pos(at(0.0, -4.0));
    window.right_click(p);
    assert_eq!(window.scene().paths[1].nodes.len(), 2);
    assert_eq!(window.scene().agents.len(), 2);
}

#[test]
fn a_node_is_dragged_in_one_step_that_the_edit_menu_names() {
    let mut window = Window::of(&yard());
    let from = window.thing("Path node 2");
    let to = window.pos(at(5.0, 2.0));
    window.drag_and_drop(from, to);
    assert!((node(&window, 1) - at(5.0, 2.0)).length() < 0.1);
    assert_eq!(window.steps(), ["Move node 2"]);
    let moved = bits(window.scene());
    window.menu("Edit", "Undo move node 2");
    assert_eq!(bits(window.scene()), bits(&yard()));
    window.menu("Edit", "Redo move node 2");
    assert_eq!(bits(window.scene()), moved);
}

/// A quick hand and a slow machine: egui alone would miss the node.
#[test]
fn a_press_and_a_move_within_one_frame_drag_the_node() {
    let mut window = Window::of(&yard());
    let (from, to) = (window.thing("Path node 2"), window.pos(at(6.0, 4.0)));
    let button = |pos, pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    window.harness.input_mut().events.extend([Event::PointerMoved(from), button(from, true), Event::PointerMoved(to), button(to, false)]);
    window.frames(3);
    assert!((node(&window, 1) - at(6.0, 4.0)).length() < 0.1, "{}", node(&window, 1));
    assert_eq!(window.steps(), ["Move node 2"]);
}

#[test]
fn the_second_button_escape_undo_and_another_window_cancel_a_drag() {
    for how in 0..4 {
        let mut window = Window::of(&yard());
        let (from, to) = (window.thing("Path node 2"), window.pos(at(5.0, 4.0)));
        // A step before, which none of the three may touch.
        window.click_row("Guard");
        window.key(Key::ArrowUp);
        assert_eq!(window.steps(), ["Nudge"]);
        let before = bits(window.scene());
        window.drag(from, to);
        assert_ne!(bits(window.scene()), before);
        match how {
            0 => window.right_click(to),
            1 => window.key(Key::Escape),
            2 => window.ctrl(Key::Z),
            _ => {
                window.harness.event(Event::WindowFocused(false));
                window.frames(2);
            }
        }
        assert_eq!(bits(window.scene()), before, "way {how}");
        window.hover(to + vec2(30.0, 30.0));
        window.release(to + vec2(30.0, 30.0));
        assert_eq!(bits(window.scene()), before, "way {how}, afterwards");
        assert_eq!(window.steps(), ["Nudge"], "way {how}");
    }
}

#[test]
fn a_ring_dragged_while_playing_is_obeyed_at_once() {
    let mut window = Window::of(&yard());
    window.click_row("Seeker");
    window.key(Key::Space);
    window.frames(60);
    assert!(window.playback().is_playing());
    assert!(speed_of(&window, SEEKER) > 3.5, "on its way at full speed");
    let handle = window.thing("Slow radius handle");
    let gate = window.pos(at(8.0, 6.0));
    // Four times as wide: the seeker is inside it now and has to slow down.
    window.drag(handle, gate + (handle - gate) * 4.0);
    window.frames(30);
    let dragged = slow_radius(&window);
    assert!(dragged > 11.0, "{dragged}");
    let slowed = speed_of(&window, SEEKER);
    assert!(slowed < 3.5, "{slowed}");
    let end = gate + (handle - gate) * 4.0;
    window.release(end);
    assert_eq!(window.steps(), ["Drag slow radius"]);
    assert!(window.playback().is_playing());
    window.ctrl(Key::Z);
    assert_eq!(slow_radius(&window), 3.0);
}

#[test]
fn a_node_is_put_into_a_segment_of_the_selected_path() {
    let mut window = Window::of(&yard());
    window.click_row("Path");
    let p = window.pos(at(6.0, 0.0));
    window.click(p);
    assert_eq!(window.scene().path(PATH).unwrap().nodes.len(), 5);
    assert!((node(&window, 2) - at(6.0, 0.0)).length() < 0.1);
    assert_eq!(window.steps(), ["Insert node"]);
}

#[test]
fn a_box_selects_shift_adds_and_delete_deletes_in_one_step() {
    let mut window = Window::of(&yard());
    let (from, to) = (window.pos(at(3.0, 1.0)), window.pos(at(9.0, -1.0)));
    window.drag_and_drop(from, to);
    assert_eq!(window.selection().len(), 2);
    let third = window.thing("Path node 4");
    window.click_with(third, PointerButton::Primary, Modifiers::SHIFT);
    assert_eq!(window.selection().len(), 3);
    assert!(window.says("3 items selected"));
    window.key(Key::Delete);
    assert_eq!(window.scene().path(PATH).unwrap().nodes.len(), 1);
    assert_eq!(window.steps(), ["Delete 3 items"]);
    window.ctrl(Key::Z);
    assert_eq!(bits(window.scene()), bits(&yard()));
}

#[test]
fn duplicate_copies_beside_and_selects_the_copy() {
    let mut window = Window::of(&yard());
    window.click_row("Path");
    window.ctrl(Key::D);
    assert_eq!(window.scene().paths.len(), 2);
    assert_eq!(window.selection().primary(), Some(Item::Path(window.scene().paths[1].id)));
    assert!(window.has(Role::ListItem, "Path 2"));
    assert_eq!(window.steps(), ["Duplicate"]);
}

#[test]
fn agents_targets_dangers_and_cells_are_placed() {
    let mut window = Window::of(&yard());
    let p = window.pos(at(2.0, 6.0));
    for (key, step) in [(Key::A, "Place agent"), (Key::T, "Place target"), (Key::D, "Place danger"), (Key::B, "Block cells")] {
        window.key(key);
        window.click(p);
        assert_eq!(window.steps().last().map(String::as_str), Some(step));
    }
    assert_eq!(window.scene().agents.len(), 4);
    assert_eq!(window.scene().markers.len(), 3);
    assert_eq!(window.scene().cells.blocked, [[2, 6]]);
    assert!(window.has_thing("Marker Danger"));
    for _ in 0..4 {
        window.ctrl(Key::Z);
    }
    assert_eq!(bits(window.scene()), bits(&yard()));
}

#[test]
fn things_are_selected_and_renamed_in_the_outliner() {
    let mut window = Window::of(&yard());
    window.click_row("Gate");
    assert_eq!(window.selection().primary(), Some(Item::Marker(MarkerId(1))));
    window.double_click(Role::ListItem, "Gate");
    window.frames(2);
    window.ctrl(Key::A);
    window.text("Exit");
    window.key(Key::Enter);
    assert_eq!(window.scene().markers[0].name, "Exit");
    assert_eq!(window.steps(), ["Rename"]);
    window.double_click(Role::ListItem, "Exit");
    window.frames(2);
    window.ctrl(Key::A);
    window.text("Nothing");
    window.key(Key::Escape);
    assert_eq!(window.scene().markers[0].name, "Exit", "Escape keeps the name");
}

#[test]
fn the_filter_shows_what_has_it_in_its_name() {
    let mut window = Window::of(&yard());
    let p = window.place_of(Role::SearchInput, "Filter by name");
    window.click(p);
    window.text("see");
    window.frames(2);
    assert!(window.has(Role::ListItem, "Seeker") && window.has(Role::ListItem, "Seeks"));
    assert!(!window.has(Role::ListItem, "Guard") && !window.has(Role::ListItem, "Path"));
    assert!(matches!(window.app().tool(), Tool::Select(_)), "letters typed are no shortcuts");
}

#[test]
fn the_node_table_edits_numbers() {
    let mut window = Window::of(&yard());
    window.click_row("Path");
    for (field, text) in [("x", "5.5"), ("y", "-1.25"), ("radius", "0.8"), ("wait", "2"), ("speed", "1.5")] {
        window.enter(Role::SpinButton, &format!("Node 2 {field}"), text);
        assert_eq!(window.steps().last(), Some(&format!("Set {field} of node 2")));
    }
    let node = &window.scene().path(PATH).unwrap().nodes[1];
    assert_eq!((node.position(), node.radius, node.wait, node.speed), (at(5.5, -1.25), Some(0.8), 2.0, Some(1.5)));
    assert_eq!(window.steps().len(), 5, "{:?}", window.steps());
}

#[test]
fn nodes_are_reordered_and_deleted_in_the_table() {
    let mut window = Window::of(&yard());
    window.click_row("Path");
    window.click_button("Move node 2 up");
    assert_eq!((node(&window, 0), node(&window, 1)), (at(4.0, 0.0), at(0.0, 0.0)));
    window.click_button("Move node 1 down");
    assert_eq!(bits(window.scene()), bits(&yard()));
    window.click_button("Delete node 3");
    assert_eq!(node(&window, 2), at(12.0, 0.0));
    window.click_button("Select node 3");
    assert_eq!(window.selection().primary(), Some(Item::Node(PATH, NodeId(4))));
}

#[test]
fn max_speed_is_typed_and_obeyed() {
    let mut window = Window::of(&yard());
    window.click_row("Guard");
    window.key(Key::Space);
    window.frames(40);
    window.enter(Role::SpinButton, "Max speed", "1.5");
    assert_eq!(window.scene().preset(PresetId(1)).unwrap().body.max_speed, 1.5);
    assert_eq!(window.steps(), ["Set max speed"]);
    window.frames(10);
    assert!(speed_of(&window, GUARD) <= 1.5 + 1e-9);
    assert!(window.playback().is_playing());
}

#[test]
fn an_agent_gets_another_preset_and_another_target() {
    let mut window = Window::of(&yard());
    window.click_row("Other");
    window.choose("Target", "Guard");
    assert_eq!(window.scene().agent(AgentId(3)).unwrap().target, Some(Target::Agent(GUARD)));
    window.choose("Preset", "Walks");
    assert_eq!(window.scene().agent(AgentId(3)).unwrap().preset, PresetId(1));
    window.choose("Path", "Path");
    assert_eq!(window.scene().agent(AgentId(3)).unwrap().path, Some(PATH));
    assert_eq!(window.steps(), ["Set target", "Set preset", "Set path"]);
}

#[test]
fn a_behaviour_is_added_and_removed() {
    let mut window = Window::of(&yard());
    window.click_row("Seeks");
    window.click_last("Add behaviour");
    window.frames(2);
    window.click_last("Separation");
    assert_eq!(window.scene().preset(PresetId(2)).unwrap().behaviors().count(), 2);
    assert_eq!(window.steps(), ["Add separation"]);
    window.click_button("Remove Separation");
    assert_eq!(bits(window.scene()), bits(&yard()));
}

#[test]
fn an_agent_can_have_a_shared_preset_for_itself() {
    let mut window = Window::of(&yard());
    window.click_row("Other");
    window.click_button("Make its own");
    let own = window.scene().agent(AgentId(3)).unwrap().preset;
    assert_ne!(own, PresetId(2));
    assert_eq!(window.scene().agent(SEEKER).unwrap().preset, PresetId(2));
    assert_eq!(window.scene().presets.len(), 3);
    assert!(!window.has(Role::Button, "Make its own"), "it is nobody else's now");
}

#[test]
fn presets_come_from_the_library_and_are_duplicated_and_renamed() {
    let mut window = Window::of(&yard());
    window.click_last("Add from library");
    window.frames(2);
    window.click_last("Zombie");
    assert_eq!(window.scene().presets.len(), 3);
    assert!(window.has(Role::ListItem, "Zombie"));
    assert_eq!(window.steps(), ["Add preset"]);
    window.click_row("Zombie");
    window.ctrl(Key::D);
    assert!(window.has(Role::ListItem, "Zombie 2"));
    window.double_click(Role::ListItem, "Zombie 2");
    window.frames(2);
    window.ctrl(Key::A);
    window.text("Ghoul");
    window.key(Key::Enter);
    assert!(window.has(Role::ListItem, "Ghoul"));
    window.key(Key::Delete);
    assert!(!window.has(Role::ListItem, "Ghoul"), "nobody uses it");
}

#[test]
fn a_preset_in_use_is_not_deleted() {
    let mut window = Window::of(&yard());
    window.click_row("Seeks");
    window.key(Key::Delete);
    assert_eq!(bits(window.scene()), bits(&yard()));
    assert!(window.steps().is_empty());
}

#[test]
fn play_pause_step_and_restart() {
    let mut window = Window::of(&yard());
    window.click_button("Play");
    window.frames(30);
    assert!(window.playback().tick() > 20);
    window.click_button("Pause");
    let tick = window.playback().tick();
    window.frames(10);
    assert_eq!(window.playback().tick(), tick);
    window.click_button("Step");
    assert_eq!(window.playback().tick(), tick + 1);
    window.ctrl(Key::ArrowLeft);
    window.ctrl(Key::ArrowLeft);
    assert_eq!(window.playback().tick(), tick - 1);
    window.key(Key::Home);
    assert_eq!(window.playback().tick(), 0);
}

#[test]
fn a_held_space_bar_does_not_flicker_between_play_and_pause() {
    let mut window = Window::of(&yard());
    let space = |pressed, repeat| Event::Key { key: Key::Space, physical_key: None, pressed, repeat, modifiers: Modifiers::NONE };
    for repeat in [false, true, true, true] {
        window.harness.event(space(true, repeat));
        window.frames(1);
    }
    window.harness.event(space(false, false));
    window.frames(2);
    assert!(window.playback().is_playing());
}

#[test]
fn space_and_drag_moves_the_view_and_does_not_play() {
    let mut window = Window::of(&yard());
    let center = window.app().canvas().viewport.center;
    let space = |pressed| Event::Key { key: Key::Space, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE };
    let p = window.pos(at(6.0, 3.0));
    window.harness.event(space(true));
    window.frames(1);
    window.drag_and_drop(p, p + vec2(100.0, 0.0));
    window.harness.event(space(false));
    window.frames(2);
    assert!(window.app().canvas().viewport.center.x < center.x);
    assert!(!window.playback().is_playing());
    assert_eq!(bits(window.scene()), bits(&yard()));
}

#[test]
fn the_speed_of_watching_and_the_seed_are_set() {
    let mut window = Window::of(&yard());
    window.key(Key::Period);
    assert_eq!(window.playback().speed(), 2.0);
    window.key(Key::Comma);
    window.key(Key::Comma);
    assert_eq!(window.playback().speed(), 0.5);
    window.click_button("Normal speed");
    assert_eq!(window.playback().speed(), 1.0);
    let seed = window.scene().seed;
    window.click_button("Next seed");
    assert_eq!((window.scene().seed, window.playback().tick()), (seed + 1, 0));
    assert_eq!(window.steps(), ["Set seed"]);
}

#[test]
fn the_pointer_leads_the_squad() {
    let mut window = Window::first();
    window.click_button("File");
    window.frames(2);
    window.click_last("Open sample");
    window.frames(20);
    window.click_last("Squad");
    assert_eq!(window.scene().name, "Squad");
    assert!(window.playback().is_playing(), "a sample runs at once");
    let target = at(4.0, 3.0);
    let p = window.pos(target);
    window.hover(p);
    let leader = window.scene().agents[0].id;
    let distance = |window: &Window| (window.playback().positions().iter().find(|(id, _)| *id == leader).unwrap().1 - target).length();
    let before = distance(&window);
    window.frames(360);
    let after = distance(&window);
    assert!(after < 1.0 && after < before, "{before} to {after}");
}

#[test]
fn an_edit_of_the_past_leaves_the_run_before_as_a_ghost() {
    let mut window = Window::of(&yard());
    window.click_row("Guard");
    window.key(Key::Space);
    window.frames(120);
    window.key(Key::Space);
    let last = window.playback().recording().last_tick();
    let rect = window.harness.get_by_label("Speed plot").rect();
    window.click(egui::pos2(rect.left() + 0.05 * rect.width(), rect.center().y));
    let tick = window.playback().tick();
    assert!(tick > 10 && tick < last, "{tick}");
    assert!(window.playback().ghost().is_none());
    window.enter(Role::SpinButton, "Max speed", "1");
    assert_eq!(window.playback().tick(), tick);
    assert_eq!(window.playback().ghost().unwrap().last_tick(), last);
    assert!(window.says("Lap time") || window.says("Peak speed"), "both runs are compared");
    window.click_button("Clear ghost");
    assert!(window.playback().ghost().is_none());
}

#[test]
fn the_plots_say_so_where_nobody_looks() {
    let mut window = Window::of(&yard());
    window.click_row("Guard");
    assert!(window.says("No field of view"));
}

#[test]
fn the_palette_finds_a_command_by_its_words() {
    let mut window = Window::of(&yard());
    window.ctrl_shift(Key::P);
    window.frames(2);
    window.text("place dang");
    window.key(Key::Enter);
    assert!(matches!(window.app().tool(), Tool::Place(_)));
    window.ctrl_shift(Key::P);
    window.key(Key::Escape);
    window.key(Key::V);
    assert!(matches!(window.app().tool(), Tool::Select(_)), "the palette is closed and keys work again");
}

#[test]
fn every_tool_has_a_key_and_a_button() {
    let mut window = Window::of(&yard());
    let held = |window: &Window| steerwright::editor::toolbar::command_of(window.app().tool());
    for (key, label) in [
        (Key::P, "Pen"),
        (Key::A, "Place agent"),
        (Key::T, "Place target"),
        (Key::D, "Place danger"),
        (Key::B, "Block cells"),
        (Key::H, "Move view"),
        (Key::V, "Select"),
    ] {
        window.key(key);
        assert_eq!(held(&window).label(), label);
        window.key(if key == Key::V { Key::P } else { Key::V });
        window.click_button(label);
        assert_eq!(held(&window).label(), label);
    }
}

#[test]
fn the_list_of_keys_opens_and_closes() {
    let mut window = Window::of(&yard());
    window.key(Key::F1);
    assert!(window.says("nudge what is selected"));
    window.key(Key::F1);
    window.frames(30);
    assert!(!window.says("nudge what is selected"));
}

#[test]
fn nothing_is_drawn_anew_while_nothing_moves() {
    for select in [false, true] {
        let mut window = Window::of(&yard());
        if select {
            window.click_row("Seeker");
            window.hover(egui::pos2(700.0, 400.0));
        }
        window.harness.run();
        window.frames(1);
        let delay = window.harness.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay;
        assert!(delay > std::time::Duration::from_secs(1), "the next frame is due in {delay:?}");
    }
}

#[test]
fn every_field_of_every_card_has_a_name() {
    let mut window = Window::of(&yard());
    for row in ["Path", "Guard", "Seeker", "Gate", "Walks", "Seeks"] {
        window.click_row(row);
        // Looks for fields without a name once everything has settled.
        window.harness.run();
    }
    window.ctrl_shift(Key::A);
    window.harness.run();
}

#[test]
fn the_view_zooms_about_the_pointer_and_fits_everything_again() {
    let mut window = Window::of(&yard());
    window.key(Key::F);
    let fitted = window.app().canvas().viewport;
    let p = window.pos(at(4.0, 0.0));
    window.hover(p);
    window.harness.event(Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: vec2(0.0, 200.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    window.frames(40);
    assert!(window.app().canvas().viewport.scale > fitted.scale * 1.5);
    assert!((window.pos(at(4.0, 0.0)) - p).length() < 2.0);
    window.key(Key::F);
    assert_eq!(window.app().canvas().viewport, fitted);
}
