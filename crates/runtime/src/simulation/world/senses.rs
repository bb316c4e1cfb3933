//! What a game asks of the senses of a running [`World`], and does to them.

use crate::scene::{AgentId, Target};
use crate::simulation::World;
use crate::simulation::error::WorldError;
use crate::simulation::resolved::check::checked_position;
use crate::simulation::senses::{GameNoise, LOUDEST, MAX_NOISES, SightMemory, sees_agent};
use crate::simulation::store::columns::NONE;
use glam::DVec2;

/// What an agent senses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Senses {
    /// Whether it has noticed one of those it watches, and has not lost them since.
    pub noticed: bool,
    /// How alert it is, 0 to 1. It stays 0 without an [`Alert`](crate::scene::Alert).
    pub meter: f64,
    /// The one that it perceives: that it sees, has noticed and not yet forgotten, or touches.
    pub perceived: Option<Target>,
}

/// How an agent with sight looks at those it watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetSight {
    /// Whether it saw one of them at the last tick.
    pub sees: bool,
    /// Whether it has noticed one of them, and has not lost them since.
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
    /// Makes a noise that agents within `radius` of `place` (u) can hear in the next tick, whomever
    /// they watch.
    ///
    /// ```
    /// use steerwright_runtime::glam::DVec2;
    /// use steerwright_runtime::scene::{
    ///     Agent, AgentId, Behavior, Hearing, Motion, Preset, PresetId, Scene, Steered, WeightedBehavior,
    /// };
    /// use steerwright_runtime::simulation::{EventKind, World};
    /// use steerwright_runtime::steering::Goal;
    /// let to_noise = WeightedBehavior { goal: Goal::LastNoise, ..Behavior::Seek {}.into() };
    /// let mut guard = Preset::steered(PresetId(1), "Guard", []);
    /// guard.hearing = Some(Hearing::default());
    /// guard.motion = Motion::Steered(Steered { behaviors: vec![to_noise], ..Steered::default() });
    /// let ann = Agent::at(AgentId(1), "Ann", PresetId(1), DVec2::ZERO);
    /// let mut world = World::new(&Scene {
    ///     presets: vec![guard.into()],
    ///     agents: vec![ann].into(),
    ///     ..Scene::default()
    /// });
    ///
    /// world.noise(DVec2::new(5.0, 0.0), 6.0)?;
    /// world.step();
    /// assert_eq!(world.events()[0].kind, EventKind::NoiseHeard);
    /// world.step();
    /// assert!(world.agent(AgentId(1)).is_some_and(|ann| ann.position.x > 0.0));
    /// # Ok::<(), steerwright_runtime::simulation::WorldError>(())
    /// ```
    ///
    /// # Errors
    /// [`WorldError::Coordinate`]; [`WorldError::NoiseRadius`] if the radius is not from 0 to 1e9;
    /// [`WorldError::Noises`] if 1,000 noises already wait for the next tick.
    pub fn noise(&mut self, place: DVec2, radius: f64) -> Result<(), WorldError> {
        let place = checked_position(place)?;
        if !(0.0..=LOUDEST).contains(&radius) {
            return Err(WorldError::NoiseRadius);
        }
        if self.noises.len() >= MAX_NOISES {
            return Err(WorldError::Noises);
        }
        self.noises.push(GameNoise { place, radius });
        Ok(())
    }

    /// Sets or clears the team of an agent. Those who watch the team can sense it from the next
    /// tick on.
    ///
    /// # Errors
    /// [`WorldError::Agent`] if the agent does not exist; [`WorldError::Team`] if the name is
    /// empty.
    pub fn set_team(&mut self, id: AgentId, team: Option<&str>) -> Result<(), WorldError> {
        let index = self.index(id)?;
        if team == Some("") {
            return Err(WorldError::Team);
        }
        let agent = self.population.authored_mut(index);
        if agent.team.as_deref() != team {
            agent.team = team.map(str::to_owned);
            self.population.update_team(index);
        }
        Ok(())
    }

    /// The team of an agent. `None` if it has none, or does not exist.
    #[must_use]
    pub fn team(&self, id: AgentId) -> Option<&str> {
        let index = self.population.resolved.index_of(id)?;
        self.population.authored(index).team.as_deref()
    }

    /// What an agent senses. `None` if it does not exist. Before the first tick, and for agents
    /// whose preset senses nothing, it is nothing.
    #[must_use]
    pub fn senses(&self, id: AgentId) -> Option<Senses> {
        let index = self.population.resolved.index_of(id)?;
        let row = self
            .population
            .store
            .columns
            .senses
            .get(self.population.store.slot(index));
        if row == NONE {
            return Some(Senses::default());
        }
        let (rows, row) = (&self.population.store.senses.rows, row as usize);
        let state = &rows.states[row];
        Some(Senses {
            noticed: state.sight.has_noticed,
            meter: state.meter,
            perceived: rows.perceived[row].target(
                &self.population.resolved.agents,
                &self.population.scene.markers,
            ),
        })
    }

    /// How the agents with sight look at those they watch, ordered by id. Before the first tick,
    /// none sees anyone.
    pub fn target_sights(&self) -> impl Iterator<Item = (AgentId, TargetSight)> + '_ {
        let agents = match self.population.store.senses.rows.is_empty() {
            true => &[],
            false => self.population.resolved.agents.as_slice(),
        };
        let agents = agents.iter().enumerate();
        agents.filter_map(|(index, agent)| Some((agent.id, self.sight_of(index)?)))
    }

    /// How an agent looks at those it watches. `None` if it does not exist, or if its preset has no
    /// [`Sight`](crate::level::Sight). Before the first tick, it sees no one.
    #[must_use]
    pub fn target_sight(&self, id: AgentId) -> Option<TargetSight> {
        self.sight_of(self.population.resolved.index_of(id)?)
    }

    fn sight_of(&self, index: usize) -> Option<TargetSight> {
        self.population.resolved.preset(index).sight.as_ref()?;
        let row = self
            .population
            .store
            .columns
            .senses
            .get(self.population.store.slot(index));
        let state = self.population.store.senses.rows.states.get(row as usize)?;
        Some(state.sight.into())
    }

    /// Whether an agent sees the body of another one now, whomever it watches. False if either does
    /// not exist, if they are the same, or if the preset of the first has no
    /// [`Sight`](crate::level::Sight).
    #[must_use]
    pub fn sees(&self, agent: AgentId, other: AgentId) -> bool {
        let (Some(index), Some(other)) = (
            self.population.resolved.index_of(agent),
            self.population.resolved.index_of(other),
        ) else {
            return false;
        };
        index != other
            && sees_agent(
                &self.population.store,
                &self.population.resolved,
                index,
                other,
            )
    }
}
