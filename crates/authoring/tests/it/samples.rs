//! Built-in files are canonical, valid, well tuned, and do what their notes say.

use std::collections::BTreeSet;
use steerwright_analysis::probe::{Budget, straight_approach};
use steerwright_authoring::sample;
use steerwright_format::export_file::export_schema;
use steerwright_format::validate;
use steerwright_format::{
    preset_schema, read_preset, read_scene, scene_schema, write_preset, write_scene,
};
use steerwright_runtime::scene::{Behavior, Color, Motion, Preset};
use steerwright_runtime::steering::arrive::Stop;
use steerwright_runtime::steering::{BlendMode, arrive, follow_path, grid_chase, leave};
use steerwright_testing::shipped::{
    current_schema, every_agent_preset, every_scene, files, presets, scene,
};

const BACKGROUND: Color = Color([0x14, 0x17, 0x1c]);

#[test]
fn every_preset_file_is_built_in() {
    for (folder, built_in) in [("scenes", sample::SCENES), ("agents", sample::AGENTS)] {
        let names: BTreeSet<String> = built_in
            .iter()
            .map(|shipped| shipped.file.to_owned())
            .collect();
        assert_eq!(names, files(folder));
        assert_eq!(names.len(), built_in.len(), "a file is listed twice");
        for shipped in built_in {
            assert_eq!(
                std::fs::read_to_string(presets(folder).join(shipped.file)).expect("a text"),
                shipped.text
            );
        }
    }
    assert_eq!(sample::scenes().len(), sample::SCENES.len());
    assert_eq!(sample::agents().len(), sample::AGENTS.len());
    assert_eq!(
        sample::first_scene(),
        scene("gate-patrol"),
        "the scene of the first start"
    );
}

#[test]
fn every_built_in_file_is_canonical_and_without_unknown_fields() {
    for shipped in sample::SCENES {
        let loaded =
            read_scene(shipped.text).unwrap_or_else(|fault| panic!("{}:{fault}", shipped.file));
        assert_eq!(loaded.unknown_fields, [""; 0], "{}", shipped.file);
        assert!(
            write_scene(&loaded.value).expect("valid") == shipped.text,
            "{} is not as it would be saved",
            shipped.file
        );
        assert!(
            !loaded.value.name.is_empty() && loaded.value.notes.matches(". ").count() >= 1,
            "{} wants notes",
            shipped.file
        );
    }
    for shipped in sample::AGENTS {
        let loaded =
            read_preset(shipped.text).unwrap_or_else(|fault| panic!("{}:{fault}", shipped.file));
        assert_eq!(loaded.unknown_fields, [""; 0], "{}", shipped.file);
        assert!(
            write_preset(&loaded.value).expect("valid") == shipped.text,
            "{} is not as it would be saved",
            shipped.file
        );
    }
}

#[test]
fn schemas_are_current_accept_built_in_files_and_reject_invalid_ones() {
    let scenes = current_schema("scene.schema.json", &scene_schema());
    let agents = current_schema("preset.schema.json", &preset_schema());
    for (schema, built_in) in [(&scenes, sample::SCENES), (&agents, sample::AGENTS)] {
        for shipped in built_in {
            let file = serde_json::from_str(shipped.text).expect("JSON");
            let faults: Vec<String> = schema
                .iter_errors(&file)
                .map(|error| format!("{}: {error}", error.instance_path()))
                .collect();
            assert!(faults.is_empty(), "{}: {faults:?}", shipped.file);
        }
    }
    let good: serde_json::Value = serde_json::from_str(sample::SCENES[0].text).expect("JSON");
    let mut with_more = good.clone();
    with_more["of_a_later_version"] = 1.into();
    with_more["agents"][0]["mood"] = "good".into();
    assert!(
        scenes.is_valid(&with_more),
        "unknown fields are ignored, not wrong"
    );
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
        *file
            .pointer_mut(pointer)
            .unwrap_or_else(|| panic!("no {pointer}")) = wrong.clone();
        assert!(
            !scenes.is_valid(&file),
            "{wrong} at {pointer} passes the schema"
        );
        assert!(
            read_scene(&file.to_string()).is_err(),
            "{wrong} at {pointer} is read"
        );
    }
    for missing in ["format", "format_version"] {
        let mut file = good.clone();
        file.as_object_mut().expect("an object").remove(missing);
        assert!(!scenes.is_valid(&file));
    }
    assert!(!agents.is_valid(&good), "a scene is no preset");
}

