//! Editing a scene during playback: no jumps, reproducible runs, and scrubbing.

use std::sync::Arc;
use steerwright_analysis::{Recording, Run};
use steerwright_authoring::playback::{Repeat, SPEEDS};
use steerwright_authoring::sample;
use steerwright_authoring::transform;
use steerwright_authoring::transform::Transform;
use steerwright_authoring::{Item, Playback, Selection, edit};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Motion, Node, NodeId, PathId, PatrolPath, Preset, PresetId, Scatter,
    Scene, Target,
};
use steerwright_runtime::steering::{Arrive, Body, FollowLeader, FollowPath};

const GUARD: AgentId = AgentId(1);
const FOLLOWER: AgentId = AgentId(2);
const SEEKER: AgentId = AgentId(3);
const PATH: PathId = PathId(1);

/// A guard on a path, an agent that follows it from a random start, and one that follows the
/// pointer.
fn scene() -> Scene {
    let mut path = PatrolPath::new(PATH, "Path");
    path.nodes = [(0.0, 0.0), (8.0, 0.0), (8.0, 6.0)]
        .iter()
        .enumerate()
        .map(|(i, &(x, y))| Node::at(NodeId(i as u32 + 1), DVec2::new(x, y)))
        .collect();
    let body = Body {
        max_speed: 4.0,
        max_force: 20.0,
        ..Body::default()
    };
    let preset = |id, name: &str, behavior: Behavior| {
        let mut preset = Preset::steered(PresetId(id), name, [behavior]);
        preset.body = body;
        Arc::new(preset)
    };
    Scene {
        presets: vec![
            preset(1, "Guard", Behavior::FollowPath(FollowPath::default())),
            preset(
                2,
                "Follower",
                Behavior::FollowLeader(FollowLeader::default()),
            ),
            preset(3, "Seeker", Behavior::Arrive(Arrive::default())),
        ],
        paths: vec![Arc::new(path)],
        agents: Arc::new(vec![
            Agent {
                path: Some(PATH),
                ..Agent::at(GUARD, "Guard", PresetId(1), DVec2::ZERO)
            },
            Agent {
                leader: Some(GUARD),
                scatter: Some(Scatter { min: 1.0, max: 3.0 }),
                ..Agent::at(FOLLOWER, "Follower", PresetId(2), DVec2::new(-3.0, 0.0))
            },
            Agent {
                target: Some(Target::Pointer),
                ..Agent::at(SEEKER, "Seeker", PresetId(3), DVec2::new(0.0, -5.0))
            },
        ]),
        ..Scene::default()
    }
}

fn ticks(playback: &mut Playback, count: u32) {
    for _ in 0..count {
        playback.play();
        playback.advance(playback.recording().dt() / playback.speed() * 1.000_001);
    }
}

/// A playing run of `scene` after `count` ticks.
fn playing(scene: &Scene, count: u32) -> Playback {
    let mut playback = Playback::new(scene);
    playback.play();
    ticks(&mut playback, count);
    assert_eq!(playback.tick(), u64::from(count));
    playback
}

fn paused(scene: &Scene, count: u32) -> Playback {
    let mut playback = playing(scene, count);
    playback.pause();
    playback
}

fn assert_same_bits(a: &Recording, b: &Recording) {
    assert_eq!(
        (a.first_tick(), a.last_tick()),
        (b.first_tick(), b.last_tick())
    );
    for tick in a.first_tick()..=a.last_tick() {
        let bits = |recording: &Recording| -> Vec<[u64; 4]> {
            let samples = recording.at(tick).iter();
            samples
                .map(|s| [s.position.x, s.position.y, s.velocity.x, s.velocity.y].map(f64::to_bits))
                .collect()
        };
        assert_eq!(bits(a), bits(b), "at tick {tick}");
    }
    assert_eq!(a.events(), b.events());
}

fn fresh(scene: &Scene, count: u64) -> Run {
    let mut run = Run::new(scene);
    (0..count).for_each(|_| run.step());
    run
}

