//! The commands. Menus, shortcuts and the command palette are all generated from them.
//!
//! [`Command`] is nested by who performs a command: each group is an enum of its own, and the code
//! that performs a group matches all of it.

mod clipboard;
mod compare;
mod context;
mod define;
mod edit;
mod export;
mod file;
mod history;
mod interface;
mod layer;
mod menus;
mod outliner;
mod path;
mod picture;
mod playback;
mod requirement;
mod select;
mod shortcut;
mod snap;
mod tool;
mod view;
mod window;

pub use clipboard::ClipboardCommand;
pub use compare::CompareCommand;
pub use context::{MenuItem, on_canvas};
pub use edit::EditCommand;
pub use export::ExportCommand;
pub use file::FileCommand;
pub use history::HistoryCommand;
pub use interface::InterfaceCommand;
pub use layer::LayerCommand;
pub use menus::{COPY_AS_CODE, MENUS, Menu, SUBMENUS};
pub use outliner::OutlinerCommand;
pub use path::PathCommand;
pub use picture::PictureCommand;
pub use playback::PlaybackCommand;
pub use requirement::Requirement;
pub use select::SelectCommand;
pub use shortcut::Shortcut;
pub use snap::SnapCommand;
pub use tool::ToolCommand;
pub use view::ViewCommand;
pub use window::WindowCommand;

use define::define_command_groups;

define_command_groups! {
    /// An action available from the menus, by shortcut or in the command palette.
    Command {
        /// Commands on files.
        File(FileCommand),
        /// Commands that export the scene or copy paths as code.
        Export(ExportCommand),
        /// Commands on the history.
        History(HistoryCommand),
        /// Commands on the clipboard.
        Clipboard(ClipboardCommand),
        /// Commands that change the selected items.
        Edit(EditCommand),
        /// Commands that change the selection.
        Select(SelectCommand),
        /// Commands that toggle kinds of snapping.
        Snap(SnapCommand),
        /// Commands on the outliner and its rows.
        Outliner(OutlinerCommand),
        /// Commands that activate a tool.
        Tool(ToolCommand),
        /// Commands on paths.
        Path(PathCommand),
        /// Commands on pictures.
        Picture(PictureCommand),
        /// Commands that move the view.
        View(ViewCommand),
        /// Commands that show or hide layers of the canvas.
        Layer(LayerCommand),
        /// Commands on the playback of the simulation.
        Playback(PlaybackCommand),
        /// Commands that compare two versions of a preset.
        Compare(CompareCommand),
        /// Commands that open or close panels and dialogs.
        Window(WindowCommand),
        /// Commands that show or hide panels and scale the interface.
        Interface(InterfaceCommand),
    }
}

impl Command {
    /// All commands, in menu order.
    pub fn all() -> impl Iterator<Item = Self> {
        MENUS
            .iter()
            .flat_map(|(_, commands)| commands.iter().copied().flatten())
    }

    /// The command with this name in a file. `None` if there is none.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::by_group().find(|command| command.name() == name)
    }

    /// The text of its menu entry or button.
    pub fn label(self) -> &'static str {
        self.info().label
    }

    /// What it does, in one sentence.
    pub fn tooltip(self) -> &'static str {
        self.info().tooltip
    }

    /// The main default shortcut.
    pub fn shortcut(self) -> Option<Shortcut> {
        self.info().shortcuts[0]
    }

    /// All default shortcuts, the main one first. The others are familiar from other programs.
    pub fn default_shortcuts(self) -> Vec<Shortcut> {
        self.info().shortcuts.into_iter().flatten().collect()
    }

    /// What the command requires.
    pub fn requirement(self) -> Requirement {
        self.info().requirement
    }
}
