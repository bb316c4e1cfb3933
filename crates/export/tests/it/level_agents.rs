//! Instances of scenes in a map that become agents.

use super::level_godot::{GUARD, PATROL, project, read};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use steerwright_export::level::{Becomes, Changes, Import, Placing, Rule, merge};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Motion, Preset, PresetId, Scene, Target,
};

/// Imports the level, with guards as agents.
fn import(folder: &Path, scene: &mut Scene, delete_gone: bool) -> Changes {
    let level = read(folder, "level.tscn");
    let imports = scene.editor.imports.first();
    let remembered = imports.map_or(BTreeMap::new(), |import| import.becomes.clone());
    let rules = [Rule {
        of: "guard.tscn".into(),
        becomes: Becomes::Agent,
    }];
    // Chosen once.
    let rules = if imports.is_none() { &rules[..] } else { &[] };
    let import = Import {
        file: "level.tscn".into(),
        placing: Placing::of(&level),
        choices: level.choices(rules, &remembered),
        delete_gone,
        with_deleted: false,
    };
    merge(scene, &level, &import).expect("merged")
}

fn write(folder: &Path, level: &str) {
    std::fs::write(folder.join("level.tscn"), level).expect("written");
}

/// More guards, one of them with a path below it and one below a path.
const MORE: &str = r#"[sub_resource type="Curve2D" id="c"]
_data = { "points": PackedVector2Array(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 0) }
[node name="Second" parent="." instance=ExtResource("1")]
[node name="Way" type="Path2D" parent="Second"]
curve = SubResource("c")
[node name="Rail" type="Path2D" parent="."]
curve = SubResource("c")
[node name="On" type="PathFollow2D" parent="Rail"]
[node name="Third" parent="Rail/On" instance=ExtResource("1")]
"#;

#[test]
fn instances_become_agents_that_follow_their_paths() {
    let folder = project(&[("level.tscn", PATROL), ("guard.tscn", GUARD)]);
    let mut scene = Scene::default();
    import(folder.path(), &mut scene, false);
    let agent = &scene.agents[0];
    assert_eq!(
        (agent.name.as_str(), agent.position),
        ("Guard", DVec2::new(2.0, -1.0))
    );
    assert_eq!(agent.path, Some(scene.paths[0].id));
    assert_eq!(agent.properties.iter().count(), 3, "route, speed and alert");
    let preset = scene.preset(agent.preset).expect("a preset");
    assert_eq!(preset.name, "Guard");
    let Motion::Steered(steered) = &preset.motion else {
        panic!("{preset:?}");
    };
    assert!(matches!(
        steered.behaviors[0].behavior,
        Behavior::FollowPath(_)
    ));

    // What was changed in the editor stays, and counts for guards that are added to the map.
    let other = Preset::steered(PresetId(7), "Sentry", []);
    scene.presets.push(Arc::new(other));
    let agent = scene.agent_mut(AgentId(1)).expect("an agent");
    (agent.preset, agent.path) = (PresetId(7), None);
    write(folder.path(), &format!("{PATROL}{MORE}"));
    let changes = import(folder.path(), &mut scene, false);
    assert_eq!(changes.added.len(), 4, "{changes:?}");
    let path_of = |name: &str| {
        let agent = scene.agents.iter().find(|agent| agent.name == name);
        let path = agent.and_then(|agent| scene.path(agent.path?));
        path.map(|path| path.name.clone())
    };
    assert_eq!(path_of("Guard"), None);
    assert_eq!(path_of("Second").as_deref(), Some("Way"));
    assert_eq!(path_of("Third").as_deref(), Some("Rail"));
    assert!(scene.agents.iter().all(|agent| agent.preset == PresetId(7)));
    let unchanged = scene.clone();
    let changes = import(folder.path(), &mut scene, false);
    assert!(changes.is_nothing(), "{changes:?}");
    assert_eq!(scene, unchanged);
}

