//! What is no longer in a map is deleted on demand, but nothing that the scene still uses.

use std::sync::Arc;
use steerwright_export::level::{self, Changes, Import, Placing};
use steerwright_format::validate::scene_errors;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, AlongAction, Choose, EnterAction, LookAt, MarkerId, NextNode, Node, NodeAction,
    NodeId, NodeScript, PatrolPath, Preset, PresetId, PropertyDeclaration, PropertyItem,
    PropertyOwner, PropertyType, ReferenceKind, Scene, Wall,
};

fn merge(scene: &mut Scene, text: &str) -> Changes {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("yard.tmx");
    std::fs::write(&path, text).expect("written");
    let level = level::read(&path, false).expect("a level");
    let import = Import {
        file: "yard.tmx".into(),
        placing: Placing::of(&level),
        choices: level.choices(&[], &Default::default()),
        delete_gone: true,
        with_deleted: false,
    };
    let changes = level::merge(scene, &level, &import).expect("merged");
    assert_eq!(scene_errors(scene), []);
    changes
}

fn map(objects: &[&str]) -> String {
    format!(
        r#"<map version="1.10" orientation="orthogonal" width="9" height="9" tilewidth="16" tileheight="16">
<objectgroup id="2" name="guards">{}</objectgroup></map>"#,
        objects.join("\n")
    )
}

const ROUND: &str =
    r#"<object id="1" name="Round" x="16" y="16"><polyline points="0,0 32,0 32,32"/></object>"#;
const SIDE: &str =
    r#"<object id="2" name="Side" x="96" y="16"><polyline points="0,0 0,32 0,64"/></object>"#;
const DEAD_END: &str =
    r#"<object id="3" name="Dead end" x="16" y="96"><polyline points="0,0 32,0"/></object>"#;
const POST: &str = r#"<object id="5" name="Post" x="64" y="64"><point/></object>"#;
const SPARE: &str = r#"<object id="6" name="Spare" x="80" y="64"><point/></object>"#;
const DOORS: [&str; 3] = [
    r#"<object id="7" name="Door A" x="0" y="112" width="16" height="4"/>"#,
    r#"<object id="8" name="Door B" x="32" y="112" width="16" height="4"/>"#,
    r#"<object id="9" name="Door C" x="64" y="112" width="16" height="4"/>"#,
];
/// What agents do at the second node of the round.
const CORNER: &str = r#"<object id="10" name="Corner" class="node" x="48" y="16"><properties>
<property name="look" type="object" value="5"/><property name="set_wall" type="object" value="7"/><property name="next" value="Side"/>
</properties><point/></object>"#;

fn all(more: &[&str]) -> String {
    let [a, b, c] = DOORS;
    map(&[&[ROUND, SIDE, DEAD_END, POST, SPARE, a, b, c], more].concat())
}

fn path<'a>(scene: &'a Scene, name: &str) -> &'a PatrolPath {
    let mut paths = scene.paths.iter();
    paths.find(|path| path.name == name).expect(name)
}

fn door<'a>(scene: &'a Scene, name: &str) -> &'a Wall {
    let mut walls = scene.walls.iter();
    walls.find(|wall| wall.name == name).expect(name)
}

fn marker_id(scene: &Scene, name: &str) -> u32 {
    let mut markers = scene.markers.iter();
    markers.find(|marker| marker.name == name).expect(name).id.0
}

fn next(path: &PatrolPath, index: usize) -> NextNode {
    NextNode {
        path: path.id,
        node: path.nodes[index].id,
        weight: 1,
    }
}

/// The names of the paths, the markers and the walls.
fn names(scene: &Scene) -> [Vec<&str>; 3] {
    [
        scene.paths.iter().map(|path| &*path.name).collect(),
        scene.markers.iter().map(|marker| &*marker.name).collect(),
        scene.walls.iter().map(|wall| &*wall.name).collect(),
    ]
}

/// A path that was drawn in the scene, with this script at its first node.
fn draw_path(scene: &mut Scene, script: NodeScript) {
    let id = scene.next_path_id();
    let mut path = PatrolPath::new(id, "Mine");
    let nodes = [(1, 0.0), (2, 4.0)];
    path.nodes = nodes
        .map(|(id, x)| Node::at(NodeId(id), DVec2::new(x, 9.0)))
        .to_vec();
    path.nodes[0].set_script(script);
    scene.paths.push(Arc::new(path));
}

