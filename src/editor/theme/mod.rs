//! The themes: colors, sizes and shared widgets.

pub mod system;

mod colors;
mod controls;
mod item_color;

pub use colors::{Colors, colors};
pub use controls::{checkbox_ui, number_field_ui, number_slider_ui, outlined_ui, slider_ui};

use egui::{
    Align, Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Frame, Layout,
    Margin, Response, RichText,
};
use egui::{RectAlign, Role, Stroke, TextStyle, Theme, Tooltip, Ui, UiBuilder, WidgetInfo, vec2};
use egui_material_icons::{MaterialIcon, icons};
use std::sync::Arc;

/// The size of body text, in points.
pub const BODY_SIZE: f32 = 13.0;
/// The size of small text, in points.
pub const SMALL_SIZE: f32 = 11.0;
/// The size of headings, in points.
pub const HEADING_SIZE: f32 = 15.0;
/// The corner radius, in points.
pub const ROUNDING: u8 = 4;

/// Applies both themes. Call this once, before the first frame.
pub fn apply(ctx: &egui::Context) {
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
        // Higher, it makes whole rows look disabled.
        spacing.scroll.fade.size = 6.0;
        style.interaction.tooltip_delay = 0.4;
    });
    for theme in [Theme::Dark, Theme::Light] {
        ctx.set_visuals_of(theme, visuals(theme));
    }
}

/// The icons of the window, a hundredth of the font that `egui_material_icons` has. `icons/make.py`
/// makes it.
const ICON_FONT: &[u8] = include_bytes!("icons/icons.ttf");

/// The default fonts with the icon font directly after the text font, so that icons can be used in
/// any text. The emoji font, which comes later, has different glyphs at some of the same code
/// points.
fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let name = egui_material_icons::FONT_FAMILY.to_owned();
    let mut data = FontData::from_static(ICON_FONT);
    // As in `egui_material_icons`.
    data.tweak.y_offset_factor = 0.05;
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

