//! Reads a scene from `NAME.steer.json`. `docs/porting.md` lists what every runtime refuses.
//!
//! An export contains what moves agents, and omits what only the editor needs: equal presets are merged and get new ids, and notes
//! are lost.

use super::derived;
use super::exported::Exported;
use super::file::{
    ExportFile, ExportedAgent, ExportedBehavior, ExportedMarker, ExportedMotion, ExportedNode,
    ExportedTarget,
};
use super::placed_scene::PlacedScene;
use crate::limits::PRESETS;
use crate::parameter::MAX_COORDINATE;
use crate::validate;
use crate::{FileKind, FormatError, Loaded, read_as, round_numbers};
use glam::DVec2;
use serde_json::{Map, Value};
use std::sync::Arc;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::scene::export_options::{MAX_SCALE, MIN_SCALE};
use steerwright_runtime::scene::{
    Agent, Behavior, CellMap, Marker, Motion, Node, PatrolPath, Preset, PresetId, Scene, Steered,
    Target, Wall, WeightedBehavior,
};

/// Reads an exported scene from text. Unknown fields are ignored.
///
/// ```
/// use steerwright_format::export_file::{PlacedScene, read_export, text};
/// use steerwright_runtime::scene::{ExportOptions, Scene};
/// let scene = Scene { name: "Night watch".into(), ..Scene::default() };
/// let placed = PlacedScene::new(&scene, &ExportOptions::default())?;
/// assert_eq!(read_export(&text(&placed))?.scene, scene);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A [`FormatError`] that names the place and the fix. A file that lacks a field, or whose derived values do not match the rest,
/// for example after a manual edit, is an error too, because other runtimes would move its agents differently.
pub fn read_export(text: &str) -> Result<Exported, FormatError> {
    read_unique_keys(text).or_else(|error| match error {
        FormatError::Syntax { .. } | FormatError::InvalidField { .. }
            if text.len() <= MAX_BYTES_WITH_DUPLICATE_KEYS =>
        {
            // The stream refuses a key that an object has twice, and an earlier value that does not count.
            without_duplicate_keys(text)
                .and_then(|text| read_unique_keys(&text).ok())
                .ok_or(error)
        }
        FormatError::Syntax { .. }
        | FormatError::InvalidField { .. }
        | FormatError::WrongFormat { .. }
        | FormatError::NewerVersion { .. }
        | FormatError::Validation(_)
        | FormatError::BeyondLimit { .. }
        | FormatError::TooLarge { .. }
        | FormatError::Io { .. } => Err(error),
    })
}

/// Exports with duplicate keys come from tests and manual edits, which are small. A tree of values takes some 60 times the bytes of
/// the text, so large files with duplicate keys are refused.
const MAX_BYTES_WITH_DUPLICATE_KEYS: usize = 256 << 10;

/// Reads an export whose objects have no key twice.
fn read_unique_keys(text: &str) -> Result<Exported, FormatError> {
    let Loaded {
        value: exported, ..
    } = read_as::<ExportFile>(text, FileKind::Export)?;
    let (y_down, scale, plane, origin) = (
        exported.y_down,
        exported.scale,
        exported.plane,
        exported.origin,
    );
    check_placement(scale, origin)?;
    let (scene, first_agents) = exported.into_scene()?;
    let errors = validate::export_errors(&scene);
    if errors.is_empty() {
        let placed = PlacedScene {
            authored: scene.clone(),
            scene,
            scale,
            y_down,
            plane,
            origin,
        };
        derived::check(text, super::write::expected_in_file_order(&placed))?;
        return Ok(placed.into_exported());
    }
    let in_file = |mut error: validate::ValidationError| {
        for (preset, agent) in first_agents.iter().enumerate() {
            if let Some(rest) = error.pointer.strip_prefix(&format!("/presets/{preset}/")) {
                let field = rest
                    .trim_start_matches("motion/steered/")
                    .trim_start_matches("motion/");
                error.pointer = format!("/agents/{agent}/{field}");
                break;
            }
        }
        error
    };
    Err(FormatError::Validation(
        errors.into_iter().map(in_file).collect(),
    ))
}

/// The text with only the last of equal keys in each object, as other parsers of JSON read it; none if it is not JSON. This keeps a
/// tree of values in memory.
fn without_duplicate_keys(text: &str) -> Option<String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let file: Value = serde_json::from_str(text).ok()?;
    Some(file.to_string())
}

fn check_placement(scale: f64, origin: DVec2) -> Result<(), FormatError> {
    let in_range = |pointer: &str, value: f64, (min, max): (f64, f64)| {
        if (min..=max).contains(&value) {
            Ok(())
        } else {
            Err(FormatError::InvalidField {
                pointer: pointer.to_owned(),
                message: format!(
                    "{value} is out of range; use {min} to {max}, or export the scene again"
                ),
            })
        }
    };
    in_range("/scale", scale, (MIN_SCALE, MAX_SCALE))?;
    in_range("/origin/x", origin.x, (-MAX_COORDINATE, MAX_COORDINATE))?;
    in_range("/origin/y", origin.y, (-MAX_COORDINATE, MAX_COORDINATE))
}

impl From<ExportedTarget> for Target {
    fn from(target: ExportedTarget) -> Self {
        match target {
            ExportedTarget::Marker { id } => Self::Marker(id),
            ExportedTarget::Agent { id } => Self::Agent(id),
            ExportedTarget::Pointer => Self::Pointer,
        }
    }
}

