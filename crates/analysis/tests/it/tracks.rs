//! Tracks replay what a player did to the bit, and are checked against what is expected of them.

use std::sync::Arc;
use steerwright_analysis::Run;
use steerwright_analysis::seeds::Progress;
use steerwright_analysis::tracks::{TrackReport, check_tracks};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::editor::{Expectation, Gait, GaitSpeeds, Movement, Track};
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Hearing, Marker, MarkerId, MarkerKind, Node, NodeId, PathId,
    PatrolPath, Preset, PresetId, Scene, Target, TrackId, Wall, WallId,
};
use steerwright_runtime::simulation::command::{TimedCommand, WorldCommand};
use steerwright_runtime::simulation::{EventKind, World};
use steerwright_runtime::steering::{Body, FollowPath, Noise};

const PLAYER: AgentId = AgentId(1);
const GUARD: AgentId = AgentId(2);

/// A player at (0, 0) who may not cross the wall at x = 4, and a guard at (8, 0) that walks up and
/// down behind it and watches the player.
fn yard() -> Scene {
    let mut player = Preset::steered(PresetId(1), "Player", []);
    player.body = Body {
        max_speed: 4.0,
        noise: Some(Noise {
            speed: 2.5,
            radius: 30.0,
        }),
        ..Body::default()
    };
    let follow = Behavior::FollowPath(FollowPath::default());
    let mut guard = Preset::steered(PresetId(2), "Guard", [follow]);
    guard.sight = Some(Sight {
        fov_deg: 360.0,
        ..Sight::default()
    });
    guard.hearing = Some(Hearing::default());
    let mut beat = PatrolPath::new(PathId(1), "Beat");
    beat.nodes = [(8.0, 0.0), (8.0, 6.0)]
        .into_iter()
        .zip(1..)
        .map(|((x, y), id)| Node::at(NodeId(id), DVec2::new(x, y)))
        .collect();
    let guard_agent = Agent {
        path: Some(PathId(1)),
        target: Some(Target::Agent(PLAYER)),
        ..Agent::at(GUARD, "Ann", PresetId(2), DVec2::new(8.0, 0.0))
    };
    let fence = [DVec2::new(4.0, -3.0), DVec2::new(4.0, 20.0)];
    Scene {
        presets: vec![player.into(), guard.into()],
        paths: vec![beat.into()],
        agents: vec![
            Agent::at(PLAYER, "Player", PresetId(1), DVec2::ZERO),
            guard_agent,
        ]
        .into(),
        markers: vec![Marker::at(
            MarkerId(1),
            "Vault",
            MarkerKind::Target,
            DVec2::new(6.0, -6.0),
        )]
        .into(),
        walls: vec![Wall::through(WallId(1), "Fence", fence).into()],
        ..Scene::default()
    }
}

fn empty_track(scene: &Scene, start_tick: u64) -> Track {
    Track {
        id: scene.editor.next_track_id(),
        name: "Around the fence".into(),
        agent: PLAYER,
        start_tick,
        ticks_per_second: scene.ticks_per_second,
        from: DVec2::ZERO,
        speeds: GaitSpeeds::of(&scene.presets[0].body),
        muted: false,
        with: vec![],
        inputs: vec![],
        expectations: vec![],
    }
}

const SOUTH: Movement = Movement::Direction { x: 0, y: -1 };
const EAST: Movement = Movement::Direction { x: 1, y: 0 };
const NORTH_EAST: Movement = Movement::Direction { x: 1, y: 1 };

/// The input of a player who runs into the fence, walks along it and around it, and sneaks to the
/// vault.
const AROUND: [(u64, Movement, Gait); 6] = [
    (80, NORTH_EAST, Gait::Run),
    (150, SOUTH, Gait::Run),
    (30, Movement::Stand, Gait::Walk),
    (70, SOUTH, Gait::Walk),
    (60, EAST, Gait::Walk),
    (180, Movement::Toward { x: 6.0, y: -6.0 }, Gait::Sneak),
];

