//! The file format as its users meet it: round trips, faults with a place and a mend, and saves that lose nothing.

use proptest::prelude::*;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use steerwright::scene::format::{
    FORMAT_VERSION, Fault, load_preset, load_scene, read_preset, read_scene, save_preset, save_scene, save_text, scene_schema,
    write_preset, write_scene,
};
use steerwright::scene::number::rounded;
use steerwright::scene::{
    Agent, AgentId, Behavior, CellMap, Color, Marker, MarkerId, MarkerKind, Motion, Node, NodeId, PathId, PatrolPath, Point, Preset,
    PresetId, Scatter, Scene, Steered, Target, WeightedBehavior, sample, validate,
};
use steerwright::steering::{Combine, Flee, GridChase, HomingWalk, Pursue, follow_path, grid_chase};

/// A scene with every field of every type in it, none left out.
fn full_scene() -> Scene {
    let mut behaviors: Vec<WeightedBehavior> = Behavior::all().map(Into::into).into();
    for weighted in &mut behaviors {
        match &mut weighted.behavior {
            Behavior::Flee(flee) => *flee = Flee { panic_distance: Some(4.0) },
            Behavior::Pursue(p) | Behavior::Evade(p) => *p = Pursue { max_prediction: Some(1.5) },
            Behavior::FollowPath(follow) => follow.start = follow_path::Start::Node(1),
            Behavior::HomingWalk(walk) => *walk = HomingWalk { smooth: true, ..*walk },
            _ => {}
        }
    }
    let walker = Preset {
        id: PresetId(1),
        name: "Walker \"quoted\" \\ ü 角 🦊".into(),
        description: "Two\nlines.".into(),
        color: Color([1, 2, 255]),
        body: Default::default(),
        motion: Motion::Steered(Steered { combine: Combine::Priority, behaviors }),
    };
    let hunter = Preset { id: PresetId(2), motion: Motion::GridChase(GridChase::default()), ..Preset::steered(PresetId(2), "Hunter", []) };
    let mut path = PatrolPath::new(PathId(3), "Path");
    path.traversal = follow_path::Traversal::Loop;
    path.shape = follow_path::Shape::CatmullRom;
    path.nodes = vec![
        Node { id: NodeId(1), x: 1.0, y: -2.0, radius: Some(0.5), wait: 2.0, speed: Some(1.0) },
        Node { id: NodeId(2), x: 5.5, y: 0.25, radius: None, wait: 0.0, speed: None },
    ];
    let markers = vec![
        Marker { id: MarkerId(1), name: "Goal".into(), kind: MarkerKind::Target, x: 3.0, y: 4.0 },
        Marker { id: MarkerId(2), name: "Fire".into(), kind: MarkerKind::Danger, x: -3.0, y: 4.5 },
    ];
    let first = Agent {
        id: AgentId(1),
        name: "First".into(),
        preset: PresetId(1),
        x: 1.0,
        y: 2.0,
        vx: 0.5,
        vy: -0.5,
        path: Some(PathId(3)),
        target: Some(Target::Marker(MarkerId(1))),
        danger: Some(Target::Agent(AgentId(2))),
        leader: Some(AgentId(2)),
        scatter: Some(Scatter { min: 0.5, max: 2.5 }),
    };
    let mut second = Agent::at(AgentId(2), "Second", PresetId(2), Default::default());
    second.target = Some(Target::Pointer);
    Scene {
        name: "Full".into(),
        notes: "Everything.".into(),
        unit: "m".into(),
        seed: 42,
        ticks_per_second: 50.0,
        pointer: Point { x: 1.5, y: -1.5 },
        presets: vec![walker.into(), hunter.into()],
        paths: vec![path.into()],
        markers: markers.into(),
        agents: vec![first, second].into(),
        cells: CellMap { size: 2.0, blocked: vec![[0, 1], [-3, 4]] }.into(),
    }
}

fn text_of_full_scene() -> String {
    write_scene(&full_scene()).expect("a sound scene")
}

/// The full scene as JSON, with `wrong` in the place of what is at `pointer`, as text.
fn with(pointer: &str, wrong: Value) -> String {
    let mut file: Value = serde_json::from_str(&text_of_full_scene()).expect("JSON");
    *file.pointer_mut(pointer).unwrap_or_else(|| panic!("nothing at {pointer}")) = wrong;
    file.to_string()
}

fn without(parent: &str, key: &str) -> String {
    let mut file: Value = serde_json::from_str(&text_of_full_scene()).expect("JSON");
    let object = file.pointer_mut(parent).and_then(Value::as_object_mut).expect("an object");
    object.remove(key).unwrap_or_else(|| panic!("no {key}"));
    file.to_string()
}

fn fault(text: &str) -> String {
    read_scene(text).map(|_| ()).expect_err("a fault").to_string()
}

// --- round trips ---

fn decimal(range: std::ops::Range<f64>) -> impl Strategy<Value = f64> + Clone {
    let (from, to) = (range.start, range.end);
    prop_oneof![range.clone(), range.prop_map(f64::round)].prop_map(move |x| rounded(x.clamp(from, to)))
}

