//! Commands to a world as text, one per line, to replay a run elsewhere. Conformance cases contain
//! them.
//!
//! `set_pointer TICK X Y`, `move_marker TICK MARKER X Y`, `drive TICK AGENT X Y`, `release TICK
//! AGENT`, `spawn TICK PRESET X Y AGENT`, where AGENT is the id that the new agent gets, `despawn
//! TICK AGENT`, `set_target TICK AGENT KIND ID` and `set_danger …`, where KIND is `marker`,
//! `agent`, `pointer` or `none`, `set_leader TICK AGENT LEADER`, `set_path TICK AGENT PATH`,
//! `set_preset TICK AGENT PRESET` and `set_wall_open TICK WALL OPEN`, where OPEN is `open` or
//! `closed`, `set_pressed TICK DOWN`, where DOWN is `down` or `up`, `trigger TICK NAME`, where NAME
//! is the rest of the line, `noise TICK X Y RADIUS`, `set_team TICK AGENT NAME`, where NAME is `-`
//! for no team, `set_state TICK AGENT STATE`, and `force_event TICK AGENT NAME`, where AGENT is `-`
//! for all. ID is `-` where it has no meaning; LEADER and PATH are `-` for none. Fields are
//! separated by single spaces.

use crate::geometry::decimal::rounded;
use crate::scene::{Agent, AgentId, MarkerId, PathId, PresetId, StateId, Target, WallId};
use crate::simulation::{World, WorldError};
use glam::DVec2;
use std::str::FromStr;

/// A command and the tick before which it is applied.
#[derive(Clone, Debug, PartialEq)]
pub struct TimedCommand {
    /// The number of ticks that the world has completed when the command is applied.
    pub tick: u64,
    /// The command.
    pub command: WorldCommand,
}

/// A command of a game to a world: the call of the [`World`] method with the same name.
#[derive(Clone, Debug, PartialEq)]
pub enum WorldCommand {
    /// [`World::set_pointer`].
    SetPointer(DVec2),
    /// [`World::move_marker`].
    MoveMarker(MarkerId, DVec2),
    /// [`World::drive`].
    Drive(AgentId, DVec2),
    /// [`World::release`].
    Release(AgentId),
    /// [`World::spawn`] of an agent at rest without references, whose id must be
    /// [`World::next_agent_id`].
    Spawn(AgentId, PresetId, DVec2),
    /// [`World::despawn`].
    Despawn(AgentId),
    /// [`World::set_target`].
    SetTarget(AgentId, Option<Target>),
    /// [`World::set_danger`].
    SetDanger(AgentId, Option<Target>),
    /// [`World::set_leader`].
    SetLeader(AgentId, Option<AgentId>),
    /// [`World::set_path`].
    SetPath(AgentId, Option<PathId>),
    /// [`World::set_preset`].
    SetPreset(AgentId, PresetId),
    /// [`World::set_wall_open`].
    SetWallOpen(WallId, bool),
    /// [`World::set_pressed`].
    SetPressed(bool),
    /// [`World::trigger`].
    Trigger(String),
    /// [`World::noise`], with its radius.
    Noise(DVec2, f64),
    /// [`World::set_team`].
    SetTeam(AgentId, Option<String>),
    /// [`World::set_state`].
    SetState(AgentId, StateId),
    /// [`World::force_event`].
    ForceEvent(Option<AgentId>, String),
}

