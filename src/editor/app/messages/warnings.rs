//! Going to the place of a warning.

use crate::editor::app::commands::view;
use crate::editor::app::document::Document;
use crate::editor::canvas::Canvas;
use crate::editor::inspector::{item_at, show_field_of};
use egui::Context;
use glam::DVec2;
use std::time::{Duration, Instant};
use steerwright_analysis::lint::{Diagnostic, Subject};
use steerwright_authoring::canvas::ring::{Ring, RingId};
use steerwright_authoring::canvas::rings::rings_of;
use steerwright_authoring::command::ViewCommand;
use steerwright_authoring::{CanvasView, Item, Line};

/// The longest time in which the run goes to the moment of a warning before the view does. A longer
/// run goes on in the next frames.
const PATIENCE: Duration = Duration::from_millis(200);

/// Selects what a warning is about, shows it where and when it happens, and shows the field to
/// change.
pub(crate) fn show(
    warning: &Diagnostic,
    canvas: &mut Canvas,
    document: &mut Document,
    ctx: &Context,
) {
    let Some(item) = item_at(&document.session.scene, warning.subject) else {
        document.session.selection.clear();
        return;
    };
    let other = warning.moment.and_then(|moment| moment.other);
    let session = &mut document.session;
    let items = other.map(Item::Agent).into_iter().chain([item]);
    session.selection.set_all(items);
    if let Subject::Preset(..) = warning.subject {
        // Warnings are about the first state.
        session.edited_state = None;
    }
    if let Some(moment) = warning.moment {
        // What a player recorded is kept: the run is replaced.
        document.end_take_over();
        document.playback.show_from_start(moment.tick);
        let started = Instant::now();
        document
            .playback
            .resimulate_while(|| started.elapsed() < PATIENCE);
    }
    let rings = behavior_rings(warning, canvas, document);
    let corners = rings.iter().flat_map(|ring| {
        let radius = DVec2::splat(ring.radius);
        [ring.center - radius, ring.center + radius]
    });
    view::zoom_to_selection(canvas, document, corners);
    if item.line().and_then(Line::area).is_some() {
        view::perform(ViewCommand::ShowWorstMoment, canvas, document);
    }
    show_field_of(ctx, &document.session.scene, warning);
}

/// The rings of the behavior that a warning is about.
fn behavior_rings(warning: &Diagnostic, canvas: &Canvas, document: &Document) -> Vec<Ring> {
    let Subject::Preset(_, Some(warned)) = warning.subject else {
        return Vec::new();
    };
    let session = &document.session;
    let view = CanvasView::new(&document.routes, &document.playback, &canvas.viewport);
    let mut rings = rings_of(
        &session.scene,
        &session.selection,
        session.edited_state,
        &view,
    );
    rings.retain(|ring| match ring.id {
        RingId::Behavior(_, _, index, _) => index == warned,
        RingId::Node(..)
        | RingId::Path(_)
        | RingId::Scatter(..)
        | RingId::SpawnerScatter(..)
        | RingId::Sight(..)
        | RingId::Noise(_) => false,
    });
    rings
}
