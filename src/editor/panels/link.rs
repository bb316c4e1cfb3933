//! The live link window. The link is off until the user turns it on, and stops with the editor.

use crate::editor::preferences::settings::Settings;
use crate::editor::theme;
use crate::editor::widgets::dialog;
use crate::editor::widgets::expression_field::number_field;
use egui::{Button, Context, Grid, Key, Label, Modifiers, RichText, ScrollArea, Ui};
use egui_material_icons::icons;
use std::time::Duration;
use steerwright_link::{Address, Client, LinkError, Server, Token};
use steerwright_runtime::scene::Scene;

/// How often the list of games is refreshed.
const REFRESH_INTERVAL: Duration = Duration::from_millis(500);

/// The live link and its window.
#[derive(Debug, Default)]
pub struct LinkPanel {
    open: bool,
    server: Option<Server>,
    /// The scene last sent to the games, and how often one was sent.
    published: Option<Scene>,
    revision: u64,
    problem: Option<String>,
}

/// A request of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkAction {
    /// Copy the address to the clipboard.
    Copy(String),
}

impl LinkPanel {
    /// Opens or closes the window.
    pub fn toggle(&mut self) {
        self.open ^= true;
    }

    /// The server, while the link is on.
    pub fn server(&self) -> Option<&Server> {
        self.server.as_ref()
    }

    /// Sends the scene to the games if the link is on and the scene changed.
    pub fn publish(&mut self, scene: &Scene) {
        let Some(server) = &self.server else { return };
        if self.published.as_ref() != Some(scene) {
            server.publish(scene);
            self.published = Some(scene.clone());
            self.revision += 1;
        }
    }

    /// A short status. `None` while the link is off.
    pub fn status(&self) -> Option<String> {
        let games = self.server.as_ref()?.clients().len();
        Some(match games {
            0 => "Live link: no game connected".into(),
            1 => "Live link: 1 game".into(),
            games => format!("Live link: {games} games"),
        })
    }

