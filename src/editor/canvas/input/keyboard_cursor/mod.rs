//! The keyboard cursor: arrow keys move it over the canvas, Enter and Space click there. The active
//! tool gets the same events as from the pointer.

mod drawing;
mod perform;

use crate::editor::canvas::Canvas;
use crate::editor::keyboard;
use egui::{Context, Event, EventFilter, Key, Modifiers, Pos2, Response, Ui};
use glam::DVec2;
use steerwright_authoring::command::ToolCommand;
use steerwright_authoring::snap::Snap;
use steerwright_authoring::tool::{Modifiers as Keys, PointerEvent, PointerKind, Tool};
use steerwright_authoring::{Item, Selection, Viewport, bounds};

/// The minimum length of a step without snapping to the grid, in points.
const STEP_POINTS: f64 = 16.0;
/// The minimum length of a step while snapping to the grid, in points.
const SNAPPED_STEP_POINTS: f64 = 4.0;
/// The number of steps with Shift.
const LONG: f64 = 10.0;
/// The view follows the cursor when it is nearer to an edge, in points.
const MARGIN: f64 = 48.0;
/// The distance that an arrow key pans with the Pan tool, in points.
const PAN_POINTS: f64 = 40.0;
/// A smaller move of the pointer does not hide the cursor, in points.
const JITTER: f32 = 3.0;

/// The keyboard cursor.
#[derive(Clone, Debug, Default)]
pub struct KeyboardCursor {
    /// The position, in units. `None` before the cursor is first shown.
    at: Option<DVec2>,
    is_shown: bool,
    /// Whether arrow keys move it although they could move the selection.
    is_pinned: bool,
    /// Whether it holds the button down.
    holds: bool,
    /// Whether it has clicked where it is.
    has_clicked: bool,
    /// Whether Space was used since it was pressed, so that releasing it does not play.
    used_space: bool,
    /// Where the pointer was when the cursor moved last.
    pointer: Option<Pos2>,
    /// What the keys of this frame do.
    actions: Vec<Action>,
    /// The selection before the button was pressed.
    selected_before: Selection,
    /// What the last key did, with the tool and the selection since then.
    announcement: Option<(String, ToolCommand, Selection)>,
}

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Action {
    /// The tool gets an event.
    Event(PointerEvent),
    /// A second click in the same place: the tool finishes, or else it gets another click.
    Finish(PointerEvent),
}

/// What decides which keys the cursor takes.
#[derive(Clone, Copy)]
pub struct CursorKeys<'a> {
    /// The active tool.
    pub tool: &'a Tool,
    /// The selection, which arrow keys nudge.
    pub selection: &'a Selection,
    /// The snap settings, which decide the length of steps.
    pub snap: Snap,
    /// The size of a pixel, in units.
    pub pixel: f64,
}

impl KeyboardCursor {
    /// Whether it is shown and takes keys. With the Select tool, arrow keys nudge the selection
    /// unless the cursor was shown by its command.
    pub fn is_active(&self, tool: &Tool, selection: &Selection) -> bool {
        let nudges = matches!(tool, Tool::Select(_)) && is_movable(selection);
        self.is_shown && !matches!(tool, Tool::Pan) && (self.is_pinned || self.holds || !nudges)
    }

    /// Whether it takes keys even if something is selected.
    pub fn is_pinned(&self) -> bool {
        self.is_shown && self.is_pinned
    }

    /// What the last key did, until something else is done.
    pub fn announcement(&self, tool: &Tool, selection: &Selection) -> Option<&str> {
        let (text, by, selected) = self.announcement.as_ref()?;
        (*by == tool.command() && selected == selection).then_some(text)
    }

    /// Hides it. Returns whether it was shown.
    pub fn hide(&mut self) -> bool {
        self.announcement = None;
        (self.is_pinned, self.holds) = (false, false);
        std::mem::take(&mut self.is_shown)
    }

    pub(crate) fn used_space(&self) -> bool {
        self.used_space
    }

    /// Shows it where the pointer is, or where it was if the pointer has not moved since.
    fn show(&mut self, viewport: &Viewport, pointer: Option<(Pos2, DVec2)>) {
        if std::mem::replace(&mut self.is_shown, true) {
            return;
        }
        let in_view = |p: &DVec2| viewport.bounds().contains(*p);
        let moved = pointer.filter(|(pos, _)| self.pointer != Some(*pos));
        let before = self.at.filter(in_view);
        let at = moved.map(|(_, at)| at).or(before);
        self.at = Some(at.unwrap_or(viewport.center));
        self.has_clicked = false;
    }

