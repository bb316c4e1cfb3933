//! Tables for Unreal: the row structures compile, and every cell matches its row. Unreal itself is
//! not run.

use crate::unreal_rows::{header, is_read_as, vector};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_export::{self as export, ExportTarget, OutputFile};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath,
    Plane, Preset, PresetId, Scene,
};
use steerwright_testing::engine::{Engine, run_well};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{SCENES, shipped};
use steerwright_testing::hard_metadata::scene_with_hard_metadata;
use steerwright_testing::pictured_scene::pictured;
use steerwright_testing::root;

pub const TESTS: EngineTests = engine_tests![
    [] => every_cell_matches_its_row_in_every_placement,
    [] => pictures_have_rows_with_their_places,
    [] => actions_and_custom_properties_have_rows,
    [] => malicious_names_empty_paths_and_long_paths_are_valid,
    [Gxx] => the_rows_and_the_code_of_the_readme_compile,
];

const TABLES: [(&str, &str); 11] = [
    ("_Nodes.csv", "FSteerwrightNodeRow"),
    ("_Points.csv", "FSteerwrightPointRow"),
    ("_Agents.csv", "FSteerwrightAgentRow"),
    ("_Markers.csv", "FSteerwrightMarkerRow"),
    ("_Walls.csv", "FSteerwrightWallRow"),
    ("_Cells.csv", "FSteerwrightCellRow"),
    ("_Pictures.csv", "FSteerwrightPictureRow"),
    ("_Actions.csv", "FSteerwrightActionRow"),
    ("_Junctions.csv", "FSteerwrightJunctionRow"),
    ("_Properties.csv", "FSteerwrightPropertyRow"),
    ("_DeclaredProperties.csv", "FSteerwrightDeclaredPropertyRow"),
];

/// The properties of rows that are texts of the user with line breaks and tabs, which quoted cells
/// may have.
const TEXTS: [&str; 7] = [
    "Name",
    "Value",
    "Default",
    "Description",
    "EventName",
    "EventText",
    "MeetingName",
];

fn exported(scene: &Scene, options: &ExportOptions) -> Vec<OutputFile> {
    export::export(scene, ExportTarget::Unreal, options).expect("an export")
}

fn text<'a>(files: &'a [OutputFile], end: &str) -> &'a str {
    let file = files
        .iter()
        .find(|file| file.name.ends_with(end))
        .unwrap_or_else(|| panic!("no {end}"));
    std::str::from_utf8(&file.bytes).expect("UTF-8")
}

/// The rows of a table by name, and its columns in order.
struct Table {
    columns: Vec<String>,
    rows: Vec<(String, BTreeMap<String, String>)>,
}

fn table(files: &[OutputFile], end: &str) -> Table {
    let text = text(files, end);
    assert!(text.starts_with('\u{feff}') && !text.contains('\0'));
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let columns: Vec<String> = reader
        .headers()
        .expect("a header")
        .iter()
        .map(str::to_owned)
        .collect();
    let rows = reader.records().map(|row| {
        let row = row.expect("as many cells as columns");
        (
            row[0].to_owned(),
            columns
                .iter()
                .cloned()
                .zip(row.iter().map(str::to_owned))
                .collect(),
        )
    });
    let rows = rows.collect();
    Table { columns, rows }
}

