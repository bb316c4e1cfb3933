//! The timeline by role and label, with real runs.

mod inapplicable;
mod metrics;
mod steady;

use egui::accesskit::Role;
use egui::{Key, Pos2, pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use glam::DVec2;
use std::sync::Arc;
use steerwright::editor::checks::tracks::TrackChecks;
use steerwright::editor::keyboard::key_map::KeyMap;
use steerwright::editor::theme;
use steerwright::editor::timeline::{
    ShownRuns, TimelineAction, TimelineInput, TimelineState, View, timeline_ui,
};
use steerwright_analysis::Run;
use steerwright_authoring::playback::Repeat;
use steerwright_runtime::glam;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath,
    Preset, PresetId, Scene, Target,
};
use steerwright_runtime::steering::follow_path::Traversal;
use steerwright_runtime::steering::{Body, FollowPath, HomingWalk};

const GUARD: AgentId = AgentId(1);
const HUNTER: AgentId = AgentId(2);

/// A guard on a loop with a wait, and a hunter with a field of view.
fn scene(max_force: f64) -> Scene {
    let mut guard = Preset::steered(
        PresetId(1),
        "Guard",
        [Behavior::FollowPath(FollowPath::default())],
    );
    guard.body = Body {
        max_speed: 4.0,
        max_force,
        ..Body::default()
    };
    let hunter = Preset::steered(
        PresetId(2),
        "Hunter",
        [Behavior::HomingWalk(HomingWalk::default())],
    );
    let mut path = PatrolPath::new(PathId(1), "Gate");
    path.traversal = Traversal::Loop;
    path.nodes = [(-4.0, -3.0), (-4.0, 3.0), (1.5, 1.0), (4.0, -2.0)]
        .iter()
        .enumerate()
        .map(|(i, &(x, y))| Node::at(NodeId(i as u32), DVec2::new(x, y)))
        .collect();
    path.nodes[2].wait = 1.0;
    let mut guard_agent = Agent::at(GUARD, "Gate guard", PresetId(1), DVec2::new(-4.0, -3.0));
    guard_agent.path = Some(PathId(1));
    let mut seeker = Agent::at(HUNTER, "Lone hunter", PresetId(2), DVec2::new(20.0, 10.0));
    seeker.target = Some(Target::Marker(MarkerId(1)));
    Scene {
        presets: vec![Arc::new(guard), Arc::new(hunter)],
        paths: vec![Arc::new(path)],
        markers: Arc::new(vec![Marker::at(
            MarkerId(1),
            "Post",
            MarkerKind::Target,
            DVec2::new(0.0, 0.0),
        )]),
        agents: Arc::new(vec![guard_agent, seeker]),
        ..Scene::default()
    }
}

fn run_of(scene: &Scene, ticks: u32) -> Run {
    let mut run = Run::new(scene);
    (0..ticks).for_each(|_| run.step());
    run
}

/// The state that the window keeps for the timeline.
struct TestApp {
    scene: Scene,
    run: Run,
    ghost: Option<Run>,
    last_lap: Option<Run>,
    agents: Vec<AgentId>,
    tick: u64,
    playing: bool,
    speed: f64,
    repeat: Repeat,
    state: TimelineState,
    actions: Vec<TimelineAction>,
}

impl TestApp {
    fn new(agents: &[AgentId], ticks: u32, tick: u64) -> Self {
        let scene = scene(14.0);
        Self {
            run: run_of(&scene, ticks),
            scene,
            ghost: None,
            last_lap: None,
            agents: agents.to_vec(),
            tick,
            playing: false,
            speed: 1.0,
            repeat: Repeat::Off,
            state: TimelineState::default(),
            actions: Vec::new(),
        }
    }

