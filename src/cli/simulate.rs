//! `steerwright simulate`: runs a scene and prints its trace.

use crate::cli::event_rows;
use crate::cli::output;
use crate::cli::output::Failure;
use crate::cli::trace_threads;
use crate::overwriting;
use clap::Args;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use steerwright_analysis::trace;
use steerwright_export::ticks_in;
use steerwright_format::validate::MAX_SEED;
use steerwright_format::{Content, is_device, load_scene_to_run, open_device, stage_files};
use steerwright_runtime::simulation::World;

/// The default length of a run, s.
const DEFAULT_SECONDS: f64 = 10.0;

/// Run a scene and print its trace as CSV
///
/// The trace has one row per tick and agent, starting with tick 0. The same scene and seed give
/// exactly the same trace on every machine. With --events, it has one row per event instead.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  steerwright simulate guard.scene.json --seconds 30 --out guard.trace.csv
  steerwright simulate guard.scene.json --ticks 600 --seed 7 | head
  steerwright simulate guard.scene.json --seconds 60 --events")]
pub struct Simulate {
    /// The scene file
    file: PathBuf,
    /// The length of the run in seconds [default: 10]
    #[arg(long, value_name = "S", value_parser = output::seconds, allow_negative_numbers = true, conflicts_with = "ticks")]
    seconds: Option<f64>,
    /// The length of the run in ticks
    #[arg(long, value_name = "N")]
    ticks: Option<u64>,
    /// The seed, instead of the scene's
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=MAX_SEED))]
    seed: Option<u64>,
    /// Print events instead, such as changes of states, with why they happened
    #[arg(long)]
    events: bool,
    /// Write the trace to this file atomically, instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &Simulate) -> Result<(), Failure> {
    if let Some(out) = &arguments.out {
        overwriting::refuse_input(out, [arguments.file.as_path()])?;
    }
    let loaded = load_scene_to_run(&arguments.file)?;
    output::warn_of_unknown_fields(&arguments.file, &loaded.unknown_fields);
    let mut scene = loaded.value;
    scene.seed = arguments.seed.unwrap_or(scene.seed);
    let ticks = match (
        arguments.ticks,
        arguments.seconds.unwrap_or(DEFAULT_SECONDS),
    ) {
        (Some(ticks), _) => ticks,
        (None, seconds) => ticks_in(seconds, scene.dt()).ok_or(Failure::TooLong { seconds })?,
    };
    let mut world = World::new(&scene);
    let what = match arguments.events {
        true => What::Events,
        false => What::Trace,
    };
    match &arguments.out {
        Some(path) => write_file(&mut world, ticks, what, path),
        None => {
            // Standard output is line-buffered; write large blocks instead.
            write_rows(
                &mut world,
                ticks,
                what,
                BufWriter::with_capacity(1 << 16, io::stdout().lock()),
            )
            .map(|_| ())
            .map_err(Failure::from)
        }
    }
}

/// What is written of a run.
#[derive(Clone, Copy)]
enum What {
    Trace,
    Events,
}

/// Writes the rows of each tick as it is computed: memory does not grow with the length of the run.
fn write_rows<W: Write>(world: &mut World, ticks: u64, what: What, mut to: W) -> io::Result<W> {
    match what {
        What::Trace => {
            writeln!(to, "{}", trace::HEADER)?;
            trace_threads::for_each_text(world, ticks, |rows| to.write_all(rows.as_bytes()))?;
        }
        What::Events => event_rows::write(world, ticks, &mut to)?,
    }
    to.flush()?;
    Ok(to)
}

fn write_file(world: &mut World, ticks: u64, what: What, path: &Path) -> Result<(), Failure> {
    if is_device(path) {
        // As it is computed, for the program that reads it.
        return open_device(path)
            .and_then(|device| write_rows(world, ticks, what, BufWriter::new(device)))
            .map(|_| ())
            .map_err(|source| Failure::Write {
                path: path.to_owned(),
                source,
            });
    }
    let write = |file: &mut File| write_rows(world, ticks, what, BufWriter::new(file)).map(|_| ());
    Ok(stage_files(vec![(path, Content::Written(Box::new(write)))])?.commit()?)
}
