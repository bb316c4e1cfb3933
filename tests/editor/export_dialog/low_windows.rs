//! The export dialog in windows that are lower than what it has to say.

use super::*;
use egui::accesskit::Toggled;
use egui_kittest::kittest::NodeT;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::editor::RememberedExport;

/// The dialog of a target, which opens first because the scene remembers it.
fn opened_with(target: ExportTarget, size: [f32; 2]) -> Harness<'static, TestApp> {
    let mut scene = scene();
    scene.editor_mut().exports = vec![RememberedExport {
        to: target.id().into(),
        folder: FOLDER.into(),
        on_save: false,
        options: ExportOptions::default(),
    }];
    let mut harness = harness_of(scene);
    harness.set_size(size.into());
    harness.state_mut().dialog.open();
    harness.run_steps(6);
    harness
}

/// Whether the dialog shows this target: in its list of targets, or in the one that opens in a
/// small window.
fn shows(harness: &Harness<'_, TestApp>, target: ExportTarget) -> bool {
    match harness.query_by_role_and_label(Role::ComboBox, "Target") {
        Some(list) => list.value().as_deref() == Some(target.label()),
        None => {
            let own = harness.get_by_role_and_label(Role::RadioButton, target.label());
            own.accesskit_node().toggled() == Some(Toggled::True)
        }
    }
}

/// The buttons and the heading of a dialog that is higher than the window would be cut.
#[test]
fn the_dialog_of_each_target_is_within_a_low_window() {
    for size in [
        [1600.0, 1000.0],
        [1066.0, 666.0],
        [800.0, 562.0],
        [800.0, 500.0],
        [480.0, 278.0],
    ] {
        for target in ExportTarget::ALL {
            let harness = opened_with(target, size);
            let label = target.label();
            assert!(shows(&harness, target), "{label} in {size:?}");
            let parts = [
                (Role::Label, "Export"),
                (Role::Button, "Cancel"),
                (Role::Button, "Export"),
            ];
            for (role, part) in parts {
                let mut parts = harness.query_all_by_role_and_label(role, part);
                let rect = parts.next().expect(part).rect();
                let is_within = rect.top() >= 16.0 && rect.bottom() <= size[1] - 16.0;
                assert!(is_within, "{part} of {label} at {rect} in {size:?}");
            }
        }
    }
}
