//! Tables as spreadsheets save them, and grids of numbers as Tiled and LDtk export them.

use steerwright_export::level::{self, Becomes, Changes, Import, Level, Placing, Rule};
use steerwright_export::{ExportTarget, export, import_file, importable, load_import};
use steerwright_format::{FormatError, read_scene, write_scene};
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    ExportOptions, Node, NodeId, PathId, PatrolPath, PropertyValue, Scene,
};
use steerwright_runtime::steering::follow_path::Traversal;

fn level_of(name: &str, bytes: &[u8]) -> Result<Level, FormatError> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).expect("written");
    level::read(&path, false)
}

fn merge(scene: &mut Scene, level: &Level, rules: &[Rule]) -> Changes {
    let import = Import {
        file: "map".into(),
        placing: Placing::of(level),
        choices: level.choices(rules, &Default::default()),
        delete_gone: false,
        with_deleted: false,
    };
    let changes = level::merge(scene, level, &import).expect("merged");
    *scene = read_scene(&write_scene(scene).expect("written"))
        .expect("a scene")
        .value;
    changes
}

/// The scene with the table, which is unchanged when the table is imported again.
fn imported(name: &str, bytes: &[u8], rules: &[Rule]) -> Scene {
    let level = level_of(name, bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut scene = Scene::default();
    merge(&mut scene, &level, rules);
    let once = scene.clone();
    for _ in 0..2 {
        let again = merge(&mut scene, &level, rules);
        assert!(again.is_nothing() && again.kept.is_empty(), "{again:?}");
        assert!(again.unchanged > 0, "{again:?}");
    }
    assert_eq!(scene, once);
    scene
}

/// The names and the nodes of the paths.
fn paths(scene: &Scene) -> Vec<(&str, Vec<[f64; 2]>)> {
    let nodes = |path: &PatrolPath| {
        path.nodes
            .iter()
            .map(|node| node.position.to_array())
            .collect()
    };
    let paths = scene.paths.iter();
    paths.map(|path| (&*path.name, nodes(path))).collect()
}

fn blocked(scene: &Scene) -> Vec<[i32; 2]> {
    let mut cells: Vec<[i32; 2]> = scene
        .cells
        .blocked
        .iter()
        .map(|&Cell { column, row }| [column, row])
        .collect();
    cells.sort_unstable();
    cells
}

fn refusal(text: &str) -> String {
    let level = level_of("walk.csv", text.as_bytes());
    level.expect_err(text).to_string()
}

fn utf16(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(order).collect()
}

#[test]
fn the_same_points_come_from_the_tables_of_all_spreadsheets() {
    let expected = [("A", vec![[1.5, 2.0], [3.0, 4.25]])];
    for text in [
        "name,x,y\nA,1.5,2\nA,3,4.25\n",
        "name;x;y\r\nA;1,5;2\r\nA;3;4,25\r\n",
        "\u{feff}name\tx\ty\r\nA\t1,5\t2\r\nA\t3\t4,25\r\n",
        "sep=;\r\nname;x;y\r\nA;1,5;2\r\nA;3;4,25\r\n",
        "SEP=|\nname|x|y\nA|1.5|2\nA|3|4.25",
        "sep=;\rname;x;y\rA;1,5;2\rA;3;4,25\r",
        "Y; X ; Name;\n2;1,5;A;\n4,25;3;A;\n;;;\n;;;\n\n",
        "\"name\",\"x\",\"y\"\n\"A\",\"1,5\",\"2\"\n\"A\",\"3\",\"4,25\"\n",
        ";;\nname;x;y\nA;1.5;2\n\nA;3;4,25",
    ] {
        let little = utf16(&format!("\u{feff}{text}"), u16::to_le_bytes);
        let big = utf16(&format!("\u{feff}{text}"), u16::to_be_bytes);
        for bytes in [text.as_bytes(), &little, &big] {
            assert_eq!(
                paths(&imported("walk.csv", bytes, &[])),
                expected,
                "{text:?}"
            );
        }
    }
    let unnamed = imported("walk.csv", b"x;y\n1;2\n3;4\n", &[]);
    assert_eq!(paths(&unnamed), [("walk", vec![[1.0, 2.0], [3.0, 4.0]])]);
    let quoted = imported(
        "walk.csv",
        b"name,x,y\n\"Gate, \"\"north\"\"; 2\",1,2\n\"Gate, \"\"north\"\"; 2\",3,4\n",
        &[],
    );
    assert_eq!(quoted.paths[0].name, "Gate, \"north\"; 2");
}

#[test]
fn thousands_are_read_where_they_can_be_nothing_else() {
    for (text, expected) in [
        (
            "x;y\n1.234,5;2\n3;1.234.567\n",
            [[1234.5, 2.0], [3.0, 1_234_567.0]],
        ),
        ("x,y\n\"1,234.5\",2\n3,4\n", [[1234.5, 2.0], [3.0, 4.0]]),
        (
            "x\ty\n1 234,5\t2\n3\t1,125\n",
            [[1234.5, 2.0], [3.0, 1.125]],
        ),
        // Where semicolons separate columns, decimals have commas.
        ("x;y\n1,125;2\n3;4\n", [[1.125, 2.0], [3.0, 4.0]]),
        ("x,y\n1.125,2\n3,4\n", [[1.125, 2.0], [3.0, 4.0]]),
        ("x\ty\n1.125\t2\n3\t0.5\n", [[1.125, 2.0], [3.0, 0.5]]),
    ] {
        assert_eq!(
            paths(&imported("walk.csv", text.as_bytes(), &[]))[0].1,
            expected,
            "{text:?}"
        );
    }
}

#[test]
fn numbers_that_can_mean_two_are_refused_with_their_place() {
    for (text, place) in [
        ("name;x;y\nA;1;2\nA;3;1.234\n", "3: column y: \"1.234\""),
        ("Name\tX\tY\nA\t1,234\t2\n", "2: column X: \"1,234\""),
        ("x\ty\n1\t1.234\n", "2: column y: \"1.234\""),
        ("x;y\n1,5;2\n\n1.234;2\n", "4: column x: \"1.234\""),
        ("x;y\n1,5;2.5\n1,234;2\n", "3: column x: \"1,234\""),
        ("x,y\n2.5,\"1,234\"\n", "2: column y: \"1,234\""),
        ("sep=;\nx;y;wait\n1;2;1.500\n", "3: column wait: \"1.500\""),
    ] {
        let message = refusal(text);
        assert!(message.starts_with(place), "{text:?}: {message}");
        assert!(
            message.contains("can mean") && message.contains("; write "),
            "{message}"
        );
    }
}

#[test]
fn tables_that_cannot_be_read_say_where_and_why() {
    for (text, expected) in [
        ("", "1: there is no column \"x\""),
        (
            "name;px;py\nA;1;2\n",
            "it has \"name\", \"px\", \"py\", separated by semicolons",
        ),
        ("x,y\n1,5,2\n", "2: it has 3 values for 2 columns"),
        ("x,y\n1\n", "2: column y: missing number"),
        ("x,y\n1,2 m\n", "2: column y: \"2 m\" is not a number"),
        (
            "x,y,closed\n1,2,maybe\n",
            "2: column closed: \"maybe\" is not a boolean",
        ),
        (
            "1,0\n1,0.5\n",
            "2: column 2: \"0.5\" is not the number of a tile",
        ),
        ("1,0\nwall,0\n", "2: column 1: \"wall\" is not a number"),
    ] {
        let message = refusal(text);
        assert!(message.contains(expected), "{text:?}: {message}");
    }
    assert!(refusal(&format!("x,y{}\n1,2\n", ",".repeat(1_000))).contains("limit \"columns\""));
    let latin_1 = level_of("walk.csv", b"name;x;y\nM\xfchle;1;2\n").expect_err("no UTF-8");
    assert_eq!(
        latin_1.to_string(),
        "2:2: the text is not UTF-8; save it with the encoding UTF-8"
    );
}

#[test]
fn waits_speeds_and_radii_belong_to_the_nodes_of_a_path() {
    let text =
        "Path;X;Y;Wait;Speed;Radius;Traversal\nA;0;0;1,5;;;once\nA;4;0;;2;0,25;\nA;8;0;2;1;;\n";
    let scene = imported("walk.csv", text.as_bytes(), &[]);
    let path = &scene.paths[0];
    let at_nodes = path
        .nodes
        .iter()
        .map(|node| (node.wait, node.speed, node.radius));
    assert_eq!(
        at_nodes.collect::<Vec<_>>(),
        [
            (1.5, None, None),
            (0.0, Some(2.0), Some(0.25)),
            (2.0, Some(1.0), None)
        ]
    );
    assert_eq!(path.traversal, Traversal::Once);
    let post = imported("post.csv", b"name,x,y,wait\nPost,1,2,3\n", &[]);
    let wait = post.markers[0].properties.get("wait");
    assert_eq!(wait, Some(&PropertyValue::Number(3.0)));
}

#[test]
fn columns_that_are_not_used_are_named_and_how_the_table_was_read() {
    let level = level_of("walk.csv", b"x;note;y;id;z;\n1,5;a;2;A;0;\n").expect("a level");
    let left_out: Vec<String> = level.left_out.iter().map(ToString::to_string).collect();
    assert_eq!(
        left_out,
        [
            "the column \"note\": it is not used",
            "the column \"z\": it is not used"
        ]
    );
    assert_eq!(
        level.notes,
        ["columns are separated by semicolons, and numbers have decimal commas"]
    );
    let usual = level_of("walk.csv", b"x,y,id\n1.5,2,A\n").expect("a level");
    assert!(usual.notes.is_empty() && usual.left_out.is_empty());
}

#[test]
fn grids_of_numbers_are_cells_with_the_first_row_on_top() {
    for text in [
        "0,0,1\n0,1,1\n",
        "\u{feff}0;0;1\r\n0;1;1\r\n",
        "0\t0\t1\n0\t1\t1",
        // The simplified export of LDtk.
        "0,0,1,\n0,1,1,\n",
        "0,0,1,\n0,1,1",
        "-1,-1,5\n-1,5,5\n",
        ",,1\n,1,1\n,,\n",
        "sep=,\n\"0\",\"0\",\"1\"\n\"0\",\"1\",\"1\"\n",
        // A tile of Tiled with flags for flips, with and without a sign.
        "0,0,2147483649\n0,1610612737,1\n",
        "0,0,-2147483647\n0,1,1\n",
        "0,0,1\n0,1,2\n",
        "0,0,-5\n0,1,-5\n",
    ] {
        let scene = imported("grid.csv", text.as_bytes(), &[]);
        assert_eq!(blocked(&scene), [[1, -2], [2, -2], [2, -1]], "{text:?}");
        assert_eq!(scene.cells.size, 1.0);
        let utf16 = utf16(&format!("\u{feff}{text}"), u16::to_le_bytes);
        assert_eq!(imported("grid.csv", &utf16, &[]), scene, "{text:?}");
    }
    assert_eq!(
        blocked(&imported("grid.csv", b"1,0,1\n", &[])),
        [[0, -1], [2, -1]]
    );
    assert_eq!(blocked(&imported("grid.csv", b"0\n1\n", &[])), [[0, -2]]);
}

#[test]
fn the_numbers_of_a_grid_are_chosen_one_by_one() {
    let rule = |of: &str, becomes| Rule {
        of: of.into(),
        becomes,
    };
    let text = b"-1,0,1\n2,2,-1\n";
    let usual = imported("grid.csv", text, &[]);
    assert_eq!(blocked(&usual), [[0, -2], [1, -2], [2, -1]], "0 is empty");
    let with_0 = imported("grid.csv", text, &[rule("value/0", Becomes::BlockedCells)]);
    assert_eq!(blocked(&with_0), [[0, -2], [1, -2], [1, -1], [2, -1]]);
    let walls = imported(
        "grid.csv",
        text,
        &[
            rule("grid", Becomes::Wall),
            rule("grid 1", Becomes::Nothing),
            rule("value/0", Becomes::Nothing),
        ],
    );
    let wall: Vec<DVec2> = walls.walls[0]
        .nodes
        .iter()
        .map(|node| node.position)
        .collect();
    assert_eq!(
        wall,
        [[0.0, -1.0], [2.0, -1.0], [2.0, -2.0], [0.0, -2.0]].map(DVec2::from)
    );
    assert!(walls.walls.len() == 1 && walls.cells.blocked.is_empty());
}

#[test]
fn ragged_grids_come_in_with_a_note() {
    let level = level_of("grid.csv", b"1,1,1\n1\n\n1,0,1\n1,1\n").expect("a level");
    assert!(
        level.notes.iter().any(|note| note
            == "line 2 has only 1 of 3 columns, as do 1 more lines: the cells without a number are empty"),
        "{:?}",
        level.notes
    );
    let level = level_of("grid.csv", b"1,1,1,\n1,0,1\n").expect("a level");
    assert_eq!(level.notes.len(), 1, "{:?}", level.notes);
}

#[test]
fn an_exported_table_of_nodes_is_a_scene_under_every_name() {
    let mut path = PatrolPath::new(PathId(3), " Round; \"1,5\" ");
    path.nodes = [[0.125, 1.0], [1234.5, -2.0], [0.0, 1e-9]]
        .into_iter()
        .zip(1..)
        .map(|(at, id)| Node::at(NodeId(id), DVec2::from(at)))
        .collect();
    let scene = Scene {
        paths: vec![path.into()],
        ..Scene::default()
    };
    let options = ExportOptions {
        y_down: true,
        scale: 32.0,
        ..ExportOptions::default()
    };
    let files = export(&scene, ExportTarget::Csv, &options).expect("exported");
    let nodes = files.iter().find(|file| file.name.ends_with(".nodes.csv"));
    let text = std::str::from_utf8(&nodes.expect("nodes").bytes).expect("UTF-8");
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["guard.nodes.csv", "nodes.csv", "Guard.CSV"] {
        for bytes in [
            text.as_bytes().to_vec(),
            utf16(&format!("\u{feff}{text}"), u16::to_be_bytes),
        ] {
            let file = folder.path().join(name);
            std::fs::write(&file, bytes).expect("written");
            let text = load_import(&file).expect("text");
            assert!(!level::is_level(&file, &text), "{name}");
            let back = import_file(&file, &text)
                .expect("an export")
                .expect("a scene");
            assert_eq!(back.paths, scene.paths, "{name}");
        }
    }
}

#[test]
fn every_extension_is_listed_once() {
    let mut extensions = importable();
    extensions.sort_unstable();
    assert!(
        extensions.windows(2).all(|pair| pair[0] != pair[1]),
        "{extensions:?}"
    );
}
