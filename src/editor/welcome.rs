//! What an empty canvas says, and the first steps.

use crate::editor::key_map::KeyMap;
use crate::editor::theme;
use egui::{Align2, Context, Rect, RichText, Ui};
use steerwright_authoring::Command;

/// Over an empty canvas: how to begin. Returns whether the person wants to draw at once.
pub fn empty_canvas_ui(ui: &mut Ui, canvas: Rect, keys: &KeyMap) -> Option<Begin> {
    let mut begin = None;
    let area = egui::Area::new(ui.scope_id().with("empty"))
        .fixed_pos(canvas.center())
        .pivot(Align2::CENTER_CENTER)
        .constrain_to(canvas);
    area.show(ui.ctx(), |ui| {
        egui::Frame::new()
            .fill(theme::PANEL)
            .corner_radius(8)
            .inner_margin(20)
            .show(ui, |ui| {
                ui.set_max_width(360.0);
                ui.vertical_centered(|ui| {
                    ui.label(
                        RichText::new("Draw a patrol")
                            .size(20.0)
                            .color(theme::TEXT_STRONG),
                    );
                    ui.add_space(4.0);
                    ui.label(
                        RichText::new(
                            "Click to set nodes, Enter to end. A guard walks it at once.",
                        )
                        .color(theme::TEXT_WEAK),
                    );
                    ui.add_space(8.0);
                    let draw = egui::Button::new(
                        RichText::new("Draw a path").color(theme::CANVAS).strong(),
                    )
                    .fill(theme::ACCENT)
                    .shortcut_text(RichText::new(keys.text(Command::PenTool)).color(theme::CANVAS));
                    if ui.add(draw).clicked() {
                        begin = Some(Begin::Draw);
                    }
                    if ui.button("Open a sample").clicked() {
                        begin = Some(Begin::Sample);
                    }
                });
            });
    });
    begin
}

/// How a person wants to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// With the Pen.
    Draw,
    /// With the sample scene.
    Sample,
}

/// The first steps, in a window that can be closed.
pub fn first_steps_ui(ctx: &Context, open: &mut bool, keys: &KeyMap) {
    if *open && ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, egui::Key::Escape)) {
        *open = false;
    }
    let window = egui::Window::new("First steps")
        .open(open)
        .resizable(false)
        .collapsible(false)
        .default_width(420.0)
        .order(egui::Order::Foreground);
    window
        .pivot(Align2::CENTER_CENTER)
        .default_pos(ctx.content_rect().center())
        .show(ctx, |ui| {
            for (number, (title, text)) in steps(keys).into_iter().enumerate() {
                ui.label(
                    RichText::new(format!("{}  {title}", number + 1))
                        .strong()
                        .color(theme::TEXT_STRONG),
                );
                ui.label(RichText::new(text).color(theme::TEXT_WEAK));
                ui.add_space(4.0);
            }
        });
}

/// Each with its title, in the person's own keys.
fn steps(keys: &KeyMap) -> [(&'static str, String); 5] {
    let [draw, tune, save, ship] = [
        Command::PenTool,
        Command::SelectTool,
        Command::Save,
        Command::Export,
    ]
    .map(|command| keys.way(command));
    [
        (
            "Draw",
            format!(
                "{draw} and click a few places. A click on the first node closes the loop, Enter ends the path. A guard starts to walk it."
            ),
        ),
        ("Tune", format!("{tune} and click the guard. Drag the rings on the canvas, or the sliders at the right; it obeys at once.")),
        (
            "Look",
            "The curves below show speed, steering and field of view. Drag in them to go back in time; edit there, and the run before \
             stays as a dotted ghost."
                .into(),
        ),
        ("Save", format!("{save} to save the scene as a file that is good to read and to compare.")),
        ("Ship", format!("{ship} to write files for your game. The same numbers move the same way there.")),
    ]
}
