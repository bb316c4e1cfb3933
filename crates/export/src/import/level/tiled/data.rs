//! The tiles of a layer: numbers as text, or bytes in base64 that may be compressed.

use super::placement::FLIPPED;
use crate::import::level::beyond;
use crate::import::level::element::Element;
use data_encoding::BASE64;
use flate2::read::{GzDecoder, ZlibDecoder};
use ruzstd::decoding::StreamingDecoder;
use ruzstd::decoding::errors::FrameDecoderError;
use std::io::Read;
use steerwright_format::limits::{BLOCKED_CELLS, MAP_TILES};
use steerwright_format::{FormatError, sanitize_for_display};

/// The window that every decoder of zstd is asked to support, in bytes. A larger one is used only
/// by a layer that is as large.
const ZSTD_WINDOW: u64 = 8 << 20;

/// The filled tiles of a layer, by column and row, with their numbers; or why they cannot be read.
pub type Filled = Result<Vec<([i32; 2], u32)>, String>;

/// Reads the tiles of a layer of a map, which may be infinite. `left` is how many tiles the map may
/// still have.
///
/// # Errors
/// The map has more tiles than are read.
pub fn filled(
    layer: &Element<'_>,
    is_infinite: bool,
    left: &mut u64,
) -> Result<Filled, FormatError> {
    // XML has the encoding at the data, JSON at the layer.
    let data = layer.child("data");
    let encoding = ["encoding", "compression"].map(|name| {
        data.as_ref()
            .and_then(|data| data.attribute(name))
            .or_else(|| layer.attribute(name))
            .unwrap_or_default()
    });
    let [encoding, compression] = &encoding;
    let mut filled = Ok(Vec::new());
    let mut has_chunks = false;
    let mut read = |area: &Element<'_>, data: &Element<'_>| {
        chunk(area, data, [encoding, compression], left, &mut filled)
    };
    let holder = match &data {
        Some(data) if data.child("chunk").is_some() => data,
        Some(_) | None => layer,
    };
    for area in holder.all("chunk") {
        has_chunks = true;
        let data = area.child("data");
        read(&area, data.as_ref().unwrap_or(&area))?;
    }
    // An infinite map has no chunks where it has no tiles.
    let is_empty =
        |data: &Element<'_>| data.child("tile").is_none() && data.text().trim().is_empty();
    if let Some(data) = &data
        && !has_chunks
        && !(is_infinite && is_empty(data))
    {
        read(layer, data)?;
    }
    Ok(filled)
}

/// Adds the tiles in an area of columns and rows.
fn chunk(
    area: &Element<'_>,
    data: &Element<'_>,
    encoding: [&str; 2],
    left: &mut u64,
    filled: &mut Filled,
) -> Result<(), FormatError> {
    let (columns, rows) = (area.whole("width")?, area.whole("height")?);
    let count = u64::from(columns) * u64::from(rows);
    *left = left
        .checked_sub(count)
        .ok_or_else(|| beyond(format!("/{}", area.tag), &MAP_TILES))?;
    let Ok(list) = filled else { return Ok(()) };
    let tiles = match tiles(data, encoding, count as usize) {
        Ok(tiles) => tiles,
        Err(why) => {
            *filled = Err(why);
            return Ok(());
        }
    };
    let start = |name: &str| Ok::<_, FormatError>(area.number(name)? as i32);
    let (column, row) = (start("x")?, start("y")?);
    let columns = columns.max(1) as usize;
    let is_filled = |(_, tile): &(usize, u32)| *tile & !FLIPPED != 0;
    let all = || tiles.iter().copied().enumerate().filter(is_filled);
    let more = all().count();
    if (list.len() + more) as u64 > BLOCKED_CELLS.max {
        *filled = Err(BLOCKED_CELLS.message());
        return Ok(());
    }
    if list.capacity() < list.len() + more {
        // Twice as much each time would be far more than is needed.
        list.reserve_exact(more + list.len() / 4);
    }
    list.extend(all().map(|(index, tile)| {
        let column = column.saturating_add((index % columns) as i32);
        let row = row.saturating_add((index / columns) as i32);
        ([column, row], tile)
    }));
    Ok(())
}

/// The numbers of `count` tiles, row by row. 0: empty.
fn tiles(
    data: &Element<'_>,
    [encoding, compression]: [&str; 2],
    count: usize,
) -> Result<Vec<u32>, String> {
    let tiles = match encoding {
        "base64" => bytes(data, compression, count)?,
        "" if data.child("tile").is_some() => data
            .all("tile")
            .take(count + 1)
            .map(|tile| tile.whole("gid").map_err(|error| error.to_string()))
            .collect::<Result<_, _>>()?,
        "" | "csv" | "lua" => numbers(data, count)?,
        other => {
            let shown = sanitize_for_display(other);
            return Err(format!("the encoding {shown:?} of its tiles is unknown"));
        }
    };
    match tiles.len() {
        found if found > count => Err(format!("it has more than {count} tiles")),
        found if found < count => Err(format!("it has only {found} of {count} tiles")),
        _ => Ok(tiles),
    }
}

fn numbers(data: &Element<'_>, count: usize) -> Result<Vec<u32>, String> {
    let text = data.text();
    let numbers = text
        .split(',')
        .map(str::trim)
        .filter(|number| !number.is_empty());
    numbers
        .take(count + 1)
        .map(|number| {
            number.parse().map_err(|_| {
                let shown = sanitize_for_display(number);
                format!("{shown:?} is not the number of a tile")
            })
        })
        .collect()
}

fn bytes(data: &Element<'_>, compression: &str, count: usize) -> Result<Vec<u32>, String> {
    let text: Vec<u8> = data
        .text()
        .bytes()
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect();
    let packed = BASE64
        .decode(&text)
        .map_err(|error| format!("its tiles are not valid base64: {error}"))?;
    let reader: Box<dyn Read + '_> = match compression {
        "" => Box::new(&packed[..]),
        "zlib" => Box::new(ZlibDecoder::new(&packed[..])),
        "gzip" => Box::new(GzDecoder::new(&packed[..])),
        "zstd" => {
            // What is in the window is unpacked before any of it can be read.
            let window = ZSTD_WINDOW.max(count as u64 * 4);
            let decoder = StreamingDecoder::new_with_max_window_size(&packed[..], window);
            Box::new(decoder.map_err(|error| {
                if matches!(error, FrameDecoderError::WindowSizeTooBig { .. }) {
                    format!(
                        "its tiles are compressed with a window of more than {} MB; choose zlib as the tile layer format of the map",
                        window >> 20
                    )
                } else {
                    not_unpacked(error)
                }
            })?)
        }
        other => {
            let shown = sanitize_for_display(other);
            return Err(format!("the compression {shown:?} of its tiles is unknown"));
        }
    };
    // One tile more than expected shows that there are too many, however many follow.
    let most = (count as u64 + 1) * 4;
    let mut bytes = Vec::new();
    reader
        .take(most)
        .read_to_end(&mut bytes)
        .map_err(not_unpacked)?;
    let (tiles, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        return Err("its tiles end within a number".into());
    }
    Ok(tiles.iter().map(|tile| u32::from_le_bytes(*tile)).collect())
}

fn not_unpacked(error: impl std::fmt::Display) -> String {
    format!("its tiles cannot be decompressed: {error}")
}
