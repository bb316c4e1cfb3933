//! What agents do at nodes in maps that others made: in fields of LDtk's entities and in properties
//! of Tiled's objects.

use std::sync::Arc;
use steerwright_export::level::{self, Changes, Import, Level, Placing};
use steerwright_runtime::scene::{
    Choose, EventValue, LookAt, NodeAction, PatrolPath, PropertyItem, Scene,
};
use steerwright_runtime::steering::follow_path::Traversal;

fn read(name: &str, text: &str) -> Level {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("written");
    level::read(&path, false).expect("a level")
}

fn merge(scene: &mut Scene, name: &str, text: &str) -> Changes {
    let level = read(name, text);
    let import = Import {
        file: name.into(),
        placing: Placing::of(&level),
        choices: level.choices(&[], &Default::default()),
        delete_gone: false,
        with_deleted: false,
    };
    level::merge(scene, &level, &import).expect("merged")
}

fn path<'a>(scene: &'a Scene, name: &str) -> &'a Arc<PatrolPath> {
    let mut paths = scene.paths.iter();
    paths.find(|path| path.name == name).expect(name)
}

fn left_out(changes: &Changes) -> Vec<String> {
    changes.left_out.iter().map(ToString::to_string).collect()
}

/// A guard with a patrol over three points, a second path, a door, a marker, and nodes on both
/// paths.
fn ldtk(fields_of_guard: &str, fields_of_node: &str) -> String {
    let points = |cells: &str| {
        let cells = cells.split(' ').map(|cell| {
            let (x, y) = cell.split_once(',').expect("two");
            format!("{{\"cx\":{x},\"cy\":{y}}}")
        });
        cells.collect::<Vec<_>>().join(",")
    };
    let field = |name: &str, kind: &str, value: &str| {
        format!(r#"{{"__identifier":"{name}","__type":"{kind}","__value":{value},"defUid":1}}"#)
    };
    let entity = |name: &str, iid: &str, at: [i32; 2], fields: String| {
        let [x, y] = at.map(|cell| cell * 16 + 8);
        format!(
            r#"{{"__identifier":"{name}","__pivot":[0.5,0.5],"iid":"{iid}","width":16,"height":16,"defUid":5,"px":[{x},{y}],"fieldInstances":[{fields}]}}"#
        )
    };
    let patrol = field(
        "patrol",
        "Array<Point>",
        &format!("[{}]", points("3,0 3,3 0,3")),
    );
    let detour = field(
        "patrol",
        "Array<Point>",
        &format!("[{}]", points("9,0 9,3")),
    );
    let entities = [
        entity("Guard", "g", [0, 0], join(&[&patrol, fields_of_guard])),
        entity("Scout", "s", [6, 0], detour),
        entity("Door", "d", [5, 5], String::new()),
        entity("Post", "p", [7, 7], String::new()),
        entity("Node", "n", [3, 3], fields_of_node.to_owned()),
        entity("Node", "m", [9, 3], field("mood", "String", "\"calm\"")),
    ];
    format!(
        r#"{{"jsonVersion":"1.5.3","worldLayout":"Free","defaultGridSize":16,"defs":{{}},"levels":[{{"identifier":"One","uid":1,"worldX":0,"worldY":0,"pxWid":256,"pxHei":256,"layerInstances":[
{{"__identifier":"Entities","__type":"Entities","__gridSize":16,"iid":"l","layerDefUid":1,"entityInstances":[{}]}}]}}]}}"#,
        entities.join(",\n")
    )
}

fn join(fields: &[&str]) -> String {
    let fields = fields.iter().filter(|field| !field.is_empty());
    fields.copied().collect::<Vec<_>>().join(",")
}

