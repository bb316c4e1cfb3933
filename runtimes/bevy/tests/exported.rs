//! Exports for Bevy in an app without a window: the plugin loads them and moves their agents to the
//! bit of the recorded trace.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use bevy_app::prelude::*;
use bevy_asset::AssetPlugin;
use bevy_asset::prelude::*;
use bevy_ecs::name::Name;
use bevy_ecs::prelude::*;
use bevy_steerwright::{
    RunWorld, SteerwrightAgent, SteerwrightPicture, SteerwrightPlugin, SteerwrightRun,
};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use steerwright_export::{self as export, ExportTarget};
use steerwright_format::load_scene;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::editor::Picture;
use steerwright_runtime::scene::{Node, NodeId, PathId, PatrolPath, PictureId, Plane, Scene};

fn shipped(name: &str) -> Scene {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../presets/scenes");
    load_scene(&scenes.join(format!("{name}.scene.json")))
        .expect("a shipped scene")
        .value
}

/// Exports `scene` into `folder`; the name of its asset.
fn exported(scene: &Scene, options: &ExportOptions, folder: &Path) -> String {
    let files = export::export(scene, ExportTarget::Bevy, options).expect("an export");
    export::write_files(&files, folder).expect("written");
    files[0].name.clone()
}

/// Where the trace has the agents: by tick and id.
fn trace(scene: &Scene, options: &ExportOptions) -> BTreeMap<(u64, u32), [u64; 2]> {
    let file = export::export(
        scene,
        ExportTarget::Json,
        &ExportOptions {
            with_trace: Some(10.0),
            ..*options
        },
    )
    .expect("an export")
    .pop()
    .expect("a trace");
    let text = String::from_utf8(file.bytes).expect("text");
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |i: usize| fields[i].parse::<f64>().expect("a number");
        (
            (number(0) as u64, number(2) as u32),
            [number(3), number(4)].map(|x| (x + 0.0).to_bits()),
        )
    };
    text.lines().skip(1).map(row).collect()
}

/// An app that runs the asset, every frame a 60th of a second long.
struct Game {
    app: App,
    run: Entity,
}

impl Game {
    fn new(folder: &Path, asset: &str, more: impl Bundle) -> Self {
        let mut app = App::new();
        let file_path = folder.to_str().expect("a path").to_owned();
        app.add_plugins((
            TaskPoolPlugin::default(),
            TimePlugin,
            AssetPlugin {
                file_path,
                ..Default::default()
            },
            SteerwrightPlugin,
        ))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_nanos(
            16_666_667,
        )));
        app.finish();
        app.cleanup();
        let scene = app.world().resource::<AssetServer>().load(asset.to_owned());
        let run = app
            .world_mut()
            .spawn((SteerwrightRun::of(scene), more))
            .id();
        let mut game = Self { app, run };
        game.update_until("the scene", |game| {
            game.app.world().get::<RunWorld>(game.run).is_some()
        });
        game
    }

    fn update_until(&mut self, what: &str, ready: impl Fn(&mut Self) -> bool) {
        let begun = Instant::now();
        while !ready(self) {
            assert!(
                begun.elapsed() < Duration::from_secs(30),
                "{what} does not come"
            );
            std::thread::sleep(Duration::from_millis(2));
            self.app.update();
        }
    }

    fn world(&self) -> &steerwright_runtime::simulation::World {
        &self
            .app
            .world()
            .get::<RunWorld>(self.run)
            .expect("it runs")
            .0
    }

    fn agents(&mut self) -> Vec<(SteerwrightAgent, Transform, String)> {
        let mut shown = self
            .app
            .world_mut()
            .query::<(&SteerwrightAgent, &Transform, &Name)>();
        shown
            .iter(self.app.world())
            .map(|(agent, transform, name)| (*agent, *transform, name.to_string()))
            .collect()
    }
}

