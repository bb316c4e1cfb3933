//! Meetings: nodes at which agents wait for one another.

use glam::DVec2;
use steerwright_runtime::scene::{NodeAction, NodeId, PathId, Scene};

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

    /// How many agents wait at it, of the numbers of
    /// [`World::meetings`](steerwright_runtime::simulation::World::meetings). `None` if its name is
    /// not among them.
    #[must_use]
    pub fn waiting(&self, meetings: &[(&str, u32)]) -> Option<u32> {
        let (_, waiting) = meetings.iter().find(|(name, _)| *name == self.name)?;
        Some(*waiting)
    }

    /// What the badge of one of its places says while this many agents wait at it: "gate, 1 of 2
    /// waiting". Only the name if the number is not known.
    #[must_use]
    pub fn badge(&self, place: &MeetingPlace, waiting: Option<u32>) -> String {
        let name = match self.name.as_str() {
            "" => "Meeting",
            name => name,
        };
        match waiting {
            Some(waiting) => format!("{name}, {waiting} of {} waiting", place.count),
            None => name.to_owned(),
        }
    }
}

/// All meetings of a scene, in the order of their first places.
///
/// ```
/// use steerwright_authoring::paths::meetings;
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
