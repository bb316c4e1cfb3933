//! Placing, moving, copying and grouping spawners, and contact rules.

use crate::tool_harness::{GUARD, SEEKER, ToolHarness, at, bits, sample_scene};
use std::sync::Arc;
use steerwright_authoring::bounds::Bounds;
use steerwright_authoring::canvas::handles::Handle;
use steerwright_authoring::canvas::ring::{self, RingId};
use steerwright_authoring::clipboard::{self, Clip};
use steerwright_authoring::edit;
use steerwright_authoring::edit::align;
use steerwright_authoring::edit::duplicate;
use steerwright_authoring::edit::editable;
use steerwright_authoring::outline;
use steerwright_authoring::outline::grouping;
use steerwright_authoring::outline::reordering;
use steerwright_authoring::session::same_simulation::same_simulation;
use steerwright_authoring::tool::{Select, SpawnerTool, Tool, ToolKey};
use steerwright_authoring::transform::{self, Transform};
use steerwright_authoring::{Item, Selection, scene_bounds, spawners};
use steerwright_format::validate;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, ContactId, MarkerId, Preset, PresetId, Scatter, Scene, SpawnEdge, SpawnPlace,
    SpawnWhen, SpawnerId, Target,
};

const SPAWNER: SpawnerId = SpawnerId(1);

fn spawner_tool() -> Tool {
    Tool::Spawner(SpawnerTool::default())
}

fn place(scene: &Scene, id: u32) -> SpawnPlace {
    scene.spawner(SpawnerId(id)).expect("a spawner").place
}

fn edge(from: DVec2, to: DVec2) -> SpawnPlace {
    SpawnPlace::Edge(SpawnEdge { from, to })
}

/// The sample scene with a spawner of seekers at a place.
fn with_spawner(place: SpawnPlace) -> Scene {
    let mut scene = sample_scene();
    spawners::add(&mut scene, PresetId(2), place);
    scene
}

fn select() -> Tool {
    Tool::Select(Select::default())
}

#[test]
fn a_click_places_a_spawner_at_a_point_or_at_an_item_and_a_drag_draws_an_edge() {
    let mut harness = ToolHarness::with(sample_scene(), spawner_tool());
    harness.click(at(-30.0, 5.0));
    assert_eq!(
        harness.session.selection.primary(),
        Some(Item::Spawner(SPAWNER))
    );
    harness.click(at(0.0, 20.0));
    harness.click(at(-9.0, 20.0));
    harness.drag(at(30.0, 30.0), at(50.0, 42.0));
    harness.release(at(50.0, 42.0));
    let scene = &harness.session.scene;
    assert_eq!(place(scene, 1), SpawnPlace::Point(at(-30.0, 5.0)));
    assert_eq!(place(scene, 2), SpawnPlace::Marker(MarkerId(1)));
    assert_eq!(place(scene, 3), SpawnPlace::Agent(SEEKER));
    assert_eq!(place(scene, 4), edge(at(30.0, 30.0), at(50.0, 42.0)));
    let names: Vec<&str> = scene.spawners.iter().map(|own| own.name.as_str()).collect();
    assert_eq!(names, ["Spawner", "Spawner 2", "Spawner 3", "Spawner 4"]);
    assert_eq!(harness.steps(), ["Place spawner"; 4]);
    assert_eq!(validate::scene_errors(scene), []);
    harness.undo_all();
    assert_eq!(bits(&harness.session.scene), bits(&sample_scene()));
}

#[test]
fn a_new_spawner_has_the_selected_preset_and_what_it_needs() {
    let mut harness = ToolHarness::with(sample_scene(), spawner_tool());
    harness.session.selection.set(Item::Preset(PresetId(2)));
    harness.click(at(-30.0, 5.0));
    let spawner = &harness.session.scene.spawners[0];
    assert_eq!(spawner.preset, PresetId(2));
    assert_eq!(spawner.target, Some(Target::Marker(MarkerId(1))));
    assert_eq!(spawner.danger, Some(Target::Marker(MarkerId(2))));
    // Without a preset in the scene, a built-in one is added.
    let mut harness = ToolHarness::with(Scene::default(), spawner_tool());
    harness.click(at(1.0, 1.0));
    let scene = &harness.session.scene;
    assert_eq!(scene.presets.len(), 1);
    assert_eq!(validate::scene_errors(scene), []);
}

