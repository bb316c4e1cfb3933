//! What each command does.

use super::App;
use egui::Context;
use glam::DVec2;
use steerwright_authoring::command::Requirement;
use steerwright_authoring::outline;
use steerwright_authoring::outline::Flag;
use steerwright_authoring::tool::place::What;
use steerwright_authoring::tool::{Freehand, Pen, Place, Select, Tool};
use steerwright_authoring::transform::TransformSnapshot;
use steerwright_authoring::{Command, Item, Session, align, bounds, editable, playback};
use steerwright_export::CodeLanguage;
use steerwright_runtime::scene::{MarkerKind, PresetId};
use steerwright_runtime::steering::follow_path::Shape;

impl App {
    /// Whether a command can be used now.
    pub(super) fn is_enabled(&self, command: Command) -> bool {
        let selection = &self.session.selection;
        match command.needs() {
            Requirement::Nothing => true,
            Requirement::Undo => self.session.history().undo_name().is_some(),
            Requirement::Redo => self.session.history().redo_name().is_some(),
            Requirement::Selection => !selection.is_empty(),
            Requirement::Place => {
                !TransformSnapshot::of(&self.session.scene, selection, &[]).is_empty()
            }
            Requirement::Two => align::has(&self.session.scene, selection, 2),
            Requirement::Three => align::has(&self.session.scene, selection, 3),
            Requirement::Path => selection.path().is_some(),
            Requirement::FreePath => !editable::paths(&self.session.scene, selection).is_empty(),
            Requirement::LongPath
            | Requirement::SplitNode
            | Requirement::StartNode
            | Requirement::Ends => self.path_offers(command.needs()),
            Requirement::AnyPath => !self.session.scene.paths.is_empty(),
            Requirement::Preset => self.selected_preset().is_some(),
            Requirement::Contents => !self.session.scene.is_empty(),
            Requirement::Ghost => self.playback.ghost().is_some(),
            Requirement::Grouped => selection.iter().any(|item| {
                outline::place_of(&self.session.scene, item)
                    .is_some_and(|place| place.group.is_some())
            }),
            Requirement::Hidden => outline::has_flag(&self.session.scene, Flag::Hidden),
            Requirement::Locked => outline::has_flag(&self.session.scene, Flag::Locked),
            Requirement::EarlierExport => {
                !self.session.scene.exports.is_empty() || self.view.export.last_request().is_some()
            }
        }
    }

    /// Whether a command that switches something has it on.
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
            Command::ToggleVelocity => layers.velocity,
            Command::ToggleForce => layers.force,
            Command::ToggleView => layers.view,
            Command::ToggleSnap
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

    /// The preset selected, or that of the selected agent.
    pub(super) fn selected_preset(&self) -> Option<PresetId> {
        match self.session.selection.primary()? {
            Item::Preset(preset) => Some(preset),
            Item::Agent(agent) => self.session.scene.agent(agent).map(|agent| agent.preset),
            _ => None,
        }
    }

