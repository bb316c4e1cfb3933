//! The colors of the dark and the light theme.

use crate::editor::theme::{blend, color32, contrast};
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
    /// What alone shows where a control is: the border of a check box and the rail of a slider.
    pub control: Color32,
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

/// The lowest contrast of graphics and of what shows a control with what is behind it (WCAG 2.2).
const MIN_GRAPHIC: f32 = 3.0;

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
        control: rgb(0x737c8c),
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
        control: rgb(0x7f8999),
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

    /// The color of a trail at `fraction` (0 to 1) of the maximum speed: from blue (slow) over
    /// green to yellow (fast).
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
        self.visible_on(color32(color), self.canvas)
    }

    /// The color of an icon in a selected row, changed as far as needed to be visible there.
    pub fn on_selection(&self, color: Color32) -> Color32 {
        self.visible_on(color, self.selection)
    }

    /// A color, changed as far as needed to be visible on `ground`.
    fn visible_on(&self, color: Color32, ground: Color32) -> Color32 {
        (0..=8_u8)
            .map(|step| blend(color, self.text_strong, f32::from(step) / 8.0))
            .find(|&color| contrast(color, ground) >= MIN_GRAPHIC)
            .unwrap_or(self.text_strong)
    }
}

/// The colors of the current theme.
pub fn colors(ctx: &Context) -> &'static Colors {
    Colors::of(ctx.theme())
}

#[cfg(test)]
mod tests;
