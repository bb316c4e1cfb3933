//! What nodes of paths and states of presets refer to: doors, markers and paths.

use steerwright_runtime::scene::{
    EnterAction, LookAt, NodeAction, PatrolPath, Preset, ReferenceKind,
};

/// The kind and the id of an item.
pub type ItemId = (ReferenceKind, u32);

/// The items to which the nodes of a path refer, in the order of the file. One can be there several
/// times.
pub fn of_path(path: &PatrolPath) -> impl Iterator<Item = ItemId> {
    path.nodes.iter().flat_map(|node| {
        let along = node.along().iter().map(|along| &along.action);
        let actions = node.actions().iter().chain(along).filter_map(of_action);
        let next = node.next().iter();
        actions.chain(next.map(|next| (ReferenceKind::Paths, next.path.0)))
    })
}

/// The doors that the states of a preset open and close. One can be there several times.
pub fn of_preset(preset: &Preset) -> impl Iterator<Item = ItemId> {
    let enter = preset.all_states().flat_map(|state| &state.rules.enter);
    enter.filter_map(|action| match action {
        EnterAction::SetWall { wall, .. } => Some((ReferenceKind::Walls, wall.0)),
        EnterAction::Emit { .. } | EnterAction::Share { .. } => None,
    })
}

fn of_action(action: &NodeAction) -> Option<ItemId> {
    match action {
        NodeAction::SetWall { wall, .. } => Some((ReferenceKind::Walls, wall.0)),
        NodeAction::Look {
            at: LookAt::Marker { id },
            ..
        } => Some((ReferenceKind::Markers, id.0)),
        NodeAction::Look { .. }
        | NodeAction::Wait { .. }
        | NodeAction::Sweep { .. }
        | NodeAction::Speed { .. }
        | NodeAction::Emit { .. }
        | NodeAction::Meet { .. } => None,
    }
}
