//! Folders of points, which many games use as paths.

use super::tree::Tree;
use crate::import::level::Becomes;
use crate::import::level::hints::said;
use std::collections::BTreeMap;

/// Types of nodes that can be a folder.
const FOLDERS: [&str; 6] = [
    "Marker2D",
    "Node",
    "Node2D",
    "Position2D",
    "Spatial",
    "YSort",
];
/// Types of nodes that are points and nothing else.
const PLAIN: [&str; 3] = ["Marker2D", "Node2D", "Position2D"];
/// Types of nodes that are points in a folder whose name says that it is a path.
const DRAWN: [&str; 5] = [
    "AnimatedSprite",
    "AnimatedSprite2D",
    "Area2D",
    "Sprite",
    "Sprite2D",
];

/// The points in the folders of a scene, by the nodes that are folders.
pub struct Folders(BTreeMap<u32, Folder>);

pub struct Folder {
    /// The nodes in it.
    pub points: Vec<u32>,
    pub becomes: Becomes,
}

impl Folders {
    /// Those of a scene. Whatever is in a folder is a point.
    pub fn of(tree: &Tree) -> Self {
        let mut folders: BTreeMap<u32, Folder> = BTreeMap::new();
        for index in 0..tree.len() {
            let class = tree.class(index);
            let (is_plain, is_drawn) = (PLAIN.contains(&&*class), DRAWN.contains(&&*class));
            let parent = tree.parent(index);
            if let Some(folder) = parent.and_then(|parent| folders.get_mut(&parent)) {
                let is_path = folder.becomes == Becomes::Path;
                if is_plain || is_path && is_drawn {
                    folder.points.push(index);
                } else {
                    folders.remove(&parent.unwrap_or_default());
                }
            }
            // A plain point is at the end of its branch; one that is drawn can have a shape.
            if let Some(grandparent) = parent.and_then(|parent| tree.parent(parent)) {
                let is_unclear = folders
                    .get(&grandparent)
                    .is_some_and(|folder| folder.becomes == Becomes::Nothing);
                if is_unclear {
                    folders.remove(&grandparent);
                }
            }
            if FOLDERS.contains(&&*class) && parent.is_some() {
                let becomes = if is_path(tree.name(index)) {
                    Becomes::Path
                } else {
                    Becomes::Nothing
                };
                let points = Vec::new();
                folders.insert(index, Folder { points, becomes });
            }
        }
        folders.retain(|_, folder| folder.points.len() > 1);
        Self(folders)
    }

    pub fn iter(&self) -> impl Iterator<Item = (u32, &Folder)> {
        self.0.iter().map(|(index, folder)| (*index, folder))
    }

    /// The folder of a node.
    pub fn get(&self, index: u32) -> Option<&Folder> {
        self.0.get(&index)
    }
}

fn is_path(name: &str) -> bool {
    match said(name) {
        Some(becomes) => becomes == Becomes::Path,
        None => name.to_lowercase().contains("point"),
    }
}
