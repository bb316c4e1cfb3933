//! Agents that avoid walls, and whose goals are beside walls.

use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Motion, Preset, PresetId, Scene,
    Steered, Target, Wall, WallId, WeightedBehavior,
};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering::{Arrive, AvoidWalls, BlendMode, Body};

const TARGET_RADIUS: f64 = 0.1;
const TICKS: u32 = 20 * 60;

/// An agent that arrives at `goal`, above a wall along the x axis.
fn scene(goal: DVec2, start: DVec2, weight: f64, max_speed: f64) -> Scene {
    let arrive = Behavior::Arrive(Arrive {
        target_radius: TARGET_RADIUS,
        slow_radius: 2.0,
        ..Arrive::default()
    });
    let avoid = Behavior::AvoidWalls(AvoidWalls::default());
    let weighted = |behavior, weight| WeightedBehavior::weighing(weight, behavior);
    let preset = Preset {
        body: Body {
            max_speed,
            max_force: 20.0,
            radius: 0.4,
            ..Body::default()
        },
        motion: Motion::Steered(Steered {
            blend_mode: BlendMode::WeightedSum,
            behaviors: vec![weighted(avoid, weight), weighted(arrive, 1.0)],
        }),
        ..Preset::steered(PresetId(1), "Rover", [])
    };
    let marker = Marker {
        id: MarkerId(1),
        name: String::new(),
        kind: MarkerKind::Target,
        position: goal,
        color: None,
        properties: Default::default(),
    };
    let agent = Agent {
        target: Some(Target::Marker(MarkerId(1))),
        ..Agent::at(AgentId(1), "", PresetId(1), start)
    };
    let ends = [DVec2::new(-20.0, 0.0), DVec2::new(20.0, 0.0)];
    Scene {
        presets: vec![preset.into()],
        markers: vec![marker].into(),
        agents: vec![agent].into(),
        walls: vec![Wall::through(WallId(1), "", ends).into()],
        ..Scene::default()
    }
}

#[test]
fn agents_that_avoid_walls_arrive_beside_a_wall_and_stay() {
    for weight in [0.5, 1.0, 2.0] {
        for speed in [2.0, 5.0] {
            for height in [0.5, 0.8, 1.2, 2.0] {
                for start in [(-6.0, height), (-6.0, 4.0), (0.0, 6.0), (3.0, 0.5)] {
                    let goal = DVec2::new(0.0, height);
                    let mut world = World::new(&scene(goal, start.into(), weight, speed));
                    let what = format!("{weight} {speed} {height} {start:?}");
                    for tick in 0..TICKS {
                        world.step();
                        let agent = world.agent(AgentId(1)).expect("an agent");
                        let is_there = agent.position.distance(goal) < TARGET_RADIUS + 0.01;
                        assert!(is_there || tick < TICKS / 2, "{what} at tick {tick}");
                    }
                }
            }
        }
    }
}

#[test]
fn an_agent_that_avoids_walls_turns_before_it_meets_one() {
    let goal = DVec2::new(0.0, -6.0);
    let mut world = World::new(&scene(goal, DVec2::new(0.0, 6.0), 2.0, 2.0));
    for _ in 0..TICKS / 4 {
        world.step();
        let agent = world.agent(AgentId(1)).expect("an agent");
        assert!(agent.position.y > 0.401, "{}", agent.position);
    }
}
