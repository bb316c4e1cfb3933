//! The inspector of a preset: its body, and a card for each of its behaviors.

use crate::editor::checks::verdicts::VerdictCache;
use crate::editor::inspector::card::{card_ui, card_with_buttons_ui};
use crate::editor::inspector::field::{Changed, name_step};
use crate::editor::inspector::motion::{self, Measurement, MotionContext};
use crate::editor::inspector::shown_field::{Part, begin_part};
use crate::editor::inspector::{facing, field, overrides, properties, senses, sight, states};
use crate::editor::theme;
use crate::editor::widgets::color_button::color_button_ui;
use egui::containers::menu::MenuButton;
use egui::{Button, RichText, Role, Ui, WidgetInfo, vec2};
use egui_material_icons::icons;
use steerwright_authoring::command::FileCommand;
use steerwright_authoring::edit;
use steerwright_authoring::presets::states as authoring_states;
use steerwright_authoring::{Command, Item, Session};
use steerwright_runtime::parameter;
use steerwright_runtime::scene::{
    Color, Motion, Preset, PresetId, PropertyItem, StateId, StateView,
};
use steerwright_runtime::steering::{Body, Idle};

/// Draws the cards of a preset: its behaviors first. `above_general` draws other cards, after those
/// that are tuned.
pub fn preset_ui(
    ui: &mut Ui,
    session: &mut Session,
    id: PresetId,
    running: &[StateId],
    verdicts: &mut VerdictCache,
    commands: &mut Vec<Command>,
    above_general: impl FnOnce(&mut Ui, &mut Session, &mut Vec<Command>),
) {
    let unit = session.scene.unit.clone();
    let users = session
        .scene
        .agents
        .iter()
        .filter(|agent| agent.preset == id)
        .count();
    let Some(name) = session.scene.preset(id).map(|preset| preset.name.clone()) else {
        return;
    };
    let title = RichText::new(format!("Preset · {name}"))
        .heading()
        .color(theme::colors(ui).text_strong);
    ui.add(egui::Label::new(title).truncate());
    let own_copy = own_copy_ui(ui, session, users);
    overrides::overrides_ui(ui, session, id, users);
    let Some(mut preset) = session.scene.preset(id).cloned() else {
        return;
    };
    let mut state = session.edited_state_of(&preset);
    let has_states = !preset.states.is_empty();
    let mut changed = None;
    if has_states {
        changed = states::states_ui(ui, &mut preset, &mut state, running, &unit);
    }
    begin_part(ui, Part::Other);
    let only = authoring_states::as_only(&preset, state);
    let context = MotionContext {
        body: &only.body,
        unit: &unit,
        has_goals: authoring_states::is_guard(&preset),
        has_walls: !session.scene.walls.is_empty() || !session.scene.cells.blocked.is_empty(),
    };
    let mut measurement = Measurement {
        cache: verdicts,
        session,
        preset: preset.clone(),
        state,
    };
    // First what is tuned most often.
    let edited = authoring_states::state_mut(&mut preset, state);
    changed = changed.or(motion::motion_ui(
        ui,
        edited.motion,
        context,
        &mut measurement,
    ));
    if has_states {
        let scene = &session.scene;
        changed = changed.or(states::state_ui(ui, scene, &mut preset, &mut state, &unit));
    }
    let is_steered = |state: StateView<'_>| matches!(state.motion, Motion::Steered(_));
    if preset.all_states().any(is_steered) {
        changed = changed.or(card_ui(ui, "Body", |ui| {
            body_ui(ui, &mut preset.body, &unit)
        }));
    }
    above_general(ui, session, commands);
    changed = changed.or(general_ui(ui, &mut preset, commands));
    let edited = authoring_states::state_mut(&mut preset, state);
    changed = changed.or(facing::facing_ui(ui, edited.facing, &unit));
    changed = changed.or(sight::sight_ui(ui, &mut preset.sight, &unit));
    changed = changed.or(senses::senses_ui(ui, &session.scene, &mut preset, &unit));
    if !has_states {
        // Of no concern to those who tune a behavior.
        let list = states::states_ui(ui, &mut preset, &mut state, running, &unit);
        changed = changed.or(list);
    }
    session.edited_state = Some((id, state));
    if changed.is_some() {
        if let Some(stored) = session.scene.preset_mut(id) {
            *stored = preset;
        }
        name_step(session, changed);
    }
    let items = [PropertyItem::Preset(id)];
    // The card of the selected agent offers to declare one.
    let is_selected = session.selection.contains(Item::Preset(id));
    if is_selected || properties::has_any(session, &items) {
        let title = "Custom properties of the preset";
        properties::properties_ui(ui, session, title, &items, commands);
    }
    match own_copy {
        Some(Copy::Unique) => give_own_copy(session, id),
        Some(Copy::Variant) => overrides::give_variant(session),
        None => {}
    }
}

