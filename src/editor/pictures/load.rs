//! Reading image files, within limits that are checked before anything is decoded.

use crate::editor::files::stamp::FileStamp;
use crate::editor::pictures::map::{self, MapPlace};
use crate::editor::pictures::part::Part;
use crate::editor::pictures::svg;
use egui::ColorImage;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use std::borrow::Cow;
use std::io::{Cursor, ErrorKind, Read};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use steerwright_authoring::sample::BuiltIn;
use steerwright_format::limits::{Limit, PICTURE_BYTES, PICTURE_PIXELS};
use steerwright_format::{io_message, open_regular};

/// The memory that a decoder may use: that of the largest picture with 16 bits per channel.
const DECODER_BYTES: u64 = 8 * PICTURE_PIXELS.max;

/// A decoded image file.
pub struct Decoded {
    /// The pixels to show.
    pub image: ColorImage,
    /// The width and height of the file, in pixels.
    pub pixels: [u32; 2],
}

/// Why a picture is not shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// There is no such file.
    Missing,
    /// The file is not in the folder of the scene, and the user has not chosen it.
    Outside,
    /// It cannot be read, with the reason.
    Unreadable(String),
}

/// The result of reading a file, with its version.
pub struct Loaded {
    /// The version that was read.
    pub stamp: Option<FileStamp>,
    /// The image, or why there is none.
    pub result: Result<Decoded, Problem>,
    /// What of a map is not shown, and why.
    pub left_out: Vec<String>,
    /// The files that a map names.
    pub parts: Vec<Part>,
    /// The files outside its folder that a map names, and that were not read.
    pub outside: Vec<PathBuf>,
    /// Where a map is, in pixels and units.
    pub place: Option<MapPlace>,
}

impl Loaded {
    /// A file that is not a map.
    pub fn plain(stamp: Option<FileStamp>, result: Result<Decoded, Problem>) -> Self {
        Self {
            stamp,
            result,
            left_out: Vec::new(),
            parts: Vec::new(),
            outside: Vec::new(),
            place: None,
        }
    }
}

/// Which files may be read.
pub struct Permission {
    /// The folder that the file must be in, also after symbolic links are followed. `None` for
    /// anywhere.
    pub inside: Option<PathBuf>,
    /// Whether files may be read that a map names outside of its folder.
    pub parts_outside: bool,
}

/// Reads the image file at `path`, whose sides are reduced to `max_side` pixels.
pub fn load(path: &Path, permission: &Permission, max_side: u32) -> Loaded {
    let bytes = match read(path, permission.inside.as_deref()) {
        Ok(bytes) => bytes,
        Err(problem) => return Loaded::plain(None, Err(problem)),
    };
    let stamp = FileStamp::of_written(path, &bytes);
    if !map::is_map(path) {
        let result = decode(&bytes, max_side).map_err(Problem::Unreadable);
        return Loaded::plain(stamp, result);
    }
    let drawn = map::draw(path, &bytes, permission.parts_outside, max_side);
    Loaded {
        stamp,
        result: drawn.result.map_err(Problem::Unreadable),
        left_out: drawn.left_out,
        parts: drawn.parts,
        outside: drawn.outside,
        place: drawn.place,
    }
}

/// Decodes a picture of a sample scene.
pub fn load_built_in(picture: &BuiltIn, max_side: u32) -> Loaded {
    let result = decode(picture.text.as_bytes(), max_side);
    Loaded::plain(None, result.map_err(Problem::Unreadable))
}

pub(super) fn read(path: &Path, inside: Option<&Path>) -> Result<Vec<u8>, Problem> {
    let problem = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => Problem::Missing,
        _ => {
            let why = io_message(&error);
            Problem::Unreadable(format!("{why}; check the file's permissions"))
        }
    };
    let mut real: PathBuf = path.to_owned();
    if let Some(folder) = inside {
        real = path.canonicalize().map_err(problem)?;
        if !real.starts_with(folder.canonicalize().map_err(problem)?) {
            return Err(Problem::Outside);
        }
    }
    let file = open_regular(&real).map_err(problem)?;
    let mut bytes = Vec::new();
    let most = PICTURE_BYTES.max + 1;
    file.take(most).read_to_end(&mut bytes).map_err(problem)?;
    if bytes.len() as u64 == most {
        let message = format!("The file has {}", above(&PICTURE_BYTES, "bytes"));
        return Err(Problem::Unreadable(message));
    }
    Ok(bytes)
}

