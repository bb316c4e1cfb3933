//! The tables, and the import of edited ones.

use std::sync::Arc;
use steerwright_export::{self as export, ExportTarget};
use steerwright_runtime::geometry::Polyline;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{Node, NodeId, PathId, PatrolPath, Scene};
use steerwright_runtime::steering::follow_path::Traversal;
use steerwright_testing::everything::{exported, rows, scene, text};

#[test]
fn csv_reads_back_with_every_name_and_number() {
    let scene = scene();
    let files = exported(&scene, ExportTarget::Csv, &ExportOptions::default());
    let names: Vec<&str> = files
        .iter()
        .filter_map(|file| Some(file.name.rsplit_once("co.")?.1))
        .collect();
    assert_eq!(
        names,
        [
            "points.csv",
            "nodes.csv",
            "agents.csv",
            "behaviors.csv",
            "markers.csv",
            "walls.csv",
            "cells.csv",
            "actions.csv",
            "junctions.csv",
            "properties.csv",
            "declared_properties.csv"
        ]
    );
    let lines: Vec<Polyline> = scene
        .paths
        .iter()
        .map(|path| Polyline::new(path.route().points(), path.is_closed()))
        .collect();
    let points = rows(&files[0]);
    assert_eq!(
        points.len(),
        lines.iter().map(|line| line.points.len()).sum::<usize>()
    );
    let mut at = points.iter();
    for (path, line) in scene.paths.iter().zip(&lines) {
        let mut nodes = 0;
        for (i, point) in line.points.iter().enumerate() {
            let row = at.next().expect("a row");
            assert_eq!((&row[1], row[2].parse()), (path.name.as_str(), Ok(i)));
            assert_eq!(
                (row[3].parse(), row[4].parse(), row[5].parse()),
                (Ok(point.x), Ok(point.y), Ok(line.cumulative[i]))
            );
            if !row[6].is_empty() {
                assert_eq!(row[6].parse(), Ok(nodes));
                assert_eq!(*point, path.nodes[nodes].position);
                nodes += 1;
            }
        }
        assert_eq!(nodes, path.nodes.len());
    }
    let nodes = rows(&files[1]);
    assert_eq!(nodes.len(), 12);
    assert_eq!(
        (&nodes[1][6], &nodes[1][7], &nodes[1][8], &nodes[2][9]),
        ("0.75", "1.51", "91", "1.25")
    );
    let agents = rows(&files[2]);
    assert_eq!(
        agents
            .iter()
            .map(|row| row[1].to_owned())
            .collect::<Vec<_>>(),
        ["line\nfeed", "Ann, \"the\" guard", ""]
    );
    assert_eq!(
        (&agents[0][8], &agents[1][9], &agents[1][10]),
        ("agent 5", "marker 2", "3")
    );
    assert_eq!(
        (&agents[0][20], &agents[0][21], &agents[1][21]),
        ("grid_chase", "", "weighted_sum")
    );
    let behaviors = rows(&files[3]);
    let of = |preset: &str, kind: &str, parameter: &str| {
        let row = behaviors
            .iter()
            .find(|row| (&row[0], &row[3], &row[5]) == (preset, kind, parameter));
        row.unwrap_or_else(|| panic!("no {parameter} of {kind}"))[6].to_owned()
    };
    assert_eq!(
        (
            of("1", "follow_path", "start").as_str(),
            of("1", "follow_path", "start_node").as_str()
        ),
        ("node", "2")
    );
    assert_eq!(
        (
            of("2", "grid_chase", "step_ticks").as_str(),
            of("1", "seek", "").as_str()
        ),
        ("15", "")
    );
    assert_eq!(of("1", "flee", "panic_distance"), "");
    let markers = rows(&files[4]);
    assert_eq!(
        markers[1].iter().collect::<Vec<_>>(),
        ["2", "fire <hot>", "danger", "4", "-3"]
    );
}

