//! Checks this build of the runtime against conformance cases: `cargo run --example conformance`
//!
//! The arguments are folders or `.bits` files, whose `.steer.json` must be in the same folder; without arguments it runs the cases of
//! Steerwright. The exit code is 0 if all cases match exactly. `STEERWRIGHT_LANES=1` checks the scalar path, 2, 4 and 8 the vectors of that many lanes.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use steerwright_export::conformance;
use steerwright_export::conformance::{CaseRun, CaseStep};
use steerwright_format::export_file::{Exported, read_export};
use steerwright_format::load_text;
use steerwright_runtime::scene::AgentId;
use steerwright_runtime::simulation::Event;

fn main() -> ExitCode {
    let mut chosen: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    if chosen.is_empty() {
        chosen.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance"));
    }
    let cases: Vec<PathBuf> = chosen.iter().flat_map(|path| cases_in(path)).collect();
    let mut same = 0;
    for case in &cases {
        let name = case
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        match check(case) {
            Ok(()) => {
                println!("ok {name}");
                same += 1;
            }
            Err(message) => println!("FAILED {name}: {message}"),
        }
    }
    println!("{same} of {} cases are the same to the bit", cases.len());
    if same == cases.len() && same > 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn cases_in(path: &Path) -> Vec<PathBuf> {
    let Ok(folder) = path.read_dir() else {
        return vec![path.to_owned()];
    };
    let mut cases: Vec<PathBuf> = folder
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "bits"))
        .collect();
    cases.sort();
    cases
}

fn check(case: &Path) -> Result<(), String> {
    let bits = text_at(case)?;
    let export = case.with_extension("steer.json");
    if bits.lines().nth(1) == Some(conformance::REFUSED) {
        return match load_text(&export).and_then(|text| read_export(&text)) {
            Err(_) => Ok(()),
            Ok(_) => Err("line 2: expected a refusal, found a world".into()),
        };
    }
    let exported = export_at(&export)?;
    let mut replay = Replay {
        case,
        run: CaseRun::new(exported),
        lanes: lanes()?,
        events: VecDeque::new(),
    };
    replay.limit_lanes();
    let mut lines = (1..).zip(bits.lines());
    if lines
        .next()
        .is_none_or(|(_, first)| first != conformance::HEADER)
    {
        return Err(format!(
            "line 1: this is not a {} file",
            conformance::HEADER
        ));
    }
    let mut ended = false;
    for (number, line) in lines {
        ended |= line.starts_with("end ");
        replay
            .line(line)
            .map_err(|message| format!("line {number}: {message}"))?;
    }
    if ended {
        Ok(())
    } else {
        Err("the file has no end line; it is truncated".into())
    }
}

/// The lanes that were asked for.
fn lanes() -> Result<Option<usize>, String> {
    let Ok(lanes) = std::env::var("STEERWRIGHT_LANES") else {
        return Ok(None);
    };
    match lanes.parse() {
        Ok(lanes) => Ok(Some(lanes)),
        Err(_) => Err(format!("STEERWRIGHT_LANES={lanes}: use 1, 2, 4 or 8")),
    }
}

fn text_at(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn export_at(path: &Path) -> Result<Exported, String> {
    read_export(&text_at(path)?).map_err(|error| format!("{}: {error}", path.display()))
}

struct Replay<'a> {
    /// The bits file.
    case: &'a Path,
    run: CaseRun,
    lanes: Option<usize>,
    /// Events that have not been compared yet.
    events: VecDeque<Event>,
}

impl Replay<'_> {
    fn line(&mut self, line: &str) -> Result<(), String> {
        if line.starts_with('#') {
            return Ok(());
        }
        let mut fields = line.split(' ');
        let (kind, tick) = (
            fields.next().unwrap_or_default(),
            fields.next().and_then(|tick| tick.parse::<u64>().ok()),
        );
        let tick = tick.ok_or("missing tick")?;
        let world = &mut self.run.world;
        if tick < world.tick() {
            return Err("the ticks are not in order".into());
        }
        while world.tick() < tick {
            world.step();
            self.events.extend(world.events().iter().cloned());
        }
        match kind {
            "state" => {
                let id = fields
                    .next()
                    .and_then(|id| id.parse().ok())
                    .ok_or("missing agent id")?;
                same(line, &self.state(AgentId(id)))
            }
            "event" => same(line, &self.next_event()),
            "end" => same("no event", &self.next_event()),
            "apply_scene" => {
                let name = fields.next().ok_or("missing name of an edited export")?;
                let edited = export_at(&self.case.with_extension(format!("{name}.steer.json")))?;
                self.run.apply_scene(edited);
                Ok(())
            }
            _ => self.step(line, &line.parse()?),
        }
    }

    fn step(&mut self, line: &str, step: &CaseStep) -> Result<(), String> {
        if let CaseStep::Reading(_) = step {
            let found = self.run.line(step);
            return same(line, &found.map_err(|error| error.to_string())?);
        }
        self.run.apply(step).map_err(|error| error.to_string())?;
        self.limit_lanes();
        Ok(())
    }

    /// Limits the lanes of the world, which may be a new one.
    fn limit_lanes(&mut self) {
        if let Some(lanes) = self.lanes {
            self.run.world.limit_lanes(lanes);
        }
    }

    fn state(&self, id: AgentId) -> String {
        let world = &self.run.world;
        match world.agent(id) {
            Some(agent) => {
                let y_down = self.run.placement().y_down;
                conformance::state_line(world.tick(), &agent, y_down)
            }
            None => format!("no agent {id}"),
        }
    }

    fn next_event(&mut self) -> String {
        self.events
            .pop_front()
            .map_or("no event".into(), |event| conformance::event_line(&event))
    }
}

fn same(expected: &str, found: &str) -> Result<(), String> {
    if expected == found {
        Ok(())
    } else {
        Err(format!("expected {expected:?}, found {found:?}"))
    }
}
