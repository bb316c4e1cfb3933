//! The name of a scene follows its file until the user gives it another.

use steerwright_authoring::Session;
use steerwright_format::load_scene;
use steerwright_runtime::scene::Scene;

#[test]
fn a_scene_takes_the_name_of_its_new_file_unless_it_has_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(format!("{name}.scene.json"));
    let mut session = Session::new(Scene::default());
    session.scene.notes = "first".into();
    session.commit();
    session.save_as(&file("yard")).expect("saved");
    assert_eq!(session.scene.name, "yard");
    assert!(!session.is_dirty());
    assert_eq!(
        load_scene(&file("yard")).expect("a scene").value.name,
        "yard"
    );
    // Saving was no step: an undo changes the notes only.
    session.undo();
    assert_eq!(
        (session.scene.name.as_str(), session.scene.notes.as_str()),
        ("yard", "")
    );
    session.save_as(&file("court")).expect("saved");
    assert_eq!(session.scene.name, "court");

    session.scene.name = "Night watch".into();
    session.commit();
    session.save_as(&file("gate")).expect("saved");
    assert_eq!(session.scene.name, "Night watch");
}
