//! The tracks of agents over time: a lane for each agent that is moved by a player, above its states.

use super::view::Window;
use super::{TimelineAction, TimelineInput};
use crate::editor::theme;
use egui::{
    Align2, CornerRadius, FontId, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo,
    pos2, vec2,
};
use steerwright_analysis::tracks::track_name;
use steerwright_runtime::scene::AgentId;
use steerwright_runtime::scene::editor::Track;

/// The height of a lane and the gap below it, in points.
const LANE: f32 = 18.0;
const GAP: f32 = 4.0;
/// The most lanes.
const MOST: usize = 3;
/// Lanes take at most this share of the height.
const MOST_OF_HEIGHT: f32 = 0.3;
/// A narrower stretch has no name, in points.
const MIN_NAMED: f32 = 34.0;

/// Draws the lanes of the agents with tracks that are not muted, and of the one that is taken over. Returns the height that they take.
pub(super) fn lanes_ui(
    ui: &mut Ui,
    labels: Pos2,
    area: Rect,
    window: Window,
    input: &TimelineInput<'_>,
    actions: &mut Vec<TimelineAction>,
) -> f32 {
    let tracks = input.scene.editor.tracks.iter();
    let mut agents: Vec<AgentId> = tracks
        .filter(|track| !track.muted)
        .map(|track| track.agent)
        .chain(input.recorded.map(|track| track.agent))
        .filter(|&agent| input.scene.agent(agent).is_some())
        .collect();
    agents.sort_unstable();
    agents.dedup();
    let room = ((area.height() * MOST_OF_HEIGHT) / (LANE + GAP)) as usize;
    let mut top = area.top();
    for agent in agents.into_iter().take(MOST.min(room)) {
        let lane = Rect::from_min_max(pos2(area.left(), top), pos2(area.right(), top + LANE));
        lane_ui(ui, pos2(labels.x, top), lane, window, input, agent, actions);
        top += LANE + GAP;
    }
    top - area.top()
}

fn lane_ui(
    ui: &mut Ui,
    label: Pos2,
    lane: Rect,
    window: Window,
    input: &TimelineInput<'_>,
    agent: AgentId,
    actions: &mut Vec<TimelineAction>,
) {
    let colors = theme::colors(ui);
    let title = format!("Track of {}", input.agent_name(agent));
    let names = Rect::from_min_max(label, pos2(lane.left() - 4.0, lane.bottom()));
    ui.painter().with_clip_rect(names).text(
        label + vec2(8.0, LANE / 2.0),
        Align2::LEFT_CENTER,
        title,
        FontId::proportional(theme::BODY_SIZE),
        colors.text,
    );
    ui.painter().rect_filled(lane, 3.0, colors.canvas);
    let x = |seconds: f64| {
        let share = (seconds - window.from) / window.width();
        lane.left() + (share.clamp(0.0, 1.0) as f32) * lane.width()
    };
    let tracks = input
        .scene
        .editor
        .tracks
        .iter()
        .map(|track| (&**track, false));
    // The one that is recorded counts where others move the agent too.
    let shown = tracks
        .filter(|(track, _)| !track.muted && track.agent == agent)
        .chain(input.recorded.map(|track| (track, true)))
        .filter(|(track, _)| track.agent == agent);
    for (track, is_recorded) in shown {
        let (from, to) = (
            input.seconds(track.start_tick),
            input.seconds(track.end_tick()),
        );
        if to <= window.from || from >= window.from + window.width() {
            continue;
        }
        let rect = Rect::from_x_y_ranges(x(from)..=x(to).max(x(from) + 2.0), lane.y_range());
        let color = if is_recorded {
            colors.warn
        } else {
            colors.accent
        };
        let fill = theme::blend(colors.canvas, color, 0.35);
        let stroke = Stroke::new(1.0, color);
        ui.painter().rect(
            rect,
            CornerRadius::same(3),
            fill,
            stroke,
            StrokeKind::Inside,
        );
        let name = if is_recorded {
            "Recording".to_owned()
        } else {
            name_of(track)
        };
        if rect.width() > MIN_NAMED {
            ui.painter().with_clip_rect(rect.shrink(3.0)).text(
                rect.left_center() + vec2(6.0, 0.0),
                Align2::LEFT_CENTER,
                &name,
                FontId::proportional(theme::SMALL_SIZE),
                colors.text_strong,
            );
        }
        if !is_recorded {
            sightings_ui(ui, lane, &x, input, track);
        }
        let mut words = format!("{name}, {from:.2} s to {to:.2} s");
        if let Some(report) = input.checks.report(track.id).filter(|_| !is_recorded) {
            words = format!("{words}: {}", report.summary);
        }
        let id = ui.scope_id().with(("track", track.id.0, is_recorded));
        let response = ui.interact(rect, id, Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
        if response.on_hover_text(words).clicked() {
            actions.push(TimelineAction::Seek(track.start_tick));
        }
    }
    let at = x(input.seconds(input.shown_tick()));
    let stroke = Stroke::new(1.5, colors.accent);
    ui.painter().vline(at, lane.y_range(), stroke);
}

/// Marks where others notice the agent.
fn sightings_ui(
    ui: &Ui,
    lane: Rect,
    x: &impl Fn(f64) -> f32,
    input: &TimelineInput<'_>,
    track: &Track,
) {
    let figures = input
        .checks
        .report(track.id)
        .and_then(|report| report.figures.as_ref());
    let color = theme::colors(ui).warn;
    for sighting in figures.map_or(&[][..], |figures| &figures.sightings) {
        let at = pos2(x(sighting.seconds), lane.center().y);
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
