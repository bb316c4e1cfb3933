//! The inspectors of areas and their corners.

use crate::editor::checks::areas::AreaChecks;
use crate::editor::inspector::card::card_ui;
use crate::editor::inspector::field::{Changed, name_step};
use crate::editor::inspector::path::buttons_ui;
use crate::editor::inspector::{bounding_box, field};
use crate::editor::keyboard::key_map::KeyMap;
use crate::editor::theme;
use egui::{Label, RichText, Ui};
use steerwright_analysis::coverage::agents_with_sight;
use steerwright_authoring::command::{EditCommand, PathCommand, ViewCommand};
use steerwright_authoring::{Command, Session};
use steerwright_format::validate::MAX_GAP;
use steerwright_runtime::scene::AreaId;
use steerwright_runtime::scene::editor::{Area, AreaRequirement, WatchedIf};

/// The kinds of requirements.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    NoGapOver,
    WatchedAtLeast,
    AlwaysWatched,
    NeverWatched,
}

const KINDS: [(Kind, &str, &str); 4] = [
    (
        Kind::NoGapOver,
        "No gap over",
        "The area is never unwatched for longer than this.",
    ),
    (
        Kind::WatchedAtLeast,
        "Watched at least",
        "The area is watched for at least this share of the time.",
    ),
    (
        Kind::AlwaysWatched,
        "Always watched",
        "The area is watched at all times.",
    ),
    (
        Kind::NeverWatched,
        "Never watched",
        "The area is watched at no time: a safe spot.",
    ),
];

const WATCHED_IF: [(WatchedIf, &str, &str); 3] = [
    (
        WatchedIf::Half,
        "Half is seen",
        "It is watched while agents see at least half of it.",
    ),
    (
        WatchedIf::Any,
        "Any place is seen",
        "It is watched while agents see any place of it.",
    ),
    (
        WatchedIf::Every,
        "All of it is seen",
        "It is watched while agents see every place of it.",
    ),
];

fn kind_of(requirement: AreaRequirement) -> Kind {
    match requirement {
        AreaRequirement::NoGapOver(_) => Kind::NoGapOver,
        AreaRequirement::WatchedAtLeast(_) => Kind::WatchedAtLeast,
        AreaRequirement::AlwaysWatched => Kind::AlwaysWatched,
        AreaRequirement::NeverWatched => Kind::NeverWatched,
    }
}

/// Draws the cards of an area.
pub fn area_ui(
    ui: &mut Ui,
    session: &mut Session,
    id: AreaId,
    keys: &KeyMap,
    checks: &AreaChecks,
    commands: &mut Vec<Command>,
) {
    let Some(mut area) = session.scene.area(id).cloned() else {
        return;
    };
    let has_sight = agents_with_sight(&session.scene).next().is_some();
    let changed = card_ui(ui, "Area", |ui| {
        let changed = field::text_ui(ui, "Name", &mut area.name);
        let changed = changed.or(requirement_ui(ui, &mut area));
        let is_never = area.requirement == AreaRequirement::NeverWatched;
        result_ui(ui, id, is_never, has_sight, checks, commands);
        changed
    });
    if changed.is_some() {
        if let Some(stored) = session.scene.area_mut(id) {
            *stored = area;
        }
        name_step(session, changed);
    }
    bounding_box::bounding_box_ui(ui, session, keys, commands);
    card_ui(ui, "Edit area", |ui| {
        buttons_ui(
            ui,
            &[
                Command::Path(PathCommand::InsertNode),
                Command::Edit(EditCommand::Duplicate),
                Command::Edit(EditCommand::Delete),
            ],
            commands,
        );
    });
}

fn requirement_ui(ui: &mut Ui, area: &mut Area) -> Changed {
    let before = kind_of(area.requirement);
    let mut kind = before;
    let help = "How the area must be watched.";
    let changed = field::choice_ui(ui, "Requirement", help, &mut kind, &KINDS);
    if kind != before {
        (area.requirement, area.watched_if) = match kind {
            Kind::NoGapOver => (AreaRequirement::NoGapOver(10.0), WatchedIf::Half),
            Kind::WatchedAtLeast => (AreaRequirement::WatchedAtLeast(40.0), WatchedIf::Half),
            Kind::AlwaysWatched => (AreaRequirement::AlwaysWatched, WatchedIf::Half),
            // No part of a safe spot is seen.
            Kind::NeverWatched => (AreaRequirement::NeverWatched, WatchedIf::Any),
        };
    }
    let changed = changed.or(match &mut area.requirement {
        AreaRequirement::NoGapOver(seconds) => field::number_ui(
            ui,
            "Longest gap",
            "The longest time without being watched that is allowed.",
            seconds,
            (0.0, MAX_GAP),
            " s",
        ),
        AreaRequirement::WatchedAtLeast(percent) => field::number_ui(
            ui,
            "Share of time",
            "The least share of the time for which it is watched.",
            percent,
            (0.0, 100.0),
            "%",
        ),
        AreaRequirement::AlwaysWatched | AreaRequirement::NeverWatched => None,
    });
    let help = "How much of the area must be seen at once, so that it counts as watched.";
    changed.or(field::choice_ui(
        ui,
        "Watched if",
        help,
        &mut area.watched_if,
        &WATCHED_IF,
    ))
}

/// What was measured of an area, which may have to be unwatched, and the way to the worst moment.
fn result_ui(
    ui: &mut Ui,
    id: AreaId,
    is_never: bool,
    has_sight: bool,
    checks: &AreaChecks,
    commands: &mut Vec<Command>,
) {
    let colors = theme::colors(ui);
    if !has_sight {
        let text = "No agent has sight, so nothing is watched. Turn on Sight in the inspector of a preset.";
        ui.add(Label::new(RichText::new(text).color(colors.warn)).wrap());
        return;
    }
    if let Some(report) = checks.report(id) {
        theme::status_ui(ui, report.holds(), &report.measured);
        match report.figures {
            Some(figures) => {
                let which = if is_never { "Most" } else { "Least" };
                let (x, y) = (figures.place.x, figures.place.y);
                let place = format!("{which} watched at {x:.2}, {y:.2}");
                ui.label(RichText::new(place).color(colors.text_weak));
                if figures.tick.is_some() {
                    buttons_ui(ui, &[Command::View(ViewCommand::ShowWorstMoment)], commands);
                }
            }
            None => {
                let why = RichText::new(report.message_and_help()).color(colors.warn);
                ui.add(Label::new(why).wrap());
            }
        }
    }
    if checks.is_working() {
        checks.progress_ui(ui);
    }
}
