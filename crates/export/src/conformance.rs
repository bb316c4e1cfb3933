//! Conformance cases: exports, and either the exact results of running them or the expectation that
//! they are refused.

mod case_file;
mod changes;
mod reading;
mod run;
mod step;

pub use case_file::{Case, CaseExport, CaseFile, CaseFileError, Changes, Expectation};
pub use reading::{NamedKind, Reading, TimedReading};
pub use run::CaseRun;
pub use step::{CaseStep, PresetEdit, SceneEdit};

use crate::{ExportError, MAX_ROWS_IN_MEMORY, OutputFile, file_name};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use steerwright_format::export_file;
use steerwright_format::export_file::PlacedScene;
use steerwright_format::export_file::{Exported, read_export};
use steerwright_runtime::scene::{EventValue, ExportOptions, Scene};
use steerwright_runtime::simulation::command::{TimedCommand, WorldCommand};
use steerwright_runtime::simulation::{AgentView, Event, EventKind};

/// The case whose export is accepted but is not written like this by any version: old names,
/// unknown fields, rounded numbers.
pub const UNUSUAL: &str = "accepted-though-unusual";

/// How a case is run.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseScript {
    /// The length of the run in ticks. The run is longer if a step comes at its end or later.
    pub ticks: u64,
    /// The interval in ticks at which the state is written, at least 1; it is also written at the
    /// last tick.
    pub every: u64,
    /// The steps, applied in order of ticks.
    pub steps: Vec<CaseStep>,
}

/// The file of a case. Positions in commands are those of the authored scene, with y up.
///
/// # Errors
/// As of [`export`](crate) and [`results`], and [`ExportError::SameName`] for two different edited
/// exports of one name.
pub fn case(
    scene: &Scene,
    options: &ExportOptions,
    script: &CaseScript,
) -> Result<OutputFile, ExportError> {
    let placed = PlacedScene::new(scene, options)?;
    let text = export_file::text(&placed);
    // As runtimes read it: the ids of its presets are not those of the scene.
    let first = read_export(&text)?;
    let mut file = CaseFile::default();
    add_export(&mut file, "base", text, "the scene")?;

    let mut placement = first.placement();
    let mut steps = Vec::new();
    for step in in_order(&script.steps) {
        steps.push(match step {
            CaseStep::TimedCommand(TimedCommand { tick, command }) => {
                CaseStep::TimedCommand(TimedCommand {
                    tick: *tick,
                    command: command.clone().map_lengths(
                        |place| placement.in_game(place),
                        |length| placement.length_in_game(length),
                    ),
                })
            }
            CaseStep::Reading(reading) => CaseStep::Reading(reading.clone().map_lengths(
                |place| placement.in_game(place),
                |length| placement.length_in_game(length),
            )),
            CaseStep::ReplacePreset(_) | CaseStep::SaveLoad(_) => step.clone(),
            CaseStep::ApplyScene(edit) => {
                placement = read_export(&edit.export)?.placement();
                add_export(
                    &mut file,
                    &edit.name,
                    edit.export.clone(),
                    &step.to_string(),
                )?;
                step.clone()
            }
        });
    }
    let lines = results(&first, &CaseScript { steps, ..*script })?;
    let name = file_name(&scene.name).to_lowercase().replace('_', "-");
    file.cases.push(Case {
        name: name.clone(),
        line: 0,
        expectation: Expectation::Run {
            export: "base".into(),
            lines,
        },
    });
    Ok(OutputFile::new(format!("{name}.cases"), file.to_string()))
}

fn add_export(
    file: &mut CaseFile,
    label: &str,
    text: String,
    source: &str,
) -> Result<(), ExportError> {
    if file.add_export(label, text) {
        return Ok(());
    }
    Err(ExportError::SameName {
        first: format!("the earlier export {label:?}"),
        second: source.to_owned(),
        name: format!("\"== export {label}\""),
    })
}

/// The lines of a case that runs an export. Positions in commands are those of the game, with its
/// direction of y.
///
/// # Errors
/// [`ExportError::TraceTooLong`], [`ExportError::Format`] for an invalid edited export, and
/// [`ExportError::Command`] for steps that cannot be applied.
pub fn results(first: &Exported, script: &CaseScript) -> Result<String, ExportError> {
    let mut edits = BTreeMap::new();
    for step in &script.steps {
        if let CaseStep::ApplyScene(edit) = step {
            edits.insert(&edit.name, read_export(&edit.export)?);
        }
    }
    let every = script.every.max(1);
    let most_agents = edits
        .values()
        .chain([first])
        .map(|exported| exported.scene.agents.len())
        .fold(1, usize::max);
    let mut run = CaseRun::new(first.clone());
    // A step is applied before a tick, so the run ends after the last step.
    let after_steps = script
        .steps
        .iter()
        .map(|step| step.tick().saturating_add(1));
    let ticks = after_steps.fold(script.ticks, u64::max);
    if (ticks / every)
        .saturating_add(2)
        .saturating_mul(most_agents as u64)
        > MAX_ROWS_IN_MEMORY
    {
        return Err(ExportError::TraceTooLong {
            seconds: ticks as f64 * run.world.dt(),
            rows: MAX_ROWS_IN_MEMORY,
        });
    }
    let mut steps = in_order(&script.steps).into_iter().peekable();

    let mut rows = 0;
    let mut text = String::new();
    let mut put = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    loop {
        let tick = run.world.tick();
        run.world
            .events()
            .iter()
            .for_each(|event| put(event_line(event)));
        if tick.is_multiple_of(every) || tick == ticks {
            // Spawners may have added agents.
            rows += run.world.len() as u64;
            if rows > MAX_ROWS_IN_MEMORY {
                return Err(ExportError::TraceTooLong {
                    seconds: ticks as f64 * run.world.dt(),
                    rows: MAX_ROWS_IN_MEMORY,
                });
            }
            run.state_lines().for_each(&mut put);
        }
        if tick == ticks {
            break;
        }
        while let Some(step) = steps.next_if(|step| step.tick() <= tick) {
            put(run.line(step)?);
            if let CaseStep::ApplyScene(edit) = step {
                run.apply_scene(edits[&edit.name].clone());
            } else {
                run.apply(step)?;
            }
            if changes_agents(step) {
                // The state right after the step, which the next tick would hide.
                run.state_lines().for_each(&mut put);
            }
        }
        run.world.step();
    }
    put(format!("end {ticks}"));
    Ok(text)
}

