//! The timeline as people use it: by role and label, on real runs.

use egui::accesskit::Role;
use egui::{Key, Pos2, pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use glam::DVec2;
use std::sync::Arc;
use std::time::Instant;
use steerwright::editor::key_map::KeyMap;
use steerwright::editor::theme;
use steerwright::editor::timeline::{
    Compared, TimelineAction, TimelineInput, TimelineState, View, timeline_ui,
};
use steerwright_analysis::Run;
use steerwright_runtime::glam;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath,
    Preset, PresetId, Scene, Target,
};
use steerwright_runtime::steering::follow_path::Traversal;
use steerwright_runtime::steering::{Body, FollowPath, HomingWalk};

const GUARD: AgentId = AgentId(1);
const HUNTER: AgentId = AgentId(2);

/// A guard on a loop with a wait, and a hunter that looks where it goes.
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
    let mut walker = Agent::at(GUARD, "Gate guard", PresetId(1), DVec2::new(-4.0, -3.0));
    walker.path = Some(PathId(1));
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
        agents: Arc::new(vec![walker, seeker]),
        ..Scene::default()
    }
}

fn run_of(scene: &Scene, ticks: u32) -> Run {
    let mut run = Run::new(scene);
    (0..ticks).for_each(|_| run.step());
    run
}

/// What the window around the timeline would hold.
struct Desk {
    scene: Scene,
    run: Run,
    ghost: Option<Run>,
    agents: Vec<AgentId>,
    tick: u64,
    playing: bool,
    speed: f64,
    state: TimelineState,
    actions: Vec<TimelineAction>,
}

impl Desk {
    fn new(agents: &[AgentId], ticks: u32, tick: u64) -> Self {
        let scene = scene(14.0);
        Self {
            run: run_of(&scene, ticks),
            scene,
            ghost: None,
            agents: agents.to_vec(),
            tick,
            playing: false,
            speed: 1.0,
            state: TimelineState::default(),
            actions: Vec::new(),
        }
    }