impl ExportFile {
    /// The scene, and the index of the first agent of each preset.
    fn into_scene(self) -> Result<(Scene, Vec<usize>), FormatError> {
        let up = |y: f64| if self.y_down { 0.0 - y } else { y };
        let mut presets: Vec<Arc<Preset>> = Vec::new();
        let mut first_agents = Vec::new();
        let mut agents = Vec::new();
        for (index, agent) in self.agents.into_iter().enumerate() {
            let mut preset = Preset {
                id: PresetId(0),
                motion: motion(&agent, index)?,
                name: agent.preset,
                description: String::new(),
                color: agent.color,
                body: agent.body,
                sight: agent.sight,
            };
            if presets.len() as u64 > PRESETS.max {
                return Err(FormatError::BeyondLimit {
                    pointer: format!("/agents/{index}/preset"),
                    limit: &PRESETS,
                });
            }
            let is_same = |known: &&Arc<Preset>| {
                (
                    &known.name,
                    known.color,
                    &known.body,
                    &known.sight,
                    &known.motion,
                ) == (
                    &preset.name,
                    preset.color,
                    &preset.body,
                    &preset.sight,
                    &preset.motion,
                )
            };
            let id = presets
                .iter()
                .find(is_same)
                .map(|known| known.id)
                .unwrap_or_else(|| {
                    preset.id = PresetId(presets.len() as u32 + 1);
                    let id = preset.id;
                    presets.push(Arc::new(preset));
                    first_agents.push(index);
                    id
                });
            agents.push(Agent {
                velocity: DVec2::new(agent.vx, up(agent.vy)),
                path: agent.path,
                target: agent.target.map(Into::into),
                danger: agent.danger.map(Into::into),
                leader: agent.leader,
                scatter: agent.scatter,
                ..Agent::at(agent.id, agent.name, id, DVec2::new(agent.x, up(agent.y)))
            });
        }
        let paths = self.paths.into_iter().map(|path| {
            let own = |radius: f64| Some(radius).filter(|&radius| radius != path.radius);
            let node = |node: &ExportedNode| Node {
                id: node.id,
                position: DVec2::new(node.x, up(node.y)),
                radius: own(node.radius),
                wait: node.wait,
                speed: node.speed,
            };
            Arc::new(PatrolPath {
                traversal: path.traversal,
                shape: path.shape,
                radius: path.radius,
                tolerance: path.tolerance,
                nodes: path.nodes.iter().map(node).collect(),
                ..PatrolPath::new(path.id, path.name)
            })
        });
        let marker = |marker: ExportedMarker| {
            Marker::at(
                marker.id,
                marker.name,
                marker.kind,
                DVec2::new(marker.x, up(marker.y)),
            )
        };
        let walls = self.walls.into_iter().map(|wall| {
            let points = wall.points.iter().map(|&[x, y]| DVec2::new(x, up(y)));
            Arc::new(Wall {
                closed: wall.closed,
                blocks_motion: wall.blocks_motion,
                blocks_sight: wall.blocks_sight,
                open: wall.open,
                ..Wall::through(wall.id, wall.name, points)
            })
        });
        let row = |row: i32| if self.y_down { -1 - row } else { row };
        let scene = Scene {
            name: self.name,
            unit: self.unit,
            seed: self.seed,
            ticks_per_second: self.ticks_per_second,
            pointer: DVec2::new(self.pointer.x, up(self.pointer.y)),
            presets,
            paths: paths.collect(),
            markers: Arc::new(self.markers.into_iter().map(marker).collect()),
            walls: walls.collect(),
            skin: self.skin,
            agents: Arc::new(agents),
            cells: Arc::new(CellMap {
                size: self.cells.size,
                blocked: self
                    .cells
                    .blocked
                    .into_iter()
                    .map(|cell| Cell::new(cell.column, row(cell.row)))
                    .collect(),
            }),
            ..Scene::default()
        };
        Ok((scene, first_agents))
    }
}

fn motion(agent: &ExportedAgent, index: usize) -> Result<Motion, FormatError> {
    let invalid = |behavior: usize, message: String| FormatError::InvalidField {
        pointer: format!("/agents/{index}/behaviors/{behavior}"),
        message,
    };
    match (agent.motion, agent.behaviors.as_slice()) {
        (ExportedMotion::GridChase, [only]) if only.kind == "grid_chase" => {
            serde_json::from_value(Value::Object(only.parameters.clone()))
                .map(Motion::GridChase)
                .map_err(|error| invalid(0, format!("{error}; export the scene again")))
        }
        (ExportedMotion::GridChase, _) => Err(invalid(
            0,
            "a grid chase must be the only behavior of its agent; export the scene again".into(),
        )),
        (ExportedMotion::Steered, behaviors) => {
            let read = |(i, exported): (usize, &ExportedBehavior)| {
                behavior(exported)
                    .map_err(|error| invalid(i, format!("{error}; export the scene again")))
            };
            let behaviors = behaviors
                .iter()
                .enumerate()
                .map(read)
                .collect::<Result<_, _>>()?;
            Ok(Motion::Steered(Steered {
                blend_mode: agent.blend_mode.unwrap_or_default(),
                behaviors,
            }))
        }
    }
}

/// In an export a behavior is a flat object, missing values are null, and a start node takes two fields.
fn behavior(exported: &ExportedBehavior) -> Result<WeightedBehavior, serde_json::Error> {
    let mut parameters = exported.parameters.clone();
    if let (Some("node"), Some(node)) = (
        parameters.get("start").and_then(Value::as_str),
        parameters.get("start_node").cloned(),
    ) {
        parameters.insert(
            "start".into(),
            Value::Object(Map::from_iter([("node".to_owned(), node)])),
        );
    }
    parameters.retain(|_, value| !value.is_null());
    let mut tagged = Value::Object(Map::from_iter([(
        exported.kind.clone(),
        Value::Object(parameters),
    )]));
    round_numbers(&mut tagged);
    serde_json::from_value(tagged).map(|behavior: Behavior| WeightedBehavior {
        weight: exported.weight,
        behavior,
    })
}
