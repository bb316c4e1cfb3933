//! The status bar: what the tool in hand will do, where the pointer is, and how things stand.

use crate::authoring::tool::Tool;
use crate::authoring::{Session, Viewport};
use crate::editor::theme;
use egui::{RichText, Ui};
use glam::DVec2;

/// What the status bar shows.
pub struct StatusInput<'a> {
    /// The tool in hand.
    pub tool: &'a Tool,
    /// The session.
    pub session: &'a Session,
    /// What the canvas shows.
    pub viewport: &'a Viewport,
    /// Where the pointer is, u.
    pub pointer: Option<DVec2>,
    /// How many findings the lint has.
    pub findings: usize,
    /// What the journal does: "unsaved changes kept" and the like.
    pub journal: &'a str,
}

/// Draws the bar.
pub fn status_bar_ui(ui: &mut Ui, input: &StatusInput<'_>) {
    ui.horizontal(|ui| {
        for (key, meaning) in input.tool.hints() {
            theme::key_ui(ui, key);
            ui.label(RichText::new(*meaning).color(theme::TEXT_WEAK));
            ui.add_space(4.0);
        }
        theme::right_ui(ui, |ui| {
            let weak = |text: String| RichText::new(text).color(theme::TEXT_WEAK);
            if !input.journal.is_empty() {
                ui.label(weak(input.journal.to_owned()));
            }
            ui.label(weak(format!("{:.0} %", input.viewport.scale / 40.0 * 100.0))).on_hover_text("Magnification");
            if input.findings > 0 {
                let text = if input.findings == 1 { "1 check".to_owned() } else { format!("{} checks", input.findings) };
                ui.label(RichText::new(text).color(theme::WARN)).on_hover_text("Select nothing to see what the checks found");
            }
            if input.session.selection.len() > 1 {
                ui.label(weak(format!("{} selected", input.session.selection.len())));
            }
            if let Some(p) = input.pointer {
                let unit = &input.session.scene.unit;
                ui.label(weak(format!("x {:.2}  y {:.2} {unit}", p.x, p.y)));
            }
        });
    });
}
