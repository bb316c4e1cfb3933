//! Commands on the selected walls and areas: those of paths that they have too.

use steerwright_authoring::command::PathCommand;
use steerwright_authoring::{Item, Session, areas, editable, walls};

/// Changes the selected walls or areas. Returns the name of the step, or `None` if nothing changed.
pub(super) fn change(command: PathCommand, session: &mut Session) -> Option<&'static str> {
    let (scene, selection) = (&mut session.scene, &mut session.selection);
    match command {
        PathCommand::ToggleLoop => {
            let selected = selection.walls();
            let closed = scene.wall(*selected.first()?)?.closed;
            for &id in &selected {
                walls::set_closed(scene, id, !closed);
            }
            Some(if closed { "Open wall" } else { "Close wall" })
        }
        PathCommand::InsertNode => {
            let wall = editable::walls(scene, selection).first().copied();
            let area = editable::areas(scene, selection).first().copied();
            let node = match (wall, area) {
                (Some(wall), _) => walls::insert_after(scene, selection, wall)?,
                (None, area) => areas::insert_after(scene, selection, area?)?,
            };
            selection.set(node);
            Some("Insert node")
        }
        PathCommand::SplitPath => {
            let (wall, node) = walls::single_node(selection)?;
            walls::split(scene, wall, node);
            Some("Split wall")
        }
        PathCommand::JoinPaths => {
            let pair = walls::to_join(scene, selection)?;
            let joined = walls::join(scene, pair)?;
            selection.set(Item::Wall(joined));
            Some("Join walls")
        }
        PathCommand::ReversePath
        | PathCommand::ToggleCurve
        | PathCommand::SetStartNode
        | PathCommand::AddAgentOnPath => None,
    }
}
