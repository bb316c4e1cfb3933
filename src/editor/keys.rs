//! Keys: from shortcuts to commands.

use crate::editor::key_map::KeyMap;
use egui::{Context, Event, Key, Modifiers};
use steerwright_authoring::Command;
use steerwright_authoring::command::Shortcut;

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

/// The commands whose keys were pressed in this frame, in the order in which they were: a slow frame may bring several. Single letters
/// count only while no text is being typed.
pub fn pressed_commands(ctx: &Context, map: &KeyMap) -> Vec<Command> {
    if !ctx.input(|i| {
        i.events
            .iter()
            .any(|event| matches!(event, Event::Key { pressed: true, .. }))
    }) {
        return Vec::new();
    }
    let focus = focus(ctx);
    let keys: Vec<(Command, Shortcut)> = Command::all()
        .flat_map(|command| map.keys(command).into_iter().map(move |key| (command, key)))
        .collect();
    let mut commands = Vec::new();
    ctx.input_mut(|i| {
        i.events.retain(|event| {
            let asks = |&&(command, shortcut): &&(Command, Shortcut)| {
                !is_tap(command, shortcut) && is_hit(event, command, shortcut, focus)
            };
            let asked = keys.iter().find(asks);
            commands.extend(asked.map(|(command, _)| *command));
            asked.is_none()
        });
    });
    commands
}

/// Whether one of some keys was pressed in this frame.
pub fn is_pressed(ctx: &Context, shortcuts: &[Shortcut]) -> bool {
    ctx.input(|i| {
        i.events.iter().any(|event| {
            shortcuts
                .iter()
                .any(|&shortcut| is_press_of(event, shortcut, false))
        })
    })
}

/// Space plays when it is let go, as it may have been held to drag the view.
fn is_tap(command: Command, keys: Shortcut) -> bool {
    command == Command::PlayPause
        && keys
            == (Shortcut {
                ctrl: false,
                alt: false,
                shift: false,
                key: Key::Space.name(),
            })
}

/// Whether a key held down asks for a command again and again. What switches something on and off would only flicker.
fn repeats(command: Command) -> bool {
    use Command as C;
    matches!(
        command,
        C::Undo | C::Redo | C::StepForward | C::StepBack | C::ZoomIn | C::ZoomOut
    )
}

/// Whether an event is a key press that asks for a command.
fn is_hit(event: &Event, command: Command, shortcut: Shortcut, focus: Focus) -> bool {
    is_press_of(event, shortcut, repeats(command))
        && Key::from_name(shortcut.key).is_some_and(|key| is_free(key, shortcut.ctrl, focus))
}

/// Whether an event is a press of a key, or, if that `repeats`, one of a key held down.
fn is_press_of(event: &Event, shortcut: Shortcut, repeats: bool) -> bool {
    let Event::Key {
        key,
        pressed: true,
        repeat,
        modifiers,
        ..
    } = event
    else {
        return false;
    };
    let mut pattern = if shortcut.ctrl {
        Modifiers::COMMAND
    } else {
        Modifiers::NONE
    };
    if shortcut.shift {
        pattern |= Modifiers::SHIFT;
    }
    if shortcut.alt {
        pattern |= Modifiers::ALT;
    }
    // The modifiers of the key press itself: a quick hand has let go of them by the end of the frame.
    Key::from_name(shortcut.key) == Some(*key)
        && modifiers.matches_exact(pattern)
        && (!repeat || repeats)
}

/// Whether a key is for commands, and not for what has the keyboard.
fn is_free(key: Key, ctrl: bool, focus: Focus) -> bool {
    match focus {
        Focus::Free => true,
        Focus::Widget => !matches!(
            key,
            Key::Space | Key::ArrowLeft | Key::ArrowRight | Key::Home | Key::Backspace
        ),
        // A text field has its own undo, select all and word jumps.
        Focus::Text => {
            is_function_key(key)
                || (ctrl
                    && !matches!(
                        key,
                        Key::Z | Key::Y | Key::A | Key::ArrowLeft | Key::ArrowRight
                    ))
        }
    }
}

/// No text is made of these.
fn is_function_key(key: Key) -> bool {
    Key::F1 <= key && key <= Key::F35
}

/// The commands that Space asks for: let go, and not used to drag the view in between.
pub fn space_tapped(ctx: &Context, map: &KeyMap, dragged: bool) -> Vec<Command> {
    let tapped = focus(ctx) == Focus::Free && !dragged && ctx.input(|i| i.key_released(Key::Space));
    let asked = |&command: &Command| {
        tapped
            && map
                .keys(command)
                .into_iter()
                .any(|keys| is_tap(command, keys))
    };
    Command::all().filter(asked).collect()
}
