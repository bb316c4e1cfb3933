//! What commands do to the selected paths.

use super::App;
use crate::authoring::command::Needs;
use crate::authoring::{Command, Item, edit, path_ops, place, reach};
use crate::scene::PathId;
use crate::steering::follow_path::Shape;

impl App {
    /// Whether the selected paths or nodes allow what a command needs.
    pub(super) fn path_offers(&self, needs: Needs) -> bool {
        let (scene, selection) = (&self.session.scene, &self.session.selection);
        let node = path_ops::chosen_node(selection);
        match needs {
            Needs::SplitNode => node.is_some_and(|(path, node)| path_ops::can_split_at(scene, path, node)),
            Needs::StartNode => node.is_some_and(|(path, node)| path_ops::can_start_at(scene, path, node)),
            Needs::Ends => path_ops::ends_to_join(scene, selection).is_some(),
            _ => reach::paths(scene, selection).iter().any(|&id| scene.path(id).is_some_and(|path| path.nodes.len() > 2)),
        }
    }

    pub(super) fn perform_on_path(&mut self, command: Command) {
        self.let_go();
        let Some(primary) = self.session.selection.path() else { return };
        let paths = self.session.selection.paths();
        let step = match command {
            Command::ReversePath => {
                self.on_each(&reach::paths(&self.session.scene, &self.session.selection), |app, id| {
                    path_ops::reverse(&mut app.session.scene, id)
                });
                "Reverse path"
            }
            Command::ToggleLoop => {
                // All become what the primary one becomes.
                let closed = self.session.scene.path(primary).is_some_and(|path| path.is_closed());
                self.on_each(&paths, |app, id| path_ops::set_closed(&mut app.session.scene, id, !closed));
                if closed { "Open path" } else { "Close path" }
            }
            Command::ToggleCurve => {
                let straight = self.session.scene.path(primary).is_some_and(|path| path.shape == Shape::Straight);
                let shape = if straight { Shape::CatmullRom } else { Shape::Straight };
                self.on_each(&paths, |app, id| path_ops::set_shape(&mut app.session.scene, id, shape));
                if straight { "Curve path" } else { "Straighten path" }
            }
            Command::InsertAfter => {
                let Some(node) = edit::insert_after(&mut self.session, primary) else { return };
                self.session.selection.set(node);
                "Insert node"
            }
            Command::SetStart => {
                let Some((path, node)) = path_ops::chosen_node(&self.session.selection) else { return };
                path_ops::set_start(&mut self.session.scene, path, node);
                "Set start node"
            }
            Command::SplitPath => {
                let Some((path, node)) = path_ops::chosen_node(&self.session.selection) else { return };
                path_ops::split(&mut self.session.scene, path, node);
                "Split path"
            }
            Command::JoinPaths => {
                let ends = path_ops::ends_to_join(&self.session.scene, &self.session.selection);
                let Some(joined) = ends.and_then(|ends| path_ops::join(&mut self.session.scene, ends)) else { return };
                self.session.selection.set(Item::Path(joined));
                "Join ends"
            }
            _ => {
                self.add_walker(primary);
                "Add walker"
            }
        };
        self.session.name_step(step);
    }

    fn on_each(&mut self, paths: &[PathId], act: impl Fn(&mut Self, PathId)) {
        paths.iter().for_each(|&id| act(self, id));
    }

    fn add_walker(&mut self, path: PathId) {
        let scene = &mut self.session.scene;
        let preset = self.preset.filter(|&preset| scene.preset(preset).is_some()).unwrap_or_else(|| place::walker_preset(scene));
        if let Some(agent) = place::add_walker(scene, path, preset) {
            self.session.selection.set(Item::Agent(agent));
        }
    }
}
