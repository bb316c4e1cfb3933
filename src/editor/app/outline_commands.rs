//! Commands on rows of the outliner.

use super::App;
use std::collections::BTreeSet;
use steerwright_authoring::outline;
use steerwright_authoring::outline::Flag;
use steerwright_authoring::{Command, Item, grouping};

impl App {
    pub(super) fn perform_on_outliner(&mut self, command: Command) {
        let scene = &mut self.session.scene;
        let selected: BTreeSet<Item> = self.session.selection.iter().map(Item::whole).collect();
        let selected: Vec<Item> = selected.into_iter().collect();
        match command {
            Command::Rename => self.view.outliner.rename(&self.session),
            Command::Group => {
                if let Some(group) = grouping::group(scene, &selected) {
                    self.session.name_step("Group");
                    self.view.outliner.rename_group(&self.session, group);
                }
            }
            Command::Ungroup => {
                grouping::ungroup(scene, &selected);
                self.session.name_step("Ungroup");
            }
            Command::ToggleHidden => self.toggle_flag(Flag::Hidden, ["Hide", "Show"]),
            Command::ToggleLocked => self.toggle_flag(Flag::Locked, ["Lock", "Unlock"]),
            Command::HideOthers => {
                outline::hide_others(scene, &selected);
                self.session.name_step("Hide others");
            }
            Command::FindInOutliner => self.view.outliner.find(),
            Command::ShowAll => {
                outline::clear_flag(scene, Flag::Hidden);
                self.session.name_step("Show all");
            }
            Command::UnlockAll => {
                outline::clear_flag(scene, Flag::Locked);
                self.session.name_step("Unlock all");
            }
            _ => {}
        }
    }

    /// Toggles a flag of the selected rows: clears it if all have it, otherwise sets it.
    fn toggle_flag(&mut self, flag: Flag, [set, clear]: [&str; 2]) {
        let selected_rows = self.view.outliner.selected_rows(&self.session);
        let on = !self.all_have(flag);
        selected_rows
            .iter()
            .for_each(|&entry| outline::set_flag(&mut self.session.scene, entry, flag, on));
        self.session.name_step(if on { set } else { clear });
    }

    /// Whether all selected rows have a flag.
    pub(super) fn all_have(&self, flag: Flag) -> bool {
        let selected_rows = self.view.outliner.selected_rows(&self.session);
        !selected_rows.is_empty()
            && selected_rows
                .iter()
                .all(|&entry| outline::flag(&self.session.scene, entry, flag))
    }
}
