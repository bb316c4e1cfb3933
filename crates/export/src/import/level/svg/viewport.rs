//! Pictures in pictures: `svg` and `symbol` elements, which have a size and a view box.

use super::element::Element;
use super::length::{Along, Lengths};
use glam::DVec2;
use kurbo::Affine;
use svgtypes::{Align, AspectRatio, ViewBox};

/// What is seen of the whole picture, if it says so.
#[derive(Clone, Copy, Debug, Default)]
pub struct Viewport {
    corner: DVec2,
    /// Percentages are a part of it.
    pub size: Option<DVec2>,
}

/// The width and height that `use` gives to what it draws.
#[derive(Clone, Debug, Default)]
pub struct GivenSize {
    pub width: Option<String>,
    pub height: Option<String>,
}

/// Where the content of a picture in a picture is.
pub struct Nested {
    pub transform: Affine,
    pub size: Option<DVec2>,
}

impl Viewport {
    /// What the root element states, in user units.
    pub fn of(root: &Element<'_>) -> Self {
        if let Some(view) = view_box(root) {
            return Self {
                corner: DVec2::new(view.x, view.y),
                size: Some(DVec2::new(view.w, view.h)),
            };
        }
        let side = |name| {
            let without_percentages = Lengths::new(None);
            root.value(name)
                .and_then(|text| without_percentages.pixels(text, Along::Width))
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
}

fn view_box(element: &Element<'_>) -> Option<ViewBox> {
    let view: ViewBox = element.attribute("viewBox")?.parse().ok()?;
    let all = [view.x, view.y, view.w, view.h];
    all.iter().all(|x| x.is_finite()).then_some(view)
}

/// Where the content of an `svg` or `symbol` is: its view box is shown as large as fits or as
/// covers its frame, or fills it if it does not keep proportions. `None` if its position or size
/// cannot be read.
pub fn nested(element: &Element<'_>, lengths: &Lengths, given: &GivenSize) -> Option<Nested> {
    let at = element.point("x", "y", lengths)?;
    let moved = Affine::translate((at.x, at.y));
    let view = view_box(element);
    let side = |given: &Option<String>, name, along, of_view: Option<f64>| {
        let text = given.as_deref().or_else(|| element.value(name));
        match text.filter(|text| !text.trim().eq_ignore_ascii_case("auto")) {
            Some(text) => lengths.pixels(text, along).map(Some),
            None => Some(lengths.pixels("100%", along).or(of_view)),
        }
    };
    let width = side(&given.width, "width", Along::Width, view.map(|view| view.w))?;
    let height = side(
        &given.height,
        "height",
        Along::Height,
        view.map(|view| view.h),
    )?;
    let size = width.zip(height).map(DVec2::from);
    let (Some(view), Some(frame)) = (view, size) else {
        return Some(Nested {
            transform: moved,
            size,
        });
    };
    let of_view = DVec2::new(view.w, view.h);
    let ratio = element.attribute("preserveAspectRatio");
    let ratio: Option<AspectRatio> = ratio.and_then(|text| text.parse().ok());
    let (align, slice) = ratio.map_or((Align::XMidYMid, false), |ratio| (ratio.align, ratio.slice));
    let scale = frame / of_view;
    let scale = match (align, slice) {
        (Align::None, _) => scale,
        (_, false) => DVec2::splat(scale.min_element()),
        (_, true) => DVec2::splat(scale.max_element()),
    };
    let margin = (frame - scale * of_view) * part_before(align);
    Some(Nested {
        transform: moved
            * Affine::translate((margin.x, margin.y))
            * Affine::scale_non_uniform(scale.x, scale.y)
            * Affine::translate((-view.x, -view.y)),
        size: Some(of_view),
    })
}

/// The part of the margin that is left of the content and above it.
fn part_before(align: Align) -> DVec2 {
    let (x, y) = match align {
        Align::None | Align::XMinYMin => (0.0, 0.0),
        Align::XMidYMin => (0.5, 0.0),
        Align::XMaxYMin => (1.0, 0.0),
        Align::XMinYMid => (0.0, 0.5),
        Align::XMidYMid => (0.5, 0.5),
        Align::XMaxYMid => (1.0, 0.5),
        Align::XMinYMax => (0.0, 1.0),
        Align::XMidYMax => (0.5, 1.0),
        Align::XMaxYMax => (1.0, 1.0),
    };
    DVec2::new(x, y)
}
