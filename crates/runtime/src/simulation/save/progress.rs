//! The progress of an agent on its path.

use crate::scene::PathId;
use crate::simulation::resolved::ResolvedScene;
use crate::simulation::resolved::path_scripts::Stop;
use crate::simulation::save::error::SaveError;
use crate::simulation::save::saved::record;
use crate::simulation::save::values::SavedValues;
use crate::simulation::store::path_progress::{PathProgress, ScriptProgress};
use crate::steering::follow_path::Progress;

/// The largest index of an action: every runtime can count one more.
const LAST_ACTION: u32 = 2_147_483_646;

/// A [`PathProgress`] as it is saved.
#[derive(Debug)]
pub(super) struct SavedProgress {
    target_node: u32,
    backward: bool,
    wait_left: u32,
    finished: bool,
    /// The segment, and how many of its points are passed.
    leg: Option<(u32, u32)>,
    action: Option<u32>,
    action_ticks: u32,
    arrivals: u32,
    speed_limit: Option<f64>,
    has_turned: bool,
    along_passed: u32,
    /// The path that it follows.
    path: Option<PathId>,
    came_from: Option<Stop>,
    /// By path and node.
    turns: Vec<(Stop, u32)>,
}

record!(SavedProgress {
    target_node,
    backward,
    wait_left,
    finished,
    leg,
    action,
    action_ticks,
    arrivals,
    speed_limit,
    has_turned,
    along_passed,
    path,
    came_from,
    turns,
});
record!(Stop { path, node });

impl SavedProgress {
    /// The progress of an agent with this path.
    pub(super) fn new(
        progress: Progress,
        script: Option<&ScriptProgress>,
        path: Option<PathId>,
    ) -> Self {
        let Progress {
            target_node,
            wait_left,
            finished,
            backward,
            leg,
        } = progress;
        let plain = Self {
            target_node: target_node as u32,
            backward,
            wait_left,
            finished,
            leg: leg.map(|(segment, passed)| (segment as u32, passed as u32)),
            action: None,
            action_ticks: 0,
            arrivals: 0,
            speed_limit: None,
            has_turned: false,
            along_passed: 0,
            path,
            came_from: None,
            turns: Vec::new(),
        };
        let Some(script) = script else {
            return plain;
        };
        let mut turns = script.turns.clone();
        turns.sort_unstable_by_key(|(at, _)| (at.path, at.node));
        Self {
            action: script.action,
            action_ticks: script.action_ticks,
            arrivals: script.arrivals,
            speed_limit: Some(script.speed_limit).filter(|limit| limit.is_finite()),
            has_turned: script.has_turned,
            along_passed: script.along_passed,
            path: Some(script.path),
            came_from: script.came_from,
            turns,
            ..plain
        }
    }

    /// The progress of an agent with this path. `from` is where it was read.
    pub(super) fn on_path(
        self,
        agent_path: Option<PathId>,
        resolved: &ResolvedScene,
        from: &SavedValues,
    ) -> Result<PathProgress, SaveError> {
        const EXPECTED: &str = "the end of a progress that its path allows";
        let route = self.path.map(|path| resolved.path(Some(path)));
        from.check(route != Some(None), EXPECTED)?;
        let Some((path, route)) = self.path.zip(route.flatten()) else {
            let is_at_start = self.target_node == 0 && self.leg.is_none() && self.along_passed == 0;
            from.check(is_at_start && agent_path.is_none(), EXPECTED)?;
            let progress = self.progress();
            return Ok(PathProgress {
                progress,
                script: None,
            });
        };
        from.check(self.fits(resolved, route), EXPECTED)?;
        let has_script = |route: usize| resolved.scripts.has(route as u32);
        let is_scripted = has_script(route)
            || agent_path != Some(path)
            || resolved.path(agent_path).is_some_and(has_script);
        Ok(PathProgress {
            progress: self.progress(),
            script: is_scripted.then(|| Box::new(self.script(path, route as u32))),
        })
    }

    /// Whether it is a place on the path with this index.
    fn fits(&self, resolved: &ResolvedScene, path: usize) -> bool {
        let route = &resolved.routes[path];
        let nodes = route.len() as u32;
        let is_node = self.target_node < nodes.max(1);
        let is_action = self.action.is_none_or(|action| action <= LAST_ACTION);
        let along = self.leg.map_or(0, |(segment, _)| {
            let script = resolved.scripts.of(path as u32, segment as usize);
            script.map_or(0, |script| script.along.len())
        });
        let is_leg = self.leg.is_none_or(|(segment, passed)| {
            segment < nodes && passed as usize <= route.between(segment as usize).len()
        });
        is_node && is_action && is_leg && self.along_passed as usize <= along
    }

    fn progress(&self) -> Progress {
        Progress {
            target_node: self.target_node as usize,
            wait_left: self.wait_left,
            finished: self.finished,
            backward: self.backward,
            leg: self
                .leg
                .map(|(segment, passed)| (segment as usize, passed as usize)),
        }
    }

    /// What it remembers of the scripts of a path, and the index of that.
    fn script(self, path: PathId, route: u32) -> ScriptProgress {
        ScriptProgress {
            action: self.action,
            action_ticks: self.action_ticks,
            arrivals: self.arrivals,
            has_turned: self.has_turned,
            speed_limit: self.speed_limit.unwrap_or(f64::INFINITY),
            along_passed: self.along_passed,
            came_from: self.came_from,
            turns: self.turns,
            ..ScriptProgress::new(path, route)
        }
    }
}
