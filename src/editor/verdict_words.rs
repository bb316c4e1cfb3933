//! Verdicts in words, with figures.

use steerwright_analysis::probe::{
    Approach, Corner, Following, Leaving, NoRadius, PathWalk, Settling, StraightApproach,
    WalkExtent,
};
use steerwright_format::parameter::Unit;

/// Overshoots of one behavior that differ by less than this (u) are shown as one number.
const SAME_LENGTH: f64 = 0.01;

/// A verdict: whether all is well, what happens, and more figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Words {
    /// Whether it is as an author would want it.
    pub good: bool,
    /// What happens, in a phrase.
    pub headline: String,
    /// More figures.
    pub figures: String,
}

impl Words {
    /// What happens, with the figures.
    pub fn both(&self) -> String {
        if self.figures.is_empty() {
            self.headline.clone()
        } else {
            format!("{}, {}", self.headline, self.figures)
        }
    }
}

/// How an agent stops at a target when it approaches straight at max speed.
pub fn straight(measured: &StraightApproach, coasts: bool, unit: &str) -> Words {
    let worst = &measured.worst;
    let range = (worst.overshoot - measured.least_overshoot > SAME_LENGTH)
        .then_some(measured.least_overshoot);
    approach(worst, range, coasts, "settles in", unit)
}

/// How an agent stops at its target in the scene.
pub fn own(measured: &Approach, coasts: bool, unit: &str) -> Words {
    approach(measured, None, coasts, "settles at", unit)
}

fn approach(
    measured: &Approach,
    least: Option<f64>,
    coasts: bool,
    settles: &str,
    unit: &str,
) -> Words {
    let past = length(measured.overshoot, unit);
    let amount = match least {
        Some(least) => format!("{least:.2} to {past}"),
        None => past,
    };
    let what = if !measured.overshoots() {
        "no overshoot".to_owned()
    } else if coasts {
        format!("coasts {amount} past the target radius")
    } else {
        format!("overshoots by {amount}")
    };
    Words {
        good: measured.stops_in_time(),
        headline: format!("{what}, {}", settling(measured.settling, settles)),
        figures: peak_force(measured.peak_force, unit),
    }
}

/// How an agent leaves a danger.
pub fn leaving(measured: &Leaving, unit: &str) -> Words {
    let headline = match (measured.rest_distance, measured.settling) {
        (Some(distance), Settling::After(seconds)) => format!(
            "stops {} from the danger after {seconds:.2} s",
            length(distance, unit)
        ),
        (_, settled) => settling(settled, "stops in").replace("settle", "stop"),
    };
    Words {
        good: matches!(measured.settling, Settling::After(_)),
        headline,
        figures: peak_force(measured.peak_force, unit),
    }
}

/// How a follower keeps its place.
pub fn following(measured: &Following, unit: &str) -> Words {
    let place = length(measured.place_distance, unit);
    let watched = measured.watched;
    let keeps = match measured.in_place_after {
        Some(seconds) => {
            format!("stays within {place} of its position from {seconds:.1} s to {watched:.0} s")
        }
        None => format!("leaves its position by up to {place} within {watched:.0} s"),
    };
    let force = peak_force(measured.peak_force, unit);
    // What is wrong comes first.
    let (headline, figures) = if measured.overlap > 0.0 {
        let overlap = length(measured.overlap, unit);
        (format!("overlaps others by {overlap}, {keeps}"), force)
    } else {
        (keeps, format!("no overlap, {force}"))
    };
    Words {
        good: measured.in_place_after.is_some() && measured.overlap <= 0.0,
        headline,
        figures,
    }
}

/// How far an agent runs off its path.
pub fn walk(measured: &PathWalk, unit: &str) -> Words {
    let corners = measured.corners.iter().enumerate();
    let farthest = corners.max_by(|(_, a), (_, b)| a.off_path.total_cmp(&b.off_path));
    let after = |(index, corner): (usize, &Corner)| {
        format!(
            "{}, after node {}",
            length(corner.off_path, unit),
            index + 1
        )
    };
    // At a node with a larger radius, it may be farther off and still turn well.
    let headline = match measured.far_off() {
        Some(far_off) => format!("leaves its path by {}", after(far_off)),
        None => match farthest {
            Some(farthest) => format!("leaves its path by at most {}", after(farthest)),
            None => "has no nodes to walk to".into(),
        },
    };
    Words {
        good: measured.extent != WalkExtent::Part && measured.far_off().is_none(),
        headline,
        figures: match measured.extent {
            WalkExtent::Whole => String::new(),
            WalkExtent::Part => "it does not reach every node".into(),
            WalkExtent::UntilStateChanged => "until it enters another state".into(),
        },
    }
}

/// Why there is no slow radius without overshoot.
pub fn no_radius(reason: NoRadius, unit: &str) -> String {
    match reason {
        NoRadius::DoesNotStop => "This behavior does not stop at a target.".into(),
        NoRadius::CannotMove => "The max speed or the max force is 0.".into(),
        NoRadius::Coasts => {
            "It coasts through the target with any slow radius. Set it to brake at the target."
                .into()
        }
        NoRadius::Overshoots(longest) => format!(
            "It overshoots with any slow radius up to {}. Raise the target radius, or lower the max speed.",
            length(longest, unit)
        ),
    }
}

fn settling(settling: Settling, settles: &str) -> String {
    match settling {
        Settling::After(seconds) => format!("{settles} {seconds:.2} s"),
        Settling::Never => "never settles".into(),
        Settling::NotWithin(seconds) => format!("does not settle within {seconds:.0} s"),
    }
}

fn peak_force(force: f64, unit: &str) -> String {
    format!("peak force {force:.2}{}", Unit::Force.suffix(unit))
}

fn length(length: f64, unit: &str) -> String {
    format!("{length:.2} {unit}")
}
