//! The labels and tooltips of all commands.

use super::{Command, Command as C};

const COPIES_CODE: &str =
    "Copies the selected paths, or all paths, as constants in the engine's coordinates.";

impl Command {
    /// The label and the tooltip.
    pub(super) fn texts(self) -> (&'static str, &'static str) {
        match self {
            C::New => ("New scene", "Creates an empty scene."),
            C::Open => ("Open…", "Opens a scene file."),
            C::Save => ("Save", "Saves the scene to its file."),
            C::SaveAs => ("Save as…", "Saves the scene to another file."),
            C::RestoreBackup => (
                "Restore a backup…",
                "Lists the versions of the file that were saved before.",
            ),
            C::Import => (
                "Import…",
                "Opens exported files, including files changed in an engine, as a new scene.",
            ),
            C::LoadPreset => ("Load preset…", "Adds an agent preset from a file."),
            C::SavePreset => (
                "Save preset…",
                "Saves the selected agent's preset to a file.",
            ),
            C::Export => ("Export…", "Writes files for a game engine."),
            C::ExportAgain => ("Export again", "Repeats every export stored in the scene."),
            C::LiveLink => (
                "Live link…",
                "Shows every edit immediately in running games.",
            ),
            C::Quit => (
                "Quit",
                "Closes the editor. Asks first if there are unsaved changes.",
            ),
            C::Undo => ("Undo", "Undoes the last step."),
            C::Redo => ("Redo", "Redoes the last undone step."),
            C::Cut => ("Cut", "Moves the selection to the clipboard."),
            C::Copy => ("Copy", "Copies the selection, for this or another scene."),
            C::Paste => ("Paste", "Pastes the clipboard at the pointer."),
            C::PasteInPlace => (
                "Paste in place",
                "Pastes the clipboard at its original position.",
            ),
            C::Duplicate => ("Duplicate", "Adds a copy of the selection next to it."),
            C::Delete => (
                "Delete",
                "Deletes the selected nodes, or whole items if no node is selected.",
            ),
            C::InsertNode => ("Insert node", "Adds a node after the selected one."),
            C::SelectNext => ("Select next", "Selects the next item on the canvas."),
            C::SelectPrevious => (
                "Select previous",
                "Selects the previous item on the canvas.",
            ),
            C::SelectAll => ("Select all", "Selects all nodes, agents and markers."),
            C::InvertSelection => (
                "Invert selection",
                "Selects everything that isn't selected.",
            ),
            C::SelectNodes => ("Select nodes", "Selects all nodes of the selected paths."),
            C::Deselect => ("Deselect", "Clears the selection."),
            C::ToggleSnapGrid => (
                "Snap to grid",
                "Snaps positions to the grid. Hold Ctrl to disable.",
            ),
            C::ToggleSnapNodes => (
                "Snap to nodes",
                "Snaps positions to nodes, agents and markers. Hold Ctrl to disable.",
            ),
            C::ToggleSnapSegments => (
                "Snap to segments",
                "Snaps positions to other paths. Hold Ctrl to disable.",
            ),
            C::ToggleSnapGuides => (
                "Snap to guides",
                "Aligns positions with other items. Hold Ctrl to disable.",
            ),
            C::ToggleSnapAngles => (
                "Snap to angles",
                "Snaps directions to 15° steps. Hold Shift to disable.",
            ),
            C::FlipHorizontal => ("Flip horizontal", "Mirrors the selection left to right."),
            C::FlipVertical => ("Flip vertical", "Mirrors the selection top to bottom."),
            C::RotateCounterclockwise => (
                "Rotate 90° counterclockwise",
                "Rotates the selection around its center.",
            ),
            C::RotateClockwise => (
                "Rotate 90° clockwise",
                "Rotates the selection around its center.",
            ),
            C::AlignLeft => ("Align left", "Aligns the left edges of the selected items."),
            C::AlignCenter => (
                "Align horizontal centers",
                "Centers the selected items on a vertical line.",
            ),
            C::AlignRight => (
                "Align right",
                "Aligns the right edges of the selected items.",
            ),
            C::AlignTop => ("Align top", "Aligns the top edges of the selected items."),
            C::AlignMiddle => (
                "Align vertical centers",
                "Centers the selected items on a horizontal line.",
            ),
            C::AlignBottom => (
                "Align bottom",
                "Aligns the bottom edges of the selected items.",
            ),
            C::DistributeHorizontally => (
                "Distribute horizontally",
                "Spaces the selected items evenly from left to right.",
            ),
            C::DistributeVertically => (
                "Distribute vertically",
                "Spaces the selected items evenly from top to bottom.",
            ),
            C::Rename => ("Rename", "Renames the selected item."),
            C::Group => ("Group", "Puts the selected items into a new group."),
            C::Ungroup => ("Ungroup", "Moves the selected items out of their group."),
            C::ToggleHidden => (
                "Hide",
                "Hides the selected items. They are still simulated.",
            ),
            C::HideOthers => ("Hide others", "Hides all items that aren't selected."),
            C::ShowAll => ("Show all", "Shows all hidden items."),
            C::ToggleLocked => ("Lock", "Can't be selected on the canvas."),
            C::UnlockAll => ("Unlock all", "Unlocks all locked items."),
            C::FindInOutliner => ("Find in outliner", "Filters the outliner by name."),
            C::ToggleHistory => ("History", "Lists all steps. Click one to go to it."),
            C::SelectTool => (
                "Select",
                "Selects, moves and transforms items and inserts nodes.",
            ),
            C::PenTool => ("Pen", "Draws paths node by node."),
            C::FreehandTool => ("Freehand", "Draws a path in one stroke."),
            C::AgentTool => ("Place agent", "Places agents of the current preset."),
            C::TargetTool => ("Place target", "Places targets that agents move toward."),
            C::DangerTool => ("Place danger", "Places dangers that agents flee from."),
            C::CellTool => ("Block cells", "Blocks or unblocks cells for grid movers."),
            C::PanTool => ("Pan", "Moves the view."),
            C::ReversePath => ("Reverse path", "Reverses the order of the nodes."),
            C::ToggleLoop => ("Closed loop", "Connects the last node to the first."),
            C::ToggleCurve => ("Curved", "Connects the nodes with a smooth curve."),
            C::SetStartNode => (
                "Set as start node",
                "Makes the path start at the selected node.",
            ),
            C::SplitPath => (
                "Split at node",
                "Splits the path at the selected node. A loop is opened there.",
            ),
            C::JoinPaths => (
                "Join ends",
                "Joins the selected ends, or the nearest ends of two paths.",
            ),
            C::SimplifyPath => ("Simplify…", "Removes redundant nodes."),
            C::AddAgentOnPath => (
                "Add agent on path",
                "Adds an agent that follows the path from its start.",
            ),
            C::CopyGdscript => ("Copy as GDScript", COPIES_CODE),
            C::CopyCsharp => ("Copy as C#", COPIES_CODE),
            C::CopyCpp => ("Copy as C++", COPIES_CODE),
            C::CopyRust => ("Copy as Rust", COPIES_CODE),
            C::CopyJavaScript => ("Copy as JavaScript", COPIES_CODE),
            C::CopyLua => ("Copy as Lua", COPIES_CODE),
            C::CopyPython => ("Copy as Python", COPIES_CODE),
            C::CopyGml => ("Copy as GML", COPIES_CODE),
            C::ZoomIn => ("Zoom in", "Magnifies the view."),
            C::ZoomOut => ("Zoom out", "Shows more of the scene."),
            C::ZoomToFit => ("Zoom to fit", "Fits the whole scene in the view."),
            C::ZoomToSelection => ("Zoom to selection", "Fits the selection in the view."),
            C::ToggleGrid => ("Grid", "Shows the grid."),
            C::ToggleTrails => ("Trails", "Shows where agents have been, colored by speed."),
            C::ToggleVelocities => ("Velocities", "Shows velocities as arrows."),
            C::ToggleForces => ("Forces", "Shows steering forces as arrows."),
            C::ToggleFieldsOfView => ("Fields of view", "Shows fields of view as cones."),
            C::ToggleNames => ("Names", "Shows the names of agents, markers and paths."),
            C::PlayPause => ("Play/pause", "Plays or pauses the simulation."),
            C::StepForward => ("Step forward", "Advances by one tick."),
            C::StepBack => ("Step back", "Goes back by one tick."),
            C::Restart => ("Restart", "Returns to the start and keeps the seed."),
            C::Slower => ("Slower", "Halves the playback speed."),
            C::Faster => ("Faster", "Doubles the playback speed."),
            C::KeepGhost => (
                "Keep run as ghost",
                "Keeps this run to compare later runs with it.",
            ),
            C::ClearGhost => ("Clear ghost", "Removes the run kept for comparison."),
            C::CommandPalette => ("Command palette…", "Finds and runs any command by name."),
            C::KeyboardShortcuts => ("Keyboard shortcuts", "Lists all keyboard shortcuts."),
            C::EditShortcuts => (
                "Edit shortcuts…",
                "Changes the keyboard shortcuts of commands.",
            ),
            C::Settings => (
                "Settings…",
                "Preferences for clicking, dragging and the mouse wheel.",
            ),
            C::GettingStarted => (
                "Getting started",
                "Explains how to draw, tune and export a patrol.",
            ),
        }
    }
}
