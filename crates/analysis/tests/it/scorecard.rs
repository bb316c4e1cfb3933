//! Scorecards: percentiles of values that occurred, the same on any number of threads, with the
//! seed that shows the worst run.

use std::sync::Arc;
use steerwright_analysis::measure::{Metric, RunMetrics, run_metrics};
use steerwright_analysis::scorecard::{Grouping, Row, ScoreOptions, Scorecard, runs, score};
use steerwright_analysis::seeds::{Progress, metrics_of_run, with_seed};
use steerwright_analysis::{Run, seeds};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Choose, Marker, MarkerId, MarkerKind, NextNode, Node, NodeAction,
    NodeId, NodeScript, PathId, PatrolPath, Preset, PresetId, Scatter, Scene, SpawnPlace, Spawner,
    SpawnerId, StateId, Target, Term, Transition,
};
use steerwright_runtime::steering::{Arrive, FollowPath, HomingWalk, Search};

const WALKER: AgentId = AgentId(1);
const COURIER: AgentId = AgentId(2);
const TICKS: u64 = 900;

/// A homing walk and an arrival from a scattered start, both to the same marker.
fn random_scene() -> Scene {
    let to_marker = Some(Target::Marker(MarkerId(1)));
    let at = DVec2::new(-6.0, 2.0);
    let mut walker = Agent::at(WALKER, "Walker", PresetId(1), at);
    walker.target = to_marker;
    let mut courier = Agent::at(COURIER, "Courier", PresetId(2), -at);
    courier.target = to_marker;
    courier.scatter = Some(Scatter { min: 0.0, max: 3.0 });
    Scene {
        presets: vec![
            Arc::new(Preset::steered(
                PresetId(1),
                "Homing",
                [Behavior::HomingWalk(HomingWalk::default())],
            )),
            Arc::new(Preset::steered(
                PresetId(2),
                "Delivery",
                [Behavior::Arrive(Arrive::default())],
            )),
        ],
        agents: Arc::new(vec![walker, courier]),
        markers: Arc::new(vec![Marker::at(
            MarkerId(1),
            "Door",
            MarkerKind::Target,
            DVec2::ZERO,
        )]),
        ..Scene::default()
    }
}

fn options(seeds: u64) -> ScoreOptions {
    ScoreOptions {
        first_seed: 1,
        seeds,
        ticks: TICKS,
        grouping: Grouping::Agent,
        agents: None,
        threads: 1,
    }
}

fn scored(scene: &Scene, options: &ScoreOptions) -> Scorecard {
    score(scene, options, &Progress::default()).expect("it was not canceled")
}

fn row(card: &Scorecard, group: usize, metric: Metric) -> &Row {
    card.groups[group]
        .rows
        .iter()
        .find(|row| row.metric == metric)
        .expect("the metric applies")
}

/// The metrics of one agent, from a recording.
fn recorded(scene: &Scene, seed: u64, agent: AgentId) -> RunMetrics {
    let scene = with_seed(scene, seed);
    let mut run = Run::new(&scene);
    (0..TICKS).for_each(|_| run.step());
    run_metrics(run.recording(), &scene, agent).expect("it is in the run")
}

#[test]
fn an_unrecorded_run_measures_the_same_as_its_recording() {
    for scene in [random_scene(), steerwright_testing_scene()] {
        let agents: Vec<AgentId> = scene.agents.iter().map(|agent| agent.id).collect();
        let measured =
            metrics_of_run(&scene, &agents, TICKS, &Progress::default()).expect("not canceled");
        for (agent, found) in agents.into_iter().zip(measured) {
            assert_eq!(found, Some(recorded(&scene, scene.seed, agent)));
        }
    }
}

/// A shipped scene with waits and laps.
fn steerwright_testing_scene() -> Scene {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../presets/scenes/gate-patrol.scene.json"
    );
    steerwright_format::load_scene(file.as_ref())
        .expect("it is valid")
        .value
}

