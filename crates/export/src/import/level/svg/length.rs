//! Lengths of SVG elements, with their units.

use glam::DVec2;
use kurbo::Size;
use steerwright_runtime::geometry::decimal::rounded;

const PIXELS_PER_INCH: f64 = 96.0;
/// What browsers use where a picture does not say it.
pub const FONT_SIZE: f64 = 16.0;

/// Larger ones are of no use, and a circle that is so large has too many points.
const LARGEST: f64 = 1e12;

/// The direction of a length, on which a percentage depends.
#[derive(Clone, Copy, Debug)]
pub enum Along {
    Width,
    Height,
    Diagonal,
}

/// What lengths are parts of.
#[derive(Clone, Copy, Debug)]
pub struct Lengths {
    /// What percentages are a part of, if the picture says it.
    pub size: Option<DVec2>,
    /// The size of letters.
    pub font: f64,
    /// That of the outermost element.
    pub root_font: f64,
}

impl Lengths {
    /// Lengths in a picture of this size.
    pub fn new(size: Option<DVec2>) -> Self {
        Self {
            size,
            font: FONT_SIZE,
            root_font: FONT_SIZE,
        }
    }

    /// The same, where percentages are parts of another size.
    pub fn within(self, size: Size) -> Self {
        Self {
            size: Some(DVec2::new(size.width, size.height)),
            ..self
        }
    }

    /// A length in a transform of a style, where only 0 has no unit.
    pub fn css(&self, text: &str, along: Along) -> Option<f64> {
        let has_unit = text.ends_with(|c: char| c.is_ascii_alphabetic() || c == '%');
        self.pixels(text, along)
            .filter(|&length| has_unit || length == 0.0)
    }

    /// A length in user units. `None` if it cannot be read.
    pub fn pixels(&self, text: &str, along: Along) -> Option<f64> {
        let text = text.trim();
        let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
        let unit = text[number.len()..].to_ascii_lowercase();
        let number: f64 = number.parse().ok()?;
        let pixels = match &*unit {
            "" | "px" => number,
            "em" => number * self.font,
            "rem" => number * self.root_font,
            "ex" | "ch" => number * self.font / 2.0,
            "in" => number * PIXELS_PER_INCH,
            "cm" => number * PIXELS_PER_INCH / 2.54,
            "mm" => number * PIXELS_PER_INCH / 25.4,
            "q" => number * PIXELS_PER_INCH / 101.6,
            "pt" => number * PIXELS_PER_INCH / 72.0,
            "pc" => number * PIXELS_PER_INCH / 6.0,
            "%" => {
                let size = self.size?;
                number / 100.0
                    * match along {
                        Along::Width => size.x,
                        Along::Height => size.y,
                        // As SVG defines it for radii.
                        Along::Diagonal => (size.length_squared() / 2.0).sqrt(),
                    }
            }
            _ => return None,
        };
        (pixels.abs() <= LARGEST).then(|| rounded(pixels))
    }

    /// The size of letters with this value of `font-size`.
    pub fn with_font(self, text: &str) -> Self {
        let font = match text.trim().strip_suffix('%') {
            Some(percents) => percents
                .parse()
                .ok()
                .map(|part: f64| part / 100.0 * self.font),
            None => self.pixels(text, Along::Height),
        };
        Self {
            font: font
                .filter(|font| font.is_finite() && *font >= 0.0)
                .unwrap_or(self.font),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_units_and_percentages_need_a_picture() {
        let picture = Lengths::new(Some(DVec2::new(300.0, 400.0)));
        for (text, along, expected) in [
            ("5", Along::Width, Some(5.0)),
            (" 5px ", Along::Width, Some(5.0)),
            ("1in", Along::Height, Some(96.0)),
            ("2.54CM", Along::Width, Some(96.0)),
            ("-3pt", Along::Width, Some(-4.0)),
            ("1e1", Along::Width, Some(10.0)),
            ("1e1em", Along::Width, Some(160.0)),
            ("101.6Q", Along::Width, Some(96.0)),
            ("50%", Along::Width, Some(150.0)),
            ("50%", Along::Height, Some(200.0)),
            ("10%", Along::Diagonal, Some(35.355339059)),
            ("auto", Along::Width, None),
            ("5 px", Along::Width, None),
            ("1e999", Along::Width, None),
            ("1e300", Along::Width, None),
        ] {
            assert_eq!(picture.pixels(text, along), expected, "{text:?}");
        }
        assert_eq!(Lengths::new(None).pixels("50%", Along::Width), None);
        let small = picture.with_font("10px").with_font("150%");
        assert_eq!(small.pixels("2em", Along::Width), Some(30.0));
        assert_eq!(small.pixels("2rem", Along::Width), Some(32.0));
    }
}
