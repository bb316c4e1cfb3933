//! Names in any script are drawn, or the user learns which font to install.

use crate::cpu_renderer::CpuRenderer;
use egui::{RichText, vec2};
use egui_kittest::Harness;
use egui_system_font_provider::SystemFontProvider;
use image::RgbaImage;
use std::sync::{Arc, Mutex};
use steerwright::editor::missing_glyphs::MissingGlyphs;
use steerwright::editor::theme;

/// A picture of a name in the fonts that the editor uses, and the messages about missing ones.
fn picture(name: &'static str) -> (RgbaImage, Vec<String>) {
    let missing = Arc::new(Mutex::new(MissingGlyphs::default()));
    let watched = Arc::clone(&missing);
    let mut harness = Harness::builder()
        .with_size(vec2(160.0, 60.0))
        .allow_missing_glyphs()
        .with_render_cursor(false)
        .renderer(CpuRenderer::default())
        .with_context_setup(move |ctx| {
            theme::apply(ctx);
            // As eframe does.
            ctx.add_font_provider(Arc::new(SystemFontProvider::new()));
            *watched.lock().unwrap() = MissingGlyphs::watch(ctx);
        })
        .build_ui(move |ui| {
            ui.label(RichText::new(name).size(28.0));
        });
    harness.run();
    let image = harness.render().unwrap();
    let messages = missing.lock().unwrap().take_messages();
    (image, messages)
}

/// The number of pixels that differ from the corner of the picture.
fn inked(image: &RgbaImage) -> usize {
    let paper = image.get_pixel(0, 0);
    image.pixels().filter(|pixel| *pixel != paper).count()
}

/// Two names with as many letters would be the same boxes.
#[test]
fn names_are_drawn_in_their_script_or_the_missing_font_is_named() {
    let names = [
        ("Spanish", "Ñandú", "Peñón"),
        ("Devanagari", "पथ", "गज"),
        ("Chinese", "路径", "哨兵"),
    ];
    for (script, first, second) in names {
        let [(a, messages), (b, _)] = [first, second].map(picture);
        assert!(inked(&a) > 40 && inked(&b) > 40, "{script}");
        if messages.is_empty() {
            assert!(a != b, "{script}: {first} looks like {second}");
        } else {
            assert!(messages[0].contains(script), "{messages:?}");
            assert!(a == b, "{script}: boxes");
        }
    }
}
