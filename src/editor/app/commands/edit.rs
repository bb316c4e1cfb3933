//! Commands that change the selected items: duplicating, deleting, flipping, rotating, aligning.

use crate::editor::app::document::Document;
use crate::editor::app::messages::Messages;
use glam::DVec2;
use steerwright_authoring::command::EditCommand;
use steerwright_authoring::edit;
use steerwright_authoring::edit::align;
use steerwright_authoring::edit::align::{Axis, Edge};
use steerwright_authoring::edit::duplicate;
use steerwright_authoring::edit::editable;
use steerwright_authoring::transform;
use steerwright_authoring::{Command, Item, Session, spawners};

/// Performs a command on the selected items as one step. A duplicate is placed `copy_offset` units
/// to the right and below.
pub(crate) fn perform(
    command: EditCommand,
    document: &mut Document,
    copy_offset: f64,
    messages: &mut Messages,
) {
    document.finish_tool();
    let Session {
        scene, selection, ..
    } = &mut document.session;
    match command {
        EditCommand::Duplicate => {
            duplicate::duplicate(scene, selection, DVec2::new(copy_offset, -copy_offset));
        }
        EditCommand::FlipHorizontal => transform::flip(scene, selection, DVec2::new(-1.0, 1.0)),
        EditCommand::FlipVertical => transform::flip(scene, selection, DVec2::new(1.0, -1.0)),
        EditCommand::RotateCounterclockwise => transform::rotate(scene, selection, 90.0),
        EditCommand::RotateClockwise => transform::rotate(scene, selection, -90.0),
        EditCommand::AlignLeft => align::align(scene, selection, Edge::Left),
        EditCommand::AlignCenter => align::align(scene, selection, Edge::Center),
        EditCommand::AlignRight => align::align(scene, selection, Edge::Right),
        EditCommand::AlignTop => align::align(scene, selection, Edge::Top),
        EditCommand::AlignMiddle => align::align(scene, selection, Edge::Middle),
        EditCommand::AlignBottom => align::align(scene, selection, Edge::Bottom),
        EditCommand::DistributeHorizontally => align::distribute(scene, selection, Axis::X),
        EditCommand::DistributeVertically => align::distribute(scene, selection, Axis::Y),
        EditCommand::Delete => return delete_selected(&mut document.session, messages),
    }
    let step = Command::Edit(command).label();
    document.session.name_step(step);
}

fn delete_selected(session: &mut Session, messages: &mut Messages) {
    let items = edit::items_to_delete(&session.selection);
    let rest = session.selection.len() - items.len();
    let (items, locked) = editable::deletable(&session.scene, &items);
    notify_kept(&locked, session, messages);
    let before = session.scene.clone();
    let kept = edit::delete(&mut session.scene, &items);
    session.name_step(match items.as_slice() {
        [item] => format!("Delete {}", item.kind()),
        items => format!("Delete {} items", items.len()),
    });
    session.selection.retain_existing(&session.scene);
    if rest > 0 && locked.is_empty() && !session.selection.is_empty() {
        messages.notify("Only the nodes were deleted; delete again for the other items".into());
    }
    for name in kept {
        messages.notify(format!(
            "The preset {name} is in use; assign its agents and spawners another preset first"
        ));
    }
    let is_rule = |item: &&Item| matches!(item, Item::Contact(_));
    let rules = items.iter().filter(is_rule).count();
    for note in spawners::deletion_notes(&before, &session.scene, rules) {
        messages.notify(note);
    }
}

/// Notifies which items were not deleted, and why.
pub(crate) fn notify_kept(kept: &[Item], session: &Session, messages: &mut Messages) {
    if let Some(mut why) = editable::kept_message(&session.scene, kept) {
        why[..1].make_ascii_uppercase();
        messages.notify(why);
    }
}
