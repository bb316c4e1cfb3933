//! `steerwright export`: the files a game reads.

use crate::cli::output::{self, Failure};
use crate::export::{self, Options, Target};
use crate::scene::format::load_scene;
use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use std::io::{self, Write};
use std::path::PathBuf;

/// Arguments of `export`.
#[derive(Clone, Debug, Args)]
#[command(
    long_about = "Write the files a game reads, named after the scene, and print their paths.

Files that are there already are replaced, each as a whole or not at all.",
    after_help = "Examples:
  steerwright export guard.scene.json --to json --out assets
  steerwright export guard.scene.json --to json --out assets --y-down --scale 32 --trace 10
  steerwright export guard.scene.json --to svg --out docs"
)]
pub struct Export {
    /// The scene file
    file: PathBuf,
    /// What to export to
    #[arg(long, value_name = "TARGET", value_parser = target())]
    to: Target,
    /// The folder to write into; it is made if it is not there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Turn the y axis downwards (a picture always shows the scene as the editor does)
    #[arg(long)]
    y_down: bool,
    /// Game units in a unit of the scene
    #[arg(long, value_name = "K", value_parser = output::scale, allow_negative_numbers = true, default_value = "1")]
    scale: f64,
    /// Add the trace of the run over this many seconds: the proof that the game moves the same
    #[arg(long, value_name = "SECONDS", value_parser = output::seconds, allow_negative_numbers = true)]
    trace: Option<f64>,
}

fn target() -> impl TypedValueParser<Value = Target> {
    let values = Target::ALL.map(|target| PossibleValue::new(target.id()).help(target.description()));
    clap::builder::PossibleValuesParser::new(values).try_map(|id| Target::by_id(&id).ok_or_else(|| format!("there is no target {id:?}")))
}

pub(super) fn run(arguments: &Export) -> Result<(), Failure> {
    let loaded = load_scene(&arguments.file)?;
    output::warn_of_unknown_fields(&arguments.file, &loaded.unknown_fields);
    let options = Options { y_down: arguments.y_down, scale: arguments.scale, with_trace: arguments.trace };
    let files = export::export(&loaded.value, arguments.to, &options)?;
    for path in export::write_files(&files, &arguments.out)? {
        writeln!(io::stdout(), "{}", path.display())?;
    }
    Ok(())
}
