//! Elements, attributes and faults.

use super::*;

const MAP: Kind = Kind {
    name: "a map",
    program: "Tiled",
    most: None,
};

fn message(text: &str) -> String {
    Document::parse(text, MAP).expect_err(text).to_string()
}

#[test]
fn elements_are_read_from_the_text() {
    let text = "\u{feff}<?xml version=\"1.0\"?>\n<!-- <no> -->\n<m:a b = 'x>&amp;\n' n:c=\"\">1 &lt;<![CDATA[&]]><d/>2\n <d e=\"f\"><g/></d></m:a>";
    let document = Document::parse(text, MAP).expect("read");
    let root = document.root();
    assert_eq!((root.tag(), root.position()), ("a", (3, 1)));
    assert_eq!(root.attribute("b").as_deref(), Some("x>& "));
    assert_eq!(root.attribute("c").as_deref(), Some(""));
    assert_eq!(root.attribute("d"), None);
    assert_eq!(root.text(), "1 <&");
    let tags: Vec<&str> = root.children().map(Node::tag).collect();
    assert_eq!(tags, ["d", "d"]);
    let last = root.children().last().expect("a child");
    assert_eq!((last.position(), last.text().as_ref()), ((5, 2), ""));
    assert_eq!(last.attribute("e").as_deref(), Some("f"));
    assert_eq!(last.children().map(Node::tag).collect::<Vec<_>>(), ["g"]);
}

#[test]
fn a_document_type_is_skipped_and_entities_are_refused() {
    let text = "<?xml version=\"1.0\"?>\n<!-- <!DOCTYPE no> -->\n<!DOCTYPE map SYSTEM \"http://mapeditor.org/dtd/1.0/map.dtd\">\n<map/>";
    let document = Document::parse(text, MAP).expect("read");
    assert_eq!(document.root().position(), (4, 1));
    let bomb = "<!DOCTYPE map [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><map>&b;</map>";
    let message = message(bomb);
    assert!(
        message.starts_with("1: ") && message.contains("entities"),
        "{message}"
    );
}

#[test]
fn faults_name_the_line() {
    for text in [
        "",
        "x",
        "\n<a>",
        "<a",
        "<a></b>",
        "<a/><b/>",
        "<a/>x",
        "<a b/>",
        "<a b=\"1\" b=\"2\"/>",
        "<a b=\"&c;\"/>",
        "<a>\u{1}</a>",
        "<a b}=\"1\"/>",
        "<a b=\"<\"/>",
        "<a>&c;</a>",
        "<a><!DOCTYPE a></a>",
    ] {
        let message = message(text);
        assert!(
            message
                .split(':')
                .take(2)
                .all(|n| n.parse::<usize>().is_ok_and(|n| n > 0)),
            "{text}: {message}"
        );
    }
    assert!(message(&"<a>".repeat(100_000)).contains("nested too deeply"));
}
