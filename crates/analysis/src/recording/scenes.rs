//! The scenes of a run that is edited while it plays, as far as they say which paths its agents
//! follow.

use std::collections::VecDeque;
use std::sync::Arc;
use steerwright_runtime::scene::{Agent, Preset, Role, Scene, StateView};

/// With more than this, it is not known what came before the oldest.
const MAX_SCENES: usize = 256;

#[derive(Clone, Debug)]
struct Entry {
    /// The first tick of this scene.
    since: u64,
    /// `None` if it was given up.
    scene: Option<Scene>,
}

/// The scenes of a run, oldest first. An edit after which agents follow the same paths replaces the
/// latest one.
#[derive(Clone, Debug)]
pub(super) struct Scenes(VecDeque<Entry>);

impl Scenes {
    pub(super) fn starting_with(tick: u64, scene: &Scene) -> Self {
        Self(VecDeque::from([Entry {
            since: tick,
            scene: Some(scene.clone()),
        }]))
    }

    /// Keeps the scene of the ticks from `since`.
    pub(super) fn push(&mut self, since: u64, scene: &Scene) {
        if let Some(last) = self.0.back_mut() {
            let is_same = |last: &Scene| follow_the_same(last, scene);
            if last.since == since || last.scene.as_ref().is_some_and(is_same) {
                last.scene = Some(scene.clone());
                return;
            }
        }
        self.0.push_back(Entry {
            since,
            scene: Some(scene.clone()),
        });
        if self.0.len() > MAX_SCENES {
            self.0.remove(1);
            if let Some(oldest) = self.0.front_mut() {
                oldest.scene = None;
            }
        }
    }

    /// The scene of a tick and the first tick that it is of. `None` instead of a scene if it is not
    /// known.
    pub(super) fn at(&self, tick: u64) -> (u64, Option<&Scene>) {
        let after = self.0.partition_point(|entry| entry.since <= tick);
        let entry = self.0.get(after.saturating_sub(1));
        entry.map_or((0, None), |entry| (entry.since, entry.scene.as_ref()))
    }

    /// Removes what is needed only for ticks after `tick`.
    pub(super) fn truncate(&mut self, tick: u64) {
        let after = self.0.partition_point(|entry| entry.since <= tick);
        self.0.truncate(after.max(1));
    }
}

/// Whether agents follow their path in a state.
pub(crate) fn follows(state: &StateView<'_>) -> bool {
    let mut behaviors = state.motion.behaviors().iter();
    behaviors.any(|weighted| weighted.behavior.needs() == Some(Role::Path))
}

/// Whether the agents follow the same paths in the same states, and none was moved.
fn follow_the_same(a: &Scene, b: &Scene) -> bool {
    let same_agent = |(a, b): (&Agent, &Agent)| {
        (a.id, a.path, a.preset, a.position) == (b.id, b.path, b.preset, b.position)
    };
    let same_preset = |(a, b): (&Arc<Preset>, &Arc<Preset>)| {
        let followed = |preset: &Preset| -> Vec<bool> {
            preset.all_states().map(|state| follows(&state)).collect()
        };
        Arc::ptr_eq(a, b) || a.id == b.id && followed(a) == followed(b)
    };
    a.paths == b.paths
        && a.agents.len() == b.agents.len()
        && (Arc::ptr_eq(&a.agents, &b.agents) || a.agents.iter().zip(&*b.agents).all(same_agent))
        && a.presets.len() == b.presets.len()
        && a.presets.iter().zip(&b.presets).all(same_preset)
}
