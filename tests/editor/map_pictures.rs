//! Maps of Tiled and LDtk as pictures underneath the scene.

use crate::sample_scene::sample_scene;
use crate::window::Window;
use egui::accesskit::Role;
use egui::{Color32, ColorImage, Key};
use image::{Rgba, RgbaImage};
use std::path::Path;
use std::time::{Duration, Instant};
use steerwright::editor::pictures::draw_map;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::PictureId;
use steerwright_runtime::scene::editor::Picture;

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];
const WHITE: [u8; 4] = [255, 255, 255, 255];
const NONE: [u8; 4] = [0, 0, 0, 0];

/// A tile of four colors, and one that is half transparent: 2 px each.
fn save_tiles(folder: &Path) {
    let half = [0, 0, 0, 128];
    let rows = [[RED, GREEN, half, half], [BLUE, WHITE, half, half]];
    let image = RgbaImage::from_fn(4, 2, |x, y| Rgba(rows[y as usize][x as usize]));
    image.save(folder.join("tiles.png")).expect("an image");
}

fn map(width: u32, layers: &str) -> String {
    format!(
        r#"<map version="1.10" orientation="orthogonal" width="{width}" height="1" tilewidth="2" tileheight="2"><tileset firstgid="1" name="a" tilewidth="2" tileheight="2" columns="2" tilecount="2"><image source="tiles.png" width="4" height="2"/></tileset>{layers}</map>"#
    )
}

fn layer(width: u32, attributes: &str, tiles: &str) -> String {
    format!(
        r#"<layer id="1" name="a" width="{width}" height="1" {attributes}><data encoding="csv">{tiles}</data></layer>"#
    )
}

fn draw(folder: &Path, text: &str, max_side: u32) -> Result<(ColorImage, Vec<String>), String> {
    let drawn = draw_map(&folder.join("a.tmx"), text.as_bytes(), false, max_side);
    let left_out = drawn.left_out;
    drawn.result.map(|decoded| (decoded.image, left_out))
}

fn pixels(image: &ColorImage) -> Vec<[u8; 4]> {
    image.pixels.iter().map(Color32::to_array).collect()
}

#[test]
fn tiles_are_drawn_flipped_and_rotated() {
    let folder = tempfile::tempdir().expect("a folder");
    save_tiles(folder.path());
    const ACROSS: u32 = 0x8000_0000;
    const DOWN: u32 = 0x4000_0000;
    const DIAGONALLY: u32 = 0x2000_0000;
    for (flags, [a, b, c, d]) in [
        (0, [RED, GREEN, BLUE, WHITE]),
        (ACROSS, [GREEN, RED, WHITE, BLUE]),
        (DOWN, [BLUE, WHITE, RED, GREEN]),
        (DIAGONALLY, [RED, BLUE, GREEN, WHITE]),
        // Rotated clockwise by 90, 180 and 270 degrees.
        (ACROSS | DIAGONALLY, [BLUE, RED, WHITE, GREEN]),
        (ACROSS | DOWN, [WHITE, BLUE, GREEN, RED]),
        (DOWN | DIAGONALLY, [GREEN, WHITE, RED, BLUE]),
    ] {
        let text = map(2, &layer(2, "", &format!("0,{}", flags | 1)));
        let (image, left_out) = draw(folder.path(), &text, 64).expect("an image");
        assert_eq!(image.size, [4, 2]);
        let expected = [NONE, NONE, a, b, NONE, NONE, c, d];
        assert_eq!(pixels(&image), expected, "{flags:x}");
        assert!(left_out.is_empty());
    }
}

