//! The share of time on the branches of a junction: expected by its rules, and confirmed by a long
//! walk.

use std::sync::Arc;
use steerwright_analysis::branches::{BranchTimes, Limits, NoTimes, Stop, branch_times};
use steerwright_analysis::seeds::Progress;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Choose, NextNode, Node, NodeAction, NodeId, NodeScript, PathId,
    PatrolPath, Preset, PresetId, Scene,
};
use steerwright_runtime::steering::FollowPath;
use steerwright_runtime::steering::follow_path::Traversal;

const JUNCTION: Stop = (PathId(1), NodeId(1));

/// A closed path through these places, with nodes numbered from 1.
fn path(id: u32, traversal: Traversal, places: &[(f64, f64)]) -> PatrolPath {
    let nodes = (1..).zip(places);
    let nodes = nodes.map(|(id, &(x, y))| Node::at(NodeId(id), DVec2::new(x, y)));
    PatrolPath {
        traversal,
        nodes: nodes.collect(),
        ..PatrolPath::new(PathId(id), "")
    }
}

fn to(path: u32, node: u32, weight: u32) -> NextNode {
    NextNode {
        path: PathId(path),
        node: NodeId(node),
        weight,
    }
}

fn lead_on(
    path: &mut PatrolPath,
    node: usize,
    next: impl IntoIterator<Item = NextNode>,
    choose: Choose,
    not_back: bool,
) {
    path.nodes[node].edit_script(|script| {
        script.next = next.into_iter().collect();
        (script.choose, script.not_back) = (choose, not_back);
    });
}

fn scene(paths: impl IntoIterator<Item = PatrolPath>) -> Scene {
    let follow = Behavior::FollowPath(FollowPath::default());
    let walker = Preset::steered(PresetId(1), "Walker", [follow]);
    let ann = Agent {
        path: Some(PathId(1)),
        ..Agent::at(AgentId(1), "Ann", PresetId(1), DVec2::ZERO)
    };
    Scene {
        presets: vec![Arc::new(walker)],
        paths: paths.into_iter().map(Arc::new).collect(),
        agents: Arc::new(vec![ann]),
        ..Scene::default()
    }
}

/// The times, which must be within 1 % of the whole: expected and measured, on each branch.
fn agreeing(scene: &Scene, junction: Stop) -> BranchTimes {
    let progress = Progress::default();
    let limits = Limits {
        passages: 15_000,
        ticks: 4_000_000,
    };
    let times = branch_times(scene, junction, limits, &progress);
    let times = times.expect("not canceled").expect("shares of time");
    assert_eq!(times.agent, AgentId(1));
    let sum = |of: fn(&steerwright_analysis::branches::BranchTime) -> f64| {
        times.branches.iter().map(of).sum::<f64>()
    };
    for (name, whole) in [
        ("choices", sum(|branch| branch.choices)),
        ("expected", sum(|branch| branch.expected)),
        ("measured", sum(|branch| branch.measured)),
    ] {
        assert!((whole - 1.0).abs() < 1e-9, "{name}: {whole}");
    }
    for branch in &times.branches {
        let apart = (branch.expected - branch.measured).abs();
        println!("{branch:?} {:.3} % apart", apart * 100.0);
        assert!(apart < 0.01, "{branch:?}");
    }
    times
}

fn choices(times: &BranchTimes) -> Vec<f64> {
    times.branches.iter().map(|branch| branch.choices).collect()
}

fn assert_choices(times: &BranchTimes, expected: &[f64]) {
    for (choice, expected) in choices(times).iter().zip(expected) {
        assert!((choice - expected).abs() < 1e-6, "{choice} {expected}");
    }
}

