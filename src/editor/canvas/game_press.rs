//! Presses that belong to the game: while it plays, a press where nothing is edited fires the spawners that wait for one.

use steerwright_authoring::tool::select::is_free_for_game;
use steerwright_authoring::tool::{Modifiers, PointerEvent, PointerKind, Tool};
use steerwright_authoring::{CanvasContext, spawners};

/// Whether the game has the button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GamePress {
    /// It is down.
    pub is_down: bool,
    /// It went down since this was read last.
    pub went_down: bool,
}

impl GamePress {
    /// What happened since the last call.
    pub fn take(&mut self) -> Self {
        let taken = *self;
        self.went_down = false;
        taken
    }

    /// Takes an event that belongs to the game. Returns whether it did.
    pub(super) fn takes(
        &mut self,
        event: PointerEvent,
        tool: &Tool,
        context: &mut CanvasContext<'_>,
        is_playing: bool,
    ) -> bool {
        match event.kind {
            PointerKind::Press => {
                let is_free = is_playing
                    && matches!(tool, Tool::Select(_))
                    && event.modifiers == Modifiers::default()
                    && spawners::waits_for_press(&context.session.scene)
                    && is_free_for_game(event.at, context);
                if is_free {
                    (self.is_down, self.went_down) = (true, true);
                }
                is_free
            }
            PointerKind::Move => self.is_down,
            PointerKind::Release | PointerKind::SecondRelease => std::mem::take(&mut self.is_down),
            PointerKind::SecondaryPress | PointerKind::Leave => false,
        }
    }
}