/// Checks every cell against the type of its property, and every row name.
fn is_sound(files: &[OutputFile]) {
    let headers = ["SteerwrightRows.h", "SteerwrightMetadataRows.h"].map(|end| text(files, end));
    let header = header(&headers.concat());
    assert_eq!((header.structs.len(), header.enums.len()), (11, 9));
    for (end, row) in TABLES {
        let (table, properties) = (table(files, end), &header.structs[row]);
        assert_eq!(table.columns[0], "---");
        let names: Vec<&String> = properties.iter().map(|(name, _)| name).collect();
        assert_eq!(
            table.columns[1..].iter().collect::<Vec<_>>(),
            names,
            "{end} and {row}"
        );
        let mut seen: Vec<String> = table
            .rows
            .iter()
            .map(|(name, _)| name.to_lowercase())
            .collect();
        seen.sort();
        assert!(
            seen.windows(2).all(|pair| pair[0] != pair[1]),
            "{end}: a row name twice"
        );
        for (name, cells) in &table.rows {
            assert!(
                name.chars().all(|c| c.is_ascii_alphanumeric())
                    && name.starts_with(|c: char| c.is_ascii_alphabetic())
                    && name != "None"
            );
            for (property, kind) in properties {
                let mut cell = cells[property].clone();
                if TEXTS.contains(&property.as_str()) {
                    cell.retain(|letter| !matches!(letter, '\n' | '\r' | '\t'));
                }
                assert!(
                    is_read_as(&cell, kind, &header),
                    "{end}, {name}: {property} is {:?}, no {kind}",
                    cells[property]
                );
            }
        }
    }
}

/// Compares the locations with the JSON of the same export, exactly.
fn is_where_the_json_says(files: &[OutputFile], options: &ExportOptions) {
    let json: Value = serde_json::from_str(text(files, ".steer.json")).expect("JSON");
    let same = |found: &str, x: &Value, y: &Value| {
        let (x, y) = (x.as_f64().expect("x"), y.as_f64().expect("y"));
        let expected = if options.plane == Plane::Xy {
            [x, y, 0.0]
        } else {
            [x, 0.0, y]
        };
        assert_eq!(vector(found).map(f64::to_bits), expected.map(f64::to_bits));
    };
    let (nodes, points) = (table(files, "_Nodes.csv"), table(files, "_Points.csv"));
    let (mut node, mut point) = (nodes.rows.iter(), points.rows.iter());
    for path in json["paths"].as_array().expect("paths") {
        for expected in path["nodes"].as_array().expect("nodes") {
            let (_, found) = node.next().expect("a row");
            same(&found["Location"], &expected["x"], &expected["y"]);
            assert_eq!(
                (found["Radius"].parse().ok(), found["Wait"].parse().ok()),
                (expected["radius"].as_f64(), expected["wait"].as_f64())
            );
            assert_eq!(
                found["SpeedLimit"].parse().ok(),
                expected["speed"].as_f64().or(Some(-1.0))
            );
            assert_eq!(found["PathId"].parse().ok(), path["id"].as_u64());
        }
        for expected in path["points"].as_array().expect("points") {
            let (_, found) = point.next().expect("a row");
            same(&found["Location"], &expected[0], &expected[1]);
            assert_eq!(found["bClosed"] == "True", path["closed"] == true);
        }
    }
    assert!(node.next().is_none() && point.next().is_none());
    let (agents, markers) = (table(files, "_Agents.csv"), table(files, "_Markers.csv"));
    for ((_, found), expected) in agents
        .rows
        .iter()
        .zip(json["agents"].as_array().expect("agents"))
    {
        same(&found["Location"], &expected["x"], &expected["y"]);
        same(&found["Velocity"], &expected["vx"], &expected["vy"]);
        assert_eq!(
            found["TargetId"].parse().ok(),
            expected["target"]["id"].as_i64().or(Some(-1))
        );
        assert_eq!(
            found["MaxSpeed"].parse().ok(),
            expected["body"]["max_speed"].as_f64()
        );
        assert_eq!(
            found["Behaviors"].split(' ').count(),
            expected["behaviors"].as_array().expect("behaviors").len()
        );
    }
    let walls = table(files, "_Walls.csv");
    let mut wall_rows = walls.rows.iter();
    for wall in json["walls"].as_array().expect("walls") {
        for expected in wall["points"].as_array().expect("points") {
            let (_, found) = wall_rows.next().expect("a row");
            same(&found["Location"], &expected[0], &expected[1]);
            assert_eq!(found["WallId"].parse().ok(), wall["id"].as_u64());
            for (column, field) in [
                ("bClosed", "closed"),
                ("bBlocksMotion", "blocks_motion"),
                ("bBlocksSight", "blocks_sight"),
                ("bOpen", "open"),
            ] {
                assert_eq!(found[column] == "True", wall[field] == true, "{field}");
            }
            assert_eq!(found["bDoor"] == "True", !wall["open"].is_null());
        }
    }
    assert!(wall_rows.next().is_none());
    let cells = table(files, "_Cells.csv");
    let blocked = json["cells"]["blocked"].as_array().expect("cells");
    assert_eq!(cells.rows.len(), blocked.len());
    let size = &json["cells"]["size"];
    for ((_, found), expected) in cells.rows.iter().zip(blocked) {
        let center = |index: usize| {
            let number = expected[index].as_f64().expect("a number");
            Value::from((number + 0.5) * size.as_f64().expect("a size") + 0.0)
        };
        same(&found["Location"], &center(0), &center(1));
        assert_eq!(found["Size"].parse().ok(), size.as_f64());
    }
    for ((_, found), expected) in markers
        .rows
        .iter()
        .zip(json["markers"].as_array().expect("markers"))
    {
        same(&found["Location"], &expected["x"], &expected["y"]);
    }
}