#[test]
fn the_presets_of_selected_items_are_listed_once() {
    let mut scene = with_spawner(SpawnPlace::Point(at(-30.0, 5.0)));
    let of_agent = scene.agent(SEEKER).unwrap().preset;
    let other = edit::duplicate_preset(&mut scene, of_agent).unwrap();
    let spawner = scene.spawners[0].id;
    scene.spawner_mut(spawner).unwrap().preset = other;
    let items = [
        Item::Marker(MarkerId(1)),
        Item::Agent(SEEKER),
        Item::Spawner(spawner),
        Item::Preset(of_agent),
    ];
    let presets = Selection::of(items).presets(&scene);
    assert_eq!(presets, [of_agent, other]);
    assert_eq!(Item::Marker(MarkerId(1)).preset(&scene), None);
}

#[test]
fn escape_and_the_secondary_button_cancel_a_spawner() {
    for cancels_by_key in [true, false] {
        let mut harness = ToolHarness::with(sample_scene(), spawner_tool());
        harness.drag(at(30.0, 30.0), at(50.0, 42.0));
        if cancels_by_key {
            assert!(harness.key(ToolKey::Escape));
        } else {
            harness.right(at(50.0, 42.0));
        }
        harness.release(at(50.0, 42.0));
        assert!(harness.session.scene.spawners.is_empty());
        assert_eq!(harness.steps(), [""; 0]);
    }
}

#[test]
fn the_icon_of_a_point_and_the_line_of_an_edge_select_and_move() {
    let mut harness = ToolHarness::with(with_spawner(SpawnPlace::Point(at(-30.0, 5.0))), select());
    harness.drag(at(-30.0, 5.0), at(-28.0, 6.0));
    harness.release(at(-28.0, 6.0));
    assert_eq!(
        place(&harness.session.scene, 1),
        SpawnPlace::Point(at(-28.0, 6.0))
    );
    assert_eq!(harness.steps(), ["Move spawner"]);

    let scene = with_spawner(edge(at(30.0, 30.0), at(50.0, 40.0)));
    let mut harness = ToolHarness::with(scene, select());
    harness.click(at(40.0, 35.0));
    assert!(
        harness.session.selection.is_empty(),
        "inside, nothing is hit"
    );
    harness.drag(at(30.0, 34.0), at(32.0, 35.0));
    harness.release(at(32.0, 35.0));
    assert_eq!(
        place(&harness.session.scene, 1),
        edge(at(32.0, 31.0), at(52.0, 41.0))
    );
}

#[test]
fn the_corners_of_an_edge_are_handles_and_it_cannot_be_rotated() {
    let scene = with_spawner(edge(at(30.0, 30.0), at(50.0, 40.0)));
    let mut harness = ToolHarness::with(scene, select());
    harness.session.selection.set(Item::Spawner(SPAWNER));
    let handles = harness.work(|_, context| {
        let transform_box = context.transform_box().expect("a box");
        transform_box.handles(context.view.unit_per_point)
    });
    assert_eq!(handles.len(), 8);
    assert!(handles.iter().all(|(handle, _)| *handle != Handle::Rotate));
    let corner = handles
        .iter()
        .find(|(handle, _)| *handle == Handle::Scale(1, 1))
        .expect("a corner");
    let to = corner.1 + at(10.0, 5.0);
    harness.drag(corner.1, to);
    harness.release(to);
    assert_eq!(
        place(&harness.session.scene, 1),
        edge(at(30.0, 30.0), at(60.0, 45.0))
    );
    // Together with others it moves around their center and stays parallel to the axes.
    let scene = &mut harness.session.scene;
    let selection = Selection::of([Item::Spawner(SPAWNER)]);
    transform::rotate(scene, &selection, 45.0);
    assert_eq!(place(scene, 1), edge(at(30.0, 30.0), at(60.0, 45.0)));
    transform::rotate(scene, &selection, 90.0);
    assert_eq!(place(scene, 1), edge(at(52.5, 22.5), at(37.5, 52.5)));
}

