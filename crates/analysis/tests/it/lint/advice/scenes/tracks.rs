//! Tracks and custom properties with something to find.

use super::*;
use crate::lint::properties;
use steerwright_runtime::scene::editor::Expectation;
use steerwright_runtime::scene::{PropertyItem, PropertyOwner};

/// A guard who can be taken over, and these tracks of it, each changed in some way.
fn with_tracks<const N: usize>(changes: [fn(&mut Track); N]) -> Scene {
    let mut scene = patrol(
        &[(0.0, 0.0), (10.0, 0.0)],
        Traversal::PingPong,
        0.5,
        Body::default(),
    );
    for (id, change) in (1..).zip(changes) {
        let mut track = Track::clone(&standing(AgentId(1)));
        track.id = TrackId(id);
        change(&mut track);
        scene.editor_mut().tracks.push(track.into());
    }
    scene
}

pub(super) fn without_agent() -> Vec<Scene> {
    vec![with_tracks([|track| track.agent = AgentId(7)])]
}

pub(super) fn elsewhere(random: &mut Numbers) -> Vec<Scene> {
    let mut scene = with_tracks([|_| {}]);
    let agent = scene.agent_mut(AgentId(1)).expect("an agent");
    agent.position.y = random.between(0.01, 3.0);
    vec![scene]
}

pub(super) fn at_another_rate() -> Vec<Scene> {
    vec![with_tracks([|track| track.ticks_per_second = 50.0])]
}

pub(super) fn with_references() -> Vec<Scene> {
    vec![
        with_tracks([|track| track.with = vec![TrackId(7)]]),
        with_tracks([|track| {
            track.expectations = vec![Expectation::Reaches {
                marker: MarkerId(7),
                within: 1.0,
                before: None,
            }];
        }]),
        with_tracks([|track| {
            track.expectations = vec![Expectation::SeenAt {
                seconds: 1.0,
                tolerance: 1.0,
                by: Some(AgentId(7)),
            }];
        }]),
    ]
}

pub(super) fn overlapping() -> Vec<Scene> {
    let later = |track: &mut Track| track.start_tick = 20;
    vec![
        with_tracks([|_| {}, |_| {}]),
        // The third overlaps both others, which do not overlap.
        with_tracks([|_| {}, |track| track.start_tick = 30, later]),
    ]
}

pub(super) fn references(random: &mut Numbers) -> Vec<Scene> {
    let gone = random.between(7.0, 99.0).round();
    let mut of_item = properties::scene();
    let values = of_item.properties_of_mut(PropertyItem::Agent(AgentId(1)));
    values.expect("an agent").set("marker", gone);
    let mut default = properties::scene();
    Arc::make_mut(&mut default.declared_properties)[3].default = gone.into();
    vec![of_item, default]
}

pub(super) fn undeclared(random: &mut Numbers) -> Vec<Scene> {
    let node = |id| PropertyItem::Node(PathId(1), NodeId(id));
    let names = ["a/b", "locked", "loud~"];
    let name = names[(random.next() * 3.0) as usize];
    // Declared for other items, or not at all.
    let with = |items: &[PropertyItem]| {
        let mut scene = properties::scene();
        for &item in items {
            assert_ne!(item.owner(), PropertyOwner::Walls);
            scene
                .properties_of_mut(item)
                .expect("an item")
                .set(name, true);
        }
        scene
    };
    vec![
        with(&[node(2)]),
        with(&[node(1), node(2)]),
        with(&[PropertyItem::Marker(MarkerId(1))]),
    ]
}
