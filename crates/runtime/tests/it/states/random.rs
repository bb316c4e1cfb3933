//! Steady guards ask for no memory, and large crowds of guards move alike however the ticks are
//! computed.

use super::{after, between, guard, seek, state, steered, told_by_game, when};
use crate::lanes::outcome;
use std::sync::{Arc, LazyLock};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::Sight;
use steerwright_runtime::rayon::{ThreadPool, ThreadPoolBuilder};
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Motion, Node, NodeId, PathId, PatrolPath, Preset, PresetId, Scene,
    State, Target, Term,
};
use steerwright_runtime::simulation::{EventKind, World};
use steerwright_runtime::steering::follow_path::{Resume, Start};
use steerwright_runtime::steering::{
    FollowLeader, FollowPath, Goal, GridChase, HomingWalk, Search, Separation,
};

static POOL: LazyLock<Arc<ThreadPool>> = LazyLock::new(|| {
    let pool = ThreadPoolBuilder::new().num_threads(2).build();
    Arc::new(pool.expect("two threads"))
});

/// States with a behavior of each kind, between which agents change at random times.
fn restless(separates: bool) -> Preset {
    let separation = || separates.then(|| Behavior::Separation(Separation::default()));
    let with = |behavior| steered(std::iter::once(behavior).chain(separation()));
    let motions = [
        with(Behavior::FollowPath(FollowPath {
            start: Start::Nearest,
            resume: Resume::Nearest,
            ..FollowPath::default()
        })),
        seek(Goal::LeftPath),
        with(Behavior::HomingWalk(HomingWalk {
            smooth: true,
            ..HomingWalk::default()
        })),
        with(Behavior::FollowLeader(FollowLeader::default())),
        Motion::GridChase(GridChase::default()),
        with(Behavior::Search(Search {
            points: 8,
            wait: 0.1,
            ..Search::default()
        })),
    ];
    let states: Vec<State> = (1..)
        .zip(motions)
        .map(|(id, motion)| {
            let alarmed = when(2, [told_by_game("alarm"), after(3)]);
            let found = when(1, [Term::Sees, between(10, 20)]);
            state(
                id,
                motion,
                [alarmed, found, when(id % 6 + 1, [between(5, 50)])],
            )
        })
        .collect();
    let mut preset = guard(states);
    preset.sight = Some(Sight {
        range: 3.0,
        ..Sight::default()
    });
    preset
}

fn crowd(agents: u32, separates: bool) -> Scene {
    let mut path = PatrolPath::new(PathId(1), "Path");
    let nodes = [(0.0, 0.0), (9.0, 3.0), (4.0, 12.0)];
    path.nodes = (1..)
        .zip(nodes)
        .map(|(id, place)| Node::at(NodeId(id), DVec2::from(place)))
        .collect();
    let agent = |id: u32| Agent {
        path: Some(PathId(1)),
        target: Some(Target::Pointer),
        leader: Some(AgentId(id % 7 + 1)),
        ..Agent::at(
            AgentId(id),
            "",
            PresetId(1),
            DVec2::new(f64::from(id % 23), f64::from(id % 19)),
        )
    };
    Scene {
        presets: vec![Arc::new(restless(separates))],
        paths: vec![Arc::new(path)],
        agents: Arc::new((1..=agents).map(agent).collect()),
        ..Scene::default()
    }
}

/// A tick in which the pointer moves, and now and then an alarm sounds.
fn frame(world: &mut World) -> usize {
    let turn = (world.tick() % 240) as f64 / 60.0;
    world
        .set_pointer(DVec2::new(6.0 * turn, 4.0 - turn))
        .expect("a place");
    if world.tick().is_multiple_of(97) {
        world.force_event(None, "alarm").expect("a name");
    }
    world.step();
    let is_change = |kind: &EventKind| matches!(kind, EventKind::StateEntered { .. });
    world
        .events()
        .iter()
        .filter(|event| is_change(&event.kind))
        .count()
}

#[test]
fn agents_that_change_their_states_ask_for_no_memory() {
    for separates in [false, true] {
        let mut world = World::new(&crowd(200, separates));
        for _ in 0..9000 {
            frame(&mut world);
        }
        // A call of the game stores the name that it sends.
        let mut changes = 0;
        let used = allocation_counter::measure(|| {
            for _ in 0..96 {
                if world.tick().is_multiple_of(97) {
                    break;
                }
                changes += frame(&mut world);
            }
        });
        assert_eq!(used.count_total, 0);
        assert!(changes > 100, "{changes}");
    }
}

#[test]
fn crowds_of_guards_move_alike_on_any_lanes_and_threads() {
    for separates in [false, true] {
        let scene = crowd(700, separates);
        let mut worlds: Vec<World> = (0..4).map(|_| World::new(&scene)).collect();
        worlds[1].limit_lanes(1);
        worlds[2].limit_lanes(2);
        worlds[3].set_thread_pool(Some(Arc::clone(&POOL)));
        worlds[3].limit_task(64);
        let mut changes = 0;
        for _ in 0..300 {
            let all: Vec<usize> = worlds.iter_mut().map(frame).collect();
            changes += all[0];
            let expected = outcome(&worlds[0]);
            for world in &worlds[1..] {
                assert!(outcome(world) == expected, "tick {}", world.tick());
            }
        }
        assert!(changes > 5000, "{changes}");
    }
}
