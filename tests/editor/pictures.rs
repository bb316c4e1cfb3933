//! Pictures underneath the scene, in the window.

use crate::cpu_renderer::CpuRenderer;
use crate::sample_scene::sample_scene;
use crate::window::{Window, at};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use image::{Rgba, RgbaImage};
use std::path::Path;
use steerwright::editor::app::{App, Start};
use steerwright::editor::theme;
use steerwright_authoring::Item;
use steerwright_format::{load_scene, save_scene};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::editor::{OutlinerProps, Picture};
use steerwright_runtime::scene::{PictureId, Scene};

const LEVEL: PictureId = PictureId(1);
const RED: Rgba<u8> = Rgba([200, 30, 40, 255]);

fn save_image(path: &Path, width: u32, height: u32) {
    RgbaImage::from_pixel(width, height, RED)
        .save(path)
        .expect("an image");
}

/// Draws frames until `is_done`, while files are read on a thread.
fn wait(window: &mut Window, is_done: impl Fn(&Window) -> bool) {
    while !is_done(window) {
        std::thread::sleep(std::time::Duration::from_millis(1));
        window.frames(1);
    }
}

/// A scene with a picture of `file`, 8 x 4 units around (0, 0).
fn with_picture(file: &str) -> Scene {
    let mut scene = sample_scene();
    let picture = Picture::new(LEVEL, "Level", file, DVec2::new(8.0, 4.0));
    scene.editor_mut().pictures.push(picture);
    scene
}

fn picture(window: &Window) -> &Picture {
    window.scene().picture(LEVEL).expect("the picture")
}

#[test]
fn an_image_is_dropped_on_the_canvas_listed_and_undone() {
    let mut window = Window::of(&sample_scene());
    save_image(&window.folder.path().join("level.png"), 64, 32);
    let before = window.scene().clone();
    let p = window.pos(at(2.0, 3.0));
    window.hover(p);
    window.drop_file("level.png");
    wait(&mut window, |window| {
        !window.scene().editor.pictures.is_empty()
    });
    let added = picture(&window);
    assert_eq!(
        (added.file.as_str(), added.name.as_str()),
        ("level.png", "level.png")
    );
    assert!(
        (added.position - at(2.0, 3.0)).length() < 0.1,
        "where it was dropped"
    );
    assert_eq!(added.width, 2.0 * added.height);
    let pixels_per_unit = 64.0 / added.width;
    assert_eq!(pixels_per_unit.log2().fract(), 0.0, "{pixels_per_unit} px");
    window.frames(2);
    assert_eq!(window.selection().primary(), Some(Item::Picture(LEVEL)));
    assert!(window.has(Role::ListItem, "level.png") && window.has_item("Picture level.png"));
    assert!(window.says("64 × 32 px"));
    assert_eq!(window.steps(), ["Add picture"]);
    window.ctrl(Key::Z);
    assert_eq!(*window.scene(), before);
}

#[test]
fn a_picture_is_added_from_a_dialog_and_saved_with_a_relative_path() {
    let mut window = Window::of(&sample_scene());
    std::fs::create_dir(window.folder.path().join("art")).expect("a folder");
    let file = window.folder.path().join("art/level.webp");
    save_image(&file, 32, 32);
    window.menu("File", "Add picture");
    let field = window.position_of(Role::TextInput, "Path");
    window.click(field);
    window.ctrl(Key::A);
    window.text(&file.display().to_string());
    window.key(Key::Enter);
    wait(&mut window, |window| {
        !window.scene().editor.pictures.is_empty()
    });
    window.ctrl(Key::S);
    let saved = load_scene(&window.folder.path().join("sample.scene.json")).expect("a scene");
    assert_eq!(saved.value.editor.pictures[0].file, "art/level.webp");
}

