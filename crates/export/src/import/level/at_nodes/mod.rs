//! What a map says about the nodes of its paths: waits, speeds, actions and junctions, in
//! properties of lines and in objects of their own.
//!
//! When a map is imported again, what changed there is taken over for paths at whose nodes nothing
//! was changed in the scene.

mod actions;
mod checking;
mod line_properties;
mod objects;
mod references;
mod script;

pub use line_properties::closed_by_property;

use super::merge::Import;
use super::merger::{Merger, traversal};
use super::properties::Owned;
use super::wanted::Wanted;
use super::{Level, update};
use glam::DVec2;
use objects::NodeObject;
use references::References;
use std::collections::BTreeMap;
use steerwright_runtime::scene::editor::ImportedItem;
use steerwright_runtime::scene::{Node, NodeId, PathId, PatrolPath, Properties, PropertyItem};
use steerwright_runtime::steering::follow_path::Traversal;

/// The values that a wait can have, in messages.
const SECONDS: &str = "seconds, 0 to 1000000";
/// The values that a radius can have, in messages.
const PIXELS: &str = "pixels, 0 or more";
/// The values that a speed can have, in messages.
const PIXELS_PER_SECOND: &str = "pixels per second, 0 or more";

/// A path that came from a map.
pub struct Route {
    pub id: PathId,
    pub source: String,
    /// Where its nodes are in the map, in units.
    pub points: Vec<DVec2>,
    /// The number of each node among the points of the line, from 0.
    pub numbers: Vec<usize>,
    /// How many points the line has.
    pub count: usize,
    closed: bool,
    /// What it got at the last import. `None` for a new path.
    was: Option<ImportedItem>,
    /// The checksum of what the scene had at its nodes before.
    state: String,
    /// The index of the item among those that came from the map.
    pub owned: usize,
    /// Whether it is in the list of what was added or updated.
    pub is_listed: bool,
    /// The words for a list of changes.
    pub line: String,
}

impl Route {
    pub fn of(
        wanted: &Wanted,
        id: PathId,
        was: Option<&ImportedItem>,
        state: String,
        owned: usize,
    ) -> Self {
        Self {
            id,
            source: wanted.source.clone(),
            points: wanted.points.clone(),
            numbers: wanted.numbers.clone(),
            count: wanted.count,
            closed: wanted.closed,
            was: was.cloned(),
            state,
            owned,
            is_listed: false,
            line: String::new(),
        }
    }
}

/// What a map says about a path.
struct Plan {
    nodes: Vec<Node>,
    traversal: Traversal,
}

impl Plan {
    /// What a path is about which nothing is said.
    fn nothing(route: &Route) -> Self {
        let nodes = route.points.iter();
        Self {
            nodes: nodes.map(|&at| Node::at(NodeId(0), at)).collect(),
            traversal: traversal(route.closed),
        }
    }
}

/// A checksum of what agents do at the nodes of a path, which is empty if they do nothing.
pub fn state(path: &PatrolPath) -> String {
    state_of(&path.nodes, path.traversal)
}

fn state_of(nodes: &[Node], traversal: Traversal) -> String {
    let is_plain = |node: &Node| {
        node.wait == 0.0 && node.speed.is_none() && node.radius.is_none() && node.script.is_none()
    };
    let ends = traversal == Traversal::Once;
    if nodes.iter().all(is_plain) && !ends {
        return String::new();
    }
    let mut text = format!("{ends}");
    for node in nodes {
        // Only what the map can say, and neither ids nor places.
        let node = Node {
            properties: Properties::default(),
            position: DVec2::ZERO,
            id: NodeId(0),
            ..node.clone()
        };
        text.push_str(&serde_json::to_string(&node).unwrap_or_default());
    }
    update::checksum_of(text.bytes())
}

