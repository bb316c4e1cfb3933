//! The trace of an export: a run that is simulated again for each file that is made of it, because
//! a long one does not fit into memory.

use crate::ticks::ticks_in;
use crate::{ExportError, OutputFile};
use std::io::{self, Cursor, Seek, Write};
use std::sync::Arc;
use steerwright_analysis::trace;
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::AgentId;
use steerwright_runtime::simulation::World;

mod binary;

pub(super) use binary::Layout;

/// The length of a trace without options, s.
pub(super) const DEFAULT_SECONDS: f64 = 10.0;

/// The size of the pieces that are written, in bytes.
const PIECE: usize = 1 << 16;

/// How a trace is recorded.
pub(super) struct TraceOptions<'a> {
    /// Its length, s. `None` for the default of targets that consist of a trace.
    pub seconds: Option<f64>,
    /// The most rows that it may have.
    pub max_rows: u64,
    /// Asked before every tick: false cancels the export.
    pub keep_going: &'a dyn Fn() -> bool,
}

/// A run that can be recorded.
#[derive(Clone, Debug)]
pub(super) struct Run {
    placed: PlacedScene,
    ticks: u64,
    /// All agents of the run, by id. Those of spawners come later, and some go.
    pub agents: Vec<AgentId>,
    /// Whether an agent ever has a field of view.
    pub has_fov: bool,
    /// Whether an agent ever moves to a node.
    pub has_nodes: bool,
}

/// The same scene runs in the same way, whatever its editor data.
impl PartialEq for Run {
    fn eq(&self, other: &Self) -> bool {
        let numbers = |run: &Self| (run.ticks, run.placed.y_down);
        numbers(self) == numbers(other) && self.placed.scene == other.placed.scene
    }
}

impl Run {
    /// Runs the scene once to see what is recorded.
    pub fn new(placed: &PlacedScene, options: &TraceOptions) -> Result<Self, ExportError> {
        let seconds = options.seconds.unwrap_or(DEFAULT_SECONDS);
        if !(0.0..f64::INFINITY).contains(&seconds) {
            return Err(ExportError::TraceLength(seconds));
        }
        let mut placed = placed.clone();
        placed.scene.editor = Default::default();
        let too_long = || ExportError::TraceTooLong {
            seconds,
            rows: options.max_rows,
        };
        let ticks = ticks_in(seconds, placed.scene.dt()).ok_or_else(too_long)?;
        let agents = placed.scene.agents.len().max(1) as u64;
        if ticks.saturating_add(1).saturating_mul(agents) > options.max_rows {
            return Err(too_long());
        }
        let mut run = Self {
            placed,
            ticks,
            agents: Vec::new(),
            has_fov: false,
            has_nodes: false,
        };
        let (mut found, mut rows) = (run.clone(), 0);
        let recorded = run.record(options.keep_going, |world| {
            found.look_at(world);
            // Spawners may have added agents.
            rows += world.len() as u64;
            if rows > options.max_rows {
                return Err(io::Error::other("too long"));
            }
            Ok(())
        });
        match recorded {
            Ok(()) => {}
            Err(RecordError::Canceled) => return Err(ExportError::Canceled),
            Err(RecordError::Io(_)) => return Err(too_long()),
        }
        // In a binary file, every agent of the run has a place in every sample.
        if found.cells() > options.max_rows {
            return Err(too_long());
        }
        (run.agents, run.has_fov, run.has_nodes) = (found.agents, found.has_fov, found.has_nodes);
        Ok(run)
    }

    fn look_at(&mut self, world: &World) {
        for agent in world.agents() {
            // New agents have the highest ids.
            if self.agents.last().is_none_or(|last| *last < agent.id) {
                self.agents.push(agent.id);
            }
            self.has_fov |= agent.fov_deg.is_some_and(|fov| !fov.is_nan());
            self.has_nodes |= agent.node.is_some();
        }
    }

    /// The number of samples: the start, and the end of every tick.
    pub fn samples(&self) -> u64 {
        self.ticks + 1
    }

    /// The number of values of a column in a binary file.
    pub fn cells(&self) -> u64 {
        self.samples().saturating_mul(self.agents.len() as u64)
    }

    /// Passes the world to `visit` at the start and after every tick.
    fn record(
        &self,
        keep_going: &dyn Fn() -> bool,
        mut visit: impl FnMut(&World) -> io::Result<()>,
    ) -> Result<(), RecordError> {
        let mut world = World::new(&self.placed.scene);
        visit(&world)?;
        for _ in 0..self.ticks {
            if !keep_going() {
                return Err(RecordError::Canceled);
            }
            world.step();
            visit(&world)?;
        }
        Ok(())
    }

    fn write_csv(
        &self,
        to: &mut impl Write,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<(), RecordError> {
        let mut text = format!("{}\n", trace::HEADER);
        self.record(keep_going, |world| {
            push_rows(&mut text, world, &self.placed);
            if text.len() >= PIECE {
                to.write_all(text.as_bytes())?;
                text.clear();
            }
            Ok(())
        })?;
        Ok(to.write_all(text.as_bytes())?)
    }
}

/// Appends the rows of the current state of `world`, in the game's direction of y.
fn push_rows(text: &mut String, world: &World, placed: &PlacedScene) {
    let agents = world.agents().map(|mut agent| {
        if placed.y_down {
            agent.position.y = placed.y(agent.position.y);
            agent.velocity.y = placed.y(agent.velocity.y);
        }
        agent
    });
    trace::push_agents(text, world.tick(), world.time(), agents);
}

/// Why a file of a trace was not written.
#[derive(Debug)]
pub enum RecordError {
    /// It was canceled.
    Canceled,
    /// The system's error.
    Io(io::Error),
}

impl From<io::Error> for RecordError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A file of a trace. It is recorded when it is written, because a long one does not fit into
/// memory.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceFile {
    pub(super) name: String,
    pub(super) run: Arc<Run>,
    pub(super) kind: TraceKind,
}

/// What a file of a trace contains.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TraceKind {
    Csv,
    Binary(Layout),
}

impl TraceFile {
    /// `NAME.trace.csv`.
    pub(super) fn csv(file_name: &str, run: Arc<Run>) -> Self {
        Self {
            name: format!("{file_name}.trace.csv"),
            run,
            kind: TraceKind::Csv,
        }
    }

    /// Its name, as that of an [`OutputFile`].
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The size of a binary file in bytes; `None` for text.
    pub fn binary_size(&self) -> Option<u64> {
        match &self.kind {
            TraceKind::Csv => None,
            TraceKind::Binary(layout) => Some(layout.size),
        }
    }

    /// Records it into an empty file. `keep_going` is asked before every tick.
    ///
    /// # Errors
    /// [`RecordError::Canceled`] when `keep_going` returns false, or the error of `to`.
    pub fn write_to(
        &self,
        to: &mut (impl Write + Seek),
        keep_going: &dyn Fn() -> bool,
    ) -> Result<(), RecordError> {
        match &self.kind {
            TraceKind::Csv => self.run.write_csv(to, keep_going),
            TraceKind::Binary(layout) => layout.write(&self.run, to, keep_going),
        }
    }

    /// Records it in memory.
    pub(super) fn into_output(
        self,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<OutputFile, ExportError> {
        let mut bytes = Cursor::new(Vec::new());
        match self.write_to(&mut bytes, keep_going) {
            Ok(()) => Ok(OutputFile::new(self.name, bytes.into_inner())),
            Err(RecordError::Canceled) => Err(ExportError::Canceled),
            Err(RecordError::Io(error)) => Err(ExportError::Encode(error.to_string())),
        }
    }
}