#[test]
fn the_number_of_threads_changes_no_result() {
    let scene = random_scene();
    let one = scored(&scene, &options(40));
    for threads in [2, 3, 16, 100] {
        let many = scored(
            &scene,
            &ScoreOptions {
                threads,
                ..options(40)
            },
        );
        assert_eq!(one, many, "{threads} threads");
    }
}

#[test]
fn percentiles_are_values_of_runs_and_the_worst_seed_shows_the_highest() {
    let scene = random_scene();
    let card = scored(&scene, &options(40));
    assert_eq!((card.runs, card.depends_on_seed), (40, true));
    for (group, agent) in [(0, WALKER), (1, COURIER)] {
        for metric in [Metric::ArrivalTime, Metric::PeakForce, Metric::Overshoot] {
            let row = row(&card, group, metric);
            let mut values: Vec<f64> = (1..=40)
                .map(|seed| metric.of(&recorded(&scene, seed, agent)))
                .map(|value| value.unwrap_or(f64::INFINITY))
                .collect();
            let first_worst = values
                .iter()
                .position(|value| values.iter().all(|other| other <= value));
            values.sort_by(f64::total_cmp);
            // Nearest rank: 5 % of 40 values is the second, half is the twentieth, 95 % is the
            // 38th.
            let expected = [0, 1, 19, 37, 39].map(|index: usize| values[index]);
            let found = row.percentiles.map(|value| value.unwrap_or(f64::INFINITY));
            assert_eq!(found, expected, "{metric:?} of {agent:?}");
            assert_eq!(
                (row.worst.seed as usize - 1, row.worst.agent),
                (first_worst.expect("one is the highest"), agent)
            );
        }
    }
}

#[test]
fn an_agent_that_never_arrives_is_worse_than_any_that_does() {
    let mut scene = random_scene();
    // Too far for some starts within the run.
    let agents = Arc::make_mut(&mut scene.agents);
    agents.remove(0);
    agents[0].position = DVec2::new(43.0, 0.0);
    agents[0].scatter = Some(Scatter { min: 0.0, max: 9.0 });
    let card = scored(&scene, &options(60));
    let arrival = row(&card, 0, Metric::ArrivalTime);
    assert!(
        arrival.never > 0 && arrival.never < arrival.values,
        "the scene is meant to have both: {arrival:?}"
    );
    assert_eq!(arrival.values, 60);
    assert!(arrival.percentiles[0].is_some());
    assert_eq!(arrival.percentiles[4], None);
    let worst = recorded(&scene, arrival.worst.seed, COURIER);
    assert_eq!(worst.arrived_at, None);
}

#[test]
fn a_scene_without_chance_is_run_once() {
    let mut scene = random_scene();
    let agents = Arc::make_mut(&mut scene.agents);
    agents.remove(0);
    agents[0].scatter = None;
    assert!(!seeds::depends_on_seed(&scene));
    assert_eq!(runs(&scene, 1000), 1);
    let card = scored(&scene, &options(1000));
    assert_eq!((card.runs, card.depends_on_seed), (1, false));
    let settled = row(&card, 0, Metric::SettledAt);
    assert!(
        settled
            .percentiles
            .iter()
            .all(|p| *p == settled.percentiles[0])
    );
    // It says so truly: another seed gives the same.
    assert_eq!(recorded(&scene, 1, COURIER), recorded(&scene, 77, COURIER));
}

#[test]
fn agents_with_one_preset_can_share_rows() {
    let mut scene = random_scene();
    let agents = Arc::make_mut(&mut scene.agents);
    agents[0].preset = PresetId(2);
    agents[0].scatter = Some(Scatter { min: 0.0, max: 5.0 });
    let card = scored(
        &scene,
        &ScoreOptions {
            grouping: Grouping::Preset,
            ..options(20)
        },
    );
    assert_eq!(card.groups.len(), 1, "the other preset has no agents");
    assert_eq!(card.groups[0].name, "Delivery");
    let shared = row(&card, 0, Metric::SettledAt);
    assert_eq!(shared.values, 40);
    let each = scored(&scene, &options(20));
    let highest = [0, 1].map(|group| row(&each, group, Metric::SettledAt).percentiles[4]);
    assert!(highest.contains(&shared.percentiles[4]));
    assert!(highest.iter().all(|value| *value <= shared.percentiles[4]));
}

