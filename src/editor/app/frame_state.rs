//! What is kept from one frame to the next.

use egui::{Context, ViewportCommand};
use steerwright_authoring::Session;

/// What is kept from one frame to the next.
pub(super) struct FrameState {
    pub(super) pixels_per_point: f64,
    /// Whether a drag in a panel was canceled in this frame.
    pub(super) drag_canceled: bool,
    /// Whether a widget had the keyboard focus at the end of the last frame. egui removes it on
    /// Escape before it can be queried.
    pub(super) typing: bool,
    /// Whether the window was made to fit the screen.
    pub(super) fitted: bool,
    title: String,
}

impl Default for FrameState {
    fn default() -> Self {
        Self {
            pixels_per_point: 1.0,
            drag_canceled: false,
            typing: false,
            fitted: false,
            title: String::new(),
        }
    }
}

impl FrameState {
    /// Sets the title of the window to that of a session.
    pub(super) fn set_title(&mut self, session: &Session, ctx: &Context) {
        let mark = if session.is_dirty() { "• " } else { "" };
        let title = format!("{mark}{} – Steerwright", session.title());
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }
}
