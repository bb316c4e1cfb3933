//! Version A of a comparison, at the left of the canvas and with the same view.

use crate::editor::canvas::agents;
use crate::editor::canvas::agents::crowd::AgentCrowd;
use crate::editor::canvas::agents::scene::{AgentScene, ShownRun, spawned_agents};
use crate::editor::canvas::agents::sight;
use crate::editor::canvas::agents::trails;
use crate::editor::canvas::handles::rings;
use crate::editor::canvas::items::cells;
use crate::editor::canvas::items::markers::MarkerLayer;
use crate::editor::canvas::items::walls;
use crate::editor::canvas::labels;
use crate::editor::canvas::labels::agent_labels;
use crate::editor::canvas::labels::node_captions;
use crate::editor::canvas::labels::obstacles::{AreaOf, Obstacles};
use crate::editor::canvas::labels::state_chips;
use crate::editor::canvas::labels::{KeptSides, LabelContext};
use crate::editor::canvas::layers::Layers;
use crate::editor::canvas::paths;
use crate::editor::canvas::paths::PathScene;
use crate::editor::canvas::paths::layer::PathLayer;
use crate::editor::canvas::screen::Screen;
use crate::editor::canvas::{CanvasInput, grid, uses_pointer};
use crate::editor::preferences::settings::Wheel;
use crate::editor::theme;
use egui::{Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo};
use steerwright_authoring::canvas::rings::rings_of;
use steerwright_authoring::playback::Comparison;
use steerwright_authoring::tool::Tool;
use steerwright_authoring::{CanvasView, Playback, Routes, Selection, Viewport};

/// The gap between A and B, in points.
const GAP: f32 = 2.0;

/// The state of the view.
#[derive(Clone, Debug, Default)]
pub(super) struct VersionView {
    /// Where it is, while it is shown.
    rect: Option<Rect>,
    input: CanvasInput,
    crowd: AgentCrowd,
    markers: MarkerLayer,
    paths: PathLayer,
    label_sides: KeptSides,
}

/// What is drawn.
pub(super) struct VersionInputs<'a> {
    pub(super) playback: &'a Playback,
    pub(super) comparison: &'a Comparison,
    pub(super) routes: &'a Routes,
    pub(super) selection: &'a Selection,
    pub(super) layers: Layers,
}

impl VersionView {
    /// Where it is, while it is shown.
    pub(super) fn rect(&self) -> Option<Rect> {
        self.rect
    }

    /// Takes the left half of `ui` if it is shown, and returns the rest. When that changes, the
    /// view keeps what it contains.
    pub(super) fn allocate(
        &mut self,
        ui: &mut Ui,
        shown: bool,
        viewport: &mut Viewport,
    ) -> Option<(Response, Rect)> {
        let area = ui.available_rect_before_wrap();
        let was_shown = self.rect.take().is_some();
        let half = ((area.width() - GAP) / 2.0).max(1.0);
        if shown != was_shown {
            let ratio = f64::from(half / area.width().max(1.0));
            viewport.scale *= if shown { ratio } else { 1.0 / ratio };
        }
        if !shown {
            return None;
        }
        let rect = Rect::from_min_size(area.min, Vec2::new(half, area.height()));
        self.rect = Some(rect);
        let response = ui.interact(
            rect,
            ui.scope_id().with("version a"),
            Sense::click_and_drag(),
        );
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Version A"));
        let painter = ui.painter();
        let line = Rect::from_min_size(rect.right_top(), Vec2::new(GAP, area.height()));
        painter.rect_filled(line, 0.0, theme::colors(ui).outline);
        Some((response, area.with_min_x(line.right())))
    }

    /// Pans and zooms the view with the pointer.
    pub(super) fn handle_input(
        &mut self,
        ui: &Ui,
        response: Option<Response>,
        viewport: &mut Viewport,
        wheel: Wheel,
    ) {
        if let Some(response) = response {
            // A cannot be edited, so every drag pans, and the tool gets no events.
            drop(self.input.read(ui, &response, viewport, true, wheel));
        }
    }

