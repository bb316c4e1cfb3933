//! Constants in each programming language.

use super::{CodeLanguage, Node, Path};

/// The source code. If `on_ground`, the second coordinate is z.
pub(super) fn text(
    language: CodeLanguage,
    heading: &[String; 2],
    on_ground: bool,
    paths: &[Path],
) -> String {
    let style = Style {
        language,
        second: if on_ground { "z" } else { "y" },
    };
    let comment = match language {
        CodeLanguage::Gdscript | CodeLanguage::Python => "#",
        CodeLanguage::Lua => "--",
        CodeLanguage::Csharp
        | CodeLanguage::Cpp
        | CodeLanguage::Rust
        | CodeLanguage::JavaScript
        | CodeLanguage::Gml => "//",
    };
    let mut text: String = heading
        .iter()
        .map(|line| format!("{comment} {line}\n"))
        .collect();
    text += &style.declarations();
    let written: Vec<String> = paths.iter().map(|path| style.path(path)).collect();
    match language {
        CodeLanguage::Lua => text += &format!("local paths = {{\n{}}}\n", written.concat()),
        CodeLanguage::Gdscript
        | CodeLanguage::Csharp
        | CodeLanguage::Cpp
        | CodeLanguage::Rust
        | CodeLanguage::JavaScript
        | CodeLanguage::Python
        | CodeLanguage::Gml => written.iter().for_each(|path| text += &format!("\n{path}")),
    }
    text
}

/// A language and the name of the second coordinate.
struct Style {
    language: CodeLanguage,
    second: &'static str,
}

impl Style {
    /// Type declarations before the first path, in languages that need them.
    fn declarations(&self) -> String {
        let second = self.second;
        match self.language {
            CodeLanguage::Cpp => format!(
                "#include <array>\n#include <limits>\n\n\
                 struct PatrolPoint {{ double x, {second}; }};\n\
                 struct PatrolNode {{ double x, {second}, radius, wait, speed; }};\n"
            ),
            CodeLanguage::Rust => format!(
                "\npub struct PatrolPath {{\n    pub name: &'static str,\n    pub closed: bool,\n    \
                 pub points: &'static [PatrolPoint],\n    pub nodes: &'static [PatrolNode],\n}}\n\
                 pub struct PatrolPoint {{\n    pub x: f64,\n    pub {second}: f64,\n}}\n\
                 pub struct PatrolNode {{\n    pub x: f64,\n    pub {second}: f64,\n    pub radius: f64,\n    pub wait: f64,\n    pub speed: f64,\n}}\n"
            ),
            CodeLanguage::Gdscript
            | CodeLanguage::Csharp
            | CodeLanguage::JavaScript
            | CodeLanguage::Lua
            | CodeLanguage::Python
            | CodeLanguage::Gml => String::new(),
        }
    }

    fn path(
        &self,
        Path {
            identifier,
            name,
            closed,
            points,
            nodes,
        }: &Path,
    ) -> String {
        let second = self.second;
        let upper = second.to_uppercase();
        let (point_count, node_count) = (points.len(), nodes.len());
        let points: Vec<String> = points.iter().map(|&place| self.point(place)).collect();
        let nodes: Vec<String> = nodes.iter().map(|node| self.node(node)).collect();
        match self.language {
            CodeLanguage::Gdscript => {
                let (points, nodes) = (
                    list("[", &points, "\t", "],"),
                    list("[", &nodes, "\t", "],"),
                );
                format!(
                    "const {identifier} = {{\n\t\"name\": {name},\n\t\"closed\": {closed},\n\t\"points\": {points}\n\t\"nodes\": {nodes}\n}}\n"
                )
            }
            CodeLanguage::Csharp => {
                let (points, nodes) = (
                    list("{", &points, "    ", "};"),
                    list("{", &nodes, "    ", "};"),
                );
                format!(
                    "public static class {identifier}\n{{\n    public const string Name = {name};\n    public const bool Closed = {closed};\n    \
                     public static readonly (double X, double {upper})[] Points = {points}\n    \
                     public static readonly (double X, double {upper}, double Radius, double Wait, double Speed)[] Nodes = {nodes}\n}}\n"
                )
            }
            CodeLanguage::Cpp => {
                let array = |lines: &[String]| {
                    if lines.is_empty() {
                        "{};".into()
                    } else {
                        list("{{", lines, "", "}};")
                    }
                };
                let (points, nodes) = (array(&points), array(&nodes));
                format!(
                    "namespace {identifier} {{\ninline constexpr const char *name = {name};\ninline constexpr bool closed = {closed};\n\
                     inline constexpr std::array<PatrolPoint, {point_count}> points{points}\n\
                     inline constexpr std::array<PatrolNode, {node_count}> nodes{nodes}\n}}\n"
                )
            }
            CodeLanguage::Rust => {
                let (points, nodes) = (
                    list("&[", &points, "    ", "],"),
                    list("&[", &nodes, "    ", "],"),
                );
                format!(
                    "pub const {identifier}: PatrolPath = PatrolPath {{\n    name: {name},\n    closed: {closed},\n    points: {points}\n    nodes: {nodes}\n}};\n"
                )
            }
            CodeLanguage::JavaScript => {
                let (points, nodes) = (
                    list("[", &points, "  ", "],"),
                    list("[", &nodes, "  ", "],"),
                );
                format!(
                    "const {identifier} = {{\n  name: {name},\n  closed: {closed},\n  points: {points}\n  nodes: {nodes}\n}};\n"
                )
            }
            CodeLanguage::Lua => {
                let (points, nodes) = (
                    list("{", &points, "    ", "},"),
                    list("{", &nodes, "    ", "},"),
                );
                format!(
                    "  {identifier} = {{\n    name = {name},\n    closed = {closed},\n    points = {points}\n    nodes = {nodes}\n  }},\n"
                )
            }
            CodeLanguage::Python => {
                let (points, nodes) = (
                    list("[", &points, "    ", "],"),
                    list("[", &nodes, "    ", "],"),
                );
                let closed = if *closed { "True" } else { "False" };
                format!(
                    "{identifier} = {{\n    \"name\": {name},\n    \"closed\": {closed},\n    \"points\": {points}\n    \"nodes\": {nodes}\n}}\n"
                )
            }
            CodeLanguage::Gml => {
                // GML does not allow a trailing comma.
                let bare = |lines: &[String], end: &str| {
                    list("[", lines, "    ", end).replacen(",\n    ]", "\n    ]", 1)
                };
                let (points, nodes) = (bare(&points, "],"), bare(&nodes, "]"));
                format!(
                    "global.{identifier} = {{\n    name: {name},\n    closed: {closed},\n    points: {points}\n    nodes: {nodes}\n}};\n"
                )
            }
        }
    }