#[test]
fn every_schema_field_has_a_description() {
    fn undescribed(place: &str, value: &serde_json::Value, found: &mut Vec<String>) {
        let properties = value.get("properties").and_then(|p| p.as_object());
        for (key, property) in properties.into_iter().flatten() {
            // A variant is described by the object around it; top-level tags describe themselves.
            let told = property.get("description").is_some()
                || value.get("additionalProperties").is_some();
            if !told && !["$schema", "format", "format_version"].contains(&key.as_str()) {
                found.push(format!("{place}/{key}"));
            }
        }
        let parts = value
            .as_object()
            .into_iter()
            .flatten()
            .map(|(key, inner)| (key.clone(), inner));
        let items = value
            .as_array()
            .into_iter()
            .flatten()
            .enumerate()
            .map(|(i, inner)| (i.to_string(), inner));
        for (key, inner) in parts.chain(items) {
            let place = format!("{place}/{key}");
            // The list of properties is no schema, but what is in it is. One of them is named
            // "properties".
            if let Some(own) = inner.as_object().filter(|_| key == "properties") {
                for (name, property) in own {
                    undescribed(&format!("{place}/{name}"), property, found);
                }
            } else {
                undescribed(&place, inner, found);
            }
        }
    }
    for schema in [scene_schema(), preset_schema(), export_schema()] {
        let mut found = Vec::new();
        undescribed(
            "",
            &serde_json::from_str(&schema).expect("JSON"),
            &mut found,
        );
        assert_eq!(found, [""; 0]);
    }
}

// --- the agent presets ---

#[test]
fn agent_presets_have_distinct_names_and_colors() {
    let agents = every_agent_preset();
    assert!(agents.len() >= 10);
    let linear = |channel: u8| match f64::from(channel) / 255.0 {
        c if c <= 0.04045 => c / 12.92,
        c => ((c + 0.055) / 1.055).powf(2.4),
    };
    let luminance =
        |Color([r, g, b]): Color| 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    // The low-cost weighted distance in sRGB ("redmean"); 0 to about 765.
    let distance = |Color(a): Color, Color(b): Color| {
        let d: Vec<f64> = a
            .iter()
            .zip(b)
            .map(|(&a, b)| f64::from(a) - f64::from(b))
            .collect();
        let red = (f64::from(a[0]) + f64::from(b[0])) / 2.0;
        ((2.0 + red / 256.0) * d[0] * d[0]
            + 4.0 * d[1] * d[1]
            + (2.0 + (255.0 - red) / 256.0) * d[2] * d[2])
            .sqrt()
    };
    for (i, a) in agents.iter().enumerate() {
        let contrast = (luminance(a.color) + 0.05) / (luminance(BACKGROUND) + 0.05);
        assert!(contrast >= 4.5, "{} is too dark: {contrast}", a.name);
        assert!(
            a.description.ends_with('.') && a.description.len() > 30,
            "{} wants a sentence",
            a.name
        );
        for b in &agents[..i] {
            assert!(a.name != b.name && a.id != b.id);
            assert!(
                distance(a.color, b.color) >= 60.0,
                "{} and {} look alike: {}",
                a.name,
                b.name,
                distance(a.color, b.color)
            );
        }
    }
}

/// The slow radii of a preset with their behaviors.
fn slow_radii(preset: &Preset) -> Vec<(&'static str, f64)> {
    let radius = |behavior: &Behavior| match behavior {
        Behavior::Arrive(arrive) => Some(arrive.slow_radius),
        Behavior::FollowPath(follow) => Some(follow.slow_radius),
        Behavior::FollowLeader(follow) => Some(follow.slow_radius),
        Behavior::HomingWalk(walk) => Some(walk.min_step.max(walk.reach_radius)),
        _ => None,
    };
    preset
        .behaviors()
        .filter_map(|b| radius(b).map(|r| (b.description().label, r)))
        .collect()
}

