//! Reads a preset as exports hold it: the fields of an agent that come from its preset.

use super::read::read_export;
use super::write::value;
use crate::FormatError;
use crate::export_file::PlacedScene;
use glam::DVec2;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::sync::Arc;
use steerwright_runtime::scene::{Agent, AgentId, Plane, Preset, PresetId, Scene, Wall, WallId};

/// The names of the fields that [`preset_fields`](super::preset_fields) writes.
const FIELDS: [&str; 14] = [
    "preset",
    "preset_properties",
    "color",
    "body",
    "facing",
    "sight",
    "motion",
    "blend_mode",
    "behaviors",
    "watches",
    "hearing",
    "alert",
    "state",
    "states",
];

/// The names that fields had in earlier files.
const OLD_FIELDS: [&str; 1] = ["combine"];

/// Reads a preset from the JSON object that [`preset_fields`](super::preset_fields) writes, for a
/// scene with `ticks_per_second`. It gets the id `id`. The same rules hold as for an export, so the
/// derived numbers of ticks have to match.
///
/// ```
/// use steerwright_format::export_file::{preset_fields, read_preset};
/// use steerwright_runtime::scene::{Behavior, Preset, PresetId};
/// let hunter = Preset::steered(PresetId(3), "Hunter", [Behavior::Seek {}]);
/// let text = serde_json::to_string(&preset_fields(&hunter, 1.0 / 60.0))?;
/// assert_eq!(read_preset(&text, PresetId(3), 60.0)?, hunter);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A [`FormatError`] that names the field and the fix.
pub fn read_preset(text: &str, id: PresetId, ticks_per_second: f64) -> Result<Preset, FormatError> {
    let fields: Map<String, Value> = serde_json::from_str(text).map_err(not_an_object)?;
    let export = with_fields(fields, ticks_per_second);
    let exported = read_export(&export).map_err(at_the_preset)?;
    let read = exported.scene.presets.first();
    let preset = read.map(|preset| Preset {
        id,
        ..Preset::clone(preset)
    });
    preset.ok_or_else(|| FormatError::InvalidField {
        pointer: "/preset".into(),
        message: "there is no preset; copy the fields of an agent from an export".into(),
    })
}

fn not_an_object(error: serde_json::Error) -> FormatError {
    FormatError::InvalidField {
        pointer: String::new(),
        message: format!(
            "this is not an object of JSON ({error}); copy the fields of an agent from an export"
        ),
    }
}

/// The text of an export whose one agent has these fields. So that every rule of exports holds,
/// they are read as a part of one.
fn with_fields(mut fields: Map<String, Value>, ticks_per_second: f64) -> String {
    let scene = Scene {
        walls: doors_of(&fields),
        ticks_per_second,
        presets: vec![Arc::new(Preset::steered(PresetId(1), "", []))],
        agents: Arc::new(vec![Agent::at(AgentId(1), "", PresetId(1), DVec2::ZERO)]),
        ..Scene::default()
    };
    let mut export = value(&PlacedScene {
        authored: scene.clone(),
        scene,
        scale: 1.0,
        y_down: false,
        plane: Plane::Xy,
        origin: DVec2::ZERO,
    });
    if let Some(Value::Object(agent)) = export.pointer_mut("/agents/0") {
        for key in FIELDS.into_iter().chain(OLD_FIELDS) {
            agent.remove(key);
            if let Some(value) = fields.remove(key) {
                agent.insert(key.to_owned(), value);
            }
        }
    }
    export.to_string()
}

/// A door for each that its states switch. Whether the world has them is checked there.
fn doors_of(fields: &Map<String, Value>) -> Vec<Arc<Wall>> {
    let others = fields.get("states").and_then(Value::as_array);
    let states = fields
        .get("state")
        .into_iter()
        .chain(others.into_iter().flatten());
    let actions = states
        .filter_map(|state| state.get("enter")?.as_array())
        .flatten();
    let walls = actions.filter_map(|action| action.get("wall")?.as_u64());
    let ids: BTreeSet<u32> = walls.filter_map(|id| u32::try_from(id).ok()).collect();
    let door = |id| Wall {
        open: Some(false),
        ..Wall::through(WallId(id), "", [])
    };
    ids.into_iter().map(|id| Arc::new(door(id))).collect()
}

/// The same error, with the places of fields in the preset instead of in an export.
fn at_the_preset(error: FormatError) -> FormatError {
    let in_preset = |pointer: String| match pointer.strip_prefix("/agents/0") {
        Some(rest) => rest.to_owned(),
        None => pointer,
    };
    match error {
        FormatError::InvalidField { pointer, message } => FormatError::InvalidField {
            pointer: in_preset(pointer),
            message,
        },
        FormatError::Validation(errors) => FormatError::Validation(
            errors
                .into_iter()
                .map(|mut error| {
                    error.pointer = in_preset(error.pointer);
                    error
                })
                .collect(),
        ),
        FormatError::Syntax { .. }
        | FormatError::WrongFormat { .. }
        | FormatError::NewerVersion { .. }
        | FormatError::BeyondLimit { .. }
        | FormatError::TooLarge { .. }
        | FormatError::Io { .. } => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export_file::preset_fields;
    use steerwright_runtime::scene::{Behavior, Motion};
    use steerwright_runtime::steering::{GridChase, HomingWalk};

    fn text_of(preset: &Preset) -> String {
        Value::Object(preset_fields(preset, 1.0 / 50.0)).to_string()
    }

    #[test]
    fn steered_presets_and_cell_movers_read_back() {
        let walker = Preset::steered(
            PresetId(7),
            "Walker",
            [Behavior::HomingWalk(HomingWalk::default())],
        );
        let chaser = Preset {
            motion: Motion::GridChase(GridChase::default()),
            ..Preset::steered(PresetId(7), "Chaser", [])
        };
        for preset in [walker, chaser] {
            assert_eq!(
                read_preset(&text_of(&preset), PresetId(7), 50.0).expect("a preset"),
                preset
            );
        }
    }

    #[test]
    fn the_error_names_the_field() {
        let text = text_of(&Preset::steered(PresetId(1), "Guard", [Behavior::Seek {}]));
        for (from, to, place) in [
            ("\"mass\":1.0", "\"mass\":-1", "/body/mass"),
            ("\"kind\":\"seek\"", "\"kind\":\"fly\"", "/behaviors/0"),
            ("\"motion\":\"steered\",", "", "motion"),
        ] {
            let broken = text.replacen(from, to, 1);
            assert_ne!(broken, text, "{from} is in {text}");
            let message = read_preset(&broken, PresetId(1), 50.0)
                .expect_err("an error")
                .to_string();
            assert!(
                message.contains(place) && !message.contains("agents/0/b"),
                "{message}"
            );
        }
        assert!(read_preset("[1]", PresetId(1), 50.0).is_err());
        // The ticks of a step do not fit another rate.
        let chaser = Preset {
            motion: Motion::GridChase(GridChase::default()),
            ..Preset::steered(PresetId(7), "Chaser", [])
        };
        assert!(read_preset(&text_of(&chaser), PresetId(7), 60.0).is_err());
    }
}
