//! The history: named steps, the panel, merged field steps, and external changes.

use crate::window::{Window, at};
use egui::Key;
use egui::accesskit::Role;
use std::sync::Arc;
use steerwright_authoring::{Item, Line, Session};
use steerwright_format::{load_scene, save_scene};
use steerwright_runtime::scene::{Node, NodeId, PathId, PatrolPath, Scene};

const PATH: PathId = PathId(1);

fn sample_scene() -> Scene {
    let mut path = PatrolPath::new(PATH, "Path");
    path.nodes = (0..4)
        .map(|i| Node::at(NodeId(i + 1), at(4.0 * f64::from(i), 0.0)))
        .collect();
    Scene {
        name: "Sample".into(),
        paths: vec![Arc::new(path)],
        ..Scene::default()
    }
}

fn x(scene: &Scene) -> f64 {
    scene.paths[0].nodes[0].position.x
}

/// Makes a step that moves to the right by 1.
fn step(session: &mut Session, name: &str) {
    session
        .scene
        .node_mut(PATH, NodeId(1))
        .expect("the node")
        .position
        .x += 1.0;
    session.name_step(name);
    assert!(session.commit());
}

#[test]
fn six_hundred_steps_can_be_undone_and_redone() {
    let mut session = Session::new(sample_scene());
    for i in 0..600 {
        step(&mut session, &format!("Step {i}"));
    }
    session.go_to_step(0);
    assert_eq!(x(&session.scene), 0.0);
    session.go_to_step(437);
    assert_eq!(x(&session.scene), 437.0);
    let (names, done) = session.history().steps();
    assert_eq!((names.len(), done, names[436]), (600, 437, "Step 436"));
    session.go_to_step(9999);
    assert_eq!(x(&session.scene), 600.0);
    session.go_to_step(10);
    step(&mut session, "Another way");
    assert_eq!(
        session.history().steps().0.len(),
        11,
        "what was undone is gone after an edit"
    );
}

#[test]
fn setting_a_field_repeatedly_is_one_step() {
    let set = |session: &mut Session, name: &str, to: f64| {
        let path = session.scene.path_mut(PATH).unwrap();
        *(if name == "Set radius" {
            &mut path.radius
        } else {
            &mut path.tolerance
        }) = to;
        session.name_field_step(name);
        session.commit();
    };
    let count = |session: &Session| session.history().steps().1;
    let mut session = Session::new(sample_scene());
    session.selection.set(Item::Path(PATH));
    for to in [0.6, 0.7, 0.8] {
        set(&mut session, "Set radius", to);
    }
    assert_eq!(count(&session), 1);
    set(&mut session, "Set tolerance", 0.1);
    set(&mut session, "Set radius", 0.9);
    assert_eq!(count(&session), 3, "another field in between");
    session
        .selection
        .set(Item::Node(Line::Path(PATH), NodeId(1)));
    set(&mut session, "Set radius", 1.0);
    assert_eq!(count(&session), 4, "another item");
    session.undo();
    assert_eq!(session.scene.paths[0].radius, 0.9);
    set(&mut session, "Set radius", 1.5);
    assert_eq!(count(&session), 4, "after an undo a step of its own");
    let folder = tempfile::tempdir().unwrap();
    session
        .save_as(&folder.path().join("a.scene.json"))
        .unwrap();
    set(&mut session, "Set radius", 1.6);
    assert_eq!(count(&session), 5, "what was saved can be come back to");
    session.undo();
    assert!(!session.is_dirty());
    // Back to the initial value: no step.
    let mut session = Session::new(sample_scene());
    set(&mut session, "Set radius", 2.0);
    set(&mut session, "Set radius", sample_scene().paths[0].radius);
    assert_eq!(count(&session), 0);
}

