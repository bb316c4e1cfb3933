//! Shapes of SVG pictures, where browsers draw them.
//!
//! `usvg` resolves such files too, but it leaves out what is not painted, such as a line without a stroke, and computes in 32 bits.

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
use crate::import::xml::{Document, Kind, Node};
use element::Element;
use kurbo::Affine;
use length::Lengths;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use steerwright_format::FormatError;
use steerwright_format::limits::{INSTANCED_NODES, MAP_ELEMENTS};
use styles::Styles;
use viewport::{GivenSize, Viewport};

/// The pixels of a unit, because a picture has no tiles.
const PIXELS_PER_UNIT: f64 = 32.0;
/// Elements are as deep in each other as their file says.
const PICTURE: Kind = Kind {
    name: "an SVG picture",
    program: "its editor",
    most: Some(&MAP_ELEMENTS),
    deepest: None,
};

/// Reads a picture.
pub fn read(text: &str, _: &mut Files) -> Result<Level, FormatError> {
    let document = Document::parse(text, PICTURE)?;
    let root = document.root();
    if root.tag() != "svg" {
        let message = "this is not an SVG picture; open a file that starts with <svg>";
        return Err(invalid(root.position().0.to_string(), message));
    }
    let mut omissions = Omissions::default();
    let sheet = styles::sheet(&document);
    let styles = Styles::new(&document, &sheet, &mut omissions)?;
    let mut reader = Reader {
        namespaces: svg_namespaces(&document),
        targets: targets(&document),
        document: &document,
        styles,
        viewport: Viewport::default(),
        findings: Findings::default(),
        omissions,
        drawn: BTreeSet::new(),
        instanced_left: INSTANCED_NODES.max,
    };
    reader.read(root)?;
    Ok(Level {
        pixels_per_unit: PIXELS_PER_UNIT,
        found: reader.findings.list(),
        left_out: reader.omissions.list(),
        ..Level::default()
    })
}

struct Reader<'a> {
    document: &'a Document<'a>,
    styles: Styles<'a>,
    namespaces: BTreeSet<&'a str>,
    targets: BTreeMap<String, usize>,
    viewport: Viewport,
    findings: Findings,
    omissions: Omissions,
    /// The elements that `use` draws around the one that is read.
    drawn: BTreeSet<usize>,
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

/// Elements that are read one after another, with those inside of them. The stack of them replaces recursion, which could be too deep.
struct Siblings {
    next: usize,
    end: usize,
    inherited: Rc<Inherited>,
    /// The `use` that draws them.
    drawn_by: Option<Use>,
}

/// A `use` element.
struct Use {
    name: String,
    id: Option<String>,
    size: GivenSize,
}

impl<'a> Reader<'a> {
    fn read(&mut self, root: Node<'a>) -> Result<(), FormatError> {
        let element = Element::read(root, &self.styles)?;
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
            next: root.index() + 1,
            end: root.next(),
            inherited: Rc::new(inherited),
            drawn_by: None,
        }];
        while let Some(siblings) = stack.last_mut() {
            if siblings.next >= siblings.end {
                if siblings.drawn_by.is_some() {
                    self.drawn.remove(&(siblings.end - 1));
                }
                stack.pop();
                continue;
            }
            let node = self.document.node(siblings.next);
            siblings.next = node.next().min(siblings.end);
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
    ) -> Result<Option<Siblings>, FormatError> {
        let is_container = match node.tag() {
            "g" | "a" | "svg" | "switch" => true,
            // Only `use` draws it.
            "symbol" => drawn_by.is_some(),
            _ => false,
        };
        let is_svg = self.namespaces.contains(split_name(node.full_tag()).0);
        if !is_svg || !(is_container || is_drawable(node.tag())) {
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
        match node.tag() {
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

    /// Counts an element that `use` draws. False if there are too many.
    fn count_instanced(
        &mut self,
        node: Node<'_>,
        inherited: &Inherited,
    ) -> Result<bool, FormatError> {
        // Without looking at long ones again and again.
        let count = match self.instanced_left {
            0 => 1,
            _ => 1 + node.tag_text().len() as u64 / 1024,
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
        let article = if node.tag().starts_with(['a', 'e', 'i']) {
            "an"
        } else {
            "a"
        };
        self.findings.count_name(layer)?;
        let what = format!("{part}{article} {}{}", node.tag(), in_layer(layer));
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
            Ok(own) => {
                if own.is_partly_invalid {
                    let why = "it is invalid, and ignored as in browsers";
                    self.note("the transform of ", element.node, &inherited.layer, why)?;
                }
                Ok(Some(inherited.placed * own.transform))
            }
            Err(why) => {
                self.omit(element.node, &inherited.layer, why)?;
                Ok(None)
            }
        }
    }
}

/// The prefixes of names that are SVG's. Without a declaration all are that have no prefix.
fn svg_namespaces<'a>(document: &'a Document<'a>) -> BTreeSet<&'a str> {
    let (prefix, _) = split_name(document.root().full_tag());
    let declared = document.root();
    let declared = declared.attributes().filter_map(|(key, value)| {
        let prefix = key.strip_prefix("xmlns:")?;
        (&*value == "http://www.w3.org/2000/svg").then_some(prefix)
    });
    declared.chain(["", prefix]).collect()
}

fn split_name(name: &str) -> (&str, &str) {
    name.rsplit_once(':').unwrap_or(("", name))
}

/// The elements that `use` refers to, by their ids: the first one of each.
fn targets<'a>(document: &'a Document<'a>) -> BTreeMap<String, usize> {
    let uses = document.nodes().filter(|node| node.tag() == "use");
    let mut wanted: BTreeMap<String, Option<usize>> = uses
        .filter_map(|node| {
            let href = node.attribute("href")?;
            Some((href.trim().strip_prefix('#')?.to_owned(), None))
        })
        .collect();
    if wanted.is_empty() {
        return BTreeMap::new();
    }
    for node in document.nodes() {
        if let Some((_, id)) = node.attributes().find(|(key, _)| *key == "id")
            && let Some(target) = wanted.get_mut(&*id)
        {
            target.get_or_insert(node.index());
        }
    }
    let found = |(id, target): (_, Option<usize>)| Some((id, target?));
    wanted.into_iter().filter_map(found).collect()
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
