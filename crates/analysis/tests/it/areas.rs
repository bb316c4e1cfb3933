//! Areas against a count of every cell and sample, and the cells that do not count because walls
//! enclose them.

use glam::DVec2;
use std::sync::Arc;
use steerwright_analysis::coverage::{
    AreaError, Coverage, CoverageOptions, check_areas, requirement_text,
};
use steerwright_analysis::seeds::Progress;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::editor::{Area, AreaRequirement, WatchedIf};
use steerwright_runtime::scene::{
    Agent, AgentId, AreaId, Behavior, Marker, MarkerId, MarkerKind, Node, NodeId, PathId,
    PatrolPath, Preset, PresetId, Scene, Wall, WallId,
};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering::FollowPath;
use steerwright_runtime::steering::follow_path::Traversal;

fn rectangle(min: (f64, f64), max: (f64, f64)) -> [DVec2; 4] {
    [min, (max.0, min.1), max, (min.0, max.1)].map(DVec2::from)
}

fn area(requirement: AreaRequirement, min: (f64, f64), max: (f64, f64)) -> Area {
    Area::through(AreaId(1), "Gate", requirement, rectangle(min, max))
}

fn wall(id: u32, min: (f64, f64), max: (f64, f64)) -> Wall {
    Wall {
        closed: true,
        ..Wall::through(WallId(id), "", rectangle(min, max))
    }
}

/// A guard who walks to and fro over 12 u, and sees 2 u in all directions.
fn patrol(areas: Vec<Area>) -> Scene {
    let mut preset = Preset {
        sight: Some(Sight {
            range: 2.0,
            fov_deg: 360.0,
            ..Sight::default()
        }),
        ..Preset::steered(
            PresetId(1),
            "",
            [Behavior::FollowPath(FollowPath::default())],
        )
    };
    preset.body.max_speed = 2.0;
    let mut path = PatrolPath::new(PathId(1), "");
    path.traversal = Traversal::Loop;
    let nodes = [(0.0, 0.0), (12.0, 0.0), (12.0, 4.0), (0.0, 4.0)];
    path.nodes = (1..)
        .zip(nodes)
        .map(|(id, p)| Node::at(NodeId(id), p.into()))
        .collect();
    let agent = Agent {
        path: Some(path.id),
        ..Agent::at(AgentId(1), "", PresetId(1), DVec2::ZERO)
    };
    let mut scene = Scene {
        presets: vec![Arc::new(preset)],
        paths: vec![Arc::new(path)],
        agents: Arc::new(vec![agent]),
        ..Scene::default()
    };
    scene.editor_mut().areas = areas;
    scene
}

fn measure(scene: &Scene) -> Coverage {
    let measured = Coverage::measure(
        scene,
        &CoverageOptions::default(),
        None,
        &Progress::default(),
    );
    measured.expect("a coverage").expect("not canceled")
}

/// At which samples of the counted stretch a place is watched, of a run of its own.
fn watched_at(scene: &Scene, coverage: &Coverage, place: DVec2) -> Vec<bool> {
    let mut world = World::new(scene);
    let cone = scene.presets[0].sight.expect("sight").cone();
    let barrier = scene.sight_barrier();
    let stretch = coverage.stretch();
    let mut watched = Vec::new();
    for sample in 0..stretch.first + stretch.samples {
        if sample > 0 {
            (0..6).for_each(|_| world.step());
        }
        let view = world.agent(AgentId(1)).expect("the guard");
        watched.push(cone.sees_point(&barrier, view.position, view.heading, place));
    }
    watched.split_off(stretch.first)
}

