//! Changing from an open menu of the menu bar to another: by Left and Right, and by the pointer.

use egui::containers::menu::MenuState;
use egui::{Id, Key, Modifiers, Popup, Response, Ui, Vec2};

/// What is known from the frame before.
#[derive(Clone, Copy, Default)]
struct Before {
    /// Whether a submenu was open. Left closes it, and only then changes the menu.
    submenu: bool,
    /// The button of the menu that a key opened, which gets the focus.
    opened: Option<Id>,
}

/// Opens the menu beside the open one if Left or Right was pressed and no submenu needs the key, or
/// the menu to whose button the pointer moved. Call after the menus are drawn; `buttons` are those
/// of the bar, from left to right.
pub fn change_menu(ui: &Ui, buttons: &[Response]) {
    let state = Id::unique("keys of the menu bar");
    let before: Before = ui.data(|data| data.get_temp(state)).unwrap_or_default();
    if let Some(button) = before.opened {
        ui.memory_mut(|memory| memory.request_focus(button));
    }
    let mut after = Before::default();
    let is_open = |button: &Response| Popup::is_id_open(ui.ctx(), menu_of(button));
    if let Some(open) = buttons.iter().position(is_open) {
        after.submenu = has_open_submenu(ui, menu_of(&buttons[open]));
        let pressed = |key| ui.input(|i| i.modifiers == Modifiers::NONE && i.key_pressed(key));
        let by_key = if pressed(Key::ArrowLeft) && !before.submenu {
            Some((open + buttons.len() - 1) % buttons.len())
        } else if pressed(Key::ArrowRight) && !after.submenu {
            Some((open + 1) % buttons.len())
        } else {
            None
        };
        // A pointer that rests on a button does not undo what a key did.
        let moved = ui.input(|i| i.pointer.delta() != Vec2::ZERO);
        let pointed = buttons.iter().position(|button| moved && button.hovered());
        if let Some(next) = by_key.or(pointed).filter(|&next| next != open) {
            Popup::open_id(ui.ctx(), menu_of(&buttons[next]));
            // The menu that closes takes the focus at the end of this frame; the other gets it in
            // the next.
            after.opened = by_key.map(|next| buttons[next].id);
            ui.request_repaint();
        }
    }
    ui.data_mut(|data| data.insert_temp(state, after));
}

fn menu_of(button: &Response) -> Id {
    Popup::default_response_id(button)
}

fn has_open_submenu(ui: &Ui, menu: Id) -> bool {
    MenuState::from_id(ui.ctx(), menu, |state| state.open_item.is_some())
}
