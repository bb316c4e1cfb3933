//! What agents do at the nodes of paths that are transformed as a whole: where they look, and how
//! far along segments they act.

use crate::bounds::clamp_position;
use crate::transform::motion::Transform;
use glam::DVec2;
use std::sync::Arc;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::{LookAt, NodeAction, NodeScript, PatrolPath};

/// The original script of a node.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ScriptSnapshot {
    /// The index of its path.
    pub(crate) path: usize,
    /// The index of the node.
    pub(crate) node: usize,
    script: Arc<NodeScript>,
    /// The original length of the segment after the node, if agents do something on it.
    length: f64,
}

impl ScriptSnapshot {
    /// Those of the nodes of a path, the one with the index `index`.
    pub(crate) fn of(index: usize, path: &PatrolPath) -> Vec<Self> {
        let has_along = path.nodes.iter().any(|node| !node.along().is_empty());
        let route = if has_along {
            path.route()
        } else {
            Default::default()
        };
        let nodes = path.nodes.iter().enumerate();
        let snapshot = |(node, script): (usize, &Arc<NodeScript>)| Self {
            path: index,
            node,
            script: Arc::clone(script),
            length: route.segment_length(node),
        };
        nodes
            .filter_map(|(i, node)| Some(snapshot((i, node.script.as_ref()?))))
            .collect()
    }

    /// Whether its distances depend on the length of a segment.
    pub(crate) fn has_distances(&self) -> bool {
        !self.script.along.is_empty()
    }

    /// The script after the transform, with the present length of the segment after the node.
    pub(crate) fn transformed(&self, transform: &Transform, length: f64) -> NodeScript {
        let mut script = NodeScript::clone(&self.script);
        for action in &mut script.actions {
            turn_action(action, transform);
        }
        if self.length > 0.0 && length != self.length {
            for along in &mut script.along {
                along.distance = rounded(along.distance * (length / self.length));
            }
        }
        script
    }
}

fn turn_action(action: &mut NodeAction, transform: &Transform) {
    match action {
        NodeAction::Look { at, .. } => match at {
            LookAt::Direction { deg } => *deg = turned(*deg, transform),
            LookAt::Point { x, y } => {
                let place = clamp_position(transform.apply_to(DVec2::new(*x, *y)));
                (*x, *y) = (place.x, place.y);
            }
            LookAt::Marker { .. } => {}
        },
        NodeAction::Sweep {
            from_deg, to_deg, ..
        } => {
            (*from_deg, *to_deg) = (turned(*from_deg, transform), turned(*to_deg, transform));
        }
        NodeAction::Wait { .. }
        | NodeAction::Speed { .. }
        | NodeAction::Emit { .. }
        | NodeAction::SetWall { .. }
        | NodeAction::Meet { .. } => {}
    }
}

/// A direction after a transform, in degrees: it is rotated and flipped.
fn turned(degrees: f64, transform: &Transform) -> f64 {
    let turned = match *transform {
        Transform::Move(_) => return degrees,
        Transform::Rotate { degrees: by, .. } => degrees + by % 360.0,
        Transform::Scale { factors, .. } => match (factors.x < 0.0, factors.y < 0.0) {
            (false, false) => return degrees,
            (true, false) => 180.0 - degrees,
            (false, true) => -degrees,
            (true, true) => degrees + 180.0,
        },
    };
    let turned = rounded(turned);
    if turned > 180.0 {
        turned - 360.0
    } else if turned < -180.0 {
        turned + 360.0
    } else {
        turned
    }
}
