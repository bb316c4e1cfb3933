//! A world behind the C boundary beside the one in Rust.

use super::*;

/// A world behind the C boundary, freed in the end.
pub struct Handle(pub *mut SwWorld);

impl Handle {
    pub fn of(text: &str) -> Self {
        let mut world = null_mut();
        // SAFETY: a text of this length, and room for a world.
        let status = unsafe { sw_world_load(text.as_ptr().cast(), text.len(), &mut world) };
        // SAFETY: a text of the library.
        assert_eq!(status, SwStatus::Ok, "{:?}", unsafe {
            CStr::from_ptr(sw_last_error())
        });
        Self(world)
    }

    pub fn agents(&self) -> Vec<SwAgent> {
        // SAFETY: a world, and as much room as there are agents.
        unsafe {
            let mut agents = Vec::with_capacity(sw_world_agent_count(self.0));
            assert_eq!(
                sw_world_agents(self.0, agents.as_mut_ptr(), agents.capacity(), null_mut()),
                SwStatus::Ok
            );
            agents.set_len(sw_world_agent_count(self.0));
            agents
        }
    }

    pub fn events(&self) -> Vec<SwEvent> {
        // SAFETY: a world, and as much room as there are events.
        unsafe {
            let mut count = 0;
            assert_eq!(
                sw_world_events(self.0, null_mut(), 0, &mut count),
                SwStatus::Ok
            );
            let mut events = Vec::with_capacity(count);
            assert_eq!(
                sw_world_events(self.0, events.as_mut_ptr(), count, null_mut()),
                SwStatus::Ok
            );
            events.set_len(count);
            events
        }
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: a world that is not freed yet.
        unsafe { sw_world_free(self.0) };
    }
}

pub fn turned(options: &ExportOptions, place: DVec2) -> DVec2 {
    DVec2::new(
        place.x,
        if options.y_down {
            0.0 - place.y
        } else {
            place.y
        },
    )
}

/// What the C interface says of a world is what the world says.
pub fn assert_same(handle: &Handle, world: &simulation::World, options: &ExportOptions) {
    let agents = handle.agents();
    assert_eq!(agents.len(), world.len());
    for (seen, agent) in agents.iter().zip(world.agents()) {
        let place = |x, y| turned(options, DVec2::new(x, y));
        assert_eq!(seen.id, agent.id.0);
        assert_eq!(place(seen.x, seen.y), agent.position);
        assert_eq!(place(seen.previous_x, seen.previous_y), agent.previous);
        assert_eq!(place(seen.vx, seen.vy), agent.velocity);
        assert_eq!(place(seen.heading_x, seen.heading_y), agent.heading);
        assert_eq!(place(seen.facing_x, seen.facing_y), agent.facing);
        assert_eq!(seen.speed, agent.velocity.length());
        assert_eq!(seen.steering, agent.steering);
        assert_eq!(seen.has_fov.then_some(seen.fov_deg), agent.fov_deg);
        assert_eq!(seen.has_fov, !seen.fov_deg.is_nan());
        assert_eq!(u32::try_from(seen.node).ok(), agent.node);
    }
    for agent in &agents {
        let mut sees = true;
        // SAFETY: a world, and room for the answer.
        let status = unsafe { sw_world_sees(handle.0, agent.id, 2, &mut sees) };
        let known = world.agent(AgentId(2)).is_some();
        assert_eq!(status == SwStatus::Ok, known);
        assert_eq!(known && sees, world.sees(AgentId(agent.id), AgentId(2)));
    }
    let events = handle.events();
    assert_eq!(events.len(), world.events().len());
    for (seen, event) in events.iter().zip(world.events()) {
        assert_eq!(
            (
                seen.tick,
                seen.agent,
                seen.kind,
                usize::try_from(seen.behavior).ok()
            ),
            (
                event.tick,
                event.agent.0,
                (&event.kind).into(),
                event.behavior
            )
        );
        assert_eq!(usize::try_from(seen.node).ok(), event.kind.node());
    }
    // SAFETY: a world.
    unsafe {
        assert_eq!(
            (
                sw_world_tick(handle.0),
                sw_world_time(handle.0),
                sw_world_dt(handle.0)
            ),
            (world.tick(), world.time(), world.dt())
        );
        assert_eq!(
            sw_world_interpolation_alpha(handle.0),
            world.interpolation_alpha()
        );
    }
}

/// A world behind the C boundary and one in Rust, of the same export.
pub fn both(options: &ExportOptions) -> (Handle, simulation::World) {
    let text = exported(options);
    let exported = read_export(&text).expect("an export");
    assert_eq!(exported.y_down, options.y_down);
    (Handle::of(&text), simulation::World::new(&exported.scene))
}
