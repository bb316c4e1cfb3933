//! The runtimes of other languages, in their own interpreters: the same bits in every conformance case, clean errors for every
//! hostile file, and an example that runs. What is not installed is reported as not run; `ENGINES_REQUIRED=1` makes that a failure.

use std::path::{Path, PathBuf};
use std::process::Command;
use steerwright_export::runtime::Language;
use steerwright_export::{self as export, suite};
use steerwright_testing::engine::{engine, run, run_well};
use steerwright_testing::root;

const CASES: usize = 57;

/// A folder with a runtime as `steerwright runtime LANGUAGE --conformance` writes it, and an export to play with.
struct Game {
    folder: tempfile::TempDir,
}

impl Game {
    fn new(language: Language) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        export::write_files(&language.files(), folder.path()).expect("the runtime");
        export::write_files(&language.conformance_runner(), folder.path()).expect("the runner");
        export::write_files(&suite::files(), &folder.path().join("conformance"))
            .expect("the cases");
        Self { folder }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// `program` in this folder, if it is installed. What engines write into the home of their user goes here too.
    fn engine(&self, program: &str, arguments: &[&str]) -> Option<Command> {
        let mut command = engine(program)?;
        for variable in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
            command.env(variable, self.path());
        }
        command.current_dir(self.path()).args(arguments);
        Some(command)
    }

    /// Runs the conformance cases, then breaks one of them and sees that it is found.
    fn comes_to_the_same_bits(&self, program: &str, arguments: &[&str]) {
        let Some(mut command) = self.engine(program, arguments) else {
            return;
        };
        let printed = run_well(command.arg("conformance"));
        assert!(
            printed.contains(&format!("{CASES} of {CASES} cases are the same to the bit")),
            "{program}: {printed}"
        );

        let broken = self.path().join("broken");
        export::write_files(&suite::files()[..4], &broken).expect("two cases");
        let bits = bits_in(&broken).swap_remove(0);
        let text = std::fs::read_to_string(&bits).expect("a case");
        let (line, _) = text
            .lines()
            .enumerate()
            .filter(|(_, line)| line.starts_with("state "))
            .last()
            .expect("a state");
        let turned: Vec<String> = text
            .lines()
            .enumerate()
            .map(|(i, text)| {
                if i == line {
                    with_other_last_bit(text)
                } else {
                    text.to_owned()
                }
            })
            .collect();
        std::fs::write(&bits, turned.join("\n") + "\n").expect("a file");
        let output = run(self
            .engine(program, arguments)
            .expect("it was there")
            .arg("broken"));
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            !output.status.success() && printed.contains(&format!("line {}", line + 1)),
            "{program}: {printed}"
        );
        assert!(printed.contains("1 of 2 cases"), "{program}: {printed}");
        self.reads_every_version(program, arguments);
    }

    /// Runs what earlier versions exported, and what a later one will, with fields of the future in every object; and refuses what is
    /// too new for it with both numbers.
    fn reads_every_version(&self, program: &str, arguments: &[&str]) {
        let Some(mut command) = self.engine(program, arguments) else {
            return;
        };
        let fixtures = root().join("crates/format/tests/fixtures/v1/exports");
        let printed = run_well(command.arg(&fixtures));
        assert!(printed.contains("2 of 2 cases"), "{program}: {printed}");

        let too_new = self.path().join("too-new");
        std::fs::create_dir_all(&too_new).expect("a folder");
        std::fs::copy(fixtures.join("newer.bits"), too_new.join("newer.bits")).expect("a copy");
        let export = std::fs::read_to_string(fixtures.join("newer.steer.json")).expect("an export");
        let export = export.replacen("\"min_reader\": 1", "\"min_reader\": 7", 1);
        std::fs::write(too_new.join("newer.steer.json"), export).expect("a file");
        let output = run(self
            .engine(program, arguments)
            .expect("it was there")
            .arg(&too_new));
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let refused = printed
            .lines()
            .find(|line| line.starts_with("FAILED newer"))
            .unwrap_or_default();
        assert!(
            !output.status.success() && refused.contains('7') && refused.contains('1'),
            "{program}: {printed}"
        );
    }

    /// Runs the example with a shipped scene.
    fn plays(&self, program: &str, arguments: &[&str]) {
        let Some(mut command) = self.engine(program, arguments) else {
            return;
        };
        let printed = run_well(command.arg("conformance/Gate-patrol.steer.json"));
        assert!(
            printed
                .to_lowercase()
                .replace('_', "")
                .contains("nodereached")
                && printed.lines().count() > 20,
            "{program}: {printed}"
        );
    }
}

fn bits_in(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "bits"));
    files.sort();
    files
}