fn any_behavior() -> impl Strategy<Value = WeightedBehavior> {
    let numbers = prop::collection::vec(decimal(0.0..1000.0), 6);
    (0..Behavior::all().len(), decimal(-9.0..9.0), numbers, any::<(bool, bool, u8)>()).prop_map(|(kind, weight, n, (a, b, c))| {
        let mut behavior = Behavior::all()[kind];
        match &mut behavior {
            Behavior::Seek {} => {}
            Behavior::Flee(flee) => flee.panic_distance = a.then_some(n[0]),
            Behavior::Arrive(arrive) => {
                (arrive.target_radius, arrive.slow_radius) = (n[0], n[1]);
                use steerwright::steering::arrive::{Ramp, Stop};
                arrive.ramp = [Ramp::Linear, Ramp::Sqrt, Ramp::Quadratic][usize::from(c) % 3];
                arrive.stop = if b { Stop::Brake } else { Stop::Coast };
            }
            Behavior::Leave(leave) => (leave.escape_radius, leave.danger_radius) = (n[0], n[1]),
            Behavior::Pursue(p) | Behavior::Evade(p) => p.max_prediction = b.then_some(n[0]),
            Behavior::FollowPath(follow) => {
                use follow_path::Start;
                (follow.target_radius, follow.slow_radius) = (n[0], n[1]);
                follow.start = [Start::First, Start::Nearest, Start::Node(usize::from(c))][usize::from(c) % 3];
            }
            Behavior::Separation(separation) => (separation.radius, separation.max_separation) = (n[0], n[1]),
            Behavior::FollowLeader(follow) => {
                (follow.behind_distance, follow.sight_radius, follow.slow_radius) = (n[0], n[1], n[2]);
                (follow.separation_radius, follow.max_separation) = (n[3], n[4]);
            }
            Behavior::HomingWalk(walk) => {
                let fraction = rounded(n[0] / 1000.0);
                let fov = rounded(n[1] * 0.36);
                *walk = HomingWalk {
                    step_fraction: fraction,
                    min_step: n[2],
                    max_step: n[3],
                    aggro_radius: n[4],
                    max_fov_deg: fov,
                    reach_radius: n[5],
                    smooth: a,
                };
            }
        }
        WeightedBehavior { weight, behavior }
    })
}

fn any_preset(id: u32) -> impl Strategy<Value = Preset> {
    let body = (decimal(0.01..100.0), decimal(0.0..100.0), decimal(0.0..1000.0), decimal(0.01..10.0), decimal(0.0..9.0));
    let behaviors = prop::collection::vec(any_behavior(), 0..5);
    (".{0,12}", any::<[u8; 3]>(), body, behaviors, any::<(bool, bool, bool, u16)>()).prop_map(
        move |(name, color, body, behaviors, (steered, a, b, length))| {
            let mut preset = Preset::steered(PresetId(id), name, []);
            preset.color = Color(color);
            let made = &mut preset.body;
            (made.mass, made.max_speed, made.max_force, made.time_to_target, made.radius) = body;
            preset.motion = if steered {
                Motion::Steered(Steered { combine: if a { Combine::Priority } else { Combine::WeightedSum }, behaviors })
            } else {
                Motion::GridChase(GridChase {
                    method: if a { grid_chase::Method::Axis } else { grid_chase::Method::LineOfSight },
                    aim: if b { grid_chase::Aim::Evade } else { grid_chase::Aim::Chase },
                    step_interval: body.3,
                    max_path_length: length.into(),
                })
            };
            preset
        },
    )
}

fn any_path(id: u32) -> impl Strategy<Value = PatrolPath> {
    let node = (
        decimal(-1e9..1e9),
        decimal(-100.0..100.0),
        prop::option::of(decimal(0.0..9.0)),
        decimal(0.0..9.0),
        prop::option::of(decimal(0.0..9.0)),
    );
    (".{0,12}", any::<(bool, u8)>(), decimal(0.0..9.0), decimal(0.001..1.0), prop::collection::vec(node, 0..8)).prop_map(
        move |(name, (curved, ends), radius, tolerance, nodes)| {
            use follow_path::{Shape, Traversal};
            PatrolPath {
                id: PathId(id),
                name,
                traversal: [Traversal::Once, Traversal::Loop, Traversal::PingPong][usize::from(ends) % 3],
                shape: if curved { Shape::CatmullRom } else { Shape::Straight },
                radius,
                tolerance,
                nodes: (nodes.into_iter().enumerate())
                    .map(|(i, (x, y, radius, wait, speed))| Node { id: NodeId(i as u32 * 7), x, y, radius, wait, speed })
                    .collect(),
            }
        },
    )
}

prop_compose! {
    fn any_agent(id: u32)(
        name in ".{0,12}", preset in 1..=2u32, place in [decimal(-1e6..1e6), decimal(-9.0..9.0), decimal(-9.0..9.0), decimal(-9.0..9.0)],
        bound in any::<[bool; 4]>(), ring in prop::option::of((decimal(0.0..5.0), decimal(5.0..9.0))),
    ) -> Agent {
        let mut agent = Agent::at(AgentId(id), name, PresetId(preset), Default::default());
        [agent.x, agent.y, agent.vx, agent.vy] = place;
        agent.path = bound[0].then_some(PathId(1));
        agent.target = Some(if bound[1] { Target::Marker(MarkerId(1)) } else { Target::Pointer });
        agent.danger = bound[2].then_some(Target::Agent(AgentId(if id == 1 { 2 } else { 1 })));
        agent.leader = bound[3].then_some(AgentId(if id == 1 { 2 } else { 1 }));
        agent.scatter = ring.map(|(min, max)| Scatter { min, max });
        agent
    }
}

