//! Groups, pictures in pictures, and what `use` draws.

use super::element::Element;
use super::viewport::{GivenSize, nested};
use super::{Inherited, Reader, Siblings, Use, is_drawable};
use crate::import::xml::{self, Node};
use kurbo::Affine;
use std::rc::Rc;
use steerwright_format::FormatError;

impl<'a> Reader<'a> {
    pub(super) fn container(
        &mut self,
        element: &Element<'a>,
        inherited: &Rc<Inherited>,
        drawn_by: Option<&Use>,
    ) -> Result<Option<Siblings<'a>>, FormatError> {
        let node = element.node;
        let is_switch = xml::tag(node) == "switch";
        let next = if is_switch {
            self.chosen(node)?
        } else {
            node.first_element_child()
        };
        let inside = |inherited| Siblings {
            next,
            is_single: is_switch,
            inherited,
            drawn_by: None,
        };
        if drawn_by.is_none() && xml::tag(node) != "svg" && element.changes_nothing_inside() {
            return Ok(Some(inside(Rc::clone(inherited))));
        }
        let mut inner = Inherited::clone(inherited);
        inner.lengths = element.lengths(&inherited.lengths);
        inner.is_drawn &= !element.is_removed();
        inner.is_visible = element.is_visible(inherited.is_visible);
        let names = drawn_by.map(|drawn_by| &*drawn_by.name).into_iter();
        let own_name = element.name();
        for name in names.chain([&*own_name]).filter(|name| !name.is_empty()) {
            if !inner.layer.is_empty() {
                inner.layer.push('/');
            }
            inner.layer.push_str(name);
        }
        self.findings.count_name(&inner.layer)?;
        if let Some(id) = drawn_by.and_then(|drawn_by| drawn_by.id.as_deref()) {
            inner.source = format!("{}{id}/", inherited.source);
            inner.found_before = self.findings.len();
            self.findings.count_name(&inner.source)?;
        }
        if inner.is_drawn {
            let Some(placed) = self.placed(element, inherited, &inner.lengths, None)? else {
                return Ok(None);
            };
            inner.placed = placed;
            if matches!(xml::tag(node), "svg" | "symbol") {
                let given = drawn_by
                    .map(|drawn_by| drawn_by.size.clone())
                    .unwrap_or_default();
                let Some(nested) = nested(element, &inner.lengths, &given) else {
                    self.omit(
                        node,
                        &inherited.layer,
                        "its position or size cannot be read",
                    )?;
                    return Ok(None);
                };
                inner.placed *= nested.transform;
                inner.lengths.size = nested.size;
            }
        }
        Ok(Some(inside(Rc::new(inner))))
    }

    /// The child of a `switch` that is drawn: the first one that is for this reader.
    fn chosen(&self, switch: Node<'a>) -> Result<Option<Node<'a>>, FormatError> {
        for child in xml::children(switch) {
            let is_known = is_drawable(xml::tag(child))
                || matches!(xml::tag(child), "g" | "a" | "svg" | "switch");
            if is_known && Element::read(child, &self.styles)?.is_for_this_reader() {
                return Ok(Some(child));
            }
        }
        Ok(None)
    }

    pub(super) fn draw_use(
        &mut self,
        element: &Element<'a>,
        inherited: &Rc<Inherited>,
        drawn_by: Option<&Use>,
    ) -> Result<Option<Siblings<'a>>, FormatError> {
        let node = element.node;
        let lengths = element.lengths(&inherited.lengths);
        let href = element.href().unwrap_or_default().trim();
        let target = href.strip_prefix('#').map(|id| self.targets.get(id));
        let why = match target {
            None if href.is_empty() => "it does not say what it draws",
            None => "it draws a part of another file, which is not read; convert it to a path",
            Some(None) => "what it draws is not in the file",
            Some(Some(&target)) => {
                let first = target.id().get();
                let inside = first..first + target.descendants().len() as u32;
                let is_around = inside.contains(&node.id().get());
                let Some(at) = element.point("x", "y", &lengths) else {
                    self.omit(
                        node,
                        &inherited.layer,
                        "its position or size cannot be read",
                    )?;
                    return Ok(None);
                };
                if is_around || self.drawn.contains(&first) {
                    "it draws itself"
                } else {
                    let Some(placed) = self.placed(element, inherited, &lengths, None)? else {
                        return Ok(None);
                    };
                    let inner = Inherited {
                        placed: placed * Affine::translate((at.x, at.y)),
                        lengths,
                        is_visible: element.is_visible(inherited.is_visible),
                        is_in_use: true,
                        ..Inherited::clone(inherited)
                    };
                    let own_name = element.name();
                    let name = drawn_by
                        .map(|drawn_by| &drawn_by.name)
                        .filter(|name| !name.is_empty());
                    let own_id = element.attribute("id").map(str::to_owned);
                    self.drawn.insert(first);
                    return Ok(Some(Siblings {
                        next: Some(target),
                        is_single: true,
                        inherited: Rc::new(inner),
                        drawn_by: Some(Use {
                            target: first,
                            name: name.map_or_else(|| own_name.into_owned(), String::clone),
                            id: drawn_by.and_then(|drawn_by| drawn_by.id.clone()).or(own_id),
                            size: GivenSize {
                                width: element.value("width").map(str::to_owned),
                                height: element.value("height").map(str::to_owned),
                            },
                        }),
                    }));
                }
            }
        };
        self.omit(node, &inherited.layer, why)?;
        Ok(None)
    }
}
