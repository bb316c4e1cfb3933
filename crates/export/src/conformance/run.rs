//! A case while it runs.

use super::{CaseStep, PresetEdit, state_line};
use crate::ExportError;
use steerwright_format::export_file::{Exported, Placement, read_preset};
use steerwright_runtime::simulation::{World, WorldError};

/// A world that carries out the steps of a case, with what it takes to go on from a save.
#[derive(Clone, Debug)]
pub struct CaseRun {
    /// The world.
    pub world: World,
    /// The export that was loaded or applied last.
    exported: Exported,
    /// The presets that were replaced since then: they are not in a save.
    replaced: Vec<PresetEdit>,
}

impl CaseRun {
    /// A run of an export from its start.
    #[must_use]
    pub fn new(exported: Exported) -> Self {
        Self {
            world: exported.world(),
            exported,
            replaced: Vec::new(),
        }
    }

    /// How the scene is placed in the game.
    #[must_use]
    pub fn placement(&self) -> Placement {
        self.exported.placement()
    }

    /// Applies an edited scene.
    pub fn apply_scene(&mut self, edited: Exported) {
        let earlier = self.placement();
        edited.apply_to(&mut self.world, earlier);
        self.exported = edited;
        self.replaced.clear();
    }

    /// Carries out a step. Readings change nothing, and edited scenes are applied with
    /// [`apply_scene`](Self::apply_scene).
    ///
    /// # Errors
    /// [`ExportError::Command`], [`ExportError::Format`] for an invalid preset, and
    /// [`ExportError::Save`].
    pub fn apply(&mut self, step: &CaseStep) -> Result<(), ExportError> {
        match step {
            CaseStep::TimedCommand(call) => {
                let placement = self.placement();
                let command = call.command.clone();
                command
                    .map_lengths(|place| placement.upward(place), |length| length)
                    .apply(&mut self.world)
                    .map_err(|error| rejected(step, error))
            }
            CaseStep::ReplacePreset(edit) => {
                replace_preset(&mut self.world, edit)?;
                self.replaced.push(edit.clone());
                Ok(())
            }
            CaseStep::SaveLoad(_) => self.save_and_load(),
            CaseStep::ApplyScene(_) | CaseStep::Reading(_) => Ok(()),
        }
    }

    /// Goes on in a new world.
    fn save_and_load(&mut self) -> Result<(), ExportError> {
        let (save, hash) = (self.world.save(), self.world.hash64());
        self.world = self.exported.world();
        for edit in &self.replaced {
            replace_preset(&mut self.world, edit)?;
        }
        self.world.load_save(&save)?;
        let loaded = self.world.hash64();
        if loaded == hash {
            Ok(())
        } else {
            Err(ExportError::OtherHash { hash, loaded })
        }
    }

    /// The line of a step, with the result of a reading.
    ///
    /// # Errors
    /// [`ExportError::Command`].
    pub fn line(&self, step: &CaseStep) -> Result<String, ExportError> {
        match step {
            CaseStep::Reading(reading) => reading
                .line(&self.world, self.placement())
                .map_err(|error| rejected(step, error)),
            CaseStep::TimedCommand(_)
            | CaseStep::ApplyScene(_)
            | CaseStep::ReplacePreset(_)
            | CaseStep::SaveLoad(_) => Ok(step.to_string()),
        }
    }

    /// The lines of the states of all agents.
    pub(super) fn state_lines(&self) -> impl Iterator<Item = String> + '_ {
        let (tick, y_down) = (self.world.tick(), self.placement().y_down);
        let agents = self.world.agents();
        agents.map(move |agent| state_line(tick, &agent, y_down))
    }
}

fn replace_preset(world: &mut World, edit: &PresetEdit) -> Result<(), ExportError> {
    let preset = read_preset(&edit.json, edit.preset, world.scene().ticks_per_second)?;
    world
        .replace_preset(preset)
        .map_err(|error| rejected(&CaseStep::ReplacePreset(edit.clone()), error))
}

fn rejected(step: &CaseStep, error: WorldError) -> ExportError {
    ExportError::Command {
        command: step.to_string(),
        error,
    }
}
