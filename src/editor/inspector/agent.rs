//! The inspector of an agent and its preset.

use crate::editor::checks::verdicts::VerdictCache;
use crate::editor::inspector::card::card_ui;
use crate::editor::inspector::field;
use crate::editor::inspector::field::{Changed, Optional, name_step};
use crate::editor::inspector::shown_field::{Part, begin_part};
use crate::editor::inspector::{InspectorInput, preset, properties, senses, tracks};
use crate::editor::preset_chooser::PresetSources;
use crate::editor::theme;
use egui::Ui;
use steerwright_authoring::canvas::handles;
use steerwright_authoring::edit::place;
use steerwright_authoring::properties::add_preset_file;
use steerwright_authoring::transform;
use steerwright_authoring::{Command, Item, Session, snap};
use steerwright_format::validate::MAX_VELOCITY;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::parameter;
use steerwright_runtime::scene::{
    Agent, AgentId, MarkerKind, Preset, PresetId, PropertyItem, Role, Scatter, Scene, Target,
};

/// The largest angle that can be typed, in degrees.
const MAX_DEGREES: f64 = 3600.0;

/// Draws the cards of an agent and its preset.
pub fn agent_ui(
    ui: &mut Ui,
    session: &mut Session,
    id: AgentId,
    input: &InspectorInput<'_>,
    verdicts: &mut VerdictCache,
    commands: &mut Vec<Command>,
) {
    let Some(preset) = session.scene.agent(id).map(|agent| agent.preset) else {
        return;
    };
    let items = [PropertyItem::Agent(id)];
    // Cards without content come last, out of the way of those who tune the preset.
    let has_properties = properties::has_any(session, &items);
    let mut tracks = session.scene.editor.tracks.iter();
    let has_tracks = input.is_taken_over || tracks.any(|track| track.agent == id);
    if has_tracks {
        tracks::agent_tracks_ui(ui, session, id, input, commands);
    }
    let running = input.running_in(&session.scene, Item::Agent(id));
    let agent_cards_ui = |ui: &mut Ui, session: &mut Session, commands: &mut Vec<Command>| {
        own_ui(ui, session, id, input);
        if has_properties {
            properties::properties_ui(ui, session, properties::TITLE, &items, commands);
        }
    };
    if session.scene.preset(preset).is_none() {
        agent_cards_ui(ui, session, commands);
    } else {
        preset::preset_ui(
            ui,
            session,
            preset,
            &running,
            verdicts,
            commands,
            agent_cards_ui,
        );
    }
    if !has_tracks {
        tracks::agent_tracks_ui(ui, session, id, input, commands);
    }
    if !has_properties {
        properties::properties_ui(ui, session, properties::TITLE, &items, commands);
    }
}

/// Draws what is the agent's own, and not of its preset.
fn own_ui(ui: &mut Ui, session: &mut Session, id: AgentId, input: &InspectorInput<'_>) {
    let Some(mut agent) = session.scene.agent(id).cloned() else {
        return;
    };
    let scene = &session.scene;
    let movable = scene.editor.is_editable(agent.id);
    let mut added = None;
    let changed = card_ui(ui, "Agent", |ui| {
        let mut changed = field::text_ui(ui, "Name", &mut agent.name);
        changed = changed.or(preset_choice_ui(
            ui,
            scene,
            input.library,
            &mut agent,
            &mut added,
        ));
        begin_part(ui, Part::Agent);
        changed = changed.or(bindings_ui(ui, scene, &mut agent));
        begin_part(ui, Part::Other);
        changed = changed.or(senses::team_ui(ui, scene, &mut agent.team));
        changed.or(start_ui(ui, scene, movable, &mut agent))
    });
    if let Some(preset) = added {
        let file = input.library.file_of(preset);
        (agent.preset, _) = add_preset_file(&mut session.scene, file);
        place::bind_missing(&session.scene, &mut agent);
    }
    if changed.is_some() {
        if let Some(stored) = session.scene.agent_mut(id) {
            *stored = agent;
        }
        name_step(session, changed);
    }
}

/// The choice of a preset: one of the scene, or one of the library that is `added` to it.
pub(super) fn preset_choice_ui(
    ui: &mut Ui,
    scene: &Scene,
    library: PresetSources<'_>,
    agent: &mut Agent,
    added: &mut Option<Preset>,
) -> Changed {
    #[derive(Clone, Copy, PartialEq)]
    enum Choice {
        Own(PresetId),
        Library(usize),
    }
    let in_scene = scene.presets.iter().map(|preset| {
        let label = preset.name.clone();
        (Choice::Own(preset.id), label, preset.description.as_str())
    });
    let other = library.all().enumerate().map(|(index, preset)| {
        let label = format!("+ {}", preset.name);
        (Choice::Library(index), label, preset.description.as_str())
    });
    let labels: Vec<_> = in_scene.chain(other).collect();
    let options: Vec<_> = labels
        .iter()
        .map(|(choice, label, help)| (*choice, label.as_str(), *help))
        .collect();
    let mut choice = Choice::Own(agent.preset);
    let help = "Defines how the agent moves. Those with a + are added from the library.";
    let changed = field::choice_ui(ui, "Preset", help, &mut choice, &options);
    match choice {
        Choice::Own(id) => agent.preset = id,
        Choice::Library(index) => *added = library.all().nth(index).cloned(),
    }
    changed
}

