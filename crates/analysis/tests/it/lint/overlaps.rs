//! Bodies that overlap.

use super::*;

/// Two agents that walk toward each other along a line, and what keeps them apart.
pub(super) fn meeting(separation: Option<Separation>) -> Scene {
    let walk = Behavior::Seek {};
    let behaviors = separation
        .map(Behavior::Separation)
        .into_iter()
        .chain([walk]);
    let marker = |id, x| Marker::at(MarkerId(id), "End", MarkerKind::Target, DVec2::new(x, 0.0));
    let agent = |id, name, x: f64, target| Agent {
        target: Some(Target::Marker(MarkerId(target))),
        ..Agent::at(
            AgentId(id),
            name,
            PresetId(1),
            DVec2::new(x, 0.1 * x.signum()),
        )
    };
    Scene {
        presets: vec![Arc::new(Preset::steered(PresetId(1), "Walker", behaviors))],
        markers: Arc::new(vec![marker(1, 100.0), marker(2, -100.0)]),
        agents: Arc::new(vec![agent(1, "Ann", -5.0, 1), agent(2, "Bob", 5.0, 2)]),
        ..Scene::default()
    }
}

#[test]
fn bodies_that_overlap_in_a_run_are_a_warning_and_bodies_kept_apart_are_not() {
    let found = only(&meeting(None), Rule::BodiesOverlap);
    assert_eq!(found.severity, Severity::Warning);
    assert_eq!(found.subject, Subject::Agent(AgentId(1)));
    assert_eq!(found.pointer, "/agents/0");
    assert!(
        found.message.starts_with("Ann and Bob overlap by up to 0."),
        "{}",
        found.message
    );
    assert!(found.moment.is_some_and(|moment| moment.tick > 0));
    let mut replayed = meeting(None);
    replayed.editor_mut().tracks = vec![standing(AgentId(2))];
    let found = only(&replayed, Rule::BodiesOverlap);
    assert_eq!(found.moment, None, "a track moves Bob elsewhere");
    assert!(found.message.ends_with(" s, without its track."));
    let apart = Separation {
        radius: 2.0,
        max_separation: 30.0,
        falloff: Falloff::InverseSquare,
    };
    assert!(!has(&meeting(Some(apart)), Rule::BodiesOverlap));
}

#[test]
fn an_overlap_with_what_an_agent_goes_for_may_be_meant_and_cell_movers_have_no_body() {
    let mut scene = meeting(None);
    scene.agent_mut(AgentId(1)).expect("Ann").target = Some(Target::Agent(AgentId(2)));
    assert_eq!(only(&scene, Rule::BodiesOverlap).severity, Severity::Hint);
    scene.preset_mut(PresetId(1)).expect("the preset").motion =
        Motion::GridChase(GridChase::default());
    assert!(!has(&scene, Rule::BodiesOverlap));
}
