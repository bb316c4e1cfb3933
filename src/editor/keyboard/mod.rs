//! Running commands by keyboard shortcuts.

pub mod key_map;
pub mod nudge;
pub mod shortcut_editor;
pub mod shortcut_sheet;

use crate::editor::keyboard::key_map::KeyMap;
use egui::{Context, Event, Id, Key, Modifiers};
use steerwright_authoring::Command;
use steerwright_authoring::command::Shortcut;
use steerwright_authoring::command::{HistoryCommand, PlaybackCommand, ViewCommand};

/// What the keyboard input goes to.
#[derive(Clone, Copy, PartialEq)]
enum Focus {
    /// A text field.
    Text,
    /// A button or slider focused with Tab, which handles Space, Enter and arrows.
    Widget,
    Free,
}

/// Remembers the widget of the canvas, whose keys are commands and tool keys.
pub fn mark_canvas(ctx: &Context, canvas: Id) {
    ctx.data_mut(|data| data.insert_temp(canvas_key(), canvas));
}

fn canvas_key() -> Id {
    Id::unique("canvas")
}

/// Takes the keyboard focus from all widgets.
pub fn release_focus(ctx: &Context) {
    ctx.memory_mut(|memory| {
        if let Some(focused) = memory.focused() {
            memory.surrender_focus(focused);
        }
    });
}

/// Whether a widget other than the canvas has the keyboard focus.
pub fn is_widget_focused(ctx: &Context) -> bool {
    let canvas: Option<Id> = ctx.data(|data| data.get_temp(canvas_key()));
    let focused = ctx.memory(|memory| memory.focused());
    focused.is_some() && focused != canvas
}

fn focus(ctx: &Context) -> Focus {
    if ctx.text_edit_focused() {
        Focus::Text
    } else if is_widget_focused(ctx) {
        Focus::Widget
    } else {
        Focus::Free
    }
}

/// The commands whose shortcuts were pressed in this frame, in order. Single letters are ignored
/// while text is being typed.
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
            let matches = |&&(command, shortcut): &&(Command, Shortcut)| {
                !is_tap(command, shortcut) && is_press_for(event, command, shortcut, focus)
            };
            let pressed = keys.iter().find(matches);
            commands.extend(pressed.map(|(command, _)| *command));
            pressed.is_none()
        });
    });
    commands
}

/// Takes keys and text that follow the press of a command's shortcut in this frame, for the dialog
/// that the command opens.
pub fn take_typed_after(ctx: &Context, command: Command, map: &KeyMap) -> Vec<Event> {
    let (focus, shortcuts) = (focus(ctx), map.keys(command));
    let opens = |event: &Event| {
        let mut shortcuts = shortcuts.iter();
        shortcuts.any(|&shortcut| is_press_for(event, command, shortcut, focus))
    };
    ctx.input_mut(|i| {
        let Some(press) = i.events.iter().position(opens) else {
            return Vec::new();
        };
        let later = i.events.split_off(press + 1);
        let (typed, others): (Vec<Event>, Vec<Event>) = later.into_iter().partition(is_typed);
        i.events.extend(others);
        typed
    })
}

fn is_typed(event: &Event) -> bool {
    matches!(
        event,
        Event::Key { .. } | Event::Text(_) | Event::Paste(_) | Event::Ime(_)
    )
}

/// Whether any of these shortcuts was pressed in this frame.
pub fn is_pressed(ctx: &Context, shortcuts: &[Shortcut]) -> bool {
    ctx.input(|i| {
        i.events.iter().any(|event| {
            shortcuts
                .iter()
                .any(|&shortcut| is_press_of(event, shortcut, false))
        })
    })
}

/// Space plays on release, because holding it pans the view.
fn is_tap(command: Command, keys: Shortcut) -> bool {
    command == Command::Playback(PlaybackCommand::PlayPause)
        && keys
            == (Shortcut {
                ctrl: false,
                alt: false,
                shift: false,
                key: Key::Space.name(),
            })
}

/// Whether holding a key down repeats a command. Toggles do not repeat.
fn repeats(command: Command) -> bool {
    matches!(
        command,
        Command::History(HistoryCommand::Undo | HistoryCommand::Redo)
            | Command::Playback(PlaybackCommand::StepForward | PlaybackCommand::StepBack)
            | Command::View(ViewCommand::ZoomIn | ViewCommand::ZoomOut)
    )
}

/// Whether an event is a key press that runs a command.
fn is_press_for(event: &Event, command: Command, shortcut: Shortcut, focus: Focus) -> bool {
    is_press_of(event, shortcut, repeats(command))
        && Key::from_name(shortcut.key).is_some_and(|key| is_available(key, shortcut.ctrl, focus))
}

/// Whether an event is a press of a shortcut, or a repeated press if `repeats` is set.
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
    // Use the modifiers of the event: by the end of the frame, they may have been released.
    Key::from_name(shortcut.key) == Some(*key)
        && modifiers.matches_exact(pattern)
        && (!repeat || repeats)
}

/// Whether a key is available for commands, given the focus.
fn is_available(key: Key, ctrl: bool, focus: Focus) -> bool {
    match focus {
        Focus::Free => true,
        Focus::Widget => !matches!(
            key,
            Key::Space | Key::ArrowLeft | Key::ArrowRight | Key::Home | Key::Backspace
        ),
        // Text fields handle undo, select all and word jumps.
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

/// Keys that never produce text.
fn is_function_key(key: Key) -> bool {
    Key::F1 <= key && key <= Key::F35
}

/// The commands that a tap of Space runs: it was released and not used to pan.
pub fn space_tapped(ctx: &Context, map: &KeyMap, dragged: bool) -> Vec<Command> {
    let tapped = focus(ctx) == Focus::Free && !dragged && ctx.input(|i| i.key_released(Key::Space));
    let is_run = |&command: &Command| {
        tapped
            && map
                .keys(command)
                .into_iter()
                .any(|keys| is_tap(command, keys))
    };
    Command::all().filter(is_run).collect()
}
