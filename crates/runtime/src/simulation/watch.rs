//! What agents with sight remember of their target, and how they look at it.

use crate::level::{Sight, SightCone};
use crate::scene::AgentId;
use crate::simulation::World;
use crate::simulation::agent_store::AgentStore;
use crate::simulation::event::{Event, EventKind};
use crate::simulation::observed::ObservedKind;
use crate::simulation::resolved_scene::ResolvedScene;
use glam::DVec2;

/// Whether an agent has noticed its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SightMemory {
    has_noticed: bool,
    /// For how many ticks in a row it has seen the target without having noticed it, or the reverse.
    ticks: u32,
}

impl SightMemory {
    /// Takes a look. Returns the event, if it noticed or lost the target.
    fn update(&mut self, sees: bool, sight: &Sight) -> Option<EventKind> {
        if sees == self.has_noticed {
            self.ticks = 0;
            return None;
        }
        let (needed, kind) = if sees {
            (sight.notice_ticks, EventKind::SightGained)
        } else {
            (sight.forget_ticks, EventKind::SightLost)
        };
        self.ticks = self.ticks.saturating_add(1);
        if self.ticks < needed {
            return None;
        }
        *self = Self {
            has_noticed: sees,
            ticks: 0,
        };
        Some(kind)
    }
}

impl AgentStore {
    /// Fits what the agent with this index remembers of its target to its preset, which had the sight `earlier`. It is kept if
    /// neither the sight nor the target has changed.
    pub(super) fn update_sight(
        &mut self,
        resolved: &ResolvedScene,
        index: usize,
        earlier: Option<&Sight>,
        same_target: bool,
    ) {
        let sight = resolved.preset(index).sight.as_ref();
        if sight == earlier && same_target {
            return;
        }
        let index = index as u32;
        self.watchers.remove(&index);
        if sight.is_some() {
            self.watchers.insert(index, SightMemory::default());
        }
    }

    /// Lets all agents with sight look at their targets, after all have moved.
    pub(super) fn look(&mut self, resolved: &ResolvedScene, tick: u64, events: &mut Vec<Event>) {
        let mut watchers = std::mem::take(&mut self.watchers);
        for (&index, memory) in &mut watchers {
            let index = index as usize;
            let Some(sight) = &resolved.preset(index).sight else {
                continue;
            };
            let cone = resolved.cone(index);
            let sees = self.sees_row(
                resolved,
                index,
                &cone,
                self.columns.target.get(self.slot(index)),
            );
            if let Some(kind) = memory.update(sees, sight) {
                events.push(Event {
                    tick,
                    agent: resolved.agents[index].id,
                    behavior: None,
                    kind,
                });
            }
        }
        self.watchers = watchers;
    }

    /// Whether the agent with this index sees what is in a row of the observed table.
    fn sees_row(&self, resolved: &ResolvedScene, index: usize, cone: &SightCone, row: u32) -> bool {
        match self.observed.kind(row) {
            None => false,
            Some(ObservedKind::Place(point)) => self.sees_disk(resolved, index, cone, point, 0.0),
            Some(ObservedKind::Agent(other)) => self.sees_agent(resolved, index, cone, other),
        }
    }

    fn sees_agent(
        &self,
        resolved: &ResolvedScene,
        index: usize,
        cone: &SightCone,
        other: usize,
    ) -> bool {
        let slot = self.slot(other);
        let radius = self.bodies[self.columns.body[slot] as usize].radius;
        self.sees_disk(resolved, index, cone, self.columns.position(slot), radius)
    }

    fn sees_disk(
        &self,
        resolved: &ResolvedScene,
        index: usize,
        cone: &SightCone,
        center: DVec2,
        radius: f64,
    ) -> bool {
        let slot = self.slot(index);
        let (eye, facing) = (self.columns.position(slot), self.facing(index));
        cone.sees_body(&resolved.walls.sight, eye, facing, center, radius)
    }
}

/// How an agent with sight looks at its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetSight {
    /// Whether it saw the target at the last tick.
    pub sees: bool,
    /// Whether it has noticed the target, and has not lost it since.
    pub has_noticed: bool,
}

impl From<SightMemory> for TargetSight {
    fn from(memory: SightMemory) -> Self {
        Self {
            // Ticks are counted only while what it sees differs from what it remembers.
            sees: memory.has_noticed != (memory.ticks > 0),
            has_noticed: memory.has_noticed,
        }
    }
}

impl World {
    /// How the agents with sight look at their targets. Before the first tick, none sees anything.
    pub fn target_sights(&self) -> impl Iterator<Item = (AgentId, TargetSight)> + '_ {
        let watchers = self.store.watchers.iter();
        watchers.map(|(&index, &memory)| {
            let agent = &self.resolved.agents[index as usize];
            (agent.id, memory.into())
        })
    }

    /// How an agent looks at its target. `None` if it does not exist, or if its preset has no [`Sight`]. Before the first tick, it sees
    /// nothing.
    #[must_use]
    pub fn target_sight(&self, id: AgentId) -> Option<TargetSight> {
        let index = self.resolved.index_of(id)?;
        let memory = *self.store.watchers.get(&(index as u32))?;
        Some(memory.into())
    }

    /// Whether an agent sees the body of another one now. False if either does not exist, if they are the same, or if the preset of the
    /// first has no [`Sight`].
    #[must_use]
    pub fn sees(&self, agent: AgentId, other: AgentId) -> bool {
        let (Some(index), Some(other)) =
            (self.resolved.index_of(agent), self.resolved.index_of(other))
        else {
            return false;
        };
        index != other
            && self.resolved.preset(index).sight.is_some()
            && self
                .store
                .sees_agent(&self.resolved, index, &self.resolved.cone(index), other)
    }
}
