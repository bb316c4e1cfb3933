//! The notes of the scene over the canvas, or a button that shows them. They give way to what is drawn.

use crate::editor::theme;
use egui::{
    Align, Align2, Area, Button, Frame, Layout, Pos2, Rect, RichText, Role, ScrollArea, Stroke,
};
use egui::{Ui, WidgetInfo, vec2};
use egui_material_icons::icons;

/// On a smaller canvas, the notes would be in the way, in points.
const MIN_CANVAS: egui::Vec2 = vec2(700.0, 420.0);
/// At most this many items decide where the notes are.
const MAX_ITEMS: usize = 2_000;
/// The largest width of the notes, in points.
const WIDTH: f32 = 280.0;
/// About the size of notes of a few sentences, in points.
const OPEN_SIZE: egui::Vec2 = vec2(WIDTH + 16.0, 160.0);
/// About the size of the button, in points.
const BUTTON_SIZE: egui::Vec2 = vec2(74.0, 24.0);
/// Items count as covered when this near, in points.
const ITEM_RADIUS: f32 = 14.0;
/// The distance to the edge of the canvas, in points.
const MARGIN: f32 = 26.0;

/// The notes over the canvas.
#[derive(Clone, Copy, Debug, Default)]
pub struct NotesCard {
    /// Whether they were opened or closed. By default, they are open if there is room.
    open: Option<bool>,
    /// The corner of the canvas, and what it was chosen for. The notes do not jump while the view moves.
    corner: Option<(Align2, Reason)>,
    /// Whether they would cover something that was edited.
    covers: bool,
    /// While a tool draws: what `open` was before.
    before_drawing: Option<Option<bool>>,
}

/// When one of these changes, the corner is chosen again.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Reason {
    /// The number of steps made.
    revision: u64,
    is_open: bool,
    canvas: egui::Vec2,
}

/// What is below the notes.
pub struct UnderNotes<I> {
    /// Where items are in the window.
    pub items: I,
    /// The number of steps made so far.
    pub revision: u64,
    /// Whether the active tool draws or places items.
    pub draws: bool,
}

/// The corners of the canvas, the preferred one first.
const CORNERS: [Align2; 4] = [
    Align2::LEFT_BOTTOM,
    Align2::RIGHT_BOTTOM,
    Align2::RIGHT_TOP,
    Align2::LEFT_TOP,
];

/// The number of items that something of this size covers in a corner.
fn covered(canvas: Rect, items: &[Pos2], corner: Align2, size: egui::Vec2) -> usize {
    let area = corner.align_size_within_rect(size, canvas.shrink(MARGIN));
    let area = area.expand(ITEM_RADIUS);
    items.iter().filter(|&&item| area.contains(item)).count()
}

/// The corner where the fewest items are covered, the present one if it is as good.
fn free_corner(canvas: Rect, items: &[Pos2], present: Option<Align2>, size: egui::Vec2) -> Align2 {
    let corners = present.into_iter().chain(CORNERS);
    let best = corners.min_by_key(|&corner| covered(canvas, items, corner, size));
    best.unwrap_or(Align2::LEFT_BOTTOM)
}

