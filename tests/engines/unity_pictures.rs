//! The pictures underneath in Unity, in stubs of the part of Unity that the export calls.

use crate::unity::project;
use steerwright_export::{self as export, ExportTarget};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::editor::Picture;
use steerwright_runtime::scene::{ExportOptions, PictureId, Plane};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::shipped;

pub const TESTS: EngineTests =
    engine_tests![[Mono] => pictures_are_sprites_of_the_textures_beside_the_asset];

fn pictures_are_sprites_of_the_textures_beside_the_asset() {
    let yard = |plane| {
        let mut scene = shipped("gate-patrol");
        let picture = |id, name, file| Picture {
            position: DVec2::new(3.0, 2.0),
            rotation: 30.0,
            mirrored: true,
            opacity: 0.5,
            ..Picture::new(PictureId(id), name, file, DVec2::new(4.0, 2.0))
        };
        scene.editor_mut().pictures = vec![
            picture(1, "Yard", "art/yard.png"),
            picture(2, "Sky", "art/sky.png"),
            picture(3, "Map", "art/yard.tmx"),
        ];
        let options = ExportOptions {
            plane,
            y_down: true,
            scale: 2.0,
            origin: DVec2::new(1.0, 1.0),
            ..ExportOptions::default()
        };
        let folder = tempfile::tempdir().expect("a folder");
        let files = export::export(&scene, ExportTarget::Unity, &options).expect("an export");
        export::write_files(&files, folder.path()).expect("written");
        std::fs::create_dir(folder.path().join("art")).expect("a folder");
        let image = image::RgbaImage::new(64, 32);
        let file = folder.path().join("art/yard.png");
        image.save(file).expect("an image");
        let asset = (files.iter())
            .find(|file| file.name.ends_with(".steerwright"))
            .map(|file| folder.path().join(&file.name));
        project().play(&asset.expect("an asset"), 0.1, None)
    };
    // In Unity, y points up: as authored, but for the scale and the origin.
    let flat = yard(Plane::Xy);
    let name: String = "Yard".bytes().map(|byte| format!("{byte:02x}")).collect();
    let line = format!("picture [{name}] 4 2 0 8 4 30 True 0.5 -1000");
    assert!(flat.contains(&line), "{flat}");
    assert!(flat.contains("there is no texture") && flat.contains("art/sky.png"));
    assert!(!flat.contains("yard.tmx"), "Unity has no textures of maps");
    let ground = yard(Plane::Xz);
    assert!(
        ground.contains(&format!("picture [{name}] 4 0 2 8 4")),
        "{ground}"
    );
}
