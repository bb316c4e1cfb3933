//! Every command there is: menus, shortcuts and the command palette are all drawn from this one list.

mod context;
mod menus;

pub use context::{Offer, on_canvas};
pub use menus::{COPY_AS_CODE, MENUS};

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
    /// Nothing is hidden.
    ShowAll,
    /// What is selected out of reach of clicks, or back.
    ToggleLocked,
    /// Nothing is locked.
    UnlockAll,
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

/// A key and what is held with it. Ctrl stands for the platform's own command key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcut {
    /// Whether Ctrl (or Command) is held.
    pub ctrl: bool,
    /// Whether Alt is held.
    pub alt: bool,
    /// Whether Shift is held.
    pub shift: bool,
    /// The key's name.
    pub key: &'static str,
}

/// A menu: its name and what is in it; `None` is a line between groups.
pub type Menu = (&'static str, &'static [Option<Command>]);

use Command as C;

/// What a command needs there to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
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
}

struct Entry {
    label: &'static str,
    tooltip: &'static str,
    shortcut: Option<Shortcut>,
    needs: Needs,
}

/// What every command says that copies paths as code.
const COPIES_CODE: &str = "Puts the selected paths, or all, into the clipboard as constants, placed as for its engine.";

const fn key(key: &'static str) -> Option<Shortcut> {
    Some(Shortcut { ctrl: false, alt: false, shift: false, key })
}

const fn ctrl(key: &'static str) -> Option<Shortcut> {
    Some(Shortcut { ctrl: true, alt: false, shift: false, key })
}

const fn ctrl_shift(key: &'static str) -> Option<Shortcut> {
    Some(Shortcut { ctrl: true, alt: false, shift: true, key })
}

const fn shift(key: &'static str) -> Option<Shortcut> {
    Some(Shortcut { ctrl: false, alt: false, shift: true, key })
}

