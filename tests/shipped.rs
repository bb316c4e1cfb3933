//! What ships: every file is canonical, valid, built in, well tuned, and does what its notes say.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use steerwright::export::{self, Options, Target, export_schema};
use steerwright::geometry::Cell;
use steerwright::glam::DVec2;
use steerwright::scene::format::{
    load_preset, load_scene, preset_schema, read_preset, read_scene, scene_schema, write_preset, write_scene,
};
use steerwright::scene::{AgentId, Behavior, Color, Motion, Plane, Preset, Scene, sample, validate};
use steerwright::simulation::{Event, Happening, World};
use steerwright::steering::{Combine, arrive, follow_path, grid_chase, leave};

const SECONDS: u64 = 60;
const BACKGROUND: Color = Color([0x14, 0x17, 0x1c]);

fn presets(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("presets").join(folder)
}

fn files(folder: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir(presets(folder)).expect("the folder");
    entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name")).collect()
}

fn scene(name: &str) -> Scene {
    load_scene(&presets("scenes").join(format!("{name}.scene.json"))).unwrap_or_else(|error| panic!("{error}")).value
}

fn every_scene() -> Vec<(String, Scene)> {
    files("scenes").iter().map(|file| (file.clone(), scene(file.trim_end_matches(".scene.json")))).collect()
}

fn every_agent_preset() -> Vec<Preset> {
    files("agents").iter().map(|file| load_preset(&presets("agents").join(file)).unwrap_or_else(|error| panic!("{error}")).value).collect()
}

/// Who is called `name`.
fn id(scene: &Scene, name: &str) -> AgentId {
    scene.agents.iter().find(|agent| agent.name == name).unwrap_or_else(|| panic!("nobody is called {name}")).id
}

fn place(world: &World, id: AgentId) -> DVec2 {
    world.agent(id).expect("an agent").position
}

/// Runs `seconds` on and returns what happened.
fn run(world: &mut World, seconds: u64, mut see: impl FnMut(&World)) -> Vec<Event> {
    let mut events = Vec::new();
    for _ in 0..seconds * 60 {
        world.step();
        events.extend_from_slice(world.events());
        see(world);
    }
    events
}

fn happened(events: &[Event], agent: AgentId) -> Vec<(u64, Happening)> {
    events.iter().filter(|event| event.agent == agent).map(|event| (event.tick, event.happening)).collect()
}

// --- the files ---

#[test]
fn every_file_of_the_folder_is_built_in_with_the_same_text() {
    for (folder, built_in) in [("scenes", sample::SCENES), ("agents", sample::AGENTS)] {
        let names: BTreeSet<String> = built_in.iter().map(|shipped| shipped.file.to_owned()).collect();
        assert_eq!(names, files(folder));
        assert_eq!(names.len(), built_in.len(), "a file is listed twice");
        for shipped in built_in {
            assert_eq!(std::fs::read_to_string(presets(folder).join(shipped.file)).expect("a text"), shipped.text);
        }
    }
    assert_eq!(sample::scenes().len(), sample::SCENES.len());
    assert_eq!(sample::agents().len(), sample::AGENTS.len());
    assert_eq!(sample::first_scene(), scene("gate-patrol"), "the scene of the first start");
}

#[test]
fn every_file_is_in_canonical_form_and_has_no_field_that_is_ignored() {
    for shipped in sample::SCENES {
        let loaded = read_scene(shipped.text).unwrap_or_else(|fault| panic!("{}:{fault}", shipped.file));
        assert_eq!(loaded.unknown_fields, [""; 0], "{}", shipped.file);
        assert!(write_scene(&loaded.value).expect("sound") == shipped.text, "{} is not as it would be saved", shipped.file);
        assert!(!loaded.value.name.is_empty() && loaded.value.notes.matches(". ").count() >= 1, "{} wants notes", shipped.file);
    }
    for shipped in sample::AGENTS {
        let loaded = read_preset(shipped.text).unwrap_or_else(|fault| panic!("{}:{fault}", shipped.file));
        assert_eq!(loaded.unknown_fields, [""; 0], "{}", shipped.file);
        assert!(write_preset(&loaded.value).expect("sound") == shipped.text, "{} is not as it would be saved", shipped.file);
    }
}

fn current_schema(file: &str, generated: &str) -> jsonschema::Validator {
    let path = presets("schema").join(file);
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(&path, generated).expect("written");
    }
    let text = std::fs::read_to_string(path).expect("a schema");
    assert!(text == generated, "presets/schema/{file} is out of date; run this test with UPDATE_SCHEMA=1");
    jsonschema::validator_for(&serde_json::from_str(&text).expect("JSON")).expect("a sound schema")
}

