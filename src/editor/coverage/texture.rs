//! The colors of the cells as one texture.

use egui::{Color32, ColorImage, Context, TextureHandle, TextureOptions};
use std::sync::Arc;
use steerwright_analysis::coverage::{Coverage, CoverageLayer, Moment, SinceWatched, color_at};

/// How much the colors cover the canvas.
const OPACITY: f32 = 0.55;
/// How much the color of cells that are never watched covers it on their own layer.
const NEVER_OPACITY: f32 = 0.35;
/// The color of these.
const NEVER: Color32 = Color32::from_rgb(214, 70, 90);

/// What a texture shows.
#[derive(Clone)]
struct Shown {
    coverage: Arc<Coverage>,
    layer: CoverageLayer,
    /// The moment that the times are about, which other layers do not show.
    moment: Option<Moment>,
}

impl Shown {
    fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.coverage, &other.coverage)
            && self.layer == other.layer
            && self.moment == other.moment
    }
}

/// The cells of a coverage as a texture, a pixel for each cell.
#[derive(Default)]
pub(super) struct CellTexture {
    shown: Option<Shown>,
    texture: Option<TextureHandle>,
    since: Option<SinceWatched>,
}

impl CellTexture {
    /// How long ago cells were last watched, at the playhead.
    pub(super) fn since(&self) -> Option<&SinceWatched> {
        self.since.as_ref()
    }

    pub(super) fn handle(&self) -> Option<&TextureHandle> {
        self.texture.as_ref()
    }

    /// Draws the texture again if it shows something else now.
    pub(super) fn update(
        &mut self,
        ctx: &Context,
        coverage: &Arc<Coverage>,
        layer: CoverageLayer,
        tick: u64,
    ) {
        let moment = coverage.moment(tick);
        let is_new = |shown: &Shown| !Arc::ptr_eq(&shown.coverage, coverage);
        let is_new = self.shown.as_ref().is_none_or(is_new);
        let is_moment = self.since().is_some_and(|since| since.moment == moment);
        if is_new || !is_moment {
            self.since = Some(coverage.since_watched(tick));
        }
        let shown = Shown {
            coverage: Arc::clone(coverage),
            layer,
            moment: (layer == CoverageLayer::SinceWatched).then_some(moment),
        };
        if self
            .shown
            .as_ref()
            .is_some_and(|before| before.is_same(&shown))
        {
            return;
        }
        if let Some(since) = &self.since {
            let image = image(coverage, layer, since);
            // Pixels stay sharp when they are large.
            let options = TextureOptions {
                minification: egui::TextureFilter::Linear,
                ..TextureOptions::NEAREST
            };
            match &mut self.texture {
                Some(texture) => texture.set(image, options),
                None => self.texture = Some(ctx.load_texture("coverage", image, options)),
            }
            self.shown = Some(shown);
        }
    }
}

/// The colors of the cells, the highest row first.
fn image(coverage: &Coverage, layer: CoverageLayer, since: &SinceWatched) -> ColorImage {
    let grid = coverage.grid();
    let shades = coverage.shades(layer, since);
    let color = |column: usize, row: usize| match shades[grid.index(column, row)] {
        Some(shade) => {
            let [red, green, blue] = color_at(shade);
            Color32::from_rgb(red, green, blue).gamma_multiply(OPACITY)
        }
        None if layer == CoverageLayer::NeverWatched && coverage.is_never_watched(column, row) => {
            NEVER.gamma_multiply(NEVER_OPACITY)
        }
        None => Color32::TRANSPARENT,
    };
    let rows = (0..grid.rows).rev();
    let pixels = rows.flat_map(|row| (0..grid.columns).map(move |column| (column, row)));
    let pixels = pixels.map(|(column, row)| color(column, row)).collect();
    ColorImage::new([grid.columns, grid.rows], pixels)
}
