//! Scripts that are made for Godot 3 and Godot 4 of one source.

use steerwright_export::runtime::{RuntimeLanguage, for_godot4};
use steerwright_export::{ExportTarget, export};
use steerwright_testing::shipped::scene;

#[test]
fn the_mark_of_a_line_says_for_which_godot_it_is() {
    let source =
        "extends Node\n\tfirst()  #3\n\t#4 second()\n\tboth() # a #4 \n#4 # of the source  #3\n";
    assert_eq!(
        for_godot4(source),
        "extends Node\n\tsecond()\n\tboth() # a #4 \n"
    );
}

#[test]
fn no_shipped_script_has_marks() {
    let mut files = RuntimeLanguage::Gdscript.files();
    files.extend(RuntimeLanguage::Gdscript.conformance_runner());
    for target in [ExportTarget::Godot3, ExportTarget::Godot4] {
        let exported = export(&scene("squad"), target, &target.default_options());
        files.extend(exported.expect("an export"));
    }
    files.retain(|file| file.name.ends_with(".gd"));
    for file in files {
        let text = String::from_utf8(file.bytes).expect("UTF-8");
        let marked = text
            .lines()
            .find(|line| line.ends_with("#3") || line.trim_start().starts_with("#4 "));
        assert_eq!(marked, None, "{}", file.name);
    }
}