#[test]
fn the_schemas_are_current_accept_every_file_and_reject_broken_ones() {
    let scenes = current_schema("scene.schema.json", &scene_schema());
    let agents = current_schema("preset.schema.json", &preset_schema());
    for (schema, built_in) in [(&scenes, sample::SCENES), (&agents, sample::AGENTS)] {
        for shipped in built_in {
            let file = serde_json::from_str(shipped.text).expect("JSON");
            let faults: Vec<String> = schema.iter_errors(&file).map(|error| format!("{}: {error}", error.instance_path())).collect();
            assert!(faults.is_empty(), "{}: {faults:?}", shipped.file);
        }
    }
    let good: serde_json::Value = serde_json::from_str(sample::SCENES[0].text).expect("JSON");
    let mut with_more = good.clone();
    with_more["of_a_later_version"] = 1.into();
    with_more["agents"][0]["mood"] = "good".into();
    assert!(scenes.is_valid(&with_more), "unknown fields are ignored, not wrong");
    let broken: [(&str, serde_json::Value); 12] = [
        ("/format", "steerwright-preset".into()),
        ("/format_version", 0.into()),
        ("/seed", (-1).into()),
        ("/seed", 1_000_000_000_000_000_u64.into()),
        ("/ticks_per_second", "fast".into()),
        ("/ticks_per_second", 0.into()),
        ("/presets/0/color", "red".into()),
        ("/presets/0/body/mass", 0.into()),
        ("/presets/0/motion", serde_json::json!({ "flying": {} })),
        ("/paths/0/traversal", "sideways".into()),
        ("/paths/0/nodes/0/wait", (-1).into()),
        ("/agents/0/x", serde_json::Value::Null),
    ];
    for (pointer, wrong) in broken {
        let mut file = good.clone();
        *file.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = wrong.clone();
        assert!(!scenes.is_valid(&file), "{wrong} at {pointer} passes the schema");
        assert!(read_scene(&file.to_string()).is_err(), "{wrong} at {pointer} is read");
    }
    for missing in ["format", "format_version"] {
        let mut file = good.clone();
        file.as_object_mut().expect("an object").remove(missing);
        assert!(!scenes.is_valid(&file));
    }
    assert!(!agents.is_valid(&good), "a scene is no preset");
}

/// Every conformance case, those that earlier versions exported, and every shipped scene, placed in several ways.
fn every_export() -> Vec<(String, String)> {
    let mut exports = Vec::new();
    for folder in ["conformance", "tests/fixtures/v1/exports"] {
        let entries = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).expect("the folder");
        let paths = entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.to_string_lossy().ends_with(".steer.json"));
        exports.extend(paths.map(|path| (path.display().to_string(), std::fs::read_to_string(path).expect("a file"))));
    }
    for (name, scene) in every_scene() {
        for options in [Options::default(), Options { y_down: true, plane: Plane::Xz, scale: 32.0, ..Options::default() }] {
            let files = export::export(&scene, Target::Json, &options).expect("an export");
            assert_eq!(files[1].name, "steerwright/steer.schema.json");
            assert_eq!(files[1].bytes, export_schema().into_bytes());
            exports.push((name.clone(), String::from_utf8(files[0].bytes.clone()).expect("text")));
        }
    }
    exports
}

