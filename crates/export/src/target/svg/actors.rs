//! Agents and markers.

use super::data::{self, Exported};
use super::frame::CLIP;
use super::shape::{self, INK, PAPER};
use super::view::View;
use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{Agent, Marker, MarkerKind, Scene};
use svg::node::element::Group;

/// The minimum size of an agent, px.
const SMALLEST_AGENT: f64 = 6.0;
/// With more agents or markers than this, names are omitted because they would cover the picture.
const MAX_NAMES: usize = 60;
/// Longer names are truncated.
const NAME_CHARS: usize = 28;

/// The agents at their initial positions.
pub fn agents(scene: &Scene, items: &Exported<'_>, view: &View) -> Group {
    let named = scene.agents.len() <= MAX_NAMES;
    scene.agents.iter().fold(Group::new(), |group, agent| {
        let start = data::group("agent", items.item("agents", agent.id.0));
        group.add(agent_group(start, agent, scene, view, named))
    })
}

fn agent_group(start: Group, agent: &Agent, scene: &Scene, view: &View, named: bool) -> Group {
    let preset = scene.preset(agent.preset);
    let (color, radius) = preset.map_or_else(Default::default, |preset| {
        (preset.color, preset.body.radius)
    });
    let p = view.sheet_from_world(agent.position);
    let drawn = (radius * view.scale).max(SMALLEST_AGENT);
    let color = color.to_string();
    let of_preset = preset.map(|preset| data::property_lines(&preset.properties, scene));
    let of_preset = of_preset.into_iter().flatten();
    let lines = data::property_lines(&agent.properties, scene).into_iter();
    let lines = lines.chain(of_preset.map(|line| format!("preset: {line}")));
    let mut group = start.add(data::title(&agent.name, lines));
    if let Some(scatter) = agent.scatter {
        for distance in [scatter.min, scatter.max] {
            let ring = shape::circle(p, distance * view.scale)
                .set("fill", "none")
                .set("stroke", color.as_str());
            group = group.add(ring.set("stroke-dasharray", "2 4").set("clip-path", CLIP));
        }
    }
    let body = shape::circle(p, drawn)
        .set("fill", color.as_str())
        .set("stroke", INK)
        .set("stroke-width", 1.5);
    // An agent at rest faces right, unless it is turned.
    let along = if vector::length(agent.velocity) > 0.0 {
        vector::direction(agent.velocity)
    } else {
        agent.heading.map_or(DVec2::X, vector::direction)
    };
    let along = DVec2::new(along.x, -along.y);
    let nose = shape::polyline([p, p + along * drawn])
        .set("stroke", INK)
        .set("stroke-width", 2);
    group = group.add(body).add(nose);
    if named {
        let below = p + DVec2::new(0.0, drawn.min(200.0) + 13.0);
        group = group.add(shape::floating_label(
            below,
            11.0,
            INK,
            &shape::cut(&agent.name, NAME_CHARS),
        ));
    }
    group
}

/// The markers.
pub fn markers(scene: &Scene, items: &Exported<'_>, view: &View) -> Group {
    let named = scene.markers.len() <= MAX_NAMES;
    scene.markers.iter().fold(Group::new(), |group, marker| {
        let lines = data::property_lines(&marker.properties, scene);
        let title = data::title(&marker.name, lines);
        let start = data::group("marker", items.item("markers", marker.id.0));
        group.add(marker_group(start.add(title), marker, view, named))
    })
}

fn marker_group(start: Group, marker: &Marker, view: &View, named: bool) -> Group {
    let p = view.sheet_from_world(marker.position);
    let group = start.add(symbol(marker.kind, p));
    if named {
        group.add(shape::floating_label(
            p + DVec2::new(0.0, 24.0),
            11.0,
            INK,
            &shape::cut(&marker.name, NAME_CHARS),
        ))
    } else {
        group
    }
}

/// A crosshair for a target, a warning triangle for a danger.
pub fn symbol(kind: MarkerKind, p: DVec2) -> Group {
    match kind {
        MarkerKind::Target => {
            let (x, y) = (DVec2::new(10.0, 0.0), DVec2::new(0.0, 10.0));
            Group::new()
                .set("stroke", "#00703c")
                .set("stroke-width", 2)
                .add(shape::circle(p, 7.0).set("fill", PAPER))
                .add(shape::polyline([p - x, p + x]))
                .add(shape::polyline([p - y, p + y]))
        }
        MarkerKind::Danger => Group::new()
            .add(
                shape::polygon([
                    p - DVec2::new(0.0, 11.0),
                    p + DVec2::new(10.0, 7.0),
                    p + DVec2::new(-10.0, 7.0),
                ])
                .set("fill", "#c8102e")
                .set("stroke", PAPER)
                .set("stroke-width", 1.5)
                .set("stroke-linejoin", "round"),
            )
            .add(
                shape::label(p + DVec2::new(0.0, 5.0), 12.0, PAPER, "!")
                    .set("font-weight", 700)
                    .set("text-anchor", "middle"),
            ),
    }
}