fn set_max_speed(scene: &mut Scene, preset: u32, speed: f64) {
    scene.preset_mut(PresetId(preset)).unwrap().body.max_speed = speed;
}

#[test]
fn an_edit_while_playing_takes_effect_without_a_jump() {
    let mut scene = scene();
    let mut playback = playing(&scene, 90);
    let before = playback.positions();
    set_max_speed(&mut scene, 1, 1.5);
    transform::apply(
        &mut scene,
        &Selection::of([Item::Node(PATH, NodeId(3))]),
        &Transform::Move(DVec2::new(5.0, 5.0)),
    );
    playback.apply_scene(&scene, true);
    assert_eq!(
        playback.positions(),
        before,
        "the edit itself moves no agent"
    );
    assert!(playback.is_playing());
    ticks(&mut playback, 1);
    let dt = playback.recording().dt();
    for ((id, was), (_, is)) in before.iter().zip(playback.positions()) {
        assert!((is - *was).length() <= 4.0 * dt + 1e-12, "{id} jumped");
    }
    ticks(&mut playback, 60);
    let speed = playback
        .recording()
        .sample(playback.tick(), GUARD)
        .unwrap()
        .speed();
    assert!(speed <= 1.5 + 1e-9, "{speed}");
    assert!(playback.ghost().is_none(), "a playing run leaves no ghost");
}

#[test]
fn an_agent_moved_while_playing_continues_from_its_new_position() {
    let mut scene = scene();
    let mut playback = playing(&scene, 90);
    let before = playback.positions();
    scene.agent_mut(GUARD).unwrap().position.x = 20.0;
    playback.apply_scene(&scene, false);
    ticks(&mut playback, 1);
    let after = playback.positions();
    assert!((after[0].1 - DVec2::new(20.0, 0.0)).length() < 4.0 / 60.0 + 1e-12);
    assert!(
        (after[2].1 - before[2].1).length() < 4.0 / 60.0 + 1e-12,
        "the others continue"
    );
}

#[test]
fn an_edit_while_paused_resimulates_and_keeps_a_ghost() {
    let mut scene = scene();
    let mut playback = paused(&scene, 240);
    let old = playback.recording().clone();
    set_max_speed(&mut scene, 1, 2.0);
    playback.apply_scene(&scene, false);
    assert_eq!(playback.tick(), 240);
    assert!(!playback.is_playing());
    assert_same_bits(playback.recording(), fresh(&scene, 240).recording());
    assert_same_bits(playback.ghost().unwrap(), &old);
    // The ghost stays the run before the first edit, so that slider values can be compared with it.
    set_max_speed(&mut scene, 1, 3.0);
    playback.apply_scene(&scene, false);
    assert_same_bits(playback.ghost().unwrap(), &old);
    playback.clear_ghost();
    assert!(playback.ghost().is_none());
}

#[test]
fn an_edit_at_the_start_keeps_no_ghost() {
    let mut scene = scene();
    let mut playback = Playback::new(&scene);
    set_max_speed(&mut scene, 1, 2.0);
    playback.apply_scene(&scene, false);
    assert!(playback.ghost().is_none());
    playback.play();
    ticks(&mut playback, 60);
    assert_same_bits(playback.recording(), fresh(&scene, 60).recording());
}

#[test]
fn undoing_an_edit_restores_the_run() {
    let before = scene();
    let mut after = before.clone();
    set_max_speed(&mut after, 1, 2.0);
    let mut playback = paused(&before, 200);
    playback.apply_scene(&after, false);
    playback.apply_scene(&before, false);
    assert_same_bits(playback.recording(), playback.ghost().unwrap());
}