#[test]
fn the_schema_of_exports_is_current_accepts_every_export_and_rejects_broken_ones() {
    let schema = current_schema("export.schema.json", &export_schema());
    let exports = every_export();
    assert!(exports.len() >= 50 + 2 + 18);
    for (name, text) in &exports {
        let mut file: serde_json::Value = serde_json::from_str(text).expect("JSON");
        // What a later version writes is newer than the schema knows, and else the same.
        file["format_version"] = 1.into();
        let faults: Vec<String> = schema.iter_errors(&file).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(faults.is_empty(), "{name}: {faults:?}");
    }
    let good: serde_json::Value = serde_json::from_str(&exports[0].1).expect("JSON");
    let (_, patrol) = exports.iter().find(|(name, _)| name.ends_with("Gate-patrol.steer.json")).expect("a patrol");
    let patrol: serde_json::Value = serde_json::from_str(patrol).expect("JSON");
    let (_, chase) = exports.iter().find(|(name, _)| name.ends_with("Grid-chase.steer.json")).expect("a chase");
    let chase: serde_json::Value = serde_json::from_str(chase).expect("JSON");
    let broken: [(&serde_json::Value, &str, serde_json::Value); 20] = [
        (&good, "/format", "steerwright-scene".into()),
        (&good, "/ticks_per_second", 0.into()),
        (&good, "/turn_sign", 2.into()),
        (&good, "/pointer", serde_json::json!([0, 0])),
        (&good, "/scale", 0.into()),
        (&good, "/cells/size", 0.into()),
        (&patrol, "/paths/0/traversal", "pingpong".into()),
        (&patrol, "/paths/0/points/1", serde_json::json!([1, 2, 3])),
        (&patrol, "/paths/0/nodes/0/wait_ticks", 1.5.into()),
        (&patrol, "/paths/0/nodes/0/point", (-1).into()),
        (&patrol, "/paths/0/nodes/0/x", "0".into()),
        (&patrol, "/agents/0/random_state", serde_json::json!([1, 2, 3])),
        (&patrol, "/agents/0/random_state/2", 4_294_967_296_u64.into()),
        (&patrol, "/agents/0/body/mass", 0.into()),
        (&patrol, "/agents/0/behaviors/0/kind", "teleport".into()),
        (&patrol, "/agents/0/behaviors/0/start", "last".into()),
        (&patrol, "/agents/0/target", serde_json::json!({ "kind": "path", "id": 1 })),
        (&patrol, "/agents/0/color", "red".into()),
        (&chase, "/agents/0/motion", "flying".into()),
        (&chase, "/cells/blocked/0", serde_json::json!([0.5, 1])),
    ];
    for (file, pointer, wrong) in broken {
        assert!(schema.is_valid(file));
        let mut file = file.clone();
        *file.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = wrong.clone();
        assert!(!schema.is_valid(&file), "{wrong} at {pointer} passes the schema");
    }
    let mut missing = Vec::new();
    fields_of("", &patrol, &mut missing);
    for pointer in missing {
        let mut file = patrol.clone();
        let (object, key) = pointer.rsplit_once('/').expect("a pointer");
        file.pointer_mut(object).and_then(serde_json::Value::as_object_mut).expect("an object").remove(key);
        let needed = !["/plane", "/origin"].contains(&pointer.as_str());
        assert_eq!(!schema.is_valid(&file), needed, "without {pointer}");
    }
}

/// Pointers to every field of every object in `value`.
fn fields_of(place: &str, value: &serde_json::Value, found: &mut Vec<String>) {
    for (key, inner) in value.as_object().into_iter().flatten() {
        found.push(format!("{place}/{key}"));
        fields_of(&format!("{place}/{key}"), inner, found);
    }
    for (i, inner) in value.as_array().into_iter().flatten().enumerate() {
        fields_of(&format!("{place}/{i}"), inner, found);
    }
}

#[test]
fn every_field_of_the_schemas_is_described() {
    fn undescribed(place: &str, value: &serde_json::Value, found: &mut Vec<String>) {
        let properties = value.get("properties").and_then(|p| p.as_object());
        for (key, property) in properties.into_iter().flatten() {
            // A variant is described by the object around it; the tags on top describe themselves.
            let told = property.get("description").is_some() || value.get("additionalProperties").is_some();
            if !told && !["$schema", "format", "format_version"].contains(&key.as_str()) {
                found.push(format!("{place}/{key}"));
            }
        }
        let parts = value.as_object().into_iter().flatten().map(|(key, inner)| (key.clone(), inner));
        let items = value.as_array().into_iter().flatten().enumerate().map(|(i, inner)| (i.to_string(), inner));
        for (key, inner) in parts.chain(items) {
            undescribed(&format!("{place}/{key}"), inner, found);
        }
    }
    for schema in [scene_schema(), preset_schema(), export_schema()] {
        let mut found = Vec::new();
        undescribed("", &serde_json::from_str(&schema).expect("JSON"), &mut found);
        assert_eq!(found, [""; 0]);
    }
}

// --- the agent presets ---

#[test]
fn agent_presets_can_be_told_apart_by_name_and_by_colour_on_the_dark_canvas() {
    let agents = every_agent_preset();
    assert!(agents.len() >= 10);
    let linear = |channel: u8| match f64::from(channel) / 255.0 {
        c if c <= 0.04045 => c / 12.92,
        c => ((c + 0.055) / 1.055).powf(2.4),
    };
    let luminance = |Color([r, g, b]): Color| 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    // The low-cost weighted distance in sRGB ("redmean"); 0 to about 765.
    let distance = |Color(a): Color, Color(b): Color| {
        let d: Vec<f64> = a.iter().zip(b).map(|(&a, b)| f64::from(a) - f64::from(b)).collect();
        let red = (f64::from(a[0]) + f64::from(b[0])) / 2.0;
        ((2.0 + red / 256.0) * d[0] * d[0] + 4.0 * d[1] * d[1] + (2.0 + (255.0 - red) / 256.0) * d[2] * d[2]).sqrt()
    };
    for (i, a) in agents.iter().enumerate() {
        let contrast = (luminance(a.color) + 0.05) / (luminance(BACKGROUND) + 0.05);
        assert!(contrast >= 4.5, "{} is too dark: {contrast}", a.name);
        assert!(a.description.ends_with('.') && a.description.len() > 30, "{} wants a sentence", a.name);
        for b in &agents[..i] {
            assert!(a.name != b.name && a.id != b.id);
            assert!(distance(a.color, b.color) >= 60.0, "{} and {} look alike: {}", a.name, b.name, distance(a.color, b.color));
        }
    }
}

