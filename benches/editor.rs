//! What a frame of the editor costs, and what undo and hit tests cost in large scenes: `cargo bench
//! --bench editor`. The figures are for comparison; none of them fails.
//!
//! A frame is the whole window at 1600 x 1000 points, laid out and tessellated, but not rendered by
//! the graphics card.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod support;

use divan::{Bencher, black_box};
use egui::{Event, pos2, vec2};
use steerwright_authoring::bounds::Bounds;
use steerwright_authoring::edit::editable;
use steerwright_authoring::transform;
use steerwright_authoring::transform::Transform;
use steerwright_authoring::{
    CanvasContext, CanvasView, Item, Line, Playback, Routes, Selection, Session, ToolSettings,
    scene_bounds,
};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{NodeId, PathId};
use support::{Window, canvas_corner, crossing, zigzags};

/// As in the editor itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

/// From nothing to the first frame, including the sample scene: a whole start except for the window
/// and the graphics card.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn first_frame(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| black_box(Window::opening(None).frame(vec![])));
}

fn bench_frames(bencher: Bencher<'_, '_>, mut window: Window) {
    bencher.bench_local(|| black_box(window.frame(vec![])));
}

/// The target: under 4 ms.
#[divan::bench(sample_count = 200)]
fn frame_of_1000_nodes_and_100_agents_playing(bencher: Bencher<'_, '_>) {
    bench_frames(bencher, Window::showing(&zigzags(50, 100)).play(300));
}

#[divan::bench(sample_count = 200)]
fn frame_of_1000_nodes_and_100_agents_paused(bencher: Bencher<'_, '_>) {
    bench_frames(bencher, Window::showing(&zigzags(50, 100)));
}

#[divan::bench(sample_count = 100)]
fn frame_of_10000_nodes_in_500_paths(bencher: Bencher<'_, '_>) {
    bench_frames(bencher, Window::showing(&zigzags(500, 1)));
}

#[divan::bench(sample_count = 100)]
fn frame_of_10000_nodes_in_500_paths_that_cross(bencher: Bencher<'_, '_>) {
    bench_frames(bencher, Window::showing(&crossing(500)));
}

/// With a screen reader, and everything selected.
#[divan::bench(sample_count = 100)]
fn frame_of_10000_nodes_selected_and_read_out(bencher: Bencher<'_, '_>) {
    let mut window = Window::showing(&zigzags(500, 1));
    window.ctx.enable_accesskit();
    window.frame(vec![Event::Key {
        key: egui::Key::A,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: egui::Modifiers::COMMAND | egui::Modifiers::CTRL,
    }]);
    window.settle();
    assert!(window.app.session().selection.len() > 10_000);
    bench_frames(bencher, window);
}

#[divan::bench(sample_count = 100)]
fn frame_of_10000_nodes_with_the_pointer_moving_over_them(bencher: Bencher<'_, '_>) {
    let mut window = Window::showing(&zigzags(500, 1));
    let mut step = 0.0;
    bencher.bench_local(|| {
        step = (step + 3.0) % 400.0;
        black_box(window.frame(vec![Event::PointerMoved(pos2(500.0 + step, 300.0))]))
    });
}

/// A node is dragged while a hundred agents move.
#[divan::bench(sample_count = 100)]
fn frame_of_1000_nodes_while_one_is_dragged(bencher: Bencher<'_, '_>) {
    let mut window = Window::showing(&zigzags(50, 100)).play(120);
    let node = window.app.session().scene.paths[20].nodes[5].position;
    let canvas = window.app.canvas().viewport;
    let s = canvas.screen_from_world(node);
    // The canvas lies to the right of the toolbar and the outliner, below the menu.
    let origin = canvas_corner(&mut window);
    let at = origin + vec2(s.x as f32, s.y as f32);
    let button = |pressed| Event::PointerButton {
        pos: at,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    window.frame(vec![Event::PointerMoved(at), button(true)]);
    let mut step = 0.0;
    bencher.bench_local(|| {
        step = (step + 1.0) % 60.0;
        black_box(window.frame(vec![Event::PointerMoved(at + vec2(8.0 + step, step))]))
    });
    let moved = window.app.session().scene.paths[20].nodes[5].position;
    assert_ne!(moved, node, "the hand holds the node");
}

/// All of them are dragged.
#[divan::bench(sample_count = 100)]
fn frame_of_10000_nodes_while_all_are_dragged(bencher: Bencher<'_, '_>) {
    let mut window = Window::showing(&zigzags(500, 1));
    let ctrl = egui::Modifiers::COMMAND | egui::Modifiers::CTRL;
    window.frame(vec![Event::Key {
        key: egui::Key::A,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: ctrl,
    }]);
    window.settle();
    let place = |window: &Window| window.app.session().scene.paths[250].nodes[5].position;
    let node = place(&window);
    let s = window.app.canvas().viewport.screen_from_world(node);
    let at = canvas_corner(&mut window) + vec2(s.x as f32, s.y as f32);
    let button = Event::PointerButton {
        pos: at,
        button: egui::PointerButton::Primary,
        pressed: true,
        modifiers: egui::Modifiers::NONE,
    };
    window.frame(vec![Event::PointerMoved(at), button]);
    let mut step = 0.0;
    bencher.bench_local(|| {
        step = (step + 1.0) % 60.0;
        black_box(window.frame(vec![Event::PointerMoved(at + vec2(8.0 + step, step))]))
    });
    assert_ne!(place(&window), node, "the hand holds the node");
    assert!(
        window.app.session().selection.len() > 10_000,
        "and all the others"
    );
}

/// The frame of an undo or redo, including everything that it updates.
#[divan::bench(sample_count = 100)]
fn frame_of_an_undo_among_10000_nodes(bencher: Bencher<'_, '_>) {
    let mut window = Window::showing(&zigzags(500, 1)).play(60);
    let chord = |key, modifiers| Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers,
    };
    let ctrl = egui::Modifiers::CTRL | egui::Modifiers::COMMAND;
    window.frame(vec![chord(egui::Key::A, ctrl)]);
    window.frame(vec![chord(egui::Key::ArrowRight, egui::Modifiers::NONE)]);
    let released = Event::Key {
        key: egui::Key::ArrowRight,
        physical_key: None,
        pressed: false,
        repeat: false,
        modifiers: egui::Modifiers::NONE,
    };
    window.frame(vec![released]);
    window.settle();
    assert_eq!(window.app.session().history().steps().1, 1);
    let mut undo = false;
    bencher.bench_local(|| {
        undo = !undo;
        let modifiers = if undo {
            ctrl
        } else {
            ctrl | egui::Modifiers::SHIFT
        };
        black_box(window.frame(vec![chord(egui::Key::Z, modifiers)]))
    });
}

