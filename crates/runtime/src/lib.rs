//! Moves game characters exactly as they were authored in Steerwright: patrol paths, steering
//! behaviors, leader following and grid chases.
//!
//! # Run a scene
//!
//! Read a [`Scene`](scene::Scene) with the crate `steerwright-format`, or build one in code (see
//! [`scene`]). Create a [`World`](simulation::World) from it, advance it once per frame, and draw
//! its agents:
//!
//! ```
//! use steerwright_runtime::simulation::{EventKind, World};
//!
//! # fn draw(_: steerwright_runtime::scene::AgentId, _: steerwright_runtime::glam::DVec2) {}
//! # fn play_sound() {}
//! # let file = r#"{ "format": "steerwright-scene", "format_version": 1, "name": "Night watch" }"#;
//! let scene = steerwright_format::read_scene(file)?.value; // or `load_scene(path)`
//! let mut world = World::new(&scene);
//!
//! // Each frame:
//! world.advance(1.0 / 60.0); // the duration of the frame in seconds
//! let alpha = world.interpolation_alpha();
//! for agent in world.agents() {
//!     draw(agent.id, agent.previous + (agent.position - agent.previous) * alpha);
//! }
//! for event in world.events() {
//!     if event.kind == EventKind::Arrived {
//!         play_sound();
//!     }
//! }
//! # Ok::<(), steerwright_format::FormatError>(())
//! ```
//!
//! The world simulates in steps of a fixed duration, so the frame rate does not change the motion.
//! A step does not allocate memory once the scene is running.
//!
//! # Change a running world
//!
//! A game moves the pointer and markers, drives the player's agent, and adds and removes agents. If
//! an argument is invalid, the call returns a [`WorldError`](simulation::WorldError) and changes
//! nothing:
//!
//! ```
//! use steerwright_runtime::glam::DVec2;
//! use steerwright_runtime::scene::{Agent, Behavior, Preset, PresetId, Scene, Target};
//! use steerwright_runtime::simulation::World;
//! use steerwright_runtime::steering::Pursue;
//!
//! let wolf = Preset::steered(PresetId(1), "Wolf", [Behavior::Pursue(Pursue::default())]);
//! let player = Preset::steered(PresetId(2), "Player", []);
//! let mut world = World::new(&Scene { presets: vec![wolf.into(), player.into()], ..Scene::default() });
//!
//! let player = world.next_agent_id();
//! world.spawn(Agent::at(player, "Player", PresetId(2), DVec2::ZERO))?;
//! let wolf = world.next_agent_id();
//! let start = DVec2::new(8.0, 0.0);
//! world.spawn(Agent { target: Some(Target::Agent(player)), ..Agent::at(wolf, "Wolf", PresetId(1), start) })?;
//!
//! world.drive(player, DVec2::new(0.0, 0.1))?; // from the input of the player, every frame
//! world.advance(0.5);
//! assert!(world.agent(wolf).is_some_and(|wolf| wolf.position.x < 8.0));
//! world.despawn(wolf)?;
//! # Ok::<(), steerwright_runtime::simulation::WorldError>(())
//! ```
//!
//! [`World`](simulation::World) lists these methods; its [`edit`](simulation::World::edit) changes
//! anything else in the scene.
//!
//! # Use only the behaviors
//!
//! A game that has its own entities can call the behaviors directly. [`steering`] has a module for
//! each family of behaviors, with its parameters and functions from an agent and its surroundings
//! to a force, and an example of the loop. [`steering::body::integrate`] applies the force.
//!
//! # Determinism
//!
//! The same scene, seed and calls give the same bits on every machine and in every port: all
//! computation is in `f64` with `+ - * / sqrt` and comparisons in a fixed order, and each agent has
//! its own random stream. The motion contract, `docs/motion.md` in the repository, specifies every
//! formula.
//!
//! # Units
//!
//! Lengths are in the unit of the scene ("u"), times in seconds, angles in radians unless the name
//! ends in `_deg`. Positive x is to the right, positive y is up, and positive angles are
//! counterclockwise.
//!
//! # Features
//!
//! - `simd` (default) uses vector instructions, chosen at run time. The results are the same
//!   without it.
//! - `threads` lets the threads of a rayon pool share a tick: `World::set_thread_pool`. The results
//!   are the same.
//! - `schema` implements `schemars::JsonSchema` for the scene model. Games do not need it.

pub use glam;
#[cfg(feature = "threads")]
pub use rayon;

// First, because its macros describe the parameters of what follows.
#[macro_use]
pub mod parameter;

pub mod scene;
pub mod simulation;

pub mod geometry;
mod lanes;
pub mod level;
pub mod steering;
