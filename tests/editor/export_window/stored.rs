//! Exports that the scene stores: repeated, run on save, removed.

use super::*;

#[test]
fn storing_an_export_is_one_step_with_a_relative_folder() {
    let mut window = Window::of(&scene());
    open_dialog(&mut window, ExportTarget::Json);
    window.click_button("Export");
    frames_until(&mut window, "the file", |window| {
        path(window, &format!("json/{FILE}")).is_file()
    });
    assert_eq!(window.steps(), ["Store export to JSON for any game"]);
    let remembered = window.scene().editor.exports.clone();
    assert_eq!(
        *remembered,
        [setup(
            ExportTarget::Json,
            "json",
            false,
            ExportOptions::default()
        )]
    );
    // Exporting again is not another step, and saving keeps it for the command line.
    open_dialog(&mut window, ExportTarget::Json);
    window.click_button("Export");
    window.frames(30);
    assert_eq!(window.steps().len(), 1);
    window.ctrl(Key::S);
    window.frames(2);
    assert_eq!(
        load_scene(&path(&window, "sample.scene.json"))
            .unwrap()
            .value
            .editor
            .exports,
        remembered
    );
    window.ctrl(Key::Z);
    assert!(window.scene().editor.exports.is_empty());
}

#[test]
fn exports_are_stored_only_on_request() {
    let mut window = Window::of(&scene());
    open_dialog(&mut window, ExportTarget::Json);
    let p = window.position_of(Role::CheckBox, "Store in scene");
    window.click(p);
    window.click_button("Export");
    let file = path(&window, &format!("json/{FILE}"));
    frames_until(&mut window, "the file", |_| file.is_file());
    assert!(window.steps().is_empty() && !window.app().session().is_dirty());
    // It can be repeated during the session.
    std::fs::remove_file(&file).unwrap();
    window.ctrl_shift(Key::E);
    frames_until(&mut window, "the file again", |_| file.is_file());
    assert!(window.steps().is_empty());
}

#[test]
fn export_again_repeats_all_stored_exports() {
    let scaled = ExportOptions {
        scale: 32.0,
        y_down: true,
        ..ExportOptions::default()
    };
    let mut window = remembering(&[
        setup(
            ExportTarget::Json,
            "../out-of-the-way",
            false,
            ExportOptions::default(),
        ),
        setup(ExportTarget::Csv, "tables", true, scaled),
    ]);
    // Relative to the scene file, wherever the editor was started.
    let beside = window
        .folder
        .path()
        .parent()
        .unwrap()
        .join("out-of-the-way");
    window.ctrl_shift(Key::E);
    frames_until(&mut window, "the last file", |window| {
        path(window, "tables/First-patrol.points.csv").is_file()
    });
    assert!(beside.join(FILE).is_file());
    std::fs::remove_dir_all(beside).unwrap();
    assert!(window.steps().is_empty(), "nothing is edited by it");
}

#[test]
fn saving_runs_only_exports_that_run_on_save() {
    let mut window = remembering(&[
        setup(ExportTarget::Json, "game", true, ExportOptions::default()),
        setup(ExportTarget::Csv, "tables", false, ExportOptions::default()),
    ]);
    window.key(Key::T);
    let p = window.pos(crate::window::at(1.0, 2.0));
    window.click(p);
    window.frames(20);
    assert!(!path(&window, "game").exists(), "an edit is no save");
    window.ctrl(Key::S);
    let file = path(&window, &format!("game/{FILE}"));
    frames_until(&mut window, "the file", |_| file.is_file());
    let markers = window.scene().markers.len();
    assert_eq!(text(&file).matches("\"kind\": \"target\"").count(), markers);
    assert!(!path(&window, "tables").exists());
}

const QUESTION: &str = "Run the exports of this scene?";

fn edit_and_save(window: &mut Window) {
    window.menu("Path", "Reverse");
    window.ctrl(Key::S);
    window.frames(3);
}

