//! Nets with so many points that planning a route takes a noticeable part of a frame in a game.

use super::{Diagnostic, Rule, Severity, Subject, named, short, unit_of};
use steerwright_runtime::level::Nets;
use steerwright_runtime::scene::Scene;

/// With more points, the slowest plans take more than 5 ms in games in GDScript: see
/// `benches/PORTS.md`.
const MAX_POINTS: usize = 500;

pub(super) fn check(scene: &Scene, found: &mut Vec<Diagnostic>) {
    let nets = Nets::baked(scene, scene.nets.as_deref());
    for net in nets.iter().filter(|net| net.points.len() > MAX_POINTS) {
        let mut presets = scene.presets.iter().enumerate();
        let goes_there = |preset: &steerwright_runtime::scene::Preset| {
            preset.body.radius == net.radius && preset.goes_around_walls()
        };
        let Some((index, preset)) = presets.find(|(_, preset)| goes_there(preset)) else {
            continue;
        };
        let name = named(&preset.name, "Preset", index);
        let (points, radius) = (net.points.len(), short(net.radius));
        found.push(Diagnostic {
            rule: Rule::LargeNet,
            severity: Severity::Hint,
            subject: Subject::Preset(preset.id, None),
            moment: None,
            pointer: format!("/presets/{index}/body/radius"),
            message: format!(
                "{name} goes around walls over a net of {points} points, for bodies of {radius} {unit}. In games in GDScript, Python or Lua, \
                 planning a route can take more than 5 ms.",
                unit = unit_of(scene),
            ),
            help: "Use fewer corners of walls and blocked cells, or let no agent with this body radius go around walls. Rust, C and Bevy \
                   need less than 1 ms for 1000 points."
                .into(),
        });
    }
}