#[test]
fn a_long_run_is_resimulated_only_after_the_drag() {
    let scene = scene();
    let mut edited = scene.clone();
    set_max_speed(&mut edited, 1, 2.0);
    let mut playback = Playback::new(&scene);
    for _ in 0..21_000 {
        playback.step_forward();
    }
    let old = playback.positions();
    playback.apply_scene(&edited, true);
    assert_eq!(
        playback.positions(),
        old,
        "too long to resimulate within a frame"
    );
    playback.apply_scene(&edited, false);
    assert_same_bits(playback.recording(), fresh(&edited, 21_000).recording());
}

/// Playing during such a drag applies the scene once, not in every frame.
#[test]
fn playing_during_a_drag_applies_the_scene_once() {
    let scene = scene();
    let mut edited = scene.clone();
    set_max_speed(&mut edited, 1, 2.0);
    let mut playback = Playback::new(&scene);
    for _ in 0..21_000 {
        playback.step_forward();
    }
    playback.apply_scene(&edited, true);
    playback.play();
    playback.apply_scene(&edited, false);
    ticks(&mut playback, 30);
    playback.pause();
    let here = playback.positions();
    playback.apply_scene(&edited, false);
    assert_eq!(playback.positions(), here, "stopping it changes nothing");
    assert!(
        playback
            .recording()
            .sample(playback.tick(), GUARD)
            .unwrap()
            .speed()
            <= 2.0 + 1e-9
    );
}

#[test]
fn scrubbing_shows_the_past_and_playing_discards_what_followed() {
    let scene = scene();
    let mut playback = paused(&scene, 300);
    let at_100: Vec<_> = playback
        .recording()
        .at(100)
        .iter()
        .map(|s| (s.agent, s.position))
        .collect();
    playback.seek(100);
    assert_eq!(
        (playback.tick(), playback.positions()),
        (100, at_100.clone())
    );
    assert_eq!(
        playback.recording().last_tick(),
        300,
        "looking back drops nothing"
    );
    playback.play();
    assert_eq!((playback.tick(), playback.positions()), (100, at_100));
    assert_eq!(playback.recording().last_tick(), 100);
    ticks(&mut playback, 200);
    assert_same_bits(playback.recording(), fresh(&scene, 300).recording());
}

#[test]
fn seeking_stays_within_the_recording_and_pauses() {
    let mut playback = playing(&scene(), 50);
    playback.seek(10_000);
    assert_eq!(playback.tick(), 50);
    assert!(!playback.is_playing());
    assert_eq!(playback.time(), 50.0 * playback.recording().dt());
    playback.seek(0);
    assert_eq!(playback.tick(), 0);
    playback.step_back();
    assert_eq!(playback.tick(), 0);
}

#[test]
fn steps_move_through_the_recording_and_extend_it() {
    let scene = scene();
    let mut playback = paused(&scene, 20);
    playback.step_back();
    playback.step_back();
    assert_eq!(playback.tick(), 18);
    for tick in 19..=23 {
        playback.step_forward();
        assert_eq!(playback.tick(), tick);
    }
    assert_same_bits(playback.recording(), fresh(&scene, 23).recording());
}

#[test]
fn a_restart_gives_an_identical_run() {
    let scene = sample::scenes()
        .into_iter()
        .find(|(file, _)| file.starts_with("homing"))
        .unwrap()
        .1;
    let mut playback = playing(&scene, 300);
    let first = playback.recording().clone();
    playback.restart();
    assert_eq!(playback.tick(), 0);
    assert!(playback.is_playing());
    ticks(&mut playback, 300);
    assert_same_bits(playback.recording(), &first);
}

#[test]
fn a_different_seed_gives_a_different_run() {
    let mut scene = scene();
    let playback = paused(&scene, 60);
    scene.seed += 1;
    let other = paused(&scene, 60);
    assert_ne!(
        playback.recording().sample(0, FOLLOWER),
        other.recording().sample(0, FOLLOWER)
    );
}