#[test]
fn exports_of_a_scene_from_elsewhere_ask_first() {
    let elsewhere = tempfile::tempdir().unwrap();
    let outside = elsewhere.path().display().to_string();
    for folder in [outside.as_str(), "game", ""] {
        let options = ExportOptions::default();
        let stored = [
            setup(ExportTarget::Json, folder, true, options),
            setup(ExportTarget::Csv, "tables", false, options),
        ];
        let mut window = Window::of(&storing(&stored));
        let file = path(&window, folder).join(FILE);
        window.click_row("Wall");
        edit_and_save(&mut window);
        let shown = file.parent().unwrap().canonicalize();
        let shown = shown.map_or(String::new(), |folder| folder.display().to_string());
        assert!(window.says(QUESTION) && window.says("JSON for any game, to"));
        assert!(window.says(&shown), "{shown}");
        assert!(!window.says("CSV tables"), "it is not exported on save");
        window.click_button("Not now");
        window.frames(20);
        assert!(!file.exists(), "nothing was written without permission");
        // Not either when the user asks for all of them.
        window.ctrl_shift(Key::E);
        window.frames(3);
        assert!(window.says(QUESTION) && window.says("CSV tables"));
        window.key(Key::Escape);
        window.frames(20);
        assert!(!file.exists() && !path(&window, "tables").exists());
        edit_and_save(&mut window);
        window.click_button("Always export there");
        frames_until(&mut window, "the export", |_| file.is_file());
        edit_and_save(&mut window);
        assert!(!window.says(QUESTION), "it is asked once");
        window.ctrl_shift(Key::E);
        window.frames(3);
        assert!(window.says(QUESTION), "the other export was not confirmed");
    }
}

#[test]
fn what_was_exported_in_the_dialog_is_never_asked_about() {
    let mut window = Window::of(&scene());
    open_dialog(&mut window, ExportTarget::Json);
    let p = window.position_of(Role::CheckBox, "Export on every save");
    window.click(p);
    window.click_button("Export");
    let file = path(&window, &format!("json/{FILE}"));
    frames_until(&mut window, "the file", |_| file.is_file());
    std::fs::remove_file(&file).unwrap();
    window.click_row("Wall");
    edit_and_save(&mut window);
    assert!(!window.says(QUESTION));
    frames_until(&mut window, "the file again", |_| file.is_file());
}

#[cfg(unix)]
#[test]
fn an_export_never_follows_a_link_out_of_its_folder() {
    let json = setup(ExportTarget::Json, "game", true, ExportOptions::default());
    let mut window = remembering(&[json]);
    let victim = path(&window, "victim.txt");
    std::fs::write(&victim, "precious").unwrap();
    std::fs::create_dir(path(&window, "game")).unwrap();
    std::os::unix::fs::symlink("../victim.txt", path(&window, &format!("game/{FILE}"))).unwrap();
    window.ctrl_shift(Key::E);
    frames_until(&mut window, "the error", |window| {
        window.says("this is a link to ../victim.txt, outside the folder of the export")
    });
    assert_eq!(text(&victim), "precious");
}

#[test]
fn stored_targets_are_marked_and_can_be_removed() {
    let mut window = remembering(&[setup(
        ExportTarget::Json,
        "game",
        true,
        ExportOptions {
            scale: 8.0,
            ..ExportOptions::default()
        },
    )]);
    window.ctrl(Key::E);
    window.frames(3);
    assert!(
        window.has(Role::Button, "Remove from scene"),
        "the stored target is shown first"
    );
    assert_eq!(window.value(Role::SpinButton, "Scale"), "× 8.00");
    assert!(window.says(&path(&window, "game").display().to_string()));
    window.click_button("Remove from scene");
    window.frames(3);
    assert!(
        window.scene().editor.exports.is_empty() && !window.has(Role::Button, "Remove from scene")
    );
    window.key(Key::Escape);
    window.frames(2);
    assert_eq!(window.steps(), ["Remove export to JSON for any game"]);
}

/// Options that the command line or another program set stay as they are.
#[test]
fn a_long_trace_keeps_its_length_when_the_dialog_is_opened() {
    let long = ExportOptions {
        with_trace: Some(900.0),
        ..ExportOptions::default()
    };
    let mut window = remembering(&[setup(ExportTarget::Json, "game", false, long)]);
    open_dialog(&mut window, ExportTarget::Json);
    let shown = window.value(Role::SpinButton, "Trace length");
    assert_eq!(shown.trim_end_matches(" s").parse(), Ok(900.0));
    window.click_button("Export");
    window.frames(3);
    let options = window.scene().editor.exports[0].options;
    assert_eq!(options.with_trace, Some(900.0));
}
