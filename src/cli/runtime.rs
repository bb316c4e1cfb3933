//! `steerwright runtime`: the source file that moves agents in another language.

use crate::cli::output::Failure;
use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use std::io::{self, Write};
use std::path::PathBuf;
use steerwright_export::runtime::RuntimeLanguage;
use steerwright_export::{self as export, suite};

/// Arguments of `runtime`.
#[derive(Clone, Debug, Args)]
#[command(
    long_about = "Write the runtime for a language: one source file without dependencies that reads NAME.steer.json and moves the agents to the \
bit as the editor did. Games in Rust use the library itself; for C and C++ there is runtimes/c in the source tree.",
    after_help = "Examples:
  steerwright runtime lua --out game/lib
  steerwright runtime gdscript --out game/addons/steerwright --conformance"
)]
pub struct Runtime {
    /// The language
    #[arg(value_name = "LANGUAGE", value_parser = language())]
    language: RuntimeLanguage,
    /// The folder to write into; it is made if it is not there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Add the conformance cases, in a folder of their own, and the program that runs them: the proof on your machine
    #[arg(long)]
    conformance: bool,
}

fn language() -> impl TypedValueParser<Value = RuntimeLanguage> {
    let values = RuntimeLanguage::ALL
        .map(|language| PossibleValue::new(language.id()).help(language.description()));
    clap::builder::PossibleValuesParser::new(values).try_map(|id| {
        RuntimeLanguage::ALL
            .into_iter()
            .find(|language| language.id() == id)
            .ok_or_else(|| format!("there is no language {id:?}"))
    })
}

pub(super) fn run(arguments: &Runtime) -> Result<(), Failure> {
    let mut written = export::write_files(&arguments.language.files(), &arguments.out)?;
    if arguments.conformance {
        written.extend(export::write_files(
            &arguments.language.conformance_runner(),
            &arguments.out,
        )?);
        written.extend(export::write_files(
            &suite::files(),
            &arguments.out.join("conformance"),
        )?);
    }
    for path in written {
        writeln!(io::stdout(), "{}", path.display())?;
    }
    Ok(())
}
