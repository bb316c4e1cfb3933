//! The paths of SVG shapes.

use super::element::Element;
use super::length::{Along, Lengths};
use super::path;
use glam::DVec2;
use kurbo::{Arc, BezPath, Ellipse, Shape};
use std::f64::consts::{FRAC_PI_2, PI};
use steerwright_format::FormatError;
use svgtypes::PointsParser;

/// How far the points of a curve may lie from it, in pixels.
pub const TOLERANCE: f64 = 0.25;

/// The path of a shape.
pub struct Outline {
    pub path: BezPath,
    /// Whether all of it could be read.
    pub is_whole: bool,
}

/// The path of a shape. `None` if its position or size cannot be read.
pub fn outline(element: &Element<'_>, lengths: &Lengths) -> Result<Option<Outline>, FormatError> {
    let whole = |path| Outline {
        path,
        is_whole: true,
    };
    Ok(match element.tag() {
        "path" => {
            let data = element.value("d").unwrap_or_default().trim();
            // As styles write it.
            let inside = data
                .strip_prefix("path(")
                .and_then(|rest| rest.strip_suffix(')'));
            let data = inside.map_or(data, |inside| inside.trim().trim_matches(['"', '\'']));
            let (path, is_whole) = path::path(data)?;
            Some(Outline { path, is_whole })
        }
        "rect" => rectangle(element, lengths).map(whole),
        "line" => line(element, lengths).map(whole),
        "circle" | "ellipse" => ellipse(element, lengths).map(whole),
        _ => Some(points(element)?),
    })
}

fn line(element: &Element<'_>, lengths: &Lengths) -> Option<BezPath> {
    let end = |x, y| {
        let side = |name, along| match element.attribute(name) {
            Some(text) => lengths.pixels(text, along),
            None => Some(0.0),
        };
        Some((side(x, Along::Width)?, side(y, Along::Height)?))
    };
    let mut path = BezPath::new();
    path.move_to(end("x1", "y1")?);
    path.line_to(end("x2", "y2")?);
    Some(path)
}

/// Two radii, of which one that is not said is the other one. 0 if neither is.
fn radii(element: &Element<'_>, lengths: &Lengths) -> Option<DVec2> {
    let radius = |name, along| match element.value(name).map(str::trim) {
        None | Some("auto") => Some(None),
        // A negative one counts as not said.
        Some(text) => Some(Some(lengths.pixels(text, along)?).filter(|radius| *radius >= 0.0)),
    };
    let (x, y) = (radius("rx", Along::Width)?, radius("ry", Along::Height)?);
    let either = x.or(y).unwrap_or_default();
    Some(DVec2::new(x.unwrap_or(either), y.unwrap_or(either)))
}

fn rectangle(element: &Element<'_>, lengths: &Lengths) -> Option<BezPath> {
    let at = element.point("x", "y", lengths)?;
    let size = element.point("width", "height", lengths)?;
    let radii = radii(element, lengths)?.min(size / 2.0);
    let mut path = BezPath::new();
    if size.x <= 0.0 || size.y <= 0.0 {
        return Some(path);
    }
    let is_rounded = radii.x > 0.0 && radii.y > 0.0;
    // Clockwise from the upper left corner, where the center of each corner's arc is toward the
    // middle.
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(DVec2::from);
    for (index, corner) in corners.into_iter().enumerate() {
        let point = at + size * corner;
        if !is_rounded {
            add(&mut path, point);
            continue;
        }
        let center = point + radii * (DVec2::ONE - corner * 2.0);
        let start = PI + index as f64 * FRAC_PI_2;
        let arc = Arc::new(
            (center.x, center.y),
            (radii.x, radii.y),
            start,
            FRAC_PI_2,
            0.0,
        );
        // The arcs end on the sides, not near them.
        let across = DVec2::new(radii.x * (1.0 - corner.x * 2.0), 0.0);
        let down = DVec2::new(0.0, radii.y * (1.0 - corner.y * 2.0));
        let (first, last) = match index % 2 {
            0 => (point + down, point + across),
            _ => (point + across, point + down),
        };
        add(&mut path, first);
        let mut curves: Vec<_> = arc.append_iter(TOLERANCE).collect();
        if let Some(kurbo::PathEl::CurveTo(_, _, end)) = curves.last_mut() {
            *end = (last.x, last.y).into();
        }
        path.extend(curves);
    }
    path.close_path();
    Some(path)
}

fn add(path: &mut BezPath, point: DVec2) {
    if path.elements().is_empty() {
        path.move_to((point.x, point.y));
    } else {
        path.line_to((point.x, point.y));
    }
}

fn ellipse(element: &Element<'_>, lengths: &Lengths) -> Option<BezPath> {
    let center = element.point("cx", "cy", lengths)?;
    let radii = match element.tag() {
        "circle" => DVec2::splat(element.length("r", Along::Diagonal, lengths)?),
        _ => radii(element, lengths)?,
    };
    if radii.x <= 0.0 || radii.y <= 0.0 {
        return Some(BezPath::new());
    }
    let ellipse = Ellipse::new((center.x, center.y), (radii.x, radii.y), 0.0);
    Some(ellipse.path_elements(TOLERANCE).collect())
}

fn points(element: &Element<'_>) -> Result<Outline, FormatError> {
    let text = element.attribute("points").unwrap_or_default();
    let mut path = BezPath::new();
    for (x, y) in PointsParser::from(text) {
        add(&mut path, DVec2::new(x, y));
        path::check_length(path.elements().len())?;
    }
    let is_gap = |c: char| c.is_whitespace() || c == ',';
    let numbers = text.split(is_gap).filter(|part| !part.is_empty());
    let is_whole = numbers.count() <= path.elements().len() * 2;
    if element.tag() == "polygon" && path.elements().len() > 1 {
        path.close_path();
    }
    Ok(Outline { path, is_whole })
}
