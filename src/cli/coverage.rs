//! `steerwright coverage`: measures what agents see of a level and what they never see.

use crate::cli::output;
use crate::cli::output::Failure;
use crate::coverage_files;
use crate::overwriting;
use clap::{Args, ValueEnum};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use steerwright_analysis::coverage::{
    Coverage, CoverageLayer, CoverageOptions, SinceWatched, csv, picture,
};
use steerwright_analysis::seeds;
use steerwright_analysis::seeds::Progress;
use steerwright_format::{load_scene_to_run, save_together};
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::{AgentId, Scene};

/// Measure what agents see of a level, and what they never see
///
/// The scene is run and sampled about 10 times a second. At every sample, each square cell of the
/// level is watched if any of the agents sees its center: within the range and the field of view of
/// its sight, and not hidden by a wall. If the agents repeat themselves within the run, one whole
/// loop is counted, otherwise the whole run.
///
/// The figures are printed. The picture shows one of them for every cell, dark where little is
/// watched and hatched where nothing ever is. The table has all of them: a line for each cell with
/// its center, the share of the time that it is watched (0 to 1), its longest time without being
/// watched, and the time since it was last watched. Cells that walls enclose, where nothing of the
/// scene is, are not counted in shares of the level. Then each area of the scene is listed, with
/// what it requires and what was measured. The same scene gives exactly the same figures on every
/// machine and with any number of threads.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  steerwright coverage yard.scene.json
  steerwright coverage yard.scene.json --agent Ann --agent Bo --png yard.png
  steerwright coverage yard.scene.json --seconds 300 --cell 0.5 --csv yard.csv
  steerwright coverage yard.scene.json --layer since --at 42.5 --png fog.png")]
pub struct CoverageArguments {
    /// The scene file
    file: PathBuf,
    /// Measure only agents with this name; can be repeated [default: all agents with sight]
    #[arg(long, value_name = "NAME", alias = "agents")]
    agent: Vec<String>,
    /// The length of the run in seconds, at most 600
    #[arg(long, value_name = "S", default_value_t = 120.0, value_parser = output::seconds, allow_negative_numbers = true)]
    seconds: f64,
    /// The side of a cell in units of the scene [default: such that there are about 40,000]
    #[arg(long, value_name = "SIZE", value_parser = output::length, allow_negative_numbers = true)]
    cell: Option<f64>,
    /// Count the whole run, even if the agents repeat themselves
    #[arg(long)]
    whole_run: bool,
    /// What the picture shows
    #[arg(long, value_name = "LAYER", default_value = "share")]
    layer: Layer,
    /// The moment of the times since cells were last watched, in seconds [default: the end of what
    /// is counted]
    #[arg(long, value_name = "S", value_parser = output::seconds, allow_negative_numbers = true)]
    at: Option<f64>,
    /// Write a picture to this file, as PNG
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Write the figures of all cells to this file, as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// The number of threads, which changes no result [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Layer {
    /// The share of the time that a cell is watched
    Share,
    /// The longest time without being watched
    Gap,
    /// The time since it was last watched
    Since,
    /// The cells that are never watched
    Never,
}

impl From<Layer> for CoverageLayer {
    fn from(layer: Layer) -> Self {
        match layer {
            Layer::Share => Self::Share,
            Layer::Gap => Self::LongestGap,
            Layer::Since => Self::SinceWatched,
            Layer::Never => Self::NeverWatched,
        }
    }
}

