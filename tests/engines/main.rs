//! Exports and runtimes in the real engines and languages.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod code;
mod code_compiled;
mod gamemaker;
mod gamemaker_metadata;
mod godot;
mod godot_addon;
mod godot_import;
mod godot_pictures;
mod godot_project;
mod godot_readme;
mod godot_spawners;
mod godot_walls;
mod love;
mod love_link;
mod phaser;
mod pygame;
mod runtimes;
mod threejs;
mod tiled;
mod tiled_edits;
mod tiled_map;
mod tiled_objects;
mod trace;
mod unity;
mod unity_pictures;
mod unity_scene;
mod unreal;
mod unreal_rows;

use std::process::ExitCode;
use steerwright_testing::engine_test;

fn main() -> ExitCode {
    engine_test::run(
        file!(),
        &[
            // Those that take longest are first: with them at the end, one would run alone.
            runtimes::TESTS,
            code::TESTS,
            code_compiled::TESTS,
            gamemaker::TESTS,
            gamemaker_metadata::TESTS,
            godot::TESTS,
            godot_addon::TESTS,
            godot_import::TESTS,
            godot_pictures::TESTS,
            godot_project::TESTS,
            godot_readme::TESTS,
            godot_spawners::TESTS,
            godot_walls::TESTS,
            love::TESTS,
            love_link::TESTS,
            phaser::TESTS,
            pygame::TESTS,
            threejs::TESTS,
            tiled::TESTS,
            tiled_edits::TESTS,
            tiled_map::TESTS,
            tiled_objects::TESTS,
            trace::TESTS,
            unity::TESTS,
            unity_pictures::TESTS,
            unity_scene::TESTS,
            unreal::TESTS,
        ],
    )
}
