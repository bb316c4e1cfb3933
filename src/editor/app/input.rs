//! Keyboard input and canceling drags.

use super::App;
use crate::editor::{keys, nudge};
use egui::{Key, PointerButton};
use steerwright_authoring::Command;
use steerwright_authoring::command::Shortcut;
use steerwright_authoring::tool::{Outcome, Tool, ToolKey};

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
        if cancels && !self.tool.is_busy() && self.cancel_drag(ctx) {
            ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Escape));
        }
        // An open menu handles the keys; Escape only closes it.
        if egui::Popup::is_any_open(ctx) || self.view.outliner.opens_field() {
            return Vec::new();
        }
        if !ctx.egui_wants_keyboard_input() && !self.view.typing {
            for (key, tool_key) in [
                (Key::Enter, ToolKey::Enter),
                (Key::Escape, ToolKey::Escape),
                (Key::Backspace, ToolKey::Backspace),
            ] {
                // Escape closes windows over the canvas first.
                if key == Key::Escape && self.has_window_open() && !self.tool.is_busy() {
                    continue;
                }
                if ctx.input(|i| i.key_pressed(key)) && self.handle_tool_key(tool_key) {
                    ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, key));
                }
                // Escape finally returns to the Select tool.
                if key == Key::Escape
                    && ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, key))
                {
                    self.tool = Tool::default();
                }
            }
        }
        let arrows = nudge::arrows(ctx, || self.is_enabled(Command::FlipHorizontal));
        // Arrow keys must not move items that are being dragged.
        if !self.tool.is_busy() && ctx.dragged_id().is_none() {
            self.nudge(&arrows, ctx.input(|i| i.time));
        }
        let mut commands = keys::pressed_commands(ctx, &self.view.keys);
        commands.extend(arrows.commands);
        self.clipboard_events(ctx, &mut commands);
        commands.extend(keys::space_tapped(
            ctx,
            &self.view.keys,
            self.view.canvas.space_dragged(),
        ));
        commands
    }

    pub(super) fn handle_tool_key(&mut self, key: ToolKey) -> bool {
        let agents = self.playback.positions();
        let mut tool = std::mem::take(&mut self.tool);
        let (used, outcome) = tool.key(key, &mut self.tool_context(&agents));
        self.tool = tool;
        self.view.canvas.clear_snap();
        self.handle_outcome(outcome);
        used
    }

    pub(super) fn has_window_open(&self) -> bool {
        self.view.shortcuts_open
            || self.view.settings_open
            || self.view.getting_started_open
            || self.view.link.is_open()
    }

    /// Cancels a drag on the canvas or in a panel. Returns whether there was one.
    pub(super) fn cancel_drag(&mut self, ctx: &egui::Context) -> bool {
        if self.cancel_tool_drag() {
            return true;
        }
        // Selecting text is not a drag to cancel.
        let is_dragging =
            ctx.dragged_id().or(ctx.drag_stopped_id()).is_some() && !ctx.text_edit_focused();
        if is_dragging {
            ctx.stop_dragging();
            egui::DragAndDrop::clear_payload(ctx);
            self.session.roll_back();
            self.drag_canceled = true;
        }
        is_dragging
    }

    pub(super) fn cancel_tool_drag(&mut self) -> bool {
        let agents = self.playback.positions();
        let mut tool = std::mem::take(&mut self.tool);
        let editing = tool.cancel_drag(&mut self.tool_context(&agents));
        self.tool = tool;
        self.view.canvas.clear_snap();
        editing
    }

    pub(super) fn handle_outcome(&mut self, outcome: Option<Outcome>) {
        if outcome == Some(Outcome::PathFinished) {
            self.session.commit();
            self.playback.apply_scene(&self.session.scene, false);
            self.playback.play();
        }
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
    let ends = pressed_beside || keys::is_pressed(ctx, saves);
    if ends {
        ctx.memory_mut(|memory| memory.surrender_focus(field));
    }
    ends
}
