//! The options of an export: axes, scale, origin and reference trace.

use crate::editor::theme;
use crate::editor::widgets::expression_field::number_field;
use egui::{Grid, Id, RichText, Role, Ui, WidgetInfo};
use glam::DVec2;
use steerwright_authoring::bounds::Bounds;
use steerwright_authoring::scene_bounds;
use steerwright_export::{ExportTarget, Space};
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::export_options::{MAX_SCALE, MAX_TRACE_SECONDS, MIN_SCALE};
use steerwright_runtime::scene::{Plane, Scene};

/// With less room, each name is above its value, which wraps, in points.
const MIN_WIDTH_OF_TABLE: f32 = 570.0;

/// The default length of a trace, in seconds.
const TRACE_SECONDS: f64 = 10.0;

/// Draws the options of a target. `selected` is the position of the selected item. Returns whether
/// a button was pressed, because Enter then applied to it.
pub(super) fn options_ui(
    ui: &mut Ui,
    scene: &Scene,
    target: ExportTarget,
    options: &mut ExportOptions,
    selected: Option<DVec2>,
) -> bool {
    let mut pressed = false;
    if ui.available_width() < MIN_WIDTH_OF_TABLE {
        rows_ui(
            scene,
            target,
            options,
            selected,
            &mut pressed,
            &mut |name, value| {
                let name = name_ui(ui, name);
                ui.horizontal_wrapped(|ui| value(ui, name));
            },
        );
    } else {
        Grid::new("export options")
            .num_columns(2)
            .spacing([12.0, 6.0])
            .show(ui, |ui| {
                rows_ui(
                    scene,
                    target,
                    options,
                    selected,
                    &mut pressed,
                    &mut |name, value| {
                        let name = name_ui(ui, name);
                        ui.horizontal(|ui| value(ui, name));
                        ui.end_row();
                    },
                );
            });
    }
    ui.label(RichText::new(summary(scene, target, options)).color(theme::colors(ui).text_weak));
    pressed
}

/// Draws the value of a row, which the widget with this id names.
type RowUi<'a> = &'a mut dyn FnMut(&mut Ui, Id);

/// Draws the options by passing each row, a name and its value, to `row_ui`.
fn rows_ui(
    scene: &Scene,
    target: ExportTarget,
    options: &mut ExportOptions,
    selected: Option<DVec2>,
    pressed: &mut bool,
    row_ui: &mut dyn FnMut(&str, RowUi<'_>),
) {
    if target.space() != Space::Authored {
        row_ui("Axes", &mut |ui, _| axes_ui(ui, target, options));
        row_ui("Scale", &mut |ui, name| {
            scale_ui(ui, name, scene, target, options);
        });
        row_ui("Origin", &mut |ui, _| {
            *pressed = origin_ui(ui, scene, options, selected);
        });
    }
    let trace = if target == ExportTarget::Trace {
        "Length"
    } else {
        "Reference trace"
    };
    row_ui(trace, &mut |ui, _| trace_ui(ui, target, options));
}

fn name_ui(ui: &mut Ui, name: &str) -> Id {
    ui.label(RichText::new(name).color(theme::colors(ui).text_weak))
        .id
}

fn axes_ui(ui: &mut Ui, target: ExportTarget, options: &mut ExportOptions) {
    let spatial = target.space() == Space::Spatial;
    if spatial {
        ui.selectable_value(&mut options.plane, Plane::Xy, "X and Y")
            .on_hover_text("For 2D games.");
        ui.selectable_value(&mut options.plane, Plane::Xz, "X and Z")
            .on_hover_text("For 3D games with y up: the ground plane.");
        ui.add_space(8.0);
    }
    let (label, hint) = if spatial && options.plane == Plane::Xz {
        (
            "Z points toward the viewer",
            "Off: z points away from the viewer.",
        )
    } else {
        (
            "Y points down",
            "Flips the scene vertically, for engines whose y axis points down.",
        )
    };
    theme::checkbox_ui(ui, &mut options.y_down, label).on_hover_text(hint);
}

fn scale_ui(
    ui: &mut Ui,
    name: Id,
    scene: &Scene,
    target: ExportTarget,
    options: &mut ExportOptions,
) {
    let speed = options.scale.abs().max(0.01) * 0.01;
    let drag = number_field(ui, &mut options.scale, "")
        .range(MIN_SCALE..=MAX_SCALE)
        .speed(speed)
        .prefix("× ")
        .max_decimals(6);
    ui.add(drag)
        .labelled_by(name)
        .on_hover_text("Multiplies all lengths, speeds and forces.");
    ui.label(
        RichText::new(format!("{} per {}", target.length_unit(), unit(scene)))
            .color(theme::colors(ui).text_weak),
    );
}

fn origin_ui(
    ui: &mut Ui,
    scene: &Scene,
    options: &mut ExportOptions,
    selected: Option<DVec2>,
) -> bool {
    for (name, label, value) in [
        ("x", "Origin x", &mut options.origin.x),
        ("y", "Origin y", &mut options.origin.y),
    ] {
        ui.label(RichText::new(name).color(theme::colors(ui).text_weak));
        let field = ui
            .add(number_field(ui, value, "").speed(0.05).max_decimals(6))
            .on_hover_text("The position in the scene that becomes (0, 0) in the game.");
        field.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, label));
    }
    ui.add_space(6.0);
    let bounds = scene_bounds::of(scene);
    let center = bounds.map(Bounds::center);
    // The corner from which both axes of the game point into the scene.
    let corner = bounds
        .map(|Bounds { min, max }| DVec2::new(min.x, if options.y_down { max.y } else { min.y }));
    let (corner_name, corner_hint) = if options.y_down {
        ("Upper-left corner", "Avoids negative coordinates.")
    } else {
        ("Lower-left corner", "Avoids negative coordinates.")
    };
    let mut pressed = false;
    for (label, position, hint) in [
        (
            "Scene origin",
            Some(DVec2::ZERO),
            "Keeps the origin of the scene.",
        ),
        ("Center", center, "The center of the scene."),
        (corner_name, corner, corner_hint),
        ("Selection", selected, "The position of the selected item."),
    ] {
        let button = ui
            .add_enabled(position.is_some(), egui::Button::new(label))
            .on_hover_text(hint);
        if let Some(position) = position.filter(|_| {
            button
                .on_disabled_hover_text("Select one item on the canvas first.")
                .clicked()
        }) {
            options.origin = position;
            pressed = true;
        }
    }
    pressed
}

