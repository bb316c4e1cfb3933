//! The chooser of the agent tool: presets of the scene and of the library, with pictures of their
//! motion. While agents are placed, it is a button that shows the current preset.

mod picture;

use crate::editor::theme;
use egui::{Align2, Area, Button, Frame, Key, Rect, RichText, Role};
use egui::{ScrollArea, Stroke, TextEdit, Ui, WidgetInfo, vec2};
use egui_material_icons::icons;
use picture::{Pictures, tile_ui};
use std::sync::Arc;
use steerwright_authoring::command::WindowCommand;
use steerwright_authoring::edit::place;
use steerwright_authoring::presets::library::{self, Category};
use steerwright_authoring::{Command, Session};
use steerwright_format::PresetFile;
use steerwright_runtime::scene::{Preset, PresetId};

/// The width of the chooser, in points: three pictures.
const WIDTH: f32 = 302.0;
/// The distance to the edge of the canvas, in points.
const MARGIN: f32 = 10.0;

/// On a narrower canvas, the open chooser would cover the middle, in points.
const MIN_CANVAS: f32 = 2.0 * (WIDTH + MARGIN + 60.0);

/// The state of the chooser.
#[derive(Debug, Default)]
pub struct PresetChooser {
    /// Whether it was opened or closed. By default, it is open if there is room.
    open: Option<bool>,
    query: String,
    /// Whether the user has just opened it, to search.
    focuses_search: bool,
    pictures: Pictures,
    /// Where it was drawn last, while the tool is used.
    area: Option<Rect>,
}

/// What was chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum PresetChoice {
    /// A preset of the scene.
    Use(PresetId),
    /// Add a preset to the scene, and use it.
    Add(Box<Preset>),
    /// Compare presets.
    Compare,
}

/// The presets to choose from.
#[derive(Clone, Copy)]
pub struct PresetSources<'a> {
    /// The built-in presets.
    pub built_in: &'a [Preset],
    /// The presets in the user's library.
    pub user: &'a [PresetFile],
}

impl<'a> PresetSources<'a> {
    /// All presets, those of the user first.
    pub fn all(self) -> impl Iterator<Item = &'a Preset> {
        let user = self.user.iter().map(|file| &file.preset);
        user.chain(self.built_in)
    }

    /// The preset with the custom properties of which it has values, if they are in the user's
    /// library.
    pub fn file_of(self, preset: Preset) -> PresetFile {
        let known = self.user.iter().find(|file| file.preset == preset);
        PresetFile {
            declared_properties: known
                .map(|file| Arc::clone(&file.declared_properties))
                .unwrap_or_default(),
            preset,
        }
    }
}

impl PresetChooser {
    /// Closes the chooser, so that it does not cover what is being placed.
    pub fn close(&mut self) {
        self.open = Some(false);
        self.query.clear();
    }

    /// Opens the chooser for a new search, whose field gets the keyboard focus.
    pub fn open_search(&mut self) {
        self.open = Some(true);
        self.query.clear();
        self.focuses_search = true;
    }

    /// Opens or closes the chooser as by default, when the tool is used the next time.
    pub fn reset(&mut self) {
        self.open = None;
        self.query.clear();
        self.focuses_search = false;
        self.area = None;
    }

    /// Where it is on the canvas, while the tool is used.
    pub fn area(&self) -> Option<Rect> {
        self.area
    }

    /// Draws the chooser at the upper left of the canvas.
    pub fn ui(
        &mut self,
        ui: &Ui,
        canvas: Rect,
        session: &Session,
        sources: PresetSources<'_>,
    ) -> Option<PresetChoice> {
        let colors = theme::colors(ui);
        let frame = Frame::new()
            .fill(colors.panel)
            .stroke(Stroke::new(1.0, colors.outline))
            .corner_radius(6)
            .inner_margin(8);
        // Beside the numbers of the grid, if there is room.
        let is_narrow = canvas.width() < WIDTH + 100.0;
        let area = Area::new(ui.scope_id().with("preset chooser"))
            .fixed_pos(canvas.min + vec2(if is_narrow { MARGIN } else { MARGIN + 30.0 }, MARGIN))
            .pivot(Align2::LEFT_TOP)
            .constrain_to(canvas);
        let open = self.open.unwrap_or(canvas.width() >= MIN_CANVAS);
        let shown = area.show(ui, |ui| {
            frame.show(ui, |ui| {
                self.switch_ui(ui, session, open);
                if !open {
                    return None;
                }
                ui.set_width(WIDTH.min(canvas.width() - 60.0).max(96.0));
                let height = (canvas.height() * 0.7 - 60.0).clamp(60.0, 460.0);
                self.contents_ui(ui, height, session, sources)
            })
        });
        self.area = Some(shown.response.rect);
        let choice = shown.inner.inner;
        // The next click is for the canvas, which the chooser can cover.
        if choice.is_some() {
            self.close();
        }
        choice
    }

