//! The outlines of nodes, in their own coordinates.

use super::documents::Resource;
use super::tree::Properties;
use crate::import::godot::parse::Section;
use kurbo::{BezPath, PathEl, Point};

/// How far the points of a curve may lie from it, in pixels.
const TOLERANCE: f64 = 0.25;
/// Curves farther away have too many points.
const FARTHEST: f64 = 1e6;

/// A line, and whether it is closed.
pub type Line = (Vec<Point>, bool);

fn points(numbers: Option<Vec<f64>>) -> Vec<Point> {
    let numbers = numbers.unwrap_or_default();
    numbers
        .chunks_exact(2)
        .map(|pair| Point::new(pair[0], pair[1]))
        .collect()
}

/// The outline of a polygon.
pub fn polygon(node: &Properties<'_>) -> Vec<Line> {
    let mut line = points(node.numbers("polygon"));
    if let Some([x, y]) = node.pair("offset") {
        for point in &mut line {
            *point += (x, y);
        }
    }
    vec![(line, true)]
}

/// The points of a line.
pub fn line(node: &Properties<'_>) -> Vec<Line> {
    vec![(points(node.numbers("points")), node.is_on("closed", false))]
}

/// The outline that other agents walk around.
pub fn obstacle(node: &Properties<'_>) -> Vec<Line> {
    vec![(points(node.numbers("vertices")), true)]
}

/// The outline of a shape.
pub fn of_shape(resource: &Resource) -> Result<Vec<Line>, String> {
    let shape = resource.section();
    let number = |name: &str, default: f64| shape.number(name).unwrap_or(default);
    let pair = |name: &str| match shape.numbers(name).as_deref() {
        Some(&[x, y]) => Some(Point::new(x, y)),
        _ => None,
    };
    let points = |name: &str| points(shape.numbers(name));
    Ok(match &*resource.kind() {
        "RectangleShape2D" => {
            // Godot 3 has half of the size.
            let half = match (pair("size"), pair("extents")) {
                (Some(size), _) => Point::new(size.x / 2.0, size.y / 2.0),
                (None, Some(extents)) => extents,
                (None, None) => Point::new(10.0, 10.0),
            };
            let (x, y) = (half.x, half.y);
            let corners = [(-x, -y), (x, -y), (x, y), (-x, y)];
            vec![(corners.map(Point::from).to_vec(), true)]
        }
        "CircleShape2D" => {
            let radius = number("radius", 10.0);
            let circle = kurbo::Circle::new(Point::ZERO, radius);
            vec![flattened(
                kurbo::Shape::path_elements(&circle, TOLERANCE),
                true,
            )?]
        }
        "CapsuleShape2D" => {
            let (radius, half) = capsule(shape, resource.document.is_of_three());
            let capsule = kurbo::Rect::new(-radius, -half, radius, half).to_rounded_rect(radius);
            vec![flattened(
                kurbo::Shape::path_elements(&capsule, TOLERANCE),
                true,
            )?]
        }
        "ConvexPolygonShape2D" => vec![(points("points"), true)],
        "ConcavePolygonShape2D" => {
            let ends = points("segments");
            ends.chunks_exact(2)
                .map(|ends| (ends.to_vec(), false))
                .collect()
        }
        "SegmentShape2D" => {
            let ends = [
                pair("a").unwrap_or_default(),
                pair("b").unwrap_or(Point::new(0.0, 10.0)),
            ];
            vec![(ends.to_vec(), false)]
        }
        _ => return Err("its shape has no end, or is unknown".into()),
    })
}

/// The radius of a capsule, and half of its height.
fn capsule(shape: Section<'_>, is_of_three: bool) -> (f64, f64) {
    if is_of_three {
        // The height is that of the part between the two half circles.
        let number = |name: &str, default: f64| shape.number(name).unwrap_or(default);
        let radius = number("radius", 10.0);
        return (radius, number("height", 20.0) / 2.0 + radius);
    }
    // Each of the two, when it is set, changes the other one if the height is less than the
    // diameter.
    let (mut radius, mut half) = (10.0, 15.0_f64);
    for (name, value) in shape.properties() {
        let number = || value.read().and_then(|value| value.number());
        match name {
            "radius" => {
                radius = number().unwrap_or(radius);
                half = half.max(radius);
            }
            "height" => {
                half = number().map_or(half, |height| height / 2.0);
                radius = radius.min(half);
            }
            _ => {}
        }
    }
    (radius, half)
}

/// The curve of a path.
pub fn curve(resource: &Resource) -> Result<Vec<Line>, String> {
    let curve = resource.section();
    // Of each point: the handle before it, the handle after it, and its place.
    let numbers = curve.numbers_in("_data", "points").unwrap_or_default();
    let mut path = BezPath::new();
    let mut before: Option<(Point, Point)> = None;
    for point in numbers.chunks_exact(6) {
        let at = Point::new(point[4], point[5]);
        let (into, out) = (at + (point[0], point[1]), at + (point[2], point[3]));
        match before {
            None => path.move_to(at),
            Some((last, handle)) if handle == last && into == at => path.line_to(at),
            Some((_, handle)) => path.curve_to(handle, into, at),
        }
        before = Some((at, out));
    }
    let (mut line, _) = flattened(path, false)?;
    let closed = line.len() > 3 && line.first() == line.last();
    if closed {
        line.pop();
    }
    Ok(vec![(line, closed)])
}

/// The points of a curve.
fn flattened(path: impl IntoIterator<Item = PathEl>, closed: bool) -> Result<Line, String> {
    let path: Vec<PathEl> = path.into_iter().collect();
    let is_near = |part: &PathEl| {
        let near = |point: Point| point.x.abs() <= FARTHEST && point.y.abs() <= FARTHEST;
        match *part {
            PathEl::MoveTo(a) | PathEl::LineTo(a) => near(a),
            PathEl::QuadTo(a, b) => near(a) && near(b),
            PathEl::CurveTo(a, b, c) => near(a) && near(b) && near(c),
            PathEl::ClosePath => true,
        }
    };
    if !path.iter().all(is_near) {
        return Err("it is too far away from the origin".into());
    }
    let mut line = Vec::new();
    kurbo::flatten(path, TOLERANCE, |part| {
        if let PathEl::MoveTo(point) | PathEl::LineTo(point) = part {
            line.push(point);
        }
    });
    Ok((line, closed))
}
