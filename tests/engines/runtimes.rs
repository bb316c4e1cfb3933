//! The runtimes of other languages, in their own interpreters: the same bits in every conformance
//! case, clear errors for every hostile file, and an example that runs.

use std::path::Path;
use std::process::Command;
use steerwright_export::runtime::RuntimeLanguage;
use steerwright_export::{self as export, suite};
use steerwright_testing::cases::{OTHER_VERSIONS, SUITE, case_files, export_of_case};
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

/// A folder with a runtime as `steerwright runtime LANGUAGE --conformance` writes it, and an export
/// to play with.
struct Game {
    folder: tempfile::TempDir,
    engine: Engine,
}

impl Game {
    fn new(language: RuntimeLanguage, engine: Engine) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        export::write_files(&language.files(), folder.path()).expect("the runtime");
        export::write_files(&language.conformance_runner(), folder.path()).expect("the runner");
        let cases = suite::files().expect("the cases");
        export::write_files(&cases, &folder.path().join("conformance")).expect("written");
        Self { folder, engine }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The engine with a script or program in this folder. What it writes into the home of its user
    /// goes here too.
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

    /// The command with the path of a file or folder of the game. Godot 4 knows them only in its
    /// project.
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
        self.finds_what_is_wrong(runner);
        self.reads_every_version(runner);
    }

    /// Breaks a result, a change of an export, a refusal and a file, which the runner has to
    /// report.
    fn finds_what_is_wrong(&self, runner: &str) {
        let lines = suite_lines("paths/traversal.cases");
        let mut wrong_bit = lines.clone();
        let state = last_with(&lines, "state ");
        wrong_bit[state] = with_other_last_bit(&lines[state]);
        self.reports(runner, &wrong_bit, state, "\n2 of 3 cases");

        let mut unknown_line = lines;
        let change = last_with(&unknown_line, "== export ") + 1;
        unknown_line[change] = "-no such line".into();
        self.reports(runner, &unknown_line, change, "FAILED broken.cases");

        let mut unchanged = suite_lines("loading/facing.cases");
        let refusal = last_with(&unchanged, "== refused ");
        unchanged.truncate(refusal + 1);
        self.reports(runner, &unchanged, refusal, "\n6 of 7 cases");

        let printed = self.fails(runner, &unchanged.join("\n"));
        assert!(printed.contains("FAILED broken.cases"), "{printed}");
    }

    /// Runs lines with something wrong at an index.
    fn reports(&self, runner: &str, lines: &[String], at: usize, result: &str) {
        let printed = self.fails(runner, &(lines.join("\n") + "\n"));
        let line = format!("line {}: ", at + 1);
        assert!(
            printed.contains(&line) && printed.contains(result),
            "{line}{result}: {printed}"
        );
    }

    /// What the runner prints about cases in a nested folder that are not all the same.
    fn fails(&self, runner: &str, cases: &str) -> String {
        let nested = self.path().join("broken/nested");
        std::fs::create_dir_all(&nested).expect("a folder");
        std::fs::write(nested.join("broken.cases"), cases).expect("a file");
        let output = run(&mut self.command_on(runner, "broken"));
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(!output.status.success(), "{printed}");
        printed
    }

    /// Runs what earlier versions exported, and what a later one will, with fields of the future in
    /// every object; and refuses what is too new for it with both numbers.
    fn reads_every_version(&self, runner: &str) {
        let fixtures = self.path().join("fixtures");
        std::fs::create_dir_all(&fixtures).expect("a folder");
        for (name, file) in case_files(OTHER_VERSIONS) {
            std::fs::write(fixtures.join(name), file.to_string()).expect("a file");
        }
        let printed = run_well(&mut self.command_on(runner, "fixtures"));
        assert!(printed.contains("2 of 2 cases"), "{printed}");

        let too_new = self.path().join("too-new");
        std::fs::create_dir_all(&too_new).expect("a folder");
        let cases = std::fs::read_to_string(fixtures.join("newer.cases")).expect("a file");
        let cases = cases.replacen("\"min_reader\": 1", "\"min_reader\": 7", 1);
        std::fs::write(too_new.join("newer.cases"), cases).expect("a file");
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
        let export = export_of_case("samples/gate-patrol.cases", "gate-patrol");
        std::fs::write(self.path().join("gate-patrol.steer.json"), export).expect("an export");
        let printed = run_well(&mut self.command_on(example, "gate-patrol.steer.json"));
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
    let files = case_files(SUITE);
    let count: usize = files.iter().map(|(_, file)| file.cases.len()).sum();
    format!("{count} of {count} cases are the same to the bit")
}

fn suite_lines(path: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join(SUITE).join(path)).expect(path);
    text.lines().map(str::to_owned).collect()
}

fn last_with(lines: &[String], start: &str) -> usize {
    let found = lines.iter().rposition(|line| line.starts_with(start));
    found.expect(start)
}

/// A `state` line whose x differs in its last bit.
fn with_other_last_bit(line: &str) -> String {
    let mut fields: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let bits = u64::from_str_radix(&fields[3], 16).expect("hex digits") ^ 1;
    fields[3] = format!("{bits:016x}");
    fields.join(" ")
}

fn every_case_of_the_folder_is_built_in() {
    let built_in = suite::files().expect("the cases").into_iter();
    let built_in: Vec<(String, String)> = built_in
        .map(|file| (file.name, String::from_utf8(file.bytes).expect("text")))
        .collect();
    let there: Vec<(String, String)> = case_files(SUITE)
        .into_iter()
        .map(|(path, _)| {
            let text = std::fs::read_to_string(root().join(SUITE).join(&path)).expect("a file");
            (path, text)
        })
        .collect();
    assert!(there.len() > 100);
    assert!(
        built_in == there,
        "the files in the binary differ from those in the folder"
    );
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