/// A `state` line whose x differs in its last bit.
fn with_other_last_bit(line: &str) -> String {
    let mut fields: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let bits = u64::from_str_radix(&fields[3], 16).expect("hex digits") ^ 1;
    fields[3] = format!("{bits:016x}");
    fields.join(" ")
}

#[test]
fn every_case_of_the_folder_is_built_in() {
    let mut built_in: Vec<String> = suite::files().into_iter().map(|file| file.name).collect();
    built_in.sort();
    let folder = std::fs::read_dir(root().join("conformance")).expect("the folder");
    let mut there: Vec<String> = folder
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("a name")
        })
        .collect();
    there.retain(|name| name != "README.md");
    there.sort();
    assert_eq!(built_in, there);
    assert_eq!(
        built_in
            .iter()
            .filter(|name| name.ends_with(".bits"))
            .count(),
        CASES
    );
}

#[test]
fn python() {
    let game = Game::new(Language::Python);
    game.comes_to_the_same_bits("python3", &["conformance.py"]);
    game.plays("python3", &["example.py"]);
    refuses_hostile_files("python3", &["runtimes/python/hostile.py"]);
}

#[test]
fn javascript() {
    let game = Game::new(Language::Javascript);
    game.comes_to_the_same_bits("node", &["conformance.mjs"]);
    game.plays("node", &["example.mjs"]);
    refuses_hostile_files("node", &["runtimes/javascript/hostile.mjs"]);
}

#[test]
fn every_lua() {
    let game = Game::new(Language::Lua);
    for lua in ["lua5.1", "lua5.2", "lua5.3", "lua5.4", "luajit"] {
        game.comes_to_the_same_bits(lua, &["conformance.lua"]);
        game.plays(lua, &["example.lua"]);
        refuses_hostile_files(lua, &["runtimes/lua/hostile.lua"]);
    }
}

#[test]
fn csharp() {
    let game = Game::new(Language::CSharp);
    for (program, sources) in [
        ("conformance.exe", "Conformance.cs"),
        ("example.exe", "Example.cs"),
    ] {
        let Some(mut compiler) = game.engine(
            "mcs",
            &[
                "-langversion:7",
                "-warn:4",
                "-warnaserror",
                "Steerwright.cs",
                sources,
            ],
        ) else {
            return;
        };
        run_well(compiler.arg(format!("-out:{program}")));
    }
    game.comes_to_the_same_bits("mono", &["conformance.exe"]);
    game.plays("mono", &["example.exe"]);
    let built = |name: &str| game.path().join(name).to_string_lossy().into_owned();
    let folder = root().join("runtimes/csharp");
    let compiled = |output: &str, sources: &[&str]| {
        let mut compiler = engine("mcs").expect("it was there");
        run_well(
            compiler
                .current_dir(&folder)
                .args(["-langversion:7", "-warn:4", "-warnaserror", output])
                .args(sources),
        );
    };
    compiled(
        &format!("-out:{}", built("hostile.exe")),
        &["Hostile.cs", "Steerwright.cs"],
    );
    refuses_hostile_files("mono", &[&built("hostile.exe")]);
}

#[test]
fn godot_3() {
    let game = Game::new(Language::Gdscript);
    game.comes_to_the_same_bits("godot3-server", &["--path", ".", "-s", "conformance.gd"]);
    game.plays("godot3-server", &["--path", ".", "-s", "example.gd"]);
    let folder = root()
        .join("runtimes/gdscript")
        .to_string_lossy()
        .into_owned();
    if let Some(mut godot) = game.engine("godot3-server", &["--path", &folder, "-s", "hostile.gd"])
    {
        run_well(&mut godot);
    }
}

/// Godot 4 is not to be had here; `.ci/run` checks its dialect against the engine's own description of its API.
#[test]
fn godot_4_scripts_are_those_made_from_the_one_source() {
    if let Some(mut python) = engine("python3") {
        run_well(python.args(["runtimes/gdscript/make_godot4.py", "--check"]));
    }
}

#[test]
fn love() {
    let game = Game::new(Language::Lua);
    let folder = root()
        .join("runtimes/lua/love")
        .to_string_lossy()
        .into_owned();
    if let Some(mut love) = game.engine("love", &[&folder, "--conformance", "conformance"]) {
        let printed = run_well(love.env_remove("DISPLAY"));
        assert!(
            printed.contains(&format!("{CASES} of {CASES} cases are the same to the bit")),
            "{printed}"
        );
    }
}

/// Runs a test of a loader where it stands in the source tree.
fn refuses_hostile_files(program: &str, arguments: &[&str]) {
    if let Some(mut command) = engine(program) {
        run_well(command.args(arguments));
    }
}
