//! What the canvas draws, in this order: pictures, grid, coverage, cells, areas, walls, paths,
//! trails, rings, markers, spawners, agents, verdicts, preview.

use super::agent_scene::{AgentScene, ShownRun, spawned_agents};
use super::obstacles::Obstacles;
use super::paths::PathScene;
use super::verdict::VerdictScene;
use super::{
    Canvas, Screen, agent_labels, agents, areas, cells, feelers, grid, junction_arrows, labels,
    meetings, names, paths, pictures, preview, rings, sight, snapped, spawners, state_chips,
    trails, transform_box, tubes, uses_pointer, verdict, walls,
};
use crate::editor::checks::Checks;
use crate::editor::coverage::CoverageView;
use crate::editor::pictures::Pictures;
use crate::editor::theme;
use crate::editor::verdicts::VerdictCache;
use egui::{Rect, Response, Ui, Vec2};
use std::path::Path;
use steerwright_authoring::tool::{Preview, Tool};
use steerwright_authoring::{CanvasContext, Item, Playback};

/// The maximum number of moves of agents for which earlier ticks are run again: some milliseconds.
const MAX_MOVES: u64 = 40_000;
/// The mouse is on the marker of the pointer within this distance, in points.
const POINTER_MARKER: f32 = 20.0;

/// Ring labels avoid up to this many nodes and agents.
const MAX_LABEL_OBSTACLES: usize = 400;
/// The room that they have, in points.
const LABEL_OBSTACLE: f32 = 18.0;

