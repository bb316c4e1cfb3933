//! Walls, doors and cells that block nothing, or are in the way.

use super::*;
use crate::lint::walls::{room, walled};
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::scene::{CellMap, Wall, WallId};

/// A guard who walks 10 u to the right and back, and a wall or door through these points.
pub(super) fn with_wall(points: &[(f64, f64)], open: Option<bool>) -> Scene {
    let mut scene = walled(points);
    Arc::make_mut(&mut scene.walls[0]).open = open;
    scene
}

/// The same guard and these blocked cells.
fn with_cells(blocked: impl IntoIterator<Item = [i32; 2]>) -> Scene {
    let mut scene = walled(&[]);
    scene.walls.clear();
    scene.cells = cells(blocked);
    scene
}

fn cells(blocked: impl IntoIterator<Item = [i32; 2]>) -> Arc<CellMap> {
    Arc::new(CellMap {
        blocked: blocked.into_iter().map(Cell::from).collect(),
        ..CellMap::default()
    })
}

fn add_wall(scene: &mut Scene, id: u32, name: &str, points: &[(f64, f64)], open: Option<bool>) {
    let points = points.iter().map(|&(x, y)| DVec2::new(x, y));
    scene.walls.push(Arc::new(Wall {
        open,
        ..Wall::through(WallId(id), name, points)
    }));
}

pub(super) fn starts(random: &mut Numbers) -> Vec<Scene> {
    let mut scenes: Vec<Scene> = [0.0, random.between(1e-4, 0.01), random.between(0.01, 0.39)]
        .map(|y| with_wall(&[(-2.0, y), (2.0, y)], None))
        .to_vec();
    let mut beside_a_cell = with_cells([[6, 0]]);
    let agent = beside_a_cell.agent_mut(AgentId(1)).expect("an agent");
    agent.position = DVec2::new(6.5, -random.between(0.01, 0.39));
    scenes.push(beside_a_cell);
    for radius in [0.0, 0.05, 0.4] {
        let mut in_a_cell = with_cells([[6, 0]]);
        let preset = in_a_cell.preset_mut(PresetId(1)).expect("a preset");
        preset.body.radius = radius;
        let agent = in_a_cell.agent_mut(AgentId(1)).expect("an agent");
        agent.position = DVec2::new(6.5, random.between(0.1, 0.9));
        scenes.push(in_a_cell);
    }
    scenes
}

pub(super) fn blocked_paths(random: &mut Numbers) -> Vec<Scene> {
    let x = random.between(2.0, 8.0);
    let across = [(x, -3.0), (x, 3.0)];
    let mut two = with_wall(&across, None);
    add_wall(
        &mut two,
        4,
        "Fence",
        &[(x + 0.1, -3.0), (x + 0.1, 3.0)],
        None,
    );
    let mut both = with_wall(&across, None);
    both.cells = cells([[4, -1], [4, 0]]);
    let cells = with_cells([[4, -1], [4, 0]]);
    // Even those who go around walls do not get into a room.
    let mut closed = with_wall(&[(8.0, -3.0), (12.0, -3.0), (12.0, 3.0), (8.0, 3.0)], None);
    Arc::make_mut(&mut closed.walls[0]).closed = true;
    let preset = closed.preset_mut(PresetId(1)).expect("a preset");
    behaviors::behaviors_of(preset)[0].route = RouteMode::AroundWalls;
    vec![with_wall(&across, None), two, both, cells, closed]
}

pub(super) fn closed_doors(random: &mut Numbers) -> Vec<Scene> {
    let x = random.between(2.0, 8.0);
    let door = || with_wall(&[(x, -3.0), (x, 3.0)], Some(false));
    let mut two = door();
    let behind = [(x + 0.5, -3.0), (x + 0.5, 3.0)];
    add_wall(&mut two, 4, "Hatch", &behind, Some(false));
    vec![door(), two]
}

pub(super) fn tight_paths(random: &mut Numbers) -> Vec<Scene> {
    let wall = |y| with_wall(&[(5.0, y), (6.0, 3.0)], None);
    let mut beside_a_cell = with_cells([[6, 0]]);
    let far = DVec2::new(0.0, -random.between(0.01, 0.39));
    let path = beside_a_cell.path_mut(PathId(1)).expect("a path");
    path.nodes.iter_mut().for_each(|node| node.position += far);
    vec![
        wall(random.between(1e-4, 0.01)),
        wall(random.between(0.01, 0.39)),
        beside_a_cell,
    ]
}

