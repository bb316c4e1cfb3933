//! Pictures underneath a scene: their frames, their files, and edits of them.

use crate::edit::naming::free_name;
use crate::remembered::exports::{folder_of, folder_text, normalize};
use crate::sample;
use crate::transform::motion::{Transform, rotated};
use glam::DVec2;
use std::path::{Component, Path, PathBuf};
use steerwright_runtime::geometry::vector;
use steerwright_runtime::parameter::{self, MAX_LENGTH};
use steerwright_runtime::scene::editor::Picture;
use steerwright_runtime::scene::{PictureId, Scene};

/// The smallest width and height of a picture, in units.
const MIN_SIZE: f64 = 1e-6;

/// The corners of a picture, in units: of its image, the top left, top right, bottom right and
/// bottom left one.
pub fn corners(picture: &Picture) -> [DVec2; 4] {
    let half = DVec2::new(picture.width, picture.height) / 2.0;
    let side = if picture.mirrored { -1.0 } else { 1.0 };
    [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)]
        .map(|(x, y)| picture.position + rotated(half * DVec2::new(side * x, y), picture.rotation))
}

/// Whether `p` is on a picture.
pub fn contains(picture: &Picture, p: DVec2) -> bool {
    let local = rotated(p - picture.position, -picture.rotation).abs() * 2.0;
    local.x <= picture.width && local.y <= picture.height
}

/// The topmost picture at `p` that can be edited.
pub fn at(scene: &Scene, p: DVec2) -> Option<PictureId> {
    all_at(scene, p).next()
}

/// The pictures at `p` that can be edited, from the top.
pub fn all_at(scene: &Scene, p: DVec2) -> impl Iterator<Item = PictureId> {
    let pictures = scene.editor.pictures.iter().rev();
    pictures
        .filter(move |picture| scene.editor.is_editable(picture.id) && contains(picture, p))
        .map(|picture| picture.id)
}

/// Adds a picture of `file`, which is `size` units wide and high, around `position`.
pub fn add(scene: &mut Scene, file: String, position: DVec2, size: DVec2) -> PictureId {
    let id = scene.editor.next_picture_id();
    let base = file.rsplit('/').next().unwrap_or(&file);
    let base = if base.is_empty() { "Picture" } else { base };
    let pictures = &scene.editor.pictures;
    let name = free_name(base, pictures.iter().map(|picture| picture.name.as_str()));
    let mut picture = Picture {
        position,
        ..Picture::new(id, name, file, DVec2::new(1.0, 1.0))
    };
    set_size(&mut picture, size);
    scene.editor_mut().pictures.push(picture);
    id
}

/// Sets the width and the height, within the range of files.
pub fn set_size(picture: &mut Picture, size: DVec2) {
    parameter::PICTURE.set_within_limits(picture, "width", size.x);
    parameter::PICTURE.set_within_limits(picture, "height", size.y);
}

/// Scales a picture about a point, as far as the range of files allows, and keeps its proportions.
pub fn scale(picture: &mut Picture, about: DVec2, factor: f64) {
    if !(factor.is_finite() && factor > 0.0) {
        return;
    }
    let (small, large) = (
        picture.width.min(picture.height),
        picture.width.max(picture.height),
    );
    let factor = factor.max(MIN_SIZE / small).min(MAX_LENGTH / large);
    picture.position = about + (picture.position - about) * factor;
    let size = DVec2::new(picture.width, picture.height);
    set_size(picture, size * factor);
}

/// Scales a picture so that two points of it are `distance` units apart. The first point stays
/// where it is.
pub fn scale_to_distance(picture: &mut Picture, from: DVec2, to: DVec2, distance: f64) {
    let before = vector::distance(from, to);
    if before > 0.0 {
        scale(picture, from, distance / before);
    }
}

/// A picture after a transform. It keeps its proportions; a flip mirrors it.
pub fn transformed(picture: &Picture, transform: &Transform) -> Picture {
    let mut after = picture.clone();
    after.position = transform.apply_to(picture.position);
    match *transform {
        Transform::Move(_) => {}
        Transform::Rotate { degrees, .. } => {
            after.rotation = normalized_degrees(picture.rotation + degrees);
        }
        Transform::Scale { factors, .. } => {
            let center = after.position;
            scale(&mut after, center, (factors.x * factors.y).abs().sqrt());
            let upside_down = factors.y < 0.0;
            if (factors.x < 0.0) != upside_down {
                after.mirrored ^= true;
                after.rotation = -picture.rotation;
            }
            if upside_down {
                after.rotation += 180.0;
            }
            after.rotation = normalized_degrees(after.rotation);
        }
    }
    after
}

/// The same direction, from -180 (not included) to 180 degrees.
fn normalized_degrees(degrees: f64) -> f64 {
    let degrees = degrees % 360.0;
    let degrees = if degrees > 180.0 {
        degrees - 360.0
    } else if degrees <= -180.0 {
        degrees + 360.0
    } else {
        degrees
    };
    // Without the sign of negative zero.
    degrees + 0.0
}

/// The path of a picture's file, for a scene file in `beside`. That of a built-in picture is its
/// name in the scene.
pub fn path_of(file: &str, beside: Option<&Path>) -> PathBuf {
    if sample::picture(file).is_some() {
        return PathBuf::from(file);
    }
    let path = folder_of(file, beside);
    if path.is_absolute() {
        normalize(&path)
    } else {
        path
    }
}

/// The text to store for a file: relative to the folder of the scene, if both share a parent.
pub fn file_text(path: &Path, beside: Option<&Path>) -> String {
    folder_text(&normalize(path), beside)
}

/// Whether a scene in the folder `beside` has a picture of a file.
pub fn has_file(scene: &Scene, file: &Path, beside: Option<&Path>) -> bool {
    let Ok(file) = std::path::absolute(file) else {
        return false;
    };
    let file = normalize(&file);
    let mut pictures = scene.editor.pictures.iter();
    pictures.any(|picture| path_of(&picture.file, beside) == file)
}

/// Whether a stored text names a file in the folder of the scene, or in a folder inside of it. It
/// may still be a link to elsewhere.
pub fn stays_inside(file: &str) -> bool {
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    !file.contains('\\') && Path::new(file).components().all(is_plain)
}

/// Makes the stored paths of all pictures relative to another folder, to which the scene is saved.
pub fn rebase(scene: &mut Scene, from: Option<&Path>, to: Option<&Path>) {
    if from == to || scene.editor.pictures.is_empty() {
        return;
    }
    for picture in &mut scene.editor_mut().pictures {
        let path = path_of(&picture.file, from);
        if path.is_absolute() {
            picture.file = file_text(&path, to);
        }
    }
}
