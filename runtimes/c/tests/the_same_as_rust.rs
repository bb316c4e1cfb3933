//! Calls through the C boundary against the same calls on the Rust world: also those that conformance cases do not know.

mod support;

use std::ffi::{CStr, CString};
use std::ptr::null_mut;
use std::sync::Arc;
use std::time::{Duration, Instant};
use steerwright_c::agents::*;
use steerwright_c::calls::*;
use steerwright_c::events::*;
use steerwright_c::library::sw_last_error;
use steerwright_c::link::*;
use steerwright_c::names::*;
use steerwright_c::paths::*;
use steerwright_c::world::*;
use steerwright_c::{SwAgent, SwEvent, SwPlace, SwPoint, SwStatus, SwWorld};
use steerwright_export::{ExportTarget, export};
use steerwright_format::export_file::read_export;
use steerwright_format::write_scene;
use steerwright_link::{Server, Token};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{AgentId, PathId, PresetId, Scene, Target, WallId};
use steerwright_runtime::simulation;
use support::{Y_DOWN, Y_UP, exported, sample_scene};

/// A world behind the C boundary, freed in the end.
struct Handle(*mut SwWorld);

impl Handle {
    fn of(text: &str) -> Self {
        let mut world = null_mut();
        // SAFETY: a text of this length, and room for a world.
        let status = unsafe { sw_world_load(text.as_ptr().cast(), text.len(), &mut world) };
        // SAFETY: a text of the library.
        assert_eq!(status, SwStatus::Ok, "{:?}", unsafe {
            CStr::from_ptr(sw_last_error())
        });
        Self(world)
    }

