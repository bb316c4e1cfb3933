//! The things on the canvas by name, for screen readers and for tests that look things up as a person would.

use crate::editor::canvas::Screen;
use egui::{Pos2, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo};
use glam::DVec2;
use steerwright_authoring::Selection;
use steerwright_authoring::handles::{EndDot, Handle};
use steerwright_authoring::ring::Ring;
use steerwright_runtime::scene::{AgentId, PatrolPath, Scene};

/// What is named.
pub struct Things<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// What is selected: the nodes of that path are named first.
    pub selection: &'a Selection,
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
    // Nobody listens: no name is made up.
    if !ui.ctx().has_accesskit_node(canvas.id) {
        return;
    }
    let scene = things.scene;
    let rings = things
        .rings
        .iter()
        .map(|ring| (Name::Ring(ring.label), ring.handle()));
    let handles = things
        .handles
        .iter()
        .map(|&(handle, p)| (Name::Handle(handle), p));
    let ends = things.ends.iter().map(|dot| {
        (
            Name::End {
                at_start: dot.at_start,
            },
            dot.position,
        )
    });
    let first = things
        .selection
        .path()
        .and_then(|id| scene.path(id))
        .filter(|path| !path.outline.is_hidden(scene));
    let first = first.into_iter().flat_map(nodes);
    let agents = things
        .agents
        .iter()
        .filter_map(|&(id, p)| scene.agent(id).map(|agent| (agent, p)));
    let agents = agents
        .filter(|(agent, _)| !agent.outline.is_hidden(scene))
        .map(|(agent, p)| (Name::Agent(&agent.name), p));
    let markers = scene
        .markers
        .iter()
        .filter(|marker| !marker.outline.is_hidden(scene));
    let markers = markers.map(|marker| (Name::Marker(&marker.name), marker.position()));
    let others = scene
        .paths
        .iter()
        .filter(|path| things.selection.path() != Some(path.id));
    let others = others
        .filter(|path| !path.outline.is_hidden(scene))
        .flat_map(|path| nodes(path));
    let own = rings.chain(handles).chain(ends).chain(first);
    let seen = own
        .chain(agents)
        .chain(markers)
        .chain(others)
        .filter(|(_, p)| screen.shows(*p, 0.0));
    for (index, (name, position)) in seen.take(MOST).enumerate() {
        expose_one(ui, canvas, (index, &name), screen.pos(position));
    }
}

/// What a thing is called, made into words only once it is known to be seen.
enum Name<'a> {
    Ring(&'a str),
    Handle(Handle),
    End { at_start: bool },
    Agent(&'a str),
    Marker(&'a str),
    Node(&'a str, usize),
}

impl std::fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Ring(label) => write!(f, "{label} handle"),
            Self::Handle(handle) => f.write_str(&handle.name()),
            Self::End { at_start } => write!(
                f,
                "Continue path at its {}",
                if *at_start { "start" } else { "end" }
            ),
            Self::Agent(name) => write!(f, "Agent {name}"),
            Self::Marker(name) => write!(f, "Marker {name}"),
            Self::Node(path, number) => write!(f, "{path} node {number}"),
        }
    }
}

fn nodes(path: &PatrolPath) -> impl Iterator<Item = (Name<'_>, DVec2)> {
    path.nodes
        .iter()
        .enumerate()
        .map(|(i, node)| (Name::Node(&path.name, i + 1), node.position()))
}

fn expose_one(ui: &Ui, canvas: &Response, (index, name): (usize, &Name<'_>), at: Pos2) {
    let rect = Rect::from_center_size(at, Vec2::splat(14.0)).intersect(canvas.rect);
    if rect.is_positive() {
        let response = ui.interact(rect, canvas.id.with(("thing", index)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::GraphicsSymbol, true, name.to_string()));
    }
}