prop_compose! {
    fn any_scene()(
        name in ".{0,20}", notes in ".{0,20}", seed in 0..=validate::MAX_SEED, rate in decimal(1.0..1000.0),
        pointer in [decimal(-9.0..9.0), decimal(-9.0..9.0)], presets in (any_preset(1), any_preset(2)), paths in (any_path(1), any_path(5)),
        agents in (any_agent(1), any_agent(2), any_agent(9)), danger in any::<bool>(),
        size in decimal(0.001..1e6), blocked in prop::collection::vec(any::<[i32; 2]>(), 0..6),
    ) -> Scene {
        let kind = if danger { MarkerKind::Danger } else { MarkerKind::Target };
        Scene {
            name, notes, unit: "m".into(), seed, ticks_per_second: rate, pointer: Point { x: pointer[0], y: pointer[1] },
            presets: vec![presets.0.into(), presets.1.into()], paths: vec![paths.0.into(), paths.1.into()],
            markers: vec![Marker { id: MarkerId(1), name: String::new(), kind, x: pointer[1], y: size }].into(),
            agents: vec![agents.0, agents.1, agents.2].into(), cells: CellMap { size, blocked }.into(),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back_the_same_and_writes_the_same_text(scene in any_scene()) {
        let text = write_scene(&scene).expect("sound");
        let loaded = read_scene(&text).expect("readable");
        prop_assert_eq!(&loaded.value, &scene);
        prop_assert_eq!(loaded.unknown_fields, [""; 0]);
        prop_assert_eq!(write_scene(&loaded.value).expect("sound"), text);
        let preset = Preset::clone(&scene.presets[0]);
        let text = write_preset(&preset).expect("sound");
        prop_assert_eq!(read_preset(&text).expect("readable").value, preset);
    }

    #[test]
    fn unrounded_scenes_are_written_as_their_rounded_selves(x in -1e9..1e9f64, y in prop::num::f64::NORMAL, factor in 0.1..3.0f64) {
        let mut scene = full_scene();
        scene.pointer = Point { x, y: y.clamp(-1e9, 1e9) };
        scene.path_mut(PathId(3)).expect("the path").nodes[0].x = x * factor / 3.0;
        let read = read_scene(&write_scene(&scene).expect("sound")).expect("readable").value;
        validate::round_numbers(&mut scene);
        prop_assert_eq!(read, scene);
    }

    #[test]
    fn flipped_bytes_never_panic_and_faults_name_a_place(flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let mut bytes = text_of_full_scene().into_bytes();
        for (index, byte) in flips {
            let i = index.index(bytes.len());
            bytes[i] = byte;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("flipped.scene.json");
        std::fs::write(&path, bytes).expect("written");
        if let Err(error) = load_scene(&path) {
            for line in error.to_string().lines() {
                prop_assert!(names_a_place(line.strip_prefix(&format!("{}:", path.display())).unwrap_or("")), "{}", line);
            }
        }
    }

    #[test]
    fn any_text_at_all_is_refused_without_a_panic(text in ".{0,60}") {
        prop_assert!(read_scene(&text).is_err());
        prop_assert!(read_preset(&text).is_err());
    }
}

/// `12:5: ...` or `/json/pointer: ...`
fn names_a_place(message: &str) -> bool {
    let Some((place, rest)) = message.split_once(": ") else { return false };
    let numbers = |place: &str| {
        let n: Option<Vec<usize>> = place.split(':').map(|n| n.parse().ok()).collect();
        n.is_some_and(|n| n.len() == 2 && n.iter().all(|&n| n > 0))
    };
    !rest.is_empty() && (place.starts_with('/') || numbers(place))
}

#[test]
fn every_number_of_every_type_is_rounded_by_writing() {
    // Which fields hold numbers is read from the schema, so that a field added tomorrow is missed by this test's scene loudly.
    fn number_keys(value: &Value, found: &mut BTreeSet<String>) {
        for (key, property) in value.get("properties").and_then(Value::as_object).into_iter().flatten() {
            if property.get("format").and_then(Value::as_str) == Some("double") {
                found.insert(key.clone());
            }
        }
        value.as_object().into_iter().flat_map(|o| o.values()).for_each(|inner| number_keys(inner, found));
        value.as_array().into_iter().flatten().for_each(|inner| number_keys(inner, found));
    }
    fn make_irrational(key: &str, value: &mut Value, n: &mut f64, seen: &mut BTreeSet<String>) {
        match value {
            Value::Number(number) if number.is_f64() => {
                *n += 1.0;
                seen.insert(key.to_owned());
                // Between 0 and 1, which is in range for all but the rate.
                let irrational = (*n * std::f64::consts::SQRT_2).fract().mul_add(0.5, 0.25);
                *value = (if key == "ticks_per_second" { 59.0 + irrational } else { irrational }).into();
            }
            Value::Array(items) => items.iter_mut().for_each(|item| make_irrational(key, item, n, seen)),
            Value::Object(fields) => fields.iter_mut().for_each(|(key, field)| make_irrational(key, field, n, seen)),
            _ => {}
        }
    }
    fn compare(place: &str, before: &Value, after: &Value) {
        match (before, after) {
            (Value::Array(a), Value::Array(b)) => {
                a.iter().zip(b).enumerate().for_each(|(i, (a, b))| compare(&format!("{place}/{i}"), a, b))
            }
            (Value::Object(a), Value::Object(b)) => a.iter().for_each(|(key, a)| compare(&format!("{place}/{key}"), a, &b[key])),
            (Value::Number(a), b) if a.is_f64() => assert_eq!(b.as_f64(), a.as_f64().map(rounded), "{place} is not rounded"),
            (a, b) => assert_eq!(a, b, "{place} changed"),
        }
    }
    let mut scene = full_scene();
    Arc::make_mut(&mut scene.agents)[0].scatter = Some(Scatter { min: 0.0, max: 9.0 });
    let mut value = serde_json::to_value(&scene).expect("JSON");
    let (mut wanted, mut seen) = (BTreeSet::new(), BTreeSet::new());
    make_irrational("", &mut value, &mut 0.0, &mut seen);
    value["agents"][0]["scatter"]["max"] = (2.0 + std::f64::consts::SQRT_2).into();
    number_keys(&serde_json::from_str(&scene_schema()).expect("JSON"), &mut wanted);
    assert_eq!(wanted.difference(&seen).collect::<Vec<_>>(), [""; 0], "the full scene is not full");
    let irrational: Scene = serde_json::from_value(value.clone()).expect("a scene");

    let mut by_hand = irrational.clone();
    validate::round_numbers(&mut by_hand);
    compare("", &value, &serde_json::to_value(&by_hand).expect("JSON"));
    let written = read_scene(&write_scene(&irrational).expect("sound")).expect("readable").value;
    assert_eq!(written, by_hand, "the file holds what rounding gives");
    let mut twice = by_hand.clone();
    validate::round_numbers(&mut twice);
    assert_eq!(twice, by_hand, "rounding twice is rounding once");
    assert!(
        Arc::ptr_eq(&twice.presets[0], &by_hand.presets[0]) && Arc::ptr_eq(&twice.paths[0], &by_hand.paths[0]),
        "and shares what is round"
    );
    for preset in &irrational.presets {
        let read = read_preset(&write_preset(preset).expect("sound")).expect("readable").value;
        assert_eq!(&read, by_hand.preset(preset.id).expect("the preset"));
    }
}

// --- the look of a file ---

#[test]
fn a_node_takes_a_line_even_with_the_longest_numbers() {
    let mut scene = full_scene();
    let path = scene.path_mut(PathId(3)).expect("the path");
    path.nodes = (0..50)
        .map(|i| {
            let long = 123_456.789_012_345 + f64::from(i);
            Node { id: NodeId(u32::MAX - i), x: -long, y: -long, radius: Some(long), wait: long, speed: Some(long) }
        })
        .collect();
    let text = write_scene(&scene).expect("sound");
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("\"wait\"")).collect();
    assert_eq!(lines.len(), 50);
    for line in lines {
        let node: Value = serde_json::from_str(line.trim().trim_end_matches(',')).expect("a whole node");
        assert_eq!(node.as_object().map(|fields| fields.len()), Some(6));
    }
}

#[test]
fn numbers_have_at_most_9_places_and_15_digits_and_no_exponent() {
    let mut scene = full_scene();
    scene.pointer = Point { x: 1.0 / 3.0, y: -999_999_999.999_999_9 };
    let path = scene.path_mut(PathId(3)).expect("the path");
    (path.nodes[0].x, path.nodes[0].y, path.nodes[1].x, path.nodes[1].y) = (1e-9, 1e-10, 2e9 / 3.0, -1e9);
    let text = write_scene(&scene).expect("sound");
    let mut numbers = 0;
    for word in text.split([' ', ',', '[', ']', '\n', ':']).filter(|word| word.starts_with(|c: char| c == '-' || c.is_ascii_digit())) {
        numbers += 1;
        assert!(word.chars().all(|c| c.is_ascii_digit() || c == '-' || c == '.'), "{word} is no plain decimal");
        let places = word.split_once('.').map_or(0, |(_, places)| places.len());
        let digits = word.trim_start_matches(['-', '0', '.']).chars().filter(char::is_ascii_digit).count();
        assert!(places <= 9 && digits <= 15 && !word.ends_with(".0") && word != "-0", "{word}");
    }
    assert!(numbers > 80);
    assert!(text.contains("0.000000001") && text.contains("0.333333333") && text.contains("-1000000000"));
}

#[test]
fn fields_come_in_one_order_and_the_text_ends_with_a_line_feed() {
    let text = text_of_full_scene();
    assert!(text.starts_with("{\n  \"format\": \"steerwright-scene\",\n  \"format_version\": 1,\n  \"name\": \"Full\",\n"));
    assert!(text.ends_with("}\n") && !text.contains('\r') && !text.contains(" \n"));
    let file: Value = serde_json::from_str(&text).expect("JSON");
    let mut shuffled = serde_json::Map::new();
    for (key, value) in file.as_object().expect("an object").iter().rev() {
        shuffled.insert(key.clone(), value.clone());
    }
    let read = read_scene(&Value::Object(shuffled).to_string()).expect("any order is read").value;
    assert_eq!(write_scene(&read).expect("sound"), text);
}

#[test]
fn moving_one_node_changes_one_line() {
    let mut scene = full_scene();
    let before = text_of_full_scene();
    scene.path_mut(PathId(3)).expect("the path").nodes[1].x += 0.25;
    let after = write_scene(&scene).expect("sound");
    assert_eq!(before.lines().zip(after.lines()).filter(|(a, b)| a != b).count(), 1);
    assert_eq!(before.lines().count(), after.lines().count());
}

// --- faults ---

#[test]
fn unknown_fields_are_reported_by_pointer_and_ignored() {
    let mut file: Value = serde_json::from_str(&text_of_full_scene()).expect("JSON");
    for place in ["", "/presets/0/body", "/presets/0/motion/steered", "/paths/0/nodes/1", "/agents/0/scatter", "/cells", "/pointer"] {
        file.pointer_mut(place).expect("a place")["of.to/morrow~"] = serde_json::json!({ "deep": [1, 2] });
    }
    let behaviors = file.pointer_mut("/presets/0/motion/steered/behaviors").expect("behaviours");
    behaviors[0]["behavior"]["follow_path"]["haste"] = 1.into();
    behaviors[2]["behavior"]["seek"]["haste"] = 1.into();
    file["presets"][1]["motion"]["grid_chase"]["haste"] = 1.into();
    let loaded = read_scene(&file.to_string()).expect("readable");
    assert_eq!(loaded.value, full_scene());
    let found: BTreeSet<&str> = loaded.unknown_fields.iter().map(String::as_str).collect();
    let wanted = [
        "/of.to~1morrow~0",
        "/presets/0/body/of.to~1morrow~0",
        "/presets/0/motion/steered/of.to~1morrow~0",
        "/presets/0/motion/steered/behaviors/0/behavior/follow_path/haste",
        "/presets/0/motion/steered/behaviors/2/behavior/seek/haste",
        "/presets/1/motion/grid_chase/haste",
        "/paths/0/nodes/1/of.to~1morrow~0",
        "/agents/0/scatter/of.to~1morrow~0",
        "/cells/of.to~1morrow~0",
        "/pointer/of.to~1morrow~0",
    ];
    assert_eq!(found, BTreeSet::from(wanted));
    for pointer in &found {
        assert!(file.pointer(pointer).is_some(), "{pointer} leads nowhere");
    }
}

#[test]
fn wrong_types_are_named_by_pointer_and_mended() {
    for (pointer, wrong) in [
        ("/name", 5.into()),
        ("/seed", (-1).into()),
        ("/seed", 1.5.into()),
        ("/ticks_per_second", "fast".into()),
        ("/pointer/x", Value::Null),
        ("/presets/0/color", "red".into()),
        ("/presets/0/color", "#12345é".into()),
        ("/presets/0/body/mass", "heavy".into()),
        ("/presets/0/motion/steered/combine", "somehow".into()),
        ("/presets/0/motion/steered/behaviors/1/behavior/arrive/ramp", "steep".into()),
        ("/presets/0/motion/steered/behaviors/1/behavior/arrive/slow_radius", "wide".into()),
        ("/presets/1/motion/grid_chase/max_path_length", 1.5.into()),
        ("/paths/0/nodes", "none".into()),
        ("/paths/0/nodes/0/wait", true.into()),
        ("/paths/0/traversal", "sideways".into()),
        ("/agents/0/id", 4_294_967_296_u64.into()),
        ("/markers/0/kind", "treasure".into()),
        ("/cells/blocked/0", serde_json::json!([1])),
        ("/cells/blocked/0/1", 0.5.into()),
    ] {
        let message = fault(&with(pointer, wrong));
        let place = message.split_once(": ").map_or("", |(place, _)| place);
        assert!(place == pointer || place == pointer.rsplit_once('/').map_or("", |(parent, _)| parent), "{message}, not at {pointer}");
        assert!(message.contains("schema") && !message.contains('`'), "no mend in {message}");
    }
    let unknown_behavior = fault(&with("/presets/0/motion/steered/behaviors/1/behavior", serde_json::json!({ "fly": {} })));
    assert!(
        unknown_behavior.starts_with("/presets/0/motion/steered/behaviors/1/behavior") && unknown_behavior.contains("fly"),
        "{unknown_behavior}"
    );
}

#[test]
fn missing_fields_are_named_where_they_are_missed() {
    for (parent, key) in [
        ("/presets/0", "id"),
        ("/paths/0", "id"),
        ("/paths/0/nodes/1", "x"),
        ("/markers/1", "y"),
        ("/agents/0", "preset"),
        ("/agents/0/scatter", "max"),
        ("/pointer", "y"),
        ("/presets/0/motion/steered/behaviors/3", "behavior"),
    ] {
        assert_eq!(fault(&without(parent, key)), format!("{parent}: the field \"{key}\" is missing; add it"));
    }
}

#[test]
fn what_may_be_left_out_takes_its_default() {
    let least = r#"{ "format": "steerwright-scene", "format_version": 1 }"#;
    let scene = read_scene(least).expect("readable").value;
    assert_eq!(scene, Scene { name: String::new(), seed: 0, ..Scene::default() });
    let preset =
        read_preset(r#"{ "format": "steerwright-preset", "format_version": 1, "id": 3, "body": { "mass": 2 } }"#).expect("readable").value;
    let body = steerwright::steering::Body { mass: 2.0, ..Default::default() };
    assert_eq!(preset, Preset { body, ..Preset::steered(PresetId(3), "", []) });
}

#[test]
fn dangling_references_doubled_ids_and_numbers_out_of_range_are_named_and_mended() {
    for (pointer, wrong, place, mend) in [
        ("/agents/0/preset", 77.into(), "/agents/0/preset", "there is no preset with the id 77; add one"),
        ("/agents/0/path", 77.into(), "/agents/0/path", "there is no path with the id 77; add one, or leave \"path\" out"),
        ("/agents/0/target", serde_json::json!({ "marker": 77 }), "/agents/0/target", "there is no marker with the id 77"),
        ("/agents/0/danger", serde_json::json!({ "agent": 77 }), "/agents/0/danger", "there is no agent with the id 77"),
        ("/agents/0/leader", 77.into(), "/agents/0/leader", "there is no agent with the id 77"),
        ("/agents/0/leader", 1.into(), "/agents/0/leader", "names the agent itself; choose another"),
        ("/agents/1/id", 1.into(), "/agents/1/id", "the id 1 is used twice"),
        ("/presets/1/id", 1.into(), "/presets/1/id", "the id 1 is used twice"),
        ("/markers/1/id", 1.into(), "/markers/1/id", "the id 1 is used twice"),
        ("/paths/0/nodes/1/id", 1.into(), "/paths/0/nodes/1/id", "the id 1 is used twice"),
        ("/ticks_per_second", 0.into(), "/ticks_per_second", "use 1 to 1000"),
        ("/seed", 1_000_000_000_000_000_u64.into(), "/seed", "use a smaller seed"),
        ("/presets/0/body/mass", 0.into(), "/presets/0/body/mass", "0 is out of range; use 0.001 to 1000000"),
        ("/presets/0/body/max_speed", (-1).into(), "/presets/0/body/max_speed", "use 0 to 1000000"),
        ("/presets/0/motion/steered/behaviors/0/weight", 1e9.into(), "/presets/0/motion/steered/behaviors/0/weight", "use -1000000"),
        (
            "/presets/0/motion/steered/behaviors/1/behavior/arrive/slow_radius",
            (-2).into(),
            "/presets/0/motion/steered/behaviors/1/behavior/arrive/slow_radius",
            "use 0 to",
        ),
        ("/presets/1/motion/grid_chase/step_interval", 0.into(), "/presets/1/motion/grid_chase/step_interval", "use 0.001"),
        ("/paths/0/tolerance", 0.into(), "/paths/0/tolerance", "use 0.000001"),
        ("/paths/0/nodes/0/x", 1e10.into(), "/paths/0/nodes/0/x", "coordinates go from -1e9 to 1e9"),
        ("/paths/0/nodes/0/wait", (-1).into(), "/paths/0/nodes/0/wait", "use 0 to"),
        ("/agents/0/vx", 1e7.into(), "/agents/0/vx", "velocities go from"),
        ("/agents/0/scatter/min", 9.into(), "/agents/0/scatter", "wants 0 <= min <= max"),
        ("/cells/size", 0.into(), "/cells/size", "use 0.001"),
    ] {
        let message = fault(&with(pointer, wrong));
        assert!(
            message.lines().any(|line| line.starts_with(&format!("{place}: ")) && line.contains(mend)),
            "{message}, not {place}: {mend}"
        );
    }
}

#[test]
fn all_problems_are_told_at_once_each_on_its_line_with_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bad.scene.json");
    let mut file: Value = serde_json::from_str(&text_of_full_scene()).expect("JSON");
    file["cells"]["size"] = 0.into();
    file["agents"][0]["preset"] = 77.into();
    std::fs::write(&path, file.to_string()).expect("written");
    let message = load_scene(&path).expect_err("a fault").to_string();
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with(&format!("{}:/agents/0/preset: ", path.display())), "{message}");
    assert!(lines[1].starts_with(&format!("{}:/cells/size: ", path.display())), "{message}");
}

#[test]
fn an_unsound_scene_is_not_written() {
    let mut scene = full_scene();
    Arc::make_mut(&mut scene.agents)[0].preset = PresetId(77);
    assert!(matches!(write_scene(&scene), Err(Fault::Unsound(problems)) if problems[0].pointer == "/agents/0/preset"));
    let mut preset = Preset::steered(PresetId(1), "Ghost", []);
    preset.body.mass = -1.0;
    assert!(matches!(write_preset(&preset), Err(Fault::Unsound(problems)) if problems[0].pointer == "/body/mass"));
    preset.body.mass = 0.001 - 1e-13;
    assert!(write_preset(&preset).is_ok(), "what rounding mends is no problem");
}

#[test]
fn newer_versions_and_other_files_are_refused_in_a_sentence() {
    let newer = fault(&with("/format_version", (FORMAT_VERSION + 1).into()));
    assert_eq!(newer, "/format_version: the file has version 2, and this program reads up to version 1; open it with a newer Steerwright");
    assert!(fault(&with("/format_version", u64::MAX.into())).contains("newer Steerwright"));
    for wrong in [0.into(), (-1).into(), 1.5.into(), "1".into(), Value::Null] {
        assert!(fault(&with("/format_version", wrong)).starts_with("/format_version: "));
    }
    assert!(fault(&without("", "format_version")).starts_with("/format_version: "));
    assert!(fault(&without("", "format")).contains("no \"format\""));
    assert!(fault(&with("/format", "steerwright-preset".into())).contains("its \"format\" is \"steerwright-preset\""));
    for other in ["[]", "null", "5", "\"scene\"", "{}"] {
        assert!(fault(other).starts_with("/format: this is not a steerwright-scene file"), "{other}");
    }
    assert!(read_preset(&text_of_full_scene()).is_err(), "a scene is no preset");
}

#[test]
fn syntax_errors_have_line_and_column() {
    let text = text_of_full_scene();
    assert!(fault(&text.replacen("\"Full\",", "\"Full\"", 1)).starts_with("5:"));
    for (broken, place) in [("", "1:1"), ("\n\n", "3:1"), ("{", "1:1"), ("{ \"format\": nothing }", "1:1"), ("{}x", "1:3")] {
        let message = fault(broken);
        assert!(names_a_place(&message) && message.starts_with(&place[..2]), "{broken:?}: {message}");
        assert!(message.contains("this is not JSON"), "{message}");
    }
}

#[test]
fn a_scene_cut_at_any_byte_is_an_error_with_a_place() {
    let text = text_of_full_scene();
    let whole = text.trim_end().len();
    for end in (0..whole).filter(|&end| text.is_char_boundary(end)) {
        let message = fault(&text[..end]);
        assert!(names_a_place(&message), "cut at {end}: {message}");
    }
    assert!(read_scene(&text[..whole]).is_ok());
    // In a file a character may be cut in two.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cut.scene.json");
    let fox = text.find('🦊').expect("a long character");
    for end in fox - 4..fox + 5 {
        std::fs::write(&path, &text.as_bytes()[..end]).expect("written");
        let message = load_scene(&path).expect_err("cut").to_string();
        assert!(names_a_place(message.strip_prefix(&format!("{}:", path.display())).expect("the file")), "{message}");
    }
}

#[test]
fn hostile_texts_are_refused_calmly() {
    let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    assert!(fault(&deep(200_000)).contains("this is not JSON"));
    assert!(fault(&with("/name", Value::Null).replace("null", &deep(100))).starts_with('/'));
    for number in ["1e999", "-1e999", "1e308", "123456789012345678901234567890", "1e-400"] {
        let text = with("/pointer/x", Value::Null).replacen("null", number, 1);
        match read_scene(&text) {
            Ok(loaded) => assert_eq!(loaded.value.pointer.x, 0.0, "{number}"),
            Err(fault) => assert!(names_a_place(&fault.to_string()), "{number}: {fault}"),
        }
    }
    assert!(fault("{\0}").starts_with("1:2: "));
    assert!(fault(&text_of_full_scene().replace("Full", "Fu\0ll")).starts_with("4:"));
    let escaped = read_scene(&text_of_full_scene().replace("Full", "Fu\\u0000ll")).expect("an escaped NUL is a character");
    assert_eq!(read_scene(&write_scene(&escaped.value).expect("sound")).expect("readable").value, escaped.value);
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_are_accepted() {
    let text = text_of_full_scene();
    for text in [format!("\u{feff}{text}"), text.replace('\n', "\r\n"), format!("\u{feff}{}", text.replace('\n', "\r\n"))] {
        assert_eq!(read_scene(&text).expect("readable").value, full_scene());
    }
}

#[test]
fn files_that_cannot_be_read_say_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = load_scene(&folder.path().join("none.scene.json")).expect_err("missing").to_string();
    assert!(missing.contains("none.scene.json:cannot read") && missing.contains("check the name"), "{missing}");
    assert!(load_scene(folder.path()).is_err(), "a folder is no file");
    let latin = folder.path().join("latin.scene.json");
    std::fs::write(&latin, b"{\n  \"name\": \"M\xfcller\"\n}").expect("written");
    assert!(load_scene(&latin).expect_err("not UTF-8").to_string().contains("latin.scene.json:2:13: "));
}

// --- old versions ---

#[test]
fn every_kept_file_of_version_1_still_loads() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/v1");
    let (mut scenes, mut presets) = (0, 0);
    for entry in std::fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        if path.to_string_lossy().ends_with(".scene.json") {
            let scene = load_scene(&path).unwrap_or_else(|error| panic!("{error}"));
            assert!(!scene.value.is_empty() && scene.unknown_fields.is_empty());
            scenes += 1;
        } else {
            load_preset(&path).unwrap_or_else(|error| panic!("{error}"));
            presets += 1;
        }
    }
    assert!(scenes >= 3 && presets >= 1);
}

