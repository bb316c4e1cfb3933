//! What is beyond a limit is refused by its name, and reading needs little memory.

use std::fmt::Write;
use std::sync::Arc;
use steerwright_format::export_file::{PlacedScene, read_export, read_ron, text};
use steerwright_format::limits::{self, Limit};
use steerwright_format::listed::Listed;
use steerwright_format::validate::{preset_errors, scene_errors};
use steerwright_format::{FormatError, load_scene, open_regular, read_preset, read_scene};
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, ExportOptions, Marker, MarkerId, MarkerKind, Motion, Node, NodeId,
    PathId, PatrolPath, Preset, PresetId, Scene,
};
use steerwright_runtime::steering::GridChase;
use steerwright_runtime::steering::follow_path::Shape;

const HEAD: &str = r#""format":"steerwright-scene","format_version":1"#;

/// A scene file with `count` times `item` in the list `field`.
fn scene_with(field: &str, item: &str, count: u64) -> String {
    let items = vec![item; count as usize].join(",");
    let list = format!("\"{field}\":[{items}]");
    match field {
        "groups" | "pictures" | "areas" | "tracks" | "exports" => {
            format!("{{{HEAD},\"editor\":{{{list}}}}}")
        }
        _ => format!("{{{HEAD},{list}}}"),
    }
}

fn assert_refused(result: Result<impl Sized, FormatError>, limit: &Limit) {
    let message = result.err().expect("beyond the limit").to_string();
    assert!(
        message.contains(&format!("limit \"{}\"", limit.name)) && message.starts_with('/'),
        "{message}"
    );
}

