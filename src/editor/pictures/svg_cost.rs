//! What it costs to draw an SVG at a scale. Groups with an opacity, clips, masks, patterns and
//! filters are drawn into layers of their own, so that a short file can ask for any amount of
//! memory and time.
//!
//! Work is counted in passes over a pixel, of about 2.5 ns on one core. The figures here were
//! measured with drawings that do one thing many times.

use resvg::tiny_skia::{PathSegment, Point, Rect, Transform};
use resvg::usvg::filter::{Filter, Kind};
use resvg::usvg::{ClipPath, Group, Mask, Node, Paint, Path, Pattern, PositiveF32, Stroke, Tree};

/// The renderer draws layers of up to five times the width and the height of the picture.
const LAYER_PER_PICTURE: f64 = 25.0;
/// The passes over a layer that a simple filter takes.
const PASSES: f64 = 12.0;
/// What an element or a dash takes beside its pixels, in passes.
const PER_ELEMENT: f64 = 256.0;
/// What an edge of an area takes for each pixel of its height, in passes.
const PER_EDGE: f64 = 10.0;
/// The renderer draws a line whole that would have more dashes.
const MAX_DASHES: f64 = 1e6;

/// An upper estimate.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Cost {
    /// The most pixels of layers that exist at a time.
    pub(super) memory: f64,
    /// The passes over pixels.
    pub(super) work: f64,
}

impl Cost {
    /// Of something that is drawn before or after `self`.
    fn then(self, other: Self) -> Self {
        Self {
            memory: self.memory.max(other.memory),
            work: self.work + other.work,
        }
    }

    /// Of something that is drawn while layers of `pixels` exist, each drawn in `passes`.
    fn inside(self, pixels: f64, passes: f64) -> Self {
        Self {
            memory: self.memory + pixels,
            work: self.work + pixels * passes,
        }
    }
}

/// The cost of drawing a tree, scaled by `scale`, as a picture of `pixels`.
pub(super) fn cost(tree: &Tree, scale: f32, pixels: f64) -> Cost {
    children(tree.root(), Transform::from_scale(scale, scale), pixels)
}

fn children(group: &Group, transform: Transform, pixels: f64) -> Cost {
    let costs = group.children().iter().map(|node| match node {
        Node::Group(inner) => group_cost(inner, transform, pixels),
        Node::Path(path) => path_cost(path, transform, pixels),
        // Neither is drawn: images are not read, and there are no fonts.
        Node::Image(_) | Node::Text(_) => Cost::default(),
    });
    costs.fold(Cost::default(), Cost::then)
}

fn group_cost(group: &Group, transform: Transform, pixels: f64) -> Cost {
    let transform = transform.pre_concat(group.transform());
    let mut cost = children(group, transform, pixels);
    if !group.should_isolate() {
        return cost;
    }
    let bounds = group.layer_bounding_box().to_rect();
    let layer = area(bounds, transform).min(LAYER_PER_PICTURE * pixels);
    for filter in group.filters() {
        cost = cost.then(filter_cost(filter, transform, layer));
    }
    if let Some(clip) = group.clip_path() {
        cost = cost.then(clip_cost(clip, transform, layer));
    }
    if let Some(mask) = group.mask() {
        cost = cost.then(mask_cost(mask, transform, layer));
    }
    cost.inside(layer, 4.0)
}

fn path_cost(path: &Path, transform: Transform, pixels: f64) -> Cost {
    let bounds = path.stroke_bounding_box();
    let drawn = area(bounds, transform).min(pixels);
    let outline = Outline::of(path, transform, pixels);
    let fill = path.fill().map(|fill| (fill.paint(), outline.filled()));
    let stroke = path.stroke();
    let stroke = stroke.map(|stroke| (stroke.paint(), outline.stroked(stroke, transform)));
    let costs = fill.into_iter().chain(stroke).map(|(paint, edges)| {
        let (cost, passes) = match paint {
            Paint::Pattern(pattern) => (pattern_cost(pattern, transform), 30.0),
            Paint::Color(_) => (Cost::default(), 1.0),
            Paint::LinearGradient(_) | Paint::RadialGradient(_) => (Cost::default(), 5.0),
        };
        cost.then(Cost {
            memory: 0.0,
            work: drawn * passes + edges + PER_ELEMENT,
        })
    });
    costs.fold(Cost::default(), Cost::then)
}

/// The line of a path, in pixels of the picture. A curve is as long as the lines between its
/// points.
#[derive(Default)]
struct Outline {
    segments: f64,
    length: f64,
    /// What the line goes up and down.
    height: f64,
}

