//! A case of the conformance suite: an export, and to the bit what has to come of it (`NAME.bits`).
//!
//! The lines of such a file are described in `runtimes/PORTING.md`.

use crate::export::convert::Converted;
use crate::export::target::json;
use crate::export::{ExportError, MAX_TRACE_ROWS, Options, OutputFile, file_stem};
use crate::scene::Scene;
use crate::simulation::call::Call;
use crate::simulation::{AgentView, Event, World};
use glam::DVec2;

/// The first line.
pub const HEADER: &str = "steerwright-bits 1";

/// How a case is run.
#[derive(Clone, Debug, PartialEq)]
pub struct Conduct {
    /// How long, in ticks.
    pub ticks: u64,
    /// The state is written down at every so many ticks, and at the last; at least 1.
    pub every: u64,
    /// What is done to the world, in any order; in units of the scene, y up.
    pub calls: Vec<Call>,
}

/// The two files of a case.
///
/// # Errors
/// As of [`export`](crate::export::export), [`ExportError::TraceTooLong`], and [`ExportError::Call`] for a call that the world
/// refuses.
pub fn case(scene: &Scene, options: &Options, conduct: &Conduct) -> Result<[OutputFile; 2], ExportError> {
    let converted = Converted::new(scene, options)?;
    let stem = file_stem(&scene.name);
    let bits = bits(&converted, conduct)?;
    Ok([OutputFile::new(format!("{stem}.steer.json"), json::text(&converted)), OutputFile::new(format!("{stem}.bits"), bits)])
}

fn bits(converted: &Converted, conduct: &Conduct) -> Result<String, ExportError> {
    let mut world = World::new(&converted.scene);
    let every = conduct.every.max(1);
    if (conduct.ticks / every).saturating_add(2).saturating_mul(world.len().max(1) as u64) > MAX_TRACE_ROWS {
        return Err(ExportError::TraceTooLong(conduct.ticks as f64 * world.dt()));
    }
    let scaled = |call: &Call| Call { tick: call.tick, deed: call.deed.map_place(|place| converted.place(place)) };
    let mut calls: Vec<Call> = conduct.calls.iter().map(scaled).collect();
    calls.sort_by_key(|call| call.tick);
    let mut calls = calls.into_iter().peekable();

    let mut text = format!("{HEADER}\n");
    loop {
        let tick = world.tick();
        for event in world.events() {
            text.push_str(&event_line(event));
            text.push('\n');
        }
        if tick.is_multiple_of(every) || tick == conduct.ticks {
            for agent in world.agents() {
                text.push_str(&state_line(tick, &agent, converted.y_down));
                text.push('\n');
            }
        }
        if tick == conduct.ticks {
            break;
        }
        while let Some(call) = calls.next_if(|call| call.tick <= tick) {
            let turned = Call { tick, deed: call.deed.map_place(|place| DVec2::new(place.x, converted.y(place.y))) };
            text.push_str(&format!("{turned}\n"));
            call.deed.apply(&mut world).map_err(|refusal| ExportError::Call { call: call.to_string(), refusal })?;
        }
        world.step();
    }
    if let Some(late) = calls.next() {
        return Err(ExportError::LateCall { call: late.to_string(), ticks: conduct.ticks });
    }
    text.push_str(&format!("end {}\n", conduct.ticks));
    Ok(text)
}

/// The line of an event, without its end.
pub fn event_line(Event { tick, agent, happening }: &Event) -> String {
    let node = happening.node().map_or("-".into(), |node| node.to_string());
    format!("event {tick} {agent} {} {node}", happening.kind())
}

/// The line of an agent's state, without its end; with `y_down` every y is turned round.
pub fn state_line(tick: u64, agent: &AgentView, y_down: bool) -> String {
    let AgentView { id, position, velocity, heading, steering, fov_deg, node, .. } = *agent;
    let y = |y: f64| if y_down { 0.0 - y } else { y };
    let numbers = [position.x, y(position.y), velocity.x, y(velocity.y), heading.x, y(heading.y), steering].map(hex);
    let fov = fov_deg.map_or("-".into(), hex);
    let node = node.map_or("-".into(), |node| node.to_string());
    format!("state {tick} {id} {} {fov} {node}", numbers.join(" "))
}

/// The 16 hex digits of a double, a negative zero as zero.
fn hex(x: f64) -> String {
    format!("{:016x}", (x + 0.0).to_bits())
}
