//! Coverages against a count of every cell, agent and sample one by one.

use glam::DVec2;
use std::sync::Arc;
use steerwright_analysis::coverage::{Coverage, CoverageError, CoverageOptions};
use steerwright_analysis::seeds::Progress;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::level::{Segment, Sight};
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, CellMap, Node, NodeId, PathId, PatrolPath, Preset, PresetId, Scene,
    Wall, WallId,
};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering::FollowPath;
use steerwright_runtime::steering::follow_path::Traversal;

/// xorshift64*: the same worlds every time.
struct Draw(u64);

impl Draw {
    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, end: usize) -> usize {
        (self.unit() * end as f64) as usize
    }

    /// Half of the places are on a grid, so that eyes, walls and centers of cells lie on common
    /// lines.
    fn place(&mut self, snapped: bool) -> DVec2 {
        let p = DVec2::new(self.unit(), self.unit()) * 16.0 - 8.0;
        if snapped { (p * 4.0).round() / 4.0 } else { p }
    }
}

fn path(id: u32, points: impl IntoIterator<Item = DVec2>, traversal: Traversal) -> PatrolPath {
    let nodes = (1..).zip(points);
    PatrolPath {
        traversal,
        nodes: nodes.map(|(id, p)| Node::at(NodeId(id), p)).collect(),
        ..PatrolPath::new(PathId(id), "")
    }
}

fn guard(id: u32, sight: Sight, start: DVec2) -> (Preset, Agent) {
    let follow = [Behavior::FollowPath(FollowPath::default())];
    let preset = Preset {
        sight: Some(sight),
        ..Preset::steered(PresetId(id), "", follow)
    };
    let agent = Agent {
        path: Some(PathId(id)),
        ..Agent::at(AgentId(id), "", PresetId(id), start)
    };
    (preset, agent)
}

fn random_scene(seed: u64) -> Scene {
    let mut draw = Draw(seed * 7919 + 1);
    let snapped = seed.is_multiple_of(2);
    let mut scene = Scene {
        ticks_per_second: [60.0, 25.0, 7.0][draw.below(3)],
        ..Scene::default()
    };
    for id in 1..=draw.below(14) as u32 {
        let points: Vec<DVec2> = (0..2 + draw.below(3))
            .map(|_| draw.place(snapped))
            .collect();
        let wall = Wall {
            closed: draw.below(2) == 0,
            blocks_motion: draw.below(3) == 0,
            blocks_sight: draw.below(4) > 0,
            open: [None, None, Some(false), Some(true)][draw.below(4)],
            ..Wall::through(WallId(id), "", points)
        };
        scene.walls.push(Arc::new(wall));
    }
    let blocked = (0..draw.below(5)).map(|_| {
        let p = draw.place(false);
        Cell::new(p.x as i32, p.y as i32)
    });
    scene.cells = Arc::new(CellMap {
        size: 1.0,
        blocked: blocked.collect(),
    });
    let mut agents = Vec::new();
    for id in 1..=1 + draw.below(4) as u32 {
        let nodes: Vec<DVec2> = (0..2 + draw.below(3))
            .map(|_| draw.place(snapped))
            .collect();
        let range = [0.0, 3.0, 7.5, 40.0][draw.below(4)];
        let sight = Sight {
            range,
            near: range * [0.0, 0.2, 1.0][draw.below(3)],
            fov_deg: [40.0, 90.0, 180.0, 215.0, 360.0, 300.0 * draw.unit() + 1.0][draw.below(6)],
            ..Sight::default()
        };
        let (preset, agent) = guard(id, sight, nodes[0]);
        scene.presets.push(Arc::new(preset));
        scene
            .paths
            .push(Arc::new(path(id, nodes, Traversal::PingPong)));
        agents.push(agent);
    }
    scene.agents = Arc::new(agents);
    scene
}

/// The predicate of the contract, read once more.
fn sees(sight: &Sight, walls: &[Segment], eye: DVec2, facing: DVec2, point: DVec2) -> bool {
    let cos2 = sight.cone().cos2;
    let dot = |a: DVec2, b: DVec2| a.x * b.x + a.y * b.y;
    let cross = |a: DVec2, b: DVec2| a.x * b.y - a.y * b.x;
    let d = point - eye;
    let (d2, a) = (dot(d, d), dot(facing, d));
    let in_field = if sight.fov_deg <= 180.0 {
        a >= 0.0 && a * a >= cos2 * d2
    } else {
        a >= 0.0 || a * a <= cos2 * d2
    };
    let all_around = d2 <= sight.near * sight.near || sight.fov_deg == 360.0;
    let is_hidden = |wall: &Segment| {
        let (p, q) = (wall.a, wall.b);
        if p.max(q).cmplt(eye.min(point)).any() || eye.max(point).cmplt(p.min(q)).any() {
            return false;
        }
        let (o1, o2) = (cross(d, p - eye), cross(d, q - eye));
        let (o3, o4) = (cross(q - p, eye - p), cross(q - p, point - p));
        let apart = |x: f64, y: f64| (x >= 0.0 && y <= 0.0) || (x <= 0.0 && y >= 0.0);
        apart(o1, o2) && apart(o3, o4)
    };
    d2 <= sight.range * sight.range && (all_around || in_field) && !walls.iter().any(is_hidden)
}

