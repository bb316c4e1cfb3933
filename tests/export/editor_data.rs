//! What only the editor uses is not exported to games.

use steerwright_export::{self as export, ExportTarget};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::editor::{
    Group, OutlinerProps, Picture, RememberedExport, RememberedImport,
};
use steerwright_runtime::scene::{ExportOptions, GroupId, PictureId, Scene};
use steerwright_testing::exported::shipped;

const FOLDER: &str = "home-of-the-author";
const GROUP: &str = "Group-of-the-author";
/// In the folder of the scene, so it belongs to the level.
const PICTURE: &str = "art/level.png";

fn with_editor_data() -> Scene {
    let mut scene = shipped("gate-patrol");
    let (path, agent) = (scene.paths[0].id, scene.agents[0].id);
    let editor = scene.editor_mut();
    editor.groups = vec![Group {
        id: GroupId(1),
        name: GROUP.into(),
        parent: None,
        hidden: false,
        locked: false,
        color: None,
    }];
    editor.exports = vec![RememberedExport {
        to: "json".into(),
        folder: FOLDER.into(),
        on_save: true,
        options: ExportOptions::default(),
    }];
    editor.imports = vec![RememberedImport::new(format!("{FOLDER}/yard.tmx"))];
    let props = OutlinerProps {
        group: Some(GroupId(1)),
        hidden: true,
        locked: true,
    };
    let files = [
        PICTURE.into(),
        format!("../{FOLDER}/level.png"),
        format!("/{FOLDER}/level.png"),
        format!("C:{FOLDER}.png"),
        format!("..\\{FOLDER}.png"),
        format!("file:{FOLDER}.png"),
    ];
    let pictures = (1..).zip(files);
    let picture = |(id, file)| Picture::new(PictureId(id), "Level", file, DVec2::new(8.0, 4.0));
    editor.pictures = pictures.map(picture).collect();
    editor.set_props(PictureId(1), props);
    editor.set_props(path, props);
    editor.set_props(agent, props);
    scene
}

fn contains(files: &[export::OutputFile], word: &str) -> bool {
    let holds = |bytes: &[u8]| {
        bytes
            .windows(word.len())
            .any(|part| part == word.as_bytes())
    };
    files.iter().any(|file| holds(&file.bytes))
}

#[test]
fn exports_contain_no_editor_data() {
    let scene = with_editor_data();
    let plain = Scene {
        editor: Default::default(),
        ..scene.clone()
    };
    for target in ExportTarget::ALL {
        let of = |scene: &Scene| {
            export::export(scene, target, &target.default_options()).expect("an export")
        };
        let files = of(&scene);
        assert!(!contains(&files, FOLDER), "{target:?}");
        match target {
            // For importing what a level designer changed there. Their runtimes do not read it.
            ExportTarget::Godot3 | ExportTarget::Godot4 | ExportTarget::Tiled => {
                assert!(contains(&files, GROUP), "{target:?}");
                assert!(contains(&files, PICTURE), "{target:?}");
            }
            // A hidden picture comes along, and a game may show it.
            ExportTarget::Unity
            | ExportTarget::Unreal
            | ExportTarget::Bevy
            | ExportTarget::Love
            | ExportTarget::Phaser
            | ExportTarget::Threejs
            | ExportTarget::Pygame
            | ExportTarget::GameMaker => {
                assert!(
                    contains(&files, PICTURE) && !contains(&files, GROUP),
                    "{target:?}"
                );
            }
            // A hidden picture is not shown.
            ExportTarget::Svg => assert!(!contains(&files, PICTURE) && !contains(&files, GROUP)),
            _ => assert!(files == of(&plain), "{target:?}"),
        }
    }
}