#[test]
fn the_figures_of_an_area_are_those_that_a_count_finds() {
    for (watched_if, (min, max)) in [
        (WatchedIf::Half, ((2.0, -1.0), (5.0, 1.5))),
        (WatchedIf::Any, ((9.0, 3.0), (14.5, 7.0))),
        (WatchedIf::Every, ((4.0, -0.5), (5.0, 0.5))),
    ] {
        let area = Area {
            watched_if,
            ..area(AreaRequirement::NoGapOver(5.0), min, max)
        };
        let scene = patrol(vec![area]);
        let coverage = measure(&scene);
        assert!(coverage.stretch().repeats);
        let area = &scene.editor.areas[0];
        let figures = coverage.check_area(area).expect("cells");
        let (mut cells, mut seen) = (0, vec![0; coverage.stretch().samples]);
        for (column, row) in coverage.each_cell() {
            let center = coverage.grid().center(column, row);
            let inside =
                center.cmpgt(DVec2::from(min)).all() && center.cmplt(DVec2::from(max)).all();
            assert_eq!(area.contains(center), inside, "{center}");
            if inside {
                cells += 1;
                let watched = watched_at(&scene, &coverage, center);
                seen.iter_mut()
                    .zip(watched)
                    .for_each(|(seen, watched)| *seen += i32::from(watched));
            }
        }
        let watched = seen.iter().map(|&seen| match watched_if {
            WatchedIf::Half => seen * 2 >= cells,
            WatchedIf::Any => seen > 0,
            WatchedIf::Every => seen == cells,
        });
        let watched: Vec<bool> = watched.collect();
        let samples = watched.len();
        let count = watched.iter().filter(|watched| **watched).count();
        assert!(0 < count && count < samples, "{watched_if:?}");
        assert_eq!(figures.share, count as f64 / samples as f64);
        // Around the end of the loop.
        let gap = (0..samples).map(|from| {
            let ahead = (0..samples).map(|i| watched[(from + i) % samples]);
            ahead.take_while(|watched| !watched).count()
        });
        let expected = coverage.seconds(gap.max().unwrap_or(0) as u32);
        assert!((figures.longest_gap - expected).abs() < 1e-9);
        assert_eq!(figures.holds, expected <= 5.0);
        let (from, to) = figures.worst.expect("a stretch");
        assert!((to - from - expected).abs() < 1e-9, "{from} {to}");
        let seconds = figures.tick.expect("a moment") as f64 * scene.dt();
        assert!(from <= seconds && seconds < to, "{seconds}");
        assert!(area.contains(figures.place));
    }
}

#[test]
fn each_requirement_holds_up_to_its_figure_and_not_beyond() {
    let near = |requirement| patrol(vec![area(requirement, (4.0, -0.5), (5.0, 0.5))]);
    let holds = |requirement: AreaRequirement| {
        let scene = near(requirement);
        let reports = check_areas(&scene, 1, None, &Progress::default()).expect("not canceled");
        reports.reports[0].holds()
    };
    let scene = near(AreaRequirement::AlwaysWatched);
    let figures = measure(&scene)
        .check_area(&scene.editor.areas[0])
        .expect("cells");
    let percent = (figures.share * 100.0 * 1e6).floor() / 1e6;
    assert!(0.0 < percent && percent < 100.0);
    assert!(holds(AreaRequirement::WatchedAtLeast(percent)));
    assert!(!holds(AreaRequirement::WatchedAtLeast(percent + 0.001)));
    assert!(holds(AreaRequirement::NoGapOver(figures.longest_gap)));
    assert!(!holds(AreaRequirement::NoGapOver(
        figures.longest_gap - 0.001
    )));
    assert!(!holds(AreaRequirement::AlwaysWatched));
    assert!(!holds(AreaRequirement::NeverWatched));
    let far = patrol(vec![area(
        AreaRequirement::NeverWatched,
        (20.0, 20.0),
        (22.0, 22.0),
    )]);
    let reports = check_areas(&far, 1, None, &Progress::default()).expect("not canceled");
    assert!(reports.reports[0].holds(), "{}", reports.reports[0].message);
    assert_eq!(
        requirement_text(AreaRequirement::NoGapOver(8.0)),
        "no gap over 8 s"
    );
}

