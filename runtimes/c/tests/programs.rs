//! The library in use: C and C++ programs under the address and undefined behavior sanitizers, and LuaJIT.
#![cfg(unix)]

mod support;

use std::path::Path;
use support::{
    C, CPP, Y_DOWN, Y_UP, cases, command, exported, output_of, root, run, shared_library, source,
    there_is,
};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Every case was run and is the same.
fn assert_all_same(said: &str, cases: usize) {
    assert!(
        cases > 80
            && said.ends_with(&format!(
                "\n{cases} of {cases} cases are the same to the bit\n"
            )),
        "{said}"
    );
}

#[test]
fn c_comes_to_the_same_bits() {
    if there_is("gcc") {
        let folder = folder();
        let (folders, count) = cases(folder.path());
        let runner = C.program(&source("conformance.c"), folder.path());
        assert_all_same(&output_of(command(&runner).args(folders)), count);
    }
}

#[test]
fn luajit_comes_to_the_same_bits() {
    if there_is("luajit") {
        let folder = folder();
        let (folders, count) = cases(folder.path());
        let mut luajit = command(Path::new("luajit"));
        assert_all_same(
            &output_of(
                luajit
                    .arg(source("conformance.lua"))
                    .arg(shared_library())
                    .args(folders),
            ),
            count,
        );
    }
}

/// A runner that finds nothing wrong with anything would prove nothing.
#[test]
fn the_runners_see_a_wrong_bit_a_wrong_event_and_a_missing_end() {
    let folder = folder();
    cases(folder.path());
    let bits_file = folder.path().join("y_up/Yard.bits");
    let bits = std::fs::read_to_string(&bits_file).expect("the case");
    let state = bits
        .lines()
        .rfind(|line| line.starts_with("state 595 3 "))
        .expect("a state");
    let event = bits
        .lines()
        .find(|line| line.starts_with("event "))
        .expect("an event");
    let x = state.split(' ').nth(3).expect("a number");
    let last_bit = format!(
        "{:016x}",
        u64::from_str_radix(x, 16).expect("hex digits") ^ 1
    );
    let wrong = [
        (state, state.replacen(x, &last_bit, 1)),
        (event, event.replace("event", "# event")),
        ("end 600", "end 900".into()),
        ("end 600", "# cut off".into()),
        ("steerwright-bits 2", "steerwright-bits 3".into()),
        ("drive 45 1 1 1", "fly 45 1 1 1".into()),
        ("drive 45 1 1 1", "drive 45 9 1 1".into()),
    ];
    let c = there_is("gcc").then(|| C.program(&source("conformance.c"), folder.path()));
    let (script, library) = (source("conformance.lua"), shared_library());
    for (from, to) in wrong {
        std::fs::write(&bits_file, bits.replacen(from, &to, 1)).expect("written");
        let mut runners = Vec::new();
        runners.extend(c.as_deref().map(command));
        if there_is("luajit") {
            let mut luajit = command(Path::new("luajit"));
            luajit.args([script.as_os_str(), library.as_os_str()]);
            runners.push(luajit);
        }
        for mut runner in runners {
            let output = runner.arg(&bits_file).output().expect("run");
            let said = String::from_utf8_lossy(&output.stdout);
            let seen = output.status.code() == Some(1)
                && said.contains("FAILED Yard: ")
                && said.contains("\n0 of 1 cases");
            assert!(seen, "{runner:?}: {to}: {said}");
        }
    }
}

#[test]
fn whatever_a_caller_does_wrong_is_refused() {
    if there_is("gcc") {
        for options in [Y_UP, Y_DOWN] {
            let folder = folder();
            let file = folder.path().join("Yard.steer.json");
            std::fs::write(&file, exported(&options)).expect("written");
            let said = run(
                &C.program(&source("tests/hostile.c"), folder.path()),
                &[file.as_os_str()],
            );
            assert_eq!(said, "0 failures\n");
        }
    }
}

#[test]
fn the_cpp_wrapper_throws_what_goes_wrong_and_frees_what_it_made() {
    if there_is("g++") {
        let folder = folder();
        let file = folder.path().join("Yard.steer.json");
        std::fs::write(&file, exported(&Y_UP)).expect("written");
        let said = run(
            &CPP.program(&source("tests/wrapper.cpp"), folder.path()),
            &[file.as_os_str()],
        );
        assert_eq!(said, "all good\n");
    }
}

#[test]
fn the_examples_say_the_same_with_the_library_outside_and_inside() {
    if there_is("gcc") && there_is("g++") {
        let folder = folder();
        let c = C.program(&source("example.c"), folder.path());
        let cpp = CPP.program(&source("example.cpp"), folder.path());
        let inside = C.static_program(&source("example.c"), folder.path());
        for name in ["Gate-patrol", "Crowd", "Grid-chase"] {
            let file = root("conformance").join(name).with_extension("steer.json");
            let said = run(&c, &[file.as_os_str()]);
            assert!(said.contains("\n10 s: "), "{name}: {said}");
            for other in [&cpp, &inside] {
                assert_eq!(run(other, &[file.as_os_str()]), said, "{name}");
            }
        }
    }
}
