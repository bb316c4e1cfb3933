//! Projects of LDtk: values of IntGrid layers, tiles, entities, and their fields with points.

pub(super) mod drawing;
mod file;

use super::files::Files;
use super::hints::propose;
use super::outline::merged;
use super::{Becomes, FilledCells, Found, FoundKind, Level, Omissions, Shape, beyond, invalid};
use file::{Entity, Layer, LdtkLevel, Project};
use glam::DVec2;
use std::collections::BTreeMap;
use steerwright_format::limits::{BLOCKED_CELLS, MAP_ELEMENTS, MAP_TILES};
use steerwright_format::{FormatError, sanitize_for_display};

/// Reads a project with all of its levels.
pub fn read(text: &str, files: &mut Files) -> Result<Level, FormatError> {
    let project: Project = file::parse(text)?;
    let mut reader = Reader {
        project: &project,
        tiles_left: MAP_TILES.max,
        found: Vec::new(),
        omissions: Omissions::default(),
    };
    let worlds = project
        .worlds
        .iter()
        .map(|world| (&world.levels, &world.layout));
    for (levels, layout) in std::iter::once((&project.levels, &project.layout)).chain(worlds) {
        let mut next = DVec2::ZERO;
        for level in levels {
            // The positions of levels in a row or a column are not saved.
            let size = DVec2::new(level.width, level.height);
            let corner = match layout.as_deref() {
                Some("LinearHorizontal") => DVec2::new(next.x, 0.0),
                Some("LinearVertical") => DVec2::new(0.0, next.y),
                Some(_) | None => DVec2::new(level.x, level.y),
            };
            next += size;
            reader.level(level, corner, files)?;
        }
    }
    let grid = project.grid_size.filter(|size| *size > 0.0);
    Ok(Level {
        pixels_per_unit: grid.unwrap_or(16.0),
        found: reader.found,
        left_out: reader.omissions.list(),
        ..Level::default()
    })
}

struct Reader<'a> {
    project: &'a Project,
    tiles_left: u64,
    found: Vec<Found>,
    omissions: Omissions,
}

