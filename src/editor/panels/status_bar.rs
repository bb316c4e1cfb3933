//! The status bar: hints for the active tool, the pointer position and the state of the session.

use crate::editor::files::journal::JournalState;
use crate::editor::keyboard::key_map::KeyMap;
use crate::editor::theme;
use egui::accesskit::Live;
use egui::containers::menu::MenuButton;
use egui::{Align, Button, Label, Layout, RichText, ScrollArea, TextStyle, Ui};
use glam::DVec2;
use steerwright_analysis::lint::Diagnostic;
use steerwright_authoring::command::{PathCommand, PlaybackCommand};
use steerwright_authoring::snap::Snapped;
use steerwright_authoring::tool::{Hints, Tool};
use steerwright_authoring::{Command, Item, Session, Viewport};

/// The scale that is shown as 100%, in points per unit.
const FULL_SCALE: f64 = 40.0;

/// What the pointer does where a press belongs to the game.
const GAME_HINTS: Hints = Hints {
    by_pointer: &[("Press", "Fire spawners"), ("Shift+drag", "Box select")],
    by_command: &[(Command::Playback(PlaybackCommand::PlayPause), "Pause")],
};

/// What the pointer and commands do while an agent is taken over.
const PLAYER_HINTS: Hints = Hints {
    by_pointer: &[("Hold", "Move agent")],
    by_command: &[
        (Command::Playback(PlaybackCommand::PlayPause), "Pause"),
        (Command::Playback(PlaybackCommand::TakeOver), "Stop"),
    ],
};

/// What the status bar shows.
pub struct StatusInput<'a> {
    /// The active tool.
    pub tool: &'a Tool,
    /// The session.
    pub session: &'a Session,
    /// The visible part of the world.
    pub viewport: &'a Viewport,
    /// The pointer position, in units.
    pub pointer: Option<DVec2>,
    /// Whether the pointer is the keyboard cursor.
    pub by_keyboard: bool,
    /// What the keyboard cursor did last.
    pub announcement: Option<&'a str>,
    /// What the pointer position snapped to.
    pub snapped: Option<&'a Snapped>,
    /// The diagnostics.
    pub diagnostics: &'a [Diagnostic],
    /// The status of the live link. `None` while it is off.
    pub link: Option<&'a str>,
    /// The shortcuts.
    pub keys: &'a KeyMap,
    /// The state of the recovery copy.
    pub journal: &'a JournalState,
    /// Whether a press at the pointer belongs to the game.
    pub fires_spawners: bool,
    /// Whether an agent is taken over.
    pub has_player: bool,
}

/// An action of the status bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatusAction {
    /// Show or hide the window of the live link.
    ToggleLink,
    /// Go to the place of a warning.
    Show(Box<Diagnostic>),
}

/// Draws the bar: states on the right, hints in the remaining space.
pub fn status_bar_ui(ui: &mut Ui, input: &StatusInput<'_>) -> Option<StatusAction> {
    let mut action = None;
    ui.horizontal(|ui| {
        theme::right_ui(ui, |ui| {
            if link_ui(ui, input.link) {
                action = Some(StatusAction::ToggleLink);
            }
            state_ui(ui, input, &mut action);
            ui.add_space(12.0);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                announcement_ui(ui, input.announcement);
                overlap_ui(ui, input);
                hints_ui(ui, input)
            });
        });
    });
    action
}

/// Always visible while the link is on, because games receive every edit.
fn link_ui(ui: &mut Ui, status: Option<&str>) -> bool {
    let colors = theme::colors(ui);
    let Some(status) = status else { return false };
    let chip = egui::Button::new(RichText::new(status).color(colors.ok))
        .small()
        .fill(colors.card);
    let clicked = ui
        .add(chip)
        .on_hover_text("Every edit is sent to running games. Click to show the address.")
        .clicked();
    ui.separator();
    clicked
}