    fn ui(&mut self, ui: &mut egui::Ui) {
        let input = TimelineInput {
            recording: self.run.recording(),
            ghost: self.ghost.as_ref().map(Run::recording),
            scene: &self.scene,
            agents: &self.agents,
            tick: self.tick,
            playing: self.playing,
            speed: self.speed,
            seed: self.scene.seed,
            keys: &KeyMap::default(),
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

fn harness(desk: Desk) -> Harness<'static, Desk> {
    let mut harness = Harness::builder()
        .with_size([1280.0, 240.0])
        .with_context_setup(theme::apply)
        .build_ui_state(|ui, desk: &mut Desk| desk.ui(ui), desk);
    harness.run();
    harness
}

fn pressed(desk: Desk, label: &str) -> Vec<TimelineAction> {
    let mut harness = harness(desk);
    harness.get_by_role_and_label(Role::Button, label).click();
    harness.run();
    std::mem::take(&mut harness.state_mut().actions)
}

fn click_at(harness: &mut Harness<'_, Desk>, at: Pos2) {
    harness.drag_at(at);
    harness.step();
    harness.drop_at(at);
    harness.run();
}

#[test]
fn every_button_asks_for_what_it_says() {
    let desk = || Desk::new(&[GUARD], 120, 60);
    for (label, action) in [
        ("Play", TimelineAction::Play),
        ("Step", TimelineAction::StepForward),
        ("Step back", TimelineAction::StepBack),
        ("Restart", TimelineAction::Restart),
        ("Next seed", TimelineAction::SetSeed(2)),
        ("Keep as ghost", TimelineAction::KeepGhost),
    ] {
        assert_eq!(pressed(desk(), label), [action], "{label}");
    }
    assert_eq!(
        pressed(
            Desk {
                playing: true,
                ..desk()
            },
            "Pause"
        ),
        [TimelineAction::Pause]
    );
    assert_eq!(
        pressed(
            Desk {
                speed: 4.0,
                ..desk()
            },
            "Normal speed"
        ),
        [TimelineAction::SetSpeed(1.0)]
    );
    let ghost = Some(desk().run);
    assert_eq!(
        pressed(Desk { ghost, ..desk() }, "Clear ghost"),
        [TimelineAction::ClearGhost]
    );
}

#[test]
fn there_is_no_step_back_from_the_start() {
    assert_eq!(pressed(Desk::new(&[GUARD], 120, 0), "Step back"), []);
}

#[test]
fn the_speed_slider_is_logarithmic_and_named() {
    let mut harness = harness(Desk::new(&[GUARD], 120, 60));
    let rect = harness.get_by_role_and_label(Role::Slider, "Speed").rect();
    click_at(&mut harness, pos2(rect.right() - 1.0, rect.center().y));
    let Some(&TimelineAction::SetSpeed(speed)) = harness.state().actions.last() else {
        panic!("no speed")
    };
    assert!((7.0..=8.0).contains(&speed), "{speed}");
}

#[test]
fn a_click_in_a_plot_seeks_to_its_time() {
    for plot in ["Speed plot", "Steering plot", "Field of view plot"] {
        let mut harness = harness(Desk::new(&[HUNTER], 720, 0));
        let rect = harness.get_by_label(plot).rect();
        click_at(
            &mut harness,
            pos2(rect.left() + 0.25 * rect.width(), rect.center().y),
        );
        // 12 seconds are in view.
        let tick = harness.state().tick;
        assert!(tick.abs_diff(180) <= 2, "{plot}: {tick}");
    }
}

#[test]
fn a_drag_scrubs_and_stays_within_what_is_recorded() {
    let mut harness = harness(Desk::new(&[GUARD], 300, 0));
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
    let mut harness = harness(Desk::new(&[GUARD], 1800, 0));
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
        // Frames of the harness last 0.25 s: press and release share one, or the clicks would be too far apart.
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
    let mut harness = harness(Desk::new(&[GUARD], 1800, 30));
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
fn the_playhead_is_moved_by_the_keyboard() {
    let mut harness = harness(Desk::new(&[GUARD], 120, 60));
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
fn only_agents_that_look_have_a_field_of_view() {
    const NONE: &str = "No field of view: Guard does not look";
    let guard = harness(Desk::new(&[GUARD], 120, 60));
    guard.get_by_label(NONE);
    assert!(guard.query_by_label("Field of view plot").is_none());
    for agents in [&[HUNTER][..], &[GUARD, HUNTER]] {
        let harness = harness(Desk::new(agents, 120, 60));
        assert!(harness.query_by_label(NONE).is_none());
        harness.get_by_label("Field of view plot");
    }
}

#[test]
fn headings_give_the_values_at_the_playhead_with_their_units() {
    for tick in [0, 1, 40, 120] {
        let desk = Desk::new(&[HUNTER], 120, tick);
        let sample = *desk.run.recording().sample(tick, HUNTER).unwrap();
        let harness = harness(desk);
        harness.get_by_label(&format!("Speed {:.2} m/s", sample.speed()));
        harness.get_by_label(&format!("Steering {:.2} m/s²", sample.steering));
        harness.get_by_label(&format!("FOV {:.1}°", sample.fov_deg.unwrap()));
        harness.get_by_label("Highest speed: 3 m/s");
        harness.get_by_label("Highest steering: 20 m/s²");
        harness.get_by_label("Highest field of view: 90°");
    }
}

#[test]
fn without_a_selection_it_says_how_to_get_curves() {
    let harness = harness(Desk::new(&[], 120, 60));
    harness.get_by_label("Select an agent to see its speed, steering and field of view");
    assert!(harness.query_by_label("Speed plot").is_none());
}

#[test]
fn plots_can_be_hidden() {
    let mut desk = Desk::new(&[GUARD], 120, 60);
    desk.state.plots.steering = false;
    let harness = harness(desk);
    harness.get_by_label("Speed plot");
    assert!(harness.query_by_label("Steering plot").is_none());
}

#[test]
fn a_ghost_is_compared_in_figures() {
    let mut desk = Desk::new(&[GUARD], 1500, 60);
    desk.ghost = Some(run_of(&scene(7.0), 1500));
    let mut harness = harness(desk);
    for label in [
        "Lap time",
        "Off path, max",
        "Peak steering",
        "14.00 m/s²",
        "7.00",
        "+7.00",
    ] {
        harness.get_by_label(label);
    }
    harness.get_by_role_and_label(Role::Button, "Ghost").click();
    harness.run();
    assert_eq!(harness.state().state.compared, Compared::Ghost);
    harness.state_mut().ghost = None;
    harness.run();
    assert!(harness.query_by_label("Lap time").is_none());
}

#[test]
fn figures_follow_when_the_run_is_recomputed() {
    let mut desk = Desk::new(&[GUARD], 1500, 60);
    desk.ghost = Some(run_of(&scene(7.0), 1500));
    let mut harness = harness(desk);
    harness.get_by_label("+7.00");
    harness.state_mut().run = run_of(&scene(10.0), 1500);
    harness.run();
    harness.get_by_label("+3.00");
}

#[test]
fn the_window_follows_a_playing_run() {
    let mut desk = Desk::new(&[GUARD], 1800, 1800);
    desk.playing = true;
    let mut harness = harness(desk);
    let rect = harness.get_by_label("Speed plot").rect();
    click_at(&mut harness, rect.center());
    // The last 12 of 30 seconds are in view: their middle is at about 24 s.
    assert!(
        harness.state().tick.abs_diff(1455) <= 5,
        "{}",
        harness.state().tick
    );
}

/// Prints what a frame costs with ten agents over ten minutes; a figure to look at, not a limit.
#[test]
fn ten_agents_over_ten_minutes() {
    let mut scene = scene(14.0);
    let walker = scene.agents[0].clone();
    scene.agents = Arc::new(
        (1..=10)
            .map(|id| Agent {
                id: AgentId(id),
                x: walker.x + f64::from(id),
                ..walker.clone()
            })
            .collect(),
    );
    let mut desk = Desk::new(&[], 0, 36_000);
    desk.run = run_of(&scene, 36_000);
    desk.scene = scene;
    desk.agents = (1..=10).map(AgentId).collect();
    desk.state.view = View::All;
    let started = Instant::now();
    let mut harness = harness(desk);
    println!(
        "first frames: {:.1} ms",
        1e3 * started.elapsed().as_secs_f64()
    );
    for view in [View::All, View::Follow] {
        harness.state_mut().state.view = view;
        harness.run();
        let started = Instant::now();
        harness.run_steps(20);
        println!(
            "{view:?}: {:.2} ms a frame",
            1e3 * started.elapsed().as_secs_f64() / 20.0
        );
    }
    harness.get_by_label("Speed plot");
}
