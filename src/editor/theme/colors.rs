//! The colors of the dark and the light theme.

use super::{blend, color32, contrast};
use egui::{Color32, Context, Theme};
use steerwright_runtime::scene::Color;

/// The colors of a theme: muted surfaces, one accent color for the selection, and a fixed color for
/// each quantity.
#[derive(Debug, PartialEq)]
pub struct Colors {
    /// Speed.
    pub speed: Color32,
    /// Steering force.
    pub steering: Color32,
    /// Field of view.
    pub fov: Color32,
    /// The selection and the playhead.
    pub accent: Color32,
    /// Targets and links.
    pub target: Color32,
    /// Dangers.
    pub danger: Color32,
    /// Snap guides.
    pub guide: Color32,
    /// Patrol paths.
    pub path: Color32,
    /// Walls.
    pub wall: Color32,
    /// Grid lines.
    pub grid: Color32,
    /// Major grid lines.
    pub grid_major: Color32,
    /// The background of the canvas, of plots and of text fields.
    pub canvas: Color32,
    /// The background of panels.
    pub panel: Color32,
    /// The background of cards.
    pub card: Color32,
    /// The background of buttons.
    pub widget: Color32,
    /// The background of hovered buttons.
    pub widget_hovered: Color32,
    /// The background of pressed buttons.
    pub widget_active: Color32,
    /// The border of buttons.
    pub widget_outline: Color32,
    /// The border of hovered buttons.
    pub widget_outline_hovered: Color32,
    /// Borders between surfaces.
    pub outline: Color32,
    /// The background of selected rows and buttons.
    pub selection: Color32,
    /// Text.
    pub text: Color32,
    /// Headings and hovered text.
    pub text_strong: Color32,
    /// Units, hints and captions.
    pub text_weak: Color32,
    /// Success.
    pub ok: Color32,
    /// Warnings.
    pub warn: Color32,
    /// The ghost.
    pub ghost: Color32,
    /// The slowest, the second slowest and the fastest part of a trail. The third is `speed`.
    trail: [Color32; 3],
}

/// The lowest contrast between the color of an item and the canvas: that of WCAG 2.2 for graphics.
const MIN_ITEM_CONTRAST: f32 = 3.0;

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

impl Colors {
    /// The dark theme.
    pub const DARK: Self = Self {
        speed: rgb(0x5fd38d),
        steering: rgb(0xff6b6b),
        fov: rgb(0xb58cff),
        accent: rgb(0xf2a33c),
        target: rgb(0x5ab0ff),
        danger: rgb(0xff7a4d),
        guide: rgb(0xe86fd0),
        path: rgb(0x559ff2),
        wall: rgb(0xaeb8c6),
        grid: rgb(0x1e232a),
        grid_major: rgb(0x2a313a),
        canvas: rgb(0x14171c),
        panel: rgb(0x1c2027),
        card: rgb(0x242932),
        widget: rgb(0x303742),
        widget_hovered: rgb(0x3c4553),
        widget_active: rgb(0x4a5565),
        widget_outline: rgb(0x444d5b),
        widget_outline_hovered: rgb(0x5a6677),
        outline: rgb(0x363d49),
        selection: rgb(0x5c431f),
        text: rgb(0xdce1e8),
        text_strong: rgb(0xf6f8fb),
        text_weak: rgb(0x9ca6b4),
        ok: rgb(0x6fd88a),
        warn: rgb(0xf5c252),
        ghost: rgb(0x8b94a3),
        trail: [rgb(0x3d6fd9), rgb(0x2fb5b0), rgb(0xe8e36a)],
    };

    /// The light theme.
    pub const LIGHT: Self = Self {
        speed: rgb(0x14753f),
        steering: rgb(0xc0262d),
        fov: rgb(0x7443cf),
        accent: rgb(0xa85200),
        target: rgb(0x0f62b8),
        danger: rgb(0xb03a10),
        guide: rgb(0xa8248a),
        path: rgb(0x1f66b8),
        wall: rgb(0x4d5666),
        grid: rgb(0xebeef3),
        grid_major: rgb(0xd6dce4),
        canvas: rgb(0xfbfcfe),
        panel: rgb(0xeef0f4),
        card: rgb(0xfdfdfe),
        widget: rgb(0xe0e4eb),
        widget_hovered: rgb(0xd3d9e2),
        widget_active: rgb(0xc2cad6),
        widget_outline: rgb(0xbcc4d0),
        widget_outline_hovered: rgb(0x97a2b2),
        outline: rgb(0xcbd2dc),
        selection: rgb(0xfbdcae),
        text: rgb(0x272d37),
        text_strong: rgb(0x0d1218),
        text_weak: rgb(0x525c6b),
        ok: rgb(0x187038),
        warn: rgb(0x7d5a00),
        ghost: rgb(0x5d6776),
        trail: [rgb(0x2f58c4), rgb(0x0f7c86), rgb(0x9a8200)],
    };

