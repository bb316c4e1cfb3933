//! Starts the editor or runs a subcommand.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

#[cfg(feature = "editor")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[cfg(feature = "cli")]
fn main() -> ExitCode {
    use steerwright::cli;
    use steerwright::cli::Invocation;
    match cli::parse() {
        Invocation::Open(file) => open(file),
        Invocation::Run(command) => cli::run(&command),
    }
}

#[cfg(not(feature = "cli"))]
fn main() -> ExitCode {
    open(std::env::args_os().nth(1).map(PathBuf::from))
}

#[cfg(feature = "editor")]
fn open(file: Option<PathBuf>) -> ExitCode {
    match steerwright::editor::run(file) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error.to_string(), 1),
    }
}

#[cfg(not(feature = "editor"))]
fn open(_file: Option<PathBuf>) -> ExitCode {
    let advice = if cfg!(feature = "cli") {
        "This build of steerwright has no editor; use a subcommand (see \"steerwright --help\")."
    } else {
        "This build of steerwright has neither editor nor subcommands; build it with the feature \"editor\", \"cli\" or both."
    };
    fail(advice, 2)
}

fn fail(message: &str, code: u8) -> ExitCode {
    // Nothing can be reported if standard error is closed.
    let _ = writeln!(std::io::stderr(), "{message}");
    ExitCode::from(code)
}
