//! The arrow keys: they move what is selected, and time if nothing is.

use egui::{Context, Event, Key, Modifiers};
use glam::DVec2;
use steerwright_authoring::{Command, Selection};

/// What the arrow keys ask for in a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arrows {
    /// To move by so many units.
    pub units: DVec2,
    /// To move by so many pixels of the screen, with Ctrl.
    pub pixels: DVec2,
    /// Ticks, with Ctrl while nothing is selected that could move.
    pub commands: Vec<Command>,
}

/// A nudge later than this after the one before, s, is a step of its own.
const PAUSE: f64 = 1.0;

/// Nudges that follow each other quickly, one by one, and are one step.
#[derive(Clone, Debug, Default)]
pub struct Nudges {
    last: Option<(Selection, f64)>,
}

impl Nudges {
    /// Notes a nudge of what is selected at a time, s. Whether it goes on with those before it.
    pub fn goes_on(&mut self, selection: &Selection, now: f64) -> bool {
        let goes_on = self
            .last
            .as_ref()
            .is_some_and(|(of, at)| of == selection && now - at <= PAUSE);
        self.last = Some((selection.clone(), now));
        goes_on
    }
}

/// Units that a key moves what is selected by.
const STEP: f64 = 1.0;
/// The same with Shift.
const LONG_STEP: f64 = 10.0;

/// Reads the arrow keys. A field that is being typed into, and a slider reached by Tab, keep theirs.
pub fn arrows(ctx: &Context, movable: impl Fn() -> bool) -> Arrows {
    let mut arrows = Arrows::default();
    if ctx.text_edit_focused() || ctx.egui_wants_keyboard_input() {
        return arrows;
    }
    ctx.input(|i| {
        for event in &i.events {
            let Event::Key {
                key,
                pressed: true,
                modifiers,
                ..
            } = event
            else {
                continue;
            };
            let direction = match key {
                Key::ArrowLeft => -DVec2::X,
                Key::ArrowRight => DVec2::X,
                Key::ArrowUp => DVec2::Y,
                Key::ArrowDown => -DVec2::Y,
                _ => continue,
            };
            match *modifiers {
                Modifiers::NONE => arrows.units += direction * STEP,
                Modifiers::SHIFT => arrows.units += direction * LONG_STEP,
                held if held.command && !held.alt && !held.shift && movable() => {
                    arrows.pixels += direction
                }
                held if held.command && !held.alt && !held.shift && direction.x != 0.0 => {
                    arrows.commands.push(if direction.x > 0.0 {
                        Command::StepForward
                    } else {
                        Command::StepBack
                    });
                }
                _ => {}
            }
        }
    });
    arrows
}
