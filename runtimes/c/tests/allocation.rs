//! A frame through the C boundary asks for no memory.

mod support;

use std::mem::MaybeUninit;
use std::ptr::null_mut;
use steerwright_c::agents::sw_world_agents;
use steerwright_c::calls::{sw_world_drive, sw_world_set_pointer};
use steerwright_c::events::sw_world_events;
use steerwright_c::world::{sw_world_advance, sw_world_free, sw_world_load};
use steerwright_c::{SwAgent, SwEvent, SwStatus};
use support::{Y_DOWN, exported};

#[test]
fn a_frame_does_not_allocate_after_the_first() {
    let text = exported(&Y_DOWN);
    let mut world = null_mut();
    // SAFETY: a text of this length, and room for a world.
    assert_eq!(
        unsafe { sw_world_load(text.as_ptr().cast(), text.len(), &mut world) },
        SwStatus::Ok
    );
    let mut agents = [const { MaybeUninit::<SwAgent>::uninit() }; 8];
    let mut events = [const { MaybeUninit::<SwEvent>::uninit() }; 64];
    let mut frame = |turn: u32| {
        let x = f64::from(turn % 200);
        // SAFETY: a world, and room for what is copied.
        let statuses = unsafe {
            [
                sw_world_set_pointer(world, x, -x),
                sw_world_drive(world, 5, x, 30.0),
                sw_world_advance(world, 1.0 / 60.0, null_mut()),
                sw_world_agents(world, agents.as_mut_ptr().cast(), agents.len(), null_mut()),
                sw_world_events(world, events.as_mut_ptr().cast(), events.len(), null_mut()),
            ]
        };
        assert_eq!(statuses, [SwStatus::Ok; 5]);
    };
    // The first rounds find out how much room there has to be.
    (0..1200).for_each(&mut frame);
    let used = allocation_counter::measure(|| (1200..2400).for_each(&mut frame));
    assert_eq!(used.count_total, 0);
    // SAFETY: a world that is not freed yet.
    unsafe { sw_world_free(world) };
}
