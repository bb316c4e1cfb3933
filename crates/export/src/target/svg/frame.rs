//! The background: grid, axes, blocked cells, walls and scale bar.

use super::data::{self, Exported};
use super::shape::{self, INK, px};
use super::view::{HEADER, MARGIN, View};
use glam::DVec2;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::scene::Scene;
use svg::node::element::{ClipPath, Definitions, Group, Line, Rectangle};

/// The clip path of the frame.
pub const CLIP: &str = "url(#frame)";

/// The minimum distance between grid lines, px.
const GRID_PIXELS: f64 = 44.0;

/// The frame with its grid; the axes are darker.
pub fn background(view: &View) -> Group {
    let clip = ClipPath::new()
        .set("id", "frame")
        .add(frame_rectangle(view));
    let mut group = Group::new().add(Definitions::new().add(clip)).add(
        frame_rectangle(view)
            .set("fill", "#ffffff")
            .set("stroke", "#cfd6dc"),
    );
    let (low, high) = view.corners();
    let step = view.nice_step(GRID_PIXELS);
    for (along_x, from, to) in [(true, low.x, high.x), (false, low.y, high.y)] {
        let first = (from / step).ceil();
        // A counted loop ends even far from the origin, where adding a step may not change the
        // number.
        let count = ((to / step).floor() - first).clamp(0.0, 100.0) as u32;
        for i in 0..=count {
            let at = (first + f64::from(i)) * step;
            if at > from && at < to {
                group = group.add(grid_line(view, along_x, at));
            }
        }
    }
    group
}

fn frame_rectangle(view: &View) -> Rectangle {
    Rectangle::new()
        .set("x", MARGIN)
        .set("y", HEADER)
        .set("width", px(view.size.x))
        .set("height", px(view.size.y))
        .set("rx", 6)
}

fn grid_line(view: &View, along_x: bool, at: f64) -> Line {
    let p = view.sheet_from_world(DVec2::splat(at));
    let color = if at == 0.0 { "#b8c2cb" } else { "#edf0f2" };
    let line = Line::new().set("stroke", color).set("stroke-width", 1);
    if along_x {
        line.set("x1", px(p.x))
            .set("x2", px(p.x))
            .set("y1", HEADER)
            .set("y2", px(HEADER + view.size.y))
    } else {
        line.set("x1", MARGIN)
            .set("x2", px(MARGIN + view.size.x))
            .set("y1", px(p.y))
            .set("y2", px(p.y))
    }
}

/// The blocked cells.
pub fn blocked_cells(scene: &Scene, view: &View) -> Group {
    let side = scene.cells.size * view.scale;
    let mut group = Group::new()
        .set("fill", "#d4d9de")
        .set("stroke", "#aab3bb")
        .set("clip-path", CLIP);
    for &Cell { column, row } in &scene.cells.blocked {
        let top_left = view.sheet_from_world(
            DVec2::new(f64::from(column), f64::from(row) + 1.0) * scene.cells.size,
        );
        group = group.add(
            Rectangle::new()
                .set("x", px(top_left.x))
                .set("y", px(top_left.y))
                .set("width", px(side))
                .set("height", px(side)),
        );
    }
    group
}

/// The walls. Doors are dashed, and open ones faint.
pub fn walls(scene: &Scene, items: &Exported<'_>, view: &View) -> Group {
    let mut group = Group::new()
        .set("fill", "none")
        .set("stroke", INK)
        .set("stroke-width", 3)
        .set("stroke-linejoin", "round")
        .set("clip-path", CLIP);
    for wall in &scene.walls {
        let closing = wall.nodes.first().filter(|_| wall.closed);
        let points = wall.nodes.iter().chain(closing);
        let mut line = shape::polyline(points.map(|node| view.sheet_from_world(node.position)));
        if wall.open.is_some() {
            line = line.set("stroke-dasharray", "6 4");
        }
        if wall.open == Some(true) {
            line = line.set("stroke-opacity", 0.35);
        }
        let lines = data::property_lines(&wall.properties, scene);
        let title = data::title(&wall.name, lines);
        let of_wall = data::group("wall", items.item("walls", wall.id.0));
        group = group.add(of_wall.add(title).add(line));
    }
    group
}

/// A scale bar of a round length above the top right corner of the frame.
pub fn scale_bar(view: &View, unit: &str) -> Group {
    let length = view.nice_step(60.0);
    let right = DVec2::new(MARGIN + view.size.x, HEADER - 10.0);
    let left = right - DVec2::new(length * view.scale, 0.0);
    let tick = DVec2::new(0.0, 5.0);
    let bar = shape::polyline([left - tick, left, right, right - tick])
        .set("stroke", INK)
        .set("stroke-width", 1.5);
    // As many decimals as the length has, without binary rounding errors.
    let places = (-length.log10().floor()).clamp(0.0, 9.0) as usize;
    let text = format!("{length:.places$} {}", shape::cut(unit, 12));
    let middle = left * 0.5 + right * 0.5 - DVec2::new(0.0, 6.0);
    Group::new()
        .add(bar)
        .add(shape::floating_label(middle, 11.0, INK, &text))
}
