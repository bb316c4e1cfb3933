//! What draws random numbers, and so depends on the seed of the scene.

use crate::scene::node_action::{Choose, NodeAction, NodeScript};
use crate::scene::path::Node;
use crate::scene::{Preset, SpawnPlace, Spawner, Term};

impl Preset {
    /// Whether the agents draw random numbers after they have entered: in homing walks, in
    /// searches, and for states of random length.
    ///
    /// ```
    /// use steerwright_runtime::scene::{Behavior, Preset, PresetId};
    /// let preset = |behavior| Preset::steered(PresetId(1), "Ann", [behavior]);
    /// assert!(preset(Behavior::HomingWalk(Default::default())).is_random());
    /// assert!(!preset(Behavior::Seek {}).is_random());
    /// ```
    #[must_use]
    pub fn is_random(&self) -> bool {
        let mut behaviors = self.behaviors_of_all_states();
        let mut states = self.all_states();
        behaviors.any(|weighted| weighted.behavior.description().is_random)
            || states.any(|state| state.rules.terms().any(lasts_at_random))
    }
}

fn lasts_at_random(term: &Term) -> bool {
    matches!(term, Term::For { min, max } if min < max)
}

impl Node {
    /// Whether agents wait here for a random time, or choose at random where they go on.
    #[must_use]
    pub fn is_random(&self) -> bool {
        let chooses_at_random = |script: &NodeScript| match script.choose {
            Choose::Random => script.next.len() > 1,
            Choose::InTurn => false,
        };
        self.script.as_deref().is_some_and(chooses_at_random)
            || self.actions().iter().any(waits_at_random)
    }
}

fn waits_at_random(action: &NodeAction) -> bool {
    matches!(action, NodeAction::Wait { min, max } if min < max)
}

impl Spawner {
    /// Whether it adds agents at random times or places.
    #[must_use]
    pub fn is_random(&self) -> bool {
        let at_edge = match self.place {
            SpawnPlace::Edge(_) => true,
            SpawnPlace::Point(_) | SpawnPlace::Marker(_) | SpawnPlace::Agent(_) => false,
        };
        at_edge || self.scatter.is_some() || self.jitter > 0.0
    }
}
