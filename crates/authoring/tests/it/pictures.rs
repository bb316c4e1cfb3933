//! Pictures underneath a scene: selecting, moving, scaling, copying, and their files.

use crate::tool_harness::{ALT, GUARD, SHIFT, ToolHarness, at, bits, sample_scene};
use std::path::Path;
use steerwright_authoring::canvas::handles::Handle;
use steerwright_authoring::clipboard::{self, Clip};
use steerwright_authoring::edit;
use steerwright_authoring::edit::align;
use steerwright_authoring::edit::duplicate;
use steerwright_authoring::outline::reordering;
use steerwright_authoring::outline::{self, Entry, Flag};
use steerwright_authoring::session::same_simulation::same_simulation;
use steerwright_authoring::tool::{PictureScale, Tool, ToolKey};
use steerwright_authoring::transform::{self, Transform};
use steerwright_authoring::{Item, Selection, Session, pictures, scene_bounds};
use steerwright_format::{load_scene, validate};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::editor::{Picture, RememberedImport};
use steerwright_runtime::scene::{PictureId, Scene};

const LEVEL: PictureId = PictureId(1);

/// The sample scene on a picture of 60 x 30 units around (10, 0), which is far larger than
/// everything else.
fn with_picture() -> Scene {
    let mut scene = sample_scene();
    let id = pictures::add(
        &mut scene,
        "art/level.png".into(),
        at(10.0, 0.0),
        at(60.0, 30.0),
    );
    assert_eq!(id, LEVEL);
    scene
}

fn level(scene: &Scene) -> &Picture {
    scene.picture(LEVEL).expect("the picture")
}

fn near(a: DVec2, b: DVec2) -> bool {
    (a - b).length() < 1e-9
}

#[test]
fn a_picture_is_selected_and_moved_where_nothing_is_on_it() {
    let mut harness = ToolHarness::on(with_picture());
    harness.snap.to_grid = false;
    harness.click(at(30.0, -10.0));
    assert_eq!(harness.session.selection.picture(), Some(LEVEL));
    harness.drag(at(30.0, -10.0), at(33.0, -9.0));
    harness.release(at(33.0, -9.0));
    assert!(near(level(&harness.session.scene).position, at(13.0, 1.0)));
    assert_eq!(harness.steps(), ["Move picture"]);
    // What is on the picture is dragged by itself, even if the picture is selected.
    harness.drag(at(0.0, 3.0), at(0.0, 8.0));
    harness.release(at(0.0, 8.0));
    assert!(near(level(&harness.session.scene).position, at(13.0, 1.0)));
    assert_eq!(
        harness.session.selection.primary(),
        Some(Item::Agent(GUARD))
    );
    harness.undo_all();
    assert_eq!(bits(&harness.session.scene), bits(&with_picture()));
}

#[test]
fn a_locked_or_hidden_picture_lets_clicks_through() {
    for flag in [Flag::Locked, Flag::Hidden] {
        let mut scene = with_picture();
        outline::set_flag(&mut scene, Entry::Item(Item::Picture(LEVEL)), flag, true);
        let mut harness = ToolHarness::on(scene.clone());
        harness.click(at(30.0, -10.0));
        assert!(harness.session.selection.is_empty());
        harness.drag(at(35.0, -10.0), at(-15.0, 10.0));
        harness.release(at(-15.0, 10.0));
        assert!(!harness.session.selection.contains(Item::Picture(LEVEL)));
        assert!(
            harness.session.selection.contains(Item::Agent(GUARD)),
            "{flag:?}"
        );
        assert_eq!(bits(&harness.session.scene), bits(&scene));
    }
}

#[test]
fn alt_clicks_reach_the_pictures_below_and_boxes_those_wholly_inside() {
    let mut scene = with_picture();
    let small = pictures::add(&mut scene, "b.png".into(), at(30.0, -10.0), at(4.0, 4.0));
    let mut harness = ToolHarness::on(scene);
    harness.click(at(30.0, -10.0));
    assert_eq!(
        harness.session.selection.picture(),
        Some(small),
        "the topmost"
    );
    harness.holding(ALT, |harness| harness.click(at(30.0, -10.0)));
    assert_eq!(harness.session.selection.picture(), Some(LEVEL));
    harness.session.selection.clear();
    harness.holding(SHIFT, |harness| {
        harness.drag(at(27.0, -13.0), at(33.0, -7.0));
        harness.release(at(33.0, -7.0));
    });
    assert_eq!(harness.session.selection.picture(), Some(small));
}

