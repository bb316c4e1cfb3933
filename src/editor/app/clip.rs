//! Cut, copy and paste through the system's clipboard.

use super::App;
use egui::{Context, Event, ViewportCommand};
use glam::DVec2;
use steerwright_authoring::clipboard;
use steerwright_authoring::clipboard::Clip;
use steerwright_authoring::{Command, Item, Selection, edit, editable};

/// A clipboard that has something answers within this many frames.
const PATIENCE_FRAMES: u64 = 10;

/// What the clipboard was asked for, and in which frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AskedFor {
    at: PasteAt,
    frame: u64,
}

/// Where what was copied is to be put, once the clipboard has answered.
#[derive(Clone, Copy, Debug, PartialEq)]
enum PasteAt {
    /// Its middle here, u.
    Point(DVec2),
    /// Where it was.
    InPlace,
}

impl App {
    /// The system turns the usual keys into events of their own. They cannot be given to other commands, but taken from these.
    pub(super) fn clipboard_events(&mut self, ctx: &Context, commands: &mut Vec<Command>) {
        if ctx.text_edit_focused() {
            return;
        }
        if let Some(asked) = self.asked_for {
            ctx.request_repaint();
            if ctx.cumulative_pass_nr() > asked.frame + PATIENCE_FRAMES {
                self.asked_for = None;
                self.notify("There is nothing to paste; copy something first".into());
            }
        }
        let keeps_key = |command: Command| {
            command
                .shortcut()
                .is_some_and(|usual| self.view.keys.keys(command).contains(&usual))
        };
        let [copies, cuts, pastes] = [Command::Copy, Command::Cut, Command::Paste].map(keeps_key);
        for event in ctx.input(|i| i.events.clone()) {
            match event {
                Event::Copy if copies && !self.session.selection.is_empty() => {
                    commands.push(Command::Copy)
                }
                Event::Cut if cuts => commands.push(Command::Cut),
                Event::Paste(text) if pastes || self.asked_for.is_some() => self.paste(&text),
                _ => {}
            }
        }
    }

    pub(super) fn perform_with_clipboard(&mut self, command: Command, ctx: &Context) {
        // A field that is being typed into has a clipboard of its own.
        if ctx.text_edit_focused() {
            return;
        }
        self.put_tool_down();
        match command {
            Command::Copy => self.copy(&self.session.selection.clone(), ctx),
            Command::Cut => {
                let items: Vec<Item> = self.session.selection.iter().collect();
                let (items, locked) = editable::deletable(&self.session.scene, &items);
                self.say_kept(&locked);
                // What stays is not copied either: pasting would double it.
                if items.is_empty() && !locked.is_empty() {
                    return;
                }
                self.copy(&Selection::of(items.iter().copied()), ctx);
                for name in edit::delete(&mut self.session.scene, &items) {
                    self.notify(format!("The preset {name} is in use and stays"));
                }
                self.session.name_step("Cut");
            }
            // The clipboard answers with an event in the next frame.
            Command::Paste | Command::PasteInPlace => {
                let at = if command == Command::PasteInPlace {
                    PasteAt::InPlace
                } else {
                    PasteAt::Point(self.paste_point())
                };
                self.asked_for = Some(AskedFor {
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
            None => self.notify("There is nothing to copy; select something first".into()),
        }
    }

    /// Where the menu was opened, or the pointer is; the middle of the canvas if it is elsewhere.
    fn paste_point(&self) -> DVec2 {
        let canvas = &self.view.canvas;
        canvas
            .menu_point()
            .or(canvas.pointer)
            .unwrap_or(canvas.viewport.center)
    }

    fn paste(&mut self, text: &str) {
        let at = self
            .asked_for
            .take()
            .map_or(PasteAt::Point(self.paste_point()), |asked| asked.at);
        let clip = match Clip::read(text) {
            Ok(clip) => clip,
            Err(error) => return self.notify(format!("Nothing was pasted: {error}")),
        };
        self.put_tool_down();
        let by = match (at, clip.middle()) {
            (PasteAt::Point(at), Some(middle)) => at - middle,
            _ => DVec2::ZERO,
        };
        let pasted = clipboard::paste(&mut self.session.scene, &clip, by);
        self.session.selection.set_all(pasted);
        self.session.name_step("Paste");
    }
}