    /// The current preset, as a button that opens and closes the chooser.
    fn switch_ui(&mut self, ui: &mut Ui, session: &Session, open: bool) {
        let current = place::next_preset(session);
        let name = current.map_or("New preset", |preset| preset.name.as_str());
        let icon = if open {
            icons::ICON_EXPAND_LESS
        } else {
            icons::ICON_EXPAND_MORE
        };
        let text = format!("{name} {}", icon.codepoint);
        let response = ui.add(Button::new(text).truncate());
        let label = format!("Preset to place: {name}");
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, open, &label));
        let hint = if open {
            "Hides the presets."
        } else {
            "Shows the presets to choose from, as the key of the tool does."
        };
        if response.on_hover_text(hint).clicked() {
            if open {
                self.close();
            } else {
                self.open_search();
            }
        }
    }

    fn contents_ui(
        &mut self,
        ui: &mut Ui,
        height: f32,
        session: &Session,
        sources: PresetSources<'_>,
    ) -> Option<PresetChoice> {
        let edit = TextEdit::singleline(&mut self.query).hint_text("Search presets");
        let edit = edit.align(Align2::LEFT_CENTER);
        let field = ui.add(edit.desired_width(f32::INFINITY));
        field.widget_info(|| WidgetInfo::labeled(Role::SearchInput, true, "Search presets"));
        if std::mem::take(&mut self.focuses_search) {
            field.request_focus();
        }
        // Enter chooses the first preset that is found.
        let enter = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let mut takes_first = enter && !self.query.trim().is_empty();
        let mut choice = None;
        let mut is_found = false;
        let current = place::next_preset(session);
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            let in_scene: Vec<&Preset> = session.scene.presets.iter().map(AsRef::as_ref).collect();
            is_found |= self.group_ui(
                ui,
                "In this scene",
                &in_scene,
                current.map(|preset| preset.id),
                &mut takes_first,
                &mut |preset| {
                    choice = Some(PresetChoice::Use(preset.id));
                },
            );
            // A preset that the scene has unchanged is not added again.
            let mut add = |preset: &Preset| {
                let mut copy = preset.clone();
                let is_same = |existing: &&&Preset| {
                    copy.id = existing.id;
                    **existing == &copy
                };
                let same = in_scene.iter().find(is_same).map(|existing| existing.id);
                choice = Some(same.map_or_else(
                    || PresetChoice::Add(Box::new(preset.clone())),
                    PresetChoice::Use,
                ));
            };
            let user: Vec<&Preset> = sources.user.iter().map(|file| &file.preset).collect();
            is_found |= self.group_ui(ui, "My library", &user, None, &mut takes_first, &mut add);
            let mut categories: Vec<Category> = sources.built_in.iter().map(Category::of).collect();
            categories.sort();
            categories.dedup();
            for category in categories {
                let of_category = |preset: &&Preset| Category::of(preset) == category;
                let presets: Vec<&Preset> = sources.built_in.iter().filter(of_category).collect();
                let label = category.label();
                is_found |= self.group_ui(ui, label, &presets, None, &mut takes_first, &mut add);
            }
            if !is_found {
                let text = format!("No preset matches “{}”.", self.query.trim());
                ui.label(RichText::new(text).color(theme::colors(ui).text_weak));
            }
        });
        ui.separator();
        ui.horizontal_wrapped(|ui| {
            let compare = Command::Window(WindowCommand::PresetTable);
            if ui
                .button(compare.label())
                .on_hover_text(compare.tooltip())
                .clicked()
            {
                choice = Some(PresetChoice::Compare);
            }
            if ui
                .button("Blank preset")
                .on_hover_text("Adds a preset without behaviors.")
                .clicked()
            {
                choice = Some(PresetChoice::Add(Box::new(library::blank_preset())));
            }
            let name = current.map_or("New from…".into(), |preset| {
                format!("New from {}", preset.name)
            });
            let button = egui::Button::new(name).truncate();
            if ui
                .add_enabled(current.is_some(), button)
                .on_hover_text("Adds a copy of the highlighted preset.")
                .clicked()
            {
                choice = current.map(|preset| PresetChoice::Add(Box::new(preset.clone())));
            }
        });
        choice
    }

    /// Draws a group of presets that match the search text. `takes_first` chooses the first of
    /// them, and is then unset. Returns whether any matches.
    fn group_ui(
        &mut self,
        ui: &mut Ui,
        title: &str,
        presets: &[&Preset],
        selected: Option<PresetId>,
        takes_first: &mut bool,
        choose: &mut dyn FnMut(&Preset),
    ) -> bool {
        let query = self.query.trim().to_lowercase();
        let mut matching = presets
            .iter()
            .filter(|preset| library::matches(preset, title, &query))
            .peekable();
        if matching.peek().is_none() {
            return false;
        }
        ui.label(
            RichText::new(title)
                .small()
                .color(theme::colors(ui).text_weak),
        );
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(5.0, 5.0);
            for preset in matching {
                let is_selected = selected == Some(preset.id);
                let picture = self.pictures.of(ui, preset);
                let response = tile_ui(ui, preset, picture, is_selected);
                let response = response.on_hover_ui(|ui| {
                    theme::tooltip_ui(ui, &preset.name, &preset.description, "");
                });
                if response.clicked() || std::mem::take(takes_first) {
                    choose(preset);
                }
            }
        });
        true
    }
}
