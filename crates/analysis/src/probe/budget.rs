//! How much is measured, whatever a file asks for.

use steerwright_runtime::scene::{Agent, Scene};

/// Ticks that measurements may still take, each times the behaviors that run in it. When they are
/// used up, the rest is not measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    left: u64,
}

/// The [`Budget`] was used up before the answer was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotMeasured;

impl Budget {
    /// For all presets of a file: a second or two.
    pub fn of_file() -> Self {
        Self { left: 8_000_000 }
    }

    /// For one preset, in the background: a minute at most. The shortest slow radius of a body that
    /// takes a quarter of an hour to stop needs most of it.
    pub fn of_preset() -> Self {
        Self { left: 150_000_000 }
    }

    /// Measures with half of what is left: what takes long leaves something for what is measured
    /// after it.
    pub(crate) fn with_half<T>(&mut self, measure: impl FnOnce(&mut Self) -> T) -> T {
        let given = self.left / 2;
        let mut half = Self { left: given };
        let measured = measure(&mut half);
        self.left -= given - half.left;
        measured
    }

    /// Takes a tick that costs as much as [`cost_of_tick`] says.
    pub(crate) fn spend(&mut self, cost: u64) -> Result<(), NotMeasured> {
        match self.left.checked_sub(cost) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                self.left = 0;
                Err(NotMeasured)
            }
        }
    }
}

/// What a tick of a scene costs: each agent as much as its behaviors.
pub(crate) fn cost_of_tick(scene: &Scene) -> u64 {
    let cost = |agent: &Agent| {
        let behaviors = scene
            .preset(agent.preset)
            .map_or(0, |preset| preset.behaviors().count());
        behaviors.max(1) as u64
    };
    scene.agents.iter().map(cost).sum()
}
