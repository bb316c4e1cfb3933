//! A scene with every field of every type, unchanged or with one error.

use crate::full_guard::{full_rules, full_script, full_search, full_states};
use serde_json::Value;
use std::sync::Arc;
use steerwright_format::{read_scene, write_scene};
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::editor::{
    Area, AreaRequirement, Becomes, EditorData, Expectation, Gait, GaitSpeeds, Group, ImportedItem,
    Movement, OutlinerProps, Picture, RememberedExport, RememberedImport, Track, TrackInput,
    WatchedIf,
};
use steerwright_runtime::scene::{
    Agent, AgentId, Alert, AreaId, Behavior, CellMap, Color, Contact, ContactId, Despawn,
    ExportOptions, GroupId, Hearing, Marker, MarkerId, MarkerKind, Motion, Node, NodeId, PathId,
    PatrolPath, PictureId, Plane, Preset, PresetId, Scatter, Scene, SpawnEdge, SpawnPlace,
    SpawnWhen, Spawner, SpawnerId, StateId, Steered, Target, TrackId, Wall, WallId,
    WeightedBehavior,
};
use steerwright_runtime::steering::facing::{Facing, Toward};
use steerwright_runtime::steering::{
    BlendMode, Body, Flee, Goal, GridChase, HomingWalk, Idle, Noise, Pursue, RouteMode, follow_path,
};

/// A spawner with every field.
fn full_spawner() -> Spawner {
    Spawner {
        id: SpawnerId(1),
        name: "Burrow".into(),
        preset: PresetId(2),
        place: SpawnPlace::Edge(SpawnEdge {
            from: DVec2::new(-9.0, -5.0),
            to: DVec2::new(9.0, 5.0),
        }),
        scatter: Some(Scatter {
            min: 0.25,
            max: 1.5,
        }),
        when: SpawnWhen::Trigger("night".into()),
        delay: 0.5,
        every: Some(2.5),
        jitter: 0.75,
        count: 2,
        times: Some(10),
        max_alive: Some(8),
        lifetime: Some(20.0),
        path: Some(PathId(3)),
        target: Some(Target::Marker(MarkerId(1))),
        danger: Some(Target::Agent(AgentId(2))),
        leader: Some(AgentId(2)),
        team: Some("Wolves".into()),
    }
}

/// A contact rule with every field.
fn full_contact() -> Contact {
    Contact {
        id: ContactId(1),
        name: "Bite".into(),
        first: PresetId(1),
        second: PresetId(2),
        distance: Some(0.75),
        margin: 0.25,
        despawn: Despawn::Second,
    }
}

