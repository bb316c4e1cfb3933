//! The live link.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod csharp;
mod fake;
mod followers;
mod godot;
mod godot_messages;
mod javascript;
mod receiver;
mod server;
mod support;
mod web_socket;

use std::process::ExitCode;
use steerwright_testing::engine_test;

fn main() -> ExitCode {
    engine_test::run(
        file!(),
        &[
            csharp::TESTS,
            followers::TESTS,
            godot::TESTS,
            godot_messages::TESTS,
            javascript::TESTS,
            receiver::TESTS,
            server::TESTS,
            web_socket::TESTS,
        ],
    )
}
