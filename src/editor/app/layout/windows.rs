//! Windows and dialogs that float over the panels.

use crate::editor::app::commands::compare;
use crate::editor::app::document::Document;
use crate::editor::app::messages::Messages;
use crate::editor::app::preferences::Preferences;
use crate::editor::dialogs::picture_scale::PictureScaleDialog;
use crate::editor::dialogs::simplify::{SimplifyDialog, SimplifyResult};
use crate::editor::keyboard::shortcut_editor::KeyEditor;
use crate::editor::keyboard::shortcut_sheet;
use crate::editor::level_dialog::LevelDialog;
use crate::editor::overlays::welcome;
use crate::editor::palette::Palette;
use crate::editor::panels::link::{LinkAction, LinkPanel};
use crate::editor::preset_chooser::PresetSources;
use crate::editor::preset_table::PresetTable;
use crate::editor::properties_window::PropertiesWindow;
use crate::editor::tuning::{CompareDialog, ComparedPreset, GoalWindow, ScorecardWindow};
use egui::Context;
use steerwright_authoring::command::WindowCommand;
use steerwright_authoring::edit::editable;
use steerwright_authoring::{Command, properties};

/// Windows and dialogs that float over the panels.
#[derive(Default)]
pub(crate) struct Windows {
    pub(crate) palette: Palette,
    pub(crate) picture_scale: PictureScaleDialog,
    pub(crate) simplify: Option<SimplifyDialog>,
    pub(crate) level: Option<LevelDialog>,
    pub(crate) key_editor: KeyEditor,
    pub(crate) link: LinkPanel,
    pub(crate) scorecard: ScorecardWindow,
    pub(crate) goal: GoalWindow,
    pub(crate) compare: CompareDialog,
    pub(crate) presets: PresetTable,
    pub(crate) properties: PropertiesWindow,
    pub(crate) shortcuts_open: bool,
    pub(crate) settings_open: bool,
    pub(crate) getting_started_open: bool,
}

impl Windows {
    /// Whether a window is open that Escape closes.
    pub(crate) fn is_any_open(&self) -> bool {
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
    pub(crate) fn is_modal_open(&self) -> bool {
        self.palette.is_open()
            || self.key_editor.is_open()
            || self.simplify.is_some()
            || self.level.is_some()
            || self.picture_scale.is_open()
            || self.compare.is_open()
    }

    /// Opens the dialog that removes redundant nodes of the selected paths.
    pub(crate) fn open_simplify(&mut self, document: &mut Document) {
        document.cancel_tool_drag();
        let session = &mut document.session;
        let paths = editable::paths(&session.scene, &session.selection);
        self.simplify = Some(SimplifyDialog::open(session, paths));
    }

    /// Draws the windows. Returns a command chosen in one of them.
    pub(crate) fn ui(
        &mut self,
        ctx: &Context,
        document: &mut Document,
        preferences: &mut Preferences,
        messages: &mut Messages,
        library: PresetSources<'_>,
    ) -> Option<Command> {
        let Preferences { settings, keys } = preferences;
        let edit_shortcuts = shortcut_sheet::key_sheet_ui(ctx, &mut self.shortcuts_open, keys)
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
                compare::compare_with(document, preset);
            }
            Some(ComparedPreset::FromLibrary(preset)) => {
                let session = &mut document.session;
                let file = library.file_of(*preset);
                let (added, adapted) = properties::add_preset_file(&mut session.scene, file);
                session.name_step("Add preset");
                session.commit();
                let told = properties::adapted_text(&adapted);
                told.into_iter().for_each(|text| messages.notify(text));
                compare::compare_with(document, added);
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
