//! The transitions of a state: where each leads, and when it is taken.

use crate::editor::inspector::field::{self, Changed};
use crate::editor::inspector::states::terms;
use crate::editor::theme;
use egui::{RichText, Ui};
use egui_material_icons::icons;
use steerwright_authoring::words::term;
use steerwright_runtime::scene::{StateId, Term, Transition};

/// The most transitions of a state.
const MOST: usize = 32;

enum Arrange {
    Up,
    Remove,
}

/// Draws the transitions of the `edited` state, the first of which that holds is taken.
pub(super) fn transitions_ui(
    ui: &mut Ui,
    transitions: &mut Vec<Transition>,
    states: &[(StateId, String)],
    edited: &mut StateId,
    unit: &str,
) -> Changed {
    let mut changed = None;
    let mut arranged = None;
    let text = if transitions.is_empty() {
        "Agents stay in this state."
    } else {
        "The first one that holds is taken."
    };
    ui.label(
        RichText::new(text)
            .small()
            .color(theme::colors(ui).text_weak),
    );
    for (index, transition) in transitions.iter_mut().enumerate() {
        ui.push_id(("transition", index), |ui| {
            ui.separator();
            if let Some(arrange) = heading_ui(ui, transition, states, index, edited, &mut changed) {
                arranged = Some((index, arrange));
            }
            if transition.terms.len() > 1 {
                let options = [
                    (false, "All hold", "All conditions must hold."),
                    (true, "Any holds", "One condition is enough."),
                ];
                let help = "How the conditions are combined.";
                let any = field::choice_ui(ui, "When", help, &mut transition.any, &options);
                changed = changed.take().or(any);
            }
            let edited = terms::terms_ui(ui, &mut transition.terms, unit);
            changed = changed.take().or(edited);
        });
    }
    if let Some((index, arrange)) = arranged {
        changed = Some(match arrange {
            Arrange::Up => {
                transitions.swap(index, index - 1);
                "Reorder transitions".into()
            }
            Arrange::Remove => {
                transitions.remove(index);
                "Remove transition".into()
            }
        });
    }
    changed.or(add_ui(ui, transitions, states, *edited))
}

/// Draws the state that a transition leads to, and buttons to move it up or remove it.
fn heading_ui(
    ui: &mut Ui,
    transition: &mut Transition,
    states: &[(StateId, String)],
    index: usize,
    edited: &mut StateId,
    changed: &mut Changed,
) -> Option<Arrange> {
    let options: Vec<(StateId, &str, &str)> = states
        .iter()
        .map(|(id, name)| (*id, name.as_str(), ""))
        .collect();
    let label = format!("{}. To", index + 1);
    let help = "The state that the agent enters.";
    let chosen = field::choice_ui(ui, &label, help, &mut transition.to, &options);
    *changed = changed
        .take()
        .or(chosen.map(|_| "Set state of transition".into()));
    ui.horizontal(|ui| {
        let go = ui.small_button("Edit that state");
        if go.on_hover_text("Shows the state in this panel.").clicked() {
            *edited = transition.to;
        }
        theme::right_ui(ui, |ui| {
            let button = |ui: &mut Ui, icon, label: String, tooltip: &str| {
                theme::icon_button(ui, icon, &label, tooltip, "", false).clicked()
            };
            let number = index + 1;
            let removed = button(
                ui,
                icons::ICON_CLOSE,
                format!("Remove transition {number}"),
                "Removes this transition.",
            );
            let raised = index > 0
                && button(
                    ui,
                    icons::ICON_ARROW_UPWARD,
                    format!("Move transition {number} up"),
                    "Looks at this transition before the previous one.",
                );
            if removed {
                Some(Arrange::Remove)
            } else {
                raised.then_some(Arrange::Up)
            }
        })
    })
    .inner
}

/// Draws a menu that adds a transition to another state.
fn add_ui(
    ui: &mut Ui,
    transitions: &mut Vec<Transition>,
    states: &[(StateId, String)],
    edited: StateId,
) -> Changed {
    let mut changed = None;
    if transitions.len() >= MOST || states.len() < 2 {
        return None;
    }
    ui.menu_button(
        format!("{} Add transition", icons::ICON_ADD.codepoint),
        |ui| {
            for (id, name) in states.iter().filter(|(id, _)| *id != edited) {
                let help = "Adds a transition to this state, taken when the agent sees someone.";
                if ui.button(name).on_hover_text(help).clicked() {
                    transitions.push(Transition {
                        to: *id,
                        any: false,
                        terms: vec![first_term()],
                    });
                    changed = Some("Add transition".into());
                    ui.close();
                }
            }
        },
    );
    changed
}

fn first_term() -> Term {
    let [term, ..] = term::all();
    term
}
