//! The nodes of a scene, and where they are.

use super::{Body, Place};
use crate::import::godot::parse::{Section, Sections};
use crate::target::godot::text::Variant;
use kurbo::Affine;
use std::collections::BTreeMap;

/// The nodes that were read, by their paths from the root.
#[derive(Default)]
pub struct Tree {
    places: BTreeMap<String, Place>,
}

impl Tree {
    /// Adds a node. Nodes come after their parents. The root of a scene is at `outer`.
    pub fn add(&mut self, node: Section<'_>, outer: &Place) -> Place {
        let name = node.head_text("name").unwrap_or_default();
        let (path, parent) = match node.head_text("parent").as_deref() {
            None => (".".to_owned(), outer.clone()),
            Some(".") => (name.clone(), self.place(".", outer)),
            Some(parent) => (format!("{parent}/{name}"), self.place(parent, outer)),
        };
        let is_instanced_root = path == "." && outer.transform.is_some();
        let place = if is_instanced_root {
            // The instancing node says where the root is.
            Place {
                body: body_of(node, outer.body),
                ..outer.clone()
            }
        } else {
            let join = |outer: &str| match outer {
                "" => name.clone(),
                outer => format!("{outer}/{name}"),
            };
            let around = parent.transform.unwrap_or_default();
            Place {
                source: match parent.source.as_str() {
                    "" => format!("node/{name}"),
                    outer => format!("{outer}/{name}"),
                },
                layer: join(&parent.layer),
                transform: Some(around * transform(node)),
                body: body_of(node, parent.body),
            }
        };
        self.places.insert(path, place.clone());
        place
    }

    /// The place of a node, or that of the scene for one that an instanced scene has.
    fn place(&self, path: &str, outer: &Place) -> Place {
        let mut path = path;
        loop {
            if let Some(place) = self.places.get(path) {
                return place.clone();
            }
            match path.rsplit_once('/') {
                Some((parent, _)) => path = parent,
                None => return self.places.get(".").unwrap_or(outer).clone(),
            }
        }
    }
}

fn body_of(node: Section<'_>, around: Body) -> Body {
    match node.head_text("type").as_deref() {
        Some("StaticBody2D" | "AnimatableBody2D") => Body::Static,
        Some(
            "Area2D" | "CharacterBody2D" | "KinematicBody2D" | "RigidBody2D" | "PhysicalBone2D",
        ) => Body::Other,
        Some(_) | None => around,
    }
}

fn transform(node: Section<'_>) -> Affine {
    let numbers = |name: &str| node.numbers(name);
    if let Some(&[a, b, c, d, e, f]) = numbers("transform").as_deref() {
        return Affine::new([a, b, c, d, e, f]);
    }
    let pair = |name: &str, default: (f64, f64)| match numbers(name).as_deref() {
        Some(&[x, y]) => (x, y),
        _ => default,
    };
    let number = |name: &str| node.number(name).unwrap_or(0.0);
    let (scale, skew) = (pair("scale", (1.0, 1.0)), number("skew"));
    Affine::translate(pair("position", (0.0, 0.0)))
        * Affine::rotate(number("rotation"))
        * Affine::new([1.0, 0.0, -skew.sin(), skew.cos(), 0.0, 0.0])
        * Affine::scale_non_uniform(scale.0, scale.1)
}

/// The sections of a scene, and where those are that others refer to.
pub struct Resources<'a> {
    pub sections: &'a Sections<'a>,
    /// Where they start, by their kinds and ids. The first one of several counts.
    starts: BTreeMap<(bool, String), u32>,
}

impl<'a> Resources<'a> {
    pub fn of(sections: &'a Sections<'a>) -> Self {
        let mut starts = BTreeMap::new();
        for start in sections.starts() {
            let section = sections.at(start as usize);
            let is_external = match section.kind() {
                "ext_resource" => true,
                "sub_resource" => false,
                _ => continue,
            };
            if let Some(id) = section.head("id") {
                starts.entry((is_external, id.to_string())).or_insert(start);
            }
        }
        Self { sections, starts }
    }

    fn find(&self, is_external: bool, reference: &Variant) -> Option<Section<'a>> {
        let Variant::Made(maker, items) = reference else {
            return None;
        };
        let wanted = if is_external {
            "ExtResource"
        } else {
            "SubResource"
        };
        if maker != wanted {
            return None;
        }
        let key = (is_external, items.first()?.to_string());
        let start = self.starts.get(&key)?;
        Some(self.sections.at(*start as usize))
    }

    /// The resource in this file that a value such as `SubResource("1")` refers to.
    pub fn inner(&self, reference: &Variant) -> Option<Section<'a>> {
        self.find(false, reference)
    }

    /// What names the file that a value such as `ExtResource("1")` refers to.
    pub fn external(&self, reference: &Variant) -> Option<Section<'a>> {
        self.find(true, reference)
    }
}
