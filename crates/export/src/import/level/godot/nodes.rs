//! The nodes of a scene, and where they are.

use super::{Body, Place};
use crate::target::godot::text::{Section, Variant};
use kurbo::Affine;
use std::collections::BTreeMap;

/// The nodes that were read, by their paths from the root.
#[derive(Default)]
pub struct Tree {
    places: BTreeMap<String, Place>,
}

impl Tree {
    /// Adds a node. Nodes come after their parents. The root of a scene is at `outer`.
    pub fn add(&mut self, node: &Section, outer: &Place) -> Place {
        let text = |name: &str| node.head(name).and_then(Variant::as_text);
        let name = text("name").unwrap_or_default();
        let (path, parent) = match text("parent") {
            None => (".".to_owned(), outer.clone()),
            Some(".") => (name.to_owned(), self.place(".", outer)),
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
                "" => name.to_owned(),
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

fn body_of(node: &Section, around: Body) -> Body {
    match node.head("type").and_then(Variant::as_text) {
        Some("StaticBody2D" | "AnimatableBody2D") => Body::Static,
        Some(
            "Area2D" | "CharacterBody2D" | "KinematicBody2D" | "RigidBody2D" | "PhysicalBone2D",
        ) => Body::Other,
        Some(_) | None => around,
    }
}

fn transform(node: &Section) -> Affine {
    let numbers = |name: &str| node.value(name).and_then(Variant::numbers);
    if let Some(&[a, b, c, d, e, f]) = numbers("transform").as_deref() {
        return Affine::new([a, b, c, d, e, f]);
    }
    let pair = |name: &str, default: (f64, f64)| match numbers(name).as_deref() {
        Some(&[x, y]) => (x, y),
        _ => default,
    };
    let number = |name: &str| node.value(name).and_then(Variant::number).unwrap_or(0.0);
    let (scale, skew) = (pair("scale", (1.0, 1.0)), number("skew"));
    Affine::translate(pair("position", (0.0, 0.0)))
        * Affine::rotate(number("rotation"))
        * Affine::new([1.0, 0.0, -skew.sin(), skew.cos(), 0.0, 0.0])
        * Affine::scale_non_uniform(scale.0, scale.1)
}

/// The resource that a value such as `SubResource("1")` refers to.
pub fn resource<'a>(
    sections: &'a [Section],
    kind: &str,
    reference: &Variant,
) -> Option<&'a Section> {
    let Variant::Made(_, items) = reference else {
        return None;
    };
    let id = items.first()?;
    sections
        .iter()
        .find(|section| section.kind == kind && section.head("id") == Some(id))
}