impl Reader<'_> {
    fn level(
        &mut self,
        level: &LdtkLevel,
        corner: DVec2,
        files: &mut Files,
    ) -> Result<(), FormatError> {
        let separate = match (&level.layers, &level.file) {
            (None, Some(name)) => {
                let folder = files.folder().to_owned();
                let read = files.read(&folder, name).and_then(|file| {
                    file::parse::<LdtkLevel>(&file.text).map_err(|e| e.to_string())
                });
                match read {
                    Ok(level) => Some(level),
                    Err(why) => {
                        self.omissions
                            .add(format!("the level {:?}", level.name), why);
                        return Ok(());
                    }
                }
            }
            _ => None,
        };
        let layers = separate.as_ref().unwrap_or(level).layers.as_deref();
        // The first layer is on top.
        for layer in layers.unwrap_or_default().iter().rev() {
            self.layer(level, layer, corner)?;
        }
        Ok(())
    }

    fn layer(
        &mut self,
        level: &LdtkLevel,
        layer: &Layer,
        corner: DVec2,
    ) -> Result<(), FormatError> {
        let at = corner + DVec2::new(layer.offset_x, layer.offset_y);
        let path = format!("{}/{}", level.name, layer.name);
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
        match layer.kind.as_str() {
            "Entities" => {
                for (index, entity) in layer.entities.iter().enumerate() {
                    let source = match &entity.iid {
                        Some(iid) => format!("entity/{iid}"),
                        None => format!("{source}/entity/{index}"),
                    };
                    self.entity(entity, layer, &path, &source, at)?;
                }
            }
            "IntGrid" => {
                let mut cells: BTreeMap<i64, Vec<[i32; 2]>> = BTreeMap::new();
                self.count(layer.values.len())?;
                let columns = layer.columns.max(1) as usize;
                for (index, &value) in layer.values.iter().enumerate().filter(|(_, v)| **v != 0) {
                    let cell = [(index % columns) as i32, (index / columns) as i32];
                    cells.entry(value).or_default().push(cell);
                }
                for (value, cells) in cells {
                    let name = self.project.value_name(layer.definition, value);
                    let words = [name.as_deref().unwrap_or_default(), &layer.name];
                    let name = name
                        .clone()
                        .unwrap_or_else(|| format!("{} {value}", layer.name));
                    let becomes = propose(FoundKind::FilledTiles, &words);
                    let source = format!("{source}/{value}");
                    self.filled(source, name, &path, becomes, layer.grid, at, cells);
                }
            }
            "Tiles" => {
                self.count(layer.tiles.len())?;
                let cell = |tile: &file::Tile| {
                    let [x, y] = tile.px;
                    // `as` saturates.
                    [
                        (x / layer.grid).floor() as i32,
                        (y / layer.grid).floor() as i32,
                    ]
                };
                let mut cells: Vec<[i32; 2]> = layer.tiles.iter().map(cell).collect();
                cells.sort_unstable();
                cells.dedup();
                if !cells.is_empty() {
                    let becomes = propose(FoundKind::FilledTiles, &[&layer.name]);
                    self.filled(
                        source,
                        layer.name.clone(),
                        &path,
                        becomes,
                        layer.grid,
                        at,
                        cells,
                    );
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

    fn count(&mut self, tiles: usize) -> Result<(), FormatError> {
        self.tiles_left = self
            .tiles_left
            .checked_sub(tiles as u64)
            .ok_or_else(|| beyond("/levels", &MAP_TILES))?;
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one layer")]
    fn filled(
        &mut self,
        source: String,
        name: String,
        path: &str,
        becomes: Becomes,
        grid: f64,
        at: DVec2,
        cells: Vec<[i32; 2]>,
    ) {
        if cells.len() as u64 > BLOCKED_CELLS.max {
            self.omissions
                .add(format!("the tiles of {path:?}"), BLOCKED_CELLS.message());
            return;
        }
        let square = |&[x, y]: &[i32; 2]| {
            let corner = DVec2::new(f64::from(x), f64::from(y));
            [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
                .map(|c| at + (corner + DVec2::from(c)) * grid)
                .to_vec()
        };
        self.found.push(Found {
            source,
            name,
            layer: path.to_owned(),
            kind: FoundKind::FilledTiles,
            shapes: merged(cells.iter().map(square).collect()),
            cells: Some(FilledCells {
                size: grid,
                corner: at,
                cells,
            }),
            becomes,
        });
    }

    fn entity(
        &mut self,
        entity: &Entity,
        layer: &Layer,
        path: &str,
        source: &str,
        at: DVec2,
    ) -> Result<(), FormatError> {
        if self.found.len() as u64 > MAP_ELEMENTS.max {
            return Err(beyond("/levels", &MAP_ELEMENTS));
        }
        let place = at + DVec2::from(entity.px);
        let tags = entity.tags.join(" ");
        let words = [entity.name.as_str(), &tags, path];
        let is_area = self.project.is_resizable(entity.definition)
            && entity.width > 0.0
            && entity.height > 0.0;
        let kind = if is_area {
            FoundKind::Polygon
        } else {
            FoundKind::Point
        };
        let size = DVec2::new(entity.width, entity.height);
        let corner = place - DVec2::from(entity.pivot) * size;
        let points = if is_area {
            [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
                .map(|c| corner + DVec2::from(c) * size)
                .to_vec()
        } else {
            vec![place]
        };
        self.add(
            source.to_owned(),
            entity.name.clone(),
            path,
            kind,
            points,
            &words,
        );
        for field in &entity.fields {
            let cells = field.points();
            let center = |cell: DVec2| at + (cell + 0.5) * layer.grid;
            let mut points: Vec<DVec2> = cells.into_iter().map(center).collect();
            let name = format!("{} {}", entity.name, field.name);
            let source = format!("{source}/{}", field.name);
            let display = self.project.display_of(entity.definition, field);
            let is_loop = display == Some("PointPathLoop");
            let is_line = field.is_list() && !matches!(display, Some("Points" | "PointStar"));
            if points.is_empty() {
                continue;
            }
            if is_line {
                // LDtk draws the line from the entity.
                points.insert(0, place);
                let kind = if is_loop {
                    FoundKind::Polygon
                } else {
                    FoundKind::Line
                };
                self.add(source, name, path, kind, points, &["path"]);
            } else {
                for (index, point) in points.into_iter().enumerate() {
                    let source = format!("{source}/{index}");
                    self.add(
                        source,
                        name.clone(),
                        path,
                        FoundKind::Point,
                        vec![point],
                        &[],
                    );
                }
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        source: String,
        name: String,
        path: &str,
        kind: FoundKind,
        points: Vec<DVec2>,
        words: &[&str],
    ) {
        // Most entities with an area are regions, not walls.
        let proposed = if kind == FoundKind::Polygon {
            FoundKind::Tile
        } else {
            kind
        };
        self.found.push(Found {
            source,
            name,
            layer: path.to_owned(),
            kind,
            shapes: vec![Shape {
                key: String::new(),
                points,
                closed: kind == FoundKind::Polygon,
            }],
            cells: None,
            becomes: propose(proposed, words),
        });
    }
}