fn trace_ui(ui: &mut Ui, target: ExportTarget, options: &mut ExportOptions) {
    let always = target == ExportTarget::Trace;
    let mut with_trace = always || options.with_trace.is_some();
    if !always {
        let hint = "Adds a recorded run, to verify that agents move the same way in the game.";
        if theme::checkbox_ui(ui, &mut with_trace, "Include trace of")
            .on_hover_text(hint)
            .changed()
        {
            options.with_trace = with_trace.then_some(TRACE_SECONDS);
        }
    }
    let mut seconds = options.with_trace.unwrap_or(TRACE_SECONDS);
    let field = number_field(ui, &mut seconds, " s")
        .range(0.0..=MAX_TRACE_SECONDS)
        .speed(0.1);
    let response = ui.add_enabled(with_trace, field);
    response.widget_info(|| WidgetInfo::labeled(Role::SpinButton, with_trace, "Trace length"));
    if response.changed() && with_trace {
        options.with_trace = Some(seconds);
    }
}

/// Describes the result of the options.
fn summary(scene: &Scene, target: ExportTarget, options: &ExportOptions) -> String {
    if target.space() == Space::Authored {
        return "The scene is exported as it is. Axes, unit and origin cannot be changed.".into();
    }
    let up = match (
        target.space() == Space::Spatial && options.plane == Plane::Xz,
        options.y_down,
    ) {
        (false, false) => "y points up",
        (false, true) => "y points down",
        (true, false) => "it lies on the ground plane, z points away from the viewer",
        (true, true) => "it lies on the ground plane, z points toward the viewer",
    };
    let DVec2 { x, y } = options.origin;
    let units = target.length_unit();
    let length = if options.scale == 1.0 {
        units.trim_end_matches('s')
    } else {
        units
    };
    format!(
        "1 {} becomes {} {length}, {up}, and ({x}, {y}) becomes (0, 0).",
        unit(scene),
        options.scale
    )
}

fn unit(scene: &Scene) -> &str {
    if scene.unit.is_empty() {
        "unit"
    } else {
        &scene.unit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_describes_all_options() {
        let scene = Scene::default();
        let options = ExportOptions {
            y_down: true,
            scale: 32.0,
            origin: DVec2::new(3.0, -2.5),
            ..ExportOptions::default()
        };
        let text = summary(&scene, ExportTarget::Love, &options);
        assert_eq!(
            text,
            "1 m becomes 32 pixels, y points down, and (3, -2.5) becomes (0, 0)."
        );
        assert!(
            summary(&scene, ExportTarget::Unity, &ExportOptions::default())
                .starts_with("1 m becomes 1 unit, y points up")
        );
        let ground = ExportOptions {
            plane: Plane::Xz,
            ..options
        };
        assert!(
            summary(&scene, ExportTarget::Unity, &ground)
                .contains("on the ground plane, z points toward the viewer")
        );
        assert!(
            summary(&scene, ExportTarget::Love, &ground).contains("y points down"),
            "a 2D target has no ground plane"
        );
        assert!(summary(&scene, ExportTarget::SceneFile, &ground).contains("as it is"));
    }
}
