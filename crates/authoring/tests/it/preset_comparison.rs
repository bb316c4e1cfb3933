//! Presets side by side: what the table says, what copying does, and how the presets are run.

use glam::DVec2;
use std::sync::Arc;
use steerwright_analysis::probe::own_approach;
use steerwright_authoring::presets::comparison::{
    Course, CourseRun, Figure, Measured, Row, Section, run_course, sections,
};
use steerwright_authoring::sample;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Motion, Node, NodeId, PathId, PatrolPath, Preset, PresetId, Scene,
};
use steerwright_runtime::steering::arrive::Ramp;
use steerwright_runtime::steering::follow_wall::WallSide;
use steerwright_runtime::steering::{Arrive, FollowPath, FollowWall, Separation, Wander};

fn arriving(id: u32, slow_radius: f64) -> Preset {
    let arrive = Arrive {
        target_radius: 0.25,
        slow_radius,
        ..Arrive::default()
    };
    Preset::steered(PresetId(id), "Courier", [Behavior::Arrive(arrive)])
}

fn row<'a>(sections: &'a [Section], title: &str, label: &str) -> &'a Row {
    let section = sections.iter().find(|section| section.title == title);
    let rows = &section
        .unwrap_or_else(|| panic!("{title} in {sections:?}"))
        .rows;
    rows.iter()
        .find(|row| row.label == label)
        .unwrap_or_else(|| panic!("{label} in {rows:?}"))
}

fn texts(row: &Row) -> Vec<&str> {
    row.cells
        .iter()
        .map(|cell| cell.text.as_deref().unwrap_or("absent"))
        .collect()
}

fn figure<'a>(run: &'a CourseRun, label: &str) -> &'a Figure {
    run.figures
        .iter()
        .find(|figure| figure.label == label)
        .unwrap()
}

#[test]
fn values_have_units_and_what_differs_is_marked() {
    let (a, mut b) = (arriving(1, 4.0), arriving(2, 1.5));
    b.body.mass = 3.0;
    if let Motion::Steered(steered) = &mut b.motion
        && let Behavior::Arrive(arrive) = &mut steered.behaviors[0].behavior
    {
        arrive.ramp = Ramp::Sqrt;
        arrive.time_to_target = Some(0.3);
    }
    let sections = sections(&[&a, &b], "m");
    let slow = row(&sections, "Arrive", "Slow radius");
    assert_eq!(texts(slow), ["4 m", "1.5 m"]);
    assert!(slow.differs_at(1) && !slow.differs_at(0));
    assert_eq!(texts(row(&sections, "Arrive", "Ramp")), ["linear", "sqrt"]);
    assert_eq!(texts(row(&sections, "Body", "Mass")), ["1", "3"]);
    assert!(!row(&sections, "Body", "Max force").differs());
    let own_time = row(&sections, "Arrive", "Time to target");
    assert_eq!(texts(own_time)[1], "0.3 s");
    assert!(!own_time.cells[0].is_set && own_time.cells[1].is_set);
}

#[test]
fn behaviors_of_one_kind_share_their_rows_wherever_they_are() {
    let mut a = arriving(1, 4.0);
    let b = Preset::steered(
        PresetId(2),
        "Crowd",
        [
            Behavior::Separation(Separation::default()),
            Behavior::Arrive(Arrive::default()),
        ],
    );
    a.motion = match a.motion {
        Motion::Steered(mut steered) => {
            steered.behaviors[0].weight = 2.0;
            Motion::Steered(steered)
        }
        Motion::GridChase(_) => panic!("a grid mover"),
    };
    let sections = sections(&[&a, &b], "m");
    let titles: Vec<&str> = sections.iter().map(|section| section.title).collect();
    assert_eq!(titles, ["Body", "Motion", "Arrive", "Separation"]);
    assert_eq!(texts(row(&sections, "Arrive", "Weight")), ["2", "1"]);
    let radius = &sections[3].rows[1];
    assert_eq!(texts(radius)[0], "absent");
    assert!(
        radius.differs_at(1) && !radius.can_copy(1, 0),
        "it has no separation to set"
    );
}

