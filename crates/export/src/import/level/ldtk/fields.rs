//! The fields of entities as custom properties.

use super::file::{self, Project};
use crate::import::json::Node;
use crate::import::level::findings::Findings;
use crate::import::level::node_places::normalized_name;
use crate::import::level::{MapProperty, MapValue};
use crate::import::tiled::rgb;
use glam::DVec2;
use serde::Deserialize;
use steerwright_format::FormatError;
use steerwright_runtime::geometry::decimal::rounded;

/// The lists that say something about the nodes of paths. Of others, one value shows that they are
/// lists.
const LISTS: [&str; 7] = [
    "wait",
    "speed",
    "actions",
    "along",
    "next",
    "weight",
    "traversal",
];
/// The maximum number of values of a list that are read. No line of a level has more nodes.
const LONGEST_LIST: usize = 10_000;

/// The name and the type of a field.
#[derive(Deserialize)]
struct Head {
    #[serde(default, rename = "__identifier")]
    name: String,
    #[serde(default, rename = "__type")]
    kind: String,
}

/// The fields of an entity that have a value. Points, of which `center` gives the pixels, only
/// `with_points`: others are items of their own.
pub fn properties(
    entity: Node<'_>,
    place: &str,
    project: &Project,
    with_points: bool,
    center: impl Fn(DVec2) -> DVec2,
    findings: &mut Findings,
) -> Result<Vec<MapProperty>, FormatError> {
    let mut properties = Vec::new();
    for (node, place) in file::items(entity, "fieldInstances", place)? {
        let Head { name, kind } = file::read(node, &place)?;
        let content = node.get("__value");
        let inner = kind.strip_prefix("Array<");
        let inner = inner.and_then(|kind| kind.strip_suffix('>'));
        let value = match (content, inner) {
            (_, Some("Point")) => None,
            (Some(content), Some(inner)) => {
                let is_said = LISTS.contains(&&*normalized_name(&name));
                let most = if is_said { LONGEST_LIST } else { 1 };
                let values: Vec<Node<'_>> = content.items().take(most).collect();
                findings.count_values(values.len())?;
                let read = values.into_iter().map(|one| value(one, inner, project));
                let values: Vec<Option<MapValue>> = read.collect();
                (!values.is_empty()).then_some(MapValue::List(values))
            }
            (Some(content), None) if kind == "Point" && with_points => {
                let number = |name: &str| content.get(name)?.raw().parse::<f64>().ok();
                let cell = number("cx").zip(number("cy"));
                cell.map(|cell| MapValue::Point(center(DVec2::from(cell))))
            }
            (Some(content), None) => value(content, &kind, project),
            (None, _) => None,
        };
        if let Some(value) = value.filter(|_| !name.is_empty()) {
            properties.push(MapProperty { name, value });
        }
    }
    Ok(properties)
}

fn value(content: Node<'_>, kind: &str, project: &Project) -> Option<MapValue> {
    let is_null = content.raw() == "null";
    if kind == "EntityRef" {
        let entity = content.get("entityIid").map(Node::plain);
        return match entity {
            Some(iid) => Some(MapValue::Reference(Some(format!("entity/{iid}")))),
            None => is_null.then_some(MapValue::Reference(None)),
        };
    }
    if is_null || content.is_object() || content.is_list() {
        return None;
    }
    let text = content.plain();
    let number = || text.parse().ok().filter(|x: &f64| x.is_finite());
    Some(match kind {
        // As a text of an attribute, true is 1.
        "Bool" => MapValue::Bool(matches!(&*text, "true" | "1")),
        "Int" => MapValue::Int(number()?),
        "Float" => MapValue::Number(rounded(number()?)),
        "Color" => MapValue::Color(rgb(&text)?),
        "String" | "Multilines" | "FilePath" => MapValue::Text(text.into_owned()),
        _ => {
            let (_, name) = kind.split_once("Enum.")?;
            MapValue::Choice {
                value: text.into_owned(),
                choices: project.choices(name),
            }
        }
    })
}
