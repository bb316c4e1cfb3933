//! Rows dragged onto others: before or after them, or into a group.

use super::row::ROW;
use crate::authoring::outline::{self, Entry};
use crate::authoring::{Item, Session};
use crate::editor::theme;
use egui::{DragAndDrop, Rect, Response, Stroke, StrokeKind, Ui};

/// What is dragged within the outliner.
#[derive(Clone, Debug, PartialEq)]
pub struct Dragged(pub Vec<Entry>);

impl Dragged {
    /// The things among it, without groups.
    pub fn items(&self) -> impl Iterator<Item = Item> + '_ {
        self.0.iter().filter_map(|entry| if let Entry::Item(item) = entry { Some(*item) } else { None })
    }
}

/// Takes in what is dropped on a row: beside it, or into it if it is a group and things are dropped.
pub fn drop_ui(ui: &Ui, session: &mut Session, response: &Response, entry: Entry) {
    let Some(hovering) = response.dnd_hover_payload::<Dragged>() else { return };
    let Some(pointer) = ui.input(|i| i.pointer.interact_pos()) else { return };
    let after = pointer.y > response.rect.center().y;
    let into = matches!(entry, Entry::Group(_)) && hovering.items().next().is_some();
    let stroke = Stroke::new(2.0, theme::ACCENT);
    if into {
        ui.painter().rect_stroke(response.rect, f32::from(theme::ROUNDING), stroke, StrokeKind::Inside);
    } else {
        let y = if after { response.rect.bottom() } else { response.rect.top() };
        ui.painter().hline(response.rect.x_range(), y, stroke);
    }
    let Some(dropped) = response.dnd_release_payload::<Dragged>() else { return };
    match entry {
        Entry::Group(group) if into => {
            let items: Vec<Item> = dropped.items().collect();
            outline::put_in(&mut session.scene, &items, Some(group));
            session.name_step("Put into group");
        }
        _ => {
            outline::move_beside(&mut session.scene, &dropped.0, entry, after);
            session.name_step("Reorder");
        }
    }
}

/// Near its upper and lower edge the list scrolls along with what is dragged: by how much, points.
pub fn scroll_while_dragging(ui: &Ui, list: Rect) -> f32 {
    if !DragAndDrop::has_payload_of_type::<Dragged>(ui.ctx()) {
        return 0.0;
    }
    let Some(pointer) = ui.input(|i| i.pointer.interact_pos()).filter(|p| list.expand(ROW).contains(*p)) else { return 0.0 };
    ui.ctx().request_repaint();
    match pointer.y {
        y if y < list.top() + ROW => -ROW / 4.0,
        y if y > list.bottom() - ROW => ROW / 4.0,
        _ => 0.0,
    }
}
