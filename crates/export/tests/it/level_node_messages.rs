//! What is said about properties of nodes that cannot be used: what is wrong, and what to do.

use steerwright_export::level::{self, Import, Placing};
use steerwright_runtime::scene::{PropertyItem, PropertyValue, Scene};

/// What is left out of a map with a line of three nodes, with these properties of the line and of
/// its second node.
fn left_out(of_line: &str, of_node: &str) -> Vec<String> {
    import(&mut Scene::default(), &map(of_line, of_node))
}

/// A map with a line of three nodes, with these properties of the line and of its second node.
fn map(of_line: &str, of_node: &str) -> String {
    format!(
        r#"<map version="1.10" orientation="orthogonal" width="9" height="9" tilewidth="16" tileheight="16">
<objectgroup id="2" name="guards">
 <object id="1" name="Round" x="16" y="16"><properties>{of_line}</properties><polyline points="0,0 32,0 32,32"/></object>
 <object id="2" name="Side" x="96" y="16"><polyline points="0,0 0,64"/></object>
 <object id="3" name="Corner" class="node" x="48" y="16"><properties>{of_node}</properties><point/></object>
</objectgroup></map>"#
    )
}

/// Imports a map. Returns what is left out of it.
fn import(scene: &mut Scene, text: &str) -> Vec<String> {
    let name = if text.starts_with('<') {
        "yard.tmx"
    } else {
        "yard.ldtk"
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("written");
    let level = level::read(&path, false).expect("a level");
    let import = Import {
        file: name.into(),
        placing: Placing::of(&level),
        choices: level.choices(&[], &Default::default()),
        delete_gone: false,
        with_deleted: false,
    };
    let changes = level::merge(scene, &level, &import).expect("merged");
    changes.left_out.iter().map(ToString::to_string).collect()
}

fn property(name: &str, value: &str) -> String {
    let value = value.replace('"', "&quot;");
    format!(r#"<property name="{name}" value="{value}"/>"#)
}

#[test]
fn messages_about_lines_say_what_to_use() {
    for (name, value, expected) in [
        (
            "wait",
            "0, 2",
            "it has 2 values, but the line has 3 nodes; give one number, or one for each node",
        ),
        (
            "wait",
            "soon",
            "\"soon\" cannot be used; use seconds, 0 to 1000000",
        ),
        (
            "speed",
            "16, -4, 16",
            "\"-4\" cannot be used; use pixels per second, 0 or more",
        ),
        (
            "traversal",
            "zigzag",
            "\"zigzag\" is unknown; use \"loop\", \"ping_pong\" or \"once\"",
        ),
    ] {
        let expected = format!(
            "the property {name:?} of path \"Round\" (object/1): {expected}; it is kept as a custom property"
        );
        assert_eq!(left_out(&property(name, value), ""), [expected]);
    }
}

#[test]
fn messages_about_nodes_say_what_to_use() {
    for (first, name, value, expected) in [
        (
            property("meet", "Gate"),
            "count",
            "2.5",
            "\"2.5\" cannot be used; use a whole number, 1 to 1000000",
        ),
        (
            property("next", "Side"),
            "not_back",
            "maybe",
            "\"maybe\" is not a boolean; use true or false",
        ),
        (
            property("next", "Side, Round"),
            "weight",
            "3",
            "it has 1 weight for 2 next nodes; give one for each",
        ),
        (
            String::new(),
            "speed",
            "-4",
            "\"-4\" cannot be used; use pixels per second, 0 or more",
        ),
        (
            String::new(),
            "radius",
            "-4",
            "\"-4\" cannot be used; use pixels, 0 or more",
        ),
        (
            String::new(),
            "set_wall",
            "Side",
            "\"Side\" leads to nothing that is imported as a wall or door",
        ),
        (
            String::new(),
            "actions",
            "[{",
            "the JSON cannot be read: EOF while parsing an object at line 1 column 2",
        ),
        (
            String::new(),
            "actions",
            r#"[{"emit":{"name":"bell","loud":1}}]"#,
            "item 1: the field \"loud\" is unknown; remove it or correct its name",
        ),
        (
            String::new(),
            "next",
            r#"[{"path":"Side","node":2}]"#,
            "item 1: the path has no node 2; its first node has the number 0",
        ),
    ] {
        let expected = format!(
            "the property {name:?} of node \"Corner\" (object/3): {expected}; it is kept as a custom property"
        );
        let properties = first + &property(name, value);
        assert_eq!(left_out("", &properties), [expected]);
    }
    let number = r#"<property name="actions" type="int" value="5"/>"#;
    let expected = "the property \"actions\" of node \"Corner\" (object/3): 5 is not JSON text; write [{…}]; it is kept as a custom property";
    assert_eq!(left_out("", number), [expected]);
}

/// The value of a property of the second node of the path with this name.
fn value_at_node(scene: &Scene, path: &str, property: &str) -> Option<PropertyValue> {
    let path = scene.paths.iter().find(|own| own.name == path)?;
    let item = PropertyItem::Node(path.id, path.nodes.get(1)?.id);
    scene.property(item, property).cloned()
}

#[test]
fn a_message_says_that_a_property_is_kept_only_if_it_is() {
    let reference = |id: u32| format!(r#"<property name="set_wall" type="object" value="{id}"/>"#);
    let long = "x".repeat(20_000);
    for (property, expected) in [
        (
            reference(2),
            "a reference to object/2 leads to nothing that is imported as a wall or door; it is kept as a custom property",
        ),
        (
            reference(99),
            "a reference to object/99 leads to nothing that is imported as a wall or door; it is left out: what it refers to is not imported",
        ),
        (
            property("actions", &long),
            "the JSON cannot be read: expected value at line 1 column 1; it is left out: more than",
        ),
    ] {
        let mut scene = Scene::default();
        let lines = import(&mut scene, &map("", &property));
        assert_eq!(lines.len(), 1, "{lines:#?}");
        let (_, said) = lines[0].split_once("(object/3): ").expect("of the node");
        assert!(said.starts_with(expected), "{said}");
        let kept = ["set_wall", "actions"].map(|name| value_at_node(&scene, "Round", name));
        let is_kept = kept.iter().any(Option::is_some);
        assert_eq!(is_kept, said.ends_with("; it is kept as a custom property"));
    }
}

/// A project of LDtk with a guard, whose path has a second node with these fields of an entity.
fn project(of_guard: &str, of_node: &str) -> String {
    let points = r#"{"__identifier":"patrol","__type":"Array<Point>","__value":[{"cx":3,"cy":0},{"cx":3,"cy":3}]}"#;
    let guard = [points, of_guard].into_iter().filter(|one| !one.is_empty());
    let guard = guard.collect::<Vec<_>>().join(",");
    let entity = |name: &str, iid: &str, [x, y]: [u32; 2], fields: &str| {
        format!(
            r#"{{"__identifier":"{name}","__pivot":[0.5,0.5],"iid":"{iid}","width":16,"height":16,"px":[{x},{y}],"fieldInstances":[{fields}]}}"#
        )
    };
    let entities = [
        entity("Guard", "g", [8, 8], &guard),
        entity("Node", "n", [56, 8], of_node),
        entity("Door", "d", [120, 120], ""),
    ];
    format!(
        r#"{{"jsonVersion":"1.5.3","worldLayout":"Free","defaultGridSize":16,"defs":{{}},"levels":[{{"identifier":"One","uid":1,"worldX":0,"worldY":0,"pxWid":256,"pxHei":256,"layerInstances":[
{{"__identifier":"Entities","__type":"Entities","__gridSize":16,"iid":"l","layerDefUid":1,"entityInstances":[{}]}}]}}]}}"#,
        entities.join(",")
    )
}

