//! Strokes drawn freehand become curves with few nodes, within a tolerance.

use crate::tool_harness::{PATH, ToolHarness, at, bits, sample_scene};
use proptest::prelude::*;
use steerwright_authoring::paths::simplify;
use steerwright_authoring::tool::{Freehand, Outcome, Preview, Tool, ToolKey};
use steerwright_runtime::geometry::Polyline;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{Node, NodeId, PatrolPath, Scene};
use steerwright_runtime::steering::follow_path::{Shape, Traversal};

/// A stroke along a wave.
fn wave() -> Vec<DVec2> {
    (0..=200)
        .map(|i| f64::from(i) * 0.1)
        .map(|x| at(x, (x * 0.7).sin() * 3.0))
        .collect()
}

fn draw(harness: &mut ToolHarness, stroke: &[DVec2]) {
    harness.press(stroke[0]);
    stroke.iter().for_each(|&p| harness.move_to(p));
    harness.release(stroke[stroke.len() - 1]);
}

#[test]
fn a_stroke_becomes_a_curve_with_few_nodes() {
    let mut harness = ToolHarness::with(Scene::default(), Tool::Freehand(Freehand::default()));
    draw(&mut harness, &wave());
    let path = &harness.session.scene.paths[0];
    assert!(
        path.nodes.len() < 20,
        "{} nodes for 201 points",
        path.nodes.len()
    );
    assert_eq!((path.shape, path.is_closed()), (Shape::CatmullRom, false));
    let line = Polyline::new(path.route().points(), false);
    // Four points of 0.025 units each, and the curve tolerance of the file.
    let furthest = wave()
        .into_iter()
        .map(|p| line.distance_to(p))
        .fold(0.0, f64::max);
    assert!(furthest <= 0.1 + path.tolerance, "{furthest}");
    assert_eq!(harness.outcome, Some(Outcome::FirstAgentAdded));
    assert_eq!(harness.steps(), ["Draw path"]);
    assert_eq!(
        harness.session.scene.agents.len(),
        1,
        "and an agent follows it"
    );
    harness.undo_all();
    assert_eq!(bits(&harness.session.scene), bits(&Scene::default()));
}

#[test]
fn a_stroke_that_ends_at_its_start_is_a_loop() {
    let round: Vec<DVec2> = (0..=100)
        .map(|i| f64::from(i) * 0.0628)
        .map(|a| at(a.cos() * 5.0, a.sin() * 5.0))
        .collect();
    let mut harness = ToolHarness::with(Scene::default(), Tool::Freehand(Freehand::default()));
    draw(&mut harness, &round);
    let path = &harness.session.scene.paths[0];
    assert!(
        path.is_closed() && (3..=12).contains(&path.nodes.len()),
        "{} nodes",
        path.nodes.len()
    );
    let line = Polyline::new(path.route().points(), true);
    assert!(
        round
            .iter()
            .all(|&p| line.distance_to(p) <= 0.1 + path.tolerance)
    );
}

#[test]
fn a_stroke_can_be_canceled_and_a_click_draws_nothing() {
    for by_key in [true, false] {
        let mut harness = ToolHarness::with(sample_scene(), Tool::Freehand(Freehand::default()));
        harness.drag(at(-5.0, -5.0), at(-9.0, -9.0));
        assert!(matches!(harness.tool.preview(), Some(Preview::Stroke(_))));
        if by_key {
            assert!(harness.key(ToolKey::Escape));
        } else {
            harness.right(at(-9.0, -9.0));
        }
        harness.release(at(-9.0, -9.0));
        assert_eq!(bits(&harness.session.scene), bits(&sample_scene()));
        harness.click(at(-5.0, -5.0));
        assert_eq!(bits(&harness.session.scene), bits(&sample_scene()));
        assert!(harness.steps().is_empty());
    }
}

proptest! {
    #[test]
    fn simplified_paths_stay_within_the_tolerance(
        places in prop::collection::vec((-50.0..50.0f64, -50.0..50.0f64), 1..60),
        tolerance in 0.0..20.0f64,
    ) {
        let points: Vec<DVec2> = places.iter().map(|&(x, y)| at(x, y)).collect();
        let kept = simplify::kept(&points, tolerance, |_| false);
        prop_assert_eq!((kept.first(), kept.last()), (Some(&0), Some(&(points.len() - 1))));
        for pair in kept.windows(2) {
            let chord = Polyline::new(vec![points[pair[0]], points[pair[1]]], false);
            for &p in &points[pair[0]..pair[1]] {
                prop_assert!(chord.distance_to(p) <= tolerance);
            }
        }
    }

    #[test]
    fn fitted_curves_stay_within_the_tolerance(
        turns in prop::collection::vec(-0.6..0.6f64, 4..80),
        closed in any::<bool>(),
    ) {
        let (mut p, mut heading) = (DVec2::ZERO, 0.0);
        let mut stroke = vec![p];
        for turn in turns {
            heading += turn;
            p += DVec2::from_angle(heading) * 0.3;
            stroke.push(p);
        }
        if closed {
            stroke.push(stroke[0]);
        }
        let mut nodes = simplify::fit_curve(&stroke, closed, 0.1);
        if closed {
            nodes.pop();
        }
        let mut path = PatrolPath::new(PATH, "Stroke");
        path.nodes = nodes.iter().enumerate().map(|(i, &p)| Node::at(NodeId(i as u32 + 1), p)).collect();
        path.shape = Shape::CatmullRom;
        path.tolerance = 0.01;
        path.traversal = if closed { Traversal::Loop } else { Traversal::Once };
        let line = Polyline::new(path.route().points(), closed);
        for &p in &stroke {
            prop_assert!(line.distance_to(p) <= 0.13, "{} at {p}", line.distance_to(p));
        }
    }
}
