//! Drop-down lists that the keyboard uses as the mouse does.

use egui::{Align, ComboBox, Id, InnerResponse, Key, Response, Ui, WidgetText};

/// A list that is open.
#[derive(Clone, Copy)]
struct OpenList {
    list: Id,
    /// The passes in which it was drawn first and last.
    first: u64,
    last: u64,
}

impl OpenList {
    /// Whether it has just been opened. The first pass only measures a list.
    fn opens(self) -> bool {
        self.last <= self.first + 1
    }
}

fn open_list_id() -> Id {
    Id::unique("open drop-down list")
}

/// Notes that a list is drawn.
fn note(ui: &Ui) -> OpenList {
    let list = ui.layer_id().id;
    let pass = ui.ctx().cumulative_pass_nr();
    ui.data_mut(|data| {
        let before = data.get_temp::<OpenList>(open_list_id());
        let before = before.filter(|open| open.list == list && open.last + 1 >= pass);
        let open = OpenList {
            list,
            first: before.map_or(pass, |open| open.first),
            last: pass,
        };
        data.insert_temp(open_list_id(), open);
        open
    })
}

/// Draws a drop-down list, whose entries are drawn by [`entry_ui`] or [`value_ui`]. When it opens,
/// its selected entry gets the focus, from which the arrow keys go on. An entry that is chosen with
/// Enter or Space closes it, as a click does. When a key closes it, its button has the focus again.
pub fn drop_down_ui<R>(
    ui: &mut Ui,
    list: ComboBox,
    entries: impl FnOnce(&mut Ui) -> R,
) -> InnerResponse<Option<R>> {
    show_ui(ui, list, Box::new(entries))
}

fn show_ui<R>(
    ui: &mut Ui,
    list: ComboBox,
    entries: Box<dyn FnOnce(&mut Ui) -> R + '_>, // so that this is compiled once for each type of result
) -> InnerResponse<Option<R>> {
    let mut closed_by_key = false;
    let shown = list.show_ui(ui, |ui| {
        let opens = note(ui).opens();
        // The key that opens the list is pressed while its button has the focus.
        let focused = ui.memory(|memory| memory.focused());
        let is_entry = focused
            .and_then(|entry| ui.ctx().read_response(entry))
            .is_some_and(|entry| entry.layer_id == ui.layer_id());
        let result = entries(ui);
        let chosen = ui.input(|i| i.key_pressed(Key::Enter) || i.key_pressed(Key::Space));
        let chosen = chosen && is_entry && !opens;
        if chosen {
            ui.close();
        }
        closed_by_key = chosen || ui.input(|i| i.key_pressed(Key::Escape));
        result
    });
    if closed_by_key {
        shown.response.request_focus();
    }
    shown
}

/// Draws an entry of a list.
pub fn entry_ui(ui: &mut Ui, selected: bool, text: impl Into<WidgetText>) -> Response {
    let entry = ui.selectable_label(selected, text.into());
    let list = ui.layer_id().id;
    let opens = ui
        .data(|data| data.get_temp::<OpenList>(open_list_id()))
        .is_some_and(|open| open.list == list && open.opens());
    if selected && opens {
        entry.request_focus();
        entry.scroll_to_me(Some(Align::Center));
    }
    entry
}

/// Draws an entry of a list that sets a value.
pub fn value_ui<T: PartialEq>(
    ui: &mut Ui,
    current: &mut T,
    value: T,
    text: impl Into<WidgetText>,
) -> Response {
    let entry = entry_ui(ui, *current == value, text);
    if entry.clicked() {
        *current = value;
    }
    entry
}
