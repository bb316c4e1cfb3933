//! Keys: from shortcuts to commands.

use crate::authoring::Command;
use crate::authoring::command::Shortcut;
use crate::editor::key_map::KeyMap;
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
pub fn pressed_commands(ctx: &Context, map: &KeyMap) -> Vec<Command> {
    if !ctx.input(|i| i.events.iter().any(|event| matches!(event, Event::Key { pressed: true, .. }))) {
        return Vec::new();
    }
    let focus = focus(ctx);
    let asked =
        |&command: &Command| map.keys(command).into_iter().any(|keys| !is_tap(command, keys) && take(ctx, keys, focus, repeats(command)));
    Command::all().filter(asked).collect()
}

/// Space plays when it is let go, as it may have been held to drag the view.
fn is_tap(command: Command, keys: Shortcut) -> bool {
    command == Command::PlayPause && keys == (Shortcut { ctrl: false, alt: false, shift: false, key: Key::Space.name() })
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
            is_function_key(wanted) || (shortcut.ctrl && !matches!(wanted, Key::Z | Key::Y | Key::A | Key::ArrowLeft | Key::ArrowRight))
        }
    };
    let mut pattern = if shortcut.ctrl { Modifiers::COMMAND } else { Modifiers::NONE };
    if shortcut.shift {
        pattern |= Modifiers::SHIFT;
    }
    if shortcut.alt {
        pattern |= Modifiers::ALT;
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

/// No text is made of these.
fn is_function_key(key: Key) -> bool {
    Key::F1 <= key && key <= Key::F35
}

/// The commands that Space asks for: let go, and not used to drag the view in between.
pub fn space_tapped(ctx: &Context, map: &KeyMap, dragged: bool) -> Vec<Command> {
    let tapped = focus(ctx) == Focus::Free && !dragged && ctx.input(|i| i.key_released(Key::Space));
    let asked = |&command: &Command| tapped && map.keys(command).into_iter().any(|keys| is_tap(command, keys));
    Command::all().filter(asked).collect()
}