/// Plays some input from `start` on. Returns the run and the recorded track.
fn play(scene: &Scene, start: u64, inputs: &[(u64, Movement, Gait)]) -> (Run, Track) {
    let mut run = Run::new(scene);
    (0..start).for_each(|_| run.step());
    run.begin_track(empty_track(scene, start));
    for &(ticks, movement, gait) in inputs {
        run.set_player_input(movement, gait);
        (0..ticks).for_each(|_| run.step());
    }
    let track = run.end_track().expect("a track");
    (run, track)
}

fn with_track(mut scene: Scene, track: &Track) -> Scene {
    scene.editor_mut().tracks.push(Arc::new(track.clone()));
    scene
}

/// The bits of the position and velocity of an agent in every tick.
fn bits(run: &Run, agent: AgentId) -> Vec<[u64; 4]> {
    let samples = run.recording().history(agent, 0);
    samples
        .map(|(_, sample)| {
            let (p, v) = (sample.position, sample.velocity);
            [p.x, p.y, v.x, v.y].map(f64::to_bits)
        })
        .collect()
}

fn replayed(scene: &Scene, ticks: u64) -> Run {
    let mut run = Run::new(scene);
    (0..ticks).for_each(|_| run.step());
    run
}

fn only_report(scene: &Scene) -> TrackReport {
    let reports = check_tracks(scene, 2, &Progress::default()).expect("not canceled");
    assert_eq!(reports.len(), 1);
    reports[0].clone()
}

#[test]
fn a_track_replays_to_the_bit() {
    let (played, track) = play(&yard(), 25, &AROUND);
    assert_eq!(
        track.inputs.len(),
        AROUND.len(),
        "the same input is kept once"
    );
    assert_eq!(track.ticks(), 570);
    let replayed = replayed(&with_track(yard(), &track), track.end_tick());
    for agent in [PLAYER, GUARD] {
        assert_eq!(bits(&played, agent), bits(&replayed, agent));
    }
    assert_eq!(
        played.recording().events(),
        replayed.recording().events(),
        "others sense the same"
    );
}

#[test]
fn a_track_replays_to_the_bit_after_a_hundred_unrelated_edits() {
    let (played, track) = play(&yard(), 25, &AROUND);
    let mut scene = with_track(yard(), &track);
    for i in 0..100 {
        let far = DVec2::new(500.0 + f64::from(i), 400.0);
        match i % 5 {
            0 => scene.notes.push('.'),
            1 => {
                let id = scene.next_marker_id();
                let marker = Marker::at(id, "Far", MarkerKind::Target, far);
                Arc::make_mut(&mut scene.markers).push(marker);
            }
            2 => {
                let wall = Wall::through(scene.next_wall_id(), "Far", [far, far + DVec2::Y]);
                scene.walls.insert(0, wall.into());
            }
            3 => {
                let agent = Agent::at(scene.next_agent_id(), "Far", PresetId(1), far);
                Arc::make_mut(&mut scene.agents).push(agent);
            }
            _ => {
                let mut path = PatrolPath::new(scene.next_path_id(), "Far");
                path.nodes = vec![Node::at(NodeId(1), far)];
                scene.paths.insert(0, path.into());
            }
        }
        let text = steerwright_format::write_scene(&scene).expect("valid");
        scene = steerwright_format::read_scene(&text).expect("valid").value;
    }
    let replayed = replayed(&scene, track.end_tick());
    for agent in [PLAYER, GUARD] {
        assert_eq!(bits(&played, agent), bits(&replayed, agent));
    }
}

#[test]
fn walls_stop_a_player_and_it_slides_along_them() {
    let (run, _) = play(&yard(), 0, &AROUND[..1]);
    let end = run.world().agent(PLAYER).expect("the player").position;
    assert!(
        end.x < 3.6 && end.x > 3.59,
        "the body stops at the wall: {end}"
    );
    // 80 ticks at 4 u/s, on the diagonal.
    let free = 80.0 / 60.0 * 4.0 / 2.0_f64.sqrt();
    assert!((end.y - free).abs() < 1e-6, "{end}");
}

