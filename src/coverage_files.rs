//! The picture of a coverage as a file.

use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};
use std::io;
use steerwright_analysis::coverage::Picture;

/// A picture as PNG.
///
/// # Errors
///
/// If the encoder fails.
pub fn png(picture: &Picture) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let (width, height) = (picture.width as u32, picture.height as u32);
    PngEncoder::new(&mut bytes)
        .write_image(&picture.rgba, width, height, ExtendedColorType::Rgba8)
        .map_err(io::Error::other)?;
    Ok(bytes)
}
