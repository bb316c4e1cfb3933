//! Drawings in SVG. They are drawn without text, and without other files and images in them.

use crate::editor::pictures::load::{Decoded, above};
use crate::editor::pictures::svg_cost::cost;
use egui::ColorImage;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::roxmltree::{Document, Node, ParsingOptions};
use resvg::usvg::{ImageHrefResolver, Options, Tree};
use std::collections::BTreeMap;
use steerwright_format::limits::{Limit, PICTURE_ELEMENTS, PICTURE_LAYERS, PICTURE_WORK};
use steerwright_format::utf8_text;

/// The longer side of a small drawing, in pixels, so that it is sharp when it is magnified.
const LONGER_SIDE: u32 = 4096;

/// A drawing that would have to be smaller than this is refused, in pixels.
const SMALLEST_SIDE: f32 = 64.0;

/// Uses of uses are followed this deep. Drawing programs nest a few.
const MAX_DEPTH: usize = 64;

/// Whether a file looks like SVG.
pub fn is_svg(bytes: &[u8]) -> bool {
    let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    start.trim_ascii_start().starts_with(b"<")
}

/// Draws an SVG file.
pub fn decode(bytes: &[u8], max_side: u32) -> Result<Decoded, String> {
    let broken = |error: &dyn std::fmt::Display| {
        format!("The drawing is not valid SVG ({error}); save it again")
    };
    let text = utf8_text(bytes.to_vec());
    let text = text.map_err(|error| format!("The drawing cannot be read: {error}"))?;
    let parsing = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(&text, parsing).map_err(|error| broken(&error))?;
    if drawn_elements(&document).is_none_or(|count| count > PICTURE_ELEMENTS.max) {
        let most = above(&PICTURE_ELEMENTS, "elements");
        return Err(format!("The drawing has {most}"));
    }
    let options = Options {
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    let tree = Tree::from_xmltree(&document, &options).map_err(|error| broken(&error))?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let (scale, size) = fitting_size(&tree, max_side)?;
    let mut pixmap = Pixmap::new(size[0], size[1])
        .ok_or_else(|| "The drawing has no size; set its width and height".to_owned())?;
    let transform = Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    let image = ColorImage::from_rgba_premultiplied(size.map(|side| side as usize), pixmap.data());
    Ok(Decoded {
        image,
        pixels: [width, height].map(|side| (side.round() as u32).max(1)),
    })
}

/// The scale and the size in pixels at which a drawing is drawn: large enough to be magnified,
/// unless that costs too much.
fn fitting_size(tree: &Tree, max_side: u32) -> Result<(f32, [u32; 2]), String> {
    let (width, height) = (tree.size().width(), tree.size().height());
    let longer = width.max(height);
    let mut side = longer.max(LONGER_SIDE as f32).min(max_side as f32);
    loop {
        let scale = side / longer;
        let pixels = |length: f32| ((length * scale).round() as u32).clamp(1, max_side);
        let size = [pixels(width), pixels(height)];
        let Some(limit) = exceeded(tree, scale, size) else {
            return Ok((scale, size));
        };
        side /= 2.0;
        if side < SMALLEST_SIDE {
            let most = above(limit, "pixels");
            return Err(format!("The drawing has layers or effects of {most}"));
        }
    }
}

/// The limit that drawing at a scale would exceed.
fn exceeded(tree: &Tree, scale: f32, [width, height]: [u32; 2]) -> Option<&'static Limit> {
    let cost = cost(tree, scale, f64::from(width) * f64::from(height));
    let limits = [(cost.memory, &PICTURE_LAYERS), (cost.work, &PICTURE_WORK)];
    let mut exceeded = limits
        .into_iter()
        .filter(|(cost, limit)| *cost > limit.max as f64);
    exceeded.next().map(|(_, limit)| limit)
}

