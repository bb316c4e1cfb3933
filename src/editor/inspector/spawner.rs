//! The inspector of a spawner and its preset.

use crate::editor::checks::verdicts::VerdictCache;
use crate::editor::inspector::card::card_ui;
use crate::editor::inspector::field::{Changed, Optional, name_step};
use crate::editor::inspector::spawner_place::place_ui;
use crate::editor::inspector::{InspectorInput, agent, field, preset, senses};
use egui::{Id, TextEdit, Ui};
use glam::DVec2;
use steerwright_authoring::properties::add_preset_file;
use steerwright_authoring::{Command, Session, spawners};
use steerwright_runtime::scene::{Agent, AgentId, Preset, Scene, SpawnWhen, Spawner, SpawnerId};

/// The limits of times, s.
const LONGEST: f64 = 1e6;
const SHORTEST: f64 = 1e-3;
/// The limits of numbers of agents and firings.
const MAX_AT_ONCE: f64 = 1000.0;
const MOST: f64 = 1e9;
/// The name of the event of a spawner that waits for one, before another is entered.
const FIRST_EVENT: &str = "wave";

/// Draws the cards of a spawner and its preset.
pub fn spawner_ui(
    ui: &mut Ui,
    session: &mut Session,
    id: SpawnerId,
    input: &InspectorInput<'_>,
    verdicts: &mut VerdictCache,
    commands: &mut Vec<Command>,
) {
    let Some(mut spawner) = session.scene.spawner(id).cloned() else {
        return;
    };
    let scene = &session.scene;
    let mut added = None;
    let mut changed = card_ui(ui, "Spawner", |ui| {
        let changed = field::text_ui(ui, "Name", &mut spawner.name);
        let bound = agent_ui(ui, scene, input, &mut spawner, &mut added);
        let team = senses::team_ui(ui, scene, &mut spawner.team);
        changed.or(bound).or(team)
    });
    changed = changed.or(card_ui(ui, "Place", |ui| {
        place_ui(ui, scene, input.view, &mut spawner)
    }));
    changed = changed.or(card_ui(ui, "When", |ui| when_ui(ui, &mut spawner)));
    changed = changed.or(card_ui(ui, "How many", |ui| count_ui(ui, &mut spawner)));
    if let Some(preset) = added {
        let file = input.library.file_of(preset);
        (spawner.preset, _) = add_preset_file(&mut session.scene, file);
        spawners::bind_missing(&session.scene, &mut spawner);
    }
    let preset = spawner.preset;
    if changed.is_some() {
        if let Some(stored) = session.scene.spawner_mut(id) {
            *stored = spawner;
        }
        name_step(session, changed);
    }
    let nothing = |_: &mut Ui, _: &mut Session, _: &mut Vec<Command>| {};
    preset::preset_ui(ui, session, preset, &[], verdicts, commands, nothing);
}

/// Draws the preset of the agents, and what it needs.
fn agent_ui(
    ui: &mut Ui,
    scene: &Scene,
    input: &InspectorInput<'_>,
    spawner: &mut Spawner,
    added: &mut Option<Preset>,
) -> Changed {
    // Like an agent that every other one can lead.
    let mut agent = Agent {
        path: spawner.path,
        target: spawner.target,
        danger: spawner.danger,
        leader: spawner.leader,
        ..Agent::at(AgentId(u32::MAX), "", spawner.preset, DVec2::ZERO)
    };
    let mut changed = agent::preset_choice_ui(ui, scene, input.library, &mut agent, added);
    changed = changed.or(agent::bindings_ui(ui, scene, &mut agent));
    spawner.path = agent.path;
    spawner.target = agent.target;
    spawner.danger = agent.danger;
    spawner.leader = agent.leader;
    if spawner.preset != agent.preset {
        spawner.preset = agent.preset;
        spawners::bind_missing(scene, spawner);
    }
    changed
}

