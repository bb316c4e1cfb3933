//! Presses that belong to the game: while it plays, a press where nothing is edited fires the
//! spawners that wait for one. While an agent is taken over, all of them move it.

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
    /// An agent is taken over: all presses are of its player.
    pub has_player: bool,
    /// A press at the pointer would belong to the game.
    pub is_aimed: bool,
}

impl GamePress {
    /// What happened since the last call.
    pub fn take(&mut self) -> Self {
        let taken = *self;
        self.went_down = false;
        taken
    }

    /// Takes an event that belongs to the game. Returns whether it did.
    pub(crate) fn takes(
        &mut self,
        event: PointerEvent,
        tool: &Tool,
        context: &mut CanvasContext<'_>,
        is_playing: bool,
    ) -> bool {
        let has_player = self.has_player;
        let mut is_free = || {
            has_player
                || is_playing
                    && matches!(tool, Tool::Select(_))
                    && !tool.is_busy()
                    && event.modifiers == Modifiers::default()
                    && spawners::waits_for_press(&context.session.scene)
                    && is_free_for_game(event.at, context)
        };
        match event.kind {
            PointerKind::Press => {
                self.is_aimed = is_free();
                if self.is_aimed {
                    (self.is_down, self.went_down) = (true, true);
                }
                self.is_aimed
            }
            PointerKind::Move => {
                self.is_aimed = self.is_down || is_free();
                self.is_aimed
            }
            PointerKind::Release | PointerKind::SecondRelease => std::mem::take(&mut self.is_down),
            PointerKind::SecondaryPress => false,
            PointerKind::Leave => {
                self.is_aimed = false;
                false
            }
        }
    }
}
