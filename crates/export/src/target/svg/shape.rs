//! Small parts of the picture.

use glam::DVec2;
use svg::node::element::{Circle, Polygon, Polyline, Text};

/// Ink of the picture: dark on light, so that it prints.
pub const INK: &str = "#1f2933";
/// Notes and the grid's figures.
pub const MUTED: &str = "#5b6773";
/// What lies under everything.
pub const PAPER: &str = "#fbfbf9";

/// Colors of paths, told apart on paper and by people who see few colors (Okabe and Ito).
const PATH_COLORS: [&str; 6] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#8a6d00",
];

/// The color of the path with this index.
pub fn path_color(index: usize) -> &'static str {
    PATH_COLORS[index % PATH_COLORS.len()]
}

/// A length in px with two places: finer than any screen, and short.
pub fn px(x: f64) -> f64 {
    (x * 100.0).round() / 100.0 + 0.0
}

/// Text that XML can hold: control characters become spaces, since no escape makes them legal.
pub fn legal(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') {
                ' '
            } else {
                c
            }
        })
        .collect()
}

/// `text` cut to `max` characters.
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

/// A label with a rim of paper, to be read over lines.
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

/// A closed shape over `corners`.
pub fn polygon(corners: impl IntoIterator<Item = DVec2>) -> Polygon {
    Polygon::new().set("points", points(corners))
}

/// An open line over `corners`.
pub fn polyline(corners: impl IntoIterator<Item = DVec2>) -> Polyline {
    Polyline::new()
        .set("points", points(corners))
        .set("fill", "none")
}

/// A direction mark at `p`, pointing along `along` (a direction of length 1, on the sheet).
pub fn chevron(p: DVec2, along: DVec2) -> Polyline {
    let aside = along.perp();
    polyline([
        p - along * 4.0 + aside * 4.5,
        p + along * 3.5,
        p - along * 4.0 - aside * 4.5,
    ])
}