#[test]
fn pointer_movement_is_recorded_and_replayed() {
    let mut scene = scene();
    let mut playback = playing(&scene, 30);
    playback.set_pointer(DVec2::new(30.0, -5.0));
    ticks(&mut playback, 60);
    playback.set_pointer(DVec2::new(-30.0, -5.0));
    ticks(&mut playback, 60);
    let seeker =
        |playback: &Playback, tick| playback.recording().sample(tick, SEEKER).unwrap().position;
    assert!(seeker(&playback, 90).x > seeker(&playback, 30).x + 1.0);
    playback.pause();
    let old = playback.recording().clone();
    // An edit that does not concern the seeker: it moves the same way with the same pointer.
    set_max_speed(&mut scene, 1, 2.0);
    playback.apply_scene(&scene, false);
    for tick in 0..=150 {
        assert_eq!(
            seeker(&playback, tick),
            old.sample(tick, SEEKER).unwrap().position,
            "at tick {tick}"
        );
    }
}

#[test]
fn deleting_anything_while_playing_keeps_the_rest_running() {
    let everything = |scene: &Scene| -> Vec<Item> {
        let paths = scene.paths.iter().map(|path| Item::Path(path.id));
        let nodes = scene
            .paths
            .iter()
            .flat_map(|path| path.nodes.iter().map(|node| Item::Node(path.id, node.id)));
        let agents = scene.agents.iter().map(|agent| Item::Agent(agent.id));
        let markers = scene.markers.iter().map(|marker| Item::Marker(marker.id));
        paths.chain(nodes).chain(agents).chain(markers).collect()
    };
    for scene in
        std::iter::once(scene()).chain(sample::scenes().into_iter().map(|(_, scene)| scene))
    {
        let mut scene = scene;
        let mut playback = playing(&scene, 40);
        for item in everything(&scene).into_iter().take(60) {
            edit::delete(&mut scene, &[item]);
            playback.apply_scene(&scene, false);
            ticks(&mut playback, 3);
            assert!(
                playback.positions().iter().all(|(_, p)| p.is_finite()),
                "{item:?} of {}",
                scene.name
            );
        }
        playback.pause();
        playback.apply_scene(&Scene::default(), false);
        assert!(playback.positions().is_empty());
    }
}

#[test]
fn a_preset_can_change_its_motion_while_playing() {
    let mut scene = scene();
    let mut playback = playing(&scene, 40);
    for motion in [
        Motion::GridChase(Default::default()),
        Motion::default(),
        Motion::GridChase(Default::default()),
    ] {
        scene.preset_mut(PresetId(1)).unwrap().motion = motion;
        playback.apply_scene(&scene, false);
        ticks(&mut playback, 5);
    }
    assert!(playback.positions().iter().all(|(_, p)| p.is_finite()));
}

#[test]
fn the_speed_is_clamped_and_scales_time() {
    let mut playback = Playback::new(&scene());
    for (wanted, got) in [
        (100.0, SPEEDS.1),
        (0.0, SPEEDS.0),
        (-3.0, SPEEDS.0),
        (2.0, 2.0),
        (f64::NAN, 2.0),
        (f64::INFINITY, 2.0),
    ] {
        playback.set_speed(wanted);
        assert_eq!(playback.speed(), got, "{wanted}");
    }
    playback.play();
    playback.advance(0.5 + 1e-9);
    assert_eq!(playback.tick(), 60);
}

#[test]
fn time_does_not_advance_while_paused() {
    let mut playback = Playback::new(&scene());
    assert!(!playback.advance(1.0));
    assert_eq!(playback.tick(), 0);
    playback.play();
    assert!(!playback.advance(-1.0) && !playback.advance(f64::NAN));
    assert_eq!(playback.tick(), 0);
}

#[test]
fn a_kept_ghost_survives_a_restart() {
    let scene = scene();
    let mut playback = playing(&scene, 30);
    playback.keep_ghost();
    playback.restart();
    assert_eq!(playback.ghost().unwrap().last_tick(), 30);
}

/// A scene in which one agent walks 4 u to the pointer and stops there.
fn arrival() -> Scene {
    let mut scene = scene();
    scene.agents = Arc::new(vec![Agent {
        target: Some(Target::Pointer),
        ..Agent::at(SEEKER, "Seeker", PresetId(3), DVec2::new(-4.0, 0.0))
    }]);
    scene
}

