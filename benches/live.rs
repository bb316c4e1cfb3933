//! What a game and the editor may do to a running world, in worlds of three sizes: `cargo bench -p
//! yardsticks --bench live`. The cost of a call follows what it changes, so the sizes should differ
//! little.

#![allow(clippy::expect_used, clippy::unwrap_used)]

use divan::{Bencher, black_box};
use std::sync::Arc;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Marker, MarkerId, MarkerKind, PathId, PresetId, Scene, Target,
};
use steerwright_runtime::simulation::World;
use workload::Workload;

#[path = "yardsticks/product/src/workload.rs"]
mod workload;

fn main() {
    divan::main();
}

const SIZES: [usize; 3] = [1_000, 10_000, 50_000];

fn scene(workload: Workload, agents: usize) -> Scene {
    let mut scene = workload.scene(agents);
    scene.markers = Arc::new(vec![Marker::at(
        MarkerId(1),
        "",
        MarkerKind::Target,
        DVec2::ZERO,
    )]);
    scene
}

fn settled(scene: &Scene) -> World {
    let mut world = World::new(scene);
    (0..20).for_each(|_| world.step());
    // The first change of agents copies what the caller's scene and the world share.
    let target = Some(Target::Pointer);
    world.set_target(AgentId(1), target).expect("an agent");
    world
}

/// Times a call that changes between two states.
fn bench(bencher: Bencher<'_, '_>, mut world: World, mut call: impl FnMut(&mut World, bool)) {
    let mut turn = false;
    bencher.bench_local(|| {
        turn = !turn;
        call(black_box(&mut world), turn);
    });
}

#[divan::bench(args = SIZES)]
fn drive(bencher: Bencher<'_, '_>, agents: usize) {
    bench(
        bencher,
        settled(&scene(Workload::B, agents)),
        |world, turn| {
            let place = DVec2::new(f64::from(u8::from(turn)), 0.0);
            world.drive(AgentId(5), place).expect("an agent");
        },
    );
}

#[divan::bench(args = SIZES)]
fn set_target(bencher: Bencher<'_, '_>, agents: usize) {
    bench(
        bencher,
        settled(&scene(Workload::B, agents)),
        |world, turn| {
            let target = turn.then_some(Target::Agent(AgentId(9)));
            world.set_target(AgentId(5), target).expect("an agent");
        },
    );
}

#[divan::bench(args = SIZES)]
fn set_leader(bencher: Bencher<'_, '_>, agents: usize) {
    bench(
        bencher,
        settled(&scene(Workload::C, agents)),
        |world, turn| {
            let leader = turn.then_some(AgentId(9));
            world.set_leader(AgentId(5), leader).expect("an agent");
        },
    );
}

#[divan::bench(args = SIZES)]
fn set_path(bencher: Bencher<'_, '_>, agents: usize) {
    bench(
        bencher,
        settled(&scene(Workload::B, agents)),
        |world, turn| {
            let path = PathId(1 + u32::from(turn));
            world.set_path(AgentId(5), Some(path)).expect("an agent");
        },
    );
}

/// Between two presets of different behaviors.
#[divan::bench(args = SIZES)]
fn set_preset(bencher: Bencher<'_, '_>, agents: usize) {
    bench(
        bencher,
        settled(&scene(Workload::C, agents)),
        |world, turn| {
            let preset = PresetId(if turn { 3 } else { 65 });
            world.set_preset(AgentId(5), preset).expect("an agent");
        },
    );
}

/// A preset of few agents: those that lead the groups 1, 63, 125 and so on.
#[divan::bench(args = SIZES)]
fn replace_preset(bencher: Bencher<'_, '_>, agents: usize) {
    let scene = scene(Workload::C, agents);
    let preset = scene.presets[3].as_ref().clone();
    bench(bencher, settled(&scene), |world, turn| {
        let mut preset = preset.clone();
        preset.body.max_speed = if turn { 2.0 } else { 2.5 };
        world.replace_preset(preset).expect("a preset");
    });
}

#[divan::bench(args = SIZES)]
fn spawn_and_despawn(bencher: Bencher<'_, '_>, agents: usize) {
    let scene = scene(Workload::B, agents);
    let model = scene.agents[4].clone();
    bench(bencher, settled(&scene), |world, _| {
        let id = world.next_agent_id();
        let agent = Agent {
            id,
            ..model.clone()
        };
        world.spawn(agent).expect("a free id");
        world.despawn(id).expect("an agent");
    });
}

/// Those that were there from the start, and others in their place.
#[divan::bench(args = SIZES)]
fn despawn_and_spawn(bencher: Bencher<'_, '_>, agents: usize) {
    let scene = scene(Workload::B, agents);
    let model = scene.agents[4].clone();
    let mut next = 1;
    bench(bencher, settled(&scene), |world, _| {
        world.despawn(AgentId(next)).expect("an agent");
        next += 1;
        let id = world.next_agent_id();
        let agent = Agent {
            id,
            ..model.clone()
        };
        world.spawn(agent).expect("a free id");
    });
}

/// The first edit checks the whole scene, the others what they change.
#[divan::bench(args = SIZES)]
fn edit_a_moved_node(bencher: Bencher<'_, '_>, agents: usize) {
    let mut world = settled(&scene(Workload::B, agents));
    world.edit(|_| {}).expect("a scene");
    bench(bencher, world, |world, turn| {
        let edit = |scene: &mut Scene| {
            let node = &mut Arc::make_mut(&mut scene.paths[2]).nodes[3];
            node.position.x += if turn { 1.0 } else { -1.0 };
        };
        world.edit(edit).expect("a scene");
    });
}

fn bench_edit(bencher: Bencher<'_, '_>, agents: usize, edit: impl Fn(&mut Scene)) {
    let before = scene(Workload::B, agents);
    let mut after = before.clone();
    edit(&mut after);
    let mut world = World::new(&before);
    (0..20).for_each(|_| world.step());
    bench(bencher, world, |world, turn| {
        world.apply_scene(if turn { &after } else { &before });
    });
}

#[divan::bench(args = SIZES)]
fn apply_a_scene_with_another_name(bencher: Bencher<'_, '_>, agents: usize) {
    bench_edit(bencher, agents, |scene| scene.name.push('x'));
}

#[divan::bench(args = SIZES)]
fn apply_a_moved_node(bencher: Bencher<'_, '_>, agents: usize) {
    bench_edit(bencher, agents, |scene| {
        Arc::make_mut(&mut scene.paths[2]).nodes[3].position.x += 1.0;
    });
}

#[divan::bench(args = SIZES)]
fn apply_a_moved_marker(bencher: Bencher<'_, '_>, agents: usize) {
    bench_edit(bencher, agents, |scene| {
        Arc::make_mut(&mut scene.markers)[0].position.x += 1.0;
    });
}

/// One of 64: its agents get another list of behaviors.
#[divan::bench(args = SIZES)]
fn apply_an_edited_preset(bencher: Bencher<'_, '_>, agents: usize) {
    bench_edit(bencher, agents, |scene| {
        let preset = Arc::make_mut(&mut scene.presets[3]);
        preset.motion = Workload::A.scene(64).presets[3].motion.clone();
    });
}

/// The list of agents is compared.
#[divan::bench(args = SIZES)]
fn apply_a_moved_agent(bencher: Bencher<'_, '_>, agents: usize) {
    bench_edit(bencher, agents, |scene| {
        Arc::make_mut(&mut scene.agents)[3].position.x += 1.0;
    });
}
