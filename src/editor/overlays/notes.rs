//! The notes of the scene over the canvas, or a button that shows them. They give way to what is
//! drawn.

use crate::editor::theme;
use egui::{
    Align, Align2, Area, Button, FontId, Frame, Layout, Pos2, Rect, RichText, Role, ScrollArea,
    Stroke, Vec2,
};
use egui::{Ui, WidgetInfo, vec2};
use egui_material_icons::icons;

/// On a smaller canvas, the notes would be in the way, in points.
const MIN_CANVAS: Vec2 = vec2(700.0, 420.0);
/// At most this many items decide where the notes are.
const MAX_ITEMS: usize = 4_000;
/// The widths that the text can have, the preferred one first, in points.
const WIDTHS: [f32; 2] = [280.0, 460.0];
/// The largest part of the height of the canvas that the text has.
const MAX_HEIGHT: f32 = 0.35;
/// The padding of the card, in points.
const PADDING: f32 = 8.0;
/// The height of the heading with the space below it, in points.
const HEADING: f32 = 29.0;
/// About the sizes of the button with and without its name, in points.
const BUTTON_SIZES: [Vec2; 2] = [vec2(74.0, 24.0), vec2(28.0, 24.0)];
/// On a narrower canvas, the button has no name, in points.
const MIN_WITH_NAME: f32 = 420.0;
/// Items count as covered when this near: half of a body, and a name below it, in points.
const ITEM_SIZE: Vec2 = vec2(14.0, 36.0);
/// The distances to the upper right and to the lower left corner of the canvas, where the grid has
/// its numbers, in points.
const MARGINS: (Vec2, Vec2) = (vec2(10.0, 10.0), vec2(44.0, 26.0));
/// The view is not fitted into a smaller part of the canvas than this for the notes.
const MIN_FIT: f32 = 0.7;

/// The notes over the canvas.
#[derive(Clone, Copy, Debug, Default)]
pub struct NotesCard {
    /// Whether they were opened or closed. By default, they are open if there is room.
    open: Option<bool>,
    /// The place, and what it was chosen for. The notes do not jump while the view moves.
    place: Option<(Place, Reason)>,
    /// Whether they would cover something that was edited.
    covers: bool,
    /// While a tool draws: what `open` was before.
    before_drawing: Option<Option<bool>>,
    /// Where the notes or their button were drawn last.
    area: Option<Rect>,
}

/// A corner of the canvas, and the size of what is there.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    corner: Align2,
    size: Vec2,
}

/// When one of these changes, the place is chosen again.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Reason {
    /// The number of steps made.
    revision: u64,
    is_open: bool,
    canvas: Vec2,
    avoided: Option<Rect>,
}

/// What is below the notes.
pub struct UnderNotes<I> {
    /// Where items are in the window. Those that matter more count several times.
    pub items: I,
    /// The number of steps made so far.
    pub revision: u64,
    /// Whether the active tool draws or places items.
    pub draws: bool,
    /// Whether the scene was fitted in the view since the last frame.
    pub was_fitted: bool,
    /// What else is over the canvas, which the notes never cover if another corner is free of it.
    pub avoided: Option<Rect>,
}

/// The corners of the canvas, the preferred one first.
const CORNERS: [Align2; 4] = [
    Align2::LEFT_BOTTOM,
    Align2::RIGHT_BOTTOM,
    Align2::RIGHT_TOP,
    Align2::LEFT_TOP,
];

/// The part of the canvas where notes can be.
fn inner(canvas: Rect) -> Rect {
    let (upper_right, lower_left) = MARGINS;
    Rect::from_min_max(
        canvas.min + vec2(lower_left.x, upper_right.y),
        canvas.max - vec2(upper_right.x, lower_left.y),
    )
}

/// The sizes that the card can have.
fn card_sizes(ui: &Ui, canvas: Rect, notes: &str) -> Vec<Vec2> {
    let room = inner(canvas).width() - 2.0 * PADDING;
    let sizes = WIDTHS.iter().map(|width| {
        let width = width.min(room);
        let font = FontId::proportional(theme::BODY_SIZE);
        let text = (ui.painter()).layout(notes.to_owned(), font, theme::colors(ui).text, width);
        let height = text.size().y.min(canvas.height() * MAX_HEIGHT);
        vec2(width, height + HEADING) + Vec2::splat(2.0 * PADDING)
    });
    sizes.collect()
}

/// The size of the button.
fn button_size(canvas: Rect) -> Vec2 {
    let [with_name, icon] = BUTTON_SIZES;
    if canvas.width() >= MIN_WITH_NAME {
        with_name
    } else {
        icon
    }
}

/// Where something at a place is in the window.
fn area_of(canvas: Rect, Place { corner, size }: Place) -> Rect {
    corner.align_size_within_rect(size, inner(canvas))
}

