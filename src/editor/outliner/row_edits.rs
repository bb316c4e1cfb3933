//! What keys and context menus do with rows: move them between groups, hide and lock them.

use egui::{EventFilter, Key, Modifiers, Response, Ui};
use steerwright_authoring::Session;
use steerwright_authoring::outline::grouping;
use steerwright_authoring::outline::{self, Entry, Flag};
use steerwright_runtime::scene::GroupId;

/// Handles the keys of the focused row: Alt+Left and Alt+Right move it out of its group and into
/// the group above. Left and Right fold and unfold; returns whether to unfold.
pub(super) fn handle_row_keys(
    ui: &Ui,
    session: &mut Session,
    response: &Response,
    entries: &[Entry],
) -> Option<bool> {
    let filter = EventFilter {
        horizontal_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let pressed = |modifiers, key| ui.input_mut(|i| i.consume_key(modifiers, key));
    if pressed(Modifiers::ALT, Key::ArrowLeft) {
        move_out(session, entries);
    } else if pressed(Modifiers::ALT, Key::ArrowRight) {
        move_in(session, entries);
    }
    let (folds, unfolds) = (
        pressed(Modifiers::NONE, Key::ArrowLeft),
        pressed(Modifiers::NONE, Key::ArrowRight),
    );
    (folds || unfolds).then_some(unfolds)
}

fn move_out(session: &mut Session, entries: &[Entry]) {
    grouping::move_out_of_group(&mut session.scene, entries);
    session.name_step("Remove from group");
}

fn move_in(session: &mut Session, entries: &[Entry]) {
    if let Some(group) = group_above(session, entries) {
        grouping::move_to_group(&mut session.scene, entries, Some(group));
        session.name_step("Move to group");
    }
}

/// The last group before the first of these rows, within the same parent.
fn group_above(session: &Session, entries: &[Entry]) -> Option<GroupId> {
    let first = *entries.first()?;
    let beside = grouping::groups_in(&session.scene, grouping::parent_of(&session.scene, first))
        .map(|group| group.id);
    let above = beside
        .take_while(|&id| Entry::Group(id) != first)
        .filter(|&id| !entries.contains(&Entry::Group(id)));
    above.last().filter(|&group| {
        entries
            .iter()
            .all(|&entry| grouping::can_move_to_group(&session.scene, entry, Some(group)))
    })
}

/// Menu entries that move rows into and out of groups.
pub(super) fn group_menu_ui(ui: &mut Ui, session: &mut Session, entries: &[Entry]) {
    if let Some(group) = group_above(session, entries) {
        let name = outline::name_of(&session.scene, Entry::Group(group)).unwrap_or_default();
        if ui.button(format!("Move to {name}")).clicked() {
            move_in(session, entries);
        }
    }
    if entries
        .iter()
        .any(|&entry| grouping::parent_of(&session.scene, entry).is_some())
        && ui.button("Remove from group").clicked()
    {
        move_out(session, entries);
    }
}

/// Sets a flag of rows.
pub(super) fn set_flags(session: &mut Session, entries: &[Entry], flag: Flag, on: bool) {
    entries
        .iter()
        .for_each(|&entry| outline::set_flag(&mut session.scene, entry, flag, on));
    session.name_step(match (flag, on) {
        (Flag::Hidden, true) => "Hide",
        (Flag::Hidden, false) => "Show",
        (Flag::Locked, true) => "Lock",
        (Flag::Locked, false) => "Unlock",
    });
}

/// Menu entries that hide and lock rows.
pub(super) fn flag_menu_ui(ui: &mut Ui, session: &mut Session, entries: &[Entry]) {
    for (flag, set, clear) in [
        (Flag::Hidden, "Hide", "Show"),
        (Flag::Locked, "Lock", "Unlock"),
    ] {
        let on = entries
            .iter()
            .all(|&entry| outline::flag(&session.scene, entry, flag));
        if ui.button(if on { clear } else { set }).clicked() {
            set_flags(session, entries, flag, !on);
        }
    }
}
