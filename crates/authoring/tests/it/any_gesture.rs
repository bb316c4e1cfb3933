//! Property test: any sequence of gestures keeps the scene valid and undoable.

use crate::tool_harness::{ToolHarness, at, bits, sample_scene};
use proptest::prelude::*;
use steerwright_authoring::edit;
use steerwright_authoring::edit::duplicate;
use steerwright_authoring::line::LineKind;
use steerwright_authoring::paths::ops;
use steerwright_authoring::tool::place::Placeable;
use steerwright_authoring::tool::{
    Freehand, Modifiers, Pen, PictureScale, Place, PointerKind, Rectangle, Select, SpawnerTool,
    Tool, ToolKey,
};
use steerwright_authoring::transform;
use steerwright_authoring::transform::Transform;
use steerwright_authoring::{Item, Session, line, pictures};
use steerwright_format::validate;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::MarkerKind;

fn pen() -> Tool {
    Tool::Pen(Pen::default())
}

/// A user action, with the button pressed or not.
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
    Join,
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
        Just(Tool::Pen(Pen::new(LineKind::Wall))),
        Just(Tool::Rectangle(Rectangle::new(LineKind::Wall))),
        Just(Tool::Pen(Pen::new(LineKind::Area))),
        Just(Tool::Rectangle(Rectangle::new(LineKind::Area))),
        Just(Tool::Freehand(Freehand::default())),
        Just(Tool::Place(Place::new(Placeable::Agent))),
        Just(Tool::Place(Place::new(Placeable::Marker(
            MarkerKind::Target
        )))),
        Just(Tool::Place(Place::new(Placeable::Marker(
            MarkerKind::Danger
        )))),
        Just(Tool::Place(Place::new(Placeable::Cells))),
        Just(Tool::Spawner(SpawnerTool::default())),
        Just(Tool::PictureScale(PictureScale::default())),
        Just(Tool::Pan),
    ];
    let modifiers = (
        prop::bool::weighted(0.2),
        prop::bool::weighted(0.2),
        prop::bool::weighted(0.2),
    );
    let modifiers = modifiers.prop_map(|(shift, ctrl, alt)| Modifiers { shift, ctrl, alt });
    let key = prop_oneof![
        Just(ToolKey::Enter),
        Just(ToolKey::Escape),
        Just(ToolKey::Backspace)
    ];
    prop_oneof![
        40 => (kind, place, modifiers).prop_map(|(kind, p, modifiers)| Act::Pointer(kind, p, modifiers)),
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
        1 => Just(Act::Join),
        1 => Just(Act::RollBack),
    ]
}

fn perform(harness: &mut ToolHarness, act: Act) {
    let selected: Vec<Item> = harness.session.selection.iter().collect();
    match act {
        Act::Pointer(kind, p, modifiers) => {
            harness.holding(modifiers, |harness| harness.event(kind, p))
        }
        Act::Key(key) => drop(harness.key(key)),
        Act::TakeUp(tool) => {
            harness.work(|tool, context| tool.finish(context.session));
            harness.tool = tool;
        }
        Act::Snap => harness.snap.to_grid ^= true,
        Act::Undo => drop(harness.session.undo()),
        Act::Redo => drop(harness.session.redo()),
        Act::Delete => drop(edit::delete(&mut harness.session.scene, &selected)),
        // Repeated doubling would only make the test slow.
        Act::Duplicate if harness.session.scene.agents.len() < 40 && selected.len() < 20 => {
            let Session {
                scene, selection, ..
            } = &mut harness.session;
            duplicate::duplicate(scene, selection, at(0.5, -0.5));
        }
        Act::Nudge => {
            transform::apply(
                &mut harness.session.scene,
                &harness.session.selection.clone(),
                &Transform::Move(at(0.1, 0.0)),
            );
        }
        Act::SelectAll => {
            let agents: Vec<Item> = harness
                .session
                .scene
                .agents
                .iter()
                .map(|agent| Item::Agent(agent.id))
                .collect();
            harness.session.selection.set_all(agents);
        }
        Act::Loop => {
            for line in harness.session.selection.lines() {
                line::set_closed(&mut harness.session.scene, line, true);
            }
        }
        Act::Reverse => {
            if let Some(path) = harness.session.selection.path() {
                ops::reverse(&mut harness.session.scene, path);
            }
        }
        Act::Join => {
            let Session {
                scene, selection, ..
            } = &mut harness.session;
            if let Some((kept, other)) = line::ends_to_join(scene, selection) {
                line::join(scene, kept, other);
            }
            if let Some((line, node)) = selection.single_node() {
                line::split(scene, line, node);
            }
        }
        Act::RollBack => harness.session.roll_back(),
        Act::Duplicate => {}
    }
    harness.work(|_, _| ());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 384, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_of_gestures_keeps_the_scene_valid_and_undoable(acts in prop::collection::vec(act(), 0..80)) {
        let mut first = sample_scene();
        pictures::add(&mut first, "level.png".into(), at(10.0, -8.0), at(8.0, 4.0));
        let mut harness = ToolHarness::on(first.clone());
        for act in acts {
            perform(&mut harness, act);
            let problems = validate::scene_errors(&harness.session.scene);
            prop_assert!(problems.is_empty(), "{problems:?}");
            let steps = harness.session.history().steps();
            prop_assert!(steps.0.iter().all(|name| !name.is_empty()));
            for item in harness.session.selection.iter().filter(|_| !harness.tool.is_busy()) {
                prop_assert!(item.exists(&harness.session.scene), "{item:?} is selected and gone");
            }
        }
        harness.session.roll_back();
        while harness.session.redo().is_some() {}
        let last = bits(&harness.session.scene);
        harness.undo_all();
        prop_assert_eq!(bits(&harness.session.scene), bits(&first));
        while harness.session.redo().is_some() {}
        prop_assert_eq!(bits(&harness.session.scene), last);
    }
}
