//! Exports for pygame, run by pygame-ce without a screen: the README's program meets the trace to
//! the bit, and the player draws.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use steerwright_export::ExportTarget;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::editor::Picture;
use steerwright_runtime::scene::{
    Agent, AgentId, Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath, PictureId,
    Plane, Preset, PresetId, Scene,
};
use steerwright_testing::engine::{Engine, run, run_well};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{Exported, SCENES, exported, shipped};
use steerwright_testing::pictured_scene::pictured;
use steerwright_testing::root;
use steerwright_testing::walled_scene::{expected_hits, walled};

pub const TESTS: EngineTests = engine_tests![
    [PythonModules] => the_readmes_program_matches_the_trace_to_the_bit,
    [PythonModules] => the_readmes_program_matches_the_trace_in_other_placements,
    [PythonModules] => the_player_draws_the_scene_and_applies_edits,
    [PythonModules] => scenes_with_special_names_empty_paths_or_many_nodes_play,
    [PythonModules] => walls_doors_and_cells_are_lines,
    [PythonModules] => the_player_draws_pictures_and_reports_missing_ones,
    [PythonModules] => the_player_reports_what_is_wrong_with_a_file,
    [Python] => the_live_link_of_python_survives_editors_that_send_invalid_messages,
];

/// Ten seconds of 60 ticks.
const TICKS: usize = 600;

/// Python with pygame in the folder of an export, without a screen and a sound card.
fn pygame(export: &Exported) -> Command {
    let mut command = Engine::PythonModules.command();
    command
        .current_dir(export.folder.path())
        .env("SDL_VIDEODRIVER", "dummy")
        .env("SDL_AUDIODRIVER", "dummy");
    command
        .env("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env_remove("STEERWRIGHT_LINK");
    command
}

/// The program of the README, for this export.
fn program(export: &Exported) -> String {
    let readme = std::fs::read_to_string(export.folder.path().join("steerwright/README-pygame.md"))
        .expect("the README");
    let (_, rest) = readme.split_once("```python\n").expect("a program");
    let (program, _) = rest.split_once("```").expect("its end");
    assert!(program.lines().count() <= 18, "a short program");
    program.replace(
        "NAME.steer.json",
        &format!("{}.steer.json", export.file_name),
    )
}

/// Runs the README's program in the folder of the export, which has nothing else in it.
fn run_readme(export: &Exported, options: &ExportOptions) {
    let main = export.folder.path().join("main.py");
    std::fs::write(&main, program(export)).expect("written");
    let mut command = pygame(export);
    let (x, y) = (
        export.scene.pointer.x - options.origin.x,
        export.scene.pointer.y - options.origin.y,
    );
    let pointer = [
        x * options.scale,
        if options.y_down { -y } else { y } * options.scale,
    ]
    .map(|place| place.to_string());
    let picture = export.folder.path().join("picture.png");
    command
        .arg(root().join("tests/engines/pygame/readme.py"))
        .arg("main.py")
        .arg(TICKS.to_string())
        .args(&pointer)
        .arg(&picture);
    export.same_places(
        &run_well(&mut command),
        0.0,
        export.scene.agents.len() * (TICKS - 2),
    );
    assert!(std::fs::metadata(picture).expect("a picture").len() > 1000);
}

/// Plays the export as a person would; the picture is kept where `STEERWRIGHT_PICTURES` says.
fn play(export: &Exported, arguments: &[&str]) {
    let mut command = pygame(export);
    let picture = match std::env::var_os("STEERWRIGHT_PICTURES") {
        Some(folder) => Path::new(&folder).join(format!("pygame-{}.png", export.file_name)),
        None => export.folder.path().join("picture.png"),
    };
    command
        .arg(root().join("tests/engines/pygame/player.py"))
        .arg(format!("{}.steer.json", export.file_name))
        .arg(&picture)
        .args(arguments);
    assert!(run_well(&mut command).contains("played"));
}

fn the_readmes_program_matches_the_trace_to_the_bit() {
    for name in SCENES {
        let options = ExportTarget::Pygame.default_options();
        run_readme(
            &exported(&shipped(name), ExportTarget::Pygame, &options),
            &options,
        );
    }
}

fn the_readmes_program_matches_the_trace_in_other_placements() {
    let placements = [
        ExportOptions {
            y_down: false,
            scale: 10.0,
            plane: Plane::Xz,
            ..ExportOptions::default()
        },
        ExportOptions {
            y_down: true,
            scale: 0.7,
            origin: DVec2::new(3.5, -2.25),
            ..ExportOptions::default()
        },
    ];
    for options in placements {
        run_readme(
            &exported(&shipped("homing-walk"), ExportTarget::Pygame, &options),
            &options,
        );
    }
}

fn the_player_draws_the_scene_and_applies_edits() {
    for name in SCENES {
        play(
            &exported(
                &shipped(name),
                ExportTarget::Pygame,
                &ExportTarget::Pygame.default_options(),
            ),
            &[],
        );
    }
    play(
        &exported(
            &shipped("gate-patrol"),
            ExportTarget::Pygame,
            &ExportOptions::default(),
        ),
        &["linked"],
    );
    play(
        &exported(
            &shipped("grid-chase"),
            ExportTarget::Pygame,
            &ExportTarget::Pygame.default_options(),
        ),
        &[],
    );
}

fn scenes_with_special_names_empty_paths_or_many_nodes_play() {
    for scene in [hostile(), Scene::default(), with_many_nodes(), far_out()] {
        let export = exported(
            &scene,
            ExportTarget::Pygame,
            &ExportTarget::Pygame.default_options(),
        );
        play(&export, &[]);
        let options = ExportOptions {
            scale: 1.0,
            ..ExportOptions::default()
        };
        run_readme_if_there_are_agents(&exported(&scene, ExportTarget::Pygame, &options), &options);
    }
}

fn run_readme_if_there_are_agents(export: &Exported, options: &ExportOptions) {
    if !export.scene.agents.is_empty() {
        run_readme(export, options);
    }
}

fn walls_doors_and_cells_are_lines() {
    let export = exported(
        &walled(),
        ExportTarget::Pygame,
        &ExportTarget::Pygame.default_options(),
    );
    let mut command = pygame(&export);
    let script = root().join("tests/engines/pygame/walls.py");
    let printed = run_well(
        command
            .arg(script)
            .arg(format!("{}.steer.json", export.file_name)),
    );
    for (when, turned) in [("exported", false), ("turned", true)] {
        let mut wanted = expected_hits(when, turned);
        wanted.extend(["0", "1"].map(|i| format!("{when} cell {i} 0 0")));
        let found = printed.lines().filter(|line| line.starts_with(when));
        assert_eq!(found.collect::<Vec<_>>(), wanted);
    }
}

fn the_player_draws_pictures_and_reports_missing_ones() {
    let mut scene = pictured();
    let missing = Picture::new(PictureId(3), "Sky", "art/sky.png", DVec2::new(4.0, 2.0));
    scene.editor_mut().pictures.push(missing);
    for y_down in [true, false] {
        let options = ExportOptions {
            y_down,
            ..ExportTarget::Pygame.default_options()
        };
        let export = exported(&scene, ExportTarget::Pygame, &options);
        let art = export.folder.path().join("art");
        std::fs::create_dir(&art).expect("a folder");
        // Left red, right green, blue at the lower edge.
        let image = image::RgbImage::from_fn(64, 32, |x, y| match (x, y) {
            (_, 24..) => image::Rgb([0, 0, 255]),
            (..32, _) => image::Rgb([255, 0, 0]),
            _ => image::Rgb([0, 255, 0]),
        });
        image.save(art.join("yard.png")).expect("an image");
        let mut command = pygame(&export);
        command
            .arg(root().join("tests/engines/pygame/pictures.py"))
            .arg(format!("{}.steer.json", export.file_name));
        let printed = run_well(&mut command);
        // Mirrored, so green is on the left; rotated by 30 degrees counterclockwise.
        assert_eq!(printed.trim(), "red True green True blue True");
        play(&export, &[]);
    }
}

fn the_player_reports_what_is_wrong_with_a_file() {
    let export = exported(
        &shipped("squad"),
        ExportTarget::Pygame,
        &ExportOptions::default(),
    );
    let mut command = pygame(&export);
    std::fs::write(export.folder.path().join("broken.steer.json"), "{").expect("written");
    let output = run(command.args(["steerwright/play.py", "broken.steer.json"]));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        !output.status.success() && said.contains("is not JSON") && !said.contains("Traceback"),
        "{said}"
    );
}