#[test]
fn a_message_about_a_field_of_ldtk_says_what_becomes_of_it() {
    let field = |name: &str, kind: &str, value: &str| {
        format!(r#"{{"__identifier":"{name}","__type":"{kind}","__value":{value}}}"#)
    };
    let gone = r#"{"entityIid":"gone","layerIid":"l","levelIid":"x","worldIid":"w"}"#;
    for (field, expected) in [
        (
            field("set_wall", "EntityRef", gone),
            "a reference to entity/gone leads to nothing that is imported as a wall or door; it is left out: what it refers to is not imported",
        ),
        (
            field("set_wall", "Point", r#"{"cx":1,"cy":1}"#),
            "a point leads to nothing that is imported as a wall or door; it is left out: points are not read as custom properties",
        ),
        (
            field("wait", "Array<Float>", "[1, 2]"),
            "a list of 2 values cannot be used; use seconds, 0 to 1000000; it is left out: lists are not read as custom properties",
        ),
        (
            field("wait", "Float", "-1"),
            "-1 cannot be used; use seconds, 0 to 1000000; it is kept as a custom property",
        ),
    ] {
        let mut scene = Scene::default();
        let lines = import(&mut scene, &project("", &field));
        let of_node =
            |name: &str| format!("the property {name:?} of node \"Node\" (entity/n): {expected}");
        let name = if field.contains("set_wall") {
            "set_wall"
        } else {
            "wait"
        };
        assert_eq!(lines, [of_node(name)]);
        let is_kept = value_at_node(&scene, "Guard patrol", name).is_some();
        assert_eq!(
            is_kept,
            expected.ends_with("; it is kept as a custom property")
        );
    }
    let waits = field("wait", "Array<Float>", "[1, 2, 3, 4, 5]");
    let lines = import(&mut Scene::default(), &project(&waits, ""));
    assert_eq!(
        lines,
        [
            "the property \"wait\" of path \"Guard patrol\" (entity/g/patrol): it has 5 values, but the line has 3 nodes; give one number, or one for each node; it is left out: lists are not read as custom properties"
        ]
    );
}

#[test]
fn a_message_about_a_property_that_was_edited_says_that_the_edit_stays() {
    let mut scene = Scene::default();
    import(&mut scene, &map("", &property("wait", "soon")));
    let path = scene
        .paths
        .iter()
        .find(|own| own.name == "Round")
        .expect("Round");
    let item = PropertyItem::Node(path.id, path.nodes[1].id);
    let own = scene.properties_of_mut(item).expect("the node");
    own.set("wait", "never");
    let lines = import(&mut scene, &map("", &property("wait", "later")));
    assert_eq!(
        lines,
        [
            "the property \"wait\" of node \"Corner\" (object/3): \"later\" cannot be used; use seconds, 0 to 1000000; the custom property stays as it was edited"
        ]
    );
    assert_eq!(value_at_node(&scene, "Round", "wait"), Some("never".into()));
}

#[test]
fn a_message_about_a_node_that_the_scene_no_longer_has_says_that_its_property_is_left_out() {
    let mut scene = Scene::default();
    import(&mut scene, &map("", ""));
    let path = scene
        .paths
        .iter()
        .find(|own| own.name == "Round")
        .expect("Round");
    let id = path.id;
    scene.path_mut(id).expect("Round").nodes.pop();
    let lines = import(&mut scene, &map("", &property("wait", "soon")));
    assert_eq!(
        lines,
        [
            "the property \"wait\" of node \"Corner\" (object/3): \"soon\" cannot be used; use seconds, 0 to 1000000; it is left out: the path has other nodes in the scene"
        ]
    );
    assert_eq!(value_at_node(&scene, "Round", "wait"), None);
}

#[test]
fn a_message_about_the_number_of_a_node_says_which_there_are() {
    let place = r#"<property name="path" type="object" value="1"/><property name="index" type="int" value="3"/>"#;
    let expected = "node \"Corner\" (object/3): its property \"index\" is 3; use 0 to 2, because the path has 3 nodes";
    assert_eq!(left_out("", place), [expected]);
}