#[test]
fn a_spawner_at_an_agent_has_an_icon_beside_it_and_moves_with_it() {
    let mut harness = ToolHarness::with(with_spawner(SpawnPlace::Agent(SEEKER)), select());
    let icon =
        harness.work(|_, context| spawners::shown(&context.session.scene, &context.view)[0].icon);
    assert!((icon - at(-9.0, 20.0)).length() > 0.1);
    harness.drag(icon, icon + at(3.0, 0.0));
    harness.release(icon + at(3.0, 0.0));
    assert_eq!(
        harness.session.selection.primary(),
        Some(Item::Spawner(SPAWNER))
    );
    assert_eq!(place(&harness.session.scene, 1), SpawnPlace::Agent(SEEKER));
    // A second one at the same agent has an icon of its own.
    spawners::add(
        &mut harness.session.scene,
        PresetId(2),
        SpawnPlace::Agent(SEEKER),
    );
    let icons: Vec<DVec2> = harness.work(|_, context| {
        let shown = spawners::shown(&context.session.scene, &context.view);
        shown.iter().map(|own| own.icon).collect()
    });
    assert_ne!(icons[0], icons[1]);
    assert_eq!(icons[0], icon);
}

#[test]
fn the_scatter_of_a_spawner_is_a_ring() {
    let mut scene = with_spawner(SpawnPlace::Point(at(-30.0, 5.0)));
    let spawner = scene.spawner_mut(SPAWNER).expect("it");
    spawner.scatter = Some(Scatter { min: 1.0, max: 4.0 });
    let mut harness = ToolHarness::with(scene, select());
    harness.session.selection.set(Item::Spawner(SPAWNER));
    let rings = harness.work(|_, context| context.rings());
    let radii: Vec<f64> = rings.iter().map(|ring| ring.radius).collect();
    assert_eq!(radii, [4.0, 1.0]);
    assert!(rings.iter().all(|ring| ring.center == at(-30.0, 5.0)));
    let outer = rings[0].handle();
    let to = at(-30.0, 5.0) + (outer - at(-30.0, 5.0)) * 1.5;
    harness.drag(outer, to);
    harness.release(to);
    let scatter = harness.session.scene.spawners[0].scatter.expect("a ring");
    assert_eq!((scatter.min, scatter.max), (1.0, 6.0));
    // The outer radius is never smaller than the inner one.
    let id = RingId::SpawnerScatter(SPAWNER, "max");
    ring::set_radius(&mut harness.session.scene, id, 0.5);
    let scatter = harness.session.scene.spawners[0].scatter.expect("a ring");
    assert_eq!((scatter.min, scatter.max), (1.0, 1.0));
}

#[test]
fn spawners_are_hidden_locked_grouped_renamed_and_reordered() {
    let mut scene = with_spawner(SpawnPlace::Point(at(-30.0, 5.0)));
    spawners::add(&mut scene, PresetId(2), SpawnPlace::Point(at(-20.0, 5.0)));
    let [first, second] = [1, 2].map(|id| Item::Spawner(SpawnerId(id)));
    let group = grouping::group(&mut scene, &[first]).expect("a group");
    let props = outline::props_of(&scene, first).expect("properties");
    assert_eq!(props.group, Some(group));
    outline::rename(&mut scene, outline::Entry::Item(second), "Nest");
    assert_eq!(scene.spawners[1].name, "Nest");
    let rows = [first, second].map(outline::Entry::Item);
    reordering::move_beside(&mut scene, &rows[1..], rows[0], false);
    assert_eq!(scene.spawners[0].name, "Nest");
    outline::set_flag(&mut scene, rows[1], outline::Flag::Locked, true);
    let all = editable::all_items(&scene);
    assert!(all.contains(&first) && !all.contains(&second));
    let before = bits(&scene);
    let by = Transform::Move(at(1.0, 0.0));
    transform::apply(&mut scene, &Selection::of([second]), &by);
    assert_eq!(bits(&scene), before, "a locked one does not move");
    // Deleted, it leaves no properties for the next one with its id.
    edit::delete(&mut scene, &[second]);
    assert_eq!(scene.editor.spawner_props.len(), 1);
    assert_eq!(validate::scene_errors(&scene), []);
    assert!(same_simulation(&scene, &scene.clone()));
}