#[test]
fn rotated_instances_and_objects_look_along_their_x_axis() {
    let turned = |turn: &str| PATROL.replace("position = Vector2(64, 32)", turn);
    assert_ne!(turned(""), PATROL);
    let folder = project(&[("level.tscn", PATROL), ("guard.tscn", GUARD)]);
    let mut scene = Scene::default();
    import(folder.path(), &mut scene, false);
    let agent = |scene: &Scene| (scene.agents[0].position, scene.agents[0].heading);
    let at = DVec2::new(2.0, -1.0);
    assert_eq!(agent(&scene), (at, None));

    // It turns with the map. Down in the map is down in the scene.
    write(
        folder.path(),
        &turned("position = Vector2(64, 32)\nrotation = 1.5707964"),
    );
    let changes = import(folder.path(), &mut scene, false);
    assert_eq!(changes.updated.len(), 1, "{changes:?}");
    let (place, heading) = agent(&scene);
    let heading = heading.expect("a heading");
    assert!(place == at && (heading - DVec2::NEG_Y).length() < 1e-6);
    let changes = import(folder.path(), &mut scene, false);
    assert!(changes.is_nothing(), "{changes:?}");

    // One that was turned in the editor stays, until it turns in the map.
    let guard = scene.agent_mut(AgentId(1)).expect("an agent");
    guard.heading = Some(DVec2::Y);
    let changes = import(folder.path(), &mut scene, false);
    assert_eq!((changes.kept.len(), agent(&scene).1), (1, Some(DVec2::Y)));
    write(
        folder.path(),
        &turned("position = Vector2(64, 32)\nscale = Vector2(-1, 1)"),
    );
    import(folder.path(), &mut scene, false);
    assert_eq!(agent(&scene), (at, Some(DVec2::NEG_X)));

    let map = r#"<map orientation="orthogonal" width="4" height="4" tilewidth="32" tileheight="32">
<objectgroup id="1" name="guards"><object id="1" name="Guard" x="64" y="32" rotation="-90"><point/></object></objectgroup></map>"#;
    std::fs::write(folder.path().join("level.tmx"), map).expect("written");
    let level = read(folder.path(), "level.tmx");
    let placing = Placing::of(&level);
    let import = Import {
        file: "level.tmx".into(),
        placing,
        choices: vec![Becomes::Agent],
        delete_gone: false,
        with_deleted: false,
    };
    let mut scene = Scene::default();
    merge(&mut scene, &level, &import).expect("merged");
    assert_eq!(agent(&scene), (at, Some(DVec2::Y)));
}

#[test]
fn a_preset_of_the_scene_with_the_name_of_the_instances_is_theirs() {
    let folder = project(&[("level.tscn", PATROL), ("guard.tscn", GUARD)]);
    let mut scene = Scene::default();
    scene
        .presets
        .push(Arc::new(Preset::steered(PresetId(3), "GUARD", [])));
    import(folder.path(), &mut scene, false);
    assert_eq!(
        (scene.agents[0].preset, scene.presets.len()),
        (PresetId(3), 1)
    );
}

#[test]
fn agents_that_are_gone_from_the_map_are_deleted_unless_something_uses_them() {
    let folder = project(&[
        ("level.tscn", &format!("{PATROL}{MORE}")),
        ("guard.tscn", GUARD),
    ]);
    let mut scene = Scene::default();
    import(folder.path(), &mut scene, false);
    let second = scene.agents.iter().find(|agent| agent.name == "Second");
    let second = second.expect("an agent").id;
    let thief = Agent {
        target: Some(Target::Agent(second)),
        ..Agent::at(AgentId(90), "Thief", PresetId(1), DVec2::ZERO)
    };
    Arc::make_mut(&mut scene.agents).push(thief);
    let (level, _) = PATROL.split_once("[node name=\"Guard\"").expect("a guard");
    write(folder.path(), level);
    let changes = import(folder.path(), &mut scene, true);
    let names: Vec<&str> = scene
        .agents
        .iter()
        .map(|agent| agent.name.as_str())
        .collect();
    assert_eq!(names, ["Second", "Thief"], "{changes:?}");
    assert_eq!(changes.gone.len(), 2, "the agent and its path: {changes:?}");
    assert!(scene.paths.iter().all(|path| path.name != "Rail"));
}
