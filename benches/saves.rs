//! How long saved worlds take: `cargo bench --bench saves`. A hundred guards of the sample *Night
//! watch* watch and chase one another, as a game with rollback has them. Times to compare, never to
//! pass or fail; the goal of restoring them and stepping 8 ticks is 1 ms.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use divan::{Bencher, black_box};
use std::sync::Arc;
use steerwright_authoring::sample;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{Agent, AgentId, Scene};
use steerwright_runtime::simulation::World;

fn main() {
    divan::main();
}

const AGENTS: u32 = 100;
/// By then, guards have noticed others and left their paths.
const SETTLED: usize = 600;
/// How far a game goes back.
const TICKS: usize = 8;

/// The agents of the sample, again and again, each a bit aside.
fn hundred_guards() -> Scene {
    let mut scenes = sample::scenes().into_iter().map(|(_, scene)| scene);
    let is_it = |scene: &Scene| scene.name == "Night watch";
    let mut scene = scenes.find(is_it).expect("the sample");
    let own: Vec<Agent> = scene.agents.to_vec();
    let agents = (1..=AGENTS).zip(own.iter().cycle());
    let agents = agents.map(|(id, agent)| Agent {
        id: AgentId(id),
        position: agent.position + DVec2::new(f64::from(id / 10), f64::from(id % 10)) * 0.05,
        ..agent.clone()
    });
    scene.agents = Arc::new(agents.collect());
    scene
}

fn settled() -> World {
    let mut world = World::new(&hundred_guards());
    for _ in 0..SETTLED {
        world.step();
    }
    world
}

#[divan::bench]
fn restore_100_guards_and_step_8_ticks(bencher: Bencher<'_, '_>) {
    let mut world = settled();
    let save = world.save();
    bencher.bench_local(|| {
        world.load_save(black_box(&save)).expect("its own save");
        for _ in 0..TICKS {
            world.step();
        }
    });
}

/// A game in Rust can keep the world itself instead of a text.
#[divan::bench]
fn restore_a_clone_of_100_guards_and_step_8_ticks(bencher: Bencher<'_, '_>) {
    let kept = settled();
    bencher.bench_local(|| {
        let mut world = black_box(&kept).clone();
        for _ in 0..TICKS {
            world.step();
        }
        world
    });
}

#[divan::bench]
fn step_100_guards_8_ticks(bencher: Bencher<'_, '_>) {
    let mut world = settled();
    bencher.bench_local(|| {
        for _ in 0..TICKS {
            world.step();
        }
    });
}

#[divan::bench]
fn save_100_guards(bencher: Bencher<'_, '_>) {
    let world = settled();
    bencher.bench_local(|| black_box(&world).save());
}

#[divan::bench]
fn load_100_guards(bencher: Bencher<'_, '_>) {
    let mut world = settled();
    let save = world.save();
    bencher.bench_local(|| world.load_save(black_box(&save)).expect("its own save"));
}

#[divan::bench]
fn hash_100_guards(bencher: Bencher<'_, '_>) {
    let world = settled();
    bencher.bench_local(|| black_box(&world).hash64());
}
