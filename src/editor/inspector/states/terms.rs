//! The conditions of a transition.

use crate::editor::inspector::field::Changed;
use crate::editor::inspector::{field, goal, name_field};
use crate::editor::theme;
use crate::editor::widgets::drop_down::{drop_down_ui, entry_ui};
use crate::editor::widgets::expression_field::number_field;
use egui::{ComboBox, RichText, Ui};
use egui_material_icons::icons;
use std::mem::discriminant;
use steerwright_authoring::words::term;
use steerwright_runtime::parameter;
use steerwright_runtime::scene::Term;

/// The most conditions of a transition.
const MOST: usize = 16;

/// Draws the conditions of a transition, and a menu that adds one.
pub(super) fn terms_ui(ui: &mut Ui, terms: &mut Vec<Term>, unit: &str) -> Changed {
    let mut changed: Changed = None;
    let mut removed = None;
    for (index, term) in terms.iter_mut().enumerate() {
        ui.push_id(("condition", index), |ui| {
            ui.horizontal(|ui| {
                let beside = if has_number_beside(term) { 100.0 } else { 34.0 };
                let room = (ui.available_width() - beside).min(190.0);
                changed = changed.take().or(kind_ui(ui, term, index, room));
                if has_number_beside(term) {
                    changed = changed.take().or(values_ui(ui, term, unit));
                }
                theme::right_ui(ui, |ui| {
                    let label = format!("Remove condition {}", index + 1);
                    let icon = icons::ICON_CLOSE;
                    if theme::icon_button(ui, icon, &label, "", "", false).clicked() {
                        removed = Some(index);
                    }
                });
            });
            if has_values_below(term) {
                ui.indent("values", |ui| {
                    changed = changed.take().or(values_ui(ui, term, unit));
                });
            }
        });
    }
    if let Some(index) = removed {
        terms.remove(index);
        changed = Some("Remove condition".into());
    }
    if terms.is_empty() {
        let text = "Without a condition, it is taken after one tick.";
        ui.label(
            RichText::new(text)
                .small()
                .color(theme::colors(ui).text_weak),
        );
    }
    if terms.len() < MOST {
        ui.menu_button(
            format!("{} Add condition", icons::ICON_ADD.codepoint),
            |ui| {
                for term in term::all() {
                    let button = ui.button(term::label(&term));
                    if button.on_hover_text(term::help(&term)).clicked() {
                        terms.push(term);
                        changed = Some("Add condition".into());
                        ui.close();
                    }
                }
            },
        );
    }
    changed
}

/// Whether a condition has one number, which is beside its kind.
fn has_number_beside(term: &Term) -> bool {
    matches!(
        term,
        Term::SeesNotFor { .. } | Term::MeterAtLeast { .. } | Term::MeterAtMost { .. }
    )
}

/// Whether a condition has values that need rows of their own.
fn has_values_below(term: &Term) -> bool {
    matches!(
        term,
        Term::For { .. } | Term::Near { .. } | Term::Event { .. }
    )
}

/// Draws the kind of a condition.
fn kind_ui(ui: &mut Ui, term: &mut Term, index: usize, width: f32) -> Changed {
    let mut chosen = None;
    let combo = ComboBox::from_id_salt("kind")
        .selected_text(term::label(term))
        .width(width)
        .truncate();
    let list = drop_down_ui(ui, combo, |ui| {
        for other in term::all() {
            let is_it = discriminant(&other) == discriminant(term);
            let entry = entry_ui(ui, is_it, term::label(&other));
            if entry.on_hover_text(term::help(&other)).clicked() && !is_it {
                chosen = Some(other);
            }
        }
    });
    let label = format!("Condition {}", index + 1);
    list.response
        .widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, &label));
    list.response.on_hover_text(term::help(term));
    chosen.map(|other| {
        *term = other;
        "Set condition".to_owned()
    })
}

/// Draws the numbers of a condition.
fn values_ui(ui: &mut Ui, term: &mut Term, unit: &str) -> Changed {
    let table = parameter::of_term(term);
    let range = |key| field::range_of(table, key);
    let number = |ui: &mut Ui, name: &str, value: &mut f64, range: (f64, f64), suffix: &str| {
        let field = number_field(ui, value, suffix)
            .speed(0.02)
            .range(range.0..=range.1)
            .max_decimals(3);
        let response = ui.add(field);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, name));
        response.changed()
    };
    let set = match term {
        Term::SeesNotFor { seconds } => number(ui, "Time", seconds, range("seconds"), " s"),
        Term::MeterAtLeast { meter } | Term::MeterAtMost { meter } => {
            number(ui, "Alert", meter, range("meter"), "")
        }
        Term::For { min, max } => {
            ui.horizontal(|ui| {
                let shortest = number(ui, "Shortest time", min, range("min"), " s");
                ui.label("to");
                let longest = number(ui, "Longest time", max, range("max"), " s");
                if shortest {
                    *max = max.max(*min);
                } else if longest {
                    *min = min.min(*max);
                }
                shortest || longest
            })
            .inner
        }
        Term::Near { goal, radius } => {
            let chosen = goal::goal_ui(ui, goal, "Target");
            let suffix = format!(" {unit}");
            let set = ui
                .horizontal(|ui| {
                    ui.label("within");
                    number(ui, "Radius", radius, range("radius"), &suffix)
                })
                .inner;
            chosen.is_some() || set
        }
        Term::Event { name } => {
            return name_field::name_ui(ui, "Event", "The name of the event.", name);
        }
        _ => false,
    };
    set.then(|| "Set condition".into())
}
