//! A case of the conformance suite: an export, and to the bit what has to come of it (`NAME.bits`); where the scene is edited on
//! the way, also the edited exports (`NAME.X.steer.json`).
//!
//! The lines of such a file are described in `docs/porting.md`.

use crate::{ExportError, MAX_TRACE_ROWS, OutputFile, file_name};
use std::collections::BTreeMap;
use steerwright_format::export_file;
use steerwright_format::export_file::PlacedScene;
use steerwright_format::export_file::{Exported, read_export};
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::Scene;
use steerwright_runtime::simulation::command::TimedCommand;
use steerwright_runtime::simulation::{AgentView, Event, World};

/// The first line.
pub const HEADER: &str = "steerwright-bits 1";

/// How a case is run.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseScript {
    /// How long, in ticks.
    pub ticks: u64,
    /// The state is written down at every so many ticks, and at the last; at least 1.
    pub every: u64,
    /// What is done to the world; in order of ticks, those of one tick as given.
    pub steps: Vec<CaseStep>,
}

/// Something done to a world on the way.
#[derive(Clone, Debug, PartialEq)]
pub enum CaseStep {
    /// What a game does.
    TimedCommand(TimedCommand),
    /// What an editor does.
    SceneEdit(SceneEdit),
}

/// The world takes over an edited scene.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneEdit {
    /// When.
    pub tick: u64,
    /// What the edited export is called in the case: letters, digits, "-" and "_".
    pub name: String,
    /// Its text.
    pub export: String,
}

impl CaseStep {
    /// When it is done.
    pub fn tick(&self) -> u64 {
        match self {
            Self::TimedCommand(call) => call.tick,
            Self::SceneEdit(reread) => reread.tick,
        }
    }
}

/// As it stands in the bits file.
impl std::fmt::Display for CaseStep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TimedCommand(call) => call.fmt(f),
            Self::SceneEdit(SceneEdit { tick, name, .. }) => write!(f, "reread {tick} {name}"),
        }
    }
}

/// The files of a case. Places in calls are those of the authored scene, y up.
///
/// # Errors
/// As of [`export`](crate) and [`bits`], and [`ExportError::SameName`] for two different edited exports of one name.
pub fn case(
    scene: &Scene,
    options: &ExportOptions,
    conduct: &CaseScript,
) -> Result<Vec<OutputFile>, ExportError> {
    let placed = PlacedScene::new(scene, options)?;
    let file_name = file_name(&scene.name);
    let mut files = vec![OutputFile::new(
        format!("{file_name}.steer.json"),
        export_file::text(&placed),
    )];
    let first = placed.into_exported();

    let mut placement = first.placement();
    let mut steps = Vec::new();
    for act in in_order(&conduct.steps) {
        steps.push(match act {
            CaseStep::TimedCommand(TimedCommand { tick, deed }) => {
                CaseStep::TimedCommand(TimedCommand {
                    tick: *tick,
                    deed: deed.map_place(|place| placement.in_game(place)),
                })
            }
            CaseStep::SceneEdit(reread) => {
                placement = read_export(&reread.export)?.placement();
                let file = OutputFile::new(
                    format!("{file_name}.{}.steer.json", reread.name),
                    reread.export.as_str(),
                );
                match files.iter().find(|known| known.name == file.name) {
                    Some(known) if *known == file => {}
                    Some(_) => {
                        let (first, second) = (
                            format!("the \"{}\" reread earlier", reread.name),
                            act.to_string(),
                        );
                        return Err(ExportError::SameName {
                            first,
                            second,
                            name: file.name,
                        });
                    }
                    None => files.push(file),
                }
                act.clone()
            }
        });
    }
    let bits = bits(&first, &CaseScript { steps, ..*conduct })?;
    files.insert(1, OutputFile::new(format!("{file_name}.bits"), bits));
    Ok(files)
}

/// What comes of an export. Places in calls are those of the game, with its direction of y.
///
/// # Errors
/// [`ExportError::TraceTooLong`], [`ExportError::Format`] for an edited export that is none, and [`ExportError::Command`] and
/// [`ExportError::LateStep`] for what cannot be done.
pub fn bits(first: &Exported, conduct: &CaseScript) -> Result<String, ExportError> {
    let mut rereads = BTreeMap::new();
    for act in &conduct.steps {
        if let CaseStep::SceneEdit(reread) = act {
            rereads.insert(&reread.name, read_export(&reread.export)?);
        }
    }
    let every = conduct.every.max(1);
    let most_agents = rereads
        .values()
        .chain([first])
        .map(|exported| exported.scene.agents.len())
        .fold(1, usize::max);
    let mut world = World::new(&first.scene);
    if (conduct.ticks / every)
        .saturating_add(2)
        .saturating_mul(most_agents as u64)
        > MAX_TRACE_ROWS
    {
        return Err(ExportError::TraceTooLong(conduct.ticks as f64 * world.dt()));
    }
    let mut placement = first.placement();
    let mut steps = in_order(&conduct.steps).into_iter().peekable();

    let mut text = format!("{HEADER}\n");
    let mut put = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    loop {
        let tick = world.tick();
        world
            .events()
            .iter()
            .for_each(|event| put(event_line(event)));
        if tick.is_multiple_of(every) || tick == conduct.ticks {
            world
                .agents()
                .for_each(|agent| put(state_line(tick, &agent, placement.y_down)));
        }
        if tick == conduct.ticks {
            break;
        }
        while let Some(act) = steps.next_if(|act| act.tick() <= tick) {
            put(act.to_string());
            match act {
                CaseStep::TimedCommand(call) => {
                    let refused = |refusal| ExportError::Command {
                        call: call.to_string(),
                        refusal,
                    };
                    call.deed
                        .map_place(|place| placement.upward(place))
                        .apply(&mut world)
                        .map_err(refused)?;
                }
                CaseStep::SceneEdit(reread) => {
                    let edited = &rereads[&reread.name];
                    edited.apply_to(&mut world, placement);
                    placement = edited.placement();
                    // What the next step would cover up.
                    world
                        .agents()
                        .for_each(|agent| put(state_line(tick, &agent, placement.y_down)));
                }
            }
        }
        world.step();
    }
    if let Some(late) = steps.next() {
        return Err(ExportError::LateStep {
            act: late.to_string(),
            ticks: conduct.ticks,
        });
    }
    put(format!("end {}", conduct.ticks));
    Ok(text)
}

fn in_order(steps: &[CaseStep]) -> Vec<&CaseStep> {
    let mut steps: Vec<&CaseStep> = steps.iter().collect();
    steps.sort_by_key(|act| act.tick());
    steps
}

/// The line of an event, without its end.
pub fn event_line(
    Event {
        tick,
        agent,
        happening,
    }: &Event,
) -> String {
    let node = happening.node().map_or("-".into(), |node| node.to_string());
    format!("event {tick} {agent} {} {node}", happening.kind())
}

/// The line of an agent's state, without its end; with `y_down` every y is turned round.
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

/// The 16 hex digits of a double, a negative zero as zero.
fn hex(x: f64) -> String {
    format!("{:016x}", (x + 0.0).to_bits())
}