/// A scene with every field of every type.
pub fn full_scene() -> Scene {
    let mut behaviors: Vec<WeightedBehavior> = Behavior::all().map(Into::into).into();
    for weighted in &mut behaviors {
        if weighted.behavior.has_route() {
            weighted.route = RouteMode::AroundWalls;
        }
        match &mut weighted.behavior {
            Behavior::Flee(flee) => {
                *flee = Flee {
                    panic_distance: Some(4.0),
                }
            }
            Behavior::Pursue(p) | Behavior::Evade(p) => {
                *p = Pursue {
                    max_prediction: Some(1.5),
                }
            }
            Behavior::Arrive(arrive) => {
                weighted.goal = Goal::LastSeenAhead { ahead: 0.75 };
                arrive.time_to_target = Some(0.25);
            }
            Behavior::Leave(leave) => leave.time_to_target = Some(0.5),
            Behavior::FollowPath(follow) => {
                follow.start = follow_path::Start::Node(1);
                follow.time_to_target = Some(0.75);
                follow.resume = follow_path::Resume::Nearest;
            }
            Behavior::HomingWalk(walk) => {
                *walk = HomingWalk {
                    smooth: true,
                    step_jitter: 0.25,
                    repick_interval: 1.5,
                    ..*walk
                }
            }
            Behavior::Search(search) => {
                weighted.goal = Goal::LastNoise;
                *search = full_search();
            }
            _ => {}
        }
    }
    let walker = Preset {
        id: PresetId(1),
        name: "Walker \"quoted\" \\ ü 角 🦊".into(),
        description: "Two\nlines.".into(),
        properties: Default::default(),
        color: Color([1, 2, 255]),
        body: Body {
            idle: Idle::Coast,
            noise: Some(Noise {
                speed: 1.5,
                radius: 7.0,
            }),
            ..Body::default()
        },
        facing: Some(Facing {
            toward: Toward::Target,
            turn_rate: Some(135.0),
        }),
        sight: Some(Sight {
            near: 0.5,
            fov_deg: 120.0,
            notice_ticks: 6,
            forget_ticks: 30,
            ..Sight::default()
        }),
        motion: Motion::Steered(Steered {
            blend_mode: BlendMode::Priority,
            behaviors,
        }),
        watches: vec!["Wolves".into(), "Bears".into()],
        hearing: Some(Hearing {
            scale: 1.25,
            muffle: 0.25,
        }),
        alert: Some(Alert {
            rise_near: 3.0,
            rise_far: 0.75,
            fall: 0.5,
            noise_rise: 0.2,
        }),
        state: full_rules(StateId(1)),
        states: full_states(),
    };
    let hunter = Preset {
        id: PresetId(2),
        motion: Motion::GridChase(GridChase::default()),
        ..Preset::steered(PresetId(2), "Hunter", [])
    };
    let mut path = PatrolPath::new(PathId(3), "Path");
    path.color = Some(Color([240, 160, 48]));
    path.traversal = follow_path::Traversal::Loop;
    path.shape = follow_path::Shape::CatmullRom;
    path.nodes = vec![
        Node {
            id: NodeId(1),
            position: DVec2::new(1.0, -2.0),
            radius: Some(0.5),
            wait: 2.0,
            speed: Some(1.0),
            script: Some(full_script().into()),
            properties: Default::default(),
        },
        Node {
            id: NodeId(2),
            position: DVec2::new(5.5, 0.25),
            radius: None,
            wait: 0.0,
            speed: None,
            script: None,
            properties: Default::default(),
        },
    ];
    let mut markers = vec![
        Marker::at(
            MarkerId(1),
            "Goal",
            MarkerKind::Target,
            DVec2::new(3.0, 4.0),
        ),
        Marker::at(
            MarkerId(2),
            "Fire",
            MarkerKind::Danger,
            DVec2::new(-3.0, 4.5),
        ),
    ];
    markers[0].color = Some(Color([0x12, 0x34, 0x56]));
    let first = Agent {
        id: AgentId(1),
        name: "First".into(),
        preset: PresetId(1),
        position: DVec2::new(1.0, 2.0),
        velocity: DVec2::new(0.5, -0.5),
        heading: Some(DVec2::new(0.6, -0.8)),
        path: Some(PathId(3)),
        target: Some(Target::Marker(MarkerId(1))),
        danger: Some(Target::Agent(AgentId(2))),
        leader: Some(AgentId(2)),
        scatter: Some(Scatter { min: 0.5, max: 2.5 }),
        team: Some("Guards \"ü\"".into()),
        properties: Default::default(),
    };
    let mut second = Agent::at(AgentId(2), "Second", PresetId(2), Default::default());
    second.target = Some(Target::Pointer);
    Scene {
        name: "Full".into(),
        notes: "Everything.".into(),
        unit: "m".into(),
        seed: 42,
        ticks_per_second: 50.0,
        pointer: DVec2::new(1.5, -1.5),
        declared_properties: Default::default(),
        presets: vec![walker.into(), hunter.into()],
        paths: vec![path.into()],
        markers: markers.into(),
        agents: vec![first, second].into(),
        walls: vec![full_wall().into()],
        skin: 2e-6,
        touch_margin: 0.1,
        repath_distance: 1.5,
        route_tolerance: 0.2,
        spawners: vec![full_spawner().into()],
        contacts: vec![full_contact().into()],
        cells: CellMap {
            size: 2.0,
            blocked: vec![Cell::new(0, 1), Cell::new(-3, 4)],
        }
        .into(),
        editor: full_editor_data().into(),
        nets: None,
    }
}

