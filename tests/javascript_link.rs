//! The live link in JavaScript: in node, and through `serve.mjs` in pages, against editors of every behaviour.
#![cfg(feature = "files")]

mod support;

use steerwright::export::Target;
use support::engine::{engine, root, run_well};
use support::exported::{exported, shipped};
use support::web::{installed, node_with_browser};

#[test]
fn node_follows_the_editor() {
    let export = exported(&shipped("gate-patrol"), Target::Threejs, &Target::Threejs.usual_options());
    let Some(mut command) = engine("node") else { return };
    command.arg(root().join("tests/engines/web/link.mjs")).arg(&export.stem).current_dir(export.folder.path());
    let printed = run_well(command.env_remove("STEERWRIGHT_LINK"));
    assert!(printed.ends_with("all good\n"), "{printed}");
}

#[test]
fn pages_follow_the_editor_through_the_server() {
    for (target, page) in [(Target::Phaser, "play-phaser.html"), (Target::Threejs, "play-three.html")] {
        let export = installed(&shipped("gate-patrol"), target, &target.usual_options());
        let Some(mut command) = node_with_browser("web/bridge.mjs") else { return };
        let printed = run_well(command.arg(export.folder.path()).arg(&export.stem).arg(page));
        assert!(printed.ends_with("all good\n"), "{printed}");
    }
}
