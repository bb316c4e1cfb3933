//! The inspector: all properties of the selection, with units, ranges and tooltips.

mod agent;
mod area;
mod behavior;
mod bounding_box;
pub(super) mod card;
mod contact;
mod corner;
mod event_value;
mod facing;
pub(super) mod field;
mod fitting;
mod goal;
mod marker;
mod motion;
mod name_field;
mod node_script;
mod optional;
mod overrides;
mod path;
mod picture;
mod preset;
mod properties;
mod scene;
mod scroll_anchor;
mod senses;
mod several;
mod shown_field;
mod sight;
mod spawner;
mod spawner_place;
mod speed_curve;
mod states;
mod tracks;
mod tuning_buttons;
mod verdict;
mod wall;

pub use scene::{commands_to_show, item_at};
pub use shown_field::show_field_of;

use crate::editor::checks::areas::AreaChecks;
use crate::editor::checks::branches::BranchChecks;
use crate::editor::checks::tracks::TrackChecks;
use crate::editor::checks::verdicts::VerdictCache;
use crate::editor::keyboard::key_map::KeyMap;
use crate::editor::pictures::Pictures;
use crate::editor::preset_chooser::PresetSources;
use crate::editor::theme;
use egui::{RichText, ScrollArea, Ui};
use scroll_anchor::{Contents, ScrollAnchor};
use steerwright_analysis::lint::{Diagnostic, Subject};
use steerwright_authoring::bounds::Bounds;
use steerwright_authoring::properties as authoring_properties;
use steerwright_authoring::{Command, Item, Line, Session};
use steerwright_runtime::scene::{AgentId, PropertyItem, Scene, StateId};

/// What the inspector shows in addition to the session.
pub struct InspectorInput<'a> {
    /// The diagnostics of the scene.
    pub diagnostics: &'a [Diagnostic],
    /// The checked areas.
    pub areas: &'a AreaChecks,
    /// The times on the branches of the selected junction.
    pub branches: &'a BranchChecks,
    /// Whether an agent is taken over.
    pub is_taken_over: bool,
    /// The checked tracks.
    pub tracks: &'a TrackChecks,
    /// The presets of the library, which can be added to the scene.
    pub library: PresetSources<'a>,
    /// The shortcuts to show next to commands.
    pub keys: &'a KeyMap,
    /// The images of the pictures.
    pub pictures: &'a Pictures,
    /// The states that agents are in at the playhead, with their presets.
    pub running: &'a [(AgentId, StateId)],
    /// What the canvas shows, in units.
    pub view: Bounds,
}

impl InspectorInput<'_> {
    /// The states that the agents of an item are in at the playhead.
    fn running_in(&self, scene: &Scene, item: Item) -> Vec<StateId> {
        let is_of = |agent: AgentId| match item {
            Item::Preset(preset) => scene
                .agent(agent)
                .is_some_and(|agent| agent.preset == preset),
            item => item == Item::Agent(agent),
        };
        let mut states: Vec<StateId> = (self.running.iter())
            .filter(|(agent, _)| is_of(*agent))
            .map(|(_, state)| *state)
            .collect();
        states.sort_unstable();
        states.dedup();
        states
    }
}

