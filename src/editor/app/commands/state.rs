//! Which commands are available, and which toggles are on.

use crate::editor::app::commands::outliner::all_have;
use crate::editor::app::commands::path;
use crate::editor::app::commands::view;
use crate::editor::app::document::Document;
use crate::editor::canvas::Layers;
use crate::editor::outliner::Outliner;
use crate::editor::pictures::Pictures;
use crate::editor::preferences::interface::Interface;
use std::path::Path;
use steerwright_authoring::command::{
    CompareCommand, OutlinerCommand, PathCommand, PlaybackCommand, Requirement, ViewCommand,
    WindowCommand,
};
use steerwright_authoring::edit::align;
use steerwright_authoring::edit::editable;
use steerwright_authoring::outline;
use steerwright_authoring::outline::Flag;
use steerwright_authoring::paths::ops;
use steerwright_authoring::snap::Snap;
use steerwright_authoring::transform::TransformSnapshot;
use steerwright_authoring::{Command, Item, line, overshoot, spawners};
use steerwright_runtime::steering::follow_path::Shape;

/// What decides which commands are available and which toggles are on.
#[derive(Clone, Copy)]
pub(crate) struct CommandStates<'a> {
    pub(crate) document: &'a Document,
    pub(crate) outliner: &'a Outliner,
    pub(crate) layers: Layers,
    pub(crate) snap: Snap,
    pub(crate) interface: Interface,
    pub(crate) history_open: bool,
    /// Whether the keyboard cursor takes the arrow keys.
    pub(crate) keyboard_cursor: bool,
    /// Whether A and B are shown next to each other.
    pub(crate) side_by_side: bool,
    /// Whether the dialog exported something that can be repeated.
    pub(crate) has_exported: bool,
    /// The images of the pictures.
    pub(crate) pictures: &'a Pictures,
}

impl CommandStates<'_> {
    /// Whether a command is available now.
    pub(crate) fn is_enabled(&self, command: Command) -> bool {
        match command.requirement() {
            Requirement::BlockedPicture => self.is_picture_blocked(),
            requirement => is_met(requirement, self.document, self.has_exported),
        }
    }

    /// Whether the selected picture is not shown because its file is outside of the folder of the
    /// scene.
    fn is_picture_blocked(&self) -> bool {
        let session = &self.document.session;
        let beside = session.path().and_then(Path::parent);
        let picture = session.selection.picture();
        let picture = picture.and_then(|id| session.scene.picture(id));
        picture.is_some_and(|picture| self.pictures.is_blocked(picture, beside))
    }

    /// Whether a toggle command is on. `None` if it is not a toggle.
    pub(crate) fn is_on(&self, command: Command) -> Option<bool> {
        let session = &self.document.session;
        let all_have = |flag| Some(all_have(flag, session, self.outliner));
        match command {
            Command::Snap(command) => Some(self.snap.is_on(command)),
            Command::Layer(command) => Some(self.layers.is_on(command)),
            Command::View(ViewCommand::KeyboardCursor) => Some(self.keyboard_cursor),
            Command::Outliner(command) => match command {
                OutlinerCommand::ToggleHidden => all_have(Flag::Hidden),
                OutlinerCommand::ToggleLocked => all_have(Flag::Locked),
                _ => None,
            },
            Command::Path(command) => {
                let path = session.selection.path();
                let path = path.and_then(|id| session.scene.path(id));
                match command {
                    PathCommand::ToggleLoop => {
                        let line = path::toggled(&session.selection).first().copied();
                        let line = line.and_then(|line| line.of(&session.scene));
                        Some(line.is_some_and(|line| line.is_closed()))
                    }
                    PathCommand::ToggleCurve => {
                        Some(path.is_some_and(|path| path.shape == Shape::CatmullRom))
                    }
                    _ => None,
                }
            }
            Command::Window(WindowCommand::ToggleHistory) => Some(self.history_open),
            Command::Interface(command) => self.interface.is_on(command),
            Command::Compare(CompareCommand::ToggleSideBySide) => Some(self.side_by_side),
            Command::Playback(PlaybackCommand::HoldPointer) => {
                Some(self.document.playback.is_held())
            }
            Command::Playback(PlaybackCommand::TakeOver) => {
                Some(self.document.playback.is_taken_over())
            }
            _ => None,
        }
    }
}

/// Whether a requirement is met.
fn is_met(requirement: Requirement, document: &Document, has_exported: bool) -> bool {
    let (scene, selection) = (&document.session.scene, &document.session.selection);
    let history = document.session.history();
    let single_node = || selection.single_node();
    match requirement {
        Requirement::Nothing => true,
        Requirement::Undo => history.undo_name().is_some(),
        Requirement::Redo => history.redo_name().is_some(),
        Requirement::Selection => !selection.is_empty(),
        Requirement::Positioned => !TransformSnapshot::of(scene, selection, &[]).is_empty(),
        Requirement::TwoItems => align::has_at_least(scene, selection, 2),
        Requirement::ThreeItems => align::has_at_least(scene, selection, 3),
        Requirement::Path => selection.path().is_some(),
        Requirement::EditablePath => !editable::paths(scene, selection).is_empty(),
        Requirement::LongPath => editable::paths(scene, selection)
            .iter()
            .any(|&id| scene.path(id).is_some_and(|path| path.nodes.len() > 2)),
        Requirement::Line => !selection.lines().is_empty(),
        Requirement::MeasuredArea => view::worst_moment(document).is_some(),
        Requirement::EditableLine => !editable::lines(scene, selection).is_empty(),
        Requirement::SplitNode => {
            single_node().is_some_and(|(line, node)| line::can_split_at(scene, line, node))
        }
        Requirement::StartNode => single_node().is_some_and(|(line, node)| {
            let path = line.path();
            path.is_some_and(|path| ops::can_start_at(scene, path, node))
        }),
        Requirement::Ends => line::ends_to_join(scene, selection).is_some(),
        Requirement::AnyPreset => !scene.presets.is_empty(),
        Requirement::PressSpawner => spawners::waits_for_press(scene),
        Requirement::AnyAgent => !scene.agents.is_empty(),
        Requirement::SelectedAgent => {
            document.playback.is_taken_over() || matches!(selection.primary(), Some(Item::Agent(_)))
        }
        Requirement::AgentAndPresets => {
            matches!(selection.primary(), Some(Item::Agent(_))) && scene.presets.len() > 1
        }
        Requirement::Comparison => document.playback.comparison().is_some(),
        Requirement::AnyPath => !scene.paths.is_empty(),
        Requirement::Picture | Requirement::BlockedPicture => selection.picture().is_some(),
        Requirement::EditablePicture => {
            (selection.picture()).is_some_and(|id| outline::is_editable(scene, Item::Picture(id)))
        }
        Requirement::Preset => document.selected_preset().is_some(),
        Requirement::Overshoot => overshoot::is_measured(scene, selection),
        Requirement::SceneContents => !scene.is_empty(),
        Requirement::Ghost => document.playback.ghost().is_some(),
        Requirement::Grouped => selection
            .iter()
            .any(|item| outline::props_of(scene, item).is_some_and(|props| props.group.is_some())),
        Requirement::Hidden => outline::has_flag(scene, Flag::Hidden),
        Requirement::Locked => outline::has_flag(scene, Flag::Locked),
        Requirement::StoredExport => !scene.editor.exports.is_empty() || has_exported,
    }
}
