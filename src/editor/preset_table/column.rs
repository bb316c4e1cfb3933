//! The columns: which presets are compared, and their headings.

use crate::editor::preset_chooser::PresetSources;
use crate::editor::preset_table::{Action, GAP, Widths};
use crate::editor::theme;
use egui::{Align2, Button, Key, Label, RichText, ScrollArea, TextEdit, Ui, vec2};
use egui::{Role, WidgetInfo};
use egui_material_icons::icons;
use steerwright_authoring::Session;
use steerwright_authoring::presets::library::{self, Category};
use steerwright_runtime::scene::{AgentId, Preset, PresetId};

/// A preset that is compared.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Column {
    /// A preset of the scene.
    Scene(PresetId),
    /// A preset of a library.
    Library(Box<Preset>),
}

impl Column {
    pub(super) fn preset<'a>(&'a self, session: &'a Session) -> Option<&'a Preset> {
        match self {
            Self::Scene(id) => session.scene.preset(*id),
            Self::Library(preset) => Some(preset),
        }
    }
}

/// Draws the button with the list of presets that can be added. Returns the one chosen.
pub(super) fn add_ui(
    ui: &mut Ui,
    full: bool,
    query: &mut String,
    columns: &[Column],
    session: &Session,
    sources: PresetSources<'_>,
) -> Option<Column> {
    if full {
        ui.add_enabled(false, Button::new("Add preset"))
            .on_disabled_hover_text("Remove a preset first.");
        return None;
    }
    let mut added = None;
    let search = ui.make_persistent_id("search");
    let menu = ui.menu_button("Add preset", |ui| {
        ui.set_min_width(220.0);
        let edit = TextEdit::singleline(query).id(search);
        // The list stretches the field.
        let edit = edit.hint_text("Search presets").align(Align2::LEFT_CENTER);
        let field = ui.add(edit.desired_width(f32::INFINITY));
        field.widget_info(|| WidgetInfo::labeled(Role::SearchInput, true, "Search presets"));
        // Enter chooses the first preset that is found.
        let enter = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let query = Query {
            text: query.trim().to_lowercase(),
            takes_first: enter && !query.trim().is_empty(),
        };
        let height = (ui.ctx().content_rect().height() * 0.5).max(80.0);
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            let in_scene = session.scene.presets.iter();
            let in_scene = in_scene.map(|preset| (Column::Scene(preset.id), preset.as_ref()));
            added = added
                .take()
                .or(group_ui(ui, "In this scene", &query, columns, in_scene));
            let library = |presets: &mut dyn Iterator<Item = &Preset>| {
                let of = |preset: &Preset| Column::Library(Box::new(preset.clone()));
                let entries = presets.map(|preset| (of(preset), preset.clone()));
                entries.collect::<Vec<(Column, Preset)>>()
            };
            let user = library(&mut sources.user.iter().map(|file| &file.preset));
            let entries = user.iter().map(|(column, preset)| (column.clone(), preset));
            added = added
                .take()
                .or(group_ui(ui, "My library", &query, columns, entries));
            let mut built_in = library(&mut sources.built_in.iter());
            built_in.sort_by_key(|(_, preset)| Category::of(preset));
            let entries = built_in
                .iter()
                .map(|(column, preset)| (column.clone(), preset));
            added = added
                .take()
                .or(group_ui(ui, "Built-in", &query, columns, entries));
        });
        if added.is_some() {
            ui.close();
        }
    });
    if added.is_some() {
        query.clear();
    }
    if menu.response.clicked() {
        ui.memory_mut(|memory| memory.request_focus(search));
    }
    added
}

/// What is searched.
struct Query {
    /// In lower case.
    text: String,
    /// Whether the first preset that is found is chosen.
    takes_first: bool,
}