/// The slow radii of a preset, each with what it is of.
fn slow_radii(preset: &Preset) -> Vec<(&'static str, f64)> {
    let radius = |behavior: &Behavior| match behavior {
        Behavior::Arrive(arrive) => Some(arrive.slow_radius),
        Behavior::FollowPath(follow) => Some(follow.slow_radius),
        Behavior::FollowLeader(follow) => Some(follow.slow_radius),
        Behavior::HomingWalk(walk) => Some(walk.min_step.max(walk.reach_radius)),
        _ => None,
    };
    preset.behaviors().filter_map(|b| radius(b).map(|r| (b.label(), r))).collect()
}

#[test]
fn no_shipped_preset_overshoots_by_the_lint_rule() {
    let in_scenes = every_scene().into_iter().flat_map(|(_, scene)| scene.presets).map(|preset| Preset::clone(&preset));
    for preset in every_agent_preset().into_iter().chain(in_scenes) {
        for (what, slow_radius) in slow_radii(&preset) {
            let needed = 4.0 * preset.body.mass * preset.body.time_to_target * preset.body.max_speed;
            assert!(slow_radius >= needed, "{}, {what}: slow radius {slow_radius}, wants {needed}", preset.name);
        }
    }
}

#[test]
fn no_node_of_a_shipped_path_is_narrower_than_its_walkers_turn() {
    for (file, scene) in every_scene() {
        for agent in scene.agents.iter() {
            let Some(path) = agent.path.and_then(|id| scene.path(id)) else { continue };
            let body = &scene.preset(agent.preset).expect("a preset").body;
            for node in &path.nodes {
                let speed = node.speed.map_or(body.max_speed, |limit| limit.min(body.max_speed));
                let turn = speed * speed / (body.max_force / body.mass);
                assert!(turn <= path.radius_of(node), "{file}: {} turns within {turn} at node {}", agent.name, node.id);
            }
        }
    }
}

// --- the scenes ---

#[test]
fn together_the_scenes_show_everything_there_is() {
    let mut shown = BTreeSet::new();
    for (file, scene) in every_scene() {
        assert_eq!(validate::problems(&scene), [], "{file}");
        for agent in scene.agents.iter() {
            let preset = scene.preset(agent.preset).expect("a preset");
            let bound = (agent.target.is_some(), agent.danger.is_some(), agent.path.is_some(), agent.leader.is_some());
            for role in preset.roles() {
                use steerwright::scene::Role::{Danger, Leader, Path, Target};
                let there = match role {
                    Target => bound.0,
                    Danger => bound.1,
                    Path => bound.2,
                    Leader => bound.3,
                };
                assert!(there, "{file}: {} has no {role:?}", agent.name);
            }
            for behavior in preset.behaviors() {
                shown.insert(behavior.label().to_owned());
                match behavior {
                    Behavior::Arrive(a) => shown.extend([format!("{:?}", a.ramp), format!("{:?}", a.stop)]),
                    Behavior::Leave(l) => drop(shown.insert(format!("{:?}", l.ramp))),
                    Behavior::FollowPath(f) => drop(shown.insert(format!("{:?}", f.start).replace(|c: char| !c.is_alphabetic(), ""))),
                    Behavior::Separation(s) => drop(shown.insert(format!("falloff {:?}", s.falloff))),
                    Behavior::HomingWalk(w) => drop(shown.insert(format!("smooth {}", w.smooth))),
                    _ => {}
                }
            }
            match &preset.motion {
                Motion::Steered(steered) => drop(shown.insert(format!("{:?}", steered.combine))),
                Motion::GridChase(chase) => shown.extend([format!("{:?}", chase.method), format!("{:?}", chase.aim)]),
            }
            if let Some(path) = agent.path.and_then(|id| scene.path(id)) {
                shown.extend([format!("{:?}", path.traversal), format!("{:?}", path.shape)]);
            }
        }
    }
    let mut wanted: BTreeSet<String> = Behavior::all().iter().map(|b| b.label().to_owned()).collect();
    let debug: [&dyn std::fmt::Debug; 20] = [
        &arrive::Ramp::Linear,
        &arrive::Ramp::Sqrt,
        &arrive::Ramp::Quadratic,
        &arrive::Stop::Brake,
        &arrive::Stop::Coast,
        &leave::LeaveRamp::Stepped,
        &leave::LeaveRamp::Smooth,
        &follow_path::Start::First,
        &follow_path::Start::Nearest,
        &follow_path::Traversal::Once,
        &follow_path::Traversal::Loop,
        &follow_path::Traversal::PingPong,
        &follow_path::Shape::Straight,
        &follow_path::Shape::CatmullRom,
        &grid_chase::Method::Axis,
        &grid_chase::Method::LineOfSight,
        &grid_chase::Aim::Chase,
        &grid_chase::Aim::Evade,
        &Combine::WeightedSum,
        &Combine::Priority,
    ];
    wanted.extend(debug.iter().map(|d| format!("{d:?}")));
    wanted.extend(["Node", "falloff InverseSquare", "smooth true", "smooth false"].map(str::to_owned));
    let missing: Vec<_> = wanted.difference(&shown).collect();
    assert!(missing.is_empty(), "no scene shows {missing:?}");
}

