//! The other places of a meeting, as buttons that select them.

use crate::editor::inspector::node_script::{Place, hint_ui};
use egui::Ui;
use steerwright_authoring::paths::meetings;
use steerwright_authoring::{Item, Line};

/// Draws the other places of a meeting. Returns the one that was clicked.
pub(super) fn places_ui(ui: &mut Ui, place: &Place<'_>, name: &str) -> Option<Item> {
    let meetings = meetings::all(place.scene);
    let meeting = meetings.iter().find(|meeting| meeting.name == name)?;
    let is_other =
        |other: &&meetings::MeetingPlace| (other.path, other.node) != (place.path, place.id);
    let others: Vec<_> = meeting.places.iter().filter(is_other).collect();
    if others.is_empty() {
        let text = "No other node has a meeting of this name, so agents of this node wait for one another.";
        hint_ui(ui, text);
        return None;
    }
    let mut chosen = None;
    hint_ui(ui, "Agents also wait for this meeting at:");
    for other in others {
        let path = place
            .scene
            .path(other.path)
            .map_or("", |path| path.name.as_str());
        let text = format!("Node {} of {path}", other.index + 1);
        let help = format!("Waits for {} agents. Click to select it.", other.count);
        if ui.link(text).on_hover_text(help).clicked() {
            chosen = Some(Item::Node(Line::Path(other.path), other.node));
        }
    }
    chosen
}
