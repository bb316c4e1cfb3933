//! Paths as lines.

use super::shapes::TOLERANCE;
use crate::import::level::Shape;
use crate::import::level::findings::Findings;
use glam::DVec2;
use kurbo::{BezPath, PathEl, Point};
use steerwright_format::FormatError;

/// The parts of a path as lines. Each element is flattened on its own, so that the limit is noticed
/// in time.
pub fn flattened(path: &BezPath, findings: &Findings) -> Result<Vec<Shape>, FormatError> {
    let mut shapes: Vec<Shape> = Vec::new();
    let (mut total, mut number) = (0, 0);
    let (mut at, mut start) = (Point::ZERO, Point::ZERO);
    for &part in path.elements() {
        let mut points = Vec::new();
        match part {
            PathEl::MoveTo(point) => {
                // A point alone is no shape.
                shapes.pop_if(|shape| shape.points.len() < 2);
                findings.expect_items(shapes.len())?;
                number += 1;
                shapes.push(Shape {
                    key: (number - 1).to_string(),
                    points: vec![DVec2::new(point.x, point.y)],
                    closed: false,
                });
                start = point;
            }
            PathEl::ClosePath => {
                if let Some(shape) = shapes.last_mut() {
                    shape.closed = true;
                }
                at = start;
                continue;
            }
            PathEl::LineTo(_) | PathEl::QuadTo(..) | PathEl::CurveTo(..) => {
                kurbo::flatten([PathEl::MoveTo(at), part], TOLERANCE, |line| {
                    if let PathEl::LineTo(point) = line {
                        points.push(DVec2::new(point.x, point.y));
                    }
                });
            }
        }
        total += points.len() + 1;
        findings.expect_points(total)?;
        if let Some(shape) = shapes.last_mut() {
            shape.points.append(&mut points);
        }
        at = part.end_point().unwrap_or(at);
    }
    shapes.retain(|shape| shape.points.len() > 1);
    if let [one] = shapes.as_mut_slice() {
        one.key.clear();
    }
    Ok(shapes)
}
