//! Draws egui's meshes without a graphics card or driver, so that images in tests are the same on
//! every machine.
//!
//! Blending matches egui's painters: colors are premultiplied and blended in gamma space.

use egui::epaint::textures::{TextureFilter, TextureOptions, TextureWrapMode};
use egui::epaint::{ImageData, Mesh, Primitive, Vertex};
use egui::{ColorImage, Rect, TextureId, TexturesDelta};
use egui_kittest::TestRenderer;
use image::{Rgba, RgbaImage};
use std::collections::HashMap;

/// Pass it to `Harness::builder().renderer(..)`.
#[derive(Default)]
pub struct CpuRenderer {
    textures: HashMap<TextureId, Texture>,
}

struct Texture {
    image: ColorImage,
    options: TextureOptions,
}

impl TestRenderer for CpuRenderer {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        for (id, changes) in delta.set.drain() {
            for change in changes {
                let ImageData::Color(patch) = &change.image;
                match change.pos {
                    None => {
                        self.textures.insert(
                            id,
                            Texture {
                                image: patch.as_ref().clone(),
                                options: change.options,
                            },
                        );
                    }
                    Some(at) => self
                        .textures
                        .get_mut(&id)
                        .expect("a texture is made before it is changed")
                        .paste(patch, at),
                }
            }
        }
        for id in delta.free.drain() {
            self.textures.remove(&id);
        }
    }

    fn render(
        &mut self,
        ctx: &egui::Context,
        output: &egui::FullOutput,
    ) -> Result<RgbaImage, String> {
        let scale = ctx.pixels_per_point();
        let size = ctx.content_rect().size() * scale;
        let mut canvas = Canvas::new(size.x.round() as usize, size.y.round() as usize);
        for clipped in ctx.tessellate(output.shapes.clone(), scale) {
            let mesh = match clipped.primitive {
                Primitive::Mesh(mesh) => mesh,
                Primitive::Callback(_) => return Err("paint callbacks need a graphics card".into()),
            };
            let texture = self
                .textures
                .get(&mesh.texture_id)
                .ok_or_else(|| format!("no texture {:?}", mesh.texture_id))?;
            canvas.draw(&mesh, texture, clipped.clip_rect, scale);
        }
        Ok(canvas.into_image())
    }
}

impl Texture {
    fn paste(&mut self, patch: &ColorImage, [left, top]: [usize; 2]) {
        let width = self.image.size[0];
        for (row, line) in patch.pixels.chunks_exact(patch.size[0]).enumerate() {
            let start = (top + row) * width + left;
            self.image.pixels[start..start + line.len()].copy_from_slice(line);
        }
    }

    fn texel(&self, x: i64, y: i64) -> [f32; 4] {
        let [width, height] = self.image.size;
        let index = wrapped(y, height, self.options.wrap_mode) * width
            + wrapped(x, width, self.options.wrap_mode);
        self.image.pixels[index].to_array().map(f32::from)
    }

    /// The color at (u, v), each channel 0 to 255.
    fn sample(&self, u: f32, v: f32) -> [f32; 4] {
        let (x, y) = (u * self.image.size[0] as f32, v * self.image.size[1] as f32);
        if self.options.magnification == TextureFilter::Nearest {
            return self.texel(x.floor() as i64, y.floor() as i64);
        }
        let (x, y) = (x - 0.5, y - 0.5);
        let (left, top) = (x.floor(), y.floor());
        let (right_share, lower_share) = (x - left, y - top);
        let (column, row) = (left as i64, top as i64);
        let upper = mix(
            self.texel(column, row),
            self.texel(column + 1, row),
            right_share,
        );
        let lower = mix(
            self.texel(column, row + 1),
            self.texel(column + 1, row + 1),
            right_share,
        );
        mix(upper, lower, lower_share)
    }
}

fn wrapped(index: i64, length: usize, mode: TextureWrapMode) -> usize {
    let n = length as i64;
    let inside = match mode {
        TextureWrapMode::ClampToEdge => index.clamp(0, n - 1),
        TextureWrapMode::Repeat => index.rem_euclid(n),
        TextureWrapMode::MirroredRepeat => {
            let twice = index.rem_euclid(2 * n);
            if twice < n { twice } else { 2 * n - 1 - twice }
        }
    };
    inside as usize
}

fn mix(a: [f32; 4], b: [f32; 4], share: f32) -> [f32; 4] {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * share)
}

/// Premultiplied pixels, row by row.
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 4]>,
}

/// A point in 1/256 pixels: edges shared by two triangles are exactly the same, without gaps or
/// overlaps.
#[derive(Clone, Copy)]
struct Fixed {
    x: i64,
    y: i64,
}

const ONE: i64 = 256;

/// In pixels; keeps the products of two coordinates within 64 bits for very large shapes.
const FARTHEST: f32 = 1e6;

impl Fixed {
    fn new(at: egui::Pos2, scale: f32) -> Self {
        let fixed = |v: f32| ((v * scale).clamp(-FARTHEST, FARTHEST) * ONE as f32).round() as i64;
        Self {
            x: fixed(at.x),
            y: fixed(at.y),
        }
    }
}