#[test]
fn pictures_are_entities_below_the_agents() {
    let mut scene = shipped("gate-patrol");
    let picture = Picture {
        position: DVec2::new(3.0, 2.0),
        rotation: 90.0,
        mirrored: true,
        opacity: 0.5,
        ..Picture::new(PictureId(1), "Yard", "art/yard.png", DVec2::new(4.0, 2.0))
    };
    scene.editor_mut().pictures = vec![picture];
    for (plane, place, right, up) in [
        (
            Plane::Xy,
            [4.0, 2.0, -0.01],
            [0.0, 1.0, 0.0],
            [-1.0, 0.0, 0.0],
        ),
        (
            Plane::Xz,
            [4.0, -0.01, -2.0],
            [0.0, 0.0, -1.0],
            [-1.0, 0.0, 0.0],
        ),
    ] {
        let options = ExportOptions {
            plane,
            scale: 2.0,
            origin: DVec2::new(1.0, 1.0),
            y_down: true,
            ..ExportOptions::default()
        };
        let folder = tempfile::tempdir().expect("a folder");
        let asset = exported(&scene, &options, folder.path());
        let mut game = Game::new(folder.path(), &asset, ());
        game.app.update();
        let world = game.app.world_mut();
        let mut shown = world.query::<(&SteerwrightPicture, &Transform, &Name)>();
        let (picture, transform, name) = shown.single(world).expect("one picture");
        assert_eq!(
            (picture.file.as_str(), name.as_str()),
            ("art/yard.png", "Yard")
        );
        assert_eq!(picture.size.to_array(), [8.0, 4.0]);
        assert!(picture.is_mirrored && picture.is_visible && picture.opacity == 0.5);
        let near = |found: [f32; 3], wanted: [f32; 3]| {
            let apart = found.iter().zip(wanted).map(|(a, b)| (a - b).abs());
            assert!(
                apart.fold(0.0, f32::max) < 1e-6,
                "{found:?}, not {wanted:?}"
            );
        };
        near(transform.translation.to_array(), place);
        near(transform.right().to_array(), right);
        near(transform.up().to_array(), up);
    }
}

#[test]
fn three_scenes_move_to_the_bit_of_their_traces_in_every_placement() {
    let placed = ExportOptions {
        plane: Plane::Xz,
        scale: 2.5,
        origin: DVec2::new(3.0, -2.0),
        ..ExportOptions::default()
    };
    for name in ["gate-patrol", "squad", "homing-walk"] {
        for options in [
            ExportOptions::default(),
            placed,
            ExportOptions {
                y_down: true,
                ..placed
            },
        ] {
            let (scene, folder) = (shipped(name), tempfile::tempdir().expect("a folder"));
            let asset = exported(&scene, &options, folder.path());
            // Y is up in Bevy.
            let trace = trace(
                &scene,
                &ExportOptions {
                    y_down: false,
                    ..options
                },
            );
            let mut game = Game::new(folder.path(), &asset, ());
            let mut compared = 0;
            while game.world().tick() < 590 {
                game.app.update();
                let (tick, alpha) = (game.world().tick(), game.world().interpolation_alpha());
                for (agent, transform, _) in game.agents() {
                    let here = [agent.position.x, agent.position.y].map(|x| (x + 0.0).to_bits());
                    assert_eq!(
                        trace[&(tick, agent.id.0)],
                        here,
                        "agent {} of {name} at tick {tick}",
                        agent.id
                    );
                    let view = game.world().agent(agent.id).expect("the agent");
                    let between = view.previous + (view.position - view.previous) * alpha;
                    let shown = match options.plane {
                        Plane::Xy => [
                            transform.translation.x,
                            transform.translation.y,
                            transform.translation.z,
                        ],
                        Plane::Xz => [
                            transform.translation.x,
                            -transform.translation.z,
                            transform.translation.y,
                        ],
                    };
                    assert_eq!(shown, [between.x as f32, between.y as f32, 0.0]);
                    compared += 1;
                }
            }
            assert!(compared > 550 * scene.agents.len(), "{compared}");
        }
    }
}

