//! Worlds of a run, from which any stretch of it can be run again.

use std::collections::VecDeque;
use std::sync::Arc;
use steerwright_runtime::simulation::World;

/// The ticks between two keyframes of a short run.
const FIRST_SPACING: u64 = 512;
/// With more keyframes than this, there are twice as many ticks between them.
const MAX_KEYFRAMES: usize = 32;
/// With more edits of the running world than this, what came after the oldest cannot be run again.
const MAX_EDITS: usize = 16;

#[derive(Clone, Debug)]
struct Keyframe {
    tick: u64,
    after_edit: bool,
    /// `None` if it was given up.
    world: Option<Arc<World>>,
}

impl Keyframe {
    /// Whether the run leads from here to the samples of `tick`. An edit has effect after its tick.
    fn is_before(&self, tick: u64) -> bool {
        self.tick < tick || self.tick == tick && !self.after_edit
    }
}

/// Worlds of a run, oldest first.
#[derive(Clone, Debug)]
pub(super) struct Keyframes {
    list: VecDeque<Keyframe>,
    spacing: u64,
}

impl Keyframes {
    pub(super) fn starting_with(world: &World) -> Self {
        let mut keyframes = Self {
            list: VecDeque::new(),
            spacing: FIRST_SPACING,
        };
        keyframes.push(world, false);
        keyframes
    }

    /// Keeps the world if it is due.
    pub(super) fn note_tick(&mut self, world: &World) {
        let last = self.list.back().map_or(0, |last| last.tick);
        if world.tick() - last.min(world.tick()) < self.spacing {
            return;
        }
        self.push(world, false);
        if self.list.iter().filter(|kept| !kept.after_edit).count() > MAX_KEYFRAMES {
            self.spacing *= 2;
            let mut place = 0;
            self.list.retain(|kept| {
                place += usize::from(!kept.after_edit);
                kept.after_edit || place % 2 == 1
            });
        }
    }

    /// Keeps the world, which has been edited since its last tick.
    pub(super) fn note_edit(&mut self, world: &World) {
        let is_same = |last: &mut Keyframe| last.after_edit && last.tick == world.tick();
        self.list.pop_back_if(is_same);
        self.push(world, true);
        let edits = |kept: &&mut Keyframe| kept.after_edit && kept.world.is_some();
        if self.list.iter_mut().filter(edits).count() > MAX_EDITS
            && let Some(oldest) = self.list.iter_mut().find(edits)
        {
            oldest.world = None;
            let mut gave_up = false;
            self.list.retain(|kept| {
                let is_second = gave_up && kept.world.is_none();
                gave_up = kept.world.is_none();
                !is_second
            });
        }
    }

    fn push(&mut self, world: &World, after_edit: bool) {
        self.list.push_back(Keyframe {
            tick: world.tick(),
            after_edit,
            world: Some(Arc::new(world.clone())),
        });
    }

    /// The world from which the run leads to `tick`. `None` if it is not known.
    pub(super) fn before(&self, tick: u64) -> Option<&Arc<World>> {
        let place = self.list.partition_point(|kept| kept.is_before(tick));
        self.list.get(place.checked_sub(1)?)?.world.as_ref()
    }

    /// Removes what is needed only for ticks before `tick`.
    pub(super) fn drop_before(&mut self, tick: u64) {
        while self.list.get(1).is_some_and(|next| next.is_before(tick)) {
            self.list.pop_front();
        }
    }

    /// Removes what is needed only for ticks after `tick`.
    pub(super) fn truncate(&mut self, tick: u64) {
        let place = self.list.partition_point(|kept| kept.is_before(tick));
        self.list.truncate(place.max(1));
    }
}
