//! What tools react to: pointer events in world units, and keys.

use glam::DVec2;

/// A pointer event, in world units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointerEvent {
    /// The kind of event.
    pub kind: PointerKind,
    /// The position, in units.
    pub at: DVec2,
    /// The modifier keys.
    pub modifiers: Modifiers,
}

/// Modifier keys held during a pointer event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// Shift: adds to the selection, forces a box, constrains angles and proportions.
    pub shift: bool,
    /// Ctrl, or Command on macOS: adds to the selection, suspends snapping.
    pub ctrl: bool,
    /// Alt: selects the item below, moves the selection from anywhere, scales from the center.
    pub alt: bool,
}

/// The kind of a pointer event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointerKind {
    /// The primary button was pressed.
    Press,
    /// The pointer moved, with or without a button.
    Move,
    /// The primary button was released.
    Release,
    /// The primary button was released a second time in the same place: a double-click.
    SecondRelease,
    /// The secondary button was pressed.
    SecondaryPress,
    /// The pointer left the canvas.
    Leave,
}

/// A key that a tool handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolKey {
    /// Finishes.
    Enter,
    /// Cancels.
    Escape,
    /// Removes the last node.
    Backspace,
}