fn field(name: &str, kind: &str, value: &str) -> String {
    format!(r#"{{"__identifier":"{name}","__type":"{kind}","__value":{value},"defUid":1}}"#)
}

fn entity_ref(iid: &str) -> String {
    format!(r#"{{"entityIid":"{iid}","layerIid":"l","levelIid":"x","worldIid":"w"}}"#)
}

#[test]
fn fields_of_an_entity_are_about_the_nodes_of_its_path() {
    let waits = field("wait", "Array<Float>", "[0.5, null, 2]");
    let speeds = field("speed", "Array<Int>", "[16, 32, 48, 64]");
    let once = field("Traversal", "LocalEnum.Traversal", "\"Once\"");
    let mut scene = Scene::default();
    let text = ldtk(&join(&[&waits, &speeds, &once]), "");
    let changes = merge(&mut scene, "yard.ldtk", &text);
    assert_eq!(left_out(&changes), [""; 0]);
    let patrol = path(&scene, "Guard patrol");
    let waits: Vec<f64> = patrol.nodes.iter().map(|node| node.wait).collect();
    assert_eq!(waits, [0.0, 0.5, 0.0, 2.0]);
    let speeds: Vec<Option<f64>> = patrol.nodes.iter().map(|node| node.speed).collect();
    assert_eq!(speeds, [1.0, 2.0, 3.0, 4.0].map(Some));
    assert_eq!(patrol.traversal, Traversal::Once);
    assert_eq!(path(&scene, "Scout patrol").nodes[0].wait, 0.0);
}

#[test]
fn an_entity_on_a_node_says_what_agents_do_there() {
    let fields = join(&[
        &field("wait", "Int", "3"),
        &field("speed", "Float", "24.0"),
        &field("look", "EntityRef", &entity_ref("p")),
        &field("setWall", "EntityRef", &entity_ref("d")),
        &field("open", "Bool", "false"),
        &field("emit", "String", "\"alarm\""),
        &field("meet", "String", "\"Gate\""),
        &field("count", "Int", "3"),
        &field(
            "actions",
            "Multilines",
            r#""[{\"wait\":{\"min\":1,\"max\":2}},{\"look\":{\"at\":{\"point\":{\"x\":32,\"y\":16}}}},{\"set_wall\":{\"wall\":\"Door\",\"open\":true}}]""#,
        ),
        &field(
            "along",
            "Array<String>",
            r#"["{\"distance\":8,\"action\":{\"speed\":{\"limit\":16}}}"]"#,
        ),
        &field(
            "next",
            "Array<EntityRef>",
            &format!("[{},{}]", entity_ref("m"), entity_ref("g")),
        ),
        &field("weight", "Array<Int>", "[3, 1]"),
        &field("choose", "LocalEnum.Choose", "\"InTurn\""),
        &field("not_back", "Bool", "true"),
        &field("mood", "String", "\"tense\""),
    ]);
    let mut scene = Scene::default();
    let changes = merge(&mut scene, "yard.ldtk", &ldtk("", &fields));
    assert_eq!(left_out(&changes), [""; 0]);
    let (patrol, detour) = (path(&scene, "Guard patrol"), path(&scene, "Scout patrol"));
    let node = &patrol.nodes[2];
    assert_eq!((node.wait, node.speed), (3.0, Some(1.5)));
    let (door, post) = (scene.walls[0].id, &scene.markers);
    let post = post
        .iter()
        .find(|marker| marker.name == "Post")
        .expect("Post");
    let look = |at| NodeAction::Look {
        at,
        turn_rate: None,
    };
    let set_wall = |open| NodeAction::SetWall { wall: door, open };
    let emit = NodeAction::Emit {
        name: "alarm".into(),
        value: EventValue::Null,
    };
    let meet = NodeAction::Meet {
        name: "Gate".into(),
        count: 3,
    };
    let expected = [
        look(LookAt::Marker { id: post.id }),
        set_wall(false),
        emit,
        meet,
        NodeAction::Wait { min: 1.0, max: 2.0 },
        look(LookAt::Point { x: 2.0, y: -1.0 }),
        set_wall(true),
    ];
    assert_eq!(node.actions(), expected);
    assert_eq!(node.along()[0].distance, 0.5);
    let limit = Some(1.0);
    assert_eq!(node.along()[0].action, NodeAction::Speed { limit });
    let next = node.next();
    assert_eq!(
        (next[0].path, next[0].node, next[0].weight),
        (detour.id, detour.nodes[2].id, 3)
    );
    assert_eq!(
        (next[1].path, next[1].node, next[1].weight),
        (patrol.id, patrol.nodes[0].id, 1)
    );
    let script = node.script.as_ref().expect("a script");
    assert_eq!((script.choose, script.not_back), (Choose::InTurn, true));
    let mood = |path: &PatrolPath| {
        let item = PropertyItem::Node(path.id, path.nodes[2].id);
        scene
            .property(item, "mood")
            .and_then(|value| value.as_text())
    };
    assert_eq!((mood(patrol), mood(detour)), (Some("tense"), Some("calm")));
    // The nodes are no markers.
    assert!(scene.markers.iter().all(|marker| marker.name != "Node"));
}

#[test]
fn what_cannot_be_used_is_named_and_kept_as_a_custom_property_if_it_can_be_one() {
    let fields = join(&[
        &field("wait", "String", "\"soon\""),
        &field("speed", "Int", "-4"),
        &field("actions", "String", r#""[{\"dance\":{}}]""#),
        &field(
            "along",
            "String",
            r#""[{\"distance\":1,\"action\":{\"wait\":{\"min\":1,\"max\":2}}}]""#,
        ),
        &field("next", "EntityRef", &entity_ref("p")),
        &field("meet", "Bool", "true"),
    ]);
    let guard = field("wait", "Array<Float>", "[1]");
    let mut scene = Scene::default();
    let changes = merge(&mut scene, "yard.ldtk", &ldtk(&guard, &fields));
    let lines = left_out(&changes);
    for said in [
        "\"wait\" of node \"Node\" (entity/n): \"soon\" cannot be used; use seconds, 0 to 1000000; it is kept as a custom property",
        "\"speed\" of node \"Node\" (entity/n): -4 cannot be used; use pixels per second, 0 or more; it is kept as a custom property",
        "\"actions\" of node \"Node\" (entity/n): item 1: unknown variant `dance`, expected one of `wait`, `look`, `sweep`, `speed`, `emit`, `set_wall`, `meet`; it is kept as a custom property",
        "along/0/action of node 3 of path \"Guard patrol\" (entity/g/patrol): \"wait\" cannot be on a segment; use \"speed\", \"emit\" or \"set_wall\"",
        "\"next\" of node \"Node\" (entity/n): a reference to entity/p leads to no node and to nothing that is imported as a path; it is kept as a custom property",
        "\"meet\" of node \"Node\" (entity/n): true is not a name; use text; it is kept as a custom property",
        "\"wait\" of path \"Guard patrol\" (entity/g/patrol): it has 1 value, but the line has 4 nodes; give one number, or one for each node; it is left out: lists are not read as custom properties",
    ] {
        let mut lines_with = lines.iter().filter(|line| line.ends_with(said));
        assert!(lines_with.next().is_some(), "no {said:?} in {lines:#?}");
    }
    let patrol = path(&scene, "Guard patrol");
    let node = &patrol.nodes[2];
    assert!(node.script.is_none() && node.wait == 0.0 && node.speed.is_none());
    let item = PropertyItem::Node(patrol.id, node.id);
    let wait = scene
        .property(item, "wait")
        .and_then(|value| value.as_text());
    assert_eq!(wait, Some("soon"));
}

#[test]
fn each_entry_of_next_has_a_weight_also_if_it_is_not_set() {
    let node = |next: &str, weight: &str| {
        let next = field("next", "Array<EntityRef>", next);
        let weight = field("weight", "Array<Int>", weight);
        join(&[&next, &weight])
    };
    let entries = format!("[{}, null, {}]", entity_ref("m"), entity_ref("g"));
    let mut scene = Scene::default();
    let changes = merge(
        &mut scene,
        "yard.ldtk",
        &ldtk("", &node(&entries, "[3, 7, 2]")),
    );
    assert_eq!(left_out(&changes), [""; 0]);
    let (patrol, scout) = (path(&scene, "Guard patrol"), path(&scene, "Scout patrol"));
    let next: Vec<_> = patrol.nodes[2]
        .next()
        .iter()
        .map(|next| (next.path, next.weight))
        .collect();
    assert_eq!(next, [(scout.id, 3), (patrol.id, 2)]);
    let mut scene = Scene::default();
    let changes = merge(
        &mut scene,
        "yard.ldtk",
        &ldtk("", &node(&entries, "[3, 2]")),
    );
    let lines = left_out(&changes);
    assert!(
        lines[0].contains(
            "it has 2 weights for 3 next nodes; give one for each, also for those that are not set"
        ),
        "{lines:?}"
    );
    // In a text, too.
    let text = TMX
        .replace("Side, Round", "Side, , Round")
        .replace("\"2, 1\"", "\"4, 9, 5\"");
    let mut scene = Scene::default();
    assert_eq!(left_out(&merge(&mut scene, "yard.tmx", &text)).len(), 1);
    let weights = path(&scene, "Round").nodes[1]
        .next()
        .iter()
        .map(|next| next.weight);
    assert_eq!(weights.collect::<Vec<_>>(), [4, 5]);
}

/// A round with a node on its second point, and one that is on no line.
const TMX: &str = r#"<map version="1.10" orientation="orthogonal" width="9" height="9" tilewidth="16" tileheight="16">
<objectgroup id="2" name="guards">
 <object id="1" name="Round" x="16" y="16"><properties>
   <property name="wait" type="float" value="1.5"/><property name="speed" value="16, 32, 16"/><property name="note" value="day"/>
  </properties><polyline points="0,0 32,0 32,32"/></object>
 <object id="2" name="Side" x="96" y="16"><polyline points="0,0 0,64"/></object>
 <object id="3" name="Corner" class="node" x="50" y="14"><properties>
   <property name="wait" type="int" value="4"/>
   <property name="look" type="float" value="90"/>
   <property name="next" value="Side, Round"/>
   <property name="weight" value="2, 1"/>
   <property name="actions" value="[{&quot;look&quot;:{&quot;at&quot;:{&quot;marker&quot;:{&quot;id&quot;:5}}}},{&quot;emit&quot;:{&quot;name&quot;:&quot;bell&quot;,&quot;value&quot;:2}}]"/>
  </properties><point/></object>
 <object id="4" name="Far" class="node" x="130" y="130"><point/></object>
 <object id="5" name="Post" x="64" y="64"><point/></object>
 <object id="6" name="Last" class="node" x="0" y="0"><properties>
   <property name="path" type="object" value="2"/><property name="index" type="int" value="1"/>
   <property name="next" value="[{&quot;path&quot;:1,&quot;node&quot;:1,&quot;weight&quot;:5}]"/>
  </properties><point/></object>
 <object id="7" name="Lost" class="node" x="0" y="0"><properties>
   <property name="path" type="object" value="5"/>
  </properties><point/></object>
</objectgroup></map>"#;

#[test]
fn properties_of_lines_and_objects_of_tiled_are_about_nodes() {
    let mut scene = Scene::default();
    let changes = merge(&mut scene, "yard.tmx", TMX);
    let lines = left_out(&changes);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].contains("node \"Lost\" (object/7): its property \"path\" leads to nothing that is imported as a path"), "{lines:?}");
    let (round, side) = (path(&scene, "Round"), path(&scene, "Side"));
    let waits: Vec<f64> = round.nodes.iter().map(|node| node.wait).collect();
    assert_eq!(waits, [1.5, 4.0, 1.5]);
    let speeds: Vec<Option<f64>> = round.nodes.iter().map(|node| node.speed).collect();
    assert_eq!(speeds, [1.0, 2.0, 1.0].map(Some));
    let names: Vec<&str> = round.properties.iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["note"]);
    let corner = &round.nodes[1];
    let direction = LookAt::Direction { deg: 90.0 };
    let post = scene.markers.iter().find(|marker| marker.name == "Post");
    let id = post.expect("Post").id;
    let looks: Vec<LookAt> = (corner.actions().iter())
        .filter_map(|action| match action {
            NodeAction::Look { at, .. } => Some(*at),
            _ => None,
        })
        .collect();
    assert_eq!(looks, [direction, LookAt::Marker { id }]);
    assert_eq!(corner.actions().len(), 3);
    let next: Vec<_> = corner
        .next()
        .iter()
        .map(|next| (next.path, next.node, next.weight))
        .collect();
    assert_eq!(
        next,
        [
            (side.id, side.nodes[0].id, 2),
            (round.id, round.nodes[0].id, 1)
        ]
    );
    let last = side.nodes[1].next()[0];
    assert_eq!(
        (last.path, last.node, last.weight),
        (round.id, round.nodes[1].id, 5)
    );
    // A node that is on no line is a marker, as it was before.
    let mut names: Vec<&str> = scene
        .markers
        .iter()
        .map(|marker| marker.name.as_str())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["Far", "Post"]);
}

