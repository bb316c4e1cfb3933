//! How long a coverage takes: `cargo bench --bench coverage`. The figures are for comparison; none
//! of them fails.
//!
//! 8 guards, 120 s, 38,400 cells, 100 walls. The targets: under 1 s, and under 150 ms after one
//! guard was dragged.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use divan::{Bencher, black_box};
use std::sync::Arc;
use steerwright_analysis::coverage::{Coverage, CoverageOptions};
use steerwright_analysis::seeds::Progress;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Node, NodeId, PathId, PatrolPath, Preset, PresetId, Scene, Wall,
    WallId,
};
use steerwright_runtime::steering::FollowPath;

fn main() {
    let scene = yard();
    let cells = measure(&scene, &options(), None).grid().cells();
    println!("{cells} cells, {} walls", scene.walls.len());
    divan::main();
}

/// A yard of 60 x 40 u within an outer wall, with 99 crates, and a round for each of 8 guards.
fn yard() -> Scene {
    let mut walls = vec![Wall {
        closed: true,
        blocks_motion: false,
        ..Wall::through(
            WallId(1),
            "",
            [(0.0, 0.0), (60.0, 0.0), (60.0, 40.0), (0.0, 40.0)].map(DVec2::from),
        )
    }];
    for index in 0..99_u32 {
        let corner = DVec2::new(
            f64::from(index % 11) * 5.3 + 1.7,
            f64::from(index / 11) * 4.3 + 1.4,
        );
        let side = DVec2::new(
            0.8 + f64::from(index % 3) * 0.5,
            0.7 + f64::from(index % 5) * 0.2,
        );
        let [right, top] = [DVec2::new(side.x, 0.0), DVec2::new(0.0, side.y)];
        walls.push(Wall {
            closed: true,
            blocks_motion: false,
            ..Wall::through(
                WallId(index + 2),
                "",
                [corner, corner + right, corner + side, corner + top],
            )
        });
    }
    let round = |id: u32| {
        let corner = DVec2::new(
            f64::from(id % 4) * 14.0 + 3.0,
            f64::from(id / 4) * 19.0 + 3.0,
        );
        let corners = [
            (0.0, 0.0),
            (11.0, 0.0),
            (11.0, 13.0),
            (0.0, 13.0 - f64::from(id)),
        ];
        let nodes = (1..).zip(corners);
        Arc::new(PatrolPath {
            nodes: nodes
                .map(|(id, p)| Node::at(NodeId(id), corner + DVec2::from(p)))
                .collect(),
            ..PatrolPath::new(PathId(id + 1), "")
        })
    };
    let paths: Vec<Arc<PatrolPath>> = (0..8).map(round).collect();
    let guard = Preset {
        sight: Some(Sight {
            range: 12.0,
            fov_deg: 100.0,
            near: 1.2,
            ..Sight::default()
        }),
        ..Preset::steered(
            PresetId(1),
            "",
            [Behavior::FollowPath(FollowPath::default())],
        )
    };
    let agent = |path: &Arc<PatrolPath>| Agent {
        path: Some(path.id),
        ..Agent::at(AgentId(path.id.0), "", PresetId(1), path.nodes[0].position)
    };
    Scene {
        agents: Arc::new(paths.iter().map(agent).collect()),
        presets: vec![Arc::new(guard)],
        walls: walls.into_iter().map(Arc::new).collect(),
        paths,
        ..Scene::default()
    }
}

fn options() -> CoverageOptions {
    CoverageOptions {
        seconds: 120.0,
        cell: Some(0.25),
        ..CoverageOptions::default()
    }
}

fn measure(scene: &Scene, options: &CoverageOptions, known: Option<&Coverage>) -> Coverage {
    let result = Coverage::measure(scene, options, known, &Progress::default());
    result.expect("a coverage").expect("not canceled")
}

#[divan::bench(sample_count = 5, sample_size = 1, args = [1, 2])]
fn of_8_guards(bencher: Bencher<'_, '_>, threads: usize) {
    let scene = yard();
    let options = CoverageOptions {
        threads,
        ..options()
    };
    bencher.bench_local(|| black_box(measure(&scene, &options, None)));
}

#[divan::bench(sample_count = 10, sample_size = 1, args = [1, 2])]
fn after_one_guard_was_dragged(bencher: Bencher<'_, '_>, threads: usize) {
    let mut scene = yard();
    let options = CoverageOptions {
        threads,
        ..options()
    };
    let before = measure(&scene, &options, None);
    Arc::make_mut(&mut scene.agents)[3].position += DVec2::new(2.0, 3.0);
    bencher.bench_local(|| black_box(measure(&scene, &options, Some(&before))));
}

/// What the fog costs each time it changes.
#[divan::bench(sample_count = 50)]
fn time_since_watched(bencher: Bencher<'_, '_>) {
    let coverage = measure(&yard(), &options(), None);
    bencher.bench_local(|| black_box(coverage.since_watched(5_000)));
}
