//! Shapes of SVG pictures, where browsers draw them.
//!
//! `usvg` resolves such files too, but it leaves out what is not painted, such as a line without a
//! stroke, and computes in 32 bits.

mod containers;
mod element;
mod flatten;
mod items;
mod length;
mod path;
mod shapes;
mod styles;
mod transform;
mod viewport;

use super::files::Files;
use super::findings::Findings;
use super::{Level, Omissions, in_layer, invalid};
use crate::import::xml::{self, Document, Node};
use element::Element;
use kurbo::Affine;
use length::Lengths;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use steerwright_format::FormatError;
use steerwright_format::limits::INSTANCED_NODES;
use styles::Styles;
use viewport::{GivenSize, Viewport};

/// The pixels of a unit, because a picture has no tiles.
const PIXELS_PER_UNIT: f64 = 32.0;
/// The namespace of pictures.
const SVG: &str = "http://www.w3.org/2000/svg";

/// Reads a picture.
pub fn read(text: &str, _: &mut Files) -> Result<Level, FormatError> {
    let document = xml::parse(text, "an SVG picture", "its editor")?;
    let root = document.root_element();
    if xml::tag(root) != "svg" {
        let message = "this is not an SVG picture; open a file that starts with <svg>";
        return Err(invalid(xml::line(root), message));
    }
    let mut omissions = Omissions::default();
    let sheet = styles::sheet(&document);
    let styles = Styles::new(&sheet, &mut omissions)?;
    let mut reader = Reader {
        targets: targets(&document),
        root,
        styles,
        viewport: Viewport::default(),
        findings: Findings::default(),
        omissions,
        drawn: BTreeSet::new(),
        instanced_left: INSTANCED_NODES.max,
    };
    reader.read()?;
    Ok(Level {
        pixels_per_unit: PIXELS_PER_UNIT,
        found: reader.findings.list(),
        left_out: reader.omissions.list(),
        ..Level::default()
    })
}

struct Reader<'a> {
    root: Node<'a>,
    styles: Styles<'a>,
    targets: BTreeMap<&'a str, Node<'a>>,
    viewport: Viewport,
    findings: Findings,
    omissions: Omissions,
    /// The elements that `use` draws around the one that is read.
    drawn: BTreeSet<u32>,
    /// How many elements may still be drawn by `use`.
    instanced_left: u64,
}

/// What an element has from those around it.
#[derive(Clone)]
struct Inherited {
    placed: Affine,
    lengths: Lengths,
    layer: String,
    /// False where `display` removes all.
    is_drawn: bool,
    is_visible: bool,
    /// The start of the sources of shapes.
    source: String,
    /// How much was found before what the sources are in.
    found_before: usize,
    is_in_use: bool,
}

/// Elements that are read one after another, with those inside of them. The stack of them replaces
/// recursion, which could be too deep.
struct Siblings<'a> {
    next: Option<Node<'a>>,
    /// Whether those behind the next one are not read.
    is_single: bool,
    inherited: Rc<Inherited>,
    /// The `use` that draws them.
    drawn_by: Option<Use>,
}

/// A `use` element.
struct Use {
    /// The number of what it draws.
    target: u32,
    name: String,
    id: Option<String>,
    size: GivenSize,
}

impl<'a> Reader<'a> {
    fn read(&mut self) -> Result<(), FormatError> {
        let element = Element::read(self.root, &self.styles)?;
        self.viewport = Viewport::of(&element);
        let mut lengths = element.lengths(&Lengths::new(self.viewport.size));
        lengths.root_font = lengths.font;
        let inherited = Inherited {
            placed: Affine::IDENTITY,
            lengths,
            layer: String::new(),
            is_drawn: !element.is_removed(),
            is_visible: element.is_visible(true),
            source: "svg/".to_owned(),
            found_before: 0,
            is_in_use: false,
        };
        let mut stack = vec![Siblings {
            next: self.root.first_element_child(),
            is_single: false,
            inherited: Rc::new(inherited),
            drawn_by: None,
        }];
        while let Some(siblings) = stack.last_mut() {
            let Some(node) = siblings.next else {
                if let Some(drawn_by) = &siblings.drawn_by {
                    self.drawn.remove(&drawn_by.target);
                }
                stack.pop();
                continue;
            };
            siblings.next = node.next_sibling_element().filter(|_| !siblings.is_single);
            let inherited = Rc::clone(&siblings.inherited);
            let inside = self.element(node, &inherited, siblings.drawn_by.as_ref())?;
            stack.extend(inside);
        }
        Ok(())
    }

