//! All paths on the canvas. Thousands of nodes are one mesh, which is kept until something changes
//! that it shows.

use crate::editor::canvas::paths::{PathScene, PathShapes};
use crate::editor::canvas::screen::Screen;
use crate::editor::canvas::shapes::crowd::KeptMesh;
use crate::editor::theme::Colors;
use egui::epaint::{TessellationOptions, Tessellator};
use egui::{Painter, Shape};
use std::sync::Arc;
use steerwright_authoring::{Item, Selection};
use steerwright_runtime::scene::PatrolPath;
use steerwright_runtime::scene::editor::EditorData;

/// The mesh of many paths. What has just changed is drawn without antialiasing, in half the time,
/// and again with it when it stays.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathLayer {
    of: Option<Shown>,
    /// Whether the mesh is all that was drawn, with antialiasing.
    is_complete: bool,
    mesh: KeptMesh,
}

/// All that the mesh is made of.
#[derive(Clone, Debug)]
struct Shown {
    screen: Screen,
    pixels_per_point: f32,
    options: TessellationOptions,
    colors: &'static Colors,
    paths: Vec<Arc<PatrolPath>>,
    editor: Arc<EditorData>,
    selection: Selection,
    hovered: Option<Item>,
}

impl Shown {
    fn is(&self, other: &Self) -> bool {
        let mut paths = self.paths.iter().zip(&other.paths);
        self.screen == other.screen
            && self.pixels_per_point == other.pixels_per_point
            && self.options == other.options
            && std::ptr::eq(self.colors, other.colors)
            && self.paths.len() == other.paths.len()
            && paths.all(|(a, b)| Arc::ptr_eq(a, b))
            && Arc::ptr_eq(&self.editor, &other.editor)
            && self.hovered == other.hovered
            && self.selection == other.selection
    }
}

impl PathLayer {
    /// Brings the layer up to date, and returns what is to be drawn apart from its mesh.
    pub(crate) fn update(
        &mut self,
        painter: &Painter,
        screen: &Screen,
        paths: &PathScene<'_>,
    ) -> PathShapes {
        let shown = Shown {
            screen: *screen,
            pixels_per_point: painter.pixels_per_point(),
            options: painter
                .ctx()
                .options(|options| options.tessellation_options),
            colors: paths.colors,
            paths: paths.scene.paths.clone(),
            editor: Arc::clone(&paths.scene.editor),
            selection: paths.emphasis.selection.clone(),
            hovered: paths.emphasis.hovered,
        };
        // During a drag, the lines follow in the next frame.
        let stays =
            paths.routes.are_of(paths.scene) && self.of.as_ref().is_some_and(|of| of.is(&shown));
        if stays && self.is_complete {
            return PathShapes::default();
        }
        let mut drawn = PathShapes::of(screen, paths);
        let is_crowded = drawn.is_crowded;
        self.is_complete = is_crowded && stays && drawn.captions.is_empty();
        if is_crowded {
            if !stays {
                painter.ctx().request_repaint();
            }
            self.push(std::mem::take(&mut drawn.shapes), &shown, stays);
        }
        self.of = is_crowded.then_some(shown);
        drawn
    }

    /// Draws all visible paths, without captions.
    pub(crate) fn draw(&self, painter: &Painter, shapes: Vec<Shape>) {
        if self.of.is_some() {
            self.mesh.draw(painter);
        }
        painter.extend(shapes);
    }

    /// Fills the mesh. Without prepared discs, it does not depend on the texture of the fonts,
    /// which changes.
    fn push(&mut self, shapes: Vec<Shape>, shown: &Shown, antialiased: bool) {
        let options = TessellationOptions {
            feathering: shown.options.feathering && antialiased,
            ..shown.options
        };
        let mut tessellator = Tessellator::new(shown.pixels_per_point, options, [1, 1], vec![]);
        tessellator.set_clip_rect(shown.screen.rect);
        let mesh = self.mesh.restart();
        for shape in shapes {
            tessellator.tessellate_shape(shape, mesh);
        }
    }
}