impl Canvas {
    /// Draws everything on the canvas.
    pub(super) fn draw(
        &mut self,
        ui: &Ui,
        response: &Response,
        context: &CanvasContext<'_>,
        tool: &Tool,
        playback: &Playback,
        (verdicts, checks, images, coverage): (
            &VerdictCache,
            &Checks,
            &Pictures,
            &mut CoverageView,
        ),
    ) {
        let painter = ui.painter_at(response.rect);
        let screen = Screen::new(self.viewport, response.rect);
        let scene = &context.session.scene;
        let selection = &context.session.selection;
        painter.rect_filled(response.rect, 0.0, theme::colors(ui).canvas);
        let beside = context.session.path().and_then(Path::parent);
        pictures::draw(&painter, &screen, scene, (images, beside));
        if self.layers.grid {
            grid::draw(&painter, &screen, &scene.unit);
        }
        if self.layers.coverage {
            coverage.draw(&painter, &screen);
        }
        cells::draw(&painter, &screen, scene, tool);
        let hovered = match tool {
            Tool::Select(select) => select.hovered(),
            Tool::Pen(_)
            | Tool::Freehand(_)
            | Tool::Rectangle(_)
            | Tool::Place(_)
            | Tool::Spawner(_)
            | Tool::PictureScale(_)
            | Tool::Pan => None,
        };
        let emphasis = paths::Emphasis { selection, hovered };
        pictures::draw_frames(&painter, &screen, scene, &emphasis);
        areas::draw(&painter, &screen, scene, &emphasis, checks);
        walls::draw(&painter, &screen, scene, &emphasis);
        tubes::draw(&painter, &screen, scene, checks.tight_stretches());
        let path_scene = PathScene {
            scene,
            routes: context.view.routes,
            emphasis: &emphasis,
            colors: theme::colors(ui),
        };
        // Labels keep off one another, off the numbers of the grid and off what is over the canvas.
        let numbers = self
            .layers
            .grid
            .then(|| grid::number_areas(&screen, &scene.unit));
        let mut obstacles = Obstacles::of_lines(&screen, scene, context.view.routes);
        obstacles.taken.extend(numbers.into_iter().flatten());
        obstacles.taken.extend(self.covered.into_iter().flatten());
        let style = (theme::colors(ui), self.layers.names);
        self.markers
            .update(&painter, &screen, scene, selection, style);
        obstacles.taken.extend(self.markers.name_areas());
        let mut captions = Vec::new();
        if self.layers.names {
            // Captions do not give way to agents that walk by.
            let is_still = !playback.is_playing();
            let bodies = agents::body_areas(&screen, scene, &context.view, 0.0)
                .take(agents::MAX_BODIES)
                .filter(|_| is_still);
            let labels = obstacles.taken.len();
            obstacles.taken.extend(bodies);
            let with_bodies = obstacles.taken.len();
            captions = areas::place_captions(&painter, &screen, scene, checks, &mut obstacles);
            obstacles.taken.drain(labels..with_bodies);
        }
        let taken = &mut obstacles.taken;
        let shown = ShownRun::of(playback, self.version_a.rect().is_some());
        let all_meetings = self
            .meetings
            .update(scene, steerwright_authoring::meetings::all);
        // Earlier ticks are run again for those who waited at meetings then, and for what the
        // selected agents planned.
        let has_agent = || selection.iter().any(|item| matches!(item, Item::Agent(_)));
        let is_asked = || !all_meetings.is_empty() || has_agent();
        let world = match shown.latest_world() {
            None if !playback.is_playing() && is_asked() => {
                self.planned.world(shown.recording(), shown.tick, MAX_MOVES)
            }
            latest => latest,
        };
        let met = (all_meetings.as_slice(), world);
        let meetings = meetings::place(&painter, &screen, scene, met, &emphasis, taken);
        let arrows =
            (self.junction_arrows).update(scene, steerwright_authoring::junction_arrows::all);
        junction_arrows::draw(&painter, &screen, scene, arrows, &emphasis);
        let box_selecting = matches!(tool.preview(), Some(Preview::SelectionBox(..)));
        let selecting = matches!(tool, Tool::Select(_)) && !box_selecting;
        let transform_box = selecting.then(|| context.transform_box()).flatten();
        let ends = if selecting {
            context.end_dots()
        } else {
            vec![]
        };
        let handles = transform_box.as_ref().map_or(vec![], |transform_box| {
            transform_box.handles(context.view.unit_per_point)
        });
        // Captions of nodes are not below the handles of the box around them.
        let labels = obstacles.taken.len();
        let areas = handles.iter();
        let areas = areas.map(|(_, place)| rings::handle_area(&screen, *place));
        obstacles.taken.extend(areas);
        let with_handles = obstacles.taken.len();
        (self.paths).draw(&painter, &screen, &path_scene, &mut obstacles);
        let taken = &mut obstacles.taken;
        taken.drain(labels..with_handles);
        meetings::draw(&painter, &screen, meetings);
        let agent_scene = AgentScene {
            world,
            spawned: spawned_agents(scene, shown.run()),
            shown,
            scene,
            selection,
            hovered,
        };
        self.crowd
            .update(&screen, &agent_scene, self.layers.trails, theme::colors(ui));
        if self.layers.trails {
            match self.crowd.in_full() {
                Some(_) => self.crowd.draw_trails(&painter),
                None => {
                    trails::draw_ghosts(&painter, &screen, &agent_scene);
                    trails::draw_trails(&painter, &screen, &agent_scene);
                }
            }
        }
        if self.layers.view {
            sight::draw(&painter, &screen, &agent_scene);
            feelers::draw(&painter, &screen, &agent_scene);
        }
        let rings = context.rings();
        self.handles.keep(&rings);
        rings::draw_circles(&painter, &screen, &rings, tool.preview());
        self.markers.draw(&painter, &screen, scene, &emphasis);
        let spawners = steerwright_authoring::spawners::shown(scene, &context.view);
        let style = (self.layers.names, playback.is_playing());
        let named_spawners =
            spawners::draw(&painter, &screen, scene, &spawners, &emphasis, style, taken);
        // It would lie on the handle under the mouse.
        let marker = screen.pos(context.view.pointer);
        let mouse = ui.ctx().pointer_hover_pos();
        let is_under_mouse = mouse.is_some_and(|mouse| mouse.distance(marker) < POINTER_MARKER);
        let at_handle = is_under_mouse
            && matches!(
                tool.preview(),
                Some(Preview::Ring(_) | Preview::Cone { .. } | Preview::Handle(..))
            );
        let pointer = (uses_pointer(scene) && !at_handle)
            .then(|| agents::draw_pointer(&painter, &screen, context.view.pointer));
        let cones = context.cone_handles();
        taken.extend(pointer);
        verdict::keep_off(&screen, selection, verdicts, &mut obstacles);
        let taken = &mut obstacles.taken;
        let first_handle = taken.len();
        taken.extend(rings::handle_areas(&screen, &rings, tool.preview()));
        let cone_handles = cones.iter().map(|cone| cone.position);
        let own_handles = (handles.iter().map(|(_, place)| *place))
            .chain(ends.iter().map(|dot| dot.position))
            .chain(cone_handles);
        taken.extend(own_handles.map(|place| rings::handle_area(&screen, place)));
        let all_handles = taken[first_handle..].to_vec();
        taken.extend(self.markers.areas(&screen, scene));
        let shown_agents = agents::in_full(&agent_scene, self.layers, &self.crowd);
        // Labels of handles are placed before names, which can be left out.
        let before = taken.len();
        taken.extend(state_chips::areas(
            &screen,
            &agent_scene,
            &shown_agents.0,
            &all_handles,
        ));
        taken.extend(
            agents::body_areas(&screen, scene, &context.view, 0.0).take(agents::MAX_BODIES),
        );
        let nodes = selection.path().and_then(|id| scene.path(id)).into_iter();
        let nodes = nodes.flat_map(|path| path.nodes.iter().map(|node| node.position));
        let positions = nodes.chain(context.view.agents.iter().map(|(_, p)| *p));
        let positions = positions
            .take(MAX_LABEL_OBSTACLES)
            .filter(|p| screen.shows(*p, 0.0));
        let size = Vec2::splat(LABEL_OBSTACLE);
        taken.extend(positions.map(|p| Rect::from_center_size(screen.pos(p), size)));
        let selected = (shown_agents.0.iter()).filter(|own| agent_scene.is_selected(own.1));
        let starts = selected
            .filter_map(|(sample, agent, _)| agent_labels::shown_start(&screen, sample, agent));
        taken.extend(starts.map(|at| Rect::from_center_size(at, size)));
        let after = taken.len();
        for ring in &rings {
            obstacles.add_circle(screen.pos(ring.center), screen.points(ring.radius));
        }
        let stay = playback.is_playing() || tool.is_busy();
        self.label_sides.begin(selection, stay);
        let kept = &mut self.label_sides;
        let (previewed, unit) = (tool.preview(), &scene.unit);
        let verdict_scene = VerdictScene {
            scene,
            selection,
            view: &context.view,
        };
        // A callout that has a side stays there, and labels keep off it. Before that, it keeps off
        // the labels.
        let mut verdict = None;
        if kept.has_callout() {
            let beside = (&mut obstacles, &mut *kept);
            let early = verdict::place(&painter, &screen, &verdict_scene, verdicts, beside);
            verdict = Some(early);
        }
        let beside = (&mut obstacles, &mut *kept);
        let mut labels = rings::place_labels(&painter, &screen, &rings, previewed, unit, beside);
        let beside = (&mut obstacles, &mut *kept);
        labels.extend(rings::place_cone_labels(
            &painter, &screen, &cones, previewed, beside,
        ));
        let mut verdict = verdict.unwrap_or_else(|| {
            let beside = (&mut obstacles, &mut *kept);
            verdict::place(&painter, &screen, &verdict_scene, verdicts, beside)
        });
        let beside = (&mut obstacles, kept);
        verdict::place_off_path(&painter, &screen, scene, verdicts, beside, &mut verdict);
        let taken = &mut obstacles.taken;
        taken.drain(before..after);
        let style = (self.layers, &self.crowd, all_handles.as_slice());
        agents::draw(&painter, &screen, &agent_scene, style, &shown_agents, taken);
        spawners::draw_names(&painter, &screen, &named_spawners, taken);
        verdict.draw_below_labels(&painter, &screen);
        // Above the agents, which walk through areas.
        areas::draw_captions(&painter, captions);
        labels::draw(&painter, labels);
        rings::draw_handles(&painter, &screen, &rings, previewed);
        rings::draw_cone_handles(&painter, &screen, &cones, previewed);
        verdict.draw(&painter, &screen);
        if let Some(transform_box) = &transform_box {
            transform_box::draw(&painter, &screen, transform_box, tool.preview());
        }
        transform_box::draw_end_dots(&painter, &screen, &ends, tool.preview());
        preview::draw(&painter, &screen, tool.preview(), scene);
        if let Some(snapped) = &context.snapped {
            snapped::draw(&painter, &screen, snapped, scene, &obstacles);
        }
        names::expose(
            ui,
            &screen,
            response,
            &names::NamedItems {
                scene,
                selection,
                agents: &context.view.agents,
                rings: &rings,
                handles: &handles,
                cones: &cones,
                ends: &ends,
                spawners: &spawners,
            },
        );
    }
}
