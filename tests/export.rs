//! Exports: what is written is what the scene says, for any scene and any name.
#![cfg(feature = "files")]

use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use steerwright::export::{self, ExportError, Options, OutputFile, Target, file_stem};
use steerwright::geometry::Polyline;
use steerwright::glam::DVec2;
use steerwright::scene::{
    Agent, AgentId, Behavior, CellMap, Marker, MarkerId, MarkerKind, Motion, Node, NodeId, PathId, PatrolPath, Point, Preset, PresetId,
    Scene, Target as Aim,
};
use steerwright::simulation::random::Stream;
use steerwright::simulation::{World, trace};
use steerwright::steering::follow_path::{Shape, Start, Traversal};
use steerwright::steering::{FollowPath, GridChase, HomingWalk};

/// One of everything, with names that want escaping.
fn scene() -> Scene {
    let mut scene = Scene { name: "Night <watch> & \"co\"".into(), seed: 42, ..Scene::default() };
    for (i, (traversal, shape)) in
        [(Traversal::Loop, Shape::Straight), (Traversal::Once, Shape::CatmullRom), (Traversal::Loop, Shape::CatmullRom)]
            .into_iter()
            .enumerate()
    {
        let mut path = PatrolPath::new(PathId(i as u32 + 1), format!("path, \"{i}\"\nof <script>alert(1)</script> & more"));
        (path.traversal, path.shape) = (traversal, shape);
        for (j, (x, y)) in [(0.0, 0.0), (8.0, 1.0), (9.0, 6.0), (1.5, 5.25)].into_iter().enumerate() {
            path.nodes.push(Node::at(NodeId(j as u32 + 1), DVec2::new(x + 12.0 * i as f64, y)));
        }
        path.nodes[1].wait = 1.51;
        path.nodes[1].radius = Some(0.75);
        path.nodes[2].speed = Some(1.25);
        scene.paths.push(Arc::new(path));
    }
    let follow = FollowPath { start: Start::Node(2), ..FollowPath::default() };
    let mut all = Preset::steered(PresetId(1), "guard & <b>", Behavior::all());
    if let Motion::Steered(steered) = &mut all.motion {
        steered.behaviors[0] = Behavior::FollowPath(follow).into();
        steered.behaviors[0].weight = 0.5;
    }
    let mut hunter = Preset::steered(PresetId(2), "hunter", []);
    hunter.motion = Motion::GridChase(GridChase::default());
    let walker = Preset::steered(PresetId(3), "walker", [Behavior::HomingWalk(HomingWalk::default())]);
    scene.presets = vec![all.into(), hunter.into(), walker.into()];
    scene.markers = Arc::new(vec![
        Marker::at(MarkerId(1), "goal", MarkerKind::Target, DVec2::new(20.0, 9.0)),
        Marker::at(MarkerId(2), "fire <hot>", MarkerKind::Danger, DVec2::new(4.0, -3.0)),
    ]);
    let mut guard = Agent::at(AgentId(5), "Ann, \"the\" guard", PresetId(1), DVec2::new(-1.5, 2.0));
    (guard.vx, guard.vy, guard.path, guard.danger) = (0.5, -0.25, Some(PathId(1)), Some(Aim::Marker(MarkerId(2))));
    guard.leader = Some(AgentId(3));
    let mut chaser = Agent::at(AgentId(3), "line\nfeed", PresetId(2), DVec2::new(2.5, 3.5));
    chaser.target = Some(Aim::Agent(AgentId(5)));
    let mut walker = Agent::at(AgentId(9), "", PresetId(3), DVec2::new(-6.0, -2.0));
    walker.target = Some(Aim::Marker(MarkerId(1)));
    scene.agents = Arc::new(vec![guard, chaser, walker]);
    scene.cells = Arc::new(CellMap { size: 1.0, blocked: vec![[5, 3], [5, -4], [5, 3]] });
    scene
}

fn exported(scene: &Scene, target: Target, options: &Options) -> Vec<OutputFile> {
    export::export(scene, target, options).expect("a sound scene")
}

fn text(file: &OutputFile) -> &str {
    std::str::from_utf8(&file.bytes).expect("UTF-8")
}

fn json(scene: &Scene, options: &Options) -> Value {
    let files = exported(scene, Target::Json, options);
    assert!(files[0].name.ends_with(".steer.json"));
    serde_json::from_str(text(&files[0])).expect("JSON")
}

