//! Walls in the way of what is drawn, and walls that block nothing.

use super::*;
use steerwright_analysis::lint::tight_stretches;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::scene::{CellMap, NodeAction, Wall, WallId};

/// A guard who walks 10 u to the right and back, and a wall through these points.
pub(super) fn walled(points: &[(f64, f64)]) -> Scene {
    let mut scene = patrol(
        &[(0.0, 0.0), (10.0, 0.0)],
        Traversal::PingPong,
        0.5,
        Body::default(),
    );
    let points = points.iter().map(|&(x, y)| DVec2::new(x, y));
    scene.walls = vec![Arc::new(Wall::through(WallId(3), "Hedge", points))];
    scene
}

#[test]
fn a_body_that_starts_in_a_wall_is_found() {
    let found = only(&walled(&[(-2.0, 0.3), (2.0, 0.3)]), Rule::StartInWall);
    assert_eq!(found.subject, Subject::Agent(AgentId(1)));
    assert!(found.message.contains("0.3"), "{}", found.message);
    assert!(!has(&walled(&[(-2.0, 0.5), (2.0, 0.5)]), Rule::StartInWall));
}

#[test]
fn a_node_behind_a_wall_is_found_and_one_behind_a_door_is_not() {
    let mut scene = walled(&[(5.0, -3.0), (5.0, 3.0)]);
    let found = only(&scene, Rule::NodeBehindWall);
    assert_eq!(found.subject, Subject::Node(PathId(1), NodeId(2)));
    assert_eq!(found.pointer, "/paths/0/nodes/1");
    assert!(!has(&scene, Rule::PathTooClose));
    Arc::make_mut(&mut scene.walls[0]).open = Some(false);
    assert!(!has(&scene, Rule::NodeBehindWall));
    let glass = Arc::make_mut(&mut scene.walls[0]);
    (glass.open, glass.blocks_motion) = (None, false);
    assert!(!has(&scene, Rule::NodeBehindWall), "a bush stops no body");
}

#[test]
fn a_closed_door_that_nothing_opens_is_found_on_a_path() {
    let mut scene = walled(&[(5.0, -3.0), (5.0, 3.0)]);
    Arc::make_mut(&mut scene.walls[0]).open = Some(false);
    let found = only(&scene, Rule::PathThroughClosedDoor);
    assert_eq!(found.subject, Subject::Node(PathId(1), NodeId(2)));
    assert_eq!(found.severity, Severity::Hint);
    assert!(found.message.contains("Hedge"), "{}", found.message);

    let mut open = scene.clone();
    Arc::make_mut(&mut open.walls[0]).open = Some(true);
    assert!(!has(&open, Rule::PathThroughClosedDoor));

    let sets = |open| NodeAction::SetWall {
        wall: WallId(3),
        open,
    };
    let first = |scene: &mut Scene, action| {
        Arc::make_mut(&mut scene.paths[0]).nodes[0]
            .edit_script(|script| script.actions = vec![action]);
    };
    first(&mut scene, sets(false));
    assert!(
        has(&scene, Rule::PathThroughClosedDoor),
        "closing it opens nothing"
    );
    first(&mut scene, sets(true));
    assert!(!has(&scene, Rule::PathThroughClosedDoor));
}

#[test]
fn a_path_that_passes_a_wall_too_closely_is_found() {
    let found = only(&walled(&[(5.0, 0.2), (6.0, 3.0)]), Rule::PathTooClose);
    assert_eq!(found.subject, Subject::Node(PathId(1), NodeId(2)));
    assert!(found.message.contains("0.2"), "{}", found.message);
    assert!(!has(
        &walled(&[(5.0, 0.41), (6.0, 3.0)]),
        Rule::PathTooClose
    ));
}

#[test]
fn walls_that_block_nothing_are_found() {
    for points in [&[][..], &[(5.0, 5.0)], &[(5.0, 5.0), (5.0, 5.0)]] {
        let found = only(&walled(points), Rule::WallWithoutEdges);
        assert_eq!(found.subject, Subject::Wall(WallId(3)));
    }
    let double = walled(&[(5.0, 5.0), (6.0, 5.0), (6.0, 5.0), (6.0, 8.0)]);
    let found = only(&double, Rule::EdgeWithoutLength);
    assert_eq!(found.pointer, "/walls/0/nodes/1");
    let many = walled(&[(5.0, 5.0), (5.0, 5.0), (6.0, 5.0), (6.0, 5.0), (6.0, 8.0)]);
    let message = only(&many, Rule::EdgeWithoutLength).message;
    assert!(
        message.contains("2 nodes") && message.contains("1 and 3."),
        "{message}"
    );
    let mut shadow = walled(&[(5.0, 5.0), (6.0, 5.0)]);
    let wall = Arc::make_mut(&mut shadow.walls[0]);
    (wall.blocks_motion, wall.blocks_sight) = (false, false);
    assert_eq!(
        only(&shadow, Rule::WallWithoutEffect).severity,
        Severity::Warning
    );
}

