//! The application and the order of a frame.

mod commands;
mod crash;
mod document;
mod files;
mod frame_state;
mod input;
mod layout;
mod library;
mod messages;
mod plotted;
mod preferences;
mod simulating;
mod start;
mod take_over;

pub use start::Start;

use crate::config;
use crate::editor::app::commands::clipboard::Clipboard;
use crate::editor::app::files::Files;
use crate::editor::app::files::exports::Exports;
use crate::editor::app::layout::fit_window::fit_window;
use crate::editor::app::layout::panels::Panels;
use crate::editor::app::layout::windows::Windows;
use crate::editor::app::messages::Messages;
use crate::editor::canvas::Canvas;
use crate::editor::keyboard;
use crate::editor::panels::link::LinkPanel;
use crate::editor::pictures::Pictures;
use crate::editor::text::missing_glyphs::MissingGlyphs;
use crate::editor::text::visual_order::VisualOrder;
use crate::editor::theme;
use crate::editor::theme::system::SystemTheme;
use document::Document;
use egui::{Key, Ui};
use frame_state::FrameState;
use input::end_typing;
use library::Library;
use preferences::Preferences;
use steerwright_authoring::command::FileCommand;
use steerwright_authoring::sample;
use steerwright_authoring::tool::Tool;
use steerwright_authoring::{Command, Playback, Session};

/// The editor.
///
/// Each part has its own type and methods that take only what they use. `App` itself does what
/// concerns several parts: the order of a frame, commands, and replacing the document.
pub struct App {
    document: Document,
    files: Files,
    exports: Exports,
    panels: Panels,
    windows: Windows,
    messages: Messages,
    clipboard: Clipboard,
    preferences: Preferences,
    library: Library,
    frame: FrameState,
    pictures: Pictures,
    system_theme: SystemTheme,
    missing_glyphs: MissingGlyphs,
    /// What to show instead of the window after an internal error.
    crashed: Option<String>,
}

impl App {
    /// Creates the editor and applies its theme to `ctx`.
    pub fn new(ctx: &egui::Context, start: Start) -> Self {
        theme::apply(ctx);
        ctx.add_plugin(VisualOrder);
        let presets_folder = start
            .data_folder
            .clone()
            .or_else(|| start.keeps_records.then(config::data_dir).flatten())
            .map(|folder| folder.join("presets"));
        let mut app = Self {
            document: Document::new(Session::new(sample::first_scene())),
            files: Files::new(&start),
            exports: Exports::load_from(start.settings_folder.as_deref()),
            panels: Panels::default(),
            windows: Windows::default(),
            messages: Messages::default(),
            clipboard: Clipboard::default(),
            preferences: start
                .settings_folder
                .as_deref()
                .map(Preferences::load_from)
                .unwrap_or_default(),
            library: Library::load(presets_folder, ctx),
            frame: FrameState::default(),
            pictures: Pictures::default(),
            system_theme: if start.keeps_records {
                SystemTheme::ask(ctx)
            } else {
                SystemTheme::default()
            },
            missing_glyphs: MissingGlyphs::watch(ctx),
            crashed: None,
        };
        // The first frame has the theme and the scale already.
        app.preferences.settings.interface.apply(ctx);
        for damaged in std::mem::take(&mut app.files.recovery.damaged) {
            app.messages.notify_until_dismissed(damaged.to_string());
        }
        app.document.select_first_agent();
        app.document.playback.play();
        if let Some(file) = start.file {
            app.open_file(&file, ctx);
        }
        app
    }

    /// The session.
    pub fn session(&self) -> &Session {
        &self.document.session
    }

    /// The playback.
    pub fn playback(&self) -> &Playback {
        &self.document.playback
    }

    /// The active tool.
    pub fn tool(&self) -> &Tool {
        &self.document.tool
    }

    /// The live link.
    pub fn link(&self) -> &LinkPanel {
        &self.windows.link
    }

    /// Whether the scene is being checked, so that its warnings may be those of an earlier state.
    pub fn is_checking(&self) -> bool {
        self.document.checks.is_working()
    }

    /// The canvas.
    pub fn canvas(&self) -> &Canvas {
        &self.panels.canvas
    }

    /// Runs one frame: file events, keys, simulation, panels, windows, commands, and finally the
    /// undo step.
    fn draw_frame(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        let interface = &mut self.preferences.settings.interface;
        interface.set_window(ctx.content_rect().size());
        interface.apply(&ctx);
        self.system_theme.update(&ctx);
        self.frame.fitted = self.frame.fitted || fit_window(&ctx);
        self.frame.pixels_per_point = f64::from(ctx.pixels_per_point());
        // A window that loses focus does not see the button being released.
        if ctx.input(|i| i.events.contains(&egui::Event::WindowFocused(false))) {
            self.cancel_drag(&ctx);
        }
        let save_keys = self.preferences.keys.keys(Command::File(FileCommand::Save));
        let typing_ended = end_typing(&ctx, &save_keys);
        self.library.update();
        self.open_dropped_files(&ctx);
        self.confirm_closing(&ctx);
        self.take_player_keys(&ctx);
        let mut commands = self.handle_keys(&ctx);
        let (pointer, press) = (self.panels.canvas.pointer, self.panels.canvas.press.take());
        self.document.advance(&ctx, pointer, press);

        commands.extend(self.panels_ui(ui));
        // A slider whose drag was canceled sets its value once more in this frame.
        if std::mem::take(&mut self.frame.drag_canceled) {
            self.document.session.roll_back();
        }
        // Typed text is a step of its own, even if the click that ended it starts another edit.
        if typing_ended && !self.document.tool.is_busy() {
            self.document.session.commit();
        }
        self.player_banner_ui(&ctx);
        commands.extend(self.modals_ui(&ctx));
        commands.extend(self.messages.notifications_ui(&ctx));

        for command in commands {
            self.perform(command, &ctx);
        }
        if let Some(warning) = self.panels.clicked_warning.take() {
            messages::warnings::show(&warning, &mut self.panels.canvas, &mut self.document, &ctx);
        }
        self.check_file(&ctx);
        self.update_pictures(&ctx);
        for message in self.missing_glyphs.take_messages() {
            self.messages.notify_until_dismissed(message);
            // It is drawn in the next frame.
            ctx.request_repaint();
        }
        self.end_frame(&ctx);
    }

    /// Ends a frame: commits the undo step when no edit is in progress and updates what depends on
    /// the scene.
    fn end_frame(&mut self, ctx: &egui::Context) {
        let arrows = [
            Key::ArrowLeft,
            Key::ArrowRight,
            Key::ArrowUp,
            Key::ArrowDown,
        ];
        let nudging = ctx.input(|i| arrows.iter().any(|&key| i.key_down(key)));
        let editing = nudging
            || ctx.input(|i| i.pointer.any_down())
            // What was typed is a step when the focus goes on to another field.
            || (ctx.text_edit_focused() && self.document.keeps_focus(ctx))
            || self.document.tool.is_busy()
            || self.windows.simplify.is_some();
        self.document.end_frame(ctx, editing);
        let session = &self.document.session;
        self.windows.link.publish(&session.scene);
        self.frame.typing = keyboard::is_widget_focused(ctx);
        self.files.update_journal(session, ctx);
        self.update_open_file();
        self.frame.set_title(&self.document.session, ctx);
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.show(ui);
    }
}
