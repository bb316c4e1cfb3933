//! The data of SVG paths, which are parsed only if they have a bounded number of parts.

use crate::import::level::beyond;
use kurbo::BezPath;
use steerwright_format::FormatError;
use steerwright_format::limits::MAP_POINTS;

/// Numbers beyond this power of ten are of no use, and an arc that is so large has too many parts.
const LARGEST: i32 = 12;
/// The accuracy with which arcs become curves.
const ARC_ACCURACY: f64 = 0.1;

/// Refuses paths with more parts than a map may have points.
pub fn check_length(parts: usize) -> Result<(), FormatError> {
    if parts as u64 > MAP_POINTS.max {
        return Err(beyond("the picture", &MAP_POINTS));
    }
    Ok(())
}

/// The path with this data, or `None` if it cannot be read.
pub fn path(data: &str) -> Result<Option<BezPath>, FormatError> {
    let Some(parts) = most_parts(data) else {
        return Ok(None);
    };
    check_length(parts)?;
    Ok(BezPath::from_svg(data).ok())
}

/// An upper bound of the number of parts. `None` if a number is too large.
fn most_parts(data: &str) -> Option<usize> {
    let (mut parts, mut arcs, mut power) = (0, 0, 0);
    let is_command = |c: char| c.is_ascii_alphabetic() && !matches!(c, 'e' | 'E');
    let mut command = ' ';
    for numbers in data.split_inclusive(is_command) {
        let (count, largest) = measure(numbers.trim_end_matches(is_command));
        power = power.max(largest);
        match command.to_ascii_lowercase() {
            // Its flags may be joined with the number behind them.
            'a' => arcs += count / 5 + 1,
            'c' => parts += count / 6 + 1,
            's' | 'q' => parts += count / 4 + 1,
            'h' | 'v' => parts += count + 1,
            _ => parts += count / 2 + 1,
        }
        command = numbers.chars().last().unwrap_or(' ');
    }
    if power > LARGEST {
        return None;
    }
    let error = 10_f64.powi(power) / ARC_ACCURACY * 1.2;
    Some(parts + arcs * (error.sqrt().cbrt().ceil() as usize + 1))
}

/// How many numbers there are, and the power of ten that all are below.
fn measure(numbers: &str) -> (usize, i32) {
    let (mut count, mut power) = (0, 0);
    let (mut digits, mut has_point, mut exponent) = (0_i32, false, None::<i32>);
    let mut before = ' ';
    for c in numbers.chars().chain([' ']) {
        let is_exponent = matches!(before, 'e' | 'E');
        let starts = match c {
            '0'..='9' => !(before.is_ascii_digit() || ".+-eE".contains(before)),
            '.' => {
                has_point
                    || exponent.is_some()
                    || !(before.is_ascii_digit() || "+-".contains(before))
            }
            '+' | '-' => !is_exponent,
            'e' | 'E' => false,
            _ => true,
        };
        if starts {
            power = power.max(digits.saturating_add(exponent.unwrap_or(0).max(0)));
            (digits, has_point, exponent) = (0, false, None);
            count += usize::from("0123456789.+-".contains(c));
        }
        match (c, &mut exponent) {
            ('e' | 'E', _) => exponent = Some(0),
            ('-', Some(exponent)) if is_exponent => *exponent = i32::MIN,
            ('0'..='9', Some(exponent)) => {
                let digit = c as i32 - '0' as i32;
                *exponent = exponent.saturating_mul(10).saturating_add(digit);
            }
            ('0'..='9', None) if !has_point => digits += 1,
            ('.', _) => has_point = true,
            _ => {}
        }
        before = c;
    }
    (count, power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_counted_as_they_are_joined() {
        for (text, expected) in [
            ("", (0, 0)),
            ("1-2.5.5", (3, 1)),
            (" 10,20 ", (2, 2)),
            ("1e-5-3e2", (2, 3)),
            ("+.5", (1, 0)),
            ("1e300", (1, 301)),
        ] {
            assert_eq!(measure(text), expected, "{text:?}");
        }
    }

    #[test]
    fn paths_with_endless_parts_are_not_parsed() {
        assert!(matches!(path("M0 0A1e300 1e300 0 1 0 1 1"), Ok(None)));
        assert!(path(&format!("M0 0{}", "z".repeat(1_000_001))).is_err());
        assert!(matches!(path("M0 0L1.5.5A1 1 0 01300 2z"), Ok(Some(_))));
        assert!(matches!(path(""), Ok(Some(_))));
    }
}
