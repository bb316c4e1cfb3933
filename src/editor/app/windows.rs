//! Windows and dialogs that float over the panels.

use super::compare_commands;
use super::document::Document;
use super::messages::Messages;
use super::preferences::Preferences;
use crate::editor::key_editor::KeyEditor;
use crate::editor::level_dialog::LevelDialog;
use crate::editor::link_panel::{LinkAction, LinkPanel};
use crate::editor::palette::Palette;
use crate::editor::picture_scale_dialog::PictureScaleDialog;
use crate::editor::preset_chooser::PresetSources;
use crate::editor::preset_table::PresetTable;
use crate::editor::properties_window::PropertiesWindow;
use crate::editor::simplify_dialog::{SimplifyDialog, SimplifyResult};
use crate::editor::tuning::{CompareDialog, ComparedPreset, GoalWindow, ScorecardWindow};
use crate::editor::{key_sheet, welcome};
use egui::Context;
use steerwright_authoring::command::WindowCommand;
use steerwright_authoring::{Command, editable, properties};

/// Windows and dialogs that float over the panels.
#[derive(Default)]
pub(super) struct Windows {
    pub(super) palette: Palette,
    pub(super) picture_scale: PictureScaleDialog,
    pub(super) simplify: Option<SimplifyDialog>,
    pub(super) level: Option<LevelDialog>,
    pub(super) key_editor: KeyEditor,
    pub(super) link: LinkPanel,
    pub(super) scorecard: ScorecardWindow,
    pub(super) goal: GoalWindow,
    pub(super) compare: CompareDialog,
    pub(super) presets: PresetTable,
    pub(super) properties: PropertiesWindow,
    pub(super) shortcuts_open: bool,
    pub(super) settings_open: bool,
    pub(super) getting_started_open: bool,
}

impl Windows {
    /// Whether a window is open that Escape closes.
    pub(super) fn is_any_open(&self) -> bool {
        self.shortcuts_open
            || self.settings_open
            || self.getting_started_open
            || self.link.is_open()
            || self.scorecard.is_open()
            || self.goal.is_open()
            || self.presets.is_open()
            || self.properties.is_open()
    }

    /// Whether a dialog is open that blocks the rest of the window.
    pub(super) fn is_modal_open(&self) -> bool {
        self.palette.is_open()
            || self.key_editor.is_open()
            || self.simplify.is_some()
            || self.level.is_some()
            || self.picture_scale.is_open()
            || self.compare.is_open()
    }

    /// Opens the dialog that removes redundant nodes of the selected paths.
    pub(super) fn open_simplify(&mut self, document: &mut Document) {
        document.cancel_tool_drag();
        let session = &mut document.session;
        let paths = editable::paths(&session.scene, &session.selection);
        self.simplify = Some(SimplifyDialog::open(session, paths));
    }

    /// Draws the windows. Returns a command chosen in one of them.
    pub(super) fn ui(
        &mut self,
        ctx: &Context,
        document: &mut Document,
        preferences: &mut Preferences,
        messages: &mut Messages,
        library: PresetSources<'_>,
    ) -> Option<Command> {
        let Preferences { settings, keys } = preferences;
        let edit_shortcuts = key_sheet::key_sheet_ui(ctx, &mut self.shortcuts_open, keys)
            | settings.window_ui(ctx, &mut self.settings_open);
        self.key_editor.ui(ctx, keys);
        if let Some(LinkAction::Copy(address)) = self.link.ui(ctx, settings) {
            ctx.copy_text(address);
            messages.notify("Copied the link address".into());
        }
        if let Some(opened) = self.scorecard.ui(ctx, &document.session.scene) {
            document.open_seed(opened.seed, opened.agent);
        }
        match self.compare.ui(ctx, &document.session.scene, library) {
            Some(ComparedPreset::InScene(preset)) => {
                compare_commands::compare_with(document, preset);
            }
            Some(ComparedPreset::FromLibrary(preset)) => {
                let session = &mut document.session;
                let file = library.file_of(*preset);
                let (added, adapted) = properties::add_preset_file(&mut session.scene, file);
                session.name_step("Add preset");
                session.commit();
                let told = properties::adapted_text(&adapted);
                told.into_iter().for_each(|text| messages.notify(text));
                compare_commands::compare_with(document, added);
            }
            None => {}
        }
        self.goal.ui(ctx, &mut document.session);
        if let Some(text) = self.presets.ui(ctx, &mut document.session, library) {
            messages.notify(text);
        }
        if let Some(text) = self.properties.ui(ctx, &mut document.session) {
            messages.notify(text);
        }
        welcome::getting_started_ui(ctx, &mut self.getting_started_open, keys);
        self.simplify_ui(ctx, document);
        self.picture_scale
            .ui(ctx, &mut document.tool, &mut document.session);
        edit_shortcuts.then_some(Command::Window(WindowCommand::EditShortcuts))
    }

    fn simplify_ui(&mut self, ctx: &Context, document: &mut Document) {
        let Some(dialog) = &mut self.simplify else {
            return;
        };
        match dialog.ui(ctx, &mut document.session) {
            None => return,
            Some(SimplifyResult::Apply) => {}
            Some(SimplifyResult::Cancel) => document.session.roll_back(),
        }
        self.simplify = None;
    }
}