    pub(super) fn perform(&mut self, command: Command, ctx: &Context) {
        if !self.is_enabled(command) {
            return self.notify(command.needs().advice().to_owned());
        }
        match command {
            Command::New
            | Command::Open
            | Command::Import
            | Command::Save
            | Command::SaveAs
            | Command::LoadPreset
            | Command::SavePreset
            | Command::Quit => {
                // Saved in the middle of a drag, half of it could no longer be taken back.
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
            | Command::SelectInverse
            | Command::Deselect => self.perform_edit(command),
            Command::ToggleSnap
            | Command::ToggleSnapNodes
            | Command::ToggleSnapSegments
            | Command::ToggleSnapGuides
            | Command::ToggleSnapAngles => self.view.settings.switch_snap(command),
            Command::MirrorX | Command::MirrorY | Command::TurnLeft | Command::TurnRight => {
                self.perform_on_selection(command)
            }
            Command::AlignLeft | Command::AlignCenter | Command::AlignRight => {
                self.perform_on_selection(command)
            }
            Command::AlignTop | Command::AlignMiddle | Command::AlignBottom => {
                self.perform_on_selection(command)
            }
            Command::DistributeX | Command::DistributeY => self.perform_on_selection(command),
            Command::Rename
            | Command::Group
            | Command::Ungroup
            | Command::ToggleHidden
            | Command::HideOthers
            | Command::FindInOutline
            | Command::ShowAll
            | Command::ToggleLocked
            | Command::UnlockAll => self.perform_on_outline(command),
            Command::ToggleHistory => self.view.history_open ^= true,
            Command::SelectTool => self.take_up(Tool::Select(Select::default())),
            Command::PenTool => self.take_up(Tool::Pen(Pen::default())),
            Command::FreehandTool => self.take_up(Tool::Freehand(Freehand::default())),
            Command::AgentTool => self.take_up(Tool::Place(Place::new(What::Agent))),
            Command::TargetTool => {
                self.take_up(Tool::Place(Place::new(What::Marker(MarkerKind::Target))))
            }
            Command::DangerTool => {
                self.take_up(Tool::Place(Place::new(What::Marker(MarkerKind::Danger))))
            }
            Command::CellTool => self.take_up(Tool::Place(Place::new(What::Cells))),
            Command::HandTool => self.take_up(Tool::Hand),
            Command::ReversePath
            | Command::ToggleLoop
            | Command::ToggleCurve
            | Command::AddWalker => self.perform_on_path(command),
            Command::InsertAfter | Command::SetStart | Command::SplitPath | Command::JoinPaths => {
                self.perform_on_path(command)
            }
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
            Command::Fit => self.view.canvas.fit(&self.session.scene),
            Command::FitSelection => self.fit_selection(),
            Command::ToggleGrid => self.view.canvas.layers.grid ^= true,
            Command::ToggleTrails => self.view.canvas.layers.trails ^= true,
            Command::ToggleVelocity => self.view.canvas.layers.velocity ^= true,
            Command::ToggleForce => self.view.canvas.layers.force ^= true,
            Command::ToggleView => self.view.canvas.layers.view ^= true,
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
            Command::Palette => self.view.palette.open(),
            Command::Keys => self.view.keys_open ^= true,
            Command::EditKeys => self.view.key_editor.open(),
            Command::Settings => self.view.settings_open ^= true,
            Command::FirstSteps => self.view.first_steps_open ^= true,
        }
        ctx.request_repaint();
    }

    fn perform_edit(&mut self, command: Command) {
        // In the middle of a drag, undo takes the drag back and nothing more.
        if matches!(command, Command::Undo | Command::Redo) && self.cancel_tool_drag() {
            return;
        }
        // A slow frame may bring the end of an edit and the undo of it at once.
        if matches!(command, Command::Undo | Command::Redo) {
            self.session.commit();
        }
        match command {
            Command::Undo => {
                if let Some(name) = self.session.undo() {
                    self.notify(format!("Undid {}", name.to_lowercase()));
                }
            }
            Command::Redo => {
                if let Some(name) = self.session.redo() {
                    self.notify(format!("Redid {}", name.to_lowercase()));
                }
            }
            Command::SelectAll => self
                .session
                .selection
                .set_all(editable::everything(&self.session.scene)),
            Command::SelectInverse => {
                let others =
                    editable::everything_else(&self.session.scene, &self.session.selection);
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

    fn take_up(&mut self, tool: Tool) {
        self.put_tool_down();
        self.tool = tool;
    }

    /// Takes back what the hand holds and ends what the tool draws: commands work on what is there.
    pub(super) fn put_tool_down(&mut self) {
        self.cancel_tool_drag();
        let agents = self.playback.positions();
        let mut tool = std::mem::take(&mut self.tool);
        let outcome = tool.finish(&mut self.bench(&agents));
        self.tool = tool;
        self.note_outcome(outcome);
    }

    fn zoom(&mut self, factor: f64) {
        let viewport = &mut self.view.canvas.viewport;
        let middle = viewport.size / 2.0;
        viewport.zoom_at(middle, factor);
    }

    fn fit_selection(&mut self) {
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
            // A single point is shown with some ground around it.
            let room = DVec2::splat(((max - min).max_element() * 0.1).max(2.0));
            self.view.canvas.viewport.fit(min - room, max + room);
        }
    }
}