/// By cell, whether it is watched at each sample.
fn count_one_by_one(scene: &Scene, coverage: &Coverage, samples: usize) -> Vec<Vec<bool>> {
    let walls: Vec<Segment> = scene.sight_barrier().closed_segments().collect();
    let ticks = ((scene.ticks_per_second / 10.0).round() as u64).max(1);
    let mut watched = vec![Vec::with_capacity(samples); coverage.grid().cells()];
    let mut world = World::new(scene);
    for sample in 0..samples {
        if sample > 0 {
            (0..ticks).for_each(|_| world.step());
        }
        for (cell, (column, row)) in coverage.each_cell().enumerate() {
            let point = coverage.grid().center(column, row);
            watched[cell].push(world.agents().any(|agent| {
                let preset = scene.agent(agent.id).and_then(|a| scene.preset(a.preset));
                let sight = preset.and_then(|preset| preset.sight).expect("sight");
                sees(&sight, &walls, agent.position, agent.heading, point)
            }));
        }
    }
    watched
}

/// The longest run of `false`.
fn longest_gap(watched: &[bool]) -> usize {
    watched
        .split(|&is_watched| is_watched)
        .map(<[bool]>::len)
        .max()
        .unwrap_or(0)
}

fn options(seconds: f64, cell: f64) -> CoverageOptions {
    CoverageOptions {
        seconds,
        cell: Some(cell),
        whole_loop: false,
        ..CoverageOptions::default()
    }
}

fn measure(scene: &Scene, options: &CoverageOptions) -> Coverage {
    let progress = Progress::default();
    let coverage = Coverage::measure(scene, options, None, &progress);
    let coverage = coverage.expect("a coverage").expect("not canceled");
    assert_eq!(progress.done(), options.parts(scene));
    coverage
}

fn figures(coverage: &Coverage) -> Vec<(u32, u32)> {
    let cells = coverage.each_cell();
    cells
        .map(|(column, row)| {
            (
                coverage.watched_samples(column, row),
                coverage.longest_gap_samples(column, row),
            )
        })
        .collect()
}

#[test]
fn every_cell_is_as_a_count_one_by_one_finds_it() {
    let (mut seen, mut hidden) = (0, 0);
    for seed in 0..60 {
        let scene = random_scene(seed);
        let cell = [0.25, 0.5, 0.37][seed as usize % 3];
        let options = options(2.0, cell);
        let coverage = measure(&scene, &options);
        let samples = coverage.stretch().samples;
        let expected = count_one_by_one(&scene, &coverage, samples);
        for ((column, row), watched) in coverage.each_cell().zip(&expected) {
            let count = watched.iter().filter(|&&is_watched| is_watched).count();
            let place = coverage.grid().center(column, row);
            let measured = (
                coverage.watched_samples(column, row) as usize,
                coverage.longest_gap_samples(column, row) as usize,
            );
            assert_eq!(
                measured,
                (count, longest_gap(watched)),
                "seed {seed}, {place}"
            );
            seen += count;
            hidden += watched.len() - count;
        }
        for tick in [0, 5, 13, 1_000_000] {
            let since = coverage.since_watched(tick);
            for (cell, watched) in expected.iter().enumerate() {
                let ago = watched[..=since.sample].iter().rev().position(|&seen| seen);
                assert_eq!(
                    since.samples[cell],
                    ago.map(|ago| ago as u32),
                    "seed {seed}"
                );
            }
        }
    }
    assert!(seen > 100_000 && hidden > 100_000, "{seen} {hidden}");
}