// --- saving ---

fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        std::fs::read_dir(folder).expect("the folder").map(|e| e.expect("an entry").file_name().to_string_lossy().into()).collect();
    names.sort();
    names
}

#[test]
fn saving_and_loading_gives_the_scene_back_and_leaves_nothing_else_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a name with spaces ü.scene.json");
    save_scene(&full_scene(), &path).expect("saved");
    save_scene(&full_scene(), &path).expect("saved over");
    assert_eq!(load_scene(&path).expect("loaded").value, full_scene());
    for preset in sample::agents() {
        let path = folder.path().join("preset.preset.json");
        save_preset(&preset, &path).expect("saved");
        assert_eq!(load_preset(&path).expect("loaded").value, preset);
    }
    assert_eq!(names_in(folder.path()).len(), 2);
}

#[test]
fn a_scene_that_cannot_be_written_leaves_the_old_file_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old.scene.json");
    save_scene(&full_scene(), &path).expect("saved");
    let mut unsound = full_scene();
    Arc::make_mut(&mut unsound.agents)[0].preset = PresetId(77);
    assert!(save_scene(&unsound, &path).is_err());
    assert_eq!(load_scene(&path).expect("loaded").value, full_scene());
}

#[test]
fn a_folder_in_the_way_or_a_missing_one_is_an_error_that_harms_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let in_the_way = folder.path().join("folder.scene.json");
    std::fs::create_dir(&in_the_way).expect("a folder");
    let message = save_text("new", &in_the_way).expect_err("a folder").to_string();
    assert!(message.contains("folder.scene.json:cannot save") && message.contains("give the name of a file"), "{message}");
    let message = save_text("new", &folder.path().join("none/x.scene.json")).expect_err("missing").to_string();
    assert!(message.contains("the folder does not exist"), "{message}");
    assert_eq!(names_in(folder.path()), ["folder.scene.json"]);
    assert!(names_in(&in_the_way).is_empty());
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).expect("a file").permissions().mode() & 0o7777
    }

    fn set_mode(path: &Path, mode: u32) {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("permissions");
    }

    #[test]
    fn links_stay_links_and_permissions_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link, far) = (folder.path().join("file"), folder.path().join("link"), folder.path().join("far"));
        std::fs::create_dir(&far).expect("a folder");
        save_text("old", &file).expect("saved");
        set_mode(&file, 0o640);
        symlink("file", &link).expect("a link");
        save_text("new", &link).expect("saved");
        assert!(std::fs::symlink_metadata(&link).expect("a link").is_symlink());
        assert_eq!((std::fs::read_to_string(&file).expect("text").as_str(), mode(&file)), ("new", 0o640));

        let dangling = folder.path().join("dangling");
        symlink("far/later", &dangling).expect("a link");
        save_text("there", &dangling).expect("saved");
        assert!(std::fs::symlink_metadata(&dangling).expect("a link").is_symlink());
        assert_eq!(std::fs::read_to_string(far.join("later")).expect("text"), "there");

        let round = folder.path().join("round");
        symlink("round", &round).expect("a link");
        let _ = save_text("x", &round);
        assert_eq!(names_in(folder.path()), ["dangling", "far", "file", "link", "round"], "nothing is left behind");
    }

    #[test]
    fn a_new_file_has_the_permissions_of_any_new_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let (saved, plain) = (folder.path().join("saved"), folder.path().join("plain"));
        save_text("x", &saved).expect("saved");
        std::fs::write(&plain, "x").expect("written");
        assert_eq!(mode(&saved), mode(&plain));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_device_is_written_to_and_never_replaced() {
        let message = save_text("text", Path::new("/dev/full")).expect_err("it is always full").to_string();
        assert!(message.contains("the disk is full"), "{message}");
        save_text("text", Path::new("/dev/null")).expect("it takes all");
        for device in ["/dev/full", "/dev/null"] {
            assert!(std::fs::metadata(device).expect("still there").file_type().is_char_device());
        }
    }

    /// The parts of a test that run in a process of their own, with fewer rights or a limit.
    const PART: &str = "STEERWRIGHT_TEST_PART";

    #[test]
    fn a_full_disk_leaves_the_old_file_whole() {
        if let Some(path) = std::env::var_os(PART) {
            let text = "x".repeat(1 << 16);
            let message = save_text(&text, Path::new(&path)).expect_err("no room").to_string();
            assert!(message.contains("cannot save") && message.contains("the old file is untouched"), "{message}");
            return;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("old.scene.json");
        save_text("old", &path).expect("saved");
        // No file may grow beyond a few blocks, and trying to is an error instead of a signal.
        let script = "trap '' XFSZ; ulimit -f 16; exec \"$0\" --exact unix::a_full_disk_leaves_the_old_file_whole";
        let out = Command::new("sh").args(["-c", script]).arg(std::env::current_exe().expect("this test")).env(PART, &path).output();
        let out = out.expect("a shell");
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stdout));
        assert!(String::from_utf8_lossy(&out.stdout).contains("1 passed"));
        assert_eq!(std::fs::read_to_string(&path).expect("text"), "old");
        assert_eq!(names_in(folder.path()), ["old.scene.json"]);
    }

    /// Runs the test `name` of this file again, as a user for whom permissions count.
    fn again_without_rights(name: &str, folder: &Path) {
        // Copied, so that any user can run it.
        let program = folder.join("test");
        std::fs::copy(std::env::current_exe().expect("this test"), &program).expect("a copy");
        set_mode(&program, 0o755);
        let mut command = Command::new(&program);
        command.args(["--exact", name]).env(PART, folder).env("TMPDIR", folder.join("tmp")).current_dir(folder);
        if std::fs::write(folder.join("locked/probe"), "").is_ok() {
            // Only root gets here.
            std::fs::remove_file(folder.join("locked/probe")).expect("removed");
            command.uid(65534).gid(65534);
        }
        let out = command.output().expect("it runs");
        assert!(out.status.success(), "{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
        assert!(String::from_utf8_lossy(&out.stdout).contains("1 passed"));
    }

    #[test]
    fn in_a_locked_folder_a_writable_file_is_rewritten_and_others_are_left_alone() {
        if let Some(folder) = std::env::var_os(PART) {
            let locked = PathBuf::from(folder).join("locked");
            save_text("new", &locked.join("writable")).expect("rewritten in place");
            for (name, advice) in [("protected", "you may not write there"), ("not-there", "you may not write there")] {
                let message = save_text("new", &locked.join(name)).expect_err(name).to_string();
                assert!(message.contains("cannot save") && message.contains(advice), "{message}");
            }
            return;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let (locked, temporary) = (folder.path().join("locked"), folder.path().join("tmp"));
        std::fs::create_dir(&locked).expect("a folder");
        std::fs::create_dir(&temporary).expect("a folder");
        for (name, permissions) in [("writable", 0o666), ("protected", 0o444)] {
            std::fs::write(locked.join(name), "a longer old text").expect("written");
            set_mode(&locked.join(name), permissions);
        }
        set_mode(folder.path(), 0o755);
        set_mode(&temporary, 0o777);
        set_mode(&locked, 0o555);
        again_without_rights("unix::in_a_locked_folder_a_writable_file_is_rewritten_and_others_are_left_alone", folder.path());
        assert_eq!(std::fs::read_to_string(locked.join("writable")).expect("text"), "new");
        assert_eq!(std::fs::read_to_string(locked.join("protected")).expect("text"), "a longer old text");
        assert_eq!(names_in(&locked), ["protected", "writable"]);
        assert!(names_in(&temporary).is_empty(), "the safety copy is gone once it has served");
        set_mode(&locked, 0o755);
    }

    #[test]
    fn without_room_for_a_safety_copy_a_file_is_not_rewritten() {
        if let Some(folder) = std::env::var_os(PART) {
            let message = save_text("new", &PathBuf::from(folder).join("locked/writable")).expect_err("no copy").to_string();
            assert!(message.contains("no room for a safety copy"), "{message}");
            return;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let locked = folder.path().join("locked");
        std::fs::create_dir(&locked).expect("a folder");
        std::fs::write(locked.join("writable"), "old").expect("written");
        set_mode(&locked.join("writable"), 0o666);
        set_mode(folder.path(), 0o755);
        set_mode(&locked, 0o555);
        // The temporary folder is not there.
        again_without_rights("unix::without_room_for_a_safety_copy_a_file_is_not_rewritten", folder.path());
        assert_eq!(std::fs::read_to_string(locked.join("writable")).expect("text"), "old");
        set_mode(&locked, 0o755);
    }
}
