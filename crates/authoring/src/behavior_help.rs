//! How the editor presents each behavior: its name and a sentence on what it does.

use steerwright_runtime::scene::Behavior;

/// The name of a behavior in menus and headings.
pub fn label(behavior: &Behavior) -> &'static str {
    match behavior {
        Behavior::Seek {} => "Seek",
        Behavior::Flee(_) => "Flee",
        Behavior::Arrive(_) => "Arrive",
        Behavior::Leave(_) => "Leave",
        Behavior::Pursue(_) => "Pursue",
        Behavior::Evade(_) => "Evade",
        Behavior::FollowPath(_) => "Follow path",
        Behavior::Separation(_) => "Separation",
        Behavior::FollowLeader(_) => "Follow leader",
        Behavior::HomingWalk(_) => "Homing walk",
    }
}

/// What a behavior does to the motion.
pub fn help(behavior: &Behavior) -> &'static str {
    match behavior {
        Behavior::Seek {} => "Moves straight at the target and through it.",
        Behavior::Flee(_) => "Runs straight away from the danger.",
        Behavior::Arrive(_) => "Goes to the target, slows down and stops there.",
        Behavior::Leave(_) => "Moves away from the danger, the faster the nearer it is.",
        Behavior::Pursue(_) => "Cuts off a moving target by aiming at where it will be.",
        Behavior::Evade(_) => "Flees from where a moving danger will be.",
        Behavior::FollowPath(_) => "Walks the path, node after node.",
        Behavior::Separation(_) => "Keeps a distance from agents that come too near.",
        Behavior::FollowLeader(_) => "Keeps behind the leader and out of its way.",
        Behavior::HomingWalk(_) => {
            "Wanders to the target through random waypoints in a narrowing field of view."
        }
    }
}
