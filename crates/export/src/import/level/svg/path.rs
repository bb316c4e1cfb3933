//! The data of SVG paths, of which a bounded number of parts is read.

use crate::import::level::beyond;
use kurbo::{Arc, BezPath, PathEl, Point, SvgArc, Vec2};
use steerwright_format::FormatError;
use steerwright_format::limits::MAP_POINTS;
use svgtypes::{PathParser, PathSegment};

/// Numbers beyond it are of no use, and an arc that is so large has too many parts.
const LARGEST: f64 = 1e12;
/// The accuracy with which arcs become curves.
const ARC_ACCURACY: f64 = 0.1;

/// Refuses paths with more parts than a map may have points.
pub fn check_length(parts: usize) -> Result<(), FormatError> {
    if parts as u64 > MAP_POINTS.max {
        return Err(beyond("the picture", &MAP_POINTS));
    }
    Ok(())
}

/// The path with this data as far as it can be read, and whether that is to its end.
pub fn path(data: &str) -> Result<(BezPath, bool), FormatError> {
    let count = PathParser::from(data).count();
    check_length(count)?;
    let mut pen = Pen {
        path: BezPath::with_capacity(count),
        ..Pen::default()
    };
    for part in PathParser::from(data) {
        let Ok(part) = part else {
            return Ok((pen.path, false));
        };
        if pen.draw(part).is_none() {
            return Ok((pen.path, false));
        }
        check_length(pen.path.elements().len())?;
    }
    Ok((pen.path, true))
}

#[derive(Default)]
struct Pen {
    path: BezPath,
    at: Point,
    /// Where the part of the path started.
    start: Point,
    /// The last control point of a curve, and whether it is a cubic one.
    control: Option<(Point, bool)>,
}

impl Pen {
    /// Draws a part. `None` if a number is too large.
    fn draw(&mut self, part: PathSegment) -> Option<()> {
        let at = self.at;
        let place = |abs: bool, x: f64, y: f64| {
            let from = if abs { Point::ORIGIN } else { at };
            let is_near = |number: f64| number.abs() <= LARGEST;
            let point = from + (x, y);
            (is_near(point.x) && is_near(point.y)).then_some(point)
        };
        // The control point that a smooth curve does not state.
        let mirrored = |is_cubic: bool| match self.control {
            Some((control, was_cubic)) if was_cubic == is_cubic => at + (at - control),
            Some(_) | None => at,
        };
        if matches!(self.path.elements().last(), Some(PathEl::ClosePath))
            && !matches!(
                part,
                PathSegment::MoveTo { .. } | PathSegment::ClosePath { .. }
            )
        {
            self.path.move_to(self.start);
        }
        let mut control = None;
        match part {
            PathSegment::MoveTo { abs, x, y } => {
                self.start = place(abs, x, y)?;
                self.at = self.start;
                self.path.move_to(self.at);
            }
            PathSegment::LineTo { abs, x, y } => self.line(place(abs, x, y)?),
            PathSegment::HorizontalLineTo { abs, x } => {
                let y = if abs { at.y } else { 0.0 };
                self.line(place(abs, x, y)?);
            }
            PathSegment::VerticalLineTo { abs, y } => {
                let x = if abs { at.x } else { 0.0 };
                self.line(place(abs, x, y)?);
            }
            PathSegment::CurveTo {
                abs,
                x1,
                y1,
                x2,
                y2,
                x,
                y,
            } => {
                let second = place(abs, x2, y2)?;
                self.curve(place(abs, x1, y1)?, second, place(abs, x, y)?);
                control = Some((second, true));
            }
            PathSegment::SmoothCurveTo { abs, x2, y2, x, y } => {
                let second = place(abs, x2, y2)?;
                self.curve(mirrored(true), second, place(abs, x, y)?);
                control = Some((second, true));
            }
            PathSegment::Quadratic { abs, x1, y1, x, y } => {
                let middle = place(abs, x1, y1)?;
                self.quadratic(middle, place(abs, x, y)?);
                control = Some((middle, false));
            }
            PathSegment::SmoothQuadratic { abs, x, y } => {
                let middle = mirrored(false);
                self.quadratic(middle, place(abs, x, y)?);
                control = Some((middle, false));
            }
            PathSegment::EllipticalArc {
                abs,
                rx,
                ry,
                x_axis_rotation,
                large_arc,
                sweep,
                x,
                y,
            } => {
                place(true, rx, ry)?;
                let arc = SvgArc {
                    from: at,
                    to: place(abs, x, y)?,
                    radii: Vec2::new(rx, ry),
                    x_rotation: x_axis_rotation.to_radians(),
                    large_arc,
                    sweep,
                };
                match Arc::from_svg_arc(&arc) {
                    Some(curves) => {
                        self.path.extend(curves.append_iter(ARC_ACCURACY));
                        self.at = arc.to;
                    }
                    None => self.line(arc.to),
                }
            }
            PathSegment::ClosePath { .. } => {
                self.path.close_path();
                self.at = self.start;
            }
        }
        self.control = control;
        Some(())
    }

    fn line(&mut self, to: Point) {
        self.path.line_to(to);
        self.at = to;
    }

    fn quadratic(&mut self, middle: Point, to: Point) {
        self.path.quad_to(middle, to);
        self.at = to;
    }

    fn curve(&mut self, first: Point, second: Point, to: Point) {
        self.path.curve_to(first, second, to);
        self.at = to;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_as_far_as_they_can_be() {
        for (data, parts, is_whole) in [
            ("M0 0A1e300 1e300 0 1 0 1 1", 1, false),
            ("M1e300 0A1 1 0 1 0 1 1", 0, false),
            ("M0 0L1.5.5A1 1 0 01300 2z", 5, true),
            ("M0 0h5v5 x 3", 3, false),
            ("M0 0zzzh5", 6, true),
            ("L1 1", 0, false),
            ("", 0, true),
        ] {
            let (path, whole) = path(data).expect(data);
            assert_eq!((path.elements().len(), whole), (parts, is_whole), "{data}");
        }
        assert!(path(&format!("M0 0{}", "z".repeat(1_000_001))).is_err());
    }

    #[test]
    fn curves_are_those_of_another_parser() {
        for data in [
            "m1 2l3 4h5v-6H7V8L9 1z m2 2 3 3",
            "M1 1c1 2 3 4 5 6s1 2 3 4S9 8 7 6q1 2 3 4t5 6T1 2z",
            "M10 10a30 20 30 1 0 9 9A5 5 0 0 1 40 40t5 5s1 1 2 2",
        ] {
            let expected = BezPath::from_svg(data).expect(data);
            let (parsed, _) = path(data).expect(data);
            let points = |path: &BezPath| -> Vec<Point> {
                let ends = path.elements().iter().filter_map(PathEl::end_point);
                ends.collect()
            };
            let pairs = points(&parsed).into_iter().zip(points(&expected));
            for (point, expected) in pairs {
                assert!(
                    point.distance(expected) < 1e-9,
                    "{data}: {point} {expected}"
                );
            }
        }
    }
}
