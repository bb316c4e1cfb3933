//! The cards of the inspector: their title folds them. Which are folded is kept with the settings.

use crate::editor::inspector::scroll_anchor::mark_row;
use crate::editor::inspector::shown_field;
use crate::editor::theme;
use egui::{
    Align, Align2, Context, FontId, Id, Layout, Pos2, Rect, RichText, Role, Sense, Stroke,
    StrokeKind, TextStyle, TextWrapMode, Ui, UiBuilder, WidgetInfo, WidgetText, vec2,
};
use egui_material_icons::icons;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The cards that are folded until the user unfolds them.
const FOLDED_AT_FIRST: [&str; 1] = ["General"];
/// The height of a title, in points.
const TITLE: f32 = 22.0;

/// Which cards the user has folded or unfolded, by their names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Folds(BTreeMap<String, bool>);

impl Folds {
    /// Reads what [`to_value`](Self::to_value) wrote. Invalid values are left out.
    pub fn from_value(value: Option<&Value>) -> Self {
        let folds = value.and_then(Value::as_object).into_iter().flatten();
        let fold = |(name, folded): (&String, &Value)| Some((name.clone(), folded.as_bool()?));
        Self(folds.filter_map(fold).collect())
    }

    /// What is stored.
    pub fn to_value(&self) -> Value {
        let fold = |(name, folded): (&String, &bool)| (name.clone(), (*folded).into());
        Value::Object(self.0.iter().map(fold).collect::<Map<_, _>>())
    }

    /// Folds and unfolds all cards as they are at first.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    fn is_folded(&self, name: &str) -> bool {
        let at_first = || FOLDED_AT_FIRST.contains(&name);
        self.0.get(name).copied().unwrap_or_else(at_first)
    }

    /// Makes these the folds of the cards that are drawn next.
    pub fn begin(&self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_temp(folds_id(), self.clone()));
    }

    /// Takes over what was folded and unfolded since [`begin`](Self::begin). Returns whether there
    /// was any.
    pub fn end(&mut self, ctx: &Context) -> bool {
        let drawn = ctx.data_mut(|data| data.remove_temp::<Self>(folds_id()));
        let Some(drawn) = drawn.filter(|drawn| drawn != self) else {
            return false;
        };
        *self = drawn;
        true
    }
}

fn folds_id() -> Id {
    Id::unique("folds of the inspector")
}

/// Draws a card that is named by its title. While it is folded, nothing in it changes.
pub(super) fn card_ui<R: Default>(
    ui: &mut Ui,
    title: &str,
    add_contents: impl FnOnce(&mut Ui) -> R,
) -> R {
    titled_card_ui(ui, title, title, add_contents)
}

/// Draws a card with a warning. It cannot be folded.
pub(super) fn warning_card_ui<R>(ui: &mut Ui, add_contents: impl FnOnce(&mut Ui) -> R) -> R {
    theme::card_ui(ui, |ui| {
        let title = RichText::new("Warning").strong();
        ui.label(title.color(theme::colors(ui).text_strong));
        add_contents(ui)
    })
}

/// Draws a card with a `name` that stays the same whatever its title is.
pub(super) fn titled_card_ui<R: Default>(
    ui: &mut Ui,
    name: &str,
    title: &str,
    add_contents: impl FnOnce(&mut Ui) -> R,
) -> R {
    card_with_buttons_ui(ui, name, title, |_| {}, add_contents)
}

/// The same. `beside` draws buttons at the right of the title.
pub(super) fn card_with_buttons_ui<R: Default>(
    ui: &mut Ui,
    name: &str,
    title: &str,
    beside: impl FnOnce(&mut Ui),
    add_contents: impl FnOnce(&mut Ui) -> R,
) -> R {
    theme::card_ui(ui, |ui| {
        if heading_ui(ui, name, title, Box::new(beside)) {
            add_contents(ui)
        } else {
            R::default()
        }
    })
}

