//! Rounds the numbers of scenes to the precision of files.

use glam::DVec2;
use std::sync::Arc;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::parameter;
use steerwright_runtime::parameter::Unit;
use steerwright_runtime::scene::editor::{
    AreaRequirement, Expectation, Movement, RememberedExport, Track,
};
use steerwright_runtime::scene::{
    LookAt, Node, NodeAction, PatrolPath, Properties, PropertyValue, Scene, SpawnPlace, Spawner,
};

/// Rounds every authored number of `scene` to the precision of files. Parts that do not change stay
/// shared.
pub fn round_numbers(scene: &mut Scene) {
    round_changed_numbers(scene, &Scene::default());
}

/// Like [`round_numbers`], but skips the parts that `scene` shares with `before`, whose numbers are
/// rounded.
pub fn round_changed_numbers(scene: &mut Scene, before: &Scene) {
    parameter::SCENE.map(scene, &mut round);
    parameter::SKIN.map(scene, &mut round);
    parameter::MARGINS.map(scene, &mut round);
    scene.pointer = rounded_point(scene.pointer);
    replace_if_changed(
        &mut scene.declared_properties,
        Some(&before.declared_properties),
        |declarations| {
            for declaration in declarations {
                round_value(&mut declaration.default);
            }
        },
    );
    for (i, preset) in scene.presets.iter_mut().enumerate() {
        replace_if_changed(preset, before.presets.get(i), |preset| {
            parameter::map_preset(preset, round);
            round_properties(&mut preset.properties);
        });
    }
    for (i, path) in scene.paths.iter_mut().enumerate() {
        replace_if_changed(path, before.paths.get(i), round_path);
    }
    for (i, wall) in scene.walls.iter_mut().enumerate() {
        replace_if_changed(wall, before.walls.get(i), |wall| {
            for node in &mut wall.nodes {
                node.position = rounded_point(node.position);
            }
            round_properties(&mut wall.properties);
        });
    }
    replace_if_changed(&mut scene.markers, Some(&before.markers), |markers| {
        for marker in markers {
            marker.position = rounded_point(marker.position);
            round_properties(&mut marker.properties);
        }
    });
    replace_if_changed(&mut scene.agents, Some(&before.agents), |agents| {
        for agent in agents {
            agent.position = rounded_point(agent.position);
            agent.velocity = rounded_point(agent.velocity);
            agent.heading = agent.heading.map(rounded_point);
            round_properties(&mut agent.properties);
            if let Some(scatter) = &mut agent.scatter {
                parameter::SCATTER.map(scatter, &mut round);
            }
        }
    });
    for (i, spawner) in scene.spawners.iter_mut().enumerate() {
        replace_if_changed(spawner, before.spawners.get(i), |spawner| {
            map_spawner_points(spawner, rounded_point);
            parameter::SPAWNER.map(spawner, &mut round);
            if let Some(scatter) = &mut spawner.scatter {
                parameter::SCATTER.map(scatter, &mut round);
            }
        });
    }
    for (i, contact) in scene.contacts.iter_mut().enumerate() {
        replace_if_changed(contact, before.contacts.get(i), |contact| {
            parameter::CONTACT.map(contact, &mut round);
        });
    }
    replace_if_changed(&mut scene.editor, Some(&before.editor), |editor| {
        for RememberedExport { options, .. } in &mut editor.exports {
            options.scale = rounded(options.scale);
            options.origin = rounded_point(options.origin);
            options.with_trace = options.with_trace.map(rounded);
        }
        for import in &mut editor.imports {
            import.pixels_per_unit = rounded(import.pixels_per_unit);
            import.at = rounded_point(import.at);
        }
        for area in &mut editor.areas {
            area.requirement = match area.requirement {
                AreaRequirement::NoGapOver(seconds) => AreaRequirement::NoGapOver(rounded(seconds)),
                AreaRequirement::WatchedAtLeast(percent) => {
                    AreaRequirement::WatchedAtLeast(rounded(percent))
                }
                AreaRequirement::AlwaysWatched | AreaRequirement::NeverWatched => area.requirement,
            };
            for node in &mut area.nodes {
                node.position = rounded_point(node.position);
            }
        }
        for track in &mut editor.tracks {
            replace_if_changed(track, None, round_track);
        }
        for picture in &mut editor.pictures {
            picture.position = rounded_point(picture.position);
            parameter::PICTURE.map(picture, &mut round);
        }
    });
    replace_if_changed(&mut scene.cells, Some(&before.cells), |cells| {
        parameter::CELLS.map(cells, &mut round);
    });
}

