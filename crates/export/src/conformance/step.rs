//! What happens in a case while it runs: commands of the game, edits, and what the game reads.

use super::reading::TimedReading;
use std::str::FromStr;
use steerwright_runtime::scene::PresetId;
use steerwright_runtime::simulation::command::TimedCommand;

/// A line of a case that is not a result: a change to the world during a run, or something to read.
#[derive(Clone, Debug, PartialEq)]
pub enum CaseStep {
    /// A command of the game.
    TimedCommand(TimedCommand),
    /// A scene edit.
    ApplyScene(SceneEdit),
    /// A preset edit.
    ReplacePreset(PresetEdit),
    /// What the game reads.
    Reading(TimedReading),
    /// The world is saved at this tick, and another one goes on from the save.
    SaveLoad(u64),
}

/// The world applies an edited scene.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneEdit {
    /// The tick.
    pub tick: u64,
    /// The label of the edited export: letters, digits, "-" and "_".
    pub name: String,
    /// The text of the edited export.
    pub export: String,
}

/// The world replaces a preset.
#[derive(Clone, Debug, PartialEq)]
pub struct PresetEdit {
    /// The tick.
    pub tick: u64,
    /// The preset.
    pub preset: PresetId,
    /// The new preset, as an object of JSON in one line.
    pub json: String,
}

impl CaseStep {
    /// The tick of the step.
    pub fn tick(&self) -> u64 {
        match self {
            Self::TimedCommand(call) => call.tick,
            Self::ApplyScene(edit) => edit.tick,
            Self::ReplacePreset(edit) => edit.tick,
            Self::Reading(reading) => reading.tick,
            Self::SaveLoad(tick) => *tick,
        }
    }
}

/// The line in the case, without the results of a reading.
impl std::fmt::Display for CaseStep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TimedCommand(call) => call.fmt(f),
            Self::ApplyScene(SceneEdit { tick, name, .. }) => {
                write!(f, "apply_scene {tick} {name}")
            }
            Self::ReplacePreset(PresetEdit { tick, preset, json }) => {
                write!(f, "replace_preset {tick} {preset} {json}")
            }
            Self::Reading(reading) => reading.fmt(f),
            Self::SaveLoad(tick) => write!(f, "save_load {tick}"),
        }
    }
}

/// Every line but `apply_scene`, which needs the text of an export.
impl FromStr for CaseStep {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "replace_preset" {
            return preset_edit(rest).map(Self::ReplacePreset);
        }
        if word == "save_load" {
            return tick_of(rest).map(Self::SaveLoad);
        }
        if TimedReading::WORDS.contains(&word) {
            return line.parse().map(Self::Reading);
        }
        line.parse().map(Self::TimedCommand)
    }
}

fn preset_edit(rest: &str) -> Result<PresetEdit, String> {
    let mut fields = rest.splitn(3, ' ');
    let (Some(tick), Some(preset), Some(json)) = (fields.next(), fields.next(), fields.next())
    else {
        return Err(
            "a tick, a preset and its new fields are missing, like \"replace_preset 60 1 {…}\""
                .into(),
        );
    };
    Ok(PresetEdit {
        tick: tick_of(tick)?,
        preset: PresetId(
            preset
                .parse()
                .map_err(|_| format!("{preset:?} is not an id; use a whole number"))?,
        ),
        json: json.to_owned(),
    })
}

fn tick_of(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("{text:?} is not a tick; use a whole number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_reads_back_from_its_line() {
        for line in [
            "drive 60 2 3.5 -1",
            "spawn 61 1 0 0.5 4",
            "replace_preset 62 1 {\"preset\":\"Night guard\"}",
            "path 63 1",
            "path_point 63 1 4",
            "path_at 64 1 2.5",
            "path_nearest 65 1 2.5 -1",
            "cell 66 2.5 -1",
            "facing 66 2",
            "sees 66 2 1",
            "set_wall_open 66 1 closed",
            "is_wall_open 66 1",
            "senses 66 1",
            "noise 66 1.5 -2 6",
            "set_team 66 1 night watch",
            "set_state 66 1 2",
            "force_event 66 1 second wave",
            "force_event 66 - go",
            "in_state 66 1",
            "find 67 marker - North gate",
            "hash 67",
            "save_load 67",
        ] {
            let step: CaseStep = line.parse().expect(line);
            assert_eq!(
                (step.to_string().as_str(), step.tick()),
                (line, step.tick())
            );
        }
    }

    #[test]
    fn a_bad_line_says_what_is_wrong() {
        for (line, word) in [
            ("replace_preset 1 2", "missing"),
            ("replace_preset x 2 {}", "not a tick"),
            ("replace_preset 1 - {}", "not an id"),
            ("path_at 1 2 far", "not a coordinate"),
            ("sees 1 2 x", "not an id"),
            ("path 1", "not a reading"),
            ("find 1 door - Gate", "not a kind"),
        ] {
            let message = line.parse::<CaseStep>().expect_err(line);
            assert!(message.contains(word), "{line}: {message}");
        }
    }
}
