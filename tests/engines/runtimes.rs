//! The runtimes of other languages, in their own interpreters: the same bits in every conformance case, clear errors for every
//! hostile file, and an example that runs.

use std::path::{Path, PathBuf};
use std::process::Command;
use steerwright_export::runtime::RuntimeLanguage;
use steerwright_export::{self as export, suite};
use steerwright_testing::engine::{Engine, run, run_well};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::godot::Godot;
use steerwright_testing::root;

pub const TESTS: EngineTests = engine_tests![
    [] => every_case_of_the_folder_is_built_in,
    [Python] => the_python_runtime_passes_the_cases,
    [Python] => the_python_example_plays_a_scene,
    [Python] => the_python_runtime_refuses_hostile_files,
    [Node] => the_javascript_runtime_passes_the_cases,
    [Node] => the_javascript_example_plays_a_scene,
    [Node] => the_javascript_runtime_refuses_hostile_files,
    each [Lua51, Lua52, Lua53, Lua54, LuaJit] => the_lua_runtime_passes_the_cases,
    each [Lua51, Lua52, Lua53, Lua54, LuaJit] => the_lua_example_plays_a_scene,
    each [Lua51, Lua52, Lua53, Lua54, LuaJit] => the_lua_runtime_refuses_hostile_files,
    [Love] => the_love_example_passes_the_cases,
    [Mono] => the_csharp_runtime_passes_the_cases,
    [Mono] => the_csharp_example_plays_a_scene,
    [Mono] => the_csharp_runtime_refuses_hostile_files,
    each [Godot3, Godot4] => the_gdscript_runtime_passes_the_cases,
    each [Godot3, Godot4] => the_gdscript_example_plays_a_scene,
    each [Godot3, Godot4] => the_gdscript_runtime_refuses_hostile_files,
];

/// A folder with a runtime as `steerwright runtime LANGUAGE --conformance` writes it, and an export to play with.
struct Game {
    folder: tempfile::TempDir,
    engine: Engine,
}

impl Game {
    fn new(language: RuntimeLanguage, engine: Engine) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        export::write_files(&language.files(), folder.path()).expect("the runtime");
        export::write_files(&language.conformance_runner(), folder.path()).expect("the runner");
        export::write_files(&suite::files(), &folder.path().join("conformance"))
            .expect("the cases");
        Self { folder, engine }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The engine with a script or program in this folder. What it writes into the home of its user goes here too.
    fn command(&self, program: &str) -> Command {
        if let Ok(godot) = Godot::try_from(self.engine) {
            return godot.command(self.path(), &godot.script(program), &[]);
        }
        let mut command = self.engine.command();
        for variable in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
            command.env(variable, self.path());
        }
        command.current_dir(self.path()).arg(program);
        command
    }

    /// The command with the path of a file or folder of the game. Godot 4 knows them only in its project.
    fn command_on(&self, program: &str, path: &str) -> Command {
        let mut command = self.command(program);
        if self.engine == Engine::Godot4 {
            command.arg(format!("res://{path}"));
        } else {
            command.arg(path);
        }
        command
    }

    fn passes_the_cases(&self, runner: &str) {
        // It finds the cases beside it.
        let printed = run_well(&mut self.command(runner));
        assert!(printed.contains(&all_cases_pass()), "{printed}");
        self.finds_a_wrong_bit(runner);
        self.reads_every_version(runner);
    }

    /// Breaks one of two cases, which the runner has to report.
    fn finds_a_wrong_bit(&self, runner: &str) {
        let broken = self.path().join("broken");
        export::write_files(&suite::files()[..4], &broken).expect("two cases");
        let bits = bits_in(&broken).swap_remove(0);
        let text = std::fs::read_to_string(&bits).expect("a case");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let last_state = lines
            .iter()
            .rposition(|line| line.starts_with("state "))
            .expect("a state");
        lines[last_state] = with_other_last_bit(&lines[last_state]);
        std::fs::write(&bits, lines.join("\n") + "\n").expect("a file");
        let output = run(&mut self.command_on(runner, "broken"));
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            !output.status.success() && printed.contains(&format!("line {}", last_state + 1)),
            "{printed}"
        );
        assert!(printed.contains("1 of 2 cases"), "{printed}");
    }

    /// Runs what earlier versions exported, and what a later one will, with fields of the future in every object; and refuses what is
    /// too new for it with both numbers.
    fn reads_every_version(&self, runner: &str) {
        let fixtures = self.path().join("fixtures");
        std::fs::create_dir_all(&fixtures).expect("a folder");
        for entry in std::fs::read_dir(root().join("crates/format/tests/fixtures/v1/exports"))
            .expect("a folder")
        {
            let file = entry.expect("an entry");
            std::fs::copy(file.path(), fixtures.join(file.file_name())).expect("a copy");
        }
        let printed = run_well(&mut self.command_on(runner, "fixtures"));
        assert!(printed.contains("2 of 2 cases"), "{printed}");

        let too_new = self.path().join("too-new");
        std::fs::create_dir_all(&too_new).expect("a folder");
        std::fs::copy(fixtures.join("newer.bits"), too_new.join("newer.bits")).expect("a copy");
        let export = std::fs::read_to_string(fixtures.join("newer.steer.json")).expect("an export");
        let export = export.replacen("\"min_reader\": 1", "\"min_reader\": 7", 1);
        std::fs::write(too_new.join("newer.steer.json"), export).expect("a file");
        let output = run(&mut self.command_on(runner, "too-new"));
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let refused = printed
            .lines()
            .find(|line| line.starts_with("FAILED newer"))
            .unwrap_or_default();
        assert!(
            !output.status.success() && refused.contains('7') && refused.contains('1'),
            "{printed}"
        );
    }

    /// Runs the example with a shipped scene.
    fn plays_a_scene(&self, example: &str) {
        let printed = run_well(&mut self.command_on(example, "conformance/Gate-patrol.steer.json"));
        assert!(
            printed
                .to_lowercase()
                .replace('_', "")
                .contains("nodereached")
                && printed.lines().count() > 20,
            "{printed}"
        );
        // Waves of enemies on a patrol: they come at its start and go at its end.
        let of_enemies = |end: &str| {
            let lines = printed.lines();
            lines.filter(|line| line.ends_with(end)).count()
        };
        assert_eq!(
            (of_enemies(" is spawned"), of_enemies(" is despawned")),
            (3, 2),
            "{printed}"
        );
    }
}

