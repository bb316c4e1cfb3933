//! What stands in the way of bodies and of sight: segments of walls, how a body moves among them,
//! and who sees what.
//!
//! A [`Barrier`] is a list of segments with an index. [`glide()`] moves a body among them without
//! crossing any; [`Sight`] tells whether a point or a body is seen past them. A
//! [`World`](crate::simulation::World) does both for the walls of a scene.
//!
//! ```
//! use steerwright_runtime::glam::DVec2;
//! use steerwright_runtime::level::{Barrier, Disk, Segment, Sight, glide};
//!
//! let wall = Barrier::new([Segment::new(DVec2::new(2.0, -5.0), DVec2::new(2.0, 5.0))]);
//!
//! // A body of radius 0.5 that moves toward the wall stops in front of it, and slides along.
//! let disk = Disk { radius: 0.5, skin: 1e-6 };
//! let moved = glide(&wall, disk, DVec2::ZERO, DVec2::new(30.0, 6.0), 0.1);
//! assert!(moved.position.x < 1.5 && moved.position.y > 0.59);
//! assert_eq!(moved.velocity, DVec2::new(0.0, 6.0));
//!
//! // The wall hides what is behind it.
//! let sight = Sight { range: 10.0, ..Sight::default() }.cone();
//! assert!(sight.sees_point(&wall, DVec2::ZERO, DVec2::X, DVec2::new(1.0, 0.0)));
//! assert!(!sight.sees_point(&wall, DVec2::ZERO, DVec2::X, DVec2::new(4.0, 0.0)));
//! ```

pub mod barrier;
pub mod cell_outline;
pub mod crossed_cells;
mod door_cells;
pub mod glide;
pub mod net;
pub mod segment;
mod segment_tree;
pub mod sight;
pub(crate) mod walls;

pub use barrier::Barrier;
pub use glide::{Disk, Glided, glide};
pub use net::{MAX_NET_WORK, Net, NetDoor, NetPair, Nets};
pub use segment::Segment;
pub use sight::{Sight, SightCone};