/// A short and a long way around from the first node, on paths of their own.
fn two_loops() -> [PatrolPath; 2] {
    let mut short = path(1, Traversal::Loop, &[(0.0, 0.0), (4.0, 0.0), (4.0, 3.0)]);
    let mut long = path(
        2,
        Traversal::Once,
        &[(-6.0, 0.0), (-6.0, -12.0), (0.0, -12.0)],
    );
    let ways = [to(1, 2, 3), to(2, 1, 1)];
    lead_on(&mut short, 0, ways, Choose::Random, false);
    lead_on(&mut long, 2, [to(1, 1, 1)], Choose::Random, false);
    // The end of the long way is no choice, but it leads to another path.
    [short, long]
}

#[test]
fn random_choices_by_weight_agree_also_on_other_paths() {
    let times = agreeing(&scene(two_loops()), JUNCTION);
    assert_choices(&times, &[0.75, 0.25]);
    // The long way takes more than the third of the time that its choices are.
    assert!(times.branches[1].expected > 0.3, "{times:?}");
    assert!(times.branches[1].seconds > 2.0 * times.branches[0].seconds);
}

#[test]
fn fixed_and_random_waits_count_to_their_branch() {
    let without = agreeing(&scene(two_loops()), JUNCTION);
    let [mut short, long] = two_loops();
    short.nodes[1].wait = 2.0;
    short.nodes[2].edit_script(|script| {
        script.actions = vec![NodeAction::Wait { min: 0.0, max: 6.0 }];
    });
    // Waits at the junction belong to no branch.
    short.nodes[0].wait = 5.0;
    let with = agreeing(&scene([short, long]), JUNCTION);
    assert_choices(&with, &[0.75, 0.25]);
    let longer = with.branches[0].seconds - without.branches[0].seconds;
    assert!((4.5..6.5).contains(&longer), "{longer}");
}

#[test]
fn not_back_agrees_on_a_crossing_of_three_ways() {
    // Three dead ends of different lengths, back and forth: without the one it came from, each way
    // is chosen as often.
    let mut middle = path(1, Traversal::Once, &[(0.0, 0.0)]);
    let ends = [(5.0, 0.0), (-3.0, 6.0), (-4.0, -9.0)];
    let ways = [to(2, 1, 5), to(3, 1, 1), to(4, 1, 1)];
    lead_on(&mut middle, 0, ways, Choose::Random, true);
    let mut paths = vec![middle];
    for (id, end) in (2..).zip(ends) {
        let mut way = path(id, Traversal::Once, &[end]);
        lead_on(&mut way, 0, [to(1, 1, 1)], Choose::Random, false);
        paths.push(way);
    }
    let times = agreeing(&scene(paths), JUNCTION);
    // From the first way it goes on to the others alike; from those mostly to the first. Solved by
    // its own balance: a = (b + c) * 5/6, b = a / 2 + c / 6, c = a / 2 + b / 6.
    let a = 5.0 / 11.0;
    assert_choices(&times, &[a, (1.0 - a) / 2.0, (1.0 - a) / 2.0]);
}

#[test]
fn choices_in_turn_agree_with_and_without_not_back() {
    for not_back in [false, true] {
        let mut middle = path(1, Traversal::Once, &[(0.0, 0.0)]);
        let ways = [to(2, 1, 9), to(3, 1, 1), to(4, 1, 1)];
        lead_on(&mut middle, 0, ways, Choose::InTurn, not_back);
        let mut paths = vec![middle];
        for (id, end) in (2..).zip([(5.0, 0.0), (0.0, 8.0), (-12.0, 0.0)]) {
            let mut way = path(id, Traversal::Once, &[end]);
            lead_on(&mut way, 0, [to(1, 1, 1)], Choose::Random, false);
            paths.push(way);
        }
        let times = agreeing(&scene(paths), JUNCTION);
        if !not_back {
            assert_choices(&times, &[1.0 / 3.0; 3]);
        }
        let nearly = times.branches.iter();
        let mut nearly = nearly.map(|branch| (branch.expected - branch.measured).abs());
        assert!(
            nearly.all(|apart| apart < 1e-3),
            "nothing is random: {times:?}"
        );
    }
}

