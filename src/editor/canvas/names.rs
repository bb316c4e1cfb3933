//! Accessible names of the items on the canvas, for screen readers and tests.

use crate::editor::canvas::screen::Screen;
use egui::{Pos2, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo};
use glam::DVec2;
use steerwright_authoring::Selection;
use steerwright_authoring::canvas::cone::ConeHandle;
use steerwright_authoring::canvas::handles::{EndDot, Handle};
use steerwright_authoring::canvas::ring::Ring;
use steerwright_authoring::spawners::Shown;
use steerwright_runtime::scene::{AgentId, PatrolPath, Scene};

/// The items to name.
pub struct NamedItems<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// The selection. The nodes of its path are named first.
    pub selection: &'a Selection,
    /// The shown position of each agent.
    pub agents: &'a [(AgentId, DVec2)],
    /// The rings of the selection.
    pub rings: &'a [Ring],
    /// The handles of the transform box.
    pub handles: &'a [(Handle, DVec2)],
    /// The handles of the field of view of the selection.
    pub cones: &'a [ConeHandle],
    /// The extend dots of the selected path.
    pub ends: &'a [EndDot],
    /// The visible spawners.
    pub spawners: &'a [Shown<'a>],
}

/// The maximum number of named items. The outliner lists all of them.
const MAX_NAMED: usize = 400;

/// Adds an accessibility node for every visible item. They take no input.
pub fn expose(ui: &Ui, screen: &Screen, canvas: &Response, items: &NamedItems<'_>) {
    // Skip the work when no accessibility client is active.
    if !ui.ctx().has_accesskit_node(canvas.id) {
        return;
    }
    let scene = items.scene;
    let rings = items
        .rings
        .iter()
        .map(|ring| (Name::Ring(ring.label), ring.handle()));
    let handles = items
        .handles
        .iter()
        .map(|&(handle, p)| (Name::Handle(handle), p));
    let cones = items.cones.iter();
    let cones = cones.map(|cone| (Name::Cone(cone.name()), cone.position));
    let ends = items.ends.iter().map(|dot| {
        (
            Name::EndDot {
                at_start: dot.at_start,
            },
            dot.position,
        )
    });
    let first = items
        .selection
        .path()
        .and_then(|id| scene.path(id))
        .filter(|path| !scene.editor.is_hidden(path.id));
    let first = first.into_iter().flat_map(nodes);
    let agents = items
        .agents
        .iter()
        .filter_map(|&(id, p)| scene.agent(id).map(|agent| (agent, p)));
    let agents = agents
        .filter(|(agent, _)| !scene.editor.is_hidden(agent.id))
        .map(|(agent, p)| (Name::Agent(&agent.name), p));
    let markers = scene
        .markers
        .iter()
        .filter(|marker| !scene.editor.is_hidden(marker.id));
    let markers = markers.map(|marker| (Name::Marker(&marker.name), marker.position));
    let others = scene
        .paths
        .iter()
        .filter(|path| items.selection.path() != Some(path.id));
    let others = others
        .filter(|path| !scene.editor.is_hidden(path.id))
        .flat_map(|path| nodes(path));
    let walls = scene
        .walls
        .iter()
        .filter(|wall| !scene.editor.is_hidden(wall.id));
    let wall_nodes = walls.flat_map(|wall| {
        let nodes = wall.nodes.iter().enumerate();
        nodes.map(|(i, node)| (Name::Node(&wall.name, i + 1), node.position))
    });
    let areas = scene
        .editor
        .areas
        .iter()
        .filter(|area| !scene.editor.is_hidden(area.id));
    let corners = areas.flat_map(|area| {
        let nodes = area.nodes.iter().enumerate();
        nodes.map(|(i, node)| (Name::Corner(&area.name, i + 1), node.position))
    });
    let pictures = scene.editor.pictures.iter();
    let pictures = pictures
        .filter(|picture| !scene.editor.is_hidden(picture.id))
        .map(|picture| (Name::Picture(&picture.name), picture.position));
    let spawners = items.spawners.iter();
    let spawners = spawners.map(|shown| (Name::Spawner(&shown.spawner.name), shown.icon));
    let of_selection = rings.chain(cones).chain(handles).chain(ends).chain(first);
    let seen = of_selection
        .chain(agents)
        .chain(markers)
        .chain(others)
        .chain(wall_nodes)
        .chain(corners)
        .chain(spawners)
        .chain(pictures)
        .filter(|(_, p)| screen.shows(*p, 0.0));
    for (index, (name, position)) in seen.take(MAX_NAMED).enumerate() {
        expose_one(ui, canvas, index, &name, screen.pos(position));
    }
}

/// The name of an item, formatted only if the item is visible.
enum Name<'a> {
    Ring(&'a str),
    Cone(&'a str),
    Handle(Handle),
    EndDot { at_start: bool },
    Agent(&'a str),
    Marker(&'a str),
    Node(&'a str, usize),
    Picture(&'a str),
    Spawner(&'a str),
    Corner(&'a str, usize),
}

impl std::fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Cone(name) => f.write_str(name),
            Self::Ring(label) => write!(f, "{label} handle"),
            Self::Handle(handle) => f.write_str(&handle.name()),
            Self::EndDot { at_start } => write!(
                f,
                "Extend path at {}",
                if *at_start { "start" } else { "end" }
            ),
            Self::Agent(name) => write!(f, "Agent {name}"),
            Self::Marker(name) => write!(f, "Marker {name}"),
            Self::Picture(name) => write!(f, "Picture {name}"),
            Self::Spawner(name) => write!(f, "Spawner {name}"),
            Self::Corner(area, number) => write!(f, "{area} corner {number}"),
            Self::Node(path, number) => write!(f, "{path} node {number}"),
        }
    }
}

fn nodes(path: &PatrolPath) -> impl Iterator<Item = (Name<'_>, DVec2)> {
    path.nodes
        .iter()
        .enumerate()
        .map(|(i, node)| (Name::Node(&path.name, i + 1), node.position))
}

fn expose_one(ui: &Ui, canvas: &Response, index: usize, name: &Name<'_>, at: Pos2) {
    let rect = Rect::from_center_size(at, Vec2::splat(14.0)).intersect(canvas.rect);
    if rect.is_positive() {
        let response = ui.interact(rect, canvas.id.with(("item", index)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::GraphicsSymbol, true, name.to_string()));
    }
}