#[test]
fn clicking_a_step_in_the_history_goes_to_it() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Path");
    for (node, field, value) in [(1, "x", "1"), (2, "y", "2"), (3, "wait", "3")] {
        window.enter(Role::SpinButton, &format!("Node {node} {field}"), value);
    }
    window.menu("View", "History");
    window.frames(3);
    assert!(window.has(Role::ListItem, "Step 3, Set wait of node 3, current"));
    window.click_row("Step 1, Set x of node 1");
    assert_eq!(window.steps(), ["Set x of node 1"]);
    assert_eq!(
        (
            x(window.scene()),
            window.scene().paths[0].nodes[1].position.y
        ),
        (1.0, 0.0)
    );
    window.frames(2);
    assert!(window.has(Role::ListItem, "Step 1, Set x of node 1, current"));
    assert!(window.has(Role::ListItem, "Step 3, Set wait of node 3, undone"));
    window.click_row("Step 3, Set wait of node 3, undone");
    assert_eq!(window.scene().paths[0].nodes[2].wait, 3.0);
    window.click_row("Step 0, Opened");
    assert_eq!((window.steps().len(), window.scene()), (0, &sample_scene()));
}

#[test]
fn moving_an_inspector_slider_twice_is_one_step() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Path");
    for value in ["0.7", "0.9"] {
        window.enter(Role::SpinButton, "Node radius", value);
    }
    assert_eq!(
        (window.steps().len(), window.scene().paths[0].radius),
        (1, 0.9)
    );
    window.ctrl(Key::Z);
    assert_eq!(
        window.scene().paths[0].radius,
        sample_scene().paths[0].radius
    );
}

/// The scene as another program writes it.
fn changed_outside(window: &Window) -> Scene {
    let file = window.folder.path().join("sample.scene.json");
    let mut scene = load_scene(&file).unwrap().value;
    scene.path_mut(PATH).unwrap().nodes[0].position.x = -7.0;
    save_scene(&scene, &file).unwrap();
    scene
}

#[test]
fn external_changes_are_reloaded_as_one_step() {
    let mut window = Window::of(&sample_scene());
    let scene = changed_outside(&window);
    window.frames(90);
    assert_eq!(
        (window.steps(), window.scene()),
        (vec!["Reload from disk".to_owned()], &scene)
    );
    assert!(!window.app().session().is_dirty());
    window.ctrl(Key::Z);
    assert_eq!(x(window.scene()), 0.0);
    assert!(
        window.app().session().is_dirty(),
        "what was undone to is not what is in the file"
    );
    window.frames(90);
    assert_eq!(x(window.scene()), 0.0, "and the file is not taken in again");
}

#[test]
fn reloading_asks_about_unsaved_changes_and_undo_restores_them() {
    for (answer, shown) in [("Reload", -7.0), ("Keep mine", 1.0)] {
        let mut window = Window::of(&sample_scene());
        window.click_row("Path");
        window.enter(Role::SpinButton, "Node 1 x", "1");
        changed_outside(&window);
        window.frames(90);
        window.click_button(answer);
        window.frames(90);
        assert_eq!(x(window.scene()), shown, "{answer}");
        assert!(
            !window.says("Another program changed the file"),
            "it is asked once"
        );
        if answer == "Reload" {
            window.ctrl(Key::Z);
            assert_eq!(x(window.scene()), 1.0);
        } else {
            window.ctrl(Key::S);
            assert!(window.says("Overwrite"), "saving over it still asks");
        }
    }
}

#[test]
fn an_external_change_to_an_invalid_file_changes_nothing() {
    let mut window = Window::of(&sample_scene());
    let file = window.folder.path().join("sample.scene.json");
    std::fs::write(&file, "{ half a fi").unwrap();
    window.frames(90);
    assert!(window.says("cannot be read"));
    window.click_button("OK");
    window.frames(90);
    assert!(!window.says("cannot be read"), "it is reported once");
    assert_eq!((x(window.scene()), window.steps().len()), (0.0, 0));
    changed_outside_from(&file);
    window.frames(90);
    assert_eq!(x(window.scene()), -7.0, "until it is whole again");
}

fn changed_outside_from(file: &std::path::Path) {
    let mut scene = sample_scene();
    scene.path_mut(PATH).unwrap().nodes[0].position.x = -7.0;
    save_scene(&scene, file).unwrap();
}
