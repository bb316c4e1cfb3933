//! The theme: colors, sizes and shared widgets.
//!
//! Muted surfaces, one accent color for the selection, and a fixed color for each quantity.

use egui::{
    Align, Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Frame, Layout,
    Margin, Response, RichText,
};
use egui::{Role, Stroke, TextStyle, Ui, WidgetInfo, vec2};
use egui_material_icons::{MaterialIcon, icons};
use std::sync::Arc;

/// Speed.
pub const SPEED: Color32 = Color32::from_rgb(0x5f, 0xd3, 0x8d);
/// Steering force.
pub const STEERING: Color32 = Color32::from_rgb(0xff, 0x6b, 0x6b);
/// Field of view.
pub const FOV: Color32 = Color32::from_rgb(0xb5, 0x8c, 0xff);
/// The selection and the playhead.
pub const ACCENT: Color32 = Color32::from_rgb(0xf2, 0xa3, 0x3c);
/// Targets.
pub const TARGET: Color32 = Color32::from_rgb(0x5a, 0xb0, 0xff);
/// Dangers.
pub const DANGER: Color32 = Color32::from_rgb(0xff, 0x7a, 0x4d);
/// Snap guides.
pub const GUIDE: Color32 = Color32::from_rgb(0xe8, 0x6f, 0xd0);
/// Patrol paths.
pub const PATH: Color32 = Color32::from_rgb(0x55, 0x9f, 0xf2);
/// Grid lines.
pub const GRID: Color32 = Color32::from_rgb(0x1e, 0x23, 0x2a);
/// Major grid lines.
pub const GRID_MAJOR: Color32 = Color32::from_rgb(0x2a, 0x31, 0x3a);
/// The background of the canvas and of plots.
pub const CANVAS: Color32 = Color32::from_rgb(0x14, 0x17, 0x1c);
/// The background of panels.
pub const PANEL: Color32 = Color32::from_rgb(0x1c, 0x20, 0x27);
/// The background of cards.
pub const CARD: Color32 = Color32::from_rgb(0x24, 0x29, 0x32);
/// The background of buttons and fields.
pub const WIDGET: Color32 = Color32::from_rgb(0x30, 0x37, 0x42);
/// Borders between surfaces.
pub const OUTLINE: Color32 = Color32::from_rgb(0x36, 0x3d, 0x49);
/// Text.
pub const TEXT: Color32 = Color32::from_rgb(0xdc, 0xe1, 0xe8);
/// Headings and hovered text.
pub const TEXT_STRONG: Color32 = Color32::from_rgb(0xf6, 0xf8, 0xfb);
/// Units, hints and captions.
pub const TEXT_WEAK: Color32 = Color32::from_rgb(0x9c, 0xa6, 0xb4);
/// Success.
pub const OK: Color32 = Color32::from_rgb(0x6f, 0xd8, 0x8a);
/// Warnings.
pub const WARN: Color32 = Color32::from_rgb(0xf5, 0xc2, 0x52);
/// The ghost.
pub const GHOST: Color32 = Color32::from_rgb(0x8b, 0x94, 0xa3);

/// The size of body text, in points.
pub const BODY_SIZE: f32 = 13.0;
/// The size of small text, in points.
pub const SMALL_SIZE: f32 = 11.0;
/// The size of headings, in points.
pub const HEADING_SIZE: f32 = 15.0;
/// The corner radius, in points.
pub const ROUNDING: u8 = 4;

/// Applies the theme. Call this once, before the first frame.
pub fn apply(ctx: &egui::Context) {
    ctx.set_theme(egui::Theme::Dark);
    ctx.set_fonts(fonts());
    // Ctrl+Plus zooms the canvas.
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
    ctx.all_styles_mut(|style| {
        style.text_styles = [
            (TextStyle::Small, FontId::proportional(SMALL_SIZE)),
            (TextStyle::Body, FontId::proportional(BODY_SIZE)),
            (TextStyle::Button, FontId::proportional(BODY_SIZE)),
            (TextStyle::Heading, FontId::proportional(HEADING_SIZE)),
            (TextStyle::Monospace, FontId::monospace(BODY_SIZE - 1.0)),
        ]
        .into();
        let spacing = &mut style.spacing;
        spacing.item_spacing = vec2(6.0, 5.0);
        spacing.button_padding = vec2(7.0, 3.0);
        spacing.interact_size = vec2(28.0, 22.0);
        spacing.slider_width = 96.0;
        spacing.slider_rail_height = 4.0;
        spacing.combo_width = 80.0;
        spacing.icon_width = 15.0;
        spacing.icon_width_inner = 9.0;
        spacing.indent = 14.0;
        spacing.tooltip_width = 320.0;
        spacing.window_margin = Margin::same(12);
        spacing.menu_margin = Margin::same(6);
        style.interaction.tooltip_delay = 0.4;
        style.visuals = visuals();
    });
}

