//! A scene with a picture and a map underneath, for the tests of what engines make of them.

use crate::exported::shipped;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::editor::Picture;
use steerwright_runtime::scene::{PictureId, Scene};

/// A picture that is rotated, mirrored and translucent, and a map.
pub fn pictured() -> Scene {
    let mut scene = shipped("gate-patrol");
    scene.name = "Pictured".into();
    let yard = Picture {
        position: DVec2::new(3.0, 2.0),
        rotation: 30.0,
        mirrored: true,
        opacity: 0.5,
        ..Picture::new(PictureId(1), "Yard", "art/yard.png", DVec2::new(4.0, 2.0))
    };
    let map = Picture::new(PictureId(2), "Map", "art/yard.tmx", DVec2::new(4.0, 2.0));
    scene.editor_mut().pictures = vec![yard, map];
    scene
}
