//! The routes that agents take around walls, and when they are planned.

use crate::geometry::vector::distance;
use crate::level::Barrier;
use crate::level::net::{Planner, RouteNets, has_other_walls, radii};
use crate::scene::Scene;
use crate::simulation::population::Population;
use crate::simulation::store::AgentStore;
use glam::DVec2;
use std::sync::Arc;

/// The routes of one agent.
#[derive(Clone, Debug, Default)]
pub(crate) struct AgentRoutes {
    /// One for each behavior that has gone around walls.
    routes: Vec<Route>,
    /// Whether the last plan in its state has found no way.
    pub(crate) has_none: bool,
}

/// The route of a behavior.
#[derive(Clone, Debug)]
struct Route {
    /// The index of the behavior.
    behavior: u32,
    /// Where its goal was when it was planned. `None` if it is still to be planned.
    goal: Option<DVec2>,
    /// The points that are left, the next one last.
    points: Vec<DVec2>,
}

/// What all plans look at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RouteSurroundings<'a> {
    pub(crate) nets: &'a RouteNets,
    pub(crate) barrier: &'a Barrier,
    /// How far a goal moves until a route is planned again, u.
    pub(crate) repath_distance: f64,
    /// How much farther away than the radius of its body a point counts as reached, u.
    pub(crate) tolerance: f64,
}

/// What a behavior does on its route in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RouteStep {
    /// The next point, u. `None`: straight to the goal.
    pub(crate) point: Option<DVec2>,
    /// Whether a plan has just found no way.
    pub(crate) is_lost: bool,
}

impl AgentRoutes {
    /// Lets all behaviors plan again.
    pub(crate) fn forget(&mut self) {
        for route in &mut self.routes {
            route.goal = None;
        }
    }

    /// Lets a behavior plan again.
    pub(crate) fn forget_of(&mut self, behavior: usize) {
        if let Some(route) = self.known(behavior) {
            route.goal = None;
        }
    }

    /// The goal of the last plan of a behavior and the points that are left, if it has planned.
    pub(crate) fn of(
        &self,
        behavior: usize,
    ) -> Option<(DVec2, impl ExactSizeIterator<Item = DVec2> + '_)> {
        let mut routes = self.routes.iter();
        let route = routes.find(|route| route.behavior as usize == behavior)?;
        Some((route.goal?, route.points.iter().rev().copied()))
    }

    /// Gives a behavior a route that it has planned to `goal`, with the points that are left.
    pub(crate) fn restore(&mut self, behavior: usize, goal: DVec2, mut points: Vec<DVec2>) {
        points.reverse();
        self.routes.push(Route {
            behavior: behavior as u32,
            goal: Some(goal),
            points,
        });
    }

    /// The first planned route: the points that are left, and the goal. `None` if the last plan has
    /// found no way.
    pub(crate) fn first(&self) -> Option<impl Iterator<Item = DVec2> + '_> {
        if self.has_none {
            return None;
        }
        let planned = self.routes.iter().filter(|route| route.goal.is_some());
        let route = planned.min_by_key(|route| route.behavior)?;
        Some(route.points.iter().rev().copied().chain(route.goal))
    }

    fn known(&mut self, behavior: usize) -> Option<&mut Route> {
        let mut routes = self.routes.iter_mut();
        routes.find(|route| route.behavior as usize == behavior)
    }

    /// Plans the route of a behavior to `goal` if that is due, and passes the points that a body of
    /// `radius` at `position` has reached.
    pub(crate) fn advance(
        &mut self,
        planner: &mut Planner,
        around: &RouteSurroundings,
        behavior: usize,
        [position, goal]: [DVec2; 2],
        radius: f64,
    ) -> RouteStep {
        if self.known(behavior).is_none() {
            self.routes.push(Route {
                behavior: behavior as u32,
                goal: None,
                points: Vec::new(),
            });
        }
        let mut step = RouteStep {
            point: None,
            is_lost: false,
        };
        let Self { routes, has_none } = self;
        let mut routes = routes.iter_mut();
        let Some(route) = routes.find(|route| route.behavior as usize == behavior) else {
            return step;
        };
        let is_planned = route
            .goal
            .is_some_and(|planned| !(distance(goal, planned) > around.repath_distance));
        if !is_planned {
            let (nets, barrier, ends) = (around.nets, around.barrier, [position, goal]);
            let is_found = planner.plan(nets, barrier, ends, radius, &mut route.points);
            route.goal = Some(goal);
            step.is_lost = !is_found;
            *has_none = step.is_lost;
        }
        let reach = radius + around.tolerance;
        while let Some(&point) = route.points.last() {
            if distance(position, point) <= reach {
                route.points.pop();
            } else {
                step.point = Some(point);
                break;
            }
        }
        step
    }
}

impl AgentStore {
    /// The routes of the agent with this index, if any agent goes around walls.
    pub(crate) fn routes(&self, index: usize) -> Option<&AgentRoutes> {
        self.columns.routes.get(self.slot(index))
    }

    pub(crate) fn routes_mut(&mut self, index: usize) -> Option<&mut AgentRoutes> {
        let slot = self.slot(index);
        self.columns.routes.get_mut(slot)
    }

    /// Lets all agents plan their routes again.
    pub(crate) fn forget_routes(&mut self) {
        self.columns.routes.iter_mut().for_each(AgentRoutes::forget);
    }

    /// Lets the agent with this index plan its routes again.
    pub(crate) fn forget_routes_of(&mut self, index: usize) {
        if let Some(routes) = self.routes_mut(index) {
            routes.forget();
        }
    }
}

impl Population {
    /// Keeps the nets of the run, whatever presets become: its game may replace them, but an export
    /// has only these.
    pub(crate) fn keep_nets(&mut self) {
        self.scene.nets = Some(Arc::new(self.resolved.nets.as_given()));
    }

    /// Whether an edited scene of this run needs other nets.
    pub(crate) fn needs_other_nets(&self, scene: &Scene) -> bool {
        has_other_walls(scene, &self.scene)
            || self.resolved.nets.is_baked() && radii(scene) != radii(&self.scene)
    }

    /// Adds the net for the bodies of the preset with this index, which no agent had before, if
    /// they go around walls.
    pub(crate) fn add_net_of(&mut self, preset: usize) {
        let Some(preset) = self.resolved.presets.get(preset) else {
            return;
        };
        if let Some(nets) = self.resolved.nets.with_net_of(preset, &self.scene) {
            self.resolved.set_nets(Arc::new(nets));
            self.keep_nets();
        }
    }
}
