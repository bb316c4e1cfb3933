//! Commands on the selected paths.

use super::App;
use steerwright_authoring::command::Requirement;
use steerwright_authoring::{Command, Item, Session, edit, editable, path_ops, place};
use steerwright_runtime::scene::PathId;
use steerwright_runtime::steering::follow_path::Shape;

impl App {
    /// Whether the selected paths or nodes meet a requirement.
    pub(super) fn path_meets(&self, requirement: Requirement) -> bool {
        let (scene, selection) = (&self.session.scene, &self.session.selection);
        let node = path_ops::single_node(selection);
        match requirement {
            Requirement::SplitNode => {
                node.is_some_and(|(path, node)| path_ops::can_split_at(scene, path, node))
            }
            Requirement::StartNode => {
                node.is_some_and(|(path, node)| path_ops::can_start_at(scene, path, node))
            }
            Requirement::Ends => path_ops::ends_to_join(scene, selection).is_some(),
            _ => editable::paths(scene, selection)
                .iter()
                .any(|&id| scene.path(id).is_some_and(|path| path.nodes.len() > 2)),
        }
    }

    pub(super) fn perform_on_path(&mut self, command: Command) {
        // Changing the curve keeps the nodes, so it is possible while drawing.
        if command == Command::ToggleCurve {
            self.cancel_tool_drag();
        } else {
            self.finish_tool();
        }
        let Session {
            scene, selection, ..
        } = &mut self.session;
        let Some(primary) = selection.path() else {
            return;
        };
        let (paths, editable) = (selection.paths(), editable::paths(scene, selection));
        let step = match command {
            Command::ReversePath => {
                editable.iter().for_each(|&id| path_ops::reverse(scene, id));
                "Reverse path"
            }
            Command::ToggleLoop => {
                // All paths get the new state of the primary one.
                let closed = scene.path(primary).is_some_and(|path| path.is_closed());
                paths
                    .iter()
                    .for_each(|&id| path_ops::set_closed(scene, id, !closed));
                if closed { "Open path" } else { "Close path" }
            }
            Command::ToggleCurve => {
                let straight = scene
                    .path(primary)
                    .is_some_and(|path| path.shape == Shape::Straight);
                let shape = if straight {
                    Shape::CatmullRom
                } else {
                    Shape::Straight
                };
                paths
                    .iter()
                    .for_each(|&id| path_ops::set_shape(scene, id, shape));
                if straight {
                    "Curve path"
                } else {
                    "Straighten path"
                }
            }
            Command::InsertNode => {
                let path = if editable.contains(&primary) {
                    Some(primary)
                } else {
                    editable.first().copied()
                };
                let Some(node) = path.and_then(|path| edit::insert_after(&mut self.session, path))
                else {
                    return;
                };
                self.session.selection.set(node);
                "Insert node"
            }
            Command::SetStartNode => {
                let Some((path, node)) = path_ops::single_node(selection) else {
                    return;
                };
                path_ops::set_start(scene, path, node);
                "Set start node"
            }
            Command::SplitPath => {
                let Some((path, node)) = path_ops::single_node(selection) else {
                    return;
                };
                path_ops::split(scene, path, node);
                "Split path"
            }
            Command::JoinPaths => {
                let ends = path_ops::ends_to_join(scene, selection);
                let Some(joined) = ends.and_then(|ends| path_ops::join(scene, ends)) else {
                    return;
                };
                selection.set(Item::Path(joined));
                "Join ends"
            }
            Command::AddAgentOnPath => {
                self.add_agent_on_path(primary);
                "Add agent on path"
            }
            _ => return,
        };
        self.session.name_step(step);
    }

    fn add_agent_on_path(&mut self, path: PathId) {
        let scene = &mut self.session.scene;
        let preset = self
            .preset
            .filter(|&preset| scene.preset(preset).is_some())
            .unwrap_or_else(|| place::path_preset(scene));
        if let Some(agent) = place::add_agent_on_path(scene, path, preset) {
            self.session.selection.set(Item::Agent(agent));
        }
    }
}