/// Draws a group of presets that match the search text and are not compared yet.
fn group_ui<'a>(
    ui: &mut Ui,
    title: &str,
    query: &Query,
    columns: &[Column],
    presets: impl Iterator<Item = (Column, &'a Preset)>,
) -> Option<Column> {
    let is_offered = |(column, preset): &(Column, &Preset)| {
        library::matches(preset, title, &query.text) && !columns.contains(column)
    };
    let mut chosen = None;
    let mut titled = false;
    for (column, preset) in presets.filter(is_offered) {
        if !std::mem::replace(&mut titled, true) {
            let color = theme::colors(ui).text_weak;
            ui.label(RichText::new(title).small().color(color));
        }
        let button = ui.button(&preset.name);
        let clicked = button.on_hover_text(preset.description.as_str()).clicked();
        if clicked || (query.takes_first && chosen.is_none()) {
            chosen = Some(column);
        }
    }
    chosen
}

/// Draws the name of each column with its buttons.
pub(super) fn heading_ui(
    ui: &mut Ui,
    widths: Widths,
    columns: &[Column],
    session: &Session,
    presets: &[Preset],
) -> Option<Action> {
    let mut action = None;
    let weak = theme::colors(ui).text_weak;
    ui.allocate_ui(vec2(widths.labels, 44.0), |ui| {
        ui.set_min_width(widths.labels);
        ui.add_space(2.0);
        ui.label(RichText::new("Preset").small().color(weak));
    });
    let agents: Vec<AgentId> = session.selection.agents().collect();
    for (index, (column, preset)) in columns.iter().zip(presets).enumerate() {
        ui.add_space(GAP);
        ui.allocate_ui(vec2(widths.column, 44.0), |ui| {
            ui.set_width(widths.column);
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.vertical(|ui| {
                ui.horizontal(|ui| {
                    theme::right_ui(ui, |ui| {
                        let label = format!("Remove {}", preset.name);
                        let tip = "Removes the preset from this comparison, not from the scene.";
                        let icon = icons::ICON_CLOSE;
                        if theme::icon_button(ui, icon, &label, tip, "", false).clicked() {
                            action = Some(Action::Remove(index));
                        }
                        ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                            let colors = theme::colors(ui);
                            let (dot, _) =
                                ui.allocate_exact_size(vec2(10.0, 10.0), egui::Sense::hover());
                            ui.painter().circle_filled(
                                dot.center(),
                                5.0,
                                colors.item(preset.color),
                            );
                            let name = RichText::new(&preset.name)
                                .strong()
                                .color(colors.text_strong);
                            ui.add(Label::new(name).truncate())
                                .on_hover_text(preset.description.as_str());
                        });
                    });
                });
                ui.horizontal(|ui| {
                    let used = use_ui(ui, column, &agents, session, preset);
                    if used {
                        action = Some(Action::Use(index));
                    }
                    if index == 0 {
                        ui.label(RichText::new("Reference").small().color(weak))
                            .on_hover_text("What differs from this preset is marked.");
                    } else if ui
                        .small_button("Make reference")
                        .on_hover_text(
                            "Moves the preset to the front and marks what differs from it.",
                        )
                        .clicked()
                    {
                        action = Some(Action::MoveFirst(index));
                    }
                });
            });
        });
    }
    action
}

/// Draws the button that gives the selected agents a preset. Returns whether it was clicked.
fn use_ui(
    ui: &mut Ui,
    column: &Column,
    agents: &[AgentId],
    session: &Session,
    preset: &Preset,
) -> bool {
    let agent_of = |id: &steerwright_runtime::scene::AgentId| session.scene.agent(*id);
    let names: Vec<&str> = agents
        .iter()
        .filter_map(agent_of)
        .map(|agent| agent.name.as_str())
        .collect();
    let all_have = agents
        .iter()
        .filter_map(agent_of)
        .all(|agent| *column == Column::Scene(agent.preset));
    let who = match names.as_slice() {
        [name] => (*name).to_owned(),
        names => format!("{} selected agents", names.len()),
    };
    let why = if names.is_empty() {
        "Select an agent that should use it.".to_owned()
    } else {
        format!("{who} already has this preset.")
    };
    let response = ui
        .add_enabled(!names.is_empty() && !all_have, Button::new("Use").small())
        .on_hover_text(format!("Gives {who} this preset."))
        .on_disabled_hover_text(why);
    let label = format!("Use {}", preset.name);
    let enabled = response.enabled();
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, &label));
    response.clicked()
}
