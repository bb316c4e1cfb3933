//! The state of a world as a whole.

use crate::scene::{AgentId, Scene, Target};
use crate::simulation::World;
use crate::simulation::resolved::check::checked_position;
use crate::simulation::save::agent;
use crate::simulation::save::agent::SavedAgent;
use crate::simulation::save::error::SaveError;
use crate::simulation::save::saved::{Saved, Tick, record};
use crate::simulation::save::sink::{Out, Sink};
use crate::simulation::save::spawners::SavedSpawner;
use crate::simulation::save::values::SavedValues;
use crate::simulation::senses::{GameNoise, LOUDEST, MAX_NOISES};
use crate::simulation::states::{MAX_NAMES, SentName};
use glam::DVec2;
use std::borrow::Cow;

/// A world of a save, read and checked.
#[derive(Debug)]
pub(super) struct SavedRun {
    pub(super) world: SavedWorld<'static>,
    /// By id.
    pub(super) spawners: Vec<SavedSpawner>,
    /// By id.
    pub(super) agents: Vec<SavedAgent>,
}

/// What concerns no single agent.
#[derive(Debug)]
pub(super) struct SavedWorld<'a> {
    pub(super) tick: Tick,
    pub(super) accumulator: f64,
    pub(super) pointer: DVec2,
    pub(super) is_pressed: bool,
    pub(super) is_new_press: bool,
    pub(super) highest_id: u32,
    /// Whether each door is open, by id.
    pub(super) doors: Vec<bool>,
    /// The places of the markers, by id.
    pub(super) markers: Vec<DVec2>,
    pub(super) noises: Cow<'a, [GameNoise]>,
    pub(super) names: Cow<'a, [SentName]>,
}

record!(SavedWorld<'_> {
    tick,
    accumulator,
    pointer,
    is_pressed,
    is_new_press,
    highest_id,
    doors,
    markers,
    noises,
    names,
});
record!(GameNoise { place, radius });
record!(SentName { agent, name });

/// Writes the state of a world.
pub(super) fn write(world: &World, out: &mut Out<impl Sink>) {
    let scene = &world.population.scene;
    let doors = doors_by_id(scene).into_iter();
    let markers = markers_by_id(scene).into_iter();
    SavedWorld {
        tick: Tick(world.tick),
        accumulator: world.clock.accumulator,
        pointer: world.population.pointer,
        is_pressed: world.spawners.is_pressed,
        is_new_press: world.spawners.is_new_press,
        highest_id: world.population.highest_id,
        doors: doors
            .map(|door| scene.walls[door].open == Some(true))
            .collect(),
        markers: markers
            .map(|marker| scene.markers[marker].position)
            .collect(),
        noises: Cow::Borrowed(&world.noises),
        names: Cow::Borrowed(&world.state_changes.names),
    }
    .write(out);
    for spawner in world.spawners.saved() {
        spawner.write(out);
    }
    (world.len() as u32).write(out);
    for index in 0..world.len() {
        agent::write(world, index, out);
    }
}

/// The doors of a scene by id, as places in its list of walls.
pub(super) fn doors_by_id(scene: &Scene) -> Vec<usize> {
    let is_door = |index: &usize| scene.walls[*index].open.is_some();
    let mut doors: Vec<usize> = (0..scene.walls.len()).filter(is_door).collect();
    doors.sort_by_key(|&index| scene.walls[index].id);
    doors
}

/// The markers of a scene by id, as places in its list.
pub(super) fn markers_by_id(scene: &Scene) -> Vec<usize> {
    let mut markers: Vec<usize> = (0..scene.markers.len()).collect();
    markers.sort_by_key(|&index| scene.markers[index].id);
    markers
}

impl SavedRun {
    /// Reads the state of `world`, which is to go on from there.
    pub(super) fn read(world: &World, from: &mut SavedValues) -> Result<Self, SaveError> {
        let saved = SavedWorld::read(from)?;
        saved.check(&world.population.scene, from)?;
        let spawners = world.spawners.saved().map(|_| {
            let spawner = SavedSpawner::read(from)?;
            spawner.check(from)?;
            Ok(spawner)
        });
        let spawners = spawners.collect::<Result<_, _>>()?;
        let mut agents: Vec<SavedAgent> = Vec::new();
        for _ in 0..u32::read(from)? {
            let id = AgentId(from.whole_up_to(saved.highest_id)?);
            let is_next = agents.last().is_none_or(|last| last.id < id);
            from.check(is_next, "a higher id than that of the agent before")?;
            agents.push(SavedAgent::read(id, world, from)?);
        }
        Ok(Self {
            world: saved,
            spawners,
            agents,
        })
    }

    /// Whether there is an agent with this id.
    pub(super) fn has(&self, id: AgentId) -> bool {
        self.agents
            .binary_search_by_key(&id, |agent| agent.id)
            .is_ok()
    }

    /// Checks that all that agents refer to is there.
    pub(super) fn check_references(&self, world: &World) -> Result<(), SaveError> {
        let is_there = |target: Target| match target {
            Target::Agent(id) => self.has(id),
            Target::Marker(id) => world.population.resolved.marker(id).is_some(),
            Target::Pointer => true,
        };
        let mut references = self.agents.iter().flat_map(SavedAgent::references);
        match references.find(|&target| !is_there(target)) {
            Some(missing) => Err(SaveError::Reference(missing)),
            None => Ok(()),
        }
    }
}

impl SavedWorld<'_> {
    /// Checks what was read last, of a world of `scene`.
    fn check(&self, scene: &Scene, from: &SavedValues) -> Result<(), SaveError> {
        from.check(
            (0.0..1.0).contains(&self.accumulator),
            "the end of a world with a part of a tick from 0 to below 1",
        )?;
        let doors = scene.walls.iter().filter(|wall| wall.open.is_some());
        from.check(
            self.doors.len() == doors.count() && self.markers.len() == scene.markers.len(),
            "the end of a world with the doors and markers of the scene",
        )?;
        let is_noise = |noise: &GameNoise| {
            checked_position(noise.place).is_ok() && (0.0..=LOUDEST).contains(&noise.radius)
        };
        from.check(
            self.noises.len() <= MAX_NOISES && self.noises.iter().all(is_noise),
            "the end of a world with at most 1,000 noises that are in range",
        )?;
        from.check(
            self.names.len() <= MAX_NAMES,
            "the end of a world with at most 1,000 names",
        )
    }
}