fn rows(file: &OutputFile) -> Vec<csv::StringRecord> {
    csv::Reader::from_reader(file.bytes.as_slice()).records().collect::<Result<_, _>>().expect("CSV, with as many cells in every row")
}

/// The trace that goes with an export.
fn trace_of(files: &[OutputFile]) -> &OutputFile {
    files.iter().find(|file| file.name.ends_with(".trace.csv")).expect("a trace")
}

fn bits(value: &Value) -> u64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number")).to_bits()
}

#[test]
fn targets_are_found_by_their_ids_and_described() {
    for target in Target::ALL {
        assert_eq!(Target::by_id(target.id()), Some(target));
        assert!(!target.label().is_empty() && target.description().ends_with('.'));
    }
    assert_eq!(Target::by_id("exe"), None);
}

#[test]
fn the_same_scene_gives_the_same_bytes() {
    let options = Options { with_trace: Some(1.0), ..Options::default() };
    for target in Target::ALL {
        assert_eq!(exported(&scene(), target, &options), exported(&scene(), target, &options));
    }
}

#[test]
fn json_paths_are_the_points_that_agents_are_led_along() {
    let scene = scene();
    let json = json(&scene, &Options::default());
    assert_eq!(json["format"], "steerwright-export");
    assert_eq!(bits(&json["dt"]), scene.dt().to_bits());
    for (path, out) in scene.paths.iter().zip(json["paths"].as_array().expect("paths")) {
        let line = Polyline::new(path.route().points(), path.is_closed());
        assert_eq!(out["closed"], path.traversal == Traversal::Loop);
        assert_eq!(out["name"], path.name.as_str());
        let points = out["points"].as_array().expect("points");
        let cumulative = out["cumulative"].as_array().expect("lengths");
        assert_eq!((points.len(), cumulative.len()), (line.points.len(), line.points.len()));
        for (i, point) in line.points.iter().enumerate() {
            assert_eq!((bits(&points[i][0]), bits(&points[i][1])), (point.x.to_bits(), point.y.to_bits()));
            assert_eq!(bits(&cumulative[i]), line.cumulative[i].to_bits());
        }
        assert_eq!(bits(&out["length"]), line.length().to_bits());
        assert_eq!(bits(&cumulative[points.len() - 1]), line.cumulative.last().expect("a point").to_bits());
        for (node, out) in path.nodes.iter().zip(out["nodes"].as_array().expect("nodes")) {
            let point = &points[out["point"].as_u64().expect("an index") as usize];
            assert_eq!((point[0].as_f64(), point[1].as_f64()), (Some(node.x), Some(node.y)), "a node is where its point is");
        }
    }
    let node = &json["paths"][1]["nodes"][1];
    assert_eq!((node["wait"].as_f64(), node["wait_ticks"].as_u64(), node["radius"].as_f64()), (Some(1.51), Some(91), Some(0.75)));
    assert!(node["speed"].is_null());
    assert_eq!(json["paths"][1]["nodes"][2]["speed"].as_f64(), Some(1.25));
}

#[test]
fn json_agents_need_no_rust_to_be_understood() {
    let json = json(&scene(), &Options::default());
    let agents = json["agents"].as_array().expect("agents");
    let ids: Vec<_> = agents.iter().map(|agent| agent["id"].as_u64().expect("an id")).collect();
    assert_eq!(ids, [3, 5, 9], "by id, as in the trace");
    let guard = &agents[1];
    assert_eq!((guard["preset"].as_str(), guard["path"].as_u64(), guard["leader"].as_u64()), (Some("guard & <b>"), Some(1), Some(3)));
    assert_eq!(guard["danger"], serde_json::json!({ "kind": "marker", "id": 2 }));
    assert!(guard["target"].is_null());
    let behaviors = guard["behaviors"].as_array().expect("behaviours");
    assert_eq!(behaviors.len(), Behavior::all().len());
    for behavior in behaviors {
        let fields = behavior.as_object().expect("an object");
        assert!(fields["kind"].is_string() && fields["weight"].is_number());
        assert!(fields.values().all(|value| !value.is_object() && !value.is_array()), "{behavior} is not flat");
    }
    assert_eq!(behaviors[0]["kind"], "follow_path");
    assert_eq!((behaviors[0]["weight"].as_f64(), behaviors[0]["start"].as_str()), (Some(0.5), Some("node")));
    assert_eq!(behaviors[0]["start_node"], 2);
    let flee = behaviors.iter().find(|b| b["kind"] == "flee").expect("flee");
    assert!(flee.as_object().expect("an object").contains_key("panic_distance"), "absent numbers are null, not missing");
    assert_eq!((agents[0]["motion"].as_str(), agents[0]["behaviors"][0]["step_ticks"].as_u64()), (Some("grid_chase"), Some(15)));
    assert_eq!(json["cells"]["blocked"], serde_json::json!([[5, -4], [5, 3]]));
}

