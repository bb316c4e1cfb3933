//! Meetings: agents that wait at nodes for each other.

use crate::simulation::program::Program;
use crate::simulation::resolved::ResolvedScene;
use crate::simulation::resolved::path_scripts::Action;
use crate::simulation::store::AgentStore;
use crate::simulation::store::memory::Memory;

impl AgentStore {
    /// Counts the agents that wait at each meeting.
    pub(crate) fn count_meetings(&mut self, resolved: &ResolvedScene) {
        self.meetings.clear();
        self.meetings.resize(resolved.scripts.meetings(), 0);
        count_waiting(resolved, &self.programs, &mut self.meetings);
    }
}

/// Adds the agents that wait at each meeting to its count.
pub(crate) fn count_waiting(resolved: &ResolvedScene, programs: &[Program], counts: &mut [u32]) {
    if counts.is_empty() {
        return;
    }
    for program in programs {
        for (behavior, memory) in program.memories.iter().enumerate() {
            for script in memory.scripts() {
                let row = script.row as usize;
                let Some(meeting) = meeting_of(resolved, memory, row) else {
                    continue;
                };
                // An agent counts once, whichever of its behaviors wait.
                if !waits_before(resolved, program, behavior, row, meeting) {
                    counts[meeting as usize] += 1;
                }
            }
        }
    }
}

/// Whether a behavior before this one waits at the same meeting.
fn waits_before(
    resolved: &ResolvedScene,
    program: &Program,
    behavior: usize,
    row: usize,
    meeting: u32,
) -> bool {
    let mut before = program.memories[..behavior].iter();
    before.any(|memory| meeting_of(resolved, memory, row) == Some(meeting))
}

/// The meeting at which the path following of the agent in a row waits.
fn meeting_of(resolved: &ResolvedScene, memory: &Memory, row: usize) -> Option<u32> {
    let script = memory.script(row)?;
    let node = memory.target_node(row)?;
    let actions = &resolved.scripts.of(script.route, node)?.actions;
    match actions.get(script.action? as usize)? {
        Action::Meet { meeting, .. } => Some(*meeting),
        Action::Wait { .. } | Action::Look { .. } | Action::Sweep { .. } | Action::Instant(_) => {
            None
        }
    }
}
