//! The text of a save.

use super::*;

/// A world with a team and a name that JSON has to escape.
fn with_odd_names() -> World {
    let mut world = World::new(&scene());
    world
        .set_team(ANN, Some("\"Nacht\\wache\"\n\u{1}\u{1f980}"))
        .expect("Ann");
    world.force_event(None, "größer").expect("a name");
    world
}

#[test]
fn a_save_is_json_that_names_its_format() {
    let world = with_odd_names();
    let save: serde_json::Value = serde_json::from_str(&world.save()).expect("JSON");
    assert_eq!(save["format"], "steerwright-save");
    assert_eq!(save["format_version"], 1);
    let scene = World::new(&scene()).hash64();
    assert_eq!(save["scene"], format!("{scene:016x}"));
    let values = save["values"].as_array().expect("a list");
    assert!(values.contains(&"\"Nacht\\wache\"\n\u{1}\u{1f980}".into()));
    assert!(values.contains(&"größer".into()));
}

#[test]
fn texts_are_read_as_they_were_written() {
    let world = with_odd_names();
    let loaded = reloaded(&world, &scene());
    assert_eq!(loaded.team(ANN), world.team(ANN));
    assert_eq!(loaded.hash64(), world.hash64());
}

#[test]
fn a_save_may_be_written_in_other_ways() {
    let world = with_odd_names();
    let save: serde_json::Value = serde_json::from_str(&world.save()).expect("JSON");
    let mut loaded = World::new(&scene());
    let pretty = serde_json::to_string_pretty(&save).expect("JSON");
    let escaped: String = pretty
        .chars()
        .flat_map(|letter| match letter {
            letter if letter.is_ascii() => vec![letter],
            letter => {
                let mut units = [0; 2];
                let units = letter.encode_utf16(&mut units);
                let escapes = units.iter().map(|unit| format!("\\u{unit:04X}"));
                escapes.collect::<String>().chars().collect()
            }
        })
        .collect();
    assert_ne!(escaped, pretty);
    let [format, version, hash, values] =
        ["format", "format_version", "scene", "values"].map(|key| save[key].to_string());
    let in_another_order = format!(
        "{{\"values\" : {values}, \"note\": {{\"by\": [1.5e3, null, \"x\"]}}, \"scene\": \"\",\t\
         \"scene\": {hash},\r\n\"format_version\":{version},\"format\":{format} }}"
    );
    for text in [pretty, escaped, in_another_order] {
        loaded
            .load_save(&text)
            .unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(loaded.hash64(), world.hash64());
    }
}
