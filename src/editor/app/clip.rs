//! Cut, copy and paste with the system clipboard.

use super::App;
use egui::{Context, Event, ViewportCommand};
use glam::DVec2;
use steerwright_authoring::clipboard;
use steerwright_authoring::clipboard::Clip;
use steerwright_authoring::{Command, Item, Selection, edit, editable};

/// How many frames to wait for the clipboard. One that holds text answers sooner.
const MAX_WAIT_FRAMES: u64 = 10;

/// A paste that waits for the clipboard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PendingPaste {
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

impl App {
    /// The system turns its clipboard shortcuts into events. They cannot be assigned to other
    /// commands, but they can be removed.
    pub(super) fn clipboard_events(&mut self, ctx: &Context, commands: &mut Vec<Command>) {
        if ctx.text_edit_focused() {
            return;
        }
        if let Some(pending) = self.pending_paste {
            ctx.request_repaint();
            if ctx.cumulative_pass_nr() > pending.frame + MAX_WAIT_FRAMES {
                self.pending_paste = None;
                self.notify("Nothing to paste; copy something first".into());
            }
        }
        let has_default_key = |command: Command| {
            command
                .shortcut()
                .is_some_and(|key| self.view.keys.keys(command).contains(&key))
        };
        let [copies, cuts, pastes] =
            [Command::Copy, Command::Cut, Command::Paste].map(has_default_key);
        for event in ctx.input(|i| i.events.clone()) {
            match event {
                Event::Copy if copies && !self.session.selection.is_empty() => {
                    commands.push(Command::Copy)
                }
                Event::Cut if cuts => commands.push(Command::Cut),
                Event::Paste(text) if pastes || self.pending_paste.is_some() => self.paste(&text),
                _ => {}
            }
        }
    }

    pub(super) fn perform_with_clipboard(&mut self, command: Command, ctx: &Context) {
        // A text field handles the clipboard itself.
        if ctx.text_edit_focused() {
            return;
        }
        self.finish_tool();
        match command {
            Command::Copy => self.copy(&self.session.selection.clone(), ctx),
            Command::Cut => {
                let items: Vec<Item> = self.session.selection.iter().collect();
                let (items, locked) = editable::deletable(&self.session.scene, &items);
                self.notify_kept(&locked);
                // Items that stay are not copied: pasting would duplicate them.
                if items.is_empty() && !locked.is_empty() {
                    return;
                }
                self.copy(&Selection::of(items.iter().copied()), ctx);
                for name in edit::delete(&mut self.session.scene, &items) {
                    self.notify(format!("The preset {name} is in use and was not cut"));
                }
                self.session.name_step("Cut");
            }
            // The clipboard answers with an event in a later frame.
            Command::Paste | Command::PasteInPlace => {
                let at = if command == Command::PasteInPlace {
                    PasteAt::InPlace
                } else {
                    PasteAt::Point(self.paste_point())
                };
                self.pending_paste = Some(PendingPaste {
                    at,
                    frame: ctx.cumulative_pass_nr(),
                });
                ctx.send_viewport_cmd(ViewportCommand::RequestPaste);
            }
            _ => {}
        }
    }

    fn copy(&mut self, copied: &Selection, ctx: &Context) {
        match Clip::of(&self.session.scene, copied).and_then(|clip| clip.text()) {
            Some(text) => ctx.copy_text(text),
            None => self.notify("Nothing to copy; select something first".into()),
        }
    }

    /// The position of the menu or the pointer, or the center of the canvas if the pointer is
    /// elsewhere.
    fn paste_point(&self) -> DVec2 {
        let canvas = &self.view.canvas;
        canvas
            .menu_point()
            .or(canvas.pointer)
            .unwrap_or(canvas.viewport.center)
    }

    fn paste(&mut self, text: &str) {
        let at = self
            .pending_paste
            .take()
            .map_or(PasteAt::Point(self.paste_point()), |pending| pending.at);
        let clip = match Clip::read(text) {
            Ok(clip) => clip,
            Err(error) => return self.notify(format!("Nothing was pasted: {error}")),
        };
        self.finish_tool();
        let by = match (at, clip.center()) {
            (PasteAt::Point(at), Some(center)) => at - center,
            _ => DVec2::ZERO,
        };
        let pasted = clipboard::paste(&mut self.session.scene, &clip, by);
        self.session.selection.set_all(pasted);
        self.session.name_step("Paste");
    }
}
