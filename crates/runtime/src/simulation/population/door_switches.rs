//! Doors that agents open and close.

use crate::scene::{AgentId, WallId};
use crate::simulation::population::Population;

/// A door that an agent opens or closes at the end of the tick.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DoorSwitch {
    pub(crate) wall: WallId,
    pub(crate) agent: AgentId,
    /// The behavior that does it, by index; for a state that is entered, behind all behaviors.
    pub(crate) behavior: u32,
    /// The place in the list, among those of the same behavior.
    order: u32,
    pub(crate) open: bool,
}

impl DoorSwitch {
    /// A switch by the behavior with this index.
    pub(crate) fn new(agent: AgentId, behavior: usize, wall: WallId, open: bool) -> Self {
        Self {
            wall,
            agent,
            behavior: behavior as u32,
            order: 0,
            open,
        }
    }

    /// A switch by a state that is entered.
    pub(crate) fn by_state(agent: AgentId, wall: WallId, open: bool) -> Self {
        Self::new(agent, u32::MAX as usize, wall, open)
    }
}

impl Population {
    /// Opens or closes a wall, if it is a door.
    pub(crate) fn set_door(&mut self, id: WallId, open: bool) {
        let Self {
            scene,
            resolved,
            store,
            ..
        } = self;
        let mut walls = scene.walls.iter_mut();
        let Some(door) = walls.find(|wall| wall.id == id) else {
            return;
        };
        if door.open != Some(!open) {
            return;
        }
        store.forget_routes();
        if resolved.walls.set_open(door, open, &mut resolved.grid) {
            store.forget_lines();
        }
    }

    /// Opens and closes the doors that agents have switched in this tick: of several switches of
    /// one door, that of the agent with the highest id counts, and of the same agent the last.
    pub(crate) fn switch_doors(&mut self, switches: &mut Vec<DoorSwitch>) {
        for (switch, order) in switches.iter_mut().zip(0..) {
            switch.order = order;
        }
        switches.sort_unstable_by_key(|switch| {
            (switch.wall, switch.agent, switch.behavior, switch.order)
        });
        for (at, switch) in switches.iter().enumerate() {
            let next = switches.get(at + 1);
            if next.is_none_or(|next| next.wall != switch.wall) {
                self.set_door(switch.wall, switch.open);
            }
        }
        switches.clear();
    }
}