fn when_ui(ui: &mut Ui, spawner: &mut Spawner) -> Changed {
    #[derive(Clone, Copy, PartialEq)]
    enum Kind {
        Time,
        Press,
        Trigger,
    }
    let before = match spawner.when {
        SpawnWhen::Time => Kind::Time,
        SpawnWhen::Press => Kind::Press,
        SpawnWhen::Trigger(_) => Kind::Trigger,
    };
    let kinds = [
        (Kind::Time, "At intervals", "Fires again and again."),
        (
            Kind::Press,
            "On press",
            "Fires when the pointer is pressed. While the scene plays, press the canvas.",
        ),
        (
            Kind::Trigger,
            "On event",
            "Fires when the game triggers a name. In the editor, the buttons beside the playback do.",
        ),
    ];
    let mut kind = before;
    let mut changed = field::choice_ui(ui, "Fires", "When agents enter.", &mut kind, &kinds);
    if kind != before {
        spawner.when = match kind {
            Kind::Time => SpawnWhen::Time,
            Kind::Press => SpawnWhen::Press,
            Kind::Trigger => SpawnWhen::Trigger(FIRST_EVENT.into()),
        };
        if kind == Kind::Time {
            spawner.every = Some(spawner.every.unwrap_or(1.0));
        }
    }
    if let SpawnWhen::Trigger(name) = &mut spawner.when {
        changed = changed.or(event_name_ui(ui, name));
    }
    if kind == Kind::Trigger {
        return changed;
    }
    if kind == Kind::Time {
        let mut every = spawner.every.unwrap_or(1.0);
        let help = "The time between two firings.";
        let edited = field::number_ui(ui, "Interval", help, &mut every, (SHORTEST, LONGEST), " s");
        if edited.is_some() {
            spawner.every = Some(every);
        }
        changed = changed.or(edited);
    } else {
        let optional = Optional {
            name: "Interval",
            help: "The time between two firings while the pointer stays pressed.",
            unset: "once per press",
            inherits: false,
            first: 0.25,
            range: (SHORTEST, LONGEST),
            suffix: " s",
            decimals: 3,
            slider: None,
        };
        changed = changed.or(field::optional_ui(ui, &optional, &mut spawner.every));
    }
    if spawner.every.is_some() {
        let help = "How much shorter or longer than the interval that time can be, at random.";
        let jitter = &mut spawner.jitter;
        changed = changed.or(field::number_ui(
            ui,
            "Jitter",
            help,
            jitter,
            (0.0, LONGEST),
            " s",
        ));
    }
    let help = if kind == Kind::Time {
        "The time before it fires first."
    } else {
        "The time that the pointer stays pressed before it fires again, the first time."
    };
    let delay = &mut spawner.delay;
    changed.or(field::number_ui(
        ui,
        "Delay",
        help,
        delay,
        (0.0, LONGEST),
        " s",
    ))
}

/// The name of an event. An empty text is not taken over, because it would never be triggered.
fn event_name_ui(ui: &mut Ui, name: &mut String) -> Changed {
    let help = "The name that the game triggers.";
    field::row_ui(ui, "Event", help, |ui, label| {
        let memory = Id::unique("event name of a spawner");
        let typed = ui.data(|data| data.get_temp::<String>(memory));
        let mut text = typed.unwrap_or_else(|| name.clone());
        let edit = TextEdit::singleline(&mut text).desired_width(f32::INFINITY);
        let response = ui.add(edit).labelled_by(label).on_hover_text(help);
        if response.has_focus() {
            ui.data_mut(|data| data.insert_temp(memory, text.clone()));
        } else {
            ui.data_mut(|data| data.remove::<String>(memory));
        }
        let is_new = response.changed() && !text.is_empty() && text != *name;
        if is_new {
            *name = text;
        }
        is_new.then(|| "Set event".to_owned())
    })
}

fn count_ui(ui: &mut Ui, spawner: &mut Spawner) -> Changed {
    let mut count = f64::from(spawner.count);
    let help = "The agents that enter each time it fires.";
    let mut changed = field::count_ui(ui, "At once", help, &mut count, (1.0, MAX_AT_ONCE));
    spawner.count = whole(count, MAX_AT_ONCE);
    let times = Optional {
        name: "Firings",
        help: "How often it fires.",
        unset: "without end",
        inherits: false,
        first: 10.0,
        range: (1.0, MOST),
        suffix: "",
        decimals: 0,
        slider: None,
    };
    changed = changed.or(optional_count_ui(ui, &times, &mut spawner.times));
    let alive = Optional {
        name: "Most alive",
        help: "The most of its agents that are in the world at a time.",
        unset: "any number",
        ..times
    };
    changed = changed.or(optional_count_ui(ui, &alive, &mut spawner.max_alive));
    let lifetime = Optional {
        name: "Lifetime",
        help: "The time after which an agent is removed.",
        unset: "stays",
        inherits: false,
        first: 5.0,
        range: (SHORTEST, LONGEST),
        suffix: " s",
        decimals: 3,
        slider: None,
    };
    changed.or(field::optional_ui(ui, &lifetime, &mut spawner.lifetime))
}

fn optional_count_ui(ui: &mut Ui, about: &Optional<'_>, count: &mut Option<u32>) -> Changed {
    let mut value = count.map(f64::from);
    let changed = field::optional_ui(ui, about, &mut value);
    *count = value.map(|value| whole(value, about.range.1));
    changed
}

fn whole(number: f64, most: f64) -> u32 {
    // `as` saturates.
    number.round().clamp(1.0, most) as u32
}