#[test]
fn importing_again_brings_new_actions_unless_they_were_changed_in_the_scene() {
    let mut scene = Scene::default();
    merge(&mut scene, "yard.tmx", TMX);
    let again = merge(&mut scene, "yard.tmx", TMX);
    assert!(again.is_nothing() && again.kept.is_empty(), "{again:?}");
    let changed = TMX.replace("value=\"1.5\"", "value=\"2.5\"").replace(
        "name=\"wait\" type=\"int\" value=\"4\"",
        "name=\"wait\" type=\"int\" value=\"6\"",
    );
    assert_ne!(changed, TMX);
    let updated = merge(&mut scene, "yard.tmx", &changed);
    assert_eq!(
        updated.updated,
        ["what agents do at nodes of path \"Round\" (object/1)"]
    );
    let waits = |scene: &Scene| -> Vec<f64> {
        path(scene, "Round")
            .nodes
            .iter()
            .map(|node| node.wait)
            .collect()
    };
    assert_eq!(waits(&scene), [2.5, 6.0, 2.5]);
    // What the editor changed stays, and is named.
    let id = path(&scene, "Round").id;
    scene.path_mut(id).expect("Round").nodes[0].wait = 9.0;
    let kept = merge(&mut scene, "yard.tmx", TMX);
    assert_eq!(
        kept.kept,
        ["what agents do at nodes of path \"Round\" (object/1)"]
    );
    assert_eq!(waits(&scene), [9.0, 6.0, 2.5]);
    // What the editor adds where the map says nothing is no difference.
    let plain = TMX
        .replace("wait", "hold")
        .replace("speed", "pace")
        .replace("class=\"node\"", "");
    let mut scene = Scene::default();
    merge(&mut scene, "yard.tmx", &plain);
    let id = path(&scene, "Round").id;
    scene.path_mut(id).expect("Round").nodes[0].wait = 9.0;
    let same = merge(&mut scene, "yard.tmx", &plain);
    assert!(same.is_nothing() && same.kept.is_empty(), "{same:?}");
}

