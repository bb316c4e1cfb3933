//! What a case reads of a world besides its agents and events: paths, cells, ids by name, where an
//! agent looks, whether it sees another, what it senses, in which state it is, whether doors are
//! open, the shortest way between two places, and the hash of the whole.

use super::hex;
use std::str::FromStr;
use steerwright_format::export_file::Placement;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::geometry::{Cell, Polyline, vector};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{AgentId, PathId, Target, WallId};
use steerwright_runtime::simulation::{World, WorldError};

/// Something to read, and the tick at which it is read.
#[derive(Clone, Debug, PartialEq)]
pub struct TimedReading {
    /// The tick.
    pub tick: u64,
    /// What is read.
    pub reading: Reading,
}

/// What is read.
#[derive(Clone, Debug, PartialEq)]
pub enum Reading {
    /// The number of points of a path, whether it is closed, and its length.
    Path(PathId),
    /// A point of a path, by index.
    PathPoint(PathId, usize),
    /// The point at a distance along a path.
    PathAt(PathId, f64),
    /// The place of a path nearest to a position.
    PathNearest(PathId, DVec2),
    /// The cell at a position.
    Cell(DVec2),
    /// Where an agent looks.
    Facing(AgentId),
    /// Whether an agent sees another one.
    Sees(AgentId, AgentId),
    /// Whether a wall is a door that is open.
    IsWallOpen(WallId),
    /// Whether an agent has noticed someone, its meter, and who is perceived.
    Senses(AgentId),
    /// The id and the name of the state of an agent.
    InState(AgentId),
    /// The shortest way of a body of a radius between two positions.
    PathBetween(DVec2, DVec2, f64),
    /// The lowest id of what has a name.
    Find(NamedKind, String),
    /// The hash of the state of the world.
    Hash,
}

/// What has a name and an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedKind {
    /// An agent.
    Agent,
    /// A marker.
    Marker,
    /// A path.
    Path,
    /// A preset.
    Preset,
    /// A wall.
    Wall,
}

impl NamedKind {
    const ALL: [Self; 5] = [
        Self::Agent,
        Self::Marker,
        Self::Path,
        Self::Preset,
        Self::Wall,
    ];

    fn word(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Marker => "marker",
            Self::Path => "path",
            Self::Preset => "preset",
            Self::Wall => "wall",
        }
    }

    fn lowest_id(self, world: &World, name: &str) -> Option<u32> {
        let scene = world.scene();
        let of_name = |known: &str, id: u32| (known == name).then_some(id);
        match self {
            Self::Agent => {
                let ids = scene.agents.iter().filter_map(|a| of_name(&a.name, a.id.0));
                ids.min()
            }
            Self::Marker => {
                let ids = scene
                    .markers
                    .iter()
                    .filter_map(|m| of_name(&m.name, m.id.0));
                ids.min()
            }
            Self::Path => {
                let ids = scene.paths.iter().filter_map(|p| of_name(&p.name, p.id.0));
                ids.min()
            }
            Self::Preset => {
                let ids = scene
                    .presets
                    .iter()
                    .filter_map(|p| of_name(&p.name, p.id.0));
                ids.min()
            }
            Self::Wall => {
                let ids = scene.walls.iter().filter_map(|w| of_name(&w.name, w.id.0));
                ids.min()
            }
        }
    }
}

impl TimedReading {
    /// The first words of the lines.
    pub(super) const WORDS: [&str; 13] = [
        "path",
        "path_point",
        "path_at",
        "path_nearest",
        "cell",
        "facing",
        "sees",
        "is_wall_open",
        "senses",
        "in_state",
        "path_between",
        "find",
        "hash",
    ];

    /// The same reading with its positions and length, if it has any, replaced by what `map` and
    /// `map_length` make of them.
    #[must_use]
    pub fn map_lengths(
        self,
        map: impl Fn(DVec2) -> DVec2,
        map_length: impl Fn(f64) -> f64,
    ) -> Self {
        let reading = match self.reading {
            Reading::PathBetween(a, b, radius) => {
                Reading::PathBetween(map(a), map(b), map_length(radius))
            }
            Reading::PathNearest(path, place) => Reading::PathNearest(path, map(place)),
            Reading::Cell(place) => Reading::Cell(map(place)),
            other @ (Reading::Path(_)
            | Reading::PathPoint(..)
            | Reading::PathAt(..)
            | Reading::Facing(_)
            | Reading::Sees(..)
            | Reading::IsWallOpen(_)
            | Reading::Senses(_)
            | Reading::InState(_)
            | Reading::Find(..)
            | Reading::Hash) => other,
        };
        Self { reading, ..self }
    }

