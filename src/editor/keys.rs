//! Keys: from shortcuts to commands.

use crate::authoring::Command;
use crate::authoring::command::Shortcut;
use egui::{Context, Event, Key, KeyboardShortcut, Modifiers};
use glam::DVec2;

/// The commands whose keys were pressed in this frame. Single letters count only while no text is being typed.
pub fn pressed_commands(ctx: &Context) -> Vec<Command> {
    let typing = ctx.egui_wants_keyboard_input();
    let mut commands: Vec<Command> = Command::all().filter(|command| command.shortcut().is_some_and(|shortcut| take(ctx, shortcut, typing))).collect();
    // The keys people try as well.
    let also = |key, modifiers| ctx.input_mut(|i| i.consume_key(modifiers, key));
    if also(Key::Y, Modifiers::COMMAND) {
        commands.push(Command::Redo);
    }
    if !typing {
        if also(Key::Backspace, Modifiers::NONE) {
            commands.push(Command::Delete);
        }
        if also(Key::Equals, Modifiers::COMMAND) {
            commands.push(Command::ZoomIn);
        }
    }
    commands
}

fn take(ctx: &Context, shortcut: Shortcut, typing: bool) -> bool {
    let Some(key) = Key::from_name(shortcut.key) else { return false };
    let function_key = matches!(key, Key::F1);
    if typing && !shortcut.ctrl && !function_key {
        return false;
    }
    // A text field has its own undo, select all and word jumps.
    if typing && matches!(key, Key::Z | Key::A | Key::ArrowLeft | Key::ArrowRight | Key::D) {
        return false;
    }
    let mut modifiers = if shortcut.ctrl { Modifiers::COMMAND } else { Modifiers::NONE };
    if shortcut.shift {
        modifiers |= Modifiers::SHIFT;
    }
    let exact = ctx.input(|i| i.modifiers.matches_exact(modifiers));
    exact && ctx.input_mut(|i| i.consume_shortcut(&KeyboardShortcut::new(modifiers, key)))
}

/// How far the arrow keys ask to nudge what is selected, in steps; ten at once with Shift.
pub fn nudge(ctx: &Context) -> Option<DVec2> {
    if ctx.egui_wants_keyboard_input() {
        return None;
    }
    let mut total = DVec2::ZERO;
    ctx.input(|i| {
        for event in &i.events {
            if let Event::Key { key, pressed: true, modifiers, .. } = event
                && !modifiers.command
                && !modifiers.alt
            {
                let step = if modifiers.shift { 10.0 } else { 1.0 };
                total += step
                    * match key {
                        Key::ArrowLeft => -DVec2::X,
                        Key::ArrowRight => DVec2::X,
                        Key::ArrowUp => DVec2::Y,
                        Key::ArrowDown => -DVec2::Y,
                        _ => DVec2::ZERO,
                    };
            }
        }
    });
    (total != DVec2::ZERO).then_some(total)
}
