//! Stand-in.
use std::process::ExitCode;

#[cfg(not(feature = "editor"))]
fn main() -> ExitCode {
    ExitCode::SUCCESS
}

#[cfg(feature = "editor")]
fn main() -> ExitCode {
    let told = |result: Result<(), String>| match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    };
    let args: Vec<_> = std::env::args_os().collect();
    if args.get(1).is_some_and(|arg| arg == "check") {
        let path = std::path::Path::new(&args[2]);
        return told(steerwright::scene::format::load_scene(path).map(drop).map_err(|error| error.to_string()));
    }
    told(steerwright::editor::startup::run(args.get(1).map(Into::into)).map_err(|error| error.to_string()))
}