#[test]
fn an_area_that_cannot_be_measured_fails_with_the_reason() {
    let mut scene = patrol(vec![
        Area::through(
            AreaId(1),
            "Line",
            AreaRequirement::AlwaysWatched,
            [DVec2::ZERO, DVec2::X],
        ),
        area(
            AreaRequirement::AlwaysWatched,
            (3.0, 0.0),
            (3.000_001, 1e-6),
        ),
    ]);
    let coverage = measure(&scene);
    let error = |i: usize| {
        coverage
            .check_area(&scene.editor.areas[i])
            .expect_err("an error")
    };
    assert_eq!(
        (error(0), error(1)),
        (AreaError::TooFewCorners, AreaError::TooSmall)
    );
    Arc::make_mut(&mut scene.presets[0]).sight = None;
    let reports = check_areas(&scene, 1, None, &Progress::default()).expect("not canceled");
    assert!(reports.coverage.is_none() && !reports.reports[0].holds());
    assert!(
        reports.reports[0]
            .message
            .contains("none of the agents has sight")
    );
    let mut reports = reports.reports;
    for requirement in [
        AreaRequirement::NeverWatched,
        AreaRequirement::NoGapOver(600.0),
    ] {
        let hideout = area(requirement, (3.0, 0.0), (5.0, 2.0));
        scene.editor_mut().areas = vec![hideout];
        let checked = check_areas(&scene, 1, None, &Progress::default()).expect("not canceled");
        reports.extend(checked.reports);
    }
    let [.., never, gap] = reports.as_slice() else {
        panic!("{reports:?}");
    };
    assert!(
        never.holds() && !gap.holds(),
        "agents without sight see nothing"
    );
    assert!(
        never
            .message
            .contains("never watched is met; none of the agents has sight")
    );
    scene.editor_mut().areas.clear();
    let reports = check_areas(&scene, 1, None, &Progress::default()).expect("not canceled");
    assert!(reports.reports.is_empty(), "nothing is measured");
}

#[test]
fn cells_inside_of_walls_do_not_count() {
    // A pillar, a diamond whose edges cross cells at a slant, and a room with a door.
    let mut scene = patrol(vec![]);
    let diamond = [(8.0, -6.0), (10.0, -4.0), (8.0, -2.0), (6.0, -4.0)].map(DVec2::from);
    let diamond = Wall {
        closed: true,
        ..Wall::through(WallId(2), "", diamond)
    };
    let mut door = wall(4, (16.0, 2.0), (16.5, 2.5));
    door.open = Some(false);
    let room = Wall::through(
        WallId(3),
        "",
        [
            (16.0, 2.0),
            (16.0, 0.0),
            (19.0, 0.0),
            (19.0, 4.0),
            (16.0, 4.0),
            (16.0, 2.5),
        ]
        .map(DVec2::from),
    );
    scene.walls = [wall(1, (2.0, 1.0), (4.0, 3.0)), diamond, room, door]
        .map(Arc::new)
        .to_vec();
    let is_inside = |p: DVec2, in_pillar: bool, in_room: bool| {
        let box_of = |low: (f64, f64), high: (f64, f64)| {
            p.cmpgt(low.into()).all() && p.cmplt(high.into()).all()
        };
        in_pillar && box_of((2.0, 1.0), (4.0, 3.0))
            || (p - DVec2::new(8.0, -4.0)).abs().element_sum() < 2.0
            || in_room && box_of((16.0, 0.0), (19.0, 4.0))
    };
    let check = |scene: &Scene, in_pillar: bool, in_room: bool| {
        let coverage = measure(scene);
        for (column, row) in coverage.each_cell() {
            let center = coverage.grid().center(column, row);
            let to_diamond = (center - DVec2::new(8.0, -4.0)).abs().element_sum() - 2.0;
            if to_diamond.abs() < 1e-9 {
                // In the wall itself.
                continue;
            }
            let expected = !is_inside(center, in_pillar, in_room);
            assert_eq!(coverage.is_counted(column, row), expected, "{center}");
            assert!(expected || !coverage.is_never_watched(column, row));
        }
        let counted = coverage.counted_cells();
        let never = counted.filter(|&(c, r)| coverage.watched_samples(c, r) == 0);
        let share = never.count() as f64 / coverage.counted_cells().count() as f64;
        assert_eq!(coverage.never_watched_share(), share);
    };
    check(&scene, true, false);
    // A room without a door counts only with something in it.
    scene.walls.pop();
    Arc::make_mut(&mut scene.walls[2]).closed = true;
    check(&scene, true, true);
    let marker = Marker::at(MarkerId(1), "", MarkerKind::Target, DVec2::new(3.0, 2.0));
    scene.markers = Arc::new(vec![marker]);
    check(&scene, false, true);
}
