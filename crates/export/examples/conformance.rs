//! Checks this build of the runtime against conformance cases: `cargo run -p steerwright-export
//! --example conformance`
//!
//! The arguments are folders or `.cases` files; without arguments it runs the cases of Steerwright.
//! The exit code is 0 if all cases match exactly. `STEERWRIGHT_LANES=1` checks the scalar path, 2,
//! 4 and 8 the vectors of that many lanes, and `1,2,4,8` all of them.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use steerwright_export::conformance::{self, Case, CaseFile, CaseRun, CaseStep, Expectation};
use steerwright_format::export_file::{Exported, read_export};
use steerwright_runtime::scene::AgentId;
use steerwright_runtime::simulation::Event;

fn main() -> ExitCode {
    let mut chosen: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    if chosen.is_empty() {
        chosen.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance"));
    }
    let (mut same, mut total) = (0, 0);
    for (name, result) in chosen
        .iter()
        .flat_map(|path| case_files(path))
        .flat_map(|file| results(&file))
    {
        match result {
            Ok(()) => {
                println!("ok {name}");
                same += 1;
            }
            Err(message) => println!("FAILED {name}: {message}"),
        }
        total += 1;
    }
    println!("{same} of {total} cases are the same to the bit");
    if same == total && same > 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The name of each case of a file, and what is wrong with it; or the name of the file, if it
/// cannot be read.
fn results(path: &Path) -> Vec<(String, Result<(), String>)> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string());
    let file = text.and_then(|text| CaseFile::parse(&text).map_err(|error| error.to_string()));
    match lanes().and_then(|lanes| Ok((lanes, file?))) {
        Ok((lanes, file)) => {
            let results = file.cases.iter().map(|case| {
                let mut lanes = lanes.iter();
                let checked = lanes.try_for_each(|lanes| check(&file, case, *lanes));
                (case.name.clone(), checked)
            });
            results.collect()
        }
        Err(message) => {
            let name = path.file_name().unwrap_or_default();
            vec![(name.to_string_lossy().into_owned(), Err(message))]
        }
    }
}

/// The `.cases` files in a folder and in the folders in it, in order, or the path of a file itself.
fn case_files(path: &Path) -> Vec<PathBuf> {
    let Ok(folder) = path.read_dir() else {
        return vec![path.to_owned()];
    };
    let mut paths: Vec<PathBuf> = folder.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.is_dir() || path.extension().is_some_and(|e| e == "cases"));
    paths.sort();
    paths.iter().flat_map(|path| case_files(path)).collect()
}

/// The lanes that were asked for, one after the other.
fn lanes() -> Result<Vec<Option<usize>>, String> {
    let Ok(lanes) = std::env::var("STEERWRIGHT_LANES") else {
        return Ok(vec![None]);
    };
    let number = |lanes: &str| lanes.parse().map(Some);
    let numbers: Result<_, _> = lanes.split(',').map(number).collect();
    numbers.map_err(|_| format!("STEERWRIGHT_LANES={lanes}: use 1, 2, 4 or 8"))
}

fn check(file: &CaseFile, case: &Case, lanes: Option<usize>) -> Result<(), String> {
    let (export, lines) = match &case.expectation {
        Expectation::Run { export, lines } => (export, lines),
        Expectation::Refusal { text, .. } => {
            return match read_export(text) {
                Err(_) => Ok(()),
                Ok(_) => Err(at_line(case.line, "expected a refusal, found a world")),
            };
        }
    };
    let exported = export_of(file, export).map_err(|message| at_line(case.line, &message))?;
    let mut replay = Replay {
        file,
        run: CaseRun::new(exported),
        lanes,
        events: VecDeque::new(),
    };
    replay.limit_lanes();
    let mut ended = false;
    for (number, line) in (case.line + 1..).zip(lines.lines()) {
        ended |= line.starts_with("end ");
        let checked = replay.line(line);
        checked.map_err(|message| at_line(number, &message))?;
    }
    if ended {
        Ok(())
    } else {
        Err(at_line(
            case.line,
            "the case has no end line; it is truncated",
        ))
    }
}

fn at_line(number: usize, message: &str) -> String {
    format!("line {number}: {message}")
}

fn export_of(file: &CaseFile, label: &str) -> Result<Exported, String> {
    let text = file.export(label);
    let text = text.ok_or_else(|| format!("there is no export {label:?}"))?;
    read_export(text).map_err(|error| format!("{label}: {error}"))
}

struct Replay<'a> {
    file: &'a CaseFile,
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
                let label = fields.next().ok_or("missing label of an export")?;
                self.run.apply_scene(export_of(self.file, label)?);
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