#[test]
fn edges_that_cross_or_are_there_twice_are_found() {
    let bow_tie = walled(&[(5.0, 5.0), (6.0, 6.0), (6.0, 5.0), (5.0, 6.0)]);
    let found = only(&bow_tie, Rule::WallCrossesItself);
    assert_eq!(found.pointer, "/walls/0/nodes/0");
    assert!(found.message.contains("nodes 1 and 3"), "{}", found.message);
    let back = walled(&[(5.0, 5.0), (6.0, 6.0), (5.0, 5.0)]);
    assert!(
        only(&back, Rule::EdgeTwice)
            .message
            .contains("nodes 1 and 2")
    );
    // Corners and ends may touch other edges.
    let touching = walled(&[(5.0, 5.0), (7.0, 5.0), (7.0, 7.0), (6.0, 5.0)]);
    assert!(!has(&touching, Rule::WallCrossesItself) && !has(&touching, Rule::EdgeTwice));
}

#[test]
fn cells_that_stop_a_body_are_found() {
    let mut scene = walled(&[]);
    scene.walls.clear();
    let cells = |blocked: &[[i32; 2]]| {
        Arc::new(CellMap {
            blocked: blocked.iter().copied().map(Cell::from).collect(),
            ..CellMap::default()
        })
    };
    scene.cells = cells(&[[6, 0]]);
    let found = only(&scene, Rule::CellsStopBody);
    assert_eq!(found.subject, Subject::Agent(AgentId(1)));
    assert!(has(&scene, Rule::NodeBehindWall), "cells count as walls");
    assert!(found.moment.is_some_and(|moment| moment.tick > 0));
    scene.editor_mut().tracks = vec![standing(AgentId(1))];
    let replayed = only(&scene, Rule::CellsStopBody);
    assert_eq!(replayed.moment, None, "its track moves it elsewhere");
    assert!(replayed.message.contains(" s, without its track: "));
    scene.cells = cells(&[[6, 3]]);
    assert!(!has(&scene, Rule::CellsStopBody));
}

#[test]
fn the_stretch_of_a_path_that_is_too_close_to_a_wall_is_measured() {
    let tight = tight_stretches(&walled(&[(5.0, 0.2), (5.0, 3.0)]));
    let [stretch] = &tight[..] else {
        panic!("{tight:?}");
    };
    assert_eq!((stretch.path, stretch.radius), (PathId(1), 0.4));
    let (first, last) = (stretch.points[0], stretch.points[stretch.points.len() - 1]);
    // Within 0.4 u of a corner that is 0.2 u beside the path: 0.35 u to both sides, and at most a
    // step more.
    let half = (0.4_f64 * 0.4 - 0.2 * 0.2).sqrt();
    for (measured, exact) in [(first.x, 5.0 - half), (last.x, 5.0 + half)] {
        assert!((measured - exact).abs() < 0.11, "{measured} {exact}");
    }
    assert!(tight_stretches(&walled(&[(5.0, 0.41), (5.0, 3.0)])).is_empty());
}

/// An agent at (0, 0) who seeks a marker at (10, 0), and a room around the marker with a gap in its
/// left wall.
pub(super) fn room(gap: f64, door: Option<bool>) -> Scene {
    let mut scene = walled(&[
        (8.0, gap / 2.0),
        (8.0, 2.0),
        (12.0, 2.0),
        (12.0, -2.0),
        (8.0, -2.0),
        (8.0, -gap / 2.0),
    ]);
    scene.presets = vec![Arc::new(Preset::steered(
        PresetId(1),
        "Runner",
        [Behavior::Seek {}],
    ))];
    scene.paths.clear();
    let marker = Marker::at(
        MarkerId(1),
        "Vault",
        MarkerKind::Target,
        DVec2::new(10.0, 0.0),
    );
    scene.markers = Arc::new(vec![marker]);
    let agent = &mut Arc::make_mut(&mut scene.agents)[0];
    (agent.path, agent.target) = (None, Some(Target::Marker(MarkerId(1))));
    if let Some(open) = door {
        let ends = [DVec2::new(8.0, gap / 2.0), DVec2::new(8.0, -gap / 2.0)];
        scene.walls.push(Arc::new(Wall {
            open: Some(open),
            ..Wall::through(WallId(4), "Hatch", ends)
        }));
    }
    scene
}

