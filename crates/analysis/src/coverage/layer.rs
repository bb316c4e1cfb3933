//! What a coverage shows of each cell, and the colors that stand for it.

use super::{Coverage, SinceWatched};

/// What is shown of each cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CoverageLayer {
    /// The share of the time that a cell is watched.
    #[default]
    Share,
    /// The longest time for which it is not.
    LongestGap,
    /// The time since it was last watched.
    SinceWatched,
    /// Whether it is never watched.
    NeverWatched,
}

/// The values at the dark and at the light end of the colors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The value of the darkest color: a share, or seconds.
    pub dark: f64,
    /// The value of the lightest color.
    pub light: f64,
}

impl CoverageLayer {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Share,
        Self::LongestGap,
        Self::SinceWatched,
        Self::NeverWatched,
    ];
}

impl Coverage {
    /// The values at the ends of the colors of a layer. They do not change while a run is played.
    /// Times may be longer than the dark end: a tenth of the watched cells have longer gaps.
    pub fn scale(&self, layer: CoverageLayer) -> Scale {
        let watched = || {
            let cells = self.counted_cells();
            cells.filter(|&(column, row)| !self.is_never_watched(column, row))
        };
        match layer {
            CoverageLayer::Share | CoverageLayer::NeverWatched => {
                let shares = watched().map(|(column, row)| self.share(column, row));
                let highest = shares.fold(0.0, f64::max);
                // A round number of percent.
                let light = ((highest * 20.0).ceil() / 20.0).clamp(0.05, 1.0);
                Scale { dark: 0.0, light }
            }
            CoverageLayer::LongestGap | CoverageLayer::SinceWatched => {
                let gaps = watched().map(|(column, row)| self.longest_gap_samples(column, row));
                let mut gaps: Vec<u32> = gaps.collect();
                gaps.sort_unstable();
                // A few cells that are seen once or twice would leave all others in one color.
                let usual = gaps.get(gaps.len() * 9 / 10).copied().unwrap_or(1);
                Scale {
                    dark: self.seconds(usual.max(1)),
                    light: 0.0,
                }
            }
        }
    }

    /// Where each cell is between the dark end, 0, and the light end, 1. `None` for cells that are
    /// enclosed or never watched, and on the layer of these for all others. `since` is of the
    /// moment that is shown.
    pub fn shades(&self, layer: CoverageLayer, since: &SinceWatched) -> Vec<Option<f64>> {
        let Scale { dark, light } = self.scale(layer);
        let shade = |value: f64| ((value - dark) / (light - dark)).clamp(0.0, 1.0);
        let cells = self.each_cell();
        cells
            .map(|(column, row)| {
                let is_watched =
                    self.is_counted(column, row) && !self.is_never_watched(column, row);
                match layer {
                    CoverageLayer::Share => is_watched.then(|| shade(self.share(column, row))),
                    CoverageLayer::LongestGap => {
                        is_watched.then(|| shade(self.longest_gap(column, row)))
                    }
                    CoverageLayer::SinceWatched => {
                        let since = since.samples[self.grid().index(column, row)];
                        let shade = since.map_or(0.0, |samples| shade(self.seconds(samples)));
                        is_watched.then_some(shade)
                    }
                    CoverageLayer::NeverWatched => None,
                }
            })
            .collect()
    }
}

/// Viridis, from dark to light: its steps look equally large, also to people who confuse colors.
const VIRIDIS: [[u8; 3]; 11] = [
    [68, 1, 84],
    [72, 36, 117],
    [65, 68, 135],
    [53, 95, 141],
    [42, 120, 142],
    [33, 145, 140],
    [34, 168, 132],
    [68, 191, 112],
    [122, 209, 81],
    [189, 223, 38],
    [253, 231, 37],
];

/// The color, red, green and blue, between dark (0) and light (1).
pub fn color_at(shade: f64) -> [u8; 3] {
    let place = shade.clamp(0.0, 1.0) * (VIRIDIS.len() - 1) as f64;
    let index = (place as usize).min(VIRIDIS.len() - 2);
    let fraction = place - index as f64;
    let [low, high] = [VIRIDIS[index], VIRIDIS[index + 1]];
    let mix = |low: u8, high: u8| {
        (f64::from(low) + (f64::from(high) - f64::from(low)) * fraction).round() as u8
    };
    [
        mix(low[0], high[0]),
        mix(low[1], high[1]),
        mix(low[2], high[2]),
    ]
}
