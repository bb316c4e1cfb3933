fn main() -> std::process::ExitCode {
    match steerwright::editor::startup::run(std::env::args_os().nth(1).map(Into::into)) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("{e}");
            std::process::ExitCode::FAILURE
        }
    }
}
