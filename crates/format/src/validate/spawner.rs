//! Validates spawners and contact rules.

use super::{
    KnownIds, References, Report, check_parameters, check_point, check_scatter, check_team,
    check_unique,
};
use std::fmt::Display;
use steerwright_runtime::parameter;
use steerwright_runtime::scene::{Contact, Scene, SpawnPlace, SpawnWhen, Spawner};

/// The most agents that enter at once.
const MAX_AT_ONCE: u32 = 1000;
/// The most firings, and agents of a spawner that are alive.
const MAX_TIMES: u32 = 1_000_000_000;

pub(super) fn check_spawners(
    scene: &Scene,
    known: &KnownIds,
    team_letters: usize,
    report: &mut Report<'_>,
) {
    let ids = scene.spawners.iter().map(|spawner| spawner.id.0);
    check_unique("/spawners", ids, report);
    for (i, spawner) in scene.spawners.iter().enumerate() {
        let place = format_args!("/spawners/{i}");
        check_spawner(&place, spawner, known, report);
        let team = spawner.team.as_deref();
        check_team(&format_args!("{place}/team"), team, team_letters, report);
    }
    let ids = scene.contacts.iter().map(|contact| contact.id.0);
    check_unique("/contacts", ids, report);
    for (i, contact) in scene.contacts.iter().enumerate() {
        check_contact(&format_args!("/contacts/{i}"), contact, known, report);
    }
}

fn check_spawner(
    pointer: &dyn Display,
    spawner: &Spawner,
    known: &KnownIds,
    report: &mut Report<'_>,
) {
    known.check("preset", "preset", spawner.preset.0, pointer, report);
    match spawner.place {
        SpawnPlace::Point(point) => {
            check_point(&format_args!("{pointer}/place/point"), point, report);
        }
        SpawnPlace::Edge(edge) => {
            for (key, corner) in [("from", edge.from), ("to", edge.to)] {
                check_point(&format_args!("{pointer}/place/edge/{key}"), corner, report);
            }
        }
        SpawnPlace::Marker(_) | SpawnPlace::Agent(_) => {}
    }
    if let Some(target) = spawner.place_target() {
        known.check_target("place", target, pointer, report);
    }
    check_scatter(pointer, spawner.scatter, report);
    match &spawner.when {
        SpawnWhen::Time if spawner.every.is_none() => report(
            format!("{pointer}/every"),
            "missing, so it would never fire again; set the seconds between two firings".into(),
        ),
        SpawnWhen::Trigger(name) if name.is_empty() => report(
            format!("{pointer}/when/trigger"),
            "empty; enter the name that the game triggers".into(),
        ),
        SpawnWhen::Time | SpawnWhen::Press | SpawnWhen::Trigger(_) => {}
    }
    check_parameters(pointer, parameter::SPAWNER, spawner, report);
    for (key, value, most) in [
        ("count", Some(spawner.count), MAX_AT_ONCE),
        ("times", spawner.times, MAX_TIMES),
        ("max_alive", spawner.max_alive, MAX_TIMES),
    ] {
        if let Some(value) = value.filter(|value| !(1..=most).contains(value)) {
            report(
                format!("{pointer}/{key}"),
                format!("{value} is out of range; use 1 to {most}"),
            );
        }
    }
    let references = References {
        path: spawner.path,
        target: spawner.target,
        danger: spawner.danger,
        leader: spawner.leader,
    };
    known.check_references(&references, pointer, report);
}

fn check_contact(
    pointer: &dyn Display,
    contact: &Contact,
    known: &KnownIds,
    report: &mut Report<'_>,
) {
    known.check("first", "preset", contact.first.0, pointer, report);
    known.check("second", "preset", contact.second.0, pointer, report);
    check_parameters(pointer, parameter::CONTACT, contact, report);
}
