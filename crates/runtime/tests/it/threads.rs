//! Two threads give the bits of one, and the same events in the same order.

use crate::lanes::{crowd, outcome};
use crate::properties::scene;
use proptest::prelude::*;
use std::sync::{Arc, LazyLock};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::rayon::{ThreadPool, ThreadPoolBuilder};
use steerwright_runtime::scene::{Behavior, Scene};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering::separation::Falloff;
use steerwright_runtime::steering::{FollowLeader, Separation};
use steerwright_testing::shipped;

static POOL: LazyLock<Arc<ThreadPool>> = LazyLock::new(|| {
    let pool = ThreadPoolBuilder::new().num_threads(2).build();
    Arc::new(pool.expect("two threads"))
});

/// A world of one thread, and one of two that makes tasks of so few slots.
fn worlds(scene: &Scene, task: usize) -> [World; 2] {
    let alone = World::new(scene);
    let mut shared = World::new(scene);
    shared.set_thread_pool(Some(Arc::clone(&POOL)));
    shared.limit_task(task);
    [alone, shared]
}

fn assert_same([alone, shared]: &[World; 2], what: &str) {
    assert_eq!(
        outcome(shared),
        outcome(alone),
        "{what}, tick {}",
        alone.tick()
    );
}

#[test]
fn shipped_scenes_move_alike_on_two_threads() {
    for (name, scene) in shipped::every_scene() {
        let mut worlds = worlds(&scene, 1);
        for _ in 0..240 {
            worlds.iter_mut().for_each(World::step);
            assert_same(&worlds, &format!("{name:?}"));
        }
    }
}

/// More than a chunk of neighbor lists, of several programs, in tasks of the usual size and of
/// small ones.
#[test]
fn large_crowds_move_alike_on_two_threads() {
    let separation = Behavior::Separation(Separation {
        radius: 2.0,
        max_separation: 4.0,
        falloff: Falloff::InverseSquare,
    });
    let follow = Behavior::FollowLeader(FollowLeader::default());
    for (agents, behaviors) in [
        (16_000, [Behavior::Seek {}, separation]),
        (600, [follow, separation]),
    ] {
        for task in [64, 1000] {
            let mut worlds = worlds(&crowd(agents, 1.3, behaviors), task);
            for tick in 0..20 {
                for world in &mut worlds {
                    let pointer = DVec2::new(3.0, f64::from(tick));
                    world.set_pointer(pointer).expect("a position");
                    world.step();
                }
                assert_same(&worlds, "a crowd");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_scene_moves_alike_on_two_threads(scene in scene(), copies in 1..40_u32) {
        // Copies of the agents make programs of several blocks.
        let mut scene = scene;
        let models = scene.agents.as_ref().clone();
        let mut next = scene.next_agent_id();
        for copy in 1..copies {
            for model in &models {
                let mut agent = model.clone();
                agent.id = next;
                agent.position.x += f64::from(copy);
                Arc::make_mut(&mut scene.agents).push(agent);
                next.0 += 1;
            }
        }
        let mut worlds = worlds(&scene, 1);
        for _ in 0..20 {
            worlds.iter_mut().for_each(World::step);
            assert_same(&worlds, "a scene");
        }
    }
}
