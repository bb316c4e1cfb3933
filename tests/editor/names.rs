//! Names in any script are drawn, or the user learns which font to install.

mod visual_order;

use crate::cpu_renderer::CpuRenderer;
use crate::sample_scene::sample_scene;
use egui::accesskit::Role;
use egui::{RichText, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use egui_system_font_provider::SystemFontProvider;
use image::RgbaImage;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use steerwright::editor::app::{App, Start};
use steerwright::editor::text::missing_glyphs::MissingGlyphs;
use steerwright::editor::theme;
use steerwright_format::save_scene;

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

const NO_THAI: &str = "No installed font has Thai characters";

fn says(harness: &Harness<'_>, text: &str) -> bool {
    let mut found = harness.query_all_by_label_contains(text);
    found.next().is_some()
}

/// On a slow machine a message that ends by itself would be gone before the window is seen.
#[test]
fn the_missing_font_of_a_name_is_told_until_the_message_is_dismissed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("thai.scene.json");
    let mut scene = sample_scene();
    Arc::make_mut(&mut scene.agents)[0].name = "\u{E22}\u{E32}\u{E21}".into();
    save_scene(&scene, &file).unwrap();
    let app: Rc<RefCell<Option<App>>> = Rc::default();
    let created = Rc::clone(&app);
    let mut harness = Harness::builder()
        .with_size(vec2(1600.0, 1000.0))
        .with_step_dt(0.1)
        .with_max_steps(100)
        .allow_missing_glyphs()
        .with_context_setup(move |ctx| {
            let start = Start {
                file: Some(file),
                own_dialogs: true,
                ..Start::default()
            };
            *created.borrow_mut() = Some(App::new(ctx, start));
        })
        .build_ui(move |ui| {
            if let Some(app) = app.borrow_mut().as_mut() {
                app.show(ui);
            }
        });
    for _ in 0..500 {
        harness.step();
        if says(&harness, NO_THAI) {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(says(&harness, NO_THAI));
    // Ten seconds.
    (0..100).for_each(|_| harness.step());
    assert!(says(&harness, NO_THAI), "it stays");
    if cfg!(target_os = "linux") {
        assert!(says(&harness, "Install fonts-noto-core"), "the package");
    }
    harness
        .get_by_role_and_label(Role::Button, "Dismiss")
        .click();
    (0..5).for_each(|_| harness.step());
    assert!(!says(&harness, NO_THAI), "it is dismissed");
}