#[test]
fn a_repeated_stretch_starts_again_at_its_end() {
    let mut playback = Playback::new(&arrival());
    playback.play();
    playback.set_repeat(Repeat::Run { until: 30 });
    let mut ticks_seen = Vec::new();
    for _ in 0..70 {
        playback.advance(1.0 / 60.0 + 1e-9);
        ticks_seen.push(playback.recording().last_tick());
    }
    assert_eq!(
        ticks_seen.iter().max(),
        Some(&29),
        "tick 30 is tick 0 again"
    );
    assert_eq!(ticks_seen.iter().filter(|tick| **tick == 0).count(), 2);
    assert!(playback.is_playing());

    playback.set_repeat(Repeat::Between {
        from: 40,
        until: 20,
    });
    assert_eq!(playback.repeat().range(), Some((20, 40)));
    playback.restart();
    let mut starts = 0;
    for _ in 0..90 {
        playback.advance(1.0 / 60.0 + 1e-9);
        let tick = playback.recording().last_tick();
        assert!(tick < 40);
        starts += u32::from(tick == 20);
    }
    assert!(starts >= 3, "{starts}");

    playback.set_repeat(Repeat::Between { from: 5, until: 5 });
    assert_eq!(
        playback.repeat().range(),
        Some((5, 20)),
        "no shorter than 0.25 s"
    );
}

#[test]
fn a_run_repeats_once_its_agents_have_settled() {
    let mut playback = Playback::new(&arrival());
    playback.watch(&[SEEKER]);
    playback.play();
    playback.set_repeat(Repeat::UntilSettled);
    let mut longest = 0;
    for _ in 0..600 {
        playback.advance(1.0 / 60.0 + 1e-9);
        longest = longest.max(playback.recording().last_tick());
        if playback.recording().last_tick() < longest {
            break;
        }
    }
    assert_eq!(playback.recording().last_tick(), 0, "it starts again");
    assert!((60..400).contains(&longest), "{longest}");
}

#[test]
fn an_edit_after_the_arrival_runs_again_by_itself_and_one_before_goes_on() {
    let mut scene = arrival();
    let mut playback = Playback::new(&scene);
    playback.watch(&[SEEKER]);
    playback.play();
    ticks(&mut playback, 30);
    let mut slower = |playback: &mut Playback, max_speed| {
        scene.preset_mut(PresetId(3)).unwrap().body.max_speed = max_speed;
        playback.apply_scene(&scene, true);
    };
    slower(&mut playback, 3.0);
    assert_eq!(playback.recording().last_tick(), 30);
    ticks(&mut playback, 600);
    assert!(playback.has_settled());
    slower(&mut playback, 2.0);
    assert_eq!(playback.recording().last_tick(), 0);
    assert!(playback.is_playing());
    ticks(&mut playback, 30);
    slower(&mut playback, 1.0);
    assert_eq!(playback.recording().last_tick(), 30, "it is on its way");
}

#[test]
fn a_paused_run_shows_its_start_while_an_agent_is_dragged() {
    let mut scene = arrival();
    let mut playback = Playback::new(&scene);
    ticks(&mut playback, 40);
    playback.pause();
    scene.agent_mut(SEEKER).unwrap().position.y = 3.0;
    playback.show_moved_start(&scene);
    playback.apply_scene(&scene, true);
    assert_eq!(playback.tick(), 0);
    assert_eq!(playback.positions(), [(SEEKER, DVec2::new(-4.0, 3.0))]);
    assert_eq!(
        playback.recording().last_tick(),
        40,
        "the run goes as far as before"
    );

    playback.seek(20);
    scene.preset_mut(PresetId(3)).unwrap().body.max_speed = 2.0;
    playback.show_moved_start(&scene);
    assert_eq!(playback.tick(), 20, "another edit leaves the time alone");
}
