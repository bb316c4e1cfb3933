//! The precision of numbers in files: at most 9 decimal places and 15 digits.
//!
//! All JSON parsers read such a number as the same `f64`. The editor and the simulation therefore
//! compute with the rounded numbers too.

/// The nearest number with at most 9 decimal places and 15 digits. NaN becomes 0.
///
/// ```
/// use steerwright_runtime::geometry::decimal::rounded;
/// assert_eq!(rounded(0.1 + 0.2), 0.3);
/// assert_eq!(rounded(1.0 / 3.0), 0.333333333);
/// assert_eq!(rounded(-1e-12), 0.0);
/// ```
#[must_use]
pub fn rounded(x: f64) -> f64 {
    if !x.is_finite() {
        return 0.0;
    }
    // The scaled value is a whole number below 10^15 < 2^53, and one division of two exact numbers
    // is correctly rounded.
    let scale = scale_of(x);
    let whole = (x * scale).round();
    if whole == 0.0 {
        0.0
    } else if whole.abs() < 1e15 {
        whole / scale
    } else {
        x.signum() * 999_999_999_999_999.0
    }
}

/// The distance between two successive numbers that files can have, where they are as large as `x`.
/// NaN has that of 0.
///
/// ```
/// use steerwright_runtime::geometry::decimal::spacing;
/// assert_eq!(spacing(-5.0), 1e-9);
/// assert_eq!(spacing(1e9), 1e-5);
/// ```
#[must_use]
pub fn spacing(x: f64) -> f64 {
    1.0 / scale_of(x)
}

/// The number of parts into which 1 is divided where numbers are as large as `x`: a power of 10.
fn scale_of(x: f64) -> f64 {
    let mut scale = 1e9;
    while scale > 1.0 && (x * scale).round().abs() >= 1e15 {
        scale /= 10.0;
    }
    scale
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn is_the_parse_of_its_own_short_text() {
        for x in [
            0.1,
            123456.7890123456,
            0.333333333333,
            999999.9999999999,
            1234567.123456789,
            1e14 + 0.3,
            5e-10,
            -2.5,
        ] {
            let r = rounded(x);
            let text = format!("{r}");
            assert_eq!(text.parse::<f64>(), Ok(r));
            let digits = text
                .trim_start_matches(['-', '0', '.'])
                .chars()
                .filter(char::is_ascii_digit)
                .count();
            let places = text.split_once('.').map_or(0, |(_, places)| places.len());
            assert!(digits <= 15 && places <= 9, "{x} became {text}");
            assert_eq!(rounded(r), r, "rounding twice is rounding once");
        }
    }

    #[test]
    fn a_number_that_rounds_up_to_sixteen_digits_loses_a_decimal_place() {
        assert_eq!(rounded(999_999.999_999_999_9), 1_000_000.0);
        assert_eq!(rounded(-999_999_999.999_999_9), -1_000_000_000.0);
        assert_eq!(rounded(999_999_999_999_999.4), 999_999_999_999_999.0);
    }

    #[test]
    fn not_a_number_becomes_zero_and_large_numbers_are_clamped() {
        assert_eq!(rounded(f64::NAN), 0.0);
        assert_eq!(rounded(f64::INFINITY), 0.0);
        assert_eq!(rounded(-1e300), -999_999_999_999_999.0);
    }
}