/// Draws the bindings that the preset needs.
pub(super) fn bindings_ui(ui: &mut Ui, scene: &Scene, agent: &mut Agent) -> Changed {
    let roles = scene
        .preset(agent.preset)
        .map(steerwright_runtime::scene::Preset::roles)
        .unwrap_or_default();
    roles.into_iter().fold(None, |changed: Changed, role| {
        changed.or(match role {
            Role::Path => {
                let mut options = vec![(None, "None", "Follows no path.")];
                options.extend(
                    scene
                        .paths
                        .iter()
                        .map(|path| (Some(path.id), path.name.as_str(), "")),
                );
                field::choice_ui(
                    ui,
                    "Path",
                    "The path that the agent follows.",
                    &mut agent.path,
                    &options,
                )
            }
            Role::Leader => {
                let mut options = vec![(None, "None", "Has no leader.")];
                let others = scene.agents.iter().filter(|other| other.id != agent.id);
                options.extend(others.map(|other| (Some(other.id), other.name.as_str(), "")));
                field::choice_ui(
                    ui,
                    "Leader",
                    "The agent that this one follows.",
                    &mut agent.leader,
                    &options,
                )
            }
            Role::Target => {
                let options = targets(scene, agent, MarkerKind::Target);
                field::choice_ui(
                    ui,
                    "Target",
                    "What the agent moves toward or looks at.",
                    &mut agent.target,
                    &options,
                )
            }
            Role::Danger => {
                let options = targets(scene, agent, MarkerKind::Danger);
                field::choice_ui(
                    ui,
                    "Danger",
                    "What the agent flees from.",
                    &mut agent.danger,
                    &options,
                )
            }
        })
    })
}

/// Options for a target or danger: the pointer, markers of the right kind, other markers, agents.
fn targets<'a>(
    scene: &'a Scene,
    agent: &Agent,
    kind: MarkerKind,
) -> Vec<(Option<Target>, &'a str, &'a str)> {
    let mut options = vec![
        (None, "None", "Not set."),
        (
            Some(Target::Pointer),
            "Pointer",
            "Follows the mouse over the canvas while playing.",
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

/// The direction in which an agent at rest looks at its start, in degrees counterclockwise from the
/// x axis.
fn start_heading_ui(ui: &mut Ui, heading: &mut Option<DVec2>) -> Changed {
    let about = Optional {
        name: "Start heading",
        help: "Where the agent looks at time 0 if it is at rest: 0° is to the right, 90° up.",
        unset: "to the right",
        inherits: true,
        first: 0.0,
        range: (-MAX_DEGREES, MAX_DEGREES),
        suffix: "°",
        decimals: 3,
        slider: None,
    };
    let mut degrees = heading.map(snap::degrees_of);
    let changed = field::optional_ui(ui, &about, &mut degrees);
    if changed.is_some() {
        *heading = degrees.map(transform::heading_at);
    }
    changed
}

fn start_ui(ui: &mut Ui, scene: &Scene, movable: bool, agent: &mut Agent) -> Changed {
    let unit = scene.unit.as_str();
    let preset = scene.preset(agent.preset);
    let is_turned = preset.is_some_and(|preset| handles::can_be_turned(agent, preset));
    let position = &mut agent.position;
    let mut changed =
        field::position_ui(ui, movable, "Start position", position, &format!(" {unit}"));
    changed = changed.or(field::pair_ui(
        ui,
        "Start velocity",
        "The velocity at time 0.",
        &mut agent.velocity,
        MAX_VELOCITY,
        &format!(" {unit}/s"),
    ));
    if is_turned {
        changed = changed.or(start_heading_ui(ui, &mut agent.heading));
    }
    let scattered = field::row_ui(
        ui,
        "Random start",
        "Starts at a random distance from the start position.",
        |ui, id| {
            let mut on = agent.scatter.is_some();
            let toggled = theme::checkbox_ui(ui, &mut on, "")
                .labelled_by(id)
                .changed();
            if toggled {
                agent.scatter = on.then_some(Scatter { min: 2.0, max: 5.0 });
            }
            toggled
        },
    );
    changed = changed.or(scattered.then(|| "Set random start".into()));
    if let Some(scatter) = &mut agent.scatter {
        changed = changed.or(field::parameters_ui(ui, parameter::SCATTER, scatter, unit));
    }
    changed
}
