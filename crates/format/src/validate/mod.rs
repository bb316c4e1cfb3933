//! Validates scenes and presets: numbers are in range, ids are unique, and references lead to
//! something.

mod editor_data;
mod known_ids;
pub mod node_script;
mod preset;
mod properties;
mod spawner;
mod track;

use crate::limits;
use crate::listed::Listed;
use editor_data::{check_area, check_export, check_import, check_picture};
use glam::DVec2;
use known_ids::{KnownIds, References};
use node_script::check_script;
use preset::check_preset;
use properties::{Declared, PresetReferences, check_declarations};
use spawner::check_spawners;
use std::fmt::Display;
use steerwright_runtime::geometry::catmull_rom;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::parameter;
use steerwright_runtime::parameter::{MAX_COORDINATE, ParameterTable};
use steerwright_runtime::scene::{
    Agent, PatrolPath, Preset, PropertyDeclaration, Scatter, Scene, Target, Wall, WallNode,
};
use steerwright_runtime::steering::follow_path::{Shape, Traversal};
use track::check_track;

pub use track::MAX_TRACK_SECONDS;

/// The largest seed. Every JSON parser reads numbers of 15 digits exactly.
pub const MAX_SEED: u64 = 999_999_999_999_999;
/// The largest component of an agent's initial velocity, in either direction, u/s.
pub const MAX_VELOCITY: f64 = 1e6;
/// The longest gap that an area can allow, s.
pub const MAX_GAP: f64 = 600.0;

pub use crate::listed::ValidationError;
pub use properties::MAX_PROPERTY_NAME_CHARS;

/// The most letters of the name of a team in a scene file.
pub const MAX_TEAM_LETTERS: usize = 64;

/// The errors of a scene that is exported, or read from an export: those of the scene, but for the
/// length of the names of teams, and what runtimes cannot hold.
pub fn export_errors(scene: &Scene) -> Vec<ValidationError> {
    let errors = errors_of(scene, usize::MAX, PresetReferences::NamesOrIds);
    if errors.is_empty() {
        return [curve_errors(scene), run_errors(scene)].concat();
    }
    errors
}

/// The curves of paths that lead out of the range of coordinates, though their nodes are within it.
fn curve_errors(scene: &Scene) -> Vec<ValidationError> {
    let mut found = Listed::default();
    for (i, path) in scene.paths.iter().enumerate() {
        if path.shape != Shape::CatmullRom {
            continue;
        }
        let controls: Vec<DVec2> = path.nodes.iter().map(|node| node.position).collect();
        let closed = path.traversal == Traversal::Loop;
        let mut is_outside = false;
        catmull_rom::for_each_point(&controls, closed, path.tolerance, &mut |point| {
            let DVec2 { x, y } = point.position;
            is_outside |= !is_coordinate(rounded(x)) || !is_coordinate(rounded(y));
        });
        if is_outside {
            found.add(
                format!("/paths/{i}"),
                "its curve leads out of the range of coordinates, -1e9 to 1e9; move its nodes inward, or make it straight".into(),
            );
        }
    }
    found.into_entries("errors")
}

/// Why a valid scene cannot be run or exported: see [`limits::exceeded_by_run`].
#[must_use]
pub fn run_errors(scene: &Scene) -> Vec<ValidationError> {
    let beyond = limits::exceeded_by_run(scene).into_iter();
    let error = |(pointer, limit): (String, &limits::Limit)| ValidationError {
        pointer,
        message: limit.message(),
    };
    beyond.map(error).collect()
}

/// The errors of `scene` in file order; empty for a valid scene. Of many errors of one kind only
/// the first are listed, and an entry counts the others: see [`Listed`]. For a scene that exceeds
/// [limits](limits::exceeded), only those are errors.
#[must_use]
pub fn scene_errors(scene: &Scene) -> Vec<ValidationError> {
    errors_of(scene, MAX_TEAM_LETTERS, PresetReferences::Ids)
}

