//! The pictures underneath, as sprites of Godot: in the engine, and back.

use glam::DVec2;
use steerwright_export::{self as export, ExportTarget, import};
use steerwright_runtime::scene::editor::Picture;
use steerwright_runtime::scene::{ExportOptions, PictureId, Plane, Scene};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{exported, shipped};
use steerwright_testing::godot::Godot;

pub const TESTS: EngineTests = engine_tests![
    each [Godot3, Godot4] => sprites_have_their_textures_places_and_sizes,
    each [Godot3, Godot4] => sprites_on_the_ground_face_up_where_the_pictures_are,
    each [Godot3, Godot4] => pictures_saved_by_godot_are_imported,
    [] => edited_sprites_are_imported,
];

const PIXELS: ExportOptions = ExportOptions {
    y_down: true,
    scale: 32.0,
    ..ExportOptions::AS_AUTHORED
};

const GROUND: ExportOptions = ExportOptions {
    y_down: true,
    plane: Plane::Xz,
    ..ExportOptions::AS_AUTHORED
};

/// A scene with a picture that is turned and faint, and one whose file is missing.
fn pictured() -> Scene {
    let mut scene = shipped("gate-patrol");
    scene.name = "Pictured".into();
    scene.editor_mut().pictures = vec![
        Picture {
            position: DVec2::new(2.0, 1.0),
            rotation: 90.0,
            mirrored: true,
            opacity: 0.5,
            ..Picture::new(
                PictureId(2),
                "Yard",
                "art/yard.tres",
                DVec2::new(24.0, 12.0),
            )
        },
        Picture::new(PictureId(1), "Plan", "plan.png", DVec2::new(8.0, 8.0)),
    ];
    scene
}

fn sprites_have_their_textures_places_and_sizes(godot: Godot) {
    let wanted = [
        "picture 64.000 -32.000 -1.570796 0.500 true 768.000 384.000",
        "picture 0.000 0.000 0.000000 1.000 false missing",
    ];
    assert_eq!(printed_pictures(godot, &PIXELS), wanted);
}

fn sprites_on_the_ground_face_up_where_the_pictures_are(godot: Godot) {
    // The place, where right, up and the front of the image point to, and what it is drawn with.
    for (options, wanted) in [
        (
            GROUND,
            [
                "ground 2.000 -0.020 -1.000 right 0.000 0.000 -1.000 up -1.000 0.000 0.000 front 0.000 1.000 0.000 0.500 true false 24.000 12.000",
                "ground 0.000 -0.010 0.000 right 1.000 0.000 0.000 up 0.000 0.000 -1.000 front 0.000 1.000 0.000 1.000 false false missing",
            ],
        ),
        (
            ExportOptions {
                y_down: false,
                ..GROUND
            },
            [
                "ground 2.000 -0.020 1.000 right 0.000 0.000 1.000 up 1.000 0.000 0.000 front 0.000 1.000 0.000 0.500 true true 24.000 12.000",
                "ground 0.000 -0.010 0.000 right 1.000 0.000 0.000 up 0.000 0.000 -1.000 front 0.000 1.000 0.000 1.000 false true missing",
            ],
        ),
    ] {
        assert_eq!(printed_pictures(godot, &options), wanted);
    }
}

/// What Godot prints of the pictures.
fn printed_pictures(godot: Godot, options: &ExportOptions) -> Vec<String> {
    let exported = exported(&pictured(), godot.target(), options);
    let folder = exported.folder.path();
    godot.start_project(folder, "");
    std::fs::create_dir(folder.join("art")).expect("a folder");
    // A texture that needs no import by Godot's editor.
    let texture = match godot {
        Godot::Three => {
            "[gd_resource type=\"GradientTexture\" format=2]\n\n[resource]\nwidth = 64\n"
        }
        Godot::Four => {
            "[gd_resource type=\"GradientTexture1D\" format=3]\n\n[resource]\nwidth = 64\n"
        }
    };
    std::fs::write(folder.join("art/yard.tres"), texture).expect("a texture");
    let printed = godot.run_script(folder, "pictures", &["res://Pictured.tscn"]);
    let lines = printed
        .lines()
        .filter(|line| line.starts_with("picture ") || line.starts_with("ground "));
    lines
        .map(|line| line.to_lowercase().replace("-0.000", "0.000"))
        .collect()
}

fn pictures_saved_by_godot_are_imported(godot: Godot) {
    for options in [PIXELS, GROUND] {
        let export = exported(&pictured(), godot.target(), &options);
        let printed = godot.run_scenes(&[export], "save", &[]).swap_remove(0);
        assert_eq!(super::godot::saved(&printed, "same"), pictured());
    }
}

fn edited_sprites_are_imported() {
    let file = export::export(&pictured(), ExportTarget::Godot4, &PIXELS);
    let file = file.expect("an export").swap_remove(0);
    let text = String::from_utf8(file.bytes).expect("text");
    let read = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} is not in {text}");
        let text = text.replacen(from, to, 1);
        let scene = import("x.tscn", &text).expect("a reader").expect("a scene");
        (scene.editor.pictures[0].clone(), scene)
    };
    let was = pictured().editor.pictures[0].clone();
    let ground = export::export(&pictured(), ExportTarget::Godot4, &GROUND);
    let ground = ground.expect("an export").swap_remove(0);
    let ground = String::from_utf8(ground.bytes).expect("text");
    let from = "Transform3D(0.0, -1.0, 0.0, 0.0, 0.0, 1.0, -1.0, 0.0, 0.0, 2.0, -0.02, -1.0)";
    let to = "Transform3D(1.0, -1.0, 0.0, 0.0, 0.0, 1.0, -1.0, -1.0, 0.0, 3.0, 5.0, -1.0)";
    assert!(ground.contains(from), "{ground}");
    let scene = import("x.tscn", &ground.replacen(from, to, 1));
    let scene = scene.expect("a reader").expect("a scene");
    assert_eq!(
        scene.editor.pictures[0],
        Picture {
            position: DVec2::new(3.0, 1.0),
            rotation: 45.0,
            ..was.clone()
        }
    );
    let (moved, _) = read("Vector2(64.0, -32.0)", "Vector2(96.0, -64.0)");
    assert_eq!(
        moved,
        Picture {
            position: DVec2::new(3.0, 2.0),
            ..was.clone()
        }
    );
    let (turned, _) = read("rotation = -1.570796327", "rotation = -0.785398163");
    assert!((turned.rotation - 45.0).abs() < 1e-6);
    let (clear, _) = read("modulate = Color(1.0, 1.0, 1.0, 0.5)\n", "");
    assert_eq!(clear.opacity, 1.0);
    let (wide, _) = read("metadata/width = 768.0", "metadata/width = 640.0");
    assert_eq!((wide.width, wide.height), (20.0, 12.0));
    let (hidden, scene) = read("modulate = ", "visible = false\nmodulate = ");
    assert!(scene.editor.is_hidden(hidden.id));
    let (renamed, _) = read("name=\"Yard\"", "name=\"Court\"");
    assert_eq!(renamed.name, "Court");
    let start = text.find("[node name=\"Plan\"").expect("the plan");
    let end = text.find("[node name=\"Paths\"").expect("the paths");
    let deleted = format!("{}{}", &text[..start], &text[end..]);
    let scene = import("x.tscn", &deleted)
        .expect("a reader")
        .expect("a scene");
    assert_eq!(scene.editor.pictures, [was]);
}
