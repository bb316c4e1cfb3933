//! Commands on the playback of the simulation.

use crate::command::define::{define_commands, info};
use crate::command::requirement::Requirement;
use crate::command::shortcut::{key, shift};

define_commands! {
    /// Commands on the playback of the simulation.
    PlaybackCommand in Playback {
        /// Plays or pauses the simulation.
        PlayPause => info("Play/pause", "Plays or pauses the simulation.").key(key("Space")),
        /// Goes forward by one tick.
        StepForward => info("Step forward", "Advances by one tick.").key(shift("Period")),
        /// Goes back by one tick.
        StepBack => info("Step back", "Goes back by one tick.").key(shift("Comma")),
        /// Returns to the start.
        Restart => info("Restart", "Returns to the start and keeps the seed.").key(key("Home")),
        /// Halves the playback speed.
        Slower => info("Slower", "Halves the playback speed.").key(key("Comma")),
        /// Doubles the playback speed.
        Faster => info("Faster", "Doubles the playback speed.").key(key("Period")),
        /// Presses or releases the pointer of the simulation.
        HoldPointer => info(
            "Hold pointer pressed",
            "Keeps the pointer pressed in the simulation, for spawners that fire on press.",
        )
        .requires(Requirement::PressSpawner),
        /// Takes the selected agent over, or ends that.
        TakeOver => info(
            "Take over agent",
            "Moves the selected agent with the keyboard or the pointer, and records it as a track.",
        )
        .key(key("F8"))
        .requires(Requirement::SelectedAgent),
        /// Keeps the run as the ghost.
        KeepGhost => info("Keep run as ghost", "Keeps this run to compare later runs with it.")
            .key(key("K")),
        /// Removes the ghost.
        ClearGhost => info("Clear ghost", "Removes the run kept for comparison.")
            .key(shift("K"))
            .requires(Requirement::Ghost),
    }
}