/// The errors of a placed scene with the rules of scene files, but for custom properties that refer
/// to presets by name.
#[cfg(feature = "read-ron")]
pub(crate) fn placed_errors(scene: &Scene) -> Vec<ValidationError> {
    errors_of(scene, MAX_TEAM_LETTERS, PresetReferences::NamesOrIds)
}

fn errors_of(
    scene: &Scene,
    team_letters: usize,
    preset_references: PresetReferences,
) -> Vec<ValidationError> {
    let beyond: Vec<_> = limits::exceeded(scene)
        .into_iter()
        .map(|(pointer, limit)| ValidationError {
            pointer,
            message: limit.message(),
        })
        .collect();
    if !beyond.is_empty() {
        return beyond;
    }
    let mut found = Listed::default();
    let mut report = |pointer: String, message: String| found.add(pointer, message);

    check_parameters(&"", parameter::SCENE, scene, &mut report);
    check_parameters(&"", parameter::SKIN, scene, &mut report);
    check_parameters(&"", parameter::MARGINS, scene, &mut report);
    if scene.seed > MAX_SEED {
        report(
            "/seed".into(),
            format!("{} has more than 15 digits; use a smaller seed", scene.seed),
        );
    }
    check_point(&"/pointer", scene.pointer, &mut report);

    let declared = Declared::new(&scene.declared_properties, preset_references);
    check_declarations(&scene.declared_properties, &declared, &mut report);

    let known = KnownIds::new(scene);
    check_unique(
        "/presets",
        scene.presets.iter().map(|p| p.id.0),
        &mut report,
    );
    for (i, preset) in scene.presets.iter().enumerate() {
        let place = format!("/presets/{i}");
        check_preset(&place, preset, Some(&known), team_letters, &mut report);
        declared.check(&place, &preset.properties, &mut report);
    }
    check_unique("/paths", scene.paths.iter().map(|p| p.id.0), &mut report);
    for (i, path) in scene.paths.iter().enumerate() {
        let place = format_args!("/paths/{i}");
        check_path(&place, path, &known, &mut report);
        declared.check(&place, &path.properties, &mut report);
        for (j, node) in path.nodes.iter().enumerate() {
            let place = format_args!("{place}/nodes/{j}");
            declared.check(&place, &node.properties, &mut report);
        }
    }
    check_unique(
        "/markers",
        scene.markers.iter().map(|m| m.id.0),
        &mut report,
    );
    for (i, marker) in scene.markers.iter().enumerate() {
        let place = format_args!("/markers/{i}");
        check_point(&place, marker.position, &mut report);
        declared.check(&place, &marker.properties, &mut report);
    }
    check_unique("/walls", scene.walls.iter().map(|w| w.id.0), &mut report);
    for (i, wall) in scene.walls.iter().enumerate() {
        let place = format_args!("/walls/{i}");
        check_wall(&place, wall, &mut report);
        declared.check(&place, &wall.properties, &mut report);
    }
    check_unique("/agents", scene.agents.iter().map(|a| a.id.0), &mut report);
    for (i, agent) in scene.agents.iter().enumerate() {
        let place = format_args!("/agents/{i}");
        check_agent(&place, agent, &known, &mut report);
        declared.check(&place, &agent.properties, &mut report);
        check_team(
            &format_args!("{place}/team"),
            agent.team.as_deref(),
            team_letters,
            &mut report,
        );
    }
    check_spawners(scene, &known, team_letters, &mut report);
    check_unique(
        "/editor/groups",
        scene.editor.groups.iter().map(|g| g.id.0),
        &mut report,
    );
    check_unique(
        "/editor/pictures",
        scene.editor.pictures.iter().map(|picture| picture.id.0),
        &mut report,
    );
    for (i, picture) in scene.editor.pictures.iter().enumerate() {
        check_picture(&format!("/editor/pictures/{i}"), picture, &mut report);
    }
    check_unique(
        "/editor/areas",
        scene.editor.areas.iter().map(|area| area.id.0),
        &mut report,
    );
    for (i, area) in scene.editor.areas.iter().enumerate() {
        check_area(&format!("/editor/areas/{i}"), area, &mut report);
    }
    check_unique(
        "/editor/tracks",
        scene.editor.tracks.iter().map(|track| track.id.0),
        &mut report,
    );
    for (i, track) in scene.editor.tracks.iter().enumerate() {
        check_track(&format!("/editor/tracks/{i}"), track, &mut report);
    }
    for (i, remembered) in scene.editor.exports.iter().enumerate() {
        check_export(
            &format!("/editor/exports/{i}/options"),
            remembered,
            &mut report,
        );
    }
    for (i, import) in scene.editor.imports.iter().enumerate() {
        check_import(&format!("/editor/imports/{i}"), import, &mut report);
    }
    check_parameters(&"/cells", parameter::CELLS, &scene.cells, &mut report);
    found.into_entries("errors")
}

