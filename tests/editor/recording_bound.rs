//! What the timeline says of a run that is longer than its recording.

use crate::sample_scene::{SEEKER, sample_scene};
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use steerwright::editor::checks::tracks::TrackChecks;
use steerwright::editor::keyboard::key_map::KeyMap;
use steerwright::editor::theme;
use steerwright::editor::timeline::{TimelineInput, TimelineState, timeline_ui};
use steerwright_analysis::Recording;
use steerwright_authoring::playback::Repeat;
use steerwright_runtime::scene::Scene;
use steerwright_runtime::simulation::World;

const TICKS: u64 = 6_000;

/// What the window keeps for the timeline.
struct TestApp {
    scene: Scene,
    recording: Recording,
    state: TimelineState,
}

impl TestApp {
    fn ui(&mut self, ui: &mut egui::Ui) {
        let input = TimelineInput {
            recording: &self.recording,
            ghost: None,
            last_lap: None,
            versions: None,
            scene: &self.scene,
            agents: &[SEEKER],
            tick: self.recording.last_tick(),
            playing: false,
            speed: 1.0,
            seed: self.scene.seed,
            repeat: Repeat::Off,
            is_held: false,
            can_take_over: false,
            offers_plots: false,
            recorded: None,
            checks: &TrackChecks::default(),
            keys: &KeyMap::default(),
            colors: theme::colors(ui),
        };
        timeline_ui(ui, &mut self.state, &input);
    }
}

/// A run of the scene of which so many bytes are kept.
fn recording(scene: &Scene, max_bytes: usize) -> Recording {
    let mut world = World::new(scene);
    let mut recording = Recording::with_limit(&world, max_bytes);
    for _ in 0..TICKS {
        world.step();
        recording.push(&world);
    }
    recording
}

#[test]
fn a_run_of_which_the_beginning_was_dropped_says_from_when_on_it_is_recorded() {
    let scene = sample_scene();
    for (width, has_labels) in [(1280.0, true), (620.0, false)] {
        let bounded = recording(&scene, 400_000);
        let from = bounded.first_tick() as f64 * bounded.dt();
        assert!(bounded.has_dropped() && from > 1.0, "{from}");
        let app = TestApp {
            scene: scene.clone(),
            recording: bounded,
            state: TimelineState::default(),
        };
        let mut harness = Harness::builder()
            .with_size([width, 240.0])
            .with_context_setup(theme::apply)
            .build_ui_state(|ui, app: &mut TestApp| app.ui(ui), app);
        harness.run_steps(6);
        let said = format!("recorded from {from:.1} s");
        let place = harness.get_by_label(&said).rect();
        assert!(place.left() > 0.0 && place.right() < width, "{place}");
        let mut buttons = harness.get_all_by_role(Role::Button);
        assert!(buttons.all(|button| !button.rect().intersects(place)));
        drop(buttons);
        let ticks = harness.query_by_label("tick 6000 of 6000");
        assert_eq!(ticks.is_some(), has_labels);
        // Of a run that fits, nothing is said.
        harness.state_mut().recording = recording(&scene, usize::MAX);
        harness.run_steps(6);
        assert!(harness.query_by_label_contains("recorded from").is_none());
    }
}
