//! The cursor over the canvas, and what counts as using the window.

use crate::editor::canvas::Canvas;
use crate::editor::keyboard;
use egui::{CursorIcon, Event, Response, Ui};
use steerwright_authoring::tool::{Cursor, Tool};

impl Canvas {
    pub(crate) fn set_cursor(&self, ui: &Ui, response: &Response, tool: &Tool) {
        let panning = self.input.is_panning();
        if !response.contains_pointer() && !panning {
            return;
        }
        // Space switches to panning, but not during a drag.
        let space = !tool.is_busy()
            && !keyboard::is_widget_focused(ui.ctx())
            && ui.input(|i| i.key_down(egui::Key::Space));
        ui.ctx().set_cursor_icon(match tool.cursor() {
            _ if panning => CursorIcon::Grabbing,
            _ if space => CursorIcon::Grab,
            Cursor::Default => CursorIcon::Default,
            Cursor::Crosshair => CursorIcon::Crosshair,
            Cursor::PointingHand => CursorIcon::PointingHand,
            Cursor::Grab => CursorIcon::Grab,
            Cursor::Grabbing => CursorIcon::Grabbing,
            Cursor::Rotate => CursorIcon::Alias,
            Cursor::Resize(0, _) => CursorIcon::ResizeVertical,
            Cursor::Resize(_, 0) => CursorIcon::ResizeHorizontal,
            Cursor::Resize(x, y) if x == y => CursorIcon::ResizeNeSw,
            Cursor::Resize(..) => CursorIcon::ResizeNwSe,
        });
    }
}

/// Whether a person does something with this event, other than moving the pointer.
pub(crate) fn is_use(event: &Event) -> bool {
    matches!(
        event,
        Event::Key { .. }
            | Event::Text(_)
            | Event::PointerButton { .. }
            | Event::MouseWheel { .. }
            | Event::Touch { .. }
    )
}
