//! The captions of the nodes of a path. None lies on another or on a label that was placed before; where
//! there is no room, a caption is left out.

use crate::editor::canvas::Screen;
use crate::editor::canvas::shapes::caption;
use crate::editor::theme;
use egui::{Align2, FontId, Painter, Pos2, Rect, Vec2};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use steerwright_runtime::scene::Node;

/// The distance from a node to its caption, in points.
const GAP: f32 = 9.0;
/// The height of the rows into which placed captions are sorted, in points.
const ROW: f32 = 16.0;

/// No caption is smaller, in points.
const MIN_SIZE: Vec2 = Vec2::splat(4.0);

/// The sides where a caption can be. Ring handles are at the upper right, so that is the last.
const SIDES: [(f32, f32, Align2); 4] = [
    (-GAP, -GAP, Align2::RIGHT_BOTTOM),
    (-GAP, GAP, Align2::RIGHT_TOP),
    (GAP, GAP, Align2::LEFT_TOP),
    (GAP, -GAP, Align2::LEFT_BOTTOM),
];

/// Captions that are placed when all are known.
#[derive(Default)]
pub struct NodeCaptions {
    wanted: Vec<Wanted>,
}

struct Wanted {
    node: Pos2,
    text: String,
    important: bool,
}

impl NodeCaptions {
    /// Adds the caption of a node. Those of selected and hovered nodes are important and come first.
    pub fn add(&mut self, at: Pos2, (index, node): (usize, &Node), unit: &str, important: bool) {
        self.wanted.push(Wanted {
            node: at,
            text: text_of(index, node, unit),
            important,
        });
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.wanted.is_empty()
    }

    /// Draws the captions for which there is room beside the `taken` areas, and adds theirs to these.
    pub fn draw(mut self, painter: &Painter, screen: &Screen, taken: &mut Vec<Rect>) {
        self.wanted.sort_by_key(|wanted| !wanted.important);
        let color = theme::colors(painter.ctx()).text;
        let mut placed = Placed::default();
        for &area in taken.iter().filter(|area| area.intersects(screen.rect)) {
            placed.insert(area.intersect(screen.rect));
        }
        for Wanted { node, text, .. } in &self.wanted {
            // Among thousands of nodes there is room for few, and texts take time to lay out.
            let may_fit = |&&(x, y, align): &&(f32, f32, Align2)| {
                let rect = align.anchor_size(*node + Vec2::new(x, y), MIN_SIZE);
                screen.rect.contains_rect(rect) && placed.is_free(rect)
            };
            if !SIDES.iter().any(|side| may_fit(&side)) {
                continue;
            }
            let font = FontId::proportional(theme::SMALL_SIZE);
            let size = painter.layout_no_wrap(text.clone(), font, color).size();
            let free = SIDES.iter().find(|&&(x, y, align)| {
                let rect = align.anchor_size(*node + Vec2::new(x, y), size);
                screen.rect.contains_rect(rect) && placed.add(rect)
            });
            if let Some(&(x, y, align)) = free {
                let at = *node + Vec2::new(x, y);
                taken.push(caption(painter, at, align, text, color));
            }
        }
    }
}

fn rows_of(rect: Rect) -> RangeInclusive<i32> {
    let row = |y: f32| (y / ROW).floor() as i32;
    row(rect.top())..=row(rect.bottom())
}

/// Rectangles that do not overlap, by the rows that they touch.
#[derive(Default)]
struct Placed {
    rows: BTreeMap<i32, Vec<Rect>>,
}

impl Placed {
    /// Whether a rectangle overlaps none.
    fn is_free(&self, rect: Rect) -> bool {
        let near = self.rows.range(rows_of(rect));
        !near
            .flat_map(|(_, rects)| rects)
            .any(|other| other.intersects(rect))
    }

    /// Adds a rectangle unless it overlaps another.
    fn add(&mut self, rect: Rect) -> bool {
        if !self.is_free(rect) {
            return false;
        }
        self.insert(rect);
        true
    }

    fn insert(&mut self, rect: Rect) {
        for row in rows_of(rect) {
            self.rows.entry(row).or_default().push(rect);
        }
    }
}

/// "3  wait 1.2 s", "5  2.2 m/s".
fn text_of(index: usize, node: &Node, unit: &str) -> String {
    let rounded = |value: f64| (value * 100.0).round() / 100.0;
    let mut text = (index + 1).to_string();
    if node.wait > 0.0 {
        text += &format!("  wait {} s", rounded(node.wait));
    }
    if let Some(speed) = node.speed {
        text += &format!("  {} {unit}/s", rounded(speed));
    }
    text
}