/// What is below something over the canvas.
#[derive(Clone, Copy)]
struct Below<'a> {
    items: &'a [Pos2],
    avoided: Option<Rect>,
}

/// The number of items that something covers.
fn covered(canvas: Rect, below: Below<'_>, place: Place) -> usize {
    let area = area_of(canvas, place);
    let is_avoided = (below.avoided).is_some_and(|avoided| avoided.intersects(area));
    let area = area.expand2(ITEM_SIZE);
    let items = below.items.iter();
    let count = items.filter(|&&item| area.contains(item)).count();
    // More than all items.
    count + if is_avoided { MAX_ITEMS + 1 } else { 0 }
}

/// The place where the fewest items are covered, and their number. The present corner is preferred.
fn free_place(
    canvas: Rect,
    below: Below<'_>,
    present: Option<Align2>,
    sizes: &[Vec2],
) -> Option<(Place, usize)> {
    let corners = || present.into_iter().chain(CORNERS);
    let places =
        (sizes.iter()).flat_map(|&size| corners().map(move |corner| Place { corner, size }));
    places
        .map(|place| (place, covered(canvas, below, place)))
        .min_by_key(|&(_, covered)| covered)
}

/// The part of the canvas into which the items fit largest when the notes have the rest, and the
/// place of the notes there. `None` if the items would be small.
fn beside(canvas: Rect, items: &[Pos2], sizes: &[Vec2]) -> Option<(Rect, Place)> {
    let bounds = Rect::from_points(items);
    let content = bounds.size().max(Vec2::splat(1.0));
    let scale = |part: Rect| (part.size() / content).min_elem();
    let gap = MARGINS.0.x;
    let parts = sizes.iter().flat_map(|&size| {
        let inner = inner(canvas);
        let place = |corner| Place { corner, size };
        [
            (
                canvas.with_max_y(inner.max.y - size.y - gap),
                place(Align2::LEFT_BOTTOM),
            ),
            (
                canvas.with_min_y(inner.min.y + size.y + gap),
                place(Align2::LEFT_TOP),
            ),
            (
                canvas.with_min_x(inner.min.x + size.x + gap),
                place(Align2::LEFT_BOTTOM),
            ),
            (
                canvas.with_max_x(inner.max.x - size.x - gap),
                place(Align2::RIGHT_BOTTOM),
            ),
        ]
    });
    let best = parts
        .filter(|(part, _)| part.is_positive())
        .max_by(|(a, _), (b, _)| scale(*a).total_cmp(&scale(*b)));
    best.filter(|&(part, _)| scale(part) >= MIN_FIT * scale(canvas))
}

impl NotesCard {
    /// Where the notes or their button were drawn last.
    pub fn area(&self) -> Option<Rect> {
        self.area
    }

