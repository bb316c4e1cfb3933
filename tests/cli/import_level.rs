//! Importing levels from maps that others made, on the command line.

use crate::support::{run, stderr, steerwright};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use steerwright_format::load_scene;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{Scene, Wall, WallId};
use tempfile::TempDir;

/// A yard of 4 by 2 tiles with a hedge, a patrol, a gate, and a floor of two tiles.
pub(crate) fn yard(hedge: &str, floor: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">
<map version="1.10" orientation="orthogonal" width="4" height="2" tilewidth="16" tileheight="16">
 <layer id="1" name="Floor" width="4" height="2"><data encoding="csv">{floor}</data></layer>
 <objectgroup id="2" name="Level">
  {hedge}
  <object id="8" name="Round" x="0" y="0"><polyline points="0,0 32,0 32,16"/></object>
  <object id="9" name="Gate" x="8" y="24"><point/></object>
  <object id="10" name="Sign" x="8" y="24" width="9" height="9"><text>No entry</text></object>
 </objectgroup>
</map>"#
    )
}

pub(crate) const HEDGE: &str =
    r#"<object id="7" name="Hedge" x="16" y="16" width="32" height="16"/>"#;
pub(crate) const FLOOR: &str = "1,1,0,0,0,0,0,0";

pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

pub(crate) fn write(folder: &TempDir, name: &str, text: &str) {
    let path = folder.path().join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    std::fs::write(path, text).expect("written");
}

/// Imports a map into level.scene.json. Returns the output, or the error.
pub(crate) fn import(folder: &TempDir, arguments: &[&str]) -> Result<String, String> {
    let output = run(steerwright()
        .current_dir(folder)
        .arg("import")
        .args(arguments)
        .args(["--into", "level.scene.json"]));
    if output.status.success() {
        Ok(String::from_utf8(output.stdout).expect("text"))
    } else {
        Err(stderr(&output).to_owned())
    }
}

pub(crate) fn scene(folder: &TempDir) -> Scene {
    load_scene(&folder.path().join("level.scene.json"))
        .expect("a scene")
        .value
}

fn save(folder: &TempDir, scene: &Scene) {
    steerwright_format::save_scene(scene, &folder.path().join("level.scene.json")).expect("saved");
}

#[test]
fn objects_of_events_are_no_walls() {
    let folder = folder();
    let objects = r#"<object id="20" name="Teleport to Route 2" type="event" x="16" y="16" width="32" height="16"/>
        <object id="21" name="Fence" x="16" y="16" width="32" height="16"/>
        <object id="22" name="Warp" x="16" y="16" width="32" height="16"/>"#;
    write(&folder, "yard.tmx", &yard(objects, FLOOR));
    let told = import(&folder, &["yard.tmx"]).expect("imported");
    assert!(told.contains("added: wall \"Fence\" (object/21)"), "{told}");
    for name in ["Teleport to Route 2", "Warp"] {
        let line = format!("not imported: polygon \"{name}\"");
        assert!(told.contains(&line), "{told}");
    }
    assert_eq!(scene(&folder).walls.len(), 1);
}

#[test]
fn a_map_becomes_walls_paths_and_markers_in_units_of_tiles() {
    let folder = folder();
    write(&folder, "yard.tmx", &yard(HEDGE, FLOOR));
    let said = import(&folder, &["yard.tmx"]).expect("imported");
    assert!(said.contains("3 added"), "{said}");
    assert!(
        said.contains("left out: a text object in \"Level\""),
        "{said}"
    );
    assert!(
        said.contains("not imported: filled tiles \"Floor\""),
        "{said}"
    );
    let scene = scene(&folder);
    let wall = &scene.walls[0];
    assert_eq!((wall.name.as_str(), wall.closed), ("Hedge", true));
    let corners: Vec<DVec2> = wall.nodes.iter().map(|node| node.position).collect();
    let expected = [(1.0, -1.0), (3.0, -1.0), (3.0, -2.0), (1.0, -2.0)].map(DVec2::from);
    assert_eq!(corners, expected);
    let nodes: Vec<DVec2> = scene.paths[0]
        .nodes
        .iter()
        .map(|node| node.position)
        .collect();
    assert_eq!(
        nodes,
        [(0.0, 0.0), (2.0, 0.0), (2.0, -1.0)].map(DVec2::from)
    );
    assert_eq!(scene.markers[0].position, DVec2::new(0.5, -1.5));
    assert_eq!(scene.editor.imports[0].file, "yard.tmx");
}

