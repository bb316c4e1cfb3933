//! The items of a scene that can be selected.

use steerwright_runtime::scene::{
    AgentId, AreaId, ContactId, MarkerId, NodeId, PathId, PictureId, PresetId, Scene, SpawnerId,
    WallId,
};

/// An item that can be selected.
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
    /// A whole wall.
    Wall(WallId),
    /// A node of a wall.
    WallNode(WallId, NodeId),
    /// A picture underneath the scene.
    Picture(PictureId),
    /// A whole area.
    Area(AreaId),
    /// A corner of an area.
    AreaNode(AreaId, NodeId),
    /// A spawner.
    Spawner(SpawnerId),
    /// A contact rule, which has no place.
    Contact(ContactId),
}

impl Item {
    /// Whether `scene` contains it.
    pub fn exists(self, scene: &Scene) -> bool {
        match self {
            Self::Path(path) => scene.path(path).is_some(),
            Self::Node(path, node) => scene.node(path, node).is_some(),
            Self::Agent(agent) => scene.agent(agent).is_some(),
            Self::Preset(preset) => scene.preset(preset).is_some(),
            Self::Marker(marker) => scene.marker(marker).is_some(),
            Self::Wall(wall) => scene.wall(wall).is_some(),
            Self::Picture(picture) => scene.picture(picture).is_some(),
            Self::Area(area) => scene.area(area).is_some(),
            Self::Spawner(spawner) => scene.spawner(spawner).is_some(),
            Self::Contact(contact) => scene.contact(contact).is_some(),
            Self::AreaNode(area, node) => scene
                .area(area)
                .is_some_and(|area| area.index_of(node).is_some()),
            Self::WallNode(wall, node) => scene
                .wall(wall)
                .is_some_and(|wall| wall.index_of(node).is_some()),
        }
    }

    /// A description: "node 3 of Path 2".
    pub fn describe(self, scene: &Scene) -> String {
        let named = |kind: &str, name: Option<&str>| {
            format!("{kind} {}", name.unwrap_or_default())
                .trim_end()
                .to_owned()
        };
        let node_of = |index: Option<usize>, owner: Option<&str>| {
            let number = index.map_or(0, |index| index + 1);
            format!("node {number} of {}", owner.unwrap_or_default())
        };
        match self {
            Self::Path(path) => named("path", scene.path(path).map(|path| path.name.as_str())),
            Self::Node(path, node) => {
                let path = scene.path(path);
                node_of(
                    path.and_then(|path| path.index_of(node)),
                    path.map(|path| path.name.as_str()),
                )
            }
            Self::Wall(wall) => named("wall", scene.wall(wall).map(|wall| wall.name.as_str())),
            Self::WallNode(wall, node) => {
                let wall = scene.wall(wall);
                node_of(
                    wall.and_then(|wall| wall.index_of(node)),
                    wall.map(|wall| wall.name.as_str()),
                )
            }
            Self::Area(area) => named("area", scene.area(area).map(|area| area.name.as_str())),
            Self::AreaNode(area, node) => {
                let area = scene.area(area);
                node_of(
                    area.and_then(|area| area.index_of(node)),
                    area.map(|area| area.name.as_str()),
                )
            }
            Self::Picture(picture) => {
                let picture = scene.picture(picture);
                named("picture", picture.map(|picture| picture.name.as_str()))
            }
            Self::Spawner(spawner) => {
                let spawner = scene.spawner(spawner);
                named("spawner", spawner.map(|spawner| spawner.name.as_str()))
            }
            Self::Contact(contact) => {
                let contact = scene.contact(contact);
                named("contact rule", contact.map(|contact| contact.name.as_str()))
            }
            Self::Agent(agent) => {
                named("agent", scene.agent(agent).map(|agent| agent.name.as_str()))
            }
            Self::Preset(preset) => named(
                "preset",
                scene.preset(preset).map(|preset| preset.name.as_str()),
            ),
            Self::Marker(marker) => named(
                "marker",
                scene.marker(marker).map(|marker| marker.name.as_str()),
            ),
        }
    }

    /// The item, or the path or the wall of a node.
    pub fn whole(self) -> Self {
        match self {
            Self::Node(path, _) => Self::Path(path),
            Self::WallNode(wall, _) => Self::Wall(wall),
            Self::AreaNode(area, _) => Self::Area(area),
            Self::Path(_)
            | Self::Agent(_)
            | Self::Preset(_)
            | Self::Marker(_)
            | Self::Wall(_)
            | Self::Picture(_)
            | Self::Area(_)
            | Self::Spawner(_)
            | Self::Contact(_) => self,
        }
    }

    /// Whether it is a node of a path or of a wall.
    pub fn is_node(self) -> bool {
        self != self.whole()
    }

    /// The path, or the path of a node.
    pub fn path(self) -> Option<PathId> {
        match self {
            Self::Path(path) | Self::Node(path, _) => Some(path),
            Self::Agent(_)
            | Self::Preset(_)
            | Self::Marker(_)
            | Self::Wall(_)
            | Self::WallNode(..)
            | Self::Picture(_)
            | Self::Area(_)
            | Self::AreaNode(..)
            | Self::Spawner(_)
            | Self::Contact(_) => None,
        }
    }

    /// The area, or the area of a corner.
    pub fn area(self) -> Option<AreaId> {
        match self {
            Self::Area(area) | Self::AreaNode(area, _) => Some(area),
            Self::Path(_)
            | Self::Node(..)
            | Self::Agent(_)
            | Self::Preset(_)
            | Self::Marker(_)
            | Self::Wall(_)
            | Self::WallNode(..)
            | Self::Picture(_)
            | Self::Spawner(_)
            | Self::Contact(_) => None,
        }
    }

    /// The preset, or that of the agent or spawner.
    pub fn preset(self, scene: &Scene) -> Option<PresetId> {
        match self {
            Self::Preset(id) => Some(id),
            Self::Agent(id) => scene.agent(id).map(|agent| agent.preset),
            Self::Spawner(id) => scene.spawner(id).map(|spawner| spawner.preset),
            Self::Path(_)
            | Self::Node(..)
            | Self::Marker(_)
            | Self::Wall(_)
            | Self::WallNode(..)
            | Self::Picture(_)
            | Self::Area(_)
            | Self::AreaNode(..)
            | Self::Contact(_) => None,
        }
    }

    /// The wall, or the wall of a node.
    pub fn wall(self) -> Option<WallId> {
        match self {
            Self::Wall(wall) | Self::WallNode(wall, _) => Some(wall),
            Self::Path(_)
            | Self::Node(..)
            | Self::Agent(_)
            | Self::Preset(_)
            | Self::Marker(_)
            | Self::Picture(_)
            | Self::Area(_)
            | Self::AreaNode(..)
            | Self::Spawner(_)
            | Self::Contact(_) => None,
        }
    }
}