impl Merger<'_> {
    /// Brings what agents do at nodes in step with the map.
    pub(super) fn at_nodes(&mut self, level: &Level, import: &Import) {
        let routes = std::mem::take(&mut self.routes);
        let mut plans = self.path_plans(&routes, import);
        let objects = self.node_objects(&routes, level, import);
        let references = References::new(self, &routes, &objects, level, import);
        for object in objects {
            let Some(route) = routes.get(object.route) else {
                continue;
            };
            let plan = plans
                .entry(object.route)
                .or_insert_with(|| Plan::nothing(route));
            self.node_object(route, object, plan, &references);
        }
        let mut applied = Vec::new();
        for (index, route) in routes.iter().enumerate() {
            if self.apply(route, plans.get(&index)) {
                applied.push(route);
            }
        }
        self.check_nodes(&applied);
        for route in applied {
            self.list(route);
        }
    }

    /// The node of a path in the scene, if its nodes are those of the map.
    fn node_id(&self, route: &Route, node: usize) -> Option<NodeId> {
        let path = self.scene.path(route.id)?;
        let node = path.nodes.get(node)?;
        (path.nodes.len() == route.points.len()).then_some(node.id)
    }

    /// Reads what an object says about its node.
    fn node_object(
        &mut self,
        route: &Route,
        mut object: NodeObject,
        plan: &mut Plan,
        references: &References,
    ) {
        let mut unused = BTreeMap::new();
        if let Some(node) = plan.nodes.get_mut(object.node) {
            unused = script::read(&mut object.properties, node, references);
        }
        let Some(id) = self.node_id(route, object.node) else {
            for (property, why) in unused {
                let what = format!("the property {property:?} of {}", object.line);
                let why = format!("{why}; it is left out: the path has other nodes in the scene");
                self.changes.leave_out(what, why);
            }
            return;
        };
        let was = route.was.as_ref();
        let values = was.and_then(|was| was.node_property_values.get(&id));
        self.owned.push(Owned {
            item: PropertyItem::Node(route.id, id),
            name: String::new(),
            is_known: was.is_some(),
            was: values.cloned().unwrap_or_default(),
            line: object.line,
            properties: object.properties,
            unused,
        });
    }

    /// Gives a path of the scene what the map says about its nodes, unless that was changed in the
    /// scene. Returns whether it did.
    fn apply(&mut self, route: &Route, plan: Option<&Plan>) -> bool {
        let last = route.was.as_ref().map_or("", |was| &was.at_nodes);
        let says_nothing = plan.is_none() && last.is_empty();
        if says_nothing {
            return false;
        }
        let nothing = Plan::nothing(route);
        let plan = plan.unwrap_or(&nothing);
        let planned = state_of(&plan.nodes, plan.traversal);
        let is_changed = route.was.is_some() && route.state != last;
        let has_same_nodes = |path: &PatrolPath| path.nodes.len() == plan.nodes.len();
        let Some(path) = self.scene.path_mut(route.id) else {
            return false;
        };
        if is_changed || !has_same_nodes(path) {
            if planned != state(path) {
                let line = format!("what agents do at nodes of {}", route.line);
                self.changes.kept.push(line);
            }
            if let Some(record) = self.after.paths.get_mut(&route.id) {
                record.at_nodes = if is_changed { planned } else { last.to_owned() };
            }
            return false;
        }
        for (node, planned) in path.nodes.iter_mut().zip(&plan.nodes) {
            (node.wait, node.speed, node.radius) = (planned.wait, planned.speed, planned.radius);
            node.script.clone_from(&planned.script);
        }
        // Whether it is closed belongs to its places.
        if (path.traversal == Traversal::Once) != (plan.traversal == Traversal::Once) {
            path.traversal = plan.traversal;
        }
        true
    }

    /// Lists what was changed at the nodes of a path, and remembers it.
    fn list(&mut self, route: &Route) {
        let Some(path) = self.scene.path(route.id) else {
            return;
        };
        let now = state(path);
        let line = format!("what agents do at nodes of {}", route.line);
        if now != route.state && !route.is_listed {
            self.changes.updated.push(line);
        }
        if let Some(record) = self.after.paths.get_mut(&route.id) {
            record.at_nodes = now;
        }
    }
}

/// The paths by what identifies them in the map.
fn by_source(routes: &[Route]) -> BTreeMap<&str, usize> {
    let sources = routes.iter().enumerate();
    sources
        .map(|(index, route)| (route.source.as_str(), index))
        .collect()
}

/// The path to which a reference leads: a line, or the first field with points of an entity.
fn route_of(by_source: &BTreeMap<&str, usize>, source: &str) -> Option<usize> {
    let mut following = by_source.range(source..);
    let (line, index) = following.next()?;
    super::node_places::leads_to(source, line).then_some(*index)
}
