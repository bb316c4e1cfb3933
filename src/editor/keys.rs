//! Keys: from shortcuts to commands.

use crate::authoring::Command;
use crate::authoring::command::Shortcut;
use egui::{Context, Event, Key, Modifiers};

/// What the keyboard is for at this moment.
#[derive(Clone, Copy, PartialEq)]
enum Focus {
    /// Text is being typed.
    Text,
    /// A button or slider was reached by Tab; Space, Enter and arrows are for it.
    Widget,
    Free,
}

fn focus(ctx: &Context) -> Focus {
    if ctx.text_edit_focused() {
        Focus::Text
    } else if ctx.egui_wants_keyboard_input() {
        Focus::Widget
    } else {
        Focus::Free
    }
}

/// The commands whose keys were pressed in this frame. Single letters count only while no text is being typed.
pub fn pressed_commands(ctx: &Context) -> Vec<Command> {
    let focus = focus(ctx);
    // Space plays when it is let go, as it may have been held to drag the view.
    let others = Command::all().filter(|command| *command != Command::PlayPause);
    let mut commands: Vec<Command> =
        others.filter(|command| command.shortcut().is_some_and(|shortcut| take(ctx, shortcut, focus, repeats(*command)))).collect();
    // The keys people try as well.
    let also = |key, ctrl| take(ctx, Shortcut { ctrl, shift: false, key }, focus, ctrl);
    if also("Y", true) {
        commands.push(Command::Redo);
    }
    if also("Backspace", false) {
        commands.push(Command::Delete);
    }
    if also("Equals", true) {
        commands.push(Command::ZoomIn);
    }
    commands
}

/// Whether a key held down asks for a command again and again. What switches something on and off would only flicker.
fn repeats(command: Command) -> bool {
    use Command as C;
    matches!(command, C::Undo | C::Redo | C::StepForward | C::StepBack | C::ZoomIn | C::ZoomOut)
}

fn take(ctx: &Context, shortcut: Shortcut, focus: Focus, repeats: bool) -> bool {
    let Some(wanted) = Key::from_name(shortcut.key) else { return false };
    let allowed = match focus {
        Focus::Free => true,
        Focus::Widget => !matches!(wanted, Key::Space | Key::ArrowLeft | Key::ArrowRight | Key::Home | Key::Backspace),
        // A text field has its own undo, select all and word jumps.
        Focus::Text => {
            wanted == Key::F1 || (shortcut.ctrl && !matches!(wanted, Key::Z | Key::Y | Key::A | Key::ArrowLeft | Key::ArrowRight))
        }
    };
    let mut pattern = if shortcut.ctrl { Modifiers::COMMAND } else { Modifiers::NONE };
    if shortcut.shift {
        pattern |= Modifiers::SHIFT;
    }
    // The modifiers of the key press itself: a quick hand has let go of them by the end of the frame.
    let hit = |event: &Event| match event {
        Event::Key { key, pressed: true, repeat, modifiers, .. } => {
            *key == wanted && modifiers.matches_exact(pattern) && (repeats || !repeat)
        }
        _ => false,
    };
    allowed
        && ctx.input_mut(|i| {
            let before = i.events.len();
            i.events.retain(|event| !hit(event));
            i.events.len() < before
        })
}

/// Whether Space was let go, and not used to drag the view in between.
pub fn space_tapped(ctx: &Context, dragged: bool) -> bool {
    focus(ctx) == Focus::Free && !dragged && ctx.input(|i| i.key_released(Key::Space))
}
