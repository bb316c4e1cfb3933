//! The one table of commands: names, words, keys and needs.

use super::shortcut::{Shortcut, ctrl, ctrl_shift, key, shift};
use super::{Command, Command as C, Requirement};

/// A line of the table.
pub(super) struct Entry {
    pub(super) label: &'static str,
    pub(super) tooltip: &'static str,
    pub(super) shortcut: Option<Shortcut>,
    pub(super) needs: Requirement,
}

/// What every command says that copies paths as code.
const COPIES_CODE: &str = "Puts the selected paths, or all, into the clipboard as constants, placed as for its engine.";

impl Command {
    /// What the table says of it.
    pub(super) fn entry(self) -> Entry {
        let (label, tooltip, shortcut, needs) = match self {
            C::New => ("New scene", "Starts an empty scene.", ctrl("N"), Requirement::Nothing),
            C::Open => ("Open…", "Opens a scene file.", ctrl("O"), Requirement::Nothing),
            C::Save => ("Save", "Saves the scene to its file.", ctrl("S"), Requirement::Nothing),
            C::SaveAs => ("Save as…", "Saves the scene to another file.", ctrl_shift("S"), Requirement::Nothing),
            C::Import => ("Import…", "Opens what was exported, and perhaps changed in an engine, as a new scene.", None, Requirement::Nothing),
            C::LoadPreset => ("Load preset…", "Adds an agent preset from a file.", None, Requirement::Nothing),
            C::SavePreset => ("Save preset…", "Saves the selected agent's preset to a file.", None, Requirement::Preset),
            C::Export => ("Export…", "Writes files for a game.", ctrl("E"), Requirement::Contents),
            C::ExportAgain => ("Export again", "Repeats every export that the scene remembers.", ctrl_shift("E"), Requirement::EarlierExport),
            C::LiveLink => ("Live link…", "Shows every edit in running games at once.", None, Requirement::Nothing),
            C::Quit => ("Quit", "Leaves; asks first if something is unsaved.", ctrl("Q"), Requirement::Nothing),
            C::Undo => ("Undo", "Takes the last step back.", ctrl("Z"), Requirement::Undo),
            C::Redo => ("Redo", "Does the step again.", ctrl_shift("Z"), Requirement::Redo),
            C::Cut => ("Cut", "Takes what is selected to the clipboard.", ctrl("X"), Requirement::Selection),
            C::Copy => ("Copy", "Copies what is selected, for this or another scene.", ctrl("C"), Requirement::Selection),
            C::Paste => ("Paste", "Puts what was copied at the pointer.", ctrl("V"), Requirement::Nothing),
            C::PasteInPlace => ("Paste in place", "Puts what was copied where it was.", ctrl_shift("V"), Requirement::Nothing),
            C::Duplicate => ("Duplicate", "Puts a copy of what is selected beside it.", ctrl("D"), Requirement::Selection),
            C::Delete => ("Delete", "Deletes the selected nodes; if there are none, whole things.", key("Delete"), Requirement::Selection),
            C::InsertAfter => ("Insert node", "Puts a node in after the selected one.", key("I"), Requirement::FreePath),
            C::SelectNext => ("Select next", "Selects the next thing on the canvas.", key("CloseBracket"), Requirement::Contents),
            C::SelectPrevious => ("Select previous", "Selects the thing on the canvas before.", key("OpenBracket"), Requirement::Contents),
            C::SelectAll => ("Select all", "Selects every node, agent and marker.", ctrl("A"), Requirement::Contents),
            C::SelectInverse => ("Invert selection", "Selects what is not selected.", ctrl("I"), Requirement::Contents),
            C::SelectNodes => ("Select nodes", "Selects every node of the selected paths.", shift("N"), Requirement::FreePath),
            C::Deselect => ("Deselect", "Selects nothing.", ctrl_shift("A"), Requirement::Selection),
            C::ToggleSnap => ("Snap to grid", "Positions snap to the grid; Ctrl lets go.", key("G"), Requirement::Nothing),
            C::ToggleSnapNodes => {
                ("Snap to nodes", "Positions snap to nodes, agents and markers; Ctrl lets go.", shift("G"), Requirement::Nothing)
            }
            C::ToggleSnapSegments => ("Snap to segments", "Positions snap onto other paths; Ctrl lets go.", None, Requirement::Nothing),
            C::ToggleSnapGuides => ("Snap to guides", "Positions snap in line with other things; Ctrl lets go.", None, Requirement::Nothing),
            C::ToggleSnapAngles => ("Snap to angles", "Directions go in steps of 15°, as with Shift; Shift lets go.", None, Requirement::Nothing),
            C::MirrorX => ("Mirror left and right", "Flips: swaps left and right of what is selected.", key("X"), Requirement::Place),
            C::MirrorY => ("Mirror up and down", "Flips: swaps above and below of what is selected.", key("Y"), Requirement::Place),
            C::TurnLeft => ("Turn left", "A quarter turn counter-clockwise.", ctrl("OpenBracket"), Requirement::Place),
            C::TurnRight => ("Turn right", "A quarter turn clockwise.", ctrl("CloseBracket"), Requirement::Place),
            C::AlignLeft => ("Align left", "Brings the left sides onto one line.", None, Requirement::Two),
            C::AlignCenter => ("Align centers", "Brings the middles above each other.", None, Requirement::Two),
            C::AlignRight => ("Align right", "Brings the right sides onto one line.", None, Requirement::Two),
            C::AlignTop => ("Align top", "Brings the upper sides onto one line.", None, Requirement::Two),
            C::AlignMiddle => ("Align middles", "Brings the middles beside each other.", None, Requirement::Two),
            C::AlignBottom => ("Align bottom", "Brings the lower sides onto one line.", None, Requirement::Two),
            C::DistributeX => ("Distribute across", "Spreads what is selected evenly from left to right.", None, Requirement::Three),
            C::DistributeY => ("Distribute down", "Spreads what is selected evenly from top to bottom.", None, Requirement::Three),
            C::Rename => ("Rename", "Gives what is selected another name.", key("F2"), Requirement::Selection),
            C::Group => ("Group", "Puts what is selected into a new group, where it is.", ctrl("G"), Requirement::Selection),
            C::Ungroup => {
                ("Ungroup", "Takes what is selected out of its group, into the one around that.", ctrl_shift("G"), Requirement::Grouped)
            }
            C::ToggleHidden => ("Hide", "Neither drawn nor clicked; it moves all the same.", ctrl("H"), Requirement::Selection),
            C::HideOthers => ("Hide others", "Hides all that is not selected.", None, Requirement::Selection),
            C::ShowAll => ("Show all", "Nothing is hidden any more.", ctrl_shift("H"), Requirement::Hidden),
            C::ToggleLocked => ("Lock", "Clicks on the canvas go past it.", ctrl("K"), Requirement::Selection),
            C::UnlockAll => ("Unlock all", "Nothing is locked any more.", ctrl_shift("K"), Requirement::Locked),
            C::FindInOutline => ("Find in outline", "Lists only what has these words in its name.", ctrl("F"), Requirement::Nothing),
            C::ToggleHistory => ("History", "Lists the steps; a click goes to one.", key("U"), Requirement::Nothing),
            C::SelectTool => ("Select", "Selects, moves, inserts nodes, drags rings.", key("V"), Requirement::Nothing),
            C::PenTool => ("Pen", "Draws patrol paths by clicking.", key("P"), Requirement::Nothing),
            C::FreehandTool => ("Freehand", "Draws a path in one stroke.", shift("P"), Requirement::Nothing),
            C::AgentTool => ("Place agent", "Puts agents down.", key("A"), Requirement::Nothing),
            C::TargetTool => ("Place target", "Puts down what agents go for.", key("T"), Requirement::Nothing),
            C::DangerTool => ("Place danger", "Puts down what agents run from.", key("D"), Requirement::Nothing),
            C::CellTool => ("Block cells", "Paints cells that grid movers may not enter.", key("B"), Requirement::Nothing),
            C::HandTool => ("Move view", "Drags the view.", key("H"), Requirement::Nothing),
            C::ReversePath => ("Reverse", "Turns the direction of the path round.", key("R"), Requirement::FreePath),
            C::ToggleLoop => ("Closed loop", "The last node leads back to the first.", key("L"), Requirement::Path),
            C::ToggleCurve => ("Curved", "Joins the nodes by a smooth curve.", key("C"), Requirement::Path),
            C::SetStart => ("Start here", "Lets the path start at the selected node.", None, Requirement::StartNode),
            C::SplitPath => ("Split at node", "Cuts the path at the selected node; opens a loop there.", key("S"), Requirement::SplitNode),
            C::JoinPaths => ("Join ends", "Joins the selected ends, or the nearest of two paths.", key("J"), Requirement::Ends),
            C::SimplifyPath => ("Simplify…", "Takes nodes away that the path's line does not need.", ctrl("L"), Requirement::LongPath),
            C::AddWalker => ("Add walker", "Puts an agent at the start of the path.", key("W"), Requirement::Path),
            C::CopyGdscript => ("Copy as GDScript", COPIES_CODE, None, Requirement::AnyPath),
            C::CopyCsharp => ("Copy as C#", COPIES_CODE, None, Requirement::AnyPath),
            C::CopyCpp => ("Copy as C++", COPIES_CODE, None, Requirement::AnyPath),
            C::CopyRust => ("Copy as Rust", COPIES_CODE, None, Requirement::AnyPath),
            C::CopyJavaScript => ("Copy as JavaScript", COPIES_CODE, None, Requirement::AnyPath),
            C::CopyLua => ("Copy as Lua", COPIES_CODE, None, Requirement::AnyPath),
            C::CopyPython => ("Copy as Python", COPIES_CODE, None, Requirement::AnyPath),
            C::CopyGml => ("Copy as GML", COPIES_CODE, None, Requirement::AnyPath),
            C::ZoomIn => ("Zoom in", "Shows less, larger.", ctrl("Plus"), Requirement::Nothing),
            C::ZoomOut => ("Zoom out", "Shows more, smaller.", ctrl("Minus"), Requirement::Nothing),
            C::Fit => ("Fit everything", "Shows the whole scene.", key("F"), Requirement::Nothing),
            C::FitSelection => ("Fit selection", "Shows what is selected.", shift("F"), Requirement::Selection),
            C::ToggleGrid => ("Grid", "Shows the grid.", key("Quote"), Requirement::Nothing),
            C::ToggleTrails => ("Trails", "Shows where agents have been, coloured by speed.", key("1"), Requirement::Nothing),
            C::ToggleVelocity => ("Velocities", "Shows velocities as arrows.", key("2"), Requirement::Nothing),
            C::ToggleForce => ("Forces", "Shows steering forces as arrows.", key("3"), Requirement::Nothing),
            C::ToggleView => ("Fields of view", "Shows fields of view as cones.", key("4"), Requirement::Nothing),
            C::ToggleNames => ("Names", "Shows the names of agents, markers and paths.", key("5"), Requirement::Nothing),
            C::PlayPause => ("Play or pause", "Runs the simulation, or stops it.", key("Space"), Requirement::Nothing),
            C::StepForward => ("Step", "One tick on.", shift("Period"), Requirement::Nothing),
            C::StepBack => ("Step back", "One tick back.", shift("Comma"), Requirement::Nothing),
            C::Restart => ("Restart", "Back to the start, same seed.", key("Home"), Requirement::Nothing),
            C::Slower => ("Slower", "Halves the speed of watching.", key("Comma"), Requirement::Nothing),
            C::Faster => ("Faster", "Doubles the speed of watching.", key("Period"), Requirement::Nothing),
            C::KeepGhost => ("Keep run as ghost", "Keeps this run to compare the next with.", key("K"), Requirement::Nothing),
            C::ClearGhost => ("Clear ghost", "Drops the run kept for comparison.", shift("K"), Requirement::Ghost),
            C::Palette => ("Find a command…", "Every command by name.", ctrl_shift("P"), Requirement::Nothing),
            C::Keys => ("Keys", "Every key there is: a sheet of all shortcuts.", key("F1"), Requirement::Nothing),
            C::EditKeys => ("Change keys…", "Gives commands other keys: the person's own shortcuts.", None, Requirement::Nothing),
            C::Settings => {
                ("Settings…", "Preferences: how near a click has to be, and what the wheel does.", ctrl("Comma"), Requirement::Nothing)
            }
            C::FirstSteps => ("First steps", "A patrol in a minute.", None, Requirement::Nothing),
        };
        Entry { label, tooltip, shortcut, needs }
    }
}
