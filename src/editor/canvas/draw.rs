//! What the canvas draws, layer by layer.

use crate::editor::canvas::agents;
use crate::editor::canvas::agents::feelers;
use crate::editor::canvas::agents::scene::{AgentScene, ShownRun, spawned_agents};
use crate::editor::canvas::agents::sight;
use crate::editor::canvas::agents::trails;
use crate::editor::canvas::frame::{Frame, Measured};
use crate::editor::canvas::handles::preview;
use crate::editor::canvas::handles::rings;
use crate::editor::canvas::handles::snapped;
use crate::editor::canvas::handles::transform_box;
use crate::editor::canvas::items::areas;
use crate::editor::canvas::items::cells;
use crate::editor::canvas::items::pictures;
use crate::editor::canvas::items::spawners;
use crate::editor::canvas::items::walls;
use crate::editor::canvas::labels;
use crate::editor::canvas::labels::node_captions;
use crate::editor::canvas::labels::placing::PlacedLabels;
use crate::editor::canvas::names::NamedItems;
use crate::editor::canvas::paths::junction_arrows;
use crate::editor::canvas::paths::meetings;
use crate::editor::canvas::paths::tubes;
use crate::editor::canvas::paths::{Emphasis, PathScene};
use crate::editor::canvas::screen::Screen;
use crate::editor::canvas::{Canvas, grid, names, uses_pointer};
use crate::editor::theme;
use egui::{Response, Ui};
use std::path::Path;
use steerwright_authoring::tool::{Preview, Tool};
use steerwright_authoring::{CanvasContext, Item, Playback};

/// The maximum number of moves of agents for which earlier ticks are run again: some milliseconds.
const MAX_MOVES: u64 = 40_000;
/// The mouse is on the marker of the pointer within this distance, in points.
const POINTER_MARKER: f32 = 20.0;

type Layer = fn(&mut Frame<'_>, &PlacedLabels<'_>);

/// All layers, from the bottom to the top.
const LAYERS: &[Layer] = &[
    draw_pictures,
    draw_grid,
    draw_coverage,
    |f, _| cells::draw(f.painter, f.screen, f.scene, f.tool),
    |f, _| pictures::draw_frames(f.painter, f.screen, f.scene, f.emphasis),
    |f, _| areas::draw(f.painter, f.screen, f.scene, f.emphasis, f.measured.checks),
    |f, _| walls::draw(f.painter, f.screen, f.scene, f.emphasis),
    draw_tight_stretches,
    |f, _| junction_arrows::draw(f.painter, f.screen, f.scene, f.junction_arrows, f.emphasis),
    draw_paths,
    |f, placed| node_captions::draw(f.painter, &placed.nodes),
    |f, placed| meetings::draw(f.painter, f.screen, &placed.meetings),
    draw_trails,
    draw_views,
    |f, _| rings::draw_circles(f.painter, f.screen, &f.rings, f.preview),
    |f, _| f.markers.draw(f.painter, f.screen, f.scene, f.emphasis),
    draw_spawners,
    draw_pointer,
    draw_agents,
    |f, placed| placed.chips.iter().for_each(|chip| chip.draw(f.painter)),
    |f, placed| placed.names.iter().for_each(|name| name.draw(f.painter)),
    |f, placed| placed.verdict.draw_below_labels(f.painter, f.screen),
    |f, placed| {
        placed
            .areas
            .iter()
            .for_each(|caption| caption.draw(f.painter))
    },
    |f, placed| labels::draw(f.painter, &placed.handles),
    |f, _| rings::draw_handles(f.painter, f.screen, &f.rings, f.preview),
    |f, _| rings::draw_cone_handles(f.painter, f.screen, &f.cones, f.preview),
    |f, placed| placed.verdict.draw(f.painter, f.screen),
    draw_transform_box,
    |f, _| transform_box::draw_end_dots(f.painter, f.screen, &f.ends, f.preview),
    |f, _| preview::draw(f.painter, f.screen, f.preview, f.scene),
    draw_snapped,
];

fn draw_pictures(f: &mut Frame<'_>, _: &PlacedLabels<'_>) {
    let folder = f.context.session.path().and_then(Path::parent);
    pictures::draw(f.painter, f.screen, f.scene, f.measured.pictures, folder);
}

fn draw_grid(f: &mut Frame<'_>, _: &PlacedLabels<'_>) {
    if f.layers.grid {
        grid::draw(f.painter, f.screen, &f.scene.unit);
    }
}

fn draw_coverage(f: &mut Frame<'_>, _: &PlacedLabels<'_>) {
    if f.layers.coverage {
        f.measured.coverage.draw(f.painter, f.screen);
    }
}

fn draw_tight_stretches(f: &mut Frame<'_>, _: &PlacedLabels<'_>) {
    let stretches = f.measured.checks.tight_stretches();
    tubes::draw(f.painter, f.screen, f.scene, stretches);
}

fn draw_paths(f: &mut Frame<'_>, _: &PlacedLabels<'_>) {
    let shapes = std::mem::take(&mut f.path_shapes.shapes);
    f.paths.draw(f.painter, shapes);
}

fn draw_trails(f: &mut Frame<'_>, _: &PlacedLabels<'_>) {
    if f.layers.trails {
        trails::draw(f.painter, f.screen, f.agents, f.crowd);
    }
}

fn draw_views(f: &mut Frame<'_>, _: &PlacedLabels<'_>) {
    if f.layers.view {
        sight::draw(f.painter, f.screen, f.agents);
        feelers::draw(f.painter, f.screen, f.agents);
    }
}