#[test]
fn walls_and_doors_are_in_the_tables_and_in_the_picture() {
    let yard = steerwright_testing::exported::shipped("guarded-yard");
    let files = exported(&yard, ExportTarget::Csv, &ExportOptions::default());
    let walls = files
        .iter()
        .find(|file| file.name.ends_with(".walls.csv"))
        .expect("a table of walls");
    let expected: Vec<[String; 6]> = yard
        .walls
        .iter()
        .flat_map(|wall| {
            wall.nodes.iter().enumerate().map(|(i, node)| {
                [
                    wall.name.clone(),
                    i.to_string(),
                    node.position.x.to_string(),
                    node.position.y.to_string(),
                    wall.blocks_sight.to_string(),
                    wall.open.map_or_else(String::new, |open| open.to_string()),
                ]
            })
        })
        .collect();
    let found: Vec<[String; 6]> = rows(walls)
        .iter()
        .map(|row| [1, 2, 3, 4, 7, 8].map(|column| row[column].to_owned()))
        .collect();
    assert_eq!(found, expected);
    assert!(found.iter().any(|row| !row[5].is_empty()), "a door");

    let picture = &exported(&yard, ExportTarget::Svg, &ExportOptions::default())[0];
    let doors = yard.walls.iter().filter(|wall| wall.open.is_some()).count();
    assert_eq!(
        text(picture).matches("stroke-dasharray=\"6 4\"").count(),
        doors
    );
}

/// The paths that a table can hold: all but those without nodes, without what only the editor
/// needs.
fn paths_with_nodes(scene: &Scene) -> Vec<Arc<PatrolPath>> {
    scene
        .paths
        .iter()
        .filter(|path| !path.nodes.is_empty())
        .cloned()
        .collect()
}

fn nodes_table(scene: &Scene, options: &ExportOptions) -> String {
    text(&exported(scene, ExportTarget::Csv, options)[1]).to_owned()
}

fn from_table(text: &str) -> Result<Scene, String> {
    export::import("yard.nodes.csv", text)
        .expect("a known ending")
        .map_err(|error| error.to_string())
}

#[test]
fn paths_are_imported_from_the_table_of_nodes() {
    let mut scene = scene();
    scene
        .paths
        .push(Arc::new(PatrolPath::new(PathId(9), "without nodes")));
    let mut lonely = PatrolPath::new(PathId(8), "गश्ती पथ 巡逻 👮, \"x\"\n=1+1");
    (lonely.traversal, lonely.radius, lonely.tolerance) = (Traversal::PingPong, 1.25, 0.001);
    lonely
        .nodes
        .push(Node::at(NodeId(7), DVec2::new(-0.5, 1e-9)));
    scene.paths.push(Arc::new(lonely));
    let placed = ExportOptions {
        y_down: true,
        scale: 32.0,
        origin: DVec2::new(3.0, -2.0),
        ..ExportOptions::default()
    };
    for options in [ExportOptions::default(), placed] {
        let back = from_table(&nodes_table(&scene, &options)).expect("a scene");
        assert_eq!(back.paths, paths_with_nodes(&scene), "{options:?}");
    }
    let mut long = PatrolPath::new(PathId(1), "long");
    long.nodes = (0..10_000)
        .map(|i| {
            Node::at(
                NodeId(i + 1),
                DVec2::new(f64::from(i) * 0.375, f64::from(i % 7)),
            )
        })
        .collect();
    let long = Scene {
        paths: vec![Arc::new(long)],
        ..Scene::default()
    };
    assert!(
        from_table(&nodes_table(&long, &ExportOptions::default()))
            .expect("a scene")
            .paths
            == long.paths
    );
}