/// Drawn from the right, most important first. What does not fit is left out.
fn state_ui(ui: &mut Ui, input: &StatusInput<'_>, action: &mut Option<StatusAction>) {
    let colors = theme::colors(ui);
    let weak = |text: String| RichText::new(text).color(colors.text_weak);
    let wide = ui.available_width() > 900.0;
    let journal = match input.journal {
        JournalState::Pending if wide => Some(weak("Saving recovery copy…".into())),
        JournalState::Saved if wide => Some(weak("Recovery copy kept".into())),
        JournalState::Failed(why) => {
            Some(RichText::new(format!("No recovery copy: {why}")).color(colors.warn))
        }
        JournalState::Clean | JournalState::Pending | JournalState::Saved => None,
    };
    if let Some(text) = journal {
        ui.label(text);
        ui.separator();
    }
    ui.label(weak(format!("{}%", zoom_percent(input.viewport))))
        .on_hover_text("Zoom");
    if !input.diagnostics.is_empty() {
        ui.separator();
        warnings_ui(ui, input.diagnostics, action);
    }
    if input.session.selection.len() > 1 {
        ui.separator();
        ui.label(weak(format!("{} selected", input.session.selection.len())));
    }
    if let Some(text) = input
        .snapped
        .and_then(|snapped| snapped.describe(&input.session.scene))
    {
        ui.separator();
        ui.label(RichText::new(format!("Snapped to {text}")).color(colors.guide));
    }
    if let Some(p) = input
        .pointer
        .filter(|_| wide || ui.available_width() > 420.0)
    {
        let unit = &input.session.scene.unit;
        ui.separator();
        // Adding zero removes the sign of negative zero.
        let shown = |v: f64| (v * 100.0).round() / 100.0 + 0.0;
        ui.label(weak(format!(
            "x {:.2}  y {:.2} {unit}",
            shown(p.x),
            shown(p.y)
        )));
    }
}

/// The warnings in a menu. A click shows the item of a warning.
pub fn warnings_ui(ui: &mut Ui, diagnostics: &[Diagnostic], action: &mut Option<StatusAction>) {
    // More would not fit, and laying out thousands takes longer than a frame.
    const MAX_LISTED: usize = 30;
    let color = theme::colors(ui).warn;
    let text = if diagnostics.len() == 1 {
        "1 warning".to_owned()
    } else {
        format!("{} warnings", diagnostics.len())
    };
    let button = Button::new(RichText::new(text).color(color)).frame(false);
    let (response, _) = MenuButton::from_button(button).ui(ui, |ui| {
        let height = ui.ctx().content_rect().height() * 0.6;
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            for diagnostic in diagnostics.iter().take(MAX_LISTED) {
                ui.set_max_width(380.0);
                let text = RichText::new(diagnostic.message.as_str()).color(color);
                if ui
                    .add(Button::new(text).wrap().frame(false))
                    .on_hover_text(diagnostic.help.as_str())
                    .clicked()
                {
                    *action = Some(StatusAction::Show(Box::new(diagnostic.clone())));
                    ui.close();
                }
            }
        });
    });
    response.on_hover_text("Lists the warnings. Click one to go to its place.");
}

/// The zoom in percent, with decimals below 1%.
fn zoom_percent(viewport: &Viewport) -> String {
    let percent = viewport.scale / FULL_SCALE * 100.0;
    if percent < 1.0 {
        format!("{percent:.2}")
    } else {
        format!("{percent:.0}")
    }
}

/// What the keyboard cursor did. Screen readers read it out.
fn announcement_ui(ui: &mut Ui, announcement: Option<&str>) {
    let Some(text) = announcement else { return };
    let color = theme::colors(ui).text_strong;
    let response = ui.add(Label::new(RichText::new(text).color(color)).truncate());
    ui.ctx()
        .accesskit_node_builder(response.id, |node| node.set_live(Live::Polite));
    ui.add_space(8.0);
}

