//! The inspectors of areas and their corners.

use crate::editor::area_checks::AreaChecks;
use crate::editor::inspector::field::{Changed, name_step};
use crate::editor::inspector::path::buttons_ui;
use crate::editor::inspector::{bounding_box, field};
use crate::editor::key_map::KeyMap;
use crate::editor::theme;
use egui::{Label, RichText, Ui};
use steerwright_analysis::coverage::agents_with_sight;
use steerwright_authoring::command::{EditCommand, PathCommand, ViewCommand};
use steerwright_authoring::{Command, Session};
use steerwright_format::validate::MAX_GAP;
use steerwright_runtime::scene::editor::AreaRequirement;
use steerwright_runtime::scene::{AreaId, NodeId};

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
        "No place of the area is unwatched for longer than this.",
    ),
    (
        Kind::WatchedAtLeast,
        "Watched at least",
        "Each place of the area is watched for at least this share of the time.",
    ),
    (
        Kind::AlwaysWatched,
        "Always watched",
        "Each place of the area is watched at all times.",
    ),
    (
        Kind::NeverWatched,
        "Never watched",
        "No place of the area is watched at any time: a safe spot.",
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
    let changed = theme::card_ui(ui, "Area", |ui| {
        let changed = field::text_ui(ui, "Name", &mut area.name);
        let changed = changed.or(requirement_ui(ui, &mut area.requirement));
        result_ui(ui, id, has_sight, checks, commands);
        changed
    });
    if changed.is_some() {
        if let Some(own) = session.scene.area_mut(id) {
            *own = area;
        }
        name_step(session, changed);
    }
    bounding_box::bounding_box_ui(ui, session, keys, commands);
    theme::card_ui(ui, "Edit area", |ui| {
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

fn requirement_ui(ui: &mut Ui, requirement: &mut AreaRequirement) -> Changed {
    let before = kind_of(*requirement);
    let mut kind = before;
    let help = "How the area must be watched. The worst place of the area counts.";
    let changed = field::choice_ui(ui, "Requirement", help, &mut kind, &KINDS);
    if kind != before {
        *requirement = match kind {
            Kind::NoGapOver => AreaRequirement::NoGapOver(10.0),
            Kind::WatchedAtLeast => AreaRequirement::WatchedAtLeast(40.0),
            Kind::AlwaysWatched => AreaRequirement::AlwaysWatched,
            Kind::NeverWatched => AreaRequirement::NeverWatched,
        };
    }
    changed.or(match requirement {
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
            "The least share of the time for which each place is watched.",
            percent,
            (0.0, 100.0),
            "%",
        ),
        AreaRequirement::AlwaysWatched | AreaRequirement::NeverWatched => None,
    })
}

/// What was measured, and the way to the worst moment.
fn result_ui(
    ui: &mut Ui,
    id: AreaId,
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
                let place = format!(
                    "At its worst place, {:.2}, {:.2}",
                    figures.place.x, figures.place.y
                );
                ui.label(RichText::new(place).color(colors.text_weak));
                if figures.tick.is_some() {
                    buttons_ui(ui, &[Command::View(ViewCommand::ShowWorstMoment)], commands);
                }
            }
            None => {
                let why = RichText::new(&report.message).color(colors.warn);
                ui.add(Label::new(why).wrap());
            }
        }
    }
    if checks.is_working() {
        checks.progress_ui(ui);
    }
}

/// Draws the card of a corner of an area.
pub fn node_ui(
    ui: &mut Ui,
    session: &mut Session,
    id: AreaId,
    node: NodeId,
    commands: &mut Vec<Command>,
) {
    let unit = session.scene.unit.clone();
    let Some(area) = session.scene.area(id) else {
        return;
    };
    let Some(index) = area.index_of(node) else {
        return;
    };
    let movable = session.scene.editor.is_editable(id);
    let title = format!("Corner {} of {}", index + 1, area.name);
    let mut position = area.nodes[index].position;
    let changed = theme::card_ui(ui, &title, |ui| {
        let suffix = format!(" {unit}");
        let place = (&mut position.x, &mut position.y);
        let changed = field::position_ui(ui, movable, "Position", place, &suffix);
        let available = [
            Command::Path(PathCommand::InsertNode),
            Command::Edit(EditCommand::Delete),
        ];
        buttons_ui(ui, &available, commands);
        changed
    });
    if changed.is_some() {
        if let Some(own) = session.scene.area_mut(id) {
            own.nodes[index].position = position;
        }
        name_step(session, changed);
    }
}