#[test]
fn in_every_scene_numbers_stay_numbers_and_speeds_and_forces_within_limits() {
    let mut kinds = BTreeSet::new();
    for (file, scene) in every_scene() {
        let limits: BTreeMap<AgentId, (f64, f64)> = scene
            .agents
            .iter()
            .map(|agent| {
                let preset = scene.preset(agent.preset).expect("a preset");
                let limit = match &preset.motion {
                    Motion::Steered(_) => (preset.body.max_speed, preset.body.max_force),
                    Motion::GridChase(chase) => (scene.cells.size * std::f64::consts::SQRT_2 / chase.step_interval, 0.0),
                };
                (agent.id, limit)
            })
            .collect();
        let events = run(&mut World::new(&scene), SECONDS, |world| {
            for agent in world.agents() {
                let (speed, force) = limits[&agent.id];
                assert!(agent.position.is_finite() && agent.velocity.is_finite() && agent.heading.is_finite(), "{file}: {agent:?}");
                assert!(agent.position.length() < 40.0, "{file}: agent {} got lost at {}", agent.id, agent.position);
                assert!(agent.velocity.length() <= speed * (1.0 + 1e-9), "{file}: agent {} is too fast", agent.id);
                assert!(agent.steering <= force * (1.0 + 1e-9), "{file}: agent {} pushes too hard", agent.id);
            }
        });
        kinds.extend(events.iter().map(|event| event.happening.kind()));
    }
    // Nobody in these scenes loses sight of anybody.
    assert_eq!(kinds.len(), 8, "some happening never happens: only {kinds:?}");
}

#[test]
fn nobody_circles_a_node_for_ever() {
    for (file, scene) in every_scene() {
        let events = run(&mut World::new(&scene), SECONDS, |_| {});
        for agent in scene.agents.iter() {
            let Some(path) = agent.path.and_then(|id| scene.path(id)) else { continue };
            let slowest = path.nodes.iter().filter_map(|node| node.speed).fold(f64::INFINITY, f64::min);
            let speed = scene.preset(agent.preset).expect("a preset").body.max_speed.min(slowest);
            let n = path.nodes.len();
            let longest = (0..n).map(|i| path.nodes[i].position().distance(path.nodes[(i + 1) % n].position())).fold(0.0, f64::max);
            let most_wait = path.nodes.iter().map(|node| node.wait).fold(0.0, f64::max);
            let patience = 2.0 * longest / speed + most_wait + 1.0;
            let seen = happened(&events, agent.id);
            let mut last = 0;
            for (tick, happening) in &seen {
                if let Happening::NodeReached(_) = happening {
                    assert!((tick - last) as f64 / 60.0 <= patience, "{file}: {} took {} ticks to a node", agent.name, tick - last);
                    last = *tick;
                }
            }
            let finished = seen.iter().any(|(_, happening)| *happening == Happening::PathFinished);
            assert!(finished || (SECONDS * 60 - last) as f64 / 60.0 <= patience, "{file}: {} reaches no more nodes", agent.name);
        }
    }
}