    /// The line in a case: what is read, and the result. Positions are those of the game.
    ///
    /// # Errors
    /// [`WorldError::Path`], [`WorldError::Agent`], [`WorldError::Wall`],
    /// [`WorldError::Coordinate`], [`WorldError::BodyRadius`].
    pub fn line(&self, world: &World, placement: Placement) -> Result<String, WorldError> {
        let point = |point: DVec2| {
            let DVec2 { x, y } = placement.upward(point);
            format!("{} {}", hex(x), hex(y))
        };
        let point_or_dash = |found: Option<DVec2>| found.map_or("-".into(), point);
        let line_of = |path| -> Result<Polyline, WorldError> {
            world.path_line(path).ok_or(WorldError::Path(path))
        };
        let result = match &self.reading {
            Reading::Path(path) => {
                let line = line_of(*path)?;
                let closed = if line.closed { "closed" } else { "open" };
                format!("{} {closed} {}", line.points.len(), hex(line.length()))
            }
            Reading::PathPoint(path, index) => {
                point_or_dash(line_of(*path)?.points.get(*index).copied())
            }
            Reading::PathAt(path, along) => point_or_dash(line_of(*path)?.point_at(*along)),
            Reading::PathNearest(path, place) => {
                let from = placement.upward(*place);
                line_of(*path)?.nearest(from).map_or("-".into(), |nearest| {
                    let distance = vector::distance(nearest.point, from);
                    format!(
                        "{} {} {}",
                        point(nearest.point),
                        hex(nearest.along),
                        hex(distance)
                    )
                })
            }
            Reading::Cell(place) => {
                let grid = world.cells();
                let cell = grid.cell_at(placement.upward(*place));
                let Cell { column, row } = cell;
                let row = if placement.y_down { -1 - row } else { row };
                let blocked = if grid.is_blocked(cell) {
                    "blocked"
                } else {
                    "free"
                };
                format!("{column} {row} {} {blocked}", point(grid.center(cell)))
            }
            Reading::Facing(agent) => {
                let agent = world.agent(*agent).ok_or(WorldError::Agent(*agent))?;
                point(agent.facing)
            }
            Reading::Sees(agent, other) => {
                for id in [*agent, *other] {
                    world.agent(id).ok_or(WorldError::Agent(id))?;
                }
                let sees = world.sees(*agent, *other);
                (if sees { "yes" } else { "no" }).into()
            }
            Reading::IsWallOpen(wall) => {
                world.scene().wall(*wall).ok_or(WorldError::Wall(*wall))?;
                (if world.is_wall_open(*wall) {
                    "yes"
                } else {
                    "no"
                })
                .into()
            }
            Reading::Senses(agent) => {
                let senses = world.senses(*agent).ok_or(WorldError::Agent(*agent))?;
                let noticed = if senses.noticed { "yes" } else { "no" };
                let perceived = match senses.perceived {
                    Some(Target::Agent(id)) => format!("agent {id}"),
                    Some(Target::Marker(id)) => format!("marker {id}"),
                    Some(Target::Pointer) => "pointer".into(),
                    None => "-".into(),
                };
                format!("{noticed} {} {perceived}", hex(senses.meter))
            }
            Reading::InState(agent) => {
                let state = world.state(*agent).ok_or(WorldError::Agent(*agent))?;
                format!("{} {}", state.id, state.name)
            }
            Reading::Hash => format!("{:016x}", world.hash64()),
            Reading::PathBetween(a, b, radius) => {
                let [a, b] = [a, b].map(|place| placement.upward(*place));
                match world.path_between(a, b, *radius)? {
                    Some(points) => points.into_iter().map(point).collect::<Vec<_>>().join(" "),
                    None => "-".into(),
                }
            }
            Reading::Find(kind, name) => {
                let id = kind.lowest_id(world, name);
                let id = id.map_or("-".into(), |id| id.to_string());
                return Ok(format!("find {} {} {id} {name}", self.tick, kind.word()));
            }
        };
        Ok(format!("{self} {result}"))
    }
}