/// xoshiro128++ as Blackman and Vigna publish it, so that the words are seen to be enough.
fn next(state: &mut [u32; 4]) -> u32 {
    let result = state[0].wrapping_add(state[3]).rotate_left(7).wrapping_add(state[0]);
    let t = state[1] << 9;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= t;
    state[3] = state[3].rotate_left(11);
    result
}

#[test]
fn the_random_words_start_each_agents_own_stream() {
    let scene = scene();
    for agent in json(&scene, &Options::default())["agents"].as_array().expect("agents") {
        let words: Vec<u32> = serde_json::from_value(agent["random_state"].clone()).expect("words");
        let mut state: [u32; 4] = words.try_into().expect("four");
        let mut stream = Stream::new(scene.seed, AgentId(agent["id"].as_u64().expect("an id") as u32));
        assert!((0..50).all(|_| next(&mut state) == stream.next_u32()));
    }
}

#[test]
fn csv_reads_back_with_every_name_and_number() {
    let scene = scene();
    let files = exported(&scene, Target::Csv, &Options::default());
    let names: Vec<&str> = files.iter().filter_map(|file| Some(file.name.rsplit_once("co.")?.1)).collect();
    assert_eq!(names, ["points.csv", "nodes.csv", "agents.csv", "behaviors.csv", "markers.csv"]);
    let lines: Vec<Polyline> = scene.paths.iter().map(|path| Polyline::new(path.route().points(), path.is_closed())).collect();
    let points = rows(&files[0]);
    assert_eq!(points.len(), lines.iter().map(|line| line.points.len()).sum::<usize>());
    let mut at = points.iter();
    for (path, line) in scene.paths.iter().zip(&lines) {
        let mut nodes = 0;
        for (i, point) in line.points.iter().enumerate() {
            let row = at.next().expect("a row");
            assert_eq!((&row[1], row[2].parse()), (path.name.as_str(), Ok(i)));
            assert_eq!((row[3].parse(), row[4].parse(), row[5].parse()), (Ok(point.x), Ok(point.y), Ok(line.cumulative[i])));
            if !row[6].is_empty() {
                assert_eq!(row[6].parse(), Ok(nodes));
                assert_eq!(*point, path.nodes[nodes].position());
                nodes += 1;
            }
        }
        assert_eq!(nodes, path.nodes.len());
    }
    let nodes = rows(&files[1]);
    assert_eq!(nodes.len(), 12);
    assert_eq!((&nodes[1][6], &nodes[1][7], &nodes[1][8], &nodes[2][9]), ("0.75", "1.51", "91", "1.25"));
    let agents = rows(&files[2]);
    assert_eq!(agents.iter().map(|row| row[1].to_owned()).collect::<Vec<_>>(), ["line\nfeed", "Ann, \"the\" guard", ""]);
    assert_eq!((&agents[0][8], &agents[1][9], &agents[1][10]), ("agent 5", "marker 2", "3"));
    assert_eq!((&agents[0][20], &agents[0][21], &agents[1][21]), ("grid_chase", "", "weighted_sum"));
    let behaviors = rows(&files[3]);
    let of = |preset: &str, kind: &str, parameter: &str| {
        let row = behaviors.iter().find(|row| (&row[0], &row[3], &row[5]) == (preset, kind, parameter));
        row.unwrap_or_else(|| panic!("no {parameter} of {kind}"))[6].to_owned()
    };
    assert_eq!((of("1", "follow_path", "start").as_str(), of("1", "follow_path", "start_node").as_str()), ("node", "2"));
    assert_eq!((of("2", "grid_chase", "step_ticks").as_str(), of("1", "seek", "").as_str()), ("15", ""));
    assert_eq!(of("1", "flee", "panic_distance"), "");
    let markers = rows(&files[4]);
    assert_eq!(markers[1].iter().collect::<Vec<_>>(), ["2", "fire <hot>", "danger", "4", "-3"]);
}

