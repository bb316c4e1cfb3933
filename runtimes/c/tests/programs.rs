//! The library in use: C and C++ programs under the address and undefined behavior sanitizers, and
//! LuaJIT.

mod support;

use std::path::Path;
use std::process::{Command, ExitCode};
use steerwright_testing::cases::{SUITE, export_of_case};
use steerwright_testing::engine::Engine;
use steerwright_testing::engine_test::{self, EngineTests, engine_tests};
use steerwright_testing::root;
use support::{
    C, CPP, Y_DOWN, Y_UP, cases, command, exported, output_of, run, shared_library, source,
};

pub const TESTS: EngineTests = engine_tests![
    [Gcc] => c_passes_the_conformance_cases,
    [Gcc] => hosts_that_round_small_numbers_to_zero_get_the_same_bits,
    [LuaJit] => luajit_passes_the_conformance_cases,
    each [Gcc, LuaJit] => the_runners_find_the_cases_by_themselves,
    each [Gcc, LuaJit] => the_runners_report_a_wrong_bit_a_wrong_event_and_a_missing_end,
    [Gcc] => invalid_calls_are_refused,
    [Gxx] => the_cpp_wrapper_throws_errors_and_frees_its_memory,
    [Gcc, Gxx] => the_examples_print_the_same_with_a_shared_and_a_static_library,
];

fn main() -> ExitCode {
    // Compilers are called as Unix has them.
    let tests = if cfg!(unix) { &[TESTS][..] } else { &[] };
    engine_test::run(file!(), tests)
}

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

fn c_passes_the_conformance_cases() {
    let folder = folder();
    let (folders, count) = cases(folder.path());
    let runner = C.program(&source("conformance.c"), folder.path());
    assert_all_same(&output_of(command(&runner).args(folders)), count);
}

/// The cases with the smallest speeds.
fn hosts_that_round_small_numbers_to_zero_get_the_same_bits() {
    let folder = folder();
    let runner = C.program(&source("tests/flushing_host.c"), folder.path());
    output_of(command(&runner).arg(root().join(SUITE).join("steering")));
}

fn luajit_passes_the_conformance_cases() {
    let folder = folder();
    let (folders, count) = cases(folder.path());
    assert_all_same(&output_of(luajit_runner().args(folders)), count);
}

fn luajit_runner() -> Command {
    let mut luajit = command(Path::new("luajit"));
    luajit.arg(source("conformance.lua")).arg(shared_library());
    luajit
}

/// They are in the folder of Steerwright, two folders above the runners.
fn the_runners_find_the_cases_by_themselves(engine: Engine) {
    let folder = folder();
    let own = folder.path().join("runtimes/c");
    std::fs::create_dir_all(&own).expect("a folder");
    for name in ["conformance.lua", "include/steerwright.h"] {
        let file = source(name);
        std::fs::copy(&file, own.join(file.file_name().expect("a name"))).expect("a copy");
    }
    let compiled =
        (engine == Engine::Gcc).then(|| C.program(&source("conformance.c"), folder.path()));
    let run_in = |place: &Path| {
        let mut runner = match &compiled {
            Some(program) => command(program),
            None => {
                let mut luajit = command(Path::new("luajit"));
                luajit
                    .arg(own.join("conformance.lua"))
                    .arg(shared_library());
                luajit
            }
        };
        let output = runner.current_dir(place).output().expect("run");
        let [out, err] = [output.stdout, output.stderr].map(String::from_utf8);
        (output.status.code(), out.expect("text"), err.expect("text"))
    };

    let (code, out, err) = run_in(&own);
    assert_eq!(code, Some(1), "nothing was checked");
    assert_eq!(out, "0 of 0 cases are the same to the bit\n");
    assert!(err.contains("no cases found; name a folder"), "{err}");

    cases(folder.path());
    std::fs::rename(
        folder.path().join("y_up"),
        folder.path().join("conformance"),
    )
    .expect("moved");
    for place in [&own, folder.path()] {
        let (code, out, err) = run_in(place);
        assert_eq!(code, Some(0), "{out}{err}");
        let expected = "ok yard\n1 of 1 cases are the same to the bit\n";
        assert_eq!(out, expected, "{}", place.display());
    }
}

/// A runner that finds nothing wrong with anything would prove nothing.
fn the_runners_report_a_wrong_bit_a_wrong_event_and_a_missing_end(engine: Engine) {
    let folder = folder();
    cases(folder.path());
    let bits_file = folder.path().join("y_up/yard.cases");
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
        ("steerwright-cases 1", "steerwright-cases 0".into()),
        ("== case yard of base", "== case yard of nothing".into()),
        (
            "== case",
            "== export door from base\n-no such line\n== case".into(),
        ),
        ("== case", "== refused door of base\n== case".into()),
        ("drive 45 1 1 1", "fly 45 1 1 1".into()),
        ("drive 45 1 1 1", "drive 45 9 1 1".into()),
    ];
    let compiled =
        (engine == Engine::Gcc).then(|| C.program(&source("conformance.c"), folder.path()));
    for (from, to) in wrong {
        assert!(bits.contains(from), "the case has no {from}");
        std::fs::write(&bits_file, bits.replacen(from, &to, 1)).expect("written");
        let mut runner = match &compiled {
            Some(program) => command(program),
            None => luajit_runner(),
        };
        let output = runner.arg(&bits_file).output().expect("run");
        let said = String::from_utf8_lossy(&output.stdout);
        let seen = output.status.code() == Some(1)
            && said.contains("FAILED ")
            && said.contains(": line ")
            && !said.contains("\n1 of 1 cases");
        assert!(seen, "{runner:?}: {to}: {said}");
    }
}

fn invalid_calls_are_refused() {
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

fn the_cpp_wrapper_throws_errors_and_frees_its_memory() {
    let folder = folder();
    let file = folder.path().join("Yard.steer.json");
    std::fs::write(&file, exported(&Y_UP)).expect("written");
    let said = run(
        &CPP.program(&source("tests/wrapper.cpp"), folder.path()),
        &[file.as_os_str()],
    );
    assert_eq!(said, "all good\n");
}

fn the_examples_print_the_same_with_a_shared_and_a_static_library() {
    let folder = folder();
    let c = C.program(&source("example.c"), folder.path());
    let cpp = CPP.program(&source("example.cpp"), folder.path());
    let inside = C.static_program(&source("example.c"), folder.path());
    for name in ["gate-patrol", "crowd", "grid-chase"] {
        let file = folder.path().join(name).with_extension("steer.json");
        let export = export_of_case(&format!("samples/{name}.cases"), name);
        std::fs::write(&file, export).expect("written");
        let said = run(&c, &[file.as_os_str()]);
        assert!(said.contains("\n10 s: "), "{name}: {said}");
        for other in [&cpp, &inside] {
            assert_eq!(run(other, &[file.as_os_str()]), said, "{name}");
        }
    }
}
