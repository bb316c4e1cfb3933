//! Enums, classes and properties of tiles in maps of Tiled.

use std::path::Path;
use steerwright_export::level::{self, Changes, Import, Placing};
use steerwright_runtime::scene::{PropertyItem, PropertyType, PropertyValue, Scene};

fn imported(folder: &Path, name: &str, allow_outside: bool) -> (Scene, Changes) {
    let level = level::read(&folder.join(name), allow_outside).expect("a level");
    let import = Import {
        file: name.into(),
        placing: Placing::of(&level),
        choices: level.choices(&[], &Default::default()),
        delete_gone: false,
        with_deleted: false,
    };
    let mut scene = Scene::default();
    let changes = level::merge(&mut scene, &level, &import).expect("merged");
    (scene, changes)
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("written");
}

fn value(scene: &Scene, item: &str, name: &str) -> Option<PropertyValue> {
    let wall = scene.walls.iter().find(|wall| wall.name == item);
    let marker = scene.markers.iter().find(|marker| marker.name == item);
    let item = match (wall, marker) {
        (Some(wall), _) => PropertyItem::Wall(wall.id),
        (None, Some(marker)) => PropertyItem::Marker(marker.id),
        (None, None) => panic!("no {item}"),
    };
    scene
        .properties_of(item)
        .expect("an item")
        .get(name)
        .cloned()
}

fn kind(scene: &Scene, name: &str) -> PropertyType {
    let declared = scene.declared_property(name).expect(name);
    declared.value_type.clone()
}

const PROJECT: &str = r##"{ "automappingRulesFile": "", "propertyTypes": [
 { "id": 1, "name": "Mood", "storageType": "string", "type": "enum", "values": ["calm", "tense"], "valuesAsFlags": false },
 { "id": 2, "name": "Rank", "storageType": "int", "type": "enum", "values": ["low", "high"], "valuesAsFlags": false },
 { "id": 3, "name": "Keys", "storageType": "int", "type": "enum", "values": ["red", "green", "blue"], "valuesAsFlags": true },
 { "id": 4, "name": "Lock", "type": "class", "useAs": ["property"], "members": [
   { "name": "level", "type": "int", "value": 1 },
   { "name": "mood", "type": "string", "propertyType": "Mood", "value": "calm" },
   { "name": "tint", "type": "color", "value": "#ff010203" } ] },
 { "id": 5, "name": "Gate", "type": "class", "useAs": ["object"], "members": [
   { "name": "rank", "type": "int", "propertyType": "Rank", "value": 1 },
   { "name": "lock", "type": "class", "propertyType": "Lock", "value": { "level": 7 } },
   { "name": "says", "type": "string", "value": "Halt" } ] }
] }"##;

const TMX: &str = r#"<map version="1.10" orientation="orthogonal" width="4" height="2" tilewidth="16" tileheight="16">
<objectgroup id="2" name="walls">
 <object id="7" name="Hedge" x="0" y="0"><properties>
   <property name="mood" propertytype="Mood" value="tense"/>
   <property name="rank" type="int" propertytype="Rank" value="0"/>
   <property name="keys" type="int" propertytype="Keys" value="5"/>
   <property name="lock" type="class" propertytype="Lock"><properties><property name="level" type="int" value="3"/></properties></property>
  </properties><polyline points="0,0 32,0"/></object>
 <object id="8" name="East" class="Gate" x="0" y="0"><properties>
   <property name="says" value="Who?"/>
  </properties><polyline points="0,16 32,16"/></object>
</objectgroup></map>"#;

