//! What a game does to the simulation beside moving the pointer: buttons for presses and events,
//! while the scene has spawners that wait for them.

use crate::editor::theme;
use crate::editor::timeline::TimelineAction;
use egui::{Button, Role, Ui, WidgetInfo, vec2};
use egui_material_icons::icons;
use steerwright_authoring::spawners;
use steerwright_runtime::scene::{Scene, SpawnWhen, SpawnerId};

/// Up to this many events have buttons of their own, if there is room.
const MAX_BUTTONS: usize = 2;
/// There is room if the rest of the row is at least this wide, in points.
const REST: f32 = 800.0;
/// The width of the button of an event, in points.
const BUTTON: f32 = 84.0;
/// The width of an icon button with the space beside it, in points.
const ICON: f32 = 36.0;
/// What the rest of the row needs beyond what it says, in points.
const SPARE: f32 = 86.0;

/// What the spawners of a scene wait for.
pub(super) struct GameEvents<'a> {
    /// The names that the game triggers, each with a spawner that waits for it.
    events: Vec<(&'a str, SpawnerId)>,
    waits_for_press: bool,
    has_buttons: bool,
}

impl<'a> GameEvents<'a> {
    /// What the spawners of a scene wait for, for a row of this width.
    pub(super) fn of(scene: &'a Scene, width: f32) -> Self {
        let names = spawners::trigger_names(scene).into_iter();
        let waiting = |name: &str| {
            let is_name =
                |when: &SpawnWhen| matches!(when, SpawnWhen::Trigger(trigger) if trigger == name);
            let mut spawners = scene.spawners.iter();
            let waiting = spawners.find(|spawner| is_name(&spawner.when))?;
            Some(waiting.id)
        };
        let events: Vec<_> = names
            .filter_map(|name| Some((name, waiting(name)?)))
            .collect();
        let buttons = Self {
            has_buttons: events.len() <= MAX_BUTTONS,
            events,
            waits_for_press: spawners::waits_for_press(scene),
        };
        Self {
            has_buttons: buttons.has_buttons && width - buttons.width() >= REST,
            ..buttons
        }
    }

    /// The width that it takes, in points.
    pub(super) fn width(&self) -> f32 {
        let press = if self.waits_for_press { ICON } else { 0.0 };
        match (self.events.len(), self.has_buttons) {
            (0, _) if !self.waits_for_press => 0.0,
            (0, _) => SPARE + press,
            (count, true) => SPARE + press + count as f32 * (BUTTON + 8.0),
            (_, false) => SPARE + ICON + press,
        }
    }

    /// Draws the buttons, or a menu of events if there is no room.
    pub(super) fn ui(&self, ui: &mut Ui, is_held: bool, actions: &mut Vec<TimelineAction>) {
        if self.has_buttons {
            for &(name, spawner) in &self.events {
                let text = format!("{} {name}", icons::ICON_BOLT.codepoint);
                let button = Button::new(text).truncate();
                let response = ui.add_sized([BUTTON, 24.0], button);
                if named(response, name).clicked() {
                    actions.push(TimelineAction::Trigger(spawner));
                }
            }
        } else if !self.events.is_empty() {
            self.menu_ui(ui, actions);
        }
        if self.waits_for_press {
            hold_ui(ui, is_held, actions);
        }
    }

    fn menu_ui(&self, ui: &mut Ui, actions: &mut Vec<TimelineAction>) {
        let icon = Button::new(theme::icon_text(icons::ICON_BOLT, 18.0)).min_size(vec2(28.0, 24.0));
        let (response, _) = egui::containers::menu::MenuButton::from_button(icon).ui(ui, |ui| {
            for &(name, spawner) in &self.events {
                let response = ui.button(format!("Trigger {name}"));
                if named(response, name).clicked() {
                    actions.push(TimelineAction::Trigger(spawner));
                }
            }
        });
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Game events"));
        response.on_hover_text("Game events: sends an event of the game to the simulation.");
    }
}

/// Names the button of an event.
fn named(response: egui::Response, name: &str) -> egui::Response {
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Trigger {name}")));
    response.on_hover_text(format!(
        "Sends the event {name} of the game to the simulation."
    ))
}

/// Draws the toggle that keeps the pointer pressed.
fn hold_ui(ui: &mut Ui, is_held: bool, actions: &mut Vec<TimelineAction>) {
    let help = "Keeps the pointer pressed in the simulation. While it plays, you can also press the canvas.";
    let icon = icons::ICON_TOUCH_APP;
    if theme::icon_button(ui, icon, "Hold pointer pressed", help, "", is_held).clicked() {
        actions.push(TimelineAction::HoldPointer);
    }
}
