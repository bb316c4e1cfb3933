//! Exports that run: their end, their errors, and how they are canceled.

use super::*;
use egui_kittest::kittest::Queryable;

/// Its files would stay, and only the user can tell which ones are not needed.
#[test]
fn a_list_of_exported_files_that_cannot_be_read_is_reported() {
    let json = setup(ExportTarget::Json, "game", false, ExportOptions::default());
    let mut window = remembering(&[json]);
    let list = path(&window, "game/.steerwright-exports.json");
    std::fs::create_dir(list.parent().unwrap()).unwrap();
    std::fs::write(&list, "{").unwrap();
    window.ctrl_shift(Key::E);
    frames_until(&mut window, "the report", |window| {
        window.says("Exported") && window.says("this list of exported files cannot be read")
    });
    assert!(text(&list).contains(FILE), "it is a list again");
}

#[test]
fn errors_are_reported_and_other_targets_are_written() {
    let mut window = remembering(&[
        setup(
            ExportTarget::Json,
            "game",
            false,
            ExportOptions {
                with_trace: Some(1e6),
                ..ExportOptions::default()
            },
        ),
        setup(ExportTarget::Csv, "tables", false, ExportOptions::default()),
        setup(
            ExportTarget::Svg,
            "sample.scene.json/inside",
            false,
            ExportOptions::default(),
        ),
        RememberedExport {
            to: "next years engine".into(),
            folder: "x".into(),
            on_save: false,
            options: ExportOptions::default(),
        },
    ]);
    window.ctrl_shift(Key::E);
    frames_until(&mut window, "a report", |window| {
        window.says("Some files were not exported")
    });
    assert!(
        window.says("next years engine"),
        "what no version knows yet"
    );
    assert!(
        window.says("sample.scene.json"),
        "where it cannot be written"
    );
    assert!(window.says("JSON for any game"), "what cannot be so long");
    assert!(path(&window, "tables/First-patrol.points.csv").is_file());
}

#[test]
fn a_long_export_can_be_canceled_without_leaving_files() {
    // So long that it is not done before the click, however slow the window is.
    let long = ExportOptions {
        with_trace: Some(150_000.0),
        ..ExportOptions::default()
    };
    let mut window = remembering(&[
        setup(ExportTarget::Json, "game", false, long),
        setup(ExportTarget::Csv, "tables", false, long),
    ]);
    window.ctrl_shift(Key::E);
    frames_until(&mut window, "how far it is", |window| {
        window.says("Exporting to")
    });
    window.frames(2);
    window.click_button("Cancel");
    // The window does not wait for the thread.
    window.frames(2);
    assert!(!window.says("Exporting to"));
    assert!(window.says("Export canceled; no files were written"));
    assert!(!path(&window, "game").exists() && !path(&window, "tables").exists());
}

#[test]
fn a_missing_export_folder_is_named() {
    let mut window = remembering(&[setup(
        ExportTarget::Json,
        "gone",
        false,
        ExportOptions::default(),
    )]);
    window.menu("File", "Open export folder");
    frames_until(&mut window, "the error", |window| {
        window.says("The folder cannot be opened")
    });
    assert!(window.says("does not exist. Export the scene first."));
}

#[test]
fn a_finished_export_offers_its_folder() {
    let mut window = remembering(&[setup(
        ExportTarget::Json,
        "game",
        false,
        ExportOptions::default(),
    )]);
    window.ctrl_shift(Key::E);
    frames_until(&mut window, "a message", |window| window.says("Exported "));
    let folder = path(&window, "game");
    assert!(folder.is_dir());
    // A file manager is not opened here: a folder that is gone is named.
    std::fs::remove_dir_all(&folder).unwrap();
    window.frames(2);
    window.click_button("Open export folder");
    frames_until(&mut window, "the folder", |window| {
        window.says("The folder cannot be opened")
    });
}

#[test]
fn a_message_does_not_cover_the_button_that_cancels_an_export() {
    let long = ExportOptions {
        with_trace: Some(150_000.0),
        ..ExportOptions::default()
    };
    let mut window = remembering(&[setup(ExportTarget::Json, "game", false, long)]);
    // 960x600 at 200 %.
    window.harness.set_size(egui::vec2(480.0, 278.0));
    window.frames(4);
    window.ctrl_shift(Key::E);
    frames_until(&mut window, "how far it is", |window| {
        window.says("Exporting to")
    });
    window.ctrl(Key::Z);
    window.frames(4);
    let rect = |part: &str| {
        let mut found = window.harness.query_all_by_label_contains(part);
        found.next().expect(part).rect()
    };
    let (message, cancel) = (rect("Nothing to undo"), rect("Cancel"));
    assert!(
        !message.expand(8.0).intersects(cancel),
        "{message} {cancel}"
    );
    window.click_button("Cancel");
    window.frames(2);
    assert!(window.says("Export canceled"));
}
