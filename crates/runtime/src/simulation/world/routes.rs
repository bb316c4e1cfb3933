//! The ways around walls in a running [`World`].

use crate::geometry::Polyline;
use crate::level::net::Planner;
use crate::scene::{AgentId, MAX_COORDINATE};
use crate::simulation::World;
use crate::simulation::error::WorldError;
use crate::simulation::resolved::check::checked_position;
use crate::simulation::store::routes::AgentRoutes;
use glam::DVec2;

impl World {
    /// The points of the shortest way of a body of `radius` from `a` to `b` around walls, with `b`
    /// at the end, u. `None` if there is none.
    ///
    /// The way leads over the net of bodies that are at least as large, if agents or spawners of
    /// the scene have such a one: see [`Nets`](crate::level::Nets). Without it, only a straight way
    /// is found.
    ///
    /// ```
    /// use steerwright_runtime::glam::DVec2;
    /// use steerwright_runtime::scene::{
    ///     Agent, AgentId, Behavior, Motion, Preset, PresetId, Scene, Steered, Wall, WallId,
    ///     WeightedBehavior,
    /// };
    /// use steerwright_runtime::simulation::World;
    /// use steerwright_runtime::steering::RouteMode;
    /// let mut seek = WeightedBehavior::from(Behavior::Seek {});
    /// seek.route = RouteMode::AroundWalls;
    /// let mut wolf = Preset::steered(PresetId(1), "Wolf", []);
    /// wolf.motion = Motion::Steered(Steered { behaviors: vec![seek], ..Steered::default() });
    /// let wall = [DVec2::new(2.0, -1.0), DVec2::new(2.0, 5.0)];
    /// let scene = Scene {
    ///     presets: vec![wolf.into()],
    ///     agents: vec![Agent::at(AgentId(1), "Gray", PresetId(1), DVec2::ZERO)].into(),
    ///     walls: vec![Wall::through(WallId(1), "Fence", wall).into()],
    ///     ..Scene::default()
    /// };
    /// let world = World::new(&scene);
    /// let goal = DVec2::new(4.0, 0.0);
    /// let way = world.path_between(DVec2::ZERO, goal, 0.4)?.expect("a way below the wall");
    /// assert!(way.len() > 1 && way[0].y < -1.0);
    /// assert_eq!(way.last(), Some(&goal));
    /// # Ok::<(), steerwright_runtime::simulation::WorldError>(())
    /// ```
    ///
    /// # Errors
    /// [`WorldError::Coordinate`] if a coordinate is not a number from -1e9 to 1e9;
    /// [`WorldError::BodyRadius`] if the radius is not a number from 0 to 1e9.
    pub fn path_between(
        &self,
        a: DVec2,
        b: DVec2,
        radius: f64,
    ) -> Result<Option<Vec<DVec2>>, WorldError> {
        let ends = [checked_position(a)?, checked_position(b)?];
        if !(0.0..=MAX_COORDINATE).contains(&radius) {
            return Err(WorldError::BodyRadius);
        }
        let (nets, barrier) = (
            &self.population.resolved.route_nets,
            &self.population.resolved.walls.motion,
        );
        let mut points = Vec::new();
        let is_found = Planner::default().plan(nets, barrier, ends, radius, &mut points);
        points.reverse();
        points.push(b);
        Ok(is_found.then_some(points))
    }

    /// The path that an agent plans to take from its position: around walls, or with a homing walk,
    /// a search or a grid chase; of several, that of the first that has one. `None` for other
    /// agents.
    #[must_use]
    pub fn planned_path(&self, id: AgentId) -> Option<Polyline> {
        let index = self.population.resolved.index_of(id)?;
        let position = self
            .population
            .store
            .columns
            .position(self.population.store.slot(index));
        if let Some(points) = self
            .population
            .store
            .routes(index)
            .and_then(AgentRoutes::first)
        {
            let points = std::iter::once(position).chain(points).collect();
            return Some(Polyline::new(points, false));
        }
        let (program, row) = self.population.store.program(index);
        let grid = &self.population.resolved.grid;
        let mut memories = program.memories.iter();
        memories.find_map(|memory| memory.way(row, position, grid))
    }
}
