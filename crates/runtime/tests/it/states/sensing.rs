//! What one agent of a pack saw, heard or touched changes its state, and tells those near.

use super::*;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::{EnterAction, Hearing, Target};

/// A pack of three: the first sees the intruder, the second is near it, the third too far away.
fn pack() -> Scene {
    let mut hunt = state(2, seek(Goal::LastSeen), []);
    hunt.rules.enter = vec![EnterAction::Share { radius: 6.0 }];
    let told = state(3, seek(Goal::LastSeen), [when(1, [after(2)])]);
    let mut preset = guard([
        state(
            1,
            steered([]),
            [when(2, [Term::Sees]), when(3, [Term::Told])],
        ),
        hunt,
        told,
    ]);
    preset.sight = Some(Sight {
        range: 5.0,
        ..Sight::default()
    });
    preset.watches = vec!["intruders".into()];
    let wolf = |id, x: f64| Agent {
        team: Some("wolves".into()),
        heading: Some(DVec2::NEG_X),
        ..Agent::at(AgentId(id), "", PresetId(1), DVec2::new(x, 0.0))
    };
    let intruder = Preset::steered(PresetId(2), "Intruder", []);
    let mut scene = scene(preset);
    scene.presets.push(Arc::new(intruder));
    scene.agents = Arc::new(vec![
        wolf(1, 5.0),
        wolf(2, 0.0),
        wolf(3, 10.0),
        wolf(4, 12.0),
        Agent {
            team: Some("intruders".into()),
            velocity: DVec2::new(0.0, 0.0),
            ..Agent::at(AgentId(9), "", PresetId(2), DVec2::new(-4.0, 0.0))
        },
        Agent {
            team: Some("sheep".into()),
            ..Agent::at(AgentId(10), "", PresetId(1), DVec2::new(1.0, 1.0))
        },
    ]);
    scene
}

#[test]
fn a_pack_shares_what_one_of_it_saw() {
    let mut world = World::new(&pack());
    let states = |world: &World| [1, 2, 3, 4, 10].map(|id| state_of(world, AgentId(id)));
    world.step();
    assert_eq!(
        states(&world),
        [1, 2, 1, 1, 1],
        "the second sees the intruder"
    );
    world.step();
    assert_eq!(
        states(&world),
        [3, 2, 1, 1, 1],
        "only those of its team that are near are told"
    );
    steps(&mut world, 1);
    assert!(
        world.agent(AgentId(1)).expect("a wolf").velocity.x < 0.0,
        "it knows where to go"
    );
    steps(&mut world, 1);
    assert_eq!(states(&world), [1, 2, 1, 1, 1], "it is told only once");
}

#[test]
fn hearing_and_touching_change_states() {
    let mut preset = guard([
        state(
            1,
            steered([]),
            [when(2, [Term::Hears]), when(3, [Term::Touches])],
        ),
        state(2, steered([]), [when(1, [after(1)])]),
        state(3, steered([]), []),
    ]);
    preset.hearing = Some(Hearing::default());
    let mut scene = scene(preset);
    let thief = Preset::steered(PresetId(2), "Thief", []);
    scene.presets.push(Arc::new(thief));
    let agents = Arc::make_mut(&mut scene.agents);
    agents[0].target = Some(Target::Agent(AgentId(2)));
    agents.push(Agent::at(AgentId(2), "", PresetId(2), DVec2::new(3.0, 0.0)));
    let mut world = World::new(&scene);
    world.step();
    assert_eq!(state_of(&world, ANN), 1);
    world.noise(DVec2::new(0.0, 4.0), 5.0).expect("a noise");
    world.step();
    assert_eq!(state_of(&world, ANN), 2);
    world.step();
    assert_eq!(state_of(&world, ANN), 1);
    world
        .drive(AgentId(2), DVec2::new(0.8, 0.0))
        .expect("the thief");
    world.step();
    assert_eq!(state_of(&world, ANN), 3);
}
