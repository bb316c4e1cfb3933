//! Basic shapes and colors.

use glam::DVec2;
use svg::node::element::{Circle, Polygon, Polyline, Text};

/// The foreground color: dark on light, for printing.
pub const INK: &str = "#1f2933";
/// The color of secondary text.
pub const MUTED: &str = "#5b6773";
/// The background color.
pub const PAPER: &str = "#fbfbf9";

/// The colors of paths, which are distinguishable with color blindness (Okabe and Ito).
const PATH_COLORS: [&str; 6] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#8a6d00",
];

/// The color of the path with this index.
pub fn path_color(index: usize) -> &'static str {
    PATH_COLORS[index % PATH_COLORS.len()]
}

/// A length in px, rounded to two decimals.
pub fn px(x: f64) -> f64 {
    (x * 100.0).round() / 100.0 + 0.0
}

/// Text that is valid in XML: control characters, which cannot be escaped, become spaces.
pub fn legal(text: &str) -> String {
    text.chars()
        .map(|c| if is_legal(c) { c } else { ' ' })
        .collect()
}

/// Whether a character is valid in XML as it is.
pub fn is_legal(c: char) -> bool {
    !(c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'))
}

/// `text` truncated to `max` characters.
pub fn cut(text: &str, max: usize) -> String {
    let text = legal(text);
    let text = text.trim();
    if text.chars().count() <= max {
        text.into()
    } else {
        text.chars().take(max - 1).chain(['…']).collect()
    }
}

/// A label at `p`.
pub fn label(p: DVec2, size: f64, color: &str, text: &str) -> Text {
    Text::new(legal(text))
        .set("x", px(p.x))
        .set("y", px(p.y))
        .set("font-size", size)
        .set("fill", color)
}

/// A centered label with an outline, readable over lines.
pub fn floating_label(p: DVec2, size: f64, color: &str, text: &str) -> Text {
    label(p, size, color, text)
        .set("stroke", PAPER)
        .set("stroke-width", 3)
        .set("stroke-linejoin", "round")
        .set("paint-order", "stroke")
        .set("text-anchor", "middle")
}

/// A circle about `p`.
pub fn circle(p: DVec2, radius: f64) -> Circle {
    Circle::new()
        .set("cx", px(p.x))
        .set("cy", px(p.y))
        .set("r", px(radius))
}

/// The value of a `points` attribute.
pub fn points(points: impl IntoIterator<Item = DVec2>) -> String {
    points
        .into_iter()
        .map(|p| format!("{},{}", px(p.x), px(p.y)))
        .collect::<Vec<_>>()
        .join(" ")
}

/// A closed polygon.
pub fn polygon(corners: impl IntoIterator<Item = DVec2>) -> Polygon {
    Polygon::new().set("points", points(corners))
}

/// An open polyline.
pub fn polyline(corners: impl IntoIterator<Item = DVec2>) -> Polyline {
    Polyline::new()
        .set("points", points(corners))
        .set("fill", "none")
}

/// A direction arrow at `p` that points along the unit vector `along`.
pub fn chevron(p: DVec2, along: DVec2) -> Polyline {
    let aside = along.perp();
    polyline([
        p - along * 4.0 + aside * 4.5,
        p + along * 3.5,
        p - along * 4.0 - aside * 4.5,
    ])
}
