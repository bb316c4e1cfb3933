//! `NAME.trace.bin`: a header, the list of columns, the agent ids, and the columns. README.md specifies the layout.

use super::VERSION;
use serde_json::{Value, json};
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::AgentId;
use steerwright_runtime::simulation::World;

const MAGIC: &[u8; 8] = b"SWTRACE\n";
/// The size of magic, version, samples, agents, columns and dt.
const HEADER_BYTES: usize = 32;
/// The size of the name, type and offset of a column.
const COLUMN_BYTES: usize = 32;

/// A run, stored by columns. In the file, the value of agent `a` in sample `s` is at index `s * agents + a`.
#[derive(Default)]
pub(super) struct Columns {
    /// All agents of the run, by id. Those of spawners come later, and some go.
    pub agents: Vec<AgentId>,
    /// Where the rows of each sample start: the start, and the end of every tick.
    starts: Vec<usize>,
    /// The index of the agent of each row.
    places: Vec<u32>,
    numbers: [Vec<f64>; NUMBERS.len()],
    /// The index of the node that the agent moves to; -1 means none.
    nodes: Vec<i32>,
}

const NUMBERS: [&str; 6] = ["x", "y", "vx", "vy", "steering", "fov_deg"];

/// A column of the file.
pub(super) struct Column {
    pub name: &'static str,
    pub kind: Kind,
    /// Its position in the file, in bytes.
    pub offset: usize,
    values: usize,
}

/// The type of the values of a column, and where they are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The column with this index in [`NUMBERS`].
    F64(usize),
    /// The nodes.
    I32,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Self::F64(_) => "f64",
            Self::I32 => "i32",
        }
    }

    /// The value that means none.
    pub fn none(self) -> Value {
        match self {
            Self::F64(_) => "NaN".into(),
            Self::I32 => json!(-1),
        }
    }

    fn bytes(self) -> usize {
        match self {
            Self::F64(_) => 8,
            Self::I32 => 4,
        }
    }
}

impl Columns {
    /// Adds the current state of `world`.
    pub fn push(&mut self, world: &World, placed: &PlacedScene) {
        self.starts.push(self.places.len());
        for agent in world.agents() {
            // New agents have the highest ids.
            if self.agents.last().is_none_or(|last| *last < agent.id) {
                self.agents.push(agent.id);
            }
            let place = self.agents.partition_point(|id| *id < agent.id);
            self.places.push(place as u32);
            let (position, velocity) = (agent.position, agent.velocity);
            let fov = agent.fov_deg.unwrap_or(f64::NAN);
            let values = [
                position.x,
                placed.y(position.y),
                velocity.x,
                placed.y(velocity.y),
                agent.steering,
                fov,
            ];
            self.numbers
                .iter_mut()
                .zip(values)
                .for_each(|(column, value)| column.push(value));
            self.nodes.push(
                agent
                    .node
                    .map_or(-1, |node| i32::try_from(node).unwrap_or(-1)),
            );
        }
    }

    /// The number of samples.
    pub fn samples(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The number of values of a column in the file.
    pub fn cells(&self) -> usize {
        self.starts.len() * self.agents.len()
    }

    /// The values of a column, with `none` for agents that are not there.
    fn by_sample<'a, T: Copy>(&'a self, values: &'a [T], none: T) -> impl Iterator<Item = T> + 'a {
        let ends = self.starts.iter().skip(1).copied();
        let ends = ends.chain([self.places.len()]);
        self.starts.iter().zip(ends).flat_map(move |(start, end)| {
            let mut rows = (*start..end).peekable();
            (0..self.agents.len() as u32).map(move |agent| {
                let row = rows.next_if(|row| self.places[*row] == agent);
                row.map_or(none, |row| values[row])
            })
        })
    }

    /// The columns that are not empty, each at a multiple of 8 bytes.
    pub fn layout(&self) -> Vec<Column> {
        let numbers = NUMBERS.into_iter().zip(&self.numbers).enumerate();
        let numbers = numbers.filter(|(_, (name, values))| {
            *name != "fov_deg" || values.iter().any(|value| !value.is_nan())
        });
        let mut kinds: Vec<(&str, Kind)> =
            numbers.map(|(i, (name, _))| (name, Kind::F64(i))).collect();
        if self.nodes.iter().any(|node| *node >= 0) {
            kinds.push(("node", Kind::I32));
        }
        let mut offset = self.data_offset(kinds.len());
        let column = |(name, kind): (&'static str, Kind)| {
            let column = Column {
                name,
                kind,
                offset,
                values: self.cells(),
            };
            offset += to_multiple_of_8(kind.bytes() * self.cells());
            column
        };
        kinds.into_iter().map(column).collect()
    }

    /// The position of the values in the file, after the header, the list of columns and the agent ids.
    fn data_offset(&self, columns: usize) -> usize {
        to_multiple_of_8(HEADER_BYTES + COLUMN_BYTES * columns + 4 * self.agents.len())
    }

    /// The content of the file.
    pub fn bytes(&self, dt: f64, layout: &[Column]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(size(self, layout));
        bytes.extend(MAGIC);
        for count in [
            VERSION,
            self.samples(),
            self.agents.len() as u32,
            layout.len() as u32,
        ] {
            bytes.extend(count.to_le_bytes());
        }
        bytes.extend(dt.to_le_bytes());
        for column in layout {
            bytes.extend(padded::<16>(column.name));
            bytes.extend(padded::<8>(column.kind.name()));
            bytes.extend((column.offset as u64).to_le_bytes());
        }
        self.agents
            .iter()
            .for_each(|id| bytes.extend(id.0.to_le_bytes()));
        for column in layout {
            bytes.resize(column.offset, 0);
            match column.kind {
                Kind::F64(index) => self
                    .by_sample(&self.numbers[index], f64::NAN)
                    .for_each(|value| bytes.extend(value.to_le_bytes())),
                Kind::I32 => self
                    .by_sample(&self.nodes, -1)
                    .for_each(|node| bytes.extend(node.to_le_bytes())),
            }
        }
        bytes.resize(size(self, layout), 0);
        bytes
    }
}

/// The size of the file in bytes.
pub(super) fn size(columns: &Columns, layout: &[Column]) -> usize {
    let empty = columns.data_offset(layout.len());
    layout.last().map_or(empty, |last| {
        last.offset + to_multiple_of_8(last.kind.bytes() * last.values)
    })
}

fn to_multiple_of_8(bytes: usize) -> usize {
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
