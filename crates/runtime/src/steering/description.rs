//! What is a fact about a behavior, apart from its formula.

use crate::parameter::ParameterTable;
use crate::scene::Behavior;
use crate::steering::Goal;

/// The facts about a behavior. Each stands beside the formula of its behavior, and is found by
/// [`Behavior::description`](crate::scene::Behavior::description).
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// Its name in files.
    pub key: &'static str,
    /// Its name in menus and headings.
    pub label: &'static str,
    /// What it does to the motion, in a sentence.
    pub help: &'static str,
    /// Its numbers, without its weight and its goal.
    pub parameters: ParameterTable<Behavior>,
    /// What an agent must refer to for the behavior to have an effect, if its goal is
    /// [`Goal::Reference`]. `None` if nothing is needed.
    pub needs: Option<Role>,
    /// The goal that it has unless it is given another. `None` if it moves neither toward nor away
    /// from a goal.
    pub goal: Option<Goal>,
    /// Whether it can go around walls.
    pub has_route: bool,
    /// Whether it draws random numbers.
    pub is_random: bool,
    /// Whether walls that an agent does not touch change its motion.
    pub senses_walls: bool,
    /// Whether its lengths say how far it looks, rather than where it stops or what it keeps away
    /// from.
    pub is_perception: bool,
    /// What it remembers from tick to tick.
    pub memory: MemoryKind,
    /// Which other agents it looks at.
    pub neighbors: Neighbors,
    /// What is measured to say how well it is tuned. `None` if nothing is.
    pub verdict: Option<Verdict>,
}

impl Description {
    /// A behavior that needs nothing and has no goal.
    pub(crate) const fn new(key: &'static str, label: &'static str, help: &'static str) -> Self {
        Self {
            key,
            label,
            help,
            parameters: ParameterTable::EMPTY,
            needs: None,
            goal: None,
            has_route: false,
            is_random: false,
            senses_walls: false,
            is_perception: false,
            memory: MemoryKind::None,
            neighbors: Neighbors::None,
            verdict: None,
        }
    }

    /// A behavior that moves toward the target of its agent, or another goal.
    pub(crate) const fn toward_target(self) -> Self {
        Self {
            needs: Some(Role::Target),
            goal: Some(Goal::Reference),
            has_route: true,
            ..self
        }
    }

    /// A behavior that moves away from the danger of its agent, or another goal.
    pub(crate) const fn away_from_danger(self) -> Self {
        Self {
            needs: Some(Role::Danger),
            goal: Some(Goal::Reference),
            ..self
        }
    }
}

/// What an agent refers to, for its behaviors and its sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// [`Agent::target`](crate::scene::Agent::target).
    Target,
    /// [`Agent::danger`](crate::scene::Agent::danger).
    Danger,
    /// [`Agent::path`](crate::scene::Agent::path).
    Path,
    /// [`Agent::leader`](crate::scene::Agent::leader).
    Leader,
}

/// What a behavior remembers from tick to tick, apart from its routes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryKind {
    /// Nothing.
    None,
    /// Whether the agent has arrived.
    Arrival,
    /// How far the agent is along its path.
    PathProgress,
    /// The waypoints of a homing walk.
    HomingWalk,
    /// The places of a search.
    Search,
    /// Where the target of a wander is on its circle.
    Wander,
}

/// Which other agents a behavior looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Neighbors {
    /// None, except as a goal.
    None,
    /// Those within a radius.
    Near,
    /// The followers of the same leader.
    SameLeader,
}

/// What is measured of a behavior.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// How it stops at its target.
    Approach,
    /// How it walks along its path, and how it stops at the end.
    Walk,
    /// How it keeps its place behind a leader.
    Following,
    /// How it comes to rest beyond a danger.
    Leaving,
}
