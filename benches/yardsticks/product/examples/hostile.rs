//! What a tick costs in crowds that no scene should have: `cargo run --release -p yardsticks
//! --example hostile`.

use std::sync::Arc;
use std::time::Instant;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Motion, Preset, PresetId, Scene, Target,
};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering::separation::Falloff;
use steerwright_runtime::steering::{FollowLeader, GridChase, Separation};

fn main() {
    let separation = |radius, falloff| {
        Behavior::Separation(Separation {
            radius,
            max_separation: 4.0,
            falloff,
        })
    };
    for agents in [25_000, 50_000, 100_000] {
        for falloff in [Falloff::InverseSquare, Falloff::None] {
            let crowd = |behavior, place: fn(u32) -> DVec2| scene(agents, [behavior], place);
            let one_spot = crowd(separation(2.0, falloff), |_| DVec2::ONE);
            measure(&format!("{agents} in one spot, {falloff:?}"), &one_spot);
            let one_radius = crowd(separation(50.0, falloff), spiral);
            measure(
                &format!("{agents} places in one radius, {falloff:?}"),
                &one_radius,
            );
        }
    }
    for agents in [5_000, 10_000, 20_000] {
        let follow = Behavior::FollowLeader(FollowLeader::default());
        let mut scene = scene(agents, [follow], spiral);
        for agent in Arc::make_mut(&mut scene.agents).iter_mut().skip(1) {
            agent.leader = Some(AgentId(1));
        }
        measure(&format!("{agents} followers of one leader"), &scene);
    }
    for cells in [1e4, 1e5, 1e6] {
        let mut scene = scene(2, [], |id| DVec2::new(f64::from(id - 1), 0.0));
        Arc::make_mut(&mut scene.presets[0]).motion = Motion::GridChase(GridChase::default());
        let agents = Arc::make_mut(&mut scene.agents);
        agents[0].target = Some(Target::Agent(AgentId(2)));
        agents[1].position = DVec2::new(cells, 0.3 * cells);
        agents[1].preset = PresetId(2);
        scene
            .presets
            .push(Arc::new(Preset::steered(PresetId(2), "prey", [])));
        measure(&format!("a prey {cells} cells away"), &scene);
    }
}

/// Agents of one preset.
fn scene<const N: usize>(
    agents: u32,
    behaviors: [Behavior; N],
    place: impl Fn(u32) -> DVec2,
) -> Scene {
    let agent = |id| Agent::at(AgentId(id), "", PresetId(1), place(id));
    Scene {
        presets: vec![Arc::new(Preset::steered(PresetId(1), "crowd", behaviors))],
        agents: Arc::new((1..=agents).map(agent).collect()),
        ..Scene::default()
    }
}

/// Different places within 20 u.
fn spiral(id: u32) -> DVec2 {
    let angle = f64::from(id) * 2.4;
    DVec2::new(angle.cos(), angle.sin()) * (20.0 * f64::from(id % 9973) / 9973.0)
}

fn measure(what: &str, scene: &Scene) {
    let start = Instant::now();
    let mut world = World::new(scene);
    let made = start.elapsed().as_secs_f64();
    let mut ticks = [0.0; 3];
    for tick in &mut ticks {
        let start = Instant::now();
        world.step();
        *tick = start.elapsed().as_secs_f64();
    }
    println!("{what}: made in {made:.3} s, ticks of {ticks:.3?} s");
}