#[test]
fn gate_patrol_visits_every_node_to_and_fro_waits_and_slows_at_the_gate() {
    let scene = scene("gate-patrol");
    let (guard, scout) = (id(&scene, "Guard"), id(&scene, "Scout"));
    let mut fastest_at_gate: f64 = 0.0;
    let events = run(&mut World::new(&scene), SECONDS, |world| {
        let agent = world.agent(guard).expect("the guard");
        // Half a second after turning to the limited node, and later.
        if agent.node == Some(3) && (agent.position.x.abs() < 1.0) {
            fastest_at_gate = fastest_at_gate.max(agent.velocity.length());
        }
    });
    let seen = happened(&events, guard);
    let nodes: Vec<usize> = seen.iter().filter_map(|(_, h)| if let Happening::NodeReached(n) = h { Some(*n) } else { None }).collect();
    assert_eq!(nodes[..11], [0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0], "a lap goes there and back");
    let lengths: Vec<u64> = seen
        .iter()
        .filter_map(|&(from, h)| if let Happening::WaitStarted(n) = h { Some((n, from)) } else { None })
        .filter_map(|(n, from)| seen.iter().find(|&&(tick, h)| tick > from && h == Happening::WaitEnded(n)).map(|&(to, _)| to - from))
        .collect();
    assert_eq!(lengths[..5], [90, 120, 90, 120, 90], "the authored waits in ticks");
    assert!(fastest_at_gate > 0.5 && fastest_at_gate < 0.9, "the speed limit of the gate is kept: {fastest_at_gate}");
    let rounds = happened(&events, scout).iter().filter(|(_, h)| *h == Happening::NodeReached(0)).count();
    assert!(rounds >= 5, "the scout runs round and round: {rounds}");
}

#[test]
fn curved_loop_starts_where_each_preset_says_and_the_errand_ends() {
    let scene = scene("curved-loop");
    let mut world = World::new(&scene);
    world.step();
    let sought = |name: &str| world.agent(id(&scene, name)).expect("an agent").node;
    assert_eq!(sought("First"), Some(1), "it stands on the first node and goes on to the next");
    assert_eq!(sought("Nearest"), Some(4));
    assert_eq!(sought("Fifth"), Some(5));
    let loop_line = steerwright::geometry::Polyline::new(scene.paths[0].route().points(), true);
    let scouts = ["First", "Nearest", "Fifth"].map(|name| id(&scene, name));
    let mut furthest: f64 = 0.0;
    let events = run(&mut world, SECONDS, |world| {
        furthest = scouts.iter().map(|&scout| loop_line.distance_to(place(world, scout))).fold(furthest, f64::max);
    });
    assert!(furthest < 0.8, "scouts keep to the curve: {furthest}");
    let courier = id(&scene, "Courier");
    assert!(happened(&events, courier).iter().any(|(_, h)| *h == Happening::PathFinished));
    assert!(world.agent(courier).expect("the courier").velocity.length() < 1e-3, "and stands at the end");
}

#[test]
fn arrivers_arrive_and_stand_the_coaster_rolls_and_leavers_leave() {
    let scene = scene("arrive-and-leave");
    let mut world = World::new(&scene);
    let events = run(&mut world, 30, |_| {});
    let target =
        |name: &str| scene.target_position(scene.agent(id(&scene, name)).expect("an agent").target.expect("a target")).expect("a place");
    for name in ["Linear", "Square root", "Quadratic", "Vehicle"] {
        let agent = world.agent(id(&scene, name)).expect("an agent");
        assert!(agent.position.distance(target(name)) < 0.45, "{name} ends at {}", agent.position);
        assert!(agent.velocity.length() < 0.01, "{name} still moves");
        let arrivals = happened(&events, agent.id).iter().filter(|(_, h)| *h == Happening::Arrived).count();
        assert_eq!(arrivals, 1, "{name} arrives once");
    }
    let first = |name: &str| happened(&events, id(&scene, name))[0].0;
    assert!(first("Square root") < first("Linear") && first("Linear") < first("Quadratic"), "the ramps differ in haste");
    let coaster = happened(&events, id(&scene, "Coasting"));
    assert!(coaster.iter().filter(|(_, h)| *h == Happening::Arrived).count() > 1, "the coaster rolls out and comes back");
    assert!(place(&world, id(&scene, "Coasting")).distance(target("Coasting")) < 1.0);
    for name in ["Stepped", "Smooth", "Shy"] {
        let agent = scene.agent(id(&scene, name)).expect("an agent");
        let danger = scene.target_position(agent.danger.expect("a danger")).expect("a place");
        let radius = scene
            .preset(agent.preset)
            .expect("a preset")
            .behaviors()
            .find_map(|b| if let Behavior::Leave(l) = b { Some(l.danger_radius) } else { None });
        let (before, after) = (agent.position().distance(danger), place(&world, agent.id).distance(danger));
        assert!(before < 2.0 && after > 0.85 * radius.expect("a radius"), "{name} went from {before} to {after}");
    }
    // The pointer comes after the shy one, which runs again.
    let shy = id(&scene, "Shy");
    let cornered = place(&world, shy);
    world.set_pointer(cornered + DVec2::new(-0.5, 0.3)).expect("a place");
    run(&mut world, 10, |_| {});
    assert!(place(&world, shy).distance(cornered) > 3.0);
}