    /// Draws the notes in a corner of the canvas, away from items if possible. After the scene was
    /// fitted in the view, returns the part of the canvas into which it should be fitted, if the
    /// notes would cover something elsewhere.
    pub fn ui(
        &mut self,
        ui: &Ui,
        canvas: Rect,
        notes: &str,
        under: UnderNotes<impl Iterator<Item = Pos2>>,
    ) -> Option<Rect> {
        self.area = None;
        if notes.trim().is_empty() {
            return None;
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
        if under.was_fitted {
            self.covers = false;
        }
        let reason = Reason {
            revision: under.revision,
            is_open: self.open.unwrap_or(fits && !self.covers),
            canvas: canvas.size(),
            avoided: under.avoided,
        };
        let (place, part) = match self.place {
            Some((place, same)) if same == reason && !under.was_fitted => (place, None),
            present => {
                let items: Vec<Pos2> = under.items.take(MAX_ITEMS).collect();
                let below = Below {
                    items: &items,
                    avoided: under.avoided,
                };
                let corner = present.map(|(place, _)| place.corner);
                let cards = card_sizes(ui, canvas, notes);
                if present.is_some_and(|(_, before)| before.revision != reason.revision) {
                    let best = free_place(canvas, below, corner, &cards);
                    self.covers = best.is_some_and(|(_, covered)| covered > 0);
                }
                // Notes that would cover something close in the next frame.
                ui.ctx().request_repaint();
                if reason.is_open {
                    let (place, covered) = free_place(canvas, below, corner, &cards)?;
                    let asks = under.was_fitted && covered > 0;
                    let beside = asks.then(|| beside(canvas, &items, &cards)).flatten();
                    self.covers |= asks && beside.is_none();
                    beside.map_or((place, None), |(part, place)| (place, Some(part)))
                } else {
                    let sizes = [button_size(canvas)];
                    (free_place(canvas, below, corner, &sizes)?.0, None)
                }
            }
        };
        self.place = Some((place, reason));
        self.area = Some(area_of(canvas, place));
        let colors = theme::colors(ui);
        let frame = Frame::new()
            .fill(colors.card)
            .stroke(Stroke::new(1.0, colors.outline))
            .corner_radius(6)
            .inner_margin(PADDING);
        // Areas remember their size, so that one of another size is another one.
        let Vec2 { x, y } = place.size.round();
        Area::new(ui.scope_id().with(("notes", x as i32, y as i32)))
            .fixed_pos(place.corner.pos_in_rect(&inner(canvas)))
            .pivot(place.corner)
            .constrain_to(canvas)
            .show(ui, |ui| {
                if reason.is_open {
                    frame.show(ui, |ui| {
                        ui.set_width(place.size.x - 2.0 * PADDING);
                        self.contents_ui(ui, notes, canvas.height() * MAX_HEIGHT);
                    });
                } else {
                    self.button_ui(ui, canvas);
                }
            });
        part
    }

    /// Draws the button that shows the notes.
    fn button_ui(&mut self, ui: &mut Ui, canvas: Rect) {
        let icon = icons::ICON_NOTES.codepoint;
        let response = if canvas.width() >= MIN_WITH_NAME {
            ui.button(format!("{icon} Notes"))
        } else {
            ui.button(icon)
        };
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Notes"));
        let hint = "Shows the notes of the scene.";
        if response.on_hover_text(hint).clicked() {
            self.open = Some(true);
        }
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

    const CARD: Vec2 = vec2(296.0, 160.0);

    fn canvas() -> Rect {
        Rect::from_min_max(pos2(0.0, 0.0), pos2(1000.0, 600.0))
    }

    fn corner(items: &[Pos2], present: Option<Align2>, size: Vec2) -> Option<Align2> {
        let below = Below {
            items,
            avoided: None,
        };
        free_place(canvas(), below, present, &[size]).map(|(place, _)| place.corner)
    }

    #[test]
    fn notes_are_in_the_corner_with_the_fewest_items() {
        assert_eq!(corner(&[], None, CARD), Some(Align2::LEFT_BOTTOM));
        let items = [pos2(100.0, 550.0), pos2(900.0, 560.0), pos2(60.0, 40.0)];
        assert_eq!(corner(&items, None, CARD), Some(Align2::RIGHT_TOP));
        let present = Some(Align2::LEFT_TOP);
        assert_eq!(corner(&[], present, CARD), present);
    }

    #[test]
    fn the_button_keeps_off_bodies_around_it() {
        // The center of the body is above the button, its edge and its name are not.
        let items = [pos2(60.0, 530.0)];
        let button = button_size(canvas());
        assert_eq!(corner(&items, None, button), Some(Align2::RIGHT_BOTTOM));
    }

    #[test]
    fn notes_keep_off_what_else_is_over_the_canvas() {
        let chooser = Rect::from_min_size(pos2(40.0, 10.0), vec2(320.0, 470.0));
        let items = [pos2(60.0, 580.0), pos2(960.0, 580.0), pos2(960.0, 20.0)];
        let below = Below {
            items: &items,
            avoided: Some(chooser),
        };
        let present = Some(Align2::LEFT_TOP);
        let (place, _) = free_place(canvas(), below, present, &[button_size(canvas())]).unwrap();
        assert!(!area_of(canvas(), place).intersects(chooser), "{place:?}");
    }

    #[test]
    fn a_wider_card_is_placed_where_a_higher_one_has_no_room() {
        let wide = vec2(476.0, 90.0);
        let across = (0..100).flat_map(|i| {
            let x = i as f32 * 10.0;
            [pos2(x, 180.0), pos2(x, 440.0)]
        });
        let items: Vec<Pos2> = across.collect();
        let below = Below {
            items: &items,
            avoided: None,
        };
        let (place, covered) = free_place(canvas(), below, None, &[CARD, wide]).unwrap();
        assert_eq!((place.size, covered), (wide, 0));
    }

    #[test]
    fn items_all_over_the_canvas_are_fitted_beside_the_notes() {
        let items: Vec<Pos2> = (0..100)
            .map(|i| {
                pos2(
                    (i % 10) as f32 * 100.0 + 50.0,
                    (i / 10) as f32 * 55.0 + 50.0,
                )
            })
            .collect();
        let (part, place) = beside(canvas(), &items, &[CARD]).unwrap();
        let card = place
            .corner
            .align_size_within_rect(place.size, inner(canvas()));
        assert!(!part.intersects(card), "{part:?} and {card:?}");
        assert!(part.area() > 0.6 * canvas().area());
        // Not if almost nothing were left.
        assert_eq!(beside(canvas(), &items, &[vec2(900.0, 500.0)]), None);
    }
}
