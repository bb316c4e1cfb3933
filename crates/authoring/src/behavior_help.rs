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
        Behavior::AvoidWalls(_) => "Avoid walls",
        Behavior::FollowWall(_) => "Follow wall",
        Behavior::Search(_) => "Search",
    }
}

/// What a behavior does to the motion.
pub fn help(behavior: &Behavior) -> &'static str {
    match behavior {
        Behavior::Seek {} => "Moves straight toward the target at full speed, without stopping.",
        Behavior::Flee(_) => "Moves straight away from the danger at full speed.",
        Behavior::Arrive(_) => "Slows down and stops at the target.",
        Behavior::Leave(_) => "Moves away from the danger, faster the closer it is.",
        Behavior::Pursue(_) => "Intercepts a moving target at its predicted position.",
        Behavior::Evade(_) => "Flees from the predicted position of a moving danger.",
        Behavior::FollowPath(_) => "Follows the path from node to node.",
        Behavior::Separation(_) => "Keeps a distance from nearby agents.",
        Behavior::FollowLeader(_) => "Stays behind the leader and out of its way.",
        Behavior::HomingWalk(_) => {
            "Wanders to the target through random waypoints in a narrowing field of view."
        }
        Behavior::AvoidWalls(_) => "Turns away from walls that its feelers meet.",
        Behavior::FollowWall(_) => "Moves along the nearest wall, which it keeps on one side.",
        Behavior::Search(_) => "Goes to random places around its goal and looks around at each.",
    }
}