    /// Reads an element. Returns what is inside of it.
    fn element(
        &mut self,
        node: Node<'a>,
        inherited: &Rc<Inherited>,
        drawn_by: Option<&Use>,
    ) -> Result<Option<Siblings<'a>>, FormatError> {
        let is_container = match xml::tag(node) {
            "g" | "a" | "svg" | "switch" => true,
            // Only `use` draws it.
            "symbol" => drawn_by.is_some(),
            _ => false,
        };
        if !self.is_svg(node) || !(is_container || is_drawable(xml::tag(node))) {
            return Ok(None);
        }
        if inherited.is_in_use && !self.count_instanced(node, inherited)? {
            return Ok(None);
        }
        let element = Element::read(node, &self.styles)?;
        if is_container {
            return self.container(&element, inherited, drawn_by);
        }
        let is_drawn = inherited.is_drawn && !element.is_removed();
        let is_visible = element.is_visible(inherited.is_visible);
        let layer = &inherited.layer;
        match xml::tag(node) {
            // What it draws can be visible.
            "use" if is_drawn => return self.draw_use(&element, inherited, drawn_by),
            _ if !is_drawn || !is_visible => self.omit(node, layer, "it is hidden")?,
            "image" => {
                let why = "it is a picture; add its file with File › Add picture";
                self.omit(node, layer, why)?;
            }
            "text" | "foreignObject" => {
                let why = "it has no path of its own; convert it to a path";
                self.omit(node, layer, why)?;
            }
            _ => self.shape(&element, inherited, drawn_by)?,
        }
        Ok(None)
    }

    /// Whether an element is one of pictures. Without a declaration all are.
    fn is_svg(&self, node: Node<'_>) -> bool {
        let namespace = node.tag_name().namespace();
        namespace.is_none_or(|name| name == SVG || Some(name) == self.root.tag_name().namespace())
    }

    /// Counts an element that `use` draws. False if there are too many.
    fn count_instanced(
        &mut self,
        node: Node<'_>,
        inherited: &Inherited,
    ) -> Result<bool, FormatError> {
        // Without looking at long ones again and again.
        let count = match self.instanced_left {
            0 => 1,
            _ => 1 + xml::attributes_length(node) as u64 / 1024,
        };
        if count > self.instanced_left {
            self.instanced_left = 0;
            let why = INSTANCED_NODES.message();
            self.omit(node, &inherited.layer, &why)?;
            return Ok(false);
        }
        self.instanced_left -= count;
        Ok(true)
    }

    fn omit(&mut self, node: Node<'_>, layer: &str, why: &str) -> Result<(), FormatError> {
        self.note("", node, layer, why)
    }

    /// Lists a part of an element as left out.
    fn note(
        &mut self,
        part: &str,
        node: Node<'_>,
        layer: &str,
        why: &str,
    ) -> Result<(), FormatError> {
        let article = if xml::tag(node).starts_with(['a', 'e', 'i']) {
            "an"
        } else {
            "a"
        };
        self.findings.count_name(layer)?;
        let what = format!("{part}{article} {}{}", xml::tag(node), in_layer(layer));
        self.omissions.add(what, why);
        Ok(())
    }

    /// Where an element is. `None` if that is not known.
    fn placed(
        &mut self,
        element: &Element<'_>,
        inherited: &Inherited,
        lengths: &Lengths,
        own_box: Option<kurbo::Rect>,
    ) -> Result<Option<Affine>, FormatError> {
        match element.transform(lengths, own_box) {
            Ok(found) => {
                if found.is_partly_invalid {
                    let why = "it is invalid, and ignored as in browsers";
                    self.note("the transform of ", element.node, &inherited.layer, why)?;
                }
                Ok(Some(inherited.placed * found.transform))
            }
            Err(why) => {
                self.omit(element.node, &inherited.layer, why)?;
                Ok(None)
            }
        }
    }
}

/// The elements that `use` refers to, by their ids: the first one of each.
fn targets<'a>(document: &'a Document<'a>) -> BTreeMap<&'a str, Node<'a>> {
    let uses = document.descendants();
    let uses = uses.filter(|node| node.tag_name().name() == "use");
    let wanted: BTreeSet<&str> = uses
        .filter_map(|node| xml::attribute(node, "href")?.trim().strip_prefix('#'))
        .collect();
    let mut targets = BTreeMap::new();
    for node in document.descendants().filter(|_| !wanted.is_empty()) {
        if let Some(id) = xml::unprefixed(node, "id").filter(|id| wanted.contains(id)) {
            targets.entry(id).or_insert(node);
        }
    }
    targets
}

/// Whether an element with this name draws something by itself.
fn is_drawable(tag: &str) -> bool {
    matches!(
        tag,
        "path"
            | "polygon"
            | "polyline"
            | "line"
            | "rect"
            | "circle"
            | "ellipse"
            | "image"
            | "text"
            | "foreignObject"
            | "use"
    )
}

#[cfg(test)]
mod tests;
