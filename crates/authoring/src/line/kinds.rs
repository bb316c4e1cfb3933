//! What paths, walls and areas are as lines of nodes.

use crate::edit::references;
use crate::line::Line;
use crate::paths::ops;
use glam::DVec2;
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_runtime::level::Segment;
use steerwright_runtime::scene::editor::Area;
use steerwright_runtime::scene::{
    AreaId, Node, NodeId, PathId, PatrolPath, Properties, ReferenceKind, Scene, Wall, WallId,
    WallNode,
};
use steerwright_runtime::steering::follow_path::Traversal;

/// A line of nodes in a scene.
pub trait NodeLine {
    /// Its id.
    fn line(&self) -> Line;

    /// Its name.
    fn name(&self) -> &str;

    /// The number of its nodes.
    fn count(&self) -> usize;

    /// The id and the position of a node.
    fn node(&self, index: usize) -> Option<(NodeId, DVec2)>;

    /// The index of a node.
    fn index_of(&self, node: NodeId) -> Option<usize>;

    /// Whether the last node is connected to the first.
    fn is_closed(&self) -> bool;

    /// The ids and positions of all nodes.
    fn nodes(&self) -> Box<dyn Iterator<Item = (NodeId, DVec2)> + '_> {
        Box::new((0..self.count()).filter_map(|index| self.node(index)))
    }

    /// The straight edges between the nodes. Curves of paths are in [`Routes`](crate::Routes).
    fn edges(&self) -> Box<dyn Iterator<Item = Segment> + '_> {
        let count = self.count();
        let edges = match self.is_closed() && count > 1 {
            true => count,
            false => count.saturating_sub(1),
        };
        Box::new((0..edges).filter_map(move |index| {
            let (_, a) = self.node(index)?;
            let (_, b) = self.node((index + 1) % count)?;
            Some(Segment::new(a, b))
        }))
    }
}

impl<K: Kind> NodeLine for K {
    fn line(&self) -> Line {
        self.id().into()
    }

    fn name(&self) -> &str {
        self.parts().name
    }

    fn count(&self) -> usize {
        self.parts().nodes.len()
    }

    fn node(&self, index: usize) -> Option<(NodeId, DVec2)> {
        let node = self.parts().nodes.get(index)?;
        Some((node.id(), node.position()))
    }

    fn index_of(&self, node: NodeId) -> Option<usize> {
        Kind::index_of(self, node)
    }

    fn is_closed(&self) -> bool {
        self.parts().is_closed
    }
}

/// The parts of a line.
pub struct Parts<'a, N> {
    pub name: &'a str,
    pub nodes: &'a [N],
    pub is_closed: bool,
}

/// A node of a line.
pub trait LineNode: Clone {
    fn at(id: NodeId, position: DVec2) -> Self;
    fn id(&self) -> NodeId;
    fn set_id(&mut self, id: NodeId);
    fn position(&self) -> DVec2;
    fn set_position(&mut self, position: DVec2);

    /// Forgets the segment after it, which is another one or none now.
    fn forget_segment(&mut self) {}

    /// Takes over what a node at the same place says, and the segment after that if it `is_next`.
    fn absorb(&mut self, _gone: Self, _is_next: bool) {}
}

/// A kind of line.
pub trait Kind: Clone + Sized + 'static {
    type Id: Copy + Eq + Into<Line>;
    type Node: LineNode;

    fn id(&self) -> Self::Id;
    fn parts(&self) -> Parts<'_, Self::Node>;
    fn nodes_mut(&mut self) -> &mut Vec<Self::Node>;
    fn index_of(&self, node: NodeId) -> Option<usize>;
    fn next_node_id(&self) -> NodeId;
    fn set_closed(&mut self, closed: bool);
    fn find(scene: &Scene, id: Self::Id) -> Option<&Self>;
    fn find_mut(scene: &mut Scene, id: Self::Id) -> Option<&mut Self>;
    fn delete(scene: &mut Scene, id: Self::Id);

    /// Reverses the order of the nodes.
    fn reverse(&mut self) {
        self.nodes_mut().reverse();
    }

    /// Divides what happens on the segment before a node that was inserted.
    fn inserted(&mut self, _index: usize) {}
}

/// A kind of line that can be open, so that it can be split and joined.
pub trait Open: Kind {
    /// What custom properties call it.
    const REFERENCES: ReferenceKind;

    fn number(id: Self::Id) -> u32;
    fn properties_mut(&mut self) -> &mut Properties;
    fn list(scene: &mut Scene) -> &mut Vec<Arc<Self>>;
    fn next_id(scene: &Scene) -> Self::Id;
    fn set_name(&mut self, id: Self::Id, name: String);

    /// What refers to the nodes of a line refers to those of another now, by their new ids.
    fn move_nodes(
        _scene: &mut Scene,
        _from: Self::Id,
        _to: Self::Id,
        _ids: &BTreeMap<NodeId, NodeId>,
    ) {
    }

    /// What refers to a line that was joined to another refers to that now.
    fn redirect(_scene: &mut Scene, _from: Self::Id, _to: Self::Id) {}
}

impl LineNode for WallNode {
    fn at(id: NodeId, position: DVec2) -> Self {
        Self { id, position }
    }

    fn id(&self) -> NodeId {
        self.id
    }

    fn set_id(&mut self, id: NodeId) {
        self.id = id;
    }

    fn position(&self) -> DVec2 {
        self.position
    }

    fn set_position(&mut self, position: DVec2) {
        self.position = position;
    }
}

impl LineNode for Node {
    fn at(id: NodeId, position: DVec2) -> Self {
        Self::at(id, position)
    }

    fn id(&self) -> NodeId {
        self.id
    }