/// All errors of a preset on its own. What it refers to outside of itself is not looked for.
#[must_use]
pub fn preset_errors(preset: &Preset) -> Vec<ValidationError> {
    errors_with_declarations(preset, &[])
}

/// All errors of a preset and of the custom properties that are declared with it.
pub(crate) fn errors_with_declarations(
    preset: &Preset,
    declared_properties: &[PropertyDeclaration],
) -> Vec<ValidationError> {
    let mut found = Listed::default();
    let mut report = |pointer: String, message: String| found.add(pointer, message);
    let declared = Declared::new(declared_properties, PresetReferences::Ids);
    check_declarations(declared_properties, &declared, &mut report);
    check_preset("", preset, None, MAX_TEAM_LETTERS, &mut report);
    declared.check(&"", &preset.properties, &mut report);
    found.into_entries("errors")
}

type Report<'a> = dyn FnMut(String, String) + 'a;

fn check_unique(list: &str, ids: impl Iterator<Item = u32>, report: &mut Report<'_>) {
    // Ids are mostly in ascending order, which makes this sort quick.
    let mut by_id: Vec<(u32, usize)> = ids.zip(0..).collect();
    by_id.sort();
    let mut duplicates: Vec<(usize, u32)> = by_id
        .windows(2)
        .filter(|pair| pair[0].0 == pair[1].0)
        .map(|pair| (pair[1].1, pair[1].0))
        .collect();
    duplicates.sort_unstable();
    for (i, id) in duplicates {
        report(
            format!("{list}/{i}/id"),
            format!("duplicate id {id} in this list; change one of them"),
        );
    }
}

/// Whether a number is a coordinate that scenes and runtimes accept.
pub(crate) fn is_coordinate(value: f64) -> bool {
    value.abs() <= MAX_COORDINATE
}

fn check_point(pointer: &dyn Display, DVec2 { x, y }: DVec2, report: &mut Report<'_>) {
    for (key, value) in [("x", x), ("y", y)] {
        if !is_coordinate(value) {
            report(
                format!("{pointer}/{key}"),
                format!("{value} is out of range; use -1e9 to 1e9"),
            );
        }
    }
}

fn check_parameters<T>(
    pointer: &dyn Display,
    table: ParameterTable<T>,
    owner: &T,
    report: &mut Report<'_>,
) {
    for parameter in table {
        let (min, max) = parameter.range;
        if let Some(value) = parameter.get(owner)
            && !(min..=max).contains(&value)
        {
            report(
                format!("{pointer}/{}", parameter.key),
                format!("{value} is out of range; use {min} to {max}"),
            );
        }
    }
}

fn check_path(pointer: &dyn Display, path: &PatrolPath, known: &KnownIds, report: &mut Report<'_>) {
    check_parameters(pointer, parameter::PATH, path, report);
    check_unique(
        &format!("{pointer}/nodes"),
        path.nodes.iter().map(|node| node.id.0),
        report,
    );
    for (i, node) in path.nodes.iter().enumerate() {
        let pointer = format_args!("{pointer}/nodes/{i}");
        check_point(&pointer, node.position, report);
        check_parameters(&pointer, parameter::NODE, node, report);
        if let Some(script) = &node.script {
            check_script(&pointer, script, known, report);
        }
    }
}

