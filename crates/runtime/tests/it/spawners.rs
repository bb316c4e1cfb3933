//! Spawners and contacts, beyond what conformance cases show.

use std::sync::Arc;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Contact, ContactId, Despawn, Marker, MarkerId, MarkerKind, Preset,
    PresetId, Scene, SpawnEdge, SpawnPlace, SpawnWhen, Spawner, SpawnerId, Target,
};
use steerwright_runtime::simulation::random::{initial_words, initial_words_of_spawner};
use steerwright_runtime::simulation::{Event, EventKind, World};

fn preset(id: u32) -> Arc<Preset> {
    Preset::steered(PresetId(id), format!("Preset {id}"), [Behavior::Seek {}]).into()
}

/// A spawner that fires in every tick.
fn spawner(id: u32) -> Spawner {
    Spawner {
        every: Some(0.001),
        ..Spawner::at(
            SpawnerId(id),
            "Door",
            PresetId(1),
            SpawnPlace::Point(DVec2::ZERO),
        )
    }
}

fn scene(spawners: impl IntoIterator<Item = Spawner>) -> Scene {
    Scene {
        presets: vec![preset(1), preset(2)],
        spawners: spawners.into_iter().map(Arc::new).collect(),
        ..Scene::default()
    }
}

fn kinds(world: &World) -> Vec<EventKind> {
    world
        .events()
        .iter()
        .map(|event| event.kind.clone())
        .collect()
}

#[test]
fn a_full_world_gets_no_more_agents() {
    let agents = (1..50_000).map(|id| Agent::at(AgentId(id), "", PresetId(2), DVec2::ZERO));
    let mut scene = scene([Spawner {
        count: 3,
        ..spawner(1)
    }]);
    scene.agents = Arc::new(agents.collect());
    let mut world = World::new(&scene);
    world.step();
    assert_eq!(world.len(), 50_000);
    assert_eq!(kinds(&world), [EventKind::Spawned(SpawnerId(1))]);
    world.despawn(AgentId(7)).expect("an agent");
    world.step();
    assert_eq!(world.len(), 50_000);
    assert_eq!(world.next_agent_id(), AgentId(50_002));
}

#[test]
fn nobody_gets_an_id_above_the_last() {
    let mut scene = scene([spawner(1)]);
    scene.agents = Arc::new(vec![Agent::at(
        AgentId(u32::MAX),
        "",
        PresetId(2),
        DVec2::ZERO,
    )]);
    let mut world = World::new(&scene);
    world.step();
    assert_eq!(world.len(), 1);
}

#[test]
fn an_edit_keeps_spawned_agents_and_an_applied_scene_does_not() {
    let authored = scene([Spawner {
        lifetime: Some(0.1),
        times: Some(2),
        ..spawner(4)
    }]);
    let mut world = World::new(&authored);
    world.step();
    world
        .edit(|scene| scene.name = "Edited".into())
        .expect("valid");
    world.step();
    assert_eq!(world.len(), 2);
    // At 60 ticks a second, a life takes six.
    for _ in 0..4 {
        world.step();
    }
    assert_eq!(world.len(), 2);
    world.step();
    assert_eq!(kinds(&world), [EventKind::Expired(SpawnerId(4))]);
    world.apply_scene(&authored);
    assert!(world.is_empty());
    for _ in 0..20 {
        world.step();
    }
    assert!(world.is_empty(), "it has fired twice already");
}

#[test]
fn a_press_counts_even_if_it_is_over_before_the_tick() {
    let mut world = World::new(&scene([Spawner {
        when: SpawnWhen::Press,
        every: None,
        ..spawner(1)
    }]));
    world.step();
    assert!(world.is_empty());
    world.set_pressed(true);
    world.set_pressed(false);
    world.step();
    assert_eq!((world.len(), world.is_pressed()), (1, false));
    world.set_pressed(true);
    world.step();
    world.step();
    assert_eq!(world.len(), 2, "once a press");
}

#[test]
fn a_press_is_forgotten_where_no_spawner_waits() {
    let mut world = World::new(&scene([]));
    world.set_pressed(true);
    world.step();
    let waiting = Spawner {
        when: SpawnWhen::Press,
        every: None,
        ..spawner(1)
    };
    world.apply_scene(&scene([waiting]));
    world.step();
    assert!(world.is_empty());
}

#[test]
fn triggers_tell_whether_a_spawner_waits_and_are_limited() {
    let mut world = World::new(&scene([Spawner {
        when: SpawnWhen::Trigger("wave".into()),
        ..spawner(1)
    }]));
    assert!(!world.trigger("Wave"));
    for _ in 0..1500 {
        assert!(world.trigger("wave"));
    }
    world.step();
    assert_eq!(world.len(), 1000);
}

