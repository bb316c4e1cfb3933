//! The window that shows presets next to each other: how they move from the same start, what is
//! measured, and their values.

mod column;
mod motion;
mod stage;
mod table;

use crate::editor::preset_chooser::PresetSources;
use crate::editor::theme;
use crate::editor::widgets::dialog;
use column::{Column, add_ui, heading_ui};
use egui::{Context, Key, Modifiers, RichText, ScrollArea, Ui, vec2};
use motion::Motions;
use std::sync::Arc;
use steerwright_authoring::Session;
use steerwright_authoring::presets::comparison::sections;
use steerwright_authoring::presets::library::Category;
use steerwright_authoring::properties::{adapted_text, add_preset_file};
use steerwright_runtime::scene::{AgentId, Preset};

/// At most this many presets are next to each other.
const MAX_COLUMNS: usize = 6;
/// The width of the names of rows, in points.
const LABELS: f32 = 128.0;
/// The smallest width of a column, in points.
const MIN_COLUMN: f32 = 150.0;
/// The gap between columns, in points.
const GAP: f32 = 8.0;

/// The state of the window.
#[derive(Debug, Default)]
pub struct PresetTable {
    open: bool,
    columns: Vec<Column>,
    only_differences: bool,
    query: String,
    motions: Motions,
}

/// The widths of the table.
#[derive(Clone, Copy, Debug)]
struct Widths {
    labels: f32,
    column: f32,
}

/// What was chosen in a frame.
enum Action {
    /// Give the selected agents the preset of a column.
    Use(usize),
    Remove(usize),
    /// Make a column the first, which the others are compared with.
    MoveFirst(usize),
    Add(Column),
    /// Copy a value (section, row) from a column to another.
    Copy {
        row: (usize, usize),
        from: usize,
        to: usize,
    },
}

impl PresetTable {
    /// Opens or closes the window, with the selected presets, those of the selected agents and
    /// spawners, or the first ones of the scene.
    pub fn toggle(&mut self, session: &Session) {
        self.open ^= true;
        if !self.open {
            return;
        }
        let chosen = session.selection.presets(&session.scene);
        if chosen.len() >= 2 || self.columns.is_empty() {
            self.columns.clear();
        }
        // Beside a preset, another of its kind says most.
        let first = chosen.first().and_then(|&id| session.scene.preset(id));
        let category = first.map(Category::of);
        let (alike, rest): (Vec<_>, Vec<_>) = (session.scene.presets.iter())
            .map(Arc::as_ref)
            .partition(|preset| Some(Category::of(preset)) == category);
        let others = alike.into_iter().chain(rest).map(|preset| preset.id);
        for (index, id) in chosen.iter().copied().chain(others).enumerate() {
            let is_wanted = index < chosen.len() || self.columns.len() < 2;
            if is_wanted && !self.columns.contains(&Column::Scene(id)) {
                self.columns.push(Column::Scene(id));
            }
        }
        self.columns.truncate(MAX_COLUMNS);
        self.motions.reset();
    }

