//! Every subcommand that reads a scene ends soon, whatever numbers the scene has. docs/limits.md
//! says how long each may take.

use crate::export::{folder_with, shipped};
use crate::support::steerwright;
use std::sync::Arc;
use std::time::Duration;
use steerwright_format::validate::run_errors;
use steerwright_runtime::parameter::{
    ALERT, BODY, CELLS, HEARING, MARGINS, NODE, NOISE, PATH, ParameterTable, SCENE, SIGHT, SPAWNER,
    WEIGHT,
};
use steerwright_runtime::scene::{Motion, Preset, Scene};
use steerwright_testing::engine;

const SUBCOMMANDS: [&[&str]; 6] = [
    &["check"],
    &["simulate", "--ticks", "120"],
    &["score", "--seeds", "2", "--seconds", "1"],
    &["coverage", "--seconds", "1"],
    &["export", "--to", "json", "--out", "out"],
    &["conformance", "--seconds", "1", "--out", "cases"],
];

/// Many times what any of them takes here, and half of what once kept `check` busy.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// Sets numbers to the ends of their ranges.
#[derive(Clone, Copy)]
enum Ends {
    Lowest,
    Highest,
    /// Each to one of its ends, or not at all: a generator of random numbers.
    Mixed(u32),
}

impl Ends {
    fn set<T>(&mut self, table: ParameterTable<T>, owner: &mut T) {
        for parameter in table {
            let (lowest, highest) = parameter.range;
            let number = match self {
                Self::Lowest => lowest,
                Self::Highest => highest,
                Self::Mixed(state) => {
                    *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    match *state >> 30 {
                        0 => lowest,
                        1 => highest,
                        _ => continue,
                    }
                }
            };
            if parameter.get(owner).is_some() {
                parameter.set(owner, Some(number));
            }
        }
    }

    fn set_preset(&mut self, preset: &mut Preset) {
        self.set(BODY, &mut preset.body);
        if let Some(noise) = &mut preset.body.noise {
            self.set(NOISE, noise);
        }
        if let Some(sight) = &mut preset.sight {
            self.set(SIGHT, sight);
        }
        if let Some(hearing) = &mut preset.hearing {
            self.set(HEARING, hearing);
        }
        if let Some(alert) = &mut preset.alert {
            self.set(ALERT, alert);
        }
        let others = preset.states.iter_mut().map(|state| &mut state.motion);
        for motion in std::iter::once(&mut preset.motion).chain(others) {
            if let Motion::Steered(steered) = motion {
                for weighted in &mut steered.behaviors {
                    self.set(WEIGHT, weighted);
                    self.set(weighted.behavior.parameters(), &mut weighted.behavior);
                }
            }
        }
    }

    fn set_scene(&mut self, scene: &mut Scene) {
        self.set(SCENE, scene);
        self.set(MARGINS, scene);
        self.set(CELLS, Arc::make_mut(&mut scene.cells));
        for preset in &mut scene.presets {
            self.set_preset(Arc::make_mut(preset));
        }
        for path in &mut scene.paths {
            let path = Arc::make_mut(path);
            self.set(PATH, path);
            for node in &mut path.nodes {
                self.set(NODE, node);
            }
        }
        for spawner in &mut scene.spawners {
            self.set(SPAWNER, Arc::make_mut(spawner));
        }
    }
}

#[test]
fn extreme_numbers_keep_no_subcommand_busy() {
    let mut ran = 0;
    for name in ["crowd", "night-watch", "guarded-yard", "maze"] {
        for mut ends in [
            Ends::Lowest,
            Ends::Highest,
            Ends::Mixed(1),
            Ends::Mixed(2),
            Ends::Mixed(3),
        ] {
            let mut scene = shipped(name);
            ends.set_scene(&mut scene);
            if !run_errors(&scene).is_empty() {
                continue;
            }
            ran += 1;
            let folder = folder_with(&[("a.scene.json", &scene)]);
            for arguments in SUBCOMMANDS {
                let mut command = steerwright();
                command
                    .args(arguments)
                    .arg("a.scene.json")
                    .current_dir(&folder);
                let output = engine::run_within(TIME_LIMIT, &mut command);
                let said = String::from_utf8_lossy(&output.stderr);
                assert!(
                    output.status.code().is_some_and(|code| code < 2),
                    "{name} {arguments:?}: {said}"
                );
            }
        }
    }
    assert!(ran > 10, "only {ran} scenes could be run");
}

/// Its walk is measured along a line of very many segments, of which the nearest changes at each
/// tick.
#[test]
fn an_agent_that_flies_away_from_a_fine_curve_does_not_keep_check_busy() {
    let mut scene = shipped("convoy");
    scene.ticks_per_second = 1000.0;
    let leader = Arc::make_mut(&mut scene.presets[0]);
    (leader.body.mass, leader.body.max_speed) = (1e6, 1e6);
    (leader.body.max_force, leader.body.time_to_target) = (0.02, 0.001);
    let road = Arc::make_mut(&mut scene.paths[0]);
    (road.radius, road.tolerance) = (0.02, 1e-6);
    let folder = folder_with(&[("a.scene.json", &scene)]);
    let mut check = steerwright();
    check.args(["check", "a.scene.json"]).current_dir(&folder);
    let output = engine::run_within(TIME_LIMIT, &mut check);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("what helps was not measured"), "{said}");
}
