//! Performing commands.

use super::App;
use egui::Context;
use glam::DVec2;
use steerwright_authoring::command::Requirement;
use steerwright_authoring::outline;
use steerwright_authoring::outline::Flag;
use steerwright_authoring::tool::place::Placeable;
use steerwright_authoring::tool::{Freehand, Pen, Place, Select, Tool};
use steerwright_authoring::transform::TransformSnapshot;
use steerwright_authoring::{Command, Item, Session, align, bounds, editable, playback};
use steerwright_export::CodeLanguage;
use steerwright_runtime::scene::{MarkerKind, PresetId};
use steerwright_runtime::steering::follow_path::Shape;

impl App {
    /// Whether a command is available now.
    pub(super) fn is_enabled(&self, command: Command) -> bool {
        let selection = &self.session.selection;
        match command.requirement() {
            Requirement::Nothing => true,
            Requirement::Undo => self.session.history().undo_name().is_some(),
            Requirement::Redo => self.session.history().redo_name().is_some(),
            Requirement::Selection => !selection.is_empty(),
            Requirement::Positioned => {
                !TransformSnapshot::of(&self.session.scene, selection, &[]).is_empty()
            }
            Requirement::TwoItems => align::has_at_least(&self.session.scene, selection, 2),
            Requirement::ThreeItems => align::has_at_least(&self.session.scene, selection, 3),
            Requirement::Path => selection.path().is_some(),
            Requirement::EditablePath => {
                !editable::paths(&self.session.scene, selection).is_empty()
            }
            Requirement::LongPath
            | Requirement::SplitNode
            | Requirement::StartNode
            | Requirement::Ends => self.path_meets(command.requirement()),
            Requirement::AnyPath => !self.session.scene.paths.is_empty(),
            Requirement::Preset => self.selected_preset().is_some(),
            Requirement::SceneContents => !self.session.scene.is_empty(),
            Requirement::Ghost => self.playback.ghost().is_some(),
            Requirement::Grouped => selection.iter().any(|item| {
                outline::props_of(&self.session.scene, item)
                    .is_some_and(|props| props.group.is_some())
            }),
            Requirement::Hidden => outline::has_flag(&self.session.scene, Flag::Hidden),
            Requirement::Locked => outline::has_flag(&self.session.scene, Flag::Locked),
            Requirement::StoredExport => {
                !self.session.scene.exports.is_empty() || self.view.export.last_request().is_some()
            }
        }
    }

    /// Whether a toggle command is on. `None` if it is not a toggle.
    pub(super) fn is_on(&self, command: Command) -> Option<bool> {
        let layers = &self.view.canvas.layers;
        let path = self
            .session
            .selection
            .path()
            .and_then(|id| self.session.scene.path(id));
        Some(match command {
            Command::ToggleGrid => layers.grid,
            Command::ToggleNames => layers.names,
            Command::ToggleTrails => layers.trails,
            Command::ToggleVelocities => layers.velocity,
            Command::ToggleForces => layers.force,
            Command::ToggleFieldsOfView => layers.view,
            Command::ToggleSnapGrid
            | Command::ToggleSnapNodes
            | Command::ToggleSnapSegments
            | Command::ToggleSnapGuides
            | Command::ToggleSnapAngles => return self.view.settings.snaps(command),
            Command::ToggleHistory => self.view.history_open,
            Command::ToggleHidden => self.all_have(Flag::Hidden),
            Command::ToggleLocked => self.all_have(Flag::Locked),
            Command::ToggleLoop => path.is_some_and(|path| path.is_closed()),
            Command::ToggleCurve => path.is_some_and(|path| path.shape == Shape::CatmullRom),
            _ => return None,
        })
    }

    /// The selected preset, or that of the selected agent.
    pub(super) fn selected_preset(&self) -> Option<PresetId> {
        match self.session.selection.primary()? {
            Item::Preset(preset) => Some(preset),
            Item::Agent(agent) => self.session.scene.agent(agent).map(|agent| agent.preset),
            _ => None,
        }
    }

