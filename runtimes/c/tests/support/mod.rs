//! What the tests share: the yard, where everything happens; conformance cases; compilers.

#![allow(dead_code)] // each test uses its part

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use steerwright_export::conformance;
use steerwright_export::conformance::{CaseScript, CaseStep};
use steerwright_export::{self as export, ExportTarget};
use steerwright_format::load_scene;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, CellMap, Marker, MarkerId, MarkerKind, Motion, Node, NodeId, PathId,
    PatrolPath, Preset, PresetId, Scene, Target, Wall, WallId,
};
use steerwright_runtime::simulation::command::TimedCommand;
use steerwright_runtime::steering::follow_path::{Shape, Traversal};
use steerwright_runtime::steering::{
    Arrive, Flee, FollowLeader, FollowPath, GridChase, HomingWalk, Separation,
};
use steerwright_testing::cases::{OTHER_VERSIONS, SUITE, case_files};

/// The game has y down, and 32 units where the scene has one.
pub const Y_DOWN: ExportOptions = ExportOptions {
    y_down: true,
    scale: 32.0,
    ..ExportOptions::AS_AUTHORED
};
pub const Y_UP: ExportOptions = ExportOptions::AS_AUTHORED;

/// A place with an agent for every function of the header.
pub fn sample_scene() -> Scene {
    let path = |id, name: &str, traversal, shape, corners: &[(f64, f64)]| {
        let nodes = corners
            .iter()
            .enumerate()
            .map(|(i, &(x, y))| Node::at(NodeId(i as u32 + 1), DVec2::new(x, y)))
            .collect();
        Arc::new(PatrolPath {
            traversal,
            shape,
            nodes,
            ..PatrolPath::new(PathId(id), name)
        })
    };
    let preset = |id, name: &str, behaviors: &[Behavior]| {
        Arc::new(Preset::steered(
            PresetId(id),
            name,
            behaviors.iter().copied(),
        ))
    };
    let chaser = Preset {
        motion: Motion::GridChase(GridChase::default()),
        ..Preset::steered(PresetId(5), "Chaser", [])
    };
    let marker =
        |id, name, x, y| Marker::at(MarkerId(id), name, MarkerKind::Target, DVec2::new(x, y));
    let agent = |id, name: &str, preset, x, y| {
        Agent::at(AgentId(id), name, PresetId(preset), DVec2::new(x, y))
    };
    let wall = |id, name, points: &[(f64, f64)]| {
        let points = points.iter().map(|&(x, y)| DVec2::new(x, y));
        Wall::through(WallId(id), name, points)
    };
    let visitor = Preset {
        sight: Some(Sight {
            notice_ticks: 3,
            ..Sight::default()
        }),
        ..Preset::steered(
            PresetId(4),
            "Visitor",
            [
                Behavior::Arrive(Arrive::default()),
                Behavior::Flee(Flee {
                    panic_distance: Some(3.0),
                }),
            ],
        )
    };
    Scene {
        name: "Yard".into(),
        presets: vec![
            preset(
                1,
                "Guard",
                &[
                    Behavior::FollowPath(FollowPath::default()),
                    Behavior::Separation(Separation::default()),
                ],
            ),
            preset(
                2,
                "Follower",
                &[Behavior::FollowLeader(FollowLeader::default())],
            ),
            preset(3, "Walker", &[Behavior::HomingWalk(HomingWalk::default())]),
            visitor.into(),
            chaser.into(),
        ],
        paths: vec![
            path(
                1,
                "Round",
                Traversal::Loop,
                Shape::Straight,
                &[(0.0, 0.0), (6.0, 1.0), (5.0, 7.0), (-1.0, 5.0)],
            ),
            path(
                2,
                "Way out",
                Traversal::Once,
                Shape::CatmullRom,
                &[(0.0, 0.0), (4.0, -3.0), (8.0, 0.0), (12.0, -5.0)],
            ),
            path(3, "Nowhere", Traversal::PingPong, Shape::Straight, &[]),
        ],
        markers: Arc::new(vec![
            marker(1, "Gate", 8.0, 3.0),
            marker(2, "Well", -4.0, -4.0),
        ]),
        agents: Arc::new(vec![
            Agent {
                path: Some(PathId(1)),
                ..agent(1, "Leader", 1, 0.5, 0.0)
            },
            Agent {
                leader: Some(AgentId(1)),
                ..agent(2, "Follower", 2, -2.0, 0.0)
            },
            Agent {
                target: Some(Target::Marker(MarkerId(1))),
                ..agent(3, "Jürgen", 3, -9.0, -6.0)
            },
            Agent {
                target: Some(Target::Pointer),
                danger: Some(Target::Agent(AgentId(1))),
                ..agent(4, "Visitor", 4, 3.0, -8.0)
            },
            Agent {
                target: Some(Target::Agent(AgentId(2))),
                ..agent(5, "Chaser", 5, 9.0, 9.0)
            },
        ]),
        cells: Arc::new(CellMap {
            size: 1.0,
            blocked: [[2, 4], [3, 4], [-3, 2]].map(Cell::from).into(),
        }),
        walls: vec![
            Wall {
                open: Some(false),
                ..wall(3, "Door", &[(2.0, -1.5), (2.0, 3.0)])
            }
            .into(),
            wall(4, "Hedge", &[(-6.0, -8.0), (0.5, -5.5), (7.0, -6.0)]).into(),
        ],
        ..Scene::default()
    }
}