/// The paths that a table can hold: all but those without nodes, without what only the editor needs.
fn paths_with_nodes(scene: &Scene) -> Vec<Arc<PatrolPath>> {
    scene.paths.iter().filter(|path| !path.nodes.is_empty()).cloned().collect()
}

fn nodes_table(scene: &Scene, options: &Options) -> String {
    text(&exported(scene, Target::Csv, options)[1]).to_owned()
}

fn from_table(text: &str) -> Result<Scene, String> {
    export::import("yard.nodes.csv", text).expect("a known ending").map_err(|fault| fault.to_string())
}

#[test]
fn paths_come_back_from_the_table_of_nodes() {
    let mut scene = scene();
    scene.paths.push(Arc::new(PatrolPath::new(PathId(9), "without nodes")));
    let mut lonely = PatrolPath::new(PathId(8), "गश्ती पथ 巡逻 👮, \"x\"\n=1+1");
    (lonely.traversal, lonely.radius, lonely.tolerance) = (Traversal::PingPong, 1.25, 0.001);
    lonely.nodes.push(Node::at(NodeId(7), DVec2::new(-0.5, 1e-9)));
    scene.paths.push(Arc::new(lonely));
    let placed = Options { y_down: true, scale: 32.0, origin: Point { x: 3.0, y: -2.0 }, ..Options::default() };
    for options in [Options::default(), placed] {
        let back = from_table(&nodes_table(&scene, &options)).expect("a scene");
        assert_eq!(back.paths, paths_with_nodes(&scene), "{options:?}");
    }
    let mut long = PatrolPath::new(PathId(1), "long");
    long.nodes = (0..10_000).map(|i| Node::at(NodeId(i + 1), DVec2::new(f64::from(i) * 0.375, f64::from(i % 7)))).collect();
    let long = Scene { paths: vec![Arc::new(long)], ..Scene::default() };
    assert!(from_table(&nodes_table(&long, &Options::default())).expect("a scene").paths == long.paths);
}

#[test]
fn what_a_spreadsheet_made_of_the_table_is_read() {
    let table = nodes_table(&scene(), &Options::default());
    // A node moved, another one taken out, a new one added without an id, and everything saved by a spreadsheet of another country.
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let mut rows: Vec<Vec<String>> = reader.records().map(|row| row.expect("a row").iter().map(str::to_owned).collect()).collect();
    rows[1][4] = "8,75".into();
    rows.remove(2);
    let mut new = rows[2].clone();
    (new[3], new[4], new[5], new[7]) = (String::new(), "1,5".into(), "-3".into(), "2".into());
    rows.insert(3, new);
    let mut writer = csv::WriterBuilder::new().delimiter(b';').terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    writer.write_record(&header).expect("written");
    rows.iter().for_each(|row| writer.write_record(row.iter().map(|cell| cell.replace('.', ","))).expect("written"));
    let saved = format!("\u{feff}{}", String::from_utf8(writer.into_inner().expect("bytes")).expect("text"));
    let back = from_table(&saved).expect("a scene");
    let first = &back.paths[0].nodes;
    assert_eq!((first.len(), first[1].x, first[1].radius, first[1].wait), (4, 8.75, Some(0.75), 1.51));
    assert_eq!((first[3].id, first[3].x, first[3].y, first[3].wait), (NodeId(5), 1.5, -3.0, 2.0));
    assert_eq!(back.paths[1..], scene().paths[1..]);

    let least = from_table("y, X \n1,2\n\n,,\n3,4\n").expect("a scene");
    assert_eq!(least.paths[0].nodes.iter().map(|node| (node.id.0, node.x, node.y)).collect::<Vec<_>>(), [(1, 2.0, 1.0), (2, 4.0, 3.0)]);
    assert!(from_table("x,y\n").expect("nothing").paths.is_empty());
}

#[test]
fn tables_that_cannot_be_read_are_refused_at_the_line() {
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
        let fault = from_table(table).expect_err(table);
        assert!(fault.starts_with(line) && fault.contains(word) && !fault.contains("\n"), "{table:?}: {fault}");
    }
}

