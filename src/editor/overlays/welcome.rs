//! The empty canvas and the introduction.

use crate::editor::keyboard::key_map::KeyMap;
use crate::editor::overlays::gallery::GalleryChoice;
use crate::editor::theme;
use crate::editor::widgets::dialog;
use egui::{Align2, Context, Rect, RichText, ScrollArea, Ui};
use steerwright_authoring::Command;
use steerwright_authoring::command::{ExportCommand, FileCommand, ToolCommand};

/// On a lower canvas, the introduction has no heading, in points.
const MIN_HEIGHT: f32 = 170.0;

/// Draws the introduction on an empty canvas, with the pictures below. Returns the chosen action.
pub fn empty_canvas_ui(
    ui: &mut Ui,
    canvas: Rect,
    keys: &KeyMap,
    pictures_ui: impl FnOnce(&mut Ui) -> Option<GalleryChoice>,
) -> Option<WelcomeAction> {
    let colors = theme::colors(ui);
    let mut action = None;
    let is_low = canvas.height() < MIN_HEIGHT;
    let margin = if is_low { 8.0 } else { 16.0 };
    let room = canvas.shrink(margin).size();
    let area = egui::Area::new(ui.scope_id().with("empty"))
        .fixed_pos(canvas.center())
        .pivot(Align2::CENTER_CENTER)
        .constrain_to(canvas);
    area.show(ui.ctx(), |ui| {
        egui::Frame::new()
            .fill(colors.panel)
            .corner_radius(8)
            .inner_margin(margin)
            .show(ui, |ui| {
                ui.set_width((room.x - 2.0 * margin).clamp(140.0, 680.0));
                // As high as its contents, whatever its height was before.
                let height = room.y - 2.0 * margin;
                let list = ScrollArea::vertical()
                    .max_height(height)
                    .min_scrolled_height(height);
                list.show(ui, |ui| {
                    ui.vertical_centered(|ui| action = introduction_ui(ui, keys, is_low));
                    ui.add_space(8.0);
                    action = action.take().or(pictures_ui(ui).map(WelcomeAction::Open));
                });
            });
    });
    action
}

/// Draws the introduction with its button, which comes first on a low canvas.
fn introduction_ui(ui: &mut Ui, keys: &KeyMap, is_low: bool) -> Option<WelcomeAction> {
    let colors = theme::colors(ui);
    let text = "Click to add nodes and press Enter to finish. A guard starts following the path.";
    let text = RichText::new(text).color(colors.text_weak);
    if is_low {
        let clicked = draw_button_ui(ui, keys);
        ui.label(text);
        return clicked.then_some(WelcomeAction::Draw);
    }
    ui.label(
        RichText::new("Draw a patrol")
            .size(20.0)
            .color(colors.text_strong),
    );
    ui.add_space(4.0);
    ui.label(text);
    ui.add_space(8.0);
    draw_button_ui(ui, keys).then_some(WelcomeAction::Draw)
}

fn draw_button_ui(ui: &mut Ui, keys: &KeyMap) -> bool {
    let colors = theme::colors(ui);
    let shortcut = keys.text(Command::Tool(ToolCommand::PenTool));
    let draw = egui::Button::new(RichText::new("Draw a path").color(colors.canvas).strong())
        .fill(colors.accent)
        .shortcut_text(RichText::new(shortcut).color(colors.canvas));
    ui.add(draw).clicked()
}

/// An action of the empty canvas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WelcomeAction {
    /// Draw a path.
    Draw,
    /// Open a scene.
    Open(GalleryChoice),
}

/// Draws the window "Getting started".
pub fn getting_started_ui(ctx: &Context, open: &mut bool, keys: &KeyMap) {
    if *open && ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, egui::Key::Escape)) {
        *open = false;
    }
    if !*open {
        return;
    }
    dialog::window(ctx, "Getting started")
        .default_width(420.0)
        .pivot(Align2::CENTER_CENTER)
        .default_pos(ctx.content_rect().center())
        .show(ctx, |ui| {
            dialog::scrolling_contents_ui(ui, "Getting started", open, |ui| {
                for (number, (title, text)) in steps(keys).into_iter().enumerate() {
                    ui.label(
                        RichText::new(format!("{}  {title}", number + 1))
                            .strong()
                            .color(theme::colors(ui).text_strong),
                    );
                    ui.label(RichText::new(text).color(theme::colors(ui).text_weak));
                    ui.add_space(4.0);
                }
            })
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
                "{draw} and click a few places. Click the first node to close the loop, or press Enter to finish the path. A guard starts following your first path."
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
