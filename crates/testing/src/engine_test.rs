//! Test programs whose tests need engines: a test is ignored, with the reason, if its engine is not
//! installed.
//!
//! Rust's own harness decides when a test is compiled whether it is ignored. These programs
//! (`harness = false`) decide when they run.

use crate::engine::Engine;
use crate::root;
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

pub use crate::engine_tests;

/// The tests of a module, with the engines that each needs; made by
/// [`engine_tests!`](crate::engine_tests).
pub struct EngineTests {
    pub module: &'static str,
    pub tests: &'static [EngineTest],
}

/// A test and the engines that it needs.
pub struct EngineTest {
    pub name: &'static str,
    pub engines: &'static [Engine],
    pub run: Run,
}

/// How a test runs.
#[derive(Clone, Copy)]
pub enum Run {
    /// Once, with all of its engines.
    Once(fn()),
    /// As a test of its own with each of its engines.
    Each(fn(Engine)),
    /// Without an engine, and as a test of its own with each of its engines.
    Also(fn(Option<Engine>)),
}

/// Lists the tests of a module. A function that is missing here is reported by the compiler as
/// never used.
///
/// ```ignore
/// pub const TESTS: EngineTests = engine_tests![
///     [] => names_are_escaped,
///     [Python] => python_passes_the_cases,
///     [Gcc, Gxx] => c_and_cpp_print_the_same,
///     each [Lua51, Lua54] => lua_passes_the_cases, // fn lua_passes_the_cases(lua: Engine)
///     also [Tiled] => maps_are_imported, // fn maps_are_imported(saved_by: Option<Engine>)
/// ];
/// ```
#[macro_export]
macro_rules! engine_tests {
    (@run $test:ident) => {
        $crate::engine_test::Run::Once($test)
    };
    (@run $test:ident each) => {
        $crate::engine_test::Run::Each(|engine| $test($crate::engine_test::converted(engine)))
    };
    (@run $test:ident also) => {
        $crate::engine_test::Run::Also($test)
    };
    ($($($how:ident)? [$($engine:ident),*] => $test:ident),* $(,)?) => {
        $crate::engine_test::EngineTests {
            module: module_path!(),
            tests: &[$($crate::engine_test::EngineTest {
                name: stringify!($test),
                engines: &[$($crate::engine::Engine::$engine),*],
                run: $crate::engine_tests!(@run $test $($how)?),
            }),*],
        }
    };
}

/// An engine as the type that the test takes: [`Engine`], or one of some engines only.
///
/// # Panics
/// If the engine is none of those.
pub fn converted<T: TryFrom<Engine, Error: std::fmt::Debug>>(engine: Engine) -> T {
    T::try_from(engine).expect("an engine that the test can take")
}

/// Runs the tests of a program. `main` is its `file!()`, and has all of its modules beside it if it
/// is called `main.rs`.
pub fn run(main: &str, modules: &[EngineTests]) -> ExitCode {
    let mut trials: Vec<Trial> = modules.iter().flat_map(EngineTests::trials).collect();
    let main = root().join(main);
    trials.push(Trial::test("every_test_is_listed", move || {
        no_test_has_the_attribute(&main)
    }));
    let mut arguments = Arguments::from_args();
    // Engines often wait while they start, so two tests share a core.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    arguments.test_threads.get_or_insert(2 * cores);
    libtest_mimic::run(&arguments, trials).exit_code()
}

impl EngineTests {
    fn trials(&self) -> Vec<Trial> {
        let mut trials = Vec::new();
        // Without the name of the program, as Rust's own harness has it.
        let module = self
            .module
            .split_once("::")
            .map(|(_, module)| format!("{module}::"))
            .unwrap_or_default();
        for test in self.tests {
            let name = format!("{module}{}", test.name);
            match test.run {
                Run::Once(run) => trials.push(trial(name, test.engines, run)),
                Run::Each(run) => trials.extend(trial_for_each(name, test.engines, run)),
                Run::Also(run) => {
                    trials.push(trial(name.clone(), &[], move || run(None)));
                    let run = move |engine| run(Some(engine));
                    trials.extend(trial_for_each(name, test.engines, run));
                }
            }
        }
        trials
    }
}

fn trial_for_each(
    name: String,
    engines: &'static [Engine],
    run: impl Fn(Engine) + Copy + Send + 'static,
) -> impl Iterator<Item = Trial> {
    engines.iter().map(move |engine| {
        let name = format!("{name}::{}", engine.name());
        trial(name, std::slice::from_ref(engine), move || run(*engine))
    })
}

/// A test that is ignored if an engine is not installed; or fails, where it is required or run with
/// `--ignored`. Versions of an engine that differ from both of their neighbors in nothing that a
/// runtime uses are ignored without `EVERY_VERSION=1`, which `.ci/full` sets.
fn trial(name: String, engines: &'static [Engine], run: impl FnOnce() + Send + 'static) -> Trial {
    let mut missing: Vec<String> = engines
        .iter()
        .flat_map(|engine| engine.missing_parts())
        .collect();
    missing.dedup();
    if missing.is_empty() {
        let is_left_out =
            engines.iter().any(|engine| engine.is_between_versions()) && !is_set("EVERY_VERSION");
        return Trial::test(name.clone(), move || {
            let start = Instant::now();
            run();
            let seconds = start.elapsed().as_secs();
            // The harness has no times.
            if seconds >= 5 {
                println!("{name} took {seconds} s");
            }
            Ok(())
        })
        .with_ignored_flag(is_left_out);
    }
    Trial::test(name, move || Err(Failed::from(how_to_install(engines))))
        .with_kind(missing.join(", "))
        .with_ignored_flag(!is_set("ENGINES_REQUIRED"))
}

fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| value == "1")
}

fn how_to_install(engines: &[Engine]) -> String {
    let mut sentences: Vec<String> = engines
        .iter()
        .flat_map(|engine| engine.how_to_install())
        .collect();
    sentences.dedup();
    sentences.push("On Debian and Ubuntu, `.ci/run` installs every engine.".into());
    sentences.join(" ")
}

/// The attribute `#[test]` removes a function from a program that has no harness of Rust: the test
/// would silently never run.
fn no_test_has_the_attribute(main: &Path) -> Result<(), Failed> {
    let mut files = vec![main.to_owned()];
    if main.ends_with("main.rs") {
        let folder = main.parent().ok_or("the program has no folder")?;
        for entry in folder.read_dir()? {
            files.push(entry?.path());
        }
        files.retain(|file| file.extension().is_some_and(|end| end == "rs"));
    }
    for file in files {
        let text = std::fs::read_to_string(&file)?;
        if let Some(line) = text.lines().position(|line| line.trim() == "#[test]") {
            return Err(Failed::from(format!(
                "{}:{}: remove #[test], and add the test to the `engine_tests!` of its module",
                file.display(),
                line + 1
            )));
        }
    }
    Ok(())
}
