//! The captions of the nodes of a path. None lies on another or on a label that was placed before;
//! where there is no room, a caption is left out. Each keeps off other paths, or has a line to its
//! node.

use crate::editor::canvas::labels::obstacles::{AreaOf, COVERED_OF_PATHS, Obstacles};
use crate::editor::canvas::labels::placed::Placed;
use crate::editor::canvas::screen::Screen;
use crate::editor::canvas::shapes::Caption;
use crate::editor::theme;
use egui::{Align2, FontId, Painter, Pos2, Rect, Stroke, Vec2};
use steerwright_runtime::scene::{Node, PathId};

/// The distance from a node to its caption, in points.
const GAP: f32 = 9.0;
/// No caption is smaller, in points.
const MIN_SIZE: Vec2 = Vec2::splat(4.0);
/// Of more captions than this, the others do not keep off other paths.
const MAX_BESIDE_PATHS: usize = 200;

/// A side of a node: the offset of a caption there, and which of its corners is there.
type Side = (f32, f32, Align2);

/// The sides where a caption can be. Ring handles are at the upper right, so that is the last.
const SIDES: [Side; 4] = [
    (-GAP, -GAP, Align2::RIGHT_BOTTOM),
    (-GAP, GAP, Align2::RIGHT_TOP),
    (GAP, GAP, Align2::LEFT_TOP),
    (GAP, -GAP, Align2::LEFT_BOTTOM),
];

/// What captions keep off.
const KEEPS_OFF: &[AreaOf] = &[AreaOf::Overlay, AreaOf::Caption, AreaOf::BoxHandle];

/// A caption that has a place, and the line to its node where it lies on another path.
pub struct NodeCaption {
    caption: Caption,
    line: Option<[Pos2; 2]>,
}

/// Captions that are placed when all are known.
pub struct NodeCaptions {
    path: PathId,
    wanted: Vec<Wanted>,
}

struct Wanted {
    node: Pos2,
    text: String,
    important: bool,
}

impl NodeCaptions {
    /// No captions yet, of nodes of this path.
    pub fn of(path: PathId) -> Self {
        Self {
            path,
            wanted: Vec::new(),
        }
    }

    /// Adds the caption of a node. Those of selected and hovered nodes are important and come
    /// first.
    pub fn add(&mut self, at: Pos2, index: usize, node: &Node, unit: &str, important: bool) {
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

    /// Places the captions for which there is room beside the obstacles, and adds them to these.
    pub fn place(
        &self,
        painter: &Painter,
        screen: &Screen,
        obstacles: &mut Obstacles,
    ) -> Vec<NodeCaption> {
        let mut wanted: Vec<&Wanted> = self.wanted.iter().collect();
        wanted.sort_by_key(|wanted| !wanted.important);
        let color = theme::colors(painter.ctx()).text;
        let mut placed = Placed::default();
        let areas = obstacles.areas(KEEPS_OFF);
        for area in areas.filter(|area| area.intersects(screen.rect)) {
            placed.insert(area.intersect(screen.rect));
        }
        let mut captions: Vec<NodeCaption> = Vec::new();
        for Wanted { node, text, .. } in wanted {
            let fits = |size: Vec2, &(x, y, align): &Side| {
                let rect = align.anchor_size(*node + Vec2::new(x, y), size);
                (screen.rect.contains_rect(rect) && placed.is_free(rect)).then_some(rect)
            };
            // Among thousands of nodes there is room for few, and texts take time to lay out.
            if !SIDES.iter().any(|side| fits(MIN_SIZE, side).is_some()) {
                continue;
            }
            let font = FontId::proportional(theme::SMALL_SIZE);
            let size = painter.layout_no_wrap(text.clone(), font, color).size();
            let free = SIDES
                .iter()
                .filter_map(|side| Some((side, fits(size, side)?)));
            let covered = |rect: Rect| {
                if captions.len() < MAX_BESIDE_PATHS {
                    obstacles.covered_of_other_paths(rect, self.path)
                } else {
                    0.0
                }
            };
            // The first of those that cover least.
            let free = free.map(|(side, rect)| (side, rect, covered(rect)));
            let best = free.min_by(|(.., a), (.., b)| a.total_cmp(b));
            let Some((&(x, y, align), rect, covered)) = best else {
                continue;
            };
            placed.insert(rect);
            let at = *node + Vec2::new(x, y);
            let caption = Caption::new(painter, at, align, text, color);
            obstacles.add(AreaOf::Caption, [caption.rect]);
            captions.push(NodeCaption {
                caption,
                line: (covered > COVERED_OF_PATHS).then(|| [*node, rect.clamp(*node)]),
            });
        }
        captions
    }
}

/// Draws captions at their places.
pub fn draw(painter: &Painter, captions: &[NodeCaption]) {
    let stroke = Stroke::new(1.0, theme::colors(painter.ctx()).accent);
    for NodeCaption { caption, line } in captions {
        if let Some(ends) = *line {
            painter.line_segment(ends, stroke);
        }
        caption.draw(painter);
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
