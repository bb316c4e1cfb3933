//! The export dialog by keyboard and by mouse.

mod low_windows;

use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::path::PathBuf;
use steerwright::editor::export_dialog::{ExportDialog, ExportRequest};
use steerwright::editor::theme;
use steerwright_export::ExportTarget;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Node, NodeId, PathId, PatrolPath, Preset, PresetId, Scene,
};
use steerwright_runtime::steering::FollowPath;

const FOLDER: &str = "/games/gate";

struct TestApp {
    dialog: ExportDialog,
    scene: Scene,
    requests: Vec<ExportRequest>,
}

fn scene() -> Scene {
    let mut path = PatrolPath::new(PathId(1), "Gate");
    path.nodes = (0..3)
        .map(|i| Node::at(NodeId(i), DVec2::new(f64::from(i) * 3.0, 1.0)))
        .collect();
    let mut agent = Agent::at(AgentId(1), "Guard", PresetId(1), DVec2::ZERO);
    agent.path = Some(PathId(1));
    let preset = Preset::steered(
        PresetId(1),
        "Guard",
        [Behavior::FollowPath(FollowPath::default())],
    );
    Scene {
        paths: vec![path.into()],
        presets: vec![preset.into()],
        agents: vec![agent].into(),
        ..Scene::default()
    }
}

/// A window with the dialog closed.
fn harness() -> Harness<'static, TestApp> {
    harness_of(scene())
}

fn harness_of(scene: Scene) -> Harness<'static, TestApp> {
    let app = TestApp {
        dialog: ExportDialog::default(),
        scene,
        requests: Vec::new(),
    };
    Harness::builder()
        .with_size([1280.0, 800.0])
        .with_context_setup(theme::apply)
        .build_ui_state(
            |ui, app: &mut TestApp| {
                let request = app.dialog.ui(ui.ctx(), &app.scene);
                app.requests.extend(request);
            },
            app,
        )
}

fn opened() -> Harness<'static, TestApp> {
    let mut harness = harness();
    harness.state_mut().dialog.set_folder(FOLDER.into());
    harness.state_mut().dialog.open();
    harness.run_steps(6);
    harness
}

fn press(harness: &mut Harness<'_, TestApp>, key: Key) {
    harness.key_press(key);
    // The preview in the background may go on.
    harness.run_steps(6);
}

