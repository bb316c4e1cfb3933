//! Projects of LDtk: values of IntGrid layers, tiles, entities, and their fields with points.

pub(super) mod drawing;
mod drawn_entities;
mod entities;
mod fields;
mod file;

use super::files::Files;
use super::filled_squares::{CellsOfValues, FilledSquares};
use super::findings::Findings;
use super::hints::propose;
use super::{FilledCells, FoundKind, Level, Omissions, beyond, invalid};
use crate::import::json::Node;
use entities::Placed;
use file::{Layer, LdtkLevel, Project, Tile, World};
use glam::DVec2;
use steerwright_format::limits::{MAP_ITEMS, MAP_TILES};
use steerwright_format::{FormatError, sanitize_for_display};

/// The side of a tile if a project does not say it.
const PIXELS_PER_UNIT: f64 = 16.0;

/// Reads a project with all of its levels.
pub fn read(text: &str, files: &mut Files) -> Result<Level, FormatError> {
    let document = file::document(text)?;
    let root = document.root();
    let project: Project = file::read(root, "")?;
    let mut reader = Reader {
        project: &project,
        tiles_left: MAP_TILES.max,
        findings: Findings::default(),
        omissions: Omissions::default(),
    };
    reader.world(root, "", project.layout.as_deref(), files)?;
    for (world, place) in file::items(root, "worlds", "")? {
        let layout = file::read::<World>(world, &place)?.layout;
        reader.world(world, &place, layout.as_deref(), files)?;
    }
    let grid = project.grid_size.filter(|size| *size > 0.0);
    Ok(Level {
        pixels_per_unit: grid.unwrap_or(PIXELS_PER_UNIT),
        found: reader.findings.list(),
        left_out: reader.omissions.list(),
        ..Level::default()
    })
}

struct Reader<'a> {
    project: &'a Project,
    tiles_left: u64,
    findings: Findings,
    omissions: Omissions,
}

