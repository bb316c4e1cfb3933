//! Comparing two versions: A runs beside the scene, which is B, from the same start and with the
//! same seed.

use crate::playback::Playback;
use crate::session::same_simulation::same_simulation;
use std::sync::Arc;
use steerwright_analysis::{Recording, Run};
use steerwright_runtime::scene::{Agent, AgentId, Preset, PresetId, Scene, SpawnWhen, Target};

/// How version A differs from the scene.
#[derive(Clone, Debug, PartialEq)]
pub enum Variant {
    /// A preset as it was when it was kept.
    Kept {
        /// The preset.
        kept: Arc<Preset>,
        /// The agents that had it when it was kept, with their presets in A.
        agents: Vec<(AgentId, PresetId)>,
    },
    /// Another preset of the scene, for one agent.
    Other {
        /// The agent.
        agent: AgentId,
        /// Its preset in A.
        preset: PresetId,
    },
}

impl Variant {
    /// A preset and the agents that have it, as they are in a scene. `None` if it is not there.
    #[must_use]
    pub fn kept(scene: &Scene, preset: PresetId) -> Option<Self> {
        let mut presets = scene.presets.iter();
        let kept = Arc::clone(presets.find(|existing| existing.id == preset)?);
        let users = scene.agents.iter().filter(|agent| agent.preset == preset);
        let agents = users.map(|agent| (agent.id, preset)).collect();
        Some(Self::Kept { kept, agents })
    }

    /// The scene with this variant. `None` if the preset or the agent is gone.
    pub fn applied_to(&self, scene: &Scene) -> Option<Scene> {
        let mut changed = scene.clone();
        match self {
            Self::Kept { kept, agents } => {
                let mut presets = changed.presets.iter_mut();
                let preset = Arc::make_mut(presets.find(|preset| preset.id == kept.id)?);
                preset.body = kept.body;
                preset.motion = kept.motion.clone();
                for (id, had) in agents {
                    let has_other = |agent: &Agent| agent.preset != *had;
                    if scene.agent(*id).is_some_and(has_other) {
                        scene.preset(*had)?;
                        changed.agent_mut(*id)?.preset = *had;
                    }
                }
            }
            Self::Other { agent, preset } => {
                scene.preset(*preset)?;
                let mut agents = Arc::make_mut(&mut changed.agents).iter_mut();
                agents.find(|other| other.id == *agent)?.preset = *preset;
            }
        }
        Some(changed)
    }
}

/// Version A, and its run.
#[derive(Clone, Debug)]
pub struct Comparison {
    variant: Variant,
    scene: Scene,
    run: Run,
}

impl Comparison {
    /// How A differs from the scene.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The scene of A.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The run of A.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// The recording of A.
    pub fn recording(&self) -> &Recording {
        self.run.recording()
    }
}

impl Playback {
    /// The comparison, while there is one.
    pub fn comparison(&self) -> Option<&Comparison> {
        self.comparison.as_ref()
    }

    /// Compares the run with that of a variant. The variant runs from the start as far as this run
    /// has come, which [`Playback::catch_up`] computes. Returns whether the scene has what the
    /// variant needs.
    pub fn compare(&mut self, variant: Variant) -> bool {
        self.comparison = variant.applied_to(&self.scene).map(|scene| Comparison {
            run: Run::new(&scene),
            scene,
            variant,
        });
        self.ghost = None;
        self.comparison.is_some()
    }

    /// Ends the comparison.
    pub fn end_comparison(&mut self) {
        self.comparison = None;
    }

    /// Runs A as far as B has come, until `go_on` returns false before a tick. Returns whether it
    /// has caught up.
    pub fn catch_up(&mut self, mut go_on: impl FnMut() -> bool) -> bool {
        let Some(comparison) = &mut self.comparison else {
            return true;
        };
        while comparison.run.world().tick() < self.run.world().tick() {
            if !go_on() || !comparison.run.try_step_with_input_of(&self.run) {
                return false;
            }
        }
        true
    }

    /// Applies an edited scene to A.
    pub(super) fn update_comparison(&mut self) {
        self.comparison = self.comparison.take().and_then(|before| {
            let scene = before.variant.applied_to(&self.scene)?;
            let run = if same_simulation(&scene, &before.scene) {
                before.run
            } else {
                Run::new(&scene)
            };
            Some(Comparison {
                variant: before.variant,
                scene,
                run,
            })
        });
    }

    /// Runs A again with B, if the pointer or an event decides how they move.
    pub(super) fn restart_comparison(&mut self) {
        if let Some(comparison) = &mut self.comparison
            && follows_pointer(&comparison.scene)
        {
            comparison.run = Run::new(&comparison.scene);
        }
    }
}

fn follows_pointer(scene: &Scene) -> bool {
    let pointer = Some(Target::Pointer);
    let mut agents = scene.agents.iter();
    let mut spawners = scene.spawners.iter();
    agents.any(|agent| agent.target == pointer || agent.danger == pointer)
        || spawners.any(|spawner| spawner.names(Target::Pointer) || spawner.when != SpawnWhen::Time)
}
