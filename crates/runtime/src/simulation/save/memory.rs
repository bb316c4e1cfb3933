//! What behaviors remember.

use crate::scene::{Motion, PathId};
use crate::simulation::program::Program;
use crate::simulation::resolved::ResolvedScene;
use crate::simulation::save::error::SaveError;
use crate::simulation::save::progress::SavedProgress;
use crate::simulation::save::saved::{Saved, record};
use crate::simulation::save::sink::{Out, Sink};
use crate::simulation::save::values::SavedValues;
use crate::simulation::store::behavior_state::{
    ArrivalState, BehaviorState, GridChaseState, HomingWalkMemory, SwitchState,
};
use crate::simulation::store::memory::Memory;
use crate::simulation::store::routes::AgentRoutes;
use crate::steering::description::MemoryKind;
use crate::steering::grid_chase::CellMover;
use crate::steering::homing_walk::{HomingWalkState, Waypoint};
use crate::steering::search::{SearchState, Stay};
use crate::steering::wander::WanderState;
use glam::DVec2;
use std::f64::consts::PI;

record!(ArrivalState { 0 });
record!(SwitchState { 0 });
record!(HomingWalkMemory {
    walk,
    in_aggro,
    arrival
});
record!(HomingWalkState { waypoint, since_pick, ahead, planned_for; .. });
record!(Waypoint { position, straight });
record!(GridChaseState {
    mover,
    line_seen,
    arrival
});
record!(CellMover {
    from,
    to,
    elapsed,
    prey,
    line,
    line_reaches
});
impl Saved for WanderState {
    fn write(&self, out: &mut Out<impl Sink>) {
        self.angle.write(out);
    }

    fn read(from: &mut SavedValues) -> Result<Self, SaveError> {
        let angle = f64::read(from)?;
        let is_angle = (-PI..=PI).contains(&angle);
        from.check(is_angle, "where the target of a wander is")?;
        Ok(Self { angle })
    }
}

record!(Stay { ticks, arrivals, has_turned, heading; .. });

impl Saved for SearchState {
    fn write(&self, out: &mut Out<impl Sink>) {
        if self.has_started {
            self.places.write(out);
        } else {
            out.sink.none();
        }
        (self.at as u32).write(out);
        self.is_waiting.write(out);
        self.stay.write(out);
        self.is_finished().write(out);
    }

    fn read(from: &mut SavedValues) -> Result<Self, SaveError> {
        let places = Option::read(from)?;
        let has_started = places.is_some();
        let places: Vec<_> = places.unwrap_or_default();
        let search = Self {
            has_started,
            at: from.whole_up_to(places.len() as u32)? as usize,
            places,
            is_waiting: bool::read(from)?,
            stay: Stay::read(from)?,
        };
        let is_finished = bool::read(from)?;
        from.check(
            is_finished == search.is_finished(),
            "whether the search was at all places",
        )?;
        Ok(search)
    }
}

/// The route of a behavior that goes around walls.
#[derive(Debug)]
struct SavedRoute {
    goal: DVec2,
    points: Vec<DVec2>,
}

record!(SavedRoute { goal, points });

/// Writes what the behaviors of a program remember of the agent in a row, which has this path and
/// these routes.
pub(super) fn write(
    program: &Program,
    row: usize,
    path: Option<PathId>,
    routes: Option<&AgentRoutes>,
    out: &mut Out<impl Sink>,
) {
    for (behavior, memory) in program.memories.iter().enumerate() {
        match memory {
            Memory::Stateless => {}
            Memory::Arrive(rows) => rows[row].write(out),
            Memory::FollowPath(rows) => {
                let (progress, script) = rows.progress_of(row);
                SavedProgress::new(progress, script, path).write(out);
            }
            Memory::HomingWalk(rows) => rows[row].write(out),
            Memory::GridChase(rows) => rows[row].write(out),
            Memory::Search(rows) => rows[row].write(out),
            Memory::Wander(rows) => rows[row].write(out),
        }
        if program.motion.has_routes_of(behavior) {
            let route = routes.and_then(|routes| routes.of(behavior));
            let route = route.map(|(goal, points)| SavedRoute {
                goal,
                points: points.collect(),
            });
            route.write(out);
        }
    }
}

/// Reads what the behaviors of a motion remember of an agent with this path, and its routes.
pub(super) fn read(
    motion: &Motion,
    path: Option<PathId>,
    resolved: &ResolvedScene,
    routes: &mut AgentRoutes,
    from: &mut SavedValues,
) -> Result<Vec<BehaviorState>, SaveError> {
    if let Motion::GridChase(_) = motion {
        return Ok(vec![BehaviorState::GridChase(Saved::read(from)?)]);
    }
    let behaviors = motion.behaviors().iter().enumerate();
    let memories = behaviors.map(|(index, weighted)| {
        let memory = match weighted.behavior.description().memory {
            MemoryKind::None => BehaviorState::Stateless,
            MemoryKind::Arrival => BehaviorState::Arrive(Saved::read(from)?),
            MemoryKind::PathProgress => {
                let progress = SavedProgress::read(from)?;
                BehaviorState::FollowPath(progress.on_path(path, resolved, from)?)
            }
            MemoryKind::HomingWalk => BehaviorState::HomingWalk(Saved::read(from)?),
            MemoryKind::Search => BehaviorState::Search(Saved::read(from)?),
            MemoryKind::Wander => BehaviorState::Wander(Saved::read(from)?),
        };
        if weighted.goes_around_walls()
            && let Some(SavedRoute { goal, points }) = Saved::read(from)?
        {
            routes.restore(index, goal, points);
        }
        Ok(memory)
    });
    memories.collect()
}