#[test]
fn spawners_are_copied_with_what_they_need_and_reuse_what_is_there() {
    let mut scene = with_spawner(SpawnPlace::Agent(GUARD));
    spawners::add(&mut scene, PresetId(2), SpawnPlace::Point(at(1.0, 30.0)));
    let both = Selection::of([1, 2].map(|id| Item::Spawner(SpawnerId(id))));
    let clip = Clip::of(&scene, &both).expect("a clip");
    let clip = Clip::read(&clip.text().expect("text")).expect("readable");
    let pasted = clipboard::paste(&mut scene, &clip, at(1.0, 2.0));
    assert_eq!(pasted, [3, 4].map(|id| Item::Spawner(SpawnerId(id))));
    assert_eq!(place(&scene, 3), SpawnPlace::Agent(GUARD));
    assert_eq!(place(&scene, 4), SpawnPlace::Point(at(2.0, 32.0)));
    assert_eq!((scene.agents.len(), scene.presets.len()), (3, 3));
    assert_eq!(scene.spawners[3].target, scene.spawners[1].target);
    // In another scene, they bring what they refer to.
    let mut other = Scene::default();
    clipboard::paste(&mut other, &clip, DVec2::ZERO);
    assert_eq!(validate::scene_errors(&other), []);
    assert_eq!((other.spawners.len(), other.markers.len()), (2, 2));
    let SpawnPlace::Agent(id) = other.spawners[0].place else {
        panic!("at an agent");
    };
    assert_eq!(other.agent(id).expect("the agent").name, "Guard");
    // A duplicate of an agent with its spawner is at the duplicate.
    let mut scene = with_spawner(SpawnPlace::Agent(GUARD));
    let mut selection = Selection::of([Item::Agent(GUARD), Item::Spawner(SPAWNER)]);
    duplicate::duplicate(&mut scene, &mut selection, at(1.0, 0.0));
    assert_eq!(place(&scene, 2), SpawnPlace::Agent(AgentId(4)));
}

#[test]
fn contact_rules_are_added_copied_and_deleted() {
    let mut scene = sample_scene();
    let selected = [PresetId(2)];
    let (first, second) = spawners::contact_presets(&scene, &selected).expect("presets");
    assert_eq!((first, second), (PresetId(2), PresetId(1)));
    assert_eq!(spawners::contact_presets(&Scene::default(), &[]), None);
    spawners::add_contact(&mut scene, first, second);
    let rule = Item::Contact(ContactId(1));
    assert_eq!(outline::props_of(&scene, rule), None);
    assert!(!align::has_at_least(&scene, &Selection::of([rule]), 1));
    let mut selection = Selection::of([rule]);
    duplicate::duplicate(&mut scene, &mut selection, at(1.0, 0.0));
    assert_eq!(scene.contacts[1].name, "Contact 2");
    assert_eq!(scene.contacts[1].first, PresetId(2));
    assert_eq!(scene.presets.len(), 3);
    let clip = Clip::of(&scene, &Selection::of([rule])).expect("a clip");
    let mut other = Scene::default();
    clipboard::paste(&mut other, &clip, DVec2::ZERO);
    assert_eq!(other.presets.len(), 2);
    assert_eq!(validate::scene_errors(&other), []);
    edit::delete(&mut scene, &[rule]);
    assert_eq!(scene.contacts.len(), 1);
}