#[test]
fn the_squad_keeps_with_its_leader_wherever_the_pointer_goes() {
    let scene = scene("squad");
    let leader = id(&scene, "Leader");
    let squad: Vec<AgentId> = (1..=5).map(|n| id(&scene, &format!("Follower {n}"))).collect();
    let mut world = World::new(&scene);
    let check = |world: &mut World, pointer: DVec2| {
        world.set_pointer(pointer).expect("a place");
        run(world, 15, |world| {
            for &follower in &squad {
                let apart = place(world, follower).distance(place(world, leader));
                assert!(apart < 6.0, "follower {follower} is left behind: {apart}");
            }
        });
        assert!(place(world, leader).distance(pointer) < 0.35, "the leader is at the pointer");
        for &follower in &squad {
            assert!(place(world, follower).distance(pointer) < 3.5, "follower {follower} is there too");
        }
    };
    check(&mut world, DVec2::ZERO);
    check(&mut world, DVec2::new(8.0, -5.0));
    check(&mut world, DVec2::new(-8.0, 6.0));
    check(&mut world, DVec2::new(8.0, 6.0));
}

#[test]
fn monsters_walk_in_from_places_inside_their_ring_that_differ_with_the_seed() {
    let scene = scene("squad");
    let monsters: Vec<AgentId> = scene.agents.iter().filter(|agent| agent.scatter.is_some()).map(|agent| agent.id).collect();
    assert!(monsters.len() >= 3);
    let starts = |seed: u64| -> Vec<DVec2> {
        let world = World::new(&Scene { seed, ..scene.clone() });
        monsters.iter().map(|&monster| place(&world, monster)).collect()
    };
    for seed in 0..50 {
        for (start, &monster) in starts(seed).iter().zip(&monsters) {
            let agent = scene.agent(monster).expect("a monster");
            let (scatter, distance) = (agent.scatter.expect("a ring"), start.distance(agent.position()));
            assert!(distance >= scatter.min - 1e-9 && distance <= scatter.max + 1e-9, "starts at {distance}");
        }
        assert_ne!(starts(seed), starts(seed + 1));
        assert_eq!(starts(seed), starts(seed));
    }
    let mut world = World::new(&scene);
    run(&mut world, 30, |_| {});
    for &monster in &monsters {
        assert!(place(&world, monster).distance(place(&world, id(&scene, "Leader"))) < 3.0, "monster {monster} got to its prey");
    }
    for (i, &a) in monsters.iter().enumerate() {
        for &b in &monsters[..i] {
            assert!(place(&world, a).distance(place(&world, b)) > 0.7, "monsters {a} and {b} pile up");
        }
    }
}

#[test]
fn the_convoy_stays_a_column() {
    let scene = scene("convoy");
    let column: Vec<AgentId> = scene.agents.iter().map(|agent| agent.id).collect();
    let mut world = World::new(&scene);
    run(&mut world, 10, |_| {});
    run(&mut world, 110, |world| {
        for pair in column.windows(2) {
            let gap = place(world, pair[0]).distance(place(world, pair[1]));
            assert!(gap > 1.2 && gap < 6.0, "{} follows {} at {gap}", pair[1], pair[0]);
        }
    });
}

#[test]
fn the_homing_walk_has_the_published_first_cone_and_arrives() {
    let scene = scene("homing-walk");
    let walker = scene.agent(id(&scene, "Walker")).expect("the walker");
    let target = scene.target_position(walker.target.expect("a target")).expect("a place");
    assert_eq!((walker.position(), target), (DVec2::new(10.0, 10.0), DVec2::ZERO));
    let published = scene
        .preset(walker.preset)
        .expect("a preset")
        .behaviors()
        .find_map(|b| if let Behavior::HomingWalk(w) = b { Some(*w) } else { None });
    assert_eq!(published, Some(steerwright::steering::HomingWalk::default()));
    for seed in 0..20 {
        let scene = Scene { seed, ..scene.clone() };
        let mut world = World::new(&scene);
        let first = world.agent(walker.id).expect("the walker");
        assert!((first.position.distance(target) - 14.14).abs() < 0.005);
        assert!((first.fov_deg.expect("a cone") / 2.0 - 21.2).abs() < 0.05, "half the cone is 21.2 degrees");
        let mut narrowest: f64 = 90.0;
        let events = run(&mut world, SECONDS, |world| {
            narrowest = narrowest.min(world.agent(walker.id).and_then(|agent| agent.fov_deg).expect("a cone"));
        });
        assert!(narrowest < 1.0, "the cone narrows: {narrowest}");
        let picked = happened(&events, walker.id).iter().filter(|(_, h)| *h == Happening::WayPointPicked).count();
        assert!((5..=8).contains(&picked), "four bent steps or so, then straight: {picked}");
        for agent in scene.agents.iter() {
            let goal = scene.target_position(agent.target.expect("a target")).expect("a place");
            assert!(happened(&events, agent.id).iter().any(|(_, h)| *h == Happening::Arrived), "{} arrives", agent.name);
            assert!(place(&world, agent.id).distance(goal) < 0.35);
        }
    }
}