#[test]
fn custom_properties_of_nodes_change_with_the_map_and_are_named_when_they_are_gone() {
    let map = |value: &str| ldtk("", &field("mood", "String", value));
    let mut scene = Scene::default();
    merge(&mut scene, "yard.ldtk", &map("\"calm\""));
    let mood = |scene: &Scene| {
        let path = path(scene, "Guard patrol");
        let item = PropertyItem::Node(path.id, path.nodes[2].id);
        let value = scene.property(item, "mood").cloned();
        value.expect("a mood").as_text().map(str::to_owned)
    };
    let again = merge(&mut scene, "yard.ldtk", &map("\"calm\""));
    assert!(again.is_nothing() && again.kept.is_empty(), "{again:?}");
    let changes = merge(&mut scene, "yard.ldtk", &map("\"tense\""));
    assert_eq!(mood(&scene).as_deref(), Some("tense"));
    assert_eq!(
        changes.updated,
        ["custom properties of node \"Node\" (entity/n)"]
    );
    let text = map("\"tense\"").replace(r#""__identifier":"Node""#, r#""__identifier":"Nod""#);
    let changes = merge(&mut scene, "yard.ldtk", &text);
    let gone = "the property \"mood\" of a node of path \"Guard patrol\" (entity/g/patrol)";
    assert!(changes.gone.contains(&gone.to_owned()), "{changes:?}");
    assert_eq!(mood(&scene).as_deref(), Some("tense"));
}
