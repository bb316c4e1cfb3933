//! The icon, color and info text of items in the outliner.

use crate::editor::theme::Colors;
use egui::Color32;
use egui_material_icons::{MaterialIcon, icons};
use std::collections::BTreeSet;
use steerwright_analysis::coverage::requirement_text;
use steerwright_authoring::{Item, Line, Session};
use steerwright_runtime::scene::{Contact, MarkerKind, PictureId, Scene, SpawnWhen, Spawner};

/// The icon, color and info text of a row.
pub struct RowStyle {
    /// The icon before the name.
    pub icon: MaterialIcon,
    /// The color of the icon.
    pub color: Color32,
    /// The small text after the name.
    pub info: String,
}

impl RowStyle {
    /// The style of the row of `item`. The files of `broken` pictures cannot be shown.
    pub fn of(
        session: &Session,
        item: Item,
        broken: &BTreeSet<PictureId>,
        colors: &Colors,
    ) -> Self {
        let scene = &session.scene;
        match item {
            Item::Path(id) | Item::Node(Line::Path(id), _) => {
                let path = scene.path(id);
                let info = path.map_or(String::new(), |path| node_count_text(path.nodes.len()));
                Self {
                    icon: icons::ICON_TIMELINE,
                    color: path.map_or(colors.path, |path| colors.of_path(scene, path)),
                    info,
                }
            }
            Item::Wall(id) | Item::Node(Line::Wall(id), _) => {
                let wall = scene.wall(id);
                let info = match wall.and_then(|wall| wall.open) {
                    Some(true) => "open door".into(),
                    Some(false) => "door".into(),
                    None => String::new(),
                };
                Self {
                    icon: if wall.is_some_and(|wall| wall.open.is_some()) {
                        icons::ICON_DOOR_FRONT
                    } else {
                        icons::ICON_FENCE
                    },
                    color: wall.map_or(colors.wall, |wall| colors.of_wall(scene, wall)),
                    info,
                }
            }
            Item::Agent(id) => {
                let agent = scene.agent(id);
                let preset = agent.and_then(|agent| scene.preset(agent.preset));
                let same = preset.map(|preset| &preset.name) == agent.map(|agent| &agent.name);
                let info = preset
                    .filter(|_| !same)
                    .map_or(String::new(), |preset| preset.name.clone());
                Self {
                    icon: icons::ICON_NAVIGATION,
                    color: preset.map_or(colors.text, |preset| colors.item(preset.color)),
                    info,
                }
            }
            Item::Marker(id) => {
                let marker = scene.marker(id);
                let (icon, info) = match marker.map(|marker| marker.kind) {
                    Some(MarkerKind::Danger) => (icons::ICON_WARNING, "danger"),
                    Some(MarkerKind::Target) | None => (icons::ICON_MY_LOCATION, "target"),
                };
                Self {
                    icon,
                    color: marker.map_or(colors.text, |marker| colors.of_marker(scene, marker)),
                    info: info.into(),
                }
            }
            Item::Spawner(id) => {
                let spawner = scene.spawner(id);
                let preset = spawner.and_then(|spawner| scene.preset(spawner.preset));
                Self {
                    icon: icons::ICON_GROUP_ADD,
                    color: preset.map_or(colors.text, |preset| colors.item(preset.color)),
                    info: spawner.map_or(String::new(), when_text),
                }
            }
            Item::Contact(id) => Self {
                icon: icons::ICON_JOIN_INNER,
                color: colors.text_weak,
                info: scene
                    .contact(id)
                    .map_or(String::new(), |rule| contact_text(scene, rule)),
            },
            Item::Area(id) | Item::Node(Line::Area(id), _) => Self {
                icon: icons::ICON_VISIBILITY,
                color: colors.text_weak,
                info: scene
                    .area(id)
                    .map_or(String::new(), |area| requirement_text(area.requirement)),
            },
            Item::Picture(id) if broken.contains(&id) => Self {
                icon: icons::ICON_BROKEN_IMAGE,
                color: colors.warn,
                info: "not shown".into(),
            },
            Item::Picture(id) => {
                let opacity = scene.picture(id).map_or(1.0, |picture| picture.opacity);
                Self {
                    icon: icons::ICON_IMAGE,
                    color: colors.text_weak,
                    info: format!("{:.0}%", opacity * 100.0),
                }
            }
            Item::Preset(id) => {
                let agents = scene.agents.iter().filter(|agent| agent.preset == id);
                let spawners = scene.spawners.iter().filter(|spawner| spawner.preset == id);
                let users = agents.count() + spawners.count();
                let color = scene
                    .preset(id)
                    .map_or(colors.text, |preset| colors.item(preset.color));
                Self {
                    icon: icons::ICON_TUNE,
                    color,
                    info: if scene.editor.variants.contains_key(&id) {
                        format!("variant, {users}×")
                    } else {
                        format!("{users}×")
                    },
                }
            }
        }
    }
}

/// When a spawner fires: "every 2 s".
fn when_text(spawner: &Spawner) -> String {
    match &spawner.when {
        SpawnWhen::Time => format!("every {} s", spawner.every.unwrap_or_default()),
        SpawnWhen::Press => "on press".into(),
        SpawnWhen::Trigger(name) => format!("on {name}"),
    }
}

/// The two presets of a contact rule: "Bullet, Monster".
fn contact_text(scene: &Scene, rule: &Contact) -> String {
    let name = |id| scene.preset(id).map_or("?", |preset| preset.name.as_str());
    format!("{}, {}", name(rule.first), name(rule.second))
}

/// The number of nodes: "6 nodes".
pub fn node_count_text(count: usize) -> String {
    if count == 1 {
        "1 node".into()
    } else {
        format!("{count} nodes")
    }
}
