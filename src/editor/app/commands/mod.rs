//! Performing commands.

pub(crate) mod clipboard;
pub(crate) mod compare;
pub(crate) mod edit;
pub(crate) mod outliner;
pub(crate) mod path;
pub(crate) mod picture;
pub(crate) mod select;
pub(crate) mod state;
pub(crate) mod timeline;
pub(crate) mod view;

use crate::editor::app::App;
use crate::editor::app::commands::state::CommandStates;
use crate::editor::app::files::exports;
use crate::editor::coverage::CoverageFile;
use crate::editor::keyboard;
use crate::editor::palette;
use egui::Context;
use steerwright_analysis::measure::Metric;
use steerwright_authoring::Command;
use steerwright_authoring::command::{ExportCommand, PlaybackCommand, ToolCommand, WindowCommand};
use steerwright_export::CodeLanguage;

/// The offset of a duplicate, in points.
const COPY_POINTS: f64 = 24.0;

impl App {
    /// Which commands are available, and which toggles are on.
    pub(crate) fn states(&self) -> CommandStates<'_> {
        CommandStates {
            document: &self.document,
            outliner: &self.panels.outliner,
            layers: self.panels.canvas.layers,
            snap: self.preferences.settings.snap,
            interface: self.preferences.settings.interface,
            history_open: self.panels.history_open,
            keyboard_cursor: self.panels.canvas.keyboard.is_pinned(),
            side_by_side: self.panels.canvas.side_by_side,
            pictures: &self.pictures,
            has_exported: self.exports.dialog.last_request().is_some(),
        }
    }

    pub(crate) fn perform(&mut self, command: Command, ctx: &Context) {
        if !self.states().is_enabled(command) {
            let why = command.requirement().message();
            return self.messages.notify(why.to_owned());
        }
        self.end_take_over_before(command);
        self.preferences.settings.show_panel_for(command);
        let document = &mut self.document;
        match command {
            Command::File(command) => self.perform_on_files(command, ctx),
            Command::Export(command) => self.perform_export(command, ctx),
            Command::History(command) => {
                if let Some(done) = document.perform_on_history(command) {
                    self.messages.notify_step(done);
                }
            }
            Command::Clipboard(command) => {
                let canvas = &self.panels.canvas;
                self.clipboard
                    .perform(command, document, canvas, &mut self.messages, ctx)
            }
            Command::Edit(command) => {
                let viewport = &self.panels.canvas.viewport;
                let copy_offset = viewport.length_from_points(COPY_POINTS);
                edit::perform(command, document, copy_offset, &mut self.messages)
            }
            Command::Select(command) => select::perform(command, &mut document.session),
            Command::Snap(command) => self.preferences.settings.toggle_snap(command),
            Command::Outliner(command) => {
                outliner::perform(command, &mut document.session, &mut self.panels.outliner)
            }
            // The key of the active tool chooses what the tool places.
            Command::Tool(ToolCommand::AgentTool) if document.places_agents() => {
                self.panels.chooser.open_search();
            }
            Command::Tool(command) => document.activate(command),
            Command::Path(command) => path::perform(command, document),
            Command::Picture(command) => self.perform_on_pictures(command, ctx),
            Command::View(command) => view::perform(command, &mut self.panels.canvas, document),
            Command::Layer(command) => self.panels.canvas.layers.toggle(command),
            Command::Playback(PlaybackCommand::TakeOver) => {
                // Its keys are those of the player from now on.
                keyboard::release_focus(ctx);
                document.toggle_take_over();
            }
            Command::Playback(command) => {
                document.playback.perform(command);
                let starts = [PlaybackCommand::PlayPause, PlaybackCommand::StepForward];
                if starts.contains(&command)
                    && let Some(text) = document.refusal_text()
                {
                    self.messages.notify(text);
                }
            }
            Command::Compare(command) => {
                let windows = &mut self.windows;
                let split = &mut self.panels.canvas.side_by_side;
                compare::perform(command, document, &mut windows.compare, split)
            }
            Command::Window(command) => self.perform_on_windows(command, ctx),
            Command::Interface(command) => {
                self.preferences.settings.perform(command, ctx);
            }
        }
        ctx.request_repaint();
    }

    fn perform_export(&mut self, command: ExportCommand, ctx: &Context) {
        let session = &mut self.document.session;
        let language = match command {
            ExportCommand::Export => return self.exports.open_dialog(session),
            ExportCommand::ExportAgain => {
                return self.exports.export_again(session, &mut self.messages, ctx);
            }
            ExportCommand::OpenExportFolder => return self.exports.open_folder(session, ctx),
            ExportCommand::CoveragePicture => {
                return self.ask_where_to_save_coverage(CoverageFile::Picture, ctx);
            }
            ExportCommand::CoverageTable => {
                return self.ask_where_to_save_coverage(CoverageFile::Table, ctx);
            }
            ExportCommand::CopyGdscript => CodeLanguage::Gdscript,
            ExportCommand::CopyCsharp => CodeLanguage::Csharp,
            ExportCommand::CopyCpp => CodeLanguage::Cpp,
            ExportCommand::CopyRust => CodeLanguage::Rust,
            ExportCommand::CopyJavaScript => CodeLanguage::JavaScript,
            ExportCommand::CopyLua => CodeLanguage::Lua,
            ExportCommand::CopyPython => CodeLanguage::Python,
            ExportCommand::CopyGml => CodeLanguage::Gml,
        };
        exports::copy_code(language, session, &mut self.messages, ctx);
    }

    fn perform_on_windows(&mut self, command: WindowCommand, ctx: &Context) {
        let windows = &mut self.windows;
        match command {
            WindowCommand::LiveLink => windows.link.toggle(),
            WindowCommand::SimplifyPath => windows.open_simplify(&mut self.document),
            WindowCommand::Scorecard => {
                let scene = &self.document.session.scene;
                windows.scorecard.toggle(ctx, scene);
            }
            WindowCommand::PresetTable => windows.presets.toggle(&self.document.session),
            WindowCommand::CustomProperties => windows.properties.toggle(),
            WindowCommand::DeclareProperty => {
                let told = windows.properties.declare(&mut self.document.session);
                told.into_iter().for_each(|text| self.messages.notify(text));
            }
            WindowCommand::TuneToGoal => windows.goal.open(),
            WindowCommand::TuneOvershoot => windows.goal.open_for(Metric::Overshoot),
            WindowCommand::ToggleHistory => self.panels.history_open ^= true,
            WindowCommand::CommandPalette => windows.palette.open(
                ctx,
                palette::entries(
                    &self.library.sample_titles(),
                    &self.files.recent_paths(),
                    &self.document.session.scene,
                ),
            ),
            WindowCommand::KeyboardShortcuts => windows.shortcuts_open ^= true,
            WindowCommand::EditShortcuts => windows.key_editor.open(),
            WindowCommand::Settings => windows.settings_open ^= true,
            WindowCommand::GettingStarted => windows.getting_started_open ^= true,
        }
    }
}
