//! An agent: where it starts, what it is bound to, and below it the preset it moves by.

use crate::editor::inspector::field;
use crate::editor::inspector::field::{Changed, note};
use crate::editor::inspector::preset;
use crate::editor::theme;
use egui::Ui;
use steerwright_authoring::{Command, Session};
use steerwright_format::parameter::MAX_COORDINATE;
use steerwright_runtime::scene::{Agent, AgentId, MarkerKind, Role, Scatter, Scene, Target};

/// Draws the card of an agent and those of its preset.
pub fn agent_ui(ui: &mut Ui, session: &mut Session, id: AgentId, commands: &mut Vec<Command>) {
    let Some(mut agent) = session.scene.agent(id).cloned() else {
        return;
    };
    let scene = &session.scene;
    let movable = !agent.outline.is_out_of_reach(scene);
    let changed = theme::card_ui(ui, "Agent", |ui| {
        let mut changed = field::text_ui(ui, "Name", &mut agent.name);
        let presets: Vec<_> = scene
            .presets
            .iter()
            .map(|p| (p.id, p.name.as_str(), p.description.as_str()))
            .collect();
        changed = changed.or(field::choice_ui(
            ui,
            "Preset",
            "How it moves.",
            &mut agent.preset,
            &presets,
        ));
        changed = changed.or(bindings_ui(ui, scene, &mut agent));
        changed.or(start_ui(ui, &scene.unit, movable, &mut agent))
    });
    let preset = agent.preset;
    if changed.is_some() {
        if let Some(own) = session.scene.agent_mut(id) {
            *own = agent;
        }
        note(session, changed);
    }
    preset::preset_ui(ui, session, preset, commands);
}

/// What the preset needs the agent to be bound to.
fn bindings_ui(ui: &mut Ui, scene: &Scene, agent: &mut Agent) -> Changed {
    let roles = scene
        .preset(agent.preset)
        .map(steerwright_runtime::scene::Preset::roles)
        .unwrap_or_default();
    roles.into_iter().fold(None, |changed: Changed, role| {
        changed.or(match role {
            Role::Path => {
                let mut options = vec![(None, "None", "Walks nowhere.")];
                options.extend(
                    scene
                        .paths
                        .iter()
                        .map(|path| (Some(path.id), path.name.as_str(), "")),
                );
                field::choice_ui(ui, "Path", "The path it walks.", &mut agent.path, &options)
            }
            Role::Leader => {
                let mut options = vec![(None, "None", "Follows no one.")];
                let others = scene.agents.iter().filter(|other| other.id != agent.id);
                options.extend(others.map(|other| (Some(other.id), other.name.as_str(), "")));
                field::choice_ui(
                    ui,
                    "Leader",
                    "Whom it follows.",
                    &mut agent.leader,
                    &options,
                )
            }
            Role::Target => {
                let options = targets(scene, agent, MarkerKind::Target);
                field::choice_ui(
                    ui,
                    "Target",
                    "What it goes for.",
                    &mut agent.target,
                    &options,
                )
            }
            Role::Danger => {
                let options = targets(scene, agent, MarkerKind::Danger);
                field::choice_ui(
                    ui,
                    "Danger",
                    "What it runs from.",
                    &mut agent.danger,
                    &options,
                )
            }
        })
    })
}

/// What can be gone for or run from: markers of the right kind first, then the others, agents, the pointer.
fn targets<'a>(
    scene: &'a Scene,
    agent: &Agent,
    kind: MarkerKind,
) -> Vec<(Option<Target>, &'a str, &'a str)> {
    let mut options = vec![
        (None, "None", "Nothing."),
        (
            Some(Target::Pointer),
            "The pointer",
            "Follows the mouse over the canvas while it runs.",
        ),
    ];
    let marker = |right: bool| {
        let of_kind = scene
            .markers
            .iter()
            .filter(move |marker| (marker.kind == kind) == right);
        of_kind.map(|marker| {
            (
                Some(Target::Marker(marker.id)),
                marker.name.as_str(),
                "A marker.",
            )
        })
    };
    options.extend(marker(true));
    options.extend(marker(false));
    let others = scene.agents.iter().filter(|other| other.id != agent.id);
    options.extend(others.map(|other| {
        (
            Some(Target::Agent(other.id)),
            other.name.as_str(),
            "An agent.",
        )
    }));
    options
}

fn start_ui(ui: &mut Ui, unit: &str, movable: bool, agent: &mut Agent) -> Changed {
    let place = (&mut agent.x, &mut agent.y);
    let mut changed = field::place_ui(ui, movable, "Starts at", place, &format!(" {unit}"));
    let velocity = (&mut agent.vx, &mut agent.vy);
    changed = changed.or(field::pair_ui(
        ui,
        "Start velocity",
        "How it moves at time 0.",
        velocity,
        1e6,
        &format!(" {unit}/s"),
    ));
    let scattered = field::row_ui(
        ui,
        "Random start",
        "Starts at a random distance from its place, drawn from its own stream.",
        |ui, id| {
            let mut on = agent.scatter.is_some();
            let toggled = ui.checkbox(&mut on, "").labelled_by(id).changed();
            if toggled {
                agent.scatter = on.then_some(Scatter { min: 2.0, max: 5.0 });
            }
            toggled
        },
    );
    changed = changed.or(scattered.then(|| "Set random start".into()));
    if let Some(scatter) = &mut agent.scatter {
        let suffix = format!(" {unit}");
        changed = changed.or(field::number_ui(
            ui,
            "No nearer than",
            "",
            &mut scatter.min,
            (0.0, scatter.max),
            &suffix,
        ));
        changed = changed.or(field::number_ui(
            ui,
            "No further than",
            "",
            &mut scatter.max,
            (scatter.min, MAX_COORDINATE),
            &suffix,
        ));
    }
    changed
}