#[test]
fn layers_lie_over_each_other_with_their_opacity() {
    let folder = tempfile::tempdir().expect("a folder");
    save_tiles(folder.path());
    let layers = format!("{}{}", layer(1, "", "1"), layer(1, r#"opacity="0.5""#, "2"));
    let (image, _) = draw(folder.path(), &map(1, &layers), 64).expect("an image");
    // A quarter of black over each.
    let [red, .., white] = pixels(&image)[..] else {
        panic!("four pixels");
    };
    assert!(
        red[0].abs_diff(191) <= 2 && red[1..] == [0, 0, 255],
        "{red:?}"
    );
    assert!(
        white[..3].iter().all(|part| part.abs_diff(191) <= 2),
        "{white:?}"
    );
    let above = layer(1, r#"offsetx="1" offsety="-1""#, "1");
    let (image, _) = draw(folder.path(), &map(1, &above), 64).expect("an image");
    assert_eq!(pixels(&image), [NONE, BLUE, NONE, NONE], "cut at the edge");
}

#[test]
fn pixels_of_the_transparent_color_are_not_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    save_tiles(folder.path());
    let text = map(1, &layer(1, "", "1")).replace("<image ", "<image trans=\"00ff00\" ");
    let (image, _) = draw(folder.path(), &text, 64).expect("an image");
    assert_eq!(pixels(&image), [RED, NONE, BLUE, WHITE]);
}

#[test]
fn tile_objects_are_scaled_and_rotated() {
    let folder = tempfile::tempdir().expect("a folder");
    save_tiles(folder.path());
    let objects = |object: &str| {
        let layer = format!(r#"<objectgroup id="2" name="o">{object}</objectgroup>"#);
        let text = map(2, &layer);
        draw(folder.path(), &text, 64).expect("an image").0
    };
    let wide = objects(r#"<object id="1" gid="1" x="0" y="2" width="4" height="2"/>"#);
    let expected = [RED, RED, GREEN, GREEN, BLUE, BLUE, WHITE, WHITE];
    assert_eq!(pixels(&wide), expected);
    // A quarter clockwise around its lower left corner.
    let turned =
        objects(r#"<object id="1" gid="1" x="0" y="0" width="2" height="2" rotation="90"/>"#);
    let expected = [BLUE, RED, NONE, NONE, WHITE, GREEN, NONE, NONE];
    assert_eq!(pixels(&turned), expected);
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = map(2, &layer(2, "", "1,2"));
    let (image, left_out) = draw(folder.path(), &text, 64).expect("an image");
    assert_eq!(pixels(&image), [NONE; 8]);
    assert_eq!(left_out, ["the image tiles.png: it is missing"]);
    let error = |text: &str| {
        draw(folder.path(), text, 64)
            .map(|_| ())
            .expect_err("refused")
    };
    assert!(error(&map(2, "")).contains("draws nothing"));
    let outside = text.replace("tiles.png", "../tiles.png");
    assert!(error(&outside).contains("outside the folder of the map"));
    let huge = text.replace("tilewidth=\"2\"", "tilewidth=\"65536\"");
    let huge = huge.replace("tileheight=\"2\"", "tileheight=\"65536\"");
    assert!(
        error(&huge).contains("\"picture pixels\""),
        "{}",
        error(&huge)
    );
    assert!(error("<map").contains("cannot be read"));
    let bytes = draw_map(&folder.path().join("a.tmx"), &[0xff, 0xfe], false, 64);
    let error = bytes.result.map(|_| ()).expect_err("refused");
    assert!(error.contains("UTF-8"), "{error}");
}

#[test]
fn a_large_map_is_reduced_to_what_can_be_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    save_tiles(folder.path());
    let tiles = vec!["1"; 40].join(",");
    let drawn = draw_map(
        &folder.path().join("a.tmx"),
        map(40, &layer(40, "", &tiles)).as_bytes(),
        false,
        20,
    );
    let decoded = drawn.result.expect("an image");
    assert_eq!((decoded.pixels, decoded.image.size[0]), ([80, 2], 20));
}

#[test]
fn a_map_is_shown_and_read_again_when_it_changes() {
    let mut scene = sample_scene();
    let picture = Picture::new(PictureId(1), "Level", "yard.tmx", DVec2::new(8.0, 4.0));
    scene.editor_mut().pictures.push(picture);
    let mut window = Window::of(&scene);
    let file = window.folder.path().join("yard.tmx");
    save_tiles(window.folder.path());
    let write = |width: u32, tiles: &str| {
        std::fs::write(&file, map(width, &layer(width, "", tiles))).expect("written");
    };
    let wait = |window: &mut Window, text: &str| {
        while !window.says(text) {
            std::thread::sleep(std::time::Duration::from_millis(1));
            window.frames(1);
        }
    };
    write(3, "1,2,1");
    window.click_row("Level");
    wait(&mut window, "6 × 2 px");
    write(5, "1,2,1,1,1");
    wait(&mut window, "10 × 2 px");
    std::fs::write(&file, "<map").expect("written");
    wait(&mut window, "The map cannot be read");
}

#[test]
fn a_map_is_read_again_when_only_its_tileset_changes() {
    let mut scene = sample_scene();
    let picture = Picture::new(PictureId(1), "Level", "yard.tmx", DVec2::new(8.0, 4.0));
    scene.editor_mut().pictures.push(picture);
    let mut window = Window::of(&scene);
    let folder = window.folder.path().to_owned();
    save_tiles(&folder);
    // The size of an infinite map is that of what it draws.
    let map = r#"<map orientation="orthogonal" infinite="1" width="1" height="1" tilewidth="2" tileheight="2"><tileset firstgid="1" source="set.tsx"/><layer id="1" name="a" width="1" height="1"><data encoding="csv"><chunk x="0" y="0" width="1" height="1">1</chunk></data></layer></map>"#;
    std::fs::write(folder.join("yard.tmx"), map).expect("written");
    let write = |width: u32| {
        let set = format!(
            r#"<tileset name="a" tilewidth="{width}" tileheight="2" columns="1" tilecount="1"><image source="tiles.png"/></tileset>"#
        );
        std::fs::write(folder.join("set.tsx"), set).expect("written");
    };
    let wait = |window: &mut Window, text: &str| {
        while !window.says(text) {
            std::thread::sleep(std::time::Duration::from_millis(1));
            window.frames(1);
        }
    };
    write(2);
    window.click_row("Level");
    wait(&mut window, "2 × 2 px");
    write(10);
    wait(&mut window, "10 × 2 px");
    let parts = draw_map(&folder.join("yard.tmx"), map.as_bytes(), false, 64).parts;
    let changed = || parts.iter().filter(|part| part.is_changed()).count();
    assert_eq!((parts.len(), changed()), (2, 0));
    std::fs::remove_file(folder.join("tiles.png")).expect("removed");
    assert_eq!(changed(), 1, "the image");
}

/// A map in the folder `maps`, whose image is in the folder `gfx` beside it.
fn save_apart(folder: &Path) -> std::path::PathBuf {
    for name in ["maps", "gfx"] {
        std::fs::create_dir(folder.join(name)).expect("a folder");
    }
    save_tiles(&folder.join("gfx"));
    let wall = r#"<objectgroup id="9" name="Walls"><object id="1" name="Hedge" x="2" y="0" width="4" height="2"/></objectgroup>"#;
    let text = map(3, &format!("{}{wall}", layer(3, "", "1,2,1")));
    let file = folder.join("maps/yard.tmx");
    std::fs::write(&file, text.replace("tiles.png", "../gfx/tiles.png")).expect("written");
    file
}

fn pick(window: &mut Window, command: &str, file: &Path) {
    window.menu("File", command);
    window.frames(2);
    window.ctrl(Key::A);
    window.text(&file.display().to_string());
    window.key(Key::Enter);
}

fn wait_until(window: &mut Window, is_done: impl Fn(&mut Window) -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !is_done(window) {
        assert!(Instant::now() < deadline);
        std::thread::sleep(Duration::from_millis(1));
        window.frames(1);
    }
}

const QUESTION: &str = "Read files outside the map's folder?";

#[test]
fn files_outside_of_the_folder_of_a_map_are_read_after_a_question() {
    let mut window = Window::of(&sample_scene());
    let file = save_apart(window.folder.path());
    pick(&mut window, "Add picture", &file);
    wait_until(&mut window, |window| window.says(QUESTION));
    assert!(window.says("tiles.png"), "the file is named");
    window.click_button("Cancel");
    window.frames(3);
    assert!(window.scene().editor.pictures.is_empty());

    pick(&mut window, "Add picture", &file);
    wait_until(&mut window, |window| window.says(QUESTION));
    window.click_button("Add without them");
    // Without its only image, the map has nothing to show.
    wait_until(&mut window, |window| {
        window.says("The picture was not added")
    });
    window.click_button("OK");
    window.frames(3);

    pick(&mut window, "Add picture", &file);
    wait_until(&mut window, |window| window.says(QUESTION));
    window.click_button("Read them");
    wait_until(&mut window, |window| {
        !window.scene().editor.pictures.is_empty()
    });
    wait_until(&mut window, |window| window.says("6 × 2 px"));
    assert!(!window.says("Show them"));
}

#[test]
fn a_map_that_names_files_outside_of_its_folder_is_shown_on_request() {
    let mut scene = sample_scene();
    let picture = Picture::new(PictureId(1), "Level", "maps/yard.tmx", DVec2::new(8.0, 4.0));
    scene.editor_mut().pictures.push(picture);
    let mut window = Window::of(&scene);
    save_apart(window.folder.path());
    window.click_row("Level");
    wait_until(&mut window, |window| {
        window.says("Parts are outside of the map's folder")
    });
    assert!(!window.says("6 × 2 px"));
    window.click_button("Show them");
    wait_until(&mut window, |window| window.says("6 × 2 px"));
    assert!(!window.says("Parts are outside of the map's folder"));
}

#[test]
fn the_picture_of_a_map_is_where_its_walls_are() {
    let mut window = Window::of(&sample_scene());
    let file = save_apart(window.folder.path());
    pick(&mut window, "Import…", &file);
    wait_until(&mut window, |window| window.says("1 to add"));
    let row = window.position_of(Role::CheckBox, "Add the map as a picture");
    window.click(row);
    window.click_button("Import");
    wait_until(&mut window, |window| window.says(QUESTION));
    window.click_button("Read them");
    wait_until(&mut window, |window| {
        !window.scene().editor.pictures.is_empty()
    });
    let scene = window.scene();
    // The map has 3 × 1 tiles, and one tile is one unit.
    let picture = &scene.editor.pictures[0];
    assert_eq!((picture.width, picture.height), (3.0, 1.0));
    assert_eq!(picture.position, DVec2::new(1.5, -0.5));
    let hedge = scene.walls.iter().find(|wall| wall.name == "Hedge");
    let hedge: Vec<DVec2> = hedge
        .expect("a wall")
        .nodes
        .iter()
        .map(|node| node.position)
        .collect();
    assert!(hedge.contains(&DVec2::new(1.0, 0.0)) && hedge.contains(&DVec2::new(3.0, -1.0)));

    // A map that is a picture already is not offered again.
    pick(&mut window, "Import…", &file);
    wait_until(&mut window, |window| window.says("Import yard.tmx"));
    assert!(!window.has(Role::CheckBox, "Add the map as a picture"));
}
