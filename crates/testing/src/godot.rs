//! Godot 3.2.3, and Godot 4.6 in its web build, each in a project with nothing in it but exports
//! and a script of the tests.

use crate::engine::{Engine, run};
use crate::exported::Exported;
use crate::root;
use std::path::Path;
use std::process::{Command, Output};
use steerwright_export::ExportTarget;
use steerwright_export::runtime::for_godot4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Godot {
    Three,
    Four,
}

impl TryFrom<Engine> for Godot {
    type Error = Engine;

    fn try_from(engine: Engine) -> Result<Self, Engine> {
        match engine {
            Engine::Godot3 => Ok(Self::Three),
            Engine::Godot4 => Ok(Self::Four),
            other => Err(other),
        }
    }
}

impl Godot {
    pub fn target(self) -> ExportTarget {
        if self == Self::Three {
            ExportTarget::Godot3
        } else {
            ExportTarget::Godot4
        }
    }

    /// The file of a script, which has a variant for each Godot.
    pub fn script(self, name: &str) -> String {
        if self == Self::Three {
            format!("{name}.gd")
        } else {
            format!("{name}_4.gd")
        }
    }

    /// Writes a script of the tests into a folder, and returns the name of its file.
    pub fn write_test_script(self, folder: &Path, name: &str) -> String {
        self.write_script(
            folder,
            &root().join(format!("tests/engines/godot/{name}.gd")),
        )
    }

    /// Writes a script of a source for both versions into a folder, and returns the name of its
    /// file.
    pub fn write_script(self, folder: &Path, source: &Path) -> String {
        let text = std::fs::read_to_string(source).expect("a script");
        let name = source.file_stem().and_then(|name| name.to_str());
        let script = self.script(name.expect("a name"));
        let text = match self {
            Self::Three => text,
            Self::Four => for_godot4(&text),
        };
        std::fs::write(folder.join(&script), text).expect("a file");
        script
    }

    /// Writes the project file, with sections of settings.
    pub fn start_project(self, folder: &Path, settings: &str) {
        let version = if self == Self::Three { 4 } else { 5 };
        let text = format!(
            "config_version={version}\n\n[application]\n\nconfig/name=\"New Game Project\"\n{settings}"
        );
        std::fs::write(folder.join("project.godot"), text).expect("a project");
    }

    /// A project with exports in folders of their own: 0, 1 and so on.
    pub fn project(self, exports: &[Exported]) -> tempfile::TempDir {
        let project = tempfile::tempdir().expect("a folder");
        self.start_project(project.path(), "");
        for (i, export) in exports.iter().enumerate() {
            let folder = project.path().join(i.to_string());
            copy(export.folder.path(), &folder);
            // An export into a project puts the add-on into its root.
            let addons = folder.join("addons");
            if addons.is_dir() {
                copy(&addons, &project.path().join("addons"));
                std::fs::remove_dir_all(addons).expect("removed");
            }
        }
        project
    }

    /// The engine with a scene or a script of the project in `folder`. Frames last a 60th of a
    /// second of the game's time, however long they take.
    pub fn command(self, folder: &Path, main: &str, arguments: &[&str]) -> Command {
        let mut command = match self {
            Self::Three => {
                let mut command = Engine::Godot3.command();
                command
                    .current_dir(folder)
                    .args(["--fixed-fps", "60", "--path", "."]);
                for variable in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
                    command.env(variable, folder);
                }
                command.args(main.ends_with(".gd").then_some("-s"));
                command
            }
            Self::Four => {
                let mut command = Engine::Godot4.command();
                command
                    .arg(root().join("tests/engines/godot4/run.mjs"))
                    .arg(folder);
                command
            }
        };
        command.arg(main).args(arguments);
        command
    }

    /// Runs a script of the tests in the project in `folder`, and gives what it printed.
    pub fn run_script(self, folder: &Path, name: &str, arguments: &[&str]) -> String {
        let script = self.write_test_script(folder, name);
        self.run_clean(&mut self.command(folder, &script, arguments))
    }

    /// The output of the engine. It must exit with 0 and print no errors, because Godot continues
    /// after an error.
    pub fn run_clean(self, command: &mut Command) -> String {
        let Output {
            status,
            stdout,
            stderr,
        } = run(command);
        let (out, err) = (
            String::from_utf8_lossy(&stdout),
            String::from_utf8_lossy(&stderr),
        );
        // Godot 3 complains about the locale, too.
        let error = if self == Self::Three {
            "SCRIPT ERROR"
        } else {
            "ERROR"
        };
        // What the web build says at the end of every project with a static body.
        let said = err.replace(
            "ERROR: Pages in use exist at exit in PagedAllocator: N16WorkerThreadPool5GroupE",
            "",
        );
        assert!(
            status.success() && !said.contains(error),
            "{command:?} ended with {status}\n{out}\n{err}"
        );
        out.into_owned()
    }

    /// As [`run_script`](Self::run_script), in a project of `exports`: with the arguments first,
    /// then the scene of each. Gives what was printed of each.
    pub fn run_scenes(self, exports: &[Exported], name: &str, arguments: &[&str]) -> Vec<String> {
        let project = self.project(exports);
        let scenes: Vec<String> = exports
            .iter()
            .enumerate()
            .map(|(i, export)| format!("res://{i}/{}.tscn", export.file_name))
            .collect();
        let arguments: Vec<&str> = arguments
            .iter()
            .copied()
            .chain(scenes.iter().map(String::as_str))
            .collect();
        let printed = self.run_script(project.path(), name, &arguments);
        let parts: Vec<String> = printed.split("== ").skip(1).map(str::to_owned).collect();
        assert_eq!(parts.len(), exports.len(), "{printed}");
        parts
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let copied = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &copied);
        } else {
            std::fs::copy(entry.path(), copied).expect("a copy");
        }
    }
}