fn full_wall() -> Wall {
    let points = [
        DVec2::new(20.0, 20.0),
        DVec2::new(24.0, 20.0),
        DVec2::new(22.0, 25.0),
    ];
    Wall {
        color: Some(Color([9, 8, 7])),
        closed: true,
        blocks_sight: false,
        open: Some(false),
        ..Wall::through(WallId(4), "Gate", points)
    }
}

/// Tracks with each kind of input and expectation, one of an agent that does not exist.
fn full_tracks() -> Vec<Arc<Track>> {
    let input = |ticks, movement, gait| TrackInput {
        ticks,
        movement,
        gait,
    };
    let over_the_wall = Track {
        id: TrackId(2),
        name: "Over the \"wall\"".into(),
        agent: AgentId(1),
        start_tick: 30,
        ticks_per_second: 60.0,
        from: DVec2::new(1.5, -2.0),
        speeds: GaitSpeeds {
            sneak: 0.75,
            walk: 1.5,
            run: 3.0,
        },
        muted: true,
        with: vec![TrackId(7)],
        inputs: vec![
            input(12, Movement::Direction { x: 1, y: -1 }, Gait::Run),
            input(3, Movement::Toward { x: 2.25, y: -1.5 }, Gait::Sneak),
            input(60, Movement::Stand, Gait::Walk),
        ],
        expectations: vec![
            Expectation::EndsNear {
                x: 2.5,
                y: -1.5,
                within: 0.5,
            },
            Expectation::Reaches {
                marker: MarkerId(1),
                within: 1.5,
                before: Some(1.25),
            },
            Expectation::SeenAt {
                seconds: 1.0,
                tolerance: 0.25,
                by: Some(AgentId(2)),
            },
            Expectation::NeverSeen,
        ],
    };
    let of_none = Track {
        id: TrackId(1),
        name: String::new(),
        agent: AgentId(40),
        start_tick: 0,
        muted: false,
        with: vec![],
        expectations: vec![],
        ..over_the_wall.clone()
    };
    vec![over_the_wall.into(), of_none.into()]
}

