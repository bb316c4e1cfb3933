//! Elements, attributes and faults.

use super::*;
use steerwright_format::limits::MAP_DEPTH;

const MAP: Kind = Kind {
    name: "a map",
    program: "Tiled",
    most: None,
    deepest: Some(&MAP_DEPTH),
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
fn a_document_type_is_skipped_and_its_entities_are_put_in() {
    let text = "<?xml version=\"1.0\"?>\n<!-- <!DOCTYPE no> -->\n<!DOCTYPE map SYSTEM \"http://mapeditor.org/dtd/1.0/map.dtd\">\n<map/>";
    let document = Document::parse(text, MAP).expect("read");
    assert_eq!(document.root().position(), (4, 1));
    let text = "<?xml version='1.0'?><!-- [ -->\n<!DOCTYPE map [\n<!-- ]> <!ENTITY a 'no'> --><?p ]> ?>\n<!ENTITY % p 'x'> %p;
        <!ENTITY a \"1'2&#34;\n3\"><!ENTITY a 'second'><!ENTITY b '&a;&#38;lt;<i c=\"&a;\"/>'>\n<!ENTITY file SYSTEM '>]'>]>\n<map d=\"&a;&file;|\" e='&amp;'>&b;<!-- &a; --><![CDATA[&a;]]>\n<x/></map>";
    let document = Document::parse(text, MAP).expect("read");
    let root = document.root();
    assert_eq!(root.attribute("d").as_deref(), Some("1'2\" 3|"));
    assert_eq!(root.attribute("e").as_deref(), Some("&"));
    assert_eq!(root.text(), "1'2\" 3<");
    let inside: Vec<_> = root.children().map(|node| node.attribute("c")).collect();
    assert_eq!(inside, [Some("1'2\" 3".into()), None]);
    // Lines are those of the file.
    let last = root.children().last().expect("a child");
    assert_eq!(last.position(), (text.matches('\n').count() + 1, 1));
}

#[test]
fn entities_have_bounds() {
    let bomb: String = (1..40)
        .map(|i| format!("<!ENTITY e{i} '&e{0};&e{0};'>", i - 1))
        .collect();
    for (declared, expected) in [
        (
            format!("<!ENTITY e0 'lol'>{bomb}"),
            "limit \"imported bytes\"",
        ),
        (format!("<!ENTITY e0 ''>{bomb}"), "limit \"imported bytes\""),
        (
            "<!ENTITY e39 '&x;'><!ENTITY x '&e39;'>".into(),
            "contains itself",
        ),
        ("<!ENTITY e39 'x'".into(), "does not end"),
    ] {
        let message = message(&format!("<!DOCTYPE map [{declared}]>\n<map>&e39;</map>"));
        assert!(message.contains(expected), "{message}");
        let (line, _) = message.split_once(": ").expect("a line");
        assert!(
            line.parse::<usize>().is_ok_and(|line| line > 0),
            "{message}"
        );
    }
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
    assert!(message(&"<a>".repeat(100_000)).contains("limit \"map depth\""));
}
