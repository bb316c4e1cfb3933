//! SVG pictures.

use super::{exported, list, plain};
use quick_xml::events::Event;
use serde_json::Value;
use std::collections::BTreeMap;
use steerwright_export::ExportTarget;
use steerwright_testing::hard_metadata::scene_with_hard_metadata;

/// The attributes of an element that stands for an item, its tooltip, and the id of the path of a
/// node.
type Item = (BTreeMap<String, String>, String, Option<String>);

/// The attributes of every element that stands for an item, its tooltip, and the id of the path of
/// a node.
fn drawn_items(svg: &str) -> Vec<Item> {
    let mut reader = quick_xml::Reader::from_str(svg);
    let (mut items, mut open): (Vec<Item>, Vec<Option<usize>>) = Default::default();
    let mut in_title = false;
    loop {
        let attributes = |element: &quick_xml::events::BytesStart<'_>| -> BTreeMap<String, String> {
            let attributes = element.attributes().map(|attribute| {
                let attribute = attribute.expect("an attribute");
                let name = std::str::from_utf8(attribute.key.as_ref())
                    .expect("UTF-8")
                    .to_owned();
                let value = std::str::from_utf8(&attribute.value).expect("UTF-8");
                (
                    name,
                    quick_xml::escape::unescape(value)
                        .expect("a value")
                        .into_owned(),
                )
            });
            attributes.collect()
        };
        match reader.read_event().expect("XML") {
            Event::Start(element) => {
                in_title = element.name().as_ref() == b"title";
                let attributes = attributes(&element);
                let is_item = attributes.contains_key("data-item");
                if is_item {
                    let parents = open.iter().rev().flatten();
                    let path = parents.map(|&at| items[at].0["data-id"].clone()).next();
                    items.push((attributes, String::new(), path));
                }
                open.push(is_item.then(|| items.len() - 1));
            }
            Event::End(_) => {
                open.pop();
                in_title = false;
            }
            Event::Text(text) if in_title => {
                if let Some(&at) = open.iter().rev().flatten().next() {
                    items[at].1.push_str(&text.decode().expect("text"));
                }
            }
            Event::GeneralRef(_) if in_title => {
                if let Some(&at) = open.iter().rev().flatten().next() {
                    items[at].1.push('?');
                }
            }
            Event::Eof => return items,
            _ => {}
        }
    }
}

#[test]
fn groups_of_drawings_have_ids_properties_and_actions() {
    let exported = exported(&scene_with_hard_metadata(), ExportTarget::Svg);
    let svg = exported.text(".svg");
    let is_legal = |c: char| c == '\n' || !(c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'));
    assert!(svg.chars().all(is_legal));
    let items = drawn_items(svg);
    let mut expected = 0;
    let mut check = |kind: &str, path: Option<&Value>, item: &Value| {
        expected += 1;
        let id = item["id"].to_string();
        let same = items.iter().find(|(attributes, _, of_path)| {
            attributes["data-item"] == kind
                && attributes["data-id"] == id
                && of_path.clone() == path.map(Value::to_string)
        });
        let (attributes, title, _) = same.unwrap_or_else(|| panic!("{kind} {}", item["id"]));
        for field in [
            "properties",
            "preset_properties",
            "actions",
            "along",
            "next",
            "choose",
            "not_back",
        ] {
            let attribute = attributes.get(&format!("data-{}", field.replace('_', "-")));
            let Some(expected) = item.get(field) else {
                assert_eq!(attribute, None, "{kind}, {field}");
                continue;
            };
            let found: Value = match attribute.map(String::as_str) {
                Some(word @ ("random" | "in_turn")) => word.into(),
                Some(text) => serde_json::from_str(text).expect("JSON"),
                None => panic!("{field} of {kind} {} is missing", item["id"]),
            };
            assert_eq!(plain(&found), plain(expected), "{kind}, {field}");
        }
        let has_properties = item.get("properties").is_some();
        assert_eq!(
            title.contains("mood: tense"),
            has_properties,
            "{kind}: {title}"
        );
    };
    for (path, _, node) in exported.nodes() {
        check("node", Some(&path["id"]), node);
    }
    for (kind, key) in [
        ("path", "paths"),
        ("agent", "agents"),
        ("marker", "markers"),
        ("wall", "walls"),
    ] {
        list(&exported.json[key])
            .iter()
            .for_each(|item| check(kind, None, item));
    }
    assert_eq!(items.len(), expected);
    // The label names the first actions in brief, and the tooltip all.
    for label in [
        "waits 2 s, ≤ 1 m/s",
        "waits 1 to 2 s, looks in direction 270°, +14 more, junction",
    ] {
        assert!(svg.lines().any(|line| line == label), "{label}");
    }
    let node = items
        .iter()
        .find(|(attributes, _, _)| attributes.contains_key("data-actions"));
    let (_, title, _) = node.expect("a node with actions");
    for words in [
        "looks at Goal",
        "sweeps -45° to 45°, 3×",
        "closes Gate",
        "meets 2 at handover",
        "emits step after 1.5 m",
        "goes on in turn to:",
    ] {
        assert!(title.contains(words), "{words}: {title}");
    }
}
