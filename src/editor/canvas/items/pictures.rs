//! Drawing pictures underneath the scene, and placeholders of those that cannot be shown.

use crate::editor::canvas::paths::Emphasis;
use crate::editor::canvas::screen::Screen;
use crate::editor::pictures::{Pictures, Problem, View};
use crate::editor::theme;
use egui::{Align2, Color32, FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke, TextureId, pos2};
use std::path::Path;
use steerwright_authoring::{Item, pictures};
use steerwright_runtime::scene::Scene;
use steerwright_runtime::scene::editor::Picture;

/// The corners of an image, in the order of [`pictures::corners`].
const IMAGE_CORNERS: [Pos2; 4] = [
    pos2(0.0, 0.0),
    pos2(1.0, 0.0),
    pos2(1.0, 1.0),
    pos2(0.0, 1.0),
];

/// A placeholder that is narrower than this has no text, in points.
const MIN_WIDTH_OF_TEXT: f32 = 60.0;

/// Draws all visible pictures of a scene in the folder `beside`.
pub fn draw(
    painter: &Painter,
    screen: &Screen,
    scene: &Scene,
    images: &Pictures,
    beside: Option<&Path>,
) {
    for picture in shown(scene) {
        let corners = pictures::corners(picture).map(|corner| screen.pos(corner));
        if !Rect::from_points(&corners).intersects(screen.rect) {
            continue;
        }
        match images.view(picture, beside) {
            View::Image(image) => {
                let color = Color32::WHITE.gamma_multiply(picture.opacity as f32);
                painter.add(quad(corners, image.texture.id(), color));
            }
            View::Loading => placeholder(painter, picture, corners, "Loading…", false),
            View::Problem(problem) => {
                placeholder(painter, picture, corners, words(problem), true);
            }
        }
    }
}

/// Draws the frames of the selected and the hovered pictures, over everything that is on them.
pub fn draw_frames(painter: &Painter, screen: &Screen, scene: &Scene, emphasis: &Emphasis<'_>) {
    let colors = theme::colors(painter.ctx());
    for picture in shown(scene) {
        let (selected, hovered) = emphasis.of(Item::Picture(picture.id));
        let color = match (selected, hovered) {
            (true, _) => colors.accent,
            (false, true) => colors.text_weak,
            (false, false) => continue,
        };
        let corners = pictures::corners(picture).map(|corner| screen.pos(corner));
        let stroke = Stroke::new(1.5, color);
        for run in screen.visible_runs(corners.into_iter().chain([corners[0]]), 0.0) {
            painter.add(Shape::line(run, stroke));
        }
    }
}

fn shown(scene: &Scene) -> impl Iterator<Item = &Picture> {
    let pictures = scene.editor.pictures.iter();
    pictures.filter(|picture| !scene.editor.is_hidden(picture.id))
}

fn quad(corners: [Pos2; 4], texture: TextureId, color: Color32) -> Mesh {
    let mut mesh = Mesh::with_texture(texture);
    for (pos, uv) in corners.into_iter().zip(IMAGE_CORNERS) {
        mesh.vertices.push(egui::epaint::Vertex { pos, uv, color });
    }
    mesh.indices = vec![0, 1, 2, 0, 2, 3];
    mesh
}

/// Why a picture is not shown, in a few words. The inspector has all of them.
pub fn words(problem: &Problem) -> &'static str {
    match problem {
        Problem::Missing => "File is missing",
        Problem::Outside => "Outside of the scene's folder",
        Problem::Unreadable(_) => "Cannot be shown",
    }
}

fn placeholder(
    painter: &Painter,
    picture: &Picture,
    corners: [Pos2; 4],
    text: &str,
    is_problem: bool,
) {
    let colors = theme::colors(painter.ctx());
    let color = if is_problem {
        colors.warn
    } else {
        colors.text_weak
    };
    let fill = color.gamma_multiply(0.08);
    let stroke = Stroke::new(1.0, color.gamma_multiply(0.7));
    painter.add(Shape::convex_polygon(corners.to_vec(), fill, stroke));
    let width = corners[0].distance(corners[1]);
    if width < MIN_WIDTH_OF_TEXT {
        return;
    }
    let center = Rect::from_points(&corners).center();
    let font = FontId::proportional(theme::BODY_SIZE);
    let line = |anchor: Align2, text: String, color: Color32| {
        let galley = painter.layout(text, font.clone(), color, width - 8.0);
        let rect = anchor.anchor_size(center, galley.size());
        painter.galley(rect.min, galley, color);
    };
    line(Align2::CENTER_BOTTOM, picture.name.clone(), colors.text);
    line(Align2::CENTER_TOP, text.to_owned(), color);
}
