//! Variants of presets: they follow their base except where they were changed.

use serde_json::json;
use std::sync::Arc;
use steerwright_authoring::Session;
use steerwright_authoring::presets::variants;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{Agent, AgentId, Behavior, Motion, Preset, PresetId, Scene};
use steerwright_runtime::steering::Arrive;

const GUARD: PresetId = PresetId(1);
const KEEP: AgentId = AgentId(2);

/// Two agents that share the preset "Guard".
fn session() -> Session {
    let preset = Preset::steered(GUARD, "Guard", [Behavior::Arrive(Arrive::default())]);
    let agent = |id, name: &str| Agent::at(AgentId(id), name, GUARD, DVec2::ZERO);
    Session::new(Scene {
        presets: vec![
            Arc::new(preset),
            Arc::new(Preset::steered(PresetId(7), "Other", [])),
        ],
        agents: Arc::new(vec![agent(1, "Gate guard"), agent(2, "Keep guard")]),
        ..Scene::default()
    })
}

/// The same with a variant for one of them.
fn with_variant() -> (Session, PresetId) {
    let mut session = session();
    let id = variants::give_variant(&mut session.scene, KEEP).unwrap();
    session.commit();
    (session, id)
}

fn arrive(scene: &mut Scene, id: PresetId) -> &mut Arrive {
    let Motion::Steered(steered) = &mut scene.preset_mut(id).unwrap().motion else {
        panic!("steered")
    };
    let Behavior::Arrive(arrive) = &mut steered.behaviors[0].behavior else {
        panic!("arrive")
    };
    arrive
}

#[test]
fn a_variant_is_listed_after_its_base_and_used_by_one_agent() {
    let (session, id) = with_variant();
    let names: Vec<_> = session
        .scene
        .presets
        .iter()
        .map(|p| p.name.as_str())
        .collect();
    assert_eq!(names, ["Guard", "Guard (Keep guard)", "Other"]);
    let used: Vec<_> = session
        .scene
        .agents
        .iter()
        .map(|agent| agent.preset)
        .collect();
    assert_eq!(used, [GUARD, id]);
    assert_eq!(variants::differences(&session.scene, id), []);
}

#[test]
fn a_change_of_the_base_reaches_what_the_variant_does_not_override() {
    let (mut session, id) = with_variant();
    session.scene.preset_mut(id).unwrap().body.max_speed = 9.0;
    arrive(&mut session.scene, id).slow_radius = 4.5;
    session.commit();
    session.scene.preset_mut(GUARD).unwrap().body.max_speed = 3.0;
    session.scene.preset_mut(GUARD).unwrap().body.max_force = 11.0;
    let base = arrive(&mut session.scene, GUARD);
    (base.slow_radius, base.target_radius) = (2.0, 0.75);
    session.commit();
    let variant = session.scene.preset(id).unwrap().clone();
    assert_eq!(
        (variant.body.max_speed, variant.body.max_force),
        (9.0, 11.0)
    );
    let own = arrive(&mut session.scene, id);
    assert_eq!((own.slow_radius, own.target_radius), (4.5, 0.75));
    let overridden: Vec<_> = variants::differences(&session.scene, id)
        .into_iter()
        .map(|it| (it.place.last().unwrap().clone(), it.base, it.own))
        .collect();
    assert_eq!(
        overridden,
        [
            ("max_speed".into(), json!(3.0), json!(9.0)),
            ("slow_radius".into(), json!(2.0), json!(4.5)),
        ]
    );
}

#[test]
fn a_variant_follows_its_base_during_a_gesture_and_back_when_it_is_undone() {
    let (mut session, id) = with_variant();
    let radius = |session: &mut Session| arrive(&mut session.scene, id).slow_radius;
    let start = radius(&mut session);
    for dragged in [5.0, 6.0, 7.0] {
        arrive(&mut session.scene, GUARD).slow_radius = dragged;
        session.update_variants();
        assert_eq!(radius(&mut session), dragged);
    }
    session.commit();
    assert_eq!(radius(&mut session), 7.0);
    session.undo();
    assert_eq!(radius(&mut session), start);
}

#[test]
fn behaviors_that_are_added_to_or_replaced_in_the_base_reach_an_unchanged_variant() {
    let (mut session, id) = with_variant();
    let behaviors = |session: &mut Session, id| {
        let Motion::Steered(steered) = &mut session.scene.preset_mut(id).unwrap().motion else {
            panic!("steered")
        };
        steered.behaviors.clone()
    };
    let Motion::Steered(steered) = &mut session.scene.preset_mut(GUARD).unwrap().motion else {
        panic!("steered")
    };
    steered.behaviors[0] = Behavior::Seek {}.into();
    steered
        .behaviors
        .push(Behavior::Arrive(Arrive::default()).into());
    session.commit();
    assert_eq!(behaviors(&mut session, id), behaviors(&mut session, GUARD));
}

#[test]
fn values_and_whole_variants_are_reverted() {
    let (mut session, id) = with_variant();
    session.scene.preset_mut(id).unwrap().body.max_speed = 9.0;
    let own = arrive(&mut session.scene, id);
    (own.slow_radius, own.time_to_target) = (4.5, Some(0.5));
    session.commit();
    let differences = variants::differences(&session.scene, id);
    assert_eq!(differences.len(), 3);
    for (i, difference) in differences.iter().enumerate() {
        variants::revert(&mut session.scene, id, difference);
        assert_eq!(
            variants::differences(&session.scene, id),
            differences[i + 1..]
        );
    }
    variants::remove_variant(&mut session.scene, id);
    session.commit();
    assert_eq!(session.scene, self::session().scene);
}

#[test]
fn a_variant_of_a_variant_follows_the_same_base() {
    let (mut session, first) = with_variant();
    let second = variants::give_variant(&mut session.scene, KEEP).unwrap();
    assert_ne!(first, second);
    assert_eq!(variants::base_of(&session.scene, second).unwrap().id, GUARD);
}

#[test]
fn a_variant_whose_base_is_deleted_is_independent() {
    let (mut session, id) = with_variant();
    session.scene.presets.retain(|preset| preset.id != GUARD);
    session.scene.prune_editor_data();
    assert!(variants::base_of(&session.scene, id).is_none());
    assert!(session.scene.preset(id).is_some());
}

#[test]
fn variants_are_saved_with_the_scene() {
    let (session, id) = with_variant();
    let text = steerwright_format::write_scene(&session.scene).unwrap();
    let read = steerwright_format::read_scene(&text).unwrap().value;
    assert_eq!(variants::base_of(&read, id).unwrap().id, GUARD);
}