/// The elements of a drawing with those of every use, which can multiply them without end. `None`
/// if uses are nested too deep.
fn drawn_elements(document: &Document<'_>) -> Option<u64> {
    let elements = (document.descendants().filter(Node::is_element))
        .map(weight)
        .sum();
    if elements > PICTURE_ELEMENTS.max {
        return Some(elements);
    }
    let mut by_id: BTreeMap<&str, Node<'_, '_>> = BTreeMap::new();
    for node in document.descendants().filter(Node::is_element) {
        if let Some(id) = node.attribute("id") {
            by_id.entry(id).or_insert(node);
        }
    }
    let mut known = BTreeMap::new();
    count(document.root_element(), &by_id, &mut known, MAX_DEPTH)
}

/// An element, and the points of long paths.
fn weight(element: Node<'_, '_>) -> u64 {
    const BYTES: u64 = 64;
    let bytes = |text: &str| text.len() as u64 / BYTES;
    let attributes = element.attributes();
    1 + attributes
        .map(|attribute| bytes(attribute.value()))
        .sum::<u64>()
}

fn count<'a, 'input>(
    node: Node<'a, 'input>,
    by_id: &BTreeMap<&str, Node<'a, 'input>>,
    known: &mut BTreeMap<usize, u64>,
    depth: usize,
) -> Option<u64> {
    if let Some(&count) = known.get(&node.id().get_usize()) {
        return Some(count);
    }
    let mut total: u64 = 0;
    for inner in node.descendants().filter(Node::is_element) {
        total = total.saturating_add(weight(inner));
        let used = (inner.attributes())
            .filter(|attribute| attribute.name() == "href" || attribute.value().contains("url("))
            .flat_map(|attribute| references(attribute.value()))
            .filter_map(|id| by_id.get(id));
        for &used in used {
            // A use of what is around it is not drawn.
            if inner.ancestors().all(|around| around != used) {
                total = total.saturating_add(count(used, by_id, known, depth.checked_sub(1)?)?);
            }
        }
    }
    known.insert(node.id().get_usize(), total);
    Some(total)
}

