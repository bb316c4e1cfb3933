//! The cards of tracks: what was recorded, what is expected of it, and what is measured.

mod add_expectation;

use crate::editor::checks::tracks::TrackChecks;
use crate::editor::inspector::card::card_ui;
use crate::editor::inspector::field::{Changed, name_step};
use crate::editor::inspector::{InspectorInput, field};
use crate::editor::theme;
use add_expectation::add_ui;
use egui::{Label, RichText, Ui};
use egui_material_icons::icons;
use glam::DVec2;
use std::sync::Arc;
use steerwright_analysis::tracks::track_name;
use steerwright_authoring::command::PlaybackCommand;
use steerwright_authoring::{Command, Item, Session, tracks};
use steerwright_format::validate::MAX_TRACK_SECONDS;
use steerwright_runtime::scene::editor::{Expectation, Track};
use steerwright_runtime::scene::{AgentId, MAX_COORDINATE, Scene, TrackId};

/// The most tracks in a card: laying out thousands takes longer than a frame.
const MAX_LISTED: usize = 50;

/// Draws the tracks of an agent, with the button that takes it over.
pub fn agent_tracks_ui(
    ui: &mut Ui,
    session: &mut Session,
    agent: AgentId,
    input: &InspectorInput<'_>,
    commands: &mut Vec<Command>,
) {
    card_ui(ui, "Tracks", |ui| {
        let command = Command::Playback(PlaybackCommand::TakeOver);
        let label = if input.is_taken_over {
            "End taking over"
        } else {
            "Take over"
        };
        let button = ui.button(label).on_hover_ui(|ui| {
            let keys = input.keys.text(command);
            theme::tooltip_ui(ui, command.label(), command.tooltip(), &keys);
        });
        if button.clicked() {
            commands.push(command);
        }
        let tracks = session.scene.editor.tracks.iter();
        let tracks: Vec<_> = tracks
            .filter(|track| track.agent == agent)
            .cloned()
            .collect();
        for track in tracks.iter().take(MAX_LISTED) {
            track_ui(ui, session, track, input.tracks);
        }
        more_ui(ui, tracks.len());
    });
}

/// Lists the tracks of the scene, if there are any. Those whose agent does not exist can be edited
/// here.
pub fn scene_tracks_ui(
    ui: &mut Ui,
    session: &mut Session,
    checks: &TrackChecks,
    commands: &mut Vec<Command>,
) {
    let all = session.scene.editor.tracks.clone();
    if all.is_empty() {
        return;
    }
    card_ui(ui, "Tracks", |ui| {
        for track in all.iter().take(MAX_LISTED) {
            match session.scene.agent(track.agent) {
                Some(agent) => {
                    let (id, name) = (agent.id, agent.name.clone());
                    let title = format!("{} of {name}", track_name(track));
                    match checks.report(track.id) {
                        Some(report) => {
                            theme::status_ui(ui, report.holds(), title);
                        }
                        None => weak_ui(ui, format!("{title}. {}", checks.missing_text())),
                    }
                    if ui.small_button("Select agent").clicked() {
                        session.selection.set(Item::Agent(id));
                        commands
                            .extend(crate::editor::inspector::commands_to_show(Item::Agent(id)));
                    }
                }
                None => track_ui(ui, session, track, checks),
            }
        }
        more_ui(ui, all.len());
    });
}

/// How many tracks are not listed, if there are too many.
fn more_ui(ui: &mut Ui, count: usize) {
    if let Some(more) = count.checked_sub(MAX_LISTED + 1) {
        weak_ui(ui, format!("{} more are not listed", more + 1));
    }
}

fn weak_ui(ui: &mut Ui, text: impl Into<String>) {
    let color = theme::colors(ui).text_weak;
    ui.add(Label::new(RichText::new(text).color(color)).wrap());
}

