//! Agents that stop at a wall on the straight way to their target, although there is a way around it.

use super::obstacles::lasting_walls;
use super::remedy::sentence;
use super::{Diagnostic, Rule, Severity, Subject, named, short, unit_of};
use crate::probe::own_approach;
use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{Agent, AgentId, Marker, Motion, Scene, Target};
use steerwright_runtime::steering::RouteMode;

/// How many agents are run: each run takes tens of milliseconds at most.
pub(super) const MAX_AGENTS: usize = 10;

/// What a run of the scene shows of `agent`, which moves toward a marker. `None` if it arrives or does not rest.
pub(super) fn check(scene: &Scene, index: usize, agent: &Agent) -> Option<Diagnostic> {
    let (stop, number, marker) = stop_at_wall(scene, agent.id)?;
    let move_it = "move the target".to_owned();
    let around = "set \"Way\" in its behavior to \"Around walls\"".to_owned();
    let alternatives = if arrives_around_walls(scene, agent) {
        vec![around, move_it]
    } else {
        vec![move_it]
    };
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
        help: sentence(&alternatives)?,
    })
}

/// Where an agent stops at a wall, its target, and the index of that.
fn stop_at_wall(scene: &Scene, agent: AgentId) -> Option<(DVec2, usize, &Marker)> {
    let Some(Target::Marker(id)) = scene.agent(agent)?.target else {
        return None;
    };
    let mut markers = scene.markers.iter().enumerate();
    let (number, marker) = markers.find(|(_, marker)| marker.id == id)?;
    let approach = own_approach(scene, agent)?;
    let stop = approach.stop.filter(|_| approach.path_past.is_empty())?;
    let is_behind = lasting_walls(scene).touches(stop, marker.position);
    is_behind.then_some((stop, number, marker))
}

/// Whether an agent that goes straight would not stop at a wall if it went around walls.
fn arrives_around_walls(scene: &Scene, agent: &Agent) -> bool {
    let mut changed = scene.clone();
    let motion = changed.preset_mut(agent.preset).map(|own| &mut own.motion);
    let Some(Motion::Steered(steered)) = motion else {
        return false;
    };
    let mut goes_straight = false;
    for weighted in &mut steered.behaviors {
        if weighted.behavior.has_route() && weighted.route.is_direct() {
            weighted.route = RouteMode::AroundWalls;
            goes_straight = true;
        }
    }
    goes_straight && stop_at_wall(&changed, agent.id).is_none()
}
