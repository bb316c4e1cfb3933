//! Everything that is measured about a preset, and about one of its agents.

use super::{
    Approach, Budget, Following, Leaving, PathWalk, StraightApproach, follow_of, leaving,
    own_approach, own_following, own_leaving, own_path_walk, straight_approach,
};
use steerwright_runtime::scene::{AgentId, Behavior, PresetId, Scene};
use steerwright_runtime::steering::follow_path::Traversal;

/// The verdicts about a preset and one of its agents.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdicts {
    /// One for each behavior of the preset, in order.
    pub behaviors: Vec<BehaviorVerdict>,
    /// How the agent approaches its target in the scene.
    pub approach: Option<Approach>,
    /// How the agent leaves its danger in the scene.
    pub leaving: Option<Leaving>,
    /// How the agent follows its leader in the scene.
    pub following: Option<Following>,
    /// How the agent walks its path.
    pub walk: Option<PathWalk>,
}

/// The verdict about a behavior, measured alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BehaviorVerdict {
    /// The straight approach at max speed, of a behavior that stops at a target.
    pub straight: Option<StraightApproach>,
    /// The escape from a danger.
    pub leaving: Option<Leaving>,
    /// Whether the [`Budget`] was used up before it was measured.
    pub is_unmeasured: bool,
}

/// Measures a preset of `scene`, and `agent` in the scene. Takes some milliseconds, and more for a
/// scene with many agents.
pub fn verdicts(scene: &Scene, preset: PresetId, agent: Option<AgentId>) -> Verdicts {
    let rate = scene.ticks_per_second;
    let mut budget = Budget::of_preset();
    let behaviors = scene
        .preset(preset)
        .map(|preset| {
            let ends = walks_to_an_end(scene, preset.id);
            preset
                .behaviors()
                .enumerate()
                .map(|(index, behavior)| {
                    let straight = if ends || !matches!(behavior, Behavior::FollowPath(_)) {
                        straight_approach(preset, index, rate, &mut budget)
                    } else {
                        Ok(None)
                    };
                    let leaving = leaving(preset, index, rate, &mut budget);
                    BehaviorVerdict {
                        is_unmeasured: straight.is_err() || leaving.is_err(),
                        straight: straight.unwrap_or_default(),
                        leaving: leaving.unwrap_or_default(),
                    }
                })
                .collect()
        })
        .unwrap_or_default();
    Verdicts {
        behaviors,
        approach: agent.and_then(|agent| own_approach(scene, agent)),
        leaving: agent.and_then(|agent| own_leaving(scene, agent)),
        following: agent.and_then(|agent| own_following(scene, agent)),
        walk: agent.and_then(|agent| own_path_walk(scene, agent)),
    }
}

/// Whether an agent of the preset follows a path that it walks once.
pub(crate) fn walks_to_an_end(scene: &Scene, preset: PresetId) -> bool {
    scene
        .agents
        .iter()
        .filter(|agent| agent.preset == preset && follow_of(scene, agent).is_some())
        .filter_map(|agent| scene.path(agent.path?))
        .any(|path| path.traversal == Traversal::Once)
}
