//! Reads a scene from `NAME.steer.json`. `docs/porting.md` lists what every runtime refuses.
//!
//! An export contains what moves agents, and omits what only the editor needs: equal presets are
//! merged and get new ids, and notes are lost.

use super::exported::Exported;
use super::exported_node::Junctions;
use super::exported_target::ExportedTarget;
use super::file::{ExportFile, ExportedMarker};
use super::placed_scene::PlacedScene;
use super::preset_parts::PresetParts;
use super::{derived, exported_node, nets, place_in_file, spawner};
use crate::limits::PRESETS;
use crate::validate;
use crate::{FileKind, FormatError, Loaded, read_as};
use glam::DVec2;
use serde_json::Value;
use std::sync::Arc;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::parameter::MAX_COORDINATE;
use steerwright_runtime::scene::export_options::{MAX_SCALE, MIN_SCALE};
use steerwright_runtime::scene::{
    Agent, CellMap, Marker, PatrolPath, Preset, PresetId, Scene, Target, Wall,
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
/// A [`FormatError`] that names the place and the fix. A file that lacks a field, or whose derived
/// values do not match the rest, for example after a manual edit, is an error too, because other
/// runtimes would move its agents differently.
pub fn read_export(text: &str) -> Result<Exported, FormatError> {
    read_unique_keys(text).or_else(|error| match error {
        FormatError::Syntax { .. } | FormatError::InvalidField { .. }
            if text.len() <= MAX_BYTES_WITH_DUPLICATE_KEYS =>
        {
            // The stream refuses a key that an object has twice, and an earlier value that does not
            // count.
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

/// Exports with duplicate keys come from tests and manual edits, which are small. A tree of values
/// takes some 60 times the bytes of the text, so large files with duplicate keys are refused.
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
    let (scene, first_places) = exported.into_scene()?;
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
        error.pointer = place_in_file::place_in_file(&error.pointer, &first_places);
        error
    };
    Err(FormatError::Validation(
        errors.into_iter().map(in_file).collect(),
    ))
}

/// The text with only the last of equal keys in each object, as other parsers of JSON read it; none
/// if it is not JSON. This keeps a tree of values in memory.
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
    /// The scene, and the place of the first agent or spawner of each preset.
    fn into_scene(self) -> Result<(Scene, Vec<String>), FormatError> {
        let up = |y: f64| if self.y_down { 0.0 - y } else { y };
        let mut presets = Presets::default();
        let mut agents = Vec::new();
        for (index, agent) in self.agents.into_iter().enumerate() {
            let place = format!("/agents/{index}");
            let preset = PresetParts {
                name: agent.preset,
                properties: agent.preset_properties,
                color: agent.color,
                body: agent.body,
                facing: agent.facing,
                sight: agent.sight,
                watches: agent.watches,
                hearing: agent.hearing,
                alert: agent.alert,
                motion: agent.motion,
                blend_mode: agent.blend_mode,
                behaviors: agent.behaviors,
                state: agent.state,
                states: agent.states,
            };
            let preset = preset.into_preset(&place)?;
            let id = presets.id_of(preset, place)?;
            agents.push(Agent {
                velocity: DVec2::new(agent.vx, up(agent.vy)),
                heading: Agent::heading_of(agent.hx, agent.hy.map(up)),
                path: agent.path,
                target: agent.target.map(Into::into),
                danger: agent.danger.map(Into::into),
                leader: agent.leader,
                scatter: agent.scatter,
                team: agent.team,
                properties: agent.properties,
                ..Agent::at(agent.id, agent.name, id, DVec2::new(agent.x, up(agent.y)))
            });
        }
        let mut spawners = Vec::new();
        for (index, mut exported) in self.spawners.into_iter().enumerate() {
            let place = format!("/spawners/{index}");
            let preset = PresetParts {
                name: std::mem::take(&mut exported.preset),
                properties: std::mem::take(&mut exported.preset_properties),
                color: exported.color,
                body: exported.body,
                facing: exported.facing,
                sight: exported.sight,
                watches: std::mem::take(&mut exported.watches),
                hearing: exported.hearing,
                alert: exported.alert,
                motion: exported.motion,
                blend_mode: exported.blend_mode,
                behaviors: std::mem::take(&mut exported.behaviors),
                state: exported.state.take(),
                states: std::mem::take(&mut exported.states),
            };
            let preset = preset.into_preset(&place)?;
            let id = presets.id_of(preset, place)?;
            spawners.push(Arc::new(spawner::spawner(exported, id, index, up)?));
        }
        let contacts = self
            .contacts
            .into_iter()
            .map(|contact| Arc::new(contact.into()));
        let mut junctions = Junctions::new();
        let mut paths = Vec::with_capacity(self.paths.len());
        for (index, path) in self.paths.into_iter().enumerate() {
            let nodes = path.nodes.into_iter().enumerate();
            let nodes =
                nodes.map(|(i, node)| node.into_node((index, i), path.radius, up, &mut junctions));
            paths.push(Arc::new(PatrolPath {
                traversal: path.traversal,
                shape: path.shape,
                radius: path.radius,
                tolerance: path.tolerance,
                nodes: nodes.collect(),
                properties: path.properties,
                ..PatrolPath::new(path.id, path.name)
            }));
        }
        exported_node::connect(&mut paths, junctions)?;
        let marker = |marker: ExportedMarker| {
            let position = DVec2::new(marker.x, up(marker.y));
            Marker {
                properties: marker.properties,
                ..Marker::at(marker.id, marker.name, marker.kind, position)
            }
        };
        let walls = self.walls.into_iter().map(|wall| {
            let points = wall.points.iter().map(|&[x, y]| DVec2::new(x, up(y)));
            Arc::new(Wall {
                closed: wall.closed,
                blocks_motion: wall.blocks_motion,
                blocks_sight: wall.blocks_sight,
                open: wall.open,
                properties: wall.properties,
                ..Wall::through(wall.id, wall.name, points)
            })
        });
        let walls: Vec<Arc<Wall>> = walls.collect();
        let nets = nets::nets(self.nets, &walls, up)?;
        let row = |row: i32| if self.y_down { -1 - row } else { row };
        let scene = Scene {
            name: self.name,
            unit: self.unit,
            seed: self.seed,
            ticks_per_second: self.ticks_per_second,
            pointer: DVec2::new(self.pointer.x, up(self.pointer.y)),
            declared_properties: Arc::new(self.declared_properties),
            presets: presets.presets,
            paths,
            markers: Arc::new(self.markers.into_iter().map(marker).collect()),
            walls,
            skin: self.skin,
            touch_margin: self.touch_margin,
            repath_distance: self.repath_distance,
            route_tolerance: self.route_tolerance,
            spawners,
            contacts: contacts.collect(),
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
            nets: Some(Arc::new(nets)),
            ..Scene::default()
        };
        Ok((scene, presets.first_places))
    }
}

/// The presets of a file, numbered in the order in which agents and spawners have them.
#[derive(Default)]
struct Presets {
    presets: Vec<Arc<Preset>>,
    first_places: Vec<String>,
}

impl Presets {
    /// The id of a preset, which has none yet; equal ones have the same.
    fn id_of(&mut self, mut preset: Preset, place: String) -> Result<PresetId, FormatError> {
        if self.presets.len() as u64 > PRESETS.max {
            return Err(FormatError::BeyondLimit {
                pointer: format!("{place}/preset"),
                limit: &PRESETS,
            });
        }
        let mut known = self.presets.iter();
        if let Some(known) = known.find(|known| spawner::moves_and_looks_as(known, &preset)) {
            return Ok(known.id);
        }
        preset.id = PresetId(self.presets.len() as u32 + 1);
        let id = preset.id;
        self.presets.push(Arc::new(preset));
        self.first_places.push(place);
        Ok(id)
    }
}