const TMJ: &str = r#"{ "type": "map", "orientation": "orthogonal", "width": 4, "height": 2, "tilewidth": 16, "tileheight": 16, "layers": [
 { "type": "objectgroup", "id": 2, "name": "walls", "objects": [
  { "id": 7, "name": "Hedge", "x": 0, "y": 0, "polyline": [{ "x": 0, "y": 0 }, { "x": 32, "y": 0 }], "properties": [
   { "name": "mood", "type": "string", "propertytype": "Mood", "value": "tense" },
   { "name": "rank", "type": "int", "propertytype": "Rank", "value": 0 },
   { "name": "keys", "type": "int", "propertytype": "Keys", "value": 5 },
   { "name": "lock", "type": "class", "propertytype": "Lock", "value": { "level": 3 } } ] },
  { "id": 8, "name": "East", "type": "Gate", "x": 0, "y": 0, "polyline": [{ "x": 0, "y": 16 }, { "x": 32, "y": 16 }], "properties": [
   { "name": "says", "type": "string", "value": "Who?" } ] }
 ] } ] }"#;

fn choices(of: &[&str]) -> PropertyType {
    PropertyType::Choice(of.iter().map(|choice| (*choice).to_owned()).collect())
}

#[test]
fn enums_and_classes_of_the_project_beside_a_map_are_known() {
    for (name, text) in [("yard.tmx", TMX), ("yard.tmj", TMJ)] {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path(), name, text);
        write(folder.path(), "yard.tiled-project", PROJECT);
        let (scene, changes) = imported(folder.path(), name, false);
        assert_eq!(changes.left_out, [], "{name}");
        let of_hedge = |property: &str| value(&scene, "Hedge", property);
        assert_eq!(of_hedge("mood"), Some("tense".into()), "{name}");
        assert_eq!(kind(&scene, "mood"), choices(&["calm", "tense"]), "{name}");
        assert_eq!(of_hedge("rank"), Some("low".into()), "{name}");
        assert_eq!(kind(&scene, "rank"), choices(&["low", "high"]), "{name}");
        assert_eq!(of_hedge("keys"), Some("red,blue".into()), "{name}");
        assert_eq!(of_hedge("lock.level"), Some(3.0.into()), "{name}");
        assert_eq!(kind(&scene, "lock.level"), PropertyType::Int, "{name}");
        assert_eq!(of_hedge("lock.mood"), Some("calm".into()), "{name}");
        assert_eq!(kind(&scene, "lock.tint"), PropertyType::Color, "{name}");
        // The members of the class of an object.
        let of_east = |property: &str| value(&scene, "East", property);
        assert_eq!(of_east("says"), Some("Who?".into()), "{name}");
        assert_eq!(of_east("rank"), Some("high".into()), "{name}");
        assert_eq!(of_east("lock.level"), Some(7.0.into()), "{name}");
        assert_eq!(of_east("lock.mood"), Some("calm".into()), "{name}");
    }
}

#[test]
fn types_are_read_from_exported_types_and_not_outside_the_folder_unless_allowed() {
    let folder = tempfile::tempdir().expect("a folder");
    let maps = folder.path().join("maps");
    std::fs::create_dir(&maps).expect("a folder");
    write(&maps, "yard.tmx", TMX);
    write(folder.path(), "game.tiled-project", PROJECT);
    let (scene, changes) = imported(&maps, "yard.tmx", false);
    assert_eq!(kind(&scene, "mood"), PropertyType::Text);
    assert_eq!(value(&scene, "Hedge", "lock.level"), Some(3.0.into()));
    assert_eq!(value(&scene, "East", "rank"), None);
    assert_eq!(changes.left_out, []);
    let (scene, _) = imported(&maps, "yard.tmx", true);
    assert_eq!(kind(&scene, "mood"), choices(&["calm", "tense"]));
    let types = PROJECT.split_once("\"propertyTypes\": ").expect("types").1;
    let types = types.trim_end().strip_suffix('}').expect("an end");
    write(&maps, "propertytypes.json", types);
    let (scene, _) = imported(&maps, "yard.tmx", false);
    assert_eq!(kind(&scene, "mood"), choices(&["calm", "tense"]));
    write(&maps, "propertytypes.json", "[");
    let (_, changes) = imported(&maps, "yard.tmx", false);
    let line = changes.left_out[0].to_string();
    assert!(
        line.starts_with("the types of custom properties: propertytypes.json cannot be read"),
        "{line}"
    );
}

