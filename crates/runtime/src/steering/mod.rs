//! Steering behaviors: their parameters, and pure functions from an agent and its surroundings to a
//! steering force.
//!
//! Each module has one family of behaviors, and names its source. A
//! [`World`](crate::simulation::World) runs them for all agents of a scene; a game with its own
//! entities can call them directly:
//!
//! ```
//! use steerwright_runtime::glam::DVec2;
//! use steerwright_runtime::geometry::vector::truncate;
//! use steerwright_runtime::steering::body::integrate;
//! use steerwright_runtime::steering::{Body, BlendMode, Flee, Kinematic, combine, seek};
//!
//! let body = Body { max_speed: 4.0, max_force: 10.0, ..Body::default() };
//! let (mut position, mut velocity) = (DVec2::ZERO, DVec2::ZERO);
//! let (goal, danger) = (DVec2::new(5.0, 0.0), DVec2::new(2.0, 2.0));
//! let flee = Flee { panic_distance: Some(3.0) };
//! for _ in 0..120 {
//!     let agent = Kinematic { position, velocity, body: &body };
//!     let force = combine::combine(
//!         BlendMode::WeightedSum,
//!         [(1.0, Some(seek::seek(&agent, goal))), (0.5, seek::flee(&agent, danger, &flee))],
//!     );
//!     let force = force.unwrap_or_else(|| agent.idle_force());
//!     (position, velocity) = integrate(position, velocity, truncate(force, body.max_force), &body, 1.0 / 60.0);
//! }
//! assert!(position.distance(goal) < 3.0);
//! ```
//!
//! A function that returns an `Option` returns `None` if the behavior has no effect; see
//! [`combine`](combine::combine) and [`Idle`]. Lengths are in the unit of the scene ("u"), times in
//! seconds, angles in radians (degrees if the name ends in `_deg`), and forces in u/s^2 times mass.

pub(crate) mod agent_lanes;
pub mod body;
pub mod combine;
pub mod description;
pub mod facing;
pub mod goal;

pub mod alignment;
pub mod cohesion;
pub mod neighbor_mean;

pub mod arrive;
pub mod leave;
pub mod pursue;
pub mod seek;

pub mod follow_leader;
pub mod follow_path;
pub mod grid_chase;
pub mod homing_walk;
mod route;
pub mod search;
pub mod separation;
pub mod wander;

pub mod avoid_walls;
pub mod follow_wall;

pub use alignment::Alignment;
pub use arrive::Arrive;
pub use avoid_walls::AvoidWalls;
pub use body::{Body, Idle, Kinematic, Noise};
pub use cohesion::Cohesion;
pub use combine::BlendMode;
pub use description::Description;
pub use follow_leader::FollowLeader;
pub use follow_path::FollowPath;
pub use follow_wall::FollowWall;
pub use goal::{Goal, RouteMode};
pub use grid_chase::GridChase;
pub use homing_walk::HomingWalk;
pub use leave::Leave;
pub use pursue::Pursue;
pub use search::Search;
pub use seek::Flee;
pub use separation::Separation;
pub use wander::Wander;
