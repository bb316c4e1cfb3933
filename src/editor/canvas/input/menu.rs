//! The context menu of the canvas.

use crate::editor::menus::entry::CommandState;
use egui::{Popup, Response, SetOpenCommand, Ui};
use glam::DVec2;
use steerwright_authoring::canvas::ring::RingId;
use steerwright_authoring::command::MenuItem;
use steerwright_authoring::{CanvasContext, Command, Item};

/// The state of the context menu.
#[derive(Clone, Debug, Default)]
pub struct ContextMenu {
    /// The response of the canvas.
    canvas: Option<Response>,
    /// Where the secondary button was pressed, in units.
    point: Option<DVec2>,
    /// The ring of the selection that was there.
    ring: Option<RingId>,
    opens: bool,
}

/// What the menu shows.
pub struct ContextMenuInput<'a> {
    /// The entries.
    pub entries: &'a [MenuItem],
    /// The state of the commands.
    pub state: CommandState<'a>,
}

impl ContextMenu {
    /// The position where the menu was opened, in units, while it is open.
    pub fn point(&self) -> Option<DVec2> {
        self.point
    }

    /// The ring on which the menu was opened, while it is open.
    pub fn ring(&self) -> Option<RingId> {
        self.ring
    }

    pub(crate) fn attach(&mut self, canvas: &Response) {
        self.canvas = Some(canvas.clone());
    }

    /// Opens the menu at a position. Selects the item there unless it is already selected. A ring
    /// belongs to what is selected.
    pub(crate) fn open_at(&mut self, at: DVec2, context: &mut CanvasContext<'_>) {
        self.opens = true;
        self.point = Some(at);
        let items = context.items_at(at);
        self.ring = ring_at(at, &items, context);
        if self.ring.is_some() {
            return;
        }
        let selection = &mut context.session.selection;
        let has_nodes_of = |item: Item| {
            let line = item.line();
            line.is_some_and(|line| selection.has_nodes_of(line))
        };
        // Keep the selected nodes of a line.
        match items
            .iter()
            .find(|&&item| selection.contains(item))
            .or(items.first())
        {
            Some(&item) if !item.is_node() && has_nodes_of(item) => {}
            Some(&item) if selection.contains(item) && selection.len() > 1 => {}
            Some(_) => selection.set(items[0]),
            None => selection.clear(),
        }
    }

    pub(crate) fn ui(&mut self, input: &ContextMenuInput<'_>) -> Option<Command> {
        let canvas = self.canvas.take()?;
        let open = std::mem::take(&mut self.opens).then_some(SetOpenCommand::Bool(true));
        let mut command_chosen = None;
        let menu = Popup::menu(&canvas)
            .id(canvas.id.with("menu"))
            .open_memory(open)
            .at_pointer_fixed();
        let state = menu.show(|ui| {
            ui.set_min_width(190.0);
            let commands = input.entries.iter().filter_map(|entry| {
                if let MenuItem::Command(command) = entry {
                    Some(*command)
                } else {
                    None
                }
            });
            let has_checks = input.state.has_checks(commands);
            for entry in input.entries {
                match entry {
                    MenuItem::Separator => drop(ui.separator()),
                    MenuItem::Command(command) => {
                        command_chosen =
                            command_chosen.or(entry_ui(ui, *command, &input.state, has_checks))
                    }
                    MenuItem::Menu(name, commands) => {
                        let name = if has_checks {
                            format!("\u{2003} {name}")
                        } else {
                            (*name).to_owned()
                        };
                        let inner = ui.menu_button(name, |ui| {
                            ui.set_min_width(190.0);
                            commands.iter().fold(None, |command_chosen, &command| {
                                command_chosen.or(entry_ui(ui, command, &input.state, false))
                            })
                        });
                        command_chosen = command_chosen.or(inner.inner.flatten());
                    }
                }
            }
        });
        if state.is_none() && command_chosen.is_none() {
            (self.point, self.ring) = (None, None);
        }
        command_chosen
    }
}

/// The ring that a press would grab: by its handle as drawn, by its handle nearby where no node,
/// agent or marker is, or by its line where only pictures are.
fn ring_at(at: DVec2, items: &[Item], context: &CanvasContext<'_>) -> Option<RingId> {
    let rings = context.rings();
    let is_handle_free = context.click_target_at(at).is_none();
    let is_line_free = items.iter().all(|item| matches!(item, Item::Picture(_)));
    let by_handle = context
        .ring_handle_at(at, &rings)
        .filter(|_| is_handle_free);
    let by_line = context.ring_line_at(at, &rings).filter(|_| is_line_free);
    let drawn = context.drawn_ring_handle_at(at, &rings);
    rings
        .get(drawn.or(by_handle).or(by_line)?)
        .map(|ring| ring.id)
}

fn entry_ui(
    ui: &mut Ui,
    command: Command,
    state: &CommandState<'_>,
    has_checks: bool,
) -> Option<Command> {
    state
        .ui(ui, command, command.label(), has_checks)
        .then_some(command)
}