const TILES: &str = r#"<map version="1.10" orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16">
<tileset firstgid="1" name="tiles" tilewidth="16" tileheight="16" tilecount="4" columns="2">
 <tile id="0"><properties><property name="collides" type="bool" value="true"/><property name="stuff" value="stone"/><property name="hp" type="int" value="5"/></properties></tile>
 <tile id="1"><properties><property name="collides" type="bool" value="true"/><property name="stuff" value="stone"/><property name="hp" type="int" value="9"/></properties></tile>
 <tile id="2"><properties><property name="stuff" value="grass"/></properties></tile>
</tileset>
<layer id="1" name="ground" width="2" height="2"><data encoding="csv">1,2,3,3</data></layer>
<objectgroup id="2" name="walls">
 <object id="7" name="Crate" gid="2" x="0" y="32" width="16" height="16"><properties><property name="hp" type="int" value="1"/></properties></object>
</objectgroup></map>"#;

#[test]
fn tile_objects_have_the_properties_of_their_tile_and_walls_those_that_all_their_tiles_have() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "yard.tmx", TILES);
    let (scene, changes) = imported(folder.path(), "yard.tmx", false);
    assert_eq!(value(&scene, "Crate", "stuff"), Some("stone".into()));
    assert_eq!(value(&scene, "Crate", "hp"), Some(1.0.into()));
    assert_eq!(value(&scene, "ground", "stuff"), Some("stone".into()));
    assert_eq!(value(&scene, "ground", "hp"), None);
    let lines: Vec<String> = changes.left_out.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "the property \"hp\" of tiles in \"ground\": its tiles become walls together, but have different values"
        ]
    );
}

#[test]
fn a_class_with_many_members_of_its_own_type_is_read_quickly() {
    let folder = tempfile::tempdir().expect("a folder");
    let members: Vec<String> = (0..20)
        .map(|index| {
            format!(
                r#"{{ "name": "m{index}", "type": "class", "propertyType": "A", "value": {{}} }}"#
            )
        })
        .collect();
    let project = format!(
        r#"{{ "propertyTypes": [{{ "id": 1, "name": "A", "type": "class", "members": [{}] }}] }}"#,
        members.join(",")
    );
    write(folder.path(), "yard.tiled-project", &project);
    let map = r#"<map version="1.10" orientation="orthogonal" width="4" height="2" tilewidth="16" tileheight="16">
<objectgroup id="2" name="spots"><object id="1" name="Spot" class="A" x="8" y="8">
<properties><property name="own" type="class" propertytype="A"/><property name="mood" value="calm"/></properties><point/></object>
</objectgroup></map>"#;
    write(folder.path(), "yard.tmx", map);
    let (scene, _) = imported(folder.path(), "yard.tmx", false);
    assert_eq!(value(&scene, "Spot", "mood"), Some("calm".into()));
}

#[test]
fn properties_that_very_many_objects_share_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let objects: Vec<String> = (1..200)
        .map(|id| format!(r#"<object id="{id}" x="{id}" y="8"><point/></object>"#))
        .collect();
    let map = format!(
        r#"<map version="1.10" orientation="orthogonal" width="4" height="2" tilewidth="16" tileheight="16">
<objectgroup id="2" name="spots"><properties><property name="note" value="{}"/></properties>{}</objectgroup></map>"#,
        "x".repeat(100_000),
        objects.join("")
    );
    write(folder.path(), "yard.tmx", &map);
    let error = level::read(&folder.path().join("yard.tmx"), false).expect_err("too much");
    let (error, help) = (
        error.to_string(),
        "shorten the names and custom properties of layers and objects",
    );
    assert!(
        error.contains("map names") && error.contains(help),
        "{error}"
    );
}
