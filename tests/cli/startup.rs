//! A window that cannot be opened is told in one sentence that says what to do, and never with a crash report.

use std::process::{Command, Output};

/// The editor with `DISPLAY` as given and no other way to a screen.
fn start(display: Option<&str>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_steerwright"));
    for variable in ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"] {
        command.env_remove(variable);
    }
    command.envs(display.map(|display| ("DISPLAY", display)));
    command
}

fn one_sentence(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success(), "{said}");
    assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    assert!(
        said.contains(
            "`steerwright simulate`, `check`, `export` and `schema` work without a display."
        ),
        "{said}"
    );
    assert!(!said.contains("panicked"), "{said}");
    said
}

#[test]
fn without_a_display_the_variables_are_named() {
    for display in [None, Some("")] {
        let said = one_sentence(&start(display).output().unwrap());
        assert!(
            said.contains("neither WAYLAND_DISPLAY nor DISPLAY is set"),
            "{said}"
        );
    }
}

#[test]
fn a_display_that_does_not_answer_is_named() {
    let said = one_sentence(&start(Some(":9977")).output().unwrap());
    // Where the libraries are missing too, that is found first.
    assert!(
        said.contains("(DISPLAY=:9977)") || said.contains("libraries"),
        "{said}"
    );
}

#[test]
fn a_missing_library_and_its_package_are_named() {
    let broken = tempfile::tempdir().unwrap();
    // An empty file is found before the real library and cannot be loaded.
    for name in ["libXcursor.so", "libXcursor.so.1"] {
        std::fs::write(broken.path().join(name), "").unwrap();
    }
    let said = one_sentence(
        &start(Some(":9977"))
            .env("LD_LIBRARY_PATH", broken.path())
            .output()
            .unwrap(),
    );
    assert!(
        said.contains("libraries") && said.contains("libxcursor1"),
        "{said}"
    );
}
