//! Which items of a scene have custom properties.

use crate::scene::{
    AgentId, MarkerId, NodeId, PathId, PresetId, Properties, PropertyDeclaration, PropertyOwner,
    PropertyValue, ReferenceKind, Scene, WallId,
};
use std::sync::Arc;

/// An item that can have custom properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PropertyItem {
    /// A node of a path.
    Node(PathId, NodeId),
    /// A path.
    Path(PathId),
    /// An agent.
    Agent(AgentId),
    /// A marker.
    Marker(MarkerId),
    /// A wall.
    Wall(WallId),
    /// A preset.
    Preset(PresetId),
}

impl PropertyItem {
    /// The kind of the item.
    #[must_use]
    pub fn owner(self) -> PropertyOwner {
        match self {
            Self::Node(..) => PropertyOwner::Nodes,
            Self::Path(_) => PropertyOwner::Paths,
            Self::Agent(_) => PropertyOwner::Agents,
            Self::Marker(_) => PropertyOwner::Markers,
            Self::Wall(_) => PropertyOwner::Walls,
            Self::Preset(_) => PropertyOwner::Presets,
        }
    }
}

impl Scene {
    /// The declaration of the custom property with this name, if there is one.
    #[must_use]
    pub fn declared_property(&self, name: &str) -> Option<&PropertyDeclaration> {
        let mut declarations = self.declared_properties.iter();
        declarations.find(|declaration| declaration.name == name)
    }

    /// The declared properties of a kind of item, in order.
    pub fn properties_on(
        &self,
        owner: PropertyOwner,
    ) -> impl Iterator<Item = &PropertyDeclaration> {
        let declarations = self.declared_properties.iter();
        declarations.filter(move |declaration| declaration.on.contains(owner))
    }

    /// The value of a custom property of an item: its own, or the default if the property is
    /// declared for this kind of item. `None` if there is neither, and if the item does not exist.
    #[must_use]
    pub fn property(&self, item: PropertyItem, name: &str) -> Option<&PropertyValue> {
        let default = || {
            let declaration = self.declared_property(name)?;
            let applies = declaration.on.contains(item.owner());
            applies.then_some(&declaration.default)
        };
        self.properties_of(item)?.get(name).or_else(default)
    }

    /// The values that an item has. `None` if the item does not exist.
    #[must_use]
    pub fn properties_of(&self, item: PropertyItem) -> Option<&Properties> {
        match item {
            PropertyItem::Node(path, node) => self.node(path, node).map(|node| &node.properties),
            PropertyItem::Path(id) => self.path(id).map(|path| &path.properties),
            PropertyItem::Agent(id) => self.agent(id).map(|agent| &agent.properties),
            PropertyItem::Marker(id) => self.marker(id).map(|marker| &marker.properties),
            PropertyItem::Wall(id) => self.wall(id).map(|wall| &wall.properties),
            PropertyItem::Preset(id) => self.preset(id).map(|preset| &preset.properties),
        }
    }

    /// The values that an item has, for editing.
    pub fn properties_of_mut(&mut self, item: PropertyItem) -> Option<&mut Properties> {
        match item {
            PropertyItem::Node(path, node) => {
                (self.node_mut(path, node)).map(|node| &mut node.properties)
            }
            PropertyItem::Path(id) => self.path_mut(id).map(|path| &mut path.properties),
            PropertyItem::Agent(id) => self.agent_mut(id).map(|agent| &mut agent.properties),
            PropertyItem::Marker(id) => self.marker_mut(id).map(|marker| &mut marker.properties),
            PropertyItem::Wall(id) => self.wall_mut(id).map(|wall| &mut wall.properties),
            PropertyItem::Preset(id) => self.preset_mut(id).map(|preset| &mut preset.properties),
        }
    }

    /// All items that have values of custom properties, in the order of the file.
    pub fn items_with_properties(&self) -> impl Iterator<Item = (PropertyItem, &Properties)> {
        let presets = self.presets.iter().map(|preset| {
            let item = PropertyItem::Preset(preset.id);
            (item, &preset.properties)
        });
        let paths = self.paths.iter().flat_map(|path| {
            let nodes = path.nodes.iter().map(|node| {
                let item = PropertyItem::Node(path.id, node.id);
                (item, &node.properties)
            });
            std::iter::once((PropertyItem::Path(path.id), &path.properties)).chain(nodes)
        });
        let markers = self.markers.iter().map(|marker| {
            let item = PropertyItem::Marker(marker.id);
            (item, &marker.properties)
        });
        let agents = self.agents.iter().map(|agent| {
            let item = PropertyItem::Agent(agent.id);
            (item, &agent.properties)
        });
        let walls = self.walls.iter().map(|wall| {
            let item = PropertyItem::Wall(wall.id);
            (item, &wall.properties)
        });
        let all = (presets.chain(paths))
            .chain(markers)
            .chain(agents)
            .chain(walls);
        all.filter(|(_, properties)| !properties.is_empty())
    }

    /// Changes the values of all items that have some. Parts without values stay shared.
    pub fn change_properties(&mut self, mut change: impl FnMut(PropertyItem, &mut Properties)) {
        for preset in &mut self.presets {
            if !preset.properties.is_empty() {
                let preset = Arc::make_mut(preset);
                change(PropertyItem::Preset(preset.id), &mut preset.properties);
            }
        }
        for path in &mut self.paths {
            let of_nodes = path.nodes.iter().any(|node| !node.properties.is_empty());
            if path.properties.is_empty() && !of_nodes {
                continue;
            }
            let path = Arc::make_mut(path);
            if !path.properties.is_empty() {
                change(PropertyItem::Path(path.id), &mut path.properties);
            }
            for node in &mut path.nodes {
                if !node.properties.is_empty() {
                    change(PropertyItem::Node(path.id, node.id), &mut node.properties);
                }
            }
        }
        if self
            .markers
            .iter()
            .any(|marker| !marker.properties.is_empty())
        {
            for marker in Arc::make_mut(&mut self.markers) {
                if !marker.properties.is_empty() {
                    change(PropertyItem::Marker(marker.id), &mut marker.properties);
                }
            }
        }
        if self.agents.iter().any(|agent| !agent.properties.is_empty()) {
            for agent in Arc::make_mut(&mut self.agents) {
                if !agent.properties.is_empty() {
                    change(PropertyItem::Agent(agent.id), &mut agent.properties);
                }
            }
        }
        for wall in &mut self.walls {
            if !wall.properties.is_empty() {
                let wall = Arc::make_mut(wall);
                change(PropertyItem::Wall(wall.id), &mut wall.properties);
            }
        }
    }

    /// Whether an item of this kind has this id.
    #[must_use]
    pub fn has_item(&self, kind: ReferenceKind, id: u32) -> bool {
        match kind {
            ReferenceKind::Agents => self.agent(AgentId(id)).is_some(),
            ReferenceKind::Paths => self.path(PathId(id)).is_some(),
            ReferenceKind::Markers => self.marker(MarkerId(id)).is_some(),
            ReferenceKind::Walls => self.wall(WallId(id)).is_some(),
            ReferenceKind::Presets => self.preset(PresetId(id)).is_some(),
        }
    }
}
