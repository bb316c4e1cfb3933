//! Commands on the selected paths, and those of them that walls and areas have too.

use crate::editor::app::document::Document;
use steerwright_authoring::command::PathCommand;
use steerwright_authoring::edit::editable;
use steerwright_authoring::edit::place;
use steerwright_authoring::paths::ops;
use steerwright_authoring::{Item, Line, Selection, Session, line};
use steerwright_runtime::scene::{PathId, Scene};
use steerwright_runtime::steering::follow_path::Shape;

/// Performs a command on the selected paths, or on walls and areas if no path is selected, as one
/// step.
pub(crate) fn perform(command: PathCommand, document: &mut Document) {
    // Changing the curve keeps the nodes, so it is possible while drawing.
    if command == PathCommand::ToggleCurve {
        document.cancel_tool_drag();
    } else {
        document.finish_tool();
    }
    let step = change(command, &mut document.session);
    if let Some(step) = step {
        document.session.name_step(step);
    }
}

/// Changes the selected lines. Returns the name of the step, or `None` if nothing changed.
fn change(command: PathCommand, session: &mut Session) -> Option<String> {
    let primary = session.selection.path();
    let editable = editable::paths(&session.scene, &session.selection);
    let (scene, selection) = (&mut session.scene, &mut session.selection);
    Some(match command {
        PathCommand::ReversePath => {
            editable.iter().for_each(|&id| ops::reverse(scene, id));
            "Reverse path".into()
        }
        PathCommand::ToggleLoop => {
            // All get the new state of the first one.
            let lines = toggled(selection);
            let first = *lines.first()?;
            let is_closed = first.of(scene)?.is_closed();
            for line in lines {
                line::set_closed(scene, line, !is_closed);
            }
            let action = if is_closed { "Open" } else { "Close" };
            format!("{action} {}", first.kind().name())
        }
        PathCommand::ToggleCurve => toggle_curve(scene, primary?, &selection.paths()).into(),
        PathCommand::InsertNode => {
            let lines = editable::lines(scene, selection);
            let path = primary.map(Line::Path).filter(|line| lines.contains(line));
            let node = line::insert_after(scene, selection, path.or(lines.first().copied())?)?;
            selection.set(node);
            "Insert node".into()
        }
        PathCommand::SetStartNode => {
            let (Line::Path(path), node) = selection.single_node()? else {
                return None;
            };
            ops::set_start(scene, path, node);
            "Set start node".into()
        }
        PathCommand::SplitPath => {
            let (line, node) = selection.single_node()?;
            line::split(scene, line, node);
            format!("Split {}", line.kind().name())
        }
        PathCommand::JoinPaths => {
            let (kept, other) = line::ends_to_join(scene, selection)?;
            let joined = line::join(scene, kept, other)?;
            selection.set(joined.into());
            "Join ends".into()
        }
        PathCommand::AddAgentOnPath => {
            let preset = place::path_preset(scene, session.agent_preset);
            if let Some(agent) = place::add_agent_on_path(scene, primary?, preset) {
                selection.set(Item::Agent(agent));
            }
            "Add agent on path".into()
        }
    })
}

/// The lines that the command to close or open lines applies to, the one that decides first: paths,
/// or walls if no path is selected.
pub(crate) fn toggled(selection: &Selection) -> Vec<Line> {
    let paths = selection.paths().into_iter().map(Line::Path);
    let paths: Vec<Line> = selection
        .path()
        .map(Line::Path)
        .into_iter()
        .chain(paths)
        .collect();
    if !paths.is_empty() {
        return paths;
    }
    let mut walls = selection.lines();
    walls.retain(|line| matches!(line, Line::Wall(_)));
    walls
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
        .for_each(|&id| ops::set_shape(scene, id, shape));
    step
}