/// What is wrong with something that exceeds a limit.
pub(super) fn above(limit: &Limit, what: &str) -> String {
    let Limit { name, max, help } = limit;
    format!("more than {max} {what} (limit \"{name}\"); {help}")
}

/// Decodes an image file, and reduces its sides to `max_side` pixels.
///
/// # Errors
/// A sentence for the user: what is wrong with the file, and what to do.
pub fn decode(bytes: &[u8], max_side: u32) -> Result<Decoded, String> {
    // Decoders may panic: png 0.18.1 does on a palette that ends within a color.
    catch_unwind(|| decode_or_panic(bytes, max_side))
        .unwrap_or_else(|_| Err("The image is damaged; save it again as PNG".into()))
}

/// A PNG without its texts and color profile. They are not shown, and can unpack to far more than
/// its pixels.
fn shown_chunks(png: &[u8]) -> Vec<u8> {
    const SIGNATURE: usize = 8;
    const AROUND_DATA: usize = 12;
    let mut shown = Vec::with_capacity(png.len());
    let (signature, mut rest) = png.split_at(SIGNATURE.min(png.len()));
    shown.extend_from_slice(signature);
    while let Some(([length, kind], _)) = rest.as_chunks::<4>().0.split_first_chunk() {
        let length = u32::from_be_bytes(*length) as usize;
        let end = length.saturating_add(AROUND_DATA).min(rest.len());
        let (chunk, after) = rest.split_at(end);
        if !matches!(kind, b"iCCP" | b"iTXt" | b"tEXt" | b"zTXt") {
            shown.extend_from_slice(chunk);
        }
        rest = after;
    }
    shown
}

fn decode_or_panic(bytes: &[u8], max_side: u32) -> Result<Decoded, String> {
    let broken = |error: image::ImageError| {
        format!("The image is damaged or of an unknown kind ({error}); save it again as PNG")
    };
    let format = match image::guess_format(bytes) {
        Ok(format @ (ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP)) => format,
        Ok(_) => return Err("The image is not PNG, JPEG, WebP or SVG; save it as PNG".into()),
        Err(_) if svg::is_svg(bytes) => return svg::decode(bytes, max_side),
        Err(_) => return Err("The file is not an image; choose a PNG, JPEG, WebP or SVG".into()),
    };
    let shown = match format {
        ImageFormat::Png => Cow::Owned(shown_chunks(bytes)),
        _ => Cow::Borrowed(bytes),
    };
    let mut reader = ImageReader::with_format(Cursor::new(&*shown), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(DECODER_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(broken)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > PICTURE_PIXELS.max {
        let most = above(&PICTURE_PIXELS, "pixels");
        return Err(format!("The image has {width} × {height} pixels: {most}"));
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut image = DynamicImage::from_decoder(decoder).map_err(broken)?;
    image.apply_orientation(orientation);
    let pixels = [image.width(), image.height()];
    if pixels.iter().any(|&side| side > max_side) {
        image = image.thumbnail(max_side, max_side);
    }
    let image = image.into_rgba8();
    let size = [image.width() as usize, image.height() as usize];
    let image = ColorImage::from_rgba_unmultiplied(size, image.as_raw());
    Ok(Decoded { image, pixels })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_color_profiles_of_a_png_are_not_unpacked() {
        let mut plain = Vec::new();
        let image = image::RgbaImage::from_pixel(2, 1, image::Rgba([255, 0, 0, 255]));
        let (to, format) = (&mut Cursor::new(&mut plain), ImageFormat::Png);
        image.write_to(to, format).expect("written");
        // The signature and the header.
        let (start, end) = plain.split_at(8 + 25);
        for kind in [b"iCCP", b"iTXt", b"tEXt", b"zTXt"] {
            let data = vec![0; 1000];
            let length = (data.len() as u32).to_be_bytes();
            let png = [start, &length, kind, &data, &[0; 4], end].concat();
            assert_eq!(shown_chunks(&png), plain);
            let decoded = decode(&png, 64).expect("a picture");
            assert_eq!(decoded.image.pixels, [egui::Color32::RED; 2]);
        }
        for length in 0..plain.len() {
            assert!(plain.starts_with(&shown_chunks(&plain[..length])));
        }
    }
}