#[test]
fn corners_scale_a_picture_and_keep_its_proportions() {
    let mut harness = ToolHarness::on(with_picture());
    harness.session.selection.set(Item::Picture(LEVEL));
    let handles = harness.work(|_, context| {
        let unit = context.view.unit_per_point;
        context.transform_box().expect("a box").handles(unit)
    });
    assert_eq!(handles.len(), 5, "four corners and the rotation");
    let (_, corner) = handles
        .into_iter()
        .find(|(handle, _)| *handle == Handle::Scale(1, 1))
        .expect("the corner");
    harness.drag(corner, corner + at(60.0, 30.0));
    harness.release(corner + at(60.0, 30.0));
    let picture = level(&harness.session.scene);
    assert_eq!((picture.width, picture.height), (120.0, 60.0));
    assert!(
        near(pictures::corners(picture)[3], at(-20.0, -15.0)),
        "the opposite corner stays"
    );
}

#[test]
fn rotating_and_flipping_move_the_corners_as_they_move_points() {
    let mut scene = with_picture();
    scene.picture_mut(LEVEL).expect("the picture").rotation = 20.0;
    let selection = Selection::of([Item::Picture(LEVEL)]);
    let about = at(-3.0, 2.0);
    for transform in [
        Transform::Rotate {
            about,
            degrees: 200.0,
        },
        Transform::Scale {
            about,
            factors: at(-1.0, 1.0),
        },
        Transform::Scale {
            about,
            factors: at(1.0, -1.0),
        },
        Transform::Scale {
            about,
            factors: at(-2.0, -2.0),
        },
        Transform::Move(at(1.0, 5.0)),
    ] {
        let before = pictures::corners(level(&scene)).map(|corner| transform.apply_to(corner));
        transform::apply(&mut scene, &selection, &transform);
        let after = pictures::corners(level(&scene));
        for (a, b) in before.into_iter().zip(after) {
            assert!(near(a, b), "{transform:?}: {a} {b}");
        }
        assert_eq!(validate::scene_errors(&scene), []);
    }
}

#[test]
fn a_picture_never_grows_or_shrinks_out_of_the_range_of_files() {
    let mut scene = with_picture();
    let selection = Selection::of([Item::Picture(LEVEL)]);
    for factor in [1e-9, 1e-9, 1e30] {
        let about = at(1.0, 1.0);
        let factors = DVec2::splat(factor);
        transform::apply(&mut scene, &selection, &Transform::Scale { about, factors });
        assert_eq!(validate::scene_errors(&scene), []);
        let picture = level(&scene);
        assert!((picture.width / picture.height - 2.0).abs() < 1e-6);
    }
}

#[test]
fn two_clicks_and_a_distance_set_the_scale() {
    let mut harness =
        ToolHarness::with(with_picture(), Tool::PictureScale(PictureScale::default()));
    harness.click(at(0.0, 0.0));
    let measured = |harness: &ToolHarness| match &harness.tool {
        Tool::PictureScale(scale) => scale.measured(),
        _ => None,
    };
    assert_eq!(measured(&harness), None, "no picture is selected");
    harness.session.selection.set(Item::Picture(LEVEL));
    harness.click(at(0.0, 0.0));
    harness.click(at(4.0, 3.0));
    assert_eq!(measured(&harness), Some(5.0));
    assert!(harness.key(ToolKey::Escape) && measured(&harness).is_none());
    harness.click(at(0.0, 0.0));
    harness.click(at(4.0, 3.0));
    harness.work(|tool, context| {
        if let Tool::PictureScale(scale) = tool {
            scale.apply(10.0, context.session);
        }
    });
    let picture = level(&harness.session.scene);
    assert_eq!((picture.width, picture.height), (120.0, 60.0));
    // The first point stays where it is in the picture.
    assert!(near(picture.position, at(20.0, 0.0)));
    assert_eq!(harness.steps(), ["Set picture scale"]);
    assert_eq!(harness.session.selection.picture(), Some(LEVEL));
}

