//! Phaser itself loads the exports, in Chromium, in the page and in the game that the README speaks of.

use steerwright_export::ExportTarget;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::Point;
use steerwright_testing::engine::run_well;
use steerwright_testing::exported::{Exported, SCENES, shipped};
use steerwright_testing::hard_scenes::hostile;
use steerwright_testing::web::{
    installed, node_with_browser, played, same_paths, winding_scene, write_game,
};

/// Phaser computes in doubles as we do, but a Bézier curve by other sums.
const NEAR: f64 = 1e-6;

fn usual() -> ExportOptions {
    ExportTarget::Phaser.default_options()
}

/// Plays exports in Chromium, and compares all of it: agents to the bit, curves within [`NEAR`].
fn plays(exports: &[Exported]) {
    let Some(printed) = played("play-phaser.html", exports) else {
        return;
    };
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

#[test]
fn agents_move_to_the_bit_and_paths_are_the_editors() {
    plays(&SCENES.map(|name| installed(&shipped(name), ExportTarget::Phaser, &usual())));
}

#[test]
fn every_placement_is_met() {
    let scene = shipped("curved-loop");
    let placed = |y_down| ExportOptions {
        y_down,
        scale: 2.5,
        origin: Point { x: 1.5, y: -2.25 },
        ..ExportOptions::default()
    };
    plays(&[false, true].map(|y_down| installed(&scene, ExportTarget::Phaser, &placed(y_down))));
}

#[test]
fn hostile_names_and_long_and_empty_paths_load() {
    plays(
        &[hostile(), winding_scene(), Default::default()]
            .map(|scene| installed(&scene, ExportTarget::Phaser, &usual())),
    );
}

#[test]
fn the_game_of_the_readme_runs() {
    let export = installed(&shipped("gate-patrol"), ExportTarget::Phaser, &usual());
    write_game(&export, "README-phaser.md");
    let Some(mut command) = node_with_browser("web/readme.mjs") else {
        return;
    };
    let printed = run_well(command.arg(export.folder.path()));
    assert!(printed.starts_with("said "), "{printed}");
}