#[test]
fn what_was_deleted_stays_deleted_until_it_is_asked_for() {
    let folder = folder();
    write(&folder, "yard.tmx", &yard(HEDGE, FLOOR));
    import(&folder, &["yard.tmx"]).expect("imported");
    let mut edited = scene(&folder);
    edited.walls.clear();
    std::sync::Arc::make_mut(&mut edited.markers).clear();
    edited.prune_editor_data();
    save(&folder, &edited);

    // Again and again, and with a new item of the same id.
    for _ in 0..2 {
        let said = import(&folder, &["yard.tmx"]).expect("imported");
        assert!(said.contains("1 unchanged, 2 deleted by you"), "{said}");
        assert!(
            said.contains("use --with-deleted to import it again: wall \"Hedge\""),
            "{said}"
        );
        let mut after = scene(&folder);
        assert!(after.walls.is_empty() && after.markers.is_empty());
        let own = Wall::through(WallId(1), "By hand", [DVec2::ZERO, DVec2::X]);
        after.walls = vec![own.into()];
        save(&folder, &after);
        import(&folder, &["yard.tmx"]).expect("imported");
        assert_eq!(scene(&folder).walls[0].name, "By hand");
        after.walls.clear();
        save(&folder, &after);
    }
    let said = import(&folder, &["yard.tmx", "--with-deleted"]).expect("imported");
    assert!(said.contains("2 added, 1 unchanged"), "{said}");
    let after = scene(&folder);
    assert_eq!((after.walls.len(), after.markers.len()), (1, 1));
    assert!(after.editor.imports[0].deleted.is_empty());
    let said = import(&folder, &["yard.tmx"]).expect("imported");
    assert!(
        said.contains("3 unchanged") && !said.contains("deleted"),
        "{said}"
    );
}

#[test]
fn importing_again_updates_by_id_and_keeps_what_was_added() {
    let folder = folder();
    write(&folder, "yard.tmx", &yard(HEDGE, FLOOR));
    import(&folder, &["yard.tmx", "--as", "Floor=cells"]).expect("imported");
    let mut edited = scene(&folder);
    assert_eq!(edited.cells.blocked, [Cell::new(0, -1), Cell::new(1, -1)]);
    edited.wall_mut(edited.walls[0].id).expect("a wall").name = "Box tree".into();
    let path = edited.paths[0].id;
    edited.path_mut(path).expect("a path").nodes[1].wait = 2.0;
    let marker = edited.markers[0].id;
    edited.marker_mut(marker).expect("a marker").position = DVec2::new(5.0, 5.0);
    let mut own = (*edited.walls[0]).clone();
    own.id = edited.next_wall_id();
    own.name = "By hand".into();
    edited.walls.push(own.into());
    save(&folder, &edited);

    let moved = HEDGE.replace("x=\"16\"", "x=\"0\"");
    write(&folder, "yard.tmx", &yard(&moved, "1,0,1,0,0,0,0,0"));
    let said = import(&folder, &["yard.tmx"]).expect("imported");
    assert!(said.contains("updated: wall"), "{said}");
    assert!(said.contains("kept as edited: marker \"Gate\""), "{said}");
    assert!(said.contains("blocked cells: 1 added, 1 freed"), "{said}");
    let after = scene(&folder);
    assert_eq!(after.walls.len(), 2);
    assert_eq!(
        after.walls[0].name, "Box tree",
        "the name that was given by hand"
    );
    assert_eq!(after.walls[0].nodes[0].position, DVec2::new(0.0, -1.0));
    assert_eq!(after.walls[1], edited.walls[1], "what was added by hand");
    assert_eq!(after.paths, edited.paths, "and the wait at its node");
    assert_eq!(after.markers, edited.markers);
    assert_eq!(after.cells.blocked, [Cell::new(0, -1), Cell::new(2, -1)]);

    // The hedge is no longer in the map.
    write(&folder, "yard.tmx", &yard("", FLOOR));
    let said = import(&folder, &["yard.tmx"]).expect("imported");
    assert!(
        said.contains("gone from the map, but kept: wall \"Box tree\""),
        "{said}"
    );
    assert_eq!(scene(&folder).walls.len(), 2);
    let said = import(&folder, &["yard.tmx", "--delete-gone"]).expect("imported");
    assert!(said.contains("deleted: wall \"Box tree\""), "{said}");
    assert_eq!(scene(&folder).walls, [edited.walls[1].clone()]);
}

