//! Flip, rotate, align, distribute, delete and duplicate.

use super::*;

#[test]
fn flips_and_rotations_keep_the_box_and_are_reversible() {
    let mut scene = sample_scene();
    scene.agent_mut(GUARD).unwrap().velocity.x = 2.0;
    let first = bits(&scene);
    transform::flip(&mut scene, &mixed(), DVec2::new(-1.0, 1.0));
    assert_eq!(scene.node(PATH, NodeId(2)).unwrap().position, at(4.0, 0.0));
    assert_eq!(scene.node(PATH, NodeId(3)).unwrap().position, at(0.0, 0.0));
    assert_eq!(scene.agent(GUARD).unwrap().position, at(8.0, 3.0));
    assert_eq!(
        scene.agent(GUARD).unwrap().velocity,
        at(-2.0, 0.0),
        "its path is reversed"
    );
    transform::flip(&mut scene, &mixed(), DVec2::new(-1.0, 1.0));
    transform::flip(&mut scene, &mixed(), DVec2::new(1.0, -1.0));
    assert_eq!(scene.marker(TARGET).unwrap().position, at(0.0, 0.0));
    transform::flip(&mut scene, &mixed(), DVec2::new(1.0, -1.0));
    for degrees in [90.0, 90.0, 180.0] {
        transform::rotate(&mut scene, &mixed(), degrees);
    }
    rounding::round_numbers(&mut scene);
    assert_eq!(bits(&scene), first);
}

#[test]
fn rotating_a_zero_velocity_gives_no_negative_zero() {
    for turn in [
        Transform::Rotate {
            about: DVec2::ZERO,
            degrees: 90.0,
        },
        Transform::Rotate {
            about: DVec2::ZERO,
            degrees: 180.0,
        },
        Transform::Rotate {
            about: DVec2::ZERO,
            degrees: -90.0,
        },
        Transform::Scale {
            about: DVec2::ZERO,
            factors: at(-1.0, -1.0),
        },
    ] {
        assert!(
            turn.velocity(DVec2::ZERO)
                .to_array()
                .iter()
                .all(|v| v.is_sign_positive()),
            "{turn:?}"
        );
    }
}

#[test]
fn align_moves_items_to_an_edge_and_paths_as_a_whole() {
    let second = |scene: &Scene| scene.path(PATH).unwrap().nodes[1].position;
    let path_and_marker = Selection::of([Item::Path(PATH), Item::Marker(MarkerId(2))]);
    for (edge, path_by, marker) in [
        (Edge::Left, at(0.0, 0.0), at(0.0, 20.0)),
        (Edge::Center, at(4.0, 0.0), at(10.0, 20.0)),
        (Edge::Right, at(8.0, 0.0), at(20.0, 20.0)),
        (Edge::Top, at(0.0, 20.0), at(20.0, 20.0)),
        (Edge::Middle, at(0.0, 10.0), at(20.0, 10.0)),
        (Edge::Bottom, at(0.0, 0.0), at(20.0, 0.0)),
    ] {
        let mut scene = sample_scene();
        align::align(&mut scene, &path_and_marker, edge);
        assert_eq!(second(&scene), at(4.0, 0.0) + path_by, "{edge:?}");
        assert_eq!(
            scene.marker(MarkerId(2)).unwrap().position,
            marker,
            "{edge:?}"
        );
    }
}

#[test]
fn distribute_spaces_centers_evenly_and_keeps_the_outermost() {
    let mut scene = sample_scene();
    let agents = Selection::of([
        Item::Agent(GUARD),
        Item::Agent(SEEKER),
        Item::Agent(AgentId(3)),
        Item::Marker(MarkerId(2)),
    ]);
    align::distribute(&mut scene, &agents, Axis::Y);
    let mut heights: Vec<f64> = places(&scene, &agents).iter().map(|p| p.y).collect();
    heights.sort_by(f64::total_cmp);
    let gap = (20.0 - 3.0) / 3.0;
    for (i, height) in heights.iter().enumerate() {
        assert!((height - 3.0 - gap * i as f64).abs() < 1e-9, "{heights:?}");
    }
    align::distribute(&mut scene, &Selection::default(), Axis::X);
    let one = Selection::of([Item::Path(PATH), node(1), node(2)]);
    assert!(
        align::has_at_least(&scene, &one, 1) && !align::has_at_least(&scene, &one, 2),
        "a path's nodes are part of it"
    );
}

#[test]
fn delete_removes_nodes_first_and_otherwise_whole_items() {
    let mut selection = mixed();
    selection.toggle(Item::Path(PATH));
    assert_eq!(edit::items_to_delete(&selection), [node(2), node(3)]);
    let whole = Selection::of([Item::Path(PATH), Item::Agent(GUARD)]);
    assert_eq!(
        edit::items_to_delete(&whole),
        [Item::Path(PATH), Item::Agent(GUARD)]
    );
}

#[test]
fn duplicated_nodes_stay_in_order_and_agents_follow_duplicated_paths() {
    let mut scene = sample_scene();
    let mut selection = Selection::of([node(2), node(3)]);
    duplicate::duplicate(&mut scene, &mut selection, at(0.5, -0.5));
    let xs: Vec<f64> = scene
        .path(PATH)
        .unwrap()
        .nodes
        .iter()
        .map(|node| node.position.x)
        .collect();
    assert_eq!(xs, [0.0, 4.0, 8.0, 4.5, 8.5, 12.0]);
    assert_eq!(selection.len(), 2);

    let mut scene = sample_scene();
    let mut selection = Selection::of([Item::Path(PATH), Item::Agent(GUARD)]);
    duplicate::duplicate(&mut scene, &mut selection, at(0.5, -0.5));
    assert_eq!(
        selection.iter().collect::<Vec<_>>(),
        [Item::Path(PathId(2)), Item::Agent(AgentId(4))]
    );
    assert_eq!(
        scene.agent(AgentId(4)).unwrap().path,
        Some(PathId(2)),
        "the copied agent follows the copied path"
    );
    assert_eq!(scene.agent(AgentId(4)).unwrap().position, at(0.5, 2.5));
    let mut alone = Selection::of([Item::Agent(GUARD)]);
    duplicate::duplicate(&mut scene, &mut alone, at(0.5, -0.5));
    assert_eq!(
        scene.agent(AgentId(5)).unwrap().path,
        Some(PATH),
        "alone, it follows the same path"
    );
    assert_eq!(scene.presets.len(), 3, "and no preset is doubled");
    assert_eq!(validate::scene_errors(&scene), []);
}