/// Replaces the points of a spawner's place.
pub(crate) fn map_spawner_points(spawner: &mut Spawner, change: impl Fn(DVec2) -> DVec2) {
    match &mut spawner.place {
        SpawnPlace::Point(point) => *point = change(*point),
        SpawnPlace::Edge(edge) => {
            edge.from = change(edge.from);
            edge.to = change(edge.to);
        }
        SpawnPlace::Marker(_) | SpawnPlace::Agent(_) => {}
    }
}

fn round_track(track: &mut Track) {
    track.ticks_per_second = rounded(track.ticks_per_second);
    track.from = rounded_point(track.from);
    let speeds = &mut track.speeds;
    for speed in [&mut speeds.sneak, &mut speeds.walk, &mut speeds.run] {
        *speed = rounded(*speed);
    }
    for input in &mut track.inputs {
        if let Movement::Toward { x, y } = &mut input.movement {
            (*x, *y) = (rounded(*x), rounded(*y));
        }
    }
    for expectation in &mut track.expectations {
        match expectation {
            Expectation::EndsNear { x, y, within } => {
                (*x, *y, *within) = (rounded(*x), rounded(*y), rounded(*within));
            }
            Expectation::Reaches { within, before, .. } => {
                *within = rounded(*within);
                *before = before.map(rounded);
            }
            Expectation::SeenAt {
                seconds, tolerance, ..
            } => (*seconds, *tolerance) = (rounded(*seconds), rounded(*tolerance)),
            Expectation::NeverSeen => {}
        }
    }
}

fn rounded_point(point: DVec2) -> DVec2 {
    DVec2::new(rounded(point.x), rounded(point.y))
}

fn round_path(path: &mut PatrolPath) {
    parameter::map_path(path, round);
    round_properties(&mut path.properties);
    for node in &mut path.nodes {
        node.position = rounded_point(node.position);
        round_properties(&mut node.properties);
        map_script_points(node, rounded_point);
    }
}

/// Rounds the numbers among the values of custom properties.
fn round_properties(properties: &mut Properties) {
    let changed: Vec<(String, f64)> = properties
        .iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value.as_number()?)))
        .filter(|(_, number)| *number != rounded(*number))
        .collect();
    for (name, number) in changed {
        properties.set(&name, rounded(number));
    }
}

fn round_value(value: &mut PropertyValue) {
    if let PropertyValue::Number(number) = value {
        *number = rounded(*number);
    }
}

/// Replaces the points that an agent looks at from a node.
pub(crate) fn map_script_points(node: &mut Node, change: impl Fn(DVec2) -> DVec2) {
    let is_point = |action: &NodeAction| {
        matches!(
            action,
            NodeAction::Look {
                at: LookAt::Point { .. },
                ..
            }
        )
    };
    if !node.actions().iter().any(is_point) {
        return;
    }
    node.edit_script(|script| {
        for action in &mut script.actions {
            if let NodeAction::Look {
                at: LookAt::Point { x, y },
                ..
            } = action
            {
                DVec2 { x: *x, y: *y } = change(DVec2::new(*x, *y));
            }
        }
    });
}

fn round(_: Unit, value: f64) -> f64 {
    rounded(value)
}

fn replace_if_changed<T: Clone + PartialEq>(
    shared: &mut Arc<T>,
    before: Option<&Arc<T>>,
    change: impl FnOnce(&mut T),
) {
    if before.is_some_and(|before| Arc::ptr_eq(before, shared)) {
        return;
    }
    let mut changed = T::clone(shared);
    change(&mut changed);
    if changed != **shared {
        *shared = Arc::new(changed);
    }
}