#[test]
fn a_copied_value_stays_within_the_limits_of_the_others() {
    let (a, mut b) = (arriving(1, 0.5), arriving(2, 6.0));
    if let Motion::Steered(steered) = &mut b.motion
        && let Behavior::Arrive(arrive) = &mut steered.behaviors[0].behavior
    {
        arrive.target_radius = 2.0;
        arrive.ramp = Ramp::Sqrt;
    }
    let mut scene = Scene {
        presets: vec![Arc::new(a.clone()), Arc::new(b.clone())],
        ..Scene::default()
    };
    let sections = sections(&[&a, &b], "m");
    let arrive = |scene: &Scene, id| match scene.preset(PresetId(id)).unwrap().behaviors().next() {
        Some(Behavior::Arrive(arrive)) => *arrive,
        other => panic!("{other:?}"),
    };
    row(&sections, "Arrive", "Slow radius").copy(0, 1, &mut scene, PresetId(2));
    assert_eq!(
        arrive(&scene, 2).slow_radius,
        2.0,
        "not inside the target radius"
    );
    row(&sections, "Arrive", "Ramp").copy(1, 0, &mut scene, PresetId(1));
    assert_eq!(arrive(&scene, 1).ramp, Ramp::Sqrt);
    assert_eq!(arrive(&scene, 1).slow_radius, 0.5, "nothing else changes");
}

#[test]
fn an_approach_starts_at_one_place_and_measures_what_the_probe_measures() {
    let scene = Scene::default();
    let mut presets = [arriving(1, 4.0), arriving(2, 0.6)];
    presets[1].body.max_force = 8.0;
    let run = run_course(Course::Approach, &presets, &scene, None);
    assert_eq!(run, run_course(Course::Approach, &presets, &scene, None));
    let starts: Vec<DVec2> = run
        .tracks
        .iter()
        .map(|track| track.states[0].position)
        .collect();
    assert_eq!(starts[0], starts[1]);
    assert!(-starts[0].x > 4.0, "outside of the largest slow radius");
    for (preset, track) in presets.iter().zip(&run.tracks) {
        assert_eq!(track.states[0].speed, preset.body.max_speed);
        assert!(track.states.last().unwrap().speed < 0.01 * preset.body.max_speed);
    }
    let overshoot = figure(&run, "Overshoot");
    let peak = figure(&run, "Peak force");
    for (index, preset) in presets.iter().enumerate() {
        let mut own = Scene {
            presets: vec![Arc::new(preset.clone())],
            ..Scene::default()
        };
        let target = steerwright_authoring::edit::place::add_marker(
            &mut own,
            steerwright_runtime::scene::MarkerKind::Target,
            DVec2::ZERO,
        );
        let mut agent = Agent::at(AgentId(1), "", preset.id, starts[index]);
        agent.velocity.x = preset.body.max_speed;
        agent.target = Some(steerwright_runtime::scene::Target::Marker(target));
        own.agents = Arc::new(vec![agent]);
        let measured = own_approach(&own, AgentId(1)).unwrap();
        // A second after it has come to rest, it may still creep.
        let shown = overshoot.values[index].value().unwrap();
        assert!(
            (shown - measured.overshoot).abs() < 1e-6,
            "{shown} {measured:?}"
        );
        assert_eq!(peak.values[index], Measured::Value(measured.peak_force));
    }
    assert!(overshoot.is_best(0) && !overshoot.is_best(1));
}

#[test]
fn a_patrol_walks_the_path_of_the_scene() {
    let mut path = PatrolPath::new(PathId(7), "Round");
    path.traversal = steerwright_runtime::steering::follow_path::Traversal::Loop;
    path.nodes = (1..)
        .zip([(3.0, 3.0), (9.0, 3.0), (6.0, 8.0)])
        .map(|(id, (x, y))| Node::at(NodeId(id), DVec2::new(x, y)))
        .collect();
    let scene = Scene {
        paths: vec![Arc::new(path)],
        ..Scene::default()
    };
    let walker = Preset::steered(
        PresetId(1),
        "Walker",
        [Behavior::FollowPath(FollowPath::default())],
    );
    let presets = [walker, arriving(2, 4.0)];
    let run = run_course(Course::Patrol, &presets, &scene, Some(PathId(7)));
    assert_eq!(run.tracks[0].states[0].position, DVec2::new(3.0, 3.0));
    assert_eq!(run.ground.path.len(), 4, "closed");
    assert!(figure(&run, "Lap time").values[0].value().is_some());
    assert!(run.tracks[0].takes_part && !run.tracks[1].takes_part);
    assert_eq!(figure(&run, "Lap time").values[1], Measured::NotApplicable);
}

