//! Commands on the selected paths and walls.

use super::document::Document;
use super::wall_commands;
use steerwright_authoring::command::PathCommand;
use steerwright_authoring::{Item, Session, edit, editable, path_ops, place};
use steerwright_runtime::scene::{PathId, Scene};
use steerwright_runtime::steering::follow_path::Shape;

/// Performs a command on the selected paths, or on walls if no path is selected, as one step.
pub(super) fn perform(command: PathCommand, document: &mut Document) {
    // Changing the curve keeps the nodes, so it is possible while drawing.
    if command == PathCommand::ToggleCurve {
        document.cancel_tool_drag();
    } else {
        document.finish_tool();
    }
    let session = &mut document.session;
    let step = if session.selection.path().is_some() {
        change(command, session)
    } else {
        wall_commands::change(command, session)
    };
    if let Some(step) = step {
        document.session.name_step(step);
    }
}

/// Changes the selected paths. Returns the name of the step, or `None` if nothing changed.
fn change(command: PathCommand, session: &mut Session) -> Option<&'static str> {
    let primary = session.selection.path()?;
    let editable = editable::paths(&session.scene, &session.selection);
    let (scene, selection) = (&mut session.scene, &mut session.selection);
    match command {
        PathCommand::ReversePath => {
            editable.iter().for_each(|&id| path_ops::reverse(scene, id));
            Some("Reverse path")
        }
        PathCommand::ToggleLoop => Some(toggle_loop(scene, primary, &selection.paths())),
        PathCommand::ToggleCurve => Some(toggle_curve(scene, primary, &selection.paths())),
        PathCommand::InsertNode => {
            let path = if editable.contains(&primary) {
                primary
            } else {
                *editable.first()?
            };
            let node = edit::insert_after(session, path)?;
            session.selection.set(node);
            Some("Insert node")
        }
        PathCommand::SetStartNode => {
            let (path, node) = path_ops::single_node(selection)?;
            path_ops::set_start(scene, path, node);
            Some("Set start node")
        }
        PathCommand::SplitPath => {
            let (path, node) = path_ops::single_node(selection)?;
            path_ops::split(scene, path, node);
            Some("Split path")
        }
        PathCommand::JoinPaths => {
            let ends = path_ops::ends_to_join(scene, selection)?;
            let joined = path_ops::join(scene, ends)?;
            selection.set(Item::Path(joined));
            Some("Join ends")
        }
        PathCommand::AddAgentOnPath => {
            let preset = place::path_preset(scene, session.agent_preset);
            if let Some(agent) = place::add_agent_on_path(scene, primary, preset) {
                selection.set(Item::Agent(agent));
            }
            Some("Add agent on path")
        }
    }
}

/// Closes or opens paths. All get the new state of the primary one.
fn toggle_loop(scene: &mut Scene, primary: PathId, paths: &[PathId]) -> &'static str {
    let closed = scene.path(primary).is_some_and(|path| path.is_closed());
    paths
        .iter()
        .for_each(|&id| path_ops::set_closed(scene, id, !closed));
    if closed { "Open path" } else { "Close path" }
}

/// Makes paths curved or straight. All get the new state of the primary one.
fn toggle_curve(scene: &mut Scene, primary: PathId, paths: &[PathId]) -> &'static str {
    let straight = scene
        .path(primary)
        .is_some_and(|path| path.shape == Shape::Straight);
    let (shape, step) = if straight {
        (Shape::CatmullRom, "Curve path")
    } else {
        (Shape::Straight, "Straighten path")
    };
    paths
        .iter()
        .for_each(|&id| path_ops::set_shape(scene, id, shape));
    step
}
