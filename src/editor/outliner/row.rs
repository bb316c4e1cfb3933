//! A row of the list: icon, name, additional text, and switches for hiding and locking.

use crate::editor::outliner::rows::Kind;
use crate::editor::theme;
use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Align, Align2, Color32, Event, FontId, Id, Key, Layout, Modifiers, PointerButton, Pos2, Rect,
    Response, RichText, Role, Sense, TextEdit, TextFormat, Ui, WidgetInfo,
};
use egui::{Stroke, StrokeKind, UiBuilder, vec2};
use egui_material_icons::{MaterialIcon, icons};
use steerwright_authoring::outline::{Entry, Flag};

/// The height of a row, in points.
pub const ROW: f32 = 22.0;
/// The width of a switch, in points.
const SWITCH_WIDTH: f32 = 20.0;

/// The contents of a row.
pub struct Row<'a> {
    /// What the row stands for.
    pub entry: Entry,
    /// The icon before the name.
    pub icon: MaterialIcon,
    /// The color of the icon.
    pub color: Color32,
    /// The name.
    pub name: &'a str,
    /// The small text after the name.
    pub info: &'a str,
    /// The indentation, in points.
    pub indent: f32,
    /// Whether it is selected.
    pub selected: bool,
    /// Whether it is hidden and locked. `None` if it cannot be.
    pub flags: Option<[FlagState; 2]>,
}

/// Whether a row is hidden, or locked.
#[derive(Clone, Copy)]
pub struct FlagState {
    /// Directly.
    pub is_set: bool,
    /// Through a group.
    pub inherited: bool,
}

/// An action of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RowAction {
    /// Set or clear a flag.
    Switch(Flag, bool),
}

/// Draws a row.
pub fn row_ui(ui: &mut Ui, row: &Row<'_>) -> (Response, Option<RowAction>) {
    let colors = theme::colors(ui);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let id = ui.scope_id().with(format!("{:?}", row.entry));
    let response = ui.interact(rect, id, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, row.selected, row.name));
    let is_highlighted = response.hovered() || response.has_focus();
    let background = if row.selected {
        Some(ui.visuals().selection.bg_fill)
    } else {
        is_highlighted.then_some(colors.card)
    };
    if let Some(background) = background {
        ui.painter()
            .rect_filled(rect, f32::from(theme::ROUNDING), background);
    }
    if response.has_focus() {
        let ring = Stroke::new(1.5, colors.text_strong);
        ui.painter()
            .rect_stroke(rect, f32::from(theme::ROUNDING), ring, StrokeKind::Inside);
    }
    let mut right = rect.right() - 2.0;
    let mut action = None;
    if let Some([hidden, locked]) = row.flags {
        for (flag, state) in [(Flag::Locked, locked), (Flag::Hidden, hidden)] {
            let area = Rect::from_min_max(
                Pos2::new(right - SWITCH_WIDTH, rect.top()),
                Pos2::new(right, rect.bottom()),
            );
            right -= SWITCH_WIDTH;
            if switch_ui(
                ui,
                area,
                id,
                row.name,
                flag,
                state,
                ui.rect_contains_pointer(rect),
            ) {
                action = Some(RowAction::Switch(flag, !state.is_set));
            }
        }
    }
    let hidden = (row.flags).is_some_and(|[hidden, _]| hidden.is_set || hidden.inherited);
    let fade = |color: Color32| {
        if hidden {
            color.gamma_multiply(0.5)
        } else {
            color
        }
    };
    let painter = ui.painter();
    let left = rect.left() + 6.0 + row.indent;
    let icon = FontId::proportional(theme::BODY_SIZE);
    painter.text(
        Pos2::new(left, rect.center().y),
        Align2::LEFT_CENTER,
        row.icon.codepoint,
        icon,
        fade(if row.selected {
            colors.on_selection(row.color)
        } else {
            row.color
        }),
    );
    if !row.info.is_empty() {
        let small = FontId::proportional(theme::SMALL_SIZE);
        let area = Pos2::new(right - 4.0, rect.center().y);
        // The name takes precedence over the additional text.
        let galley = painter.layout_job(truncated(
            row.info,
            small,
            fade(if row.selected {
                colors.text
            } else {
                colors.text_weak
            }),
            (right - left) * 0.4,
        ));
        let at = Align2::RIGHT_CENTER.anchor_size(area, galley.size());
        right = at.left() - 4.0;
        painter.galley(at.min, galley, colors.text_weak);
    }
    let color = fade(if row.selected {
        colors.text_strong
    } else {
        colors.text
    });
    let galley = painter.layout_job(truncated(
        row.name,
        FontId::proportional(theme::BODY_SIZE),
        color,
        right - left - 20.0,
    ));
    painter.galley(
        Align2::LEFT_CENTER
            .anchor_size(Pos2::new(left + 20.0, rect.center().y), galley.size())
            .min,
        galley,
        color,
    );
    (response, action)
}

/// The modifiers of the click in this frame. In a slow frame, those at its end can be different.
pub fn click_modifiers(ui: &Ui) -> Modifiers {
    ui.input(|i| {
        let of_click = i.events.iter().rev().find_map(|event| match event {
            Event::PointerButton {
                button: PointerButton::Primary,
                pressed: false,
                modifiers,
                ..
            } => Some(*modifiers),
            _ => None,
        });
        of_click.unwrap_or(i.modifiers)
    })
}

