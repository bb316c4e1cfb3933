//! The nodes of paths in an export, and what agents do there.

use super::exported_field::present;
use super::flat_object::{FlatObjectWithAt, tagged};
use crate::FormatError;
use crate::read_value;
use crate::rounding::map_script_points;
use glam::DVec2;
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::parameter::MAX_COORDINATE;
use steerwright_runtime::scene::{
    AlongAction, Choose, NextNode, Node, NodeAction, NodeId, NodeScript, PathId, PatrolPath,
    Properties,
};

/// A node of a path.
#[derive(serde::Deserialize)]
#[serde(try_from = "NodeFields")]
pub(super) struct ExportedNode {
    pub id: NodeId,
    pub x: f64,
    pub y: f64,
    pub radius: f64,
    pub wait: f64,
    pub speed: Option<f64>,
    pub properties: Properties,
    /// Few nodes have one.
    script: Option<Box<ExportedScript>>,
}

/// What agents do at a node, and the path and index of each node to which they can go on.
struct ExportedScript {
    actions: Vec<NodeAction>,
    along: Vec<AlongAction>,
    choose: Choose,
    not_back: bool,
    next: Vec<ExportedNext>,
}

/// A node of a path.
#[derive(serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Node"))]
struct NodeFields {
    /// The id of the node, unique within its path.
    id: NodeId,
    /// The x coordinate, u.
    x: f64,
    /// The y coordinate, u; it points down if `y_down` is true.
    y: f64,
    /// Within this distance the node is reached, u.
    radius: f64,
    /// How long an agent waits here, s.
    wait: f64,
    /// The highest speed on the way to the node, u/s; null for the agent's max speed.
    speed: Option<f64>,
    /// The values of its custom properties.
    #[serde(default)]
    properties: Properties,
    /// What an agent does when it reaches the node, one action after another, after the wait.
    #[serde(default)]
    actions: Vec<ExportedAction>,
    /// What an agent does on the segment that leads on from the node, in order.
    #[serde(default)]
    along: Vec<ExportedAlong>,
    /// How an agent chooses from `next`. There if `next` is.
    #[serde(default, deserialize_with = "present")]
    choose: Option<Choose>,
    /// Whether an agent does not go back to where it came from, unless there is no other way. There
    /// if `next` is.
    #[serde(default, deserialize_with = "present")]
    not_back: Option<bool>,
    /// The nodes to which an agent can go on, at least one. Without it: the next node of the path.
    #[serde(default, deserialize_with = "present")]
    next: Option<Vec<ExportedNext>>,
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for ExportedNode {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        NodeFields::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        NodeFields::json_schema(generator)
    }
}

/// An action at a node: a flat object whose fields depend on its `kind`.
pub(super) struct ExportedAction(NodeAction);

/// An action on a segment.
#[derive(serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "AlongAction"))]
struct ExportedAlong {
    /// How far along the segment it is, from the node, u. Informative.
    #[serde(default)]
    distance: Value,
    /// The x coordinate of its place.
    x: f64,
    /// The y coordinate of its place.
    y: f64,
    /// What the agent does there: `speed`, `emit` or `set_wall`.
    action: ExportedAction,
}

/// A node to which an agent can go on.
#[derive(Clone, Copy, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "NextNode"))]
struct ExportedNext {
    /// The id of its path.
    path: PathId,
    /// Its index in that path.
    node: u32,
    /// How often it is chosen in relation to the others.
    weight: u32,
}

impl<'de> Deserialize<'de> for ExportedAction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let FlatObjectWithAt { mut fields, at } = FlatObjectWithAt::deserialize(deserializer)?;
        if let Some(at) = at {
            fields.insert("at".into(), tagged(at)?);
        }
        let action: Value = tagged(fields)?;
        read_value(&action).map(Self).map_err(D::Error::custom)
    }
}

impl TryFrom<NodeFields> for ExportedNode {
    type Error = &'static str;

