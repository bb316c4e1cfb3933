//! What the behaviors of an agent remember between ticks. Each has its own memory: two of a kind
//! share nothing.

use crate::geometry::CellGrid;
use crate::scene::{Behavior, Motion};
use crate::simulation::resolved::ResolvedScene;
use crate::simulation::store::path_progress::PathProgress;
use crate::steering::description::MemoryKind;
use crate::steering::follow_path::Start;
use crate::steering::grid_chase::CellMover;
use crate::steering::homing_walk::HomingWalkState;
use crate::steering::search::SearchState;
use crate::steering::wander::WanderState;
use glam::DVec2;
use std::mem::discriminant;

/// What one behavior remembers.
#[derive(Clone, Debug)]
pub(crate) enum BehaviorState {
    /// Nothing.
    Stateless,
    Arrive(ArrivalState),
    FollowPath(PathProgress),
    HomingWalk(HomingWalkMemory),
    GridChase(GridChaseState),
    Search(SearchState),
    Wander(WanderState),
}

/// What a homing walk remembers.
#[derive(Clone, Debug, Default)]
pub(crate) struct HomingWalkMemory {
    pub(crate) walk: HomingWalkState,
    pub(crate) in_aggro: SwitchState,
    pub(crate) arrival: ArrivalState,
}

impl HomingWalkMemory {
    /// Forgets everything, but keeps the memory of its lists.
    pub(crate) fn restart(&mut self) {
        self.walk.restart();
        (self.in_aggro, self.arrival) = Default::default();
    }
}

/// What a grid chase remembers.
#[derive(Clone, Debug)]
pub(crate) struct GridChaseState {
    pub(crate) mover: CellMover,
    pub(crate) line_seen: SwitchState,
    pub(crate) arrival: ArrivalState,
}

/// Whether an agent has arrived.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ArrivalState(pub(crate) bool);

impl ArrivalState {
    pub(crate) fn has_arrived(self) -> bool {
        self.0
    }

    /// Whether it has arrived just now.
    pub(crate) fn update(&mut self, arrived: bool) -> bool {
        !std::mem::replace(&mut self.0, arrived) && arrived
    }
}

/// Something that is or is not the case; unknown at first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SwitchState(pub(crate) Option<bool>);

impl SwitchState {
    /// Whether it has changed. The first value is no change.
    pub(crate) fn update(&mut self, now: bool) -> bool {
        self.0.replace(now).is_some_and(|before| before != now)
    }
}

/// What new memories are made from: where an agent is, and what it walks on.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'a> {
    pub(crate) position: DVec2,
    /// The path of the agent, by index.
    pub(crate) path: Option<usize>,
    pub(crate) resolved: &'a ResolvedScene,
    pub(crate) grid: &'a CellGrid,
}

/// The memories of all behaviors of `motion`, in list order, as an agent enters.
pub(crate) fn initial(motion: &Motion, around: Surroundings) -> Vec<BehaviorState> {
    match motion {
        Motion::Steered(_) => motion
            .behaviors()
            .iter()
            .map(|weighted| BehaviorState::new(&weighted.behavior, around))
            .collect(),
        Motion::GridChase(_) => vec![BehaviorState::GridChase(GridChaseState::new(around))],
    }
}

impl GridChaseState {
    pub(crate) fn new(around: Surroundings) -> Self {
        Self {
            mover: CellMover::new(around.grid.cell_at(around.position)),
            line_seen: SwitchState::default(),
            arrival: ArrivalState::default(),
        }
    }
}

impl BehaviorState {
    pub(crate) fn new(behavior: &Behavior, around: Surroundings) -> Self {
        match behavior.description().memory {
            MemoryKind::None => Self::Stateless,
            MemoryKind::Arrival => Self::Arrive(ArrivalState::default()),
            MemoryKind::PathProgress => Self::FollowPath(PathProgress::start(
                around.resolved,
                around.path,
                around.position,
                (behavior.follow_path()).map_or(Start::default(), |follow| follow.start),
            )),
            MemoryKind::HomingWalk => Self::HomingWalk(HomingWalkMemory::default()),
            MemoryKind::Search => Self::Search(SearchState::default()),
            MemoryKind::Wander => Self::Wander(WanderState::default()),
        }
    }
}

/// How an agent moved before an edit of the scene.
pub(crate) struct Earlier<'a> {
    /// Of its state.
    pub(crate) motion: &'a Motion,
    pub(crate) grid: &'a CellGrid,
    pub(crate) states: &'a [BehaviorState],
    /// Whether the agent still has the path it had.
    pub(crate) same_path: bool,
}

/// The memories of an agent that continues after an edit: the k-th behavior of a kind keeps those
/// of the k-th of that kind before, at any position in their lists. A behavior without a
/// predecessor gets its initial memory.
pub(crate) fn carried_over(
    motion: &Motion,
    around: Surroundings,
    earlier: &Earlier,
) -> Vec<BehaviorState> {
    if let Motion::GridChase(_) = motion {
        return vec![BehaviorState::GridChase(carried_chase(
            motion, around, earlier,
        ))];
    }
    let carried = |(index, behavior): (usize, &Behavior)| {
        let same_kind = |other: &&Behavior| discriminant(*other) == discriminant(behavior);
        let nth_of_kind = behaviors(motion).take(index).filter(same_kind).count();
        let before = behaviors(earlier.motion)
            .zip(earlier.states)
            .filter(|(other, _)| same_kind(other))
            .nth(nth_of_kind);
        carried_behavior(behavior, before, around, earlier.same_path)
    };
    behaviors(motion).enumerate().map(carried).collect()
}

fn behaviors(motion: &Motion) -> impl Iterator<Item = &Behavior> {
    motion.behaviors().iter().map(|weighted| &weighted.behavior)
}

fn carried_behavior(
    behavior: &Behavior,
    before: Option<(&Behavior, &BehaviorState)>,
    around: Surroundings,
    same_path: bool,
) -> BehaviorState {
    let Some((before, kept)) = before else {
        return BehaviorState::new(behavior, around);
    };
    match (behavior, before, kept) {
        (
            Behavior::FollowPath(now),
            Behavior::FollowPath(then),
            BehaviorState::FollowPath(kept),
        ) if same_path && now.start == then.start => {
            let mut progress = kept.clone();
            match around.path {
                Some(path) if !progress.fit(around.resolved, path) => {
                    BehaviorState::new(behavior, around)
                }
                Some(_) | None => BehaviorState::FollowPath(progress),
            }
        }
        (Behavior::FollowPath(_), ..) => BehaviorState::new(behavior, around),
        (
            Behavior::HomingWalk(now),
            Behavior::HomingWalk(then),
            BehaviorState::HomingWalk(kept),
        ) if now.smooth != then.smooth => BehaviorState::HomingWalk(HomingWalkMemory {
            walk: HomingWalkState::default(),
            in_aggro: kept.in_aggro,
            arrival: kept.arrival,
        }),
        _ => kept.clone(),
    }
}

fn carried_chase(motion: &Motion, around: Surroundings, earlier: &Earlier) -> GridChaseState {
    let [BehaviorState::GridChase(kept)] = earlier.states else {
        return GridChaseState::new(around);
    };
    let mut state = kept.clone();
    if around.grid.size() != earlier.grid.size() {
        state.mover = CellMover::new(around.grid.cell_at(around.position));
    } else if motion != earlier.motion || around.grid != earlier.grid {
        state.mover.forget_line();
    }
    state
}