    fn event(&self, kind: PointerKind, modifiers: Modifiers) -> PointerEvent {
        PointerEvent {
            kind,
            at: self.at.unwrap_or_default(),
            modifiers: Keys {
                shift: modifiers.shift,
                ctrl: modifiers.command,
                alt: modifiers.alt,
            },
        }
    }

    fn press(&mut self, modifiers: Modifiers) {
        let event = self.event(PointerKind::Press, modifiers);
        self.actions.push(Action::Event(event));
        self.holds = true;
    }

    fn release(&mut self, modifiers: Modifiers) {
        let event = self.event(PointerKind::Release, modifiers);
        self.actions.push(Action::Event(event));
        (self.holds, self.has_clicked) = (false, true);
    }

    /// Enter or Space: clicks, or holds the button down until the key is pressed again.
    fn click(&mut self, key: Key, modifiers: Modifiers, tool: &Tool) {
        let drags = match tool {
            Tool::Select(_) | Tool::Spawner(_) => key == Key::Enter,
            Tool::Pen(_)
            | Tool::Freehand(_)
            | Tool::Rectangle(_)
            | Tool::Place(_)
            | Tool::PictureScale(_)
            | Tool::Pan => tool.is_dragged(),
        };
        if self.holds {
            self.release(modifiers);
        } else if drags {
            self.press(modifiers);
        } else if self.has_clicked && !matches!(tool, Tool::Select(_)) {
            let event = self.event(PointerKind::Press, modifiers);
            self.actions.push(Action::Finish(event));
        } else {
            self.press(modifiers);
            self.release(modifiers);
        }
    }
}

impl Canvas {
    /// Takes the keys of this frame that move the keyboard cursor and click with it.
    pub fn take_cursor_keys(&mut self, ctx: &Context, keys: CursorKeys<'_>) {
        let pointer = self.input.pointer_place();
        if !ctx.input(|i| i.key_down(Key::Space) || i.key_released(Key::Space)) {
            self.keyboard.used_space = false;
        }
        ctx.input_mut(|i| {
            i.events.retain(|event| {
                let Event::Key {
                    key,
                    pressed: true,
                    repeat,
                    modifiers,
                    ..
                } = *event
                else {
                    return true;
                };
                let taken = match direction_of(key) {
                    Some(direction) => self.take_arrow(direction, modifiers, pointer, &keys),
                    None => self.take_click(key, repeat, modifiers, &keys),
                };
                self.was_used |= taken;
                !taken
            });
        });
    }

    /// Shows or hides the keyboard cursor, which then takes the arrow keys whatever is selected.
    pub fn toggle_keyboard_cursor(&mut self) {
        if self.keyboard.is_pinned() {
            self.keyboard.hide();
            return;
        }
        let pointer = self.input.pointer_place();
        self.keyboard.show(&self.viewport, pointer);
        self.keyboard.pointer = pointer.map(|(pos, _)| pos);
        self.keyboard.is_pinned = true;
    }

    fn take_arrow(
        &mut self,
        direction: DVec2,
        modifiers: Modifiers,
        pointer: Option<(Pos2, DVec2)>,
        keys: &CursorKeys<'_>,
    ) -> bool {
        let steps = match modifiers {
            Modifiers::NONE => 1.0,
            Modifiers::SHIFT => LONG,
            _ => 0.0,
        };
        if matches!(keys.tool, Tool::Pan) {
            let by = DVec2::new(-direction.x, direction.y) * PAN_POINTS * steps;
            self.viewport.pan(by);
            return steps > 0.0;
        }
        let is_active = self.keyboard.is_active(keys.tool, keys.selection);
        let selects = matches!(keys.tool, Tool::Select(_));
        if selects && is_movable(keys.selection) && !is_active {
            return false;
        }
        let is_fine = modifiers.command && !modifiers.shift && !modifiers.alt;
        if steps == 0.0 && !(is_fine && is_active) {
            return false;
        }
        self.keyboard.show(&self.viewport, pointer);
        self.keyboard.pointer = pointer.map(|(pos, _)| pos);
        let from = self.keyboard.at.unwrap_or_default();
        let to = if is_fine {
            from + direction * keys.pixel
        } else {
            stepped(from, direction * steps, step(&self.viewport, keys.snap))
        };
        self.keyboard.at = Some(bounds::clamp_position(to));
        self.keyboard.has_clicked = false;
        self.keyboard.announcement = None;
        // Shift only makes steps longer. Ctrl disables snapping, as with the pointer.
        let held = if is_fine {
            Modifiers::COMMAND
        } else {
            Modifiers::NONE
        };
        let event = self.keyboard.event(PointerKind::Move, held);
        self.keyboard.actions.push(Action::Event(event));
        self.show_keyboard_cursor();
        true
    }

