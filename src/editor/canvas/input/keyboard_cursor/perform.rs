//! Passing what the keyboard cursor does to the tool, and saying what it did.

use crate::editor::canvas::Canvas;
use crate::editor::canvas::input::keyboard_cursor::{Action, JITTER, KeyboardCursor};
use egui::{Event, Modifiers, Response, Ui};
use glam::DVec2;
use steerwright_authoring::tool::{Outcome, PointerEvent, PointerKind, Tool, ToolKey};
use steerwright_authoring::{CanvasContext, Selection};

impl KeyboardCursor {
    /// The position, in units, while it takes keys.
    pub fn place(&self, tool: &Tool, selection: &Selection) -> Option<DVec2> {
        self.at.filter(|_| self.is_active(tool, selection))
    }

    /// Hides the cursor if the pointer is used over the canvas.
    pub(in crate::editor::canvas) fn give_way(&mut self, ui: &Ui, canvas: &Response) {
        if !self.is_shown {
            return;
        }
        let is_over =
            |p| canvas.rect.contains(p) && ui.ctx().layer_id_at(p) == Some(canvas.layer_id);
        let events = ui.input(|i| i.events.clone());
        // Where the pointer is may be reported only after the cursor was shown.
        let reported = events.iter().find_map(|event| match *event {
            Event::PointerMoved(p) | Event::PointerButton { pos: p, .. } => Some(p),
            _ => None,
        });
        let Some(rest) = self.pointer.or(reported) else {
            return;
        };
        self.pointer = Some(rest);
        let is_used = events.iter().any(|event| match *event {
            Event::PointerMoved(p) => !self.holds && rest.distance(p) > JITTER && is_over(p),
            Event::PointerButton {
                pos, pressed: true, ..
            } => is_over(pos),
            _ => false,
        });
        if is_used {
            if self.holds {
                self.release(Modifiers::NONE);
            }
            self.hide();
            // The cursor starts at the pointer the next time.
            self.pointer = None;
        }
    }
}

impl Canvas {
    /// Passes the events of the keyboard cursor to the tool, and those of the pointer if the cursor
    /// is hidden.
    pub(in crate::editor::canvas) fn perform_keys_and_pointer(
        &mut self,
        ui: &Ui,
        pointer_events: Vec<PointerEvent>,
        tool: &mut Tool,
        context: &mut CanvasContext<'_>,
        is_playing: bool,
    ) -> Option<Outcome> {
        let mut outcome = None;
        let actions = std::mem::take(&mut self.keyboard.actions);
        let acts = !actions.is_empty();
        for action in actions {
            outcome = self.perform_action(action, tool, context).or(outcome);
        }
        // A tool that was canceled holds nothing.
        self.keyboard.holds &= tool.is_busy();
        let is_active = self.keyboard.is_active(tool, &context.session.selection);
        if acts {
            // The status bar was already drawn in this frame.
            ui.ctx().request_repaint();
        }
        if is_active {
            self.press.is_aimed = false;
            if !acts {
                let modifiers = ui.input(|i| i.modifiers);
                let modifiers = Modifiers {
                    shift: modifiers.shift && !arrow_down(ui),
                    ..modifiers
                };
                let rests = self.keyboard.event(PointerKind::Move, modifiers);
                tool.pointer(rests, context);
            }
            return outcome;
        }
        if acts {
            let leaves = self.keyboard.event(PointerKind::Leave, Modifiers::NONE);
            tool.pointer(leaves, context);
        }
        self.handle_events(pointer_events, tool, context, is_playing)
            .or(outcome)
    }

    fn perform_action(
        &mut self,
        action: Action,
        tool: &mut Tool,
        context: &mut CanvasContext<'_>,
    ) -> Option<Outcome> {
        let event = match action {
            Action::Event(event) => event,
            Action::Finish(event) => {
                let (used, outcome) = tool.key(ToolKey::Enter, context.session);
                if used {
                    let done = step_at(None, context);
                    self.announce(done, tool, context);
                    return outcome;
                }
                self.perform_action(Action::Event(event), tool, context);
                let released = PointerEvent {
                    kind: PointerKind::Release,
                    ..event
                };
                return self.perform_action(Action::Event(released), tool, context);
            }
        };
        if event.kind == PointerKind::Press {
            self.keyboard.selected_before = context.session.selection.clone();
        }
        let outcome = tool.pointer(event, context);
        if event.kind == PointerKind::Release {
            let before = &self.keyboard.selected_before;
            let done = step_at(Some(event.at), context).or_else(|| selected(before, context));
            let done = done.unwrap_or_else(|| "Nothing here".into());
            self.announce(Some(done), tool, context);
        }
        outcome
    }

    fn announce(&mut self, text: Option<String>, tool: &Tool, context: &CanvasContext<'_>) {
        let selection = context.session.selection.clone();
        self.keyboard.announcement = text.map(|text| (text, tool.command(), selection));
    }
}

fn arrow_down(ui: &Ui) -> bool {
    use egui::Key;
    let arrows = [
        Key::ArrowLeft,
        Key::ArrowRight,
        Key::ArrowUp,
        Key::ArrowDown,
    ];
    ui.input(|i| arrows.iter().any(|&key| i.key_down(key)))
}

/// The step that was made: "Add node at x 3.00, y 4.00 m".
fn step_at(at: Option<DVec2>, context: &CanvasContext<'_>) -> Option<String> {
    let step = context.session.step_name()?;
    let at = context
        .snapped
        .as_ref()
        .map(|snapped| snapped.position)
        .or(at);
    Some(match at {
        Some(at) => format!("{step} at {}", coordinates(at, &context.session.scene.unit)),
        None => step.to_owned(),
    })
}

/// What is selected now. `None` if it was selected before.
fn selected(before: &Selection, context: &CanvasContext<'_>) -> Option<String> {
    let selection = &context.session.selection;
    if selection == before {
        return None;
    }
    Some(match (selection.len(), selection.primary()) {
        (0, _) | (_, None) => "Nothing selected".into(),
        (1, Some(item)) => format!("Selected {}", item.describe(&context.session.scene)),
        (count, Some(_)) => format!("Selected {count} items"),
    })
}

/// A position as text: "x 3.00, y 4.00 m".
pub(super) fn coordinates(p: DVec2, unit: &str) -> String {
    // Adding zero removes the sign of negative zero.
    let shown = |v: f64| (v * 100.0).round() / 100.0 + 0.0;
    format!("x {:.2}, y {:.2} {unit}", shown(p.x), shown(p.y))
}