    fn ui(&mut self, ui: &mut egui::Ui) {
        let input = TimelineInput {
            recording: self.run.recording(),
            ghost: self.ghost.as_ref().map(Run::recording),
            last_lap: self.last_lap.as_ref().map(|lap| (lap.recording(), 1)),
            versions: None,
            scene: &self.scene,
            agents: &self.agents,
            tick: self.tick,
            playing: self.playing,
            speed: self.speed,
            seed: self.scene.seed,
            repeat: self.repeat,
            is_held: false,
            can_take_over: false,
            recorded: None,
            checks: &TrackChecks::default(),
            keys: &KeyMap::default(),
            offers_plots: false,
            colors: theme::colors(ui),
        };
        let actions = timeline_ui(ui, &mut self.state, &input);
        for action in &actions {
            if let TimelineAction::Seek(tick) = action {
                self.tick = *tick;
            }
        }
        self.actions.extend(actions);
    }
}

fn harness(app: TestApp) -> Harness<'static, TestApp> {
    harness_of(app, 4)
}

/// Draws the timeline until it has settled, in at most so many frames.
fn harness_of(app: TestApp, max_frames: u64) -> Harness<'static, TestApp> {
    let mut harness = Harness::builder()
        .with_max_steps(max_frames)
        .with_size([1280.0, 240.0])
        .with_context_setup(theme::apply)
        .build_ui_state(|ui, app: &mut TestApp| app.ui(ui), app);
    harness.run();
    harness
}

fn pressed(app: TestApp, label: &str) -> Vec<TimelineAction> {
    let mut harness = harness(app);
    harness.get_by_role_and_label(Role::Button, label).click();
    harness.run();
    std::mem::take(&mut harness.state_mut().actions)
}

fn click_at(harness: &mut Harness<'_, TestApp>, at: Pos2) {
    harness.drag_at(at);
    harness.step();
    harness.drop_at(at);
    harness.run();
}

#[test]
fn every_button_returns_its_action() {
    let app = || TestApp::new(&[GUARD], 120, 60);
    for (label, action) in [
        ("Play", TimelineAction::Play),
        ("Step forward", TimelineAction::StepForward),
        ("Step back", TimelineAction::StepBack),
        ("Restart", TimelineAction::Restart),
        ("Next seed", TimelineAction::SetSeed(2)),
        ("Keep as ghost", TimelineAction::KeepGhost),
    ] {
        assert_eq!(pressed(app(), label), [action], "{label}");
    }
    assert_eq!(
        pressed(
            TestApp {
                playing: true,
                ..app()
            },
            "Pause"
        ),
        [TimelineAction::Pause]
    );
    assert_eq!(
        pressed(
            TestApp {
                speed: 4.0,
                ..app()
            },
            "Normal speed"
        ),
        [TimelineAction::SetSpeed(1.0)]
    );
    let ghost = Some(app().run);
    assert_eq!(
        pressed(TestApp { ghost, ..app() }, "Clear ghost"),
        [TimelineAction::ClearGhost]
    );
}

#[test]
fn step_back_is_disabled_at_the_start() {
    assert_eq!(pressed(TestApp::new(&[GUARD], 120, 0), "Step back"), []);
}

#[test]
fn the_speed_slider_is_logarithmic_and_named() {
    let mut harness = harness(TestApp::new(&[GUARD], 120, 60));
    let rect = harness.get_by_role_and_label(Role::Slider, "Speed").rect();
    click_at(&mut harness, pos2(rect.right() - 1.0, rect.center().y));
    let Some(&TimelineAction::SetSpeed(speed)) = harness.state().actions.last() else {
        panic!("no speed")
    };
    assert!((7.0..=8.0).contains(&speed), "{speed}");
}

#[test]
fn clicking_a_plot_seeks() {
    for plot in ["Speed plot", "Steering plot", "Field of view plot"] {
        let mut harness = harness(TestApp::new(&[HUNTER], 720, 0));
        let rect = harness.get_by_label(plot).rect();
        click_at(
            &mut harness,
            pos2(rect.left() + 0.25 * rect.width(), rect.center().y),
        );
        // 12 seconds are visible.
        let tick = harness.state().tick;
        assert!(tick.abs_diff(180) <= 2, "{plot}: {tick}");
    }
}