impl Outline {
    /// That of a path in a picture of `pixels`.
    fn of(path: &Path, transform: Transform, pixels: f64) -> Self {
        let mut outline = Self::default();
        // Coordinates that are not finite are not drawn.
        let Some(path) = path.data().clone().transform(transform) else {
            return outline;
        };
        // What is outside of the picture takes no time.
        let most = (LAYER_PER_PICTURE * pixels).sqrt();
        let [mut start, mut last] = [Point::zero(); 2];
        // The area inside is closed, whether the line is or not.
        for segment in path.segments().chain([PathSegment::Close]) {
            let points = match segment {
                PathSegment::MoveTo(_) | PathSegment::Close => [start; 3],
                PathSegment::LineTo(a) => [a; 3],
                PathSegment::QuadTo(a, b) => [a, b, b],
                PathSegment::CubicTo(a, b, c) => [a, b, c],
            };
            for point in points {
                outline.length += f64::from(last.distance(point));
                outline.height += f64::from((point.y - last.y).abs()).min(most);
                last = point;
            }
            outline.segments += 1.0;
            if let PathSegment::MoveTo(point) = segment {
                start = point;
                last = point;
            }
        }
        outline
    }

    /// The passes for the edges of the area inside.
    fn filled(&self) -> f64 {
        PER_EDGE * self.height
    }

    /// The passes for the edges of a stroke: its two sides, and the ends of segments and dashes.
    fn stroked(&self, stroke: &Stroke, transform: Transform) -> f64 {
        let (x, y) = transform.get_scale();
        let width = f64::from(stroke.width().get() * x.max(y));
        let dashes = stroke.dasharray().map_or(0.0, |dashes| {
            let period = f64::from(dashes.iter().sum::<f32>() * x.min(y));
            (dashes.len() as f64 * self.length / period).min(MAX_DASHES)
        });
        let ends = self.segments + dashes;
        2.0 * PER_EDGE * (self.height + ends * width) + PER_ELEMENT * dashes
    }
}

fn pattern_cost(pattern: &Pattern, transform: Transform) -> Cost {
    let (x, y) = transform.pre_concat(pattern.transform()).get_scale();
    let scaled = Transform::from_scale(x, y);
    let pixels = area(pattern.rect().to_rect(), scaled);
    children(pattern.root(), scaled, pixels).inside(pixels, 1.0)
}

fn clip_cost(clip: &ClipPath, transform: Transform, layer: f64) -> Cost {
    let inner = children(clip.root(), transform.pre_concat(clip.transform()), layer);
    let other = clip.clip_path();
    let other = other.map_or(Cost::default(), |other| clip_cost(other, transform, layer));
    // A layer and its mask. A clipped child has one too, whatever its size.
    let clipped = clip
        .root()
        .children()
        .iter()
        .any(|child| matches!(child, Node::Group(group) if group.clip_path().is_some()));
    let layers = if clipped { 4.0 } else { 2.0 };
    inner.then(other).inside(layers * layer, 2.0)
}

fn mask_cost(mask: &Mask, transform: Transform, layer: f64) -> Cost {
    let inner = children(mask.root(), transform, layer);
    let other = mask.mask();
    let other = other.map_or(Cost::default(), |other| mask_cost(other, transform, layer));
    inner.then(other).inside(2.0 * layer, 2.0)
}

fn filter_cost(filter: &Filter, transform: Transform, layer: f64) -> Cost {
    let (x, y) = transform.get_scale();
    // Results are kept until the filter ends.
    let results = filter.primitives().len() as f64 + 3.0;
    let blur_passes = |x_deviation: PositiveF32, y_deviation: PositiveF32| {
        // The renderer blurs little with a filter of its own, which is slower.
        let little = x_deviation.get() * x < 2.0 && y_deviation.get() * y < 2.0;
        if little { 130.0 } else { 35.0 }
    };
    let passes = filter.primitives().iter().map(|primitive| {
        let most = layer.max(1.0);
        match primitive.kind() {
            Kind::GaussianBlur(blur) => blur_passes(blur.std_dev_x(), blur.std_dev_y()),
            Kind::DropShadow(shadow) => blur_passes(shadow.std_dev_x(), shadow.std_dev_y()),
            Kind::Morphology(morphology) => {
                let width = 2.0 * f64::from(morphology.radius_x().get() * x) + 1.0;
                let height = 2.0 * f64::from(morphology.radius_y().get() * y) + 1.0;
                (width * height).min(most)
            }
            Kind::ConvolveMatrix(convolve) => 2.0 * convolve.matrix().data().len() as f64,
            Kind::Turbulence(turbulence) => 45.0 * f64::from(turbulence.num_octaves()),
            Kind::Merge(merge) => PASSES * merge.inputs().len() as f64,
            Kind::DiffuseLighting(_) | Kind::SpecularLighting(_) => 30.0,
            _ => 0.0,
        }
    });
    let passes: f64 = passes.map(|passes| passes + PASSES).sum();
    let images = filter.primitives().iter().filter_map(|primitive| {
        let Kind::Image(image) = primitive.kind() else {
            return None;
        };
        Some(children(image.root(), transform, layer))
    });
    let drawn = images.fold(Cost::default(), Cost::then);
    drawn.then(Cost {
        memory: drawn.memory + results * layer,
        work: passes * layer,
    })
}

/// The pixels of a rectangle.
fn area(rect: Rect, transform: Transform) -> f64 {
    // The edges are drawn too.
    const EDGE: f64 = 4.0;
    rect.transform(transform).map_or(f64::MAX.sqrt(), |rect| {
        (f64::from(rect.width()) + EDGE) * (f64::from(rect.height()) + EDGE)
    })
}