fn pictures_have_rows_with_their_places() {
    let scene = pictured();
    let options = ExportOptions {
        y_down: true,
        scale: 2.0,
        origin: DVec2::new(1.0, 1.0),
        ..ExportOptions::default()
    };
    for (plane, place) in [(Plane::Xy, [4.0, -2.0, 0.0]), (Plane::Xz, [4.0, 0.0, -2.0])] {
        let files = exported(&scene, &ExportOptions { plane, ..options });
        is_sound(&files);
        let pictures = table(&files, "_Pictures.csv");
        // Unreal has no textures of maps.
        assert_eq!(pictures.rows.len(), 1);
        let (name, row) = &pictures.rows[0];
        assert_eq!(
            (name.as_str(), row["File"].as_str()),
            ("Picture1", "art/yard.png")
        );
        assert_eq!(vector(&row["Location"]), place);
        let cells = [
            "Width",
            "Height",
            "Rotation",
            "bMirrored",
            "Opacity",
            "bVisible",
        ];
        let cells = cells.map(|column| row[column].as_str());
        assert_eq!(cells, ["8", "4", "-30", "True", "0.5", "True"]);
    }
}

fn actions_and_custom_properties_have_rows() {
    let scene = scene_with_hard_metadata();
    for plane in [Plane::Xy, Plane::Xz] {
        let options = ExportTarget::Unreal.default_options();
        let files = exported(&scene, &ExportOptions { plane, ..options });
        is_sound(&files);
        let rows = |end: &str| table(&files, end).rows.len();
        assert_eq!((rows("_Actions.csv"), rows("_Junctions.csv")), (16, 2));
        let declared = scene.declared_properties.iter();
        let of_kinds: usize = declared.map(|own| own.on.iter().count()).sum();
        assert_eq!(rows("_DeclaredProperties.csv"), of_kinds);
        let set = scene.items_with_properties();
        let set: usize = set.map(|(_, properties)| properties.len()).sum();
        assert_eq!(rows("_Properties.csv"), set);
    }
}

fn every_cell_matches_its_row_in_every_placement() {
    let more = [
        "convoy",
        "curved-loop",
        "arrive-and-leave",
        "grid-chase",
        "guarded-yard",
    ];
    for name in SCENES.into_iter().chain(more) {
        for plane in [Plane::Xy, Plane::Xz] {
            for (y_down, scale, origin) in [
                (true, 100.0, DVec2::ZERO),
                (false, 0.01, DVec2::new(4.0, -3.0)),
            ] {
                let options = ExportOptions {
                    y_down,
                    plane,
                    scale,
                    origin,
                    with_trace: None,
                };
                let files = exported(&shipped(name), &options);
                is_sound(&files);
                is_where_the_json_says(&files, &options);
            }
        }
    }
}

