//! Elements, attributes and faults.

use super::*;

fn parsed(text: &str) -> Document<'_> {
    parse(text, "a map", "Tiled").expect(text)
}

fn message(text: &str) -> String {
    let error = parse(text, "a map", "Tiled").expect_err(text);
    error.to_string()
}

#[test]
fn what_surrounds_texts_and_names_is_passed_over() {
    let text = "\u{feff}<?xml version=\"1.0\"?>\n<!-- <no> -->\n<m:a xmlns:m='u' xmlns:n='v' b = 'x>&amp;\n' n:c=\"\"><!-- 0 -->1 &lt;<![CDATA[&]]><!-- - -->2<d/>3</m:a>";
    let document = parsed(text);
    let root = document.root_element();
    assert_eq!((tag(root), line(root).as_str()), ("a", "3"));
    assert_eq!(attribute(root, "b"), Some("x>& "));
    assert_eq!(attribute(root, "c"), Some(""));
    assert_eq!(attribute(root, "d"), None);
    assert_eq!(super::text(root), "1 <&2");
    assert_eq!(children(root).map(tag).collect::<Vec<_>>(), ["d"]);
}

#[test]
fn entities_are_put_in_and_their_files_are_not_read() {
    let text = "<?xml version='1.0'?><!-- [ -->\n<!DOCTYPE map [\n<!-- it's --> <!ENTITY a \"1'2&#34;\"><!ENTITY file SYSTEM 'file:///etc/passwd'>]>\n<map d=\"&a;&file;|\" e='&amp;'>&a;<!-- &a; --><![CDATA[&a;]]></map>";
    let document = parsed(text);
    let root = document.root_element();
    assert_eq!(attribute(root, "d"), Some("1'2\"|"));
    assert_eq!(attribute(root, "e"), Some("&"));
    assert_eq!(super::text(root), "1'2\"&a;");
    assert_eq!(line(root), "4");
    let declares_nothing = "<!DOCTYPE map SYSTEM \"http://mapeditor.org/dtd/1.0/map.dtd\">\n<map/>";
    assert_eq!(line(parsed(declares_nothing).root_element()), "2");
}

#[test]
fn texts_that_cost_far_more_than_their_length_are_refused() {
    let attributes: String = (0..100_000).map(|i| format!(" a{i}='>'")).collect();
    for decoy in ["", "<!-- <a b=' -->", "<?xml it='s?>", "<x>it's</x>"] {
        let message = message(&format!("<map>\n{decoy}<object{attributes}/></map>"));
        let expected = "2: more than 256 attributes in an element (limit \"attributes\")";
        assert!(message.starts_with(expected), "{decoy}: {message}");
    }
    let prefixes: String = (0..65).map(|i| format!("<a xmlns:a{i}='u'>")).collect();
    assert!(message(&format!("<map>{prefixes}")).contains("limit \"prefixes\""));
    let long = "long".repeat(1_000_000);
    for (declared, body, expected) in [
        (
            "<!ENTITY a '&b;'><!ENTITY b '&a;'>",
            "&a;",
            "2: an entity contains",
        ),
        ("<!ENTITY a '<b/>'>", "&a;", "2: an entity contains"),
        (
            "<!-- '\" --><!ENTITY b \"'><c d='e'/>\">",
            "&b;",
            "2: an entity contains",
        ),
        (
            &*format!("<!ENTITY a '{long}'>"),
            "&a;&a;&a;&a;&a;",
            "limit \"imported bytes\"",
        ),
    ] {
        let message = message(&format!("<!DOCTYPE map [\n{declared}]>\n<map>{body}</map>"));
        assert!(message.contains(expected), "{expected}: {message}");
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
        "<!DOCTYPE map [<!ENTITY a 'x'",
        "<!DOCTYPE map [<!ENTITY a 'é",
        "<a b:c=''/>",
    ] {
        let message = message(text);
        let mut place = message.split(": ").next().unwrap_or_default().split(':');
        let is_place = place.all(|n| n.parse::<usize>().is_ok_and(|n| n > 0));
        assert!(
            is_place && message.contains("this is not a map: "),
            "{text}: {message}"
        );
    }
}
