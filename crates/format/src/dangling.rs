//! References of paths and presets to what a scene does not have.

use std::collections::BTreeSet;
use std::sync::Arc;
use steerwright_runtime::scene::{
    EnterAction, LookAt, MarkerId, Node, NodeAction, NodeId, NodeScript, PathId, Preset, Scene,
    StateId, StateRules, WallId,
};

/// The ids to which nodes and states can refer.
struct Known {
    doors: BTreeSet<WallId>,
    markers: BTreeSet<MarkerId>,
    /// Filled only if a node leads on to others.
    nodes: BTreeSet<(PathId, NodeId)>,
}

impl Known {
    fn of(scene: &Scene) -> Self {
        let mut nodes = BTreeSet::new();
        if scene.paths.iter().any(|path| path.has_junctions()) {
            for path in &scene.paths {
                nodes.extend(path.nodes.iter().map(|node| (path.id, node.id)));
            }
        }
        let doors = scene.walls.iter().filter(|wall| wall.open.is_some());
        Self {
            doors: doors.map(|wall| wall.id).collect(),
            markers: scene.markers.iter().map(|marker| marker.id).collect(),
            nodes,
        }
    }

    fn has_action(&self, action: &NodeAction) -> bool {
        match action {
            NodeAction::SetWall { wall, .. } => self.doors.contains(wall),
            NodeAction::Look {
                at: LookAt::Marker { id },
                ..
            } => self.markers.contains(id),
            NodeAction::Look { .. }
            | NodeAction::Wait { .. }
            | NodeAction::Sweep { .. }
            | NodeAction::Speed { .. }
            | NodeAction::Emit { .. }
            | NodeAction::Meet { .. } => true,
        }
    }

    fn has_all_of(&self, script: &NodeScript) -> bool {
        let along = script.along.iter().map(|along| &along.action);
        let mut actions = script.actions.iter().chain(along);
        actions.all(|action| self.has_action(action))
            && (script.next.iter()).all(|next| self.nodes.contains(&(next.path, next.node)))
    }

    fn has_enter(&self, action: &EnterAction) -> bool {
        match action {
            EnterAction::SetWall { wall, .. } => self.doors.contains(wall),
            EnterAction::Emit { .. } | EnterAction::Share { .. } => true,
        }
    }

    fn has_all_of_rules(&self, rules: &StateRules, states: &BTreeSet<StateId>) -> bool {
        rules.enter.iter().all(|action| self.has_enter(action))
            && (rules.transitions.iter()).all(|transition| states.contains(&transition.to))
    }
}

/// Removes actions, junctions and transitions that refer to what the scene does not have: to a wall
/// that is no door, a marker, a node or a state. Paths and presets without such references stay
/// shared.
pub fn remove_dangling(scene: &mut Scene) {
    let known = Known::of(scene);
    let dangles =
        |node: &Node| (node.script.as_ref()).is_some_and(|script| !known.has_all_of(script));
    for path in &mut scene.paths {
        if path.nodes.iter().any(dangles) {
            for node in &mut Arc::make_mut(path).nodes {
                if dangles(node) {
                    node.edit_script(|script| clean_script(script, &known));
                }
            }
        }
    }
    for preset in &mut scene.presets {
        let states = states_of(preset);
        let is_clean = |preset: &Preset| {
            (preset.all_states()).all(|state| known.has_all_of_rules(state.rules, &states))
        };
        if !is_clean(preset) {
            let preset = Arc::make_mut(preset);
            for rules in rules_of(preset) {
                rules.enter.retain(|action| known.has_enter(action));
                let stays = |to: &StateId| states.contains(to);
                rules.transitions.retain(|transition| stays(&transition.to));
            }
        }
    }
}

fn clean_script(script: &mut NodeScript, known: &Known) {
    script.actions.retain(|action| known.has_action(action));
    script.along.retain(|along| known.has_action(&along.action));
    let had_next = !script.next.is_empty();
    (script.next).retain(|next| known.nodes.contains(&(next.path, next.node)));
    if had_next && script.next.is_empty() {
        script.choose = NodeScript::default().choose;
        script.not_back = false;
    }
}

fn states_of(preset: &Preset) -> BTreeSet<StateId> {
    preset.all_states().map(|state| state.rules.id).collect()
}

/// The rules of all states, to be changed.
fn rules_of(preset: &mut Preset) -> impl Iterator<Item = &mut StateRules> {
    let others = preset.states.iter_mut().map(|state| &mut state.rules);
    std::iter::once(&mut preset.state).chain(others)
}
