//! The rows of a trace, written on several threads: writing a number takes longer than computing
//! it.

use std::io;
use std::num::NonZero;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use steerwright_analysis::trace;
use steerwright_runtime::simulation::{AgentView, World};

/// Ticks are passed on when they have at least this many rows together.
const ROWS: usize = 4096;
/// More threads would wait for the simulation.
const MAX_WRITERS: usize = 8;

/// All agents at one tick.
struct Tick {
    tick: u64,
    time: f64,
    agents: Vec<AgentView>,
}

/// Runs `world` for this many ticks, and calls `write` with the rows of each, in order and several
/// ticks at a time. Stops at the first error.
pub(super) fn for_each_text(
    world: &mut World,
    ticks: u64,
    mut write: impl FnMut(&str) -> io::Result<()>,
) -> io::Result<()> {
    let writers = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        let mut inputs = Vec::new();
        let mut outputs = Vec::new();
        for _ in 0..writers.min(MAX_WRITERS) {
            let (input, batches) = sync_channel(1);
            let (texts, output) = sync_channel(1);
            scope.spawn(move || write_batches(&batches, &texts));
            inputs.push(input);
            outputs.push(output);
        }
        scope.spawn(move || simulate(world, ticks, &inputs));
        // Each thread writes every so many batches. The first without a further one is the next in
        // turn.
        for output in outputs.iter().cycle() {
            let Ok(text) = output.recv() else { break };
            write(&text)?;
        }
        Ok(())
    })
}

/// Passes the ticks of a run on to each of `inputs` in turn. Ends early when no input receives them
/// anymore.
fn simulate(world: &mut World, ticks: u64, inputs: &[SyncSender<Vec<Tick>>]) {
    let mut inputs = inputs.iter().cycle();
    let (mut batch, mut rows) = (Vec::new(), 0);
    for tick in 0..=ticks {
        if tick > 0 {
            world.step();
        }
        batch.push(Tick {
            tick: world.tick(),
            time: world.time(),
            agents: world.agents().collect(),
        });
        // A row for the tick itself, so that a run without agents is passed on too.
        rows += 1 + world.len();
        if rows < ROWS && tick < ticks {
            continue;
        }
        rows = 0;
        let is_received = inputs
            .next()
            .is_some_and(|input| input.send(std::mem::take(&mut batch)).is_ok());
        if !is_received {
            return;
        }
    }
}

fn write_batches(batches: &Receiver<Vec<Tick>>, texts: &SyncSender<String>) {
    let mut longest = 0;
    for batch in batches {
        let mut text = String::with_capacity(longest);
        for Tick { tick, time, agents } in batch {
            trace::push_agents(&mut text, tick, time, agents);
        }
        longest = longest.max(text.len());
        if texts.send(text).is_err() {
            return;
        }
    }
}
