//! What a game does to the simulation beside moving the pointer.

use crate::playback::Playback;

impl Playback {
    /// Presses or releases the pointer, for spawners that wait for it. Has an effect while it
    /// plays.
    pub fn set_pressed(&mut self, pressed: bool) {
        if self.resimulation.is_none() {
            self.run.set_pressed(pressed || self.is_held);
        }
    }

    /// Whether a command keeps the pointer pressed.
    pub fn is_held(&self) -> bool {
        self.is_held
    }

    /// Triggers an event of the game at the shown tick, and plays.
    pub fn trigger(&mut self, name: &str) {
        if !self.is_playing() {
            self.play();
        }
        self.triggers.push(name.to_owned());
    }
}