impl Reader<'_> {
    /// Reads the levels of a world, or of a project without worlds.
    fn world(
        &mut self,
        node: Node<'_>,
        place: &str,
        layout: Option<&str>,
        files: &mut Files,
    ) -> Result<(), FormatError> {
        let mut next = DVec2::ZERO;
        for (node, place) in file::items(node, "levels", place)? {
            let level: LdtkLevel = file::read(node, &place)?;
            // The positions of levels in a row or a column are not saved.
            let size = DVec2::new(level.width, level.height);
            let corner = match layout {
                Some("LinearHorizontal") => DVec2::new(next.x, 0.0),
                Some("LinearVertical") => DVec2::new(0.0, next.y),
                Some(_) | None => DVec2::new(level.x, level.y),
            };
            next += size;
            let layers = file::list(node, "layerInstances", &place)?;
            match (layers, &level.file) {
                (None, Some(name)) => self.separate(&level, name, corner, files)?,
                (Some((layers, place)), _) => self.layers(&level, layers, &place, corner)?,
                (None, None) => {}
            }
        }
        Ok(())
    }

    /// Reads a level from a file of its own.
    fn separate(
        &mut self,
        level: &LdtkLevel,
        name: &str,
        corner: DVec2,
        files: &mut Files,
    ) -> Result<(), FormatError> {
        let folder = files.folder().to_owned();
        let read = files.read(&folder, name).and_then(|file| {
            let document = file::document(file.text).map_err(|e| e.to_string())?;
            let checked = file::read::<LdtkLevel>(document.root(), "");
            checked.map_err(|e| e.to_string()).map(|_| document)
        });
        let document = match read {
            Ok(document) => document,
            Err(why) => {
                let what = format!("the level {:?}", level.name);
                self.omissions.add(what, why);
                return Ok(());
            }
        };
        match file::list(document.root(), "layerInstances", "")? {
            Some((layers, place)) => self.layers(level, layers, &place, corner),
            None => Ok(()),
        }
    }

    fn layers(
        &mut self,
        level: &LdtkLevel,
        layers: Node<'_>,
        place: &str,
        corner: DVec2,
    ) -> Result<(), FormatError> {
        let most = MAP_ITEMS.max as usize;
        let all: Vec<Node<'_>> = layers.items().take(most + 1).collect();
        if all.len() > most {
            return Err(beyond(place, &MAP_ITEMS));
        }
        // The first layer is on top.
        for (index, node) in all.into_iter().enumerate().rev() {
            let place = format!("{place}/{index}");
            let layer = file::read(node, &place)?;
            self.layer(level, &layer, node, &place, corner)?;
        }
        Ok(())
    }

    fn layer(
        &mut self,
        level: &LdtkLevel,
        layer: &Layer,
        node: Node<'_>,
        place: &str,
        corner: DVec2,
    ) -> Result<(), FormatError> {
        let at = corner + DVec2::new(layer.offset_x, layer.offset_y);
        let path = format!("{}/{}", level.name, layer.name);
        self.findings.count_name(&path)?;
        let source = match &layer.iid {
            Some(iid) => format!("layer/{iid}"),
            None => format!("level/{}/layer/{}", level.uid, layer.definition),
        };
        if !(layer.grid >= 1.0) {
            return Err(invalid(
                "/levels",
                format!("the layer {path:?} has no grid size"),
            ));
        }
        let filled = |cells| FilledCells {
            size: layer.grid,
            corner: at,
            cells,
        };
        match layer.kind.as_str() {
            "Entities" => {
                let entities = file::items(node, "entityInstances", place)?;
                for (index, (node, place)) in entities.enumerate() {
                    let entity = Placed::read(node, &place, &source, index)?;
                    self.entity(&entity, layer, &path, at)?;
                }
            }
            "IntGrid" => {
                let cells = self.values(layer, node, place)?;
                for (value, cells) in cells.0 {
                    let name = self.project.value_name(layer.definition, value);
                    let words = [name.as_deref().unwrap_or_default(), &layer.name];
                    let becomes = propose(FoundKind::FilledTiles, &words);
                    let squares = FilledSquares {
                        source: format!("{source}/{value}"),
                        name: name.unwrap_or_else(|| format!("{} {value}", layer.name)),
                        layer: path.clone(),
                        becomes,
                        cells: filled(cells),
                    };
                    squares.add_to(&mut self.findings, &mut self.omissions)?;
                }
            }
            "Tiles" => {
                let mut cells: Vec<[i32; 2]> = Vec::new();
                for (tile, place) in file::items(node, "gridTiles", place)? {
                    self.count_tile()?;
                    let [x, y] = file::read::<Tile>(tile, &place)?.px;
                    // `as` saturates.
                    cells.push([
                        (x / layer.grid).floor() as i32,
                        (y / layer.grid).floor() as i32,
                    ]);
                }
                cells.sort_unstable();
                cells.dedup();
                if !cells.is_empty() {
                    let squares = FilledSquares {
                        source,
                        name: layer.name.clone(),
                        layer: path,
                        becomes: propose(FoundKind::FilledTiles, &[&layer.name]),
                        cells: filled(cells),
                    };
                    squares.add_to(&mut self.findings, &mut self.omissions)?;
                }
            }
            "AutoLayer" => self.omissions.add(
                format!("the auto layer {path:?}"),
                "its tiles are drawn from the values of another layer; import that one",
            ),
            other => {
                let shown = sanitize_for_display(other);
                self.omissions.add(
                    format!("the layer {path:?}"),
                    format!("layers of type {shown:?} are unknown"),
                );
            }
        }
        Ok(())
    }

    fn count_tile(&mut self) -> Result<(), FormatError> {
        self.tiles_left = self
            .tiles_left
            .checked_sub(1)
            .ok_or_else(|| beyond("/levels", &MAP_TILES))?;
        Ok(())
    }

    /// The cells of each value of an IntGrid layer.
    fn values(
        &mut self,
        layer: &Layer,
        node: Node<'_>,
        place: &str,
    ) -> Result<CellsOfValues, FormatError> {
        let mut cells = CellsOfValues::default();
        let columns = layer.columns.max(1) as usize;
        let Some((list, place)) = file::list(node, "intGridCsv", place)? else {
            return Ok(cells);
        };
        for (index, item) in list.items().enumerate() {
            self.count_tile()?;
            let value = match item.raw().parse::<i64>() {
                Ok(value) => value,
                Err(_) => file::read(item, &format!("{place}/{index}"))?,
            };
            if value != 0 {
                cells.add(value, [(index % columns) as i32, (index / columns) as i32])?;
            }
        }
        Ok(cells)
    }
}
