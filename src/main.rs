//! Starts the editor or a subcommand.

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
    let message = if cfg!(feature = "cli") {
        "This build of steerwright does not include the editor; use a subcommand (see \"steerwright --help\")."
    } else {
        "This build of steerwright includes neither the editor nor the subcommands; build it with the feature \"editor\" or \"cli\"."
    };
    fail(message, 2)
}

fn fail(message: &str, code: u8) -> ExitCode {
    // Errors are ignored: there is nowhere to report them.
    let _ = writeln!(std::io::stderr(), "{message}");
    ExitCode::from(code)
}
