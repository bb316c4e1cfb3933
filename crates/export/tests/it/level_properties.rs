//! Custom properties of maps that others made, as declared properties of what they become.

use std::sync::Arc;
use steerwright_export::level::{self, Changes, Import, Placing};
use steerwright_runtime::scene::{
    Color, PropertyItem, PropertyOwner, PropertyType, PropertyValue, ReferenceKind, Scene, WallId,
};

fn merge(scene: &mut Scene, name: &str, text: &str) -> Changes {
    merge_with(scene, name, text, false)
}

fn merge_with(scene: &mut Scene, name: &str, text: &str, delete_gone: bool) -> Changes {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("written");
    let level = level::read(&path, false).expect("a level");
    let import = Import {
        file: name.into(),
        placing: Placing::of(&level),
        choices: level.choices(&[], &Default::default()),
        delete_gone,
        with_deleted: false,
    };
    level::merge(scene, &level, &import).expect("merged")
}

fn imported(name: &str, text: &str) -> Scene {
    let mut scene = Scene::default();
    merge(&mut scene, name, text);
    scene
}

fn value(scene: &Scene, item: PropertyItem, name: &str) -> Option<PropertyValue> {
    scene
        .properties_of(item)
        .expect("an item")
        .get(name)
        .cloned()
}

fn kind(scene: &Scene, name: &str) -> PropertyType {
    scene
        .declared_property(name)
        .expect(name)
        .value_type
        .clone()
}

const WALL: PropertyItem = PropertyItem::Wall(WallId(1));

/// A wall that refers to a point, which refers to nothing.
const TMX: &str = r##"<map version="1.10" orientation="orthogonal" width="4" height="2" tilewidth="16" tileheight="16">
<objectgroup id="2" name="walls">
 <properties><property name="floor" type="int" value="3"/></properties>
 <object id="7" name="Hedge" x="0" y="0">
  <properties>
   <property name="locked" type="bool" value="true"/>
   <property name="health" type="int" value="12"/>
   <property name="heat" type="float" value="0.5"/>
   <property name="says" value="Who?"/>
   <property name="notes">Two
lines</property>
   <property name="glow" type="color" value="#80010203"/>
   <property name="mood" propertytype="Mood" value="calm"/>
   <property name="watches" type="object" value="9"/>
  </properties>
  <polyline points="0,0 32,0"/>
 </object>
</objectgroup>
<objectgroup id="3" name="points">
 <object id="9" name="Post" x="16" y="16">
  <properties>
   <property name="health" type="float" value="1.5"/>
   <property name="watches" type="object" value="0"/>
  </properties>
  <point/>
 </object>
</objectgroup>
</map>"##;

#[test]
fn properties_of_tiled_are_declared_with_their_types() {
    let scene = imported("yard.tmx", TMX);
    let of_wall = |name: &str| value(&scene, WALL, name).expect(name);
    assert_eq!(of_wall("locked"), true.into());
    assert_eq!(of_wall("health"), 12.0.into());
    assert_eq!(of_wall("heat"), 0.5.into());
    assert_eq!(of_wall("says"), "Who?".into());
    assert_eq!(of_wall("notes"), "Two\nlines".into());
    assert_eq!(of_wall("glow"), Color([1, 2, 3]).into());
    assert_eq!(of_wall("mood"), "calm".into());
    assert_eq!(of_wall("floor"), 3.0.into());
    let marker = &scene.markers[0];
    assert_eq!(of_wall("watches"), f64::from(marker.id.0).into());
    assert_eq!(kind(&scene, "health"), PropertyType::Int);
    assert_eq!(kind(&scene, "glow"), PropertyType::Color);
    assert_eq!(
        kind(&scene, "watches"),
        PropertyType::Reference(ReferenceKind::Markers)
    );
    let item = PropertyItem::Marker(marker.id);
    // Another type under the same name gets a number.
    assert_eq!(value(&scene, item, "health 2"), Some(1.5.into()));
    assert_eq!(value(&scene, item, "watches"), Some(PropertyValue::Null));
    let watches = scene.declared_property("watches").expect("declared");
    assert!(
        watches.on.contains(PropertyOwner::Walls) && watches.on.contains(PropertyOwner::Markers)
    );
    let json = imported("yard.tmj", TMJ);
    assert_eq!(value(&json, WALL, "locked"), Some(true.into()));
    assert_eq!(value(&json, WALL, "health"), Some(12.0.into()));
    assert_eq!(value(&json, WALL, "says"), Some("Who?".into()));
}

