//! Other languages and game engines, run with a time limit.

use crate::root;
use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use wait_timeout::ChildExt;

/// No program that a test runs takes longer.
const TIME_LIMIT: Duration = Duration::from_secs(600);

/// A language or game engine that tests use. `.ci/run` installs all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Node with the modules and a browser that its scripts open pages in.
    Chromium,
    Gcc,
    Godot3,
    /// The web build of Godot 4, which runs in Chromium.
    Godot4,
    Gxx,
    Love,
    Lua51,
    Lua52,
    Lua53,
    Lua54,
    LuaJit,
    /// C#: Mono and its compiler `mcs`.
    Mono,
    Node,
    /// Node with modules from npm: three.js, Phaser and others.
    NodeModules,
    Python,
    /// Python with modules from PyPI: pygame-ce, pytmx and unityparser.
    PythonModules,
    Rustc,
    Tiled,
}

/// What has to be there for an engine to run.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// A program on the `PATH`, and how to get it.
    Program(&'static str, &'static str),
    /// A file or folder that an environment variable names, and what it has to be.
    Variable(&'static str, &'static str),
}

const CHROMIUM: &str = "chromium-headless-shell";
const NODE_MODULES: &str = "STEERWRIGHT_NODE_MODULES";
const PYTHON: &str = "STEERWRIGHT_PYTHON";

const NODE_PART: Part = Part::Program("node", "install the package nodejs");
const NODE_MODULES_PART: Part = Part::Variable(
    NODE_MODULES,
    "the `node_modules` folder with the packages that `.ci/run` lists",
);
const CHROMIUM_PART: Part = Part::Program(CHROMIUM, "install the package chromium-headless-shell");

impl Engine {
    /// The name in the names of tests and in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chromium => "chromium",
            Self::Gcc => "gcc",
            Self::Godot3 => "godot3",
            Self::Godot4 => "godot4",
            Self::Gxx => "g++",
            Self::Love => "love",
            Self::Lua51 => "lua5.1",
            Self::Lua52 => "lua5.2",
            Self::Lua53 => "lua5.3",
            Self::Lua54 => "lua5.4",
            Self::LuaJit => "luajit",
            Self::Mono => "mono",
            Self::Node => "node",
            Self::NodeModules => "node_modules",
            Self::Python => "python",
            Self::PythonModules => "python_modules",
            Self::Rustc => "rustc",
            Self::Tiled => "tiled",
        }
    }

    /// What it consists of; [`command`](Self::command) starts the first.
    fn parts(self) -> &'static [Part] {
        use Part::{Program, Variable};
        match self {
            Self::Gcc => &[Program("gcc", "install the package gcc")],
            Self::Godot3 => &[Program(
                "godot3-server",
                "install the package godot3-server",
            )],
            Self::Gxx => &[Program("g++", "install the package g++")],
            Self::Love => &[Program("love", "install the package love")],
            Self::Lua51 => &[Program("lua5.1", "install the package lua5.1")],
            Self::Lua52 => &[Program("lua5.2", "install the package lua5.2")],
            Self::Lua53 => &[Program("lua5.3", "install the package lua5.3")],
            Self::Lua54 => &[Program("lua5.4", "install the package lua5.4")],
            Self::LuaJit => &[Program("luajit", "install the package luajit")],
            Self::Mono => &[
                Program("mono", "install the package mono-runtime"),
                Program("mcs", "install the package mono-mcs"),
            ],
            Self::Node => &[NODE_PART],
            Self::NodeModules => &[NODE_PART, NODE_MODULES_PART],
            Self::Chromium | Self::Godot4 => &[NODE_PART, NODE_MODULES_PART, CHROMIUM_PART],
            Self::Python => &[Program("python3", "install the package python3")],
            Self::PythonModules => &[Variable(
                PYTHON,
                "a Python with the packages that `.ci/run` installs",
            )],
            Self::Rustc => &[Program("rustc", "install Rust with rustup")],
            Self::Tiled => &[
                Program("tiled", "install the package tiled"),
                Program("tmxrasterizer", "install the package tiled"),
            ],
        }
    }

    /// Lua 5.2 has the numbers of 5.1, and 5.3 those of 5.4; what they have of the language is in
    /// one of those too.
    pub fn is_between_versions(self) -> bool {
        matches!(self, Self::Lua52 | Self::Lua53)
    }

    pub fn is_installed(self) -> bool {
        self.missing_parts().is_empty()
    }

    /// What is missing, in a few words each: "lua5.4 not installed".
    pub fn missing_parts(self) -> Vec<String> {
        self.missing().map(Part::in_few_words).collect()
    }

    /// What to do about each missing part, a sentence each.
    pub fn how_to_install(self) -> Vec<String> {
        self.missing().map(Part::how_to_install).collect()
    }

    fn missing(self) -> impl Iterator<Item = Part> {
        self.parts().iter().copied().filter(|part| !part.is_there())
    }

    /// The engine, to be run in the root folder of the repository.
    ///
    /// # Panics
    /// If it is not installed: the test does not list it among its engines.
    pub fn command(self) -> Command {
        let mut command = match self.parts()[0] {
            Part::Program(program, _) => self.program(program),
            Part::Variable(variable, _) => {
                self.program(named_by(variable).expect("a path in a variable"))
            }
        };
        for part in self.parts() {
            if let Part::Variable(variable, _) = part {
                command.env(variable, named_by(variable).expect("a path in a variable"));
            }
        }
        if matches!(self, Self::Chromium | Self::Godot4) {
            command.env("STEERWRIGHT_CHROMIUM", found(CHROMIUM).expect("Chromium"));
        }
        command
    }

    /// Another program that comes with the engine, such as the compiler of C#.
    ///
    /// # Panics
    /// If the engine is not installed: the test does not list it among its engines.
    pub fn program(self, program: impl Into<OsString>) -> Command {
        assert!(
            self.is_installed(),
            "this test does not list the engine {self:?}: {}",
            self.how_to_install().join(" ")
        );
        let mut command = Command::new(program.into());
        command
            .current_dir(root())
            .stdin(Stdio::null())
            .env("LC_ALL", "C.UTF-8");
        command
    }
}