    /// Whether the window is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Draws the window if it is open.
    pub fn ui(&mut self, ctx: &Context, settings: &mut Settings) -> Option<LinkAction> {
        if self.server.is_some() {
            ctx.request_repaint_after(REFRESH_INTERVAL);
        }
        if self.open
            && !ctx.text_edit_focused()
            && ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape))
        {
            self.open = false;
        }
        if !self.open {
            return None;
        }
        let mut open = true;
        let window = dialog::window(ctx, "Live link");
        let place = ctx.content_rect().center();
        let shown = window
            .pivot(egui::Align2::CENTER_CENTER)
            .default_pos(place)
            .show(ctx, |ui| {
                dialog::scrolling_contents_ui(ui, "Live link", &mut open, |ui| {
                    self.contents_ui(ui, settings)
                })
            });
        self.open = open;
        shown.and_then(|shown| shown.inner).flatten()
    }

    fn contents_ui(&mut self, ui: &mut Ui, settings: &mut Settings) -> Option<LinkAction> {
        let colors = theme::colors(ui);
        dialog::fit_width(ui, 520.0);
        let text = "Running games show every edit immediately, without a restart. Only this computer can connect.";
        ui.label(RichText::new(text).color(colors.text_weak));
        ui.add_space(6.0);
        self.switch_ui(ui, settings);
        if let Some(problem) = &self.problem {
            theme::status_ui(ui, false, problem.as_str());
        }
        ui.add_space(6.0);
        let mut action = None;
        Grid::new("live link")
            .num_columns(2)
            .spacing([16.0, 8.0])
            .show(ui, |ui| {
                let name = ui.label(RichText::new("Port").color(colors.text_weak)).id;
                let mut port = settings.link_port();
                let number = number_field(ui, &mut port, "")
                    .range(1024..=u16::MAX)
                    .speed(1.0);
                let field = ui
                    .add_enabled(self.server.is_none(), number)
                    .labelled_by(name);
                if field
                    .on_disabled_hover_text("Turn off the link to change the port.")
                    .changed()
                {
                    settings.set_link_port(port);
                }
                ui.end_row();
                ui.label(RichText::new("Address").color(colors.text_weak));
                ui.horizontal(|ui| action = self.address_ui(ui, settings));
                ui.end_row();
            });
        ui.separator();
        self.games_ui(ui);
        action
    }

    fn switch_ui(&mut self, ui: &mut Ui, settings: &mut Settings) {
        let colors = theme::colors(ui);
        ui.horizontal(|ui| {
            let is_on = self.server.is_some();
            let label = if is_on { "Turn off" } else { "Turn on" };
            let button = ui.add(Button::new(label).min_size(egui::vec2(96.0, 24.0)));
            if button
                .on_hover_text("The link is always off when the editor starts.")
                .clicked()
            {
                if is_on {
                    self.stop()
                } else {
                    self.start(settings)
                }
            }
            match self.status() {
                None => ui.label(RichText::new("Off").color(colors.text_weak)),
                Some(_) => ui.label(
                    RichText::new(format!("{} On", icons::ICON_SYNC.codepoint)).color(colors.ok),
                ),
            };
        });
    }

    fn address_ui(&mut self, ui: &mut Ui, settings: &mut Settings) -> Option<LinkAction> {
        let colors = theme::colors(ui);
        let Some(token) = settings.link_token().cloned() else {
            ui.label(RichText::new("Created when the link is turned on").color(colors.text_weak));
            return None;
        };
        // With port 0, the system chooses one that only the server knows.
        let port = self
            .server
            .as_ref()
            .map_or(settings.link_port(), |server| server.address().port);
        let address = Address { port, token }.to_string();
        ui.label(RichText::new(&address).monospace().color(colors.text));
        let copy = ui.button("Copy").on_hover_text(
            "Paste it into the game or set it as STEERWRIGHT_LINK. It stays the same until you create a new token.",
        );
        let hint = "Creates a new secret. Connected games need the new address.";
        if ui.button("New token").on_hover_text(hint).clicked() {
            self.renew_token(settings);
        }
        copy.clicked().then_some(LinkAction::Copy(address))
    }

    fn games_ui(&self, ui: &mut Ui) {
        let colors = theme::colors(ui);
        let Some(server) = &self.server else {
            ui.label(
                RichText::new("Turn on the link, then paste the address into your game.")
                    .color(colors.text_weak),
            );
            return;
        };
        let games = server.clients();
        if games.is_empty() {
            ui.label(
                RichText::new("No game connected. Run your game with this address.")
                    .color(colors.text_weak),
            );
            return;
        }
        ScrollArea::vertical().max_height(160.0).show(ui, |ui| {
            for game in &games {
                self.game_ui(ui, game);
            }
        });
    }

    fn game_ui(&self, ui: &mut Ui, game: &Client) {
        let colors = theme::colors(ui);
        ui.horizontal(|ui| {
            let (text, color) = if game.revision >= self.revision {
                ("up to date", colors.ok)
            } else {
                ("updating", colors.text_weak)
            };
            theme::right_ui(ui, |ui| {
                ui.label(RichText::new(format!("revision {}, {text}", game.revision)).color(color));
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    ui.add(Label::new(&game.name).truncate())
                });
            });
        });
    }

    fn stop(&mut self) {
        self.server = None;
        self.published = None;
        self.problem = None;
    }

    fn start(&mut self, settings: &mut Settings) {
        self.stop();
        match new_server(settings) {
            Ok(server) => {
                self.server = Some(server);
                self.revision = 0;
            }
            Err(error) => self.problem = Some(error.to_string()),
        }
    }

    fn renew_token(&mut self, settings: &mut Settings) {
        match Token::random() {
            Ok(token) => {
                settings.set_link_token(token);
                if self.server.is_some() {
                    self.start(settings);
                }
            }
            Err(error) => self.problem = Some(error.to_string()),
        }
    }
}

/// Uses the stored token, so that a game keeps its address.
fn new_server(settings: &mut Settings) -> Result<Server, LinkError> {
    let token = match settings.link_token() {
        Some(token) => token.clone(),
        None => {
            let token = Token::random()?;
            settings.set_link_token(token.clone());
            token
        }
    };
    Server::start(settings.link_port(), token)
}
