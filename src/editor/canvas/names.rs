//! The things on the canvas by name, for screen readers and for tests that look things up as a person would.

use crate::authoring::handles::{EndDot, Handle};
use crate::authoring::ring::Ring;
use crate::editor::canvas::Screen;
use crate::scene::{AgentId, Scene};
use egui::{Pos2, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo};
use glam::DVec2;

/// What is named.
pub struct Things<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// Where each agent is shown.
    pub agents: &'a [(AgentId, DVec2)],
    /// The rings of what is selected.
    pub rings: &'a [Ring],
    /// The handles of the box around it.
    pub handles: &'a [(Handle, DVec2)],
    /// The dots that continue the selected path.
    pub ends: &'a [EndDot],
}

/// More than this many things are not named one by one; the outliner lists them all.
const MOST: usize = 400;

/// Gives every thing that can be seen a name and a place. They take no input: the canvas does.
pub fn expose(ui: &Ui, screen: &Screen, canvas: &Response, things: &Things<'_>) {
    let nodes = things.scene.paths.iter().flat_map(|path| {
        let place = move |(i, node): (usize, &crate::scene::Node)| (format!("{} node {}", path.name, i + 1), node.position());
        path.nodes.iter().enumerate().map(place).collect::<Vec<_>>()
    });
    let agents = things.agents.iter().map(|&(id, p)| {
        let name = things.scene.agent(id).map_or_else(|| id.to_string(), |agent| agent.name.clone());
        (format!("Agent {name}"), p)
    });
    let markers = things.scene.markers.iter().map(|marker| (format!("Marker {}", marker.name), marker.position()));
    let rings = things.rings.iter().map(|ring| (format!("{} handle", ring.label), ring.handle()));
    let handles = things.handles.iter().map(|&(handle, p)| (handle.name(), p));
    let ends = things.ends.iter().map(|dot| (format!("Continue path at its {}", if dot.at_start { "start" } else { "end" }), dot.position));
    let seen = rings.chain(handles).chain(ends).chain(agents).chain(markers).chain(nodes).filter(|(_, p)| screen.shows(*p, 0.0));
    for (index, (name, position)) in seen.take(MOST).enumerate() {
        expose_one(ui, canvas, (index, &name), screen.pos(position));
    }
}

fn expose_one(ui: &Ui, canvas: &Response, (index, name): (usize, &str), at: Pos2) {
    let rect = Rect::from_center_size(at, Vec2::splat(14.0)).intersect(canvas.rect);
    if rect.is_positive() {
        let response = ui.interact(rect, canvas.id.with(("thing", index)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::GraphicsSymbol, true, name));
    }
}
