//! The selection, by id. Ids of items that an undo removed are ignored.

use crate::line::NodeLine;
use crate::{Item, Line};
use std::cell::LazyCell;
use steerwright_runtime::scene::{AgentId, MarkerId, NodeId, PathId, PictureId, PresetId, Scene};

/// The selected items. The last selected one is the primary item, which the inspector shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    /// Sorted without duplicates: thousands of nodes are looked up every frame.
    items: Vec<Item>,
    primary: Option<Item>,
}

impl Selection {
    /// A selection of items; the last one is primary.
    pub fn of(items: impl IntoIterator<Item = Item>) -> Self {
        let mut selection = Self::default();
        selection.set_all(items);
        selection
    }

    /// Selects one item alone.
    pub fn set(&mut self, item: Item) {
        self.items = vec![item];
        self.primary = Some(item);
    }

    /// Selects items; the last one is primary.
    pub fn set_all(&mut self, items: impl IntoIterator<Item = Item>) {
        self.items = items.into_iter().collect();
        self.primary = self.items.last().copied();
        self.items.sort_unstable();
        self.items.dedup();
    }

    /// Adds items; the last one becomes primary.
    pub fn add_all(&mut self, items: impl IntoIterator<Item = Item>) {
        let before = self.items.len();
        self.items.extend(items);
        if self.items.len() > before {
            self.primary = self.items.last().copied();
        }
        self.items.sort_unstable();
        self.items.dedup();
    }

    /// Deselects items.
    pub fn remove_all(&mut self, items: &[Item]) {
        let removed = sorted(items.iter().copied());
        self.items
            .retain(|item| removed.binary_search(item).is_err());
        if self.primary.is_some_and(|item| !self.contains(item)) {
            self.primary = self.items.last().copied();
        }
    }

    /// Adds or removes an item.
    pub fn toggle(&mut self, item: Item) {
        match self.items.binary_search(&item) {
            Ok(index) => {
                self.items.remove(index);
                self.primary = self.items.last().copied();
            }
            Err(index) => {
                self.items.insert(index, item);
                self.primary = Some(item);
            }
        }
    }

    /// Clears the selection.
    pub fn clear(&mut self) {
        self.items.clear();
        self.primary = None;
    }

    /// Removes items that `scene` does not contain.
    pub fn retain_existing(&mut self, scene: &Scene) {
        if self.items.is_empty() {
            return;
        }
        let lines = LazyCell::new(|| {
            let mut lines: Vec<&dyn NodeLine> = Line::all(scene).collect();
            lines.sort_unstable_by_key(|line| line.line());
            lines
        });
        let line = |id: Line| {
            let index = lines.binary_search_by_key(&id, |line| line.line()).ok()?;
            Some(lines[index])
        };
        let agents = LazyCell::new(|| sorted(scene.agents.iter().map(|agent| agent.id)));
        let markers = LazyCell::new(|| sorted(scene.markers.iter().map(|marker| marker.id)));
        // Nodes of a line are adjacent, so each line is looked up once.
        let (mut of, mut nodes) = (None, Vec::new());
        self.items.retain(|item| match *item {
            Item::Node(id, node) => {
                if of.replace(id) != Some(id) {
                    let present = line(id).into_iter().flat_map(NodeLine::nodes);
                    nodes = sorted(present.map(|(node, _)| node));
                }
                nodes.binary_search(&node).is_ok()
            }
            Item::Agent(agent) => agents.binary_search(&agent).is_ok(),
            Item::Marker(marker) => markers.binary_search(&marker).is_ok(),
            item => match item.line() {
                Some(id) => line(id).is_some(),
                None => item.exists(scene),
            },
        });
        if self.primary.is_some_and(|item| !self.contains(item)) {
            self.primary = self.items.last().copied();
        }
    }

    /// Whether `item` is selected.
    pub fn contains(&self, item: Item) -> bool {
        self.items.binary_search(&item).is_ok()
    }

    /// Whether any node of a line is selected.
    pub fn has_nodes_of(&self, line: impl Into<Line>) -> bool {
        !self.nodes_of(line).is_empty()
    }

    /// The selected nodes of a line, sorted by id.
    pub fn nodes_of(&self, line: impl Into<Line>) -> &[Item] {
        let line = line.into();
        let (first, last) = (
            Item::Node(line, NodeId(0)),
            Item::Node(line, NodeId(u32::MAX)),
        );
        let first = self.items.partition_point(|&item| item < first);
        let end = self.items.partition_point(|&item| item <= last);
        &self.items[first..end]
    }

    /// The node that a command for a single node applies to: the primary item, or the first
    /// selected node.
    pub fn single_node(&self) -> Option<(Line, NodeId)> {
        let node = |item: Item| match item {
            Item::Node(line, node) => Some((line, node)),
            _ => None,
        };
        let mut items = self.primary.into_iter().chain(self.iter());
        items.find_map(node)
    }

    /// The lines that are selected or have selected nodes, without duplicates.
    pub fn lines(&self) -> Vec<Line> {
        let mut lines: Vec<Line> = self.iter().filter_map(Item::line).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// The paths that are selected or have selected nodes, without duplicates.
    pub fn paths(&self) -> Vec<PathId> {
        self.lines().into_iter().filter_map(Line::path).collect()
    }

    /// The markers that are selected.
    pub fn markers(&self) -> impl Iterator<Item = MarkerId> + '_ {
        self.iter().filter_map(|item| match item {
            Item::Marker(marker) => Some(marker),
            _ => None,
        })
    }

    /// The selected presets, and those of the selected agents and spawners, without duplicates.
    pub fn presets(&self, scene: &Scene) -> Vec<PresetId> {
        let mut presets = Vec::new();
        for preset in self.iter().filter_map(|item| item.preset(scene)) {
            if !presets.contains(&preset) {
                presets.push(preset);
            }
        }
        presets
    }

    /// The items, in a stable order.
    pub fn iter(&self) -> impl Iterator<Item = Item> + '_ {
        self.items.iter().copied()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether nothing is selected.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The last selected item.
    pub fn primary(&self) -> Option<Item> {
        self.primary
    }

    /// The selected line, or the line of a selected node.
    pub fn line(&self) -> Option<Line> {
        self.primary
            .and_then(Item::line)
            .or_else(|| self.items.iter().find_map(|item| item.line()))
    }

    /// The selected path, or the path of a selected node.
    pub fn path(&self) -> Option<PathId> {
        self.primary
            .and_then(Item::path)
            .or_else(|| self.items.iter().find_map(|item| item.path()))
    }

    /// The picture that is selected alone.
    pub fn picture(&self) -> Option<PictureId> {
        match self.items[..] {
            [Item::Picture(picture)] => Some(picture),
            _ => None,
        }
    }

    /// The selected agents.
    pub fn agents(&self) -> impl Iterator<Item = AgentId> + '_ {
        self.iter().filter_map(|item| match item {
            Item::Agent(agent) => Some(agent),
            _ => None,
        })
    }
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut sorted: Vec<T> = items.collect();
    sorted.sort_unstable();
    sorted
}