/// The line without its result.
impl std::fmt::Display for TimedReading {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tick = self.tick;
        match &self.reading {
            Reading::Path(path) => write!(f, "path {tick} {path}"),
            Reading::PathPoint(path, index) => write!(f, "path_point {tick} {path} {index}"),
            Reading::PathAt(path, along) => write!(f, "path_at {tick} {path} {}", rounded(*along)),
            Reading::PathNearest(path, DVec2 { x, y }) => {
                write!(
                    f,
                    "path_nearest {tick} {path} {} {}",
                    rounded(*x),
                    rounded(*y)
                )
            }
            Reading::Cell(DVec2 { x, y }) => {
                write!(f, "cell {tick} {} {}", rounded(*x), rounded(*y))
            }
            Reading::Facing(agent) => write!(f, "facing {tick} {agent}"),
            Reading::Sees(agent, other) => write!(f, "sees {tick} {agent} {other}"),
            Reading::IsWallOpen(wall) => write!(f, "is_wall_open {tick} {wall}"),
            Reading::Senses(agent) => write!(f, "senses {tick} {agent}"),
            Reading::InState(agent) => write!(f, "in_state {tick} {agent}"),
            Reading::Hash => write!(f, "hash {tick}"),
            Reading::PathBetween(a, b, radius) => {
                let [ax, ay, bx, by, radius] = [a.x, a.y, b.x, b.y, *radius].map(rounded);
                write!(f, "path_between {tick} {ax} {ay} {bx} {by} {radius}")
            }
            Reading::Find(kind, name) => write!(f, "find {tick} {} - {name}", kind.word()),
        }
    }
}

impl FromStr for TimedReading {
    type Err = String;

    /// Reads a line; results that it may have are left out.
    fn from_str(line: &str) -> Result<Self, String> {
        let fields: Vec<&str> = line.split(' ').collect();
        let id = |text: &str| {
            text.parse()
                .map_err(|_| format!("{text:?} is not an id; use a whole number"))
        };
        let number = |text: &str| match text.parse::<f64>() {
            Ok(x) if x.is_finite() => Ok(rounded(x)),
            _ => Err(format!(
                "{text:?} is not a coordinate; use a decimal number"
            )),
        };
        let place = |x, y| Ok::<_, String>(DVec2::new(number(x)?, number(y)?));
        let reading = match fields[..] {
            ["path", _, path, ..] => Reading::Path(PathId(id(path)?)),
            ["path_point", _, path, index, ..] => {
                Reading::PathPoint(PathId(id(path)?), id(index)? as usize)
            }
            ["path_at", _, path, along, ..] => Reading::PathAt(PathId(id(path)?), number(along)?),
            ["path_nearest", _, path, x, y, ..] => {
                Reading::PathNearest(PathId(id(path)?), place(x, y)?)
            }
            ["cell", _, x, y, ..] => Reading::Cell(place(x, y)?),
            ["facing", _, agent, ..] => Reading::Facing(AgentId(id(agent)?)),
            ["sees", _, agent, other, ..] => {
                Reading::Sees(AgentId(id(agent)?), AgentId(id(other)?))
            }
            ["is_wall_open", _, wall, ..] => Reading::IsWallOpen(WallId(id(wall)?)),
            ["senses", _, agent, ..] => Reading::Senses(AgentId(id(agent)?)),
            ["in_state", _, agent, ..] => Reading::InState(AgentId(id(agent)?)),
            ["hash", _, ..] => Reading::Hash,
            ["path_between", _, ax, ay, bx, by, radius, ..] => {
                Reading::PathBetween(place(ax, ay)?, place(bx, by)?, number(radius)?)
            }
            ["find", _, kind, _, ref name @ ..] if !name.is_empty() => {
                let known = NamedKind::ALL
                    .into_iter()
                    .find(|known| known.word() == kind);
                let kind = known.ok_or_else(|| {
                    format!("{kind:?} is not a kind; use agent, marker, path, preset or wall")
                })?;
                Reading::Find(kind, name.join(" "))
            }
            _ => {
                return Err(
                    "this is not a reading; write one like \"path_nearest 60 1 3.5 -1\"".into(),
                );
            }
        };
        let tick = fields[1]
            .parse()
            .map_err(|_| format!("{:?} is not a tick; use a whole number", fields[1]))?;
        Ok(Self { tick, reading })
    }
}
