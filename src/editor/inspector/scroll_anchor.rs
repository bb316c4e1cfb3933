//! Keeps the row that was clicked where it is in the window while rows above it appear or vanish.

use egui::scroll_area::ScrollAreaOutput;
use egui::{Context, Id, Rect, Ui};
use steerwright_authoring::Item;

/// A smaller move of a row is no jump, in points.
const MIN_MOVE: f32 = 0.5;

/// A row, and where it begins below the beginning of the contents, in points.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// Several rows may have the same name: this is the one with that index.
    key: (Id, usize),
    top: f32,
}

/// The contents of a scroll area.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contents {
    /// Where they begin in the window.
    pub(super) top: f32,
    pub(super) height: f32,
}

/// The row that stays where it is.
#[derive(Clone, Debug, Default)]
pub(super) struct ScrollAnchor {
    /// What the rows are about.
    item: Option<Item>,
    row: Option<Row>,
    /// Space above and below the contents, where scrolling alone can't keep the row in its place.
    above: f32,
    below: f32,
    /// The offset of the next frame, if it is to change.
    offset: Option<f32>,
}

fn anchor_id() -> Id {
    Id::unique("scroll anchor of the inspector")
}

fn rows_id() -> Id {
    Id::unique("rows of the inspector")
}

/// The rows of a pass. Those of other windows are among them.
#[derive(Clone, Debug, Default)]
struct MarkedRows {
    pass: u64,
    rows: Vec<(Id, f32)>,
}

/// Notes where a row is.
pub(super) fn mark_row(ui: &Ui, name: &str, area: Rect) {
    let row = (ui.scope_id().with(name), area.top());
    let pass = ui.ctx().cumulative_pass_nr();
    ui.data_mut(|data| {
        let rows = data.get_temp_mut_or_default::<MarkedRows>(rows_id());
        if rows.pass != pass {
            *rows = MarkedRows {
                pass,
                rows: Vec::new(),
            };
        }
        rows.rows.push(row);
    });
}

impl ScrollAnchor {
    /// Begins a frame with the rows of an item.
    pub(super) fn begin(ctx: &Context, item: Option<Item>) -> Self {
        let anchor = ctx.data_mut(|data| {
            data.remove::<MarkedRows>(rows_id());
            data.remove_temp::<Self>(anchor_id()).unwrap_or_default()
        });
        if anchor.item == item {
            anchor
        } else {
            Self {
                item,
                ..Self::default()
            }
        }
    }

    /// The offset to scroll to.
    pub(super) fn take_offset(&mut self) -> Option<f32> {
        self.offset.take()
    }

    /// The space above and below the contents.
    pub(super) fn spaces(&self) -> [f32; 2] {
        [self.above, self.below]
    }

    /// Ends a frame: a press chooses the row, and later frames keep it where it was.
    pub(super) fn end(mut self, ui: &Ui, output: &ScrollAreaOutput<Contents>) {
        let contents = output.inner;
        let rows = rows(ui.ctx(), contents.top);
        let pressed = ui.input(|input| {
            let is_pressed = input.pointer.any_pressed();
            input.pointer.interact_pos().filter(|_| is_pressed)
        });
        if let Some(press) = pressed {
            let is_here = ui.ctx().layer_id_at(press) == Some(ui.layer_id());
            // A list that the row has opened is in a layer above.
            if is_here {
                let at = press.y - contents.top;
                let is_inside = output.inner_rect.contains(press);
                let above = rows.iter().filter(|row| is_inside && row.top <= at);
                self.row = above.max_by(|a, b| a.top.total_cmp(&b.top)).copied();
            }
        } else if let Some(before) = self.row
            && let Some(now) = rows.iter().find(|row| row.key == before.key)
        {
            self.row = Some(*now);
            let moved = now.top - before.top;
            if moved.abs() >= MIN_MOVE {
                self.keep(moved, output);
                ui.ctx().request_repaint();
            }
        }
        if self.offset.is_none() {
            self.remove_hidden_space(output);
        }
        ui.data_mut(|data| data.insert_temp(anchor_id(), self));
    }

    /// Scrolls by as much as the row has moved.
    fn keep(&mut self, moved: f32, output: &ScrollAreaOutput<Contents>) {
        let offset = output.state.clamped_offset().y - self.above + moved;
        self.above = (-offset).max(0.0);
        self.below = missing(offset, output);
        self.offset = Some(offset.max(0.0));
    }

    /// Removes space that is out of view.
    fn remove_hidden_space(&mut self, output: &ScrollAreaOutput<Contents>) {
        let offset = output.state.clamped_offset().y;
        if self.above > 0.0 && offset >= self.above {
            self.offset = Some(offset - self.above);
            self.above = 0.0;
        }
        self.below = self.below.min(missing(offset - self.above, output));
    }
}

/// The space that contents at this offset need below them.
fn missing(offset: f32, output: &ScrollAreaOutput<Contents>) -> f32 {
    if offset > 0.0 {
        (offset + output.inner_rect.height() - output.inner.height).max(0.0)
    } else {
        0.0
    }
}

/// The rows that were drawn in this frame.
fn rows(ctx: &Context, top: f32) -> Vec<Row> {
    let drawn = ctx.data_mut(|data| data.remove_temp::<MarkedRows>(rows_id()));
    let drawn = drawn.unwrap_or_default().rows;
    let mut rows: Vec<Row> = Vec::with_capacity(drawn.len());
    for (name, row_top) in drawn {
        let index = rows.iter().filter(|row| row.key.0 == name).count();
        rows.push(Row {
            key: (name, index),
            top: row_top - top,
        });
    }
    rows
}
