//! Changes to what nodes of paths and states of presets refer to: doors, markers, nodes and states.

use std::sync::Arc;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    AlongAction, EnterAction, LookAt, MarkerId, Node, NodeAction, NodeId, NodeScript, PathId,
    PatrolPath, Preset, Scene, StateRules, WallId,
};

/// The rules of all states, to be changed.
fn rules_of(preset: &mut Preset) -> impl Iterator<Item = &mut StateRules> {
    let others = preset.states.iter_mut().map(|state| &mut state.rules);
    std::iter::once(&mut preset.state).chain(others)
}

/// Looks at a marker that is deleted become looks at the point where it was.
pub(crate) fn look_where_marker_was(scene: &mut Scene, gone: MarkerId, place: DVec2) {
    let is_look = |action: &NodeAction| matches!(action, NodeAction::Look { at: LookAt::Marker { id }, .. } if *id == gone);
    for path in &mut scene.paths {
        if !(path.nodes.iter()).any(|node| node.actions().iter().any(is_look)) {
            continue;
        }
        for node in &mut Arc::make_mut(path).nodes {
            if node.actions().iter().any(is_look) {
                node.edit_script(|script| {
                    for action in script.actions.iter_mut().filter(|action| is_look(action)) {
                        if let NodeAction::Look { at, .. } = action {
                            *at = LookAt::Point {
                                x: place.x,
                                y: place.y,
                            };
                        }
                    }
                });
            }
        }
    }
}

/// Makes junctions that lead to nodes lead to others.
pub(crate) fn move_nodes(
    scene: &mut Scene,
    new_place: impl Fn(PathId, NodeId) -> (PathId, NodeId),
) {
    let moves = |node: &Node| {
        let mut next = node.next().iter();
        next.any(|next| new_place(next.path, next.node) != (next.path, next.node))
    };
    for path in &mut scene.paths {
        if !path.nodes.iter().any(moves) {
            continue;
        }
        for node in &mut Arc::make_mut(path).nodes {
            if moves(node) {
                node.edit_script(|script| {
                    for next in &mut script.next {
                        (next.path, next.node) = new_place(next.path, next.node);
                    }
                });
            }
        }
    }
}

/// The new ids of what pasted items refer to.
pub(crate) struct NewIds<'a> {
    pub(crate) wall: &'a dyn Fn(WallId) -> Option<WallId>,
    pub(crate) marker: &'a dyn Fn(MarkerId) -> Option<MarkerId>,
    pub(crate) path: &'a dyn Fn(PathId) -> Option<PathId>,
}

impl NewIds<'_> {
    /// Gives what the nodes of a path refer to its new ids. What has none is removed.
    pub(crate) fn apply_to_path(&self, path: &mut PatrolPath) {
        for node in &mut path.nodes {
            if node.script.is_some() {
                node.edit_script(|script| self.apply_to_script(script));
            }
        }
    }

    fn apply_to_script(&self, script: &mut NodeScript) {
        script.actions.retain_mut(|action| self.apply_to(action));
        script
            .along
            .retain_mut(|AlongAction { action, .. }| self.apply_to(action));
        script.next.retain_mut(|next| {
            let new = (self.path)(next.path);
            next.path = new.unwrap_or(next.path);
            new.is_some()
        });
    }

    /// Whether all to which the action refers has a new id, which it gets.
    fn apply_to(&self, action: &mut NodeAction) -> bool {
        match action {
            NodeAction::SetWall { wall, .. } => {
                let new = (self.wall)(*wall);
                *wall = new.unwrap_or(*wall);
                new.is_some()
            }
            NodeAction::Look {
                at: LookAt::Marker { id },
                ..
            } => {
                let new = (self.marker)(*id);
                *id = new.unwrap_or(*id);
                new.is_some()
            }
            NodeAction::Look { .. }
            | NodeAction::Wait { .. }
            | NodeAction::Sweep { .. }
            | NodeAction::Speed { .. }
            | NodeAction::Emit { .. }
            | NodeAction::Meet { .. } => true,
        }
    }

    /// Gives the doors that the states of a preset switch their new ids. Doors without one are
    /// removed.
    pub(crate) fn apply_to_preset(&self, preset: &mut Preset) {
        for rules in rules_of(preset) {
            rules.enter.retain_mut(|action| match action {
                EnterAction::SetWall { wall, .. } => {
                    let new = (self.wall)(*wall);
                    *wall = new.unwrap_or(*wall);
                    new.is_some()
                }
                EnterAction::Emit { .. } | EnterAction::Share { .. } => true,
            });
        }
    }
}
