//! `steerwright runtime`: writes the runtime for another programming language.

use crate::cli::output::Failure;
use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use std::io::{self, Write};
use std::path::PathBuf;
use steerwright_export::runtime::RuntimeLanguage;
use steerwright_export::{self as export, suite};

/// Write the runtime for another programming language
///
/// A runtime is one source file without dependencies that reads NAME.steer.json and moves the
/// agents exactly as in the editor. Games in Rust use the crate steerwright-runtime; for C and
/// C++, see runtimes/c in the repository.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  steerwright runtime lua --out game/lib
  steerwright runtime gdscript --out game/addons/steerwright --conformance")]
pub struct Runtime {
    /// The language
    #[arg(value_name = "LANGUAGE", value_parser = language())]
    language: RuntimeLanguage,
    /// The output folder, created if it does not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Also write the conformance cases and the program that runs them
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
            .ok_or_else(|| format!("unknown language {id:?}"))
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
            &suite::files()?,
            &arguments.out.join("conformance"),
        )?);
    }
    for path in written {
        writeln!(io::stdout(), "{}", path.display())?;
    }
    Ok(())
}
