//! Commands that change the selection.

use steerwright_authoring::Session;
use steerwright_authoring::command::SelectCommand;
use steerwright_authoring::edit::editable;

/// Changes the selection of a session.
pub(crate) fn perform(command: SelectCommand, session: &mut Session) {
    let (scene, selection) = (&session.scene, &mut session.selection);
    let mut select_neighbor = |forward| {
        if let Some(item) = editable::neighbor(scene, selection, forward) {
            selection.set(item);
        }
    };
    match command {
        SelectCommand::SelectNext => select_neighbor(true),
        SelectCommand::SelectPrevious => select_neighbor(false),
        SelectCommand::SelectAll => selection.set_all(editable::all_items(scene)),
        SelectCommand::InvertSelection => {
            let others = editable::unselected_items(scene, selection);
            selection.set_all(others);
        }
        SelectCommand::SelectNodes => {
            let nodes = editable::nodes_of_lines(scene, selection);
            selection.set_all(nodes);
        }
        SelectCommand::Deselect => selection.clear(),
    }
}
