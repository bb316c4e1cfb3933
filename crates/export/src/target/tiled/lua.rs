//! The map as a Lua table, in the format of Tiled's Lua export.

use super::map::{ImageLayer, Layer, Map, Object, Properties, Shape, Value};
use super::{TILED_VERSION, tmx};
use glam::DVec2;
use std::fmt::Write;

/// The version of the format.
const LUA_FORMAT_VERSION: &str = "1.5";

/// The content of the file.
pub fn text(map: &Map) -> String {
    let mut lua = Lua {
        text: String::from("return {\n"),
        depth: 1,
    };
    for (key, value) in [
        ("version", LUA_FORMAT_VERSION),
        ("luaversion", "5.1"),
        ("tiledversion", TILED_VERSION),
        ("orientation", "orthogonal"),
        ("renderorder", "right-down"),
    ] {
        lua.entry(key, &quoted(value));
    }
    let objects = map.layers.iter().flat_map(|layer| &layer.objects);
    for (key, value) in [
        ("width", map.size[0]),
        ("height", map.size[1]),
        ("tilewidth", map.tile),
        ("tileheight", map.tile),
        (
            "nextlayerid",
            (map.layers.len() + map.images.len()) as u32 + 1,
        ),
        (
            "nextobjectid",
            objects.map(|object| object.id).max().unwrap_or(0) + 1,
        ),
    ] {
        lua.entry(key, &value.to_string());
    }
    lua.properties(&map.properties);
    lua.entry("tilesets", "{}");
    // Layers of both kinds are one list.
    if map.images.is_empty() {
        lua.list("layers", &map.layers, Lua::layer);
    } else {
        lua.line("layers = {");
        lua.depth += 1;
        map.images.iter().for_each(|image| lua.image(image));
        map.layers.iter().for_each(|layer| lua.layer(layer));
        lua.depth -= 1;
        lua.line("},");
    }
    lua.text.push_str("}\n");
    lua.text
}

/// A writer of Lua tables.
struct Lua {
    text: String,
    depth: usize,
}

impl Lua {
    fn line(&mut self, line: &str) {
        let indent = "  ".repeat(self.depth);
        // Writing to a String cannot fail.
        let _ = writeln!(self.text, "{indent}{line}");
    }

    fn entry(&mut self, key: &str, value: &str) {
        self.line(&format!("{key} = {value},"));
    }

    /// Writes a list with one entry per item.
    fn list<T>(&mut self, key: &str, items: &[T], write: impl Fn(&mut Self, &T)) {
        if items.is_empty() {
            return self.entry(key, "{}");
        }
        self.line(&format!("{key} = {{"));
        self.depth += 1;
        items.iter().for_each(|item| write(self, item));
        self.depth -= 1;
        self.line("},");
    }

    fn table(&mut self, inside: impl FnOnce(&mut Self)) {
        self.line("{");
        self.depth += 1;
        inside(self);
        self.depth -= 1;
        self.line("},");
    }

    fn image(&mut self, layer: &ImageLayer) {
        self.table(|lua| {
            lua.entry("type", "\"imagelayer\"");
            lua.entry("image", &quoted(&layer.source));
            lua.entry("id", &layer.id.to_string());
            lua.entry("name", &quoted(&layer.name));
            lua.entry("visible", &(!layer.hidden).to_string());
            lua.entry("opacity", &layer.opacity.to_string());
            lua.entry("offsetx", &layer.offset.x.to_string());
            lua.entry("offsety", &layer.offset.y.to_string());
            lua.entry("parallaxx", "1");
            lua.entry("parallaxy", "1");
            lua.entry("repeatx", "false");
            lua.entry("repeaty", "false");
            lua.properties(&layer.properties);
        });
    }

    fn layer(&mut self, layer: &Layer) {
        self.table(|lua| {
            lua.entry("type", "\"objectgroup\"");
            lua.entry("draworder", "\"topdown\"");
            lua.entry("id", &layer.id.to_string());
            lua.entry("name", &quoted(&layer.name));
            lua.entry("visible", "true");
            lua.entry("opacity", "1");
            lua.entry("offsetx", &layer.offset.x.to_string());
            lua.entry("offsety", &layer.offset.y.to_string());
            lua.entry("parallaxx", "1");
            lua.entry("parallaxy", "1");
            lua.entry("properties", "{}");
            lua.list("objects", &layer.objects, Self::object);
        });
    }

    fn object(&mut self, object: &Object) {
        let (shape, points) = match &object.shape {
            Shape::Rectangle | Shape::Tile | Shape::Other => ("rectangle", None),
            Shape::Ellipse => ("ellipse", None),
            Shape::Point => ("point", None),
            Shape::Polyline(points) => ("polyline", Some(points)),
            Shape::Polygon(points) => ("polygon", Some(points)),
        };
        self.table(|lua| {
            lua.entry("id", &object.id.to_string());
            lua.entry("name", &quoted(&object.name));
            lua.entry("type", &quoted(&object.class));
            lua.entry("shape", &quoted(shape));
            let (place, size) = (object.place, object.size);
            for (key, value) in [
                ("x", place.x),
                ("y", place.y),
                ("width", size.x),
                ("height", size.y),
                ("rotation", object.rotation),
            ] {
                lua.entry(key, &value.to_string());
            }
            lua.entry("visible", &(!object.hidden).to_string());
            if let Some(points) = points {
                let point = |lua: &mut Self, point: &DVec2| {
                    lua.line(&format!("{{ x = {}, y = {} }},", point.x, point.y))
                };
                lua.list(shape, points, point);
            }
            lua.properties(&object.properties);
        });
    }

    fn properties(&mut self, properties: &Properties) {
        let items: Vec<_> = properties.iter().collect();
        self.list("properties", &items, |lua, (name, value)| {
            let value = match value {
                Value::Bool(on) => on.to_string(),
                Value::Int(number) => number.to_string(),
                Value::Float(number) => number.to_string(),
                Value::Text(text) => quoted(text),
                Value::Color(color) => quoted(&tmx::argb(color)),
                Value::Object(id) => format!("{{ id = {id} }}"),
            };
            lua.entry(&format!("[{}]", quoted(name)), &value);
        });
    }
}

/// A string literal on one line, for every version of Lua.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_ascii_control() => quoted.push_str(&format!("\\{:03}", c as u32)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