#[test]
fn a_map_does_not_read_files_outside_its_folder_unless_allowed() {
    let folder = folder();
    let set = r#"<tileset firstgid="1" source="../sets/walls.tsx"/><layer"#;
    write(
        &folder,
        "maps/yard.tmx",
        &yard(HEDGE, FLOOR).replacen("<layer", set, 1),
    );
    write(
        &folder,
        "sets/walls.tsx",
        r#"<tileset name="walls" tilewidth="16" tileheight="16"><tile id="0"><objectgroup>
        <object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile></tileset>"#,
    );
    let said = import(&folder, &["maps/yard.tmx"]).expect_err("refused");
    assert!(
        said.contains("walls.tsx") && said.contains("--allow-outside"),
        "{said}"
    );
    assert!(!folder.path().join("level.scene.json").exists());
    let bare = run(steerwright().current_dir(folder.path().join("maps")).args([
        "import",
        "yard.tmx",
        "--into",
        "level.scene.json",
    ]));
    assert_eq!(bare.status.code(), Some(1), "{}", stderr(&bare));
    assert!(stderr(&bare).contains("--allow-outside"));
    import(&folder, &["maps/yard.tmx", "--allow-outside"]).expect("imported");
    let scene = scene(&folder);
    // The collision shapes of two tiles are one outline.
    let floor: Vec<DVec2> = scene.walls[0]
        .nodes
        .iter()
        .map(|node| node.position)
        .collect();
    assert_eq!(
        floor,
        [(0.0, 0.0), (2.0, 0.0), (2.0, -1.0), (0.0, -1.0)].map(DVec2::from)
    );
    assert_eq!(scene.editor.imports[0].file, "maps/yard.tmx");
}

#[test]
fn hostile_maps_are_refused_with_a_reason() {
    let folder = folder();
    let layer = |data: &str, size: u32| {
        format!(
            "<map orientation=\"orthogonal\" width=\"{size}\" height=\"{size}\" tilewidth=\"16\" tileheight=\"16\">\
             <layer id=\"1\" name=\"L\" width=\"{size}\" height=\"{size}\">{data}</layer></map>"
        )
    };
    let zeros = vec![0_u8; 64 << 20];
    let mut bomb = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    bomb.write_all(&zeros).expect("packed");
    let bomb = data_encoding::BASE64.encode(&bomb.finish().expect("packed"));
    let bomb = format!("<data encoding=\"base64\" compression=\"zlib\">{bomb}</data>");
    let attributes: String = (0..100_000).map(|i| format!(" a{i}=''")).collect();
    let entities: String = (1..40)
        .map(|i| format!("<!ENTITY e{i} '&e{0};&e{0};'>", i - 1))
        .collect();
    let laughs = format!("<!DOCTYPE map [<!ENTITY e0 'ha'>{entities}]><map>&e39;</map>");
    let circle = "<!DOCTYPE map [<!ENTITY a '&b;'><!ENTITY b '&a;'>]><map>&a;</map>";
    for (text, words) in [
        (laughs, "an entity contains elements or other entities"),
        (
            circle.to_owned(),
            "an entity contains elements or other entities",
        ),
        (format!("<map{attributes}/>"), "limit \"attributes\""),
        (layer("<data encoding=\"base64\">AAA</data>", 2), "base64"),
        (
            layer("<data encoding=\"base64\">AAAAAA==</data>", 2),
            "only 1 of 4 tiles",
        ),
        (layer("<data encoding=\"csv\">1,2,x,4</data>", 2), "\"x\""),
        (layer(&bomb, 2), "more than 4 tiles"),
        (
            layer("<data encoding=\"csv\">1</data>", 60_000),
            "limit \"map tiles\"",
        ),
        (layer("<data encoding=\"morse\">.-</data>", 1), "morse"),
        ("<map orientation='round'/>".into(), "isometric, staggered"),
        ("<tileset/>".into(), "not a Tiled map"),
        ("<map".into(), "not a Tiled map"),
    ] {
        write(&folder, "bad.tmx", &text);
        let said = import(&folder, &["bad.tmx"]).expect_err(words);
        assert!(
            said.starts_with("bad.tmx:") && said.contains(words),
            "{words}: {said}"
        );
        assert!(!folder.path().join("level.scene.json").exists());
    }
}

