//! three.js itself loads the exports: in node, and in Chromium in the page and in the game that the
//! README speaks of.

use steerwright_export::ExportTarget;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::Plane;
use steerwright_testing::engine::run_well;
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{Exported, SCENES, shipped};
use steerwright_testing::hard_scenes::hostile;
use steerwright_testing::walled_scene::{expected_hits, walled};
use steerwright_testing::web::{
    installed, node, node_with_browser, played, same_paths, winding_scene, write_game,
};

pub const TESTS: EngineTests = engine_tests![
    [NodeModules] => agents_match_to_the_bit_and_curves_match_the_editor,
    [NodeModules] => every_placement_is_played,
    [NodeModules] => hostile_names_and_long_and_empty_paths_load,
    [NodeModules] => rays_hit_walls_doors_and_cells,
    [Chromium] => the_page_plays_the_export,
    [Chromium] => the_game_of_the_readme_runs,
];

/// three.js computes in doubles as we do, but a Bézier curve by other sums.
const NEAR: f64 = 1e-6;

fn usual() -> ExportOptions {
    ExportTarget::Threejs.default_options()
}

/// Runs an export in node, and compares all of it: agents to the bit, curves within [`NEAR`].
fn runs_in_node(export: &Exported, at_least: usize) {
    let mut command = node("threejs/run.mjs");
    let printed = run_well(
        command
            .args([&export.file_name, "600"])
            .current_dir(export.folder.path()),
    );
    export.same_places(&printed, 0.0, at_least);
    same_paths(export, &printed, NEAR);
}

fn agents_match_to_the_bit_and_curves_match_the_editor() {
    for name in SCENES.into_iter().chain(["curved-loop"]) {
        runs_in_node(
            &installed(&shipped(name), ExportTarget::Threejs, &usual()),
            600,
        );
    }
}

fn every_placement_is_played() {
    let scene = shipped("curved-loop");
    for plane in [Plane::Xy, Plane::Xz] {
        for y_down in [false, true] {
            let options = ExportOptions {
                plane,
                y_down,
                scale: 2.5,
                origin: DVec2::new(1.5, -2.25),
                with_trace: None,
            };
            runs_in_node(&installed(&scene, ExportTarget::Threejs, &options), 600);
        }
    }
}

fn hostile_names_and_long_and_empty_paths_load() {
    for scene in [hostile(), winding_scene()] {
        runs_in_node(&installed(&scene, ExportTarget::Threejs, &usual()), 600);
    }
    runs_in_node(
        &installed(&Default::default(), ExportTarget::Threejs, &usual()),
        0,
    );
}

fn rays_hit_walls_doors_and_cells() {
    for plane in [Plane::Xy, Plane::Xz] {
        let options = ExportOptions { plane, ..usual() };
        let export = installed(&walled(), ExportTarget::Threejs, &options);
        let mut command = node("threejs/walls.mjs");
        let printed = run_well(
            command
                .arg(&export.file_name)
                .current_dir(export.folder.path()),
        );
        for (when, turned) in [("exported", false), ("turned", true), ("edited", true)] {
            let mut wanted = expected_hits(when, turned);
            wanted.extend(["0", "1"].map(|i| format!("{when} cell {i} 0 0")));
            let found = printed.lines().filter(|line| line.starts_with(when));
            assert_eq!(found.collect::<Vec<_>>(), wanted);
        }
    }
}

fn the_page_plays_the_export() {
    let exports: Vec<Exported> = SCENES
        .map(|name| installed(&shipped(name), ExportTarget::Threejs, &usual()))
        .into();
    let printed = played("play-three.html", &exports);
    for (export, printed) in exports.iter().zip(printed) {
        export.same_places(&printed, 0.0, 100);
        same_paths(export, &printed, NEAR);
    }
}

fn the_game_of_the_readme_runs() {
    let export = installed(&shipped("gate-patrol"), ExportTarget::Threejs, &usual());
    write_game(&export, "README-threejs.md");
    let mut command = node_with_browser("web/readme.mjs");
    let printed = run_well(command.arg(export.folder.path()));
    assert!(printed.starts_with("said "), "{printed}");
}
