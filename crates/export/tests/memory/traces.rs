//! The memory that a trace takes while it is recorded into files: not more for a longer run.

use glam::DVec2;
use std::sync::Arc;
use steerwright_export::{self as export, ExportTarget};
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, ExportOptions, Preset, PresetId, Scene,
};
use steerwright_runtime::steering::Separation;

/// A crowd of 200 agents.
fn crowd() -> Scene {
    let behaviors = [Behavior::Separation(Separation::default())];
    let agent = |id: u32| {
        let place = DVec2::new(f64::from(id % 20), f64::from(id / 20)) * 0.3;
        Agent::at(AgentId(id), "", PresetId(1), place)
    };
    Scene {
        presets: vec![Arc::new(Preset::steered(PresetId(1), "", behaviors))],
        agents: Arc::new((1..=200).map(agent).collect()),
        ..Scene::default()
    }
}

#[test]
fn a_longer_trace_takes_no_more_memory() {
    let scene = crowd();
    let folder = tempfile::tempdir().expect("a folder");
    let peak = |seconds: f64| {
        let options = ExportOptions {
            with_trace: Some(seconds),
            ..ExportOptions::default()
        };
        let mut written = 0;
        let used = allocation_counter::measure(|| {
            let files = export::export_files(&scene, ExportTarget::Trace, &options, &|| true);
            let files = files.expect("an export");
            let staged = export::stage_files(&files, folder.path(), &|| true);
            let paths = staged.and_then(|staged| staged.commit());
            let sizes = paths.expect("written").into_iter().map(|path| {
                let meta = std::fs::metadata(path);
                meta.expect("a file").len()
            });
            written = sizes.sum();
        });
        (used.bytes_max, written)
    };
    let (short, long) = (peak(1.0), peak(20.0));
    println!("{short:?} {long:?}");
    assert!(long.1 > 10 * short.1);
    assert!(long.0 < short.0 + (1 << 20), "{short:?} {long:?}");
}