    /// Whether the window is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Draws the window if it is open. Returns what the user must know of the properties of a
    /// preset that was added to the scene.
    pub fn ui(
        &mut self,
        ctx: &Context,
        session: &mut Session,
        sources: PresetSources<'_>,
    ) -> Option<String> {
        if !self.open {
            return None;
        }
        if !ctx.text_edit_focused()
            && ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape))
        {
            self.open = false;
            return None;
        }
        (self.columns).retain(|column| column.preset(session).is_some());
        let presets: Vec<Preset> = (self.columns.iter())
            .filter_map(|column| column.preset(session).cloned())
            .collect();
        let mut open = true;
        let space = ctx.content_rect();
        let shown = dialog::window_beside_agent(ctx, "Compare presets")
            .resizable(true)
            .default_size([880.0, 620.0])
            .max_size(space.size() - vec2(64.0, 100.0))
            .show(ctx, |ui| {
                dialog::contents_ui(ui, "Compare presets", &mut open, |ui| {
                    self.contents_ui(ui, session, &presets, sources)
                })
            });
        self.open = open;
        let action = shown.and_then(|shown| shown.inner).flatten()?;
        self.perform(action, session, &presets, sources)
    }

    fn contents_ui(
        &mut self,
        ui: &mut Ui,
        session: &Session,
        presets: &[Preset],
        sources: PresetSources<'_>,
    ) -> Option<Action> {
        let mut action = None;
        ui.horizontal_wrapped(|ui| {
            let full = self.columns.len() >= MAX_COLUMNS;
            let added = add_ui(ui, full, &mut self.query, &self.columns, session, sources);
            action = added.map(Action::Add);
            let tip = "Hides values that are the same in all presets.";
            theme::checkbox_ui(ui, &mut self.only_differences, "Only differences")
                .on_hover_text(tip);
            self.motions.controls_ui(ui, session, presets);
        });
        ui.add_space(4.0);
        if presets.is_empty() {
            let text = "Add presets to see them next to each other.";
            ui.label(RichText::new(text).color(theme::colors(ui).text_weak));
            return action;
        }
        ScrollArea::both()
            .auto_shrink([false, false])
            .show(ui, |ui| {
                let widths = Widths::of(ui.available_width(), presets.len());
                ui.spacing_mut().item_spacing.x = 0.0;
                let chosen = ui
                    .horizontal_top(|ui| heading_ui(ui, widths, &self.columns, session, presets))
                    .inner;
                action = action.take().or(chosen);
                self.motions.ui(ui, widths, session, presets);
                let borrowed: Vec<&Preset> = presets.iter().collect();
                let sections = sections(&borrowed, &session.scene.unit);
                let columns = &self.columns;
                let only = self.only_differences;
                let copied = table::values_ui(ui, widths, &sections, columns, presets, only);
                action = action.take().or(copied);
            });
        action
    }

    fn perform(
        &mut self,
        action: Action,
        session: &mut Session,
        presets: &[Preset],
        sources: PresetSources<'_>,
    ) -> Option<String> {
        match action {
            Action::Add(column) => self.columns.push(column),
            Action::Remove(column) => drop(self.columns.remove(column)),
            Action::MoveFirst(column) => self.columns[..=column].rotate_right(1),
            Action::Use(column) => return self.use_for_selection(column, session, sources),
            Action::Copy {
                row: (section, row),
                from,
                to,
            } => {
                let borrowed: Vec<&Preset> = presets.iter().collect();
                let sections = sections(&borrowed, &session.scene.unit);
                let row = sections.get(section).and_then(|found| found.rows.get(row));
                if let (Some(row), Some(Column::Scene(id))) = (row, self.columns.get(to)) {
                    row.copy(from, to, &mut session.scene, *id);
                    session.name_step(format!("Copy {}", row.label.to_lowercase()));
                    session.commit();
                }
            }
        }
        None
    }

    /// Gives the selected agents a preset, which is added to the scene if it is not there. Returns
    /// what the user must know of its properties.
    fn use_for_selection(
        &mut self,
        index: usize,
        session: &mut Session,
        sources: PresetSources<'_>,
    ) -> Option<String> {
        let agents: Vec<AgentId> = session.selection.agents().collect();
        let column = self.columns.get_mut(index)?;
        let (id, text) = match column {
            Column::Scene(id) => (*id, None),
            Column::Library(preset) => {
                let file = sources.file_of((**preset).clone());
                let (id, adapted) = add_preset_file(&mut session.scene, file);
                (id, adapted_text(&adapted))
            }
        };
        *column = Column::Scene(id);
        for agent in agents {
            if let Some(agent) = session.scene.agent_mut(agent) {
                agent.preset = id;
            }
        }
        session.name_step("Set preset");
        session.commit();
        text
    }
}

impl Widths {
    fn of(available: f32, columns: usize) -> Self {
        let labels = LABELS.min(available * 0.3).max(90.0);
        let count = columns.max(1) as f32;
        let column = ((available - labels) / count - GAP).clamp(MIN_COLUMN, 320.0);
        Self { labels, column }
    }
}
