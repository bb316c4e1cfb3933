//! What fits into a row of the inspector: a number with its unit, and a slider beside it. Nothing
//! is wider than the panel, which would otherwise get wider in each frame.

use egui::{Color32, Id, Rect, Ui};

/// The width of values next to sliders, unless they need more, in points.
pub(super) const VALUE_WIDTH: f32 = 70.0;

/// The smallest and the largest width of sliders, in points.
const SLIDER_WIDTHS: (f32, f32) = (24.0, 240.0);
/// A value that gets less wide than before by no more than this keeps its room, so that the slider
/// does not move while digits come and go, in points.
const SPARE: f32 = 16.0;

/// The unit of a number, or nothing if the number with it would be wider than `room`.
pub(super) fn unit_in<'a>(ui: &Ui, number: f64, suffix: &'a str, room: f32) -> &'a str {
    if suffix.is_empty() || width_of(ui, number, suffix) <= room {
        suffix
    } else {
        ""
    }
}

/// The width of a number field with as few decimals as it can have.
pub(super) fn width_of(ui: &Ui, number: f64, suffix: &str) -> f32 {
    let style = ui.style();
    let text = format!("{}{suffix}", style.number_formatter.format(number, 1..=3));
    width_of_text(ui, &text)
}

/// The width of a number field with this text.
pub(super) fn width_of_text(ui: &Ui, text: &str) -> f32 {
    let style = ui.style();
    let font = style.drag_value_text_style.resolve(style);
    let galley = ui
        .painter()
        .layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER);
    galley.size().x + 2.0 * ui.spacing().button_padding.x
}

/// How a slider and its value share a row.
#[derive(Clone, Copy)]
pub(super) struct SliderFit<'a> {
    /// The unit of the value.
    pub(super) suffix: &'a str,
    /// The width of the slider, in points.
    pub(super) width: f32,
    /// The width of the value when it was drawn last.
    shown: f32,
    memory: Id,
}

impl<'a> SliderFit<'a> {
    /// For the next slider in `ui`: what its value leaves of the row.
    pub(super) fn of(ui: &Ui, number: f64, suffix: &'a str) -> Self {
        let room = ui.available_width() - ui.spacing().item_spacing.x;
        let suffix = unit_in(ui, number, suffix, room - SLIDER_WIDTHS.0);
        let memory = ui.next_auto_id().with("width of the value");
        let shown = ui.data(|data| data.get_temp::<f32>(memory));
        let shown = shown.unwrap_or(VALUE_WIDTH);
        let value = width_of(ui, number, suffix).max(shown);
        Self {
            suffix,
            width: (room - value).clamp(SLIDER_WIDTHS.0, SLIDER_WIDTHS.1),
            shown,
            memory,
        }
    }

    /// Remembers how wide the value was. `whole` is where the slider and the value are.
    pub(super) fn remember(self, ui: &Ui, whole: Rect) {
        let width = whole.width() - self.width - ui.spacing().item_spacing.x;
        let is_known = width <= self.shown + 0.5 && width >= self.shown - SPARE;
        if !is_known {
            ui.data_mut(|data| data.insert_temp(self.memory, width));
            ui.ctx().request_repaint();
        }
    }
}
