//! A game with its own entities computes steering forces and moves the entities itself: `cargo run
//! --example own_entities`

use steerwright_runtime::glam::DVec2;
use steerwright_runtime::steering::separation::SeparationAccumulator;
use steerwright_runtime::steering::{Arrive, Body, Kinematic, Separation, arrive, body};

struct Ship {
    position: DVec2,
    velocity: DVec2,
}

fn main() {
    let limits = Body {
        max_speed: 4.0,
        max_force: 12.0,
        ..Body::default()
    };
    let dock = Arrive {
        target_radius: 0.3,
        slow_radius: 5.0,
        ..Arrive::default()
    };
    let elbow_room = Separation {
        radius: 1.5,
        ..Separation::default()
    };
    let harbor = DVec2::new(12.0, 0.0);
    let mut ships: Vec<Ship> = (0..3)
        .map(|i| Ship {
            position: DVec2::new(0.0, f64::from(i) * 0.5),
            velocity: DVec2::ZERO,
        })
        .collect();

    let dt = 1.0 / 60.0;
    for tick in 1..=300 {
        // All forces are computed before anything moves, so the order of the entities does not
        // matter.
        let forces: Vec<DVec2> = ships
            .iter()
            .map(|ship| {
                let agent = Kinematic {
                    position: ship.position,
                    velocity: ship.velocity,
                    body: &limits,
                };
                let mut crowd = SeparationAccumulator::new(&elbow_room);
                ships
                    .iter()
                    .filter(|other| !std::ptr::eq(*other, ship))
                    .for_each(|other| crowd.add(ship.position, other.position));
                arrive::arrive(&agent, harbor, &dock) + crowd.force().unwrap_or(DVec2::ZERO)
            })
            .collect();
        for (ship, force) in ships.iter_mut().zip(forces) {
            let force = steerwright_runtime::geometry::vector::truncate(force, limits.max_force);
            (ship.position, ship.velocity) =
                body::integrate(ship.position, ship.velocity, force, &limits, dt);
        }
        if tick % 60 == 0 {
            let places: Vec<String> = ships
                .iter()
                .map(|ship| format!("({:.2}, {:.2})", ship.position.x, ship.position.y))
                .collect();
            println!("{} s: {}", tick / 60, places.join(" "));
        }
    }
}
