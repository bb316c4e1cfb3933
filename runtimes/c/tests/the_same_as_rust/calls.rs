//! Calls that move agents, and what they report.

use super::*;

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