const TMJ: &str = r##"{ "type": "map", "orientation": "orthogonal", "width": 4, "height": 2, "tilewidth": 16, "tileheight": 16, "layers": [
 { "type": "objectgroup", "id": 2, "name": "walls", "objects": [
  { "id": 7, "name": "Hedge", "x": 0, "y": 0, "polyline": [{ "x": 0, "y": 0 }, { "x": 32, "y": 0 }], "properties": [
   { "name": "locked", "type": "bool", "value": true },
   { "name": "health", "type": "int", "value": 12 },
   { "name": "says", "type": "string", "value": "Who?" },
   { "name": "all", "type": "class", "propertytype": "All", "value": { "a": 1 } }
  ] }
 ] }
] }"##;

#[test]
fn importing_again_keeps_the_values_of_the_scene_and_names_what_differs() {
    let mut scene = imported("yard.tmx", TMX);
    let own = scene.properties_of_mut(WALL).expect("a wall");
    own.set("health", 50.0);
    own.set("mine", true);
    let same = merge(&mut scene, "yard.tmx", TMX);
    assert!(same.is_nothing(), "{same:?}");
    assert_eq!(value(&scene, WALL, "health"), Some(50.0.into()));
    assert_eq!(same.kept.len(), 1, "{same:?}");
    assert!(same.kept[0].contains("Hedge"), "{same:?}");
    assert_eq!(value(&scene, WALL, "mine"), Some(true.into()));
    let declared = Arc::clone(&scene.declared_properties);
    assert_eq!(
        merge(&mut imported("yard.tmx", TMX), "yard.tmx", TMX).kept,
        [""; 0]
    );
    assert_eq!(
        declared.len(),
        imported("yard.tmx", TMX).declared_properties.len()
    );
}

#[test]
fn importing_again_brings_values_that_changed_in_the_map_alone() {
    let mut scene = imported("yard.tmx", TMX);
    let own = scene.properties_of_mut(WALL).expect("a wall");
    own.set("heat", 2.0);
    own.remove("says");
    let map = TMX
        .replace("value=\"12\"", "value=\"13\"")
        .replace("value=\"0.5\"", "value=\"0.75\"")
        .replace("value=\"Who?\"", "value=\"Halt\"")
        .replace(
            "name=\"locked\" type=\"bool\"",
            "name=\"hard\" type=\"bool\"",
        )
        .replace("type=\"int\" value=\"3\"", "value=\"third\"");
    let changes = merge(&mut scene, "yard.tmx", &map);
    let of_wall = |scene: &Scene, name: &str| value(scene, WALL, name);
    assert_eq!(of_wall(&scene, "health"), Some(13.0.into()));
    assert_eq!(of_wall(&scene, "hard"), Some(true.into()));
    assert_eq!(of_wall(&scene, "floor 2"), Some("third".into()));
    assert_eq!(of_wall(&scene, "floor"), None);
    let line = "custom properties of wall \"Hedge\" (object/7)";
    assert!(changes.updated.contains(&line.to_owned()), "{changes:?}");
    assert_eq!(changes.kept, [line]);
    // Changed in the scene, and removed there.
    assert_eq!(of_wall(&scene, "heat"), Some(2.0.into()));
    assert_eq!(of_wall(&scene, "says"), None);
    // Gone from the map.
    assert_eq!(of_wall(&scene, "locked"), Some(true.into()));
    let gone = ["the property \"locked\" of wall \"Hedge\" (object/7)"];
    assert_eq!(changes.gone, gone);
    let changes = merge_with(&mut scene, "yard.tmx", &map, true);
    assert_eq!(of_wall(&scene, "locked"), None);
    assert_eq!(changes.deleted, gone);
    let last = merge(&mut scene, "yard.tmx", &map);
    assert!(last.is_nothing() && last.gone.is_empty(), "{last:?}");
    let text = steerwright_format::write_scene(&scene).expect("a scene");
    let read = steerwright_format::read_scene(&text).expect("a scene");
    assert_eq!((read.value, read.unknown_fields.len()), (scene, 0));
}

