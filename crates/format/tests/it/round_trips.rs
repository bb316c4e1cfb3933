//! Written scenes read back the same, and all numbers have the precision of files.

use proptest::prelude::*;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;
use steerwright_format::rounding;
use steerwright_format::validate;
use steerwright_format::{
    load_scene, read_preset, read_scene, scene_schema, write_preset, write_scene,
};
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::parameter::{Kind, Parameter};
use steerwright_runtime::scene::editor::{Group, OutlinerProps, RememberedExport};
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, CellMap, Color, ExportOptions, GroupId, Marker, MarkerId, MarkerKind,
    Motion, Node, NodeId, PathId, PatrolPath, Plane, Preset, PresetId, Scatter, Scene, Steered,
    Target, WeightedBehavior,
};
use steerwright_runtime::steering::{BlendMode, GridChase, follow_path, grid_chase};
use steerwright_testing::full_scene::*;
use steerwright_testing::varied_behavior::varied_behavior;

fn decimal(range: std::ops::Range<f64>) -> impl Strategy<Value = f64> + Clone {
    let (from, to) = (range.start, range.end);
    prop_oneof![range.clone(), range.prop_map(f64::round)]
        .prop_map(move |x| rounded(x.clamp(from, to)))
}

fn any_behavior() -> impl Strategy<Value = WeightedBehavior> {
    let kind = prop::sample::select(Behavior::all().to_vec());
    let parts = prop::collection::vec(decimal(0.0..1.0), 10);
    (kind, decimal(-9.0..9.0), parts, any::<u8>()).prop_map(|(kind, weight, parts, choice)| {
        let mut parts = parts.into_iter().cycle();
        let number = |parameter: &Parameter<Behavior>| {
            let (low, high) = parameter.range;
            let part = parts
                .next()
                .filter(|part| *part > 0.1 || parameter.kind != Kind::Optional);
            part.map(|part| rounded(low + (high.min(1000.0) - low) * part))
        };
        WeightedBehavior::weighing(weight, varied_behavior(kind, number, choice))
    })
}