#[test]
fn pictures_are_well_formed_and_hold_names_as_text_only() {
    let files = exported(&scene(), Target::Svg, &Options::default());
    let picture = text(&files[0]);
    let document = roxmltree::Document::parse(picture).expect("XML");
    assert_eq!(document.root_element().tag_name().name(), "svg");
    assert!(!document.descendants().any(|node| node.has_tag_name("script")));
    let said: String = document.descendants().filter_map(|node| node.text()).collect();
    for name in ["Night <watch> & \"co\"", "of <script>alert(1)</script> & more", "guard & <b>", "fire <hot>", "waits 1.51 s", "≤ 1.25 m/s"]
    {
        assert!(said.contains(name), "{name} is missing");
    }
    assert!(document.descendants().any(|node| node.attribute("fill") == Some("#e8a33d")), "agents have their preset's colour");
    for word in ["start", "end"] {
        assert!(document.descendants().any(|node| node.has_tag_name("text") && node.text().is_some_and(|t| t.trim() == word)));
    }
}

#[test]
fn pictures_of_nothing_of_one_point_and_of_the_whole_plane_are_well_formed() {
    let mut far = scene();
    far.paths = vec![];
    let far_agents = Arc::make_mut(&mut far.agents);
    far_agents[0].path = None;
    (far_agents[0].x, far_agents[0].y, far_agents[2].x, far_agents[2].y) = (1e9, 1e9, -1e9, -1e9);
    far.cells = Arc::new(CellMap { size: 1e6, blocked: vec![[i32::MAX, i32::MIN]] });
    let mut lonely = Scene::default();
    let mut path = PatrolPath::new(PathId(1), "one");
    path.radius = 0.0;
    path.nodes = vec![Node::at(NodeId(1), DVec2::splat(1e9)); 1];
    lonely.paths.push(Arc::new(path));
    let mut empty_path = Scene::default();
    empty_path.paths.push(Arc::new(PatrolPath::new(PathId(1), "none")));
    let illegal = Scene { name: "\u{0}\u{1}\u{b}\u{fffe}]]>\u{7f}".into(), ..Scene::default() };
    for scene in [Scene::default(), far, lonely, empty_path, illegal] {
        let files = exported(&scene, Target::Svg, &Options::default());
        let document = roxmltree::Document::parse(text(&files[0])).expect("XML");
        for attribute in document.descendants().flat_map(|node| node.attributes()) {
            assert!(!attribute.value().contains("NaN") && !attribute.value().contains("inf"), "{attribute:?}");
        }
        for target in [Target::Json, Target::Csv] {
            exported(&scene, target, &Options::default());
        }
    }
}

#[test]
fn y_down_turns_every_upward_number_round_and_nothing_else() {
    let (up, down) = (json(&scene(), &Options::default()), json(&scene(), &Options { y_down: true, ..Options::default() }));
    assert_eq!((up["turn_sign"].as_i64(), down["turn_sign"].as_i64()), (Some(1), Some(-1)));
    let turned = |a: &Value, b: &Value| assert_eq!(a.as_f64().map(|y| 0.0 - y), b.as_f64());
    for (a, b) in [("/markers/1", "y"), ("/agents/1", "y"), ("/agents/1", "vy"), ("/paths/2/nodes/3", "y"), ("/pointer", "y")]
        .map(|(place, key)| (up.pointer(place).expect(place)[key].clone(), down.pointer(place).expect(place)[key].clone()))
    {
        turned(&a, &b);
    }
    let points = |json: &Value| json["paths"][2]["points"].as_array().expect("points").clone();
    for (a, b) in points(&up).iter().zip(&points(&down)) {
        assert_eq!(a[0], b[0]);
        turned(&a[1], &b[1]);
    }
    assert_eq!(up["paths"][2]["cumulative"], down["paths"][2]["cumulative"]);
    assert_eq!(down["cells"]["blocked"], serde_json::json!([[5, 3], [5, -4]]), "row r covers what row -1 - r did");
    assert!(!exported(&scene(), Target::Json, &Options { y_down: true, ..Options::default() }).iter().any(|f| text(f).contains("-0,")));
}

