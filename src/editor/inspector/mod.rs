//! The inspector: everything about what is selected, with units, ranges, and what each number does to the motion.

mod agent;
mod field;
mod marker;
mod path;
mod preset;
mod scene;
mod several;
mod speed_curve;

use crate::editor::key_map::KeyMap;
use crate::editor::theme;
use egui::{RichText, ScrollArea, Ui};
use steerwright_analysis::lint::{Diagnostic, Subject};
use steerwright_authoring::{Command, Item, Session};

/// What the inspector shows beside the session.
pub struct InspectorInput<'a> {
    /// What the lint says of the scene.
    pub findings: &'a [Diagnostic],
    /// The keys shown beside commands.
    pub keys: &'a KeyMap,
}

/// Draws the inspector for what is selected; structural changes are pushed as commands.
pub fn inspector_ui(
    ui: &mut Ui,
    session: &mut Session,
    input: &InspectorInput<'_>,
    commands: &mut Vec<Command>,
) {
    ScrollArea::vertical()
        .auto_shrink([false, false])
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            match session.selection.primary() {
                _ if session.selection.len() > 1 => {
                    several::several_ui(ui, session, input.keys, commands)
                }
                None => scene::scene_ui(ui, session, input.findings),
                Some(Item::Path(id)) => path::path_ui(ui, session, id, input.keys, commands),
                Some(Item::Node(path, node)) => path::node_ui(ui, session, path, node, commands),
                Some(Item::Agent(id)) => agent::agent_ui(ui, session, id, commands),
                Some(Item::Preset(id)) => preset::preset_ui(ui, session, id, commands),
                Some(Item::Marker(id)) => marker::marker_ui(ui, session, id),
            }
            if let Some(item) = session.selection.primary() {
                findings_ui(ui, session, input.findings, item);
            }
            ui.add_space(8.0);
        });
}

/// What the lint says of what is selected: of the thing itself, of its path or its preset.
fn findings_ui(ui: &mut Ui, session: &Session, findings: &[Diagnostic], item: Item) {
    let preset = match item {
        Item::Agent(id) => session.scene.agent(id).map(|agent| agent.preset),
        Item::Preset(id) => Some(id),
        _ => None,
    };
    let about = findings.iter().filter(|finding| match finding.subject {
        Subject::Path(path) => item.path() == Some(path),
        Subject::Node(path, node) => item == Item::Path(path) || item == Item::Node(path, node),
        Subject::Agent(agent) => item == Item::Agent(agent),
        Subject::Preset(id, _) => preset == Some(id),
    });
    for finding in about {
        theme::card_ui(ui, "Check", |ui| {
            theme::verdict_ui(ui, false, finding.message.as_str());
            ui.label(RichText::new(finding.help.as_str()).color(theme::TEXT_WEAK));
        });
    }
}
