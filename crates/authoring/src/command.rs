//! Every command there is: menus, shortcuts and the command palette are all drawn from this one list.

mod context;
mod menus;
mod shortcut;
mod table;

pub use context::{MenuItem, on_canvas};
pub use menus::{COPY_AS_CODE, MENUS};
pub use shortcut::Shortcut;

/// Something a person can ask for by menu, key or name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Command {
    /// A scene without anything in it.
    New,
    /// Another scene from a file.
    Open,
    /// The scene to its file.
    Save,
    /// The scene to another file.
    SaveAs,
    /// What was exported, as a scene again.
    Import,
    /// A preset from a file into the scene.
    LoadPreset,
    /// The selected preset to a file.
    SavePreset,
    /// Files for a game.
    Export,
    /// Every export that is remembered, once more.
    ExportAgain,
    /// Running games get every edit.
    LiveLink,
    /// Leaves.
    Quit,

    /// One step back.
    Undo,
    /// One step forward again.
    Redo,
    /// What is selected to the clipboard, and away with it.
    Cut,
    /// What is selected to the clipboard.
    Copy,
    /// What is in the clipboard, at the pointer.
    Paste,
    /// What is in the clipboard, where it was.
    PasteInPlace,
    /// What is selected, once more.
    Duplicate,
    /// Away with what is selected.
    Delete,
    /// A node after the selected one.
    InsertAfter,
    /// Everything.
    SelectAll,
    /// Every node of the selected path.
    SelectNodes,
    /// The next thing on the canvas.
    SelectNext,
    /// The thing on the canvas before.
    SelectPrevious,
    /// Nothing.
    Deselect,
    /// What is not selected, instead of what is.
    SelectInverse,
    /// The grid pulls positions.
    ToggleSnap,
    /// Nodes and segments pull positions.
    ToggleSnapNodes,
    /// Snapping to segments.
    ToggleSnapSegments,
    /// The lines straight above and beside things pull positions.
    ToggleSnapGuides,
    /// Snapping to angles.
    ToggleSnapAngles,

    /// Left and right swapped.
    MirrorX,
    /// Above and below swapped.
    MirrorY,
    /// A quarter turn counter-clockwise.
    TurnLeft,
    /// A quarter turn clockwise.
    TurnRight,
    /// Left sides on one line.
    AlignLeft,
    /// Middles on one vertical line.
    AlignCenter,
    /// Right sides on one line.
    AlignRight,
    /// Upper sides on one line.
    AlignTop,
    /// Middles on one horizontal line.
    AlignMiddle,
    /// Lower sides on one line.
    AlignBottom,
    /// Equally far apart from left to right.
    DistributeX,
    /// Equally far apart from top to bottom.
    DistributeY,

    /// Another name for what is selected.
    Rename,
    /// What is selected into a group.
    Group,
    /// What is selected out of its group.
    Ungroup,
    /// What is selected out of sight, or back.
    ToggleHidden,
    /// All but what is selected out of sight.
    HideOthers,
    /// Nothing is hidden.
    ShowAll,
    /// What is selected out of reach of clicks, or back.
    ToggleLocked,
    /// Nothing is locked.
    UnlockAll,
    /// The filter of the outline.
    FindInOutline,
    /// The steps so far.
    ToggleHistory,

    /// The tool that selects and moves.
    SelectTool,
    /// The tool that draws paths.
    PenTool,
    /// The tool that draws paths in one stroke.
    FreehandTool,
    /// The tool that places agents.
    AgentTool,
    /// The tool that places targets.
    TargetTool,
    /// The tool that places dangers.
    DangerTool,
    /// The tool that blocks cells.
    CellTool,
    /// The tool that moves the view.
    HandTool,

    /// The order of the selected path's nodes turned round.
    ReversePath,
    /// The selected path closed into a loop, or opened.
    ToggleLoop,
    /// The selected path curved, or straight.
    ToggleCurve,
    /// The selected path starting at the selected node.
    SetStart,
    /// The selected path in two, at the selected node.
    SplitPath,
    /// Two ends joined.
    JoinPaths,
    /// Fewer nodes for the same way.
    SimplifyPath,
    /// An agent on the selected path.
    AddWalker,
    /// Paths to the clipboard as GDScript.
    CopyGdscript,
    /// Paths to the clipboard as C#.
    CopyCsharp,
    /// Paths to the clipboard as C++.
    CopyCpp,
    /// Paths to the clipboard as Rust.
    CopyRust,
    /// Paths to the clipboard as JavaScript.
    CopyJavaScript,
    /// Paths to the clipboard as Lua.
    CopyLua,
    /// Paths to the clipboard as Python.
    CopyPython,
    /// Paths to the clipboard as GML.
    CopyGml,

    /// Nearer.
    ZoomIn,
    /// Further.
    ZoomOut,
    /// Everything in view.
    Fit,
    /// What is selected in view.
    FitSelection,
    /// The grid.
    ToggleGrid,
    /// Where agents have been.
    ToggleTrails,
    /// Velocities as arrows.
    ToggleVelocity,
    /// Forces as arrows.
    ToggleForce,
    /// Fields of view as cones.
    ToggleView,
    /// Names.
    ToggleNames,

    /// Runs or stops the simulation.
    PlayPause,
    /// One tick on.
    StepForward,
    /// One tick back.
    StepBack,
    /// Back to the start.
    Restart,
    /// Slower.
    Slower,
    /// Faster.
    Faster,
    /// The run so far as the ghost to compare with.
    KeepGhost,
    /// No ghost.
    ClearGhost,

    /// Every command by name.
    Palette,
    /// Every key.
    Keys,
    /// Other keys for commands.
    EditKeys,
    /// How the editor feels.
    Settings,
    /// The first steps.
    FirstSteps,
}

