//! Fitting the scene in the view, beside what lies over the canvas.

use crate::editor::canvas::Canvas;
use egui::Rect;
use glam::DVec2;
use steerwright_authoring::bounds::Bounds;
use steerwright_authoring::canvas::rings::rings_of;
use steerwright_authoring::{CanvasView, Playback, Routes, Session, Viewport, scene_bounds};

/// The last time that the scene was fitted in the view.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LastFit {
    /// The box that was fitted, in units.
    content: Option<Bounds>,
    /// Whether [`Canvas::take_fit`] has not returned it yet.
    is_new: bool,
}

impl Canvas {
    /// Fits the whole scene in the view, with the bodies of its agents and of those that spawners
    /// add, and the rings of the selected item.
    pub fn fit(&mut self, session: &Session, playback: &Playback, routes: &Routes) {
        let view = CanvasView::new(routes, playback, &self.viewport);
        let rings = rings_of(
            &session.scene,
            &session.selection,
            session.edited_state,
            &view,
        );
        let content = scene_bounds::with_rings(&session.scene, &rings)
            .map(|content| scene_bounds::with_bodies(&session.scene, content));
        match content {
            Some(content) => self.viewport.fit(content),
            None => {
                self.viewport = Viewport {
                    size: self.viewport.size,
                    ..Viewport::default()
                }
            }
        }
        self.last_fit = LastFit {
            content,
            is_new: content.is_some(),
        };
    }

    /// Whether the scene was fitted in the view since the last call. What lies over the canvas then
    /// asks for room.
    pub fn take_fit(&mut self) -> bool {
        std::mem::take(&mut self.last_fit.is_new)
    }

    /// Fits what was fitted last into a part of the canvas, where nothing lies over it.
    pub fn fit_into(&mut self, part: Rect) {
        let (Some(content), Some(canvas)) = (self.last_fit.content, self.rect) else {
            return;
        };
        let corner = |pos: egui::Pos2| {
            let offset = pos - canvas.min;
            DVec2::new(f64::from(offset.x), f64::from(offset.y))
        };
        let part = part.intersect(canvas);
        if part.is_positive() {
            let part = Bounds {
                min: corner(part.min),
                max: corner(part.max),
            };
            self.viewport.fit_part(content, part);
        }
    }
}
