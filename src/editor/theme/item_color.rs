//! The colors in which items are drawn: their own, that of a group around them, or that of their
//! kind.

use crate::editor::theme::Colors;
use egui::Color32;
use steerwright_authoring::canvas::ring::RingKind;
use steerwright_runtime::scene::editor::OutlinerItem;
use steerwright_runtime::scene::{Marker, MarkerKind, PatrolPath, Scene, Wall};

impl Colors {
    /// The color of a path.
    pub fn of_path(&self, scene: &Scene, path: &PatrolPath) -> Color32 {
        let color = path.color.map(|color| self.item(color));
        color.unwrap_or_else(|| self.of_group(scene, path.id, self.path))
    }

    /// The color of a wall.
    pub fn of_wall(&self, scene: &Scene, wall: &Wall) -> Color32 {
        let color = wall.color.map(|color| self.item(color));
        color.unwrap_or_else(|| self.of_group(scene, wall.id, self.wall))
    }

    /// The color of a marker.
    pub fn of_marker(&self, scene: &Scene, marker: &Marker) -> Color32 {
        let color = marker.color.map(|color| self.item(color));
        color.unwrap_or_else(|| self.of_group(scene, marker.id, self.of_marker_kind(marker.kind)))
    }

    /// The color of the markers of a kind.
    pub fn of_marker_kind(&self, kind: MarkerKind) -> Color32 {
        match kind {
            MarkerKind::Target => self.target,
            MarkerKind::Danger => self.danger,
        }
    }

    /// The color of a ring, and of the slider of its radius.
    pub fn of_ring(&self, kind: RingKind) -> Color32 {
        match kind {
            RingKind::Target => self.target,
            RingKind::Danger => self.danger,
            RingKind::Path => self.accent,
            RingKind::Others => self.ok,
            RingKind::Perception => self.fov,
        }
    }

    /// The color of the innermost group around an item that has one, or else `of_kind`.
    pub fn of_group(
        &self,
        scene: &Scene,
        item: impl Into<OutlinerItem>,
        of_kind: Color32,
    ) -> Color32 {
        let group = scene.editor.group_color(item);
        group.map_or(of_kind, |color| self.item(color))
    }
}