/// The default fonts with the icon font directly after the text font, so that icons can be used in
/// any text. The emoji font, which comes later, has different glyphs at some of the same code
/// points.
fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let insert = egui_material_icons::font_insert();
    let name = egui_material_icons::FONT_FAMILY.to_owned();
    let data: FontData = insert.data;
    fonts.font_data.insert(name.clone(), Arc::new(data));
    for family in [FontFamily::Proportional, FontFamily::Monospace] {
        let list = fonts.families.entry(family).or_default();
        list.insert(list.len().min(1), name.clone());
    }
    fonts
        .families
        .insert(FontFamily::Name(name.as_str().into()), vec![name]);
    fonts
}

fn visuals() -> egui::Visuals {
    let mut visuals = egui::Visuals::dark();
    let rounding = CornerRadius::same(ROUNDING);
    visuals.panel_fill = PANEL;
    visuals.window_fill = PANEL;
    visuals.window_stroke = Stroke::new(1.0, OUTLINE);
    visuals.window_corner_radius = CornerRadius::same(2 * ROUNDING);
    visuals.menu_corner_radius = rounding;
    visuals.faint_bg_color = Color32::from_rgb(0x20, 0x25, 0x2d);
    visuals.extreme_bg_color = CANVAS;
    visuals.text_edit_bg_color = Some(CANVAS);
    visuals.code_bg_color = CANVAS;
    visuals.weak_text_color = Some(TEXT_WEAK);
    visuals.hyperlink_color = TARGET;
    visuals.warn_fg_color = WARN;
    visuals.error_fg_color = STEERING;
    visuals.selection.bg_fill = Color32::from_rgb(0x5c, 0x43, 0x1f);
    visuals.selection.stroke = Stroke::new(1.0, ACCENT);
    visuals.slider_trailing_fill = true;
    visuals.striped = false;
    let widgets = &mut visuals.widgets;
    for (state, fill, outline, text) in [
        (&mut widgets.noninteractive, PANEL, OUTLINE, TEXT),
        (
            &mut widgets.inactive,
            WIDGET,
            Color32::from_rgb(0x44, 0x4d, 0x5b),
            TEXT,
        ),
        (
            &mut widgets.hovered,
            Color32::from_rgb(0x3c, 0x45, 0x53),
            Color32::from_rgb(0x5a, 0x66, 0x77),
            TEXT_STRONG,
        ),
        (
            &mut widgets.active,
            Color32::from_rgb(0x4a, 0x55, 0x65),
            ACCENT,
            TEXT_STRONG,
        ),
        (
            &mut widgets.open,
            Color32::from_rgb(0x3c, 0x45, 0x53),
            OUTLINE,
            TEXT_STRONG,
        ),
    ] {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.bg_stroke = Stroke::new(1.0, outline);
        state.fg_stroke = Stroke::new(1.0, text);
        state.corner_radius = rounding;
        state.expansion = 0.0;
    }
    visuals
}

/// The color of a trail at `fraction` (0 to 1) of the maximum speed: from blue (slow) over green to
/// yellow (fast).
pub fn speed_color(fraction: f64) -> Color32 {
    const STOPS: [Color32; 4] = [
        Color32::from_rgb(0x3d, 0x6f, 0xd9),
        Color32::from_rgb(0x2f, 0xb5, 0xb0),
        SPEED,
        Color32::from_rgb(0xe8, 0xe3, 0x6a),
    ];
    let position = if fraction.is_finite() {
        fraction.clamp(0.0, 1.0) as f32
    } else {
        0.0
    } * (STOPS.len() - 1) as f32;
    let stop = (position as usize).min(STOPS.len() - 2);
    blend(STOPS[stop], STOPS[stop + 1], position - stop as f32)
}

/// Converts a scene color to a screen color.
pub fn color32(color: steerwright_runtime::scene::Color) -> Color32 {
    let [r, g, b] = color.0;
    Color32::from_rgb(r, g, b)
}

/// Mixes `a` and `b`; `t` is the fraction of `b` (0 to 1).
pub fn blend(a: Color32, b: Color32, t: f32) -> Color32 {
    a.lerp_to_gamma(b, t.clamp(0.0, 1.0))
}

/// The contrast ratio of two opaque colors, 1 to 21 (WCAG 2.2).
pub fn contrast(a: Color32, b: Color32) -> f32 {
    let luminance = |color: Color32| {
        let linear = egui::Rgba::from(color);
        0.2126 * linear.r() + 0.7152 * linear.g() + 0.0722 * linear.b()
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// A card with a title.
pub fn card_ui<R>(ui: &mut Ui, title: &str, add_contents: impl FnOnce(&mut Ui) -> R) -> R {
    let frame = Frame::new()
        .fill(CARD)
        .corner_radius(CornerRadius::same(ROUNDING + 2))
        .inner_margin(Margin::symmetric(10, 8));
    frame
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(RichText::new(title).color(TEXT_STRONG).strong());
            add_contents(ui)
        })
        .inner
}

