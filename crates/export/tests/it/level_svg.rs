//! Pictures with many shapes.

use steerwright_export::level::{self, Import, Placing, Rule};
use steerwright_format::FormatError;
use steerwright_runtime::scene::Scene;
use steerwright_runtime::scene::editor::Becomes;

/// Imports a picture of `lines` open lines into a scene.
fn import_lines(lines: usize, rules: &[Rule]) -> Result<Scene, FormatError> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("plan.svg");
    let line = |i: usize| format!("<path d='M{i} 0v9'/>");
    let text: String = (0..lines).map(line).collect();
    std::fs::write(&path, format!("<svg>{text}</svg>")).expect("written");
    let level = level::read(&path, false)?;
    let import = Import {
        file: "plan.svg".into(),
        placing: Placing::of(&level),
        choices: level.choices(rules, &Default::default()),
        delete_gone: false,
        with_deleted: false,
    };
    let mut scene = Scene::default();
    level::merge(&mut scene, &level, &import)?;
    Ok(scene)
}

#[test]
fn too_many_lines_for_paths_are_advised_to_be_walls_and_can_be() {
    let lines = 10_001;
    let message = import_lines(lines, &[]).expect_err("refused").to_string();
    assert!(
        message.contains(r#"limit "paths""#) && message.contains(r#"--as "*=wall""#),
        "{message}"
    );
    let walls = [Rule {
        of: "*".into(),
        becomes: Becomes::Wall,
    }];
    let scene = import_lines(lines, &walls).expect("the advice helps");
    assert_eq!(scene.walls.len(), lines);
}
