//! Behaviors with other values than their defaults.

use steerwright_runtime::parameter::Parameter;
use steerwright_runtime::scene::Behavior;
use steerwright_runtime::steering::arrive::{Ramp, Stop};
use steerwright_runtime::steering::follow_path::Start;
use steerwright_runtime::steering::follow_wall::WallSide;
use steerwright_runtime::steering::leave::LeaveRamp;
use steerwright_runtime::steering::search::SearchSweep;
use steerwright_runtime::steering::separation::Falloff;

/// A behavior whose numbers `number` says, and whose choices `choice` does: with all values of a
/// byte, each of them is made.
pub fn varied_behavior(
    mut behavior: Behavior,
    mut number: impl FnMut(&Parameter<Behavior>) -> Option<f64>,
    choice: u8,
) -> Behavior {
    for parameter in behavior.parameters() {
        parameter.set(&mut behavior, number(parameter));
    }
    let is_odd = choice % 2 == 1;
    let falloff = [Falloff::None, Falloff::InverseSquare][usize::from(is_odd)];
    match &mut behavior {
        Behavior::Arrive(arrive) => {
            arrive.stop = [Stop::Brake, Stop::Coast][usize::from(is_odd)];
            arrive.ramp = [Ramp::Linear, Ramp::Sqrt, Ramp::Quadratic][usize::from(choice / 2) % 3];
        }
        Behavior::Leave(leave) => {
            leave.ramp = [LeaveRamp::Stepped, LeaveRamp::Smooth][usize::from(is_odd)];
        }
        Behavior::FollowPath(follow) => {
            let node = Start::Node(usize::from(choice));
            follow.start = [Start::First, Start::Nearest, node][usize::from(choice) % 3];
        }
        Behavior::Separation(separation) => separation.falloff = falloff,
        Behavior::FollowLeader(follow) => follow.falloff = falloff,
        Behavior::HomingWalk(walk) => walk.smooth = is_odd,
        Behavior::FollowWall(follow) => {
            follow.side = [WallSide::Left, WallSide::Right][usize::from(is_odd)];
        }
        Behavior::Search(search) => {
            search.sweep = is_odd.then_some(SearchSweep {
                from_deg: f64::from(choice),
                to_deg: -75.5,
            });
        }
        _ => {}
    }
    behavior
}