#[test]
fn running_is_heard_and_sneaking_is_not() {
    for (gait, is_heard) in [(Gait::Run, true), (Gait::Walk, false), (Gait::Sneak, false)] {
        let (run, _) = play(&yard(), 0, &[(30, EAST, gait)]);
        let mut events = run.recording().events().iter();
        let heard = events.any(|event| event.kind == EventKind::NoiseHeard);
        assert_eq!(heard, is_heard, "{gait:?}");
    }
}

#[test]
fn an_agent_goes_on_by_itself_after_its_track_and_one_without_behaviors_stays() {
    let (_, mut track) = play(&yard(), 5, &[(20, EAST, Gait::Run)]);
    let run = replayed(&with_track(yard(), &track), 100);
    let player = run.world().agent(PLAYER).expect("the player");
    assert_eq!(player.velocity, DVec2::ZERO);
    assert!((player.position.x - 20.0 / 60.0 * 4.0).abs() < 1e-7);
    track.agent = GUARD;
    let run = replayed(&with_track(yard(), &track), 100);
    let guard = run.world().agent(GUARD).expect("the guard");
    assert!(guard.velocity.length() > 1.0, "{guard:?}");
}

#[test]
fn a_branch_shares_the_input_before_it_and_replays_it() {
    let (played, track) = play(&yard(), 25, &AROUND);
    let mut branch = track.clone();
    branch.truncate(100);
    assert_eq!(branch.ticks(), 100);
    let scene = with_track(yard(), &track);
    let mut run = Run::new(&scene);
    run.begin_track(branch);
    (0..125).for_each(|_| run.step());
    run.set_player_input(EAST, Gait::Sneak);
    (0..60).for_each(|_| run.step());
    let branch = run.end_track().expect("a track");
    assert_eq!(branch.ticks(), 160);
    let (old, new) = (bits(&played, PLAYER), bits(&run, PLAYER));
    assert_eq!(old[..=125], new[..=125]);
    assert_ne!(old[126], new[126], "the branch counts, not the old track");
    assert_eq!(
        bits(&run, PLAYER),
        bits(&replayed(&with_track(yard(), &branch), 185), PLAYER)
    );
}

#[test]
fn the_moves_of_a_track_are_commands_that_give_the_same_bits_as_text() {
    let (played, track) = play(&yard(), 25, &AROUND);
    let mut commands = Vec::new();
    for tick in 1..=track.end_tick() {
        let input = played.recording().input_before(tick);
        for command in input.map_or(&[][..], |input| input.moves()) {
            let timed = TimedCommand {
                tick: tick - 1,
                command: command.clone(),
            };
            commands.push(timed.to_string());
        }
    }
    assert_eq!(commands.len(), 570);
    let mut world = World::new(&yard());
    let mut commands = commands
        .iter()
        .map(|line| line.parse::<TimedCommand>().expect("a command"))
        .peekable();
    while world.tick() < track.end_tick() {
        while let Some(timed) = commands.next_if(|timed| timed.tick == world.tick()) {
            assert!(matches!(timed.command, WorldCommand::Drive(..)));
            timed.command.apply(&mut world).expect("accepted");
        }
        world.step();
    }
    for agent in [PLAYER, GUARD] {
        let end = world.agent(agent).expect("there").position;
        let last = bits(&played, agent)[595];
        assert_eq!([end.x.to_bits(), end.y.to_bits()], last[..2]);
    }
}

