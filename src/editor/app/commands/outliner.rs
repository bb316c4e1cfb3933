//! Commands on rows of the outliner.

use crate::editor::outliner::Outliner;
use std::collections::BTreeSet;
use std::sync::Arc;
use steerwright_authoring::command::OutlinerCommand;
use steerwright_authoring::outline;
use steerwright_authoring::outline::Flag;
use steerwright_authoring::outline::grouping;
use steerwright_authoring::presets::library;
use steerwright_authoring::{Item, Session, properties, spawners};
use steerwright_format::PresetFile;

/// Performs a command on the selected rows, or on all items.
pub(crate) fn perform(command: OutlinerCommand, session: &mut Session, outliner: &mut Outliner) {
    let selected: BTreeSet<Item> = session.selection.iter().map(Item::whole).collect();
    let selected: Vec<Item> = selected.into_iter().collect();
    match command {
        OutlinerCommand::Rename => outliner.rename(session),
        OutlinerCommand::Group => {
            if let Some(group) = grouping::group(&mut session.scene, &selected) {
                session.name_step("Group");
                outliner.rename_group(session, group);
            }
        }
        OutlinerCommand::Ungroup => {
            grouping::ungroup(&mut session.scene, &selected);
            session.name_step("Ungroup");
        }
        OutlinerCommand::ToggleHidden => {
            toggle_flag(Flag::Hidden, ["Hide", "Show"], session, outliner)
        }
        OutlinerCommand::ToggleLocked => {
            toggle_flag(Flag::Locked, ["Lock", "Unlock"], session, outliner)
        }
        OutlinerCommand::HideOthers => {
            outline::hide_others(&mut session.scene, &selected);
            session.name_step("Hide others");
        }
        OutlinerCommand::AddContact => add_contact(session),
        OutlinerCommand::NewPreset => new_preset(session),
        OutlinerCommand::FindInOutliner => outliner.find(),
        OutlinerCommand::ShowAll => {
            outline::clear_flag(&mut session.scene, Flag::Hidden);
            session.name_step("Show all");
        }
        OutlinerCommand::UnlockAll => {
            outline::clear_flag(&mut session.scene, Flag::Locked);
            session.name_step("Unlock all");
        }
    }
}

/// Adds a contact rule for the selected presets, or the first ones, and selects it.
fn add_contact(session: &mut Session) {
    let selected = session.selection.presets(&session.scene);
    if let Some((first, second)) = spawners::contact_presets(&session.scene, &selected) {
        let id = spawners::add_contact(&mut session.scene, first, second);
        session.name_step("Add contact rule");
        session.selection.set(Item::Contact(id));
    }
}

/// Adds a preset without behaviors, and selects it.
fn new_preset(session: &mut Session) {
    let file = PresetFile {
        declared_properties: Arc::default(),
        preset: library::blank_preset(),
    };
    // It has no properties that the scene could lack.
    let (id, _) = properties::add_preset_file(&mut session.scene, file);
    session.name_step("New preset");
    session.selection.set(Item::Preset(id));
    session.agent_preset = Some(id);
}

/// Toggles a flag of the selected rows: clears it if all have it, otherwise sets it.
fn toggle_flag(flag: Flag, [set, clear]: [&str; 2], session: &mut Session, outliner: &Outliner) {
    let selected_rows = outliner.selected_rows(session);
    let on = !all_have(flag, session, outliner);
    selected_rows
        .iter()
        .for_each(|&entry| outline::set_flag(&mut session.scene, entry, flag, on));
    session.name_step(if on { set } else { clear });
}

/// Whether all selected rows have a flag.
pub(crate) fn all_have(flag: Flag, session: &Session, outliner: &Outliner) -> bool {
    let selected_rows = outliner.selected_rows(session);
    !selected_rows.is_empty()
        && selected_rows
            .iter()
            .all(|&entry| outline::flag(&session.scene, entry, flag))
}