#[test]
fn an_export_is_not_merged_but_converted() {
    let folder = folder();
    save(&folder, &crate::support::scene());
    let output = run(steerwright().current_dir(&folder).args([
        "export",
        "level.scene.json",
        "--to",
        "tiled",
        "--out",
        "out",
    ]));
    assert!(output.status.success(), "{}", stderr(&output));
    let map = Path::new("out").join("Courtyard.tmx");
    let said = import(&folder, &[&map.display().to_string()]).expect_err("refused");
    assert!(said.contains("--out"), "{said}");
}

#[test]
fn pictures_projects_and_tables_become_levels() {
    let folder = folder();
    write(
        &folder,
        "plan.svg",
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320">
        <g id="walls" transform="translate(32,0)"><rect id="house" width="64" height="32"/></g>
        <path id="round" d="M0 0 H64 C64 32 64 32 0 32"/><text>No</text></svg>"#,
    );
    let said = import(&folder, &["plan.svg"]).expect("imported");
    assert!(
        said.contains("2 added") && said.contains("left out: a text: it has no path"),
        "{said}"
    );
    let plan = scene(&folder);
    let house: Vec<DVec2> = plan.walls[0]
        .nodes
        .iter()
        .map(|node| node.position)
        .collect();
    assert_eq!(
        house,
        [(1.0, 0.0), (3.0, 0.0), (3.0, -1.0), (1.0, -1.0)].map(DVec2::from)
    );
    let curve = &plan.paths[0].nodes;
    assert!(curve.len() > 5, "{} points of the curve", curve.len());
    assert_eq!(
        curve.last().expect("a node").position,
        DVec2::new(0.0, -1.0)
    );

    write(
        &folder,
        "route.csv",
        "x,y,path,closed\n0,0,Round,1\n2,0,Round,1\n2,1,Round,1\n5,5,Post,\n",
    );
    let said = import(&folder, &["route.csv", "--as", "Round=wall"]).expect("imported");
    assert!(said.contains("2 added"), "{said}");
    let both = scene(&folder);
    assert_eq!(both.walls.len(), 2, "the picture's wall stays");
    assert_eq!(both.walls[1].nodes[2].position, DVec2::new(2.0, 1.0));
    assert_eq!(both.markers[0].name, "Post");

    write(
        &folder,
        "world.ldtk",
        r#"{"jsonVersion":"1.5.3","worldLayout":"Free","defaultGridSize":8,
        "defs":{"layers":[{"uid":1,"intGridValues":[{"value":1,"identifier":"walls"}]}],
          "entities":[{"uid":5,"fieldDefs":[{"uid":6,"editorDisplayMode":"PointPath"}]}]},
        "levels":[{"identifier":"Hall","uid":0,"worldX":16,"worldY":0,"pxWid":16,"pxHei":16,"layerInstances":[
          {"__identifier":"Guards","__type":"Entities","__gridSize":8,"iid":"e","entityInstances":[
            {"__identifier":"Guard","iid":"g","__pivot":[0.5,0.5],"width":8,"height":8,"px":[4,4],"defUid":5,
             "fieldInstances":[{"__identifier":"Beat","__type":"Array<Point>","defUid":6,"__value":[{"cx":1,"cy":0},{"cx":1,"cy":1}]}]}]},
          {"__identifier":"Grid","__type":"IntGrid","__gridSize":8,"__cWid":2,"iid":"l","layerDefUid":1,"intGridCsv":[1,1,0,0]}]}]}"#,
    );
    let said = import(&folder, &["world.ldtk"]).expect("imported");
    assert!(said.contains("3 added"), "{said}");
    let all = scene(&folder);
    let hall: Vec<DVec2> = all.walls[2]
        .nodes
        .iter()
        .map(|node| node.position)
        .collect();
    assert_eq!(
        hall,
        [(2.0, 0.0), (4.0, 0.0), (4.0, -1.0), (2.0, -1.0)].map(DVec2::from)
    );
    let beat: Vec<DVec2> = all.paths[1]
        .nodes
        .iter()
        .map(|node| node.position)
        .collect();
    assert_eq!(
        beat,
        [(2.5, -0.5), (3.5, -0.5), (3.5, -1.5)].map(DVec2::from)
    );
    assert_eq!(all.editor.imports.len(), 3);
}

