//! The status bar: what the tool in hand will do, where the pointer is, and how things stand.

use crate::editor::key_map::KeyMap;
use crate::editor::theme;
use egui::{Align, Layout, RichText, TextStyle, Ui};
use glam::DVec2;
use steerwright_authoring::snap::Snapped;
use steerwright_authoring::tool::Tool;
use steerwright_authoring::{Session, Viewport};

/// Points a unit at a magnification of 100 %.
const FULL_SCALE: f64 = 40.0;

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
    /// What the hand's place snapped to.
    pub snapped: Option<&'a Snapped>,
    /// How many findings the lint has.
    pub findings: usize,
    /// How the live link stands; none while it is off.
    pub link: Option<&'a str>,
    /// The person's keys.
    pub keys: &'a KeyMap,
    /// What the journal does: "unsaved changes kept" and the like.
    pub journal: &'a str,
}

/// Draws the bar: how things stand at the right, and hints in what room is left. Returns whether the live link was clicked.
pub fn status_bar_ui(ui: &mut Ui, input: &StatusInput<'_>) -> bool {
    let mut clicked = false;
    ui.horizontal(|ui| {
        theme::right_ui(ui, |ui| {
            clicked = link_ui(ui, input.link);
            standing_ui(ui, input);
            ui.add_space(12.0);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                hints_ui(ui, input)
            });
        });
    });
    clicked
}

/// While the link is on, it is never hidden: games hear of every edit.
fn link_ui(ui: &mut Ui, status: Option<&str>) -> bool {
    let Some(status) = status else { return false };
    let chip = egui::Button::new(RichText::new(status).color(theme::OK))
        .small()
        .fill(theme::CARD);
    let clicked = ui
        .add(chip)
        .on_hover_text("Every edit goes to running games. Click for its address.")
        .clicked();
    ui.separator();
    clicked
}

/// From the right: what matters always first, and what does not fit is left out.
fn standing_ui(ui: &mut Ui, input: &StatusInput<'_>) {
    let weak = |text: String| RichText::new(text).color(theme::TEXT_WEAK);
    let wide = ui.available_width() > 900.0;
    let failed = input.journal.starts_with("No ");
    if !input.journal.is_empty() && (wide || failed) {
        let color = if failed {
            theme::WARN
        } else {
            theme::TEXT_WEAK
        };
        ui.label(RichText::new(input.journal).color(color));
        ui.separator();
    }
    ui.label(weak(format!("{} %", magnification(input.viewport))))
        .on_hover_text("Magnification");
    if input.findings > 0 {
        let text = if input.findings == 1 {
            "1 check".to_owned()
        } else {
            format!("{} checks", input.findings)
        };
        ui.separator();
        ui.label(RichText::new(text).color(theme::WARN))
            .on_hover_text("Select nothing to see what the checks found");
    }
    if input.session.selection.len() > 1 {
        ui.separator();
        ui.label(weak(format!("{} selected", input.session.selection.len())));
    }
    if let Some(words) = input
        .snapped
        .and_then(|snapped| snapped.describe(&input.session.scene))
    {
        ui.separator();
        ui.label(RichText::new(format!("Snapped to {words}")).color(theme::GUIDE));
    }
    if let Some(p) = input
        .pointer
        .filter(|_| wide || ui.available_width() > 420.0)
    {
        let unit = &input.session.scene.unit;
        ui.separator();
        // Zero has no sign.
        let shown = |v: f64| (v * 100.0).round() / 100.0 + 0.0;
        ui.label(weak(format!(
            "x {:.2}  y {:.2} {unit}",
            shown(p.x),
            shown(p.y)
        )));
    }
}

/// In percent, with places where there is less than one.
fn magnification(viewport: &Viewport) -> String {
    let percent = viewport.scale / FULL_SCALE * 100.0;
    if percent < 1.0 {
        format!("{percent:.2}")
    } else {
        format!("{percent:.0}")
    }
}

/// As many hints as fit, the first ones first.
fn hints_ui(ui: &mut Ui, input: &StatusInput<'_>) {
    let hints = input.tool.hints();
    let by_hand = hints
        .by_hand
        .iter()
        .map(|&(way, meaning)| (way.to_owned(), meaning));
    let by_command = hints
        .by_command
        .iter()
        .map(|&(command, meaning)| (input.keys.text(command), meaning));
    for (key, meaning) in by_hand.chain(by_command.filter(|(key, _)| !key.is_empty())) {
        let width = |text: &str, style: TextStyle| {
            ui.painter()
                .layout_no_wrap(text.to_owned(), style.resolve(ui.style()), theme::TEXT)
                .size()
                .x
        };
        // The key's frame, and the space before and behind the meaning.
        let needed = width(&key, TextStyle::Small) + width(meaning, TextStyle::Body) + 28.0;
        if needed > ui.available_width() {
            break;
        }
        theme::key_ui(ui, &key);
        ui.label(RichText::new(meaning).color(theme::TEXT_WEAK));
        ui.add_space(4.0);
    }
}
