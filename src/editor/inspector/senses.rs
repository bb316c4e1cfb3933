//! The inspector of what the agents of a preset watch and hear, how alert they become, and the
//! noise that they make.

use crate::editor::inspector::card::card_ui;
use crate::editor::inspector::field::{self, Changed};
use crate::editor::theme;
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{PopupCloseBehavior, RichText, TextEdit, Ui};
use egui_material_icons::icons;
use std::collections::BTreeSet;
use steerwright_runtime::parameter;
use steerwright_runtime::scene::{Alert, Hearing, Preset, Scene};
use steerwright_runtime::steering::Noise;

/// The most teams that are watched.
const MOST: usize = 16;

/// Draws the cards of the senses of a preset besides sight.
pub(super) fn senses_ui(ui: &mut Ui, scene: &Scene, preset: &mut Preset, unit: &str) -> Changed {
    let watched = card_ui(ui, "Watches", |ui| {
        watches_ui(ui, scene, &mut preset.watches)
    });
    let heard = card_ui(ui, "Hearing", |ui| {
        let help = "Its agents hear noises of the game and of those they watch.";
        let changed = switch_ui(ui, help, "hearing", &mut preset.hearing, Hearing::default);
        let Some(hearing) = &mut preset.hearing else {
            return changed;
        };
        let table = parameter::HEARING;
        changed.or(field::parameters_ui(ui, table, hearing, unit))
    });
    let alerted = card_ui(ui, "Alert meter", |ui| {
        let help =
            "A meter from 0 to 1 rises while its agents see someone, and falls while they do not.";
        let changed = switch_ui(ui, help, "alert meter", &mut preset.alert, Alert::default);
        let Some(alert) = &mut preset.alert else {
            return changed;
        };
        let table = parameter::ALERT;
        changed.or(field::parameters_ui(ui, table, alert, unit))
    });
    let loud = card_ui(ui, "Noise", |ui| {
        let help = "Its agents can be heard while they are fast.";
        let noise = &mut preset.body.noise;
        let changed = switch_ui(ui, help, "noise", noise, Noise::default);
        let Some(noise) = noise else {
            return changed;
        };
        let table = parameter::NOISE;
        changed.or(field::parameters_ui(ui, table, noise, unit))
    });
    watched.or(heard).or(alerted).or(loud)
}

/// Draws a switch for a part of a preset that can be absent.
fn switch_ui<T>(
    ui: &mut Ui,
    help: &str,
    name: &str,
    part: &mut Option<T>,
    first: impl FnOnce() -> T,
) -> Changed {
    let toggled = field::row_ui(ui, "Enabled", help, |ui, id| {
        let mut on = part.is_some();
        let toggled = theme::checkbox_ui(ui, &mut on, "")
            .labelled_by(id)
            .changed();
        if toggled {
            *part = on.then(first);
        }
        toggled
    });
    if part.is_none() {
        ui.label(RichText::new(help).color(theme::colors(ui).text_weak));
    }
    toggled.then(|| format!("Set {name}"))
}

/// All teams of the scene, in order of their names.
pub(super) fn teams(scene: &Scene) -> BTreeSet<String> {
    let agents = scene.agents.iter().filter_map(|agent| agent.team.clone());
    let spawned = scene
        .spawners
        .iter()
        .filter_map(|spawner| spawner.team.clone());
    let watched = scene
        .presets
        .iter()
        .flat_map(|preset| preset.watches.clone());
    agents.chain(spawned).chain(watched).collect()
}

fn watches_ui(ui: &mut Ui, scene: &Scene, watches: &mut Vec<String>) -> Changed {
    let mut changed = None;
    let text = if watches.is_empty() {
        "Its agents watch their target alone. Choose teams to watch everyone in them."
    } else {
        "Its agents see, hear and touch everyone in these teams:"
    };
    ui.label(RichText::new(text).color(theme::colors(ui).text_weak));
    let mut removed = None;
    for (index, team) in watches.iter().enumerate() {
        ui.horizontal(|ui| {
            ui.label(team);
            theme::right_ui(ui, |ui| {
                let label = format!("Stop watching {team}");
                if theme::icon_button(ui, icons::ICON_CLOSE, &label, "", "", false).clicked() {
                    removed = Some(index);
                }
            });
        });
    }
    if let Some(index) = removed {
        watches.remove(index);
        changed = Some("Set watched teams".into());
    }
    if watches.len() < MOST {
        let label = format!("{} Watch team", icons::ICON_ADD.codepoint);
        team_menu(label).ui(ui, |ui| {
            for team in teams(scene).iter().filter(|team| !watches.contains(team)) {
                if ui.button(team).clicked() {
                    watches.push(team.clone());
                    changed = Some("Set watched teams".into());
                    ui.close();
                    return;
                }
            }
            if let Some(team) = new_team_ui(ui)
                && !watches.contains(&team)
            {
                watches.push(team);
                changed = Some("Set watched teams".into());
                ui.close();
            }
        });
    }
    changed
}

/// A menu of teams. A click into its field for a new team leaves it open.
fn team_menu(label: String) -> MenuButton<'static> {
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    MenuButton::new(label).config(config)
}

/// A field for the name of a new team. Returns the name when Enter is pressed.
fn new_team_ui(ui: &mut Ui) -> Option<String> {
    let memory = ui.scope_id().with("new team");
    let mut text = ui
        .data(|data| data.get_temp::<String>(memory))
        .unwrap_or_default();
    let label = ui.label("New team").id;
    let edit = TextEdit::singleline(&mut text).desired_width(140.0);
    let response = ui.add(edit).labelled_by(label);
    let entered = response.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
    if entered && !text.trim().is_empty() {
        ui.data_mut(|data| data.remove::<String>(memory));
        return Some(text.trim().to_owned());
    }
    ui.data_mut(|data| data.insert_temp(memory, text));
    None
}

/// Draws the team of an agent or a spawner.
pub(super) fn team_ui(ui: &mut Ui, scene: &Scene, team: &mut Option<String>) -> Changed {
    let help = "Guards whose presets watch this team sense the agent.";
    field::row_ui(ui, "Team", help, |ui, id| {
        let mut changed = None;
        let shown = team.clone().unwrap_or_else(|| "None".to_owned());
        let (menu, _) = team_menu(shown).ui(ui, |ui| {
            if ui.selectable_label(team.is_none(), "None").clicked() {
                *team = None;
                changed = Some("Set team".into());
                ui.close();
            }
            for other in teams(scene) {
                let is_it = team.as_ref() == Some(&other);
                if ui.selectable_label(is_it, &other).clicked() {
                    *team = Some(other);
                    changed = Some("Set team".into());
                    ui.close();
                }
            }
            if let Some(new) = new_team_ui(ui) {
                *team = Some(new);
                changed = Some("Set team".into());
                ui.close();
            }
        });
        menu.labelled_by(id).on_hover_text(help);
        changed
    })
}
