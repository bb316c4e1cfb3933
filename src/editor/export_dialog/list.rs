//! The list of export targets in groups, with keyboard navigation and a mark on those stored in the
//! scene.

use crate::editor::theme;
use crate::editor::widgets::drop_down::{drop_down_ui, value_ui};
use egui::{
    Align, Align2, Color32, ComboBox, EventFilter, FontId, Id, Key, Modifiers, Rect, RichText,
    Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo, vec2,
};
use egui_material_icons::icons;
use steerwright_authoring::remembered::exports;
use steerwright_export::{ExportTarget, TargetGroup};
use steerwright_runtime::scene::Scene;

/// The height of a row, in points.
const ROW: f32 = 25.0;

/// Draws the list. `takes_focus` gives the keyboard focus to the selected row.
pub(super) fn targets_ui(
    ui: &mut Ui,
    scene: &Scene,
    selected_target: &mut ExportTarget,
    takes_focus: bool,
) {
    let before = *selected_target;
    step(ui, selected_target);
    let moved = *selected_target != before;
    ScrollArea::vertical()
        .id_salt("targets")
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            let mut heading = None;
            for target in in_groups() {
                let group = target.group();
                if heading != Some(group) {
                    if heading.is_some() {
                        ui.add_space(7.0);
                    }
                    heading = Some(group);
                    ui.label(
                        RichText::new(group.label())
                            .small()
                            .color(theme::colors(ui).text_weak),
                    );
                }
                let response = row_ui(ui, scene, target, target == *selected_target);
                if response.clicked() {
                    *selected_target = target;
                }
                if target == *selected_target && (takes_focus || moved) {
                    response.request_focus();
                    response.scroll_to_me(moved.then_some(Align::Center));
                }
            }
        });
}

/// The targets in a drop-down list, for a narrow dialog.
pub(super) fn target_choice_ui(ui: &mut Ui, selected_target: &mut ExportTarget) {
    ui.horizontal(|ui| {
        let weak = theme::colors(ui).text_weak;
        let label = ui.label(RichText::new("Target").color(weak));
        let list = ComboBox::from_id_salt("export target")
            .selected_text(selected_target.label())
            .width(ui.available_width());
        let shown = drop_down_ui(ui, list, |ui| {
            let mut heading = None;
            for target in in_groups() {
                let group = target.group();
                if heading != Some(group) {
                    heading = Some(group);
                    ui.label(RichText::new(group.label()).small().color(weak));
                }
                value_ui(ui, selected_target, target, target.label());
            }
        });
        shown.response.labelled_by(label.id);
    });
}

/// All targets, group by group.
fn in_groups() -> impl Iterator<Item = ExportTarget> {
    TargetGroup::ALL.into_iter().flat_map(|group| {
        let targets = ExportTarget::ALL.into_iter();
        targets.filter(move |target| target.group() == group)
    })
}

fn id_of(target: ExportTarget) -> Id {
    Id::unique(("export target", target.id()))
}

/// Moves the selection with the arrow keys while a row has the focus.
fn step(ui: &Ui, selected_target: &mut ExportTarget) {
    let Some(focused) =
        in_groups().find(|&target| ui.memory(|memory| memory.has_focus(id_of(target))))
    else {
        return;
    };
    let filter = EventFilter {
        vertical_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id_of(focused), filter));
    let all: Vec<ExportTarget> = in_groups().collect();
    let at = all
        .iter()
        .position(|&target| target == focused)
        .unwrap_or(0);
    let (up, down) = ui.input_mut(|i| {
        let mut pressed = |key| i.consume_key(Modifiers::NONE, key);
        (pressed(Key::ArrowUp), pressed(Key::ArrowDown))
    });
    if up || down {
        *selected_target = all[if up {
            at.saturating_sub(1)
        } else {
            (at + 1).min(all.len() - 1)
        }];
    }
}

fn row_ui(ui: &mut Ui, scene: &Scene, target: ExportTarget, selected: bool) -> egui::Response {
    let colors = theme::colors(ui);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width() - 8.0, ROW));
    let response = ui.interact(rect, id_of(target), Sense::click());
    let remembered = exports::remembered(scene, target.id());
    if ui.is_rect_visible(rect) {
        let visuals = ui.style().interact_selectable(&response, selected);
        if selected || response.hovered() {
            ui.painter()
                .rect_filled(rect, theme::ROUNDING, visuals.bg_fill);
        }
        if response.has_focus() {
            ui.painter().rect_stroke(
                rect,
                theme::ROUNDING,
                Stroke::new(1.0, colors.text_strong),
                egui::StrokeKind::Inside,
            );
        }
        let color = if selected {
            colors.text_strong
        } else {
            colors.text
        };
        let position = rect.left_center() + vec2(8.0, 0.0);
        ui.painter().text(
            position,
            Align2::LEFT_CENTER,
            target.label(),
            FontId::proportional(theme::BODY_SIZE),
            color,
        );
        if let Some(setup) = remembered {
            let color = if selected { color } else { colors.accent };
            stored_mark_ui(ui, rect, setup.on_save, color);
        }
    }
    let description = match remembered {
        Some(setup) if setup.on_save => "Stored in the scene; exported on every save.",
        Some(_) => "Stored in the scene; \"Export again\" repeats it.",
        None => "",
    };
    response
        .widget_info(|| WidgetInfo::selected(Role::RadioButton, true, selected, target.label()));
    ui.ctx()
        .accesskit_node_builder(response.id, |node| node.set_description(description));
    response.on_hover_ui(|ui| {
        theme::tooltip_ui(
            ui,
            target.label(),
            if description.is_empty() {
                target.description()
            } else {
                description
            },
            "",
        )
    })
}

fn stored_mark_ui(ui: &Ui, row: Rect, on_save: bool, color: Color32) {
    let (icon, label) = if on_save {
        (icons::ICON_SYNC, "on save ")
    } else {
        (icons::ICON_BOOKMARK, "")
    };
    let text = format!("{label}{}", icon.codepoint);
    let right = row.right_center() - vec2(8.0, 0.0);
    ui.painter().text(
        right,
        Align2::RIGHT_CENTER,
        text,
        FontId::proportional(theme::SMALL_SIZE),
        color,
    );
}