#[test]
fn scale_multiplies_lengths_speeds_and_forces_and_leaves_times_alone() {
    let (plain, scaled) = (json(&scene(), &Options::default()), json(&scene(), &Options { scale: 32.0, ..Options::default() }));
    for place in [
        "/paths/0/nodes/1/x",
        "/paths/0/nodes/1/radius",
        "/paths/0/nodes/2/speed",
        "/paths/0/radius",
        "/paths/0/length",
        "/paths/2/points/5/0",
        "/agents/1/vx",
        "/agents/1/body/max_speed",
        "/agents/1/body/max_force",
        "/agents/1/body/radius",
        "/agents/1/behaviors/1/slow_radius",
        "/agents/2/behaviors/0/aggro_radius",
        "/markers/0/y",
        "/cells/size",
    ] {
        let of = |json: &Value| json.pointer(place).and_then(Value::as_f64).unwrap_or_else(|| panic!("no {place}"));
        let (plain, scaled) = (of(&plain), of(&scaled));
        assert!((scaled - plain * 32.0).abs() <= 1e-9 * scaled.abs() && plain != 0.0, "{place}: {plain} became {scaled}");
    }
    for place in [
        "/paths/0/nodes/1/wait",
        "/paths/0/nodes/1/wait_ticks",
        "/dt",
        "/agents/1/body/mass",
        "/agents/1/body/time_to_target",
        "/agents/2/behaviors/0/max_fov_deg",
        "/agents/2/behaviors/0/step_fraction",
        "/cells/blocked",
        "/agents/1/random_state",
    ] {
        assert_eq!(plain.pointer(place).expect(place), scaled.pointer(place).expect(place), "{place}");
    }
}

#[test]
fn options_out_of_range_and_unsound_scenes_are_refused_in_words() {
    let refused = |scene: &Scene, options: Options| export::export(scene, Target::Json, &options).expect_err("refused");
    for scale in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-9, 1e9] {
        assert!(matches!(refused(&scene(), Options { scale, ..Options::default() }), ExportError::Scale(_)), "{scale}");
    }
    for seconds in [-1.0, f64::NAN, f64::INFINITY] {
        let error = refused(&scene(), Options { with_trace: Some(seconds), ..Options::default() });
        assert!(matches!(error, ExportError::TraceLength(_)), "{seconds}");
    }
    let error = refused(&scene(), Options { with_trace: Some(1e300), ..Options::default() });
    assert!(matches!(error, ExportError::TraceTooLong(_)));
    let mut far = scene();
    Arc::make_mut(&mut far.markers)[0].x = 1e9;
    let error = refused(&far, Options { scale: 10.0, ..Options::default() });
    assert!(matches!(error, ExportError::Scaled { .. }) && error.to_string().contains("/markers/0/x"), "{error}");
    let mut dangling = scene();
    Arc::make_mut(&mut dangling.agents)[0].path = Some(PathId(77));
    assert!(refused(&dangling, Options::default()).to_string().contains("/agents/0/path"));
}

#[test]
fn the_trace_is_the_run_of_the_exported_numbers() {
    let options = Options { with_trace: Some(0.5), ..Options::default() };
    let files = exported(&scene(), Target::Json, &options);
    let mut world = World::new(&scene());
    let mut wanted = format!("{}\n{}", trace::HEADER, trace::rows(&world));
    for _ in 0..30 {
        world.step();
        wanted.push_str(&trace::rows(&world));
    }
    assert!(text(trace_of(&files)) == wanted, "with no conversion it is the editor's own run");

    let down = exported(&scene(), Target::Json, &Options { y_down: true, ..options });
    let (plain, turned) = (rows(trace_of(&files)), rows(trace_of(&down)));
    assert_eq!(plain.len(), turned.len());
    for (plain, turned) in plain.iter().zip(&turned) {
        for (i, (a, b)) in plain.iter().zip(turned).enumerate() {
            match i {
                4 | 6 => assert_eq!(a.parse::<f64>().map(|y| (0.0 - y).to_bits()), b.parse::<f64>().map(f64::to_bits)),
                _ => assert_eq!(a, b),
            }
        }
    }

    let scaled = exported(&scene(), Target::Json, &Options { scale: 4.0, ..options });
    let start: f64 = rows(trace_of(&scaled))[1][3].parse().expect("x");
    assert_eq!(start, -6.0);
}

#[test]
fn a_smooth_walk_goes_the_same_way_at_any_scale() {
    let mut scene = scene();
    let smooth = HomingWalk { smooth: true, max_fov_deg: 200.0, ..HomingWalk::default() };
    scene.presets[2] = Preset::steered(PresetId(3), "walker", [Behavior::HomingWalk(smooth)]).into();
    Arc::make_mut(&mut scene.agents).retain(|agent| agent.id == AgentId(9));
    let trace = |scale| {
        let options = Options { scale, with_trace: Some(10.0), ..Options::default() };
        let files = exported(&scene, Target::Json, &options);
        rows(trace_of(&files))
            .iter()
            .skip(1)
            .map(|row| [3, 4].map(|i| row[i].parse::<f64>().expect("a length") / scale))
            .collect::<Vec<_>>()
    };
    // Powers of two lose no bits.
    for scale in [64.0, 1.0 / 64.0] {
        for (plain, scaled) in trace(1.0).iter().zip(trace(scale)) {
            assert!((0..2).all(|i| (plain[i] - scaled[i]).abs() <= 1e-9), "{plain:?} became {scaled:?} at {scale}");
        }
    }
}

