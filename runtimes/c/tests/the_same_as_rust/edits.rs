//! Scenes that are edited while they run, also by the link to the editor.

use super::*;

/// The sample scene after an edit of its nodes, agents and presets.
fn edited_sample_scene() -> Scene {
    let mut scene = sample_scene();
    scene.path_mut(PathId(1)).expect("a path").nodes[2]
        .position
        .x += 4.0;
    scene.paths.remove(2);
    scene.agent_mut(AgentId(3)).expect("an agent").position.x = -6.0;
    scene.agent_mut(AgentId(1)).expect("an agent").name = "Captain".into();
    let agents = Arc::make_mut(&mut scene.agents);
    agents.remove(3);
    agents.push(steerwright_runtime::scene::Agent::at(
        AgentId(9),
        "Late",
        PresetId(4),
        DVec2::new(2.0, 2.0),
    ));
    scene
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
        let edited = text(&edited_sample_scene(), &after);
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

    server.publish(&edited_sample_scene());
    // SAFETY: a world.
    waits_until(&mut || unsafe { sw_world_poll_link(handle.0) });
    let edited = export(&edited_sample_scene(), ExportTarget::Json, &Y_DOWN)
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
