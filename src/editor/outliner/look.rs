//! How each kind of thing looks in the list.

use crate::editor::theme;
use egui::Color32;
use egui_material_icons::{MaterialIcon, icons};
use steerwright_authoring::{Item, Session};
use steerwright_runtime::scene::MarkerKind;

/// How a thing looks in the list.
pub struct Look {
    /// Before the name.
    pub icon: MaterialIcon,
    /// The icon's color.
    pub color: Color32,
    /// Small, behind the name.
    pub info: String,
}

impl Look {
    /// The look of a thing.
    pub fn of(session: &Session, item: Item) -> Self {
        let scene = &session.scene;
        match item {
            Item::Path(id) | Item::Node(id, _) => {
                let path = scene.path(id);
                let info = path.map_or(String::new(), |path| nodes_in_words(path.nodes.len()));
                Self {
                    icon: icons::ICON_TIMELINE,
                    color: path
                        .and_then(|path| path.color)
                        .map_or(theme::PATH, theme::color32),
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
                    color: preset.map_or(theme::TEXT, |preset| theme::color32(preset.color)),
                    info,
                }
            }
            Item::Marker(id) => match scene.marker(id).map(|marker| marker.kind) {
                Some(MarkerKind::Danger) => Self {
                    icon: icons::ICON_WARNING,
                    color: theme::DANGER,
                    info: "danger".into(),
                },
                _ => Self {
                    icon: icons::ICON_MY_LOCATION,
                    color: theme::TARGET,
                    info: "target".into(),
                },
            },
            Item::Preset(id) => {
                let users = scene
                    .agents
                    .iter()
                    .filter(|agent| agent.preset == id)
                    .count();
                let color = scene
                    .preset(id)
                    .map_or(theme::TEXT, |preset| theme::color32(preset.color));
                Self {
                    icon: icons::ICON_TUNE,
                    color,
                    info: format!("{users}×"),
                }
            }
        }
    }
}

/// "6 nodes".
pub fn nodes_in_words(count: usize) -> String {
    if count == 1 {
        "1 node".into()
    } else {
        format!("{count} nodes")
    }
}