#[test]
fn what_is_expected_is_measured() {
    let (_, mut track) = play(&yard(), 25, &AROUND);
    let end = Expectation::EndsNear {
        x: 6.0,
        y: -6.0,
        within: 0.5,
    };
    let vault = |within, before| Expectation::Reaches {
        marker: MarkerId(1),
        within,
        before,
    };
    let seen = |seconds, by| Expectation::SeenAt {
        seconds,
        tolerance: 0.1,
        by,
    };
    // Found by an independent loop over a world.
    let world = replayed(&with_track(yard(), &track), track.end_tick());
    let noticed = world.recording().events().iter();
    let mut noticed = noticed.filter(|event| event.kind == EventKind::SightGained);
    let at = noticed.next().expect("it is seen").tick as f64 / 60.0;
    for (expectation, holds, words) in [
        (end, true, "ends 0.0"),
        (vault(1.0, None), true, "reached at "),
        (vault(1.0, Some(3.0)), false, "nearest "),
        (vault(0.0, None), true, "reached at "),
        (seen(at, None), true, "by Ann"),
        (seen(at + 0.05, Some(GUARD)), true, "by Ann"),
        (seen(at + 0.2, None), false, "by Ann"),
        (seen(at, Some(PLAYER)), false, "never seen"),
        (Expectation::NeverSeen, false, "by Ann"),
    ] {
        track.expectations = vec![expectation];
        let report = only_report(&with_track(yard(), &track));
        assert_eq!(report.holds(), holds, "{}", report.expectations[0].message);
        let measured = &report.expectations[0].measured;
        assert!(measured.contains(words), "{measured}");
    }
    track.expectations = vec![Expectation::NeverSeen];
    track.truncate(80);
    let report = only_report(&with_track(yard(), &track));
    assert!(report.holds(), "{}", report.message);
}

/// A wall that is moved into the way fails the test, and the sentence says so.
#[test]
fn a_way_that_a_wall_closes_is_not_possible_any_longer() {
    let (_, mut track) = play(&yard(), 0, &AROUND);
    track.expectations = vec![Expectation::EndsNear {
        x: 6.0,
        y: -6.0,
        within: 0.5,
    }];
    let mut scene = with_track(yard(), &track);
    assert!(only_report(&scene).holds());
    let fence = [DVec2::new(4.0, -30.0), DVec2::new(4.0, 20.0)];
    scene.walls[0] = Wall::through(WallId(1), "Fence", fence).into();
    let report = only_report(&scene);
    assert!(!report.holds());
    let message = &report.expectations[0].message;
    assert!(
        message.contains("track \"Around the fence\": ends within 0.5 m of 6,-6 is expected, but"),
        "{message}"
    );
}

#[test]
fn a_track_of_another_scene_has_no_effect_and_is_not_met() {
    let (_, mut track) = play(&yard(), 0, &AROUND);
    track.agent = AgentId(77);
    track.expectations = vec![Expectation::NeverSeen];
    let scene = with_track(yard(), &track);
    let (plain, run) = (replayed(&yard(), 300), replayed(&scene, 300));
    for agent in [PLAYER, GUARD] {
        assert_eq!(bits(&plain, agent), bits(&run, agent));
    }
    let report = only_report(&scene);
    assert!(!report.holds());
    assert!(
        report.message.contains("agent 77 does not exist"),
        "{}",
        report.message
    );
    assert_eq!(
        scene.next_agent_id(),
        AgentId(78),
        "a new agent does not get the track"
    );
}

/// Tracks that were recorded together are checked together; others have no effect, whether muted or
/// not.
#[test]
fn a_track_is_checked_with_those_that_it_was_recorded_with() {
    let (_, track) = play(&yard(), 0, &AROUND);
    let lure = Track {
        id: TrackId(2),
        agent: GUARD,
        muted: true,
        ..empty_track(&yard(), 0)
    };
    let mut lure = lure;
    (0..600).for_each(|_| lure.push(Movement::Toward { x: 40.0, y: 40.0 }, Gait::Run));
    let mut scene = with_track(with_track(yard(), &track), &lure);
    let never_seen = |scene: &Scene| {
        let reports = check_tracks(scene, 1, &Progress::default()).expect("not canceled");
        let figures = reports[0].figures.clone().expect("figures");
        figures.sightings.is_empty()
    };
    assert!(!never_seen(&scene));
    let own = scene.editor_mut().track_mut(track.id).expect("the track");
    own.with = vec![lure.id, TrackId(99)];
    assert!(never_seen(&scene), "the guard is led away");
}