#[test]
fn pictures_are_copied_duplicated_reordered_grouped_and_deleted() {
    let mut scene = with_picture();
    let mut selection = Selection::of([Item::Picture(LEVEL)]);
    duplicate::duplicate(&mut scene, &mut selection, at(1.0, -1.0));
    let copy = selection.picture().expect("the copy");
    assert_eq!(scene.picture(copy).expect("it").position, at(11.0, -1.0));
    assert_eq!(scene.picture(copy).expect("it").file, "art/level.png");
    assert_eq!(scene.picture(copy).expect("it").name, "level.png 2");
    let text = Clip::of(&scene, &selection).and_then(|clip| clip.text());
    let clip = Clip::read(&text.expect("text")).expect("a clip");
    assert_eq!(clip.center(), Some(at(11.0, -1.0)));
    let pasted = clipboard::paste(&mut scene, &clip, DVec2::ZERO);
    assert_eq!(pasted, [Item::Picture(PictureId(3))]);
    let rows = |scene: &Scene| -> Vec<u32> {
        scene
            .editor
            .pictures
            .iter()
            .map(|picture| picture.id.0)
            .collect()
    };
    let entry = |id| Entry::Item(Item::Picture(PictureId(id)));
    reordering::move_beside(&mut scene, &[entry(3)], entry(1), false);
    assert_eq!(rows(&scene), [3, 1, 2]);
    outline::rename(&mut scene, entry(3), "Cellar");
    assert_eq!(outline::name_of(&scene, entry(3)), Some("Cellar"));
    assert!(align::has_at_least(
        &scene,
        &Selection::of([Item::Picture(LEVEL), Item::Picture(copy)]),
        2
    ));
    outline::set_flag(&mut scene, entry(1), Flag::Locked, true);
    edit::delete(&mut scene, &[Item::Picture(LEVEL), Item::Picture(copy)]);
    assert_eq!(rows(&scene), [3]);
    assert!(
        !scene.editor.is_locked(LEVEL),
        "a new picture would get the id"
    );
    let shown = scene_bounds::of(&scene).expect("a scene");
    assert!(
        shown.min.x <= -19.0 && shown.max.x >= 41.0,
        "the view shows all of a picture"
    );
}

#[test]
fn edits_of_pictures_do_not_change_the_run() {
    let scene = with_picture();
    let mut other = scene.clone();
    let picture = other.picture_mut(LEVEL).expect("the picture");
    (picture.opacity, picture.position) = (0.2, at(5.0, 5.0));
    assert!(same_simulation(&scene, &other));
    assert!(same_simulation(&sample_scene(), &other));
}

#[test]
#[cfg(unix)]
fn files_are_stored_relative_to_the_scene_and_follow_it_to_another_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    std::fs::create_dir_all(root.join("scenes/old")).expect("a folder");
    let file = root.join("scenes/old/level.png");
    let mut session = Session::new(Scene::default());
    let text = pictures::file_text(&file, None);
    assert_eq!(Path::new(&text), file, "before the scene has a folder");
    pictures::add(&mut session.scene, text, DVec2::ZERO, at(2.0, 1.0));
    // The map from which a part of the scene was imported follows too.
    let map = file.with_extension("tmx").display().to_string();
    let imports = &mut session.scene.editor_mut().imports;
    imports.push(RememberedImport::new(map));
    session.name_step("Add picture");
    session.commit();
    let stored = |path: &str| {
        let editor = load_scene(&root.join(path)).expect("a scene").value.editor;
        let picture = editor.pictures[0].file.clone();
        assert_eq!(
            editor.imports[0].file,
            picture.replace(".png", ".tmx"),
            "{path}"
        );
        picture
    };
    session
        .save_as(&root.join("scenes/a.scene.json"))
        .expect("saved");
    assert_eq!(stored("scenes/a.scene.json"), "old/level.png");
    assert_eq!(session.scene.editor.pictures[0].file, "old/level.png");
    assert!(!session.is_dirty());
    session.scene.picture_mut(LEVEL).expect("it").opacity = 0.5;
    session.commit();
    session.save_as(&root.join("b.scene.json")).expect("saved");
    assert_eq!(stored("b.scene.json"), "scenes/old/level.png");
    // An undo finds the file from the new folder.
    session.undo();
    let file = &session.scene.editor.pictures[0].file;
    assert_eq!(file, "scenes/old/level.png");
    assert_eq!(
        pictures::path_of(file, Some(root)),
        root.join("scenes/old/level.png")
    );
}

#[test]
fn paths_out_of_the_folder_of_the_scene_are_told_apart() {
    for inside in ["level.png", "art/level.png", "./a.png", "art/..png"] {
        assert!(pictures::stays_inside(inside), "{inside}");
    }
    for outside in [
        "../level.png",
        "art/../../x.png",
        "/etc/passwd",
        "..\\x.png",
        "C:\\x.png",
        "\\\\host\\x.png",
    ] {
        assert!(!pictures::stays_inside(outside), "{outside}");
    }
}
