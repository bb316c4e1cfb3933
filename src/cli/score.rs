//! `steerwright score`: runs a scene with many seeds and prints percentiles of its metrics.

use crate::cli::output;
use crate::cli::output::Failure;
use clap::{Args, ValueEnum};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;
use steerwright_analysis::scorecard::{Grouping, MAX_SEEDS, MAX_VALUES, ScoreOptions, Scorecard};
use steerwright_analysis::seeds::Progress;
use steerwright_analysis::{scorecard, seeds};
use steerwright_export::ticks_in;
use steerwright_format::load_scene_to_run;
use steerwright_format::validate::MAX_SEED;
use steerwright_runtime::scene::{AgentId, Scene};

mod report;

/// The time between two updates of the progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Run a scene with many seeds and print percentiles of its metrics
///
/// The metrics are lap time, path deviation, overshoot, when agents settle and arrive, wait time,
/// peak force and peak speed.
///
/// Each row names the worst seed, the one with the highest value; open the scene with it to see
/// what happens there. A percentile is a value that occurred. A time that some runs never reached
/// counts as higher than all others. The same scene and seeds give exactly the same scorecard on
/// every machine and with any number of threads. If nothing depends on the seed, the scene is run
/// once.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  steerwright score guard.scene.json
  steerwright score crowd.scene.json --seeds 200 --seconds 60 --by preset
  steerwright score guard.scene.json --agent Ann --json > ann.json")]
pub struct Score {
    /// The scene file
    file: PathBuf,
    /// The number of seeds
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=MAX_SEEDS))]
    seeds: u64,
    /// The first seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=MAX_SEED))]
    first_seed: u64,
    /// The length of each run in seconds
    #[arg(long, value_name = "S", default_value_t = 30.0, value_parser = output::seconds, allow_negative_numbers = true)]
    seconds: f64,
    /// Measure only agents with this name; can be repeated
    #[arg(long, value_name = "NAME")]
    agent: Vec<String>,
    /// Whether each agent has its own rows, or agents with the same preset share them [default:
    /// agent for up to 8 agents]
    #[arg(long, value_name = "GROUPING")]
    by: Option<By>,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
    /// The number of threads, which changes no result [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum By {
    Agent,
    Preset,
}

pub(super) fn run(arguments: &Score) -> Result<(), Failure> {
    let loaded = load_scene_to_run(&arguments.file)?;
    output::warn_of_unknown_fields(&arguments.file, &loaded.unknown_fields);
    let scene = loaded.value;
    let agents = chosen_agents(arguments, &scene)?;
    let seconds = arguments.seconds;
    let ticks = ticks_in(seconds, scene.dt()).ok_or(Failure::TooLong { seconds })?;
    let seeds = scorecard::runs(&scene, arguments.seeds);
    if arguments.first_seed > MAX_SEED - (seeds - 1) {
        return Err(Failure::SeedTooLarge {
            highest: MAX_SEED,
            first: MAX_SEED - (seeds - 1),
        });
    }
    if seeds.saturating_mul(agents.len() as u64) > MAX_VALUES {
        return Err(Failure::TooManyValues {
            path: arguments.file.clone(),
            agents: agents.len(),
            seeds: MAX_VALUES / agents.len() as u64,
        });
    }
    let options = ScoreOptions {
        first_seed: arguments.first_seed,
        seeds,
        ticks,
        grouping: match arguments.by {
            Some(By::Agent) => Grouping::Agent,
            Some(By::Preset) => Grouping::Preset,
            None => Grouping::suitable_for(agents.len()),
        },
        agents: Some(agents),
        threads: arguments
            .threads
            .map_or_else(seeds::available_threads, usize::from),
    };
    let Some(card) = score_with_progress(&scene, &options) else {
        return Ok(());
    };
    let text = if arguments.json {
        report::json(&scene, &card)
    } else {
        report::table(&scene, &card)
    };
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

/// The agents to measure: all, or those with the given names.
fn chosen_agents(arguments: &Score, scene: &Scene) -> Result<Vec<AgentId>, Failure> {
    let path = || arguments.file.clone();
    if scene.agents.is_empty() {
        return Err(Failure::NoAgents { path: path() });
    }
    if let Some(name) = arguments
        .agent
        .iter()
        .find(|name| scene.agents.iter().all(|agent| agent.name != **name))
    {
        let known: Vec<&str> = scene
            .agents
            .iter()
            .map(|agent| agent.name.as_str())
            .collect();
        return Err(Failure::UnknownAgent {
            path: path(),
            name: name.clone(),
            known: output::listed(&known),
        });
    }
    let is_chosen = |name: &String| arguments.agent.is_empty() || arguments.agent.contains(name);
    Ok(scene
        .agents
        .iter()
        .filter(|agent| is_chosen(&agent.name))
        .map(|agent| agent.id)
        .collect())
}

/// Computes the scorecard. If standard error is a terminal, the progress is shown there meanwhile.
fn score_with_progress(scene: &Scene, options: &ScoreOptions) -> Option<Scorecard> {
    let progress = Progress::default();
    if !io::stderr().is_terminal() {
        return scorecard::score(scene, options, &progress);
    }
    std::thread::scope(|scope| {
        let (ended, wait) = std::sync::mpsc::channel::<()>();
        let (progress, runs) = (&progress, options.seeds);
        scope.spawn(move || {
            let mut shown = false;
            // The sender is dropped when the work ends.
            while let Err(std::sync::mpsc::RecvTimeoutError::Timeout) =
                wait.recv_timeout(PROGRESS_INTERVAL)
            {
                // Errors are ignored: the progress is not the result.
                let _ = write!(io::stderr(), "\rseed {} of {runs}", progress.done());
                shown = true;
            }
            if shown {
                let _ = write!(io::stderr(), "\r\x1b[K");
            }
        });
        let card = scorecard::score(scene, options, progress);
        drop(ended);
        card
    })
}
