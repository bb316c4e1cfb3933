//! Whatever a hand does in whatever order, the scene stays sound and can be walked back and forth.

use crate::tool_harness::{ToolHarness, at, bits, sample_scene};
use proptest::prelude::*;
use steerwright_authoring::tool::place::What;
use steerwright_authoring::tool::{
    Freehand, Modifiers, Pen, Place, PointerKind, Select, Tool, ToolKey,
};
use steerwright_authoring::transform;
use steerwright_authoring::transform::Transform;
use steerwright_authoring::{Item, Session, duplicate, edit, path_ops};
use steerwright_format::validate;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::MarkerKind;

fn pen() -> Tool {
    Tool::Pen(Pen::default())
}

/// One thing a person may do, the button pressed or not, in any order.
#[derive(Clone, Debug)]
enum Act {
    Pointer(PointerKind, DVec2, Modifiers),
    Key(ToolKey),
    TakeUp(Tool),
    Snap,
    Undo,
    Redo,
    Delete,
    Duplicate,
    Nudge,
    SelectAll,
    Loop,
    Reverse,
    RollBack,
}

fn act() -> impl Strategy<Value = Act> {
    let kind = prop_oneof![
        3 => Just(PointerKind::Press),
        4 => Just(PointerKind::Move),
        3 => Just(PointerKind::Release),
        1 => Just(PointerKind::SecondaryPress)
    ];
    let near = (-12i32..25, -12i32..25).prop_map(|(x, y)| at(f64::from(x), f64::from(y)));
    let free = (-1e3f64..1e3, -1e3f64..1e3).prop_map(|(x, y)| at(x, y));
    let far = (-1e11f64..1e11, -1e11f64..1e11).prop_map(|(x, y)| at(x, y));
    let place = prop_oneof![30 => near, 5 => free, 1 => far];
    let tool = prop_oneof![
        Just(Tool::Select(Select::default())),
        Just(pen()),
        Just(Tool::Freehand(Freehand::default())),
        Just(Tool::Place(Place::new(What::Agent))),
        Just(Tool::Place(Place::new(What::Marker(MarkerKind::Target)))),
        Just(Tool::Place(Place::new(What::Marker(MarkerKind::Danger)))),
        Just(Tool::Place(Place::new(What::Cells))),
        Just(Tool::Hand),
    ];
    let held = (
        prop::bool::weighted(0.2),
        prop::bool::weighted(0.2),
        prop::bool::weighted(0.2),
    );
    let held = held.prop_map(|(shift, ctrl, alt)| Modifiers { shift, ctrl, alt });
    let key = prop_oneof![
        Just(ToolKey::Enter),
        Just(ToolKey::Escape),
        Just(ToolKey::Backspace)
    ];
    prop_oneof![
        40 => (kind, place, held).prop_map(|(kind, p, held)| Act::Pointer(kind, p, held)),
        4 => key.prop_map(Act::Key),
        4 => tool.prop_map(Act::TakeUp),
        1 => Just(Act::Snap),
        3 => Just(Act::Undo),
        3 => Just(Act::Redo),
        1 => Just(Act::Delete),
        1 => Just(Act::Duplicate),
        1 => Just(Act::Nudge),
        1 => Just(Act::SelectAll),
        1 => Just(Act::Loop),
        1 => Just(Act::Reverse),
        1 => Just(Act::RollBack),
    ]
}

fn perform(hand: &mut ToolHarness, act: Act) {
    let selected: Vec<Item> = hand.session.selection.iter().collect();
    match act {
        Act::Pointer(kind, p, held) => hand.holding(held, |hand| hand.event(kind, p)),
        Act::Key(key) => drop(hand.key(key)),
        Act::TakeUp(tool) => {
            hand.work(|tool, bench| tool.finish(bench));
            hand.tool = tool;
        }
        Act::Snap => hand.snap.to_grid ^= true,
        Act::Undo => drop(hand.session.undo()),
        Act::Redo => drop(hand.session.redo()),
        Act::Delete => drop(edit::delete(&mut hand.session.scene, &selected)),
        // Doubling again and again would only make the test slow.
        Act::Duplicate if hand.session.scene.agents.len() < 40 && selected.len() < 20 => {
            let Session {
                scene, selection, ..
            } = &mut hand.session;
            duplicate::duplicate(scene, selection, at(0.5, -0.5));
        }
        Act::Nudge => {
            transform::apply(
                &mut hand.session.scene,
                &hand.session.selection.clone(),
                &Transform::Move(at(0.1, 0.0)),
            );
        }
        Act::SelectAll => {
            let agents: Vec<Item> = hand
                .session
                .scene
                .agents
                .iter()
                .map(|agent| Item::Agent(agent.id))
                .collect();
            hand.session.selection.set_all(agents);
        }
        Act::Loop => {
            if let Some(path) = hand.session.selection.path() {
                path_ops::set_closed(&mut hand.session.scene, path, true);
            }
        }
        Act::Reverse => {
            if let Some(path) = hand.session.selection.path() {
                path_ops::reverse(&mut hand.session.scene, path);
            }
        }
        Act::RollBack => hand.session.roll_back(),
        Act::Duplicate => {}
    }
    hand.work(|_, _| ());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 384, ..ProptestConfig::default() })]

    #[test]
    fn whatever_a_hand_does_the_scene_stays_sound_and_can_be_walked_back_and_forth(acts in prop::collection::vec(act(), 0..80)) {
        let first = sample_scene();
        let mut hand = ToolHarness::on(first.clone());
        for act in acts {
            perform(&mut hand, act);
            let problems = validate::scene_errors(&hand.session.scene);
            prop_assert!(problems.is_empty(), "{problems:?}");
            let steps = hand.session.history().steps();
            prop_assert!(steps.0.iter().all(|name| !name.is_empty()));
            for item in hand.session.selection.iter().filter(|_| !hand.tool.is_busy()) {
                prop_assert!(item.exists(&hand.session.scene), "{item:?} is selected and gone");
            }
        }
        hand.session.roll_back();
        while hand.session.redo().is_some() {}
        let last = bits(&hand.session.scene);
        hand.undo_all();
        prop_assert_eq!(bits(&hand.session.scene), bits(&first));
        while hand.session.redo().is_some() {}
        prop_assert_eq!(bits(&hand.session.scene), last);
    }
}
