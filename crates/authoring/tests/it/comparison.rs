//! Comparing versions A and B: both start at the same place with the same seed, whatever is edited
//! meanwhile.

use std::sync::Arc;
use steerwright_analysis::Run;
use steerwright_authoring::Playback;
use steerwright_authoring::playback::Variant;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Preset, PresetId, Scatter, Scene,
    Target,
};
use steerwright_runtime::steering::Arrive;

const SCOUT: AgentId = AgentId(1);
const BELL: MarkerId = MarkerId(1);

/// An agent that moves to a marker from a random start, and a slower preset that it does not use.
fn scene() -> Scene {
    let preset = |id, max_speed| {
        let mut preset = Preset::steered(
            PresetId(id),
            format!("Preset {id}"),
            [Behavior::Arrive(Arrive::default())],
        );
        preset.body.max_speed = max_speed;
        Arc::new(preset)
    };
    let mut scout = Agent::at(SCOUT, "Scout", PresetId(1), DVec2::new(-8.0, 0.0));
    scout.target = Some(Target::Marker(BELL));
    scout.scatter = Some(Scatter { min: 0.0, max: 2.0 });
    Scene {
        presets: vec![preset(1, 4.0), preset(2, 1.0)],
        agents: Arc::new(vec![scout]),
        markers: Arc::new(vec![Marker::at(
            BELL,
            "Bell",
            MarkerKind::Target,
            DVec2::ZERO,
        )]),
        ..Scene::default()
    }
}

fn with_speed(scene: &Scene, max_speed: f64) -> Scene {
    let mut scene = scene.clone();
    Arc::make_mut(&mut scene.presets[0]).body.max_speed = max_speed;
    scene
}

fn kept(scene: &Scene) -> Variant {
    Variant::kept(scene, scene.presets[0].id).expect("it is there")
}

/// A playing run of `scene` after `count` ticks.
fn playing(scene: &Scene, count: u32) -> Playback {
    let mut playback = Playback::new(scene);
    playback.play();
    advance(&mut playback, count);
    playback
}

fn advance(playback: &mut Playback, count: u32) {
    for _ in 0..count {
        playback.advance(playback.recording().dt() * 1.000_001);
    }
}

/// Whether a recording is that of `scene` from its start.
fn is_run_of(recording: &steerwright_analysis::Recording, scene: &Scene) -> bool {
    let mut run = Run::new(scene);
    (0..recording.last_tick()).for_each(|_| run.step());
    (0..=recording.last_tick()).all(|tick| recording.at(tick) == run.recording().at(tick))
}

#[test]
fn a_is_the_kept_preset_and_b_the_edited_one_from_the_same_start() {
    let scene = scene();
    let mut playback = playing(&scene, 60);
    assert!(playback.compare(kept(&scene)));
    let faster = with_speed(&scene, 6.0);
    playback.apply_scene(&faster, false);
    assert!(playback.is_playing(), "an edit does not stop it");
    advance(&mut playback, 30);
    assert!(playback.catch_up(|| true));
    let a = playback.comparison().expect("A").recording();
    assert_eq!(a.last_tick(), playback.recording().last_tick());
    assert!(a.last_tick() >= 90);
    assert!(is_run_of(a, &scene));
    assert!(is_run_of(playback.recording(), &faster));
    assert_eq!(
        playback.ghost().map(|ghost| ghost.last_tick()),
        Some(a.last_tick())
    );
}

#[test]
fn an_edit_that_concerns_both_changes_both() {
    let scene = scene();
    let mut playback = playing(&scene, 60);
    playback.compare(kept(&scene));
    let mut moved = with_speed(&scene, 6.0);
    Arc::make_mut(&mut moved.markers)[0].position = DVec2::new(0.0, 5.0);
    moved.seed = 9;
    playback.apply_scene(&moved, false);
    playback.catch_up(|| true);
    let a = playback.comparison().expect("A");
    assert!(is_run_of(a.recording(), &with_speed(&moved, 4.0)));
    assert!(is_run_of(playback.recording(), &moved));
}

#[test]
fn another_preset_is_compared_for_one_agent() {
    let scene = scene();
    let mut playback = playing(&scene, 60);
    let variant = Variant::Other {
        agent: SCOUT,
        preset: PresetId(2),
    };
    assert!(playback.compare(variant.clone()));
    playback.catch_up(|| true);
    let slow = variant.applied_to(&scene).expect("it exists");
    assert_eq!(slow.agents[0].preset, PresetId(2));
    assert!(is_run_of(
        playback.comparison().expect("A").recording(),
        &slow
    ));
}

#[test]
fn a_comparison_ends_with_what_it_is_about() {
    let scene = scene();
    let mut playback = playing(&scene, 10);
    let gone = Variant::Other {
        agent: AgentId(7),
        preset: PresetId(2),
    };
    assert!(!playback.compare(gone));
    playback.compare(kept(&scene));
    let mut without = scene.clone();
    without.presets.remove(0);
    Arc::make_mut(&mut without.agents)[0].preset = PresetId(2);
    playback.apply_scene(&without, false);
    assert!(playback.comparison().is_none());
}

#[test]
fn catching_up_can_be_spread_over_frames() {
    let scene = scene();
    let mut playback = playing(&scene, 100);
    playback.compare(kept(&scene));
    let mut left = 40;
    assert!(!playback.catch_up(|| {
        left -= 1;
        left >= 0
    }));
    assert_eq!(playback.ghost().map(|ghost| ghost.last_tick()), Some(40));
    assert!(playback.catch_up(|| true));
    assert_eq!(playback.ghost().map(|ghost| ghost.last_tick()), Some(100));
}

#[test]
fn clearing_the_ghost_ends_the_comparison_and_so_does_keeping_one() {
    let scene = scene();
    let mut playback = playing(&scene, 10);
    playback.compare(kept(&scene));
    playback.clear_ghost();
    assert!(playback.comparison().is_none() && playback.ghost().is_none());
    playback.compare(kept(&scene));
    playback.keep_ghost();
    assert!(playback.comparison().is_none() && playback.ghost().is_some());
}

#[test]
fn both_versions_see_the_same_movement_of_the_pointer() {
    let mut scene = scene();
    Arc::make_mut(&mut scene.agents)[0].target = Some(Target::Pointer);
    let mut playback = Playback::new(&scene);
    let slow = with_speed(&scene, 1.0);
    playback.play();
    assert!(playback.compare(kept(&scene)));
    let move_pointer = |playback: &mut Playback, y: f64| {
        for i in 0..30 {
            playback.set_pointer(DVec2::new(f64::from(i), y));
            advance(playback, 1);
        }
        assert!(playback.catch_up(|| true));
    };
    let same = |playback: &Playback| {
        let (a, b) = (
            playback.comparison().unwrap().recording(),
            playback.recording(),
        );
        assert_eq!(a.last_tick(), b.last_tick());
        (0..=b.last_tick()).all(|tick| a.at(tick) == b.at(tick))
    };
    move_pointer(&mut playback, 4.0);
    assert!(same(&playback), "nothing was edited");
    // From the past on, the pointer moves elsewhere.
    playback.seek(10);
    playback.play();
    move_pointer(&mut playback, -4.0);
    assert!(same(&playback), "after scrubbing back");
    playback.apply_scene(&slow, false);
    move_pointer(&mut playback, 0.0);
    assert!(!same(&playback), "A keeps its speed");
}