impl NotesCard {
    /// Draws the notes in a corner of the canvas, away from items if possible.
    pub fn ui(
        &mut self,
        ui: &Ui,
        canvas: Rect,
        notes: &str,
        under: UnderNotes<impl Iterator<Item = Pos2>>,
    ) {
        if notes.trim().is_empty() {
            return;
        }
        match (under.draws, self.before_drawing) {
            (true, None) => self.before_drawing = Some(self.open.replace(false)),
            (false, Some(before)) => {
                self.before_drawing = None;
                // Notes that were opened while drawing stay open.
                if self.open == Some(false) {
                    self.open = before;
                }
            }
            (true, Some(_)) | (false, None) => {}
        }
        let fits = canvas.width() >= MIN_CANVAS.x && canvas.height() >= MIN_CANVAS.y;
        let reason = Reason {
            revision: under.revision,
            is_open: self.open.unwrap_or(fits && !self.covers),
            canvas: canvas.size(),
        };
        let corner = match self.corner {
            Some((corner, same)) if same == reason => corner,
            present => {
                let items: Vec<Pos2> = under.items.take(MAX_ITEMS).collect();
                let corner = present.map(|(corner, _)| corner);
                if present.is_some_and(|(_, before)| before.revision != reason.revision) {
                    let best = free_corner(canvas, &items, corner, OPEN_SIZE);
                    self.covers = covered(canvas, &items, best, OPEN_SIZE) > 0;
                }
                let size = if reason.is_open {
                    OPEN_SIZE
                } else {
                    BUTTON_SIZE
                };
                let corner = free_corner(canvas, &items, corner, size);
                self.corner = Some((corner, reason));
                // Notes that would cover something close in the next frame.
                ui.ctx().request_repaint();
                corner
            }
        };
        let open = reason.is_open;
        let colors = theme::colors(ui);
        let frame = Frame::new()
            .fill(colors.card)
            .stroke(Stroke::new(1.0, colors.outline))
            .corner_radius(6)
            .inner_margin(8);
        Area::new(ui.scope_id().with("notes"))
            .fixed_pos(corner.pos_in_rect(&canvas.shrink(MARGIN)))
            .pivot(corner)
            .constrain_to(canvas)
            .show(ui, |ui| {
                if !open {
                    let chip = format!("{} Notes", icons::ICON_NOTES.codepoint);
                    let response = ui.button(chip);
                    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Notes"));
                    if response
                        .on_hover_text("Shows the notes of the scene.")
                        .clicked()
                    {
                        self.open = Some(true);
                    }
                    return;
                }
                frame.show(ui, |ui| {
                    ui.set_width(WIDTH.min(canvas.width() - 2.0 * MARGIN - 16.0));
                    self.contents_ui(ui, notes, canvas.height() * 0.35);
                });
            });
    }

    fn contents_ui(&mut self, ui: &mut Ui, notes: &str, height: f32) {
        let colors = theme::colors(ui);
        ui.horizontal(|ui| {
            ui.label(RichText::new("Notes").strong().color(colors.text_strong));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let close = Button::new(theme::icon_text(icons::ICON_CLOSE, 14.0)).frame(false);
                let response = ui.add(close);
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Hide notes"));
                let hint = "Hides the notes.";
                if response.on_hover_text(hint).clicked() {
                    self.open = Some(false);
                }
            });
        });
        ScrollArea::vertical()
            .max_height(height)
            .show(ui, |ui| ui.label(RichText::new(notes).color(colors.text)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn notes_are_in_the_corner_with_the_fewest_items() {
        let canvas = Rect::from_min_max(pos2(0.0, 0.0), pos2(1000.0, 600.0));
        assert_eq!(
            free_corner(canvas, &[], None, OPEN_SIZE),
            Align2::LEFT_BOTTOM
        );
        let items = [pos2(100.0, 550.0), pos2(900.0, 560.0), pos2(60.0, 40.0)];
        assert_eq!(
            free_corner(canvas, &items, None, OPEN_SIZE),
            Align2::RIGHT_TOP
        );
        let present = Some(Align2::LEFT_TOP);
        assert_eq!(
            free_corner(canvas, &[], present, OPEN_SIZE),
            Align2::LEFT_TOP
        );
    }

    #[test]
    fn the_button_keeps_off_bodies_around_it() {
        let canvas = Rect::from_min_max(pos2(0.0, 0.0), pos2(1000.0, 600.0));
        // The center of the body is above the button, its edge is not.
        let items = [pos2(60.0, 540.0)];
        let corner = free_corner(canvas, &items, None, BUTTON_SIZE);
        assert_eq!(corner, Align2::RIGHT_BOTTOM);
    }
}