pub(super) fn run(arguments: &CoverageArguments) -> Result<(), Failure> {
    let path = &arguments.file;
    if let Some(csv) = &arguments.csv {
        overwriting::refuse_input(csv, [path.as_path()])?;
    }
    if let Some(png) = &arguments.png {
        overwriting::refuse_input(png, [path.as_path()])?;
        if let Some(csv) = &arguments.csv {
            overwriting::refuse_same(png, csv)?;
        }
    }
    let loaded = load_scene_to_run(path)?;
    output::warn_of_unknown_fields(path, &loaded.unknown_fields);
    let scene = loaded.value;
    let options = CoverageOptions {
        agents: chosen_agents(arguments, &scene)?,
        seconds: arguments.seconds,
        cell: arguments.cell,
        whole_loop: !arguments.whole_run,
        threads: arguments
            .threads
            .map_or_else(seeds::available_threads, usize::from),
    };
    let failed = |error| Failure::Coverage {
        path: path.clone(),
        error,
    };
    let measured = Coverage::measure(&scene, &options, None, &Progress::default());
    // Nothing cancels it.
    let Some(coverage) = measured.map_err(failed)? else {
        return Ok(());
    };
    let (_, end) = coverage.counted_seconds();
    let at = arguments.at.unwrap_or(end - 0.5 * coverage.seconds(1));
    let since = coverage.since_watched((at / scene.dt() + 1e-6) as u64);
    let mut files = Vec::new();
    if let Some(file) = &arguments.png {
        let picture = picture(&coverage, arguments.layer.into(), &since);
        let bytes = coverage_files::png(&picture).map_err(|source| Failure::Write {
            path: file.clone(),
            source,
        })?;
        files.push((file, bytes));
    }
    if let Some(file) = &arguments.csv {
        files.push((file, csv(&coverage, &since).into_bytes()));
    }
    let files: Vec<(&Path, &[u8])> = files
        .iter()
        .map(|(file, bytes)| (file.as_path(), bytes.as_slice()))
        .collect();
    save_together(&files)?;
    if since.is_past_end {
        output::message(format_args!(
            "{}: warning: {at} s is after the measured run; its end is used, raise --seconds",
            path.display()
        ));
    }
    let mut text = report(&scene, &coverage, &since);
    for area in coverage.report_areas(&scene) {
        let mark = if area.holds() { "ok" } else { "failed" };
        let _ = writeln!(text, "{mark}: {}", area.message_and_help());
    }
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

/// The agents with the given names. `None` for all.
fn chosen_agents(
    arguments: &CoverageArguments,
    scene: &Scene,
) -> Result<Option<Vec<AgentId>>, Failure> {
    let names = &arguments.agent;
    let is_known = |name: &&String| scene.agents.iter().any(|agent| agent.name == **name);
    if let Some(name) = names.iter().find(|name| !is_known(name)) {
        let known: Vec<&str> = scene.agents.iter().map(|agent| &*agent.name).collect();
        return Err(Failure::UnknownAgent {
            path: arguments.file.clone(),
            name: name.clone(),
            known: output::listed(&known),
        });
    }
    let chosen = scene
        .agents
        .iter()
        .filter(|agent| names.contains(&agent.name));
    Ok((!names.is_empty()).then(|| chosen.map(|agent| agent.id).collect()))
}

fn report(scene: &Scene, coverage: &Coverage, since: &SinceWatched) -> String {
    let grid = coverage.grid();
    let (start, end) = coverage.counted_seconds();
    let unit = &scene.unit;
    let counted = if coverage.stretch().repeats {
        format!(
            "one loop of {:.1} s, from {start:.1} s to {end:.1} s, which the run repeats",
            end - start
        )
    } else {
        format!("the whole run of {end:.1} s, in which nothing repeats")
    };
    let watched = || {
        let cells = coverage.counted_cells();
        cells.filter(|&(column, row)| !coverage.is_never_watched(column, row))
    };
    let shares: f64 = watched().map(|(c, r)| coverage.share(c, r)).sum();
    let longest = watched().max_by_key(|&(c, r)| coverage.longest_gap_samples(c, r));
    let longest = longest.map_or_else(String::new, |(column, row)| {
        let center = grid.center(column, row);
        format!(
            "Longest gap of a watched cell: {:.1} s, at {},{}\n",
            coverage.longest_gap(column, row),
            rounded(center.x),
            rounded(center.y)
        )
    });
    let level = coverage.counted_cells().count();
    let is_unseen =
        |&(column, row): &(usize, usize)| since.samples[grid.index(column, row)].is_none();
    let unseen = coverage.counted_cells().filter(is_unseen).count();
    format!(
        "Agents: {}\nCells: {} x {}, {} {unit} each\nCounted: {counted}\n\
         Watched on average: {:.1}% of the time\n{longest}\
         Never watched: {:.1}% of the level\n\
         Not watched up to {:.1} s: {:.1}% of the level\n",
        coverage.agents().count(),
        grid.columns,
        grid.rows,
        grid.size,
        shares / level.max(1) as f64 * 100.0,
        coverage.never_watched_share() * 100.0,
        coverage.seconds(since.sample as u32),
        unseen as f64 / level.max(1) as f64 * 100.0,
    )
}
