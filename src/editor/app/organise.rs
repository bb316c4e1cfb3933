//! What the commands of the outline do.

use super::App;
use crate::authoring::outline::{self, Entry, Flag};
use crate::authoring::{Command, Item, grouping};
use std::collections::BTreeSet;

impl App {
    pub(super) fn perform_on_outline(&mut self, command: Command) {
        let scene = &mut self.session.scene;
        let whole = |item: Item| item.path().map_or(item, Item::Path);
        let selected: BTreeSet<Item> = self.session.selection.iter().map(whole).collect();
        let selected: Vec<Item> = selected.into_iter().collect();
        match command {
            Command::Rename => self.view.outliner.rename(&self.session),
            Command::Group => {
                if let Some(group) = grouping::group(scene, &selected) {
                    self.session.name_step("Group");
                    self.view.outliner.name_group(&self.session, group);
                }
            }
            Command::Ungroup => {
                grouping::ungroup(scene, &selected);
                self.session.name_step("Ungroup");
            }
            Command::ToggleHidden => self.switch(&selected, Flag::Hidden, ["Hide", "Show"]),
            Command::ToggleLocked => self.switch(&selected, Flag::Locked, ["Lock", "Unlock"]),
            Command::ShowAll => {
                outline::clear_flag(scene, Flag::Hidden);
                self.session.name_step("Show all");
            }
            _ => {
                outline::clear_flag(scene, Flag::Locked);
                self.session.name_step("Unlock all");
            }
        }
    }

    /// Sets a flag of what is selected; clears it if all have it.
    fn switch(&mut self, selected: &[Item], flag: Flag, [set, clear]: [&str; 2]) {
        let scene = &mut self.session.scene;
        let on = !selected.iter().all(|&item| outline::flag(scene, Entry::Item(item), flag));
        selected.iter().for_each(|&item| outline::set_flag(scene, Entry::Item(item), flag, on));
        self.session.name_step(if on { set } else { clear });
    }
}
