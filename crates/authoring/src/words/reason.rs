//! Why something happened to an agent, in words with measured figures: "saw Player for 0.4 s at 6.2
//! m".

use crate::words::goal;
pub use steerwright_analysis::reasons::name_of;
use steerwright_runtime::scene::{Scene, Target};
use steerwright_runtime::simulation::{Event, EventKind, Fact, Reason};

/// Why an event happened, which has these reasons. `None` for an event that explains itself.
///
/// ```
/// use std::sync::Arc;
/// use steerwright_authoring::words::reason;
/// use steerwright_runtime::scene::{AgentId, Scene};
/// use steerwright_runtime::simulation::{Event, EventKind};
/// let entered = |reason| Event {
///     tick: 90,
///     agent: AgentId(1),
///     behavior: None,
///     kind: EventKind::StateEntered { name: Arc::from("Chase"), reason },
/// };
/// let why = |event: Event| reason::why(&event, &[], &Scene::default());
/// assert_eq!(why(entered(Some(0))).as_deref(), Some("immediately"));
/// assert_eq!(why(entered(None)).as_deref(), Some("set by the game"));
/// assert_eq!(why(Event { kind: EventKind::Arrived, ..entered(None) }), None);
/// ```
#[must_use]
pub fn why(event: &Event, reasons: &[Reason], scene: &Scene) -> Option<String> {
    if let EventKind::StateEntered { reason, .. } = &event.kind {
        return Some(match reason {
            Some(_) => sentence(reasons, scene),
            None => "set by the game".to_owned(),
        });
    }
    (!reasons.is_empty()).then(|| sentence(reasons, scene))
}

/// The reasons of an event in a sentence: "heard a noise of Player 3.1 m away and alert was 60 %
/// after 2.5 s". `scene` gives names, the unit and the length of a tick. A transition without
/// conditions is taken immediately.
///
/// ```
/// use steerwright_authoring::words::reason;
/// use steerwright_runtime::scene::{AgentId, Scene, Target};
/// use steerwright_runtime::simulation::{Fact, Reason, ReasonOf};
/// let fact = Fact::Sees { who: Some(Target::Pointer), distance: Some(6.2), ticks: Some(24) };
/// let reason = Reason { tick: 90, agent: AgentId(1), of: ReasonOf::State, fact };
/// let scene = Scene { unit: "m".into(), ticks_per_second: 60.0, ..Scene::default() };
/// assert_eq!(reason::sentence(&[reason], &scene), "saw the pointer for 0.4 s at 6.2 m");
/// ```
#[must_use]
pub fn sentence(reasons: &[Reason], scene: &Scene) -> String {
    if reasons.is_empty() {
        return "immediately".to_owned();
    }
    let parts = reasons.iter().map(|reason| words(&reason.fact, scene));
    let parts: Vec<String> = parts.collect();
    parts.join(" and ")
}

/// One fact in words.
fn words(fact: &Fact, scene: &Scene) -> String {
    let unit = &scene.unit;
    let seconds = |ticks: u64| format!("{} s", rounded(ticks as f64 * scene.dt()));
    let apart = |distance: f64| {
        format!("{} {unit}", rounded(distance))
            .trim_end()
            .to_owned()
    };
    let name = |who: Option<Target>| who.map_or("someone".to_owned(), |who| name_of(scene, who));
    match fact {
        Fact::Sees {
            who,
            distance,
            ticks,
        } => {
            let for_time = ticks.map(|ticks| format!(" for {}", seconds(ticks)));
            let Some(distance) = distance else {
                return format!("noticed {} before, out of sight now", name(*who));
            };
            let for_time = for_time.unwrap_or_default();
            format!("saw {}{for_time} at {}", name(*who), apart(*distance))
        }
        Fact::Unseen { who: None, ticks } => {
            format!("saw no one for {}", seconds(u64::from(*ticks)))
        }
        Fact::Unseen { who, ticks } => {
            format!(
                "{} out of sight for {}",
                name(*who),
                seconds(u64::from(*ticks))
            )
        }
        Fact::Hears { who, distance } => {
            let of = who.map(|who| format!(" of {}", name_of(scene, Target::Agent(who))));
            let of = of.unwrap_or_default();
            format!("heard a noise{of} {} away", apart(*distance))
        }
        Fact::Told { who, distance } => {
            let place = distance.map(|distance| format!(", seen {} away", apart(distance)));
            format!("was told of {}{}", name(*who), place.unwrap_or_default())
        }
        Fact::Touches { who } => format!("touched {}", name(*who)),
        Fact::Alert { meter, ticks } => {
            let percent = rounded(meter * 100.0);
            format!("alert was {percent} % after {}", seconds(u64::from(*ticks)))
        }
        Fact::Time { ticks } => format!("{} passed", seconds(u64::from(*ticks))),
        Fact::Arrived => "arrived".to_owned(),
        Fact::PathFinished => "path finished".to_owned(),
        Fact::Near { goal, distance } => {
            let goal = goal::label(goal, "target").to_lowercase();
            format!("{} from {goal}", apart(*distance))
        }
        Fact::Event { name, by_game } => {
            let from = if *by_game { " from the game" } else { "" };
            format!("event “{name}”{from}")
        }
        Fact::SearchFinished => "search finished".to_owned(),
        Fact::NoRoute => "found no way around the walls".to_owned(),
    }
}

/// A number with about three digits, and without zeros at its end.
fn rounded(number: f64) -> f64 {
    let places = match number.abs() {
        large if large >= 100.0 => 1.0,
        medium if medium >= 1.0 => 10.0,
        _ => 100.0,
    };
    (number * places).round() / places
}
