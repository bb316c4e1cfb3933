//! Maps of Tiled.

use super::{check, filled, list};

#[test]
fn maps_of_tiled_in_xml() {
    let map = |inner: &str| {
        format!(
            "<map orientation=\"orthogonal\" width=\"1\" height=\"1\" tilewidth=\"8\" tileheight=\"8\">{inner}"
        )
    };
    let markers = map("<objectgroup name=\"markers\">");
    let attributes: String = (0..64).map(|i| format!(" a{i}=\"\"")).collect();
    let deep = format!("{}{}", "<a>".repeat(60), "</a>".repeat(60));
    check(
        "tmx",
        &[
            filled(&map(""), "<a/>", "</map>"),
            filled(&map(""), &deep, "</map>"),
            filled(&map(""), &format!("<a{attributes}/>"), "</map>"),
            filled(
                &map("<properties>"),
                "<property name=\"n#\"/>",
                "</properties></map>",
            ),
            filled(&map("<a b=\""), "long text ", "\"/></map>"),
            filled(&map("<a>"), "long &lt; text ", "</a></map>"),
            filled(&markers, "<object/>", "</objectgroup></map>"),
            filled(
                &markers,
                "<object id=\"#\" name=\"n#\" x=\"#\" y=\"1\"/>",
                "</objectgroup></map>",
            ),
            filled(
                &markers,
                "<object><properties><property name=\"a\" value=\"#\"/></properties></object>",
                "</objectgroup></map>",
            ),
            filled(
                &map("<objectgroup>"),
                "<object><polyline points=\"1,1\"/></object>",
                "</objectgroup></map>",
            ),
            filled(
                &map("<objectgroup><object><polyline points=\""),
                "1,1 ",
                "\"/></object></objectgroup></map>",
            ),
            filled(
                &map("<objectgroup>"),
                "<object width=\"1\" height=\"1\"><ellipse/></object>",
                "</objectgroup></map>",
            ),
            filled(
                &map("<tileset>"),
                "<tile id=\"#\" type=\"a\"/>",
                "</tileset></map>",
            ),
            filled(
                &map("<tileset>"),
                "<tile id=\"#\"><objectgroup><object/></objectgroup></tile>",
                "</tileset></map>",
            ),
            filled(&map(""), "<layer/>", "</map>"),
            filled(&map("<layer><data>"), "<chunk/>", "</data></layer></map>"),
            filled(
                &map("<layer width=\"1000\" height=\"900\"><data>"),
                "<tile/>",
                "</data></layer></map>",
            ),
            filled(
                &map("<layer width=\"2000\" height=\"2000\"><data encoding=\"csv\">"),
                "0,",
                "</data></layer></map>",
            ),
        ],
    );
}

#[test]
fn maps_of_tiled_in_json() {
    let map = |inner: &str| {
        format!(r#"{{"type":"map","width":1,"height":1,"tilewidth":8,"tileheight":8,{inner}"#)
    };
    let markers = map(r#""layers":[{"type":"objectgroup","name":"markers","objects":["#);
    let deep = format!("{}{}", "[".repeat(100), "]".repeat(100));
    check(
        "tmj",
        &[
            list("[", "1", "]"),
            list(&map("\"new\":["), "1", "]}"),
            list(&map("\"new\":["), "{}", "]}"),
            list(&map("\"new\":["), "[]", "]}"),
            list(&map("\"new\":["), &deep, "]}"),
            list(&map("\"new\":{"), "\"a#\":1", "}}"),
            filled(&map("\"new\":\""), "long \\\" text ", "\"}"),
            list(&map("\"properties\":["), "1", "]}"),
            list(&map("\"properties\":["), r#"{"name":"n#","value":1}"#, "]}"),
            list(&map("\"properties\":{"), r#""n#":1"#, "}}"),
            list(&map("\"layers\":["), "{}", "]}"),
            list(&markers, "{}", "]}]}"),
            list(&markers, r#"{"id":#,"name":"n#","x":#,"y":1}"#, "]}]}"),
            list(
                &markers,
                r#"{"properties":[{"name":"a","value":#}]}"#,
                "]}]}",
            ),
            list(&markers, r#"{"polyline":[]}"#, "]}]}"),
            list(
                &format!("{markers}{{\"polyline\":["),
                r#"{"x":1,"y":1}"#,
                "]}]}]}",
            ),
            list(&map("\"tilesets\":["), "{}", "]}"),
            list(&map("\"tilesets\":[{\"tiles\":["), "{\"id\":#}", "]}]}"),
            list(
                &map(r#""layers":[{"type":"tilelayer","width":2000,"height":2000,"data":["#),
                "0",
                "]}]}",
            ),
        ],
    );
}

#[test]
fn maps_of_tiled_in_lua() {
    let map = |inner: &str| format!("return {{ tiledversion = \"1.10\", {inner}");
    let markers = map("layers = {{ name = \"markers\", objects = {");
    check(
        "lua",
        &[
            list(&map("new = {"), "1", "}}"),
            list(&map("new = {"), "{}", "}}"),
            list(&map("new = {"), "a#=1", "}}"),
            filled(&map("new = \""), "\\1", "\"}"),
            list(&map("properties = {"), "n#=1", "}}"),
            list(&map("layers = {"), "{}", "}}"),
            list(&markers, "{}", "}}}}"),
            list(&markers, "{id=#,name=\"n#\"}", "}}}}"),
            list(&markers, "{properties={a=#}}", "}}}}"),
            list(&format!("{markers}{{polyline={{"), "{x=1,y=1}", "}}}}}}"),
        ],
    );
}