#[test]
fn no_built_in_preset_overshoots() {
    let in_scenes = every_scene()
        .into_iter()
        .flat_map(|(_, scene)| scene.presets)
        .map(|preset| Preset::clone(&preset));
    for preset in every_agent_preset().into_iter().chain(in_scenes) {
        for index in 0..preset.behaviors().count() {
            let Ok(Some(approach)) =
                straight_approach(&preset, index, 60.0, &mut Budget::of_preset())
            else {
                continue;
            };
            // What coasts through its target is meant to.
            let coasts = matches!(preset.behaviors().nth(index), Some(Behavior::Arrive(arrive)) if arrive.stop == Stop::Coast);
            assert!(
                coasts || approach.worst.stops_in_time(),
                "{}: {:?}",
                preset.name,
                approach.worst
            );
        }
        for (what, slow_radius) in slow_radii(&preset) {
            let needed =
                4.0 * preset.body.mass * preset.body.time_to_target * preset.body.max_speed;
            assert!(
                slow_radius >= needed,
                "{}, {what}: slow radius {slow_radius}, wants {needed}",
                preset.name
            );
        }
    }
}

#[test]
fn node_radii_of_built_in_paths_suit_the_turning_circle_of_their_agents() {
    for (file, scene) in every_scene() {
        for agent in scene.agents.iter() {
            let Some(path) = agent.path.and_then(|id| scene.path(id)) else {
                continue;
            };
            let body = &scene.preset(agent.preset).expect("a preset").body;
            for node in &path.nodes {
                let speed = node
                    .speed
                    .map_or(body.max_speed, |limit| limit.min(body.max_speed));
                let turn = speed * speed / (body.max_force / body.mass);
                assert!(
                    turn <= path.radius_of(node),
                    "{file}: {} turns within {turn} at node {}",
                    agent.name,
                    node.id
                );
            }
        }
    }
}

// --- the scenes ---

#[test]
fn the_sample_scenes_cover_all_features() {
    let mut shown = BTreeSet::new();
    for (file, scene) in every_scene() {
        assert_eq!(validate::scene_errors(&scene), [], "{file}");
        for agent in scene.agents.iter() {
            let preset = scene.preset(agent.preset).expect("a preset");
            let bound = (
                agent.target.is_some(),
                agent.danger.is_some(),
                agent.path.is_some(),
                agent.leader.is_some(),
            );
            for role in preset.roles() {
                use steerwright_runtime::scene::Role::{Danger, Leader, Path, Target};
                let there = match role {
                    Target => bound.0,
                    Danger => bound.1,
                    Path => bound.2,
                    Leader => bound.3,
                };
                assert!(there, "{file}: {} has no {role:?}", agent.name);
            }
            for weighted in preset.behaviors_of_all_states() {
                let behavior = &weighted.behavior;
                shown.insert(behavior.description().label.to_owned());
                match behavior {
                    Behavior::Arrive(a) => {
                        shown.extend([format!("{:?}", a.ramp), format!("{:?}", a.stop)])
                    }
                    Behavior::Leave(l) => {
                        shown.insert(format!("{:?}", l.ramp));
                    }
                    Behavior::FollowPath(f) => {
                        let start = format!("{:?}", f.start);
                        shown.insert(start.replace(|c: char| !c.is_alphabetic(), ""));
                    }
                    Behavior::Separation(s) => {
                        shown.insert(format!("falloff {:?}", s.falloff));
                    }
                    Behavior::HomingWalk(w) => {
                        shown.insert(format!("smooth {}", w.smooth));
                    }
                    _ => {}
                }
            }
            match &preset.motion {
                Motion::Steered(steered) => drop(shown.insert(format!("{:?}", steered.blend_mode))),
                Motion::GridChase(chase) => {
                    shown.extend([format!("{:?}", chase.method), format!("{:?}", chase.mode)])
                }
            }
            if let Some(path) = agent.path.and_then(|id| scene.path(id)) {
                shown.extend([format!("{:?}", path.traversal), format!("{:?}", path.shape)]);
            }
        }
    }
    let mut wanted: BTreeSet<String> = Behavior::all()
        .iter()
        .map(|b| b.description().label.to_owned())
        .collect();
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
        &grid_chase::ChaseMode::Chase,
        &grid_chase::ChaseMode::Evade,
        &BlendMode::WeightedSum,
        &BlendMode::Priority,
    ];
    wanted.extend(debug.iter().map(|d| format!("{d:?}")));
    wanted.extend(
        [
            "Node",
            "falloff InverseSquare",
            "smooth true",
            "smooth false",
        ]
        .map(str::to_owned),
    );
    let missing: Vec<_> = wanted.difference(&shown).collect();
    assert!(missing.is_empty(), "no scene shows {missing:?}");
}