    pub(super) fn perform(&mut self, command: Command, ctx: &Context) {
        if !self.is_enabled(command) {
            return self.notify(command.requirement().message().to_owned());
        }
        match command {
            Command::New
            | Command::Open
            | Command::Import
            | Command::Save
            | Command::SaveAs
            | Command::RestoreBackup
            | Command::LoadPreset
            | Command::SavePreset
            | Command::Quit => {
                // Saving in the middle of a drag would make part of it permanent.
                self.cancel_tool_drag();
                self.perform_with_files(command, ctx);
            }
            Command::Export => self.open_export_dialog(),
            Command::ExportAgain => self.export_again(ctx),
            Command::LiveLink => self.view.link.toggle(),
            Command::Undo | Command::Redo => self.perform_edit(command),
            Command::Cut | Command::Copy | Command::Paste | Command::PasteInPlace => {
                self.perform_with_clipboard(command, ctx)
            }
            Command::Duplicate | Command::Delete => self.perform_on_selection(command),
            Command::SelectAll
            | Command::SelectNodes
            | Command::SelectNext
            | Command::SelectPrevious
            | Command::InvertSelection
            | Command::Deselect => self.perform_edit(command),
            Command::ToggleSnapGrid
            | Command::ToggleSnapNodes
            | Command::ToggleSnapSegments
            | Command::ToggleSnapGuides
            | Command::ToggleSnapAngles => self.view.settings.toggle_snap(command),
            Command::FlipHorizontal
            | Command::FlipVertical
            | Command::RotateCounterclockwise
            | Command::RotateClockwise => self.perform_on_selection(command),
            Command::AlignLeft | Command::AlignCenter | Command::AlignRight => {
                self.perform_on_selection(command)
            }
            Command::AlignTop | Command::AlignMiddle | Command::AlignBottom => {
                self.perform_on_selection(command)
            }
            Command::DistributeHorizontally | Command::DistributeVertically => {
                self.perform_on_selection(command)
            }
            Command::Rename
            | Command::Group
            | Command::Ungroup
            | Command::ToggleHidden
            | Command::HideOthers
            | Command::FindInOutliner
            | Command::ShowAll
            | Command::ToggleLocked
            | Command::UnlockAll => self.perform_on_outliner(command),
            Command::ToggleHistory => self.view.history_open ^= true,
            Command::SelectTool => self.activate(Tool::Select(Select::default())),
            Command::PenTool => self.activate(Tool::Pen(Pen::default())),
            Command::FreehandTool => self.activate(Tool::Freehand(Freehand::default())),
            Command::AgentTool => self.activate(Tool::Place(Place::new(Placeable::Agent))),
            Command::TargetTool => self.activate(Tool::Place(Place::new(Placeable::Marker(
                MarkerKind::Target,
            )))),
            Command::DangerTool => self.activate(Tool::Place(Place::new(Placeable::Marker(
                MarkerKind::Danger,
            )))),
            Command::CellTool => self.activate(Tool::Place(Place::new(Placeable::Cells))),
            Command::PanTool => self.activate(Tool::Pan),
            Command::ReversePath
            | Command::ToggleLoop
            | Command::ToggleCurve
            | Command::AddAgentOnPath => self.perform_on_path(command),
            Command::InsertNode
            | Command::SetStartNode
            | Command::SplitPath
            | Command::JoinPaths => self.perform_on_path(command),
            Command::SimplifyPath => self.open_simplify(),
            Command::CopyGdscript => self.copy_code(CodeLanguage::Gdscript, ctx),
            Command::CopyCsharp => self.copy_code(CodeLanguage::Csharp, ctx),
            Command::CopyCpp => self.copy_code(CodeLanguage::Cpp, ctx),
            Command::CopyRust => self.copy_code(CodeLanguage::Rust, ctx),
            Command::CopyJavaScript => self.copy_code(CodeLanguage::JavaScript, ctx),
            Command::CopyLua => self.copy_code(CodeLanguage::Lua, ctx),
            Command::CopyPython => self.copy_code(CodeLanguage::Python, ctx),
            Command::CopyGml => self.copy_code(CodeLanguage::Gml, ctx),
            Command::ZoomIn => self.zoom(1.25),
            Command::ZoomOut => self.zoom(0.8),
            Command::ZoomToFit => self.view.canvas.fit(&self.session.scene),
            Command::ZoomToSelection => self.zoom_to_selection(),
            Command::ToggleGrid => self.view.canvas.layers.grid ^= true,
            Command::ToggleTrails => self.view.canvas.layers.trails ^= true,
            Command::ToggleVelocities => self.view.canvas.layers.velocity ^= true,
            Command::ToggleForces => self.view.canvas.layers.force ^= true,
            Command::ToggleFieldsOfView => self.view.canvas.layers.view ^= true,
            Command::ToggleNames => self.view.canvas.layers.names ^= true,
            Command::PlayPause if self.playback.is_playing() => self.playback.pause(),
            Command::PlayPause => self.playback.play(),
            Command::StepForward => self.playback.step_forward(),
            Command::StepBack => self.playback.step_back(),
            Command::Restart => self.playback.restart(),
            Command::Slower => self
                .playback
                .set_speed((self.playback.speed() / 2.0).max(playback::SPEEDS.0)),
            Command::Faster => self
                .playback
                .set_speed((self.playback.speed() * 2.0).min(playback::SPEEDS.1)),
            Command::KeepGhost => self.playback.keep_ghost(),
            Command::ClearGhost => self.playback.clear_ghost(),
            Command::CommandPalette => self.view.palette.open(),
            Command::KeyboardShortcuts => self.view.shortcuts_open ^= true,
            Command::EditShortcuts => self.view.key_editor.open(),
            Command::Settings => self.view.settings_open ^= true,
            Command::GettingStarted => self.view.getting_started_open ^= true,
        }
        ctx.request_repaint();
    }

