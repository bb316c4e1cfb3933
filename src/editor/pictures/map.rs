//! Maps of Tiled and LDtk as pictures: their tiles, drawn into one image.

use crate::editor::pictures::load::{Decoded, Problem, above, decode, read};
use crate::editor::pictures::part::Part;
use egui::{Color32, ColorImage};
use glam::DVec2;
use image::{DynamicImage, RgbaImage};
use std::path::{Path, PathBuf};
use steerwright_export::level::drawing::{DRAWABLE, Drawing, DrawnTile, Sides, drawing};
use steerwright_format::limits::{PICTURE_PIXELS, PICTURE_WORK};
use steerwright_format::utf8_text;

/// Whether the name of a file says that it is a map that can be drawn.
pub fn is_map(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| {
        (DRAWABLE.iter()).any(|known| known.eq_ignore_ascii_case(extension))
    })
}

/// A map that was drawn.
pub struct DrawnMap {
    /// The picture, or a sentence for the user: what is wrong with the map, and what to do.
    pub result: Result<Decoded, String>,
    /// What is left out, and why.
    pub left_out: Vec<String>,
    /// The files that the map names.
    pub parts: Vec<Part>,
    /// The files outside the folder of the map that were not read.
    pub outside: Vec<PathBuf>,
    /// Where the map is, in pixels and units. `None` if it cannot be read.
    pub place: Option<MapPlace>,
}

/// Where the picture of a map is in the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapPlace {
    /// Its upper left corner, in pixels of the map.
    pub corner: DVec2,
    /// The pixels that become one unit, unless the user says otherwise.
    pub pixels_per_unit: f64,
}

/// Draws the map at `path`, reduced to `max_side` pixels. With `allow_outside`, also files outside
/// of its folder are read.
pub fn draw(path: &Path, bytes: &[u8], allow_outside: bool, max_side: u32) -> DrawnMap {
    let drawing = utf8_text(bytes.to_vec())
        .and_then(|text| drawing(path, &text, allow_outside))
        .map_err(|error| format!("The map cannot be read: {error}"));
    let known = drawing.as_ref().ok();
    let files = known.into_iter().flat_map(|drawing| &drawing.files);
    let parts = files.filter_map(|file| Part::of(file)).collect();
    let outside = known.map(|drawing| drawing.outside.clone());
    let place = known.map(|drawing| MapPlace {
        corner: drawing.corner,
        pixels_per_unit: drawing.pixels_per_unit,
    });
    let drawn = drawing.and_then(|drawing| draw_reduced(&drawing, max_side));
    let (result, left_out) = match drawn {
        Ok((decoded, left_out)) => (Ok(decoded), left_out),
        Err(why) => (Err(why), Vec::new()),
    };
    DrawnMap {
        result,
        left_out,
        parts,
        outside: outside.unwrap_or_default(),
        place,
    }
}

fn draw_reduced(drawing: &Drawing, max_side: u32) -> Result<(Decoded, Vec<String>), String> {
    let mut left_out: Vec<String> = drawing.left_out.iter().map(ToString::to_string).collect();
    let (image, missing) = draw_all(drawing)?;
    left_out.extend(missing);
    if drawing.tiles.is_empty() && drawing.areas.is_empty() {
        let why = left_out.first().map_or("it has no tiles", String::as_str);
        return Err(format!("The map draws nothing: {why}"));
    }
    let image = reduced(image, max_side)?;
    let pixels = drawing.size;
    Ok((Decoded { image, pixels }, left_out))
}

/// The image of all tiles, and the image files that cannot be read.
fn draw_all(drawing: &Drawing) -> Result<(ColorImage, Vec<String>), String> {
    let [width, height] = drawing.size;
    if u64::from(width) * u64::from(height) > PICTURE_PIXELS.max {
        let most = above(&PICTURE_PIXELS, "pixels");
        return Err(format!("The map has {width} × {height} pixels: {most}"));
    }
    let mut missing = Vec::new();
    let mut pixels = 0;
    let mut images = Vec::new();
    for named in &drawing.images {
        let path = &named.path;
        let read = read(path, None).map_err(|problem| match problem {
            Problem::Missing | Problem::Outside => "it is missing".to_owned(),
            Problem::Unreadable(why) => why,
        });
        let image = read
            .and_then(|bytes| decode(&bytes, u32::MAX))
            .map(|decoded| without(named.transparent, decoded.image));
        pixels += image.as_ref().map_or(0, |image| image.pixels.len() as u64);
        if pixels > PICTURE_PIXELS.max {
            let most = above(&PICTURE_PIXELS, "pixels");
            return Err(format!("All images of the map have {most}"));
        }
        if let Err(why) = &image {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            missing.push(format!("the image {name}: {why}"));
        }
        images.push(image.ok());
    }
    let size = [width as usize, height as usize];
    let mut canvas = ColorImage::filled(size, Color32::TRANSPARENT);
    let mut work = 0;
    let too_much = || format!("The map draws {}", above(&PICTURE_WORK, "pixels"));
    for &(at, area, [red, green, blue]) in &drawing.areas {
        let low = at.max(DVec2::ZERO);
        let high = at + area;
        // Casts saturate.
        for y in low.y as usize..(high.y.max(0.0) as usize).min(size[1]) {
            for x in low.x as usize..(high.x.max(0.0) as usize).min(size[0]) {
                canvas[(x, y)] = Color32::from_rgb(red, green, blue);
                work += 1;
            }
        }
        if work > PICTURE_WORK.max {
            return Err(too_much());
        }
    }
    for tile in &drawing.tiles {
        if let Some(image) = images.get(tile.image).and_then(Option::as_ref) {
            work += draw_tile(&mut canvas, image, tile);
        }
        if work > PICTURE_WORK.max {
            return Err(too_much());
        }
    }
    Ok((canvas, missing))
}

