//! Transforms of SVG elements.

use kurbo::{Affine, Point};

/// No transform has more.
const MOST_NUMBERS: usize = 6;

/// Parses a list of transforms, such as `translate(3 4) rotate(90)`. `None` if it cannot be read.
pub fn parse(text: &str) -> Option<Affine> {
    let mut all = Affine::IDENTITY;
    let mut rest = text.trim_start_matches(is_gap);
    while !rest.is_empty() {
        let (name, after) = rest.split_once('(')?;
        let (numbers, after) = after.split_once(')')?;
        let numbers: Option<Vec<f64>> = numbers
            .split(is_gap)
            .filter(|part| !part.is_empty())
            .take(MOST_NUMBERS + 1)
            .map(|part| part.parse().ok().filter(|x: &f64| x.is_finite()))
            .collect();
        all *= one(name.trim(), &numbers?)?;
        rest = after.trim_start_matches(is_gap);
    }
    Some(all)
}

fn is_gap(c: char) -> bool {
    c.is_whitespace() || c == ','
}

fn one(name: &str, numbers: &[f64]) -> Option<Affine> {
    Some(match (name, numbers) {
        ("matrix", &[a, b, c, d, e, f]) => Affine::new([a, b, c, d, e, f]),
        ("translate", &[x]) => Affine::translate((x, 0.0)),
        ("translate", &[x, y]) => Affine::translate((x, y)),
        ("scale", &[s]) => Affine::scale(s),
        ("scale", &[x, y]) => Affine::scale_non_uniform(x, y),
        ("rotate", &[a]) => Affine::rotate(a.to_radians()),
        ("rotate", &[a, x, y]) => Affine::rotate_about(a.to_radians(), Point::new(x, y)),
        ("skewX", &[a]) => Affine::skew(a.to_radians().tan(), 0.0),
        ("skewY", &[a]) => Affine::skew(0.0, a.to_radians().tan()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transforms_apply_from_right_to_left() {
        let both = parse("translate(10, 0) scale(2)").expect("a transform");
        assert_eq!(both * Point::new(1.0, 1.0), Point::new(12.0, 2.0));
        assert_eq!(parse(""), Some(Affine::IDENTITY));
        for wrong in ["turn(3)", "scale(", "scale(x)", "rotate(1 2)"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