    fn perform_edit(&mut self, command: Command) {
        // During a drag, undo only cancels the drag.
        if matches!(command, Command::Undo | Command::Redo) && self.cancel_tool_drag() {
            return;
        }
        // In a slow frame, an edit can end and be undone.
        if matches!(command, Command::Undo | Command::Redo) {
            self.session.commit();
        }
        match command {
            Command::Undo => {
                if let Some(name) = self.session.undo() {
                    self.notify(format!("Undo: {name}"));
                }
            }
            Command::Redo => {
                if let Some(name) = self.session.redo() {
                    self.notify(format!("Redo: {name}"));
                }
            }
            Command::SelectAll => self
                .session
                .selection
                .set_all(editable::all_items(&self.session.scene)),
            Command::InvertSelection => {
                let others =
                    editable::unselected_items(&self.session.scene, &self.session.selection);
                self.session.selection.set_all(others);
            }
            Command::SelectNext | Command::SelectPrevious => {
                let Session {
                    scene, selection, ..
                } = &mut self.session;
                if let Some(item) =
                    editable::neighbor(scene, selection, command == Command::SelectNext)
                {
                    selection.set(item);
                }
            }
            Command::SelectNodes => {
                let nodes = editable::nodes_of_paths(&self.session.scene, &self.session.selection);
                self.session.selection.set_all(nodes);
            }
            Command::Deselect => self.session.selection.clear(),
            _ => {}
        }
    }

    fn activate(&mut self, tool: Tool) {
        self.finish_tool();
        self.tool = tool;
    }

    /// Cancels a drag and finishes drawing, so that commands apply to the finished result.
    pub(super) fn finish_tool(&mut self) {
        self.cancel_tool_drag();
        let agents = self.playback.positions();
        let mut tool = std::mem::take(&mut self.tool);
        let outcome = tool.finish(&mut self.tool_context(&agents));
        self.tool = tool;
        self.handle_outcome(outcome);
    }

    fn zoom(&mut self, factor: f64) {
        let viewport = &mut self.view.canvas.viewport;
        let center = viewport.size / 2.0;
        viewport.zoom_at(center, factor);
    }

    fn zoom_to_selection(&mut self) {
        let scene = &self.session.scene;
        let agents = self.playback.positions();
        let mut points = Vec::new();
        for item in self.session.selection.iter() {
            match item {
                Item::Path(path) => points.extend(scene.path(path).into_iter().flat_map(|path| {
                    path.nodes
                        .iter()
                        .map(steerwright_runtime::scene::Node::position)
                })),
                Item::Node(path, node) => points.extend(
                    scene
                        .node(path, node)
                        .map(steerwright_runtime::scene::Node::position),
                ),
                Item::Marker(marker) => points.extend(
                    scene
                        .marker(marker)
                        .map(steerwright_runtime::scene::Marker::position),
                ),
                Item::Agent(agent) => {
                    points.extend(agents.iter().find(|(id, _)| *id == agent).map(|(_, p)| *p))
                }
                Item::Preset(_) => {}
            }
        }
        if let Some((min, max)) = bounds::bounds_of(&points) {
            // Show some space around a single point.
            let margin = DVec2::splat(((max - min).max_element() * 0.1).max(2.0));
            self.view.canvas.viewport.fit(min - margin, max + margin);
        }
    }
}
