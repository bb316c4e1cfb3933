//! What commands do to the selected paths.

use super::App;
use steerwright_authoring::command::Requirement;
use steerwright_authoring::{Command, Item, Session, edit, editable, path_ops, place};
use steerwright_runtime::scene::PathId;
use steerwright_runtime::steering::follow_path::Shape;

impl App {
    /// Whether the selected paths or nodes allow what a command needs.
    pub(super) fn path_offers(&self, needs: Requirement) -> bool {
        let (scene, selection) = (&self.session.scene, &self.session.selection);
        let node = path_ops::chosen_node(selection);
        match needs {
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
        // A path may be curved while it is drawn: that leaves its nodes alone.
        if command == Command::ToggleCurve {
            self.cancel_tool_drag();
        } else {
            self.put_tool_down();
        }
        let Session {
            scene, selection, ..
        } = &mut self.session;
        let Some(primary) = selection.path() else {
            return;
        };
        let (paths, free) = (selection.paths(), editable::paths(scene, selection));
        let step = match command {
            Command::ReversePath => {
                free.iter().for_each(|&id| path_ops::reverse(scene, id));
                "Reverse path"
            }
            Command::ToggleLoop => {
                // All become what the primary one becomes.
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
            Command::InsertAfter => {
                let path = if free.contains(&primary) {
                    Some(primary)
                } else {
                    free.first().copied()
                };
                let Some(node) = path.and_then(|path| edit::insert_after(&mut self.session, path))
                else {
                    return;
                };
                self.session.selection.set(node);
                "Insert node"
            }
            Command::SetStart => {
                let Some((path, node)) = path_ops::chosen_node(selection) else {
                    return;
                };
                path_ops::set_start(scene, path, node);
                "Set start node"
            }
            Command::SplitPath => {
                let Some((path, node)) = path_ops::chosen_node(selection) else {
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
            Command::AddWalker => {
                self.add_walker(primary);
                "Add walker"
            }
            _ => return,
        };
        self.session.name_step(step);
    }

    fn add_walker(&mut self, path: PathId) {
        let scene = &mut self.session.scene;
        let preset = self
            .preset
            .filter(|&preset| scene.preset(preset).is_some())
            .unwrap_or_else(|| place::walker_preset(scene));
        if let Some(agent) = place::add_walker(scene, path, preset) {
            self.session.selection.set(Item::Agent(agent));
        }
    }
}
