//! Spawners and contacts in a Bevy app without a window: presses and triggers fire them, their
//! agents are entities, and what they do arrives as messages.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod support;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_steerwright::{AgentEvent, RunWorld, SteerwrightAgent};
use std::cell::RefCell;
use std::collections::BTreeSet;
use steerwright_runtime::scene::AgentId;
use steerwright_runtime::simulation::{EventKind, World as SteerwrightWorld};
use support::{agents, app, is_running, run_of, scene, shipped, update_until};

/// The sample in which a squad shoots at monsters.
const SQUAD: &str = "squad.scene.json";

#[derive(Resource, Default)]
struct Seen(Vec<AgentEvent>);

/// The squad in an app that keeps all messages, and the same world without an app.
struct Game {
    app: App,
    run: Entity,
    alone: SteerwrightWorld,
}

impl Game {
    fn new() -> Self {
        let mut app = app(&shipped("scenes"));
        app.init_resource::<Seen>().add_systems(
            Last,
            |mut messages: MessageReader<AgentEvent>, mut seen: ResMut<Seen>| {
                seen.0.extend(messages.read().cloned());
            },
        );
        let run = run_of(&mut app, SQUAD);
        update_until(&mut app, SQUAD, |app| is_running(app, run));
        let alone = SteerwrightWorld::new(&scene(SQUAD));
        let seen = std::mem::take(&mut app.world_mut().resource_mut::<Seen>().0);
        let mut game = Self { app, run, alone };
        game.follow(seen);
        game
    }

    /// Calls the same for both worlds.
    fn call(&mut self, call: impl Fn(&mut SteerwrightWorld)) {
        call(&mut self.alone);
        let world = self.app.world_mut().get_mut::<RunWorld>(self.run);
        call(&mut world.expect("a world").0);
    }

    /// A frame, and what was new in it.
    fn update(&mut self) -> Vec<AgentEvent> {
        self.app.update();
        let seen = std::mem::take(&mut self.app.world_mut().resource_mut::<Seen>().0);
        self.follow(seen)
    }

    /// Runs the world without an app to the same tick, where it has to be the same.
    fn follow(&mut self, seen: Vec<AgentEvent>) -> Vec<AgentEvent> {
        let tick = self.app.world().get::<RunWorld>(self.run);
        let tick = tick.expect("a world").0.tick();
        let mut wanted = Vec::new();
        while self.alone.tick() < tick {
            self.alone.step();
            wanted.extend(self.alone.events().iter().cloned());
        }
        let events: Vec<_> = seen.iter().map(|message| message.event.clone()).collect();
        assert_eq!(events, wanted, "at tick {tick}");
        let shown = agents(&mut self.app);
        let ids: Vec<AgentId> = self.alone.agents().map(|agent| agent.id).collect();
        assert_eq!(
            shown.iter().map(|agent| agent.id).collect::<Vec<_>>(),
            ids,
            "at tick {tick}, each agent has an entity, and each entity an agent"
        );
        for (shown, agent) in shown.iter().zip(self.alone.agents()) {
            let [x, y] = agent.position.to_array().map(f64::to_bits);
            let place = [shown.position.x.to_bits(), shown.position.y.to_bits()];
            assert_eq!(place, [x, y], "agent {} at tick {tick}", agent.id);
        }
        seen
    }

    fn id_of(&self, entity: Entity) -> Option<AgentId> {
        let agent = self.app.world().get::<SteerwrightAgent>(entity)?;
        Some(agent.id)
    }
}

#[test]
fn shots_and_monsters_are_entities_from_when_they_are_spawned_until_they_are_gone() {
    let mut game = Game::new();
    (0..60).for_each(|_| drop(game.update()));
    game.call(|world| world.set_pressed(true));
    let mut kinds = BTreeSet::new();
    for frame in 0..400 {
        if frame == 300 {
            game.call(|world| world.set_pressed(false));
        }
        // At the first monster.
        let target = game.alone.agents().find(|agent| agent.id.0 >= 7);
        let target = target.expect("an agent").position;
        game.call(|world| world.set_pointer(target).expect("a place"));
        for message in game.update() {
            assert_eq!(message.run, game.run);
            kinds.insert(message.event.kind.name());
            let entity = message.agent;
            let is_there = game.alone.agent(message.event.agent).is_some();
            match message.event.kind {
                // It may be gone within the tick or the frame.
                EventKind::Spawned(_) if is_there => {
                    let shown = entity.and_then(|entity| game.id_of(entity));
                    assert_eq!(shown, Some(message.event.agent));
                }
                EventKind::Expired(_) => {
                    assert_eq!(entity.and_then(|entity| game.id_of(entity)), None);
                }
                _ => {}
            }
        }
    }
    for kind in ["spawned", "expired", "contact"] {
        assert!(kinds.contains(kind), "{kinds:?}");
    }
}

#[test]
fn a_trigger_fires_the_spawners_that_wait_for_its_name() {
    let mut game = Game::new();
    let spawned = |messages: &[AgentEvent]| {
        let is_wave = |message: &&AgentEvent| matches!(message.event.kind, EventKind::Spawned(id) if id.0 == 7);
        messages.iter().filter(is_wave).count()
    };
    (0..10).for_each(|_| assert_eq!(spawned(&game.update()), 0));
    game.call(|world| assert!(world.trigger("wave") && !world.trigger("Wave")));
    let messages: Vec<AgentEvent> = (0..4).flat_map(|_| game.update()).collect();
    assert_eq!(spawned(&messages), 6);
    assert_eq!((0..60).map(|_| spawned(&game.update())).sum::<usize>(), 0);
}

#[test]
fn a_saved_world_comes_back_with_the_entities_of_its_agents() {
    let mut game = Game::new();
    game.call(|world| world.set_pressed(true));
    (0..150).for_each(|_| drop(game.update()));
    let (saves, hashes) = (RefCell::new(Vec::new()), RefCell::new(Vec::new()));
    game.call(|world| {
        saves.borrow_mut().push(world.save());
        hashes.borrow_mut().push(world.hash64());
    });
    let before: BTreeSet<AgentId> = game.alone.agents().map(|agent| agent.id).collect();
    (0..150).for_each(|_| drop(game.update()));
    let after: BTreeSet<AgentId> = game.alone.agents().map(|agent| agent.id).collect();
    assert!(!before.is_subset(&after), "{before:?} {after:?}");
    assert!(!after.is_subset(&before), "{before:?} {after:?}");
    // Each world loads its own save. The next frames compare the entities with the world without an
    // app.
    let saves = saves.into_inner().into_iter().zip(hashes.into_inner());
    let saves = RefCell::new(saves);
    game.call(|world| {
        let (save, hash) = saves.borrow_mut().next().expect("a save of each world");
        world.load_save(&save).expect("a save of this scene");
        assert_eq!(world.hash64(), hash);
    });
    (0..60).for_each(|_| drop(game.update()));
}
