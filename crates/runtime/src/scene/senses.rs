//! What the agents of a preset hear, and how alert they become.

use serde::{Deserialize, Serialize};

/// How the agents of a preset hear noises.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Hearing {
    /// The radius of a noise is multiplied by this, 0 to 1000.
    pub scale: f64,
    /// Behind a wall, the radius is multiplied by this as well, 0 to 1.
    pub muffle: f64,
}

impl Default for Hearing {
    fn default() -> Self {
        Self {
            scale: 1.0,
            muffle: 0.5,
        }
    }
}

/// How fast the agents of a preset become alert: how their meter moves between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Alert {
    /// How fast the meter rises while someone is seen within the near distance of the sight, 0 or
    /// more, 1/s.
    pub rise_near: f64,
    /// How fast it rises while someone is seen at the range of the sight, 0 or more, 1/s.
    pub rise_far: f64,
    /// How fast it falls while no one is seen, 0 or more, 1/s.
    pub fall: f64,
    /// How much it rises in a tick in which a noise is heard, 0 to 1.
    pub noise_rise: f64,
}

impl Default for Alert {
    fn default() -> Self {
        Self {
            rise_near: 4.0,
            rise_far: 0.5,
            fall: 0.25,
            noise_rise: 0.3,
        }
    }
}