/// What a click takes where items lie on each other.
fn overlap_ui(ui: &mut Ui, input: &StatusInput<'_>) {
    let Tool::Select(select) = input.tool else {
        return;
    };
    if let (Some(top), Some(below)) = (select.hovered(), select.below()) {
        let name = |item: Item| item.describe(&input.session.scene);
        let selection = &input.session.selection;
        let drags_below = selection.contains(below) && !selection.contains(top);
        let drags = if drags_below {
            ", which a drag moves"
        } else {
            ""
        };
        let text = format!("{} above {}{drags}", name(top), name(below));
        let color = theme::colors(ui).text_strong;
        ui.add(Label::new(RichText::new(text).color(color)).truncate());
        ui.add_space(8.0);
    }
}

/// The key that does with the keyboard cursor what a pointer action does. `None` if there is none.
fn key_for(action: &'static str, tool: &Tool) -> Option<&'static str> {
    let drags_by_enter = matches!(tool, Tool::Select(_) | Tool::Spawner(_));
    match action {
        "Click" if drags_by_enter => Some("Space"),
        "Click agent or marker" => Some("Space at agent or marker"),
        "Shift+click" => Some("Shift+Space"),
        "Click" => Some("Enter"),
        "Drag" => Some("Enter, arrows, Enter"),
        "Release" => Some("Enter"),
        "Release at start" => Some("Enter at start"),
        "Click an end" => Some("Enter at an end"),
        "Click first node" => Some("Enter at first node"),
        "Enter or right-click" => Some("Enter twice"),
        "Right-click or Esc" | "Right-click while dragging" => Some("Esc"),
        "Enter" | "Esc" | "Backspace" => Some(action),
        _ => None,
    }
}

/// Whether a path is selected, but not being drawn, that no agent follows.
fn needs_agent(input: &StatusInput<'_>) -> bool {
    let scene = &input.session.scene;
    let follows = |path| scene.agents.iter().any(|agent| agent.path == Some(path));
    let selected = input.session.selection.primary();
    matches!(selected, Some(Item::Path(path)) if !follows(path)) && !input.tool.is_drawing()
}

/// Draws as many hints as fit.
fn hints_ui(ui: &mut Ui, input: &StatusInput<'_>) {
    let colors = theme::colors(ui);
    let hints = if input.has_player {
        PLAYER_HINTS
    } else if input.fires_spawners {
        GAME_HINTS
    } else {
        input.tool.hints()
    };
    let moves = input
        .by_keyboard
        .then(|| ("Arrows".to_owned(), "Move cursor"));
    let by_pointer = hints
        .by_pointer
        .iter()
        .filter_map(|&(action, description)| {
            let key = if input.by_keyboard {
                key_for(action, input.tool)
            } else {
                Some(action)
            };
            Some((key?.to_owned(), description))
        });
    let by_pointer = moves.into_iter().chain(by_pointer);
    let with_key = |(command, description)| {
        let key = input.keys.text(command);
        (!key.is_empty()).then_some((key, description))
    };
    // Only the first path gets an agent by itself.
    let on_path = Command::Path(PathCommand::AddAgentOnPath);
    let on_path = needs_agent(input).then_some((on_path, "Add agent on path"));
    let first = on_path.and_then(with_key).into_iter();
    let last = hints.by_command.iter().copied().filter_map(with_key);
    for (key, description) in first.chain(by_pointer).chain(last) {
        let width = |text: &str, style: TextStyle| {
            ui.painter()
                .layout_no_wrap(text.to_owned(), style.resolve(ui.style()), colors.text)
                .size()
                .x
        };
        // The frame of the key and the space around the description.
        let needed = width(&key, TextStyle::Small) + width(description, TextStyle::Body) + 28.0;
        if needed > ui.available_width() {
            break;
        }
        theme::key_ui(ui, &key);
        ui.label(RichText::new(description).color(colors.text_weak));
        ui.add_space(4.0);
    }
}
