//! What a recording keeps.

use std::sync::Arc;
use steerwright_analysis::Run;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{Agent, AgentId, Preset, PresetId, Scene};

/// Freeing a large part immediately would take longer than a frame.
#[test]
fn the_oldest_ticks_are_dropped_little_by_little() {
    const AGENTS: u32 = 20_000;
    let agent = |i| Agent::at(AgentId(i + 1), "", PresetId(1), DVec2::ZERO);
    let scene = Scene {
        presets: vec![Arc::new(Preset::steered(PresetId(1), "Rests", []))],
        agents: Arc::new((0..AGENTS).map(agent).collect()),
        ..Scene::default()
    };
    let mut run = Run::new(&scene);
    let limit = run.recording().tick_limit();
    let mut first = 0;
    while run.recording().last_tick() < limit + 10 {
        run.step();
        let now = run.recording().first_tick();
        assert!(now - first <= 2, "{now} after {first}");
        first = now;
    }
    assert!(run.recording().has_dropped());
    assert_eq!(run.recording().last_tick() - first + 1, limit);
    assert_eq!(run.recording().at(first).len(), AGENTS as usize);
}
