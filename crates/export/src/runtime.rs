//! The runtimes for other languages, embedded in the binary.

mod godot_script;

pub use godot_script::for_godot4;

use crate::OutputFile;
use godot_script::for_godot3;

/// A language with a runtime that is one source file without dependencies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuntimeLanguage {
    /// C#, for Unity and .NET.
    CSharp,
    /// GDScript, for Godot 3 and 4.
    Gdscript,
    /// JavaScript, with types for TypeScript.
    Javascript,
    /// Lua 5.1 to 5.4, LuaJIT, LÖVE.
    Lua,
    /// Python.
    Python,
}

/// The name and text of a file.
type EmbeddedFile = (&'static str, &'static str);

macro_rules! runtime {
    ($folder:literal: $($file:literal),* $(,)?) => {
        &[$(($file, include_str!(concat!("../../../runtimes/", $folder, "/", $file)))),*]
    };
}

macro_rules! addon {
    ($file:literal) => {
        (
            $file,
            include_str!(concat!("../../../runtimes/gdscript/addon/", $file)),
        )
    };
}

/// The add-on for Godot 4.
const GODOT4_ADDON: &[EmbeddedFile] = &[
    (
        "steerwright.gd",
        include_str!("../../../runtimes/gdscript/steerwright.gd"),
    ),
    addon!("plugin.cfg"),
    addon!("plugin.gd"),
    addon!("steerwright_edit.gd"),
    (
        "steerwright_link.gd",
        include_str!("../../../runtimes/gdscript/steerwright_link.gd"),
    ),
    addon!("steerwright_preview.gd"),
    addon!("steerwright_run.gd"),
    addon!("steerwright_scene.gd"),
    addon!("steerwright_scene_importer.gd"),
    addon!("steerwright_spawned.gd"),
    addon!("steerwright_web_stream.gd"),
    addon!("steerwright_world.gd"),
];

impl RuntimeLanguage {
    /// All languages, in menu order.
    pub const ALL: [Self; 5] = [
        Self::CSharp,
        Self::Gdscript,
        Self::Javascript,
        Self::Lua,
        Self::Python,
    ];

    /// Its name on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Self::CSharp => "csharp",
            Self::Gdscript => "gdscript",
            Self::Javascript => "javascript",
            Self::Lua => "lua",
            Self::Python => "python",
        }
    }

    /// Where it runs, for help texts.
    pub fn description(self) -> &'static str {
        match self {
            Self::CSharp => "C# 7: Mono and .NET (Unity exports include it)",
            Self::Gdscript => "Godot 3 and 4",
            Self::Javascript => "an ES module for browsers and Node.js, with TypeScript types",
            Self::Lua => "Lua 5.1 to 5.4, LuaJIT, LÖVE",
            Self::Python => "Python 3.8 and later, pygame",
        }
    }

    /// The runtime, its live link and its example, apart from that of GDScript.
    fn sources(self) -> &'static [EmbeddedFile] {
        match self {
            Self::CSharp => {
                runtime!("csharp": "Steerwright.cs", "SteerwrightLink.cs", "Example.cs")
            }
            Self::Gdscript => runtime!(
                "gdscript": "steerwright.gd",
                "steerwright_node.gd", "steerwright_edit.gd", "steerwright_link.gd", "steerwright_preview.gd",
                "steerwright_spawned.gd",
            ),
            Self::Javascript => runtime!(
                "javascript": "steerwright.mjs", "steerwright.d.mts", "steerwright_link.mjs", "steerwright_link.d.mts", "example.mjs",
            ),
            Self::Lua => runtime!(
                "lua": "steerwright.lua", "steerwright_link.lua", "steerwright_hmac.lua", "example.lua",
            ),
            Self::Python => {
                runtime!("python": "steerwright.py", "steerwright_link.py", "example.py")
            }
        }
    }

    /// The runtime, its live link and its example; and in its folder the add-on for Godot 4, which
    /// has them too.
    pub fn files(self) -> Vec<OutputFile> {
        let mut files = outputs(self.sources());
        if self == Self::Gdscript {
            let example = include_str!("../../../runtimes/gdscript/example.gd");
            files.extend(for_each_godot("example", example));
            files.extend(GODOT4_ADDON.iter().map(|&(name, text)| {
                OutputFile::new(format!("addons/steerwright/{name}"), for_godot4(text))
            }));
        }
        files
    }

    /// [`files`](Self::files) without the examples, for exports.
    pub(super) fn library(self) -> Vec<OutputFile> {
        let mut files = self.files();
        files.retain(|file| !file.name.to_lowercase().starts_with("example"));
        files
    }

    /// The program that runs the conformance cases; it belongs in the same folder as the runtime.
    pub fn conformance_runner(self) -> Vec<OutputFile> {
        match self {
            Self::CSharp => outputs(runtime!("csharp": "Conformance.cs")),
            Self::Gdscript => {
                let runner = include_str!("../../../runtimes/gdscript/conformance.gd");
                for_each_godot("conformance", runner).into()
            }
            Self::Javascript => outputs(runtime!("javascript": "conformance.mjs")),
            Self::Lua => outputs(runtime!("lua": "conformance.lua")),
            Self::Python => outputs(runtime!("python": "conformance.py")),
        }
    }
}

/// The web server for development, which also relays the live link to browsers.
pub fn web_server() -> OutputFile {
    let text = include_str!("../../../runtimes/javascript/serve.mjs");
    OutputFile::new("serve.mjs".into(), text)
}

/// Embedded files as they are written. Scripts of GDScript are those for Godot 3.
fn outputs(files: &[EmbeddedFile]) -> Vec<OutputFile> {
    let output = |&(name, text): &EmbeddedFile| {
        let name = name.to_owned();
        if name.ends_with(".gd") {
            OutputFile::new(name, for_godot3(text))
        } else {
            OutputFile::new(name, text)
        }
    };
    files.iter().map(output).collect()
}

/// A script for Godot 3, and the same for Godot 4.
fn for_each_godot(name: &str, source: &str) -> [OutputFile; 2] {
    [
        OutputFile::new(format!("{name}.gd"), for_godot3(source)),
        OutputFile::new(format!("{name}_4.gd"), for_godot4(source)),
    ]
}
