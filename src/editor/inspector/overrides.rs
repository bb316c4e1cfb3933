//! What a variant of a preset overrides, and reverting it.

use crate::editor::inspector::card::titled_card_ui;
use crate::editor::theme;
use egui::{Button, RichText, Ui};
use egui_material_icons::icons;
use steerwright_authoring::edit::naming;
use steerwright_authoring::presets::comparison::value_text;
use steerwright_authoring::presets::variants::{self, Difference};
use steerwright_authoring::{Item, Session};
use steerwright_runtime::parameter::{self, ParameterTable, Presentation, Unit};
use steerwright_runtime::scene::{Behavior, Preset, PresetId};

/// Gives the selected agent a variant of its preset.
pub fn give_variant(session: &mut Session) {
    if let Some(Item::Agent(agent)) = session.selection.primary()
        && variants::give_variant(&mut session.scene, agent).is_some()
    {
        session.name_step("Override preset");
    }
}

/// What ends a variant.
enum End {
    /// Its agents use its base again.
    UseBase,
    /// It becomes an independent preset.
    Keep,
}

/// If the preset is a variant, draws the card of what it overrides. `users` is the number of its
/// agents.
pub fn overrides_ui(ui: &mut Ui, session: &mut Session, id: PresetId, users: usize) {
    let Some(base) = variants::base_of(&session.scene, id).cloned() else {
        return;
    };
    let Some(variant) = session.scene.preset(id).cloned() else {
        return;
    };
    let differences = variants::differences(&session.scene, id);
    let mut reverted = None;
    let mut ended = None;
    titled_card_ui(ui, "Variant", &format!("Variant of {}", base.name), |ui| {
        let weak = theme::colors(ui).text_weak;
        if differences.is_empty() {
            let text = "Nothing is overridden yet. Change a value below.";
            ui.label(RichText::new(text).color(weak));
        }
        for difference in &differences {
            if difference_ui(ui, &base, &variant, difference, &session.scene.unit) {
                reverted = Some(difference.clone());
            }
        }
        ui.horizontal_wrapped(|ui| {
            let agents = if users == 1 {
                "its agent uses"
            } else {
                "its agents use"
            };
            let all = match differences.len() {
                0 => String::new(),
                1 => "Reverts the value above. ".to_owned(),
                count => format!("Reverts all {count} values above. "),
            };
            let tip = format!("{all}Removes the variant: {agents} {} again.", base.name);
            // Each value has a button of its own that reverts it.
            let text = format!("Use {} again", base.name);
            if ui
                .add(Button::new(text).truncate())
                .on_hover_text(tip)
                .clicked()
            {
                ended = Some(End::UseBase);
            }
            let tip = format!(
                "Keeps all values as they are, and no longer follows {}.",
                base.name
            );
            if ui.button("Make independent").on_hover_text(tip).clicked() {
                ended = Some(End::Keep);
            }
        });
    });
    if let Some(difference) = reverted {
        variants::revert(&mut session.scene, id, &difference);
        session.name_step(format!(
            "Revert {}",
            label_of(&base, &difference).to_lowercase()
        ));
    }
    match ended {
        Some(End::UseBase) => {
            variants::remove_variant(&mut session.scene, id);
            session.name_step("Revert all overrides");
        }
        Some(End::Keep) => {
            variants::make_independent(&mut session.scene, id);
            session.name_step("Make preset independent");
        }
        None => {}
    }
}

/// Draws one overridden value. Returns whether it is to be reverted.
fn difference_ui(
    ui: &mut Ui,
    base: &Preset,
    variant: &Preset,
    difference: &Difference,
    length: &str,
) -> bool {
    ui.horizontal(|ui| {
        let colors = theme::colors(ui);
        let label = label_of(base, difference);
        let values = format!(
            "{} instead of {}",
            value_text(&difference.own, unit_of(variant, difference), length),
            value_text(&difference.base, unit_of(base, difference), length),
        );
        let tip = format!("Uses the value of {} again.", base.name);
        let button = format!("Revert {label}");
        let clicked = theme::icon_button(ui, icons::ICON_UNDO, &button, &tip, "", false).clicked();
        ui.add(egui::Label::new(
            RichText::new(label).color(colors.text_strong),
        ));
        ui.add(egui::Label::new(RichText::new(values).color(colors.text_weak)).truncate());
        clicked
    })
    .inner
}

/// The behavior that a difference is in.
fn behavior_of(preset: &Preset, difference: &Difference) -> Option<Behavior> {
    let at = difference
        .place
        .iter()
        .position(|step| step == "behaviors")?;
    let index: usize = difference.place.get(at + 1)?.parse().ok()?;
    Some(preset.motion.behaviors().get(index)?.behavior)
}

/// The label of the value, as in its row of the inspector.
fn label_of(preset: &Preset, difference: &Difference) -> String {
    let Some(key) = difference.place.last() else {
        return "Preset".into();
    };
    if difference.is_property() {
        return key.clone();
    }
    let behavior = behavior_of(preset, difference);
    let label = described(behavior, key)
        .map(|(presentation, _)| presentation.label)
        .or_else(|| Some(parameter::WEIGHT.find(key)?.presentation.label))
        .map_or_else(|| naming::words(key), str::to_owned);
    match behavior {
        Some(behavior) => format!("{}: {}", behavior.description().label, label.to_lowercase()),
        None => label,
    }
}

/// The unit of the value, if it is a number.
fn unit_of(preset: &Preset, difference: &Difference) -> Option<Unit> {
    let key = difference.place.last()?;
    if difference.is_property() {
        return None;
    }
    let (_, unit) = described(behavior_of(preset, difference), key)?;
    Some(unit)
}

/// How a number of a preset, or of this behavior of it, is presented, and its unit.
fn described(behavior: Option<Behavior>, key: &str) -> Option<(Presentation, Unit)> {
    fn find<T>(table: ParameterTable<T>, key: &str) -> Option<(Presentation, Unit)> {
        let parameter = table.find(key)?;
        Some((parameter.presentation, parameter.unit))
    }
    behavior
        .and_then(|behavior| find(behavior.parameters(), key))
        .or_else(|| find(parameter::BODY, key))
        .or_else(|| find(parameter::FACING, key))
        .or_else(|| find(parameter::SIGHT, key))
        .or_else(|| find(parameter::GRID_CHASE, key))
}
