//! The rules.

/// Defines the rules, each with its short identifier.
macro_rules! define_rules {
    ($($(#[$about:meta])* $rule:ident = $key:literal,)+) => {
        /// A lint rule.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Rule {
            $($(#[$about])* $rule,)+
        }

        impl Rule {
            /// All rules.
            pub const ALL: &'static [Self] = &[$(Self::$rule),+];

            /// A short identifier.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self {
                    $(Self::$rule => $key,)+
                }
            }
        }
    };
}

define_rules! {
    /// The scene can be edited, but not run or exported.
    CannotRun = "cannot-run",
    /// An agent never reaches a node.
    NodeNeverReached = "node-never-reached",
    /// An agent passes a node at least twice before it reaches it.
    NodeCircled = "node-circled",
    /// An agent runs farther off its path than the radius of the node that it has just passed
    /// allows.
    OffPath = "off-path",
    /// A node's radius is larger than the distance to the adjacent node.
    RadiusOverSegment = "radius-over-segment",
    /// An agent overshoots its target.
    Overshoot = "overshoot",
    /// An agent that leaves a danger never comes to rest.
    NeverStops = "never-stops",
    /// How a behavior stops was not measured: the [`Budget`](crate::probe::Budget) of the file was
    /// used up.
    NotMeasured = "not-measured",
    /// An outer radius is smaller than the inner one.
    RadiiSwapped = "radii-swapped",
    /// An agent lacks a binding that its preset needs.
    MissingRole = "missing-role",
    /// A path has no nodes.
    EmptyPath = "empty-path",
    /// No agent uses a path.
    UnusedPath = "unused-path",
    /// An agent that arrives never reports it.
    ArrivalNotReported = "arrival-not-reported",
    /// A homing walk never ends.
    EndlessWalk = "endless-walk",
    /// A body has no speed or no force.
    CannotMove = "cannot-move",
    /// A time to target is so short that the velocity flips at every tick.
    FlipsEveryTick = "flips-every-tick",
    /// Two bodies overlap in a run of the scene.
    BodiesOverlap = "bodies-overlap",
    /// A body starts nearer to a wall than its radius.
    StartInWall = "start-in-wall",
    /// A path leads through a wall.
    NodeBehindWall = "node-behind-wall",
    /// A path leads through a closed door that nothing in the scene opens.
    PathThroughClosedDoor = "path-through-closed-door",
    /// A path passes a wall at less than the radius of a body.
    PathTooClose = "path-too-close",
    /// Walls keep an agent from its target.
    GoalOutOfReach = "goal-out-of-reach",
    /// An agent stops at a wall on the straight way to its target in a run of the scene.
    StopsAtWall = "stops-at-wall",
    /// Blocked cells stop a body in a run of the scene.
    CellsStopBody = "cells-stop-body",
    /// A wall has no edge.
    WallWithoutEdges = "wall-without-edges",
    /// Two successive nodes of a wall coincide.
    EdgeWithoutLength = "edge-without-length",
    /// Two edges of a wall are the same.
    EdgeTwice = "edge-twice",
    /// Two edges of a wall cross each other.
    WallCrossesItself = "wall-crosses-itself",
    /// A wall blocks neither motion nor sight.
    WallWithoutEffect = "wall-without-effect",
    /// A preset watches a team that no agent is in.
    TeamWithoutAgents = "team-without-agents",
    /// No transition leads to a state.
    StateNeverEntered = "state-never-entered",
    /// A condition of a transition cannot hold.
    TransitionNeverTaken = "transition-never-taken",
    /// Agents change their state in every tick.
    StatesChase = "states-chase",
    /// The net for routes of a preset has many points.
    LargeNet = "large-net",
    /// A track moves an agent that does not exist.
    TrackWithoutAgent = "track-without-agent",
    /// The agent of a track starts elsewhere than when it was recorded.
    TrackElsewhere = "track-elsewhere",
    /// A track was recorded at another tick rate.
    TrackTickRate = "track-tick-rate",
    /// A track refers to what does not exist.
    TrackReference = "track-reference",
    /// Two tracks move an agent at the same time.
    TracksOverlap = "tracks-overlap",
    /// What is expected of a track is not met. Tracks are checked by
    /// [`check_tracks`](crate::tracks::check_tracks).
    TrackExpectation = "track-expectation",
    /// A custom property refers to what does not exist.
    ReferenceToNothing = "reference-to-nothing",
    /// A value of a custom property is not declared for its item.
    UndeclaredProperty = "undeclared-property",
    /// An area is not watched as it requires. Areas are checked by
    /// [`check_areas`](crate::coverage::check_areas).
    AreaRequirement = "area-requirement",
    /// The file of a picture cannot be shown. Only programs that know the folder of the scene look
    /// for it.
    PictureNotShown = "picture-not-shown",
}