#[test]
fn a_picture_that_was_chosen_in_a_folder_beside_that_of_the_scene_is_shown() {
    let mut window = Window::of(&sample_scene());
    let other = tempfile::tempdir().expect("a folder");
    let file = other.path().join("level.png");
    save_image(&file, 64, 32);
    window.menu("File", "Add picture");
    window.frames(2);
    window.ctrl(Key::A);
    window.text(&file.display().to_string());
    window.key(Key::Enter);
    wait(&mut window, |window| {
        !window.scene().editor.pictures.is_empty()
    });
    let stored = &picture(&window).file;
    assert!(stored.starts_with("../"), "{stored}");
    wait(&mut window, |window| window.says("64 × 32 px"));
    assert!(!window.says("Show it"), "the user chose it");
}

#[test]
fn the_inspector_sets_the_opacity_and_the_size_of_a_picture() {
    let mut window = Window::of(&with_picture("level.png"));
    save_image(&window.folder.path().join("level.png"), 64, 32);
    window.click_row("Level");
    wait(&mut window, |window| window.says("64 × 32 px"));
    let field = window.numbers("Opacity")[0];
    window.type_into(field, "100/4");
    assert_eq!(picture(&window).opacity, 0.25);
    assert!(window.says("25%"));
    let field = window.numbers("Scale")[0];
    window.type_into(field, "16");
    assert_eq!(
        (picture(&window).width, picture(&window).height),
        (4.0, 2.0)
    );
    let field = window.numbers("Height")[0];
    window.type_into(field, "*3");
    assert_eq!(
        (picture(&window).width, picture(&window).height),
        (12.0, 6.0)
    );
    let field = window.numbers("Rotation")[0];
    window.type_into(field, "30");
    window.key(Key::ArrowRight);
    assert!(picture(&window).position.x > 0.0);
    assert_eq!(
        window.steps(),
        [
            "Set opacity",
            "Set scale",
            "Set height",
            "Set rotation",
            "Nudge"
        ]
    );
}

#[test]
fn two_clicks_and_a_typed_distance_set_the_scale() {
    let mut window = Window::of(&with_picture("level.png"));
    window.click_row("Level");
    window.click_button("Set picture scale…");
    for p in [at(-1.0, 0.0), at(1.0, 0.0)] {
        let p = window.pos(p);
        window.hover(p);
        window.click(p);
    }
    window.frames(2);
    let field = window.numbers("Distance")[0];
    window.type_into(field, "10");
    window.click_button("Scale picture");
    let scaled = picture(&window);
    assert!((scaled.width - 40.0).abs() < 0.5, "{}", scaled.width);
    assert!((scaled.width - 2.0 * scaled.height).abs() < 1e-6);
    assert_eq!(window.steps(), ["Set picture scale"]);
    window.frames(2);
    assert!(!window.has(Role::Button, "Scale picture"));
}

#[test]
fn a_missing_file_is_a_warning_until_it_is_located_or_back() {
    let mut window = Window::of(&with_picture("level.png"));
    // The list of warnings leads to it.
    let warning = "The file of the picture \"Level\" is missing: level.png.";
    wait(&mut window, |window| window.has(Role::Button, warning));
    assert!(!window.says("No warnings"));
    window.click_button(warning);
    assert!(window.selection().picture().is_some());
    wait(&mut window, |window| window.says("File is missing"));
    assert!(window.has(Role::Button, "Locate…"));
    let other = window.folder.path().join("moved.png");
    save_image(&other, 48, 24);
    window.click_button("Locate…");
    let field = window.position_of(Role::TextInput, "Path");
    window.click(field);
    window.ctrl(Key::A);
    window.text(&other.display().to_string());
    window.key(Key::Enter);
    wait(&mut window, |window| window.says("48 × 24 px"));
    assert_eq!(picture(&window).file, "moved.png");
    assert_eq!(window.steps(), ["Locate picture"]);
    assert!(!window.says("File is missing"));
    // Without it, the file is missing again; it is shown once it is back.
    window.ctrl(Key::Z);
    wait(&mut window, |window| window.says("File is missing"));
    save_image(&window.folder.path().join("level.png"), 16, 8);
    wait(&mut window, |window| window.says("16 × 8 px"));
}