impl WorldCommand {
    /// Calls the method.
    ///
    /// # Errors
    /// Those of the method.
    pub fn apply(self, world: &mut World) -> Result<(), WorldError> {
        match self {
            Self::SetPointer(place) => world.set_pointer(place),
            Self::MoveMarker(id, place) => world.move_marker(id, place),
            Self::Drive(id, place) => world.drive(id, place),
            Self::Release(id) => world.release(id),
            Self::Spawn(id, preset, place) => match world.next_agent_id() {
                next if next == id => world.spawn(Agent::at(id, "", preset, place)),
                next => Err(WorldError::NextId(next)),
            },
            Self::Despawn(id) => world.despawn(id),
            Self::SetTarget(id, target) => world.set_target(id, target),
            Self::SetDanger(id, danger) => world.set_danger(id, danger),
            Self::SetLeader(id, leader) => world.set_leader(id, leader),
            Self::SetPath(id, path) => world.set_path(id, path),
            Self::SetPreset(id, preset) => world.set_preset(id, preset),
            Self::SetWallOpen(id, open) => world.set_wall_open(id, open),
            Self::SetPressed(pressed) => {
                world.set_pressed(pressed);
                Ok(())
            }
            Self::Trigger(name) => {
                world.trigger(&name);
                Ok(())
            }
            Self::Noise(place, radius) => world.noise(place, radius),
            Self::SetTeam(id, team) => world.set_team(id, team.as_deref()),
            Self::SetState(id, state) => world.set_state(id, state),
            Self::ForceEvent(id, name) => world.force_event(id, &name),
        }
    }

    /// The same command with its position and length, if it has any, converted by `map` and
    /// `map_length`.
    #[must_use]
    pub fn map_lengths(
        self,
        map: impl Fn(DVec2) -> DVec2,
        map_length: impl Fn(f64) -> f64,
    ) -> Self {
        match self {
            Self::SetPointer(place) => Self::SetPointer(map(place)),
            Self::MoveMarker(id, place) => Self::MoveMarker(id, map(place)),
            Self::Drive(id, place) => Self::Drive(id, map(place)),
            Self::Spawn(id, preset, place) => Self::Spawn(id, preset, map(place)),
            Self::Noise(place, radius) => Self::Noise(map(place), map_length(radius)),
            Self::Release(_)
            | Self::Despawn(_)
            | Self::SetTarget(..)
            | Self::SetDanger(..)
            | Self::SetLeader(..)
            | Self::SetPath(..)
            | Self::SetPreset(..)
            | Self::SetWallOpen(..)
            | Self::SetPressed(_)
            | Self::Trigger(_)
            | Self::SetTeam(..)
            | Self::SetState(..)
            | Self::ForceEvent(..) => self,
        }
    }
}

/// Coordinates are written with at most nine decimal places, like all numbers in files.
impl std::fmt::Display for TimedCommand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tick = self.tick;
        let place = |DVec2 { x, y }: &DVec2| format!("{} {}", rounded(*x), rounded(*y));
        match &self.command {
            WorldCommand::SetPointer(p) => write!(f, "set_pointer {tick} {}", place(p)),
            WorldCommand::MoveMarker(id, p) => write!(f, "move_marker {tick} {id} {}", place(p)),
            WorldCommand::Drive(id, p) => write!(f, "drive {tick} {id} {}", place(p)),
            WorldCommand::Release(id) => write!(f, "release {tick} {id}"),
            WorldCommand::Spawn(id, preset, p) => {
                write!(f, "spawn {tick} {preset} {} {id}", place(p))
            }
            WorldCommand::Despawn(id) => write!(f, "despawn {tick} {id}"),
            WorldCommand::SetTarget(id, target) => {
                write!(f, "set_target {tick} {id} {}", written(*target))
            }
            WorldCommand::SetDanger(id, danger) => {
                write!(f, "set_danger {tick} {id} {}", written(*danger))
            }
            WorldCommand::SetLeader(id, leader) => {
                write!(f, "set_leader {tick} {id} {}", or_dash(*leader))
            }
            WorldCommand::SetPath(id, path) => {
                write!(f, "set_path {tick} {id} {}", or_dash(*path))
            }
            WorldCommand::SetPreset(id, preset) => write!(f, "set_preset {tick} {id} {preset}"),
            WorldCommand::SetWallOpen(id, open) => {
                let state = if *open { "open" } else { "closed" };
                write!(f, "set_wall_open {tick} {id} {state}")
            }
            WorldCommand::SetPressed(pressed) => {
                let state = if *pressed { "down" } else { "up" };
                write!(f, "set_pressed {tick} {state}")
            }
            WorldCommand::Trigger(name) => write!(f, "trigger {tick} {name}"),
            WorldCommand::Noise(p, radius) => {
                write!(f, "noise {tick} {} {}", place(p), rounded(*radius))
            }
            WorldCommand::SetState(id, state) => write!(f, "set_state {tick} {id} {state}"),
            WorldCommand::ForceEvent(id, name) => {
                write!(f, "force_event {tick} {} {name}", or_dash(*id))
            }
            WorldCommand::SetTeam(id, team) => {
                write!(f, "set_team {tick} {id} {}", team.as_deref().unwrap_or("-"))
            }
        }
    }
}

