//! What a game does to a running world: move what agents look at, take agents over, bring them in, change how they move.
//!
//! Every call takes effect from the next step on. The same calls at the same ticks give the same bits.

use crate::scene::MAX_COORDINATE;
use crate::scene::{Agent, AgentId, MarkerId, PathId, Point, Preset, PresetId, Scene, Target};
use crate::simulation::World;
use crate::simulation::behavior_state::BehaviorState;
use crate::steering::grid_chase::CellMover;
use glam::DVec2;
use std::sync::Arc;

/// Why a world would not do what it was asked. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorldError {
    /// A coordinate that is no number, or further out than 1e9 u.
    Coordinate,
    /// There is no such agent.
    Agent(AgentId),
    /// There is no such marker.
    Marker(MarkerId),
    /// There is no such preset.
    Preset(PresetId),
    /// There is no such path.
    Path(PathId),
    /// An agent with this id is there already.
    Taken(AgentId),
}

impl std::fmt::Display for WorldError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Coordinate => write!(
                f,
                "a coordinate is not a number from -1e9 to 1e9; look where it was computed"
            ),
            Self::Agent(id) => write!(f, "there is no agent {id}; it may have been despawned"),
            Self::Marker(id) => write!(
                f,
                "there is no marker {id}; look into the scene for the ids there are"
            ),
            Self::Preset(id) => write!(
                f,
                "there is no preset {id}; look into the scene for the ids there are"
            ),
            Self::Path(id) => write!(
                f,
                "there is no path {id}; look into the scene for the ids there are"
            ),
            Self::Taken(id) => write!(
                f,
                "there is an agent {id} already; ask the scene for the next free id"
            ),
        }
    }
}

impl std::error::Error for WorldError {}

fn placed(position: DVec2) -> Result<DVec2, WorldError> {
    let near = |x: f64| (-MAX_COORDINATE..=MAX_COORDINATE).contains(&x);
    if near(position.x) && near(position.y) {
        Ok(position)
    } else {
        Err(WorldError::Coordinate)
    }
}

impl World {
    /// Moves the pointer, in u.
    ///
    /// # Errors
    /// [`WorldError::Coordinate`].
    pub fn set_pointer(&mut self, position: DVec2) -> Result<(), WorldError> {
        self.pointer = placed(position)?;
        self.scene.pointer = Point {
            x: position.x,
            y: position.y,
        };
        Ok(())
    }

    /// Moves a marker, in u.
    ///
    /// # Errors
    /// [`WorldError::Coordinate`], [`WorldError::Marker`].
    pub fn move_marker(&mut self, id: MarkerId, position: DVec2) -> Result<(), WorldError> {
        let position = placed(position)?;
        let index = self
            .scene
            .markers
            .iter()
            .position(|marker| marker.id == id)
            .ok_or(WorldError::Marker(id))?;
        let marker = &mut Arc::make_mut(&mut self.scene.markers)[index];
        (marker.x, marker.y) = (position.x, position.y);
        self.resolved.markers[index] = position;
        Ok(())
    }

    /// Takes an agent over: the next step puts it at `position` (u), and there it stays until it is driven on. Its velocity is
    /// the way it made divided by the length of the tick, its steering is 0, its behaviors rest. A player's character is
    /// driven; whoever follows or chases it needs no more than that.
    ///
    /// # Errors
    /// [`WorldError::Coordinate`], [`WorldError::Agent`].
    pub fn drive(&mut self, id: AgentId, position: DVec2) -> Result<(), WorldError> {
        let position = placed(position)?;
        let index = self.index(id)?;
        self.kinematics.driven[index] = Some(position);
        Ok(())
    }

