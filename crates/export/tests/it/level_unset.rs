//! Properties of maps that are not set, and values that an import cannot take over.

use std::sync::Arc;
use steerwright_export::level::{self, Changes, Import, Placing};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    MarkerId, Node, NodeId, PathId, PropertyDeclaration, PropertyItem, PropertyOwner, PropertyType,
    PropertyValue, Scene,
};

fn merge(scene: &mut Scene, name: &str, text: &str) -> Changes {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("written");
    let level = level::read(&path, false).expect("a level");
    let import = Import {
        file: name.into(),
        placing: Placing::of(&level),
        choices: level.choices(&[], &Default::default()),
        delete_gone: true,
        with_deleted: false,
    };
    level::merge(scene, &level, &import).expect("merged")
}

/// A round with an object on its second node, and a post with a value.
fn tmx(of_node: &str, of_post: &str) -> String {
    format!(
        r#"<map version="1.10" orientation="orthogonal" width="9" height="9" tilewidth="16" tileheight="16">
<objectgroup id="2" name="guards">
 <object id="1" name="Round" x="16" y="16"><polyline points="0,0 32,0 32,32"/></object>
 <object id="3" name="Corner" class="node" x="48" y="16"><properties>{of_node}</properties><point/></object>
 <object id="5" name="Post" x="64" y="64"><properties>{of_post}</properties><point/></object>
 <object id="6" x="80" y="64"><point/></object>
</objectgroup></map>"#
    )
}

#[test]
fn what_is_not_set_at_a_node_is_absent() {
    let unset = r#"<property name="path" type="object" value="0"/><property name="index" value=""/>
<property name="look" type="object" value="0"/><property name="emit" value=""/><property name="wait" value=""/>
<property name="next" type="object" value="0"/><property name="set_wall" value=" "/><property name="mood" value="calm"/>"#;
    let mut scene = Scene::default();
    let changes = merge(&mut scene, "yard.tmx", &tmx(unset, ""));
    assert_eq!(changes.left_out, []);
    let corner = &scene.paths[0].nodes[1];
    assert!(corner.script.is_none() && corner.wait == 0.0);
    let names: Vec<&str> = corner.properties.iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["mood"]);
}

#[test]
fn a_reference_to_nothing_is_set_also_under_another_name() {
    let refers = |id: &str| {
        let post = format!(r#"<property name="boss" type="object" value="{id}"/>"#);
        tmx("", &post)
    };
    let mut scene = Scene::default();
    let declared = PropertyDeclaration::new("boss", PropertyType::Text, [PropertyOwner::Markers]);
    Arc::make_mut(&mut scene.declared_properties).push(declared);
    merge(&mut scene, "yard.tmx", &refers("6"));
    let value = |scene: &Scene| {
        let post = scene.markers.iter().find(|marker| marker.name == "Post");
        let values = post.expect("Post").properties.clone();
        values.get("boss 2").cloned()
    };
    let other = scene.markers.iter().find(|marker| marker.name != "Post");
    let MarkerId(other) = other.expect("the other marker").id;
    assert_eq!(value(&scene), Some(f64::from(other).into()));
    let changes = merge(&mut scene, "yard.tmx", &refers("0"));
    assert_eq!(value(&scene), Some(PropertyValue::Null));
    assert_eq!(changes.updated.len(), 1, "{changes:?}");
    // Importing it again changes nothing.
    let changes = merge(&mut scene, "yard.tmx", &refers("0"));
    assert!(
        changes.is_nothing() && changes.kept.is_empty(),
        "{changes:?}"
    );
}

#[test]
fn properties_of_nodes_stay_while_the_path_has_other_nodes_than_the_map() {
    let mood = r#"<property name="mood" value="calm"/>"#;
    let mut scene = Scene::default();
    merge(&mut scene, "yard.tmx", &tmx(mood, ""));
    let remembered = |scene: &Scene| {
        let record = &scene.editor.imports[0].paths[&PathId(1)];
        record.node_property_values.clone()
    };
    let before = remembered(&scene);
    assert_eq!(before.len(), 1);
    let corner = scene.paths[0].nodes[1].id;
    let path = scene.path_mut(PathId(1)).expect("Round");
    path.nodes.insert(0, Node::at(NodeId(9), DVec2::ZERO));
    for map in [tmx(mood, ""), tmx("", "")] {
        let changes = merge(&mut scene, "yard.tmx", &map);
        assert_eq!((changes.gone, changes.deleted), (vec![], vec![]));
        let value = scene.property(PropertyItem::Node(PathId(1), corner), "mood");
        assert_eq!(value, Some(&"calm".into()));
        assert_eq!(remembered(&scene), before);
    }
}

#[test]
fn a_choice_that_is_too_long_is_left_out() {
    let long = "x".repeat(10_001);
    let field = format!(
        r#"{{"__identifier":"mood","__type":"LocalEnum.Mood","__value":"{long}","defUid":1}}"#
    );
    let text = format!(
        r#"{{"jsonVersion":"1.5.3","worldLayout":"Free","defaultGridSize":16,"defs":{{}},"levels":[{{"identifier":"One","uid":1,"worldX":0,"worldY":0,"pxWid":256,"pxHei":256,"layerInstances":[
{{"__identifier":"Entities","__type":"Entities","__gridSize":16,"iid":"l","layerDefUid":1,"entityInstances":[
{{"__identifier":"Post","__pivot":[0.5,0.5],"iid":"p","width":16,"height":16,"defUid":5,"px":[8,8],"fieldInstances":[{field}]}}]}}]}}]}}"#
    );
    let mut scene = Scene::default();
    let changes = merge(&mut scene, "yard.ldtk", &text);
    assert_eq!(scene.markers.len(), 1);
    assert_eq!(changes.left_out.len(), 1, "{changes:?}");
    assert!(changes.left_out[0].what.contains("\"mood\""), "{changes:?}");
}