#[test]
fn junctions_that_lead_to_each_other_agree() {
    // Around a square, with a way across that both of its ends choose in their own manner.
    let corners = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)];
    let mut square = path(1, Traversal::Loop, &corners);
    square.nodes[1].speed = Some(1.0);
    lead_on(
        &mut square,
        0,
        [to(1, 2, 2), to(1, 3, 1)],
        Choose::Random,
        true,
    );
    lead_on(
        &mut square,
        2,
        [to(1, 4, 1), to(1, 1, 1), to(1, 2, 2)],
        Choose::Random,
        true,
    );
    let scene = scene([square]);
    for node in [1, 3] {
        agreeing(&scene, (PathId(1), NodeId(node)));
    }
}

#[test]
fn a_ping_pong_path_keeps_its_direction_through_its_own_choice() {
    let mut line = path(
        1,
        Traversal::PingPong,
        &[(0.0, 0.0), (4.0, 0.0), (7.0, 0.0), (7.0, 5.0)],
    );
    lead_on(
        &mut line,
        1,
        [to(1, 3, 1), to(1, 1, 2)],
        Choose::Random,
        false,
    );
    agreeing(&scene([line]), (PathId(1), NodeId(2)));
}

fn refused(scene: &Scene, junction: Stop) -> NoTimes {
    let limits = Limits {
        passages: 100,
        ticks: 20_000,
    };
    let times = branch_times(scene, junction, limits, &Progress::default());
    times.expect("not canceled").expect_err("no shares of time")
}

#[test]
fn junctions_without_a_long_run_have_no_shares() {
    let mut none = scene(two_loops());
    none.agents = Arc::default();
    assert_eq!(refused(&none, JUNCTION), NoTimes::NoAgent);

    let [mut short, long] = two_loops();
    short.nodes[1].edit_script(|script| {
        script.actions = vec![NodeAction::Meet {
            name: "gate".into(),
            count: 2,
        }];
    });
    assert_eq!(refused(&scene([short, long]), JUNCTION), NoTimes::Meeting);

    let [short, mut long] = two_loops();
    long.nodes[2].set_script(NodeScript::default());
    assert_eq!(
        refused(&scene([short, long]), JUNCTION),
        NoTimes::NotForLong
    );
}

#[test]
fn walks_can_be_canceled() {
    let progress = Progress::default();
    progress.cancel();
    let times = branch_times(&scene(two_loops()), JUNCTION, Limits::default(), &progress);
    assert_eq!(times, None);
}

/// What is known before an agent walks can take long too.
#[test]
fn the_frequencies_of_choices_can_be_canceled() {
    let [short, mut long] = two_loops();
    long.nodes[2].set_script(NodeScript::default());
    let progress = Progress::default();
    progress.cancel();
    let scene = scene([short, long]);
    let times = branch_times(&scene, JUNCTION, Limits::default(), &progress);
    assert_eq!(times, None);
}

#[test]
fn a_branch_that_no_walk_takes_is_named_as_the_reason() {
    let [mut short, long] = two_loops();
    let ways = [to(1, 2, 1_000_000), to(2, 1, 1)];
    lead_on(&mut short, 0, ways, Choose::Random, false);
    assert_eq!(
        refused(&scene([short, long]), JUNCTION),
        NoTimes::RareBranch
    );
}

/// Agents come to a junction also by a detour that no walk takes: what its branches take is known
/// from the other ways.
#[test]
fn a_rare_way_to_a_junction_takes_as_long_as_the_others() {
    let [mut short, long] = two_loops();
    let ways = [to(1, 2, 1), to(2, 1, 1)];
    lead_on(&mut short, 0, ways, Choose::InTurn, false);
    let ways = [to(1, 1, 1_000_000), to(3, 1, 1)];
    lead_on(&mut short, 2, ways, Choose::Random, false);
    let mut detour = path(3, Traversal::Once, &[(0.0, 8.0)]);
    lead_on(&mut detour, 0, [to(1, 1, 1)], Choose::Random, false);
    let times = agreeing(&scene([short, long, detour]), JUNCTION);
    assert_choices(&times, &[0.5, 0.5]);
}