const LDTK: &str = r##"{ "jsonVersion": "1.5.3", "worldLayout": "Free", "defaultGridSize": 16,
 "defs": { "layers": [], "entities": [], "enums": [{ "identifier": "Mood", "values": [{ "id": "Calm" }, { "id": "Tense" }] }], "externalEnums": [] },
 "levels": [{ "identifier": "One", "uid": 1, "worldX": 0, "worldY": 0, "pxWid": 64, "pxHei": 64, "layerInstances": [
  { "__identifier": "Entities", "__type": "Entities", "__gridSize": 16, "iid": "l", "layerDefUid": 1, "entityInstances": [
   { "__identifier": "Post", "__pivot": [0, 0], "iid": "a", "width": 16, "height": 16, "defUid": 5, "px": [16, 16], "fieldInstances": [
    { "__identifier": "locked", "__type": "Bool", "__value": true, "defUid": 1 },
    { "__identifier": "health", "__type": "Int", "__value": 3, "defUid": 2 },
    { "__identifier": "heat", "__type": "Float", "__value": 0.25, "defUid": 3 },
    { "__identifier": "says", "__type": "String", "__value": "Who \"there\"?", "defUid": 4 },
    { "__identifier": "notes", "__type": "Multilines", "__value": "Two\nlines", "defUid": 5 },
    { "__identifier": "glow", "__type": "Color", "__value": "#010203", "defUid": 6 },
    { "__identifier": "mood", "__type": "LocalEnum.Mood", "__value": "Tense", "defUid": 7 },
    { "__identifier": "next", "__type": "EntityRef", "__value": { "entityIid": "b", "layerIid": "l", "levelIid": "x", "worldIid": "w" }, "defUid": 8 },
    { "__identifier": "many", "__type": "Array<Int>", "__value": [1, 2], "defUid": 9 },
    { "__identifier": "unset", "__type": "Int", "__value": null, "defUid": 10 }
   ] },
   { "__identifier": "Goal", "__pivot": [0, 0], "iid": "b", "width": 16, "height": 16, "defUid": 6, "px": [32, 16], "fieldInstances": [] }
  ] }
 ] }] }"##;

#[test]
fn a_reference_to_nothing_before_others_is_there_from_the_first_import() {
    let text = LDTK.replace(
        r#""__identifier": "Goal", "__pivot": [0, 0], "iid": "b", "width": 16, "height": 16, "defUid": 6, "px": [32, 16], "fieldInstances": []"#,
        r#""__identifier": "Goal", "__pivot": [0, 0], "iid": "b", "width": 16, "height": 16, "defUid": 6, "px": [32, 16], "fieldInstances": [
            { "__identifier": "after", "__type": "EntityRef", "__value": { "entityIid": "a" }, "defUid": 9 }]"#,
    );
    let text = text.replace(
        r#""__identifier": "unset", "__type": "Int""#,
        r#""__identifier": "after", "__type": "EntityRef""#,
    );
    let mut scene = imported("yard.ldtk", &text);
    let null = scene.markers.iter().find(|marker| marker.name == "Post");
    let item = PropertyItem::Marker(null.expect("Post").id);
    assert_eq!(value(&scene, item, "after"), Some(PropertyValue::Null));
    assert!(merge(&mut scene, "yard.ldtk", &text).is_nothing());
}

#[test]
fn fields_of_ldtk_are_declared_with_their_types() {
    let scene = imported("yard.ldtk", LDTK);
    let post = scene
        .markers
        .iter()
        .find(|marker| marker.name == "Post")
        .expect("Post");
    let goal = scene
        .markers
        .iter()
        .find(|marker| marker.name == "Goal")
        .expect("Goal");
    let of_post = |name: &str| value(&scene, PropertyItem::Marker(post.id), name);
    assert_eq!(of_post("locked"), Some(true.into()));
    assert_eq!(of_post("health"), Some(3.0.into()));
    assert_eq!(of_post("heat"), Some(0.25.into()));
    assert_eq!(of_post("says"), Some("Who \"there\"?".into()));
    assert_eq!(of_post("notes"), Some("Two\nlines".into()));
    assert_eq!(of_post("glow"), Some(Color([1, 2, 3]).into()));
    assert_eq!(of_post("mood"), Some("Tense".into()));
    assert_eq!(of_post("next"), Some(f64::from(goal.id.0).into()));
    assert_eq!(of_post("many"), None);
    assert_eq!(of_post("unset"), None);
    let moods = ["Calm", "Tense"].map(str::to_owned).to_vec();
    assert_eq!(kind(&scene, "mood"), PropertyType::Choice(moods));
    assert_eq!(kind(&scene, "health"), PropertyType::Int);
    assert_eq!(
        kind(&scene, "next"),
        PropertyType::Reference(ReferenceKind::Markers)
    );
}
