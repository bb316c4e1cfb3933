//! The items of a scene that can be selected.

use crate::Line;
use glam::DVec2;
use steerwright_runtime::scene::{
    AgentId, AreaId, ContactId, MarkerId, NodeId, PathId, PictureId, PresetId, Scene, SpawnerId,
    WallId,
};

/// An item that can be selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// A whole path.
    Path(PathId),
    /// A whole wall.
    Wall(WallId),
    /// A whole area.
    Area(AreaId),
    /// A node of a path, a wall or an area.
    Node(Line, NodeId),
    /// An agent.
    Agent(AgentId),
    /// A preset.
    Preset(PresetId),
    /// A marker.
    Marker(MarkerId),
    /// A picture underneath the scene.
    Picture(PictureId),
    /// A spawner.
    Spawner(SpawnerId),
    /// A contact rule, which has no place.
    Contact(ContactId),
}

impl Item {
    /// What it is called in sentences.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Path(_) => "path",
            Self::Wall(_) => "wall",
            Self::Area(_) => "area",
            Self::Node(Line::Area(_), _) => "corner",
            Self::Node(..) => "node",
            Self::Agent(_) => "agent",
            Self::Preset(_) => "preset",
            Self::Marker(_) => "marker",
            Self::Picture(_) => "picture",
            Self::Spawner(_) => "spawner",
            Self::Contact(_) => "contact rule",
        }
    }

    /// Its name, or that of the line of a node. `None` if `scene` does not contain it.
    pub fn name(self, scene: &Scene) -> Option<&str> {
        Some(match self.whole() {
            Self::Path(id) => &scene.path(id)?.name,
            Self::Wall(id) => &scene.wall(id)?.name,
            Self::Area(id) => &scene.area(id)?.name,
            Self::Agent(id) => &scene.agent(id)?.name,
            Self::Preset(id) => &scene.preset(id)?.name,
            Self::Marker(id) => &scene.marker(id)?.name,
            Self::Picture(id) => &scene.picture(id)?.name,
            Self::Spawner(id) => &scene.spawner(id)?.name,
            Self::Contact(id) => &scene.contact(id)?.name,
            Self::Node(..) => return None,
        })
    }

    /// Its name, or that of the line of a node, to change it.
    pub fn name_mut(self, scene: &mut Scene) -> Option<&mut String> {
        Some(match self.whole() {
            Self::Path(id) => &mut scene.path_mut(id)?.name,
            Self::Wall(id) => &mut scene.wall_mut(id)?.name,
            Self::Area(id) => &mut scene.area_mut(id)?.name,
            Self::Agent(id) => &mut scene.agent_mut(id)?.name,
            Self::Preset(id) => &mut scene.preset_mut(id)?.name,
            Self::Marker(id) => &mut scene.marker_mut(id)?.name,
            Self::Picture(id) => &mut scene.picture_mut(id)?.name,
            Self::Spawner(id) => &mut scene.spawner_mut(id)?.name,
            Self::Contact(id) => &mut scene.contact_mut(id)?.name,
            Self::Node(..) => return None,
        })
    }

    /// Whether `scene` contains it.
    pub fn exists(self, scene: &Scene) -> bool {
        match self {
            Self::Node(line, node) => line.position(scene, node).is_some(),
            _ => self.name(scene).is_some(),
        }
    }

    /// A description: "node 3 of Path 2".
    pub fn describe(self, scene: &Scene) -> String {
        let name = self.name(scene).unwrap_or_default();
        match self {
            Self::Node(line, node) => {
                let index = line.of(scene).and_then(|line| line.index_of(node));
                format!("node {} of {name}", index.map_or(0, |index| index + 1))
            }
            _ => format!("{} {name}", self.kind()).trim_end().to_owned(),
        }
    }

    /// Where it starts: of a line, its first node. `None` for what has no place.
    pub fn position(self, scene: &Scene) -> Option<DVec2> {
        match self {
            Self::Node(line, node) => line.position(scene, node),
            Self::Agent(id) => scene.agent(id).map(|agent| agent.position),
            Self::Marker(id) => scene.marker(id).map(|marker| marker.position),
            Self::Picture(id) => scene.picture(id).map(|picture| picture.position),
            Self::Spawner(id) => scene.spawner(id)?.position(scene),
            _ => self
                .line()?
                .of(scene)?
                .node(0)
                .map(|(_, position)| position),
        }
    }

    /// Whether it has a place in the scene.
    pub fn has_place(self) -> bool {
        !matches!(self, Self::Preset(_) | Self::Contact(_))
    }

    /// The item, or the line of a node.
    pub fn whole(self) -> Self {
        match self {
            Self::Node(line, _) => line.into(),
            whole => whole,
        }
    }

    /// Whether it is a node of a line.
    pub fn is_node(self) -> bool {
        matches!(self, Self::Node(..))
    }

    /// The line, or the line of a node.
    pub fn line(self) -> Option<Line> {
        match self {
            Self::Path(id) => Some(id.into()),
            Self::Wall(id) => Some(id.into()),
            Self::Area(id) => Some(id.into()),
            Self::Node(line, _) => Some(line),
            _ => None,
        }
    }

    /// The path, or the path of a node.
    pub fn path(self) -> Option<PathId> {
        self.line()?.path()
    }

    /// The preset, or that of the agent or spawner.
    pub fn preset(self, scene: &Scene) -> Option<PresetId> {
        match self {
            Self::Preset(id) => Some(id),
            Self::Agent(id) => scene.agent(id).map(|agent| agent.preset),
            Self::Spawner(id) => scene.spawner(id).map(|spawner| spawner.preset),
            _ => None,
        }
    }
}