#[test]
fn a_canceled_scorecard_has_no_result() {
    let progress = Progress::default();
    progress.cancel();
    assert_eq!(score(&random_scene(), &options(20), &progress), None);
    assert_eq!(progress.done(), 0);
}

#[test]
fn progress_counts_the_runs() {
    let progress = Progress::default();
    score(&random_scene(), &options(7), &progress).expect("not canceled");
    assert_eq!(progress.done(), 7);
}

/// A walker that goes to and fro on a path, changed by `change`.
fn with_path(change: impl Fn(&mut Scene)) -> Scene {
    let mut scene = Scene::default();
    let mut path = PatrolPath::new(PathId(1), "Way");
    path.nodes = vec![
        Node::at(NodeId(1), DVec2::ZERO),
        Node::at(NodeId(2), DVec2::new(4.0, 0.0)),
    ];
    scene.paths = vec![Arc::new(path)];
    let follow = Behavior::FollowPath(FollowPath::default());
    scene.presets = vec![Arc::new(Preset::steered(PresetId(1), "Guard", [follow]))];
    let mut agent = Agent::at(WALKER, "Walker", PresetId(1), DVec2::ZERO);
    agent.path = Some(PathId(1));
    scene.agents = Arc::new(vec![agent]);
    change(&mut scene);
    scene
}

#[test]
fn random_waits_choices_states_and_searches_depend_on_the_seed() {
    let node = |scene: &mut Scene, change: &dyn Fn(&mut NodeScript)| {
        Arc::make_mut(&mut scene.paths[0]).nodes[1].edit_script(|script| change(script));
    };
    let to = |id| NextNode {
        path: PathId(1),
        node: NodeId(id),
        weight: 1,
    };
    let wait = |max| NodeAction::Wait { min: 1.0, max };
    let preset = |scene: &mut Scene, change: &dyn Fn(&mut Preset)| {
        change(Arc::make_mut(&mut scene.presets[0]));
    };
    let lasts = |max| Transition {
        to: StateId(1),
        terms: vec![Term::For { min: 1.0, max }],
        any: false,
    };
    let depends = |change: &dyn Fn(&mut Scene)| seeds::depends_on_seed(&with_path(change));
    assert!(!depends(&|_| {}));
    assert!(!depends(
        &|s| node(s, &|script| script.actions = vec![wait(1.0)])
    ));
    assert!(depends(
        &|s| node(s, &|script| script.actions = vec![wait(3.0)])
    ));
    assert!(!depends(&|s| node(s, &|script| script.next = vec![to(1)])));
    assert!(depends(
        &|s| node(s, &|script| script.next = vec![to(1), to(2)])
    ));
    assert!(!depends(
        &|s| preset(s, &|own| own.state.transitions = vec![lasts(1.0)])
    ));
    assert!(depends(
        &|s| preset(s, &|own| own.state.transitions = vec![lasts(2.0)])
    ));
    assert!(!depends(&|s| node(s, &|script| {
        script.next = vec![to(1), to(2)];
        script.choose = Choose::InTurn;
    })));
    assert!(!depends(&|s| {
        let mut unused = Preset::steered(PresetId(9), "Unused", []);
        unused.state.transitions = vec![lasts(2.0)];
        s.presets.push(Arc::new(unused));
    }));
    let spawns = |jitter| {
        move |scene: &mut Scene| {
            let place = SpawnPlace::Point(DVec2::ZERO);
            let mut spawner = Spawner::at(SpawnerId(1), "Nest", PresetId(1), place);
            spawner.jitter = jitter;
            scene.spawners.push(Arc::new(spawner));
        }
    };
    assert!(!depends(&spawns(0.0)));
    assert!(depends(&spawns(0.5)));
    assert!(depends(&|s| {
        let search = Behavior::Search(Search::default());
        s.presets = vec![Arc::new(Preset::steered(PresetId(1), "Guard", [search]))];
    }));
}