fn visuals(theme: Theme) -> egui::Visuals {
    let mut visuals = theme.default_visuals();
    let colors = Colors::of(theme);
    let rounding = CornerRadius::same(ROUNDING);
    visuals.panel_fill = colors.panel;
    visuals.window_fill = colors.panel;
    visuals.window_stroke = Stroke::new(1.0, colors.outline);
    visuals.window_corner_radius = CornerRadius::same(2 * ROUNDING);
    visuals.menu_corner_radius = rounding;
    visuals.faint_bg_color = blend(colors.panel, colors.card, 0.5);
    visuals.extreme_bg_color = colors.canvas;
    visuals.text_edit_bg_color = Some(colors.canvas);
    visuals.code_bg_color = colors.canvas;
    visuals.weak_text_color = Some(colors.text_weak);
    visuals.hyperlink_color = colors.target;
    visuals.warn_fg_color = colors.warn;
    visuals.error_fg_color = colors.steering;
    visuals.selection.bg_fill = colors.selection;
    visuals.selection.stroke = Stroke::new(1.0, colors.text_strong);
    visuals.slider_trailing_fill = true;
    visuals.striped = false;
    let widgets = &mut visuals.widgets;
    for (state, fill, outline, text) in [
        (
            &mut widgets.noninteractive,
            colors.panel,
            colors.outline,
            colors.text,
        ),
        (
            &mut widgets.inactive,
            colors.widget,
            colors.widget_outline,
            colors.text,
        ),
        (
            &mut widgets.hovered,
            colors.widget_hovered,
            colors.widget_outline_hovered,
            colors.text_strong,
        ),
        (
            &mut widgets.active,
            colors.widget_active,
            colors.accent,
            colors.text_strong,
        ),
        (
            &mut widgets.open,
            colors.widget_hovered,
            colors.outline,
            colors.text_strong,
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

/// A card.
pub fn card_ui<R>(ui: &mut Ui, add_contents: impl FnOnce(&mut Ui) -> R) -> R {
    let frame = Frame::new()
        .fill(colors(ui).card)
        .corner_radius(CornerRadius::same(ROUNDING + 2))
        .inner_margin(Margin::symmetric(10, 8));
    frame
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            within_width_ui(ui, add_contents)
        })
        .inner
}

/// Draws contents that never widen what is around them. A panel with contents that are wider than
/// itself would get wider in each frame.
pub fn within_width_ui<R>(ui: &mut Ui, add_contents: impl FnOnce(&mut Ui) -> R) -> R {
    let room = ui.available_rect_before_wrap();
    let mut inside = ui.new_child(UiBuilder::new().max_rect(room));
    let result = add_contents(&mut inside);
    let mut used = inside.min_rect();
    used.max.x = used.max.x.min(room.max.x);
    ui.advance_cursor_after_rect(used);
    result
}

/// A status line with an icon.
pub fn status_ui(ui: &mut Ui, ok: bool, text: impl Into<String>) -> Response {
    let (icon, color) = if ok {
        (icons::ICON_CHECK, colors(ui).ok)
    } else {
        (icons::ICON_WARNING, colors(ui).warn)
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
    let response = bare_icon_button(ui, icon, label, selected);
    response.on_hover_ui(|ui| tooltip_ui(ui, label, tooltip, shortcut))
}

/// Like [`icon_button`], in a column of buttons: the tooltip is at the right, where it covers none
/// of them.
pub fn icon_button_in_column(
    ui: &mut Ui,
    icon: MaterialIcon,
    label: &str,
    tooltip: &str,
    shortcut: &str,
    selected: bool,
) -> Response {
    let response = bare_icon_button(ui, icon, label, selected);
    tooltip_beside(&response, |ui| tooltip_ui(ui, label, tooltip, shortcut));
    response
}

/// Shows a tooltip at the right of a widget.
pub fn tooltip_beside(response: &Response, add_contents: impl FnOnce(&mut Ui)) {
    let mut tooltip = Tooltip::for_enabled(response);
    tooltip.popup = tooltip.popup.align(RectAlign::RIGHT_START).gap(8.0);
    tooltip.show(add_contents);
}

fn bare_icon_button(ui: &mut Ui, icon: MaterialIcon, label: &str, selected: bool) -> Response {
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
    response
}

/// The button with the main action of a window, if it is enabled.
pub fn primary_button(ui: &mut Ui, enabled: bool, button: egui::Button<'_>) -> Response {
    let colors = colors(ui);
    ui.scope(|ui| {
        if enabled {
            let widgets = &mut ui.visuals_mut().widgets;
            for (state, lighter) in [
                (&mut widgets.inactive, 0.0),
                (&mut widgets.hovered, 0.2),
                (&mut widgets.active, 0.35),
            ] {
                state.weak_bg_fill = blend(colors.accent, colors.text_strong, lighter);
                state.fg_stroke.color = colors.canvas;
            }
        }
        ui.add_enabled(enabled, button)
    })
    .inner
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
        ui.label(RichText::new(tooltip).color(colors(ui).text_weak));
    }
}

/// A key, as drawn in hints.
pub fn key_ui(ui: &mut Ui, key: &str) -> Response {
    let frame = Frame::new()
        .fill(colors(ui).widget)
        .corner_radius(CornerRadius::same(3))
        .inner_margin(Margin::symmetric(5, 1));
    frame
        .show(ui, |ui| {
            ui.label(RichText::new(key).small().color(colors(ui).text))
        })
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
    use egui::epaint::text::{Fonts, TextOptions};
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn the_icon_font_has_the_icons_that_are_named() {
        let mut named = BTreeSet::new();
        find_icons(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("src/editor"),
            &mut named,
        );
        let list = include_str!("icons/icons.txt").lines();
        let listed = list.filter_map(|line| line.split_once(' '));
        let names: BTreeSet<_> = listed.clone().map(|(name, _)| name.to_owned()).collect();
        assert_eq!(names, named, "run src/editor/theme/icons/make.py");
        let mut fonts = Fonts::new(TextOptions::default(), fonts());
        let mut fonts = fonts.with_pixels_per_point(1.0);
        let family = FontFamily::Name(egui_material_icons::FONT_FAMILY.into());
        for (name, code_point) in listed {
            let code_point = u32::from_str_radix(code_point, 16).ok();
            let icon = code_point.and_then(char::from_u32).expect("a character");
            assert!(
                fonts.has_glyph(&FontId::new(BODY_SIZE, family.clone()), icon),
                "{name}"
            );
        }
    }

    /// The icons that the sources in a folder name.
    fn find_icons(folder: &Path, icons: &mut BTreeSet<String>) {
        for entry in folder.read_dir().expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                find_icons(&path, icons);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("a text");
                let named = text.split("icons::ICON_").skip(1);
                icons.extend(named.filter_map(|rest| {
                    let is_name =
                        |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
                    let end = rest.find(|c| !is_name(c))?;
                    (end > 0).then(|| format!("ICON_{}", &rest[..end]))
                }));
            }
        }
    }

    #[test]
    fn contrast_follows_wcag() {
        assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 0.01);
        assert_eq!(contrast(Color32::GRAY, Color32::GRAY), 1.0);
    }
}
