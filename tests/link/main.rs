//! The live link, from both ends.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod csharp;
mod followers;
mod godot;
mod javascript;
mod protocol;

use std::process::ExitCode;
use steerwright_testing::engine_test;

fn main() -> ExitCode {
    engine_test::run(
        file!(),
        &[
            csharp::TESTS,
            followers::TESTS,
            godot::TESTS,
            javascript::TESTS,
            protocol::TESTS,
        ],
    )
}