    fn try_from(fields: NodeFields) -> Result<Self, &'static str> {
        let NodeFields {
            id,
            x,
            y,
            radius,
            wait,
            speed,
            properties,
            actions,
            along,
            choose,
            not_back,
            next,
        } = fields;
        let (choose, not_back, next) = match (choose, not_back, next) {
            (Some(_), Some(_), Some(next)) if next.is_empty() => {
                return Err("\"next\" is empty; leave it out, with \"choose\" and \"not_back\"");
            }
            (Some(choose), Some(not_back), Some(next)) => (choose, not_back, next),
            (None, None, None) => Default::default(),
            _ => return Err("\"choose\", \"not_back\" and \"next\" belong together"),
        };
        let in_range = |x: f64| (-MAX_COORDINATE..=MAX_COORDINATE).contains(&x);
        if !along
            .iter()
            .all(|along| in_range(along.x) && in_range(along.y))
        {
            return Err("\"x\" or \"y\" in \"along\" is out of range; export the scene again");
        }
        let is_plain = actions.is_empty() && along.is_empty() && next.is_empty();
        let script = (!is_plain).then(|| {
            Box::new(ExportedScript {
                actions: actions.into_iter().map(|action| action.0).collect(),
                along: along.into_iter().map(Into::into).collect(),
                choose,
                not_back,
                next,
            })
        });
        Ok(Self {
            id,
            x,
            y,
            radius,
            wait,
            speed,
            properties,
            script,
        })
    }
}

impl From<ExportedAlong> for AlongAction {
    fn from(along: ExportedAlong) -> Self {
        Self {
            distance: along
                .distance
                .as_f64()
                .filter(|distance| (0.0..=MAX_COORDINATE).contains(distance))
                .map_or(0.0, rounded),
            action: along.action.0,
            place: Some(DVec2::new(rounded(along.x), rounded(along.y))),
        }
    }
}

/// The nodes to which agents go on from a node of a path, by the indices of both, until all paths
/// are known.
pub(super) type Junctions = BTreeMap<(usize, usize), Vec<ExportedNextNode>>;

/// A node to which agents go on.
pub(super) struct ExportedNextNode(ExportedNext);

impl ExportedNode {
    /// The node with this index of the path with this index. Nodes to which it leads on are added
    /// to `junctions`.
    pub fn into_node(
        self,
        at: (usize, usize),
        path_radius: f64,
        up: impl Fn(f64) -> f64,
        junctions: &mut Junctions,
    ) -> Node {
        let mut node = Node {
            radius: Some(self.radius).filter(|&radius| radius != path_radius),
            wait: self.wait,
            speed: self.speed,
            properties: self.properties,
            ..Node::at(self.id, DVec2::new(self.x, up(self.y)))
        };
        if let Some(script) = self.script {
            let ExportedScript {
                actions,
                along,
                choose,
                not_back,
                next,
            } = *script;
            if !next.is_empty() {
                let next = next.into_iter().map(ExportedNextNode).collect();
                junctions.insert(at, next);
            }
            node.set_script(NodeScript {
                actions,
                along,
                next: Vec::new(),
                choose,
                not_back,
            });
            let upward = |point: DVec2| DVec2::new(point.x, up(point.y));
            map_script_points(&mut node, upward);
            if !node.along().is_empty() {
                node.edit_script(|script| {
                    for along in &mut script.along {
                        along.place = along.place.map(upward);
                    }
                });
            }
        }
        node
    }
}

/// Sets the nodes to which agents go on, when all paths are known.
pub(super) fn connect(
    paths: &mut [Arc<PatrolPath>],
    junctions: Junctions,
) -> Result<(), FormatError> {
    if junctions.is_empty() {
        return Ok(());
    }
    let indices: BTreeMap<PathId, usize> = paths.iter().map(|path| path.id).zip(0..).collect();
    for ((path, node), options) in junctions {
        let mut next = Vec::with_capacity(options.len());
        for (i, ExportedNextNode(option)) in options.into_iter().enumerate() {
            let invalid = |key: &str, message: String| FormatError::InvalidField {
                pointer: format!("/paths/{path}/nodes/{node}/next/{i}/{key}"),
                message: format!("{message}; export the scene again"),
            };
            let ExportedNext {
                path: id,
                node: index,
                weight,
            } = option;
            let Some(to) = indices.get(&id).and_then(|&index| paths.get(index)) else {
                return Err(invalid("path", format!("no path has the id {id}")));
            };
            let Some(to) = to.nodes.get(index as usize) else {
                return Err(invalid(
                    "node",
                    format!("the path {id} has no node {index}"),
                ));
            };
            next.push(NextNode {
                path: id,
                node: to.id,
                weight,
            });
        }
        let node = paths
            .get_mut(path)
            .and_then(|path| Arc::make_mut(path).nodes.get_mut(node));
        if let Some(node) = node {
            node.edit_script(|script| script.next = next);
        }
    }
    Ok(())
}