fn the_live_link_of_python_survives_editors_that_send_invalid_messages() {
    let mut command = Engine::Python.command();
    let printed = run_well(
        command
            .arg("runtimes/python/hostile_link.py")
            .env("PYTHONDONTWRITEBYTECODE", "1"),
    );
    assert!(printed.contains(" links did as they should"), "{printed}");
}

/// Names that want care, twice the same ones, and paths of no and of one node.
fn hostile() -> Scene {
    let names = [
        "a \"b\" 'c'\n\\d\0\u{7}",
        "गश्ती पथ",
        "巡逻路线",
        "👮‍♀️🏃",
        "]]> */ <script>alert(1)</script>",
        "",
        &"long ".repeat(2000),
    ];
    let mut scene = Scene {
        name: names.concat().chars().take(200).collect(),
        ..Scene::default()
    };
    scene.presets = vec![Arc::new(Preset::steered(
        PresetId(1),
        names[0],
        steerwright_runtime::scene::Behavior::all(),
    ))];
    let mut agents = Vec::new();
    for (i, name) in names.iter().chain(&names).enumerate() {
        let id = i as u32 + 1;
        let mut path = PatrolPath::new(PathId(id), *name);
        path.nodes.extend(
            (0..i as u32 % 3)
                .map(|j| Node::at(NodeId(j + 1), DVec2::new(f64::from(id), f64::from(j)))),
        );
        scene.paths.push(Arc::new(path));
        let mut agent = Agent::at(
            AgentId(id),
            *name,
            PresetId(1),
            DVec2::new(f64::from(id), 2.0),
        );
        agent.path = Some(PathId(id));
        agents.push(agent);
        Arc::make_mut(&mut scene.markers).push(Marker::at(
            MarkerId(id),
            *name,
            MarkerKind::Danger,
            DVec2::new(0.0, f64::from(id)),
        ));
    }
    scene.agents = Arc::new(agents);
    scene
}

fn with_many_nodes() -> Scene {
    let mut scene = shipped("gate-patrol");
    let mut path = PatrolPath::new(PathId(77), "long");
    path.nodes = (0..10_000)
        .map(|i| {
            Node::at(
                NodeId(i + 1),
                DVec2::new(f64::from(i % 100), f64::from(i / 100)),
            )
        })
        .collect();
    scene.paths.push(Arc::new(path));
    scene
}

/// Places at the ends of the world, and a radius as large.
fn far_out() -> Scene {
    let mut scene = shipped("gate-patrol");
    Arc::make_mut(&mut scene.markers).push(Marker::at(
        MarkerId(70),
        "far",
        MarkerKind::Target,
        DVec2::new(-3e7, 3e7),
    ));
    Arc::make_mut(&mut scene.presets[0]).body.radius = 3e7;
    scene
}