#[test]
fn what_nodes_and_states_of_the_scene_use_stays() {
    let mut scene = Scene::default();
    merge(&mut scene, &all(&[]));
    let look = NodeAction::Look {
        at: LookAt::Marker {
            id: MarkerId(marker_id(&scene, "Post")),
        },
        turn_rate: None,
    };
    let set_wall = |name: &str| NodeAction::SetWall {
        wall: door(&scene, name).id,
        open: true,
    };
    let script = NodeScript {
        actions: vec![look, set_wall("Door A")],
        along: vec![AlongAction {
            distance: 1.0,
            action: set_wall("Door B"),
            place: None,
        }],
        next: vec![next(path(&scene, "Side"), 1)],
        ..NodeScript::default()
    };
    draw_path(&mut scene, script);
    // The side leads on to the dead end.
    let (side, onward) = (path(&scene, "Side").id, next(path(&scene, "Dead end"), 0));
    let node = &mut scene.path_mut(side).expect("Side").nodes[2];
    node.edit_script(|script| script.next = vec![onward]);
    let before = scene.clone();

    let changes = merge(&mut scene, &map(&[]));
    let expected = [
        vec!["Side", "Dead end", "Mine"],
        vec!["Post"],
        vec!["Door A", "Door B"],
    ];
    assert_eq!(names(&scene), expected);
    assert_eq!(path(&scene, "Mine"), path(&before, "Mine"));
    assert_eq!(path(&scene, "Side"), path(&before, "Side"));
    let gone = [
        "wall \"Door A\" (object/7)",
        "wall \"Door B\" (object/8)",
        "path \"Side\" (object/2)",
        "path \"Dead end\" (object/3)",
        "marker \"Post\" (object/5)",
    ];
    assert_eq!(changes.gone, gone);
    let deleted = [
        "wall \"Door C\" (object/9)",
        "path \"Round\" (object/1)",
        "marker \"Spare\" (object/6)",
    ];
    assert_eq!(changes.deleted, deleted);

    // As soon as nothing uses it, it is deleted.
    scene.paths.retain(|path| path.name != "Mine");
    let changes = merge(&mut scene, &map(&[]));
    assert_eq!(names(&scene), [vec![""; 0], vec![], vec![]]);
    assert!(changes.gone.is_empty(), "{changes:?}");
    assert_eq!(changes.deleted, gone);
}

#[test]
fn a_door_that_a_state_switches_stays() {
    let mut scene = Scene::default();
    merge(&mut scene, &all(&[]));
    let mut preset = Preset::steered(PresetId(1), "Guard", []);
    preset.state.enter = vec![EnterAction::SetWall {
        wall: door(&scene, "Door C").id,
        open: false,
    }];
    scene.presets.push(Arc::new(preset));
    merge(&mut scene, &map(&[]));
    assert_eq!(names(&scene), [vec![], vec![], vec!["Door C"]]);
}

/// A map of which a custom property of an agent of the scene refers to one item, after that is no
/// longer in the map.
fn merged_with_reference(kind: ReferenceKind, id: impl Fn(&Scene) -> u32) -> Scene {
    let mut scene = Scene::default();
    merge(&mut scene, &all(&[]));
    let guards = PropertyDeclaration::new(
        "guards",
        PropertyType::Reference(kind),
        [PropertyOwner::Agents],
    );
    scene.declared_properties = Arc::new(vec![guards]);
    let preset = Preset::steered(PresetId(1), "Guard", []);
    scene.presets.push(Arc::new(preset));
    let mut agent = Agent::at(AgentId(1), "Ann", PresetId(1), DVec2::ZERO);
    agent.properties.set("guards", f64::from(id(&scene)));
    scene.agents = Arc::new(vec![agent]);
    let before = scene.clone();
    merge(&mut scene, &map(&[]));
    assert_eq!(scene.agents, before.agents);
    scene
}

#[test]
fn a_marker_to_which_a_custom_property_refers_stays() {
    let spare = |scene: &Scene| marker_id(scene, "Spare");
    let scene = merged_with_reference(ReferenceKind::Markers, spare);
    assert_eq!(names(&scene), [vec![], vec!["Spare"], vec![]]);
}

#[test]
fn a_wall_to_which_a_custom_property_refers_stays() {
    let id = |scene: &Scene| door(scene, "Door B").id.0;
    let scene = merged_with_reference(ReferenceKind::Walls, id);
    assert_eq!(names(&scene), [vec![], vec![], vec!["Door B"]]);
}

#[test]
fn a_path_to_which_a_custom_property_refers_stays() {
    let id = |scene: &Scene| path(scene, "Side").id.0;
    let scene = merged_with_reference(ReferenceKind::Paths, id);
    assert_eq!(names(&scene), [vec!["Side"], vec![], vec![]]);
}

#[test]
fn what_is_a_default_of_a_custom_property_stays() {
    let mut scene = Scene::default();
    merge(&mut scene, &all(&[]));
    let kind = PropertyType::Reference(ReferenceKind::Markers);
    let mut home = PropertyDeclaration::new("home", kind, [PropertyOwner::Agents]);
    home.default = f64::from(marker_id(&scene, "Post")).into();
    scene.declared_properties = Arc::new(vec![home]);
    merge(&mut scene, &map(&[]));
    assert_eq!(names(&scene), [vec![], vec!["Post"], vec![]]);
}

