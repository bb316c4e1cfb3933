//! The progress of an agent on its path, with what it remembers of actions and junctions.

use crate::scene::PathId;
use crate::simulation::resolved::ResolvedScene;
use crate::simulation::resolved::path_scripts::Stop;
use crate::steering::follow_path::{Progress, Start};
use glam::DVec2;

/// What a path following remembers.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathProgress {
    pub(crate) progress: Progress,
    /// Only of agents that have come upon a path with scripts.
    pub(crate) script: Option<Box<ScriptProgress>>,
}

/// What an agent remembers of the actions at nodes, and of the ways that it chose.
#[derive(Clone, Debug)]
pub(crate) struct ScriptProgress {
    /// The path that it follows, and its index.
    pub(crate) path: PathId,
    pub(crate) route: u32,
    /// The action of the target node that holds the agent, by index.
    pub(crate) action: Option<u32>,
    /// How long it still waits.
    pub(crate) action_ticks: u32,
    /// How often it has turned to a direction of a sweep.
    pub(crate) arrivals: u32,
    /// Whether it has turned to where the action wants.
    pub(crate) has_turned: bool,
    /// The tick in which the action last asked the agent to look somewhere.
    pub(crate) asked_tick: u64,
    /// The highest speed, u/s; infinite for no limit.
    pub(crate) speed_limit: f64,
    /// How many actions of the segment are done.
    pub(crate) along_passed: u32,
    /// The node that it came from.
    pub(crate) came_from: Option<Stop>,
    /// How often it has chosen at each junction where it takes turns.
    pub(crate) turns: Vec<(Stop, u32)>,
}

impl ScriptProgress {
    pub(crate) fn new(path: PathId, route: u32) -> Self {
        Self {
            path,
            route,
            action: None,
            action_ticks: 0,
            arrivals: 0,
            has_turned: false,
            asked_tick: 0,
            speed_limit: f64::INFINITY,
            along_passed: 0,
            came_from: None,
            turns: Vec::new(),
        }
    }

    /// Becomes `fresh`, but keeps the room of its list.
    fn restart(&mut self, fresh: Self) {
        let mut turns = std::mem::take(&mut self.turns);
        turns.clear();
        *self = Self { turns, ..fresh };
    }

    /// The number of the choice at a junction where the agent takes turns, from 0.
    pub(crate) fn take_turn(&mut self, at: Stop) -> u32 {
        match self.turns.iter_mut().find(|(known, _)| *known == at) {
            Some((_, turns)) => {
                let turn = *turns;
                *turns = turn.wrapping_add(1);
                turn
            }
            None => {
                self.turns.push((at, 1));
                0
            }
        }
    }
}

impl PathProgress {
    /// The progress of an agent at `position` that starts on the path with this index, if there is
    /// one.
    pub(crate) fn start(
        resolved: &ResolvedScene,
        path: Option<usize>,
        position: DVec2,
        start: Start,
    ) -> Self {
        Self {
            progress: Self::start_on(resolved, path, position, start),
            script: Self::fresh_script(resolved, path).map(Box::new),
        }
    }

    fn start_on(
        resolved: &ResolvedScene,
        path: Option<usize>,
        position: DVec2,
        start: Start,
    ) -> Progress {
        path.map_or_else(Progress::default, |path| {
            resolved.routes[path].start(position, start)
        })
    }

    /// What an agent that starts on a path with scripts remembers of them.
    fn fresh_script(resolved: &ResolvedScene, path: Option<usize>) -> Option<ScriptProgress> {
        let path = path.filter(|&path| resolved.scripts.has(path as u32))?;
        Some(ScriptProgress::new(resolved.paths[path].id, path as u32))
    }

    /// The progress of an agent that starts again, as [`start`](Self::start) says, in the memory of
    /// an earlier one.
    pub(crate) fn restarted(
        self,
        resolved: &ResolvedScene,
        path: Option<usize>,
        position: DVec2,
        start: Start,
    ) -> Self {
        let mut kept = self.script;
        let script = Self::fresh_script(resolved, path).map(|fresh| match kept.take() {
            Some(mut kept) => {
                kept.restart(fresh);
                kept
            }
            None => Box::new(fresh),
        });
        Self {
            progress: Self::start_on(resolved, path, position, start),
            script,
        }
    }

    /// Where an agent that has left its path goes on: at its target node, without the actions
    /// there.
    pub(crate) fn resumed(mut self) -> Self {
        self.progress = self.progress.resumed();
        if let Some(script) = &mut self.script {
            script.action = None;
            (script.action_ticks, script.arrivals, script.along_passed) = (0, 0, 0);
            script.has_turned = false;
        }
        self
    }

    /// Adapts the progress of an agent, whose path has this index, to paths that have been edited.
    /// Returns false if it has to start again: the path that it follows does not exist any more.
    #[must_use]
    pub(crate) fn fit(&mut self, resolved: &ResolvedScene, path: usize) -> bool {
        let agent_route = path as u32;
        let followed = match &self.script {
            Some(script) => match resolved.path(Some(script.path)) {
                Some(followed) => followed,
                None => return false,
            },
            None => path,
        };
        let (followed_route, route) = (followed as u32, &resolved.routes[followed]);
        self.progress.fit(route);
        let is_scripted = resolved.scripts.has(agent_route) || resolved.scripts.has(followed_route);
        if !is_scripted && followed == path {
            self.script = None;
            return true;
        }
        let fresh = || {
            Box::new(ScriptProgress::new(
                resolved.paths[followed].id,
                followed_route,
            ))
        };
        let script = self.script.get_or_insert_with(fresh);
        if !is_scripted {
            **script = ScriptProgress::new(script.path, followed_route);
        }
        script.route = followed_route;
        let along = self.progress.segment().map_or(0, |segment| {
            let script = resolved.scripts.of(followed_route, segment);
            script.map_or(0, |script| script.along.len())
        });
        script.along_passed = script.along_passed.min(along as u32);
        true
    }
}