/// A status line with an icon.
pub fn status_ui(ui: &mut Ui, ok: bool, text: impl Into<String>) -> Response {
    let (icon, color) = if ok {
        (icons::ICON_CHECK, OK)
    } else {
        (icons::ICON_WARNING, WARN)
    };
    let text: String = text.into();
    let response = ui.label(RichText::new(format!("{} {text}", icon.codepoint)).color(color));
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    response
}

/// An icon button. Its accessible name is `label`; the tooltip also shows the description and the
/// shortcut.
pub fn icon_button(
    ui: &mut Ui,
    icon: MaterialIcon,
    label: &str,
    tooltip: &str,
    shortcut: &str,
    selected: bool,
) -> Response {
    let button = egui::Button::new(icon_text(icon, 18.0))
        .selected(selected)
        .min_size(vec2(28.0, 24.0));
    let response = ui.add(button);
    let enabled = response.enabled();
    response.widget_info(|| {
        if selected {
            WidgetInfo::selected(Role::Button, enabled, true, label)
        } else {
            WidgetInfo::labeled(Role::Button, enabled, label)
        }
    });
    response.on_hover_ui(|ui| tooltip_ui(ui, label, tooltip, shortcut))
}

/// An icon as text of `size` points.
pub fn icon_text(icon: MaterialIcon, size: f32) -> RichText {
    RichText::new(icon.codepoint).size(size)
}

/// The contents of a tooltip: label, shortcut and description.
pub fn tooltip_ui(ui: &mut Ui, label: &str, tooltip: &str, shortcut: &str) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(label).strong());
        if !shortcut.is_empty() {
            key_ui(ui, shortcut);
        }
    });
    if !tooltip.is_empty() {
        ui.label(RichText::new(tooltip).color(TEXT_WEAK));
    }
}

/// A key, as drawn in hints.
pub fn key_ui(ui: &mut Ui, key: &str) -> Response {
    let frame = Frame::new()
        .fill(WIDGET)
        .corner_radius(CornerRadius::same(3))
        .inner_margin(Margin::symmetric(5, 1));
    frame
        .show(ui, |ui| ui.label(RichText::new(key).small().color(TEXT)))
        .inner
}

/// Lays out contents from the right edge of the row.
pub fn right_ui<R>(ui: &mut Ui, add_contents: impl FnOnce(&mut Ui) -> R) -> R {
    ui.with_layout(Layout::right_to_left(Align::Center), add_contents)
        .inner
}

/// The default button, which Enter activates while nothing else has the focus.
pub fn default_button_ui(ui: &mut Ui, label: &str) -> bool {
    let button = ui.button(label);
    if ui.memory(|memory| memory.focused()).is_none() {
        button.request_focus();
    }
    button.clicked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_colors_have_enough_contrast_on_all_surfaces() {
        for (name, text) in [
            ("text", TEXT),
            ("strong", TEXT_STRONG),
            ("weak", TEXT_WEAK),
            ("ok", OK),
            ("warn", WARN),
            ("ghost", GHOST),
        ] {
            for (surface, ground) in [("canvas", CANVAS), ("panel", PANEL), ("card", CARD)] {
                assert!(
                    contrast(text, ground) >= 4.5,
                    "{name} on {surface}: {}",
                    contrast(text, ground)
                );
            }
        }
        for (name, text) in [("text", TEXT), ("strong", TEXT_STRONG)] {
            assert!(contrast(text, WIDGET) >= 4.5, "{name} on a button");
        }
        for quantity in [SPEED, STEERING, FOV, ACCENT, TARGET, DANGER, PATH] {
            assert!(
                contrast(quantity, PANEL) >= 4.5 && contrast(quantity, CANVAS) >= 4.5,
                "{quantity:?}"
            );
        }
    }

    #[test]
    fn contrast_follows_wcag() {
        assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 0.01);
        assert_eq!(contrast(TEXT, TEXT), 1.0);
    }

    #[test]
    fn trail_colors_change_gradually_with_speed() {
        assert_eq!(speed_color(-1.0), speed_color(0.0));
        assert_eq!(speed_color(2.0), speed_color(1.0));
        assert_eq!(speed_color(f64::NAN), speed_color(0.0));
        for i in 0..100 {
            let (a, b) = (
                speed_color(f64::from(i) / 100.0),
                speed_color(f64::from(i + 1) / 100.0),
            );
            for channel in 0..3 {
                assert!(
                    a.to_array()[channel].abs_diff(b.to_array()[channel]) < 12,
                    "{i}"
                );
            }
        }
    }
}