#[test]
fn a_deletion_tells_what_it_changes_about_spawners_and_rules() {
    let mut scene = with_spawner(SpawnPlace::Marker(MarkerId(1)));
    spawners::add_contact(&mut scene, PresetId(3), PresetId(2));
    let before = scene.clone();
    edit::delete(
        &mut scene,
        &[Item::Marker(MarkerId(1)), Item::Agent(AgentId(3))],
    );
    edit::delete(&mut scene, &[Item::Preset(PresetId(3))]);
    assert_eq!(
        spawners::deletion_notes(&before, &scene, 0),
        [
            "The spawner Spawner now stays where that item was",
            "A contact rule of the preset was deleted too"
        ]
    );
    assert_eq!(spawners::deletion_notes(&scene, &scene, 0), [""; 0]);
}

fn between(min: DVec2, max: DVec2) -> Bounds {
    Bounds { min, max }
}

#[test]
fn the_view_shows_where_agents_enter() {
    let mut scene = Scene::default();
    spawners::add(
        &mut scene,
        PresetId(1),
        edge(at(10.0, 20.0), at(-10.0, 4.0)),
    );
    assert_eq!(
        scene_bounds::of(&scene),
        Some(between(at(-10.0, 4.0), at(10.0, 20.0)))
    );
    let spawner = scene.spawner_mut(SPAWNER).expect("it");
    spawner.scatter = Some(Scatter { min: 0.0, max: 2.0 });
    assert_eq!(
        scene_bounds::of(&scene),
        Some(between(at(-12.0, 2.0), at(12.0, 22.0)))
    );
}

#[test]
fn the_view_holds_the_whole_bodies_of_agents_that_enter() {
    let mut scene = Scene::default();
    let mut preset = Preset::steered(PresetId(1), "Giant", Vec::new());
    preset.body.radius = 3.0;
    scene.presets = vec![Arc::new(preset)];
    spawners::add(&mut scene, PresetId(1), SpawnPlace::Point(at(4.0, 1.0)));
    let fitted = |scene: &Scene| {
        let places = scene_bounds::of(scene).expect("a place");
        scene_bounds::with_bodies(scene, places)
    };
    assert_eq!(fitted(&scene), between(at(1.0, -2.0), at(7.0, 4.0)));
    scene.spawner_mut(SPAWNER).expect("it").scatter = Some(Scatter { min: 0.0, max: 2.0 });
    assert_eq!(fitted(&scene), between(at(-1.0, -4.0), at(9.0, 6.0)));
    scene.spawner_mut(SPAWNER).expect("it").place = edge(at(0.0, 10.0), at(20.0, 0.0));
    assert_eq!(fitted(&scene), between(at(-5.0, -5.0), at(25.0, 15.0)));

    // Of agents that start at a random place, too.
    scene.spawners.clear();
    scene.agents = Arc::new(vec![Agent {
        scatter: Some(Scatter { min: 0.0, max: 2.0 }),
        ..Agent::at(AgentId(1), "Giant", PresetId(1), at(0.0, 0.0))
    }]);
    assert_eq!(fitted(&scene), between(at(-5.0, -5.0), at(5.0, 5.0)));
}

#[test]
fn the_names_of_events_are_listed_once() {
    let mut scene = with_spawner(SpawnPlace::Point(DVec2::ZERO));
    for (id, name) in [(2, "wave"), (3, "boss"), (4, "wave")] {
        spawners::add(&mut scene, PresetId(2), SpawnPlace::Point(DVec2::ZERO));
        scene.spawner_mut(SpawnerId(id)).expect("it").when = SpawnWhen::Trigger(name.into());
    }
    let names: Vec<&str> = spawners::trigger_names(&scene).into_iter().collect();
    assert_eq!(names, ["boss", "wave"]);
    assert!(!spawners::waits_for_press(&scene));
    scene.spawner_mut(SPAWNER).expect("it").when = SpawnWhen::Press;
    assert!(spawners::waits_for_press(&scene));
}
