//! The tracks of agents over time: a lane for each agent that is moved by a player, above its
//! states.

use crate::editor::theme;
use crate::editor::timeline::lane::{Lane, Lanes, Stretch};
use crate::editor::timeline::view::Window;
use crate::editor::timeline::{TimelineAction, TimelineInput};
use egui::{Pos2, Rect, Ui, pos2};
use steerwright_analysis::tracks::track_name;
use steerwright_runtime::scene::AgentId;
use steerwright_runtime::scene::editor::Track;

/// The most lanes.
const MOST: usize = 3;
/// Lanes take at most this share of the height.
const MAX_PART_OF_HEIGHT: f32 = 0.3;

/// Draws the lanes of the agents with tracks that are replayed, and of the one that is taken over.
/// Returns the height that they take.
pub(super) fn lanes_ui(
    ui: &mut Ui,
    labels: Pos2,
    area: Rect,
    window: Window,
    input: &TimelineInput<'_>,
    actions: &mut Vec<TimelineAction>,
) -> f32 {
    let lanes = Lanes {
        labels,
        area,
        window,
        input,
        most: MOST,
        max_part_of_height: MAX_PART_OF_HEIGHT,
    };
    let titled = agents(input)
        .into_iter()
        .map(|agent| (agent, format!("Track of {}", input.agent_name(agent))));
    lanes.show(ui, titled, |ui, lane, agent| {
        tracks_ui(ui, lane, agent, actions);
    })
}

/// The agents with lanes: first the one that is taken over, because not all of them may have room,
/// then the plotted ones.
fn agents(input: &TimelineInput<'_>) -> Vec<AgentId> {
    let recorded = input.recorded.map(|track| track.agent);
    let tracks = input.scene.editor.tracks.iter();
    let mut agents: Vec<AgentId> = tracks
        .filter(|track| !track.muted)
        .map(|track| track.agent)
        .chain(recorded)
        .filter(|&agent| input.scene.agent(agent).is_some())
        .collect();
    agents.sort_unstable_by_key(|&agent| {
        let is_plotted = input.agents.contains(&agent);
        (recorded != Some(agent), !is_plotted, agent)
    });
    agents.dedup();
    agents
}

fn tracks_ui(ui: &mut Ui, lane: &Lane<'_>, agent: AgentId, actions: &mut Vec<TimelineAction>) {
    let input = lane.input;
    let colors = theme::colors(ui);
    let tracks = input.scene.editor.tracks.iter();
    // The one that is recorded counts where others move the agent too.
    let shown = tracks
        .map(|track| (&**track, false))
        .filter(|(track, _)| !track.muted)
        .chain(input.recorded.map(|track| (track, true)))
        .filter(|(track, _)| track.agent == agent);
    for (track, is_recorded) in shown {
        let ticks = (track.start_tick, track.end_tick());
        let (from, to) = (input.seconds(ticks.0), input.seconds(ticks.1));
        if to <= lane.window.from || from >= lane.window.to {
            continue;
        }
        let (name, color) = if is_recorded {
            ("Recording".to_owned(), colors.warn)
        } else {
            (name_of(track), colors.accent)
        };
        let time = format!("{name}, {from:.2} s to {to:.2} s");
        let words = match input.checks.report(track.id).filter(|_| !is_recorded) {
            Some(report) => format!("{time}: {}", report.summary),
            None => time,
        };
        let stretch = Stretch {
            id: ui.scope_id().with(("track", track.id.0, is_recorded)),
            ticks,
            color,
            name: &name,
            words,
        };
        lane.stretch_ui(ui, stretch, actions);
        if !is_recorded {
            sightings_ui(ui, lane, track);
        }
    }
}

/// Marks where others notice the agent.
fn sightings_ui(ui: &Ui, lane: &Lane<'_>, track: &Track) {
    let figures = lane
        .input
        .checks
        .report(track.id)
        .and_then(|report| report.figures.as_ref());
    let color = theme::colors(ui).warn;
    for sighting in figures.map_or(&[][..], |figures| &figures.sightings) {
        let at = pos2(lane.x(sighting.seconds), lane.rect.center().y);
        ui.painter().circle_filled(at, 4.0, color);
    }
}

fn name_of(track: &Track) -> String {
    if track.name.trim().is_empty() {
        track_name(track)
    } else {
        track.name.clone()
    }
}
