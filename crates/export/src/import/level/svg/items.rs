//! Shapes as items of a level.

use super::element::Element;
use super::flatten::flattened;
use super::{Inherited, Reader, Use, shapes};
use crate::import::level::hints::propose;
use crate::import::level::{Found, FoundKind};
use kurbo::{Affine, PathEl, Point, Shape as _};
use steerwright_format::FormatError;

/// Points that are farther away are on no map, and curves there have too many points.
const FARTHEST: f64 = 1e6;

impl Reader<'_> {
    pub(super) fn shape(
        &mut self,
        element: &Element<'_>,
        inherited: &Inherited,
        drawn_by: Option<&Use>,
    ) -> Result<(), FormatError> {
        let node = element.node;
        let layer = &inherited.layer;
        let lengths = element.lengths(&inherited.lengths);
        let Some(outline) = shapes::outline(element, &lengths)? else {
            return self.omit(node, layer, "its position or size cannot be read");
        };
        let mut path = outline.path;
        let own_box = Some(path.bounding_box()).filter(|_| !path.elements().is_empty());
        let Some(placed) = self.placed(element, inherited, &lengths, own_box)? else {
            return Ok(());
        };
        let covers = element.tag() == "rect"
            && placed == Affine::IDENTITY
            && !inherited.is_in_use
            && element
                .point("x", "y", &lengths)
                .zip(element.point("width", "height", &lengths))
                .is_some_and(|(at, size)| self.viewport.is_covered(at, size));
        if covers {
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
        let shapes = flattened(&path, &self.findings)?;
        let unreadable = "its path data cannot be read";
        match (shapes.is_empty(), outline.is_whole) {
            (true, true) => return self.omit(node, layer, "it has no size"),
            (true, false) => return self.omit(node, layer, unreadable),
            (false, false) => self.note("the rest of ", node, layer, unreadable)?,
            (false, true) => {}
        }
        let kind = if shapes.iter().all(|shape| shape.closed) {
            FoundKind::Polygon
        } else {
            FoundKind::Line
        };
        let use_id = drawn_by.and_then(|drawn_by| drawn_by.id.as_deref());
        let source = match use_id.or_else(|| element.attribute("id")) {
            Some(id) => format!("{}{id}", inherited.source),
            None => {
                let number = self.findings.len() - inherited.found_before + 1;
                format!("{}#{number}", inherited.source)
            }
        };
        let own_name = element.name();
        let name = drawn_by
            .map(|drawn_by| &*drawn_by.name)
            .filter(|name| !name.is_empty());
        let name = name.unwrap_or(&own_name);
        self.findings.add(Found {
            properties: Vec::new(),
            node_at: None,
            heading: None,
            source,
            name: name.to_owned(),
            layer: layer.clone(),
            kind,
            shapes,
            cells: None,
            becomes: propose(kind, &[name, &own_name, layer]),
        })
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