fn draw_spawners(f: &mut Frame<'_>, _: &PlacedLabels<'_>) {
    spawners::draw(f.painter, f.screen, f.scene, &f.spawner_scene());
}

fn draw_pointer(f: &mut Frame<'_>, _: &PlacedLabels<'_>) {
    if let Some(pointer) = f.pointer {
        agents::draw_pointer(f.painter, f.screen, pointer);
    }
}

fn draw_agents(f: &mut Frame<'_>, _: &PlacedLabels<'_>) {
    let in_full = &f.agents_in_full.agents;
    agents::draw(f.painter, f.screen, f.agents, f.layers, f.crowd, in_full);
}

fn draw_transform_box(f: &mut Frame<'_>, _: &PlacedLabels<'_>) {
    if let Some(transform_box) = &f.transform_box {
        transform_box::draw(f.painter, f.screen, transform_box, f.preview);
    }
}

fn draw_snapped(f: &mut Frame<'_>, placed: &PlacedLabels<'_>) {
    if let Some(target) = &f.context.snapped {
        snapped::draw(f.painter, f.screen, target);
    }
    placed.snapped.iter().for_each(|name| name.draw(f.painter));
}

impl Canvas {
    /// Draws everything on the canvas.
    pub(super) fn draw(
        &mut self,
        ui: &Ui,
        response: &Response,
        context: &CanvasContext<'_>,
        tool: &Tool,
        playback: &Playback,
        measured: Measured<'_>,
    ) {
        let painter = &ui.painter_at(response.rect);
        let screen = &Screen::new(self.viewport, response.rect);
        let colors = theme::colors(ui);
        let (scene, selection) = (&context.session.scene, &context.session.selection);
        let hovered = if let Tool::Select(select) = tool {
            select.hovered()
        } else {
            None
        };
        let emphasis = &Emphasis { selection, hovered };
        let shown = ShownRun::of(playback, self.version_a.rect().is_some());
        let meetings = (self.meetings).update(scene, steerwright_authoring::paths::meetings::all);
        // Earlier ticks are run again for those who waited at meetings then, and for what the
        // selected agents planned.
        let has_agent = || selection.iter().any(|item| matches!(item, Item::Agent(_)));
        let is_asked = || !meetings.is_empty() || has_agent();
        let world = match shown.latest_world() {
            None if !playback.is_playing() && is_asked() => {
                (self.planned).world(shown.recording(), shown.tick, MAX_MOVES)
            }
            latest => latest,
        };
        let agents = &AgentScene {
            world,
            spawned: spawned_agents(scene, shown.run()),
            shown,
            scene,
            selection,
            hovered,
        };
        (self.markers).update(painter, screen, scene, selection, self.layers.names);
        (self.crowd).update(screen, agents, self.layers.trails, colors);
        let path_scene = PathScene {
            scene,
            routes: context.view.routes,
            emphasis,
            colors,
        };
        let path_shapes = (self.paths).update(painter, screen, &path_scene);
        let rings = context.rings();
        self.handles.keep(&rings);
        let stay = playback.is_playing() || tool.is_busy();
        self.label_sides.begin(selection, stay);
        let box_selecting = matches!(tool.preview(), Some(Preview::SelectionBox(..)));
        let selecting = matches!(tool, Tool::Select(_)) && !box_selecting;
        let transform_box = selecting.then(|| context.transform_box()).flatten();
        let handles = transform_box.as_ref().map_or(vec![], |transform_box| {
            transform_box.handles(context.view.unit_per_point)
        });
        let mut frame = Frame {
            painter,
            screen,
            layers: self.layers,
            context,
            scene,
            selection,
            emphasis,
            tool,
            preview: tool.preview(),
            is_playing: playback.is_playing(),
            measured,
            covered: self.covered,
            world,
            agents,
            agents_in_full: agents::in_full(agents, self.layers, &self.crowd),
            crowd: &self.crowd,
            markers: &self.markers,
            paths: &self.paths,
            path_shapes,
            meetings,
            junction_arrows: (self.junction_arrows)
                .update(scene, steerwright_authoring::paths::junction_arrows::all),
            spawners: steerwright_authoring::spawners::shown(scene, &context.view),
            rings,
            cones: context.cone_handles(),
            transform_box,
            handles,
            ends: if selecting {
                context.end_dots()
            } else {
                vec![]
            },
            pointer: shows_pointer(ui, screen, context, tool).then_some(context.view.pointer),
        };
        let placed = PlacedLabels::of(&frame, &mut self.label_sides);
        painter.rect_filled(response.rect, 0.0, colors.canvas);
        for layer in LAYERS {
            layer(&mut frame, &placed);
        }
        let named = NamedItems {
            scene,
            selection,
            agents: &context.view.agents,
            rings: &frame.rings,
            handles: &frame.handles,
            cones: &frame.cones,
            ends: &frame.ends,
            spawners: &frame.spawners,
        };
        names::expose(ui, screen, response, &named);
    }
}

/// Whether the pointer target is shown. It would lie on the handle under the mouse.
fn shows_pointer(ui: &Ui, screen: &Screen, context: &CanvasContext<'_>, tool: &Tool) -> bool {
    let marker = screen.pos(context.view.pointer);
    let mouse = ui.ctx().pointer_hover_pos();
    let is_under_mouse = mouse.is_some_and(|mouse| mouse.distance(marker) < POINTER_MARKER);
    let is_at_handle = matches!(
        tool.preview(),
        Some(Preview::Ring(_) | Preview::Cone { .. } | Preview::Handle(..))
    );
    uses_pointer(&context.session.scene) && !(is_under_mouse && is_at_handle)
}
