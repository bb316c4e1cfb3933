//! A scene out of an exported file, so that one `NAME.steer.json` serves every language, this one included.
//!
//! An export holds what moves agents and leaves out what only the editor needs: presets come back one for each kind of agent,
//! with new ids, and notes are gone.

use super::file::{
    ExportFile, ExportedAgent, ExportedBehavior, ExportedMarker, ExportedMotion, ExportedNode,
    ExportedTarget,
};
use crate::export_file::PlacedScene;
use crate::validate;
use crate::{FormatError, Kind, Loaded, read_as, round_numbers};
use glam::DVec2;
use serde_json::{Map, Value};
use std::sync::Arc;
use steerwright_runtime::scene::{
    Agent, Behavior, CellMap, Marker, Motion, Node, PatrolPath, Plane, Point, Preset, PresetId,
    Scene, Steered, Target, WeightedBehavior,
};

/// An exported scene, with y up as everywhere in this library.
#[derive(Clone, Debug, PartialEq)]
pub struct Exported {
    /// The scene, in game units.
    pub scene: Scene,
    /// Whether y grows downward in the game: then every y that goes in or comes out has the other sign there.
    pub y_down: bool,
    /// The plane that the scene lies in there.
    pub plane: Plane,
    /// Game units in a unit of the scene as it was authored.
    pub scale: f64,
    /// The place of the scene as it was authored that is (0, 0) here.
    pub origin: Point,
}

/// Reads an exported file from text. Fields that are not known are ignored.
///
/// ```
/// use steerwright_export::{Target, self as export};
/// use steerwright_runtime::scene::ExportOptions;
/// use steerwright_runtime::scene::Scene;
/// let scene = Scene { name: "Night watch".into(), ..Scene::default() };
/// let files = export::export(&scene, Target::Json, &ExportOptions::default())?;
/// let text = std::str::from_utf8(&files[0].bytes)?;
/// assert_eq!(export::read_export(text)?.scene, scene);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A [`FormatError`] that names the place and the mend; also for a file that was changed by hand in one place and not in all that
/// follow from it, since other runtimes would move its agents another way.
pub fn read_export(text: &str) -> Result<Exported, FormatError> {
    let Loaded {
        value: exported, ..
    } = read_as::<ExportFile>(text, Kind::Export)?;
    let Loaded { value: file, .. } = read_as::<Value>(text, Kind::Export)?;
    let (y_down, scale, plane, origin) = (
        exported.y_down,
        exported.scale,
        exported.plane,
        exported.origin,
    );
    let (scene, first_agents) = exported.into_scene()?;
    let problems = validate::problems(&scene);
    if problems.is_empty() {
        let placed = PlacedScene {
            authored: scene.clone(),
            scene,
            scale,
            y_down,
            plane,
            origin,
        };
        same(&super::write::value(&placed), &file, "")?;
        return Ok(placed.into_exported());
    }
    let in_the_file = |mut problem: validate::ValidationError| {
        for (preset, agent) in first_agents.iter().enumerate() {
            if let Some(rest) = problem.pointer.strip_prefix(&format!("/presets/{preset}/")) {
                let field = rest
                    .trim_start_matches("motion/steered/")
                    .trim_start_matches("motion/");
                problem.pointer = format!("/agents/{agent}/{field}");
                break;
            }
        }
        problem
    };
    Err(FormatError::Unsound(
        problems.into_iter().map(in_the_file).collect(),
    ))
}

/// These are for information and too long for a file's fifteen digits.
const INFORMATION: [&str; 3] = ["dt", "length", "cumulative"];

/// Whether what `file` says is what follows: `made` of the parts that were read. What only one of them has does not matter.
fn same(made: &Value, file: &Value, pointer: &str) -> Result<(), FormatError> {
    let shape = |message: &str| FormatError::Shape {
        pointer: pointer.to_owned(),
        message: format!("{message}; export the scene again"),
    };
    match (made, file) {
        (Value::Object(made), Value::Object(file)) => {
            made.iter().try_for_each(|(key, made)| match file.get(key) {
                Some(file) if !INFORMATION.contains(&key.as_str()) => {
                    same(made, file, &format!("{pointer}/{key}"))
                }
                Some(_) | None => Ok(()),
            })
        }
        (Value::Array(made), Value::Array(file)) if made.len() == file.len() => made
            .iter()
            .zip(file)
            .enumerate()
            .try_for_each(|(i, (made, file))| same(made, file, &format!("{pointer}/{i}"))),
        (Value::Number(made), Value::Number(file)) if made.as_f64() == file.as_f64() => Ok(()),
        _ if made == file => Ok(()),
        _ => Err(shape("does not follow from the rest of the file")),
    }
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
    /// The scene, and for each of its presets the index of the first agent that moves by it.
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
            };
            let alike = |known: &&Arc<Preset>| {
                (&known.name, known.color, &known.body, &known.motion)
                    == (&preset.name, preset.color, &preset.body, &preset.motion)
            };
            let id = presets
                .iter()
                .find(alike)
                .map(|known| known.id)
                .unwrap_or_else(|| {
                    preset.id = PresetId(presets.len() as u32 + 1);
                    let id = preset.id;
                    presets.push(Arc::new(preset));
                    first_agents.push(index);
                    id
                });
            agents.push(Agent {
                vx: agent.vx,
                vy: up(agent.vy),
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
                x: node.x,
                y: up(node.y),
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
        let row = |row: i32| if self.y_down { -1 - row } else { row };
        let scene = Scene {
            name: self.name,
            unit: self.unit,
            seed: self.seed,
            ticks_per_second: self.ticks_per_second,
            pointer: Point {
                x: self.pointer.x,
                y: up(self.pointer.y),
            },
            presets,
            paths: paths.collect(),
            markers: Arc::new(self.markers.into_iter().map(marker).collect()),
            agents: Arc::new(agents),
            cells: Arc::new(CellMap {
                size: self.cells.size,
                blocked: self
                    .cells
                    .blocked
                    .into_iter()
                    .map(|[column, r]| [column, row(r)])
                    .collect(),
            }),
            ..Scene::default()
        };
        Ok((scene, first_agents))
    }
}

fn motion(agent: &ExportedAgent, index: usize) -> Result<Motion, FormatError> {
    let fault = |behavior: usize, message: String| FormatError::Shape {
        pointer: format!("/agents/{index}/behaviors/{behavior}"),
        message,
    };
    match (agent.motion, agent.behaviors.as_slice()) {
        (ExportedMotion::GridChase, [only]) if only.kind == "grid_chase" => {
            serde_json::from_value(Value::Object(only.parameters.clone()))
                .map(Motion::GridChase)
                .map_err(|error| fault(0, format!("{error}; export the scene again")))
        }
        (ExportedMotion::GridChase, _) => Err(fault(
            0,
            "a grid chase is the one behavior of its agent; export the scene again".into(),
        )),
        (ExportedMotion::Steered, behaviors) => {
            let read = |(i, exported): (usize, &ExportedBehavior)| {
                behavior(exported)
                    .map_err(|error| fault(i, format!("{error}; export the scene again")))
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

/// In an export a behavior is flat, what is absent is null, and a start at a node is told in two fields.
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
