//! Keyboard input and canceling drags.

use crate::editor::app::App;
use crate::editor::app::document::Document;
use crate::editor::canvas::CursorKeys;
use crate::editor::keyboard;
use crate::editor::keyboard::nudge;
use egui::{Key, PointerButton};
use steerwright_authoring::Command;
use steerwright_authoring::command::{EditCommand, Shortcut, WindowCommand};
use steerwright_authoring::tool::{Tool, ToolKey};

impl App {
    /// Handles keys: the tool takes its keys, arrows nudge, the clipboard answers. The rest become
    /// commands.
    pub(super) fn handle_keys(&mut self, ctx: &egui::Context) -> Vec<Command> {
        if self.is_modal_open() {
            return Vec::new();
        }
        let cancels = ctx.input(|i| {
            i.key_pressed(Key::Escape) || i.pointer.button_pressed(PointerButton::Secondary)
        });
        if cancels && !self.document.tool.is_busy() && self.cancel_drag(ctx) {
            ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Escape));
        }
        // An open menu handles the keys; Escape only closes it.
        if egui::Popup::is_any_open(ctx) || self.panels.outliner.opens_field() {
            return Vec::new();
        }
        // What is typed after the shortcut of the palette is for the palette, even in a slow frame.
        let palette = Command::Window(WindowCommand::CommandPalette);
        let typed_ahead = keyboard::take_typed_after(ctx, palette, &self.preferences.keys);
        self.windows.palette.type_ahead(typed_ahead);
        if !keyboard::is_widget_focused(ctx) && !self.frame.typing {
            self.take_cursor_keys(ctx);
            for (key, tool_key) in [
                (Key::Enter, ToolKey::Enter),
                (Key::Escape, ToolKey::Escape),
                (Key::Backspace, ToolKey::Backspace),
            ] {
                // Escape closes windows over the canvas first.
                if key == Key::Escape && self.windows.is_any_open() && !self.document.tool.is_busy()
                {
                    continue;
                }
                if ctx.input(|i| i.key_pressed(key)) && self.document.handle_tool_key(tool_key) {
                    ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, key));
                }
                // Escape finally returns to the Select tool.
                if key == Key::Escape
                    && ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, key))
                {
                    if matches!(self.document.tool, Tool::Select(_)) {
                        self.panels.canvas.keyboard.hide();
                    }
                    self.document.tool = Tool::default();
                }
            }
        }
        let arrows = nudge::arrows(ctx, || {
            self.states()
                .is_enabled(Command::Edit(EditCommand::FlipHorizontal))
        });
        // Arrow keys must not move items that are being dragged.
        if !self.document.tool.is_busy() && ctx.dragged_id().is_none() {
            let viewport = &self.panels.canvas.viewport;
            let pixel = viewport.length_from_points(1.0) / self.frame.pixels_per_point;
            self.document.nudge(&arrows, pixel, ctx.input(|i| i.time));
        }
        let mut commands = keyboard::pressed_commands(ctx, &self.preferences.keys);
        commands.extend(arrows.commands);
        commands.extend(self.clipboard.handle_events(
            ctx,
            &mut self.document,
            &self.panels.canvas,
            &self.preferences.keys,
            &mut self.messages,
        ));
        commands.extend(keyboard::space_tapped(
            ctx,
            &self.preferences.keys,
            self.panels.canvas.space_used(),
        ));
        commands
    }

    /// Passes keys to the cursor on the canvas. An empty scene with the Select tool shows the
    /// welcome page instead.
    fn take_cursor_keys(&mut self, ctx: &egui::Context) {
        let Document { session, tool, .. } = &self.document;
        if session.scene.is_empty() && matches!(tool, Tool::Select(_)) {
            return;
        }
        let canvas = &mut self.panels.canvas;
        let pixel = canvas.viewport.length_from_points(1.0) / self.frame.pixels_per_point;
        let keys = CursorKeys {
            tool,
            selection: &session.selection,
            snap: self.preferences.settings.snap,
            pixel,
        };
        canvas.take_cursor_keys(ctx, keys);
    }

    /// Cancels a drag on the canvas or in a panel. Returns whether there was one.
    pub(super) fn cancel_drag(&mut self, ctx: &egui::Context) -> bool {
        if self.document.cancel_tool_drag() {
            return true;
        }
        // Selecting text is not a drag to cancel.
        let is_dragging =
            ctx.dragged_id().or(ctx.drag_stopped_id()).is_some() && !ctx.text_edit_focused();
        if is_dragging {
            ctx.stop_dragging();
            egui::DragAndDrop::clear_payload(ctx);
            self.document.session.roll_back();
            self.frame.drag_canceled = true;
        }
        is_dragging
    }
}

/// Ends typing when the user clicks outside the field or saves, before anything is drawn, so that
/// the text still goes to its field even if the click changes the selection. Returns whether it
/// did.
pub(super) fn end_typing(ctx: &egui::Context, saves: &[Shortcut]) -> bool {
    if !ctx.text_edit_focused() {
        return false;
    }
    let Some(field) = ctx.memory(|memory| memory.focused()) else {
        return false;
    };
    let around = ctx
        .read_response(field)
        .map_or(egui::Rect::NOTHING, |field| field.rect);
    let pressed_beside = ctx.input(|i| {
        i.events.iter().any(|event| matches!(event, egui::Event::PointerButton { pos, pressed: true, .. } if !around.contains(*pos)))
    });
    let ends = pressed_beside || keyboard::is_pressed(ctx, saves);
    if ends {
        ctx.memory_mut(|memory| memory.surrender_focus(field));
    }
    ends
}