fn malicious_names_empty_paths_and_long_paths_are_valid() {
    let names = [
        "a \"b\",\n\\d\0\u{7}",
        "गश्ती पथ",
        "巡逻路线",
        "👮‍♀️🏃",
        "]]> */ <script>",
        "",
        "None",
        "=1+1",
        "NONE",
        &"x".repeat(3000),
    ];
    let mut scene = Scene {
        name: names[..5].concat(),
        ..Scene::default()
    };
    scene.presets = vec![Arc::new(Preset::steered(
        PresetId(u32::MAX),
        names[0],
        Behavior::all(),
    ))];
    let mut agents = Vec::new();
    for (i, name) in names.iter().chain(&names).enumerate() {
        let id = u32::MAX - i as u32;
        let mut path = PatrolPath::new(PathId(id), *name);
        path.nodes.extend(
            (0..i as u32 % 3)
                .map(|j| Node::at(NodeId(u32::MAX - j), DVec2::new(f64::from(j), 1e-9))),
        );
        scene.paths.push(Arc::new(path));
        let mut agent = Agent::at(
            AgentId(id),
            *name,
            PresetId(u32::MAX),
            DVec2::new(-1e6, 1e6),
        );
        agent.path = Some(PathId(id));
        agent.target = Some(steerwright_runtime::scene::Target::Pointer);
        agents.push(agent);
        Arc::make_mut(&mut scene.markers).push(Marker::at(
            MarkerId(id),
            *name,
            MarkerKind::Danger,
            DVec2::ZERO,
        ));
    }
    scene.agents = Arc::new(agents);
    let mut long = PatrolPath::new(PathId(1), "long");
    long.nodes = (0..10_000)
        .map(|i| Node::at(NodeId(i + 1), DVec2::new(f64::from(i), 0.0)))
        .collect();
    scene.paths.push(Arc::new(long));
    let options = ExportTarget::Unreal.default_options();
    let files = exported(&scene, &options);
    is_sound(&files);
    is_where_the_json_says(&files, &options);
    assert_eq!(
        table(&files, "_Markers.csv").rows[0].1["MarkerName"],
        "a \"b\", \\d  ",
        "control characters are blanks"
    );
    assert!(
        files
            .iter()
            .all(|file| file.name.starts_with("steerwright/")
                || file.name.starts_with(&export::file_name(&scene.name)))
    );
    is_sound(&exported(&Scene::default(), &options));
}

fn the_rows_and_the_code_of_the_readme_compile() {
    let mut compiler = Engine::Gxx.command();
    let files = exported(&shipped("squad"), &ExportTarget::Unreal.default_options());
    let folder = tempfile::tempdir().expect("a folder");
    export::write_files(&files, folder.path()).expect("written");
    let blocks = text(&files, "README-unreal.md").split("```cpp\n").skip(1);
    let code: String = blocks
        .map(|rest| rest.split("```").next().expect("its end"))
        .collect();
    assert!(
        [
            "FillSpline",
            "FindProperty",
            "FindActions",
            "DrawWalls",
            "AddWalls",
            "MoveActors"
        ]
        .iter()
        .all(|name| code.contains(name))
    );
    let program = folder.path().join("readme.cpp");
    let rows = "FSteerwrightNodeRow A; FSteerwrightPointRow B; FSteerwrightAgentRow C; FSteerwrightMarkerRow D; FSteerwrightWallRow E; FSteerwrightActionRow F; FSteerwrightJunctionRow G; FSteerwrightPropertyRow H; FSteerwrightDeclaredPropertyRow I;\n";
    std::fs::write(&program, format!("{code}\n{rows}")).expect("written");
    compiler
        .args([
            "-std=c++17",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-fsyntax-only",
            "-I",
        ])
        .arg(folder.path().join("steerwright"));
    compiler
        .arg("-I")
        .arg(root().join("tests/engines/unreal/stubs"))
        .arg("-I")
        .arg(root().join("runtimes/c/include"));
    run_well(compiler.arg(&program));
}
