//! Brings a map into a scene, or up to date there.

use super::agents::Agents;
use super::changes::Changes;
use super::gone::Gone;
use super::hints::remembered_choices;
use super::merger::Merger;
use super::wanted::wanted;
use super::{Becomes, Level, Placing};
use crate::import::ids::Ids;
use steerwright_format::FormatError;
use steerwright_format::limits::{NODES, PATHS, WALL_NODES, WALLS};
use steerwright_format::validate::{ValidationError, scene_errors};
use steerwright_runtime::scene::editor::{OutlinerItem, RememberedImport};
use steerwright_runtime::scene::{GroupId, Scene};

/// How a map is brought into a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// The map, as the scene remembers it.
    pub file: String,
    /// Where it is, and how large.
    pub placing: Placing,
    /// What each item of the map becomes.
    pub choices: Vec<Becomes>,
    /// Whether items are deleted that are no longer in the map and that the scene does not use.
    pub delete_gone: bool,
    /// Whether items are imported again that were deleted in the scene.
    pub with_deleted: bool,
}

/// Brings `level` into `scene`. What came from the same file before is updated, and everything else
/// stays as it is.
///
/// # Errors
/// A [`FormatError`] if the scene would be invalid or beyond a limit. It is unchanged then.
pub fn merge(scene: &mut Scene, level: &Level, import: &Import) -> Result<Changes, FormatError> {
    let mut merged = scene.clone();
    merged.prune_editor_data();
    let imports = &merged.editor.imports;
    let known = imports.iter().position(|known| known.file == import.file);
    let before = known.map_or_else(
        || RememberedImport::new(&import.file),
        |index| imports[index].clone(),
    );
    let mut changes = Changes {
        left_out: level.left_out.clone(),
        ignored: (import.choices.iter())
            .filter(|becomes| **becomes == Becomes::Nothing)
            .count(),
        ..Changes::default()
    };
    let wanted = wanted(level, import, &mut changes.left_out);
    let mut merger = Merger {
        group: group_of(&merged, &before),
        walls: Ids::new(merged.walls.iter().map(|wall| wall.id.0)),
        paths: Ids::new(merged.paths.iter().map(|path| path.id.0)),
        markers: Ids::new(merged.markers.iter().map(|marker| marker.id.0)),
        agent_ids: Ids::new(merged.agents.iter().map(|agent| agent.id.0)),
        scene: merged,
        file: &import.file,
        changes,
        owned: Vec::new(),
        routes: Vec::new(),
        gone: Gone::default(),
        agents: Agents::default(),
        after: RememberedImport {
            pixels_per_unit: import.placing.pixels_per_unit,
            at: import.placing.at,
            becomes: remembered_choices(level, &import.choices, &before.becomes),
            ..RememberedImport::new(&import.file)
        },
    };
    let wanted = merger.without_deleted(wanted, &before, import.with_deleted);
    merger.items(wanted, &before, import.delete_gone);
    merger.assign_paths(&before);
    merger.at_nodes(level, import);
    merger.remove_lost_next();
    merger.properties(import.delete_gone);
    // After the properties: those that are no longer in the map use nothing.
    merger.delete_gone(&before);
    merger.cells(level, import, &before);
    let Merger {
        scene: mut merged,
        changes,
        after,
        ..
    } = merger;
    let imports = &mut merged.editor_mut().imports;
    match known {
        Some(index) => imports[index] = after,
        None => imports.push(after),
    }
    merged.prune_editor_data();
    let mut errors = scene_errors(&merged);
    if !errors.is_empty() {
        advise_walls(&mut errors, &merged);
        return Err(FormatError::Validation(errors));
    }
    *scene = merged;
    Ok(changes)
}

/// Says that the lines of a map with too many paths can be walls, of which a scene can have more.
fn advise_walls(errors: &mut [ValidationError], merged: &Scene) {
    let nodes = |lines: &mut dyn Iterator<Item = usize>| lines.sum::<usize>() as u64;
    let of_paths = nodes(&mut merged.paths.iter().map(|path| path.nodes.len()));
    let of_walls = nodes(&mut merged.walls.iter().map(|wall| wall.nodes.len()));
    let would_fit = (merged.paths.len() + merged.walls.len()) as u64 <= WALLS.max
        && of_paths + of_walls <= WALL_NODES.max;
    if !would_fit {
        return;
    }
    for error in errors {
        let limit = [&PATHS, &NODES]
            .into_iter()
            .find(|limit| error.message == limit.message());
        if let Some(limit) = limit {
            error.message = format!(
                "more than {} (limit {:?}); lines of a floor plan are mostly walls: choose Wall for them, or --as \"*=wall\" on the command line",
                limit.max, limit.name
            );
        }
    }
}

/// The group in which items of the map are.
fn group_of(scene: &Scene, before: &RememberedImport) -> Option<GroupId> {
    let walls = before.walls.keys().map(|&id| OutlinerItem::from(id));
    let paths = before.paths.keys().map(|&id| OutlinerItem::from(id));
    let markers = before.markers.keys().map(|&id| OutlinerItem::from(id));
    let agents = before.agents.keys().map(|&id| OutlinerItem::from(id));
    walls
        .chain(paths)
        .chain(markers)
        .chain(agents)
        .find_map(|item| scene.editor.props(item).group)
}