#[test]
fn a_game_with_y_down_meets_the_trace_bit_for_bit() {
    let mut scene = scene();
    Arc::make_mut(&mut scene.agents).retain(|agent| agent.id == AgentId(5));
    Arc::make_mut(&mut scene.agents)[0].leader = None;
    let files = exported(&scene, Target::Json, &Options { y_down: true, with_trace: Some(20.0), ..Options::default() });
    // The game: the same formulas on the exported numbers, in its own axes.
    let json: Value = serde_json::from_str(text(&files[0])).expect("JSON");
    let number = |value: &Value| value.as_f64().expect("a number");
    let agent = &mut Arc::make_mut(&mut scene.agents)[0];
    (agent.y, agent.vy) = (number(&json["agents"][0]["y"]), number(&json["agents"][0]["vy"]));
    Arc::make_mut(&mut scene.markers)[1].y = number(&json["markers"][1]["y"]);
    for (path, out) in scene.paths.iter_mut().zip(json["paths"].as_array().expect("paths")) {
        for (i, node) in Arc::make_mut(path).nodes.iter_mut().enumerate() {
            node.y = number(&out["nodes"][i]["y"]);
        }
    }
    let mut world = World::new(&scene);
    for row in rows(trace_of(&files)).iter().skip(1) {
        world.step();
        let agent = world.agent(AgentId(5)).expect("the guard");
        let got = [agent.position.x, agent.position.y, agent.velocity.x, agent.velocity.y].map(f64::to_bits);
        let wanted = [3, 4, 5, 6].map(|i| row[i].parse::<f64>().expect("a number").to_bits());
        assert_eq!(got, wanted, "in the row {row:?}");
    }
    assert_eq!(world.tick(), 1200);
}

#[test]
fn hostile_names_give_files_inside_the_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let inside = folder.path().join("a/b");
    let long = "x".repeat(10_000);
    let wide = "漢".repeat(300);
    let names = [
        "../../x",
        "",
        "CON",
        "con",
        "nul.txt",
        "COM1",
        "lpt¹",
        "🙂🙂",
        "/etc/passwd",
        "C:\\Windows",
        "..",
        ".",
        "-rf",
        "a\0b",
        "a\nb",
        "~",
        " ",
        "name.",
        "a/b",
        "*?<>|\"",
        &long,
        &wide,
    ];
    for name in names {
        let scene = Scene { name: name.into(), ..Scene::default() };
        let files = exported(&scene, Target::Json, &Options { with_trace: Some(0.0), ..Options::default() });
        let written = export::write_files(&files, &inside).unwrap_or_else(|error| panic!("{name:?}: {error}"));
        for path in written {
            assert!(path.is_file(), "{name:?}");
            let real = path.canonicalize().expect("a real path");
            let folder = inside.canonicalize().expect("the folder");
            assert!(real.parent() == Some(&folder) || real.parent() == Some(&folder.join("steerwright")), "{name:?}");
            let file = real.file_name().and_then(|file| file.to_str()).expect("a name").to_owned();
            assert!(file.len() < 255 && !file.starts_with(['.', '-']), "{file}");
            let stem = file.split('.').next().unwrap_or_default().to_uppercase();
            assert!(!["CON", "NUL", "COM1", "LPT1", "LPT¹"].contains(&stem.as_str()), "{file} is a device somewhere");
        }
    }
    assert_eq!(folder.path().read_dir().expect("the folder").count(), 1, "nothing lies outside");
    assert_eq!(file_stem("Guard post 7"), "Guard-post-7");
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "here").expect("written");
    let files = exported(&scene(), Target::Svg, &Options::default());
    let error = export::write_files(&files, &file.join("sub")).expect_err("a file is no folder");
    assert!(error.to_string().starts_with(&*Path::new(&file).to_string_lossy()), "{error}");
    assert_eq!(std::fs::read_to_string(&file).expect("still there"), "here");
}