#[test]
fn a_list_beyond_its_limit_is_refused_by_name_while_it_is_read() {
    for (field, item, limit) in [
        (
            "agents",
            r#"{"id":1,"preset":1,"x":0,"y":0}"#,
            &limits::AGENTS,
        ),
        ("presets", r#"{"id":1}"#, &limits::PRESETS),
        ("paths", r#"{"id":1}"#, &limits::PATHS),
        ("markers", r#"{"id":1,"x":0,"y":0}"#, &limits::MARKERS),
        ("walls", r#"{"id":1}"#, &limits::WALLS),
        ("groups", r#"{"id":1}"#, &limits::GROUPS),
        (
            "pictures",
            r#"{"id":1,"file":"a.png","width":1,"height":1}"#,
            &limits::PICTURES,
        ),
        (
            "areas",
            r#"{"id":1,"requirement":"always_watched"}"#,
            &limits::AREAS,
        ),
        (
            "tracks",
            r#"{"id":1,"agent":1,"ticks_per_second":60,"from":{"x":0,"y":0},"speeds":{"sneak":1,"walk":1,"run":1}}"#,
            &limits::TRACKS,
        ),
        ("exports", r#"{"to":"json"}"#, &limits::EXPORTS),
    ] {
        assert_refused(read_scene(&scene_with(field, item, limit.max + 1)), limit);
        match read_scene(&scene_with(field, item, limit.max)) {
            Ok(_) | Err(FormatError::Validation(_)) => {}
            Err(other) => panic!("{field}: {other}"),
        }
    }
    let cells = vec!["[1,1]"; limits::BLOCKED_CELLS.max as usize + 1].join(",");
    let text = format!("{{{HEAD},\"cells\":{{\"blocked\":[{cells}]}}}}");
    assert_refused(read_scene(&text), &limits::BLOCKED_CELLS);
    let behaviors = vec![r#"{"behavior":{"seek":{}}}"#; limits::BEHAVIORS.max as usize + 1];
    let text = format!(
        r#"{{"format":"steerwright-preset","format_version":1,"id":1,"motion":{{"steered":{{"behaviors":[{}]}}}}}}"#,
        behaviors.join(",")
    );
    assert_refused(read_preset(&text), &limits::BEHAVIORS);
}

/// Reading may take 8 times the size of a file, of which the text is one, and more for small files.
#[test]
fn reading_takes_little_memory() {
    const SMALL: u64 = 16 << 20;
    let half_full = |limit: &Limit| limit.max / 2 + 1;
    let nodes = vec![r#"{"id":1,"x":0,"y":0}"#; half_full(&limits::NODES) as usize].join(",");
    let cells = vec!["[1,1]"; half_full(&limits::BLOCKED_CELLS) as usize].join(",");
    let ones = vec!["1"; 4_000_000].join(",");
    let export = r#""format":"steerwright-export","format_version":1,"ticks_per_second":60"#;
    let agent = |more: &str| {
        format!(
            r#"{{{export},"agents":[{{"id":1,"x":0,"y":0,"vx":0,"vy":0,"body":{{}},"motion":"steered","behaviors":[{{"kind":"seek","weight":1{more}}}]}}]}}"#
        )
    };
    let texts = [
        format!("[{ones}]"),
        format!(r#"{{"format":[{ones}]}}"#),
        format!(r#"{{{HEAD},"new":[{ones}]}}"#),
        format!(r#"{{{HEAD},"name":[{ones}]}}"#),
        format!(r#"{{{HEAD},"cells":{{"blocked":[{cells}]}}}}"#),
        scene_with("paths", &format!(r#"{{"id":1,"nodes":[{nodes}]}}"#), 1),
        scene_with(
            "markers",
            r#"{"id":1,"x":0,"y":0}"#,
            half_full(&limits::MARKERS),
        ),
        scene_with(
            "agents",
            r#"{"id":1,"preset":1,"x":0,"y":0}"#,
            half_full(&limits::AGENTS),
        ),
        agent(&format!(r#","new":[{ones}]"#)),
        agent(&format!(r#","target":{{"new":[{ones}]}}"#)),
        format!(r#"{{{export},"cells":{{"size":1,"blocked":[{cells}]}}}}"#),
        format!("(new:[{ones}])"),
        format!("(format:\"steerwright-ron\",scene:(new:[{ones}]))"),
    ];
    for text in texts {
        let used = allocation_counter::measure(|| {
            let _ = read_scene(&text);
            let _ = read_preset(&text);
            let _ = read_export(&text);
            let _ = read_ron(&text);
        });
        assert!(
            used.bytes_max <= 7 * text.len() as u64 + SMALL,
            "{} bytes for {} bytes that begin with {}",
            used.bytes_max,
            text.len(),
            &text[..120.min(text.len())]
        );
    }
}

#[test]
fn the_nodes_of_all_paths_are_counted_together() {
    let nodes = vec![r#"{"id":1,"x":0,"y":0}"#; limits::NODES.max as usize / 2 + 1].join(",");
    let text = scene_with("paths", &format!(r#"{{"id":1,"nodes":[{nodes}]}}"#), 2);
    assert_refused(read_scene(&text), &limits::NODES);
}

#[test]
fn the_nodes_of_all_walls_are_counted_together() {
    let nodes = vec![r#"{"id":1,"x":0,"y":0}"#; limits::WALL_NODES.max as usize / 3 + 1].join(",");
    let text = scene_with("walls", &format!(r#"{{"id":1,"nodes":[{nodes}]}}"#), 3);
    assert_refused(read_scene(&text), &limits::WALL_NODES);
}

#[test]
fn walls_of_a_scene_may_cross_any_number_of_cells_but_not_those_of_an_export() {
    let placed = |length: f64, blocks: bool| {
        let nodes = format!(r#"{{"id":1,"x":0,"y":0.5}},{{"id":2,"x":{length},"y":0.5}}"#);
        let text = scene_with(
            "walls",
            &format!(r#"{{"id":1,"blocks_motion":{blocks},"nodes":[{nodes}]}}"#),
            1,
        );
        let scene = read_scene(&text).expect("a scene").value;
        PlacedScene::new(&scene, &ExportOptions::AS_AUTHORED).map_err(|error| error.to_string())
    };
    let error = placed(1e6, true).expect_err("too many cells");
    assert!(error.contains(&limits::CROSSED_CELLS.message()), "{error}");
    assert!(placed(1e6 - 2.0, true).is_ok());
    assert!(placed(1e6, false).is_ok(), "a bush crosses none");
}

#[test]
fn a_scene_that_was_not_read_from_a_file_has_the_same_limits() {
    let marker = Marker::at(MarkerId(1), "", MarkerKind::Target, glam::DVec2::ZERO);
    let scene = Scene {
        markers: Arc::new(vec![marker; limits::MARKERS.max as usize + 1]),
        ..Scene::default()
    };
    let errors = scene_errors(&scene);
    assert_eq!(errors.len(), 1);
    assert!(errors[0].message.contains("limit \"markers\""));
    let behaviors = Behavior::all().into_iter().cycle();
    let preset = Preset::steered(
        PresetId(1),
        "Busy",
        behaviors.take(limits::BEHAVIORS.max as usize + 1),
    );
    assert!(
        preset_errors(&preset)[0]
            .message
            .contains("limit \"behaviors\"")
    );
}

#[test]
fn a_curve_with_too_many_points_is_refused() {
    let mut path = PatrolPath::new(PathId(1), "Zigzag");
    (path.shape, path.tolerance) = (Shape::CatmullRom, 1e-6);
    path.nodes = (0..3_000_u32)
        .map(|i| {
            let x = f64::from(i) * 1e5;
            Node::at(NodeId(i), glam::DVec2::new(x, f64::from(i % 2) * 1e6))
        })
        .collect();
    let mut scene = Scene::default();
    scene.paths.push(Arc::new(path));
    let errors = scene_errors(&scene);
    assert!(
        errors.len() == 1 && errors[0].message.contains("limit \"curve points\""),
        "{errors:?}"
    );
    scene.path_mut(PathId(1)).expect("the path").shape = Shape::Straight;
    assert_eq!(scene_errors(&scene), []);
}

#[test]
fn agents_that_would_keep_too_many_cells_are_refused() {
    let mut preset = Preset::steered(PresetId(1), "Ghost", []);
    preset.motion = Motion::GridChase(GridChase {
        max_path_length: 1_000_000,
        ..GridChase::default()
    });
    let agent = |id| Agent::at(AgentId(id), "", PresetId(1), glam::DVec2::ZERO);
    let mut scene = Scene {
        presets: vec![Arc::new(preset)],
        agents: Arc::new((1..=16).map(agent).collect()),
        ..Scene::default()
    };
    assert_eq!(scene_errors(&scene), []);
    Arc::make_mut(&mut scene.agents).push(agent(17));
    assert!(
        scene_errors(&scene)[0]
            .message
            .contains("limit \"kept cells\"")
    );
}

#[test]
fn only_the_first_errors_and_unknown_fields_are_listed() {
    let scene = read_scene(&scene_with("markers", r#"{"id":1,"x":0,"y":0}"#, 1_000));
    let Err(FormatError::Validation(errors)) = scene else {
        panic!("duplicate ids");
    };
    let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert_eq!(
        lines[3],
        "/markers/999/id: 996 more errors like the one before, the last one here"
    );

    let mut four = Listed::default();
    (0..4).for_each(|i| four.add(format!("/markers/{i}"), "far away".into()));
    assert_eq!(
        four.into_entries("warnings")[3].to_string(),
        "/markers/3: 1 more warning like the one before, the last one here"
    );

    let mut listed = Listed::default();
    let letter = |i: u32| char::from_u32(u32::from('a') + i).expect("a letter");
    for i in 0..400 {
        let kind = format!("{}{}", letter(i / 20), letter(i % 20));
        listed.add(format!("/items/{i}"), kind);
    }
    let entries = listed.into_entries("warnings");
    assert_eq!(entries.len() as u64, limits::LISTED_ERRORS.max + 1);
    assert_eq!(
        entries.last().expect("an entry").to_string(),
        "/: 300 more warnings; fix these first"
    );

    let mut fields = String::new();
    for i in 0..1_000 {
        write!(fields, ",\"new{i}\":[{{}}]").expect("written");
    }
    let loaded = read_scene(&format!("{{{HEAD}{fields}}}")).expect("readable");
    let listed = limits::LISTED_UNKNOWN_FIELDS.max as usize;
    assert_eq!(loaded.unknown_fields.len(), listed);
    assert_eq!(loaded.unknown_fields[1], "/new1");
}

#[test]
fn deep_values_are_refused_wherever_they_are() {
    for depth in [limits::DEPTH.max, 200_000] {
        let deep = "[".repeat(depth as usize) + &"]".repeat(depth as usize);
        let message = read_scene(&format!("{{{HEAD},\"new\":{deep}}}"))
            .expect_err("too deep")
            .to_string();
        assert!(
            message.starts_with("1:") && message.contains("limit \"depth\""),
            "{message}"
        );
    }
    let deep =
        "[".repeat(limits::DEPTH.max as usize - 1) + &"]".repeat(limits::DEPTH.max as usize - 1);
    let brackets = "[\\\"".repeat(1_000);
    let text = format!("{{{HEAD},\"new\":{deep},\"name\":\"{brackets}\"}}");
    assert!(
        read_scene(&text).is_ok(),
        "brackets in texts are not nested"
    );
}

#[test]
fn an_export_with_unknown_arrays_and_objects_is_read() {
    let scene = steerwright_testing::full_scene::full_scene();
    let placed = PlacedScene::new(&scene, &ExportOptions::default()).expect("valid");
    let export = text(&placed);
    let exported = read_export(&export).expect("readable");
    let new = r#""new": [[1, {}], null], "kind": "#;
    let extended = export.replace("\"kind\": ", new);
    assert_ne!(extended, export);
    assert_eq!(read_export(&extended).expect("readable"), exported);
    let fields: String = (0..100).map(|i| format!("\"new{i}\": 1, ")).collect();
    let many = export.replacen(
        "\"kind\": \"follow_path\"",
        &format!("{fields}\"kind\": \"follow_path\""),
        1,
    );
    assert!(
        read_export(&many)
            .expect_err("too many fields")
            .to_string()
            .contains("limit \"behavior fields\"")
    );
}

#[test]
fn the_documentation_names_every_limit_with_its_number() {
    let page = include_str!("../../../../docs/limits.md");
    let rows: Vec<(&str, u64)> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"))
        .filter_map(|row| {
            let mut cells = row.split(" | ");
            let name = cells.next()?;
            let number = cells.next()?.replace(',', "");
            Some((name, number.parse().ok()?))
        })
        .collect();
    let known: Vec<(&str, u64)> = limits::ALL.map(|limit| (limit.name, limit.max)).to_vec();
    for limit in &known {
        assert!(
            rows.contains(limit),
            "{limit:?} is missing in docs/limits.md"
        );
    }
}

#[test]
#[cfg(unix)]
fn pipes_and_devices_are_refused_without_waiting() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe.scene.json");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    for path in [pipe.as_path(), "/dev/zero".as_ref(), "/dev/tty".as_ref()] {
        if path.exists() {
            let message = load_scene(path).expect_err("not a file").to_string();
            assert!(message.contains("not a regular file"), "{message}");
        }
    }
    assert!(open_regular(folder.path()).is_err());
}
