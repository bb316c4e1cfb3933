//! A button that shows a color and opens a color picker.
//!
//! egui's own button opens a picker of one size, of which the lower part with the hues is outside
//! of a low window.

use egui::color_picker::{Alpha, color_picker_color32, show_color_at};
use egui::{Color32, Popup, PopupCloseBehavior, Response, Role, Sense, StrokeKind, Ui, WidgetInfo};

/// The size of the square of colors, and where the window is lower at least, in points.
const SQUARE: f32 = 275.0;
const LEAST_SQUARE: f32 = 60.0;
/// The room for what is above and below the square, with the frame and the margin to the window, in
/// points.
const AROUND_SQUARE: f32 = 150.0;

/// Draws the button, and the picker while it is open. Each drag in it changes the color.
pub fn color_button_ui(ui: &mut Ui, color: &mut [u8; 3]) -> Response {
    let [r, g, b] = *color;
    let id = ui.auto_id_with("popup");
    let is_open = Popup::is_id_open(ui.ctx(), id);
    let (rect, mut response) = ui.allocate_exact_size(ui.spacing().interact_size, Sense::click());
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ColorWell, ui.is_enabled(), "Color");
        info.current_text_value = Some(format!("#{r:02x}{g:02x}{b:02x}"));
        info
    });
    if ui.is_rect_visible(rect) {
        let visuals = match is_open {
            true => &ui.visuals().widgets.open,
            false => ui.style().interact(&response),
        };
        let rect = rect.expand(visuals.expansion);
        show_color_at(ui.painter(), Color32::from_rgb(r, g, b), rect.shrink(1.0));
        let (rounding, stroke) = (visuals.corner_radius, (1.0, visuals.bg_fill));
        ui.painter()
            .rect_stroke(rect, rounding, stroke, StrokeKind::Inside);
    }
    let height = ui.ctx().content_rect().height();
    let mut shown = Color32::from_rgb(r, g, b);
    Popup::menu(&response)
        .id(id)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .show(|ui| {
            ui.spacing_mut().slider_width = (height - AROUND_SQUARE).clamp(LEAST_SQUARE, SQUARE);
            if color_picker_color32(ui, &mut shown, Alpha::Opaque) {
                response.mark_changed();
            }
        });
    // The picker rounds; it must not change a color that was only looked at.
    if response.changed() {
        let [r, g, b, _] = shown.to_array();
        *color = [r, g, b];
    }
    response
}
