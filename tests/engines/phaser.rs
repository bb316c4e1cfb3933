//! Phaser itself loads the exports, in Chromium, in the page and in the game that the README speaks
//! of.

use steerwright_export::ExportTarget;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_testing::engine::run_well;
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{Exported, SCENES, shipped};
use steerwright_testing::hard_scenes::hostile;
use steerwright_testing::root;
use steerwright_testing::walled_scene::{expected_hits, walled};
use steerwright_testing::web::{
    installed, node_with_browser, played, same_paths, winding_scene, write_game,
};

pub const TESTS: EngineTests = engine_tests![
    [Chromium] => agents_match_to_the_bit_and_paths_match_the_editor,
    [Chromium] => every_placement_is_played,
    [Chromium] => hostile_names_and_long_and_empty_paths_load,
    [Chromium] => walls_are_bodies_of_both_physics,
    [Chromium] => the_game_of_the_readme_runs,
];

/// Phaser computes in doubles as we do, but a Bézier curve by other sums.
const NEAR: f64 = 1e-6;

fn usual() -> ExportOptions {
    ExportTarget::Phaser.default_options()
}

/// Plays exports in Chromium, and compares all of it: agents to the bit, curves within [`NEAR`].
fn plays(exports: &[Exported]) {
    let printed = played("play-phaser.html", exports);
    for (export, printed) in exports.iter().zip(printed) {
        export.same_places(
            &printed,
            0.0,
            if export.scene.agents.is_empty() {
                0
            } else {
                100
            },
        );
        same_paths(export, &printed, NEAR);
    }
}

fn agents_match_to_the_bit_and_paths_match_the_editor() {
    plays(&SCENES.map(|name| installed(&shipped(name), ExportTarget::Phaser, &usual())));
}

fn every_placement_is_played() {
    let scene = shipped("curved-loop");
    let placed = |y_down| ExportOptions {
        y_down,
        scale: 2.5,
        origin: DVec2::new(1.5, -2.25),
        ..ExportOptions::default()
    };
    plays(&[false, true].map(|y_down| installed(&scene, ExportTarget::Phaser, &placed(y_down))));
}

fn hostile_names_and_long_and_empty_paths_load() {
    plays(
        &[hostile(), winding_scene(), Default::default()]
            .map(|scene| installed(&scene, ExportTarget::Phaser, &usual())),
    );
}

fn walls_are_bodies_of_both_physics() {
    let export = installed(&walled(), ExportTarget::Phaser, &usual());
    let page = std::fs::read_to_string(root().join("tests/engines/phaser/walls.html"));
    let page = page.expect("a page");
    for physics in ["matter", "arcade"] {
        let path = export.folder.path().join("walls.html");
        std::fs::write(path, page.replace("PHYSICS", physics)).expect("a file");
        let mut command = node_with_browser("web/walls.mjs");
        let printed = run_well(command.arg(export.folder.path()).arg("walls.html"));
        for (when, turned) in [("exported", false), ("turned", true), ("edited", true)] {
            let mut wanted = expected_hits(when, turned);
            // Physics know nothing of sight.
            for line in &mut wanted {
                line.truncate(line.rfind(' ').expect("a field"));
            }
            wanted.extend(["0", "1"].map(|i| format!("{when} cell {i} 0")));
            let found = printed.lines().filter(|line| line.starts_with(when));
            assert_eq!(found.collect::<Vec<_>>(), wanted, "{physics}");
        }
    }
}

fn the_game_of_the_readme_runs() {
    let export = installed(&shipped("gate-patrol"), ExportTarget::Phaser, &usual());
    write_game(&export, "README-phaser.md");
    let mut command = node_with_browser("web/readme.mjs");
    let printed = run_well(command.arg(export.folder.path()));
    assert!(printed.starts_with("said "), "{printed}");
}