#[test]
fn grid_movers_never_enter_a_blocked_cell_nor_cut_a_corner() {
    let scene = scene("grid-chase");
    let grid = scene.cells.grid();
    assert!(scene.cells.blocked.len() > 50, "there are walls");
    let movers: Vec<AgentId> = scene
        .agents
        .iter()
        .filter(|agent| matches!(scene.preset(agent.preset).map(|p| &p.motion), Some(Motion::GridChase(_))))
        .map(|agent| agent.id)
        .collect();
    assert_eq!(movers.len(), 3);
    let mut world = World::new(&scene);
    let mut at: BTreeMap<AgentId, Cell> = movers.iter().map(|&mover| (mover, grid.cell_at(place(&world, mover)))).collect();
    let (mut steps, mut diagonals) = (0, 0);
    let events = run(&mut world, SECONDS, |world| {
        for (&mover, was) in &mut at {
            let now = grid.cell_at(place(world, mover));
            assert!(!grid.is_blocked(now), "agent {mover} is in the wall at {now:?}");
            if now != *was {
                assert!(grid.can_step(*was, now), "agent {mover} cut a corner from {was:?} to {now:?}");
                steps += 1;
                diagonals += u32::from(now.column != was.column && now.row != was.row);
                *was = now;
            }
        }
        let walker = grid.cell_at(place(world, id(&scene, "Walker")));
        assert!(!grid.is_blocked(walker), "the walker keeps out of the walls too");
    });
    assert!(steps > 60 && diagonals > 5, "{steps} steps, {diagonals} of them diagonal");
    for name in ["Hunter", "Stalker"] {
        assert!(happened(&events, id(&scene, name)).iter().any(|(_, h)| *h == Happening::Arrived), "{name} catches the walker");
    }
    let (prey, stalker) = (id(&scene, "Prey"), id(&scene, "Stalker"));
    assert!(place(&world, prey).distance(place(&world, stalker)) > 2.0, "the prey keeps away");
}

#[test]
fn the_crowd_flows_and_its_separation_is_what_keeps_it_apart() {
    let scene = scene("crowd");
    assert_eq!(scene.agents.len(), 40);
    // How many pairs overlap, summed over the run.
    let overlaps = |scene: &Scene| {
        let mut count = 0;
        run(&mut World::new(scene), 30, |world| {
            let places: Vec<DVec2> = world.agents().map(|agent| agent.position).collect();
            for (i, a) in places.iter().enumerate() {
                count += places[..i].iter().filter(|b| a.distance(**b) < 0.5).count();
            }
        });
        count
    };
    let mut without = scene.clone();
    for preset in scene.presets.iter().map(|preset| preset.id) {
        let Some(Motion::Steered(steered)) = without.preset_mut(preset).map(|preset| &mut preset.motion) else { continue };
        steered.behaviors.retain(|weighted| !matches!(weighted.behavior, Behavior::Separation(_)));
    }
    let (with, without) = (overlaps(&scene), overlaps(&without));
    assert!(with * 5 < without, "{with} overlaps, {without} without separation");
    let events = run(&mut World::new(&scene), SECONDS, |_| {});
    for agent in scene.agents.iter() {
        let nodes: BTreeSet<String> = happened(&events, agent.id).iter().map(|(_, h)| h.label()).collect();
        assert_eq!(nodes.len(), 8, "{} goes all the way round", agent.name);
    }
}

#[test]
fn in_the_pursuit_the_wolf_gets_nearer_than_the_hound_and_the_hare_flees_first() {
    let scene = scene("pursuit");
    let [wolf, hound, deer, hare] = ["Wolf", "Hound", "Deer", "Hare"].map(|name| id(&scene, name));
    let mut world = World::new(&scene);
    let (mut by_wolf, mut by_hound, mut panics, mut ticks) = (0.0, 0.0, 0, 0.0);
    run(&mut world, SECONDS, |world| {
        by_wolf += place(world, wolf).distance(place(world, deer));
        by_hound += place(world, hound).distance(place(world, deer));
        ticks += 1.0;
        // A fleeing hare has no mind for its path.
        let fleeing = world.agent(hare).expect("the hare").node.is_none();
        panics += usize::from(fleeing);
    });
    assert!(by_wolf / ticks < by_hound / ticks, "cutting off beats chasing: {} and {}", by_wolf / ticks, by_hound / ticks);
    assert!(panics > 30 && (panics as f64) < ticks / 2.0, "the hare flees now and then: {panics} ticks");
}