fn any_preset(id: u32) -> impl Strategy<Value = Preset> {
    let body = (
        decimal(0.01..100.0),
        decimal(0.0..100.0),
        decimal(0.0..1000.0),
        decimal(0.01..10.0),
        decimal(0.0..9.0),
    );
    let behaviors = prop::collection::vec(any_behavior(), 0..5);
    (
        ".{0,12}",
        any::<[u8; 3]>(),
        body,
        behaviors,
        any::<(bool, bool, bool, u16)>(),
    )
        .prop_map(
            move |(name, color, body, behaviors, (steered, a, b, length))| {
                let mut preset = Preset::steered(PresetId(id), name, []);
                preset.color = Color(color);
                let made = &mut preset.body;
                (
                    made.mass,
                    made.max_speed,
                    made.max_force,
                    made.time_to_target,
                    made.radius,
                ) = body;
                preset.motion = if steered {
                    Motion::Steered(Steered {
                        blend_mode: if a {
                            BlendMode::Priority
                        } else {
                            BlendMode::WeightedSum
                        },
                        behaviors,
                    })
                } else {
                    Motion::GridChase(GridChase {
                        method: if a {
                            grid_chase::Method::Axis
                        } else {
                            grid_chase::Method::LineOfSight
                        },
                        mode: if b {
                            grid_chase::ChaseMode::Evade
                        } else {
                            grid_chase::ChaseMode::Chase
                        },
                        step_interval: body.3,
                        max_path_length: length.into(),
                        ..GridChase::default()
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
    (
        ".{0,12}",
        any::<(bool, u8)>(),
        decimal(0.0..9.0),
        decimal(0.001..1.0),
        prop::collection::vec(node, 0..8),
    )
        .prop_map(move |(name, (curved, ends), radius, tolerance, nodes)| {
            use follow_path::{Shape, Traversal};
            PatrolPath {
                color: curved.then_some(Color([ends, 2, 3])),
                traversal: [Traversal::Once, Traversal::Loop, Traversal::PingPong]
                    [usize::from(ends) % 3],
                shape: if curved {
                    Shape::CatmullRom
                } else {
                    Shape::Straight
                },
                radius,
                tolerance,
                nodes: (nodes.into_iter().enumerate())
                    .map(|(i, (x, y, radius, wait, speed))| Node {
                        id: NodeId(i as u32 * 7),
                        position: DVec2::new(x, y),
                        radius,
                        wait,
                        speed,
                        script: None,
                        properties: Default::default(),
                    })
                    .collect(),
                ..PatrolPath::new(PathId(id), name)
            }
        })
}

/// One of eight values, by the bits of `bits`.
fn any_outline(bits: u8) -> OutlinerProps {
    OutlinerProps {
        group: (bits & 1 == 1).then_some(GroupId(u32::from(bits))),
        hidden: bits & 2 == 2,
        locked: bits & 4 == 4,
    }
}

prop_compose! {
    fn any_agent(id: u32)(
        name in ".{0,12}", preset in 1..=2u32, place in [decimal(-1e6..1e6), decimal(-9.0..9.0), decimal(-9.0..9.0), decimal(-9.0..9.0)],
        bound in any::<[bool; 4]>(), ring in prop::option::of((decimal(0.0..5.0), decimal(5.0..9.0))),
    ) -> Agent {
        let mut agent = Agent::at(AgentId(id), name, PresetId(preset), Default::default());
        [agent.position.x, agent.position.y, agent.velocity.x, agent.velocity.y] = place;
        agent.path = bound[0].then_some(PathId(1));
        agent.target = Some(if bound[1] { Target::Marker(MarkerId(1)) } else { Target::Pointer });
        agent.danger = bound[2].then_some(Target::Agent(AgentId(if id == 1 { 2 } else { 1 })));
        agent.leader = bound[3].then_some(AgentId(if id == 1 { 2 } else { 1 }));
        agent.scatter = ring.map(|(min, max)| Scatter { min, max });
        agent
    }
}

fn any_export() -> impl Strategy<Value = RememberedExport> {
    let places = (
        decimal(-1e9..1e9),
        decimal(-9.0..9.0),
        prop::option::of(decimal(0.0..1e6)),
    );
    (
        ".{0,12}",
        ".{0,12}",
        any::<[bool; 3]>(),
        decimal(1e-6..1e6),
        places,
    )
        .prop_map(|(to, folder, switches, scale, (x, y, with_trace))| {
            let plane = if switches[0] { Plane::Xz } else { Plane::Xy };
            let options = ExportOptions {
                y_down: switches[1],
                plane,
                scale,
                origin: DVec2::new(x, y),
                with_trace,
            };
            RememberedExport {
                to,
                folder,
                on_save: switches[2],
                options,
            }
        })
}

prop_compose! {
    fn any_scene()(
        name in ".{0,20}", notes in ".{0,20}", seed in 0..=validate::MAX_SEED, rate in decimal(1.0..1000.0),
        pointer in [decimal(-9.0..9.0), decimal(-9.0..9.0)], presets in (any_preset(1), any_preset(2)), paths in (any_path(1), any_path(5)),
        agents in (any_agent(1), any_agent(2), any_agent(9)), danger in any::<bool>(),
        size in decimal(0.001..1e6), blocked in prop::collection::vec(any::<[i32; 2]>(), 0..6),
        exports in prop::collection::vec(any_export(), 0..3), outlines in any::<[u8; 6]>(),
    ) -> Scene {
        let kind = if danger { MarkerKind::Danger } else { MarkerKind::Target };
        let mut scene = Scene {
            name, notes, unit: "m".into(), seed, ticks_per_second: rate, pointer: DVec2::new(pointer[0], pointer[1]),
            presets: vec![presets.0.into(), presets.1.into()], paths: vec![paths.0.into(), paths.1.into()],
            markers: vec![Marker::at(MarkerId(1), "", kind, DVec2::new(pointer[1], size))].into(),
            agents: vec![agents.0, agents.1, agents.2].into(), cells: CellMap { size, blocked: blocked.into_iter().map(Cell::from).collect() }.into(),
            ..Scene::default()
        };
        let editor = scene.editor_mut();
        editor.exports = exports;
        if danger {
            editor.groups.push(Group { id: GroupId(3), name: "Night".into(), parent: None, hidden: true, locked: false, color: Some(Color([1, 2, 3])) });
        }
        let [first, second, marker, agents @ ..] = outlines.map(any_outline);
        editor.set_props(PathId(1), first);
        editor.set_props(PathId(5), second);
        editor.set_props(MarkerId(1), marker);
        for (id, props) in [1, 2, 9].into_iter().zip(agents) {
            editor.set_props(AgentId(id), props);
        }
        scene
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn scenes_read_back_the_same_and_write_the_same_text(mut scene in any_scene()) {
        // As reading does, so that a new group cannot adopt the items of a deleted one.
        scene.prune_editor_data();
        let text = write_scene(&scene).expect("valid");
        let loaded = read_scene(&text).expect("readable");
        prop_assert_eq!(&loaded.value, &scene);
        prop_assert_eq!(loaded.unknown_fields, [""; 0]);
        prop_assert_eq!(write_scene(&loaded.value).expect("valid"), text);
        let preset = Preset::clone(&scene.presets[0]);
        let text = write_preset(&preset).expect("valid");
        prop_assert_eq!(read_preset(&text).expect("readable").value, preset);
    }

    #[test]
    fn scenes_are_rounded_when_written(x in -1e9..1e9f64, y in prop::num::f64::NORMAL, factor in 0.1..3.0f64) {
        let mut scene = full_scene();
        scene.pointer = DVec2::new(x, y.clamp(-1e9, 1e9));
        scene.path_mut(PathId(3)).expect("the path").nodes[0].position.x = x * factor / 3.0;
        let read = read_scene(&write_scene(&scene).expect("valid")).expect("readable").value;
        rounding::round_numbers(&mut scene);
        prop_assert_eq!(read, scene);
    }

    #[test]
    fn flipped_bytes_never_panic_and_errors_name_a_place(flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
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
    fn arbitrary_text_is_rejected_without_a_panic(text in ".{0,60}") {
        prop_assert!(read_scene(&text).is_err());
        prop_assert!(read_preset(&text).is_err());
    }
}

#[test]
fn every_number_of_every_type_is_rounded_by_writing() {
    // The schema lists the fields with numbers, so the test fails if the full scene lacks a new
    // field.
    fn number_keys(value: &Value, found: &mut BTreeSet<String>) {
        for (key, property) in value
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            if property.get("format").and_then(Value::as_str) == Some("double") {
                found.insert(key.clone());
            }
        }
        value
            .as_object()
            .into_iter()
            .flat_map(|o| o.values())
            .for_each(|inner| number_keys(inner, found));
        value
            .as_array()
            .into_iter()
            .flatten()
            .for_each(|inner| number_keys(inner, found));
    }
    fn make_irrational(key: &str, value: &mut Value, n: &mut f64, seen: &mut BTreeSet<String>) {
        match value {
            Value::Number(number) if number.is_f64() => {
                *n += 1.0;
                seen.insert(key.to_owned());
                // Between 0 and 1, which is in range for everything except the tick rate.
                let irrational = (*n * std::f64::consts::SQRT_2).fract().mul_add(0.5, 0.25);
                *value = (if key == "ticks_per_second" {
                    59.0 + irrational
                } else {
                    irrational
                })
                .into();
            }
            Value::Array(items) => items
                .iter_mut()
                .for_each(|item| make_irrational(key, item, n, seen)),
            Value::Object(fields) => {
                for (key, field) in fields.iter_mut() {
                    make_irrational(key, field, n, seen);
                }
                // No minimum is above its maximum.
                if fields.contains_key("min")
                    && let Some(max) = fields.get_mut("max")
                {
                    *max = (max.as_f64().expect("a number") + 2.0).into();
                }
            }
            _ => {}
        }
    }
    fn compare(place: &str, before: &Value, after: &Value) {
        match (before, after) {
            (Value::Array(a), Value::Array(b)) => a
                .iter()
                .zip(b)
                .enumerate()
                .for_each(|(i, (a, b))| compare(&format!("{place}/{i}"), a, b)),
            (Value::Object(a), Value::Object(b)) => a
                .iter()
                .for_each(|(key, a)| compare(&format!("{place}/{key}"), a, &b[key])),
            (Value::Number(a), b) if a.is_f64() => assert_eq!(
                b.as_f64(),
                a.as_f64().map(rounded),
                "{place} is not rounded"
            ),
            (a, b) => assert_eq!(a, b, "{place} changed"),
        }
    }
    let mut scene = full_scene();
    Arc::make_mut(&mut scene.agents)[0].scatter = Some(Scatter { min: 0.0, max: 9.0 });
    let mut value = serde_json::to_value(&scene).expect("JSON");
    let (mut expected, mut seen) = (BTreeSet::new(), BTreeSet::new());
    make_irrational("", &mut value, &mut 0.0, &mut seen);
    number_keys(
        &serde_json::from_str(&scene_schema()).expect("JSON"),
        &mut expected,
    );
    assert_eq!(
        expected.difference(&seen).collect::<Vec<_>>(),
        [""; 0],
        "the full scene is not full"
    );
    let irrational: Scene = serde_json::from_value(value.clone()).expect("a scene");

    let mut by_hand = irrational.clone();
    rounding::round_numbers(&mut by_hand);
    compare("", &value, &serde_json::to_value(&by_hand).expect("JSON"));
    let written = read_scene(&write_scene(&irrational).expect("valid"))
        .expect("readable")
        .value;
    assert_eq!(written, by_hand, "the file holds what rounding gives");
    let mut twice = by_hand.clone();
    rounding::round_numbers(&mut twice);
    assert_eq!(twice, by_hand, "rounding twice is rounding once");
    assert!(
        Arc::ptr_eq(&twice.presets[0], &by_hand.presets[0])
            && Arc::ptr_eq(&twice.paths[0], &by_hand.paths[0]),
        "and shares what is round"
    );
    for preset in &irrational.presets {
        let read = read_preset(&write_preset(preset).expect("valid"))
            .expect("readable")
            .value;
        assert_eq!(&read, by_hand.preset(preset.id).expect("the preset"));
    }
}