/// What the selected agent gets instead of a preset that it shares.
enum Copy {
    Unique,
    Variant,
}

/// If several agents share a preset, one of them can get a copy or a variant.
fn own_copy_ui(ui: &mut Ui, session: &Session, users: usize) -> Option<Copy> {
    if users < 2 || !matches!(session.selection.primary(), Some(Item::Agent(_))) {
        return None;
    }
    let unique = "Gives the selected agent its own copy of the preset.";
    let variant = "Gives the selected agent a variant of the preset: what you change there applies to this agent only, and everything else follows the preset.";
    let (variant, unique) = ui
        .horizontal_wrapped(|ui| {
            let text = RichText::new(format!("Shared by {users}"));
            ui.label(text.color(theme::colors(ui).text_weak));
            (
                ui.button("Override").on_hover_text(variant).clicked(),
                ui.button("Make unique").on_hover_text(unique).clicked(),
            )
        })
        .inner;
    match (unique, variant) {
        (true, _) => Some(Copy::Unique),
        (false, true) => Some(Copy::Variant),
        (false, false) => None,
    }
}

fn give_own_copy(session: &mut Session, id: PresetId) {
    if let Some(Item::Agent(agent)) = session.selection.primary()
        && let Some(copy) = edit::duplicate_preset(&mut session.scene, id)
    {
        if let Some(agent) = session.scene.agent_mut(agent) {
            agent.preset = copy;
        }
        session.name_step("Make preset unique");
    }
}

/// The card of what is seldom changed, with a menu of the commands that save and load presets.
fn general_ui(ui: &mut Ui, preset: &mut Preset, commands: &mut Vec<Command>) -> Changed {
    let name = "General";
    let menu = |ui: &mut Ui| menu_ui(ui, commands);
    card_with_buttons_ui(ui, name, name, menu, |ui| {
        let mut changed = field::text_ui(ui, "Name", &mut preset.name);
        changed = changed.or(field::multiline_ui(
            ui,
            "Description",
            &mut preset.description,
        ));
        let recolored = field::row_ui(ui, "Color", "The color of its agents.", |ui, id| {
            let changed = color_button_ui(ui, &mut preset.color.0)
                .labelled_by(id)
                .changed();
            let text = RichText::new(Color::to_string(&preset.color));
            ui.label(text.color(theme::colors(ui).text_weak));
            changed
        });
        changed = changed.or(recolored.then(|| "Set color".into()));
        if !preset.states.is_empty() {
            return changed;
        }
        changed.or(motion::kind_ui(ui, &mut preset.motion))
    })
}

fn menu_ui(ui: &mut Ui, commands: &mut Vec<Command>) {
    let icon = theme::icon_text(icons::ICON_MORE_HORIZ, 18.0);
    let button = Button::new(icon).min_size(vec2(28.0, 22.0));
    let (response, _) = MenuButton::from_button(button).ui(ui, |ui| {
        for command in [
            Command::File(FileCommand::SavePreset),
            Command::File(FileCommand::AddToLibrary),
            Command::File(FileCommand::LoadPreset),
        ] {
            let entry = ui.button(command.label());
            if entry.on_hover_text(command.tooltip()).clicked() {
                commands.push(command);
            }
        }
    });
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Save or load the preset"));
    response.on_hover_text("Saves the preset, adds it to the library, or loads another.");
}

fn body_ui(ui: &mut Ui, body: &mut Body, unit: &str) -> Changed {
    begin_part(ui, Part::Body);
    let changed = field::parameters_ui(ui, parameter::BODY, body, unit);
    let options = [
        (Idle::Brake, "Brake", "Brakes to a stop."),
        (Idle::Coast, "Coast", "Keeps its velocity."),
    ];
    changed.or(field::choice_ui(
        ui,
        "Idle",
        "What the agent does while no behavior has an effect, for example while its danger is out of range.",
        &mut body.idle,
        &options,
    ))
}
