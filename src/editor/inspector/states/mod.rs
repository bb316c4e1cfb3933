//! The states of a preset: a diagram, and the rules of the state that is edited.

mod diagram;
mod enter;

pub(super) use enter::door_ui;
mod terms;
mod transitions;

use crate::editor::inspector::card::{card_ui, titled_card_ui};
use crate::editor::inspector::field::{self, Changed, Optional};
use crate::editor::theme;
use egui::{Align, Response, RichText, Role, Ui, WidgetInfo};
use egui_material_icons::{MaterialIcon, icons};
use steerwright_authoring::presets::states::{self, StateMut};
use steerwright_runtime::parameter;
use steerwright_runtime::scene::{Preset, Scene, StateId};

/// Draws the card with the states of a preset. `edited` is the one that the other cards show;
/// `running` are those that the selected agents are in.
pub(super) fn states_ui(
    ui: &mut Ui,
    preset: &mut Preset,
    edited: &mut StateId,
    running: &[StateId],
    unit: &str,
) -> Changed {
    card_ui(ui, "States", |ui| {
        let mut changed = None;
        let was_only = preset.states.is_empty();
        // With the second state, the card moves up.
        let moved = egui::Id::unique("moved states");
        if ui.data_mut(|data| data.remove_temp::<()>(moved)).is_some() {
            ui.scroll_to_cursor(Some(Align::TOP));
        }
        if preset.states.is_empty() {
            let text = "One state: agents do the same all the time. Add states for guards that notice, chase and search.";
            ui.label(RichText::new(text).color(theme::colors(ui).text_weak));
        } else if let Some(clicked) = diagram::diagram_ui(ui, preset, *edited, running, unit) {
            *edited = clicked;
        }
        ui.horizontal(|ui| {
            let label = format!("{} Add state", icons::ICON_ADD.codepoint);
            let help = "Adds a state in which agents stand still, until it has behaviors.";
            if ui.button(label).on_hover_text(help).clicked() {
                *edited = states::add(preset);
                changed = Some("Add state".into());
            }
            let help = "Adds a copy of the state that is edited.";
            let icon = icons::ICON_CONTENT_COPY;
            if icon_button(ui, icon, "Duplicate", help).clicked() {
                *edited = states::duplicate(preset, *edited);
                changed = Some("Duplicate state".into());
            }
            if preset.states.is_empty() {
                return;
            }
            let is_first = preset.state.id == *edited;
            let help = "Agents start in this state.";
            let start = ui.add_enabled(!is_first, egui::Button::new("Start here"));
            if start.on_hover_text(help).clicked() {
                states::make_first(preset, *edited);
                changed = Some("Set first state".into());
            }
            let help = "Removes the state, and the transitions to it.";
            let icon = icons::ICON_DELETE;
            let remove = icon_button(ui, icon, "Remove", help);
            if remove.clicked() && states::remove(preset, *edited) {
                *edited = preset.state.id;
                changed = Some("Remove state".into());
            }
        });
        if was_only && !preset.states.is_empty() {
            ui.data_mut(|data| data.insert_temp(moved, ()));
        }
        changed
    })
}

/// A button as high as those beside it, so that all have room in one row.
fn icon_button(ui: &mut Ui, icon: MaterialIcon, label: &str, help: &str) -> Response {
    let response = ui.button(theme::icon_text(icon, theme::BODY_SIZE));
    let is_enabled = response.enabled();
    response.widget_info(|| WidgetInfo::labeled(Role::Button, is_enabled, label));
    response.on_hover_text(format!("{label}: {help}"))
}

/// Draws the name, color and limits of a state, what agents do when they enter it, and when they
/// leave it.
pub(super) fn state_ui(
    ui: &mut Ui,
    scene: &Scene,
    preset: &mut Preset,
    edited: &mut StateId,
    unit: &str,
) -> Changed {
    let others: Vec<(StateId, String)> = preset
        .all_states()
        .map(|state| (state.rules.id, states::name_of(preset, state.rules)))
        .collect();
    let title = others
        .iter()
        .find(|(id, _)| id == edited)
        .map_or_else(String::new, |(_, name)| format!("State · {name}"));
    let default_color = preset.color;
    let body = preset.body;
    let StateMut { rules, .. } = states::state_mut(preset, *edited);
    let mut changed = titled_card_ui(ui, "State", &title, |ui| {
        let mut changed = field::text_ui(ui, "Name", &mut rules.name);
        let color = theme::color32(default_color);
        let help = "The color of agents in this state.";
        changed = changed.or(crate::editor::inspector::path::color_ui(
            ui,
            &mut rules.color,
            color,
            help,
        ));
        let suffix = format!(" {unit}/s");
        let speed = Optional {
            name: "Max speed",
            help: "The highest speed in this state.",
            unset: "as the body",
            inherits: true,
            first: body.max_speed,
            range: field::range_of(parameter::STATE, "max_speed"),
            suffix: &suffix,
            decimals: 3,
            slider: None,
        };
        changed = changed.or(field::optional_ui(ui, &speed, &mut rules.max_speed));
        let suffix = format!(" {unit}/s²");
        let force = Optional {
            name: "Max force",
            help: "The largest steering force in this state.",
            first: body.max_force,
            range: field::range_of(parameter::STATE, "max_force"),
            suffix: &suffix,
            decimals: 3,
            slider: None,
            ..speed
        };
        changed.or(field::optional_ui(ui, &force, &mut rules.max_force))
    });
    changed = changed.or(card_ui(ui, "When it enters the state", |ui| {
        enter::enter_ui(ui, scene, &mut rules.enter, unit)
    }));
    changed.or(card_ui(ui, "Transitions", |ui| {
        transitions::transitions_ui(ui, &mut rules.transitions, &others, edited, unit)
    }))
}