/// What the game does in the yard.
pub fn calls() -> Vec<TimedCommand> {
    let lines = [
        "set_pointer 0 -3.5 2",
        "move_marker 30 1 6.25 -2",
        "drive 45 1 1 1",
        "drive 46 1 1.25 1.5",
        "drive 60 5 2.5 -2.5",
        "release 90 5",
        "set_target 100 4 agent 3",
        "set_danger 100 4 pointer -",
        "release 120 1",
        "set_target 150 3 marker 2",
        "set_danger 170 4 none -",
        "set_wall_open 180 3 open",
        "despawn 200 2",
        "set_wall_open 205 3 closed",
        "set_wall_open 300 3 open",
        "set_pointer 210 4 4",
        "set_target 220 4 pointer -",
    ];
    lines
        .iter()
        .map(|line| line.parse().expect("a call"))
        .collect()
}

/// The text of the yard's export.
pub fn exported(options: &ExportOptions) -> String {
    let files = export::export(&sample_scene(), ExportTarget::Json, options).expect("an export");
    String::from_utf8(files[0].bytes.clone()).expect("text")
}

/// A file of the repository.
pub fn root(name: &str) -> PathBuf {
    source("../..").join(name)
}

/// Folders of conformance cases: those that ship, those of earlier and later versions, and, written
/// into `folder`, the yard with all its calls, and every scene that ships or is a reference with y
/// down in other units. Also how many there are.
pub fn cases(folder: &Path) -> (Vec<PathBuf>, usize) {
    let write = |name: &str, scene: &Scene, options: &ExportOptions, calls: Vec<TimedCommand>| {
        let conduct = CaseScript {
            ticks: 600,
            every: 7,
            steps: calls.into_iter().map(CaseStep::TimedCommand).collect(),
        };
        let case = conformance::case(scene, options, &conduct)
            .unwrap_or_else(|error| panic!("{}: {error}", scene.name));
        export::write_files(&[case], &folder.join(name)).expect("written");
    };
    write("y_up", &sample_scene(), &Y_UP, calls());
    write("y_down", &sample_scene(), &Y_DOWN, calls());
    for path in ["presets/scenes", "crates/runtime/tests/reference"]
        .into_iter()
        .flat_map(|folder| files_of(&root(folder), ".scene.json"))
    {
        let scene = load_scene(&path)
            .unwrap_or_else(|error| panic!("{error}"))
            .value;
        write("y_down", &scene, &Y_DOWN, Vec::new());
    }
    let folders = vec![
        folder.join("y_up"),
        folder.join("y_down"),
        root(SUITE),
        root(OTHER_VERSIONS),
    ];
    let cases_in = |folder: &PathBuf| -> usize {
        let files = case_files(&folder.to_string_lossy());
        files.iter().map(|(_, file)| file.cases.len()).sum()
    };
    let count = folders.iter().map(cases_in).sum();
    (folders, count)
}

