//! The renderer of image tests draws what egui requested.

use crate::cpu_renderer::CpuRenderer;
use egui::{Color32, Rect, Stroke, Vec2, pos2, vec2};
use egui_kittest::{Harness, kittest::Queryable};
use image::{Rgba, RgbaImage};

fn harness<'a>(
    size: Vec2,
    pixels_per_point: f32,
    ui: impl FnMut(&mut egui::Ui) + 'a,
) -> Harness<'a> {
    Harness::builder()
        .with_size(size)
        .with_pixels_per_point(pixels_per_point)
        .with_render_cursor(false)
        .renderer(CpuRenderer::default())
        .build_ui(ui)
}

fn count(image: &RgbaImage, area: Rect, wanted: impl Fn(&Rgba<u8>) -> bool) -> usize {
    image
        .enumerate_pixels()
        .filter(|(x, y, pixel)| {
            area.contains(pos2(*x as f32 + 0.5, *y as f32 + 0.5)) && wanted(pixel)
        })
        .count()
}

#[test]
fn a_button_is_drawn_within_its_edge() {
    let fill = Color32::from_rgb(200, 30, 40);
    let mut harness = harness(vec2(200.0, 80.0), 1.0, |ui| {
        let text = egui::RichText::new("Arrive").color(Color32::WHITE);
        ui.add(
            egui::Button::new(text)
                .fill(fill)
                .stroke(Stroke::NONE)
                .corner_radius(0.0)
                .min_size(vec2(100.0, 40.0)),
        );
    });
    harness.run();
    let button = harness.get_by_label("Arrive").rect();
    let image = harness.render().unwrap();
    assert_eq!((image.width(), image.height()), (200, 80));

    let red = Rgba([200, 30, 40, 255]);
    let filled = count(&image, button, |pixel| *pixel == red);
    assert!(
        filled as f32 > 0.8 * button.area(),
        "{filled} of {} pixels",
        button.area()
    );
    assert!(
        count(&image, button, |pixel| pixel
            .0
            .iter()
            .all(|channel| *channel > 200))
            > 20,
        "no white text"
    );
    // Anti-aliased edges may touch adjacent pixels.
    assert_eq!(
        count(&image, Rect::EVERYTHING, |pixel| *pixel == red),
        filled
    );
    let all = image.width() * image.height();
    let reddish = count(&image, Rect::EVERYTHING, |pixel| {
        pixel[0] > pixel[1].saturating_add(60)
    });
    assert!(
        reddish < button.expand(1.0).area() as usize && reddish < all as usize,
        "{reddish}"
    );
}

#[test]
fn half_transparent_colors_are_blended() {
    let mut harness = harness(vec2(60.0, 60.0), 1.0, |ui| {
        let area = Rect::from_min_size(pos2(0.0, 0.0), vec2(60.0, 60.0));
        let painter = ui.ctx().layer_painter(egui::LayerId::background());
        painter.rect_filled(area, 0.0, Color32::from_rgb(0, 0, 200));
        painter.rect_filled(area, 0.0, Color32::from_rgba_premultiplied(100, 0, 0, 128));
    });
    harness.run();
    assert_eq!(
        *harness.render().unwrap().get_pixel(30, 30),
        Rgba([100, 0, 100, 255])
    );
}

#[test]
fn adjacent_triangles_have_no_gap_or_overlap() {
    // Two half-transparent triangles form a uniform square: an overlap would be darker, a gap
    // lighter.
    let mut harness = harness(vec2(64.0, 64.0), 2.0, |ui| {
        let color = Color32::from_rgba_premultiplied(0, 128, 0, 128);
        let mut mesh = egui::Mesh::default();
        for corner in [
            pos2(8.0, 8.0),
            pos2(56.0, 8.0),
            pos2(56.0, 56.0),
            pos2(8.0, 56.0),
        ] {
            mesh.colored_vertex(corner, color);
        }
        mesh.add_triangle(0, 1, 2);
        mesh.add_triangle(0, 2, 3);
        let painter = ui.ctx().layer_painter(egui::LayerId::background());
        painter.rect_filled(Rect::EVERYTHING, 0.0, Color32::BLACK);
        painter.add(mesh);
    });
    harness.run();
    let image = harness.render().unwrap();
    assert_eq!((image.width(), image.height()), (128, 128));
    assert_eq!(
        count(&image, Rect::EVERYTHING, |pixel| *pixel
            == Rgba([0, 128, 0, 255])),
        96 * 96
    );
}

#[test]
fn textures_are_drawn_upright_and_clipped() {
    let mut texture = None;
    let mut harness = harness(vec2(40.0, 40.0), 1.0, move |ui| {
        let ctx = ui.ctx().clone();
        let texture = texture.get_or_insert_with(|| {
            let corners = [Color32::RED, Color32::GREEN, Color32::BLUE, Color32::WHITE];
            ctx.load_texture(
                "corners",
                egui::ColorImage::new([2, 2], corners.to_vec()),
                egui::TextureOptions::NEAREST,
            )
        });
        let clip = Rect::from_min_max(pos2(0.0, 0.0), pos2(40.0, 30.0));
        let painter = ctx
            .layer_painter(egui::LayerId::background())
            .with_clip_rect(clip);
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        painter.image(
            texture.id(),
            Rect::from_min_size(pos2(0.0, 0.0), vec2(40.0, 40.0)),
            whole,
            Color32::WHITE,
        );
    });
    harness.run();
    let image = harness.render().unwrap();
    assert_eq!(*image.get_pixel(5, 5), Rgba([255, 0, 0, 255]));
    assert_eq!(*image.get_pixel(35, 5), Rgba([0, 255, 0, 255]));
    assert_eq!(*image.get_pixel(5, 25), Rgba([0, 0, 255, 255]));
    assert_ne!(*image.get_pixel(5, 35), Rgba([0, 0, 255, 255]));
}
