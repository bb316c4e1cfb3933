//! What the user is told when values are removed.

use crate::editor::widgets::property_value::value_text;
use steerwright_authoring::properties::Converted;
use steerwright_authoring::{Item, Line};
use steerwright_runtime::scene::{PropertyItem, PropertyType, Scene};

/// The values that are named.
const NAMED: usize = 3;

/// What is said of a property that was deleted. Nothing if it had no values.
pub(super) fn deleted(name: &str, values: usize) -> Option<String> {
    (values > 0).then(|| {
        format!(
            "Deleted “{name}” with {}. Undo restores them",
            count(values)
        )
    })
}

/// What is said of values that were removed with a kind of item. Nothing if there were none.
pub(super) fn removed(name: &str, values: usize) -> Option<String> {
    (values > 0).then(|| format!("Removed {} of “{name}”. Undo restores them", count(values)))
}

/// What is said of values that cannot be of the new type. Nothing if there are none. `before` is
/// their old type.
pub(super) fn dropped(
    scene: &Scene,
    name: &str,
    before: &PropertyType,
    converted: &Converted,
) -> Option<String> {
    let dropped = &converted.dropped;
    let one = |(item, value): &(PropertyItem, _)| {
        let text = value_text(scene, before, value);
        format!("“{text}” of {}", item_of(*item).describe(scene))
    };
    let named: Vec<String> = dropped.iter().take(NAMED).map(one).collect();
    let more = dropped.len().saturating_sub(NAMED);
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    (!dropped.is_empty()).then(|| {
        format!(
            "Removed {} of “{name}” that cannot be converted: {}{more}. Undo restores them",
            count(dropped.len()),
            named.join(", ")
        )
    })
}

fn count(values: usize) -> String {
    match values {
        1 => "1 value".into(),
        _ => format!("{values} values"),
    }
}

fn item_of(item: PropertyItem) -> Item {
    match item {
        PropertyItem::Node(path, node) => Item::Node(Line::Path(path), node),
        PropertyItem::Path(id) => Item::Path(id),
        PropertyItem::Agent(id) => Item::Agent(id),
        PropertyItem::Marker(id) => Item::Marker(id),
        PropertyItem::Wall(id) => Item::Wall(id),
        PropertyItem::Preset(id) => Item::Preset(id),
    }
}
