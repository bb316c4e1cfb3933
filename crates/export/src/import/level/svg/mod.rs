//! Shapes of SVG pictures: paths with their curves, polygons, lines, rectangles and circles.

mod data;
mod length;
mod transform;

use super::element::{Document, Element};
use super::files::Files;
use super::findings::Findings;
use super::hints::propose;
use super::{Found, FoundKind, Level, Omissions, Shape};
use glam::DVec2;
use kurbo::{Affine, BezPath, PathEl, Point};
use length::{Along, Viewport};
use steerwright_format::FormatError;

/// How far the points of a curve may lie from it, in pixels.
const TOLERANCE: f64 = 0.25;
/// Curves farther away have too many points.
const FARTHEST: f64 = 1e6;
/// The pixels of a unit, because a picture has no tiles.
const PIXELS_PER_UNIT: f64 = 32.0;

/// Reads a picture.
pub fn read(text: &str, _: &mut Files) -> Result<Level, FormatError> {
    let document = Document::from_xml(text, "an SVG picture", "its editor")?;
    let root = document.root();
    if root.tag != "svg" {
        return Err(root.error("this is not an SVG picture; open a file that starts with <svg>"));
    }
    let mut reader = Reader {
        viewport: Viewport::of(&root),
        findings: Findings::default(),
        omissions: Omissions::default(),
    };
    reader.children(&root, "", Affine::IDENTITY)?;
    Ok(Level {
        pixels_per_unit: PIXELS_PER_UNIT,
        found: reader.findings.list(),
        left_out: reader.omissions.list(),
        ..Level::default()
    })
}

struct Reader {
    viewport: Viewport,
    findings: Findings,
    omissions: Omissions,
}