/// A property of an item that is no longer in the map counts only if that item stays.
#[test]
fn custom_properties_of_items_that_are_gone_count_if_the_items_stay() {
    let mut scene = Scene::default();
    merge(&mut scene, &all(&[]));
    let declare = |name: &str, kind| {
        let on = [
            PropertyOwner::Agents,
            PropertyOwner::Walls,
            PropertyOwner::Nodes,
        ];
        PropertyDeclaration::new(name, PropertyType::Reference(kind), on)
    };
    scene.declared_properties = Arc::new(vec![
        declare("door", ReferenceKind::Walls),
        declare("way", ReferenceKind::Paths),
        declare("post", ReferenceKind::Markers),
    ]);
    let side = path(&scene, "Side");
    let node = PropertyItem::Node(side.id, side.nodes[1].id);
    let wall = door(&scene, "Door A").id;
    let values = [
        (PropertyItem::Wall(wall), "way", side.id.0),
        (node, "post", marker_id(&scene, "Post")),
    ];
    for (item, name, id) in values {
        let own = scene.properties_of_mut(item).expect("an item");
        own.set(name, f64::from(id));
    }
    let unused = scene.clone();
    scene.presets = vec![Arc::new(Preset::steered(PresetId(1), "Guard", []))];
    let mut agent = Agent::at(AgentId(1), "Ann", PresetId(1), DVec2::ZERO);
    agent.properties.set("door", f64::from(wall.0));
    scene.agents = Arc::new(vec![agent]);
    merge(&mut scene, &map(&[]));
    let expected = [vec!["Side"], vec!["Post"], vec!["Door A"]];
    assert_eq!(names(&scene), expected);

    let mut scene = unused;
    merge(&mut scene, &map(&[]));
    assert_eq!(names(&scene), [vec![""; 0], vec![], vec![]]);
}

/// The reference of the post is removed in the map together with the point to which it leads.
#[test]
fn what_only_a_custom_property_of_the_former_map_used_is_deleted() {
    let refers = |to: &str| {
        let property = format!(
            r#"<properties><property name="watches" type="object" value="{to}"/></properties>"#
        );
        POST.replace("<point/>", &format!("{property}<point/>"))
    };
    for later in [POST.to_owned(), refers("0")] {
        let mut scene = Scene::default();
        merge(&mut scene, &map(&[&refers("6"), SPARE]));
        let post = &scene.markers[0];
        assert!(
            post.properties
                .get("watches")
                .is_some_and(|to| to.as_id().is_some())
        );
        merge(&mut scene, &map(&[&later]));
        assert_eq!(names(&scene)[1], ["Post"]);
    }
}

#[test]
fn what_only_the_former_map_used_is_deleted() {
    let mut scene = Scene::default();
    merge(&mut scene, &all(&[CORNER]));
    let corner = path(&scene, "Round").nodes[1].clone();
    assert_eq!((corner.actions().len(), corner.next().len()), (2, 1));
    // The map no longer says it, or it says it of what is gone.
    for more in [&[ROUND][..], &[ROUND, CORNER]] {
        let mut scene = scene.clone();
        let changes = merge(&mut scene, &map(more));
        assert_eq!(names(&scene), [vec!["Round"], vec![], vec![]]);
        assert!(path(&scene, "Round").nodes[1].script.is_none());
        assert_eq!((changes.gone.len(), changes.deleted.len()), (0, 7));
        let says_it = more.contains(&CORNER);
        for name in ["look", "set_wall", "next"] {
            let what = format!("the property {name:?} of node \"Corner\" (object/10)");
            let mut left_out = changes.left_out.iter();
            assert_eq!(left_out.any(|left| left.what == what), says_it, "{what}");
        }
    }
}

#[test]
fn paths_that_only_lead_to_each_other_are_deleted() {
    let mut scene = Scene::default();
    merge(&mut scene, &map(&[SIDE, DEAD_END]));
    let ways = [("Side", "Dead end"), ("Dead end", "Side")];
    for (from, to) in ways {
        let (from, to) = (path(&scene, from).id, next(path(&scene, to), 0));
        let node = &mut scene.path_mut(from).expect("a path").nodes[1];
        node.edit_script(|script| script.next = vec![to]);
    }
    merge(&mut scene, &map(&[]));
    assert_eq!(names(&scene)[0], [""; 0]);
}

#[test]
fn a_junction_loses_the_choice_of_a_node_that_is_gone() {
    let line = |points: &str| map(&[&SIDE.replace("0,0 0,32 0,64", points)]);
    let mut scene = Scene::default();
    merge(&mut scene, &line("0,0 0,32 0,64 0,96"));
    let side = path(&scene, "Side");
    let (second, third) = (next(side, 1), next(side, 2));
    let script = NodeScript {
        next: vec![second, third],
        choose: Choose::InTurn,
        not_back: true,
        ..NodeScript::default()
    };
    draw_path(&mut scene, script.clone());
    let lost = [
        "a choice of the junction at node 1 of path \"Mine\", because its node of path \"Side\" is gone",
    ];

    let changes = merge(&mut scene, &line("0,0 0,64 0,96"));
    assert_eq!(changes.deleted, lost);
    let left = NodeScript {
        next: vec![third],
        ..script
    };
    let node = &path(&scene, "Mine").nodes[0];
    assert_eq!(node.script.as_deref(), Some(&left));

    // Without its last choice, it is no junction.
    let changes = merge(&mut scene, &line("0,0 0,96"));
    assert_eq!(changes.deleted, lost);
    assert_eq!(path(&scene, "Mine").nodes[0].script, None);
}
