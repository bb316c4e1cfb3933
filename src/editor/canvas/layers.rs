//! The layers of the canvas that can be hidden.

use steerwright_authoring::command::LayerCommand;

/// The optional layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    /// The grid and its labels.
    pub grid: bool,
    /// Names of agents and markers.
    pub names: bool,
    /// Where agents have been, colored by speed.
    pub trails: bool,
    /// Velocities as arrows.
    pub velocity: bool,
    /// Steering forces as arrows.
    pub force: bool,
    /// Fields of view as cones.
    pub view: bool,
    /// What agents see of the level during a run.
    pub coverage: bool,
}

impl Layers {
    /// The switch that a command toggles.
    fn switch(&mut self, command: LayerCommand) -> &mut bool {
        match command {
            LayerCommand::ToggleGrid => &mut self.grid,
            LayerCommand::ToggleNames => &mut self.names,
            LayerCommand::ToggleTrails => &mut self.trails,
            LayerCommand::ToggleVelocities => &mut self.velocity,
            LayerCommand::ToggleForces => &mut self.force,
            LayerCommand::ToggleFieldsOfView => &mut self.view,
            LayerCommand::ToggleCoverage => &mut self.coverage,
        }
    }

    /// Whether the layer that a command toggles is shown.
    pub fn is_on(mut self, command: LayerCommand) -> bool {
        *self.switch(command)
    }

    /// Shows or hides a layer.
    pub fn toggle(&mut self, command: LayerCommand) {
        *self.switch(command) ^= true;
    }
}

impl Default for Layers {
    fn default() -> Self {
        Self {
            grid: true,
            names: true,
            trails: true,
            velocity: true,
            force: true,
            view: true,
            coverage: false,
        }
    }
}