    fn take_click(
        &mut self,
        key: Key,
        repeat: bool,
        modifiers: Modifiers,
        keys: &CursorKeys<'_>,
    ) -> bool {
        let clicks = matches!(key, Key::Enter | Key::Space) && !modifiers.alt;
        if !clicks || !self.keyboard.is_active(keys.tool, keys.selection) {
            return false;
        }
        self.keyboard.used_space |= key == Key::Space;
        if !repeat {
            self.keyboard.click(key, modifiers, keys.tool);
        }
        true
    }

    /// Keeps the arrow keys and Escape while the canvas has the keyboard focus, and shows the
    /// cursor when it gets the focus.
    pub(crate) fn take_focus(&mut self, ui: &Ui, canvas: &Response) {
        keyboard::mark_canvas(ui.ctx(), canvas.id);
        if !canvas.has_focus() {
            return;
        }
        let filter = EventFilter {
            tab: false,
            horizontal_arrows: true,
            vertical_arrows: true,
            escape: true,
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(canvas.id, filter));
        if canvas.gained_focus() {
            self.keyboard.show(&self.viewport, None);
        }
    }

    /// Pans the view so that the cursor is in it.
    fn show_keyboard_cursor(&mut self) {
        let size = self.viewport.size;
        let margin = DVec2::splat(MARGIN).min(size / 4.0);
        let at = self.keyboard.at.unwrap_or_default();
        let at = self.viewport.screen_from_world(at);
        self.viewport.pan(at.clamp(margin, size - margin) - at);
    }
}

/// Whether arrow keys can move something that is selected.
fn is_movable(selection: &Selection) -> bool {
    selection
        .iter()
        .any(|item| !matches!(item, Item::Preset(_)))
}

fn direction_of(key: Key) -> Option<DVec2> {
    match key {
        Key::ArrowLeft => Some(-DVec2::X),
        Key::ArrowRight => Some(DVec2::X),
        Key::ArrowUp => Some(DVec2::Y),
        Key::ArrowDown => Some(-DVec2::Y),
        _ => None,
    }
}

/// The length of a step, in units.
fn step(viewport: &Viewport, snap: Snap) -> f64 {
    if snap.to_grid && snap.step > 0.0 {
        snap.step.max(viewport.grid_step(SNAPPED_STEP_POINTS))
    } else {
        viewport.grid_step(STEP_POINTS)
    }
}

/// The position after `steps` steps of a length, of which the first leads to a multiple of it.
fn stepped(from: DVec2, steps: DVec2, step: f64) -> DVec2 {
    /// Nearer than this to a multiple counts as on it, in steps.
    const ON_GRID: f64 = 1e-6;
    let along = |p: f64, steps: f64| {
        let (lower, upper) = ((p / step + ON_GRID).floor(), (p / step - ON_GRID).ceil());
        if steps > 0.0 {
            (lower + steps) * step
        } else if steps < 0.0 {
            (upper + steps) * step
        } else {
            p
        }
    };
    DVec2::new(along(from.x, steps.x), along(from.y, steps.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_to_multiples_of_their_length() {
        let from = DVec2::new(0.3, -0.7);
        assert_eq!(stepped(from, DVec2::X, 0.5), DVec2::new(0.5, -0.7));
        assert_eq!(stepped(from, -DVec2::X, 0.5), DVec2::new(0.0, -0.7));
        assert_eq!(stepped(from, DVec2::Y, 0.5), DVec2::new(0.3, -0.5));
        assert_eq!(stepped(DVec2::ZERO, DVec2::X * LONG, 0.5).x, 5.0);
        let mut p = DVec2::ZERO;
        for _ in 0..30 {
            p = stepped(p, DVec2::X, 0.2);
        }
        assert!((p.x - 6.0).abs() < 1e-9, "{p}");
    }
}
