//! The menu bar and the status bar, and what their actions do.

use crate::editor::app::App;
use crate::editor::app::document::shown_diagnostics;
use crate::editor::app::files::pending_action::PendingAction;
use crate::editor::app::layout::PanelLayout;
use crate::editor::menus::bar::{MenuChoice, MenuInput, menu_bar_ui};
use crate::editor::menus::entry::CommandState;
use crate::editor::panels::status_bar::{StatusAction, StatusInput, status_bar_ui};
use egui::Ui;
use steerwright_authoring::Command;

impl App {
    pub(crate) fn menu_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let samples = self.library.sample_titles();
        let session = &self.document.session;
        let states = self.states();
        let input = MenuInput {
            state: CommandState {
                enabled: &|command| states.is_enabled(command),
                checked: &|command| states.is_on(command),
                keys: &self.preferences.keys,
            },
            undo: session.history().undo_name(),
            redo: session.history().redo_name(),
            recent: &|| self.files.recent_paths(),
            samples: &samples,
            title: &session.title(),
            dirty: session.is_dirty(),
            has_panel_buttons: !self.preferences.settings.interface.room().sides,
            warnings: (!self.has_status_bar(ui))
                .then(|| shown_diagnostics(&self.document.tool, &self.document.checks)),
        };
        match menu_bar_ui(ui, &input) {
            Some(MenuChoice::Status(action)) => self.perform_status_action(action),
            Some(MenuChoice::Command(command)) => commands.push(command),
            Some(MenuChoice::Recent(path)) => {
                self.confirm_and_run(PendingAction::Open(path), ui.ctx())
            }
            Some(MenuChoice::ClearRecent) => self.files.clear_recent(),
            Some(MenuChoice::Sample(index)) => {
                self.confirm_and_run(PendingAction::Sample(index), ui.ctx())
            }
            None => {}
        }
    }

    pub(crate) fn status_ui(&mut self, ui: &mut Ui) {
        let journal = self.files.journal_state();
        let link = self.windows.link.status();
        let (document, canvas) = (&self.document, &self.panels.canvas);
        let selection = &document.session.selection;
        let input = StatusInput {
            tool: &document.tool,
            session: &document.session,
            viewport: &canvas.viewport,
            pointer: canvas.pointer,
            by_keyboard: canvas.keyboard.is_active(&document.tool, selection),
            announcement: (canvas.keyboard).announcement(&document.tool, selection),
            snapped: document.snapped.as_ref(),
            diagnostics: shown_diagnostics(&document.tool, &document.checks),
            link: link.as_deref(),
            keys: &self.preferences.keys,
            journal: &journal,
            fires_spawners: canvas.press.is_aimed,
            has_player: document.playback.is_taken_over(),
        };
        if let Some(action) = status_bar_ui(ui, &input) {
            self.perform_status_action(action);
        }
    }

    fn perform_status_action(&mut self, action: StatusAction) {
        match action {
            StatusAction::ToggleLink => self.windows.link.toggle(),
            StatusAction::Show(warning) => self.panels.clicked_warning = Some(*warning),
        }
    }

    fn has_status_bar(&self, ui: &Ui) -> bool {
        let interface = self.preferences.settings.interface;
        PanelLayout::of(interface, ui.ctx().content_rect().size()).status_bar
    }
}
