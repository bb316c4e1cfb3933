//! Every behavior has all that belongs to it: what the compiler cannot ask for is asked for here,
//! by name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use steerwright_format::export_file::read_export;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::parameter::{Anchor, Parameter, Unit};
use steerwright_runtime::scene::{Agent, AgentId, Behavior, Preset, PresetId, Scene};
use steerwright_runtime::simulation::World;
use steerwright_testing::cases::{SUITE, case_files, run_exports};

/// The ports that have the formulas themselves. The C library and the Bevy plugin run the core.
const PORTS: [&str; 5] = [
    "csharp/Steerwright.cs",
    "gdscript/steerwright.gd",
    "javascript/steerwright.mjs",
    "lua/steerwright.lua",
    "python/steerwright.py",
];
/// Lengths that rings cannot show: they are no radius around a point, or around one that is chosen
/// while the scene runs.
const WITHOUT_RING: [(&str, &str); 4] = [
    ("homing_walk", "min_step"),
    ("homing_walk", "max_step"),
    ("search", "radius"),
    ("search", "slow_radius"),
];

fn in_repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn text(path: &str) -> String {
    std::fs::read_to_string(in_repository(path)).expect(path)
}

/// For each behavior that an agent of a conformance case has: its parameters, each with the values
/// in all cases.
fn values_in_cases() -> BTreeMap<String, BTreeMap<String, BTreeSet<String>>> {
    let mut used: BTreeMap<_, BTreeMap<_, BTreeSet<_>>> = BTreeMap::new();
    let files = case_files(SUITE);
    for (_, text) in files.iter().flat_map(|(_, file)| run_exports(file)) {
        let scene = read_export(text).expect("an export").scene;
        let presets = scene.agents.iter().filter_map(|a| scene.preset(a.preset));
        for behavior in presets.flat_map(Preset::behaviors) {
            let values = used
                .entry(behavior.description().key.to_owned())
                .or_default();
            for parameter in behavior.parameters() {
                values
                    .entry(parameter.key.to_owned())
                    .or_default()
                    .insert(format!("{:?}", parameter.get(behavior)));
            }
        }
    }
    used
}

/// Whether a line of code, not of comment, contains `name` as a whole word.
fn has_word(code: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    code.lines()
        .filter(|line| {
            let line = line.trim_start();
            !["//", "--", "#", "*", "/*"]
                .iter()
                .any(|comment| line.starts_with(comment))
        })
        .any(|line| line.split(|c| !is_part(c)).any(|word| word == name))
}

#[test]
fn every_behavior_is_documented_ported_labeled_and_has_cases_rings_and_neighbors() {
    let contract = text("docs/motion.md");
    let (formulas, table) = contract
        .split_once("\n## 27 Parameters")
        .expect("the section of parameters");
    let ports = PORTS.map(|port| (port, text(&format!("runtimes/{port}"))));
    let cases = values_in_cases();

    let mut missing = Vec::new();
    for behavior in Behavior::all() {
        let key = behavior.description().key;
        let parameters = behavior.parameters();
        let mut require = |is_there: bool, what: String| {
            if !is_there {
                missing.push(format!("{key}: {what}"));
            }
        };
        require(
            formulas.contains(&format!("`{key}`")) || formulas.contains(&format!("**{key}**")),
            "its formula in docs/motion.md".into(),
        );
        let row = table.lines().find(|line| {
            line.split('|')
                .nth(1)
                .is_some_and(|of| of.contains(&format!("`{key}`")))
        });
        require(
            row.is_some(),
            "its row in docs/motion.md, section 27".into(),
        );
        require(
            cases.contains_key(key),
            "a conformance case with an agent that has it".into(),
        );
        for (port, code) in &ports {
            require(has_word(code, key), format!("its name in runtimes/{port}"));
        }
        // Whether another parameter has its ring as far ahead of the agent as this one says.
        let is_ahead = |key| {
            let mut anchors = parameters.into_iter().filter_map(|other| other.anchor);
            anchors.any(|anchor| anchor == Anchor::AheadBy(key))
        };
        for parameter in parameters {
            let name = parameter.key;
            require(
                row.is_none_or(|row| row.contains(&format!("`{name}`"))),
                format!("`{name}` in docs/motion.md, section 27"),
            );
            require(
                cases
                    .get(key)
                    .and_then(|values| values.get(name))
                    .is_some_and(|values| values.len() > 1),
                format!("conformance cases with two values of `{name}`"),
            );
            for (port, code) in &ports {
                require(has_word(code, name), format!("`{name}` in runtimes/{port}"));
            }
            require(
                parameter.unit != Unit::Length
                    || parameter.anchor.is_some() != WITHOUT_RING.contains(&(key, name)),
                format!("an anchor for the ring of `{name}`, or an entry in WITHOUT_RING"),
            );
            require(
                parameter.anchor != Some(Anchor::Agent)
                    || behavior.description().senses_walls
                    || is_ahead(name)
                    || pushes(behavior, parameter),
                format!("`{name}` among the radii in which neighbors are looked for"),
            );
        }
        require(
            !behavior.description().label.is_empty(),
            "a label in its description".into(),
        );
        require(
            behavior.description().help.ends_with('.'),
            "a sentence of help in its description".into(),
        );
    }
    assert!(
        missing.is_empty(),
        "behaviors lack:\n{}",
        missing.join("\n")
    );
}

/// Whether an agent 3 u away changes the motion with a radius of 5 u, and does not with one of 0.5
/// u. No other behavior is in the scene, so a radius that the search for neighbors does not know
/// finds no agents.
fn pushes(mut behavior: Behavior, radius: &Parameter<Behavior>) -> bool {
    let mut after = |value: f64, neighbor: f64| {
        radius.set(&mut behavior, Some(value));
        let agent = |id, x| Agent {
            leader: Some(AgentId(1)),
            ..Agent::at(AgentId(id), "", PresetId(2), DVec2::new(x, 0.0))
        };
        // One that moves: alignment takes no notice of where others are.
        let other = Agent {
            velocity: DVec2::Y,
            ..agent(3, neighbor)
        };
        let mut leader = Agent::at(AgentId(1), "", PresetId(1), DVec2::new(0.0, 100.0));
        leader.leader = None;
        let scene = Scene {
            presets: vec![
                Arc::new(Preset::steered(PresetId(1), "", [])),
                Arc::new(Preset::steered(PresetId(2), "", [behavior])),
            ],
            agents: Arc::new(vec![leader, agent(2, 0.0), other]),
            ..Scene::default()
        };
        let mut world = World::new(&scene);
        world.step();
        format!("{:?}", world.agents().nth(1))
    };
    after(5.0, 3.0) != after(5.0, 90.0) && after(0.5, 3.0) == after(0.5, 90.0)
}
