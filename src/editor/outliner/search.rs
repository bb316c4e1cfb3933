//! The filter above the list.

use crate::editor::outliner::{Kind, Outliner};
use crate::editor::theme;
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Button, Key, PopupCloseBehavior, TextEdit, Ui};
use egui_material_icons::icons;

impl Outliner {
    pub(super) fn search_ui(&mut self, ui: &mut Ui) {
        let colors = theme::colors(ui);
        ui.horizontal(|ui| {
            theme::right_ui(ui, |ui| {
                let on = !self.filter.without.is_empty() || self.filter.only_hidden_or_locked;
                let text = theme::icon_text(icons::ICON_FILTER_LIST, 18.0).color(if on {
                    colors.accent
                } else {
                    colors.text
                });
                let config =
                    MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
                let (response, _) = MenuButton::from_button(Button::new(text))
                    .config(config)
                    .ui(ui, |ui| self.filter_ui(ui));
                response.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::Button, true, "Filter by type")
                });
                let field = TextEdit::singleline(&mut self.filter.words)
                    .hint_text(format!("{} Filter by name", icons::ICON_SEARCH.codepoint));
                let response = ui.add(field.desired_width(f32::INFINITY));
                if std::mem::take(&mut self.focus_filter) {
                    response.request_focus();
                }
                response.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::SearchInput, true, "Filter by name")
                });
                // Escape has already removed the focus.
                if (response.has_focus() || response.lost_focus())
                    && ui.input(|i| i.key_pressed(Key::Escape))
                {
                    self.filter.words.clear();
                }
            });
        });
        ui.add_space(2.0);
    }

    fn filter_ui(&mut self, ui: &mut Ui) {
        for kind in Kind::ALL {
            let mut shown = !self.filter.without.contains(&kind);
            if theme::checkbox_ui(ui, &mut shown, kind.heading()).changed() {
                if shown {
                    self.filter.without.remove(&kind);
                } else {
                    self.filter.without.insert(kind);
                }
            }
        }
        ui.separator();
        theme::checkbox_ui(
            ui,
            &mut self.filter.only_hidden_or_locked,
            "Only hidden or locked",
        );
    }
}