#[test]
fn hostile_names_empty_paths_and_ten_thousand_nodes_load() {
    let names = [
        "",
        "a \"b\" \\ 'c'\n\t\r",
        "पहरा",
        "哨兵",
        "🙂",
        "r#\"x\"# )],",
        "*/ <script> ]]> // /*",
        "\u{0}\u{7f}\u{2028}",
    ];
    let mut scene = shipped("gate-patrol");
    let template = scene.agents[0].clone();
    Arc::make_mut(&mut scene.agents).clear();
    for (i, name) in names.into_iter().chain(names).enumerate() {
        let id = steerwright_runtime::scene::AgentId(i as u32 + 1);
        Arc::make_mut(&mut scene.agents).push(steerwright_runtime::scene::Agent {
            id,
            name: name.into(),
            ..template.clone()
        });
        scene
            .paths
            .push(Arc::new(PatrolPath::new(PathId(100 + i as u32), name)));
    }
    scene.name = names[1].into();
    scene.notes = names.join("");
    let node = |i: u32| {
        Node::at(
            NodeId(i + 1),
            DVec2::new(f64::from(i % 100), f64::from(i / 100)),
        )
    };
    scene.paths.push(Arc::new(PatrolPath {
        nodes: (0..10_000).map(node).collect(),
        ..PatrolPath::new(PathId(200), "long")
    }));
    scene.paths.push(Arc::new(PatrolPath {
        nodes: vec![node(5)],
        ..PatrolPath::new(PathId(201), "one")
    }));
    Arc::make_mut(&mut scene.agents)[0].path = Some(PathId(200));
    Arc::make_mut(&mut scene.agents)[1].path = Some(PathId(201));
    Arc::make_mut(&mut scene.agents)[2].path = Some(PathId(100));

    let folder = tempfile::tempdir().expect("a folder");
    let asset = exported(&scene, &ExportOptions::default(), folder.path());
    let mut game = Game::new(folder.path(), &asset, ());
    (0..30).for_each(|_| game.app.update());
    assert_eq!(game.world().scene(), &scene);
    let mut shown: Vec<(u32, String)> = game
        .agents()
        .into_iter()
        .map(|(agent, _, name)| (agent.id.0, name))
        .collect();
    shown.sort();
    let wanted: Vec<(u32, String)> = scene
        .agents
        .iter()
        .map(|agent| (agent.id.0, agent.name.clone()))
        .collect();
    assert_eq!(shown, wanted);
    assert_eq!(
        exported(&Scene::default(), &ExportOptions::default(), folder.path()),
        "Untitled.steer.ron"
    );
    assert_eq!(
        Game::new(folder.path(), "Untitled.steer.ron", ()).agents(),
        []
    );
}

