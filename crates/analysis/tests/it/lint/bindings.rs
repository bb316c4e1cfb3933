//! Valid scenes, missing bindings and swapped radii.

use super::*;
use steerwright_runtime::level::Sight;

#[test]
fn a_valid_scene_has_no_diagnostics() {
    let corners = [(0.0, 0.0), (10.0, 0.0), (10.0, 8.0)];
    assert_eq!(
        diagnostics(&patrol(&corners, Traversal::Loop, 0.5, Body::default())),
        []
    );
    assert_eq!(
        diagnostics(&patrol(&corners, Traversal::Once, 0.5, Body::default())),
        []
    );
    assert_eq!(diagnostics(&Scene::default()), []);
}

#[test]
fn missing_bindings_and_swapped_radii_are_reported_with_their_pointer() {
    let corners = [(0.0, 0.0), (10.0, 0.0)];
    let mut scene = patrol(&corners, Traversal::PingPong, 0.5, Body::default());
    scene.agent_mut(AgentId(1)).expect("Ann").path = None;
    let missing = only(&scene, Rule::MissingRole);
    assert_eq!(
        (missing.subject, missing.pointer.as_str()),
        (Subject::Agent(AgentId(1)), "/agents/0/path")
    );
    assert_eq!(
        missing.message,
        "Ann has no path, but its preset “Guard” needs one."
    );
    assert_eq!(
        only(&scene, Rule::UnusedPath).subject,
        Subject::Path(PathId(1))
    );

    scene.path_mut(PathId(1)).expect("a path").nodes.clear();
    assert_eq!(
        only(&scene, Rule::EmptyPath).subject,
        Subject::Path(PathId(1))
    );
    assert!(
        !has(&scene, Rule::UnusedPath),
        "one diagnostic per path is enough"
    );

    let mut wide = patrol(&corners, Traversal::PingPong, 0.5, Body::default());
    wide.node_mut(PathId(1), NodeId(2)).expect("a node").radius = Some(12.0);
    assert_eq!(
        only(&wide, Rule::RadiusOverSegment).subject,
        Subject::Node(PathId(1), NodeId(2))
    );

    let swapped_arrive = Behavior::Arrive(Arrive {
        target_radius: 3.0,
        slow_radius: 2.0,
        ..Arrive::default()
    });
    let swapped_leave = Behavior::Leave(Leave {
        escape_radius: 3.0,
        danger_radius: 2.0,
        ..Leave::default()
    });
    for behavior in [swapped_arrive, swapped_leave] {
        let scene = Scene {
            presets: vec![Arc::new(Preset::steered(PresetId(4), "Odd", [behavior]))],
            ..Scene::default()
        };
        assert_eq!(
            only(&scene, Rule::RadiiSwapped).subject,
            Subject::Preset(PresetId(4), Some(0))
        );
    }
    let mut still = patrol(
        &corners,
        Traversal::PingPong,
        0.5,
        Body {
            max_speed: 0.0,
            ..Body::default()
        },
    );
    assert_eq!(
        only(&still, Rule::CannotMove).pointer,
        "/presets/0/body/max_speed"
    );
    still.preset_mut(PresetId(1)).expect("a preset").motion =
        Motion::GridChase(GridChase::default());
    assert!(
        !has(&still, Rule::CannotMove),
        "a grid chase needs no speed"
    );
    assert_eq!(only(&still, Rule::MissingRole).pointer, "/agents/0/target");
}

#[test]
fn a_guard_with_sight_needs_no_target() {
    let corners = [(0.0, 0.0), (10.0, 0.0), (10.0, 8.0)];
    let mut scene = patrol(&corners, Traversal::Loop, 0.5, Body::default());
    scene.preset_mut(PresetId(1)).expect("a preset").sight = Some(Sight::default());
    assert_eq!(diagnostics(&scene), [], "it watches places");
}
