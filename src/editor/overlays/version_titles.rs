//! The titles of A and B above the two halves of the canvas, with the buttons that keep one.

use crate::editor::theme;
use egui::{Area, Frame, Label, Margin, Order, Rect, RichText, Stroke, Ui, vec2};
use steerwright_authoring::Command;
use steerwright_authoring::command::CompareCommand;

/// The distance to the edge of the canvas, in points.
const MARGIN: f32 = 8.0;
/// A narrower title leaves out the name, in points.
const MIN_WIDTH_WITH_NAME: f32 = 170.0;
/// The height of a title, in points.
const HEIGHT: f32 = 32.0;

/// The part of a half of the canvas below its title.
pub fn below(area: Rect) -> Rect {
    area.with_min_y((area.top() + 2.0 * MARGIN + HEIGHT).min(area.bottom()))
}

/// The title of a half of the canvas.
pub fn title_area(area: Rect) -> Rect {
    let width = (area.width() - 2.0 * MARGIN).clamp(60.0, 340.0);
    let at = area.center_top() + vec2(-width / 2.0, MARGIN);
    Rect::from_min_size(at, vec2(width, HEIGHT))
}

/// Draws both titles.
pub fn titles_ui(
    ui: &mut Ui,
    areas: [Rect; 2],
    names: &(String, String),
    commands: &mut Vec<Command>,
) {
    let titles = [
        ("A", &names.0, CompareCommand::KeepA),
        ("B", &names.1, CompareCommand::KeepB),
    ];
    for (area, (letter, name, keep)) in areas.into_iter().zip(titles) {
        let place = title_area(area);
        let keep = Command::Compare(keep);
        // A layer of its own: clicks on it do not reach the canvas.
        let layer = Area::new(ui.scope_id().with(("version", letter)))
            .order(Order::Middle)
            .fixed_pos(place.min)
            .constrain(false);
        let clicked = layer.show(ui, |ui| {
            ui.set_max_size(place.size());
            title_ui(ui, letter, name, keep)
        });
        if clicked.inner {
            commands.push(keep);
        }
    }
}

/// Draws a title. Returns whether its button was clicked.
fn title_ui(ui: &mut Ui, letter: &str, name: &str, keep: Command) -> bool {
    let colors = theme::colors(ui);
    let frame = Frame::new()
        .fill(colors.panel)
        .stroke(Stroke::new(1.0, colors.outline))
        .corner_radius(6)
        .inner_margin(Margin::symmetric(8, 3));
    frame
        .show(ui, |ui| {
            ui.horizontal(|ui| {
                // The name of the button has the letter, too.
                let with_name = ui.available_width() >= MIN_WIDTH_WITH_NAME;
                if with_name {
                    ui.label(RichText::new(letter).strong().color(colors.text_strong));
                }
                theme::right_ui(ui, |ui| {
                    let button = ui.small_button(keep.label());
                    let clicked = button.on_hover_text(keep.tooltip()).clicked();
                    if with_name {
                        let name = RichText::new(name).color(colors.text);
                        ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                            ui.add(Label::new(name).truncate())
                        });
                    }
                    clicked
                })
            })
            .inner
        })
        .inner
}