    /// Draws it.
    pub(super) fn draw(&mut self, ui: &Ui, viewport: Viewport, inputs: &VersionInputs<'_>) {
        let (Some(rect), Some(shown)) = (self.rect, ShownRun::of_version_a(inputs.playback)) else {
            return;
        };
        let (painter, screen) = (ui.painter_at(rect), Screen::new(viewport, rect));
        let (scene, selection) = (inputs.comparison.scene(), inputs.selection);
        painter.rect_filled(rect, 0.0, theme::colors(ui).canvas);
        if inputs.layers.grid {
            grid::draw(&painter, &screen, &scene.unit);
        }
        let emphasis = paths::Emphasis {
            selection,
            hovered: None,
        };
        cells::draw(&painter, &screen, scene, &Tool::default());
        walls::draw(&painter, &screen, scene, &emphasis);
        let path_scene = PathScene {
            scene,
            routes: inputs.routes,
            emphasis: &emphasis,
            colors: theme::colors(ui),
        };
        let has_grid = inputs.layers.grid;
        let numbers = has_grid.then(|| grid::number_areas(&screen, &scene.unit));
        let mut obstacles = Obstacles::of_lines(&screen, scene, inputs.routes);
        obstacles.add(AreaOf::Overlay, numbers.into_iter().flatten());
        let path_shapes = (self.paths).update(&painter, &screen, &path_scene);
        self.paths.draw(&painter, path_shapes.shapes);
        for captions in &path_shapes.captions {
            let captions = captions.place(&painter, &screen, &mut obstacles);
            node_captions::draw(&painter, &captions);
        }
        let agent_scene = AgentScene {
            world: shown.latest_world(),
            spawned: spawned_agents(scene, shown.run()),
            shown,
            scene,
            selection,
            hovered: None,
        };
        let colors = theme::colors(ui);
        let layers = inputs.layers;
        (self.crowd).update(&screen, &agent_scene, layers.trails, colors);
        if layers.trails {
            trails::draw(&painter, &screen, &agent_scene, &self.crowd);
        }
        if layers.view {
            sight::draw(&painter, &screen, &agent_scene);
        }
        let view =
            CanvasView::of_comparison(inputs.routes, inputs.playback, inputs.comparison, &viewport);
        let rings = rings_of(scene, selection, None, &view);
        rings::draw_circles(&painter, &screen, &rings, None);
        (self.markers).update(&painter, &screen, scene, selection, layers.names);
        self.markers.draw(&painter, &screen, scene, &emphasis);
        obstacles.add(AreaOf::Caption, self.markers.name_areas());
        if uses_pointer(scene) {
            agents::draw_pointer(&painter, &screen, view.pointer);
            let area = agents::pointer_area(&painter, &screen, view.pointer);
            obstacles.add(AreaOf::Icon, [area]);
        }
        let in_full = agents::in_full(&agent_scene, layers, &self.crowd);
        let agents = &in_full.agents;
        agents::draw(&painter, &screen, &agent_scene, layers, &self.crowd, agents);
        let chips = state_chips::place(&painter, &screen, &agent_scene, agents, &[]);
        chips.iter().for_each(|chip| chip.draw(&painter));
        obstacles.add(AreaOf::Caption, chips.iter().map(|chip| chip.area));
        let names = agent_labels::place(&painter, &screen, &agent_scene, &in_full, &mut obstacles);
        names.iter().for_each(|name| name.draw(&painter));
        // Without handles, because A cannot be edited.
        self.label_sides
            .begin(selection, inputs.playback.is_playing());
        let context = &mut LabelContext {
            obstacles: &mut obstacles,
            kept: &mut self.label_sides,
        };
        let labels = rings::place_labels(&painter, &screen, &rings, None, &scene.unit, context);
        labels::draw(&painter, &labels);
    }
}
