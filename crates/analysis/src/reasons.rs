//! The reasons that belong to an event.

use steerwright_runtime::simulation::{Event, EventKind, Reason, ReasonOf};

/// The reasons of an event among those of a run, which are in the order of its ticks. Empty for events that explain themselves.
pub fn of_event<'a>(reasons: &'a [Reason], event: &Event) -> &'a [Reason] {
    let of = match event.kind {
        EventKind::SightGained | EventKind::SightLost => ReasonOf::Sight,
        EventKind::NoiseHeard => ReasonOf::Noise,
        EventKind::StateEntered { .. } => ReasonOf::State,
        EventKind::NodeReached(_)
        | EventKind::WaitStarted(_)
        | EventKind::WaitEnded(_)
        | EventKind::PathFinished
        | EventKind::Arrived
        | EventKind::WaypointPicked
        | EventKind::AggroEntered
        | EventKind::AggroLeft
        | EventKind::CellEntered
        | EventKind::LineGained
        | EventKind::LineLost
        | EventKind::Spawned(_)
        | EventKind::Expired(_)
        | EventKind::Contact { .. }
        | EventKind::Emitted(_)
        | EventKind::Met(_)
        | EventKind::Touched(_)
        | EventKind::NoRoute
        | EventKind::SearchFinished => return &[],
    };
    let place = |tick| reasons.partition_point(|reason| reason.tick < tick);
    let in_tick = &reasons[place(event.tick)..place(event.tick + 1)];
    let is_own = |reason: &Reason| reason.agent == event.agent && reason.of == of;
    let mut groups = in_tick.chunk_by(|a, b| is_own(a) == is_own(b));
    groups
        .find(|group| group.first().is_some_and(is_own))
        .unwrap_or_default()
}
