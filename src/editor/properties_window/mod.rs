//! The window that declares custom properties: a list, and a form for one of them.

mod choices;
mod form;
mod report;

use crate::editor::theme;
use crate::editor::widgets::dialog;
use choices::ChoiceDraft;
use egui::{Context, Key, Modifiers, RichText, ScrollArea, Ui, vec2};
use egui_material_icons::icons;
use steerwright_authoring::Session;
use steerwright_authoring::properties;
use steerwright_format::limits;
use steerwright_runtime::scene::{PropertyOwner, PropertyOwners};

const TITLE: &str = "Custom properties";
/// The width of the list, in points.
const LIST: f32 = 190.0;
/// The width of the form, in points.
const FORM: f32 = 400.0;
/// The height of both, in points.
const HEIGHT: f32 = 430.0;

/// The state of the window.
#[derive(Debug, Default)]
pub struct PropertiesWindow {
    open: bool,
    /// The index of the declaration that the form shows.
    shown: usize,
    /// The name that is being typed. It is taken over as soon as it can be.
    name: Option<String>,
    choice: Option<ChoiceDraft>,
    /// The index of the choice that gets the focus in the next frame.
    focuses_choice: Option<usize>,
    /// Whether the field of the name gets the focus.
    focuses_name: bool,
}

/// How the list is changed.
enum Arrange {
    Show(usize),
    Move(usize),
    Declare,
    Delete,
}

impl PropertiesWindow {
    /// Opens or closes the window.
    pub fn toggle(&mut self) {
        self.open ^= true;
    }

    /// Whether the window is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Declares a property of the kinds of the selected items, or of agents, and opens the window
    /// with it. Returns what the user is told.
    pub fn declare(&mut self, session: &mut Session) -> Option<String> {
        let owners = selected_kinds(session);
        let Some(index) = properties::declare(&mut session.scene, owners) else {
            return Some(limits::DECLARED_PROPERTIES.message());
        };
        session.name_step("Declare property");
        self.open = true;
        self.show(index);
        self.focuses_name = true;
        None
    }

    fn show(&mut self, index: usize) {
        self.shown = index;
        self.name = None;
        self.choice = None;
    }

    /// Draws the window if it is open. Returns what the user is told.
    pub fn ui(&mut self, ctx: &Context, session: &mut Session) -> Option<String> {
        if !self.open {
            return None;
        }
        if !ctx.text_edit_focused()
            && !egui::Popup::is_any_open(ctx)
            && ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape))
        {
            self.open = false;
            return None;
        }
        let count = session.scene.declared_properties.len();
        if self.shown >= count {
            self.show(count.saturating_sub(1));
        }
        let mut open = true;
        let space = ctx.content_rect();
        let shown = dialog::window(ctx, TITLE)
            .pivot(egui::Align2::CENTER_CENTER)
            .default_pos(space.center())
            .show(ctx, |ui| {
                dialog::contents_ui(ui, TITLE, &mut open, |ui| self.contents_ui(ui, session))
            });
        self.open = open;
        shown.and_then(|shown| shown.inner).flatten()
    }

    fn contents_ui(&mut self, ui: &mut Ui, session: &mut Session) -> Option<String> {
        let height = (ui.ctx().content_rect().height() - 140.0).min(HEIGHT);
        let text = "Properties tell the game more than Steerwright knows. They have no effect on the motion.";
        ui.label(RichText::new(text).color(theme::colors(ui).text_weak));
        ui.add_space(6.0);
        let mut message = None;
        ui.horizontal_top(|ui| {
            let arrange = ui
                .vertical(|ui| {
                    ui.set_width(LIST);
                    self.list_ui(ui, session, height)
                })
                .inner;
            ui.separator();
            ui.vertical(|ui| {
                ui.set_width(FORM);
                let area = ScrollArea::vertical().id_salt("form");
                let area = area.auto_shrink([false, false]).max_height(height);
                area.show(ui, |ui| {
                    ui.set_max_width(FORM - 12.0);
                    message = self.form_ui(ui, session);
                });
            });
            if let Some(arrange) = arrange {
                message = self.arrange(session, arrange).or(message.take());
            }
        });
        message
    }

    /// Draws the list of declarations, and the buttons below it.
    fn list_ui(&self, ui: &mut Ui, session: &Session, height: f32) -> Option<Arrange> {
        let declared = &session.scene.declared_properties;
        let mut arrange = None;
        let area = ScrollArea::vertical().id_salt("list");
        let area = area.auto_shrink([false, false]).max_height(height - 34.0);
        area.show(ui, |ui| {
            if declared.is_empty() {
                let text = "No property is declared yet.";
                ui.label(RichText::new(text).color(theme::colors(ui).text_weak));
            }
            for (index, declaration) in declared.iter().enumerate() {
                let size = vec2(ui.available_width(), 24.0);
                let entry =
                    egui::Button::selectable(index == self.shown, declaration.name.as_str())
                        .min_size(size)
                        .truncate();
                let mut entry = ui.add(entry);
                if !declaration.description.is_empty() {
                    entry = entry.on_hover_text(&declaration.description);
                }
                if entry.clicked() {
                    arrange = Some(Arrange::Show(index));
                }
            }
        });
        ui.horizontal(|ui| {
            let last = declared.len().saturating_sub(1);
            let mut button = |ui: &mut Ui, icon, label: &str, enabled: bool, chosen: Arrange| {
                let add = |ui: &mut Ui| theme::icon_button(ui, icon, label, "", "", false);
                if ui.add_enabled_ui(enabled, add).inner.clicked() {
                    arrange = Some(chosen);
                }
            };
            let is_any = !declared.is_empty();
            button(
                ui,
                icons::ICON_ADD,
                "Declare a property",
                true,
                Arrange::Declare,
            );
            button(
                ui,
                icons::ICON_DELETE,
                "Delete property",
                is_any,
                Arrange::Delete,
            );
            let up = Arrange::Move(self.shown.saturating_sub(1));
            button(ui, icons::ICON_ARROW_UPWARD, "Move up", self.shown > 0, up);
            let down = Arrange::Move(self.shown + 1);
            let is_above = is_any && self.shown < last;
            button(ui, icons::ICON_ARROW_DOWNWARD, "Move down", is_above, down);
        });
        arrange
    }

    fn arrange(&mut self, session: &mut Session, arrange: Arrange) -> Option<String> {
        match arrange {
            Arrange::Show(index) => {
                session.end_step();
                self.show(index);
                None
            }
            Arrange::Move(to) => {
                properties::move_declaration(&mut session.scene, self.shown, to);
                session.name_step("Reorder properties");
                self.show(to);
                None
            }
            Arrange::Declare => self.declare(session),
            Arrange::Delete => {
                let declaration = session.scene.declared_properties.get(self.shown)?;
                let name = declaration.name.clone();
                let values = properties::remove(&mut session.scene, self.shown);
                session.name_step("Delete property");
                self.name = None;
                self.choice = None;
                report::deleted(&name, values)
            }
        }
    }
}

/// The kinds of the selected items, or agents.
fn selected_kinds(session: &Session) -> PropertyOwners {
    let items = session.selection.iter();
    let kinds: PropertyOwners = items
        .filter_map(properties::property_item)
        .map(|item| item.owner())
        .collect();
    if kinds.is_empty() {
        [PropertyOwner::Agents].into_iter().collect()
    } else {
        kinds
    }
}