    fn point(&self, [x, y]: [f64; 2]) -> String {
        let (second, x, y) = (self.second, number(x), number(y));
        match self.language {
            CodeLanguage::Gdscript if second == "z" => format!("Vector3({x}, 0.0, {y})"),
            CodeLanguage::Gdscript => format!("Vector2({x}, {y})"),
            CodeLanguage::Csharp | CodeLanguage::Python => format!("({x}, {y})"),
            CodeLanguage::Cpp => format!("{{{x}, {y}}}"),
            CodeLanguage::Rust => format!("PatrolPoint {{ x: {x}, {second}: {y} }}"),
            CodeLanguage::JavaScript | CodeLanguage::Gml => format!("{{ x: {x}, {second}: {y} }}"),
            CodeLanguage::Lua => format!("{{ x = {x}, {second} = {y} }}"),
        }
    }

    fn node(&self, node: &Node) -> String {
        let [x, y] = node.position.map(number);
        let (second, radius, wait, speed) = (
            self.second,
            number(node.radius),
            number(node.wait),
            self.speed(node.speed),
        );
        match self.language {
            CodeLanguage::Gdscript => {
                let position = self.point(node.position);
                format!(
                    "{{\"position\": {position}, \"radius\": {radius}, \"wait\": {wait}, \"speed\": {speed}}}"
                )
            }
            CodeLanguage::Csharp => format!("({x}, {y}, {radius}, {wait}, {speed})"),
            CodeLanguage::Cpp => format!("{{{x}, {y}, {radius}, {wait}, {speed}}}"),
            CodeLanguage::Rust => format!(
                "PatrolNode {{ x: {x}, {second}: {y}, radius: {radius}, wait: {wait}, speed: {speed} }}"
            ),
            CodeLanguage::JavaScript | CodeLanguage::Gml => {
                format!(
                    "{{ x: {x}, {second}: {y}, radius: {radius}, wait: {wait}, speed: {speed} }}"
                )
            }
            CodeLanguage::Lua => format!(
                "{{ x = {x}, {second} = {y}, radius = {radius}, wait = {wait}, speed = {speed} }}"
            ),
            CodeLanguage::Python => {
                format!(
                    "{{\"x\": {x}, \"{second}\": {y}, \"radius\": {radius}, \"wait\": {wait}, \"speed\": {speed}}}"
                )
            }
        }
    }

    fn speed(&self, speed: f64) -> String {
        if speed.is_finite() {
            return number(speed);
        }
        match self.language {
            CodeLanguage::Gdscript => "INF",
            CodeLanguage::Csharp => "double.PositiveInfinity",
            CodeLanguage::Cpp => "std::numeric_limits<double>::infinity()",
            CodeLanguage::Rust => "f64::INFINITY",
            CodeLanguage::JavaScript => "Infinity",
            CodeLanguage::Lua => "math.huge",
            CodeLanguage::Python => "float(\"inf\")",
            CodeLanguage::Gml => "infinity",
        }
        .into()
    }
}

/// A floating-point literal in every language, without an exponent, which GML does not support.
fn number(x: f64) -> String {
    let text = format!("{}", x + 0.0);
    if text.contains('.') {
        text
    } else {
        text + ".0"
    }
}

/// A multi-line list, or a pair of brackets if it is empty.
fn list(open: &str, lines: &[String], indent: &str, close: &str) -> String {
    if lines.is_empty() {
        return format!("{open}{close}");
    }
    let step = if indent == "\t" {
        "\t"
    } else {
        &"    "[..if indent == "  " { 2 } else { 4 }]
    };
    let lines: String = lines
        .iter()
        .map(|line| format!("{indent}{step}{line},\n"))
        .collect();
    format!("{open}\n{lines}{indent}{close}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_never_whole_and_never_powers() {
        assert_eq!(
            [200.0, -0.0, 0.1, 1e15, 1e-9].map(number),
            ["200.0", "0.0", "0.1", "1000000000000000.0", "0.000000001"]
        );
    }

    #[test]
    fn a_list_without_anything_is_its_brackets() {
        assert_eq!(list("[", &[], "    ", "],"), "[],");
        assert_eq!(list("[", &["1".into()], "\t", "]"), "[\n\t\t1,\n\t]");
    }
}