    /// Gives a driven agent back to its behaviors, which go on from where it is; a cell mover from the middle of that cell.
    ///
    /// # Errors
    /// [`WorldError::Agent`].
    pub fn release(&mut self, id: AgentId) -> Result<(), WorldError> {
        let index = self.index(id)?;
        if self.kinematics.driven[index].take().is_none() {
            return Ok(());
        }
        if let [BehaviorState::GridChase(state)] = self.behaviors[index].as_mut_slice() {
            let grid = &self.resolved.grid;
            state.mover = CellMover::new(grid.cell_at(self.kinematics.position[index]));
            let center = grid.center(state.mover.cell());
            self.kinematics.position[index] = center;
            self.kinematics.previous[index] = center;
        }
        Ok(())
    }

    /// An id above all that this world has ever had: for an agent that comes in.
    pub fn next_agent_id(&self) -> AgentId {
        AgentId(self.highest_id.saturating_add(1))
    }

    /// Brings an agent in, at its start. Its random stream comes from the scene's seed and its id, as that of every other.
    ///
    /// ```
    /// use steerwright_runtime::glam::DVec2;
    /// use steerwright_runtime::scene::{Agent, Behavior, Preset, PresetId, Scene, Target};
    /// use steerwright_runtime::simulation::World;
    /// let hunter = Preset::steered(PresetId(1), "Hunter", [Behavior::Seek {}]);
    /// let mut world = World::new(&Scene { presets: vec![hunter.into()], ..Scene::default() });
    ///
    /// let id = world.next_agent_id();
    /// world.spawn(Agent { target: Some(Target::Pointer), ..Agent::at(id, "Wolf", PresetId(1), DVec2::new(5.0, 0.0)) })?;
    /// world.step();
    /// assert!(world.agent(id).is_some_and(|wolf| wolf.position.x < 5.0));
    /// world.despawn(id)?;
    /// assert!(world.is_empty());
    /// # Ok::<(), crate::simulation::WorldError>(())
    /// ```
    ///
    /// # Errors
    /// [`WorldError::Taken`], [`WorldError::Preset`], [`WorldError::Coordinate`], and as of [`World::set_target`], [`World::set_leader`] and
    /// [`World::set_path`] for what it is bound to.
    pub fn spawn(&mut self, agent: Agent) -> Result<(), WorldError> {
        placed(agent.position()).and(placed(agent.velocity()))?;
        if let Some(scatter) = agent.scatter {
            placed(DVec2::new(scatter.min, scatter.max))?;
        }
        self.there(agent.target)
            .and(self.there(agent.danger))
            .and(self.there(agent.leader.map(Target::Agent)))?;
        self.has_path(agent.path)?;
        self.scene
            .preset(agent.preset)
            .ok_or(WorldError::Preset(agent.preset))?;
        if self.scene.agent(agent.id).is_some() {
            return Err(WorldError::Taken(agent.id));
        }
        self.edit(|scene| Arc::make_mut(&mut scene.agents).push(agent));
        Ok(())
    }

    /// Takes an agent out. Whoever aimed at it or followed it has nothing to aim at then, also if its id is used again.
    ///
    /// Like [`spawn`](World::spawn) it looks at every agent once; to bring or take many, [`edit`](World::edit) the scene.
    ///
    /// # Errors
    /// [`WorldError::Agent`].
    pub fn despawn(&mut self, id: AgentId) -> Result<(), WorldError> {
        self.index(id)?;
        self.edit(|scene| {
            let agents = Arc::make_mut(&mut scene.agents);
            agents.retain(|agent| agent.id != id);
            for agent in agents {
                let gone = |target: &Target| *target == Target::Agent(id);
                agent.target.take_if(|target| gone(target));
                agent.danger.take_if(|danger| gone(danger));
                agent.leader.take_if(|leader| *leader == id);
            }
        });
        Ok(())
    }

    /// What an agent goes for from now on.
    ///
    /// # Errors
    /// [`WorldError::Agent`], and for a target that is not there [`WorldError::Marker`] or [`WorldError::Agent`].
    pub fn set_target(&mut self, id: AgentId, target: Option<Target>) -> Result<(), WorldError> {
        self.there(target)?;
        self.bind(id, |agent| agent.target = target)
    }