impl Command {
    /// Every command, in the order of the menus.
    pub fn all() -> impl Iterator<Item = Self> {
        MENUS.iter().flat_map(|(_, commands)| commands.iter().copied().flatten())
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
    pub fn needs(self) -> Needs {
        self.entry().needs
    }

    /// The one table of names, words, keys and needs.
    fn entry(self) -> Entry {
        let (label, tooltip, shortcut, needs) = match self {
            C::New => ("New scene", "Starts an empty scene.", ctrl("N"), Needs::Nothing),
            C::Open => ("Open…", "Opens a scene file.", ctrl("O"), Needs::Nothing),
            C::Save => ("Save", "Saves the scene to its file.", ctrl("S"), Needs::Nothing),
            C::SaveAs => ("Save as…", "Saves the scene to another file.", ctrl_shift("S"), Needs::Nothing),
            C::Import => ("Import…", "Opens what was exported, and perhaps changed in an engine, as a new scene.", None, Needs::Nothing),
            C::LoadPreset => ("Load preset…", "Adds an agent preset from a file.", None, Needs::Nothing),
            C::SavePreset => ("Save preset…", "Saves the selected agent's preset to a file.", None, Needs::Preset),
            C::Export => ("Export…", "Writes files for a game.", ctrl("E"), Needs::Contents),
            C::ExportAgain => ("Export again", "Repeats every export that the scene remembers.", ctrl_shift("E"), Needs::EarlierExport),
            C::LiveLink => ("Live link…", "Shows every edit in running games at once.", None, Needs::Nothing),
            C::Quit => ("Quit", "Leaves; asks first if something is unsaved.", ctrl("Q"), Needs::Nothing),
            C::Undo => ("Undo", "Takes the last step back.", ctrl("Z"), Needs::Undo),
            C::Redo => ("Redo", "Does the step again.", ctrl_shift("Z"), Needs::Redo),
            C::Cut => ("Cut", "Takes what is selected to the clipboard.", ctrl("X"), Needs::Selection),
            C::Copy => ("Copy", "Copies what is selected, for this or another scene.", ctrl("C"), Needs::Selection),
            C::Paste => ("Paste", "Puts what was copied at the pointer.", ctrl("V"), Needs::Nothing),
            C::PasteInPlace => ("Paste in place", "Puts what was copied where it was.", ctrl_shift("V"), Needs::Nothing),
            C::Duplicate => ("Duplicate", "Puts a copy of what is selected beside it.", ctrl("D"), Needs::Selection),
            C::Delete => ("Delete", "Deletes the selected nodes; if there are none, whole things.", key("Delete"), Needs::Selection),
            C::InsertAfter => ("Insert node", "Puts a node in after the selected one.", key("I"), Needs::FreePath),
            C::SelectNext => ("Select next", "Selects the next thing on the canvas.", key("CloseBracket"), Needs::Contents),
            C::SelectPrevious => ("Select previous", "Selects the thing on the canvas before.", key("OpenBracket"), Needs::Contents),
            C::SelectAll => ("Select all", "Selects every node, agent and marker.", ctrl("A"), Needs::Contents),
            C::SelectNodes => ("Select nodes", "Selects every node of the selected paths.", shift("N"), Needs::FreePath),
            C::Deselect => ("Deselect", "Selects nothing.", ctrl_shift("A"), Needs::Selection),
            C::ToggleSnap => ("Snap to grid", "Positions snap to the grid; Ctrl lets go.", key("G"), Needs::Nothing),
            C::ToggleSnapNodes => {
                ("Snap to nodes", "Positions snap to nodes, agents and markers; Ctrl lets go.", shift("G"), Needs::Nothing)
            }
            C::ToggleSnapSegments => ("Snap to segments", "Positions snap onto other paths; Ctrl lets go.", None, Needs::Nothing),
            C::ToggleSnapGuides => ("Snap to guides", "Positions snap in line with other things; Ctrl lets go.", None, Needs::Nothing),
            C::ToggleSnapAngles => ("Snap to angles", "Directions go in steps of 15°, as with Shift; Shift lets go.", None, Needs::Nothing),
            C::MirrorX => ("Mirror left and right", "Swaps left and right of what is selected.", key("X"), Needs::Place),
            C::MirrorY => ("Mirror up and down", "Swaps above and below of what is selected.", key("Y"), Needs::Place),
            C::TurnLeft => ("Turn left", "A quarter turn counter-clockwise.", ctrl("OpenBracket"), Needs::Place),
            C::TurnRight => ("Turn right", "A quarter turn clockwise.", ctrl("CloseBracket"), Needs::Place),
            C::AlignLeft => ("Align left", "Brings the left sides onto one line.", None, Needs::Two),
            C::AlignCenter => ("Align centers", "Brings the middles above each other.", None, Needs::Two),
            C::AlignRight => ("Align right", "Brings the right sides onto one line.", None, Needs::Two),
            C::AlignTop => ("Align top", "Brings the upper sides onto one line.", None, Needs::Two),
            C::AlignMiddle => ("Align middles", "Brings the middles beside each other.", None, Needs::Two),
            C::AlignBottom => ("Align bottom", "Brings the lower sides onto one line.", None, Needs::Two),
            C::DistributeX => ("Distribute across", "Spreads what is selected evenly from left to right.", None, Needs::Three),
            C::DistributeY => ("Distribute down", "Spreads what is selected evenly from top to bottom.", None, Needs::Three),
            C::Rename => ("Rename", "Gives what is selected another name.", key("F2"), Needs::Selection),
            C::Group => ("Group", "Puts what is selected into a new group, where it is.", ctrl("G"), Needs::Selection),
            C::Ungroup => {
                ("Ungroup", "Takes what is selected out of its group, into the one around that.", ctrl_shift("G"), Needs::Selection)
            }
            C::ToggleHidden => ("Hide", "Neither drawn nor clicked; it moves all the same.", ctrl("H"), Needs::Selection),
            C::ShowAll => ("Show all", "Nothing is hidden any more.", ctrl_shift("H"), Needs::Contents),
            C::ToggleLocked => ("Lock", "Clicks on the canvas go past it.", ctrl("K"), Needs::Selection),
            C::UnlockAll => ("Unlock all", "Nothing is locked any more.", ctrl_shift("K"), Needs::Contents),
            C::ToggleHistory => ("History", "Lists the steps; a click goes to one.", key("U"), Needs::Nothing),
            C::SelectTool => ("Select", "Selects, moves, inserts nodes, drags rings.", key("V"), Needs::Nothing),
            C::PenTool => ("Pen", "Draws patrol paths by clicking.", key("P"), Needs::Nothing),
            C::FreehandTool => ("Freehand", "Draws a path in one stroke.", shift("P"), Needs::Nothing),
            C::AgentTool => ("Place agent", "Puts agents down.", key("A"), Needs::Nothing),
            C::TargetTool => ("Place target", "Puts down what agents go for.", key("T"), Needs::Nothing),
            C::DangerTool => ("Place danger", "Puts down what agents run from.", key("D"), Needs::Nothing),
            C::CellTool => ("Block cells", "Paints cells that grid movers may not enter.", key("B"), Needs::Nothing),
            C::HandTool => ("Move view", "Drags the view.", key("H"), Needs::Nothing),
            C::ReversePath => ("Reverse", "Turns the direction of the path round.", key("R"), Needs::FreePath),
            C::ToggleLoop => ("Closed loop", "The last node leads back to the first.", key("L"), Needs::Path),
            C::ToggleCurve => ("Curved", "Joins the nodes by a smooth curve.", key("C"), Needs::Path),
            C::SetStart => ("Start here", "Lets the path start at the selected node.", None, Needs::StartNode),
            C::SplitPath => ("Split at node", "Cuts the path at the selected node; opens a loop there.", key("S"), Needs::SplitNode),
            C::JoinPaths => ("Join ends", "Joins the selected ends, or the nearest of two paths.", key("J"), Needs::Ends),
            C::SimplifyPath => ("Simplify…", "Takes nodes away that the path's line does not need.", ctrl("L"), Needs::LongPath),
            C::AddWalker => ("Add walker", "Puts an agent at the start of the path.", key("W"), Needs::Path),
            C::CopyGdscript => ("Copy as GDScript", COPIES_CODE, None, Needs::AnyPath),
            C::CopyCsharp => ("Copy as C#", COPIES_CODE, None, Needs::AnyPath),
            C::CopyCpp => ("Copy as C++", COPIES_CODE, None, Needs::AnyPath),
            C::CopyRust => ("Copy as Rust", COPIES_CODE, None, Needs::AnyPath),
            C::CopyJavaScript => ("Copy as JavaScript", COPIES_CODE, None, Needs::AnyPath),
            C::CopyLua => ("Copy as Lua", COPIES_CODE, None, Needs::AnyPath),
            C::CopyPython => ("Copy as Python", COPIES_CODE, None, Needs::AnyPath),
            C::CopyGml => ("Copy as GML", COPIES_CODE, None, Needs::AnyPath),
            C::ZoomIn => ("Zoom in", "Shows less, larger.", ctrl("Plus"), Needs::Nothing),
            C::ZoomOut => ("Zoom out", "Shows more, smaller.", ctrl("Minus"), Needs::Nothing),
            C::Fit => ("Fit everything", "Shows the whole scene.", key("F"), Needs::Nothing),
            C::FitSelection => ("Fit selection", "Shows what is selected.", shift("F"), Needs::Selection),
            C::ToggleGrid => ("Grid", "Shows the grid.", key("Quote"), Needs::Nothing),
            C::ToggleTrails => ("Trails", "Shows where agents have been, coloured by speed.", key("1"), Needs::Nothing),
            C::ToggleVelocity => ("Velocities", "Shows velocities as arrows.", key("2"), Needs::Nothing),
            C::ToggleForce => ("Forces", "Shows steering forces as arrows.", key("3"), Needs::Nothing),
            C::ToggleView => ("Fields of view", "Shows fields of view as cones.", key("4"), Needs::Nothing),
            C::ToggleNames => ("Names", "Shows the names of agents, markers and paths.", key("5"), Needs::Nothing),
            C::PlayPause => ("Play or pause", "Runs the simulation, or stops it.", key("Space"), Needs::Nothing),
            C::StepForward => ("Step", "One tick on.", shift("Period"), Needs::Nothing),
            C::StepBack => ("Step back", "One tick back.", shift("Comma"), Needs::Nothing),
            C::Restart => ("Restart", "Back to the start, same seed.", key("Home"), Needs::Nothing),
            C::Slower => ("Slower", "Halves the speed of watching.", key("Comma"), Needs::Nothing),
            C::Faster => ("Faster", "Doubles the speed of watching.", key("Period"), Needs::Nothing),
            C::KeepGhost => ("Keep run as ghost", "Keeps this run to compare the next with.", key("K"), Needs::Nothing),
            C::ClearGhost => ("Clear ghost", "Drops the run kept for comparison.", shift("K"), Needs::Ghost),
            C::Palette => ("Find a command…", "Every command by name.", ctrl_shift("P"), Needs::Nothing),
            C::Keys => ("Keys", "Every key there is.", key("F1"), Needs::Nothing),
            C::EditKeys => ("Change keys…", "Gives commands other keys.", None, Needs::Nothing),
            C::Settings => ("Settings…", "How near a click has to be, and what the wheel does.", ctrl("Comma"), Needs::Nothing),
            C::FirstSteps => ("First steps", "A patrol in a minute.", None, Needs::Nothing),
        };
        Entry { label, tooltip, shortcut, needs }
    }
}

impl std::fmt::Display for Shortcut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.ctrl {
            f.write_str(if cfg!(target_os = "macos") { "Cmd+" } else { "Ctrl+" })?;
        }
        if self.alt {
            f.write_str("Alt+")?;
        }
        if self.shift {
            f.write_str("Shift+")?;
        }
        f.write_str(match self.key {
            "Delete" => "Del",
            "Plus" => "+",
            "Minus" => "-",
            "Comma" => ",",
            "Period" => ".",
            "Quote" => "'",
            "OpenBracket" => "[",
            "CloseBracket" => "]",
            "Equals" => "=",
            key => key,
        })
    }
}