/// The image with pixels of a color transparent.
fn without(color: Option<[u8; 3]>, mut image: ColorImage) -> ColorImage {
    if let Some([red, green, blue]) = color {
        let color = Color32::from_rgb(red, green, blue);
        for pixel in image.pixels.iter_mut().filter(|pixel| **pixel == color) {
            *pixel = Color32::TRANSPARENT;
        }
    }
    image
}

/// Draws a tile, and returns how many pixels that took.
fn draw_tile(canvas: &mut ColorImage, image: &ColorImage, tile: &DrawnTile) -> u64 {
    let [image_width, image_height] = image.size;
    let [left, top, width, height] = match tile.part {
        Some(part) => part.map(|side| side as usize),
        None => [0, 0, image_width, image_height],
    };
    // A part that lies across the edge of its image is drawn as far as it is in it.
    let (width, height) = (width.min(image_width), height.min(image_height));
    let size = canvas.size;
    let (across, down) = if tile.transposed {
        (height, width)
    } else {
        (width, height)
    };
    let mut draw = |column: usize, row: usize, x: usize, y: usize| {
        let from_x = if tile.flipped_across {
            across - 1 - x
        } else {
            x
        };
        let from_y = if tile.flipped_down { down - 1 - y } else { y };
        let (from_x, from_y) = if tile.transposed {
            (from_y, from_x)
        } else {
            (from_x, from_y)
        };
        let (from_x, from_y) = (left + from_x, top + from_y);
        if from_x < image_width && from_y < image_height {
            let under = &mut canvas[(column, row)];
            *under = over(image[(from_x, from_y)], tile.opacity, *under);
        }
    };
    if let Some(sides) = tile.sides {
        return stretched(tile.at, sides, [across, down], size, draw);
    }
    // Casts saturate.
    let (at_x, at_y) = (tile.at.x.round() as i64, tile.at.y.round() as i64);
    for y in 0..down {
        let Some(row) = inside(at_y, y, size[1]) else {
            continue;
        };
        for x in 0..across {
            if let Some(column) = inside(at_x, x, size[0]) {
                draw(column, row, x, y);
            }
        }
    }
    across as u64 * down as u64
}

/// Draws the pixels of a part of an image that is scaled or rotated: `draw` takes a column and a
/// row of the picture, and those of the part, which has `pixels`. Returns how many pixels that
/// took.
fn stretched(
    at: DVec2,
    sides: Sides,
    pixels: [usize; 2],
    size: [usize; 2],
    mut draw: impl FnMut(usize, usize, usize, usize),
) -> u64 {
    let Sides { across, down } = sides;
    let area = across.perp_dot(down);
    if !(area.abs() > 0.0 && area.is_finite()) {
        return 0;
    }
    let corners = [at, at + across, at + down, at + across + down];
    let low = corners.into_iter().fold(DVec2::INFINITY, DVec2::min);
    let high = corners.into_iter().fold(DVec2::NEG_INFINITY, DVec2::max);
    // Casts saturate.
    let range = |low: f64, high: f64, size: usize| {
        low.floor().max(0.0) as usize..(high.ceil().max(0.0) as usize).min(size)
    };
    let (columns, rows) = (range(low.x, high.x, size[0]), range(low.y, high.y, size[1]));
    for row in rows.clone() {
        for column in columns.clone() {
            let from_corner = DVec2::new(column as f64 + 0.5, row as f64 + 0.5) - at;
            let share = DVec2::new(from_corner.perp_dot(down), across.perp_dot(from_corner)) / area;
            if share.min_element() >= 0.0 && share.max_element() < 1.0 {
                let [x, y] = [(share.x, pixels[0]), (share.y, pixels[1])]
                    .map(|(share, side)| (share * side as f64) as usize);
                draw(column, row, x, y);
            }
        }
    }
    columns.len() as u64 * rows.len() as u64
}

fn inside(at: i64, offset: usize, size: usize) -> Option<usize> {
    let place = usize::try_from(at.checked_add(offset as i64)?).ok()?;
    (place < size).then_some(place)
}

/// A color over another one; both are premultiplied.
fn over(color: Color32, opacity: f64, under: Color32) -> Color32 {
    let color = if opacity < 1.0 {
        color.gamma_multiply(opacity as f32)
    } else {
        color
    };
    match color.a() {
        255 => color,
        0 => under,
        _ => under.blend(color),
    }
}

/// The image with sides of at most `max_side` pixels.
fn reduced(image: ColorImage, max_side: u32) -> Result<ColorImage, String> {
    if image.size.iter().all(|&side| side <= max_side as usize) {
        return Ok(image);
    }
    let [width, height] = image.size;
    let bytes: Vec<u8> = image.pixels.iter().flat_map(Color32::to_array).collect();
    let full = RgbaImage::from_raw(width as u32, height as u32, bytes);
    let full = full.ok_or("The map cannot be reduced; split it")?;
    let small = DynamicImage::from(full)
        .thumbnail(max_side, max_side)
        .into_rgba8();
    let size = [small.width() as usize, small.height() as usize];
    Ok(ColorImage::from_rgba_premultiplied(size, small.as_raw()))
}
