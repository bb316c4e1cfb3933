//! Lengths of SVG elements, with their units.

use crate::import::level::element::Element;
use glam::DVec2;
use steerwright_runtime::geometry::decimal::rounded;
use svgtypes::{Length, LengthUnit, ViewBox};

const PIXELS_PER_INCH: f64 = 96.0;
/// What browsers use where a picture does not say it.
const FONT_SIZE: f64 = 16.0;

/// The direction of a length, on which a percentage depends.
#[derive(Clone, Copy, Debug)]
pub enum Along {
    Width,
    Height,
    Diagonal,
}

/// What is seen of the picture, if it says so.
#[derive(Clone, Copy, Debug, Default)]
pub struct Viewport {
    corner: DVec2,
    /// Percentages are a part of it.
    size: Option<DVec2>,
}

impl Viewport {
    /// What the root element states, in user units.
    pub fn of(root: &Element<'_>) -> Self {
        if let Ok(view) = root.text_of("viewBox").parse::<ViewBox>() {
            return Self {
                corner: DVec2::new(view.x, view.y),
                size: Some(DVec2::new(view.w, view.h)),
            };
        }
        let side = |name| {
            let without_percentages = Self::default();
            root.attribute(name)
                .and_then(|text| without_percentages.pixels(&text, Along::Width))
                .filter(|side| *side > 0.0)
        };
        Self {
            corner: DVec2::ZERO,
            size: side("width").zip(side("height")).map(DVec2::from),
        }
    }

    /// Whether a rectangle hides the whole picture: its background.
    pub fn is_covered(self, at: DVec2, size: DVec2) -> bool {
        self.size.is_some_and(|picture| {
            at.cmple(self.corner).all() && (at + size).cmpge(self.corner + picture).all()
        })
    }

    /// The length in an attribute, in user units. 0 without the attribute, `None` if it cannot be read.
    pub fn length(self, node: &Element<'_>, name: &str, along: Along) -> Option<f64> {
        match node.attribute(name) {
            Some(text) => self.pixels(&text, along),
            None => Some(0.0),
        }
    }

    /// A point or size. `None` if it cannot be read.
    pub fn point(self, node: &Element<'_>, x: &str, y: &str) -> Option<DVec2> {
        let x = self.length(node, x, Along::Width)?;
        Some(DVec2::new(x, self.length(node, y, Along::Height)?))
    }

    fn pixels(self, text: &str, along: Along) -> Option<f64> {
        let Length { number, unit } = text.trim().parse().ok()?;
        let pixels = match unit {
            LengthUnit::None | LengthUnit::Px => number,
            LengthUnit::Em => number * FONT_SIZE,
            LengthUnit::Ex => number * FONT_SIZE / 2.0,
            LengthUnit::In => number * PIXELS_PER_INCH,
            LengthUnit::Cm => number * PIXELS_PER_INCH / 2.54,
            LengthUnit::Mm => number * PIXELS_PER_INCH / 25.4,
            LengthUnit::Pt => number * PIXELS_PER_INCH / 72.0,
            LengthUnit::Pc => number * PIXELS_PER_INCH / 6.0,
            LengthUnit::Percent => {
                let size = self.size?;
                number / 100.0
                    * match along {
                        Along::Width => size.x,
                        Along::Height => size.y,
                        // As SVG defines it for radii.
                        Along::Diagonal => (size.length_squared() / 2.0).sqrt(),
                    }
            }
        };
        pixels.is_finite().then(|| rounded(pixels))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_units_and_percentages_need_a_picture() {
        let picture = Viewport {
            corner: DVec2::ZERO,
            size: Some(DVec2::new(300.0, 400.0)),
        };
        for (text, along, expected) in [
            ("5", Along::Width, Some(5.0)),
            (" 5px ", Along::Width, Some(5.0)),
            ("1in", Along::Height, Some(96.0)),
            ("2.54cm", Along::Width, Some(96.0)),
            ("-3pt", Along::Width, Some(-4.0)),
            ("50%", Along::Width, Some(150.0)),
            ("50%", Along::Height, Some(200.0)),
            ("10%", Along::Diagonal, Some(35.355339059)),
            ("auto", Along::Width, None),
            ("5 px", Along::Width, None),
            ("1e999", Along::Width, None),
        ] {
            assert_eq!(picture.pixels(text, along), expected, "{text:?}");
        }
        assert_eq!(Viewport::default().pixels("50%", Along::Width), None);
    }
}
