//! The pictures underneath, as references to their files.

use super::frame::CLIP;
use super::shape::{self, px};
use super::view::View;
use crate::target::picture::placed_pictures;
use glam::DVec2;
use steerwright_format::export_file::PlacedScene;
use svg::node::element::{Group, Image, Title};

/// The pictures that are shown, the lowest first.
pub fn pictures(placed: &PlacedScene, view: &View) -> Group {
    let mut group = Group::new().set("clip-path", CLIP);
    for placed_picture in placed_pictures(placed) {
        if !placed_picture.is_visible {
            continue;
        }
        let picture = placed_picture.picture;
        let up = DVec2::new(placed_picture.center.x, placed.y(placed_picture.center.y));
        let center = view.sheet_from_world(up);
        let size = placed_picture.size * view.scale;
        let mirror = if picture.mirrored { " scale(-1 1)" } else { "" };
        // On the sheet, y points down.
        let turn = 0.0 - picture.rotation;
        let transform = format!(
            "translate({} {}) rotate({turn}){mirror}",
            px(center.x),
            px(center.y)
        );
        group = group.add(
            Image::new()
                .set("href", address(&picture.file))
                .set("x", px(-size.x / 2.0))
                .set("y", px(-size.y / 2.0))
                .set("width", px(size.x))
                .set("height", px(size.y))
                .set("preserveAspectRatio", "none")
                .set("opacity", picture.opacity)
                .set("transform", transform)
                .add(Title::new(shape::legal(&picture.name))),
        );
    }
    group
}

/// A relative path as an address: what has a meaning in addresses is written as hexadecimal digits.
fn address(file: &str) -> String {
    let mut address = String::new();
    for byte in file.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte) {
            address.push(char::from(byte));
        } else {
            address.push_str(&format!("%{byte:02X}"));
        }
    }
    address
}
