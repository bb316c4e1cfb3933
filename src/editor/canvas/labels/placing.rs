//! All labels of the canvas, placed in the order of their importance: each keeps off those that
//! were placed before it.

use crate::editor::canvas::agents;
use crate::editor::canvas::frame::Frame;
use crate::editor::canvas::handles::rings;
use crate::editor::canvas::handles::snapped;
use crate::editor::canvas::items::areas;
use crate::editor::canvas::items::spawners;
use crate::editor::canvas::labels::agent_labels;
use crate::editor::canvas::labels::agent_labels::shown_start;
use crate::editor::canvas::labels::node_captions::NodeCaption;
use crate::editor::canvas::labels::obstacles::{AreaOf, Obstacles};
use crate::editor::canvas::labels::state_chips;
use crate::editor::canvas::labels::state_chips::Chip;
use crate::editor::canvas::labels::{KeptSides, Label, LabelContext};
use crate::editor::canvas::paths::meetings;
use crate::editor::canvas::shapes::Caption;
use crate::editor::canvas::verdict::{Verdict, VerdictScene};
use crate::editor::canvas::{grid, verdict};
use egui::{Rect, Vec2};

/// Labels of handles keep off up to this many nodes and agents.
const MAX_CENTERS: usize = 400;
/// The room that they have, in points.
const CENTER: Vec2 = Vec2::splat(18.0);

/// The labels of a frame.
pub(crate) struct PlacedLabels<'a> {
    pub(crate) areas: Vec<Caption>,
    pub(crate) meetings: Vec<meetings::Shown>,
    pub(crate) nodes: Vec<NodeCaption>,
    /// Of rings and fields of view.
    pub(crate) handles: Vec<Label>,
    pub(crate) verdict: Verdict<'a>,
    pub(crate) chips: Vec<Chip>,
    /// Of agents and spawners.
    pub(crate) names: Vec<Caption>,
    /// Of what a position snapped to.
    pub(crate) snapped: Option<Caption>,
}

impl<'a> PlacedLabels<'a> {
    /// Places all labels.
    pub(crate) fn of(frame: &Frame<'a>, kept: &mut KeptSides) -> Self {
        let &Frame {
            painter,
            screen,
            scene,
            emphasis,
            preview,
            ..
        } = frame;
        let verdicts = frame.measured.verdicts;
        let mut obstacles = obstacles_of(frame);
        let areas = if frame.layers.names {
            let checks = frame.measured.checks;
            areas::place_captions(
                painter,
                screen,
                scene,
                checks,
                frame.is_playing,
                &mut obstacles,
            )
        } else {
            vec![]
        };
        let meetings = meetings::MeetingScene {
            scene,
            meetings: frame.meetings,
            world: frame.world,
        };
        let meetings = meetings::place(painter, screen, &meetings, emphasis, &mut obstacles);
        let nodes = frame.path_shapes.captions.iter();
        let nodes = nodes.flat_map(|captions| captions.place(painter, screen, &mut obstacles));
        let nodes = nodes.collect();
        // Only the labels of handles and of measured places keep off these lines.
        verdict::keep_off(screen, frame.selection, verdicts, &mut obstacles);
        for ring in &frame.rings {
            obstacles.add_circle(screen.pos(ring.center), screen.points(ring.radius));
        }
        // A callout that has a side stays there, and labels keep off it. Before that, it keeps off
        // the labels.
        let callout_first = kept.has_callout();
        let place_verdict = |context: &mut LabelContext<'_>| {
            let on = VerdictScene {
                scene,
                selection: frame.selection,
                view: &frame.context.view,
            };
            verdict::place(painter, screen, &on, verdicts, context)
        };
        let context = &mut LabelContext {
            obstacles: &mut obstacles,
            kept,
        };
        let early = callout_first.then(|| place_verdict(context));
        let unit = scene.unit.as_str();
        let mut handles =
            rings::place_labels(painter, screen, &frame.rings, preview, unit, context);
        let cones = rings::place_cone_labels(painter, screen, &frame.cones, preview, context);
        handles.extend(cones);
        let mut verdict = early.unwrap_or_else(|| place_verdict(context));
        verdict::place_off_path(painter, screen, scene, verdicts, context, &mut verdict);
        let shown = &frame.agents_in_full;
        let handle_areas: Vec<Rect> = all_handles(&obstacles).collect();
        let chips = state_chips::place(painter, screen, frame.agents, &shown.agents, &handle_areas);
        obstacles.add(AreaOf::Caption, chips.iter().map(|chip| chip.area));
        let mut names = agent_labels::place(painter, screen, frame.agents, shown, &mut obstacles);
        names.extend(spawners::place_names(
            painter,
            screen,
            &frame.spawner_scene(),
            frame.layers.names,
            &mut obstacles,
        ));
        let snapped = frame.context.snapped.as_ref();
        let snapped = snapped
            .and_then(|snapped| snapped::place_name(painter, screen, snapped, scene, &obstacles));
        Self {
            areas,
            meetings,
            nodes,
            handles,
            verdict,
            chips,
            names,
            snapped,
        }
    }
}