#[test]
fn doors_become_walls_that_games_can_open() {
    let folder = folder();
    write(
        &folder,
        "world.ldtk",
        r#"{"jsonVersion":"1.5.3","worldLayout":"Free","defaultGridSize":8,
        "levels":[{"identifier":"Outdoors","uid":0,"worldX":0,"worldY":0,"pxWid":64,"pxHei":64,"layerInstances":[
          {"__identifier":"Entities","__type":"Entities","__gridSize":8,"iid":"e","entityInstances":[
            {"__identifier":"Door","iid":"d","__pivot":[0.5,1],"width":8,"height":16,"px":[12,32]},
            {"__identifier":"Chest","iid":"c","__pivot":[0,0],"width":8,"height":8,"px":[40,40]}]}]}]}"#,
    );
    write(
        &folder,
        "yard.tmx",
        &yard(
            r#"<object id="7" name="Cellar door" x="16" y="16" width="32" height="16"/>"#,
            FLOOR,
        ),
    );
    import(&folder, &["world.ldtk"]).expect("imported");
    let scene_of = |folder: &TempDir| scene(folder);
    let entities = scene_of(&folder);
    let (doors, chests) = (&entities.walls, &entities.markers);
    assert_eq!((doors.len(), chests.len()), (1, 1), "a chest is no door");
    assert_eq!(doors[0].open, Some(false));
    let corners: Vec<DVec2> = doors[0].nodes.iter().map(|node| node.position).collect();
    assert_eq!(
        corners,
        [(1.0, -2.0), (2.0, -2.0), (2.0, -4.0), (1.0, -4.0)].map(DVec2::from)
    );
    import(&folder, &["yard.tmx"]).expect("imported");
    assert_eq!(scene_of(&folder).walls[1].open, Some(false));

    // A door that was opened in the editor stays open.
    let mut opened = scene_of(&folder);
    Arc::make_mut(&mut opened.walls[0]).open = Some(true);
    save(&folder, &opened);
    import(&folder, &["world.ldtk"]).expect("imported");
    assert_eq!(scene_of(&folder).walls[0].open, Some(true));
}

#[test]
fn what_a_map_marks_as_solid_becomes_a_wall() {
    let folder = folder();
    let collides =
        r#"<properties><property name="collides" type="bool" value="true"/></properties>"#;
    let map = format!(
        r#"<map version="1.10" orientation="orthogonal" width="3" height="1" tilewidth="16" tileheight="16">
 <tileset firstgid="1" name="Tiles" tilewidth="16" tileheight="16" tilecount="4" columns="2">
  <tile id="1">{collides}</tile>
 </tileset>
 <layer id="1" name="Ground" width="3" height="1"><data encoding="csv">1,2,1</data></layer>
 <layer id="2" name="Props" width="3" height="1">{collides}<data encoding="csv">1,0,0</data></layer>
 <objectgroup id="3" name="Things">
  <object id="7" name="Beam" x="0" y="32">{collides}<polyline points="0,0 32,0"/></object>
  <object id="8" name="Round" x="0" y="48"><polyline points="0,0 32,0"/></object>
 </objectgroup>
</map>"#
    );
    write(&folder, "map.tmx", &map);
    import(&folder, &["map.tmx"]).expect("imported");
    let scene = scene(&folder);
    let walls: Vec<(&str, DVec2)> = scene
        .walls
        .iter()
        .map(|wall| (wall.name.as_str(), wall.nodes[0].position))
        .collect();
    assert_eq!(
        walls,
        [
            ("Ground", DVec2::new(1.0, 0.0)),
            ("Props", DVec2::new(0.0, 0.0)),
            ("Beam", DVec2::new(0.0, -2.0)),
        ]
    );
    assert_eq!(scene.paths.len(), 1, "the round is not marked");
}