#[test]
fn presets_that_move_by_themselves_are_compared_in_an_open_place() {
    let straight = Wander {
        radius: 0.0,
        ..Wander::default()
    };
    let round = Wander {
        radius: 3.0,
        rate: 3000.0,
        ..straight
    };
    let presets = [straight, round]
        .map(|wander| Preset::steered(PresetId(1), "Wanderer", [Behavior::Wander(wander)]));
    let run = run_course(Course::Open, &presets, &Scene::default(), None);
    assert!(run.tracks.iter().all(|track| track.takes_part));
    let values = |label| {
        figure(&run, label)
            .values
            .iter()
            .map(|value| value.value().unwrap())
    };
    assert!(values("Mean speed").all(|speed| speed > 0.0));
    let farthest: Vec<f64> = values("Farthest").collect();
    assert!(farthest[0] > 40.0 && farthest[1] < 20.0, "{farthest:?}");
}

#[test]
fn every_built_in_preset_moves_on_each_course_that_suits_it() {
    let scene = Scene::default();
    // What guards do depends on others.
    for preset in sample::agents()
        .into_iter()
        .filter(|preset| !preset.has_states())
    {
        for course in Course::ALL
            .into_iter()
            .filter(|course| course.suits(&preset))
        {
            let run = run_course(course, std::slice::from_ref(&preset), &scene, None);
            let track = &run.tracks[0];
            let start = track.states[0].position;
            let far = track
                .states
                .iter()
                .map(|state| (state.position - start).length());
            let far = far.fold(0.0, f64::max);
            assert!(far > 0.5, "{} on {course:?} moves {far} u", preset.name);
            assert!(!run.figures.is_empty());
        }
    }
    let suits_none = |preset: &Preset| !Course::ALL.iter().any(|course| course.suits(preset));
    assert!(!sample::agents().iter().any(suits_none));
}

#[test]
fn wall_followers_walk_around_the_same_wall_on_either_side() {
    let follower = |id, side, distance| {
        let follow = FollowWall {
            side,
            distance,
            ..FollowWall::default()
        };
        let mut preset = Preset::steered(PresetId(id), "Follower", [Behavior::FollowWall(follow)]);
        preset.body.max_force = 40.0;
        preset
    };
    let presets = [
        follower(1, WallSide::Left, 0.5),
        follower(2, WallSide::Right, 0.5),
        follower(3, WallSide::Left, 1.5),
        arriving(4, 4.0),
    ];
    let run = run_course(Course::Wall, &presets, &Scene::default(), None);
    let starts = run.tracks.iter().map(|track| track.states[0].position);
    assert!(
        starts
            .clone()
            .all(|start| start == run.tracks[0].states[0].position)
    );
    assert_eq!(run.ground.wall.first(), run.ground.wall.last());
    for track in &run.tracks[..3] {
        // Each ends where it began, having been above the wall.
        let top = track.states.iter().map(|state| state.position.y);
        let highest = top.fold(f64::NEG_INFINITY, f64::max);
        let wall = run
            .ground
            .wall
            .iter()
            .map(|corner| corner.y)
            .fold(0.0, f64::max);
        assert!(highest > wall, "{highest} above {wall}");
        let (first, last) = (
            track.states[0].position,
            track.states.last().unwrap().position,
        );
        assert!((last.x - first.x).abs() < 0.2, "{first} and {last}");
        assert!(last.y < 0.0);
    }
    let x = |track: usize| run.tracks[track].states[60].position.x;
    assert!(
        x(0) > x(1) + 0.5,
        "the left one goes right, the right one left"
    );
    let around = figure(&run, "Around after");
    for column in 0..3 {
        let seconds = around.values[column].value().expect("walks around");
        let end = (run.tracks[column].states.len() - 1) as f64 * run.interval;
        assert!(
            (seconds - end).abs() < 2.0 * run.interval,
            "{seconds} and {end}"
        );
    }
    assert!(!run.tracks[3].takes_part);
    assert_eq!(around.values[3], Measured::NotApplicable);
    let off = figure(&run, "Off its distance");
    assert!(off.values[0].value().is_some_and(|off| off < 0.5));
}

#[test]
fn whole_bodies_are_within_the_bounds() {
    let (small, mut large) = (arriving(1, 1.5), arriving(2, 1.5));
    large.body.radius = 3.0;
    let presets = [small, large];
    let run = run_course(Course::Approach, &presets, &Scene::default(), None);
    for (track, preset) in run.tracks.iter().zip(&presets) {
        let radius = DVec2::splat(preset.body.radius);
        for state in &track.states {
            let (lower, upper) = (state.position - radius, state.position + radius);
            assert!(run.bounds.contains(lower) && run.bounds.contains(upper));
        }
    }
}
