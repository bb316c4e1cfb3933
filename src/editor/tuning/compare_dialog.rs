//! The list of presets that an agent can be compared with.

use crate::editor::preset_chooser::PresetSources;
use crate::editor::theme;
use crate::editor::widgets::dialog;
use egui::{Button, Context, Id, Key, Modal, RichText, ScrollArea};
use steerwright_runtime::scene::{AgentId, Preset, PresetId, Scene};

/// A preset to compare with.
#[derive(Clone, Debug, PartialEq)]
pub enum ComparedPreset {
    /// One of the scene.
    InScene(PresetId),
    /// One of the library, which is added to the scene.
    FromLibrary(Box<Preset>),
}

/// The dialog that chooses a preset to compare with.
#[derive(Clone, Debug, Default)]
pub struct CompareDialog {
    agent: Option<AgentId>,
    /// The row that Enter chooses.
    selected: usize,
}

impl CompareDialog {
    /// Opens the dialog for an agent.
    pub fn open(&mut self, agent: AgentId) {
        *self = Self {
            agent: Some(agent),
            selected: 0,
        };
    }

    /// Whether the dialog is open.
    pub fn is_open(&self) -> bool {
        self.agent.is_some()
    }

    /// Draws the dialog if it is open. Returns the chosen preset, of the scene or of the library.
    pub fn ui(
        &mut self,
        ctx: &Context,
        scene: &Scene,
        library: PresetSources<'_>,
    ) -> Option<ComparedPreset> {
        let agent = self.agent.and_then(|id| scene.agent(id));
        let Some(agent) = agent else {
            self.agent = None;
            return None;
        };
        let in_scene = scene.presets.iter().map(AsRef::as_ref);
        let mut presets: Vec<&Preset> = in_scene
            .filter(|preset| preset.id != agent.preset)
            .collect();
        let count_in_scene = presets.len();
        let is_new = |preset: &&Preset| {
            scene
                .presets
                .iter()
                .all(|existing| existing.name != preset.name)
        };
        presets.extend(library.all().filter(is_new));
        let choice = |index: usize| {
            let preset = *presets.get(index)?;
            Some(if index < count_in_scene {
                ComparedPreset::InScene(preset.id)
            } else {
                ComparedPreset::FromLibrary(Box::new(preset.clone()))
            })
        };
        let current = scene.preset(agent.preset).map_or("", |preset| &preset.name);
        self.move_selection(ctx, presets.len());
        let mut chosen = None;
        let modal = Modal::new(Id::unique("compare presets")).show(ctx, |ui| {
            dialog::fit_width(ui, 340.0);
            ui.heading(format!("Compare {} with", agent.name));
            let text = format!(
                "A is the preset that you choose, and B is {current}. {} moves with both, from the same start and with the same seed.",
                agent.name
            );
            ui.label(RichText::new(text).color(theme::colors(ui).text_weak));
            ui.add_space(6.0);
            ScrollArea::vertical().max_height(260.0).show(ui, |ui| {
                for (index, preset) in presets.iter().enumerate() {
                    if index == count_in_scene {
                        let text = "Library (adds the preset to the scene)";
                        ui.label(RichText::new(text).color(theme::colors(ui).text_weak));
                    }
                    let button = Button::new(&preset.name)
                        .selected(index == self.selected)
                        .min_size(egui::vec2(ui.available_width(), 26.0));
                    let response = ui.add(button).on_hover_text(&preset.description);
                    if response.clicked() {
                        chosen = choice(index);
                    }
                }
            });
            ui.add_space(8.0);
            ui.button("Cancel").clicked()
        });
        if ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Enter)) {
            chosen = choice(self.selected);
        }
        if chosen.is_some() || modal.inner || modal.should_close() {
            self.agent = None;
        }
        chosen
    }

    /// Moves the selected row with the arrow keys.
    fn move_selection(&mut self, ctx: &Context, rows: usize) {
        let pressed = |key| ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, key));
        if pressed(Key::ArrowDown) {
            self.selected += 1;
        }
        if pressed(Key::ArrowUp) {
            self.selected = self.selected.saturating_sub(1);
        }
        self.selected = self.selected.min(rows.saturating_sub(1));
    }
}