#[test]
fn a_file_that_another_program_changes_is_read_again() {
    let mut window = Window::of(&with_picture("level.png"));
    let file = window.folder.path().join("level.png");
    save_image(&file, 64, 32);
    window.click_row("Level");
    wait(&mut window, |window| window.says("64 × 32 px"));
    save_image(&file, 100, 10);
    wait(&mut window, |window| window.says("100 × 10 px"));
    // The frame stays, and can take the new proportions.
    assert_eq!(picture(&window).height, 4.0);
    window.click_button("Use the file's proportions");
    assert!((picture(&window).height - 0.8).abs() < 1e-9);
    assert_eq!(window.steps(), ["Set proportions"]);
    std::fs::remove_file(&file).expect("removed");
    wait(&mut window, |window| window.says("File is missing"));
}

#[test]
fn a_file_outside_of_the_folder_of_the_scene_is_read_only_after_a_click() {
    let elsewhere = tempfile::tempdir().expect("a folder");
    let file = elsewhere.path().join("secret.png");
    save_image(&file, 64, 32);
    let mut window = Window::of(&with_picture(&file.display().to_string()));
    window.click_row("Level");
    for _ in 0..20 {
        std::thread::sleep(std::time::Duration::from_millis(1));
        window.frames(1);
    }
    assert!(window.says("Outside of the scene's folder") && !window.says("64 × 32 px"));
    window.click_button("Show it");
    wait(&mut window, |window| window.says("64 × 32 px"));
    assert!(!window.has(Role::Button, "Show it"));
}

#[test]
#[cfg(unix)]
fn a_link_out_of_the_folder_of_the_scene_is_not_followed() {
    let elsewhere = tempfile::tempdir().expect("a folder");
    let file = elsewhere.path().join("secret.png");
    save_image(&file, 64, 32);
    let mut window = Window::of(&with_picture("level.png"));
    std::os::unix::fs::symlink(&file, window.folder.path().join("level.png")).expect("a link");
    window.click_row("Level");
    wait(&mut window, |window| {
        window.says("Outside of the scene's folder") || window.says("64 × 32 px")
    });
    assert!(!window.says("64 × 32 px"));
    window.click_button("Show it");
    wait(&mut window, |window| window.says("64 × 32 px"));
}

#[test]
fn a_huge_or_damaged_picture_is_refused_with_the_reason() {
    let mut window = Window::of(&with_picture("level.png"));
    let file = window.folder.path().join("level.png");
    let mut bytes = Vec::new();
    RgbaImage::from_pixel(1, 1, RED)
        .write_to(
            &mut std::io::Cursor::new(&mut bytes),
            image::ImageFormat::Png,
        )
        .expect("an image");
    // The header states 50,000 x 50,000 pixels; its checksum follows.
    bytes[16..24].copy_from_slice(&[0, 0, 0xc3, 0x50, 0, 0, 0xc3, 0x50]);
    let checksum = crc32(&bytes[12..29]).to_be_bytes();
    bytes[29..33].copy_from_slice(&checksum);
    std::fs::write(&file, &bytes).expect("written");
    window.click_row("Level");
    wait(&mut window, |window| window.says("50000 × 50000 pixels"));
    assert!(window.says("limit \"picture pixels\""));
    for (content, reason) in [
        ("not an image", "The file is not an image"),
        ("<svg", "The drawing is not valid SVG"),
        ("GIF89a----", "not PNG, JPEG, WebP or SVG"),
    ] {
        std::fs::write(&file, content).expect("written");
        wait(&mut window, |window| window.says(reason));
    }
}