    fn agents(&self) -> Vec<SwAgent> {
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

    fn events(&self) -> Vec<SwEvent> {
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

fn turned(options: &ExportOptions, place: DVec2) -> DVec2 {
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
fn assert_same(handle: &Handle, world: &simulation::World, options: &ExportOptions) {
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
fn both(options: &ExportOptions) -> (Handle, simulation::World) {
    let text = exported(options);
    let exported = read_export(&text).expect("an export");
    assert_eq!(exported.y_down, options.y_down);
    (Handle::of(&text), simulation::World::new(&exported.scene))
}

#[test]
fn every_call_does_what_it_does_in_rust() {
    for options in [Y_UP, Y_DOWN] {
        let (handle, mut world) = both(&options);
        let w = handle.0;
        let place = |x, y| DVec2::new(x, y) * options.scale;
        let game = |x, y| turned(&options, place(x, y));
        let mut spawned = 0;
        for tick in 0..400 {
            assert_same(&handle, &world, &options);
            // SAFETY: a world, and room for an id.
            let done = unsafe {
                match tick {
                    20 => {
                        world.set_leader(AgentId(2), None).expect("done");
                        vec![sw_world_set_leader(w, 2, -1)]
                    }
                    40 => {
                        world.set_path(AgentId(1), Some(PathId(2))).expect("done");
                        vec![sw_world_set_path(w, 1, 2)]
                    }
                    60 => {
                        let (at, id) = (game(-3.0, 2.0), world.scene().next_agent_id());
                        world
                            .spawn(steerwright_runtime::scene::Agent::at(
                                id,
                                "",
                                PresetId(2),
                                place(-3.0, 2.0),
                            ))
                            .expect("done");
                        let status = sw_world_spawn(w, 2, at.x, at.y, &mut spawned);
                        assert_eq!(spawned, id.0);
                        vec![status]
                    }
                    70 => {
                        world
                            .set_leader(AgentId(spawned), Some(AgentId(1)))
                            .expect("done");
                        world
                            .set_leader(AgentId(2), Some(AgentId(spawned)))
                            .expect("done");
                        vec![
                            sw_world_set_leader(w, spawned, 1),
                            sw_world_set_leader(w, 2, spawned.into()),
                        ]
                    }
                    100 => {
                        world.set_preset(AgentId(3), PresetId(5)).expect("done");
                        world.set_preset(AgentId(5), PresetId(4)).expect("done");
                        vec![sw_world_set_preset(w, 3, 5), sw_world_set_preset(w, 5, 4)]
                    }
                    120 => {
                        let at = game(0.5, -6.0);
                        world.set_pointer(place(0.5, -6.0)).expect("done");
                        world
                            .set_target(AgentId(5), Some(Target::Pointer))
                            .expect("done");
                        vec![
                            sw_world_set_pointer(w, at.x, at.y),
                            sw_world_set_target(w, 5, SwTargetKind::Pointer as i32, 99),
                        ]
                    }
                    130 => {
                        world.set_wall_open(WallId(3), true).expect("done");
                        vec![sw_world_set_wall_open(w, 3, true)]
                    }
                    140 => {
                        world.set_wall_open(WallId(3), false).expect("done");
                        vec![sw_world_set_wall_open(w, 3, false)]
                    }
                    150 => {
                        world.set_path(AgentId(1), None).expect("done");
                        world.despawn(AgentId(4)).expect("done");
                        vec![sw_world_set_path(w, 1, -1), sw_world_despawn(w, 4)]
                    }
                    _ => vec![],
                }
            };
            assert!(
                done.iter().all(|status| *status == SwStatus::Ok),
                "{tick}: {done:?}"
            );
            let mut ticks = 0;
            // SAFETY: a world, and room for a number.
            let status = unsafe {
                if tick % 3 == 0 {
                    sw_world_step(w)
                } else {
                    sw_world_advance(w, 0.02, &mut ticks)
                }
            };
            assert_eq!(status, SwStatus::Ok);
            match tick % 3 {
                0 => world.step(),
                _ => assert_eq!(ticks, world.advance(0.02)),
            }
        }
    }
}

/// The yard after an edit of its nodes, agents and presets.
fn edited_yard() -> Scene {
    let mut yard = sample_scene();
    yard.path_mut(PathId(1)).expect("a path").nodes[2]
        .position
        .x += 4.0;
    yard.paths.remove(2);
    yard.agent_mut(AgentId(3)).expect("an agent").position.x = -6.0;
    yard.agent_mut(AgentId(1)).expect("an agent").name = "Captain".into();
    let agents = Arc::make_mut(&mut yard.agents);
    agents.remove(3);
    agents.push(steerwright_runtime::scene::Agent::at(
        AgentId(9),
        "Late",
        PresetId(4),
        DVec2::new(2.0, 2.0),
    ));
    yard
}

#[test]
fn an_edited_scene_is_taken_over_as_in_rust_and_under_another_placement_every_agent_starts_again() {
    let text = |scene: &Scene, options: &ExportOptions| {
        let files = export(scene, ExportTarget::Json, options).expect("an export");
        String::from_utf8(files[0].bytes.clone()).expect("text")
    };
    for (before, after) in [
        (Y_UP, Y_UP),
        (Y_DOWN, Y_DOWN),
        (Y_UP, Y_DOWN),
        (Y_DOWN, Y_UP),
    ] {
        let (handle, mut world) = both(&before);
        let edited = text(&edited_yard(), &after);
        // SAFETY: a world.
        unsafe {
            assert_eq!(sw_world_set_pointer(handle.0, 3.0, 4.0), SwStatus::Ok);
            world
                .set_pointer(turned(&before, DVec2::new(3.0, 4.0)))
                .expect("done");
            for _ in 0..100 {
                sw_world_step(handle.0);
                world.step();
            }
            assert_eq!(
                sw_world_apply_scene(handle.0, edited.as_ptr().cast(), edited.len()),
                SwStatus::Ok
            );
        }
        let exported = read_export(&edited).expect("an export");
        if before == after {
            world.apply_scene(&exported.scene);
        } else {
            world.reset_with_scene(&exported.scene, turned(&after, DVec2::new(3.0, 4.0)));
            let [x, y] = [handle.agents()[0].x, handle.agents()[0].y];
            assert_eq!(
                turned(&after, DVec2::new(x, y)),
                exported.scene.agents[0].position
            );
        }
        for _ in 0..100 {
            assert_same(&handle, &world, &after);
            // SAFETY: a world.
            assert_eq!(unsafe { sw_world_step(handle.0) }, SwStatus::Ok);
            world.step();
        }
        let (mut id, mut about) = (
            0,
            steerwright_c::SwPath {
                length: 0.0,
                points: 0,
                closed: false,
            },
        );
        // SAFETY: a world, texts with a NUL, and room for the answers.
        unsafe {
            assert_eq!(
                (
                    sw_world_find_agent(handle.0, c"Captain".as_ptr(), &mut id),
                    id
                ),
                (SwStatus::Ok, 1)
            );
            assert_eq!(sw_world_path(handle.0, 3, &mut about), SwStatus::NotFound);
            assert_eq!(sw_world_path(handle.0, 1, &mut about), SwStatus::Ok);
        }
        assert_eq!(
            about.length,
            world.path_line(PathId(1)).expect("a path").length()
        );
    }
}

#[test]
fn a_world_follows_the_editors_own_link() {
    let server = Server::start(0, Token::random().expect("a token")).expect("the editor listens");
    server.publish(&sample_scene());
    let (handle, mut world) = both(&Y_DOWN);
    let address = CString::new(server.address().to_string()).expect("a text");
    let stands = || {
        let mut state = SwLinkState::Off;
        // SAFETY: a world, and room for the answer.
        assert_eq!(
            unsafe { sw_world_link_state(handle.0, &mut state) },
            SwStatus::Ok
        );
        state
    };
    let waits_until = |is_so: &mut dyn FnMut() -> bool| {
        let until = Instant::now() + Duration::from_secs(30);
        while !is_so() {
            assert!(Instant::now() < until, "{:?}", stands());
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    // SAFETY: a world, and texts with a NUL.
    assert_eq!(
        unsafe { sw_world_link(handle.0, address.as_ptr(), c"Yard game".as_ptr()) },
        SwStatus::Ok
    );
    // SAFETY: a world.
    waits_until(&mut || unsafe { sw_world_poll_link(handle.0) });
    // The server lists a game after it has sent the scene.
    waits_until(&mut || !server.clients().is_empty());
    assert_eq!(
        (stands(), server.clients()[0].name.as_str()),
        (SwLinkState::Linked, "Yard game")
    );

    server.publish(&edited_yard());
    // SAFETY: a world.
    waits_until(&mut || unsafe { sw_world_poll_link(handle.0) });
    let edited = export(&edited_yard(), ExportTarget::Json, &Y_DOWN)
        .expect("an export")
        .swap_remove(0);
    world.apply_scene(
        &read_export(std::str::from_utf8(&edited.bytes).expect("text"))
            .expect("an export")
            .scene,
    );
    for _ in 0..100 {
        assert_same(&handle, &world, &Y_DOWN);
        // SAFETY: a world.
        assert_eq!(unsafe { sw_world_step(handle.0) }, SwStatus::Ok);
        world.step();
    }
    drop(server);
    waits_until(&mut || stands() == SwLinkState::Lost);
    let mut text = [1; 256];
    // SAFETY: a world, and room for the answer.
    assert_eq!(
        unsafe {
            sw_world_link_problem(
                handle.0,
                text.as_mut_ptr(),
                text.len(),
                std::ptr::null_mut(),
            )
        },
        SwStatus::Ok
    );
    assert_ne!(text[0], 0);
}

#[test]
fn a_scene_runs_as_its_export_does() {
    let (scene, export) = (
        Handle::of(&write_scene(&sample_scene()).expect("a text")),
        Handle::of(&exported(&Y_UP)),
    );
    let world = |handle: &Handle| {
        handle
            .agents()
            .iter()
            .map(|agent| [agent.x, agent.y, agent.steering].map(f64::to_bits))
            .collect::<Vec<_>>()
    };
    for _ in 0..300 {
        assert_eq!(world(&scene), world(&export));
        // SAFETY: worlds.
        unsafe {
            assert_eq!(
                (sw_world_step(scene.0), sw_world_step(export.0)),
                (SwStatus::Ok, SwStatus::Ok)
            )
        };
    }
}

#[test]
fn paths_answer_in_the_axes_of_the_game() {
    for options in [Y_UP, Y_DOWN] {
        let (handle, world) = both(&options);
        for path in [1, 2] {
            let line = world.path_line(PathId(path)).expect("a path");
            let mut points = vec![SwPoint { x: 0.0, y: 0.0 }; line.points.len()];
            let (mut about, mut count) = (
                steerwright_c::SwPath {
                    length: 0.0,
                    points: 0,
                    closed: false,
                },
                0,
            );
            // SAFETY: a world, and room for the answers.
            unsafe {
                assert_eq!(sw_world_path(handle.0, path, &mut about), SwStatus::Ok);
                assert_eq!(
                    sw_world_path_points(
                        handle.0,
                        path,
                        points.as_mut_ptr(),
                        points.len(),
                        &mut count
                    ),
                    SwStatus::Ok
                );
            }
            assert_eq!(
                (about.length, about.points, about.closed),
                (line.length(), count, path == 1)
            );
            for (seen, point) in points.iter().zip(&line.points) {
                assert_eq!(turned(&options, DVec2::new(seen.x, seen.y)), *point);
            }
            for step in -5..30 {
                let along = line.length() * f64::from(step) / 20.0;
                let (mut at, mut nearest) = (
                    SwPoint { x: 0.0, y: 0.0 },
                    SwPlace {
                        x: 0.0,
                        y: 0.0,
                        along: 0.0,
                        distance: -1.0,
                    },
                );
                let from =
                    line.point_at(along).expect("a point") + DVec2::new(0.5, 0.25) * options.scale;
                let asked = turned(&options, from);
                // SAFETY: a world, and room for the answers.
                unsafe {
                    assert_eq!(
                        sw_world_path_at(handle.0, path, along, &mut at),
                        SwStatus::Ok
                    );
                    assert_eq!(
                        sw_world_path_nearest(handle.0, path, asked.x, asked.y, &mut nearest),
                        SwStatus::Ok
                    );
                }
                assert_eq!(
                    turned(&options, DVec2::new(at.x, at.y)),
                    line.point_at(along).expect("a point")
                );
                let place = line.nearest(from).expect("a place");
                assert_eq!(
                    (
                        turned(&options, DVec2::new(nearest.x, nearest.y)),
                        nearest.along
                    ),
                    (place.point, place.along)
                );
                assert_eq!(nearest.distance, line.distance_to(from));
            }
        }
        let mut at = SwPoint { x: 1.0, y: 1.0 };
        // SAFETY: a world, and room for the answer.
        assert_eq!(
            unsafe { sw_world_path_at(handle.0, 3, 0.0, &mut at) },
            SwStatus::NotFound
        );
    }
}

#[test]
fn names_lead_to_ids_and_back() {
    let handle = Handle::of(&exported(&Y_UP));
    let text = |name: &str| CString::new(name).expect("a name");
    let mut id = 0;
    // SAFETY: a world, texts with a NUL, and room for the answers.
    unsafe {
        for (name, expected) in [("Leader", 1), ("Jürgen", 3), ("Chaser", 5)] {
            assert_eq!(
                (
                    sw_world_find_agent(handle.0, text(name).as_ptr(), &mut id),
                    id
                ),
                (SwStatus::Ok, expected)
            );
            let (mut buffer, mut count) = ([0; 64], 0);
            assert_eq!(
                sw_world_agent_name(handle.0, id, buffer.as_mut_ptr(), 64, &mut count),
                SwStatus::Ok
            );
            assert_eq!(
                (CStr::from_ptr(buffer.as_ptr()).to_str(), count),
                (Ok(name), name.len() + 1)
            );
        }
        assert_eq!(
            (
                sw_world_find_marker(handle.0, text("Well").as_ptr(), &mut id),
                id
            ),
            (SwStatus::Ok, 2)
        );
        assert_eq!(
            (
                sw_world_find_path(handle.0, text("Way out").as_ptr(), &mut id),
                id
            ),
            (SwStatus::Ok, 2)
        );
        assert_eq!(
            (
                sw_world_find_wall(handle.0, text("Hedge").as_ptr(), &mut id),
                id
            ),
            (SwStatus::Ok, 4)
        );
        assert_eq!(
            (
                sw_world_find_preset(handle.0, text("Visitor").as_ptr(), &mut id),
                id
            ),
            (SwStatus::Ok, 4)
        );
    }
}