#[test]
fn neither_threads_nor_an_earlier_result_change_any_figure() {
    for seed in [3, 8, 21] {
        let mut scene = random_scene(seed);
        let options = options(8.0, 0.5);
        let before = measure(&scene, &options);
        let threaded = CoverageOptions {
            threads: 4,
            ..options.clone()
        };
        assert_eq!(figures(&measure(&scene, &threaded)), figures(&before));
        Arc::make_mut(&mut scene.agents)[0].position += DVec2::new(0.4, -0.3);
        let from_nothing = measure(&scene, &options);
        let progress = Progress::default();
        let reused = Coverage::measure(&scene, &options, Some(&before), &progress);
        let reused = reused.expect("a coverage").expect("not canceled");
        assert_eq!(figures(&reused), figures(&from_nothing));
        assert_eq!(reused.since_watched(200), from_nothing.since_watched(200));
        // Walls count too.
        scene.walls.clear();
        let open = Coverage::measure(&scene, &options, Some(&before), &progress);
        let open = open.expect("a coverage").expect("not canceled");
        assert_eq!(figures(&open), figures(&measure(&scene, &options)));
    }
}

/// A guard on a closed round of 24 u, and one who stands.
fn round_scene() -> Scene {
    let corners = [(0.0, 0.0), (8.0, 0.0), (8.0, 4.0), (0.0, 4.0)];
    let sight = Sight {
        range: 3.0,
        ..Sight::default()
    };
    let (mut walker, mut agent) = guard(1, sight, DVec2::new(0.0, 2.0));
    agent.path = Some(PathId(1));
    walker.body.max_speed = 2.0;
    let (_, mut post) = guard(2, sight, DVec2::new(4.0, 2.0));
    post.path = None;
    post.preset = PresetId(2);
    let standing = Preset {
        sight: Some(sight),
        ..Preset::steered(PresetId(2), "", [])
    };
    Scene {
        presets: vec![Arc::new(walker), Arc::new(standing)],
        paths: vec![Arc::new(path(1, corners.map(DVec2::from), Traversal::Loop))],
        agents: Arc::new(vec![agent, post]),
        ..Scene::default()
    }
}

#[test]
fn a_round_is_found_and_counted_once() {
    let scene = round_scene();
    let options = CoverageOptions {
        cell: Some(0.5),
        seconds: 60.0,
        ..CoverageOptions::default()
    };
    let coverage = measure(&scene, &options);
    let stretch = coverage.stretch();
    assert!(stretch.repeats);
    // 24 u with 2 u/s and cut corners.
    let period = coverage.seconds(stretch.samples as u32);
    assert!((9.0..=12.5).contains(&period), "{period}");
    // Cells at the round are watched once per round, and the gap goes around its end.
    let grid = coverage.grid();
    let (column, row) = grid.cell_at(DVec2::new(6.0, 0.2)).expect("a cell");
    let (watched, gap) = (
        coverage.watched_samples(column, row),
        coverage.longest_gap_samples(column, row),
    );
    assert_eq!((watched + gap) as usize, stretch.samples);
    // The run goes on after what was simulated, with the same times.
    let later = coverage.since_watched(1_000_000);
    assert!(!later.is_past_end);
    let (_, end) = coverage.counted_seconds();
    let ticks = |seconds: f64| (seconds * 60.0).round() as u64;
    let second_round = coverage.since_watched(ticks(end + period * 20.0 - 0.1));
    let cell = grid.index(column, row);
    assert!(second_round.samples[cell].expect("watched") <= gap);
    // One who stands sees what it sees at all times; that is no round.
    let alone = CoverageOptions {
        agents: Some(vec![AgentId(2)]),
        ..options.clone()
    };
    let alone = measure(&scene, &alone);
    assert!(!alone.stretch().repeats);
    assert_eq!(alone.agents().collect::<Vec<_>>(), [AgentId(2)]);
    assert!(alone.since_watched(1_000_000).is_past_end);
    // The whole run is counted if that is asked for.
    let whole = CoverageOptions {
        whole_loop: false,
        ..options
    };
    assert_eq!(measure(&scene, &whole).stretch().samples, 600);
}

#[test]
fn what_cannot_be_measured_is_refused_by_name() {
    let scene = round_scene();
    let refused = |options: &CoverageOptions| {
        let result = Coverage::measure(&scene, options, None, &Progress::default());
        result.expect_err("an error").to_string()
    };
    assert!(refused(&options(60.0, 0.01)).contains("coverage cells"));
    assert!(refused(&options(60.0, 1e-9)).contains("too small"));
    assert!(refused(&options(f64::NAN, 1.0)).contains("cannot be measured"));
    assert!(refused(&options(601.0, 1.0)).contains("at most 600"));
    let no_agents = CoverageOptions {
        agents: Some(vec![]),
        ..options(60.0, 1.0)
    };
    let result = Coverage::measure(&scene, &no_agents, None, &Progress::default());
    assert_eq!(result.expect_err("an error"), CoverageError::NoSight);
    let canceled = Progress::default();
    canceled.cancel();
    let result = Coverage::measure(&scene, &options(60.0, 1.0), None, &canceled);
    assert!(result.expect("no error").is_none());
}
