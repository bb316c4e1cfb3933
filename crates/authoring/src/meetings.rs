//! Meetings: nodes at which agents wait for one another.

use glam::DVec2;
use steerwright_analysis::Recording;
use steerwright_runtime::scene::{AgentId, NodeAction, NodeId, PathId, Scene};
use steerwright_runtime::simulation::EventKind;

/// How many earlier events to search for agents that wait.
const MAX_LOOKBACK: usize = 20_000;
/// An agent that has stopped is at most this many radii of its node away from it.
const NEAR_RADII: f64 = 3.0;

/// A node at which agents wait for a meeting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeetingPlace {
    /// The path.
    pub path: PathId,
    /// The node.
    pub node: NodeId,
    /// The index of the node in its path.
    pub index: usize,
    /// The position of the node, u.
    pub position: DVec2,
    /// How many agents must wait there before they go on.
    pub count: u32,
}

/// A meeting: all places with the same name.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    /// The name.
    pub name: String,
    /// The places, in the order of paths and nodes.
    pub places: Vec<MeetingPlace>,
}

impl Meeting {
    /// Whether a node is one of its places.
    #[must_use]
    pub fn is_at(&self, path: PathId, node: NodeId) -> bool {
        let mut places = self.places.iter();
        places.any(|place| (place.path, place.node) == (path, node))
    }

    /// The most agents that one of its places waits for.
    #[must_use]
    pub fn count(&self) -> u32 {
        let counts = self.places.iter().map(|place| place.count);
        counts.max().unwrap_or(0)
    }

    /// How many agents are held at its places at a tick of the recording.
    #[must_use]
    pub fn held(&self, scene: &Scene, recording: &Recording, tick: u64) -> usize {
        let events = recording.events();
        let end = events.partition_point(|event| event.tick <= tick);
        let mut known: Vec<AgentId> = Vec::new();
        let mut held = 0;
        for event in events[..end].iter().rev().take(MAX_LOOKBACK) {
            let at = match event.kind {
                EventKind::WaitStarted(node) => Some(node),
                // In another state it no longer waits, and when it comes back it walks to its node again.
                EventKind::WaitEnded(_) | EventKind::StateEntered { .. } => None,
                EventKind::NodeReached(_)
                | EventKind::PathFinished
                | EventKind::Arrived
                | EventKind::WaypointPicked
                | EventKind::AggroEntered
                | EventKind::AggroLeft
                | EventKind::CellEntered
                | EventKind::LineGained
                | EventKind::LineLost
                | EventKind::SightGained
                | EventKind::SightLost
                | EventKind::Spawned(_)
                | EventKind::Expired(_)
                | EventKind::Contact { .. }
                | EventKind::Emitted(_)
                | EventKind::Met(_)
                | EventKind::NoiseHeard
                | EventKind::Touched(_)
                | EventKind::NoRoute
                | EventKind::SearchFinished => continue,
            };
            if known.contains(&event.agent) {
                continue;
            }
            known.push(event.agent);
            let sample = recording.sample(tick, event.agent);
            if let (Some(node), Some(sample)) = (at, sample)
                && self.is_near(scene, node, sample.position)
            {
                held += 1;
            }
        }
        held
    }

    /// Whether one of its places is the node with this index, near a position.
    fn is_near(&self, scene: &Scene, index: usize, position: DVec2) -> bool {
        self.places.iter().any(|place| {
            let radius = scene.path(place.path).and_then(|path| {
                let node = path.nodes.get(place.index)?;
                Some(path.radius_of(node))
            });
            let reach = NEAR_RADII * radius.unwrap_or(0.0);
            place.index == index && place.position.distance(position) <= reach
        })
    }
}

/// All meetings of a scene, in the order of their first places.
///
/// ```
/// use steerwright_authoring::meetings;
/// use steerwright_runtime::scene::Scene;
/// assert!(meetings::all(&Scene::default()).is_empty());
/// ```
#[must_use]
pub fn all(scene: &Scene) -> Vec<Meeting> {
    let mut meetings: Vec<Meeting> = Vec::new();
    for path in &scene.paths {
        for (index, node) in path.nodes.iter().enumerate() {
            for action in node.actions() {
                let NodeAction::Meet { name, count } = action else {
                    continue;
                };
                let place = MeetingPlace {
                    path: path.id,
                    node: node.id,
                    index,
                    position: node.position,
                    count: *count,
                };
                match meetings.iter_mut().find(|known| known.name == *name) {
                    Some(meeting) => meeting.places.push(place),
                    None => meetings.push(Meeting {
                        name: name.clone(),
                        places: vec![place],
                    }),
                }
            }
        }
    }
    meetings
}