/// A group in a group, an item of each kind with outliner properties, pictures, areas, and a
/// remembered export.
fn full_editor_data() -> EditorData {
    let mut editor = EditorData::default();
    editor.variants = [(PresetId(2), PresetId(1))].into();
    editor.groups = vec![
        Group {
            id: GroupId(1),
            name: "Night".into(),
            parent: Some(GroupId(2)),
            hidden: true,
            locked: true,
            color: Some(Color([0x33, 0x66, 0x99])),
        },
        Group {
            id: GroupId(2),
            name: "Yard".into(),
            parent: None,
            hidden: false,
            locked: false,
            color: None,
        },
    ];
    let all = OutlinerProps {
        group: Some(GroupId(1)),
        hidden: true,
        locked: true,
    };
    let grouped = OutlinerProps {
        group: Some(GroupId(1)),
        ..OutlinerProps::default()
    };
    let locked = OutlinerProps {
        locked: true,
        ..OutlinerProps::default()
    };
    editor.set_props(PathId(3), all);
    editor.set_props(MarkerId(1), grouped);
    editor.set_props(AgentId(1), locked);
    editor.set_props(PictureId(2), locked);
    editor.set_props(SpawnerId(1), grouped);
    editor.pictures = vec![
        Picture {
            position: DVec2::new(3.0, -1.5),
            rotation: 12.5,
            mirrored: true,
            opacity: 0.6,
            ..Picture::new(
                PictureId(2),
                "Yard",
                "art/yard \"2\".png",
                DVec2::new(24.0, 13.5),
            )
        },
        Picture::new(PictureId(1), "Plan", "../plan.svg", DVec2::new(8.0, 8.0)),
    ];
    editor.set_props(AreaId(2), locked);
    let corners = [(4.0, 1.0), (6.5, 1.0), (6.5, 3.25)].map(|(x, y)| DVec2::new(x, y));
    editor.areas = vec![
        Area::through(
            AreaId(2),
            "Gate \"A\"",
            AreaRequirement::NoGapOver(8.5),
            corners,
        ),
        Area {
            watched_if: WatchedIf::Every,
            ..Area::through(
                AreaId(1),
                "Vault",
                AreaRequirement::WatchedAtLeast(62.5),
                [],
            )
        },
    ];
    editor.tracks = full_tracks();
    editor.exports = vec![RememberedExport {
        to: "json".into(),
        folder: "../game".into(),
        on_save: true,
        options: ExportOptions {
            y_down: true,
            plane: Plane::Xz,
            scale: 32.0,
            origin: DVec2::new(1.0, -2.0),
            with_trace: Some(5.0),
        },
    }];
    let imported = |source: &str| ImportedItem {
        source: source.into(),
        name: "Hedge".into(),
        places: "0123456789abcdef".into(),
        at_nodes: "fedcba9876543210".into(),
        property_values: [("locked", true)].into_iter().collect(),
        node_property_values: [(NodeId(1), [("mood", "calm")].into_iter().collect())].into(),
    };
    editor.imports = vec![RememberedImport {
        pixels_per_unit: 32.0,
        at: DVec2::new(1.0, -2.0),
        becomes: [("object/7".to_owned(), Becomes::Wall)].into(),
        walls: [(WallId(4), imported("object/7"))].into(),
        paths: [(PathId(3), imported("object/8"))].into(),
        markers: [(MarkerId(1), imported("object/9"))].into(),
        agents: [(AgentId(1), imported("object/10"))].into(),
        cells: [("layer/1".to_owned(), vec![Cell::new(1, -2)])].into(),
        deleted: ["object/11".to_owned()].into(),
        ..RememberedImport::new("../maps/yard.tmx")
    }];
    editor
}

/// `scene` as an import restores it: exported files name no files and folders of the author.
pub fn without_file_references(scene: &Scene) -> Scene {
    let mut scene = scene.clone();
    scene.editor_mut().remove_file_references();
    scene
}

/// The text of the full scene.
pub fn text_of_full_scene() -> String {
    write_scene(&full_scene()).expect("a valid scene")
}

/// The text of the full scene with `wrong` as the value at `pointer`.
pub fn with(pointer: &str, wrong: Value) -> String {
    let mut file: Value = serde_json::from_str(&text_of_full_scene()).expect("JSON");
    *file
        .pointer_mut(pointer)
        .unwrap_or_else(|| panic!("nothing at {pointer}")) = wrong;
    file.to_string()
}

/// The text of the full scene without the field `key` of the object at `parent`.
pub fn without(parent: &str, key: &str) -> String {
    let mut file: Value = serde_json::from_str(&text_of_full_scene()).expect("JSON");
    let object = file
        .pointer_mut(parent)
        .and_then(Value::as_object_mut)
        .expect("an object");
    object.remove(key).unwrap_or_else(|| panic!("no {key}"));
    file.to_string()
}

/// The error message for a scene file with this text.
///
/// # Panics
/// If the scene is valid.
pub fn error_of(text: &str) -> String {
    read_scene(text)
        .map(|_| ())
        .expect_err("an error")
        .to_string()
}

/// Whether the message starts with a place: `12:5: ...` or `/json/pointer: ...`.
pub fn names_a_place(message: &str) -> bool {
    let Some((place, rest)) = message.split_once(": ") else {
        return false;
    };
    let is_position = |place: &str| {
        let n: Option<Vec<usize>> = place.split(':').map(|n| n.parse().ok()).collect();
        n.is_some_and(|n| n.len() == 2 && n.iter().all(|&n| n > 0))
    };
    !rest.is_empty() && (place.starts_with('/') || is_position(place))
}
