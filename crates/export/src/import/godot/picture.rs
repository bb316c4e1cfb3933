//! Pictures, from the sprites that they were exported as.

use super::parse::Section;
use super::path::changed;
use super::placing::{are, authored, is};
use super::{Tree, renamed};
use crate::import::ids::Ids;
use crate::target::godot::picture::turn;
use crate::target::godot::text::Variant;
use crate::target::picture::placed_pictures;
use std::collections::BTreeMap;
use std::f64::consts::TAU;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::geometry::rotation::RADIANS_PER_DEGREE;
use steerwright_runtime::scene::editor::Picture;
use steerwright_runtime::scene::{PictureId, Plane, Scene};

impl Tree<'_> {
    /// Reads the pictures. Where there were none among the nodes, those of the metadata stay as
    /// they are.
    pub fn pictures(&self, scene: &mut Scene) {
        let is_folder =
            |node: Section<'_>| node.metadata_text("steerwright").as_deref() == Some("pictures");
        if !self.nodes.iter().any(|(node, _)| is_folder(*node)) {
            return;
        }
        let exported = placed_pictures(self.placed);
        let by_id: BTreeMap<u32, usize> = (exported.iter().map(|placed| placed.picture.id.0))
            .zip(0..)
            .collect();
        let mut ids = Ids::new(by_id.keys().copied());
        let mut pictures = Vec::new();
        for (node, placing, id) in self.all("picture", &[]) {
            let Some(index) = id.and_then(|id| by_id.get(&id)).copied() else {
                continue;
            };
            let was = &exported[index];
            let id = PictureId(ids.assign(id));
            let length = |name: &str, exported: f64, authored: f64| {
                changed(node.metadata(name).as_ref(), exported)
                    .map_or(authored, |number| rounded(number / self.placed.scale))
            };
            let mut picture = Picture {
                id,
                name: renamed(node, &self.names.pictures[index], &was.picture.name),
                width: length("width", was.size.x, was.picture.width),
                height: length("height", was.size.y, was.picture.height),
                mirrored: node.value("flip_h") == Some(Variant::Bool(true)),
                ..was.picture.clone()
            };
            if let Some(file) = node.metadata_text("file") {
                picture.file = file;
            }
            if !are(placing.middle(), was.center) {
                picture.position = authored(self.placed, placing.middle());
            }
            let turned = match self.placed.plane {
                Plane::Xy => node.number("rotation").unwrap_or(0.0),
                Plane::Xz => placing.rotation(),
            };
            if !is_same_turn(turned, turn(was.rotation)) {
                let degrees = self.placed.y(turned / RADIANS_PER_DEGREE) % 360.0;
                picture.rotation = rounded(degrees);
            }
            let modulate = node.numbers("modulate");
            let alpha = modulate.map_or(1.0, |color| color.get(3).copied().unwrap_or(1.0));
            if !is(alpha, picture.opacity) {
                picture.opacity = rounded(alpha.clamp(0.0, 1.0));
            }
            let editor = scene.editor_mut();
            editor.copy_props(was.picture.id, id);
            let is_visible = node.value("visible") != Some(Variant::Bool(false));
            if is_visible != was.is_visible {
                let mut props = editor.props(id);
                props.hidden = !is_visible;
                editor.set_props(id, props);
            }
            pictures.push(picture);
        }
        scene.editor_mut().pictures = pictures;
    }
}

/// Whether an angle still is the one that was exported, but for whole turns: a transform has none.
fn is_same_turn(angle: f64, exported: f64) -> bool {
    let turns = ((angle - exported) / TAU).round();
    is(angle - turns * TAU, exported)
}