/// Whether a step can change states before the next tick, or which agents there are.
fn changes_agents(step: &CaseStep) -> bool {
    match step {
        CaseStep::ApplyScene(_) | CaseStep::ReplacePreset(_) => true,
        CaseStep::TimedCommand(call) => matches!(
            call.command,
            WorldCommand::Spawn(..) | WorldCommand::SetPreset(..)
        ),
        CaseStep::Reading(_) | CaseStep::SaveLoad(_) => false,
    }
}

impl CaseScript {
    /// The script of a case that runs an export of `file`.
    ///
    /// # Errors
    /// A message about the first line that is not understood, or about what is missing.
    pub fn of(file: &CaseFile, lines: &str) -> Result<Self, String> {
        let mut steps = Vec::new();
        let (mut ticks, mut every, mut step_tick) = (None, None, None);
        for line in lines.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split(' ');
            let (word, tick) = (fields.next(), fields.next());
            let tick: Option<u64> = tick.and_then(|tick| tick.parse().ok());
            match word {
                Some("event") => {}
                Some("end") => ticks = tick,
                // The first tick with states, apart from the start and from what follows a step.
                Some("state") if tick != Some(0) && tick != step_tick => every = every.or(tick),
                Some("state") => {}
                Some("apply_scene") => {
                    let missing = || format!("{line:?} does not name an export of the file");
                    let name = fields.next().ok_or_else(missing)?;
                    steps.push(CaseStep::ApplyScene(SceneEdit {
                        tick: tick.ok_or_else(missing)?,
                        name: name.to_owned(),
                        export: file.export(name).ok_or_else(missing)?.to_owned(),
                    }));
                }
                _ => steps.push(line.parse()?),
            }
            if !matches!(word, Some("state" | "event" | "end")) {
                step_tick = tick;
            }
        }
        Ok(Self {
            ticks: ticks.ok_or("there is no end line")?,
            every: every.ok_or("there is no state after the start")?,
            steps,
        })
    }
}

fn in_order(steps: &[CaseStep]) -> Vec<&CaseStep> {
    let mut steps: Vec<&CaseStep> = steps.iter().collect();
    steps.sort_by_key(|step| step.tick());
    steps
}

/// The line of an event, without a line feed.
pub fn event_line(
    Event {
        tick,
        agent,
        behavior,
        kind,
    }: &Event,
) -> String {
    let (node, behavior) = (or_dash(kind.node()), or_dash(*behavior));
    let line = format!("event {tick} {agent} {} {node} {behavior}", kind.name());
    if let Some(value) = value_of(kind) {
        let (reason, other) = (or_dash(kind.reason()), or_dash(kind.other()));
        format!("{line} {reason} {other} {value}")
    } else if let Some(source) = kind.source() {
        format!("{line} {source} {}", or_dash(kind.other()))
    } else {
        line
    }
}

/// What the line of an event has besides ids and indices, as JSON without spaces. `None` for most
/// kinds.
fn value_of(kind: &EventKind) -> Option<String> {
    if let EventKind::Touched(_) = kind {
        return Some("[]".into());
    }
    let name = Value::from(kind.text()?);
    let value = kind.value().map(|value| match value {
        EventValue::Null => Value::Null,
        EventValue::Text(text) => Value::from(text.as_str()),
        EventValue::Number(number) => json!({ "number": hex(*number) }),
    });
    Some(match value {
        Some(value) => json!([name, value]).to_string(),
        None => json!([name]).to_string(),
    })
}

fn or_dash(number: Option<impl std::fmt::Display>) -> String {
    number.map_or("-".into(), |number| number.to_string())
}

/// The line of an agent's state, without a line feed; with `y_down` every y is negated.
pub fn state_line(tick: u64, agent: &AgentView, y_down: bool) -> String {
    let AgentView {
        id,
        position,
        velocity,
        heading,
        steering,
        fov_deg,
        node,
        ..
    } = *agent;
    let y = |y: f64| if y_down { 0.0 - y } else { y };
    let numbers = [
        position.x,
        y(position.y),
        velocity.x,
        y(velocity.y),
        heading.x,
        y(heading.y),
        steering,
    ]
    .map(hex);
    let fov = fov_deg.map_or("-".into(), hex);
    let node = node.map_or("-".into(), |node| node.to_string());
    format!("state {tick} {id} {} {fov} {node}", numbers.join(" "))
}

/// The 16 hex digits of a double; -0 becomes 0.
fn hex(x: f64) -> String {
    format!("{:016x}", (x + 0.0).to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_states_after_a_step_do_not_show_the_interval() {
        let states = "state 0 1 -\nstate 2 1 -\nstate 4 1 -\nend 4\n";
        for lines in [
            states.to_owned(),
            format!("spawn 1 1 0 0 2\nstate 1 1 -\n{states}"),
        ] {
            let script = CaseScript::of(&CaseFile::default(), &lines).expect("a script");
            assert_eq!((script.every, script.ticks), (2, 4), "{lines}");
        }
    }
}
