//! Scenes that are beyond what runs and exports hold, though they can be edited.

use super::{Diagnostic, Rule, Severity, Subject};
use steerwright_format::limits;
use steerwright_runtime::scene::Scene;

pub(super) fn check(scene: &Scene) -> Option<Diagnostic> {
    let (pointer, limit) = limits::exceeded_by_run(scene)?;
    let (list, index) = pointer.rsplit_once('/')?;
    let index: usize = index.parse().ok()?;
    let subject = match list {
        "/walls" => Subject::Wall(scene.walls.get(index)?.id),
        _ => Subject::Preset(scene.presets.get(index)?.id, None),
    };
    Some(Diagnostic {
        rule: Rule::CannotRun,
        severity: Severity::Warning,
        subject,
        moment: None,
        pointer,
        message: format!("The scene cannot be run or exported: {}.", limit.problem()),
        help: format!("To run it, {}.", limit.help),
    })
}