    /// The colors of a theme.
    pub const fn of(theme: Theme) -> &'static Self {
        match theme {
            Theme::Dark => &Self::DARK,
            Theme::Light => &Self::LIGHT,
        }
    }

    /// The color of a trail at `fraction` (0 to 1) of the maximum speed: from blue (slow) over green
    /// to yellow (fast).
    pub fn at_speed(&self, fraction: f64) -> Color32 {
        let [slow, medium, fast] = self.trail;
        let stops = [slow, medium, self.speed, fast];
        let position = if fraction.is_finite() {
            fraction.clamp(0.0, 1.0) as f32
        } else {
            0.0
        } * (stops.len() - 1) as f32;
        let stop = (position as usize).min(stops.len() - 2);
        blend(stops[stop], stops[stop + 1], position - stop as f32)
    }

    /// The color of an item of the scene, changed as far as needed to be visible on the canvas.
    pub fn item(&self, color: Color) -> Color32 {
        let color = color32(color);
        (0..=8_u8)
            .map(|step| blend(color, self.text_strong, f32::from(step) / 8.0))
            .find(|&color| contrast(color, self.canvas) >= MIN_ITEM_CONTRAST)
            .unwrap_or(self.text_strong)
    }
}

/// The colors of the current theme.
pub fn colors(ctx: &Context) -> &'static Colors {
    Colors::of(ctx.theme())
}

#[cfg(test)]
mod tests {
    use super::*;
    use steerwright_authoring::sample;

    const THEMES: [(&str, &Colors); 2] = [("dark", &Colors::DARK), ("light", &Colors::LIGHT)];

    #[test]
    fn text_has_enough_contrast_on_all_surfaces_of_both_themes() {
        for (theme, colors) in THEMES {
            let surfaces = [
                ("canvas", colors.canvas),
                ("panel", colors.panel),
                ("card", colors.card),
            ];
            let texts = [
                ("text", colors.text),
                ("text_strong", colors.text_strong),
                ("text_weak", colors.text_weak),
                ("ok", colors.ok),
                ("warn", colors.warn),
                ("ghost", colors.ghost),
                ("accent", colors.accent),
                ("target", colors.target),
                ("danger", colors.danger),
                ("wall", colors.wall),
                ("guide", colors.guide),
                ("speed", colors.speed),
                ("steering", colors.steering),
                ("fov", colors.fov),
                ("path", colors.path),
            ];
            for (surface, ground) in surfaces {
                for (name, text) in texts {
                    let contrast = contrast(text, ground);
                    assert!(contrast >= 4.5, "{theme}: {name} on {surface}: {contrast}");
                }
            }
            for (name, text) in [("text", colors.text), ("text_strong", colors.text_strong)] {
                for ground in [
                    colors.widget,
                    colors.widget_hovered,
                    colors.widget_active,
                    colors.selection,
                ] {
                    let contrast = contrast(text, ground);
                    assert!(contrast >= 4.5, "{theme}: {name} on {ground:?}: {contrast}");
                }
            }
            let on_accent = contrast(colors.canvas, colors.accent);
            assert!(on_accent >= 4.5, "{theme}: a button in accent: {on_accent}");
        }
    }

    /// The distance of two colors in the Oklab color space (Ottosson 2020).
    fn distance(a: Color32, b: Color32) -> f32 {
        let oklab = |color: Color32| {
            let [r, g, b, _] = egui::Rgba::from(color).to_array();
            let l = (0.412_221_46 * r + 0.536_332_55 * g + 0.051_445_995 * b).cbrt();
            let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
            let s = (0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b).cbrt();
            [
                0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
                1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
                0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
            ]
        };
        let (a, b) = (oklab(a), oklab(b));
        let squares = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
        squares.sum::<f32>().sqrt()
    }

    #[test]
    fn agents_never_have_the_color_of_the_selection() {
        let in_samples = sample::scenes()
            .into_iter()
            .flat_map(|(_, scene)| scene.presets)
            .map(|preset| preset.as_ref().clone());
        let presets: Vec<_> = sample::agents().into_iter().chain(in_samples).collect();
        assert!(presets.len() > 10);
        for (theme, colors) in THEMES {
            for preset in &presets {
                let states = preset.all_states().filter_map(|state| state.rules.color);
                for color in states.chain([preset.color]) {
                    let distance = distance(colors.item(color), colors.accent);
                    let name = &preset.name;
                    assert!(distance >= 0.11, "{theme}: {name}: {distance}");
                }
            }
        }
    }

    #[test]
    fn items_are_visible_on_the_canvas() {
        for (_, colors) in THEMES {
            for color in [[0; 3], [255; 3], [128; 3], [255, 255, 0], [20, 23, 28]] {
                let shown = colors.item(Color(color));
                assert!(contrast(shown, colors.canvas) >= MIN_ITEM_CONTRAST);
            }
        }
        let visible = Color([0xd0, 0x40, 0x40]);
        assert_eq!(Colors::DARK.item(visible), color32(visible));
    }

    #[test]
    fn trail_colors_change_gradually_with_speed() {
        for (_, colors) in THEMES {
            let at = |fraction| colors.at_speed(fraction);
            assert_eq!(at(-1.0), at(0.0));
            assert_eq!(at(2.0), at(1.0));
            assert_eq!(at(f64::NAN), at(0.0));
            for i in 0..100 {
                let (a, b) = (at(f64::from(i) / 100.0), at(f64::from(i + 1) / 100.0));
                for channel in 0..3 {
                    let step = a.to_array()[channel].abs_diff(b.to_array()[channel]);
                    assert!(step < 12, "{i}");
                }
            }
        }
    }
}