/// The ids in `#id`, `url(#id)` and lists of them.
fn references(value: &str) -> impl Iterator<Item = &str> {
    value.split('#').skip(1).map(|part| {
        let end = part.find([')', '"', '\'', ' ']).unwrap_or(part.len());
        &part[..end]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_drawn_sharp_and_keeps_its_proportions() {
        let svg = br##"<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="10" height="10" fill="#f00"/></svg>"##;
        let decoded = decode(svg, 512).expect("a drawing");
        assert_eq!(decoded.pixels, [20, 10]);
        assert_eq!(decoded.image.size, [512, 256]);
        assert_eq!(decoded.image[(100, 100)], egui::Color32::RED);
        assert_eq!(decoded.image[(400, 100)], egui::Color32::TRANSPARENT);
    }

    #[test]
    fn uses_that_multiply_without_end_are_refused_by_name() {
        let mut svg = String::from(
            r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><g id="g0"><rect/></g>"#,
        );
        for i in 1..20 {
            let uses = format!("<use xlink:href=\"#g{}\"/>", i - 1).repeat(10);
            svg += &format!("<g id=\"g{i}\">{uses}</g>");
        }
        svg += "</svg>";
        let error = decode(svg.as_bytes(), 64).err().expect("an error");
        assert!(error.contains("limit \"picture elements\""), "{error}");
        // A use of itself is ignored by the renderer.
        let itself = br##"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><g id="a"><use href="#a"/></g></svg>"##;
        assert!(decode(itself, 64).is_ok());
        // Two that use each other are nested without end.
        let each = br##"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></svg>"##;
        assert!(decode(each, 64).is_err());
    }

    #[test]
    fn layers_and_effects_make_a_drawing_smaller_and_are_refused_by_name() {
        let start = r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">"#;
        let rect = r#"<rect width="9" height="9"/>"#;
        let draw = |inside: &str| {
            let text = format!("{start}{inside}</svg>");
            let tree = Tree::from_str(&text, &Options::default()).expect("a drawing");
            fitting_size(&tree, 4096).map(|(_, [width, _])| width)
        };
        let side = |inside: &str| draw(inside).expect("a size");
        let nested = |depth: usize| {
            let groups = r#"<g opacity="0.9">"#.repeat(depth);
            format!("{groups}{rect}{}", "</g>".repeat(depth))
        };
        assert_eq!(side(&nested(4)), 4096);
        assert_eq!(side(&nested(12)), 2048);
        assert_eq!(side(&nested(100)), 512);
        // A pattern, a filter region and a radius that are far larger than the picture.
        for (inside, limit) in [
            (
                r##"<pattern id="a" width="1e6" height="1e6" patternUnits="userSpaceOnUse"><rect width="1" height="1"/></pattern><rect fill="url(#a)" width="9" height="9"/>"##,
                "picture layers",
            ),
            (
                r##"<filter id="a" x="-99" y="-99" width="200" height="200"><feTurbulence baseFrequency="0.1" numOctaves="1000000000"/></filter><g filter="url(#a)"><rect width="9" height="9"/></g>"##,
                "picture work",
            ),
        ] {
            let Err(error) = draw(inside) else {
                panic!("{limit} is not refused");
            };
            assert!(error.contains(limit), "{error}");
        }
        // Each node of a merge is drawn, and so is what a filter takes as its image.
        let nodes = "<feMergeNode/>".repeat(2000);
        let merged = format!(
            r##"<filter id="a"><feMerge>{nodes}</feMerge></filter><g filter="url(#a)">{rect}</g>"##
        );
        assert!(side(&merged) < 2000);
        let images = r##"<feImage href="#b"/>"##.repeat(50);
        let images = format!(
            r##"<g id="b">{}</g><filter id="a">{images}</filter><g filter="url(#a)">{rect}</g>"##,
            rect.repeat(1000)
        );
        let few = images.replace(&rect.repeat(1000), rect);
        assert!(side(&images) < side(&few));
        let dilated = r##"<filter id="a"><feMorphology operator="dilate" radius="4"/></filter><g filter="url(#a)"><rect width="9" height="9"/></g>"##;
        assert!(side(dilated) < 1000);
        let blurred = |deviation: &str, count: usize| {
            let blur = format!("<feGaussianBlur stdDeviation=\"{deviation}\"/>").repeat(count);
            let filter = format!("<filter id=\"a\">{blur}</filter>");
            side(&format!(
                r##"{filter}<g filter="url(#a)"><rect width="9" height="9"/></g>"##
            ))
        };
        assert_eq!(blurred("1", 1), 2048);
        assert!(blurred("0.001", 300) < 512);
        // Edges from top to bottom, and dashes that are too small to see.
        let edges = |count| side(&format!("<path d=\"M0 0{}\"/>", "L5 9L1 0".repeat(count)));
        assert_eq!(edges(100), 4096);
        assert!(edges(100_000) < 2000);
        let line = r##"<path d="M0 0L9 9" stroke="#000" stroke-dasharray="1e-5"/>"##;
        assert!(side(line) < side(&line.replace("1e-5", "1")));
        let points = format!("<path d=\"M0 0{}\"/>", "l1 1".repeat(4_000_000));
        let error = decode(format!("{start}{points}</svg>").as_bytes(), 64);
        let Err(error) = error else {
            panic!("the path is not refused");
        };
        assert!(error.contains("picture elements"), "{error}");
    }

    #[test]
    fn a_drawing_reads_no_other_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let other = folder.path().join("red.svg");
        let red = r##"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="#f00"/></svg>"##;
        std::fs::write(&other, red).expect("written");
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image width="9" height="9" href="{}"/></svg>"#,
            other.display()
        );
        let decoded = decode(svg.as_bytes(), 64).expect("a drawing");
        assert!(decoded.image.pixels.iter().all(|pixel| pixel.a() == 0));
    }
}
