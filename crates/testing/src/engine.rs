//! Programs of other languages and engines, run with a time limit; what is not installed is reported as not run.

use crate::root;
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use wait_timeout::ChildExt;

/// No program that a test runs takes longer.
const LIMIT: Duration = Duration::from_secs(240);

/// A program to be run in the folder of the package, or `None` if it is not installed. Then the test says "not run", and with
/// `ENGINES_REQUIRED=1` it fails.
pub fn engine(program: &str) -> Option<Command> {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    if std::env::split_paths(&paths).any(|folder| folder.join(program).is_file()) {
        let mut command = Command::new(program);
        command
            .current_dir(root())
            .stdin(Stdio::null())
            .env("LC_ALL", "C.UTF-8");
        return Some(command);
    }
    assert!(
        std::env::var_os("ENGINES_REQUIRED").is_none_or(|value| value != "1"),
        "{program} is not installed"
    );
    eprintln!("not run: {program} is not installed");
    None
}

/// The Python that has the modules which the tests use (pygame-ce, pytmx, unityparser): the environment variable
/// `STEERWRIGHT_PYTHON` says which. Like [`engine`], `None` if there is none.
pub fn python_with_modules() -> Option<Command> {
    let Some(python) = std::env::var_os("STEERWRIGHT_PYTHON") else {
        return engine("the Python of STEERWRIGHT_PYTHON");
    };
    let mut command = Command::new(python);
    command
        .current_dir(root())
        .stdin(Stdio::null())
        .env("LC_ALL", "C.UTF-8");
    Some(command)
}

/// What the program printed and how it ended.
///
/// # Panics
/// If it cannot be started, or takes too long.
pub fn run(command: &mut Command) -> Output {
    // Into files, so that no pipe runs full while we wait.
    let (out, err) = (
        tempfile::NamedTempFile::new().expect("a file"),
        tempfile::NamedTempFile::new().expect("a file"),
    );
    let mut child = command
        .stdout(out.reopen().expect("a file"))
        .stderr(err.reopen().expect("a file"))
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let Some(status) = child.wait_timeout(LIMIT).expect("a wait") else {
        let _ = child.kill();
        panic!(
            "{command:?} takes too long; it printed {}",
            std::fs::read_to_string(out.path()).unwrap_or_default()
        );
    };
    let read = |file: &tempfile::NamedTempFile| std::fs::read(file.path()).expect("a file");
    Output {
        status,
        stdout: read(&out),
        stderr: read(&err),
    }
}

/// [`run`], and the program has to end well; returns what it printed.
///
/// # Panics
/// If it does not.
pub fn run_well(command: &mut Command) -> String {
    let Output {
        status,
        stdout,
        stderr,
    } = run(command);
    let (out, err) = (
        String::from_utf8_lossy(&stdout),
        String::from_utf8_lossy(&stderr),
    );
    // Godot goes on after an error in a script, and ends well after one in its syntax.
    assert!(!err.contains("SCRIPT ERROR"), "{command:?}\n{out}\n{err}");
    assert!(
        status.success(),
        "{command:?} ended with {status}\n{out}\n{err}"
    );
    out.into_owned()
}
