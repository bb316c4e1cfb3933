//! Editing tracks: the recorded input of players.

use std::sync::Arc;
use steerwright_runtime::scene::editor::{Expectation, GaitSpeeds, Track};
use steerwright_runtime::scene::{AgentId, Scene, TrackId};
use steerwright_runtime::steering::Body;

/// How near to where it ended when it was recorded an agent must end, u, until that is changed.
const NEAR: f64 = 0.5;

/// A track that begins to be recorded: a new one, or one that begins with the input of the track
/// that moves the agent up to this tick. `None` if there is no such agent.
pub(crate) fn begin(scene: &Scene, agent: AgentId, tick: u64) -> Option<Track> {
    let moved = scene.agent(agent)?;
    let id = scene.editor.next_track_id();
    let mut tracks = scene.editor.tracks.iter().filter(|track| !track.muted);
    let earlier = tracks
        .find(|track| track.agent == agent && track.start_tick < tick && tick <= track.end_tick());
    if let Some(earlier) = earlier {
        let mut branch = Track {
            id,
            name: format!("Track {id}"),
            with: Vec::new(),
            expectations: Vec::new(),
            ..Track::clone(earlier)
        };
        branch.truncate(tick - branch.start_tick);
        return Some(branch);
    }
    let body = scene.preset(moved.preset)?.body;
    let body = if body.max_speed > 0.0 {
        body
    } else {
        // One that never moves by itself can be moved all the same.
        Body {
            noise: body.noise,
            ..Body::default()
        }
    };
    Some(Track {
        id,
        name: format!("Track {id}"),
        agent,
        start_tick: tick,
        ticks_per_second: scene.ticks_per_second,
        from: moved.position,
        speeds: GaitSpeeds::of(&body),
        muted: false,
        with: Vec::new(),
        inputs: Vec::new(),
        expectations: Vec::new(),
    })
}

/// Adds a recorded track. Tracks that move the same agent at the same time are muted.
pub fn add(scene: &mut Scene, mut track: Track) {
    let editor = scene.editor_mut();
    for other in &mut editor.tracks {
        if !other.muted && other.overlaps(&track) {
            Arc::make_mut(other).muted = true;
        }
    }
    let replayed = editor.tracks.iter().filter(|other| !other.muted);
    track.with = replayed.map(|other| other.id).collect();
    editor.tracks.push(track.into());
}

/// Removes a track. Others that were recorded with it still name it, and the linter says so.
pub fn remove(scene: &mut Scene, id: TrackId) {
    scene.editor_mut().tracks.retain(|track| track.id != id);
}

/// Adds a muted copy of a track after it.
pub fn duplicate(scene: &mut Scene, id: TrackId) {
    let editor = scene.editor_mut();
    let new = editor.next_track_id();
    let place = editor.tracks.iter().position(|track| track.id == id);
    let Some(place) = place else { return };
    let mut copy = Track::clone(&editor.tracks[place]);
    copy.id = new;
    copy.name = format!("{} copy", copy.name);
    copy.muted = true;
    editor.tracks.insert(place + 1, copy.into());
}

/// Replays a track, and mutes those that move the same agent at the same time; or mutes it.
pub fn set_muted(scene: &mut Scene, id: TrackId, muted: bool) {
    let editor = scene.editor_mut();
    let Some(chosen) = editor.track(id).cloned() else {
        return;
    };
    for other in &mut editor.tracks {
        if other.id == id {
            Arc::make_mut(other).muted = muted;
        } else if !muted && !other.muted && other.overlaps(&chosen) {
            Arc::make_mut(other).muted = true;
        }
    }
}

/// The expectation that the way of a track stays possible: that it ends where it ends now.
pub fn ends_here(end: glam::DVec2) -> Expectation {
    let round = |x: f64| (x * 1000.0).round() / 1000.0;
    Expectation::EndsNear {
        x: round(end.x),
        y: round(end.y),
        within: NEAR,
    }
}

/// Whether the tracks of two scenes that are otherwise the same move the same agents in the same
/// way.
pub fn same_replay(a: &Scene, b: &Scene) -> bool {
    if Arc::ptr_eq(&a.editor, &b.editor) {
        return true;
    }
    let replayed = |scene: &Scene| {
        let tracks = scene.editor.tracks.iter();
        let heard = tracks.filter(|track| !track.muted);
        heard.cloned().collect::<Vec<_>>()
    };
    let (a, b) = (replayed(a), replayed(b));
    let is_same = |a: &Arc<Track>, b: &Arc<Track>| {
        Arc::ptr_eq(a, b)
            || (a.agent, a.start_tick, a.speeds) == (b.agent, b.start_tick, b.speeds)
                && a.inputs == b.inputs
    };
    a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| is_same(a, b))
}
