//! Selecting nodes of a path and going back to the path.

use crate::tool_harness::{GUARD, PATH, TARGET, ToolHarness, at, bits, sample_scene};
use steerwright_authoring::tool::{PointerKind, Tool, ToolKey};
use steerwright_authoring::{Item, Line, Selection};
use steerwright_runtime::scene::NodeId;

fn node(id: u32) -> Item {
    Item::Node(Line::Path(PATH), NodeId(id))
}

fn all_nodes() -> Selection {
    Selection::of((1..=4).map(node))
}

#[test]
fn escape_selects_the_path_of_nodes_and_then_nothing() {
    let mut harness = ToolHarness::on(sample_scene());
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
        harness.session.selection.set_all(selected);
        assert!(harness.key(ToolKey::Escape));
        assert_eq!(
            harness.session.selection.iter().collect::<Vec<_>>(),
            outward
        );
        assert_eq!(harness.session.selection.primary(), Some(primary));
        assert!(harness.key(ToolKey::Escape));
        assert!(harness.session.selection.is_empty());
        assert!(!harness.key(ToolKey::Escape), "nothing is selected");
    }
    harness.session.selection.set(Item::Marker(TARGET));
    assert!(harness.key(ToolKey::Escape) && harness.session.selection.is_empty());
    assert!(harness.steps().is_empty());
}

#[test]
fn double_clicking_a_path_selects_its_nodes_and_inserts_none() {
    let line = at(6.0, 0.0);
    let mut harness = ToolHarness::on(sample_scene());
    harness.click(line);
    assert_eq!(harness.session.selection, Selection::of([Item::Path(PATH)]));
    harness.press(line);
    assert_eq!(
        harness.session.scene.path(PATH).unwrap().nodes.len(),
        5,
        "the second click alone would put a node in"
    );
    harness.event(PointerKind::SecondRelease, line);
    assert_eq!(harness.session.selection, all_nodes());
    assert_eq!(
        (harness.steps(), bits(&harness.session.scene)),
        (vec![], bits(&sample_scene()))
    );
    // Also with several items selected, where a click inserts nothing.
    harness
        .session
        .selection
        .set_all([Item::Path(PATH), Item::Agent(GUARD)]);
    harness.press(line);
    harness.event(PointerKind::SecondRelease, line);
    assert_eq!(harness.session.selection, all_nodes());
    // Elsewhere the second click is an ordinary click.
    harness.press(at(4.0, 0.0));
    harness.event(PointerKind::SecondRelease, at(4.0, 0.0));
    assert_eq!(harness.session.selection, Selection::of([node(2)]));
    assert!(!harness.tool.is_busy());
}

#[test]
fn other_tools_treat_a_double_click_as_two_clicks() {
    let mut harness = ToolHarness::with(sample_scene(), Tool::Pen(Default::default()));
    for p in [at(30.0, 0.0), at(34.0, 0.0)] {
        harness.press(p);
        harness.event(PointerKind::SecondRelease, p);
    }
    assert!(!harness.tool.is_busy());
    assert_eq!(harness.session.scene.paths[1].nodes.len(), 2);
}
