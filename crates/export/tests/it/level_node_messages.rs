//! What is said about properties of nodes that cannot be used: what is wrong, and what to do.

use steerwright_export::level::{self, Import, Placing};
use steerwright_runtime::scene::Scene;

/// What is left out of a map with a line of three nodes, with these properties of the line and of its second node.
fn left_out(of_line: &str, of_node: &str) -> Vec<String> {
    let text = format!(
        r#"<map version="1.10" orientation="orthogonal" width="9" height="9" tilewidth="16" tileheight="16">
<objectgroup id="2" name="guards">
 <object id="1" name="Round" x="16" y="16"><properties>{of_line}</properties><polyline points="0,0 32,0 32,32"/></object>
 <object id="2" name="Side" x="96" y="16"><polyline points="0,0 0,64"/></object>
 <object id="3" name="Corner" class="node" x="48" y="16"><properties>{of_node}</properties><point/></object>
</objectgroup></map>"#
    );
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("yard.tmx");
    std::fs::write(&path, text).expect("written");
    let level = level::read(&path, false).expect("a level");
    let import = Import {
        file: "yard.tmx".into(),
        placing: Placing::of(&level),
        choices: level.choices(&[], &Default::default()),
        delete_gone: false,
        with_deleted: false,
    };
    let changes = level::merge(&mut Scene::default(), &level, &import).expect("merged");
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
            "\"maybe\" is neither true nor false; use true or false",
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
    let expected = "the property \"actions\" of node \"Corner\" (object/3): 5 is not a text with JSON; write [{…}]; it is kept as a custom property";
    assert_eq!(left_out("", number), [expected]);
}

#[test]
fn a_message_about_the_number_of_a_node_says_which_there_are() {
    let place = r#"<property name="path" type="object" value="1"/><property name="index" type="int" value="3"/>"#;
    let expected = "node \"Corner\" (object/3): its property \"index\" is 3; use 0 to 2, because the path has 3 nodes";
    assert_eq!(left_out("", place), [expected]);
}