/// Lays out one line of text, truncated to a width.
fn truncated(text: &str, font: FontId, color: Color32, width: f32) -> LayoutJob {
    let mut job = LayoutJob::single_section(text.to_owned(), TextFormat::simple(font, color));
    job.wrap = TextWrapping::truncate_at_width(width.max(1.0));
    job
}

/// Draws an eye or a lock, visible while it is on or the row is hovered. Returns whether it was
/// clicked.
fn switch_ui(
    ui: &Ui,
    area: Rect,
    row: Id,
    name: &str,
    flag: Flag,
    FlagState { is_set, inherited }: FlagState,
    row_hovered: bool,
) -> bool {
    let colors = theme::colors(ui);
    let response = ui.interact(area, row.with(flag == Flag::Hidden), Sense::click());
    let (icon, label) = match (flag, is_set) {
        (Flag::Hidden, true) => (icons::ICON_VISIBILITY_OFF, "Show"),
        (Flag::Hidden, false) => (
            if inherited {
                icons::ICON_VISIBILITY_OFF
            } else {
                icons::ICON_VISIBILITY
            },
            "Hide",
        ),
        (Flag::Locked, true) => (icons::ICON_LOCK, "Unlock"),
        (Flag::Locked, false) => (
            if inherited {
                icons::ICON_LOCK
            } else {
                icons::ICON_LOCK_OPEN
            },
            "Lock",
        ),
    };
    let label = format!("{label} {name}");
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_set, &label));
    if is_set || inherited || row_hovered || response.has_focus() {
        let color = match (response.hovered(), is_set) {
            (true, _) => colors.text_strong,
            (false, true) => colors.text,
            (false, false) => colors
                .text_weak
                .gamma_multiply(if inherited { 0.6 } else { 0.8 }),
        };
        ui.painter().text(
            area.center(),
            Align2::CENTER_CENTER,
            icon.codepoint,
            FontId::proportional(14.0),
            color,
        );
    }
    response.on_hover_text(label).clicked()
}

/// Draws the heading of a kind. A click folds it; `add` draws a button that adds items.
pub fn heading_ui(
    ui: &mut Ui,
    kind: Kind,
    count: usize,
    folded: bool,
    add: impl FnOnce(&mut Ui),
) -> Response {
    let colors = theme::colors(ui);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let response = ui.interact(rect, ui.scope_id().with(kind.heading()), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, kind.heading()));
    let painter = ui.painter();
    let icon = if folded {
        icons::ICON_CHEVRON_RIGHT
    } else {
        icons::ICON_EXPAND_MORE
    };
    let at = |x: f32| Pos2::new(x, rect.center().y);
    let color = if response.hovered() || response.has_focus() {
        colors.text_strong
    } else {
        colors.text
    };
    painter.text(
        at(rect.left() + 2.0),
        Align2::LEFT_CENTER,
        icon.codepoint,
        FontId::proportional(16.0),
        color,
    );
    let font = FontId::proportional(theme::BODY_SIZE);
    let title = painter.text(
        at(rect.left() + 22.0),
        Align2::LEFT_CENTER,
        kind.heading(),
        font,
        colors.text_strong,
    );
    let small = FontId::proportional(theme::SMALL_SIZE);
    painter.text(
        at(title.right() + 8.0),
        Align2::LEFT_CENTER,
        count.to_string(),
        small,
        colors.text_weak,
    );
    let button_area = Rect::from_min_max(Pos2::new(rect.right() - 60.0, rect.top()), rect.max);
    let mut inner = ui.new_child(
        UiBuilder::new()
            .max_rect(button_area)
            .layout(Layout::right_to_left(Align::Center)),
    );
    add(&mut inner);
    response
}

/// Draws a hint.
pub fn hint_ui(ui: &mut Ui, text: &str) {
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let mut inner = ui.new_child(
        UiBuilder::new()
            .max_rect(rect.shrink2(vec2(6.0, 0.0)))
            .layout(Layout::left_to_right(Align::Center)),
    );
    inner.add(egui::Label::new(RichText::new(text).color(theme::colors(ui).text_weak)).truncate());
}

/// Draws the name field. Returns `Some(true)` to accept the name and `Some(false)` to cancel.
pub fn rename_ui(ui: &mut Ui, name: &mut String) -> Option<bool> {
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let response = ui.put(
        rect,
        TextEdit::singleline(name).desired_width(f32::INFINITY),
    );
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "New name"));
    if ui.input(|i| i.key_pressed(Key::Escape)) {
        return Some(false);
    }
    if response.lost_focus() {
        return Some(true);
    }
    if !response.has_focus() {
        response.request_focus();
        // Select the whole name, so that typing replaces it.
        let mut state =
            egui::text_edit::TextEditState::load(ui.ctx(), response.id).unwrap_or_default();
        let all = egui::text::CCursorRange::two(
            egui::text::CCursor::new(0),
            egui::text::CCursor::new(name.chars().count()),
        );
        state.cursor.set_char_range(Some(all));
        state.store(ui.ctx(), response.id);
    }
    None
}