#[test]
fn a_palette_that_ends_within_a_color_is_a_damaged_image() {
    let mut window = Window::of(&with_picture("level.png"));
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    // 1 x 1 pixel of 8 bits with a palette, of which the second color is cut off.
    for (kind, content) in [
        (b"IHDR", &[0, 0, 0, 1, 0, 0, 0, 1, 8, 3, 0, 0, 0][..]),
        (b"PLTE", &[9, 9, 9, 7]),
        // Two zero bytes, as a stored block with its checksum.
        (b"IDAT", &[8, 29, 1, 2, 0, 253, 255, 0, 0, 0, 2, 0, 1]),
        (b"IEND", &[]),
    ] {
        png.extend((content.len() as u32).to_be_bytes());
        let chunk = [kind, content].concat();
        png.extend(&chunk);
        png.extend(crc32(&chunk).to_be_bytes());
    }
    std::fs::write(window.folder.path().join("level.png"), png).expect("written");
    window.click_row("Level");
    wait(&mut window, |window| {
        window.says("The image is damaged; save")
    });
}

/// The checksum of a chunk of PNG.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc: u32, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            (crc >> 1) ^ (0xedb8_8320 * (crc & 1))
        })
    })
}

#[test]
fn a_locked_picture_lets_clicks_through_and_its_fields_are_disabled() {
    let mut scene = with_picture("level.png");
    let locked = OutlinerProps {
        locked: true,
        ..OutlinerProps::default()
    };
    scene.editor_mut().set_props(LEVEL, locked);
    let mut window = Window::of(&scene);
    let p = window.pos(at(-3.5, -1.5));
    window.hover(p);
    window.click(p);
    assert!(window.selection().is_empty());
    window.click_row("Level");
    window.key(Key::ArrowRight);
    assert_eq!(picture(&window).position, at(0.0, 0.0));
    assert!(window.says("Show and unlock the picture to move it."));
    window.key_with(Key::L, Modifiers::COMMAND);
}

/// The picture is drawn sharp, with its opacity, under everything else.
#[test]
fn pixels_stay_sharp_under_the_scene() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("sample.scene.json");
    let image = RgbaImage::from_fn(
        2,
        1,
        |x, _| if x == 0 { RED } else { Rgba([0, 0, 255, 255]) },
    );
    image.save(folder.path().join("level.png")).expect("saved");
    let mut scene = Scene::default();
    let level = Picture::new(LEVEL, "Level", "level.png", DVec2::new(8.0, 4.0));
    scene.editor_mut().pictures.push(level);
    save_scene(&scene, &file).expect("saved");
    let app = App::new(
        &egui::Context::default(),
        Start {
            own_dialogs: true,
            file: Some(file),
            ..Start::default()
        },
    );
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .with_step_dt(1.0 / 60.0)
        .with_context_setup(theme::apply)
        .renderer(CpuRenderer::default())
        .build_ui_state(|ui, app: &mut App| app.show(ui), app);
    let is_red = |pixel: &Rgba<u8>| *pixel == RED;
    let is_blue = |pixel: &Rgba<u8>| pixel.0 == [0, 0, 255, 255];
    let mut drawn = RgbaImage::new(1, 1);
    while !drawn.pixels().any(is_red) {
        std::thread::sleep(std::time::Duration::from_millis(1));
        harness.step();
        drawn = harness.render().expect("an image");
    }
    let canvas = harness.get_by_role_and_label(Role::Canvas, "Canvas").rect();
    let (red, blue) = (
        drawn.pixels().filter(|pixel| is_red(pixel)).count(),
        drawn.pixels().filter(|pixel| is_blue(pixel)).count(),
    );
    // The grid and the axes are drawn over it.
    let whole = canvas.area() as usize;
    assert!(red > whole / 10 && red < whole / 2, "{red} of {whole}");
    assert!(red.abs_diff(blue) < red / 20, "{red} and {blue}");
    // Between the colors, there are no others than those of lines.
    let row = (canvas.center().y + 13.0) as u32;
    let edge = (0..drawn.width() - 1)
        .filter(|&x| is_red(drawn.get_pixel(x, row)) && is_blue(drawn.get_pixel(x + 1, row)))
        .count();
    let mixed = (0..drawn.width()).filter(|&x| {
        let [r, _, b, _] = drawn.get_pixel(x, row).0;
        r > 40 && b > 80 && r < 190 && b < 245
    });
    assert!(edge <= 1 && mixed.count() < 40, "the edge is sharp");
}
