//! The empty canvas and the introduction.

use crate::editor::key_map::KeyMap;
use crate::editor::theme;
use egui::{Align2, Context, Rect, RichText, Ui};
use steerwright_authoring::Command;
use steerwright_authoring::command::{ExportCommand, FileCommand, ToolCommand};

/// Draws the introduction on an empty canvas. Returns the chosen action.
pub fn empty_canvas_ui(ui: &mut Ui, canvas: Rect, keys: &KeyMap) -> Option<WelcomeAction> {
    let mut action = None;
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
                            "Click to add nodes and press Enter to finish. A guard starts following the path.",
                        )
                        .color(theme::TEXT_WEAK),
                    );
                    ui.add_space(8.0);
                    let draw = egui::Button::new(
                        RichText::new("Draw a path").color(theme::CANVAS).strong(),
                    )
                    .fill(theme::ACCENT)
                    .shortcut_text(RichText::new(keys.text(Command::Tool(ToolCommand::PenTool))).color(theme::CANVAS));
                    if ui.add(draw).clicked() {
                        action = Some(WelcomeAction::Draw);
                    }
                    if ui.button("Open a sample").clicked() {
                        action = Some(WelcomeAction::Sample);
                    }
                });
            });
    });
    action
}

/// An action of the empty canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WelcomeAction {
    /// Draw a path.
    Draw,
    /// Open a sample scene.
    Sample,
}

/// Draws the window "Getting started".
pub fn getting_started_ui(ctx: &Context, open: &mut bool, keys: &KeyMap) {
    if *open && ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, egui::Key::Escape)) {
        *open = false;
    }
    let window = egui::Window::new("Getting started")
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

/// The steps with their titles and the user's shortcuts.
fn steps(keys: &KeyMap) -> [(&'static str, String); 5] {
    let [draw, tune, save, export] = [
        Command::Tool(ToolCommand::PenTool),
        Command::Tool(ToolCommand::SelectTool),
        Command::File(FileCommand::Save),
        Command::Export(ExportCommand::Export),
    ]
    .map(|command| keys.instruction(command));
    [
        (
            "Draw",
            format!(
                "{draw} and click a few places. Click the first node to close the loop, or press Enter to finish the path. A guard starts following it."
            ),
        ),
        ("Tune", format!("{tune} and click the guard. Drag the rings on the canvas or the sliders on the right; the guard reacts immediately.")),
        (
            "Analyze",
            "The plots below show speed, steering and field of view. Drag in them to scrub. After an edit, the previous run \
             stays visible as a dotted ghost."
                .into(),
        ),
        ("Save", format!("{save} to save the scene as a readable text file.")),
        ("Export", format!("{export} to write files for your game. Agents move in the game exactly as in the editor.")),
    ]
}
