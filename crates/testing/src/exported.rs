//! Exported scenes for engine tests, with the expected positions of their agents.

use steerwright_export::{self as export, ExportTarget};
use steerwright_format::load_scene;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::Scene;

/// A patrol, a squad and a homing walk.
pub const SCENES: [&str; 3] = ["gate-patrol", "squad", "homing-walk"];

/// The length of the runs, s.
pub const SECONDS: f64 = 10.0;

/// An exported scene.
pub struct Exported {
    /// The folder with the files.
    pub folder: tempfile::TempDir,
    /// The NAME of the files.
    pub file_name: String,
    /// The scene.
    pub scene: Scene,
    /// The expected positions, by tick and agent id.
    pub trace: Vec<Place>,
}

/// A row of the trace.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub tick: u64,
    pub agent: u32,
    pub x: f64,
    pub y: f64,
}

/// A shipped scene, by file name.
pub fn shipped(name: &str) -> Scene {
    let path = crate::root().join(format!("presets/scenes/{name}.scene.json"));
    load_scene(&path).expect("a valid scene").value
}

/// Exports `scene` to `target` in a temporary folder, and computes its trace.
pub fn exported(scene: &Scene, target: ExportTarget, options: &ExportOptions) -> Exported {
    let folder = tempfile::tempdir().expect("a folder");
    let files = export::export(
        scene,
        target,
        &ExportOptions {
            with_trace: None,
            ..*options
        },
    )
    .expect("an export");
    export::write_files(&files, folder.path()).expect("written");
    let with_trace = ExportOptions {
        with_trace: Some(SECONDS),
        ..*options
    };
    let trace = export::export(scene, ExportTarget::Json, &with_trace)
        .expect("an export")
        .pop()
        .expect("a trace");
    let rows = csv::Reader::from_reader(trace.bytes.as_slice())
        .into_records()
        .map(|row| row.expect("a row"));
    let place = |row: csv::StringRecord| {
        let number = |i: usize| row[i].parse::<f64>().expect("a number");
        Place {
            tick: number(0) as u64,
            agent: number(2) as u32,
            x: number(3),
            y: number(4),
        }
    };
    Exported {
        folder,
        file_name: export::file_name(&scene.name),
        scene: scene.clone(),
        trace: rows.map(place).collect(),
    }
}

impl Exported {
    /// Compares the output of an engine, lines of `state TICK AGENT X Y`, with the trace: within
    /// `tolerance` game units, or exactly if `tolerance` is 0 and X and Y are the hex digits of
    /// doubles. There must be at least `at_least` lines.
    ///
    /// # Panics
    /// At the first difference.
    pub fn same_places(&self, printed: &str, tolerance: f64, at_least: usize) {
        let mut compared = 0;
        for line in printed
            .lines()
            .filter_map(|line| line.trim().strip_prefix("state "))
        {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let [tick, agent, x, y] = fields[..] else {
                panic!("{line:?} is not a state")
            };
            let (tick, agent): (u64, u32) = (
                tick.parse().expect("a tick"),
                agent.parse().expect("an agent"),
            );
            // Spawners make the ticks differ in length.
            let first = self.trace.partition_point(|place| place.tick < tick);
            let rows = self.trace[first..].iter();
            let expected = rows
                .take_while(|place| place.tick == tick)
                .find(|place| place.agent == agent)
                .unwrap_or_else(|| panic!("no agent {agent} at tick {tick}"));
            for (expected, got) in [(expected.x, x), (expected.y, y)] {
                if tolerance == 0.0 {
                    assert_eq!(
                        format!("{:016x}", (expected + 0.0).to_bits()),
                        got,
                        "agent {agent} at tick {tick} of {}",
                        self.file_name
                    );
                } else {
                    let got: f64 = got.parse().expect("a number");
                    assert!(
                        (expected - got).abs() <= tolerance,
                        "agent {agent} at tick {tick} of {}: {got}, expected {expected}",
                        self.file_name
                    );
                }
            }
            compared += 1;
        }
        assert!(
            compared >= at_least,
            "only {compared} states of {}:\n{printed}",
            self.file_name
        );
    }
}
