//! Where the arrows of junctions lead, and which share of the choices they show.

use std::sync::Arc;
use steerwright_authoring::paths::junction_arrows;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Choose, NextNode, Node, NodeId, NodeScript, PathId, PatrolPath, Scene,
};

/// A path whose first node leads to its second (weight 1), to its third (3) and to another path
/// (4).
fn scene(change: impl FnOnce(&mut NodeScript)) -> Scene {
    let path = |id: u32, y: f64| {
        let nodes = (1..5).map(|id| Node::at(NodeId(id), DVec2::new(f64::from(id), y)));
        PatrolPath {
            nodes: nodes.collect(),
            ..PatrolPath::new(PathId(id), "")
        }
    };
    let mut first = path(1, 0.0);
    first.nodes[0].edit_script(|script| {
        script.next = [(1, 2, 1), (1, 3, 3), (2, 1, 4)]
            .map(|(path, node, weight)| NextNode {
                path: PathId(path),
                node: NodeId(node),
                weight,
            })
            .into();
        change(script);
    });
    Scene {
        paths: vec![Arc::new(first), Arc::new(path(2, 5.0))],
        ..Scene::default()
    }
}

fn shares(scene: &Scene) -> Vec<Option<f64>> {
    let arrows = junction_arrows::all(scene);
    arrows.iter().map(|arrow| arrow.share).collect()
}

#[test]
fn a_choice_along_the_line_of_its_path_has_no_arrow() {
    let arrows = junction_arrows::all(&scene(|_| ()));
    let ends: Vec<_> = arrows
        .iter()
        .map(|arrow| (arrow.to_path, arrow.to))
        .collect();
    assert_eq!(
        ends,
        [
            (PathId(1), DVec2::new(3.0, 0.0)),
            (PathId(2), DVec2::new(1.0, 5.0))
        ]
    );
}

#[test]
fn shares_are_by_weight_or_equal_in_turn() {
    assert_eq!(
        shares(&scene(|script| script.choose = Choose::Random)),
        [Some(3.0 / 8.0), Some(0.5)]
    );
    let third = Some(1.0 / 3.0);
    assert_eq!(
        shares(&scene(|script| script.choose = Choose::InTurn)),
        [third, third]
    );
}

#[test]
fn without_the_way_back_no_share_is_shown_because_it_depends_on_where_agents_come_from() {
    assert_eq!(
        shares(&scene(|script| script.not_back = true)),
        [None, None]
    );
}