/// Draws the inspector of the selection. Structural changes are pushed as commands. Returns a
/// warning that was clicked.
pub fn inspector_ui(
    ui: &mut Ui,
    session: &mut Session,
    input: &InspectorInput<'_>,
    verdicts: &mut VerdictCache,
    commands: &mut Vec<Command>,
) -> Option<Diagnostic> {
    theme::within_width_ui(ui, |ui| {
        let mut clicked: Option<Diagnostic> = None;
        let mut anchor = ScrollAnchor::begin(ui.ctx(), session.selection.primary());
        let mut area = ScrollArea::vertical().auto_shrink([false, false]);
        if let Some(offset) = anchor.take_offset() {
            area = area.vertical_scroll_offset(offset);
        }
        let output = area.show(ui, |ui| {
            let [above, below] = anchor.spaces();
            ui.add_space(above);
            let top = ui.cursor().top();
            ui.spacing_mut().item_spacing.y = 6.0;
            if session.selection.len() == 1
                && let Some(Item::Agent(_) | Item::Preset(_)) = session.selection.primary()
            {
                tuning_buttons::tuning_buttons_ui(ui, input.keys, commands);
            }
            match session.selection.primary() {
                _ if session.selection.len() > 1 => {
                    several::multiple_ui(ui, session, input.keys, commands)
                }
                None => {
                    clicked =
                        scene::scene_ui(ui, session, input.diagnostics, input.tracks, commands)
                }
                Some(Item::Path(id)) => path::path_ui(ui, session, id, input.keys, commands),
                Some(Item::Node(Line::Path(path), node)) => {
                    path::node_ui(ui, session, path, node, input.branches, commands)
                }
                Some(Item::Agent(id)) => {
                    agent::agent_ui(ui, session, id, input, verdicts, commands)
                }
                Some(Item::Preset(id)) => {
                    let running = input.running_in(&session.scene, Item::Preset(id));
                    let nothing = |_: &mut Ui, _: &mut Session, _: &mut Vec<Command>| {};
                    preset::preset_ui(ui, session, id, &running, verdicts, commands, nothing)
                }
                Some(Item::Marker(id)) => marker::marker_ui(ui, session, id),
                Some(Item::Wall(id)) => wall::wall_ui(ui, session, id, input.keys, commands),
                Some(Item::Area(id)) => {
                    area::area_ui(ui, session, id, input.keys, input.areas, commands)
                }
                Some(Item::Node(line, node)) => {
                    corner::corner_ui(ui, session, line, node, commands)
                }
                Some(Item::Picture(id)) => picture::picture_ui(ui, session, id, input, commands),
                Some(Item::Spawner(id)) => {
                    spawner::spawner_ui(ui, session, id, input, verdicts, commands)
                }
                Some(Item::Contact(id)) => contact::contact_ui(ui, session, id),
            }
            let items: Vec<PropertyItem> = (session.selection.iter())
                .filter_map(authoring_properties::property_item)
                .collect();
            match items.as_slice() {
                // Those of an agent and its preset are among their other cards.
                [] | [PropertyItem::Agent(_) | PropertyItem::Preset(_)] => {}
                items => properties::properties_ui(ui, session, properties::TITLE, items, commands),
            }
            if let Some(item) = session.selection.primary() {
                clicked = clicked
                    .take()
                    .or(diagnostics_ui(ui, session, input.diagnostics, item));
            }
            ui.add_space(8.0);
            let height = ui.cursor().top() - top;
            ui.add_space(below);
            Contents { top, height }
        });
        anchor.end(ui, &output);
        clicked
    })
}

/// Draws the diagnostics of the selected item, its path or its preset. Returns the one that was
/// clicked.
fn diagnostics_ui(
    ui: &mut Ui,
    session: &Session,
    diagnostics: &[Diagnostic],
    item: Item,
) -> Option<Diagnostic> {
    let preset = item.preset(&session.scene);
    let tracks = &session.scene.editor;
    let relevant = diagnostics
        .iter()
        .filter(|diagnostic| match diagnostic.subject {
            Subject::Path(path) => item.path() == Some(path),
            Subject::Node(path, node) => {
                item == Item::Path(path) || item == Item::Node(Line::Path(path), node)
            }
            Subject::Agent(agent) => item == Item::Agent(agent),
            Subject::Preset(id, _) => preset == Some(id),
            Subject::Wall(wall) => item.line() == Some(wall.into()),
            Subject::Area(area) => item.line() == Some(area.into()),
            Subject::Track(track) => {
                let agent = tracks.track(track).map(|track| track.agent);
                agent.is_some_and(|agent| item == Item::Agent(agent))
            }
            Subject::Marker(marker) => item == Item::Marker(marker),
            // It has a card of its own, with buttons.
            Subject::Picture(_) => false,
        });
    let mut clicked = None;
    for diagnostic in relevant {
        card::warning_card_ui(ui, |ui| {
            if scene::diagnostic_ui(ui, diagnostic) {
                clicked = Some(diagnostic.clone());
            }
            ui.label(RichText::new(diagnostic.help.as_str()).color(theme::colors(ui).text_weak));
        });
    }
    clicked
}
