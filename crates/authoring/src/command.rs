//! The commands. Menus, shortcuts and the command palette are all generated from this list.

mod context;
mod default_shortcuts;
mod labels;
mod menus;
mod requirement;
mod shortcut;

pub use context::{MenuItem, on_canvas};
pub use menus::{COPY_AS_CODE, MENUS};
pub use requirement::Requirement;
pub use shortcut::Shortcut;

/// An action available from the menus, by shortcut or in the command palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Command {
    /// Creates an empty scene.
    New,
    /// Opens a scene file.
    Open,
    /// Saves the scene to its file.
    Save,
    /// Saves the scene to another file.
    SaveAs,
    /// Opens the list of earlier versions of the scene's file.
    RestoreBackup,
    /// Opens exported files as a new scene.
    Import,
    /// Adds a preset from a file.
    LoadPreset,
    /// Saves the selected preset to a file.
    SavePreset,
    /// Opens the export dialog.
    Export,
    /// Repeats all exports stored in the scene.
    ExportAgain,
    /// Opens the live link panel.
    LiveLink,
    /// Closes the editor.
    Quit,

    /// Undoes a step.
    Undo,
    /// Redoes a step.
    Redo,
    /// Moves the selection to the clipboard.
    Cut,
    /// Copies the selection.
    Copy,
    /// Pastes at the pointer.
    Paste,
    /// Pastes at the original position.
    PasteInPlace,
    /// Duplicates the selection.
    Duplicate,
    /// Deletes the selection.
    Delete,
    /// Inserts a node after the selected one.
    InsertNode,
    /// Selects everything.
    SelectAll,
    /// Selects all nodes of the selected paths.
    SelectNodes,
    /// Selects the next item on the canvas.
    SelectNext,
    /// Selects the previous item on the canvas.
    SelectPrevious,
    /// Clears the selection.
    Deselect,
    /// Inverts the selection.
    InvertSelection,
    /// Toggles snapping to the grid.
    ToggleSnapGrid,
    /// Toggles snapping to nodes, agents and markers.
    ToggleSnapNodes,
    /// Toggles snapping to segments.
    ToggleSnapSegments,
    /// Toggles snapping to guides.
    ToggleSnapGuides,
    /// Toggles snapping to angles.
    ToggleSnapAngles,

    /// Mirrors the selection left to right.
    FlipHorizontal,
    /// Mirrors the selection top to bottom.
    FlipVertical,
    /// Rotates the selection by 90° counterclockwise.
    RotateCounterclockwise,
    /// Rotates the selection by 90° clockwise.
    RotateClockwise,
    /// Aligns left edges.
    AlignLeft,
    /// Aligns horizontal centers.
    AlignCenter,
    /// Aligns right edges.
    AlignRight,
    /// Aligns top edges.
    AlignTop,
    /// Aligns vertical centers.
    AlignMiddle,
    /// Aligns bottom edges.
    AlignBottom,
    /// Spaces items evenly from left to right.
    DistributeHorizontally,
    /// Spaces items evenly from top to bottom.
    DistributeVertically,

    /// Renames the selected item.
    Rename,
    /// Groups the selection.
    Group,
    /// Moves the selection out of its group.
    Ungroup,
    /// Hides or shows the selection.
    ToggleHidden,
    /// Hides everything that isn't selected.
    HideOthers,
    /// Shows all hidden items.
    ShowAll,
    /// Locks or unlocks the selection.
    ToggleLocked,
    /// Unlocks all locked items.
    UnlockAll,
    /// Focuses the filter of the outliner.
    FindInOutliner,
    /// Shows or hides the history panel.
    ToggleHistory,

    /// Activates the Select tool.
    SelectTool,
    /// Activates the Pen tool.
    PenTool,
    /// Activates the Freehand tool.
    FreehandTool,
    /// Activates the tool that places agents.
    AgentTool,
    /// Activates the tool that places targets.
    TargetTool,
    /// Activates the tool that places dangers.
    DangerTool,
    /// Activates the tool that blocks cells.
    CellTool,
    /// Activates the Pan tool.
    PanTool,

    /// Reverses the selected path.
    ReversePath,
    /// Closes or opens the selected path.
    ToggleLoop,
    /// Makes the selected path curved or straight.
    ToggleCurve,
    /// Makes the path start at the selected node.
    SetStartNode,
    /// Splits the path at the selected node.
    SplitPath,
    /// Joins two ends.
    JoinPaths,
    /// Opens the dialog that removes redundant nodes.
    SimplifyPath,
    /// Adds an agent on the selected path.
    AddAgentOnPath,
    /// Copies paths as GDScript.
    CopyGdscript,
    /// Copies paths as C#.
    CopyCsharp,
    /// Copies paths as C++.
    CopyCpp,
    /// Copies paths as Rust.
    CopyRust,
    /// Copies paths as JavaScript.
    CopyJavaScript,
    /// Copies paths as Lua.
    CopyLua,
    /// Copies paths as Python.
    CopyPython,
    /// Copies paths as GML.
    CopyGml,

    /// Zooms in.
    ZoomIn,
    /// Zooms out.
    ZoomOut,
    /// Fits the scene in the view.
    ZoomToFit,
    /// Fits the selection in the view.
    ZoomToSelection,
    /// Toggles the grid.
    ToggleGrid,
    /// Toggles trails.
    ToggleTrails,
    /// Toggles velocity arrows.
    ToggleVelocities,
    /// Toggles steering force arrows.
    ToggleForces,
    /// Toggles field of view cones.
    ToggleFieldsOfView,
    /// Toggles names.
    ToggleNames,

    /// Plays or pauses the simulation.
    PlayPause,
    /// Goes forward by one tick.
    StepForward,
    /// Goes back by one tick.
    StepBack,
    /// Returns to the start.
    Restart,
    /// Halves the playback speed.
    Slower,
    /// Doubles the playback speed.
    Faster,
    /// Keeps the run as the ghost.
    KeepGhost,
    /// Removes the ghost.
    ClearGhost,

    /// Opens the command palette.
    CommandPalette,
    /// Lists all keyboard shortcuts.
    KeyboardShortcuts,
    /// Opens the shortcut editor.
    EditShortcuts,
    /// Opens the settings.
    Settings,
    /// Opens the introduction.
    GettingStarted,
}

/// A menu: its title and its entries. `None` is a separator.
pub type Menu = (&'static str, &'static [Option<Command>]);

impl Command {
    /// All commands, in menu order.
    pub fn all() -> impl Iterator<Item = Self> {
        MENUS
            .iter()
            .flat_map(|(_, commands)| commands.iter().copied().flatten())
    }

    /// The text of its menu entry or button.
    pub fn label(self) -> &'static str {
        self.texts().0
    }

    /// What it does, in one sentence.
    pub fn tooltip(self) -> &'static str {
        self.texts().1
    }
}
