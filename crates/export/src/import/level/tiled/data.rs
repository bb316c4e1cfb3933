//! The tiles of a layer: numbers as text, or bytes in base64 that may be compressed.

use crate::import::level::beyond;
use crate::import::level::element::Element;
use data_encoding::BASE64;
use flate2::read::{GzDecoder, ZlibDecoder};
use std::io::Read;
use steerwright_format::limits::{BLOCKED_CELLS, MAP_TILES};
use steerwright_format::{FormatError, sanitize_for_display};

/// The bits of a tile number that say how the tile is flipped.
pub const FLIPPED: u32 = 0xf000_0000;

/// The filled tiles of a layer, by column and row, with their numbers; `None` if they are more than can be read.
pub type Filled = Option<Vec<([i32; 2], u32)>>;

/// Reads the tiles of a layer. `left` is how many tiles the map may still have.
pub fn filled(layer: &Element<'_>, left: &mut u64) -> Result<Filled, FormatError> {
    // XML has the encoding at the data, JSON at the layer.
    let data = layer.child("data");
    let encoding = ["encoding", "compression"].map(|name| {
        data.as_ref()
            .and_then(|data| data.attribute(name))
            .or_else(|| layer.attribute(name))
            .unwrap_or_default()
    });
    let [encoding, compression] = &encoding;
    let mut filled = Some(Vec::new());
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
    if let (false, Some(data)) = (has_chunks, &data) {
        read(layer, data)?;
    }
    Ok(filled)
}

/// Reads tiles in columns and rows.
fn chunk(
    area: &Element<'_>,
    data: &Element<'_>,
    encoding: [&str; 2],
    left: &mut u64,
    filled: &mut Filled,
) -> Result<(), FormatError> {
    let tiles = tiles(area, data, encoding, left)?;
    let start = |name: &str| Ok::<_, FormatError>(area.number(name)? as i32);
    let (column, row) = (start("x")?, start("y")?);
    let columns = area.whole("width")?.max(1) as usize;
    let is_filled = |(_, tile): &(usize, u32)| *tile & !FLIPPED != 0;
    let all = || tiles.iter().copied().enumerate().filter(is_filled);
    let Some(list) = filled else { return Ok(()) };
    let more = all().count();
    if (list.len() + more) as u64 > BLOCKED_CELLS.max {
        *filled = None;
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

/// The numbers of tiles, row by row. 0: empty.
fn tiles(
    area: &Element<'_>,
    data: &Element<'_>,
    [encoding, compression]: [&str; 2],
    left: &mut u64,
) -> Result<Vec<u32>, FormatError> {
    let (columns, rows) = (area.whole("width")?, area.whole("height")?);
    let count = u64::from(columns) * u64::from(rows);
    *left = left
        .checked_sub(count)
        .ok_or_else(|| beyond(format!("/{}", area.tag), &MAP_TILES))?;
    let count = count as usize;
    let tiles = match encoding {
        "base64" => bytes(data, compression, count)?,
        "csv" => numbers(data, count)?,
        "" if data.child("tile").is_some() => data
            .all("tile")
            .map(|tile| tile.whole("gid"))
            .collect::<Result<_, _>>()?,
        "" => numbers(data, count)?,
        other => {
            let shown = sanitize_for_display(other);
            return Err(data.error(format!("the encoding {shown:?} of tiles is unknown")));
        }
    };
    if tiles.len() != count {
        return Err(data.error(format!(
            "the layer has {} tiles instead of {count}",
            tiles.len()
        )));
    }
    Ok(tiles)
}

fn numbers(data: &Element<'_>, count: usize) -> Result<Vec<u32>, FormatError> {
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
                data.error(format!("{shown:?} is not the number of a tile"))
            })
        })
        .collect()
}

fn bytes(data: &Element<'_>, compression: &str, count: usize) -> Result<Vec<u32>, FormatError> {
    let text: Vec<u8> = data
        .text()
        .bytes()
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect();
    let packed = BASE64
        .decode(&text)
        .map_err(|error| data.error(format!("the tiles are not valid base64: {error}")))?;
    // One byte more than expected shows that there are too many, however many follow.
    let most = count as u64 * 4 + 1;
    let mut bytes = Vec::new();
    let read = match compression {
        "" => {
            bytes = packed;
            Ok(0)
        }
        "zlib" => ZlibDecoder::new(&packed[..])
            .take(most)
            .read_to_end(&mut bytes),
        "gzip" => GzDecoder::new(&packed[..])
            .take(most)
            .read_to_end(&mut bytes),
        "zstd" => ruzstd::decoding::StreamingDecoder::new(&packed[..])
            .map_err(std::io::Error::other)
            .and_then(|decoder| decoder.take(most).read_to_end(&mut bytes)),
        other => {
            let shown = sanitize_for_display(other);
            return Err(data.error(format!("the compression {shown:?} of tiles is unknown")));
        }
    };
    read.map_err(|error| data.error(format!("the tiles cannot be decompressed: {error}")))?;
    if bytes.len() != count * 4 {
        let more = if bytes.len() > count * 4 {
            "more"
        } else {
            "fewer"
        };
        return Err(data.error(format!("the layer has {more} than {count} tiles")));
    }
    let tiles = bytes.as_chunks::<4>().0.iter();
    Ok(tiles.map(|tile| u32::from_le_bytes(*tile)).collect())
}