#[test]
fn dragging_scrubs_within_the_recording() {
    let mut harness = harness(TestApp::new(&[GUARD], 300, 0));
    let rect = harness.get_by_label("Speed plot").rect();
    let at = |part: f32| pos2(rect.left() + part * rect.width(), rect.center().y);
    harness.drag_at(at(0.1));
    harness.step();
    for part in [0.15, 0.2, 0.3] {
        harness.hover_at(at(part));
        harness.step();
    }
    let tick = harness.state().tick;
    assert!(tick.abs_diff(216) <= 2, "{tick}");
    harness.hover_at(at(0.9));
    harness.step();
    assert_eq!(harness.state().tick, 300, "5 of 12 seconds are recorded");
    harness.drop_at(at(0.9));
    harness.run();
    assert_eq!(harness.state().state.view, View::Follow);
}

#[test]
fn the_wheel_zooms_and_a_double_click_shows_all() {
    let mut harness = harness(TestApp::new(&[GUARD], 1800, 0));
    let center = harness.get_by_label("Speed plot").rect().center();
    harness.hover_at(center);
    harness.step();
    harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, 200.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: egui::Modifiers::NONE,
    });
    harness.run_steps(30); // the wheel is smoothed
    assert_eq!(harness.state().state.view, View::Fixed);
    click_at(&mut harness, center);
    let zoomed = harness.state().tick;
    assert!(
        zoomed.abs_diff(360) <= 2,
        "the time at the pointer stays: {zoomed}"
    );
    let quarter = center
        - egui::vec2(
            0.25 * harness.get_by_label("Speed plot").rect().width(),
            0.0,
        );
    click_at(&mut harness, quarter);
    assert!(
        harness.state().tick > 190,
        "half of 12 seconds or less was left of the pointer: {}",
        harness.state().tick
    );

    harness.run_steps(60); // so that the clicks before do not count
    for _ in 0..2 {
        // Frames of the harness take 0.25 s: press and release share one, or the clicks would be
        // too far apart.
        for pressed in [true, false] {
            let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
            harness.input_mut().events.push(egui::Event::PointerButton {
                pos: center,
                button,
                pressed,
                modifiers,
            });
        }
        harness.step();
    }
    harness.run();
    assert_eq!(harness.state().state.view, View::All);
    harness.run_steps(60);
    click_at(&mut harness, center);
    assert!(
        harness.state().tick.abs_diff(900) <= 5,
        "{}",
        harness.state().tick
    );
}

#[test]
fn the_right_button_pans_and_does_not_seek() {
    let mut harness = harness(TestApp::new(&[GUARD], 1800, 30));
    let center = harness.get_by_label("Speed plot").rect().center();
    let button = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Secondary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    harness.hover_at(center);
    harness.event(button(center, true));
    harness.step();
    let to = center - egui::vec2(300.0, 0.0);
    harness.hover_at(to);
    harness.step();
    harness.event(button(to, false));
    harness.run();
    assert_eq!(
        (harness.state().tick, harness.state().state.view),
        (30, View::Fixed)
    );
    click_at(&mut harness, center);
    assert!(
        harness.state().tick > 400,
        "later times came to the middle: {}",
        harness.state().tick
    );
}

#[test]
fn arrow_keys_move_the_playhead() {
    let mut harness = harness(TestApp::new(&[GUARD], 120, 60));
    harness
        .get_by_role_and_label(Role::Slider, "Playhead")
        .focus();
    harness.run();
    harness.key_press(Key::ArrowRight);
    harness.run();
    assert_eq!(harness.state().tick, 61);
    harness.key_press(Key::ArrowLeft);
    harness.run();
    harness.key_press(Key::ArrowLeft);
    harness.run();
    assert_eq!(harness.state().tick, 59);
}