/// With the feature `hot_reload`: an export over the old file changes the running game, and with
/// another placement it starts again.
#[cfg(feature = "hot_reload")]
#[test]
fn an_export_over_the_old_one_changes_the_run_as_apply_scene_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut scene = shipped("gate-patrol");
    let asset = exported(&scene, &ExportOptions::default(), folder.path());
    let mut game = Game::new(folder.path(), &asset, ());
    (0..60).for_each(|_| game.app.update());
    let ticks_before = game.world().tick();
    for edit in 0..100 {
        scene
            .paths
            .iter_mut()
            .for_each(|path| Arc::make_mut(path).nodes[1].position.x += 0.03125);
        scene.notes = format!("edit {edit}");
        exported(&scene, &ExportOptions::default(), folder.path());
        game.app.update();
        let assets = game.app.world().resource::<AssetServer>();
        let handle = &game
            .app
            .world()
            .get::<SteerwrightRun>(game.run)
            .expect("the run")
            .scene;
        assert!(
            !assets.get_load_state(handle).expect("a state").is_failed(),
            "edit {edit} is half a file"
        );
    }
    game.update_until("the last edit", |game| {
        game.world().scene().notes == "edit 99"
    });
    assert_eq!(game.world().scene(), &scene);
    let moved = game
        .world()
        .agent(scene.agents[0].id)
        .expect("the agent")
        .position;
    assert!(
        game.world().tick() > ticks_before + 100 && moved != scene.agents[0].position,
        "the run continues"
    );

    exported(
        &scene,
        &ExportOptions {
            scale: 10.0,
            plane: Plane::Xz,
            ..ExportOptions::default()
        },
        folder.path(),
    );
    game.update_until("the other placement", |game| {
        game.world().scene().agents[0].position.x == scene.agents[0].position.x * 10.0
    });
    let start = DVec2::new(scene.agents[0].position.x, scene.agents[0].position.y) * 10.0;
    assert!(
        (game
            .world()
            .agent(scene.agents[0].id)
            .expect("the agent")
            .position
            - start)
            .length()
            < 5.0,
        "every agent has started again"
    );
    assert!(
        game.agents()
            .iter()
            .all(|(_, transform, _)| transform.translation.y == 0.0),
        "on the ground"
    );
}

/// With the feature `link`: the game shows what the editor publishes, placed as its asset is.
#[cfg(feature = "link")]
#[test]
fn a_linked_run_takes_over_every_edit() {
    use bevy_steerwright::LiveLink;
    use steerwright_link::{LinkState, Server, Token};
    let folder = tempfile::tempdir().expect("a folder");
    let mut scene = shipped("gate-patrol");
    let options = ExportOptions {
        scale: 4.0,
        origin: DVec2::new(1.0, 1.0),
        y_down: true,
        ..ExportOptions::default()
    };
    let asset = exported(&scene, &options, folder.path());
    let server = Server::start(0, Token::random().expect("a token")).expect("a server");
    let link = LiveLink::new(Some(&server.address().to_string()), "Bevy game");
    let mut game = Game::new(folder.path(), &asset, link);
    // Long enough for the guard to leave the node where it starts.
    (0..240).for_each(|_| game.app.update());
    let agent = scene.agents[0].id;
    let first_tick = game.world().tick();
    let first = game.world().agent(agent).expect("the agent").position;
    for edit in 0..20 {
        scene
            .paths
            .iter_mut()
            .for_each(|path| Arc::make_mut(path).nodes[1].position.x += 0.25);
        scene.name = format!("edit {edit}");
        server.publish(&scene);
        game.update_until("the edit", |game| game.world().scene().name == scene.name);
    }
    let link = game
        .app
        .world()
        .get::<LiveLink>(game.run)
        .expect("the link");
    assert_eq!(
        (link.state(), link.problem().as_str()),
        (LinkState::Linked, "")
    );
    assert_eq!(server.clients()[0].name, "Bevy game");
    let node = &game.world().scene().paths[0].nodes[1];
    let (x, y) = (
        (scene.paths[0].nodes[1].position.x - 1.0) * 4.0,
        (scene.paths[0].nodes[1].position.y - 1.0) * 4.0,
    );
    assert_eq!(
        (node.position.x, node.position.y),
        (x, y),
        "in the units of the asset"
    );
    let now = game.world().agent(agent).expect("the agent").position;
    // How many frames pass until an edit arrives depends on the machine.
    let seconds = (game.world().tick() - first_tick) as f64 * game.world().dt();
    let max_speed = game.world().scene().presets[0].body.max_speed;
    assert!(game.world().tick() > first_tick, "the run does not restart");
    assert!(
        (now - first).length() <= max_speed * seconds + 1e-6 && now != first,
        "the agent moves on from where it was: {first} to {now} in {seconds} s"
    );
    drop(server);
    game.update_until("the end of the link", |game| {
        game.app
            .world()
            .get::<LiveLink>(game.run)
            .is_some_and(|link| link.state() == LinkState::Lost)
    });
}
