//! Dragging rows onto others: before or after them, or into a group.

use crate::editor::outliner::row::ROW;
use crate::editor::theme;
use egui::{DragAndDrop, Pos2, Rect, Response, Stroke, StrokeKind, Ui};
use steerwright_authoring::Session;
use steerwright_authoring::outline::Entry;
use steerwright_authoring::outline::grouping;
use steerwright_authoring::outline::reordering;
use steerwright_runtime::scene::GroupId;

/// The rows dragged within the outliner.
#[derive(Clone, Debug, PartialEq)]
pub struct Dragged(pub Vec<Entry>);

/// Where dragged rows would be dropped.
#[derive(Clone, Copy, PartialEq)]
enum DropPosition {
    Before,
    After,
    Into(GroupId),
}

impl DropPosition {
    /// Items dropped on a group move into it. A group moves into it in its middle, and next to it
    /// at its edges.
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

/// Handles a drop on a row: next to it, or into it if it is a group.
pub fn drop_ui(ui: &Ui, session: &mut Session, response: &Response, entry: Entry) {
    let Some(hovering) = response.dnd_hover_payload::<Dragged>() else {
        return;
    };
    let Some(pointer) = ui.input(|i| i.pointer.interact_pos()) else {
        return;
    };
    let position = DropPosition::of(entry, &hovering, response.rect, pointer);
    let stroke = Stroke::new(2.0, theme::colors(ui).accent);
    if let DropPosition::Into(group) = position {
        // A group cannot contain itself.
        if !hovering
            .0
            .iter()
            .all(|&entry| grouping::can_move_to_group(&session.scene, entry, Some(group)))
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
        let y = if position == DropPosition::After {
            response.rect.bottom()
        } else {
            response.rect.top()
        };
        ui.painter().hline(response.rect.x_range(), y, stroke);
    }
    let Some(dropped) = response.dnd_release_payload::<Dragged>() else {
        return;
    };
    if let DropPosition::Into(group) = position {
        grouping::move_to_group(&mut session.scene, &dropped.0, Some(group));
        session.name_step("Move to group");
    } else {
        reordering::move_beside(
            &mut session.scene,
            &dropped.0,
            entry,
            position == DropPosition::After,
        );
        session.name_step("Reorder");
    }
}

/// How far to scroll while dragging near the upper or lower edge of the list, in points.
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
