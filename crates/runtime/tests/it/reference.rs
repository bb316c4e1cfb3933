//! Every formula against an independent reference: written in another language from the words of
//! the motion contract alone.
//!
//! `tests/reference/NAME.scene.json` is a scene as the product saves it, `NAME.trace.csv` its
//! trace, with most ticks left out. The traces of the cases with cells are of the Python runtime:
//! they are the ones in which bodies meet walls, which [`level_worlds`](crate::level_worlds)
//! compares with a reading of its own.

use std::path::{Path, PathBuf};
use steerwright_analysis::trace;
use steerwright_format::load_scene;
use steerwright_runtime::scene::AgentId;
use steerwright_runtime::simulation::World;

const NAMES: [&str; 25] = [
    "arrive_all",
    "combine",
    "curve_loop",
    "curve_once",
    "curve_ping_pong",
    "grid_axis_chase",
    "grid_axis_evade",
    "grid_line_of_sight_chase",
    "grid_line_of_sight_evade",
    "homing",
    "homing_moving_1",
    "homing_moving_2",
    "homing_pointer",
    "leader",
    "leave_both",
    "path_loop",
    "path_once",
    "path_ping_pong",
    "pursue_evade",
    "seek_flee",
    "separation_inverse_square",
    "separation_none",
    "spawners_1",
    "spawners_2",
    "spawners_3",
];

/// The reference leaves the points of its curves unrounded; ours have nine decimals, as in an
/// export. A force is a large multiple of a difference of places, so it differs by more than they
/// do.
const WITHIN_ROUNDED_POINTS: [&str; 3] = ["curve_loop", "curve_once", "curve_ping_pong"];

fn file(name: &str, end: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/reference")
        .join(format!("{name}.{end}"))
}

#[test]
fn every_case_has_its_row_in_this_test() {
    let mut found: Vec<String> =
        std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference"))
            .expect("the folder")
            .filter_map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .strip_suffix(".scene.json")
                    .map(str::to_owned)
            })
            .collect();
    found.sort();
    assert_eq!(found, NAMES);
}

#[test]
fn the_world_moves_as_the_reference_does() {
    let wrong: Vec<String> = NAMES
        .iter()
        .filter_map(|name| compare(name, tolerance_of(name)).err())
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn tolerance_of(name: &str) -> f64 {
    if WITHIN_ROUNDED_POINTS.contains(&name) {
        1e-4
    } else {
        0.0
    }
}

/// Runs a case beside its trace; says where they part.
fn compare(name: &str, tolerance: f64) -> Result<(), String> {
    let scene = load_scene(&file(name, "scene.json")).map_err(|error| error.to_string())?;
    assert_eq!(scene.unknown_fields, Vec::<String>::new(), "in {name}");
    let mut world = World::new(&scene.value);
    let text = std::fs::read_to_string(file(name, "trace.csv")).expect("a trace");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(trace::HEADER));
    let rows: Vec<Vec<&str>> = lines.map(|row| row.split(',').collect()).collect();
    for rows in rows.chunk_by(|a, b| a[0] == b[0]) {
        while world.tick() < rows[0][0].parse().expect("a tick") {
            world.step();
        }
        let there: Vec<String> = world.agents().map(|agent| agent.id.to_string()).collect();
        let listed: Vec<&str> = rows.iter().map(|row| row[2]).collect();
        if there != listed {
            let tick = world.tick();
            return Err(format!(
                "{name}: the agents of tick {tick} are {there:?} instead of {listed:?}"
            ));
        }
        for cells in rows {
            compare_row(name, &world, cells, tolerance)?;
        }
    }
    Ok(())
}

/// Compares an agent with a row of its trace.
fn compare_row(name: &str, world: &World, cells: &[&str], tolerance: f64) -> Result<(), String> {
    let row = cells.join(",");
    let agent = world
        .agent(AgentId(cells[2].parse().expect("an id")))
        .expect("an agent");
    let speed = steerwright_runtime::geometry::vector::length(agent.velocity);
    let got = [
        world.time(),
        agent.position.x,
        agent.position.y,
        agent.velocity.x,
        agent.velocity.y,
        speed,
        agent.steering,
    ];
    for ((got, wanted), column) in got
        .into_iter()
        .zip([1, 3, 4, 5, 6, 7, 8].map(|i| cells[i]))
        .zip(["time", "x", "y", "vx", "vy", "speed", "steering"])
    {
        let wanted: f64 = wanted.parse().expect("a number");
        if !((got - wanted).abs() <= tolerance * (1.0 + wanted.abs())) {
            return Err(format!("{name}: {column} is {got:?} in the row {row}"));
        }
    }
    match (agent.fov_deg, cells[9]) {
        (None, "") => {}
        (Some(got), wanted)
            if wanted
                .parse()
                .is_ok_and(|wanted: f64| (got - wanted).abs() <= 1e-9) => {}
        (got, _) => return Err(format!("{name}: fov_deg is {got:?} in the row {row}")),
    }
    if agent.node.map_or(String::new(), |n| n.to_string()) != cells[10] {
        return Err(format!("{name}: node is {:?} in the row {row}", agent.node));
    }
    Ok(())
}
