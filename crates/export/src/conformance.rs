//! Conformance cases: an export, the exact results of running it (`NAME.bits`), and the exports of any edited scenes
//! (`NAME.X.steer.json`). The bits file of an export that every runtime refuses has the line [`REFUSED`] instead.
//!
//! `docs/porting.md` describes the format.

mod reading;
mod run;
mod step;

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

/// The first line of a bits file.
pub const HEADER: &str = "steerwright-bits 2";

/// The second line of a bits file whose export every runtime refuses.
pub const REFUSED: &str = "refused";

/// The case whose export is accepted but is not written like this by any version: old names, unknown fields, rounded numbers.
pub const UNUSUAL: &str = "accepted-though-unusual";

/// How a case is run.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseScript {
    /// The length of the run in ticks. The run is longer if a step comes at its end or later.
    pub ticks: u64,
    /// The interval in ticks at which the state is written, at least 1; it is also written at the last tick.
    pub every: u64,
    /// The steps, applied in order of ticks.
    pub steps: Vec<CaseStep>,
}

/// The files of a case. Positions in commands are those of the authored scene, with y up.
///
/// # Errors
/// As of [`export`](crate) and [`bits`], and [`ExportError::SameName`] for two different edited exports of one name.
pub fn case(
    scene: &Scene,
    options: &ExportOptions,
    script: &CaseScript,
) -> Result<Vec<OutputFile>, ExportError> {
    let placed = PlacedScene::new(scene, options)?;
    let file_name = file_name(&scene.name);
    let text = export_file::text(&placed);
    // As runtimes read it: the ids of its presets are not those of the scene.
    let first = read_export(&text)?;
    let mut files = vec![OutputFile::new(format!("{file_name}.steer.json"), text)];

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
                let file = OutputFile::new(
                    format!("{file_name}.{}.steer.json", edit.name),
                    edit.export.as_str(),
                );
                match files.iter().find(|known| known.name == file.name) {
                    Some(known) if *known == file => {}
                    Some(_) => {
                        let (first, second) = (
                            format!("the \"{}\" applied earlier", edit.name),
                            step.to_string(),
                        );
                        return Err(ExportError::SameName {
                            first,
                            second,
                            name: file.name,
                        });
                    }
                    None => files.push(file),
                }
                step.clone()
            }
        });
    }
    let bits = bits(&first, &CaseScript { steps, ..*script })?;
    files.insert(1, OutputFile::new(format!("{file_name}.bits"), bits));
    Ok(files)
}

/// The bits file of an export. Positions in commands are those of the game, with its direction of y.
///
/// # Errors
/// [`ExportError::TraceTooLong`], [`ExportError::Format`] for an invalid edited export, and [`ExportError::Command`] for
/// steps that cannot be applied.
pub fn bits(first: &Exported, script: &CaseScript) -> Result<String, ExportError> {
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
    let mut text = format!("{HEADER}\n");
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

/// The interval in ticks at which a bits file has states: their first tick, apart from the start and from what follows a step.
pub fn interval(bits: &str) -> Option<u64> {
    let mut step_tick = None;
    for line in bits.lines().filter(|&line| line != HEADER) {
        let mut fields = line.split(' ');
        let (word, tick) = (fields.next()?, fields.next());
        let Some(tick) = tick.and_then(|tick| tick.parse::<u64>().ok()) else {
            continue;
        };
        match word {
            "event" | "end" => {}
            "state" if tick > 0 && step_tick != Some(tick) => return Some(tick),
            "state" => {}
            _ => step_tick = Some(tick),
        }
    }
    None
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

/// What the line of an event has besides ids and indices, as JSON without spaces. `None` for most kinds.
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
    fn the_number_in_the_header_is_not_the_tick_of_a_step() {
        let states = "state 0 1 -\nstate 2 1 -\nstate 4 1 -\nend 4\n";
        assert_eq!(interval(&format!("{HEADER}\n{states}")), Some(2));
        let after_a_step = format!("{HEADER}\nspawn 1 1 0 0 2\nstate 1 1 -\n{states}");
        assert_eq!(interval(&after_a_step), Some(2));
    }
}