    fn set_id(&mut self, id: NodeId) {
        self.id = id;
    }

    fn position(&self) -> DVec2 {
        self.position
    }

    fn set_position(&mut self, position: DVec2) {
        self.position = position;
    }

    fn forget_segment(&mut self) {
        if !self.along().is_empty() {
            self.edit_script(|script| script.along.clear());
        }
    }

    fn absorb(&mut self, gone: Self, is_next: bool) {
        ops::absorb(self, gone, is_next);
    }
}

impl Kind for PatrolPath {
    type Id = PathId;
    type Node = Node;

    fn id(&self) -> PathId {
        self.id
    }

    fn parts(&self) -> Parts<'_, Node> {
        Parts {
            name: &self.name,
            nodes: &self.nodes,
            is_closed: self.is_closed(),
        }
    }

    fn nodes_mut(&mut self) -> &mut Vec<Node> {
        &mut self.nodes
    }

    fn index_of(&self, node: NodeId) -> Option<usize> {
        self.index_of(node)
    }

    fn next_node_id(&self) -> NodeId {
        self.next_node_id()
    }

    fn set_closed(&mut self, closed: bool) {
        self.traversal = match (closed, self.traversal) {
            (true, _) => Traversal::Loop,
            (false, Traversal::Loop) => Traversal::PingPong,
            (false, open) => open,
        };
    }

    fn find(scene: &Scene, id: PathId) -> Option<&Self> {
        scene.path(id)
    }

    fn find_mut(scene: &mut Scene, id: PathId) -> Option<&mut Self> {
        scene.path_mut(id)
    }

    fn delete(scene: &mut Scene, id: PathId) {
        scene.paths.retain(|path| path.id != id);
        ops::follow_instead(scene, id, None);
    }

    fn reverse(&mut self) {
        ops::reverse_nodes(self);
    }

    fn inserted(&mut self, index: usize) {
        ops::split_along(self, index);
    }
}

impl Open for PatrolPath {
    const REFERENCES: ReferenceKind = ReferenceKind::Paths;

    fn number(id: PathId) -> u32 {
        id.0
    }

    fn properties_mut(&mut self) -> &mut Properties {
        &mut self.properties
    }

    fn list(scene: &mut Scene) -> &mut Vec<Arc<Self>> {
        &mut scene.paths
    }

    fn next_id(scene: &Scene) -> PathId {
        scene.next_path_id()
    }

    fn set_name(&mut self, id: PathId, name: String) {
        (self.id, self.name) = (id, name);
    }

    fn move_nodes(scene: &mut Scene, from: PathId, to: PathId, ids: &BTreeMap<NodeId, NodeId>) {
        references::move_nodes(scene, |of, node| match ids.get(&node) {
            Some(&id) if of == from => (to, id),
            Some(_) | None => (of, node),
        });
    }

    fn redirect(scene: &mut Scene, from: PathId, to: PathId) {
        ops::follow_instead(scene, from, Some(to));
    }
}

impl Kind for Wall {
    type Id = WallId;
    type Node = WallNode;

    fn id(&self) -> WallId {
        self.id
    }

    fn parts(&self) -> Parts<'_, WallNode> {
        Parts {
            name: &self.name,
            nodes: &self.nodes,
            is_closed: self.closed,
        }
    }

    fn nodes_mut(&mut self) -> &mut Vec<WallNode> {
        &mut self.nodes
    }

    fn index_of(&self, node: NodeId) -> Option<usize> {
        self.index_of(node)
    }

    fn next_node_id(&self) -> NodeId {
        self.next_node_id()
    }

    fn set_closed(&mut self, closed: bool) {
        self.closed = closed;
    }

    fn find(scene: &Scene, id: WallId) -> Option<&Self> {
        scene.wall(id)
    }

    fn find_mut(scene: &mut Scene, id: WallId) -> Option<&mut Self> {
        scene.wall_mut(id)
    }

    fn delete(scene: &mut Scene, id: WallId) {
        scene.walls.retain(|wall| wall.id != id);
    }
}

impl Open for Wall {
    const REFERENCES: ReferenceKind = ReferenceKind::Walls;

    fn number(id: WallId) -> u32 {
        id.0
    }

    fn properties_mut(&mut self) -> &mut Properties {
        &mut self.properties
    }

    fn list(scene: &mut Scene) -> &mut Vec<Arc<Self>> {
        &mut scene.walls
    }

    fn next_id(scene: &Scene) -> WallId {
        scene.next_wall_id()
    }

    fn set_name(&mut self, id: WallId, name: String) {
        (self.id, self.name) = (id, name);
    }
}

impl Kind for Area {
    type Id = AreaId;
    type Node = WallNode;

    fn id(&self) -> AreaId {
        self.id
    }

    fn parts(&self) -> Parts<'_, WallNode> {
        Parts {
            name: &self.name,
            nodes: &self.nodes,
            is_closed: true,
        }
    }

    fn nodes_mut(&mut self) -> &mut Vec<WallNode> {
        &mut self.nodes
    }

    fn index_of(&self, node: NodeId) -> Option<usize> {
        self.index_of(node)
    }

    fn next_node_id(&self) -> NodeId {
        self.next_node_id()
    }

    fn set_closed(&mut self, _closed: bool) {}

    fn find(scene: &Scene, id: AreaId) -> Option<&Self> {
        scene.area(id)
    }

    fn find_mut(scene: &mut Scene, id: AreaId) -> Option<&mut Self> {
        scene.area_mut(id)
    }

    fn delete(scene: &mut Scene, id: AreaId) {
        scene.editor_mut().areas.retain(|area| area.id != id);
    }
}
