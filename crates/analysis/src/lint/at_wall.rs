//! Agents that stop at a wall on the straight way to their target, although there is a way around
//! it.

use super::obstacles::lasting_walls;
use super::remedy::sentence;
use super::{Diagnostic, Rule, Severity, Subject, named, short, unit_of};
use crate::probe::own_approach;
use glam::DVec2;
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::level::Nets;
use steerwright_runtime::scene::{Agent, AgentId, Marker, Motion, PresetId, Scene, Target};
use steerwright_runtime::steering::RouteMode;

/// How many agents are run: each run takes tens of milliseconds at most.
pub(super) const MAX_AGENTS: usize = 10;
/// For how many presets it is tried whether they find a way around walls: each looks for all ways
/// of the level first.
const MAX_PRESETS: usize = 2;

/// Copies of a scene in which the agents of a preset go around walls. `None` for a preset that does
/// so already.
pub(super) type Detours = BTreeMap<PresetId, Option<Scene>>;

/// What a run of the scene shows of `agent`, which moves toward a marker. `None` if it arrives or
/// does not rest.
pub(super) fn check(
    scene: &Scene,
    index: usize,
    agent: &Agent,
    detours: &mut Detours,
) -> Option<Diagnostic> {
    let (stop, number, marker) = stop_at_wall(scene, agent.id)?;
    let move_it = "move the target".to_owned();
    let around = "set \"Way\" in its behavior to \"Around walls\"".to_owned();
    if !detours.contains_key(&agent.preset) && detours.len() < MAX_PRESETS {
        detours.insert(agent.preset, around_walls(scene, agent.preset));
    }
    let detour = detours.get(&agent.preset).and_then(Option::as_ref);
    let arrives = detour.is_some_and(|changed| stop_at_wall(changed, agent.id).is_none());
    let alternatives = if arrives {
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

/// A scene in which the agents of a preset go around walls instead of straight, with the ways that
/// they find.
fn around_walls(scene: &Scene, preset: PresetId) -> Option<Scene> {
    let mut changed = scene.clone();
    let motion = changed.preset_mut(preset).map(|preset| &mut preset.motion);
    let Some(Motion::Steered(steered)) = motion else {
        return None;
    };
    let mut goes_straight = false;
    for weighted in &mut steered.behaviors {
        if weighted.behavior.has_route() && weighted.route.is_direct() {
            weighted.route = RouteMode::AroundWalls;
            goes_straight = true;
        }
    }
    goes_straight.then(|| {
        changed.nets = Some(Arc::new(Nets::baked(&changed, None).as_given()));
        changed
    })
}
