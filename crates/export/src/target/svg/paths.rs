//! Paths: lines with direction arrows, and nodes with their rings and labels.

use super::data::{self, Exported};
use super::frame::CLIP;
use super::notes;
use super::shape::{self, INK, MUTED, PAPER, path_color, px};
use super::view::View;
use glam::DVec2;
use serde_json::Value;
use steerwright_format::export_file::PathLine;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{PatrolPath, Scene};
use svg::Node as _;
use svg::node::element::{Element, Group, Rectangle};

/// The approximate distance between direction arrows, px.
const ARROW_SPACING: f64 = 90.0;
/// The maximum number of direction arrows per path.
const MAX_ARROWS: f64 = 400.0;

/// The paths, the first one at the bottom.
pub fn paths(scene: &Scene, items: &Exported<'_>, lines: &[PathLine], view: &View) -> Group {
    let mut group = Group::new();
    for (index, (path, line)) in scene.paths.iter().zip(lines).enumerate() {
        let exported = items.item("paths", path.id.0);
        group = group.add(path_group(
            path,
            exported,
            line,
            path_color(index),
            scene,
            view,
        ));
    }
    group
}

fn path_group(
    path: &PatrolPath,
    exported: &Value,
    line: &PathLine,
    color: &str,
    scene: &Scene,
    view: &View,
) -> Group {
    let lines = data::property_lines(&path.properties, scene);
    let title = data::title(&path.name, lines);
    let mut group = data::group("path", exported).add(title);
    let mut rings = Group::new().set("clip-path", CLIP);
    for node in &path.nodes {
        rings = rings.add(
            shape::circle(
                view.sheet_from_world(node.position),
                path.radius_of(node) * view.scale,
            )
            .set("fill", color)
            .set("fill-opacity", 0.08)
            .set("stroke", color)
            .set("stroke-opacity", 0.55)
            .set("stroke-dasharray", "4 3"),
        );
    }
    group = group.add(rings);

    let points: Vec<DVec2> = line
        .polyline
        .points
        .iter()
        .map(|&p| view.sheet_from_world(p))
        .collect();
    let corners = shape::points(points.iter().copied());
    let outline = if line.polyline.closed && points.len() > 2 {
        "polygon"
    } else {
        "polyline"
    };
    group = group
        .add(stroked(Element::new(outline), &corners, color))
        .add(direction_arrows(&points, line.polyline.closed, color));
    for (i, node) in path.nodes.iter().enumerate() {
        let mut start = data::group("node", &exported["nodes"][i]);
        let mut lines = notes::lines(node, scene);
        lines.extend(data::property_lines(&node.properties, scene));
        // A node without notes has the tooltip of its path.
        if !lines.is_empty() {
            let name = format!("{}, node {}", path.name, i + 1);
            start = start.add(data::title(&name, lines));
        }
        let notes = notes::label(node, scene);
        group = group.add(node_group(start, path, i, color, &notes, view));
    }
    group
}

fn stroked(mut line: Element, points: &str, color: &str) -> Element {
    line.assign("points", points);
    line.assign("fill", "none");
    line.assign("stroke", color);
    line.assign("stroke-width", 2.5);
    line.assign("stroke-linejoin", "round");
    line.assign("stroke-linecap", "round");
    line
}

fn direction_arrows(points: &[DVec2], closed: bool, color: &str) -> Group {
    let mut group = Group::new()
        .set("stroke", color)
        .set("stroke-width", 2)
        .set("stroke-linecap", "round");
    let line = steerwright_runtime::geometry::Polyline::new(points.to_vec(), closed);
    let length = line.length();
    let count = (length / ARROW_SPACING).round().clamp(1.0, MAX_ARROWS);
    let spacing = length / count;
    let (mut run, mut next) = (0.0, spacing * 0.5);
    for (a, b) in line.segments() {
        let segment = vector::distance(a, b);
        while segment > 0.0 && next <= run + segment && next < length {
            let along = vector::direction(b - a);
            group = group.add(shape::chevron(a + along * (next - run), along));
            next += spacing;
        }
        run += segment;
    }
    group
}

fn node_group(
    start: Group,
    path: &PatrolPath,
    index: usize,
    color: &str,
    notes: &[String],
    view: &View,
) -> Group {
    let p = view.sheet_from_world(path.nodes[index].position);
    let last = index + 1 == path.nodes.len();
    let mut group = start;
    // The start is a filled circle, the end of an open path a filled square, and other nodes are
    // hollow circles.
    group = if index == 0 {
        group.add(
            shape::circle(p, 7.5)
                .set("fill", color)
                .set("stroke", PAPER)
                .set("stroke-width", 2),
        )
    } else if last && !path.is_closed() {
        let square = Rectangle::new()
            .set("x", px(p.x - 6.5))
            .set("y", px(p.y - 6.5))
            .set("width", 13)
            .set("height", 13);
        group.add(
            square
                .set("fill", color)
                .set("stroke", PAPER)
                .set("stroke-width", 2),
        )
    } else {
        group.add(
            shape::circle(p, 4.5)
                .set("fill", PAPER)
                .set("stroke", color)
                .set("stroke-width", 2),
        )
    };
    if index == 0 {
        group = group.add(
            shape::floating_label(p - DVec2::new(0.0, 13.0), 11.0, color, "start")
                .set("font-weight", 600),
        );
    } else if last && !path.is_closed() {
        group = group.add(
            shape::floating_label(p - DVec2::new(0.0, 13.0), 11.0, color, "end")
                .set("font-weight", 600),
        );
    }
    for (row, line) in notes.iter().enumerate() {
        let below = DVec2::new(0.0, 20.0 + 13.0 * row as f64);
        group = group.add(shape::floating_label(p + below, 11.0, INK, line));
    }
    // Node numbers would clutter long paths.
    if path.nodes.len() <= 60 {
        let number = shape::floating_label(
            p + DVec2::new(13.0, 4.0),
            10.0,
            MUTED,
            &(index + 1).to_string(),
        );
        group = group.add(number);
    }
    group
}
