//! What is selected, by id: an undo may remove a thing, and its id then simply leads nowhere.

use crate::scene::{AgentId, MarkerId, NodeId, PathId, PatrolPath, PresetId, Scene};
use std::collections::BTreeSet;

/// Something that can be selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// A whole path.
    Path(PathId),
    /// A node of a path.
    Node(PathId, NodeId),
    /// An agent.
    Agent(AgentId),
    /// A preset.
    Preset(PresetId),
    /// A marker.
    Marker(MarkerId),
}

impl Item {
    /// Whether `scene` has it.
    pub fn exists(self, scene: &Scene) -> bool {
        match self {
            Self::Path(path) => scene.path(path).is_some(),
            Self::Node(path, node) => scene.node(path, node).is_some(),
            Self::Agent(agent) => scene.agent(agent).is_some(),
            Self::Preset(preset) => scene.preset(preset).is_some(),
            Self::Marker(marker) => scene.marker(marker).is_some(),
        }
    }

    /// The path it is or belongs to.
    pub fn path(self) -> Option<PathId> {
        match self {
            Self::Path(path) | Self::Node(path, _) => Some(path),
            _ => None,
        }
    }
}

/// The selected items; the one selected last is the primary one, which the inspector shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    items: BTreeSet<Item>,
    primary: Option<Item>,
}

impl Selection {
    /// Selects one item alone.
    pub fn set(&mut self, item: Item) {
        self.items = BTreeSet::from([item]);
        self.primary = Some(item);
    }

    /// Selects several; the last is the primary one.
    pub fn set_all(&mut self, items: impl IntoIterator<Item = Item>) {
        self.clear();
        for item in items {
            self.items.insert(item);
            self.primary = Some(item);
        }
    }

    /// Adds an item, or takes it out.
    pub fn toggle(&mut self, item: Item) {
        if self.items.remove(&item) {
            self.primary = self.items.last().copied();
        } else {
            self.items.insert(item);
            self.primary = Some(item);
        }
    }

    /// Selects nothing.
    pub fn clear(&mut self) {
        self.items.clear();
        self.primary = None;
    }

    /// Drops what `scene` no longer has.
    pub fn retain_existing(&mut self, scene: &Scene) {
        // Items are in order, so the nodes of a path follow each other: its place is looked up once.
        let mut at: Option<&PatrolPath> = None;
        self.items.retain(|item| match *item {
            Item::Node(path, node) => {
                if at.is_none_or(|at| at.id != path) {
                    at = scene.path(path);
                }
                at.is_some_and(|at| at.index_of(node).is_some())
            }
            item => item.exists(scene),
        });
        if self.primary.is_some_and(|item| !self.items.contains(&item)) {
            self.primary = self.items.last().copied();
        }
    }

    /// Whether `item` is selected.
    pub fn contains(&self, item: Item) -> bool {
        self.items.contains(&item)
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

    /// The item selected last.
    pub fn primary(&self) -> Option<Item> {
        self.primary
    }

    /// The path selected, or the one whose node is.
    pub fn path(&self) -> Option<PathId> {
        self.primary.and_then(Item::path).or_else(|| self.items.iter().find_map(|item| item.path()))
    }

    /// The selected agents.
    pub fn agents(&self) -> impl Iterator<Item = AgentId> + '_ {
        self.items.iter().filter_map(|item| match item {
            Item::Agent(agent) => Some(*agent),
            _ => None,
        })
    }
}