/// A menu: its name and what is in it; `None` is a line between groups.
pub type Menu = (&'static str, &'static [Option<Command>]);

use Command as C;
use shortcut::{ctrl, key};

/// What a command needs there to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// Nothing.
    Nothing,
    /// Something to undo.
    Undo,
    /// Something to redo.
    Redo,
    /// Something selected.
    Selection,
    /// Something selected that has a place.
    Place,
    /// Two things selected that can be aligned.
    Two,
    /// Three things selected that can be spread.
    Three,
    /// A path or node selected.
    Path,
    /// A path that is neither hidden nor locked, or its node.
    FreePath,
    /// A path of more than two nodes selected.
    LongPath,
    /// A node selected where its path can be split.
    SplitNode,
    /// A node selected where its path can start.
    StartNode,
    /// Two ends selected that can be joined.
    Ends,
    /// An agent or preset selected.
    Preset,
    /// A path in the scene.
    AnyPath,
    /// Anything in the scene.
    Contents,
    /// A ghost.
    Ghost,
    /// An export done before.
    EarlierExport,
    /// Something hidden.
    Hidden,
    /// Something locked.
    Locked,
    /// Something selected that is in a group.
    Grouped,
}

impl Requirement {
    /// What to do first, for those who ask for a command without it.
    pub fn advice(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Undo => "There is nothing to undo",
            Self::Redo => "There is nothing to do again",
            Self::Selection => "Select something first",
            Self::Place => "Select something on the canvas first",
            Self::Two => "Select two things first",
            Self::Three => "Select three things first",
            Self::Path => "Select a path first",
            Self::FreePath => "Select a path first that is neither hidden nor locked",
            Self::LongPath => "Select a path of more than two nodes first",
            Self::SplitNode => "Select a node first that is not an end of its path",
            Self::StartNode => "Select a node first that its path does not start at",
            Self::Ends => "Select two ends, or two open paths, first",
            Self::Preset => "Select an agent or a preset first",
            Self::AnyPath => "Draw a path first",
            Self::Contents => "The scene is empty",
            Self::Ghost => "No run is kept as a ghost",
            Self::EarlierExport => "Export once first",
            Self::Hidden => "Nothing is hidden",
            Self::Locked => "Nothing is locked",
            Self::Grouped => "Select something first that is in a group",
        }
    }
}

impl Command {
    /// Every command, in the order of the menus.
    pub fn all() -> impl Iterator<Item = Self> {
        MENUS
            .iter()
            .flat_map(|(_, commands)| commands.iter().copied().flatten())
    }

    /// Its name.
    pub fn label(self) -> &'static str {
        self.entry().label
    }

    /// What it does.
    pub fn tooltip(self) -> &'static str {
        self.entry().tooltip
    }

    /// Its key in the table.
    pub fn shortcut(self) -> Option<Shortcut> {
        self.entry().shortcut
    }

    /// Its keys until the person changes them, the one shown first: that of the table, then those people try as well.
    pub fn default_keys(self) -> Vec<Shortcut> {
        let also = match self {
            C::Redo => ctrl("Y"),
            C::Delete => key("Backspace"),
            C::ZoomIn => ctrl("Equals"),
            _ => None,
        };
        self.shortcut().into_iter().chain(also).collect()
    }

    /// What it needs there to be.
    pub fn needs(self) -> Requirement {
        self.entry().needs
    }
}