fn files_of(folder: &Path, end: &str) -> Vec<PathBuf> {
    let paths = folder
        .read_dir()
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path());
    paths
        .filter(|path| path.to_string_lossy().ends_with(end))
        .collect()
}

/// Where the library under test is: beside the tests, or, for one that was built in another way, in
/// the folder of a variable.
pub fn library_folder() -> PathBuf {
    if let Some(folder) = std::env::var_os("STEERWRIGHT_C_LIBRARY") {
        return folder.into();
    }
    std::env::current_exe()
        .ok()
        .and_then(|test| Some(test.parent()?.to_owned()))
        .expect("the tests are beside the library")
}

/// The shared library under test.
pub fn shared_library() -> PathBuf {
    use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
    library_folder().join(format!("{DLL_PREFIX}steerwright_c{DLL_SUFFIX}"))
}

/// A compiler, and how strict it is made.
pub struct Compiler {
    pub program: &'static str,
    pub flags: &'static [&'static str],
}

const STRICT: [&str; 6] = [
    "-Wall",
    "-Wextra",
    "-Werror",
    "-pedantic",
    "-ffp-contract=off",
    "-g",
];
pub const SANITIZED: [&str; 2] = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
pub const C: Compiler = Compiler {
    program: "gcc",
    flags: &["-std=c99", "-x", "c"],
};
pub const C11: Compiler = Compiler {
    program: "gcc",
    flags: &["-std=c11", "-x", "c"],
};
pub const CPP: Compiler = Compiler {
    program: "g++",
    flags: &["-std=c++11", "-x", "c++"],
};

impl Compiler {
    fn command(&self) -> Command {
        let mut command = Command::new(self.program);
        command
            .args(STRICT)
            .args(self.flags)
            .arg("-I")
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("include"));
        command
    }

    /// Compiles without linking.
    pub fn check(&self, source: &Path) {
        output_of(self.command().arg("-fsyntax-only").arg(source));
    }

    /// Makes a sanitized program of `source`, with the shared library.
    pub fn program(&self, source: &Path, folder: &Path) -> PathBuf {
        let program = folder
            .join(source.file_name().expect("a name"))
            .with_extension(self.program);
        let library = library_folder();
        let rpath = format!("-Wl,-rpath,{}", library.display());
        output_of(
            self.command()
                .args(SANITIZED)
                .arg(source)
                .args(["-x", "none", "-o"])
                .arg(&program)
                .arg("-L")
                .arg(&library)
                .args(["-lsteerwright_c", "-lpthread", "-lm", &rpath]),
        );
        program
    }

    /// Makes a program of `source` with the library inside.
    pub fn static_program(&self, source: &Path, folder: &Path) -> PathBuf {
        let program = folder.join("static");
        output_of(
            self.command()
                .arg(source)
                .args(["-x", "none", "-o"])
                .arg(&program)
                .arg(library_folder().join("libsteerwright_c.a"))
                .args(["-lgcc_s", "-lutil", "-lrt", "-lpthread", "-lm", "-ldl"]),
        );
        program
    }
}

/// Runs a command that has to succeed; a test that fails shows what it said.
pub fn output_of(command: &mut Command) -> String {
    let Output {
        status,
        stdout,
        stderr,
    } = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (out, err) = (
        String::from_utf8_lossy(&stdout).into_owned(),
        String::from_utf8_lossy(&stderr),
    );
    assert!(status.success(), "{command:?}: {status}\n{out}\n{err}");
    out
}

/// A program that finds the library under test where it was linked to it: cargo's own search path
/// leads to an older build first.
pub fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.env_remove("LD_LIBRARY_PATH");
    command
}

/// Runs a program that has to succeed.
pub fn run(program: &Path, arguments: &[&OsStr]) -> String {
    output_of(command(program).args(arguments))
}

/// A file of this crate.
pub fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}
