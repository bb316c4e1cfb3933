//! What is asked about paths and names.

use super::*;

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
