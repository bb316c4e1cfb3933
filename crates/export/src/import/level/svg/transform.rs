//! Transforms of SVG elements, from attributes and from styles.

use super::length::{Along, Lengths};
use kurbo::{Affine, Point, Rect, Size};
use std::f64::consts::TAU;

/// Why a transform cannot be applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// Browsers do not read it either, and act as if it was not there.
    Invalid,
    /// Browsers read it.
    Unknown,
}

/// The transform in an attribute. `None` if it is invalid.
pub fn of_attribute(text: &str) -> Option<Affine> {
    let svgtypes::Transform { a, b, c, d, e, f } = text.parse().ok()?;
    let all = [a, b, c, d, e, f];
    all.iter().all(|x| x.is_finite()).then(|| Affine::new(all))
}

/// The point that does not move, in a box. In a style, lengths have units.
pub fn origin(text: &str, is_style: bool, lengths: &Lengths, of: Rect) -> Option<Point> {
    let lengths = lengths.within(of.size());
    let lower = text.to_ascii_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let is_vertical = |word: &str| matches!(word, "top" | "bottom");
    let (x, y) = match *words.as_slice() {
        [one] if is_vertical(one) => ("center", one),
        [one] => (one, "center"),
        [y, x] | [y, x, _] if is_vertical(y) || matches!(x, "left" | "right") => (x, y),
        [x, y] | [x, y, _] => (x, y),
        _ => return None,
    };
    let place = |word: &str, along, size: f64| match word {
        "left" | "top" => Some(0.0),
        "center" => Some(size / 2.0),
        "right" | "bottom" => Some(size),
        _ if is_style => lengths.css(word, along),
        _ => lengths.pixels(word, along),
    };
    let x = place(x, Along::Width, of.width())?;
    Some(of.origin() + (x, place(y, Along::Height, of.height())?))
}

/// The transform in a style: a list of functions. Percentages are parts of `size`.
pub fn of_style(text: &str, lengths: &Lengths, size: Size) -> Result<Affine, Wrong> {
    let lengths = lengths.within(size);
    let lower = text.trim().to_ascii_lowercase();
    if lower == "none" {
        return Ok(Affine::IDENTITY);
    }
    let mut all = Affine::IDENTITY;
    let mut rest = &*lower;
    while !rest.is_empty() {
        let (name, after) = rest.split_once('(').ok_or(Wrong::Invalid)?;
        let (arguments, after) = after.split_once(')').ok_or(Wrong::Invalid)?;
        // Such as calc().
        if arguments.contains('(') || name == "var" {
            return Err(Wrong::Unknown);
        }
        let arguments: Vec<&str> = arguments.split(',').map(str::trim).collect();
        all *= function(name, &arguments, &lengths)?;
        rest = after.trim_start();
    }
    Ok(all)
}

/// One of the properties `translate`, `rotate` and `scale`, which are written without parentheses.
pub fn of_property(name: &str, text: &str, lengths: &Lengths, size: Size) -> Result<Affine, Wrong> {
    if text.trim().eq_ignore_ascii_case("none") {
        return Ok(Affine::IDENTITY);
    }
    if text.contains('(') {
        return Err(Wrong::Unknown);
    }
    let lower = text.to_ascii_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    match (name, words.as_slice()) {
        ("rotate", [axis @ ("x" | "y"), _]) => function(axis, &[], lengths),
        ("rotate", [_, _, _, _]) => Err(Wrong::Unknown),
        ("rotate", ["z", angle]) => function(name, &[angle], lengths),
        (_, [first, second, _]) => function(name, &[first, second], &lengths.within(size)),
        (_, words) => function(name, words, &lengths.within(size)),
    }
}

fn function(name: &str, arguments: &[&str], lengths: &Lengths) -> Result<Affine, Wrong> {
    let number = |text: &str| match text.strip_suffix('%') {
        Some(percents) => finite(percents).map(|percents| percents / 100.0),
        None => finite(text),
    };
    let length = |text: &str, along| lengths.css(text, along);
    let transform = |function: Option<Affine>| function.ok_or(Wrong::Invalid);
    match (name, arguments) {
        ("matrix", &[a, b, c, d, e, f]) => {
            let all: Option<Vec<f64>> = [a, b, c, d, e, f].into_iter().map(finite).collect();
            let all: Option<[f64; 6]> = all.and_then(|all| all.try_into().ok());
            transform(all.map(Affine::new))
        }
        ("translate" | "translatex", &[x]) => {
            transform(length(x, Along::Width).map(|x| Affine::translate((x, 0.0))))
        }
        ("translatey", &[y]) => {
            transform(length(y, Along::Height).map(|y| Affine::translate((0.0, y))))
        }
        ("translate", &[x, y]) | ("translate3d", &[x, y, _]) => transform(
            length(x, Along::Width)
                .zip(length(y, Along::Height))
                .map(Affine::translate),
        ),
        ("scale", &[s]) => transform(number(s).map(Affine::scale)),
        ("scale", &[x, y]) | ("scale3d", &[x, y, _]) => transform(
            number(x)
                .zip(number(y))
                .map(|(x, y)| Affine::scale_non_uniform(x, y)),
        ),
        ("scalex", &[x]) => transform(number(x).map(|x| Affine::scale_non_uniform(x, 1.0))),
        ("scaley", &[y]) => transform(number(y).map(|y| Affine::scale_non_uniform(1.0, y))),
        ("rotate" | "rotatez", &[a]) => transform(angle(a).map(Affine::rotate)),
        ("skew" | "skewx", &[x]) => transform(angle(x).map(|x| Affine::skew(x.tan(), 0.0))),
        ("skewy", &[y]) => transform(angle(y).map(|y| Affine::skew(0.0, y.tan()))),
        ("skew", &[x, y]) => transform(
            angle(x)
                .zip(angle(y))
                .map(|(x, y)| Affine::skew(x.tan(), y.tan())),
        ),
        // Along the line of sight.
        ("translatez" | "scalez", &[_]) => Ok(Affine::IDENTITY),
        ("matrix3d" | "perspective" | "rotate3d" | "rotatex" | "rotatey" | "x" | "y", _) => {
            Err(Wrong::Unknown)
        }
        _ => Err(Wrong::Invalid),
    }
}

fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|x: &f64| x.is_finite())
}

/// An angle, in radians.
fn angle(text: &str) -> Option<f64> {
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let value = finite(number)?;
    match &text[number.len()..] {
        "deg" => Some(value.to_radians()),
        "rad" => Some(value),
        "grad" => Some(value / 400.0 * TAU),
        "turn" => Some(value * TAU),
        "" if value == 0.0 => Some(0.0),
        _ => None,
    }
}
