//! What a recording keeps, and how exactly.

use std::sync::Arc;
use steerwright_analysis::Run;
use steerwright_analysis::measure::{self, MetricsReader};
use steerwright_analysis::recording::{Recording, Replay, Sample};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Node, NodeId, PathId, PatrolPath, Preset, PresetId, Scene, Target,
};
use steerwright_runtime::simulation::World;

const AGENTS: u32 = 1_000;

/// A crowd that walks along a path, and one agent that goes after the pointer.
fn crowd() -> Scene {
    let mut walker = Preset::steered(
        PresetId(1),
        "Walks",
        [Behavior::FollowPath(Default::default())],
    );
    walker.body.max_speed = 3.0;
    let seeker = Preset::steered(PresetId(2), "Seeks", [Behavior::Seek {}]);
    let corners = [
        (1, 0.0, 0.0),
        (2, 20.0, 3.0),
        (3, 17.0, 15.0),
        (4, -2.0, 12.0),
    ];
    let nodes = corners.map(|(id, x, y)| Node::at(NodeId(id), DVec2::new(x, y)));
    let path = PatrolPath {
        nodes: nodes.into(),
        ..PatrolPath::new(PathId(1), "Path")
    };
    let mut agents: Vec<Agent> = (1..AGENTS)
        .map(|i| {
            let start = DVec2::new(f64::from(i % 40) * 0.5, f64::from(i / 40) * 0.5);
            Agent {
                path: Some(PathId(1)),
                ..Agent::at(AgentId(i), "", PresetId(1), start)
            }
        })
        .collect();
    agents.push(Agent {
        target: Some(Target::Pointer),
        ..Agent::at(AgentId(AGENTS), "", PresetId(2), DVec2::ZERO)
    });
    Scene {
        presets: vec![Arc::new(walker), Arc::new(seeker)],
        paths: vec![Arc::new(path)],
        agents: Arc::new(agents),
        ..Scene::default()
    }
}

/// A run whose first ticks are rounded, with what was exact at each tick for some agents.
fn long_run(ticks: u64, mut before_tick: impl FnMut(&mut Run, u64)) -> (Run, Vec<Vec<Sample>>) {
    let watched = |run: &Run| {
        let samples = [1, 500, AGENTS]
            .map(AgentId)
            .map(|id| run.world().agent(id));
        samples.into_iter().flatten().map(Sample::from).collect()
    };
    let mut run = Run::new(&crowd());
    let mut exact = vec![watched(&run)];
    for tick in 0..ticks {
        before_tick(&mut run, tick);
        run.step();
        exact.push(watched(&run));
    }
    (run, exact)
}

fn move_pointer(run: &mut Run, tick: u64) {
    let around = (tick % 200) as f64;
    run.set_pointer(DVec2::new(around * 0.1, 9.0 - around * 0.07));
}

fn assert_replayed(replay: &mut Replay, recording: &Recording, tick: u64, exact: &[Vec<Sample>]) {
    for sample in &exact[tick as usize] {
        let again = replay.sample(recording, tick, sample.agent);
        assert_eq!(again.as_ref(), Some(sample), "at tick {tick}");
    }
}

#[test]
fn replayed_ticks_have_the_samples_of_the_run() {
    let (run, exact) = long_run(700, move_pointer);
    let recording = run.recording();
    assert!(recording.at(600).as_exact().is_none());
    assert!(recording.at(700).as_exact().is_some());
    let mut replay = Replay::default();
    for tick in 0..=700 {
        assert_replayed(&mut replay, recording, tick, &exact);
    }
    for tick in [530, 511, 512, 3, 699, 0] {
        assert_replayed(&mut Replay::default(), recording, tick, &exact);
    }
    for (samples, tick) in exact.iter().zip(0..) {
        for sample in samples {
            let kept = recording.sample(tick, sample.agent).expect("it is there");
            assert!((kept.position - sample.position).length() < 1e-5);
            assert!((kept.speed() - sample.speed()).abs() < 4e-4);
        }
    }
}

#[test]
fn edits_of_a_running_world_are_replayed() {
    let faster = |speed: f64| {
        let mut scene = crowd();
        scene.preset_mut(PresetId(1)).expect("walks").body.max_speed = speed;
        scene
    };
    let (run, exact) = long_run(500, |run, tick| {
        move_pointer(run, tick);
        if [90, 91, 333].contains(&tick) {
            run.apply_scene(&faster(tick as f64 / 60.0));
            run.apply_scene(&faster(1.0 + tick as f64 / 60.0));
        }
    });
    let mut replay = Replay::default();
    for tick in 0..=500 {
        assert_replayed(&mut replay, run.recording(), tick, &exact);
    }
    assert_replayed(&mut Replay::default(), run.recording(), 91, &exact);
}

