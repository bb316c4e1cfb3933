//! Random times in terms: when they are drawn from the stream of the agent.

use super::*;
use std::collections::{BTreeMap, BTreeSet};
use steerwright_runtime::scene::{Scatter, SpawnPlace, Spawner, SpawnerId};
use steerwright_runtime::simulation::random::Stream;

#[test]
fn random_times_are_drawn_on_entering_after_scatter_in_the_order_of_the_terms() {
    let times = || [between(10, 29), between(5, 5), between(0, 9)];
    let mut agents = Vec::new();
    let preset = guard([
        state(1, steered([]), [when(2, times())]),
        state(2, steered([]), [when(1, [between(3, 40)])]),
    ]);
    for id in 1..40 {
        agents.push(Agent {
            scatter: Some(Scatter { min: 0.5, max: 2.0 }),
            ..Agent::at(AgentId(id), "", PresetId(1), DVec2::ZERO)
        });
    }
    let scene = Scene {
        seed: 77,
        agents: Arc::new(agents),
        ..scene(preset)
    };
    let mut world = World::new(&scene);
    let events = steps(&mut world, 200);
    let mut first_times = BTreeSet::new();
    for id in 1..40 {
        let own: Vec<_> = events
            .iter()
            .filter(|event| event.agent == AgentId(id))
            .cloned()
            .collect();
        let mut stream = Stream::new(77, AgentId(id));
        skip_scatter(&mut stream);
        let mut draw = |min: u64, max: u64| {
            min + (stream.next_f64() * ((max - min + 1) as f64)).floor() as u64
        };
        let mut tick = 0;
        for (at, name, _) in entered(&own) {
            tick += match name {
                "state 2" => draw(10, 29).max(5).max(draw(0, 9)),
                _ => draw(3, 40),
            };
            assert_eq!(at, tick, "agent {id}, {name}");
            if tick <= 29 {
                first_times.insert(tick);
            }
        }
    }
    assert!(first_times.len() > 10 && *first_times.last().expect("a time") == 29);
}

#[test]
fn spawned_agents_draw_their_times_after_their_places() {
    let preset = guard([
        state(1, steered([]), [when(2, [between(0, 100)])]),
        state(2, steered([]), []),
    ]);
    let place = SpawnPlace::Point(DVec2::new(4.0, 4.0));
    let spawner = Spawner {
        scatter: Some(Scatter { min: 0.0, max: 3.0 }),
        every: Some(0.1),
        ..Spawner::at(SpawnerId(1), "", PresetId(1), place)
    };
    let mut scene = scene(preset);
    scene.spawners = vec![Arc::new(spawner)];
    // An agent that is not the last of the list makes the world take the other way to add one.
    for ids in [vec![1], vec![5, 1]] {
        let agents = ids
            .iter()
            .map(|&id| Agent::at(AgentId(id), "", PresetId(1), DVec2::ZERO));
        scene.agents = Arc::new(agents.collect());
        let mut world = World::new(&scene);
        let events = steps(&mut world, 200);
        let mut entered_at = BTreeMap::new();
        for event in &events {
            match event.kind {
                EventKind::Spawned(_) => drop(entered_at.insert(event.agent, event.tick)),
                EventKind::StateEntered { .. } if entered_at.contains_key(&event.agent) => {
                    let mut stream = Stream::new(scene.seed, event.agent);
                    skip_scatter(&mut stream);
                    let ticks = (stream.next_f64() * 101.0).floor() as u64;
                    let began = entered_at[&event.agent];
                    assert_eq!(event.tick, began + ticks.max(1) - 1);
                }
                _ => {}
            }
        }
        assert!(entered_at.len() > 10);
    }
}

/// Draws what an agent draws for its scatter.
fn skip_scatter(stream: &mut Stream) {
    loop {
        let p = DVec2::new(2.0 * stream.next_f64() - 1.0, 2.0 * stream.next_f64() - 1.0);
        let q = p.x * p.x + p.y * p.y;
        if q <= 1.0 && q > 1e-6 {
            break;
        }
    }
    stream.next_f64();
}
