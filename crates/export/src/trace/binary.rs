//! `NAME.trace.bin`: a header, the list of columns, the agent ids, and the columns. The README of
//! the target specifies it.

use super::{PIECE, RecordError, Run};
use serde_json::{Value, json};
use std::io::{self, Seek, SeekFrom, Write};
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::simulation::AgentView;

const MAGIC: &[u8; 8] = b"SWTRACE\n";
/// The size of magic, version, samples, agents, columns and dt.
const HEADER_BYTES: u64 = 32;
/// The size of the name, type and offset of a column.
const COLUMN_BYTES: u64 = 32;

/// What is at which position in the file. The value of agent `a` in sample `s` is at index `s *
/// agents + a` of a column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layout {
    version: u32,
    /// The columns that are not empty, each at a multiple of 8 bytes.
    pub columns: Vec<Column>,
    /// The size of the file in bytes.
    pub size: u64,
}

/// A column of the file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Column {
    pub name: &'static str,
    quantity: Quantity,
    /// Its position in the file, in bytes.
    pub offset: u64,
}

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quantity {
    X,
    Y,
    VelocityX,
    VelocityY,
    Steering,
    Fov,
    /// The index of the node that the agent moves to; -1 means none.
    Node,
}

impl Column {
    /// Whether its values are indices of nodes, and not numbers.
    fn has_nodes(&self) -> bool {
        self.quantity == Quantity::Node
    }

    /// The type of its values.
    pub fn type_name(&self) -> &'static str {
        if self.has_nodes() { "i32" } else { "f64" }
    }

    /// The value that means none.
    pub fn none(&self) -> Value {
        if self.has_nodes() {
            json!(-1)
        } else {
            "NaN".into()
        }
    }

    /// The size of a value in bytes.
    fn value_bytes(&self) -> u64 {
        if self.has_nodes() { 4 } else { 8 }
    }

    /// Appends the value of an agent, or the one for an agent that is not there.
    fn push(&self, bytes: &mut Vec<u8>, agent: Option<&AgentView>, placed: &PlacedScene) {
        let number = |number: fn(&AgentView) -> f64| agent.map_or(f64::NAN, number);
        let value = match self.quantity {
            Quantity::X => number(|agent| agent.position.x),
            Quantity::Y => agent.map_or(f64::NAN, |agent| placed.y(agent.position.y)),
            Quantity::VelocityX => number(|agent| agent.velocity.x),
            Quantity::VelocityY => agent.map_or(f64::NAN, |agent| placed.y(agent.velocity.y)),
            Quantity::Steering => number(|agent| agent.steering),
            Quantity::Fov => number(|agent| agent.fov_deg.unwrap_or(f64::NAN)),
            Quantity::Node => {
                let node = agent.and_then(|agent| i32::try_from(agent.node?).ok());
                bytes.extend(node.unwrap_or(-1).to_le_bytes());
                return;
            }
        };
        bytes.extend(value.to_le_bytes());
    }
}

impl Layout {
    /// The layout of a file of `run`.
    pub fn of(run: &Run, version: u32) -> Self {
        let mut quantities = vec![
            ("x", Quantity::X),
            ("y", Quantity::Y),
            ("vx", Quantity::VelocityX),
            ("vy", Quantity::VelocityY),
            ("steering", Quantity::Steering),
        ];
        quantities.extend(run.has_fov.then_some(("fov_deg", Quantity::Fov)));
        quantities.extend(run.has_nodes.then_some(("node", Quantity::Node)));
        let (columns, agents) = (quantities.len() as u64, run.agents.len() as u64);
        let mut size = to_multiple_of_8(HEADER_BYTES + COLUMN_BYTES * columns + 4 * agents);
        let columns = quantities.into_iter().map(|(name, quantity)| {
            let column = Column {
                name,
                quantity,
                offset: size,
            };
            size += to_multiple_of_8(column.value_bytes() * run.cells());
            column
        });
        Self {
            version,
            columns: columns.collect(),
            size,
        }
    }

    /// Writes the file of `run`.
    pub(super) fn write(
        &self,
        run: &Run,
        to: &mut (impl Write + Seek),
        keep_going: &dyn Fn() -> bool,
    ) -> Result<(), RecordError> {
        to.write_all(&self.head(run))?;
        let mut writers: Vec<ColumnWriter> = self.columns.iter().map(ColumnWriter::new).collect();
        run.record(keep_going, |world| {
            let mut there = world.agents().peekable();
            for id in &run.agents {
                let agent = there.next_if(|agent| agent.id == *id);
                for ColumnWriter { column, bytes, .. } in &mut writers {
                    column.push(bytes, agent.as_ref(), &run.placed);
                }
            }
            let mut full = writers
                .iter_mut()
                .filter(|writer| writer.bytes.len() >= PIECE);
            full.try_for_each(|writer| writer.flush(to))
        })?;
        for writer in &mut writers {
            let end = writer.position + writer.bytes.len() as u64;
            let padding = to_multiple_of_8(end) - end;
            let length = writer.bytes.len() + padding as usize;
            writer.bytes.resize(length, 0);
            writer.flush(to)?;
        }
        Ok(())
    }

    /// What comes before the first column.
    fn head(&self, run: &Run) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for count in [
            self.version,
            run.samples() as u32,
            run.agents.len() as u32,
            self.columns.len() as u32,
        ] {
            bytes.extend(count.to_le_bytes());
        }
        bytes.extend(run.placed.scene.dt().to_le_bytes());
        for column in &self.columns {
            bytes.extend(padded::<16>(column.name));
            bytes.extend(padded::<8>(column.type_name()));
            bytes.extend(column.offset.to_le_bytes());
        }
        run.agents
            .iter()
            .for_each(|id| bytes.extend(id.0.to_le_bytes()));
        let length = to_multiple_of_8(bytes.len() as u64);
        bytes.resize(length as usize, 0);
        bytes
    }
}

/// Writes the values of a column as they come.
struct ColumnWriter<'a> {
    column: &'a Column,
    /// Where the next bytes belong.
    position: u64,
    bytes: Vec<u8>,
}

impl<'a> ColumnWriter<'a> {
    fn new(column: &'a Column) -> Self {
        Self {
            column,
            position: column.offset,
            bytes: Vec::new(),
        }
    }

    fn flush(&mut self, to: &mut (impl Write + Seek)) -> io::Result<()> {
        to.seek(SeekFrom::Start(self.position))?;
        to.write_all(&self.bytes)?;
        self.position += self.bytes.len() as u64;
        self.bytes.clear();
        Ok(())
    }
}

fn to_multiple_of_8(bytes: u64) -> u64 {
    bytes.div_ceil(8) * 8
}

/// A short ASCII name, padded with zeros.
fn padded<const N: usize>(name: &str) -> [u8; N] {
    let mut bytes = [0; N];
    bytes
        .iter_mut()
        .zip(name.bytes())
        .for_each(|(to, from)| *to = from);
    bytes
}