/// Draws a track.
fn track_ui(ui: &mut Ui, session: &mut Session, track: &Arc<Track>, checks: &TrackChecks) {
    let scene = &session.scene.clone();
    let mut edited = Track::clone(track);
    let dt = 1.0 / scene.ticks_per_second;
    ui.separator();
    let changed = ui
        .push_id(("track", track.id.0), |ui| {
            let mut changed = field::text_ui(ui, "Name", &mut edited.name);
            let (from, to) = (track.start_tick as f64 * dt, track.end_tick() as f64 * dt);
            let summary = match checks.report(track.id) {
                Some(report) => report.summary.as_str(),
                None => checks.missing_text(),
            };
            weak_ui(ui, format!("{from:.2} s to {to:.2} s: {summary}"));
            if scene.agent(track.agent).is_none() {
                changed = changed.or(agent_ui(ui, scene, &mut edited));
            }
            let action = buttons_ui(ui, track);
            changed = changed.or(expectations_ui(ui, scene, &mut edited, checks));
            changed = changed.or(speeds_ui(ui, scene, &mut edited));
            if let Some(action) = action {
                perform(session, track.id, action);
                // The copy is from before the action.
                return None;
            }
            changed
        })
        .inner;
    if changed.is_some() {
        if let Some(stored) = session.scene.editor_mut().track_mut(track.id) {
            *stored = edited;
        }
        name_step(session, changed);
    }
}

#[derive(Clone, Copy)]
enum TrackAction {
    SetMuted(bool),
    Duplicate,
    Delete,
}

fn buttons_ui(ui: &mut Ui, track: &Track) -> Option<TrackAction> {
    let mut action = None;
    ui.horizontal(|ui| {
        let mut replayed = !track.muted;
        let check = theme::checkbox_ui(ui, &mut replayed, "Replay").on_hover_text(
            "Moves the agent by this track while the scene plays. Other tracks that move it at the same time are not replayed.",
        );
        if check.changed() {
            action = Some(TrackAction::SetMuted(!replayed));
        }
        let duplicate = theme::icon_button(
            ui,
            icons::ICON_CONTENT_COPY,
            "Duplicate track",
            "Adds a copy that is not replayed.",
            "",
            false,
        );
        if duplicate.clicked() {
            action = Some(TrackAction::Duplicate);
        }
        let delete = theme::icon_button(
            ui,
            icons::ICON_DELETE,
            "Delete track",
            "Removes the track and what is expected of it.",
            "",
            false,
        );
        if delete.clicked() {
            action = Some(TrackAction::Delete);
        }
    });
    action
}

fn perform(session: &mut Session, id: TrackId, action: TrackAction) {
    let scene = &mut session.scene;
    let step = match action {
        TrackAction::SetMuted(muted) => {
            tracks::set_muted(scene, id, muted);
            if muted {
                "Turn off replay"
            } else {
                "Turn on replay"
            }
        }
        TrackAction::Duplicate => {
            tracks::duplicate(scene, id);
            "Duplicate track"
        }
        TrackAction::Delete => {
            tracks::remove(scene, id);
            "Delete track"
        }
    };
    session.name_step(step);
}

/// The choice of another agent for a track whose agent does not exist.
fn agent_ui(ui: &mut Ui, scene: &Scene, track: &mut Track) -> Changed {
    let missing = format!("Agent {} (missing)", track.agent);
    let mut options = vec![(track.agent, missing.as_str(), "It does not exist.")];
    let agents = scene.agents.iter();
    options.extend(agents.map(|agent| (agent.id, agent.name.as_str(), "")));
    let help = "The agent that the track moves.";
    field::choice_ui(ui, "Agent", help, &mut track.agent, &options)
}

fn speeds_ui(ui: &mut Ui, scene: &Scene, track: &mut Track) -> Changed {
    let suffix = format!(" {}/s", scene.unit);
    let speeds = &mut track.speeds;
    let shown = ui.collapsing("Speeds", |ui| {
        let rows = [
            (
                "Sneak",
                "How fast the agent sneaks, with C.",
                &mut speeds.sneak,
            ),
            ("Walk", "How fast the agent walks.", &mut speeds.walk),
            (
                "Run",
                "How fast the agent runs, with Shift.",
                &mut speeds.run,
            ),
        ];
        rows.into_iter()
            .fold(None, |changed: Changed, (name, help, speed)| {
                changed.or(field::number_ui(
                    ui,
                    name,
                    help,
                    speed,
                    (0.0, MAX_COORDINATE),
                    &suffix,
                ))
            })
    });
    shown.body_returned.flatten()
}