#[test]
fn tables_saved_by_spreadsheets_are_imported() {
    let table = nodes_table(&scene(), &ExportOptions::default());
    // A node moved, another one taken out, a new one added without an id, and everything saved by a
    // spreadsheet of another country.
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let mut rows: Vec<Vec<String>> = reader
        .records()
        .map(|row| row.expect("a row").iter().map(str::to_owned).collect())
        .collect();
    rows[1][4] = "8,75".into();
    rows.remove(2);
    let mut new = rows[2].clone();
    (new[3], new[4], new[5], new[7]) = (String::new(), "1,5".into(), "-3".into(), "2".into());
    rows.insert(3, new);
    let mut writer = csv::WriterBuilder::new()
        .delimiter(b';')
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    writer.write_record(&header).expect("written");
    rows.iter().for_each(|row| {
        writer
            .write_record(row.iter().map(|cell| cell.replace('.', ",")))
            .expect("written")
    });
    let saved = format!(
        "\u{feff}{}",
        String::from_utf8(writer.into_inner().expect("bytes")).expect("text")
    );
    let back = from_table(&saved).expect("a scene");
    let first = &back.paths[0].nodes;
    assert_eq!(
        (
            first.len(),
            first[1].position.x,
            first[1].radius,
            first[1].wait
        ),
        (4, 8.75, Some(0.75), 1.51)
    );
    assert_eq!(
        (
            first[3].id,
            first[3].position.x,
            first[3].position.y,
            first[3].wait
        ),
        (NodeId(5), 1.5, -3.0, 2.0)
    );
    assert_eq!(back.paths[1..], scene().paths[1..]);

    let least = from_table("y, X \n1,2\n\n,,\n3,4\n").expect("a scene");
    assert_eq!(
        least.paths[0]
            .nodes
            .iter()
            .map(|node| (node.id.0, node.position.x, node.position.y))
            .collect::<Vec<_>>(),
        [(1, 2.0, 1.0), (2, 4.0, 3.0)]
    );
    assert!(from_table("x,y\n").expect("nothing").paths.is_empty());
}

#[test]
fn invalid_tables_are_rejected_with_the_line() {
    for (table, line, word) in [
        ("", "1", "\"x\""),
        ("x\n1\n", "1", "\"y\""),
        ("x,y\n1,2\n3,up\n", "3", "\"up\""),
        ("x,y\n1\n", "2", "y:"),
        ("x,y,path\n1,2,-1\n", "2", "path"),
        ("x,y,traversal\n1,2,sideways\n", "2", "sideways"),
        ("x,y,y_down\n1,2,maybe\n", "2", "maybe"),
        ("x,y\nNaN,2\n", "2", "NaN"),
        ("x,y\n1e300,2\n", "/paths/0/nodes/0/x", ""),
        ("x,y,id\n1,2,3\n1,2,3\n", "/paths/0/nodes/1", ""),
        ("x,y,scale\n1,2,0\n", "/scale", ""),
        ("x,y,origin_x\n1,2,inf\n", "2", "origin_x"),
        ("x,y,wait\n1,2,-1\n", "/paths/0/nodes/0/wait", ""),
        ("\"x,y\n1,2", "1", "\"x\""),
    ] {
        let error = from_table(table).expect_err(table);
        assert!(
            error.starts_with(line) && error.contains(word) && !error.contains("\n"),
            "{table:?}: {error}"
        );
    }
}

#[test]
fn a_table_with_more_digits_than_a_scene_keeps_is_what_its_scene_file_says() {
    let files = exported(&scene(), ExportTarget::Csv, &ExportOptions::default());
    let nodes = files
        .iter()
        .find(|file| file.name.ends_with("nodes.csv"))
        .expect("nodes");
    let precise = text(nodes).replace("0.75", "0.7512345678912345");
    assert_ne!(precise, text(nodes));
    let imported = export::import(&nodes.name, &precise)
        .expect("nodes")
        .expect("valid");
    let saved = steerwright_format::write_scene(&imported).expect("written");
    let opened = steerwright_format::read_scene(&saved).expect("read");
    assert_eq!(imported, opened.value);
}