/// One side of a triangle as the line equation `a x + b y + c`, positive inside.
struct Edge {
    a: i64,
    b: i64,
    c: i64,
    /// Pixels whose center is exactly on a left or top edge belong to the triangle, on any other
    /// edge to its neighbor.
    owns_center: bool,
}

impl Edge {
    fn new(from: Fixed, to: Fixed) -> Self {
        let (a, b) = (from.y - to.y, to.x - from.x);
        Self {
            a,
            b,
            c: -(a * from.x + b * from.y),
            owns_center: a > 0 || (a == 0 && b > 0),
        }
    }

    fn at(&self, p: Fixed) -> i64 {
        self.a * p.x + self.b * p.y + self.c
    }

    fn covers(&self, value: i64) -> bool {
        value > 0 || (value == 0 && self.owns_center)
    }
}

impl Canvas {
    fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            height,
            pixels: vec![[0; 4]; width * height],
        }
    }

    fn draw(&mut self, mesh: &Mesh, texture: &Texture, clip: Rect, scale: f32) {
        let pixel = |v: f32, most: usize| ((v * scale).round().max(0.0) as usize).min(most);
        let columns = pixel(clip.min.x, self.width)..pixel(clip.max.x, self.width);
        let rows = pixel(clip.min.y, self.height)..pixel(clip.max.y, self.height);
        for corners in mesh.indices.chunks_exact(3) {
            let corners =
                [corners[0], corners[1], corners[2]].map(|index| &mesh.vertices[index as usize]);
            self.triangle(corners, texture, scale, &columns, &rows);
        }
    }

    fn triangle(
        &mut self,
        mut corners: [&Vertex; 3],
        texture: &Texture,
        scale: f32,
        columns: &std::ops::Range<usize>,
        rows: &std::ops::Range<usize>,
    ) {
        let points = |corners: &[&Vertex; 3]| corners.map(|vertex| Fixed::new(vertex.pos, scale));
        let mut p = points(&corners);
        let mut area = Edge::new(p[0], p[1]).at(p[2]);
        if area < 0 {
            corners.swap(1, 2);
            p = points(&corners);
            area = -area;
        }
        if area == 0 {
            return;
        }
        // Each edge is opposite to the corner whose weight it gives.
        let edges = [
            Edge::new(p[1], p[2]),
            Edge::new(p[2], p[0]),
            Edge::new(p[0], p[1]),
        ];
        let (x, y) = (span(p.map(|p| p.x), columns), span(p.map(|p| p.y), rows));
        let even_color =
            corners[0].color == corners[1].color && corners[0].color == corners[2].color;
        let even_texture = corners[0].uv == corners[1].uv && corners[0].uv == corners[2].uv;
        let colors = corners.map(|vertex| vertex.color.to_array().map(f32::from));
        let fill = texture.sample(corners[0].uv.x, corners[0].uv.y);
        for row in y {
            for column in x.clone() {
                let center = Fixed {
                    x: column as i64 * ONE + ONE / 2,
                    y: row as i64 * ONE + ONE / 2,
                };
                let values = [
                    edges[0].at(center),
                    edges[1].at(center),
                    edges[2].at(center),
                ];
                if !edges
                    .iter()
                    .zip(values)
                    .all(|(edge, value)| edge.covers(value))
                {
                    continue;
                }
                let weights = values.map(|value| value as f32 / area as f32);
                let blend =
                    |of: [f32; 3]| of[0] * weights[0] + of[1] * weights[1] + of[2] * weights[2];
                let color = if even_color {
                    colors[0]
                } else {
                    std::array::from_fn(|i| blend(colors.map(|color| color[i])))
                };
                let texel = if even_texture {
                    fill
                } else {
                    texture.sample(
                        blend(corners.map(|vertex| vertex.uv.x)),
                        blend(corners.map(|vertex| vertex.uv.y)),
                    )
                };
                over(
                    &mut self.pixels[row * self.width + column],
                    std::array::from_fn(|i| color[i] * texel[i] / 255.0),
                );
            }
        }
    }

    fn into_image(self) -> RgbaImage {
        RgbaImage::from_fn(self.width as u32, self.height as u32, |x, y| {
            Rgba(self.pixels[y as usize * self.width + x as usize])
        })
    }
}

/// The pixels that three fixed coordinates can touch, within `limits`.
fn span(coordinates: [i64; 3], limits: &std::ops::Range<usize>) -> std::ops::Range<usize> {
    let [a, b, c] = coordinates.map(|v| v.div_euclid(ONE).max(0) as usize);
    limits.start.max(a.min(b).min(c))..limits.end.min(a.max(b).max(c) + 1)
}

/// Puts a premultiplied color over a pixel.
fn over(pixel: &mut [u8; 4], source: [f32; 4]) {
    let through = 1.0 - source[3] / 255.0;
    for (below, above) in pixel.iter_mut().zip(source) {
        *below = (above + f32::from(*below) * through)
            .round()
            .clamp(0.0, 255.0) as u8;
    }
}