fn expectations_ui(ui: &mut Ui, scene: &Scene, track: &mut Track, checks: &TrackChecks) -> Changed {
    let id = track.id;
    let mut changed = None;
    let mut removed = None;
    for (index, expectation) in track.expectations.iter_mut().enumerate() {
        ui.push_id(index, |ui| {
            ui.horizontal(|ui| {
                ui.label(RichText::new(title(expectation)).strong());
                theme::right_ui(ui, |ui| {
                    let label = format!("Remove \u{201c}{}\u{201d}", title(expectation));
                    let help = "This is not expected any longer.";
                    if theme::icon_button(ui, icons::ICON_CLOSE, &label, help, "", false).clicked()
                    {
                        removed = Some(index);
                    }
                });
            });
            changed = changed.take().or(fields_ui(ui, scene, expectation));
            match checks.measured(scene, id, index, expectation) {
                Some(measured) => {
                    theme::status_ui(ui, measured.holds, &measured.measured);
                }
                None => weak_ui(ui, checks.missing_text()),
            }
        });
    }
    if let Some(index) = removed {
        track.expectations.remove(index);
        changed = Some("Remove expectation".into());
    }
    changed.or(add_ui(ui, scene, track, checks))
}

fn title(expectation: &Expectation) -> &'static str {
    match expectation {
        Expectation::EndsNear { .. } => "Stays possible",
        Expectation::Reaches { .. } => "Reaches a marker",
        Expectation::SeenAt { .. } => "Is seen at",
        Expectation::NeverSeen => "Is never seen",
    }
}

fn fields_ui(ui: &mut Ui, scene: &Scene, expectation: &mut Expectation) -> Changed {
    let length = format!(" {}", scene.unit);
    let distance = (0.0, MAX_COORDINATE);
    let time = (0.0, MAX_TRACK_SECONDS);
    match expectation {
        Expectation::EndsNear { x, y, within } => {
            let mut place = DVec2::new(*x, *y);
            let changed = field::pair_ui(
                ui,
                "Ends at",
                "Where the agent must be at the end of the track.",
                &mut place,
                MAX_COORDINATE,
                &length,
            );
            (*x, *y) = (place.x, place.y);
            let help = "How far from there it may be.";
            changed.or(field::number_ui(
                ui, "Within", help, within, distance, &length,
            ))
        }
        Expectation::Reaches {
            marker,
            within,
            before,
        } => {
            let markers = scene.markers.iter();
            let options: Vec<_> = markers
                .map(|marker| (marker.id, marker.name.as_str(), ""))
                .collect();
            let help = "What the agent must come near.";
            let changed = field::choice_ui(ui, "Marker", help, marker, &options);
            let help = "How near it must come.";
            let changed = changed.or(field::number_ui(
                ui, "Within", help, within, distance, &length,
            ));
            let Some(before) = before else {
                return changed;
            };
            let help = "The latest time, from the start of the run.";
            changed.or(field::number_ui(ui, "Before", help, before, time, " s"))
        }
        Expectation::SeenAt {
            seconds,
            tolerance,
            by,
        } => {
            let help = "When the agent must be noticed, from the start of the run.";
            let changed = field::number_ui(ui, "Time", help, seconds, time, " s");
            let help = "How much earlier or later it may be noticed.";
            let changed = changed.or(field::number_ui(
                ui,
                "Tolerance",
                help,
                tolerance,
                time,
                " s",
            ));
            let mut options = vec![(None, "Anyone", "It does not matter who notices it.")];
            let agents = scene.agents.iter();
            options.extend(agents.map(|agent| (Some(agent.id), agent.name.as_str(), "")));
            let help = "Who must notice the agent.";
            changed.or(field::choice_ui(ui, "By", help, by, &options))
        }
        Expectation::NeverSeen => None,
    }
}
