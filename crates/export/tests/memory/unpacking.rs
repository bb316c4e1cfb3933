//! Layers whose tiles unpack to far more than they need.

use super::read_level;
use data_encoding::BASE64;
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use std::io::Write;

/// What reading a layer of four tiles may take beyond the bytes of its file: what zstd has in its
/// window, and copies of the text.
const MOST: u64 = 16 << 20;

/// A frame of zstd with a window of 8 MB, or with one that is as large as its content.
fn zstd(content: Option<u64>, blocks: &[u8]) -> Vec<u8> {
    let mut frame = 0xfd2f_b528_u32.to_le_bytes().to_vec();
    match content {
        Some(bytes) => {
            frame.push(0xe0);
            frame.extend(bytes.to_le_bytes());
        }
        None => frame.extend([0, 13 << 3]),
    }
    frame.extend(blocks);
    frame
}

fn block(kind: u32, size: usize, inside: &[u8]) -> Vec<u8> {
    let header = (kind << 1 | (size as u32) << 3).to_le_bytes();
    [&header[..3], inside].concat()
}

/// Blocks of 128 KB of zeros, each written as one byte: a gigabyte.
fn repeated_bytes() -> Vec<u8> {
    block(1, 128 << 10, &[0]).repeat(8 << 10)
}

/// One block that copies 131,074 bytes 40,000 times, which is more than a block may have.
fn one_long_block() -> Vec<u8> {
    const COPIES: usize = 40_000;
    // No literals; then how many copies, a single code for each of the three numbers, and the bits
    // of the lengths.
    let count = u16::try_from(COPIES - 0x7f00).unwrap_or_default();
    let mut inside = vec![0, 0xff];
    inside.extend(count.to_le_bytes());
    inside.extend([0x54, 0, 0, 52]);
    inside.extend(vec![0xff; 2 * COPIES]);
    inside.push(1);
    let start = block(0, 8, &[0; 8]);
    [start, block(2, inside.len(), &inside)].concat()
}

#[test]
fn unpacking_stops_at_what_a_layer_needs() {
    let zeros = vec![0; 64 << 20];
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::fast());
    zlib.write_all(&zeros).expect("packed");
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(&zeros).expect("packed");
    drop(zeros);
    let gigabyte = Some(1 << 30);
    for (compression, packed) in [
        ("zlib", zlib.finish().expect("packed")),
        ("gzip", gzip.finish().expect("packed")),
        ("zstd", zstd(gigabyte, &repeated_bytes())),
        ("zstd", zstd(None, &repeated_bytes())),
        ("zstd", zstd(gigabyte, &one_long_block())),
        ("zstd", zstd(None, &one_long_block())),
    ] {
        let tiles = BASE64.encode(&packed);
        let text = format!(
            r#"<map orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16"><layer id="1" name="Walls" width="2" height="2"><data encoding="base64" compression="{compression}">{tiles}</data></layer></map>"#
        );
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("map.tmx");
        std::fs::write(&path, &text).expect("written");
        let mut said = String::new();
        let taken = allocation_counter::measure(|| said = read_level(&path)).bytes_max;
        let size = text.len() as u64;
        println!("{compression}: {taken} bytes for {size}: {said}");
        assert!(said.contains("the tile layer \"Walls\""), "{said}");
        assert!(
            taken < 4 * size + MOST,
            "{compression}: {taken} bytes for {size}"
        );
    }
}
