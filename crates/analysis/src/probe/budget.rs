//! How much is measured, whatever a file asks for.

/// Ticks of agents that measurements may still take. When they are used up, the rest is not measured.
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

    /// For one preset, in the background: half a minute at most. The shortest slow radius of a body that takes a quarter of an hour to
    /// stop needs most of it.
    pub fn of_preset() -> Self {
        Self { left: 150_000_000 }
    }

    /// Measures with half of what is left: what takes long leaves something for what is measured after it.
    pub(crate) fn with_half<T>(&mut self, measure: impl FnOnce(&mut Self) -> T) -> T {
        let given = self.left / 2;
        let mut half = Self { left: given };
        let measured = measure(&mut half);
        self.left -= given - half.left;
        measured
    }

    /// Takes a tick of some agents.
    pub(crate) fn spend(&mut self, agents: usize) -> Result<(), NotMeasured> {
        match self.left.checked_sub(agents as u64) {
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