#[test]
fn only_agents_with_a_field_of_view_have_a_plot() {
    let guard = harness(TestApp::new(&[GUARD], 120, 60));
    assert!(guard.query_by_label("Field of view plot").is_none());
    assert!(guard.query_by_label_contains("FOV").is_none());
    for agents in [&[HUNTER][..], &[GUARD, HUNTER]] {
        let harness = harness(TestApp::new(agents, 120, 60));
        harness.get_by_label("Field of view plot");
    }
}

#[test]
fn headings_show_the_values_at_the_playhead() {
    for tick in [0, 1, 40, 120] {
        let app = TestApp::new(&[HUNTER], 120, tick);
        let sample = app.run.recording().sample(tick, HUNTER).unwrap();
        let harness = harness(app);
        harness.get_by_label(&format!("Speed {:.2} m/s", sample.speed()));
        harness.get_by_label(&format!("Steering {:.2} m/s²", sample.steering));
        harness.get_by_label(&format!("FOV {:.1}°", sample.fov_deg.unwrap()));
        harness.get_by_label("Max speed: 3 m/s");
        harness.get_by_label("Max steering: 20 m/s²");
        harness.get_by_label("Max field of view: 90°");
    }
}

#[test]
fn without_an_agent_a_hint_is_shown() {
    let harness = harness(TestApp::new(&[], 120, 60));
    harness.get_by_label("Place an agent to see its speed, steering and field of view");
    assert!(harness.query_by_label("Speed plot").is_none());
}

#[test]
fn plots_can_be_hidden() {
    let mut app = TestApp::new(&[GUARD], 120, 60);
    app.state.plots.steering = false;
    let harness = harness(app);
    harness.get_by_label("Speed plot");
    assert!(harness.query_by_label("Steering plot").is_none());
}

#[test]
fn the_part_to_repeat_is_chosen_in_a_menu() {
    let mut harness = harness(TestApp::new(&[GUARD], 120, 60));
    let mut choose = |entry: &str| {
        harness
            .get_by_role_and_label(Role::Button, "Repeat")
            .click();
        harness.run();
        harness.get_by_label(entry).click();
        harness.run();
        harness.state_mut().actions.pop()
    };
    let set = |repeat| Some(TimelineAction::SetRepeat(repeat));
    assert_eq!(
        choose("Repeat the whole run"),
        set(Repeat::Run { until: 120 })
    );
    assert_eq!(choose("Repeat until it settles"), set(Repeat::UntilSettled));
    assert_eq!(
        choose("Set start mark here"),
        set(Repeat::Between {
            from: 60,
            until: 120
        })
    );
    assert_eq!(
        choose("Set end mark here"),
        set(Repeat::Between { from: 0, until: 60 })
    );
    assert_eq!(choose("Don't repeat"), set(Repeat::Off));
}

#[test]
fn the_time_range_follows_a_playing_run() {
    let mut app = TestApp::new(&[GUARD], 1800, 1800);
    app.playing = true;
    let mut harness = harness(app);
    let rect = harness.get_by_label("Speed plot").rect();
    click_at(&mut harness, rect.center());
    // The last 12 of 30 seconds are visible, so the middle is at about 24 s.
    assert!(
        harness.state().tick.abs_diff(1455) <= 5,
        "{}",
        harness.state().tick
    );
}

#[test]
fn the_plots_show_ten_agents_over_ten_minutes() {
    let mut scene = scene(14.0);
    let guard = scene.agents[0].clone();
    scene.agents = Arc::new(
        (1..=10)
            .map(|id| Agent {
                id: AgentId(id),
                position: guard.position + DVec2::new(f64::from(id), 0.0),
                ..guard.clone()
            })
            .collect(),
    );
    let mut app = TestApp::new(&[], 0, 36_000);
    app.run = run_of(&scene, 36_000);
    app.scene = scene;
    app.agents = (1..=10).map(AgentId).collect();
    app.state.view = View::All;
    // The figures of ten agents take several frames.
    let mut harness = harness_of(app, 100);
    for view in [View::All, View::Follow] {
        harness.state_mut().state.view = view;
        harness.run();
        harness.get_by_label("Speed plot");
    }
    assert!(harness.query_by_label("…").is_none());
}
