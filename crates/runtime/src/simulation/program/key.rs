//! Which states share a program: those whose motion differs in nothing that a tick looks at.

use crate::scene::{Behavior, Motion, WeightedBehavior};
use crate::steering::{
    Arrive, AvoidWalls, Body, Flee, FollowLeader, FollowPath, FollowWall, Goal, GridChase,
    HomingWalk, Leave, Noise, Pursue, Search, Separation,
};

/// A motion as words: two states share a program if these are equal.
///
/// The body is not part of it, nor where a path is started.
pub(crate) fn key(motion: &Motion) -> Vec<u64> {
    let mut words = Words::default();
    match motion {
        Motion::Steered(steered) => {
            words.tag(steered.blend_mode as u64);
            for WeightedBehavior {
                weight,
                goal,
                route,
                behavior,
            } in &steered.behaviors
            {
                words.number(*weight);
                words.goal(*goal);
                words.tag(*route as u64);
                words.behavior(behavior);
            }
        }
        Motion::GridChase(GridChase {
            method,
            mode,
            step_interval,
            max_path_length,
            goal,
            route,
        }) => {
            words.tag(u64::MAX);
            words.tag(*method as u64);
            words.tag(*mode as u64);
            words.number(*step_interval);
            words.tag(u64::from(*max_path_length));
            words.goal(*goal);
            words.tag(*route as u64);
        }
    }
    words.0
}

#[derive(Default)]
struct Words(Vec<u64>);

impl Words {
    fn tag(&mut self, word: u64) {
        self.0.push(word);
    }

    fn number(&mut self, number: f64) {
        self.0.push(number.to_bits());
    }

    fn option(&mut self, number: Option<f64>) {
        self.tag(u64::from(number.is_some()));
        self.number(number.unwrap_or_default());
    }

    fn goal(&mut self, goal: Goal) {
        self.tag(match goal {
            Goal::Reference => 0,
            Goal::Perceived => 1,
            Goal::LastSeen => 2,
            Goal::LastSeenAhead { .. } => 3,
            Goal::LastNoise => 4,
            Goal::LeftPath => 5,
            Goal::Post => 6,
        });
        self.option(goal.ahead());
    }

    fn behavior(&mut self, behavior: &Behavior) {
        match *behavior {
            Behavior::Seek {} => self.tag(0),
            Behavior::Flee(Flee { panic_distance }) => {
                self.tag(1);
                self.option(panic_distance);
            }
            Behavior::Arrive(Arrive {
                target_radius,
                slow_radius,
                ramp,
                stop,
                time_to_target,
            }) => {
                self.tag(2);
                self.number(target_radius);
                self.number(slow_radius);
                self.tag(ramp as u64);
                self.tag(stop as u64);
                self.option(time_to_target);
            }
            Behavior::Leave(Leave {
                escape_radius,
                danger_radius,
                ramp,
                time_to_target,
            }) => {
                self.tag(3);
                self.number(escape_radius);
                self.number(danger_radius);
                self.tag(ramp as u64);
                self.option(time_to_target);
            }
            Behavior::Pursue(Pursue { max_prediction }) => {
                self.tag(4);
                self.option(max_prediction);
            }
            Behavior::Evade(Pursue { max_prediction }) => {
                self.tag(5);
                self.option(max_prediction);
            }
            Behavior::FollowPath(FollowPath {
                // Only where an agent enters, or enters a state.
                start: _,
                resume: _,
                target_radius,
                slow_radius,
                time_to_target,
            }) => {
                self.tag(6);
                self.number(target_radius);
                self.number(slow_radius);
                self.option(time_to_target);
            }
            Behavior::Separation(Separation {
                radius,
                max_separation,
                falloff,
            }) => {
                self.tag(7);
                self.number(radius);
                self.number(max_separation);
                self.tag(falloff as u64);
            }
            Behavior::FollowLeader(FollowLeader {
                behind_distance,
                sight_radius,
                slow_radius,
                separation_radius,
                max_separation,
                falloff,
            }) => {
                self.tag(8);
                for number in [
                    behind_distance,
                    sight_radius,
                    slow_radius,
                    separation_radius,
                    max_separation,
                ] {
                    self.number(number);
                }
                self.tag(falloff as u64);
            }
            Behavior::HomingWalk(HomingWalk {
                step_fraction,
                min_step,
                max_step,
                aggro_radius,
                max_fov_deg,
                reach_radius,
                smooth,
                step_jitter,
                repick_interval,
            }) => {
                self.tag(9);
                for number in [
                    step_fraction,
                    min_step,
                    max_step,
                    aggro_radius,
                    max_fov_deg,
                    reach_radius,
                    step_jitter,
                    repick_interval,
                ] {
                    self.number(number);
                }
                self.tag(u64::from(smooth));
            }
            Behavior::AvoidWalls(AvoidWalls {
                ahead_length,
                side_length,
                side_angle_deg,
            }) => {
                self.tag(10);
                for number in [ahead_length, side_length, side_angle_deg] {
                    self.number(number);
                }
            }
            Behavior::FollowWall(FollowWall {
                side,
                distance,
                reach,
                look_ahead,
            }) => {
                self.tag(11);
                self.tag(side as u64);
                for number in [distance, reach, look_ahead] {
                    self.number(number);
                }
            }
            Behavior::Search(Search {
                radius,
                points,
                wait,
                slow_radius,
                sweep,
            }) => {
                self.tag(12);
                self.tag(u64::from(points));
                for number in [radius, wait, slow_radius] {
                    self.number(number);
                }
                self.option(sweep.map(|sweep| sweep.from_deg));
                self.option(sweep.map(|sweep| sweep.to_deg));
            }
        }
    }
}

/// A body as words: everything that moves an agent or that others hear.
pub(crate) fn body_key(body: &Body) -> [u64; 9] {
    let Body {
        mass,
        max_speed,
        max_force,
        time_to_target,
        idle,
        radius,
        noise,
    } = *body;
    let Noise {
        speed,
        radius: heard,
    } = noise.unwrap_or_default();
    [
        mass.to_bits(),
        max_speed.to_bits(),
        max_force.to_bits(),
        time_to_target.to_bits(),
        idle as u64,
        radius.to_bits(),
        u64::from(noise.is_some()),
        speed.to_bits(),
        heard.to_bits(),
    ]
}