    /// What an agent runs from from now on.
    ///
    /// # Errors
    /// As of [`World::set_target`].
    pub fn set_danger(&mut self, id: AgentId, danger: Option<Target>) -> Result<(), WorldError> {
        self.there(danger)?;
        self.bind(id, |agent| agent.danger = danger)
    }

    /// Whom an agent follows from now on.
    ///
    /// # Errors
    /// [`WorldError::Agent`].
    pub fn set_leader(&mut self, id: AgentId, leader: Option<AgentId>) -> Result<(), WorldError> {
        self.there(leader.map(Target::Agent))?;
        self.bind(id, |agent| agent.leader = leader)
    }

    /// The path an agent walks from now on, from where its preset says a path is begun; the path it walks already goes on.
    ///
    /// # Errors
    /// [`WorldError::Agent`], [`WorldError::Path`].
    pub fn set_path(&mut self, id: AgentId, path: Option<PathId>) -> Result<(), WorldError> {
        self.index(id)?;
        self.has_path(path)?;
        self.edit(|scene| {
            scene
                .agent_mut(id)
                .into_iter()
                .for_each(|agent| agent.path = path)
        });
        Ok(())
    }

    /// The preset an agent moves by from now on.
    ///
    /// # Errors
    /// [`WorldError::Agent`], [`WorldError::Preset`].
    pub fn set_preset(&mut self, id: AgentId, preset: PresetId) -> Result<(), WorldError> {
        self.index(id)?;
        self.scene
            .preset(preset)
            .ok_or(WorldError::Preset(preset))?;
        self.edit(|scene| {
            scene
                .agent_mut(id)
                .into_iter()
                .for_each(|agent| agent.preset = preset)
        });
        Ok(())
    }

    /// Puts `preset` in the place of the one with its id: all its agents move by it from now on.
    ///
    /// # Errors
    /// [`WorldError::Preset`].
    pub fn replace_preset(&mut self, preset: Preset) -> Result<(), WorldError> {
        let index = self
            .scene
            .presets
            .iter()
            .position(|known| known.id == preset.id)
            .ok_or(WorldError::Preset(preset.id))?;
        self.edit(|scene| scene.presets[index] = Arc::new(preset));
        Ok(())
    }

    /// Changes the scene of this run, in whatever way; see [`World::apply_scene`] for what becomes of the agents. Many changes at
    /// once cost as much as one: spawn a crowd with it. It is taken at its word: [`scene::validate`](steerwright_format::validate) tells
    /// whether a scene is sound.
    pub fn edit(&mut self, change: impl FnOnce(&mut Scene)) {
        let mut scene = self.scene.clone();
        change(&mut scene);
        self.apply_scene(&scene);
    }

    fn index(&self, id: AgentId) -> Result<usize, WorldError> {
        self.resolved.index_of(id).ok_or(WorldError::Agent(id))
    }

    fn there(&self, target: Option<Target>) -> Result<(), WorldError> {
        match target {
            Some(Target::Marker(id)) if self.scene.marker(id).is_none() => {
                Err(WorldError::Marker(id))
            }
            Some(Target::Agent(id)) => self.index(id).map(|_| ()),
            Some(Target::Marker(_) | Target::Pointer) | None => Ok(()),
        }
    }

    fn has_path(&self, path: Option<PathId>) -> Result<(), WorldError> {
        match path {
            Some(id) if self.scene.path(id).is_none() => Err(WorldError::Path(id)),
            Some(_) | None => Ok(()),
        }
    }

    /// Binds one agent anew, without a look at the others.
    fn bind(&mut self, id: AgentId, change: impl Fn(&mut Agent)) -> Result<(), WorldError> {
        let index = self.index(id)?;
        self.scene.agent_mut(id).into_iter().for_each(&change);
        change(&mut self.resolved.agents[index]);
        self.resolved.bind(&self.scene, index);
        Ok(())
    }
}