/// A move of one node undone and redone in a scene of 10,000.
#[divan::bench]
fn undo_and_redo_of_a_move_among_10000_nodes(bencher: Bencher<'_, '_>) {
    let mut session = Session::new(zigzags(500, 1));
    move_a_node(&mut session);
    bencher.bench_local(|| {
        black_box(session.undo());
        black_box(session.redo());
    });
}

/// A move of all 10,000 nodes, which stay selected, undone and redone. The target of 5 ms is for
/// one of the two.
#[divan::bench]
fn undo_and_redo_of_a_move_of_10000_selected_nodes(bencher: Bencher<'_, '_>) {
    let mut session = Session::new(zigzags(500, 1));
    session
        .selection
        .set_all(editable::all_items(&session.scene));
    assert!(session.selection.len() > 10_000);
    transform::apply(
        &mut session.scene,
        &session.selection,
        &Transform::Move(DVec2::new(0.25, 0.0)),
    );
    assert!(session.commit());
    bencher.bench_local(|| {
        black_box(session.undo());
        black_box(session.redo());
    });
}

/// A move of one node recorded as a step.
#[divan::bench]
fn step_of_a_move_among_10000_nodes(bencher: Bencher<'_, '_>) {
    let mut session = Session::new(zigzags(500, 1));
    bencher.bench_local(|| move_a_node(&mut session));
}

fn move_a_node(session: &mut Session) {
    transform::apply(
        &mut session.scene,
        &Selection::of([Item::Node(Line::Path(PathId(250)), NodeId(7))]),
        &Transform::Move(DVec2::new(0.25, 0.0)),
    );
    session.name_step("Move node");
    assert!(session.commit());
}

/// The lines of the paths and the run after a move of one node.
#[divan::bench]
fn following_a_move_among_10000_nodes(bencher: Bencher<'_, '_>) {
    let mut session = Session::new(zigzags(500, 1));
    let mut routes = Routes::default();
    let mut playback = Playback::new(&session.scene);
    playback.play();
    playback.advance(1.0);
    bencher.bench_local(|| {
        transform::apply(
            &mut session.scene,
            &Selection::of([Item::Node(Line::Path(PathId(250)), NodeId(7))]),
            &Transform::Move(DVec2::new(0.25, 0.0)),
        );
        routes.update(&session.scene);
        playback.apply_scene(&session.scene, true);
    });
}

/// A thousand hit tests, over nodes, segments and nothing.
#[divan::bench]
fn a_thousand_hit_tests_among_10000_nodes(bencher: Bencher<'_, '_>) {
    let scene = zigzags(500, 1);
    let mut routes = Routes::default();
    routes.update(&scene);
    let view = CanvasView {
        routes: &routes,
        agents: vec![],
        directions: vec![],
        pointer: DVec2::ZERO,
        unit_per_point: 0.025,
        visible: Bounds {
            min: DVec2::splat(-1e9),
            max: DVec2::splat(1e9),
        },
        handles: Default::default(),
    };
    let mut session = Session::new(scene.clone());
    let context = CanvasContext::new(&mut session, view, ToolSettings::default());
    let area = scene_bounds::of(&scene).unwrap();
    let places: Vec<DVec2> = (0..1000)
        .map(|i| {
            let share = DVec2::new(f64::from(i % 40) / 40.0, f64::from(i / 40) / 25.0);
            area.min + area.size() * share
        })
        .collect();
    bencher.bench_local(|| {
        places
            .iter()
            .filter(|&&p| context.item_at(p).is_some() || context.segment_at(p).is_some())
            .count()
    });
}
