//! The agents of a running [`World`] as a game draws them.

use crate::geometry::rotation::DEGREES_PER_RADIAN;
use crate::geometry::vector;
use crate::scene::AgentId;
use crate::simulation::World;
use crate::simulation::population::Population;
use crate::simulation::reason::Reason;
use crate::simulation::store::columns::pair;
use crate::simulation::store::meetings::count_waiting;
use glam::DVec2;

/// The state of an agent after the last tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentView {
    /// The id of the agent.
    pub id: AgentId,
    /// The position, u.
    pub position: DVec2,
    /// The position one tick earlier, u. To draw between ticks, see [`World::interpolation_alpha`].
    pub previous: DVec2,
    /// The velocity, u/s.
    pub velocity: DVec2,
    /// The direction in which the agent moves: a unit vector. An agent that stops keeps its
    /// heading.
    pub heading: DVec2,
    /// The direction in which the agent looks: a unit vector. It is the heading, unless the preset
    /// has a [`Facing`](crate::steering::facing::Facing).
    pub facing: DVec2,
    /// The steering force of the last tick, truncated to the maximum force of the body, in u/s^2
    /// times mass. Zero while the game drives the agent, and for agents that move by cells. After
    /// [`load_save`](World::load_save) only its length is known, and it points along x.
    pub force: DVec2,
    /// The length of [`force`](Self::force).
    pub steering: f64,
    /// The full field of view, degrees: that of the preset's sight, else that of the agent's first
    /// homing walk at the current distance from its target. `None` without sight, and without a
    /// homing walk or a target.
    pub fov_deg: Option<f64>,
    /// The index of the node that the agent's first `follow_path` moved toward or waited at in the
    /// last tick. `None` if none ran.
    pub node: Option<u32>,
}

impl World {
    /// All agents, ordered by id.
    #[inline]
    pub fn agents(&self) -> impl Iterator<Item = AgentView> + '_ {
        let agents = self.population.resolved.agents.iter().enumerate();
        agents.map(|(index, agent)| self.view(index, agent.id))
    }

    /// The agent with this id. `None` if there is no such agent.
    #[must_use]
    pub fn agent(&self, id: AgentId) -> Option<AgentView> {
        self.population
            .resolved
            .index_of(id)
            .map(|index| self.view(index, id))
    }

    /// Why agents noticed, lost or heard others, and why transitions changed their states, in the
    /// last [`step`](Self::step) or [`advance`](Self::advance). Those of one event are next to one
    /// another. An event without a reason, such as a state that the game has set, explains itself.
    #[must_use]
    pub fn reasons(&self) -> &[Reason] {
        &self.reasons
    }

    /// How many agents wait at each meeting after the last tick, by the name of the meeting, in the
    /// order of its first place. These are the agents whose action is a
    /// [`Meet`](crate::scene::NodeAction::Meet), not those that still wait or look at the same
    /// node. An agent counts once for each name. A meeting at which none waits has 0.
    ///
    /// The next tick compares the counts of its places with these numbers.
    ///
    /// ```
    /// use steerwright_runtime::scene::Scene;
    /// use steerwright_runtime::simulation::World;
    /// assert!(World::new(&Scene::default()).meetings().is_empty());
    /// ```
    #[must_use]
    pub fn meetings(&self) -> Vec<(&str, u32)> {
        let Population {
            resolved, store, ..
        } = &self.population;
        let scripts = &resolved.scripts;
        let mut counts = vec![0_u32; scripts.meetings()];
        count_waiting(resolved, &store.programs, &mut counts);
        let names = (0..).map_while(|index| scripts.meeting(index));
        names.map(|name| &**name).zip(counts).collect()
    }

    #[inline]
    fn view(&self, index: usize, id: AgentId) -> AgentView {
        let Population {
            resolved, store, ..
        } = &self.population;
        let (columns, slot) = (&store.columns, store.slot(index));
        let force = pair(&columns.force, slot);
        AgentView {
            id,
            position: columns.position(slot),
            previous: pair(&columns.previous, slot),
            velocity: columns.velocity(slot),
            heading: columns.heading(slot),
            facing: store.facing(index),
            force,
            steering: vector::length(force),
            fov_deg: if resolved.has_fov {
                self.fov_deg(index)
            } else {
                None
            },
            node: store.node(index),
        }
    }

    /// The full field of view of the agent, degrees.
    fn fov_deg(&self, index: usize) -> Option<f64> {
        let Population {
            resolved, store, ..
        } = &self.population;
        let preset = resolved.preset(index);
        if let Some(sight) = &preset.sight {
            return Some(sight.fov_deg);
        }
        let state = store.states.get(index).map_or(0, |memory| memory.state);
        let motion = preset.state_at(state as usize)?.motion;
        let (walk, goal) = motion
            .behaviors()
            .iter()
            .find_map(|weighted| Some((weighted.behavior.homing_walk()?, weighted.goal)))?;
        let target = store.goal_position(goal, index)?;
        let position = store.columns.position(store.slot(index));
        let distance = vector::distance(position, target);
        Some(2.0 * walk.half_fov(distance) * DEGREES_PER_RADIAN)
    }
}
