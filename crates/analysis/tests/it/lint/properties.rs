//! Values of custom properties that are not declared, and references to what does not exist.

use super::*;
use steerwright_runtime::scene::{
    PropertyDeclaration, PropertyItem, PropertyOwner, PropertyType, ReferenceKind, Wall, WallId,
};

/// A guard on a path with a marker and a door, and a property of each type of reference.
pub(super) fn scene() -> Scene {
    let mut scene = patrol(
        &[(0.0, 0.0), (10.0, 0.0)],
        Traversal::PingPong,
        0.5,
        Body::default(),
    );
    let place = DVec2::new(0.0, 20.0);
    scene.markers = vec![Marker::at(MarkerId(1), "Post", Default::default(), place)].into();
    let points = [place, DVec2::new(9.0, 20.0)];
    scene.walls = vec![Wall::through(WallId(1), "Door", points).into()];
    let refers = |name: &str, kind| {
        let value_type = PropertyType::Reference(kind);
        PropertyDeclaration::new(name, value_type, PropertyOwner::ALL)
    };
    scene.declared_properties = vec![
        refers("agent", ReferenceKind::Agents),
        refers("path", ReferenceKind::Paths),
        refers("marker", ReferenceKind::Markers),
        refers("wall", ReferenceKind::Walls),
        refers("preset", ReferenceKind::Presets),
        PropertyDeclaration::new("locked", PropertyType::Bool, [PropertyOwner::Walls]),
    ]
    .into();
    scene
}

const ITEMS: [(PropertyItem, Subject, &str); 6] = [
    (
        PropertyItem::Node(PathId(1), NodeId(2)),
        Subject::Node(PathId(1), NodeId(2)),
        "/paths/0/nodes/1",
    ),
    (
        PropertyItem::Path(PathId(1)),
        Subject::Path(PathId(1)),
        "/paths/0",
    ),
    (
        PropertyItem::Agent(AgentId(1)),
        Subject::Agent(AgentId(1)),
        "/agents/0",
    ),
    (
        PropertyItem::Marker(MarkerId(1)),
        Subject::Marker(MarkerId(1)),
        "/markers/0",
    ),
    (
        PropertyItem::Wall(WallId(1)),
        Subject::Wall(WallId(1)),
        "/walls/0",
    ),
    (
        PropertyItem::Preset(PresetId(1)),
        Subject::Preset(PresetId(1), None),
        "/presets/0",
    ),
];

#[test]
fn a_reference_to_what_is_gone_is_found_at_every_kind_of_item() {
    for (item, subject, place) in ITEMS {
        for name in ["agent", "path", "marker", "wall", "preset"] {
            let mut scene = scene();
            let values = scene.properties_of_mut(item).expect("an item");
            values.set(name, 1.0);
            assert!(!has(&scene, Rule::ReferenceToNothing), "it exists");
            let values = scene.properties_of_mut(item).expect("an item");
            values.set(name, 9.0);
            let found = only(&scene, Rule::ReferenceToNothing);
            assert_eq!(found.subject, subject);
            assert_eq!(found.pointer, format!("{place}/properties/{name}"));
            assert!(found.message.contains(&format!("{name} 9")), "{found}");
        }
    }
}

#[test]
fn a_default_that_refers_to_nothing_is_found() {
    let mut scene = scene();
    Arc::make_mut(&mut scene.declared_properties)[3].default = 5.0.into();
    let found = only(&scene, Rule::ReferenceToNothing);
    assert_eq!(found.pointer, "/declared_properties/3/default");
    assert!(found.message.contains("the wall 5"), "{found}");
}

#[test]
fn a_value_that_is_not_declared_for_its_item_is_told_of_once_for_each_kind() {
    for (item, subject, place) in ITEMS {
        let mut scene = scene();
        let values = scene.properties_of_mut(item).expect("an item");
        values.set("a/b", true);
        let found = only(&scene, Rule::UndeclaredProperty);
        assert_eq!(found.subject, subject);
        assert_eq!(found.pointer, format!("{place}/properties/a~1b"));
        assert_eq!(found.severity, Severity::Hint);
    }
    let mut scene = scene();
    for node in [1, 2] {
        let node = PropertyItem::Node(PathId(1), NodeId(node));
        let values = scene.properties_of_mut(node).expect("a node");
        values.set("locked", true);
    }
    let found = only(&scene, Rule::UndeclaredProperty);
    assert!(found.message.contains("not declared for nodes"), "{found}");
    let wall = scene.properties_of_mut(PropertyItem::Wall(WallId(1)));
    wall.expect("a wall").set("locked", true);
    only(&scene, Rule::UndeclaredProperty);
}
