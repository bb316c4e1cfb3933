//! What was done beside moving the pointer: presses, events of the game, and the moves of players.

use std::collections::BTreeMap;
use steerwright_runtime::simulation::World;
use steerwright_runtime::simulation::command::WorldCommand;

/// What was done between two ticks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Input {
    /// Each change of the pointer: whether it was pressed then.
    presses: Vec<bool>,
    /// The names that were triggered.
    triggers: Vec<String>,
    /// The agents that players drove and released.
    moves: Vec<WorldCommand>,
}

/// Presses between two ticks beyond these change nothing.
const MAX_PRESSES: usize = 3;
/// Triggers between two ticks beyond these are not kept, and not given to the world.
const MAX_TRIGGERS: usize = 1000;

impl Input {
    /// Presses or releases the pointer of `world`, and remembers it. A call that changes nothing is
    /// not kept.
    pub fn set_pressed(&mut self, world: &mut World, pressed: bool) {
        if world.is_pressed() == pressed {
            return;
        }
        world.set_pressed(pressed);
        self.presses.push(pressed);
        if self.presses.len() > MAX_PRESSES {
            // Two changes cancel each other; that there was a press is still in those before.
            self.presses.truncate(MAX_PRESSES - 1);
        }
    }

    /// Triggers a name in `world`, and remembers it.
    pub fn trigger(&mut self, world: &mut World, name: &str) {
        if self.triggers.len() < MAX_TRIGGERS && world.trigger(name) {
            self.triggers.push(name.to_owned());
        }
    }

    /// Drives or releases an agent, and remembers it. A command that the world refuses is not kept.
    pub fn perform(&mut self, world: &mut World, command: WorldCommand) {
        if command.clone().apply(world).is_ok() {
            self.moves.push(command);
        }
    }

    /// The agents that players drove and released.
    pub fn moves(&self) -> &[WorldCommand] {
        &self.moves
    }

    /// The same without the moves of players.
    pub fn without_moves(&self) -> Self {
        Self {
            moves: Vec::new(),
            ..self.clone()
        }
    }

    /// Does the same to another world.
    pub fn apply(&self, world: &mut World) {
        for &pressed in &self.presses {
            world.set_pressed(pressed);
        }
        for name in &self.triggers {
            world.trigger(name);
        }
        for command in &self.moves {
            // It was accepted in the run.
            let _ = command.clone().apply(world);
        }
    }

    fn is_empty(&self) -> bool {
        self.presses.is_empty() && self.triggers.is_empty() && self.moves.is_empty()
    }
}

/// The inputs of a recording, by the tick that came after them.
#[derive(Clone, Debug, Default)]
pub(super) struct Inputs(BTreeMap<u64, Input>);

impl Inputs {
    pub(super) fn push(&mut self, tick: u64, input: Input) {
        if !input.is_empty() {
            self.0.insert(tick, input);
        }
    }

    pub(super) fn before(&self, tick: u64) -> Option<&Input> {
        self.0.get(&tick)
    }

    pub(super) fn truncate(&mut self, tick: u64) {
        self.0.retain(|&of, _| of <= tick);
    }

    pub(super) fn drop_before(&mut self, tick: u64) {
        self.0.retain(|&of, _| of >= tick);
    }
}