/// Draws the title of a card. Returns whether its contents are shown.
fn heading_ui(
    ui: &mut Ui,
    name: &str,
    title: &str,
    beside: Box<dyn FnOnce(&mut Ui) + '_>, // so that this is compiled once
) -> bool {
    let folds = ui.data(|data| data.get_temp::<Folds>(folds_id()));
    let mut folds = folds.unwrap_or_default();
    let mut folded = folds.is_folded(name);
    if folded && shown_field::is_in_group(ui, name) {
        folds.0.insert(name.to_owned(), false);
        ui.data_mut(|data| data.insert_temp(folds_id(), folds.clone()));
        folded = false;
    }
    mark_row(ui, name, ui.cursor());
    if title_ui(ui, title, folded, beside) {
        folds.0.insert(name.to_owned(), !folded);
        ui.data_mut(|data| data.insert_temp(folds_id(), folds));
        ui.ctx().request_repaint();
    }
    !folded
}

/// Draws the title. Returns whether it was clicked.
fn title_ui(ui: &mut Ui, title: &str, folded: bool, beside: Box<dyn FnOnce(&mut Ui) + '_>) -> bool {
    let colors = theme::colors(ui);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), TITLE));
    // The buttons are above it.
    let response = ui.interact(rect, ui.scope_id().with(("title", title)), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::DisclosureTriangle, true, title));
    ui.ctx()
        .accesskit_node_builder(response.id, |node| node.set_expanded(!folded));
    let is_active = response.hovered() || response.has_focus();
    let icon = if folded {
        icons::ICON_CHEVRON_RIGHT
    } else {
        icons::ICON_EXPAND_MORE
    };
    let color = if is_active {
        colors.text_strong
    } else {
        colors.text_weak
    };
    let at = Pos2::new(rect.left() - 4.0, rect.center().y);
    let font = FontId::proportional(16.0);
    ui.painter()
        .text(at, Align2::LEFT_CENTER, icon.codepoint, font, color);
    let text_area = rect.with_min_x(rect.left() + 15.0);
    let mut inside = ui.new_child(
        UiBuilder::new()
            .max_rect(text_area)
            .layout(Layout::right_to_left(Align::Center)),
    );
    beside(&mut inside);
    let room = Rect::from_min_max(
        text_area.min,
        Pos2::new(
            inside.min_rect().left().max(text_area.left()),
            rect.bottom(),
        ),
    );
    let text = RichText::new(title).color(colors.text_strong).strong();
    let galley = WidgetText::from(text).into_galley(
        ui,
        Some(TextWrapMode::Truncate),
        room.width(),
        TextStyle::Body,
    );
    let place = Align2::LEFT_CENTER.anchor_size(room.left_center(), galley.size());
    ui.painter().galley(place.min, galley, colors.text_strong);
    if response.has_focus() {
        let ring = Stroke::new(1.5, colors.text_strong);
        let area = rect.expand2(vec2(5.0, 1.0));
        ui.painter()
            .rect_stroke(area, f32::from(theme::ROUNDING), ring, StrokeKind::Inside);
    }
    let help = if folded { "Show" } else { "Fold" };
    response.on_hover_text(help).clicked()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn folds_survive_a_round_trip_and_invalid_ones_are_left_out() {
        let stored = json!({ "Body": true, "General": false, "Agent": "yes" });
        let folds = Folds::from_value(Some(&stored));
        assert!(folds.is_folded("Body") && !folds.is_folded("General"));
        assert!(!folds.is_folded("Agent"));
        assert_eq!(folds.to_value(), json!({ "Body": true, "General": false }));
        assert_eq!(Folds::from_value(Some(&folds.to_value())), folds);
    }

    #[test]
    fn only_the_general_card_is_folded_at_first() {
        let mut folds = Folds::from_value(Some(&json!({ "General": false })));
        assert!(!folds.is_folded("General"));
        folds.clear();
        assert!(folds.is_folded("General") && !folds.is_folded("Body"));
    }
}
