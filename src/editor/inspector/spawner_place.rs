//! The inspector of the place of a spawner.

use crate::editor::inspector::field;
use crate::editor::inspector::field::Changed;
use crate::editor::theme;
use egui::Ui;
use glam::DVec2;
use steerwright_authoring::bounds::Bounds;
use steerwright_runtime::parameter;
use steerwright_runtime::parameter::MAX_COORDINATE;
use steerwright_runtime::scene::{
    AgentId, MarkerId, Scatter, Scene, SpawnEdge, SpawnPlace, Spawner,
};

/// The kinds of places.
#[derive(Clone, Copy, PartialEq)]
enum PlaceKind {
    Point,
    Marker,
    Agent,
    Edge,
}

/// Draws where agents enter.
pub(super) fn place_ui(ui: &mut Ui, scene: &Scene, view: Bounds, spawner: &mut Spawner) -> Changed {
    let before = match spawner.place {
        SpawnPlace::Point(_) => PlaceKind::Point,
        SpawnPlace::Marker(_) => PlaceKind::Marker,
        SpawnPlace::Agent(_) => PlaceKind::Agent,
        SpawnPlace::Edge(_) => PlaceKind::Edge,
    };
    let mut kinds = vec![(PlaceKind::Point, "Point", "Agents enter at a point.")];
    if !scene.markers.is_empty() {
        let help = "Agents enter where a marker is.";
        kinds.push((PlaceKind::Marker, "Marker", help));
    }
    if !scene.agents.is_empty() {
        let help = "Agents enter where an agent is then.";
        kinds.push((PlaceKind::Agent, "Agent", help));
    }
    let help = "Agents enter at a random point of the edge of a rectangle.";
    kinds.push((PlaceKind::Edge, "Edge", help));
    let mut kind = before;
    let mut changed = field::choice_ui(ui, "Place", "Where agents enter.", &mut kind, &kinds);
    if kind != before {
        spawner.place = converted(kind, spawner, scene, view);
    }
    let movable = scene.editor.is_editable(spawner.id);
    let suffix = format!(" {}", scene.unit);
    match &mut spawner.place {
        SpawnPlace::Point(position) => {
            changed = changed.or(field::position_ui(
                ui, movable, "Position", position, &suffix,
            ));
        }
        SpawnPlace::Marker(id) => {
            let options: Vec<(MarkerId, &str, &str)> = (scene.markers.iter())
                .map(|marker| (marker.id, marker.name.as_str(), ""))
                .collect();
            let help = "Agents enter where it is, also if a game moves it.";
            changed = changed.or(field::choice_ui(ui, "Marker", help, id, &options));
        }
        SpawnPlace::Agent(id) => {
            let options: Vec<(AgentId, &str, &str)> = (scene.agents.iter())
                .map(|agent| (agent.id, agent.name.as_str(), ""))
                .collect();
            let help = "Agents enter where it is then. Without it, none enters.";
            changed = changed.or(field::choice_ui(ui, "Agent", help, id, &options));
        }
        SpawnPlace::Edge(edge) => {
            changed = changed.or(edge_ui(ui, edge, movable, view, &suffix));
        }
    }
    changed.or(scatter_ui(ui, &mut spawner.scatter, &scene.unit))
}

/// The place of another kind that is nearest to what a spawner has.
fn converted(kind: PlaceKind, spawner: &Spawner, scene: &Scene, view: Bounds) -> SpawnPlace {
    let at = spawner.position(scene).unwrap_or_default();
    let point = SpawnPlace::Point(at);
    match kind {
        PlaceKind::Point => point,
        PlaceKind::Marker => {
            let markers = scene.markers.iter();
            let nearest = markers.min_by(|a, b| {
                let distance = |p: DVec2| (p - at).length_squared();
                distance(a.position).total_cmp(&distance(b.position))
            });
            nearest.map_or(point, |marker| SpawnPlace::Marker(marker.id))
        }
        PlaceKind::Agent => {
            let agents = scene.agents.iter();
            let nearest = agents.min_by(|a, b| {
                let distance = |p: DVec2| (p - at).length_squared();
                distance(a.position).total_cmp(&distance(b.position))
            });
            nearest.map_or(point, |agent| SpawnPlace::Agent(agent.id))
        }
        PlaceKind::Edge => SpawnPlace::Edge(view_edge(view)),
    }
}

/// The edge of the view, in steps that are shown in full.
fn view_edge(view: Bounds) -> SpawnEdge {
    let limit = DVec2::splat(MAX_COORDINATE);
    let rounded = |p: DVec2| ((p * 10.0).round() / 10.0).clamp(-limit, limit) + DVec2::ZERO;
    SpawnEdge {
        from: rounded(view.min),
        to: rounded(view.max),
    }
}

fn edge_ui(
    ui: &mut Ui,
    edge: &mut SpawnEdge,
    movable: bool,
    view: Bounds,
    suffix: &str,
) -> Changed {
    let mut changed = field::position_ui(ui, movable, "Corner", &mut edge.from, suffix);
    changed = changed.or(field::position_ui(
        ui,
        movable,
        "Opposite corner",
        &mut edge.to,
        suffix,
    ));
    ui.add_enabled_ui(movable, |ui| {
        let help = "Sets the edge to what the canvas shows now.";
        if ui.button("Set to view").on_hover_text(help).clicked() {
            *edge = view_edge(view);
            changed = Some("Set edge to view".into());
        }
    });
    changed
}

fn scatter_ui(ui: &mut Ui, scatter: &mut Option<Scatter>, unit: &str) -> Changed {
    let help = "Each agent enters at a random distance and direction from the place.";
    let toggled = field::row_ui(ui, "Scatter", help, |ui, id| {
        let mut on = scatter.is_some();
        let toggled = theme::checkbox_ui(ui, &mut on, "")
            .labelled_by(id)
            .changed();
        if toggled {
            *scatter = on.then_some(Scatter { min: 0.0, max: 2.0 });
        }
        toggled
    });
    let changed: Changed = toggled.then(|| "Set scatter".into());
    let Some(scatter) = scatter else {
        return changed;
    };
    changed.or(field::parameters_ui(
        ui,
        parameter::SPAWNER_SCATTER,
        scatter,
        unit,
    ))
}
