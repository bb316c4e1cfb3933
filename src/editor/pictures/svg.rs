//! Drawings in SVG. They are drawn without text, and without other files and images in them.

use super::load::{Decoded, above};
use egui::ColorImage;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::roxmltree::{Document, Node, ParsingOptions};
use resvg::usvg::{ImageHrefResolver, Options, Tree};
use std::collections::BTreeMap;
use steerwright_format::limits::PICTURE_ELEMENTS;

/// The longer side of a small drawing, in pixels, so that it is sharp when it is magnified.
const LONGER_SIDE: u32 = 4096;

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
    let text = std::str::from_utf8(bytes).map_err(|error| broken(&error))?;
    let parsing = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, parsing).map_err(|error| broken(&error))?;
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
    let longer = width.max(height);
    let side = longer.max(LONGER_SIDE as f32).min(max_side as f32);
    let scale = side / longer;
    let pixels = |length: f32| ((length * scale).round() as u32).clamp(1, max_side);
    let size = [pixels(width), pixels(height)];
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

/// The elements of a drawing with those of every use, which can multiply them without end. `None` if uses are nested too deep.
fn drawn_elements(document: &Document<'_>) -> Option<u64> {
    let elements = document.descendants().filter(Node::is_element).count() as u64;
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
        total = total.saturating_add(1);
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
        let own = br##"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><g id="a"><use href="#a"/></g></svg>"##;
        assert!(decode(own, 64).is_ok());
        // Two that use each other are nested without end.
        let each = br##"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></svg>"##;
        assert!(decode(each, 64).is_err());
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
