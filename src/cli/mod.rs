//! Floor 8: one file a subcommand.
//!
//! Results go to standard output, messages to standard error. Exit codes: 0 good, 1 a bad file or a failed write, 2 bad usage.

mod check;
mod conformance;
mod export;
mod import;
mod output;
mod runtime;
mod schema;
mod simulate;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// What the command line asks for.
#[derive(Clone, Debug)]
pub enum Invocation {
    /// Open the editor, with a file if there is one.
    Open(Option<PathBuf>),
    /// Work without a screen: hand it to [`run`].
    Run(Command),
}

#[derive(Debug, Parser)]
#[command(
    name = "steerwright",
    version,
    about = "Author how game characters move, and move them the same way in the game",
    after_help = "Examples:
  steerwright                               open the editor
  steerwright guard.scene.json              open a scene in the editor
  steerwright ./check                       open a file that is called like a subcommand
  steerwright simulate guard.scene.json     print how the agents move
  steerwright check scenes/*.scene.json     look for mistakes
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
pub enum Command {
    /// Run a scene and print its trace, a row a tick and agent
    Simulate(simulate::Simulate),
    /// Look for mistakes in scene and preset files
    Check(check::Check),
    /// Write the files a game reads
    Export(export::Export),
    /// Turn exported files back into scenes
    Import(import::Import),
    /// Write what a runtime in any language has to make of a scene, to the bit
    Conformance(conformance::Conformance),
    /// Write the source file that moves agents in another language
    Runtime(runtime::Runtime),
    /// Print the JSON Schema of a file format
    Schema(schema::Schema),
}

/// Reads the command line. Help, the version and bad usage are answered here and end the program.
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
        Command::Check(check) => check::run(check),
        Command::Export(export) => export::run(export),
        Command::Import(import) => import::run(import),
        Command::Conformance(conformance) => conformance::run(conformance),
        Command::Runtime(runtime) => runtime::run(runtime),
        Command::Schema(schema) => schema::run(schema),
    };
    output::exit_code(done)
}
