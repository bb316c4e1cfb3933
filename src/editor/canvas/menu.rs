//! The menu at the pointer: what can be done with what lies there.

use crate::editor::menu_entry::Entries;
use egui::{Popup, Response, SetOpenCommand, Ui};
use glam::DVec2;
use steerwright_authoring::command::MenuItem;
use steerwright_authoring::tool::ToolContext;
use steerwright_authoring::{Command, Item};

/// The menu at the pointer, open or not.
#[derive(Clone, Debug, Default)]
pub struct ContextMenu {
    /// The canvas it belongs to.
    canvas: Option<Response>,
    /// Where the second button went down, u.
    point: Option<DVec2>,
    opens: bool,
}

/// What the menu shows.
pub struct Offers<'a> {
    /// The entries.
    pub entries: &'a [MenuItem],
    /// What they are drawn from.
    pub shown: Entries<'a>,
}

impl ContextMenu {
    /// Where it was opened, u, while it is open.
    pub fn point(&self) -> Option<DVec2> {
        self.point
    }

    pub(super) fn attach(&mut self, canvas: &Response) {
        self.canvas = Some(canvas.clone());
    }

    /// The menu is to open at a place; what lies there becomes what it is about, unless it is selected already.
    pub(super) fn wanted(&mut self, at: DVec2, bench: &mut ToolContext<'_>) {
        self.opens = true;
        self.point = Some(at);
        let items = bench.stage().items_at(at);
        let selection = &mut bench.session.selection;
        // A node of a selected path is still the node.
        match items
            .iter()
            .find(|&&item| selection.contains(item))
            .or(items.first())
        {
            Some(&Item::Path(path)) if selection.has_nodes_of(path) => {}
            Some(&item) if selection.contains(item) && selection.len() > 1 => {}
            Some(_) => selection.set(items[0]),
            None => selection.clear(),
        }
    }

    pub(super) fn ui(&mut self, offers: &Offers<'_>) -> Option<Command> {
        let canvas = self.canvas.take()?;
        let open = std::mem::take(&mut self.opens).then_some(SetOpenCommand::Bool(true));
        let mut chosen = None;
        let menu = Popup::menu(&canvas)
            .id(canvas.id.with("menu"))
            .open_memory(open)
            .at_pointer_fixed();
        let shown = menu.show(|ui| {
            ui.set_min_width(190.0);
            let own = offers.entries.iter().filter_map(|entry| {
                if let MenuItem::Command(command) = entry {
                    Some(*command)
                } else {
                    None
                }
            });
            let ticks = offers.shown.tick(own);
            for entry in offers.entries {
                match entry {
                    MenuItem::Line => drop(ui.separator()),
                    MenuItem::Command(command) => {
                        chosen = chosen.or(entry_ui(ui, *command, &offers.shown, ticks))
                    }
                    MenuItem::Menu(name, commands) => {
                        let name = if ticks {
                            format!("\u{2003} {name}")
                        } else {
                            (*name).to_owned()
                        };
                        let inner = ui.menu_button(name, |ui| {
                            ui.set_min_width(190.0);
                            commands.iter().fold(None, |chosen, &command| {
                                chosen.or(entry_ui(ui, command, &offers.shown, false))
                            })
                        });
                        chosen = chosen.or(inner.inner.flatten());
                    }
                }
            }
        });
        if shown.is_none() && chosen.is_none() {
            self.point = None;
        }
        chosen
    }
}

fn entry_ui(ui: &mut Ui, command: Command, shown: &Entries<'_>, ticks: bool) -> Option<Command> {
    shown
        .ui(ui, command, command.label(), ticks)
        .then_some(command)
}
