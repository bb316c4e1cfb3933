//! Clicks and boxes that select items or insert nodes.

use super::*;

#[test]
fn shift_click_deselects_a_selected_item() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.click(at(4.0, 0.0));
    harness.shift_click(at(8.0, 0.0));
    harness.shift_click(at(4.0, 0.0));
    assert_eq!(
        harness.session.selection.iter().collect::<Vec<_>>(),
        [Item::Node(Line::Path(PATH), NodeId(3))]
    );
}

#[test]
fn a_box_selects_nodes_agents_and_markers() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.drag(at(-1.0, -1.0), at(5.0, 21.0));
    assert!(matches!(
        harness.tool.preview(),
        Some(Preview::SelectionBox(..))
    ));
    harness.release(at(5.0, 21.0));
    let selected: Vec<Item> = harness.session.selection.iter().collect();
    assert_eq!(
        selected,
        [
            Item::Node(Line::Path(PATH), NodeId(1)),
            Item::Node(Line::Path(PATH), NodeId(2)),
            Item::Agent(GUARD),
            Item::Marker(TARGET)
        ]
    );
    harness.click(at(-4.0, -4.0));
    assert!(harness.session.selection.is_empty());
}

#[test]
fn clicking_a_segment_selects_the_path_and_clicking_again_inserts_a_node() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.click(at(6.0, 0.0));
    assert_eq!(harness.session.selection.primary(), Some(Item::Path(PATH)));
    assert!(harness.steps().is_empty());
    harness.move_to(at(6.0, 0.05));
    assert_eq!(harness.tool.preview(), Some(&Preview::Insert(at(6.0, 0.0))));
    harness.drag(at(6.0, 0.0), at(6.0, 2.0));
    harness.release(at(6.0, 2.0));
    assert_eq!(harness.steps(), ["Insert node"]);
    assert_eq!(
        harness.node(2),
        at(6.0, 2.0),
        "between the nodes it was put between"
    );
    assert_eq!(harness.session.scene.path(PATH).unwrap().nodes.len(), 5);
}

#[test]
fn a_node_inserted_into_the_closing_segment_is_the_last_one() {
    let mut scene = sample_scene();
    line::set_closed(&mut scene, PATH, true);
    scene.path_mut(PATH).unwrap().nodes[3].position.y = 8.0;
    let mut harness = ToolHarness::on(scene);
    harness.session.selection.set(Item::Path(PATH));
    let mark = at(6.0, 4.0);
    harness.click(mark);
    assert!((harness.node(4) - mark).length() < 1e-9);
}
