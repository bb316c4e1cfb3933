//! How a selection steps inward to nodes and outward again.

use crate::tool_harness::{GUARD, PATH, TARGET, ToolHarness, at, bits, sample_scene};
use steerwright_authoring::tool::{PointerKind, Tool, ToolKey};
use steerwright_authoring::{Item, Selection};
use steerwright_runtime::scene::NodeId;

fn node(id: u32) -> Item {
    Item::Node(PATH, NodeId(id))
}

fn all_nodes() -> Selection {
    Selection::of((1..=4).map(node))
}

#[test]
fn escape_steps_from_nodes_to_their_path_and_then_to_nothing() {
    let mut hand = ToolHarness::on(sample_scene());
    for (selected, outward, primary) in [
        (vec![node(2)], vec![Item::Path(PATH)], Item::Path(PATH)),
        (
            vec![node(2), Item::Path(PATH), node(4)],
            vec![Item::Path(PATH)],
            Item::Path(PATH),
        ),
        (
            vec![node(2), Item::Agent(GUARD)],
            vec![Item::Path(PATH), Item::Agent(GUARD)],
            Item::Agent(GUARD),
        ),
    ] {
        hand.session.selection.set_all(selected);
        assert!(hand.key(ToolKey::Escape));
        assert_eq!(hand.session.selection.iter().collect::<Vec<_>>(), outward);
        assert_eq!(hand.session.selection.primary(), Some(primary));
        assert!(hand.key(ToolKey::Escape));
        assert!(hand.session.selection.is_empty());
        assert!(!hand.key(ToolKey::Escape), "nothing is left to step out of");
    }
    hand.session.selection.set(Item::Marker(TARGET));
    assert!(hand.key(ToolKey::Escape) && hand.session.selection.is_empty());
    assert!(hand.steps().is_empty());
}

#[test]
fn a_double_click_on_a_path_selects_its_nodes_and_puts_none_in() {
    let line = at(6.0, 0.0);
    let mut hand = ToolHarness::on(sample_scene());
    hand.click(line);
    assert_eq!(hand.session.selection, Selection::of([Item::Path(PATH)]));
    hand.press(line);
    assert_eq!(
        hand.session.scene.path(PATH).unwrap().nodes.len(),
        5,
        "the second click alone would put a node in"
    );
    hand.event(PointerKind::SecondRelease, line);
    assert_eq!(hand.session.selection, all_nodes());
    assert_eq!(
        (hand.steps(), bits(&hand.session.scene)),
        (vec![], bits(&sample_scene()))
    );
    // Of several things selected, too, where a click puts nothing in.
    hand.session
        .selection
        .set_all([Item::Path(PATH), Item::Agent(GUARD)]);
    hand.press(line);
    hand.event(PointerKind::SecondRelease, line);
    assert_eq!(hand.session.selection, all_nodes());
    // Elsewhere the second click is a click.
    hand.press(at(4.0, 0.0));
    hand.event(PointerKind::SecondRelease, at(4.0, 0.0));
    assert_eq!(hand.session.selection, Selection::of([node(2)]));
    assert!(!hand.tool.is_busy());
}

#[test]
fn to_other_tools_a_double_click_is_two_clicks() {
    let mut hand = ToolHarness::with(sample_scene(), Tool::Pen(Default::default()));
    for p in [at(30.0, 0.0), at(34.0, 0.0)] {
        hand.press(p);
        hand.event(PointerKind::SecondRelease, p);
    }
    assert!(!hand.tool.is_busy());
    assert_eq!(hand.session.scene.paths[1].nodes.len(), 2);
}
