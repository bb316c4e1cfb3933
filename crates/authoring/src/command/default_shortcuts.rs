//! The default shortcuts of all commands.

use super::shortcut::{Shortcut, ctrl, ctrl_shift, key, shift};
use super::{Command, Command as C};

impl Command {
    /// The main default shortcut.
    pub fn shortcut(self) -> Option<Shortcut> {
        match self {
            C::New => ctrl("N"),
            C::Open => ctrl("O"),
            C::Save => ctrl("S"),
            C::SaveAs => ctrl_shift("S"),
            C::Export => ctrl("E"),
            C::ExportAgain => ctrl_shift("E"),
            C::Quit => ctrl("Q"),
            C::Undo => ctrl("Z"),
            C::Redo => ctrl_shift("Z"),
            C::Cut => ctrl("X"),
            C::Copy => ctrl("C"),
            C::Paste => ctrl("V"),
            C::PasteInPlace => ctrl_shift("V"),
            C::Duplicate => ctrl("D"),
            C::Delete => key("Delete"),
            C::InsertNode => key("I"),
            C::SelectNext => key("CloseBracket"),
            C::SelectPrevious => key("OpenBracket"),
            C::SelectAll => ctrl("A"),
            C::InvertSelection => ctrl("I"),
            C::SelectNodes => shift("N"),
            C::Deselect => ctrl_shift("A"),
            C::ToggleSnapGrid => key("G"),
            C::ToggleSnapNodes => shift("G"),
            C::FlipHorizontal => key("X"),
            C::FlipVertical => key("Y"),
            C::RotateCounterclockwise => ctrl("OpenBracket"),
            C::RotateClockwise => ctrl("CloseBracket"),
            C::Rename => key("F2"),
            C::Group => ctrl("G"),
            C::Ungroup => ctrl_shift("G"),
            C::ToggleHidden => ctrl("H"),
            C::ShowAll => ctrl_shift("H"),
            C::ToggleLocked => ctrl("K"),
            C::UnlockAll => ctrl_shift("K"),
            C::FindInOutliner => ctrl("F"),
            C::ToggleHistory => key("U"),
            C::SelectTool => key("V"),
            C::PenTool => key("P"),
            C::FreehandTool => shift("P"),
            C::AgentTool => key("A"),
            C::TargetTool => key("T"),
            C::DangerTool => key("D"),
            C::CellTool => key("B"),
            C::PanTool => key("H"),
            C::ReversePath => key("R"),
            C::ToggleLoop => key("L"),
            C::ToggleCurve => key("C"),
            C::SplitPath => key("S"),
            C::JoinPaths => key("J"),
            C::SimplifyPath => ctrl("L"),
            C::AddAgentOnPath => key("W"),
            C::ZoomIn => ctrl("Plus"),
            C::ZoomOut => ctrl("Minus"),
            C::ZoomToFit => key("F"),
            C::ZoomToSelection => shift("F"),
            C::ToggleGrid => key("Quote"),
            C::ToggleTrails => key("1"),
            C::ToggleVelocities => key("2"),
            C::ToggleForces => key("3"),
            C::ToggleFieldsOfView => key("4"),
            C::ToggleNames => key("5"),
            C::PlayPause => key("Space"),
            C::StepForward => shift("Period"),
            C::StepBack => shift("Comma"),
            C::Restart => key("Home"),
            C::Slower => key("Comma"),
            C::Faster => key("Period"),
            C::KeepGhost => key("K"),
            C::ClearGhost => shift("K"),
            C::CommandPalette => ctrl_shift("P"),
            C::KeyboardShortcuts => key("F1"),
            C::Settings => ctrl("Comma"),
            _ => None,
        }
    }

    /// All default shortcuts, the main one first. The others are familiar from other programs.
    pub fn default_shortcuts(self) -> Vec<Shortcut> {
        let alternative = match self {
            C::Redo => ctrl("Y"),
            C::Delete => key("Backspace"),
            C::ZoomIn => ctrl("Equals"),
            _ => None,
        };
        self.shortcut().into_iter().chain(alternative).collect()
    }
}