/// What is there before labels: what is over the canvas, handles, icons and bodies.
fn obstacles_of(frame: &Frame<'_>) -> Obstacles {
    let &Frame {
        painter,
        screen,
        scene,
        ..
    } = frame;
    let view = &frame.context.view;
    let mut obstacles = Obstacles::of_lines(screen, scene, view.routes);
    if frame.layers.grid {
        obstacles.add(AreaOf::Overlay, grid::number_areas(screen, &scene.unit));
    }
    obstacles.add(AreaOf::Overlay, frame.covered.into_iter().flatten());
    obstacles.add(AreaOf::Caption, frame.markers.name_areas());
    obstacles.add(
        AreaOf::Icon,
        spawners::icons(screen, &frame.spawner_scene()),
    );
    let pointer = frame.pointer;
    let pointer = pointer.map(|at| agents::pointer_area(painter, screen, at));
    obstacles.add(AreaOf::Icon, pointer);
    obstacles.add(AreaOf::Icon, frame.markers.areas(screen, scene));
    let handles = frame.handles.iter().map(|(_, place)| *place);
    let handles = handles.map(|place| rings::handle_area(screen, place));
    obstacles.add(AreaOf::BoxHandle, handles);
    let handles = rings::handle_areas(screen, &frame.rings, frame.preview);
    obstacles.add(AreaOf::Handle, handles);
    let ends = frame.ends.iter().map(|dot| dot.position);
    let handles = ends.chain(frame.cones.iter().map(|cone| cone.position));
    let handles = handles.map(|place| rings::handle_area(screen, place));
    obstacles.add(AreaOf::Handle, handles);
    let bodies = agents::body_areas(screen, scene, view, 0.0).take(agents::MAX_BODIES);
    obstacles.add(AreaOf::Body, bodies);
    let agents = &frame.agents_in_full.agents;
    let handles: Vec<Rect> = all_handles(&obstacles).collect();
    let chips = state_chips::areas(screen, frame.agents, agents, &handles);
    obstacles.add(AreaOf::Center, chips);
    let path = frame.selection.path().and_then(|id| scene.path(id));
    let nodes = path.into_iter().flat_map(|path| &path.nodes);
    let nodes = nodes.map(|node| node.position);
    let centers = nodes.chain(view.agents.iter().map(|(_, place)| *place));
    let centers = centers
        .take(MAX_CENTERS)
        .filter(|place| screen.shows(*place, 0.0))
        .map(|place| screen.pos(place));
    let selected = agents
        .iter()
        .filter(|shown| frame.agents.is_selected(shown.agent));
    let starts = selected.filter_map(|shown| shown_start(screen, &shown.sample, shown.agent));
    let centers = centers.chain(starts);
    let centers = centers.map(|at| Rect::from_center_size(at, CENTER));
    obstacles.add(AreaOf::Center, centers);
    obstacles
}

fn all_handles(obstacles: &Obstacles) -> impl Iterator<Item = Rect> {
    obstacles.areas(&[AreaOf::BoxHandle, AreaOf::Handle])
}
