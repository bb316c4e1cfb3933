//! Cut, copy and paste with the system clipboard.

use crate::editor::app::commands::edit::notify_kept;
use crate::editor::app::document::Document;
use crate::editor::app::messages::Messages;
use crate::editor::canvas::Canvas;
use crate::editor::keyboard::key_map::KeyMap;
use egui::{Context, Event, ViewportCommand};
use glam::DVec2;
use steerwright_authoring::clipboard;
use steerwright_authoring::clipboard::Clip;
use steerwright_authoring::command::ClipboardCommand;
use steerwright_authoring::edit;
use steerwright_authoring::edit::editable;
use steerwright_authoring::{Command, Item, Selection, Session, properties};

/// How many frames to wait for the clipboard. One that holds text answers sooner.
const MAX_WAIT_FRAMES: u64 = 10;

/// A paste that waits for the clipboard.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PendingPaste {
    at: PasteAt,
    frame: u64,
}

/// Where to paste.
#[derive(Clone, Copy, Debug, PartialEq)]
enum PasteAt {
    /// With the center at this position, in units.
    Point(DVec2),
    /// At the original position.
    InPlace,
}

/// The connection to the system clipboard.
#[derive(Default)]
pub(crate) struct Clipboard {
    pending_paste: Option<PendingPaste>,
}

impl Clipboard {
    /// The system turns its clipboard shortcuts into events. They cannot be assigned to other
    /// commands, but they can be removed.
    pub(crate) fn handle_events(
        &mut self,
        ctx: &Context,
        document: &mut Document,
        canvas: &Canvas,
        keys: &KeyMap,
        messages: &mut Messages,
    ) -> Vec<Command> {
        let mut commands = Vec::new();
        if ctx.text_edit_focused() {
            return commands;
        }
        if let Some(pending) = self.pending_paste {
            ctx.request_repaint();
            if ctx.cumulative_pass_nr() > pending.frame + MAX_WAIT_FRAMES {
                self.pending_paste = None;
                messages.notify("Nothing to paste; copy something first".into());
            }
        }
        let has_default_key = |command: ClipboardCommand| {
            let command = Command::Clipboard(command);
            command
                .shortcut()
                .is_some_and(|key| keys.keys(command).contains(&key))
        };
        let [copies, cuts, pastes] = [
            ClipboardCommand::Copy,
            ClipboardCommand::Cut,
            ClipboardCommand::Paste,
        ]
        .map(has_default_key);
        for event in ctx.input(|i| i.events.clone()) {
            match event {
                Event::Copy if copies && !document.session.selection.is_empty() => {
                    commands.push(Command::Clipboard(ClipboardCommand::Copy))
                }
                Event::Cut if cuts => commands.push(Command::Clipboard(ClipboardCommand::Cut)),
                Event::Paste(text) if pastes || self.pending_paste.is_some() => {
                    let at = self
                        .pending_paste
                        .take()
                        .map_or_else(|| PasteAt::Point(paste_point(canvas)), |pending| pending.at);
                    paste(&text, at, document, messages);
                }
                _ => {}
            }
        }
        commands
    }

    pub(crate) fn perform(
        &mut self,
        command: ClipboardCommand,
        document: &mut Document,
        canvas: &Canvas,
        messages: &mut Messages,
        ctx: &Context,
    ) {
        // A text field handles the clipboard itself.
        if ctx.text_edit_focused() {
            return;
        }
        document.finish_tool();
        let session = &mut document.session;
        match command {
            ClipboardCommand::Copy => copy(session, &session.selection, messages, ctx),
            ClipboardCommand::Cut => cut(session, messages, ctx),
            ClipboardCommand::Paste => {
                self.request_paste(PasteAt::Point(paste_point(canvas)), ctx);
            }
            ClipboardCommand::PasteInPlace => self.request_paste(PasteAt::InPlace, ctx),
        }
    }

    /// Asks the system for its clipboard, which answers with an event in a later frame.
    fn request_paste(&mut self, at: PasteAt, ctx: &Context) {
        self.pending_paste = Some(PendingPaste {
            at,
            frame: ctx.cumulative_pass_nr(),
        });
        ctx.send_viewport_cmd(ViewportCommand::RequestPaste);
    }
}

fn copy(session: &Session, copied: &Selection, messages: &mut Messages, ctx: &Context) {
    match Clip::of(&session.scene, copied).and_then(|clip| clip.text()) {
        Some(text) => ctx.copy_text(text),
        None => messages.notify("Nothing to copy; select something first".into()),
    }
}

fn cut(session: &mut Session, messages: &mut Messages, ctx: &Context) {
    let items: Vec<Item> = session.selection.iter().collect();
    let (items, locked) = editable::deletable(&session.scene, &items);
    notify_kept(&locked, session, messages);
    // Items that stay are not copied: pasting would duplicate them.
    if items.is_empty() && !locked.is_empty() {
        return;
    }
    copy(
        session,
        &Selection::of(items.iter().copied()),
        messages,
        ctx,
    );
    for name in edit::delete(&mut session.scene, &items) {
        messages.notify(format!("The preset {name} is in use and was not cut"));
    }
    session.name_step("Cut");
}

/// The position of the menu or the pointer, or the center of the canvas if the pointer is
/// elsewhere.
fn paste_point(canvas: &Canvas) -> DVec2 {
    canvas
        .menu_point()
        .or(canvas.pointer)
        .unwrap_or(canvas.viewport.center)
}

fn paste(text: &str, at: PasteAt, document: &mut Document, messages: &mut Messages) {
    let clip = match Clip::read(text) {
        Ok(clip) => clip,
        Err(error) => return messages.notify(format!("Nothing was pasted: {error}")),
    };
    document.finish_tool();
    let by = match (at, clip.center()) {
        (PasteAt::Point(at), Some(center)) => at - center,
        (PasteAt::Point(_), None) | (PasteAt::InPlace, _) => DVec2::ZERO,
    };
    let session = &mut document.session;
    let adapted = clip.adapted_properties(&session.scene);
    if let Some(text) = properties::adapted_text(&adapted) {
        messages.notify(text);
    }
    let pasted = clipboard::paste(&mut session.scene, &clip, by);
    session.selection.set_all(pasted);
    session.name_step("Paste");
}