pub(super) fn far_targets(random: &mut Numbers) -> Vec<Scene> {
    let narrow = room(random.between(0.3, 0.7), None);
    let door = room(1.2, Some(false));
    // Two doors behind one another, and two beside one another.
    let mut behind = door.clone();
    add_wall(
        &mut behind,
        5,
        "Gate",
        &[(7.8, 0.6), (7.8, -0.6)],
        Some(false),
    );
    for (id, y) in [(6, 0.6), (7, -0.6)] {
        add_wall(&mut behind, id, "Frame", &[(7.8, y), (8.0, y)], None);
    }
    // The room through "Hatch" and "Gate", which is in the opposite wall.
    let mut beside = door.clone();
    let wall = Arc::make_mut(&mut beside.walls[0]);
    let lower = wall.nodes.split_off(3);
    wall.nodes[2].position.y = 0.6;
    let mut lower: Vec<(f64, f64)> = lower
        .iter()
        .map(|node| (node.position.x, node.position.y))
        .collect();
    lower.insert(0, (12.0, -0.6));
    add_wall(&mut beside, 5, "Wall", &lower, None);
    add_wall(
        &mut beside,
        6,
        "Gate",
        &[(12.0, 0.6), (12.0, -0.6)],
        Some(false),
    );
    vec![narrow, door, behind, beside, chase_into_cells()]
}

/// An agent that moves by cells, and a target in a ring of them.
fn chase_into_cells() -> Scene {
    let mut scene = room(1.0, None);
    scene.walls.clear();
    let chase = Motion::GridChase(GridChase::default());
    Arc::make_mut(&mut scene.presets[0]).motion = chase;
    let agent = &mut Arc::make_mut(&mut scene.agents)[0];
    agent.position = DVec2::new(0.5, 0.5);
    let ring = (8..=12_i32).flat_map(|column| (-2..=2_i32).map(move |row| [column, row]));
    let ring = ring.filter(|[column, row]| (column - 10).abs() == 2 || row.abs() == 2);
    // The nearest first.
    let mut ring: Vec<[i32; 2]> = ring.collect();
    ring.sort_by_key(|[column, row]| (column - 8) * 10 + row.abs());
    scene.cells = cells(ring);
    scene
}

pub(super) fn targets_behind_walls(random: &mut Numbers) -> Vec<Scene> {
    let mut scene = room(1.5, None);
    let arrive = Behavior::Arrive(Arrive::default());
    scene.presets = vec![Arc::new(Preset::steered(PresetId(1), "Runner", [arrive]))];
    let y = random.between(1.2, 1.5);
    Arc::make_mut(&mut scene.agents)[0].position = DVec2::new(0.0, y);
    Arc::make_mut(&mut scene.markers)[0].position = DVec2::new(10.0, y);
    vec![scene]
}

pub(super) fn cells_in_the_way(random: &mut Numbers) -> Vec<Scene> {
    let on_the_way = with_cells([[6, -1], [6, 0]]);
    let mut beside = with_cells([[6, 0]]);
    let far = DVec2::new(0.0, -random.between(0.05, 0.3));
    let path = beside.path_mut(PathId(1)).expect("a path");
    path.nodes.iter_mut().for_each(|node| node.position += far);
    beside.agent_mut(AgentId(1)).expect("an agent").position += far;
    vec![on_the_way, beside]
}

pub(super) fn without_edges(random: &mut Numbers) -> Vec<Scene> {
    let place = (random.between(1.0, 9.0), 5.0);
    let all: [&[(f64, f64)]; 3] = [&[], &[place], &[place, place]];
    all.map(|points| with_wall(points, None)).to_vec()
}

pub(super) fn without_length(random: &mut Numbers) -> Vec<Scene> {
    let (a, b, c) = ((5.0, 5.0), (random.between(6.0, 9.0), 5.0), (6.0, 8.0));
    vec![
        with_wall(&[a, b, b, c], None),
        with_wall(&[a, a, b, b, b, c], None),
    ]
}

pub(super) fn double_edges(random: &mut Numbers) -> Vec<Scene> {
    let (a, b, c) = ((5.0, 5.0), (random.between(6.0, 9.0), 6.0), (3.0, 9.0));
    let mut closed = with_wall(&[a, b], None);
    Arc::make_mut(&mut closed.walls[0]).closed = true;
    vec![
        with_wall(&[a, b, a], None),
        with_wall(&[a, b, a, c], None),
        closed,
    ]
}

pub(super) fn crossing_edges(random: &mut Numbers) -> Vec<Scene> {
    let x = random.between(6.0, 9.0);
    let bow_tie = [(5.0, 5.0), (x, 6.0), (x, 5.0), (5.0, 6.0)];
    // Without its fifth node, it would still cross itself.
    let hook = [
        (0.0, 5.0),
        (8.0, 5.0),
        (8.0, 9.0),
        (4.0, 9.0),
        (4.0, 3.0),
        (9.0, 3.0),
    ];
    vec![with_wall(&bow_tie, None), with_wall(&hook, None)]
}

pub(super) fn without_effect(random: &mut Numbers) -> Vec<Scene> {
    let mut scene = with_wall(&[(5.0, 5.0), (random.between(6.0, 9.0), 5.0)], None);
    let wall = Arc::make_mut(&mut scene.walls[0]);
    (wall.blocks_motion, wall.blocks_sight) = (false, false);
    vec![scene]
}
