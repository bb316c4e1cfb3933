//! What the nodes of paths, the states of presets and custom properties refer to: doors, markers,
//! paths and nodes.

use super::gone::Gone;
use super::merger::Merger;
use std::collections::BTreeSet;
use steerwright_format::references::{self, ItemId};
use steerwright_runtime::scene::{
    AgentId, MarkerId, NextNode, NodeId, PathId, Properties, PropertyItem, ReferenceKind, Scene,
    WallId,
};

/// The items that what stays in a scene uses.
pub(super) struct Uses {
    /// The names of the custom properties that refer to items.
    names: Vec<(String, ReferenceKind)>,
    /// The items that are no longer in the map.
    gone: BTreeSet<ItemId>,
    used: BTreeSet<ItemId>,
    /// Those of `gone` that are used, and what they use is not added yet: they stay.
    to_add: Vec<ItemId>,
}

impl Uses {
    /// What a scene uses without these items. One of them that is used counts as one that stays.
    pub fn without(scene: &Scene, gone: &Gone) -> Self {
        let walls = gone.walls.iter().map(|id| (ReferenceKind::Walls, id.0));
        let paths = gone.paths.iter().map(|id| (ReferenceKind::Paths, id.0));
        let markers = gone.markers.iter().map(|id| (ReferenceKind::Markers, id.0));
        let declared = scene.declared_properties.iter();
        let names = declared.clone().filter_map(|declaration| {
            let kind = declaration.value_type.reference_kind()?;
            Some((declaration.name.clone(), kind))
        });
        let mut uses = Self {
            names: names.collect(),
            gone: walls.chain(paths).chain(markers).collect(),
            used: BTreeSet::new(),
            to_add: Vec::new(),
        };
        for declaration in declared {
            let kind = declaration.value_type.reference_kind();
            uses.add_all(kind.zip(declaration.default.as_id()));
        }
        for preset in &scene.presets {
            uses.add_all(references::of_preset(preset));
        }
        for path in &scene.paths {
            if !uses.gone.contains(&(ReferenceKind::Paths, path.id.0)) {
                uses.add_all(references::of_path(path));
            }
        }
        for (item, values) in scene.items_with_properties() {
            if !id_of(item).is_some_and(|id| uses.gone.contains(&id)) {
                uses.add_values(values);
            }
        }
        while let Some((kind, id)) = uses.to_add.pop() {
            uses.add_item(scene, kind, id);
        }
        uses
    }

    /// Whether anything uses the wall.
    pub fn has_wall(&self, id: WallId) -> bool {
        self.used.contains(&(ReferenceKind::Walls, id.0))
    }

    /// Whether anything uses the path.
    pub fn has_path(&self, id: PathId) -> bool {
        self.used.contains(&(ReferenceKind::Paths, id.0))
    }

    /// Whether anything uses the marker.
    pub fn has_marker(&self, id: MarkerId) -> bool {
        self.used.contains(&(ReferenceKind::Markers, id.0))
    }

    /// Whether anything uses the agent.
    pub fn has_agent(&self, id: AgentId) -> bool {
        self.used.contains(&(ReferenceKind::Agents, id.0))
    }

    fn add_all(&mut self, items: impl IntoIterator<Item = ItemId>) {
        for item in items {
            if self.used.insert(item) && self.gone.contains(&item) {
                self.to_add.push(item);
            }
        }
    }

    /// Adds what an item uses that stays because it is used.
    fn add_item(&mut self, scene: &Scene, kind: ReferenceKind, id: u32) {
        match kind {
            ReferenceKind::Paths => {
                if let Some(path) = scene.path(PathId(id)) {
                    self.add_all(references::of_path(path));
                    self.add_values(&path.properties);
                    for node in &path.nodes {
                        self.add_values(&node.properties);
                    }
                }
            }
            ReferenceKind::Markers => {
                if let Some(marker) = scene.marker(MarkerId(id)) {
                    self.add_values(&marker.properties);
                }
            }
            ReferenceKind::Walls => {
                if let Some(wall) = scene.wall(WallId(id)) {
                    self.add_values(&wall.properties);
                }
            }
            // They are not among those that are gone.
            ReferenceKind::Agents | ReferenceKind::Presets => {}
        }
    }

    fn add_values(&mut self, values: &Properties) {
        let names = self.names.iter();
        let ids = names.filter_map(|(name, kind)| Some((*kind, values.get(name)?.as_id()?)));
        self.add_all(ids.collect::<Vec<_>>());
    }
}

/// The kind and the id of the item that has the properties: for those of a node, its path.
fn id_of(item: PropertyItem) -> Option<ItemId> {
    match item {
        PropertyItem::Node(id, _) | PropertyItem::Path(id) => Some((ReferenceKind::Paths, id.0)),
        PropertyItem::Marker(id) => Some((ReferenceKind::Markers, id.0)),
        PropertyItem::Wall(id) => Some((ReferenceKind::Walls, id.0)),
        PropertyItem::Agent(_) | PropertyItem::Preset(_) => None,
    }
}

impl Merger<'_> {
    /// Removes the choices of junctions that lead to nodes that the map no longer has, and lists
    /// them.
    pub(super) fn remove_lost_next(&mut self) {
        if !self.scene.paths.iter().any(|path| path.has_junctions()) {
            return;
        }
        let nodes = self.scene.paths.iter().flat_map(|path| {
            let nodes = path.nodes.iter();
            nodes.map(|node| (path.id, node.id))
        });
        let known: BTreeSet<(PathId, NodeId)> = nodes.collect();
        let is_lost = |next: &NextNode| !known.contains(&(next.path, next.node));
        let mut lost: Vec<(PathId, NodeId)> = Vec::new();
        let junctions = self.scene.paths.iter().filter(|path| path.has_junctions());
        for path in junctions {
            for (index, node) in path.nodes.iter().enumerate() {
                for next in node.next().iter().filter(|next| is_lost(next)) {
                    let name = self.scene.path(next.path).map_or("", |path| &path.name);
                    self.changes.deleted.push(format!(
                        "a choice of the junction at node {} of path {:?}, because its node of path {name:?} is gone",
                        index + 1,
                        path.name
                    ));
                    lost.push((path.id, node.id));
                }
            }
        }
        for (path, node) in lost {
            let Some(node) = self.scene.node_mut(path, node) else {
                continue;
            };
            node.edit_script(|script| {
                script.next.retain(|next| !is_lost(next));
                if script.next.is_empty() {
                    (script.choose, script.not_back) = Default::default();
                }
            });
        }
    }
}