fn written(target: Option<Target>) -> String {
    match target {
        Some(Target::Marker(id)) => format!("marker {id}"),
        Some(Target::Agent(id)) => format!("agent {id}"),
        Some(Target::Pointer) => "pointer -".into(),
        None => "none -".into(),
    }
}

fn or_dash(id: Option<impl std::fmt::Display>) -> String {
    id.map_or("-".into(), |id| id.to_string())
}

impl FromStr for TimedCommand {
    type Err = String;

    /// Reads a line. The error says what is wrong and how to fix it.
    fn from_str(line: &str) -> Result<Self, String> {
        let fields: Vec<&str> = line.split(' ').collect();
        let id = |text: &str| {
            text.parse::<u32>()
                .map_err(|_| format!("{text:?} is not an id; use a whole number"))
        };
        let number = |text: &str| match text.parse::<f64>() {
            Ok(x) if x.is_finite() => Ok(rounded(x)),
            _ => Err(format!(
                "{text:?} is not a coordinate; use a decimal number"
            )),
        };
        let place = |x, y| Ok::<_, String>(DVec2::new(number(x)?, number(y)?));
        let id_or_none = |text: &str| match text {
            "-" => Ok(None),
            _ => id(text).map(Some),
        };
        let target = |kind: &str, text: &str| match kind {
            "marker" => Ok(Some(Target::Marker(MarkerId(id(text)?)))),
            "agent" => Ok(Some(Target::Agent(AgentId(id(text)?)))),
            "pointer" => Ok(Some(Target::Pointer)),
            "none" => Ok(None),
            other => Err(format!(
                "{other:?} is not a kind of target; use marker, agent, pointer or none"
            )),
        };
        let command = match fields[..] {
            ["set_pointer", _, x, y] => WorldCommand::SetPointer(place(x, y)?),
            ["move_marker", _, marker, x, y] => {
                WorldCommand::MoveMarker(MarkerId(id(marker)?), place(x, y)?)
            }
            ["drive", _, agent, x, y] => WorldCommand::Drive(AgentId(id(agent)?), place(x, y)?),
            ["release", _, agent] => WorldCommand::Release(AgentId(id(agent)?)),
            ["spawn", _, preset, x, y, agent] => {
                WorldCommand::Spawn(AgentId(id(agent)?), PresetId(id(preset)?), place(x, y)?)
            }
            ["despawn", _, agent] => WorldCommand::Despawn(AgentId(id(agent)?)),
            ["set_target", _, agent, kind, of] => {
                WorldCommand::SetTarget(AgentId(id(agent)?), target(kind, of)?)
            }
            ["set_danger", _, agent, kind, of] => {
                WorldCommand::SetDanger(AgentId(id(agent)?), target(kind, of)?)
            }
            ["set_leader", _, agent, leader] => {
                WorldCommand::SetLeader(AgentId(id(agent)?), id_or_none(leader)?.map(AgentId))
            }
            ["set_path", _, agent, path] => {
                WorldCommand::SetPath(AgentId(id(agent)?), id_or_none(path)?.map(PathId))
            }
            ["set_preset", _, agent, preset] => {
                WorldCommand::SetPreset(AgentId(id(agent)?), PresetId(id(preset)?))
            }
            ["set_wall_open", _, wall, state] => {
                let open = match state {
                    "open" => true,
                    "closed" => false,
                    other => {
                        return Err(format!(
                            "{other:?} is not a state of a door; use open or closed"
                        ));
                    }
                };
                WorldCommand::SetWallOpen(WallId(id(wall)?), open)
            }
            ["set_pressed", _, state] => WorldCommand::SetPressed(match state {
                "down" => true,
                "up" => false,
                other => {
                    return Err(format!(
                        "{other:?} is not a state of the pointer; use down or up"
                    ));
                }
            }),
            ["trigger", _, ref name @ ..] if !name.is_empty() => {
                WorldCommand::Trigger(name.join(" "))
            }
            ["noise", _, x, y, radius] => WorldCommand::Noise(place(x, y)?, number(radius)?),
            ["set_state", _, agent, state] => {
                WorldCommand::SetState(AgentId(id(agent)?), StateId(id(state)?))
            }
            ["force_event", _, agent, ref name @ ..] if !name.is_empty() => {
                WorldCommand::ForceEvent(id_or_none(agent)?.map(AgentId), name.join(" "))
            }
            ["set_team", _, agent, ref name @ ..] if !name.is_empty() => {
                let name = name.join(" ");
                WorldCommand::SetTeam(AgentId(id(agent)?), (name != "-").then_some(name))
            }
            _ => {
                return Err(
                    "this is not a command; write one like \"drive 60 2 3.5 -1\", with single spaces"
                        .into(),
                );
            }
        };
        let tick = fields[1]
            .parse()
            .map_err(|_| format!("{:?} is not a tick; use a whole number", fields[1]))?;
        Ok(Self { tick, command })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_back_from_their_text() {
        for line in [
            "set_pointer 0 1.5 -2",
            "move_marker 3 7 0.000000001 4",
            "drive 60 2 3.5 -1",
            "release 61 2",
            "spawn 61 3 1.5 -2 7",
            "despawn 62 2",
            "set_target 63 1 agent 2",
            "set_target 63 1 none -",
            "set_danger 64 1 marker 9",
            "set_danger 64 1 pointer -",
            "set_leader 65 1 2",
            "set_leader 65 1 -",
            "set_path 66 1 3",
            "set_path 66 1 -",
            "set_preset 67 1 4",
            "set_wall_open 68 3 open",
            "set_wall_open 69 3 closed",
            "set_pressed 70 down",
            "set_pressed 71 up",
            "trigger 72 second wave",
            "noise 73 1.5 -2 6.25",
            "set_team 74 1 night watch",
            "set_team 74 1 -",
            "set_state 75 1 3",
            "force_event 76 1 second wave",
            "force_event 76 - go",
        ] {
            assert_eq!(
                line.parse::<TimedCommand>()
                    .map(|command| command.to_string()),
                Ok(line.to_owned())
            );
        }
    }

    #[test]
    fn errors_say_what_is_wrong_with_a_line() {
        for (line, word) in [
            ("", "not a command"),
            ("fly 1 2", "not a command"),
            ("drive 1 2 3", "not a command"),
            ("drive 1  2 3 4", "not a command"),
            ("drive x 2 3 4", "not a tick"),
            ("drive 1 -2 3 4", "not an id"),
            ("drive 1 2 NaN 4", "not a coordinate"),
            ("set_target 1 2 wall 4", "not a kind"),
            ("spawn 1 2 3 4", "not a command"),
            ("spawn 1 2 3 4 -", "not an id"),
            ("set_path 1 2 none", "not an id"),
            ("set_wall_open 1 2 true", "not a state of a door"),
            ("set_pressed 1 yes", "not a state of the pointer"),
            ("trigger 1", "not a command"),
            ("noise 1 2 3", "not a command"),
            ("noise 1 2 3 loud", "not a coordinate"),
            ("set_team 1 2", "not a command"),
            ("set_state 1 2 -", "not an id"),
            ("force_event 1 2", "not a command"),
            ("force_event 1 all go", "not an id"),
        ] {
            assert!(
                line.parse::<TimedCommand>()
                    .is_err_and(|message| message.contains(word)),
                "{line}"
            );
        }
    }
}
