//! One row: the run's clock and everything that moves it.

use super::{TimelineAction, TimelineInput, TimelineState, View};
use crate::editor::theme;
use egui::{DragValue, RichText, Slider, Ui};
use egui_material_icons::icons;

/// The slowest and the fastest time can go by.
const SPEEDS: std::ops::RangeInclusive<f64> = 0.1..=8.0;
/// The largest seed a scene file may have.
const MAX_SEED: u64 = 999_999_999_999_999;

/// Draws the row.
pub(super) fn transport_ui(ui: &mut Ui, state: &mut TimelineState, input: &TimelineInput<'_>, actions: &mut Vec<TimelineAction>) {
    ui.horizontal(|ui| {
        steps_ui(ui, input, actions);
        clock_ui(ui, input);
        ui.separator();
        speed_ui(ui, input, actions);
        ui.separator();
        seed_ui(ui, input, actions);
        theme::right_ui(ui, |ui| {
            ghost_ui(ui, input, actions);
            ui.separator();
            view_ui(ui, state);
        });
    });
}

fn steps_ui(ui: &mut Ui, input: &TimelineInput<'_>, actions: &mut Vec<TimelineAction>) {
    let at_start = input.tick <= input.recording.first_tick();
    if theme::icon_button(ui, icons::ICON_FIRST_PAGE, "Restart", "Back to the start of the run.", "Home", false).clicked() {
        actions.push(TimelineAction::Restart);
    }
    ui.add_enabled_ui(!at_start, |ui| {
        if theme::icon_button(ui, icons::ICON_SKIP_PREVIOUS, "Step back", "One tick back.", "Ctrl+Left", false).clicked() {
            actions.push(TimelineAction::StepBack);
        }
    });
    let (icon, label, tooltip, action) = if input.playing {
        (icons::ICON_PAUSE, "Pause", "Stops time.", TimelineAction::Pause)
    } else {
        (icons::ICON_PLAY_ARROW, "Play", "Lets time go by.", TimelineAction::Play)
    };
    if play_button(ui, icon, label, tooltip).clicked() {
        actions.push(action);
    }
    if theme::icon_button(ui, icons::ICON_SKIP_NEXT, "Step", "One tick on.", "Ctrl+Right", false).clicked() {
        actions.push(TimelineAction::StepForward);
    }
}

/// The one button of the row that stands out.
fn play_button(ui: &mut Ui, icon: egui_material_icons::MaterialIcon, label: &str, tooltip: &str) -> egui::Response {
    ui.scope(|ui| {
        let widgets = &mut ui.visuals_mut().widgets;
        for (state, lighter) in [(&mut widgets.inactive, 0.0), (&mut widgets.hovered, 0.2), (&mut widgets.active, 0.35)] {
            state.weak_bg_fill = theme::blend(theme::ACCENT, egui::Color32::WHITE, lighter);
            state.fg_stroke.color = theme::CANVAS;
        }
        theme::icon_button(ui, icon, label, tooltip, "Space", false)
    })
    .inner
}

fn clock_ui(ui: &mut Ui, input: &TimelineInput<'_>) {
    let last = input.recording.last_tick();
    ui.add_space(4.0);
    ui.label(RichText::new(format!("{:.2} s", input.seconds(input.tick))).heading().strong());
    let rest = format!("tick {} of {last}", input.tick);
    ui.label(RichText::new(rest).color(theme::TEXT_WEAK)).on_hover_text(format!(
        "Recorded: {:.2} s in {last} ticks of {:.2} ms",
        input.seconds(last),
        1e3 * input.recording.dt()
    ));
}

fn speed_ui(ui: &mut Ui, input: &TimelineInput<'_>, actions: &mut Vec<TimelineAction>) {
    let mut speed = input.speed;
    let label = ui.label(RichText::new("Speed").color(theme::TEXT_WEAK));
    let slider = Slider::new(&mut speed, SPEEDS).logarithmic(true).show_value(false);
    let response = ui.add(slider).labelled_by(label.id);
    if response.on_hover_text("How fast time goes by: 0.1× to 8×").changed() {
        // The slider snaps to real time, which is hard to hit on a logarithmic scale.
        actions.push(TimelineAction::SetSpeed(if (0.94..1.06).contains(&speed) { 1.0 } else { speed }));
    }
    let text = if input.speed < 0.995 { format!("{:.2}×", input.speed) } else { format!("{:.1}×", input.speed) };
    let button = egui::Button::new(text).min_size(egui::vec2(44.0, 0.0)).selected(input.speed != 1.0);
    let response = ui.add(button);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, "Normal speed"));
    if response.on_hover_ui(|ui| theme::tooltip_ui(ui, "Normal speed", "Back to 1×.", "")).clicked() {
        actions.push(TimelineAction::SetSpeed(1.0));
    }
}

fn seed_ui(ui: &mut Ui, input: &TimelineInput<'_>, actions: &mut Vec<TimelineAction>) {
    let mut seed = input.seed;
    let label = ui.label(RichText::new("Seed").color(theme::TEXT_WEAK));
    let value = ui.add(DragValue::new(&mut seed).range(0..=MAX_SEED).speed(0.1)).labelled_by(label.id);
    if value.on_hover_text("Where every agent's random walk starts from. The same seed gives the same run.").changed() {
        actions.push(TimelineAction::SetSeed(seed));
    }
    if theme::icon_button(ui, icons::ICON_CASINO, "Next seed", "Runs again with other chances.", "", false).clicked() {
        actions.push(TimelineAction::SetSeed(if input.seed >= MAX_SEED { 0 } else { input.seed + 1 }));
    }
}

fn ghost_ui(ui: &mut Ui, input: &TimelineInput<'_>, actions: &mut Vec<TimelineAction>) {
    let (label, tooltip, action) = if input.ghost.is_some() {
        ("Clear ghost", "Forgets the run that this one is compared with.", TimelineAction::ClearGhost)
    } else {
        ("Keep as ghost", "Keeps this run as a dotted line, to compare the next ones with it.", TimelineAction::KeepGhost)
    };
    if ui.button(label).on_hover_text(tooltip).clicked() {
        actions.push(action);
    }
}

/// Laid out from the right.
fn view_ui(ui: &mut Ui, state: &mut TimelineState) {
    ui.menu_button("Plots", |ui| {
        ui.checkbox(&mut state.plots.speed, "Speed plot");
        ui.checkbox(&mut state.plots.steering, "Steering plot");
        ui.checkbox(&mut state.plots.fov, "Field of view plot");
    })
    .response
    .on_hover_text("Which curves are drawn");
    for (view, icon, label, tooltip, key) in [
        (View::All, icons::ICON_FIT_WIDTH, "Fit all", "Shows the whole run.", "Double-click"),
        (View::Follow, icons::ICON_KEYBOARD_TAB, "Follow", "Keeps the playhead in view, with the last 12 seconds.", ""),
    ] {
        if theme::icon_button(ui, icon, label, tooltip, key, state.view == view).clicked() {
            state.view = view;
        }
    }
}
