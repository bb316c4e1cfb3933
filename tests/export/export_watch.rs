//! A game watches its files while the editor exports them a hundred times.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use steerwright_export::{self as export, ExportTarget};
use steerwright_format::export_file::{read_export, read_ron};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{
    Agent, AgentId, NodeId, PathId, PatrolPath, Preset, PresetId, Scene,
};

const EDITS: u32 = 100;

/// A scene whose exports identify the edit by the positions of an agent and a node. Its size
/// varies.
fn edited(edit: u32) -> Scene {
    let place = DVec2::new(f64::from(edit), 0.0);
    let nodes = (0..1 + edit * 37 % 50)
        .map(|i| steerwright_runtime::scene::Node::at(NodeId(i + 1), place))
        .collect();
    let preset = Preset::steered(PresetId(1), "Still", []);
    Scene {
        name: "Watched".into(),
        presets: vec![preset.into()],
        paths: vec![Arc::new(PatrolPath {
            nodes,
            ..PatrolPath::new(PathId(1), "Here")
        })],
        agents: Arc::new(vec![Agent::at(AgentId(1), "It", PresetId(1), place)]),
        ..Scene::default()
    }
}

/// Exports one edit after the other, while `look` looks into the folder again and again. What it
/// returns is the edit that it has seen; it never sees an earlier one after a later one, and the
/// last one in the end.
fn watched(target: ExportTarget, options: ExportOptions, look: impl Fn(&Path) -> u32 + Sync) {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |edit: u32| {
        let files = export::export(&edited(edit), target, &options).expect("an export");
        export::write_files(&files, folder.path()).expect("written");
    };
    write(0);
    let files = || {
        let mut names: Vec<_> = folder
            .path()
            .read_dir()
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        names.sort();
        names
    };
    let (before, is_over) = (files(), AtomicBool::new(false));
    let (mut looks, mut changes, mut last) = (0, 0, 0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            (1..=EDITS).for_each(write);
            is_over.store(true, Ordering::SeqCst);
        });
        loop {
            let was_over = is_over.load(Ordering::SeqCst);
            let seen = look(folder.path());
            assert!(seen >= last, "edit {seen} after edit {last}");
            looks += 1;
            changes += u32::from(seen != last);
            last = seen;
            if was_over {
                break;
            }
        }
    });
    assert_eq!(last, EDITS);
    assert!(
        looks > 10 && changes > 3,
        "{looks} looks, {changes} changes"
    );
    assert_eq!(files(), before, "nothing is left behind");
}

fn text(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn an_export_is_always_complete_and_its_trace_is_never_older() {
    watched(
        ExportTarget::Json,
        ExportOptions {
            with_trace: Some(0.5),
            ..ExportOptions::default()
        },
        |folder| {
            let exported =
                read_export(&text(folder, "Watched.steer.json")).expect("a whole export");
            let edit = exported.scene.agents[0].position.x as u32;
            assert_eq!(exported.scene, edited(edit));
            let trace = text(folder, "Watched.trace.csv");
            let rows: Vec<f64> = trace
                .lines()
                .skip(1)
                .map(|row| row.split(',').nth(3).expect("x").parse().expect("a number"))
                .collect();
            assert!(
                rows.len() == 31 && rows.iter().all(|x| *x == rows[0]),
                "{trace}"
            );
            assert!(
                rows[0] as u32 >= edit,
                "the trace is of edit {}, but the export of edit {edit}",
                rows[0]
            );
            edit
        },
    );
}

#[test]
fn the_main_file_is_replaced_last() {
    let x_of = |text: &str, column: &str| {
        let mut rows = csv::Reader::from_reader(text.as_bytes());
        let at = rows
            .headers()
            .expect("a header")
            .iter()
            .position(|name| name == column)
            .expect("a column");
        let edits: Vec<f64> = rows
            .records()
            .map(|row| row.expect("a whole row")[at].parse().expect("a number"))
            .collect();
        assert!(edits.iter().all(|x| *x == edits[0]), "{text}");
        (edits[0] as u32, edits.len())
    };
    watched(ExportTarget::Csv, ExportOptions::default(), |folder| {
        let first = export::export(&edited(0), ExportTarget::Csv, &ExportOptions::default())
            .expect("an export")[0]
            .name
            .clone();
        assert_eq!(first, "Watched.points.csv");
        let (edit, rows) = x_of(&text(folder, &first), "x");
        assert_eq!(rows as u32, 1 + edit * 37 % 50);
        let (nodes, rows) = x_of(&text(folder, "Watched.nodes.csv"), "x");
        assert_eq!(rows as u32, 1 + nodes * 37 % 50);
        assert!(nodes >= edit && x_of(&text(folder, "Watched.agents.csv"), "x").0 >= edit);
        edit
    });
}

#[test]
fn an_asset_for_bevy_is_always_complete() {
    watched(ExportTarget::Bevy, ExportOptions::default(), |folder| {
        let scene = read_ron(&text(folder, "Watched.steer.ron"))
            .expect("a whole asset")
            .scene;
        let edit = scene.agents[0].position.x as u32;
        assert_eq!(scene, edited(edit));
        edit
    });
}
