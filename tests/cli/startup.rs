//! If the window cannot be opened, one sentence says why and what to do.

use std::process::{Command, Output};

/// The editor with this `DISPLAY`, and without Wayland.
fn start(display: Option<&str>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_steerwright"));
    for variable in ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"] {
        command.env_remove(variable);
    }
    command.envs(display.map(|display| ("DISPLAY", display)));
    command
}

fn one_sentence(output: &Output) -> String {
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success(), "{message}");
    assert_eq!(message.trim_end().lines().count(), 1, "{message}");
    assert!(
        message.contains(
            "`steerwright simulate`, `check`, `export` and `schema` work without a display."
        ),
        "{message}"
    );
    assert!(!message.contains("panicked"), "{message}");
    message
}

#[test]
fn a_missing_display_is_reported() {
    for display in [None, Some("")] {
        let message = one_sentence(&start(display).output().unwrap());
        assert!(
            message.contains("neither WAYLAND_DISPLAY nor DISPLAY is set"),
            "{message}"
        );
    }
}

#[test]
fn an_unreachable_display_is_reported() {
    let message = one_sentence(&start(Some(":9977")).output().unwrap());
    // Missing libraries are detected first.
    assert!(
        message.contains("(DISPLAY=:9977)") || message.contains("libraries"),
        "{message}"
    );
}

#[test]
fn a_missing_library_is_reported_with_its_package() {
    let broken = tempfile::tempdir().unwrap();
    // An empty file is found before the real library and cannot be loaded.
    for name in ["libXcursor.so", "libXcursor.so.1"] {
        std::fs::write(broken.path().join(name), "").unwrap();
    }
    let message = one_sentence(
        &start(Some(":9977"))
            .env("LD_LIBRARY_PATH", broken.path())
            .output()
            .unwrap(),
    );
    assert!(
        message.contains("libraries") && message.contains("libxcursor1"),
        "{message}"
    );
}
