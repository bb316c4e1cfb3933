//! The subcommands, one per file.
//!
//! Results go to standard output, messages to standard error. Exit codes: 0 for success, 1 for
//! invalid files and failed writes, and 2 for incorrect usage.

mod check;
mod conformance;
mod coverage;
mod event_rows;
mod export;
mod import;
mod import_level;
mod output;
mod runtime;
mod schema;
mod score;
mod simulate;
mod trace_threads;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// What to do, according to the command line.
#[derive(Clone, Debug)]
pub enum Invocation {
    /// Open the editor, optionally with a file.
    Open(Option<PathBuf>),
    /// Run a subcommand with [`run`].
    Run(Command),
}

#[derive(Debug, Parser)]
#[command(
    name = "steerwright",
    version,
    about = "Design how game characters move, and reproduce the motion exactly in your game",
    after_help = "Examples:
  steerwright                               open the editor
  steerwright guard.scene.json              open a scene in the editor
  steerwright ./check                       open a file named like a subcommand
  steerwright simulate guard.scene.json     print the trace of a run
  steerwright score guard.scene.json        compare runs with many seeds
  steerwright coverage yard.scene.json      measure what agents see of a level
  steerwright check scenes/*.scene.json     find mistakes
  steerwright export guard.scene.json --to json --out assets",
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true
)]
struct Arguments {
    /// A scene or preset file to open in the editor
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

/// A subcommand with its arguments.
#[derive(Clone, Debug, Subcommand)]
// A comment here would replace the description of the arguments in the help.
#[allow(missing_docs)]
pub enum Command {
    Simulate(simulate::Simulate),
    Score(score::Score),
    Coverage(coverage::CoverageArguments),
    Check(check::Check),
    Export(export::Export),
    Import(import::Import),
    Conformance(conformance::Conformance),
    Runtime(runtime::Runtime),
    Schema(schema::Schema),
}

/// Parses the command line. Exits for `--help`, `--version` and incorrect usage.
pub fn parse() -> Invocation {
    let arguments = Arguments::parse();
    match arguments.command {
        Some(command) => Invocation::Run(command),
        None => Invocation::Open(arguments.file),
    }
}

/// Runs a subcommand.
pub fn run(command: &Command) -> ExitCode {
    let done = match command {
        Command::Simulate(simulate) => simulate::run(simulate),
        Command::Score(score) => score::run(score),
        Command::Coverage(coverage) => coverage::run(coverage),
        Command::Check(check) => check::run(check),
        Command::Export(export) => export::run(export),
        Command::Import(import) => import::run(import),
        Command::Conformance(conformance) => conformance::run(conformance),
        Command::Runtime(runtime) => runtime::run(runtime),
        Command::Schema(schema) => schema::run(schema),
    };
    output::exit_code(done)
}
