//! Arrow keys: they move the selection, or step through time if nothing is selected.

use crate::editor::keyboard;
use egui::{Context, Event, Key, Modifiers};
use glam::DVec2;
use steerwright_authoring::command::PlaybackCommand;
use steerwright_authoring::{Command, Selection};

/// What the arrow keys request in a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arrows {
    /// The distance to move, in units.
    pub units: DVec2,
    /// The distance to move in screen pixels, with Ctrl.
    pub pixels: DVec2,
    /// Steps in time, with Ctrl while nothing movable is selected.
    pub commands: Vec<Command>,
}

/// A nudge this many seconds after the previous one is a step of its own.
const MERGE_SECONDS: f64 = 1.0;

/// Nudges in quick succession, which are merged into one step.
#[derive(Clone, Debug, Default)]
pub struct Nudges {
    last: Option<(Selection, f64)>,
}

impl Nudges {
    /// Records a nudge of the selection. Returns whether it continues the previous ones.
    pub fn continues(&mut self, selection: &Selection, now: f64) -> bool {
        let continues = self
            .last
            .as_ref()
            .is_some_and(|(of, at)| of == selection && now - at <= MERGE_SECONDS);
        self.last = Some((selection.clone(), now));
        continues
    }
}

/// The distance of a nudge, in units.
const STEP: f64 = 1.0;
/// The distance with Shift, in units.
const LONG_STEP: f64 = 10.0;

/// Reads the arrow keys. Text fields and focused sliders keep theirs.
pub fn arrows(ctx: &Context, movable: impl Fn() -> bool) -> Arrows {
    let mut arrows = Arrows::default();
    if ctx.text_edit_focused() || keyboard::is_widget_focused(ctx) {
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
                modifiers
                    if modifiers.command && !modifiers.alt && !modifiers.shift && movable() =>
                {
                    arrows.pixels += direction
                }
                modifiers
                    if modifiers.command
                        && !modifiers.alt
                        && !modifiers.shift
                        && direction.x != 0.0 =>
                {
                    arrows.commands.push(if direction.x > 0.0 {
                        Command::Playback(PlaybackCommand::StepForward)
                    } else {
                        Command::Playback(PlaybackCommand::StepBack)
                    });
                }
                _ => {}
            }
        }
    });
    arrows
}