impl Part {
    fn in_few_words(self) -> String {
        match self {
            Self::Program(program, _) => format!("{program} not installed"),
            Self::Variable(variable, _) => format!("{variable} not set"),
        }
    }

    fn is_there(self) -> bool {
        match self {
            Self::Program(program, _) => found(program).is_some(),
            Self::Variable(variable, _) => named_by(variable).is_some(),
        }
    }

    fn how_to_install(self) -> String {
        match self {
            Self::Program(program, how) => format!("{program} is not installed: {how}."),
            Self::Variable(variable, what) => {
                format!("{variable} is not set to an existing path: set it to {what}.")
            }
        }
    }
}

/// Where a program is on the `PATH`.
fn found(program: &str) -> Option<PathBuf> {
    let paths = std::env::var_os("PATH")?;
    std::env::split_paths(&paths)
        .map(|folder| folder.join(format!("{program}{EXE_SUFFIX}")))
        .find(|file| file.is_file())
}

/// The path in an environment variable, if there is something at it.
fn named_by(variable: &str) -> Option<PathBuf> {
    let path = std::path::absolute(std::env::var_os(variable)?).ok()?;
    path.exists().then_some(path)
}

/// The folder of the modules that [`Engine::NodeModules`] has.
///
/// # Panics
/// If there is none.
pub fn node_modules() -> PathBuf {
    named_by(NODE_MODULES).expect("STEERWRIGHT_NODE_MODULES names a folder")
}

/// What the program printed and how it ended.
///
/// # Panics
/// If it cannot be started, or takes too long.
pub fn run(command: &mut Command) -> Output {
    run_within(TIME_LIMIT, command)
}

/// [`run`] with another time limit.
///
/// # Panics
/// If it cannot be started, or takes longer.
pub fn run_within(limit: Duration, command: &mut Command) -> Output {
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
    let Some(status) = child.wait_timeout(limit).expect("a wait") else {
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
    // Godot continues after an error in a script, and exits with 0 after a syntax error.
    assert!(!err.contains("SCRIPT ERROR"), "{command:?}\n{out}\n{err}");
    assert!(
        status.success(),
        "{command:?} ended with {status}\n{out}\n{err}"
    );
    out.into_owned()
}
