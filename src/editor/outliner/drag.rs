//! Rows dragged onto others: before or after them, or into a group.

use super::row::ROW;
use crate::editor::theme;
use egui::{DragAndDrop, Pos2, Rect, Response, Stroke, StrokeKind, Ui};
use steerwright_authoring::outline::Entry;
use steerwright_authoring::{Session, grouping, reordering};
use steerwright_runtime::scene::GroupId;

/// What is dragged within the outliner.
#[derive(Clone, Debug, PartialEq)]
pub struct Dragged(pub Vec<Entry>);

/// Where something dragged would go.
#[derive(Clone, Copy, PartialEq)]
enum Where {
    Before,
    After,
    Into(GroupId),
}

impl Where {
    /// Things dropped on a group go into it; a group goes into it from its middle, and beside it from its edges.
    fn of(entry: Entry, dragged: &Dragged, row: Rect, pointer: Pos2) -> Self {
        let height = (pointer.y - row.top()) / row.height();
        let edge = if dragged
            .0
            .iter()
            .all(|entry| matches!(entry, Entry::Group(_)))
        {
            0.25
        } else {
            0.0
        };
        match entry {
            Entry::Group(group) if (edge..=1.0 - edge).contains(&height) => Self::Into(group),
            _ if height > 0.5 => Self::After,
            _ => Self::Before,
        }
    }
}

/// Takes in what is dropped on a row: beside it, or into it if it is a group.
pub fn drop_ui(ui: &Ui, session: &mut Session, response: &Response, entry: Entry) {
    let Some(hovering) = response.dnd_hover_payload::<Dragged>() else {
        return;
    };
    let Some(pointer) = ui.input(|i| i.pointer.interact_pos()) else {
        return;
    };
    let place = Where::of(entry, &hovering, response.rect, pointer);
    let stroke = Stroke::new(2.0, theme::ACCENT);
    if let Where::Into(group) = place {
        // No group goes into itself.
        if !hovering
            .0
            .iter()
            .all(|&entry| grouping::can_put_in(&session.scene, entry, Some(group)))
        {
            return;
        }
        ui.painter().rect_stroke(
            response.rect,
            f32::from(theme::ROUNDING),
            stroke,
            StrokeKind::Inside,
        );
    } else {
        let y = if place == Where::After {
            response.rect.bottom()
        } else {
            response.rect.top()
        };
        ui.painter().hline(response.rect.x_range(), y, stroke);
    }
    let Some(dropped) = response.dnd_release_payload::<Dragged>() else {
        return;
    };
    if let Where::Into(group) = place {
        grouping::put_in(&mut session.scene, &dropped.0, Some(group));
        session.name_step("Put into group");
    } else {
        reordering::move_beside(&mut session.scene, &dropped.0, entry, place == Where::After);
        session.name_step("Reorder");
    }
}

/// Near its upper and lower edge the list scrolls along with what is dragged: by how much, points.
pub fn scroll_while_dragging(ui: &Ui, list: Rect) -> f32 {
    if !DragAndDrop::has_payload_of_type::<Dragged>(ui.ctx()) {
        return 0.0;
    }
    let Some(pointer) = ui
        .input(|i| i.pointer.interact_pos())
        .filter(|p| list.expand(ROW).contains(*p))
    else {
        return 0.0;
    };
    ui.ctx().request_repaint();
    match pointer.y {
        y if y < list.top() + ROW => -ROW / 4.0,
        y if y > list.bottom() - ROW => ROW / 4.0,
        _ => 0.0,
    }
}
