//! A thread that simulates a tick which is expected to take long.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};
use steerwright_runtime::simulation::World;

/// After a tick that took longer than this, the next one runs on the thread, because it would delay
/// the frame of a window.
const SLOW: Duration = Duration::from_millis(30);
/// Ticks of fewer agents never run on the thread. They are quick, even if the last one was delayed
/// by other programs.
const MIN_AGENTS: usize = 1_000;
/// The first tick of more agents than this runs on the thread, because its duration is not known
/// yet.
const UNKNOWN_AGENTS: usize = 5_000;

/// The duration of the last tick of a world, and the tick that is running on the thread.
#[derive(Debug, Default)]
pub(crate) struct TickThread {
    last: Option<Duration>,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    result: Receiver<(World, Duration)>,
    started: Instant,
}

/// The state of the next tick.
pub(crate) enum TickState {
    /// The thread has not finished it.
    Simulating,
    /// The world after the tick.
    Done(Box<World>),
    /// No tick runs on the thread. The caller simulates it.
    NotRunning,
}

impl TickThread {
    /// The time since the tick on the thread was started, if there is one.
    pub(crate) fn elapsed(&self) -> Option<Duration> {
        self.running.as_ref().map(|tick| tick.started.elapsed())
    }

    /// Continues or starts the next tick of `world` on the thread, if it is expected to take long.
    pub(crate) fn advance(&mut self, world: &World) -> TickState {
        let Some(tick) = &self.running else {
            let is_slow = self
                .last
                .map_or(world.len() > UNKNOWN_AGENTS, |last| last > SLOW);
            if is_slow && world.len() >= MIN_AGENTS {
                self.running = start(world.clone());
            }
            return if self.running.is_some() {
                TickState::Simulating
            } else {
                TickState::NotRunning
            };
        };
        match tick.result.try_recv() {
            Ok((world, took)) => {
                self.running = None;
                self.last = Some(took);
                TickState::Done(Box::new(world))
            }
            Err(TryRecvError::Empty) => TickState::Simulating,
            // The thread panicked. The caller simulates the tick again, and the panic is reported
            // there.
            Err(TryRecvError::Disconnected) => {
                self.running = None;
                TickState::NotRunning
            }
        }
    }

    /// Runs `tick`, a tick that the caller simulates, and stores its duration.
    pub(crate) fn measure(&mut self, tick: impl FnOnce()) {
        let started = Instant::now();
        tick();
        self.last = Some(started.elapsed());
    }
}

impl Clone for TickThread {
    /// Without the running tick: the clone simulates it again.
    fn clone(&self) -> Self {
        Self {
            last: self.last,
            running: None,
        }
    }
}

/// `None` if no thread can be started.
fn start(mut world: World) -> Option<Running> {
    let (sender, result) = channel();
    let started = Instant::now();
    let simulate = move || {
        world.step();
        // After a restart, the receiver is gone.
        let _ = sender.send((world, started.elapsed()));
    };
    let thread = thread::Builder::new().name("tick".into()).spawn(simulate);
    thread.ok().map(|_| Running { result, started })
}
