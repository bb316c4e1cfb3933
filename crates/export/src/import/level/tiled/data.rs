//! The tiles of a layer: numbers as text, or bytes in base64 that may be compressed.

use crate::import::level::beyond;
use crate::import::level::element::Element;
use data_encoding::BASE64;
use flate2::read::{GzDecoder, ZlibDecoder};
use std::io::Read;
use steerwright_format::limits::MAP_TILES;
use steerwright_format::{FormatError, sanitize_for_display};

/// The bits of a tile number that say how the tile is flipped.
pub const FLIPPED: u32 = 0xf000_0000;

/// Tiles in columns and rows.
pub struct Chunk {
    pub column: i32,
    pub row: i32,
    pub columns: u32,
    /// The numbers of the tiles, row by row. 0: empty.
    pub tiles: Vec<u32>,
}

impl Chunk {
    /// The filled tiles, with their columns and rows.
    pub fn filled(&self) -> impl Iterator<Item = ([i32; 2], u32)> + '_ {
        let columns = self.columns.max(1) as usize;
        let cell = move |index: usize| {
            [
                self.column.saturating_add((index % columns) as i32),
                self.row.saturating_add((index / columns) as i32),
            ]
        };
        self.tiles
            .iter()
            .enumerate()
            .filter(|(_, tile)| **tile & !FLIPPED != 0)
            .map(move |(index, tile)| (cell(index), *tile))
    }
}

/// Reads the tiles of a layer. `left` is how many tiles the map may still have.
pub fn chunks(layer: &Element, left: &mut u64) -> Result<Vec<Chunk>, FormatError> {
    // XML has the encoding at the data, JSON at the layer.
    let data = layer.child("data");
    let encoding = ["encoding", "compression"].map(|name| {
        data.and_then(|data| data.attribute(name))
            .or(layer.attribute(name))
            .unwrap_or_default()
    });
    let holder = match data {
        Some(data) if data.child("chunk").is_some() => data,
        Some(_) | None => layer,
    };
    let mut chunks = Vec::new();
    for chunk in holder.all("chunk") {
        let data = chunk.child("data").unwrap_or(chunk);
        chunks.push(read(chunk, data, encoding, left)?);
    }
    if let (true, Some(data)) = (chunks.is_empty(), data) {
        chunks.push(read(layer, data, encoding, left)?);
    }
    Ok(chunks)
}

fn read(
    area: &Element,
    data: &Element,
    [encoding, compression]: [&str; 2],
    left: &mut u64,
) -> Result<Chunk, FormatError> {
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
    let start = |name: &str| Ok::<_, FormatError>(area.number(name)? as i32);
    Ok(Chunk {
        column: start("x")?,
        row: start("y")?,
        columns,
        tiles,
    })
}

fn numbers(data: &Element, count: usize) -> Result<Vec<u32>, FormatError> {
    let numbers = data
        .text
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

fn bytes(data: &Element, compression: &str, count: usize) -> Result<Vec<u32>, FormatError> {
    let text: Vec<u8> = data
        .text
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
