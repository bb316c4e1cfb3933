//! Commands that move the view or the cursor in it.

use crate::editor::app::document::Document;
use crate::editor::canvas::Canvas;
use glam::DVec2;
use steerwright_authoring::bounds::Bounds;
use steerwright_authoring::command::ViewCommand;
use steerwright_authoring::pictures;
use steerwright_authoring::transform::TransformSnapshot;
use steerwright_authoring::{Item, Line, Selection};

/// The factors of a step of zooming in and out.
const ZOOM_STEPS: (f64, f64) = (1.25, 0.8);

/// Zooms or fits the view.
pub(crate) fn perform(command: ViewCommand, canvas: &mut Canvas, document: &mut Document) {
    match command {
        ViewCommand::ZoomIn => zoom(canvas, document, ZOOM_STEPS.0),
        ViewCommand::ZoomOut => zoom(canvas, document, ZOOM_STEPS.1),
        ViewCommand::ZoomToFit => {
            canvas.fit(&document.session, &document.playback, &document.routes);
        }
        ViewCommand::ZoomToSelection => zoom_to_selection(canvas, document, []),
        ViewCommand::KeyboardCursor => canvas.toggle_keyboard_cursor(),
        ViewCommand::ShowWorstMoment => {
            if let Some((tick, place)) = worst_moment(document) {
                // What a player recorded is kept: the run is replaced.
                document.end_take_over();
                document.playback.show_from_start(tick);
                let Bounds { min, max } = canvas.viewport.bounds();
                if place.cmplt(min).any() || place.cmpgt(max).any() {
                    let viewport = &mut canvas.viewport;
                    viewport.pan(viewport.size / 2.0 - viewport.screen_from_world(place));
                }
            }
        }
    }
}

/// Fits the selected items and other points in the view.
pub(crate) fn zoom_to_selection(
    canvas: &mut Canvas,
    document: &Document,
    others: impl IntoIterator<Item = DVec2>,
) {
    let mut points = selected_points(document);
    points.extend(others);
    if let Some(bounds) = Bounds::of(points) {
        // Show some space around a single point.
        let margin = DVec2::splat((bounds.size().max_element() * 0.1).max(2.0));
        canvas.viewport.fit(Bounds {
            min: bounds.min - margin,
            max: bounds.max + margin,
        });
    }
}

/// The tick and the place at which the selected area is watched worst.
pub(crate) fn worst_moment(document: &Document) -> Option<(u64, DVec2)> {
    let lines = document.session.selection.lines();
    let area = lines.into_iter().find_map(Line::area)?;
    let figures = document.checks.areas().report(area)?.figures?;
    Some((figures.tick?, figures.place))
}

/// Zooms at the keyboard cursor, or at the center.
fn zoom(canvas: &mut Canvas, document: &Document, factor: f64) {
    let viewport = &mut canvas.viewport;
    let at = (canvas.keyboard).place(&document.tool, &document.session.selection);
    let at = at.map_or(viewport.size / 2.0, |at| viewport.screen_from_world(at));
    viewport.zoom_at(at, factor);
}

/// The shown positions of the selected items, in units.
fn selected_points(document: &Document) -> Vec<DVec2> {
    let scene = &document.session.scene;
    let agents = document.playback.positions();
    let mut points = Vec::new();
    for item in document.session.selection.iter() {
        match item {
            Item::Path(_) | Item::Wall(_) | Item::Area(_) => {
                let line = item.line().and_then(|line| line.of(scene)).into_iter();
                points.extend(line.flat_map(|line| line.nodes().map(|(_, position)| position)));
            }
            Item::Node(..) | Item::Marker(_) => points.extend(item.position(scene)),
            Item::Agent(agent) => {
                points.extend(agents.iter().find(|(id, _)| *id == agent).map(|(_, p)| *p))
            }
            Item::Picture(picture) => {
                points.extend(
                    scene
                        .picture(picture)
                        .into_iter()
                        .flat_map(pictures::corners),
                );
            }
            Item::Spawner(id) => {
                let one = Selection::of([item]);
                let corners = TransformSnapshot::of(scene, &one, &[]);
                let place = scene
                    .spawner(id)
                    .and_then(|spawner| spawner.position(scene));
                points.extend(corners.places().chain(place));
            }
            // Where its agents are.
            Item::Preset(preset) => {
                let has = |id| scene.agent(id).is_some_and(|agent| agent.preset == preset);
                let users = agents.iter().filter(|(id, _)| has(*id));
                points.extend(users.map(|(_, p)| *p));
            }
            Item::Contact(_) => {}
        }
    }
    points
}
