//! Verdicts in words, with figures.

use steerwright_analysis::probe::{
    Approach, Corner, Following, Leaving, Leg, NoRadius, PathWalk, Settling, StraightApproach,
    WalkExtent,
};
use steerwright_runtime::parameter::Unit;

/// Overshoots of one behavior that differ by less than this (u) are shown as one number.
const SAME_LENGTH: f64 = 0.01;
/// A shorter distance is shown as 0.00, u.
const MIN_SHOWN_LENGTH: f64 = 0.005;

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
    let leaves = leaves_path(measured, unit);
    let is_far_off = measured.far_off().is_some();
    let (headline, figures) = match measured.extent {
        WalkExtent::Whole => (leaves, String::new()),
        WalkExtent::UntilStateChanged => (leaves, "until it enters another state".into()),
        // What is wrong comes first.
        WalkExtent::Part if is_far_off => {
            (format!("{}, {leaves}", unreached(measured)), String::new())
        }
        WalkExtent::Part if measured.off_path_max() >= MIN_SHOWN_LENGTH => {
            (unreached(measured), leaves)
        }
        WalkExtent::Part => (unreached(measured), String::new()),
    };
    Words {
        good: measured.extent != WalkExtent::Part && !is_far_off,
        headline,
        figures,
    }
}

/// Which node a walk that ended early did not reach.
fn unreached(measured: &PathWalk) -> String {
    let mut corners = measured.corners.iter();
    match corners.position(|corner| corner.leg == Leg::Endless) {
        Some(index) => format!("does not reach node {}", index + 1),
        None => "does not reach every node".into(),
    }
}

/// How far off its path an agent runs, and after which node.
fn leaves_path(measured: &PathWalk, unit: &str) -> String {
    let corners = measured.corners.iter().enumerate();
    let farthest = corners.reduce(|most, next| {
        if next.1.off_path > most.1.off_path {
            next
        } else {
            most
        }
    });
    let after = |(index, corner): (usize, &Corner)| {
        format!(
            "{}, after node {}",
            length(corner.off_path, unit),
            index + 1
        )
    };
    // At a node with a larger radius, it may be farther off and still turn well.
    match measured.far_off() {
        Some(far_off) => format!("leaves its path by {}", after(far_off)),
        None => match farthest {
            Some(farthest) => format!("leaves its path by at most {}", after(farthest)),
            None => "has no nodes to walk to".into(),
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
            "It overshoots with any slow radius up to {}. Try a lower max speed.",
            length(longest, unit)
        ),
        NoRadius::NotMeasured => {
            "No slow radius without overshoot was found in the time for the search.".into()
        }
    }
}

/// Why there is no verdict.
pub const NOT_MEASURED: &str = "Not measured: this preset takes too long to stop. Try a lower mass or max speed, or a higher max force.";

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

#[cfg(test)]
mod tests {
    use super::*;
    use steerwright_runtime::glam::DVec2;
    use steerwright_runtime::scene::NodeId;

    /// A walk along nodes with a radius of 1 u, so far off after each.
    fn walk_of(off_path: &[f64], endless: Option<usize>, extent: WalkExtent) -> PathWalk {
        let corner = |(index, off_path): (usize, &f64)| Corner {
            node: NodeId(index as u32 + 1),
            off_path: *off_path,
            place: DVec2::ZERO,
            radius: 1.0,
            leg: if endless == Some(index) {
                Leg::Endless
            } else {
                Leg::Direct
            },
        };
        PathWalk {
            corners: off_path.iter().enumerate().map(corner).collect(),
            extent,
        }
    }

    #[test]
    fn the_verdict_on_a_walk_that_ends_early_names_the_unreached_node_first() {
        let words = |off_path: &[f64], endless, extent| {
            let words = walk(&walk_of(off_path, endless, extent), "m");
            (words.good, words.headline, words.figures)
        };
        let (good, headline, figures) = words(&[0.5, 0.2, 0.0], Some(2), WalkExtent::Part);
        assert_eq!((good, headline.as_str()), (false, "does not reach node 3"));
        assert_eq!(figures, "leaves its path by at most 0.50 m, after node 1");
        // Nothing was measured, or the distance is wrong too.
        let (_, headline, figures) = words(&[0.0, 0.0], None, WalkExtent::Part);
        assert_eq!(
            (headline.as_str(), figures.as_str()),
            ("does not reach every node", "")
        );
        let (_, headline, figures) = words(&[0.0, 2.5, 0.0], Some(2), WalkExtent::Part);
        assert_eq!(
            headline,
            "does not reach node 3, leaves its path by 2.50 m, after node 2"
        );
        assert_eq!(figures, "");

        let (good, headline, figures) = words(&[0.5, 0.2], None, WalkExtent::Whole);
        assert!(good && figures.is_empty());
        assert_eq!(headline, "leaves its path by at most 0.50 m, after node 1");
    }
}
