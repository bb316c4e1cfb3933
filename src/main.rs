fn main() -> std::process::ExitCode {
    if std::env::args().nth(1).as_deref() == Some("check") {
        return match steerwright::scene::format::load_scene(std::path::Path::new(&std::env::args().nth(2).unwrap())) {
            Ok(_) => std::process::ExitCode::SUCCESS,
            Err(e) => {
                eprintln!("{e}");
                std::process::ExitCode::FAILURE
            }
        };
    }
    match steerwright::editor::startup::run(std::env::args_os().nth(1).map(Into::into)) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("{e}");
            std::process::ExitCode::FAILURE
        }
    }
}
