//! The reasons that belong to an event, and the names of those that they are about.

use steerwright_runtime::scene::{Scene, Target};
use steerwright_runtime::simulation::{Event, EventKind, Reason, ReasonOf};

/// The reasons of an event among those of a run, which are in the order of its ticks. Empty for
/// events that explain themselves.
pub fn of_event<'a>(reasons: &'a [Reason], event: &Event) -> &'a [Reason] {
    let of = match event.kind {
        EventKind::SightGained | EventKind::SightLost => ReasonOf::Sight,
        EventKind::NoiseHeard => ReasonOf::Noise,
        EventKind::StateEntered { .. } => ReasonOf::State,
        _ => return &[],
    };
    let place = |tick| reasons.partition_point(|reason| reason.tick < tick);
    let in_tick = &reasons[place(event.tick)..place(event.tick + 1)];
    let is_own = |reason: &Reason| reason.agent == event.agent && reason.of == of;
    let mut groups = in_tick.chunk_by(|a, b| is_own(a) == is_own(b));
    groups
        .find(|group| group.first().is_some_and(is_own))
        .unwrap_or_default()
}

/// The name of an agent, a marker or the pointer. Those without one, as agents of spawners, which
/// scenes do not list, have their number.
///
/// ```
/// use steerwright_analysis::reasons::name_of;
/// use steerwright_runtime::glam::DVec2;
/// use steerwright_runtime::scene::{Agent, AgentId, PresetId, Scene, Target};
/// let agents = [(1, "Ann"), (5, "")]
///     .map(|(id, name)| Agent::at(AgentId(id), name, PresetId(1), DVec2::ZERO));
/// let scene = Scene { agents: agents.to_vec().into(), ..Scene::default() };
/// let names = [1, 5, 7].map(|id| name_of(&scene, Target::Agent(AgentId(id))));
/// assert_eq!(names, ["Ann", "agent 5", "agent 7"]);
/// ```
#[must_use]
pub fn name_of(scene: &Scene, who: Target) -> String {
    let (name, unnamed) = match who {
        Target::Agent(id) => {
            let agent = scene.agent(id);
            (agent.map(|agent| &agent.name), format!("agent {id}"))
        }
        Target::Marker(id) => {
            let marker = scene.marker(id);
            (marker.map(|marker| &marker.name), format!("marker {id}"))
        }
        Target::Pointer => return "the pointer".to_owned(),
    };
    let named = name.filter(|name| !name.trim().is_empty());
    named.map_or(unnamed, String::clone)
}