#[test]
fn a_target_that_walls_keep_an_agent_from_is_found() {
    let found = only(&room(0.6, None), Rule::GoalOutOfReach);
    assert_eq!(found.pointer, "/agents/0/target");
    assert!(
        found.message.contains("cannot reach Vault"),
        "{}",
        found.message
    );
    for gap in [0.8001, 0.85, 1.5] {
        assert!(!has(&room(gap, None), Rule::GoalOutOfReach), "{gap}");
    }
    // The run agrees: through the gap that is just wide enough the agent gets there.
    let mut world = World::new(&room(0.9, None));
    (0..1200).for_each(|_| world.step());
    let end = world.agent(AgentId(1)).expect("the agent").position;
    assert!(end.x > 8.5, "{end}");
}

#[test]
fn an_agent_that_stops_at_a_wall_beside_its_gap_is_found() {
    // The target is above the gap, behind the wall.
    let mut scene = room(1.5, None);
    let arrive = Behavior::Arrive(Arrive::default());
    scene.presets = vec![Arc::new(Preset::steered(PresetId(1), "Runner", [arrive]))];
    let start = |scene: &mut Scene, y| {
        Arc::make_mut(&mut scene.agents)[0].position = DVec2::new(0.0, y);
        Arc::make_mut(&mut scene.markers)[0].position = DVec2::new(10.0, y);
    };
    start(&mut scene, 1.4);
    let found = only(&scene, Rule::StopsAtWall);
    assert_eq!(found.subject, Subject::Agent(AgentId(1)));
    assert!(found.message.contains("before Vault"), "{}", found.message);
    start(&mut scene, 0.0);
    assert!(!has(&scene, Rule::StopsAtWall), "it goes through the gap");
}

#[test]
fn agents_of_different_presets_in_one_place_are_looked_at_apart() {
    let mut scene = room(0.6, None);
    // The walls lie on borders of cells, and so block none.
    let mut by_cells = Preset::clone(&scene.presets[0]);
    by_cells.id = PresetId(2);
    by_cells.motion = Motion::GridChase(GridChase::default());
    scene.presets.push(Arc::new(by_cells));
    let agent = Agent {
        id: AgentId(2),
        preset: PresetId(2),
        ..scene.agents[0].clone()
    };
    Arc::make_mut(&mut scene.agents).push(agent);
    let found = only(&scene, Rule::GoalOutOfReach);
    assert_eq!(found.subject, Subject::Agent(AgentId(1)));
}

#[test]
fn a_closed_door_before_a_target_is_named() {
    let found = only(&room(1.2, Some(false)), Rule::GoalOutOfReach);
    assert_eq!(found.severity, Severity::Hint);
    assert!(
        found.message.contains("\u{201c}Hatch\u{201d}"),
        "{}",
        found.message
    );
    assert!(!has(&room(1.2, Some(true)), Rule::GoalOutOfReach));
    let narrow = only(&room(0.6, Some(false)), Rule::GoalOutOfReach);
    assert!(!narrow.message.contains("Hatch"), "{}", narrow.message);
}

#[test]
fn a_target_behind_blocked_cells_is_found_for_an_agent_that_moves_by_cells() {
    let mut scene = room(1.0, None);
    scene.walls.clear();
    let chase = Motion::GridChase(GridChase::default());
    Arc::make_mut(&mut scene.presets[0]).motion = chase;
    let agent = &mut Arc::make_mut(&mut scene.agents)[0];
    agent.position = DVec2::new(0.5, 0.5);
    let ring = |missing: Option<[i32; 2]>| {
        let cells = (8..=12_i32).flat_map(|column| (-2..=2_i32).map(move |row| [column, row]));
        let ring = cells.filter(|[column, row]| (column - 10).abs() == 2 || row.abs() == 2);
        let blocked = ring.filter(|&cell| Some(cell) != missing).map(Cell::from);
        Arc::new(CellMap {
            blocked: blocked.collect(),
            ..CellMap::default()
        })
    };
    scene.cells = ring(None);
    only(&scene, Rule::GoalOutOfReach);
    scene.cells = ring(Some([8, 1]));
    assert!(!has(&scene, Rule::GoalOutOfReach));
}