/// Reports a team without a name, or with one of more characters than `max_chars`.
fn check_team(
    pointer: &dyn Display,
    team: Option<&str>,
    max_chars: usize,
    report: &mut Report<'_>,
) {
    if let Some(team) = team {
        check_name(pointer, team, report);
        if team.chars().count() > max_chars {
            report(
                pointer.to_string(),
                format!("more than {max_chars} characters; use a shorter name"),
            );
        }
    }
}

/// Reports an empty name.
fn check_name(pointer: &dyn Display, name: &str, report: &mut Report<'_>) {
    if name.is_empty() {
        report(pointer.to_string(), "empty; enter a name".into());
    }
}

/// Reports a shortest time above the longest.
fn check_times(pointer: &dyn Display, min: f64, max: f64, report: &mut Report<'_>) {
    if min > max {
        report(
            format!("{pointer}/max"),
            format!("{max} is less than \"min\"; use {min} or more"),
        );
    }
}

fn check_wall(pointer: &dyn Display, wall: &Wall, report: &mut Report<'_>) {
    check_nodes(pointer, &wall.nodes, report);
}

fn check_nodes(pointer: &dyn Display, nodes: &[WallNode], report: &mut Report<'_>) {
    check_unique(
        &format!("{pointer}/nodes"),
        nodes.iter().map(|node| node.id.0),
        report,
    );
    for (i, node) in nodes.iter().enumerate() {
        check_point(&format_args!("{pointer}/nodes/{i}"), node.position, report);
    }
}

fn check_scatter(pointer: &dyn Display, scatter: Option<Scatter>, report: &mut Report<'_>) {
    if let Some(scatter) = scatter
        && !(scatter.min >= 0.0 && scatter.min <= scatter.max && scatter.max <= MAX_COORDINATE)
    {
        report(
            format!("{pointer}/scatter"),
            "invalid range; use 0 <= min <= max <= 1e9".into(),
        );
    }
}

fn check_heading(pointer: &dyn Display, heading: Option<DVec2>, report: &mut Report<'_>) {
    let Some(heading) = heading else { return };
    for (key, value) in [("hx", heading.x), ("hy", heading.y)] {
        if !(value.abs() <= 1.0) {
            report(
                format!("{pointer}/{key}"),
                format!("{value} is out of range; use -1 to 1"),
            );
        }
    }
    if heading == DVec2::ZERO {
        report(
            format!("{pointer}/hx"),
            "the heading has no direction; use another number than 0 for hx or hy".into(),
        );
    }
}

fn check_agent(pointer: &dyn Display, agent: &Agent, known: &KnownIds, report: &mut Report<'_>) {
    check_point(pointer, agent.position, report);
    for (key, value) in [("vx", agent.velocity.x), ("vy", agent.velocity.y)] {
        if !(value.abs() <= MAX_VELOCITY) {
            report(
                format!("{pointer}/{key}"),
                format!("{value} is out of range; use -1e6 to 1e6"),
            );
        }
    }
    check_heading(pointer, agent.heading, report);
    check_scatter(pointer, agent.scatter, report);
    known.check("preset", "preset", agent.preset.0, pointer, report);
    let references = References {
        path: agent.path,
        target: agent.target,
        danger: agent.danger,
        leader: agent.leader,
    };
    known.check_references(&references, pointer, report);
    for (key, is_itself) in [
        ("leader", agent.leader == Some(agent.id)),
        ("target", agent.target == Some(Target::Agent(agent.id))),
        ("danger", agent.danger == Some(Target::Agent(agent.id))),
    ] {
        if is_itself {
            report(
                format!("{pointer}/{key}"),
                "an agent cannot refer to itself; choose another agent".into(),
            );
        }
    }
}
