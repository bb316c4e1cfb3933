//! Agents of spawners in Godot: each has a node from when it enters until it is gone, and signals
//! pass it.

use glam::DVec2;
use std::collections::BTreeSet;
use std::fmt::Write;
use steerwright_export::conformance::event_line;
use steerwright_format::export_file::{Exported as Read, read_export};
use steerwright_runtime::scene::{AgentId, ExportOptions, Plane, Scene, SpawnerId};
use steerwright_runtime::simulation::{EventKind, World};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{exported, shipped};
use steerwright_testing::godot::Godot;

pub const TESTS: EngineTests = engine_tests![
    each [Godot3, Godot4] => agents_of_spawners_have_nodes_while_they_are_there,
];

const PLACEMENTS: [ExportOptions; 2] = [
    ExportOptions {
        y_down: true,
        scale: 32.0,
        ..ExportOptions::AS_AUTHORED
    },
    ExportOptions {
        y_down: true,
        plane: Plane::Xz,
        ..ExportOptions::AS_AUTHORED
    },
];
/// As in the script.
const TICKS: u64 = 480;
const PRESSED: u64 = 60;
const TRIGGERED: u64 = 90;
const RELEASED: u64 = 360;
const FIRST_MONSTER: AgentId = AgentId(7);
/// The preset with a scene of the game's own.
const OWN: &str = "Shot";
/// Godot's nodes are in single precision.
const SINGLE: f64 = 1e-3;

/// The squad shoots at its monsters: shots expire or hit, and what is hit goes.
fn agents_of_spawners_have_nodes_while_they_are_there(godot: Godot) {
    let exports = PLACEMENTS.map(|options| exported(&shipped("squad"), godot.target(), &options));
    let printed = godot.run_scenes(&exports, "spawners", &[&TICKS.to_string(), OWN]);
    for (export, printed) in exports.iter().zip(&printed) {
        let file = format!("{}.steer.json", export.file_name);
        let text = std::fs::read_to_string(export.folder.path().join(file)).expect("an export");
        let wanted = Played::of(&read_export(&text).expect("a valid export"));
        let told = |words: [&str; 2]| -> String {
            let lines = printed
                .lines()
                .filter(|line| words.iter().any(|word| line.starts_with(word)));
            lines.fold(String::new(), |all, line| all + line + "\n")
        };
        assert_eq!(told(["event ", "without "]), wanted.events);
        same(&told(["state ", "child "]), &wanted.places);
        same(&told(["look ", "look "]), &wanted.looks);
        assert_eq!(told(["done ", "done "]), wanted.end);
    }
}

/// What the script should print.
#[derive(Default)]
struct Played {
    places: String,
    events: String,
    looks: String,
    end: String,
}

impl Played {
    fn of(game: &Read) -> Self {
        let (mut all, mut world) = (Self::default(), World::new(&game.scene));
        for tick in 1..=TICKS {
            match tick {
                PRESSED => world.set_pressed(true),
                RELEASED => world.set_pressed(false),
                TRIGGERED => assert!(world.trigger("wave")),
                _ => {}
            }
            let target = world.agents().find(|agent| agent.id >= FIRST_MONSTER);
            if let Some(target) = target.filter(|_| tick > 1) {
                world.set_pointer(target.position).expect("a place");
            }
            world.step();
            all.add_events(game, &world);
            for agent in world.agents() {
                let place = game.placement().upward(agent.position) + 0.0;
                let [x, y] = place.to_array().map(f64::to_bits);
                let id = agent.id;
                writeln!(all.places, "state {tick} {id} {x:016x} {y:016x}").expect("text");
                writeln!(all.places, "child {tick} {id} {} {}", place.x, place.y).expect("text");
            }
        }
        let authored: BTreeSet<AgentId> = game.scene.agents.iter().map(|agent| agent.id).collect();
        let spawned = world.agents().filter(|agent| !authored.contains(&agent.id));
        let nodes = authored.len() + spawned.count();
        let hidden = authored.iter().filter(|&&id| world.agent(id).is_none());
        all.end = format!("done {nodes} nodes, {} hidden\n", hidden.count());
        let happens = |word: &str| all.events.contains(word);
        assert!(happens(" spawned ") && happens(" expired ") && happens(" contact "));
        assert!(!all.end.contains(" 0 hidden"), "no monster was hit");
        all
    }

    fn add_events(&mut self, game: &Read, world: &World) {
        let tick = world.tick();
        let events = || world.events().iter();
        let new: BTreeSet<AgentId> = events()
            .filter(|event| matches!(event.kind, EventKind::Spawned(_)))
            .map(|event| event.agent)
            .collect();
        for event in events().filter(|event| event.kind.source().is_some()) {
            if let EventKind::Spawned(spawner) = event.kind {
                let look = look(&game.scene, spawner);
                let place = world.agent(event.agent).map(|agent| agent.position);
                let place = place.map(|place| game.placement().upward(place) + 0.0);
                let told = place.map_or("none".into(), |DVec2 { x, y }| format!("{look} {x} {y}"));
                writeln!(self.looks, "look {tick} {} {told}", event.agent).expect("text");
            }
            writeln!(self.events, "{}", event_line(event)).expect("text");
            for id in [Some(event.agent), event.kind.other()]
                .into_iter()
                .flatten()
            {
                // It went in the tick in which it entered.
                if new.contains(&id) && world.agent(id).is_none() {
                    writeln!(self.events, "without {tick} {id}").expect("text");
                }
            }
        }
    }
}

fn look(scene: &Scene, spawner: SpawnerId) -> String {
    let spawner = scene.spawners.iter().find(|each| each.id == spawner);
    let preset = scene.preset(spawner.expect("a spawner").preset);
    let preset = preset.expect("a preset");
    if preset.name == OWN {
        return "of its own".into();
    }
    preset.color.to_string()[1..].into()
}

/// The same lines, with decimals within what single precision makes of them.
fn same(printed: &str, wanted: &str) {
    let number = |word: &str| word.contains('.').then(|| word.parse::<f64>().ok())?;
    let mut lines = wanted.lines();
    for line in printed.lines() {
        let wanted = lines.next().unwrap_or("nothing");
        let [found, expected] = [line, wanted].map(|line| line.split(' ').collect::<Vec<_>>());
        let is_same = |(a, b): (&&str, &&str)| match (number(a), b.parse::<f64>()) {
            (Some(a), Ok(b)) => (a - b).abs() <= SINGLE,
            _ => a == b,
        };
        assert!(
            found.len() == expected.len() && found.iter().zip(&expected).all(is_same),
            "{line:?} instead of {wanted:?}"
        );
    }
    assert_eq!(lines.next(), None, "is not printed");
}