#[test]
fn a_spawner_at_an_agent_stops_for_good_when_that_is_gone() {
    let mut authored = scene([Spawner {
        place: SpawnPlace::Agent(AgentId(3)),
        target: Some(Target::Agent(AgentId(3))),
        ..spawner(1)
    }]);
    let nest = Agent::at(AgentId(3), "Nest", PresetId(2), DVec2::new(4.0, 5.0));
    authored.agents = Arc::new(vec![nest.clone()]);
    let mut world = World::new(&authored);
    world.step();
    assert_eq!(world.len(), 2);
    world.despawn(AgentId(3)).expect("the nest");
    world.step();
    world.spawn(nest).expect("its id is free");
    world.step();
    assert_eq!(world.len(), 2);
    // The scene of the run stays one that can be edited.
    world.edit(|scene| scene.seed = 9).expect("valid");
}

#[test]
fn streams_of_spawners_are_not_those_of_agents() {
    for id in [0, 1, 7, u32::MAX] {
        let words = initial_words_of_spawner(5, SpawnerId(id));
        assert!((0..1000).all(|agent| initial_words(5, AgentId(agent)) != words));
    }
}

#[test]
fn an_edge_is_walked_around_once() {
    let edge = SpawnEdge {
        from: DVec2::new(-2.0, 1.0),
        to: DVec2::new(4.0, -1.0),
    };
    // Six along the top, two down, six back, two up.
    for (fraction, x, y) in [
        (0.0, -2.0, 1.0),
        (3.0 / 16.0, 1.0, 1.0),
        (7.0 / 16.0, 4.0, 0.0),
        (11.0 / 16.0, 1.0, -1.0),
        (15.0 / 16.0, -2.0, 0.0),
    ] {
        assert_eq!(edge.at(fraction), DVec2::new(x, y), "{fraction}");
    }
    let point = SpawnEdge {
        from: DVec2::ONE,
        to: DVec2::ONE,
    };
    assert_eq!(point.at(0.5), DVec2::ONE);
}

/// Agents of two presets at random places, which stay there.
fn crowd(contact: Contact) -> World {
    let mut state = 1u32;
    let mut draw = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        f64::from(state) / 4_294_967_296.0 * 20.0
    };
    let agents = (1..=240).map(|id| {
        let place = DVec2::new(draw(), draw());
        Agent::at(AgentId(id), "", PresetId(1 + id % 2), place)
    });
    World::new(&Scene {
        agents: Arc::new(agents.collect()),
        contacts: vec![contact.into()],
        ..scene([])
    })
}

fn rule(despawn: Despawn) -> Contact {
    Contact {
        id: ContactId(1),
        name: String::new(),
        first: PresetId(1),
        second: PresetId(2),
        distance: Some(1.5),
        margin: 0.0,
        despawn,
    }
}

#[test]
fn the_grid_finds_the_contacts_that_all_pairs_have_in_their_order() {
    for despawn in [Despawn::First, Despawn::Second, Despawn::Both] {
        let mut world = crowd(rule(despawn));
        let agents: Vec<_> = world.agents().collect();
        let group = |preset: u32| {
            agents
                .iter()
                .filter(move |agent| 1 + agent.id.0 % 2 == preset)
        };
        let mut gone = Vec::new();
        let mut expected = Vec::new();
        for a in group(1) {
            for b in group(2) {
                let d = b.position - a.position;
                let touch = d.x * d.x + d.y * d.y <= 1.5 * 1.5;
                if touch && !gone.contains(&a.id) && !gone.contains(&b.id) {
                    expected.push((a.id, b.id));
                    if despawn != Despawn::Second {
                        gone.push(a.id);
                    }
                    if despawn != Despawn::First {
                        gone.push(b.id);
                    }
                }
            }
        }
        world.step();
        let pair = |event: &Event| (event.agent, event.kind.other().expect("a contact"));
        let found: Vec<_> = world.events().iter().map(pair).collect();
        assert!(found.len() > 20);
        assert_eq!(found, expected);
        assert_eq!(world.len(), 240 - gone.len());
    }
}

#[test]
fn agents_that_touch_from_the_start_do_not_begin_to() {
    let mut world = crowd(rule(Despawn::None));
    world.step();
    assert_eq!(world.events(), []);
}

#[test]
fn a_world_with_spawners_can_be_cloned_and_run_again() {
    let mut authored = scene([
        Spawner {
            jitter: 0.2,
            every: Some(0.1),
            lifetime: Some(1.0),
            target: Some(Target::Marker(MarkerId(1))),
            ..spawner(1)
        },
        Spawner {
            preset: PresetId(2),
            place: SpawnPlace::Marker(MarkerId(1)),
            every: Some(0.3),
            ..spawner(2)
        },
    ]);
    let goal = DVec2::new(3.0, 1.0);
    let goal = Marker::at(MarkerId(1), "Goal", MarkerKind::Target, goal);
    authored.markers = Arc::new(vec![goal]);
    authored.contacts = vec![rule(Despawn::First).into()];
    let mut world = World::new(&authored);
    for _ in 0..100 {
        world.step();
    }
    let mut again = world.clone();
    for _ in 0..300 {
        world.step();
        again.step();
        assert_eq!(world.events(), again.events());
        assert!(world.agents().eq(again.agents()));
    }
    assert!(world.len() > 3);
}