/// The last line of a conformance runner that ran every case of the folder and found no difference.
fn all_cases_pass() -> String {
    let count = bits_in(&root().join("conformance")).len();
    format!("{count} of {count} cases are the same to the bit")
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
    assert!(there.iter().any(|name| name.ends_with(".bits")));
    assert_eq!(built_in, there);
}

fn the_python_runtime_passes_the_cases() {
    Game::new(RuntimeLanguage::Python, Engine::Python).passes_the_cases("conformance.py");
}

fn the_python_example_plays_a_scene() {
    Game::new(RuntimeLanguage::Python, Engine::Python).plays_a_scene("example.py");
}

fn the_python_runtime_refuses_hostile_files() {
    run_well(Engine::Python.command().arg("runtimes/python/hostile.py"));
}

fn the_javascript_runtime_passes_the_cases() {
    Game::new(RuntimeLanguage::Javascript, Engine::Node).passes_the_cases("conformance.mjs");
}

fn the_javascript_example_plays_a_scene() {
    Game::new(RuntimeLanguage::Javascript, Engine::Node).plays_a_scene("example.mjs");
}

fn the_javascript_runtime_refuses_hostile_files() {
    run_well(
        Engine::Node
            .command()
            .arg("runtimes/javascript/hostile.mjs"),
    );
}

fn the_lua_runtime_passes_the_cases(lua: Engine) {
    Game::new(RuntimeLanguage::Lua, lua).passes_the_cases("conformance.lua");
}

fn the_lua_example_plays_a_scene(lua: Engine) {
    Game::new(RuntimeLanguage::Lua, lua).plays_a_scene("example.lua");
}

fn the_lua_runtime_refuses_hostile_files(lua: Engine) {
    run_well(lua.command().arg("runtimes/lua/hostile.lua"));
}

fn the_love_example_passes_the_cases() {
    let game = Game::new(RuntimeLanguage::Lua, Engine::Love);
    let example = root()
        .join("runtimes/lua/love")
        .to_string_lossy()
        .into_owned();
    let mut love = game.command(&example);
    love.args(["conformance.lua", "conformance"]);
    let printed = run_well(love.env_remove("DISPLAY"));
    assert!(printed.contains(&all_cases_pass()), "{printed}");
}

/// A game in C#, with one of the runtime's programs compiled.
fn csharp_game(source: &str, program: &str) -> Game {
    let game = Game::new(RuntimeLanguage::CSharp, Engine::Mono);
    compile(game.path(), &[source], &game.path().join(program));
    game
}

fn compile(folder: &Path, arguments: &[&str], program: &Path) {
    run_well(
        Engine::Mono
            .program("mcs")
            .current_dir(folder)
            .args(["-langversion:7", "-warn:4", "-warnaserror"])
            .arg("Steerwright.cs")
            .args(arguments)
            .arg(format!("-out:{}", program.display())),
    );
}

fn the_csharp_runtime_passes_the_cases() {
    csharp_game("Conformance.cs", "conformance.exe").passes_the_cases("conformance.exe");
}

fn the_csharp_example_plays_a_scene() {
    csharp_game("Example.cs", "example.exe").plays_a_scene("example.exe");
}

fn the_csharp_runtime_refuses_hostile_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("hostile.exe");
    compile(
        &root().join("runtimes/csharp"),
        &["Conformance.cs", "Hostile.cs", "-main:Hostile"],
        &program,
    );
    run_well(
        Engine::Mono
            .command()
            .arg(program)
            .arg(root().join("conformance")),
    );
}

fn godot_game(engine: Engine) -> Game {
    let game = Game::new(RuntimeLanguage::Gdscript, engine);
    let godot: Godot = engine.try_into().expect("a Godot");
    godot.start_project(game.path(), "");
    game
}

fn the_gdscript_runtime_passes_the_cases(godot: Engine) {
    godot_game(godot).passes_the_cases("conformance");
}

fn the_gdscript_example_plays_a_scene(godot: Engine) {
    godot_game(godot).plays_a_scene("example");
}

fn the_gdscript_runtime_refuses_hostile_files(engine: Engine) {
    let game = godot_game(engine);
    let godot: Godot = engine.try_into().expect("a Godot");
    godot.write_script(game.path(), &root().join("runtimes/gdscript/hostile.gd"));
    run_well(&mut game.command("hostile"));
}
