//! Agents that stop at a wall on the straight way to their target, although there is a way around it.

use super::walls::lasting_walls;
use super::{Diagnostic, Rule, Severity, Subject, named, short, unit_of};
use crate::probe::own_approach;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{Agent, Scene, Target};

/// How many agents are run: each run takes tens of milliseconds at most.
pub(super) const MAX_AGENTS: usize = 10;

/// What a run of the scene shows of `agent`, which moves toward a marker. `None` if it arrives or does not rest.
pub(super) fn check(scene: &Scene, index: usize, agent: &Agent) -> Option<Diagnostic> {
    let Some(Target::Marker(marker)) = agent.target else {
        return None;
    };
    let (number, marker) = scene
        .markers
        .iter()
        .enumerate()
        .find(|(_, candidate)| candidate.id == marker)?;
    let approach = own_approach(scene, agent.id)?;
    let stop = approach.stop.filter(|_| approach.path_past.is_empty())?;
    if !lasting_walls(scene).touches(stop, marker.position) {
        return None;
    }
    Some(Diagnostic {
        rule: Rule::StopsAtWall,
        severity: Severity::Warning,
        subject: Subject::Agent(agent.id),
        pointer: format!("/agents/{index}/target"),
        message: format!(
            "{} stops {} {} before {}: a wall is on the straight way.",
            named(&agent.name, "Agent", index),
            short(vector::distance(stop, marker.position)),
            unit_of(scene),
            named(&marker.name, "its target, marker", number)
        ),
        moment: None,
        help: "Set \"Way\" in its behavior to \"Around walls\", or move the target.".into(),
    })
}
