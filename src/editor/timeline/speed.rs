//! The playback speed: a slider with a button for normal speed, or a button that opens both.

use crate::editor::theme;
use crate::editor::timeline::row_layout::RowLayout;
use crate::editor::timeline::{TimelineAction, TimelineInput};
use egui::{RichText, Slider, Ui};
use steerwright_authoring::playback::SPEEDS;

/// Draws the slider, or the button that opens it.
pub(super) fn speed_ui(
    ui: &mut Ui,
    input: &TimelineInput<'_>,
    layout: RowLayout,
    actions: &mut Vec<TimelineAction>,
) {
    let text = if input.speed < 0.995 {
        format!("{:.2}×", input.speed)
    } else {
        format!("{:.1}×", input.speed)
    };
    let button = egui::Button::new(text)
        .min_size(egui::vec2(44.0, 0.0))
        .selected(input.speed != 1.0);
    let Some(width) = layout.slider else {
        let (response, _) = egui::containers::menu::MenuButton::from_button(button).ui(ui, |ui| {
            speed_menu_ui(ui, input, actions);
        });
        response.on_hover_text("Playback speed");
        return;
    };
    if layout.labels {
        ui.label(RichText::new("Speed").color(theme::colors(ui).text_weak));
    }
    slider_ui(ui, input, width, actions);
    let response = ui.add(button);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, "Normal speed"));
    if response
        .on_hover_ui(|ui| theme::tooltip_ui(ui, "Normal speed", "Sets the speed to 1×.", ""))
        .clicked()
    {
        actions.push(TimelineAction::SetSpeed(1.0));
    }
}

/// Draws the speed in a menu.
pub(super) fn speed_menu_ui(
    ui: &mut Ui,
    input: &TimelineInput<'_>,
    actions: &mut Vec<TimelineAction>,
) {
    slider_ui(ui, input, 120.0, actions);
    if ui.button("Normal speed").clicked() {
        actions.push(TimelineAction::SetSpeed(1.0));
    }
}

fn slider_ui(
    ui: &mut Ui,
    input: &TimelineInput<'_>,
    width: f32,
    actions: &mut Vec<TimelineAction>,
) {
    let mut speed = input.speed;
    let response = ui
        .scope(|ui| {
            ui.spacing_mut().slider_width = width;
            let slider = Slider::new(&mut speed, SPEEDS.0..=SPEEDS.1).logarithmic(true);
            theme::slider_ui(ui, slider, theme::colors(ui).accent)
        })
        .inner;
    response.widget_info(|| egui::WidgetInfo::slider(true, speed, "Speed"));
    if response
        .on_hover_text("Playback speed: 0.1× to 8×")
        .changed()
    {
        // Snap to real time, which is hard to hit on a logarithmic scale.
        actions.push(TimelineAction::SetSpeed(if (0.94..1.06).contains(&speed) {
            1.0
        } else {
            speed
        }));
    }
}