#[test]
fn after_too_many_edits_early_ticks_are_rounded() {
    let (run, exact) = long_run(500, |run, tick| {
        if (100..160).contains(&tick) {
            let mut scene = crowd();
            scene.preset_mut(PresetId(1)).expect("walks").body.max_speed = 2.0 + tick as f64 / 60.0;
            run.apply_scene(&scene);
        }
    });
    let sample = |tick| Replay::default().sample(run.recording(), tick, AgentId(500));
    for (tick, is_exact) in [
        (100, true),
        (101, false),
        (140, false),
        (160, true),
        (400, true),
    ] {
        let exact = exact[tick as usize][1];
        assert_eq!(sample(tick) == Some(exact), is_exact, "at tick {tick}");
        assert!(sample(tick).is_some_and(|s| (s.position - exact.position).length() < 1e-5));
    }
}

#[test]
fn metrics_of_a_long_run_are_those_of_the_run_itself() {
    let scene = crowd();
    let agent = AgentId(500);
    let mut run = Run::new(&scene);
    let mut reader = MetricsReader::unrecorded(&scene, agent).expect("it is in the scene");
    reader.read_world(run.world());
    for _ in 0..600 {
        run.step();
        reader.read_world(run.world());
    }
    let recorded = measure::run_metrics(run.recording(), &scene, agent);
    assert_eq!(recorded, reader.metrics());
    assert!(recorded.is_some_and(|metrics| metrics.peak_steering > 0.0));
}

#[test]
fn ten_minutes_of_a_thousand_agents_fit() {
    let mut run = Run::new(&crowd());
    (0..700).for_each(|_| run.step());
    let recording = run.recording();
    assert!(recording.tick_limit() >= 10 * 60 * 60);
    let samples = 10 * 60 * 60 * AGENTS as usize;
    let per_tick = steerwright_analysis::recording::MAX_BYTES / recording.tick_limit() as usize;
    assert!(per_tick * 10 * 60 * 60 <= 16 * samples, "{per_tick} bytes");
}

/// Freeing a large part immediately would take longer than a frame.
#[test]
fn the_oldest_ticks_are_dropped_little_by_little() {
    let scene = crowd();
    let mut world = World::new(&scene);
    let mut recording = Recording::with_limit(&world, 12_000_000);
    let limit = recording.tick_limit();
    let mut first = 0;
    let mut most = 0;
    while recording.last_tick() < 2 * limit {
        world.step();
        recording.push(&world);
        let now = recording.first_tick();
        assert!(now - first <= limit / 64 + 1, "{now} after {first}");
        first = now;
        most = most.max(recording.bytes());
    }
    assert!(recording.has_dropped());
    assert!(most <= 12_000_000 + 112 * AGENTS as usize + 128, "{most}");
    let kept = recording.last_tick() - first + 1;
    assert!(
        kept <= limit && kept >= limit - limit / 32,
        "{kept} of {limit}"
    );
    assert_eq!(recording.at(first).len(), AGENTS as usize);
    let exact = Replay::default().sample(&recording, first, AgentId(7));
    let mut again = World::new(&scene);
    (0..first).for_each(|_| again.step());
    assert_eq!(exact, again.agent(AgentId(7)).map(Sample::from));
}

#[test]
fn rounded_ticks_keep_whether_agents_see_their_targets() {
    let scene = steerwright_testing::shipped::scene("guarded-yard");
    let mut run = Run::new(&scene);
    let sights = |world: &World| world.target_sights().collect::<Vec<_>>();
    let mut exact = vec![sights(run.world())];
    // More samples than are kept exactly.
    for _ in 0..70_000 / scene.agents.len() {
        run.step();
        exact.push(sights(run.world()));
    }
    assert!(run.recording().at(0).as_exact().is_none());
    assert!(exact.iter().flatten().any(|(_, sight)| sight.sees));
    let ticks = run.recording().first_tick()..=run.recording().last_tick();
    for (tick, exact) in ticks.zip(&exact) {
        let row = run.recording().at(tick);
        let kept = row
            .iter()
            .filter_map(|sample| Some((sample.agent, sample.target_sight?)));
        assert!(kept.eq(exact.iter().copied()), "tick {tick}");
    }
}