/// The preview is generated in the background.
fn wait_for_files(harness: &mut Harness<'_, TestApp>) {
    for _ in 0..500 {
        harness.step();
        if harness
            .query_all_by_label_contains("and replaces")
            .next()
            .is_some()
        {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("no preview");
}

fn only_export(harness: &Harness<'_, TestApp>) -> (ExportTarget, PathBuf) {
    match harness.state().requests.as_slice() {
        [ExportRequest::Export { target, folder, .. }] => (*target, folder.clone()),
        other => panic!("not one export: {other:?}"),
    }
}

#[test]
fn enter_exports_and_stores_the_settings() {
    let mut harness = opened();
    let target = ExportTarget::ALL[1];
    harness
        .get_by_role_and_label(Role::RadioButton, target.label())
        .click();
    harness.run_steps(6);
    press(&mut harness, Key::Enter);
    assert_eq!(only_export(&harness), (target, FOLDER.into()));
    assert!(!harness.state().dialog.is_open());
    assert_eq!(
        harness.state().dialog.last_request(),
        harness.state().requests.first()
    );
    harness.state_mut().dialog.open();
    harness.run_steps(6);
    harness
        .get_by_role_and_label(Role::Button, "Export")
        .click();
    harness.run_steps(6);
    assert_eq!(
        harness.state().requests[0],
        harness.state().requests[1],
        "the last choice is kept"
    );
}

#[test]
fn the_enter_press_that_opens_the_dialog_does_not_export() {
    let mut harness = harness();
    harness.state_mut().dialog.set_folder(FOLDER.into());
    harness.key_press(Key::Enter);
    harness.state_mut().dialog.open();
    harness.run_steps(6);
    assert!(harness.state().dialog.is_open() && harness.state().requests.is_empty());
}

#[test]
fn escape_and_cancel_close_the_dialog_without_exporting() {
    let mut by_key = opened();
    press(&mut by_key, Key::Escape);
    let mut by_button = opened();
    by_button
        .get_by_role_and_label(Role::Button, "Cancel")
        .click();
    by_button.run();
    for harness in [by_key, by_button] {
        assert!(!harness.state().dialog.is_open() && harness.state().requests.is_empty());
        assert!(harness.state().dialog.last_request().is_none());
    }
}

#[test]
fn enter_on_the_cancel_button_cancels() {
    let mut harness = opened();
    harness
        .get_by_role_and_label(Role::Button, "Cancel")
        .focus();
    harness.run_steps(6);
    press(&mut harness, Key::Enter);
    assert!(!harness.state().dialog.is_open() && harness.state().requests.is_empty());
}

#[test]
fn enter_on_an_option_exports_without_toggling_it() {
    let mut harness = opened();
    harness.get_by_label("Y points down").focus();
    harness.run_steps(6);
    press(&mut harness, Key::Space);
    press(&mut harness, Key::Enter);
    let [ExportRequest::Export { options, .. }] = harness.state().requests.as_slice() else {
        panic!("no export")
    };
    assert_ne!(
        options.y_down,
        steerwright_runtime::scene::ExportOptions::default().y_down,
        "Space turns it over, Enter does not"
    );
}

#[test]
fn without_a_folder_the_dialog_does_not_export() {
    let mut harness = harness();
    harness.state_mut().dialog.open();
    harness.run_steps(6);
    harness.get_by_label("Choose a folder to export to");
    press(&mut harness, Key::Enter);
    assert!(harness.state().requests.is_empty() && harness.state().dialog.is_open());
    harness
        .get_by_role_and_label(Role::Button, "Choose…")
        .click();
    harness.run_steps(6);
    assert_eq!(harness.state().requests, [ExportRequest::ChooseFolder]);
    assert!(
        harness.state().dialog.last_request().is_none(),
        "choosing a folder is no export"
    );
    harness.state_mut().requests.clear();
    harness.state_mut().dialog.set_folder(FOLDER.into());
    harness.run_steps(6);
    press(&mut harness, Key::Enter);
    assert_eq!(only_export(&harness).1, PathBuf::from(FOLDER));
}

#[test]
fn every_target_is_listed_by_name() {
    let harness = opened();
    for target in ExportTarget::ALL.iter() {
        harness.get_by_role_and_label(Role::RadioButton, target.label());
    }
}

#[test]
fn the_files_are_shown_before_they_are_written() {
    use steerwright_export::export;
    use steerwright_runtime::scene::ExportOptions;
    let mut harness = opened();
    wait_for_files(&mut harness);
    let files = export(
        &harness.state().scene,
        ExportTarget::ALL[0],
        &ExportOptions::default(),
    )
    .unwrap();
    assert!(!files.is_empty());
    for file in files {
        assert!(
            harness
                .query_all_by_label_contains(&file.name)
                .next()
                .is_some(),
            "{}",
            file.name
        );
    }
}

#[test]
fn arrow_keys_select_targets_and_enter_exports() {
    let mut harness = opened();
    for key in [Key::ArrowDown, Key::ArrowDown, Key::ArrowUp] {
        press(&mut harness, key);
    }
    assert!(harness.state().requests.is_empty());
    press(&mut harness, Key::Enter);
    assert_eq!(
        only_export(&harness).0,
        ExportTarget::Csv,
        "the one below the first"
    );
}

#[test]
fn targets_exported_as_authored_have_no_placement_options() {
    let mut harness = opened();
    assert!(
        harness
            .query_by_role_and_label(Role::SpinButton, "Scale")
            .is_some()
    );
    harness
        .get_by_role_and_label(Role::RadioButton, ExportTarget::SceneFile.label())
        .click();
    harness.run_steps(3);
    assert!(
        harness
            .query_by_role_and_label(Role::SpinButton, "Scale")
            .is_none()
    );
    assert!(
        harness
            .query_by_label_contains("cannot be changed")
            .is_some()
    );
}

#[test]
fn the_plane_option_is_shown_only_for_3d_targets() {
    let mut harness = opened();
    harness
        .get_by_role_and_label(Role::Button, "X and Z")
        .click();
    harness.run_steps(3);
    assert!(
        harness
            .query_by_role_and_label(Role::CheckBox, "Z points toward the viewer")
            .is_some()
    );
    harness
        .get_by_role_and_label(Role::RadioButton, ExportTarget::Csv.label())
        .click();
    harness.run_steps(3);
    assert!(
        harness
            .query_by_role_and_label(Role::Button, "X and Z")
            .is_none()
    );
    assert!(
        harness
            .query_by_role_and_label(Role::CheckBox, "Y points down")
            .is_some()
    );
}

#[test]
fn each_target_has_its_own_options() {
    let mut harness = opened();
    harness.get_by_label("Y points down").click();
    harness.run_steps(3);
    harness
        .get_by_role_and_label(Role::RadioButton, ExportTarget::Csv.label())
        .click();
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("y points up").is_some());
    harness
        .get_by_role_and_label(Role::RadioButton, ExportTarget::Json.label())
        .click();
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("y points down").is_some());
}

#[test]
fn the_selection_can_be_the_origin_and_a_cell_corner_is_suggested() {
    let mut harness = opened();
    harness.state_mut().scene.cells = steerwright_runtime::scene::CellMap {
        size: 2.0,
        blocked: vec![Cell::new(1, 1)],
    }
    .into();
    let place = DVec2::new(2.5, 3.75);
    harness
        .state_mut()
        .dialog
        .set_context("/games".as_ref(), None, Some(place));
    harness.run_steps(3);
    harness
        .get_by_role_and_label(Role::Button, "Selection")
        .click();
    for _ in 0..500 {
        harness.step();
        if harness
            .query_by_role_and_label(Role::Button, "Use (2, 4)")
            .is_some()
        {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    press_steps(&mut harness, Key::Enter);
    assert!(
        harness.state().requests.is_empty(),
        "what cannot be exported is not"
    );
    harness
        .get_by_role_and_label(Role::Button, "Use (2, 4)")
        .click();
    wait_for_files(&mut harness);
    press_steps(&mut harness, Key::Enter);
    let [ExportRequest::Export { options, .. }] = harness.state().requests.as_slice() else {
        panic!("no export")
    };
    assert_eq!(options.origin, DVec2::new(2.0, 4.0));
}

/// While a preview is generated, another frame is always requested.
fn press_steps(harness: &mut Harness<'_, TestApp>, key: Key) {
    harness.key_press(key);
    harness.run_steps(3);
}