impl Reader {
    fn children(
        &mut self,
        parent: &Element<'_>,
        layer: &str,
        placed: Affine,
    ) -> Result<(), FormatError> {
        for node in parent.children() {
            let Some(own) = transform::parse(&node.text_of("transform")) else {
                self.omit(&node, layer, "its transform cannot be read")?;
                continue;
            };
            let placed = placed * own;
            // Inkscape names layers with a label.
            let name = node
                .attribute("label")
                .unwrap_or_else(|| node.text_of("id"));
            let name = &*name;
            match &*node.tag {
                "g" | "a" | "svg" | "switch" => {
                    let inner = match (layer.is_empty(), name.is_empty()) {
                        (_, true) => layer.to_owned(),
                        (true, false) => name.to_owned(),
                        (false, false) => format!("{layer}/{name}"),
                    };
                    self.findings.count_name(&inner)?;
                    let placed = match (&*node.tag, self.viewport.of_nested(&node)) {
                        ("svg", Some(nested)) => placed * nested,
                        ("svg", None) => {
                            self.omit(&node, layer, "its position or size cannot be read")?;
                            continue;
                        }
                        _ => placed,
                    };
                    self.children(&node, &inner, placed)?;
                }
                "path" | "polygon" | "polyline" | "line" | "rect" | "circle" | "ellipse" => {
                    self.shape(&node, name, layer, placed)?;
                }
                "image" => {
                    let why = "it is a picture; add its file with File › Add picture";
                    self.omit(&node, layer, why)?;
                }
                "text" | "use" | "foreignObject" => {
                    let why = "it has no path of its own; convert it to a path";
                    self.omit(&node, layer, why)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn omit(&mut self, node: &Element<'_>, layer: &str, why: &str) -> Result<(), FormatError> {
        let article = if node.tag.starts_with(['a', 'e', 'i', 'o', 'u']) {
            "an"
        } else {
            "a"
        };
        let what = format!("{article} {} in {layer:?}", node.tag);
        self.findings.count_name(layer)?;
        self.omissions.add(what, why);
        Ok(())
    }

    fn shape(
        &mut self,
        node: &Element<'_>,
        name: &str,
        layer: &str,
        placed: Affine,
    ) -> Result<(), FormatError> {
        let Some(mut path) = outline(node, self.viewport)? else {
            let why = match &*node.tag {
                "path" | "polygon" | "polyline" => "its path data cannot be read",
                _ => "its position or size cannot be read",
            };
            return self.omit(node, layer, why);
        };
        if node.tag == "rect" && placed == Affine::IDENTITY && self.is_background(node) {
            return self.omit(node, layer, "it covers the whole picture: a background");
        }
        path.apply_affine(placed);
        let is_far = |point: Point| !(point.x.abs() <= FARTHEST && point.y.abs() <= FARTHEST);
        if path
            .elements()
            .iter()
            .any(|part| points_of(part).into_iter().flatten().any(is_far))
        {
            return self.omit(node, layer, "it is too far away from the origin");
        }
        let shapes = self.flattened(&path)?;
        if shapes.is_empty() {
            return self.omit(node, layer, "it has no size");
        }
        let kind = if shapes.iter().all(|shape| shape.closed) {
            FoundKind::Polygon
        } else {
            FoundKind::Line
        };
        let source = match node.attribute("id") {
            Some(id) => format!("svg/{id}"),
            None => format!("svg/#{}", self.findings.len() + 1),
        };
        self.findings.add(Found {
            properties: Vec::new(),
            node_at: None,
            source,
            name: name.to_owned(),
            layer: layer.to_owned(),
            kind,
            shapes,
            cells: None,
            becomes: propose(kind, &[name, layer]),
        })
    }

    fn is_background(&self, rectangle: &Element<'_>) -> bool {
        let at = self.viewport.point(rectangle, "x", "y");
        let size = self.viewport.point(rectangle, "width", "height");
        at.zip(size)
            .is_some_and(|(at, size)| self.viewport.is_covered(at, size))
    }

    /// The parts of a path as lines. Each element is flattened on its own, so that the limit is noticed in time.
    fn flattened(&mut self, path: &BezPath) -> Result<Vec<Shape>, FormatError> {
        let mut shapes: Vec<Shape> = Vec::new();
        let (mut total, mut number) = (0, 0);
        let (mut at, mut start) = (Point::ZERO, Point::ZERO);
        for &part in path.elements() {
            let mut points = Vec::new();
            match part {
                PathEl::MoveTo(point) => {
                    // A point alone is no shape.
                    shapes.pop_if(|shape| shape.points.len() < 2);
                    self.findings.expect_items(shapes.len())?;
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
                    // A new part starts where a closed one did.
                    if shapes.last().is_none_or(|shape| shape.closed) {
                        self.findings.expect_items(shapes.len())?;
                        number += 1;
                        shapes.push(Shape {
                            key: (number - 1).to_string(),
                            points: vec![DVec2::new(at.x, at.y)],
                            closed: false,
                        });
                    }
                }
            }
            total += points.len() + 1;
            self.findings.expect_points(total)?;
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
}

fn points_of(part: &PathEl) -> [Option<Point>; 3] {
    match *part {
        PathEl::MoveTo(a) | PathEl::LineTo(a) => [Some(a), None, None],
        PathEl::QuadTo(a, b) => [Some(a), Some(b), None],
        PathEl::CurveTo(a, b, c) => [Some(a), Some(b), Some(c)],
        PathEl::ClosePath => [None; 3],
    }
}

/// The path of a shape, or `None` if its data cannot be read.
fn outline(node: &Element<'_>, viewport: Viewport) -> Result<Option<BezPath>, FormatError> {
    let mut path = BezPath::new();
    match &*node.tag {
        "path" => return data::path(&node.text_of("d")),
        "rect" => {
            let (at, size) = (
                viewport.point(node, "x", "y"),
                viewport.point(node, "width", "height"),
            );
            let Some((at, size)) = at.zip(size) else {
                return Ok(None);
            };
            if size.x <= 0.0 || size.y <= 0.0 {
                return Ok(Some(path));
            }
            polygon(
                &mut path,
                &[
                    at,
                    at + DVec2::new(size.x, 0.0),
                    at + size,
                    at + DVec2::new(0.0, size.y),
                ],
                true,
            );
        }
        "line" => {
            let ends = (
                viewport.point(node, "x1", "y1"),
                viewport.point(node, "x2", "y2"),
            );
            let (Some(start), Some(end)) = ends else {
                return Ok(None);
            };
            polygon(&mut path, &[start, end], false);
        }
        "circle" | "ellipse" => {
            let radius = |name, along| match node.attribute(name) {
                Some(_) => viewport.length(node, name, along),
                None => viewport.length(node, "r", Along::Diagonal),
            };
            let radii = radius("rx", Along::Width).zip(radius("ry", Along::Height));
            let Some((center, radii)) = viewport.point(node, "cx", "cy").zip(radii) else {
                return Ok(None);
            };
            if radii.0 <= 0.0 || radii.1 <= 0.0 {
                return Ok(Some(path));
            }
            let ellipse = kurbo::Ellipse::new((center.x, center.y), radii, 0.0);
            path.extend(kurbo::Shape::path_elements(&ellipse, TOLERANCE));
        }
        _ => {
            let text = node.text_of("points");
            let numbers = text
                .split(|c: char| c.is_whitespace() || c == ',')
                .filter(|part| !part.is_empty());
            let mut x = None;
            for number in numbers {
                let Ok(number) = number.parse::<f64>() else {
                    return Ok(None);
                };
                match x.take() {
                    None => x = Some(number),
                    Some(x) if path.elements().is_empty() => path.move_to((x, number)),
                    Some(x) => path.line_to((x, number)),
                }
                data::check_length(path.elements().len())?;
            }
            if node.tag == "polygon" && path.elements().len() > 1 {
                path.close_path();
            }
        }
    }
    Ok(Some(path))
}

fn polygon(path: &mut BezPath, points: &[DVec2], closed: bool) {
    for (index, point) in points.iter().enumerate() {
        if index == 0 {
            path.move_to((point.x, point.y));
        } else {
            path.line_to((point.x, point.y));
        }
    }
    if closed && points.len() > 1 {
        path.close_path();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn lines_keep_all_their_points() {
        let text = "<svg><polyline points='0,0 4,4 8,0'/><polygon points='1 2,3 4 5 6'/><line x2='3'/></svg>";
        let mut files = Files::new(Path::new("plan.svg"), false);
        let level = read(text, &mut files).expect("a picture");
        let points = |found: &Found| -> Vec<f64> {
            let points = &found.shapes[0].points;
            points.iter().flat_map(|point| point.to_array()).collect()
        };
        let found: Vec<Vec<f64>> = level.found.iter().map(points).collect();
        assert_eq!(found[0], [0.0, 0.0, 4.0, 4.0, 8.0, 0.0]);
        assert_eq!(found[1], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(found[2], [0.0, 0.0, 3.0, 0.0]);
        let closed: Vec<bool> = level.found.iter().map(|f| f.shapes[0].closed).collect();
        assert_eq!(closed, [false, true, false]);
    }

    #[test]
    fn a_background_is_left_out_and_an_unreadable_shape_leaves_the_others() {
        let text = "<svg width='10cm' height='50'><rect width='100%' height='100%'/>
            <rect x='10%' y='0' width='1in' height='20%'/><rect width='auto' height='4'/><circle r='huge'/></svg>";
        let mut files = Files::new(Path::new("plan.svg"), false);
        let level = read(text, &mut files).expect("a picture");
        let points = &level.found[0].shapes[0].points;
        assert_eq!(level.found.len(), 1);
        assert_eq!(points[0], DVec2::new(37.795275591, 0.0));
        assert_eq!(points[2], DVec2::new(133.795275591, 10.0));
        assert_eq!(level.left_out.len(), 3, "{:?}", level.left_out);
    }

    #[test]
    fn a_picture_in_a_picture_is_placed_by_its_view_box() {
        let text = "<svg><svg x='10' y='20' width='40' height='100' viewBox='5 5 20 20'><line x1='5' y1='5' x2='25' y2='25'/></svg>
            <polygon points='1,2 3'/><circle r='-5'/></svg>";
        let mut files = Files::new(Path::new("plan.svg"), false);
        let level = read(text, &mut files).expect("a picture");
        let points = &level.found[0].shapes[0].points;
        // As large as fits, in the middle.
        assert_eq!(points[..], [DVec2::new(10.0, 50.0), DVec2::new(50.0, 90.0)]);
        assert_eq!((level.found.len(), level.left_out.len()), (1, 2));
    }
}
