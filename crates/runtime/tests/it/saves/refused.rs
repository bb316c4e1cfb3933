//! Texts that are no saves of the scene, and damaged ones.

use super::*;
use steerwright_runtime::simulation::SaveError;

/// A generator of the damage, always the same.
struct Damage(u64);

impl Damage {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    /// A value that may stand in a save where another one is, mostly of the same kind.
    fn value(&mut self, before: &str) -> &'static str {
        const NUMBERS: [&str; 6] = [
            "\"0000000000000000\"",
            "\"3fe0000000000000\"",
            "\"c008000000000000\"",
            "\"408f400000000000\"",
            "\"7fe0000000000000\"",
            "\"7ff8000000000000\"",
        ];
        const WHOLE: [&str; 8] = [
            "0",
            "1",
            "2",
            "3",
            "-1",
            "2147483647",
            "4294967295",
            "9007199254740991",
        ];
        const OTHERS: [&str; 6] = ["null", "true", "false", "\"\"", "\"guard\"", "[0]"];
        let values: &[&str] = match before.as_bytes() {
            _ if self.below(6) == 0 => &OTHERS,
            [b'"', ..] => &NUMBERS,
            [b'0'..=b'9' | b'-', ..] => &WHOLE,
            _ => &OTHERS[..3],
        };
        values[self.below(values.len())]
    }

    /// A save with some values replaced, removed or repeated.
    fn values(&mut self, save: &str) -> String {
        let (head, list) = save.split_once("\"values\":[").expect("a list");
        let mut values: Vec<&str> = list.trim_end_matches("]}").split(',').collect();
        for _ in 0..1 + self.below(3) {
            let at = self.below(values.len());
            match self.below(16) {
                0 => drop(values.remove(at)),
                1 => values.insert(at, values[at]),
                2 => values[at] = values[self.below(values.len())],
                _ => values[at] = self.value(values[at]),
            }
        }
        format!("{head}\"values\":[{}]}}", values.join(","))
    }

    /// A save with some letters replaced or missing.
    fn letters(&mut self, save: &str) -> String {
        let mut bytes = save.as_bytes().to_vec();
        for _ in 0..1 + self.below(3) {
            let at = self.below(bytes.len());
            match self.below(3) {
                0 => drop(bytes.remove(at)),
                1 => bytes.truncate(at + 1),
                _ => bytes[at] = b"09af\"[]{},:-e.\\ u"[self.below(17)],
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

#[test]
fn a_damaged_save_is_refused_without_a_trace_or_gives_a_world_that_runs() {
    let mut damage = Damage(0x5eed);
    let (mut accepted, mut refused) = (0, 0);
    for (name, exported) in guards() {
        let mut start = exported.world();
        steps(&mut start, 40);
        let (save, hash) = (start.save(), start.hash64());
        for round in 0..60 {
            let damaged = match round % 4 {
                0 => damage.letters(&save),
                _ => damage.values(&save),
            };
            let mut world = start.clone();
            if world.load_save(&damaged).is_ok() {
                accepted += 1;
                let mut again = exported.world();
                again.load_save(&world.save()).expect("its own save");
                assert_eq!(again.hash64(), world.hash64(), "{name}: {damaged}");
                steps(&mut world, 10);
                world.apply_scene(&exported.scene);
                steps(&mut world, 10);
            } else {
                refused += 1;
                assert_eq!(world.hash64(), hash, "{name}");
                assert_eq!(world.scene(), start.scene(), "{name}");
            }
        }
    }
    assert!(accepted > 100 && refused > 100, "{accepted}, {refused}");
}

#[test]
fn a_save_of_another_scene_is_refused() {
    let mut other = scene();
    Arc::make_mut(&mut other.agents)[0].position.x += 1.0;
    let mut world = World::new(&other);
    let refused = world.load_save(&World::new(&scene()).save());
    assert_eq!(refused, Err(SaveError::Scene));
    // Once the scene is applied, it is that of the save.
    world.apply_scene(&scene());
    world
        .load_save(&World::new(&scene()).save())
        .expect("a save");
}

#[test]
fn a_text_that_is_no_save_is_refused_for_what_it_is() {
    let mut world = World::new(&scene());
    let save = world.save();
    let changed = |from: &str, to: &str| {
        assert!(save.contains(from), "{from}");
        save.replacen(from, to, 1)
    };
    for (text, error) in [
        (String::new(), SaveError::Syntax(0)),
        ("null".into(), SaveError::Format),
        ("{}".into(), SaveError::Format),
        (save.clone() + "x", SaveError::Syntax(save.len())),
        (changed("steerwright-save", "other"), SaveError::Format),
        (
            changed("\"format_version\":1", "\"format_version\":2"),
            SaveError::Version(2),
        ),
        (
            changed("\"format_version\":1", "\"format_version\":null"),
            SaveError::Format,
        ),
        (changed("\"values\":[", "\"value\":["), SaveError::Format),
        (
            changed("\"values\":[0,", "\"values\":[-1,"),
            SaveError::Value {
                index: 0,
                expected: "a tick",
            },
        ),
    ] {
        assert_eq!(world.load_save(&text), Err(error), "{text}");
    }
}

#[test]
fn a_reference_to_an_agent_that_is_not_in_the_save_is_refused() {
    let mut world = World::new(&scene());
    // Ann fears Bob: 2 is the kind of an agent, and his id.
    let save = world.save();
    let damaged = save.replacen(",1,1,2,2,0,", ",1,1,2,1234,0,", 1);
    assert_ne!(damaged, save);
    let missing = Target::Agent(AgentId(1234));
    assert_eq!(
        world.load_save(&damaged),
        Err(SaveError::Reference(missing))
    );
    let message = SaveError::Reference(missing).to_string();
    assert!(message.contains("agent 1234"), "{message}");
}

#[test]
fn deep_nesting_in_a_text_is_refused() {
    let deep = "[".repeat(200_000);
    let mut world = World::new(&scene());
    for text in [
        deep.clone(),
        format!("{{\"x\":{deep}"),
        "{\"x\":".repeat(200_000),
    ] {
        assert!(matches!(world.load_save(&text), Err(SaveError::Syntax(_))));
    }
}
