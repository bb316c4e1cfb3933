//! Taking an agent over: the keys and the pointer of the player, and what ends it.

use crate::editor::app::App;
use crate::editor::app::document::Document;
use crate::editor::overlays::player_banner::player_banner_ui;
use egui::{Context, Event, Key, Modifiers};
use steerwright_authoring::command::{PlaybackCommand, WindowCommand};
use steerwright_authoring::playback::PlayerInput;
use steerwright_authoring::{Command, Item, tracks};

/// The keys that move: left, right, down and up.
const MOVE_KEYS: [[Key; 2]; 4] = [
    [Key::A, Key::ArrowLeft],
    [Key::D, Key::ArrowRight],
    [Key::S, Key::ArrowDown],
    [Key::W, Key::ArrowUp],
];
/// The key that sneaks. With Ctrl, other keys would be commands.
const SNEAK_KEY: Key = Key::C;

impl Document {
    /// Takes the selected agent over, or ends that.
    pub(super) fn toggle_take_over(&mut self) {
        if self.playback.is_taken_over() {
            return self.end_take_over();
        }
        self.finish_tool();
        self.session.commit();
        self.playback.apply_scene(&self.session.scene, false);
        if let Some(Item::Agent(agent)) = self.session.selection.primary() {
            self.playback.take_over(agent);
        }
    }

    /// Ends taking over, if an agent is taken over, and keeps what was recorded as a track: one
    /// step of the history.
    pub(super) fn end_take_over(&mut self) {
        if !self.playback.is_taken_over() {
            return;
        }
        let Some(track) = self.playback.end_take_over() else {
            return;
        };
        self.session.commit();
        tracks::add(&mut self.session.scene, track);
        self.session.name_step("Record track");
        self.session.commit();
        self.playback.take_tracks(&self.session.scene);
    }
}

impl App {
    /// Passes keys and the pointer to the player, if an agent is taken over. They do nothing else
    /// then.
    pub(super) fn take_player_keys(&mut self, ctx: &Context) {
        if !self.document.playback.is_taken_over() {
            return;
        }
        if ctx.input(|i| i.events.contains(&Event::WindowFocused(false))) {
            self.document.playback.pause();
        }
        let is_free = !self.is_modal_open()
            && !egui::Popup::is_any_open(ctx)
            && !ctx.text_edit_focused()
            && !self.panels.outliner.opens_field();
        if !is_free {
            return self
                .document
                .playback
                .set_player_input(&PlayerInput::default());
        }
        let canvas = &self.panels.canvas;
        let pointer = canvas.pointer.filter(|_| canvas.press.is_down);
        let input = ctx.input_mut(|i| {
            // A key that is pressed and released within a frame moves for this frame.
            let is_down = |key| i.key_down(key) || i.key_pressed(key);
            let plain = !i.modifiers.command && !i.modifiers.alt;
            let input = PlayerInput {
                keys: MOVE_KEYS.map(|keys| plain && keys.into_iter().any(is_down)),
                pointer,
                run: i.modifiers.shift,
                sneak: plain && is_down(SNEAK_KEY),
            };
            i.events.retain(|event| !is_of_player(event));
            input
        });
        self.document.playback.set_player_input(&input);
        if ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape)) {
            self.document.end_take_over();
        }
    }

    /// Ends taking over before a command that would change the run or the scene.
    pub(super) fn end_take_over_before(&mut self, command: Command) {
        let goes_on = matches!(
            command,
            Command::View(_)
                | Command::Layer(_)
                | Command::Interface(_)
                | Command::Playback(
                    PlaybackCommand::PlayPause
                        | PlaybackCommand::StepForward
                        | PlaybackCommand::Slower
                        | PlaybackCommand::Faster
                        | PlaybackCommand::TakeOver
                )
                | Command::Window(WindowCommand::CommandPalette | WindowCommand::KeyboardShortcuts)
        );
        if !goes_on {
            self.document.end_take_over();
        }
    }

    /// Draws what is recorded over the canvas.
    pub(super) fn player_banner_ui(&mut self, ctx: &Context) {
        let Some(canvas) = self.panels.canvas.areas().0 else {
            return;
        };
        let Document {
            session, playback, ..
        } = &self.document;
        if player_banner_ui(ctx, canvas, &session.scene, playback) {
            self.document.end_take_over();
        }
    }
}

/// Whether an event is a key of the player, which is no command then.
fn is_of_player(event: &Event) -> bool {
    match event {
        Event::Key { key, modifiers, .. } => {
            let moves = MOVE_KEYS.as_flattened().contains(key) || *key == SNEAK_KEY;
            moves && !modifiers.command && !modifiers.alt
        }
        _ => false,
    }
}
