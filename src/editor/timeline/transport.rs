//! The transport controls: playback, clock, speed, seed and ghost.

use crate::editor::theme;
use crate::editor::timeline::game_events::GameEvents;
use crate::editor::timeline::ghost_button::ghost_ui;
use crate::editor::timeline::repeat_menu::repeat_ui;
use crate::editor::timeline::row_layout::{RowContents, RowLayout};
use crate::editor::timeline::speed::speed_ui;
use crate::editor::timeline::version_buttons::keep_buttons_ui;
use crate::editor::timeline::{TimelineAction, TimelineInput, TimelineState, View, more_menu};
use crate::editor::widgets::expression_field::number_field;
use egui::{RichText, Ui};
use egui_material_icons::icons;
use steerwright_analysis::recording::MAX_BYTES;
use steerwright_authoring::Command;
use steerwright_authoring::command::PlaybackCommand;
use steerwright_format::validate::MAX_SEED;

/// The ticks from the start for which there is room: 27 minutes at 60 ticks per second.
const RESERVED_TICKS: u64 = 99_999;

/// Draws the row. `plots` says whether there are plots below.
pub(super) fn transport_ui(
    ui: &mut Ui,
    state: &mut TimelineState,
    input: &TimelineInput<'_>,
    plots: bool,
    actions: &mut Vec<TimelineAction>,
) {
    let events = GameEvents::of(input.scene, ui.available_width());
    let contents = RowContents {
        digits: [input.seed, input.recording.last_tick().max(RESERVED_TICKS)]
            .map(|number| number.checked_ilog10().unwrap_or(0)),
        events: events.width(),
        has_ghost: input.ghost.is_some(),
        has_dropped: input.recording.has_dropped(),
        compares: input.versions.is_some(),
        plots,
        offers_plots: input.offers_plots,
    };
    let layout = state.row.layout(ui, contents);
    ui.horizontal(|ui| {
        let start = ui.cursor().left();
        playback_ui(ui, input, layout.all, actions);
        events.ui(ui, input.is_held, actions);
        clock_ui(ui, input, layout);
        if layout.all {
            ui.separator();
            speed_ui(ui, input, layout, actions);
        }
        if layout.seed {
            ui.separator();
            seed_ui(ui, input, layout, actions);
        }
        let left = ui.cursor().left() - start;
        let right = theme::right_ui(ui, |ui| {
            if input.offers_plots {
                plots_button_ui(ui, plots, actions);
            }
            ghost_ui(ui, input, layout.ghost, actions);
            // With plots, they are beside the figures. A narrow row has them in its menu.
            if input.versions.is_some() && !plots && layout.all {
                keep_buttons_ui(ui, input.keys, actions);
            }
            if layout.view {
                ui.separator();
                view_ui(ui, state);
            }
            ui.min_rect().width()
        });
        state.row.remember(ui, left + right);
    });
}

/// Shows or hides the plots of a low window.
fn plots_button_ui(ui: &mut Ui, plots: bool, actions: &mut Vec<TimelineAction>) {
    let (icon, label) = if plots {
        (icons::ICON_KEYBOARD_ARROW_DOWN, "Hide plots")
    } else {
        (icons::ICON_KEYBOARD_ARROW_UP, "Show plots")
    };
    let tooltip = "The plots and figures of the run.";
    if theme::icon_button(ui, icon, label, tooltip, "", false).clicked() {
        actions.push(TimelineAction::ShowPlots(!plots));
    }
}

/// Draws the playback controls: `all` of them, or the most important ones and a menu with the
/// others.
fn playback_ui(
    ui: &mut Ui,
    input: &TimelineInput<'_>,
    all: bool,
    actions: &mut Vec<TimelineAction>,
) {
    let key = |command| input.keys.text(command);
    let restart = key(Command::Playback(PlaybackCommand::Restart));
    if theme::icon_button(
        ui,
        icons::ICON_FIRST_PAGE,
        "Restart",
        "Returns to the start of the run.",
        &restart,
        false,
    )
    .clicked()
    {
        actions.push(TimelineAction::Restart);
    }
    if all {
        step_back_ui(ui, input, actions);
    }
    let (icon, label, tooltip, action) = if input.playing {
        (
            icons::ICON_PAUSE,
            "Pause",
            "Pauses the simulation.",
            TimelineAction::Pause,
        )
    } else {
        (
            icons::ICON_PLAY_ARROW,
            "Play",
            "Plays the simulation.",
            TimelineAction::Play,
        )
    };
    if play_button(
        ui,
        icon,
        label,
        tooltip,
        &key(Command::Playback(PlaybackCommand::PlayPause)),
    )
    .clicked()
    {
        actions.push(action);
    }
    if !all {
        more_menu::more_ui(ui, input, actions);
        return;
    }
    if theme::icon_button(
        ui,
        icons::ICON_SKIP_NEXT,
        "Step forward",
        "Advances by one tick.",
        &key(Command::Playback(PlaybackCommand::StepForward)),
        false,
    )
    .clicked()
    {
        actions.push(TimelineAction::StepForward);
    }
    repeat_ui(ui, input, actions);
    let take_over = Command::Playback(PlaybackCommand::TakeOver);
    let is_taken_over = input.recorded.is_some();
    ui.add_enabled_ui(is_taken_over || input.can_take_over, |ui| {
        let button = theme::icon_button(
            ui,
            icons::ICON_SPORTS_ESPORTS,
            take_over.label(),
            take_over.tooltip(),
            &key(take_over),
            is_taken_over,
        );
        if button.clicked() {
            actions.push(TimelineAction::TakeOver);
        }
    });
}

fn step_back_ui(ui: &mut Ui, input: &TimelineInput<'_>, actions: &mut Vec<TimelineAction>) {
    ui.add_enabled_ui(input.can_step_back(), |ui| {
        let key = input
            .keys
            .text(Command::Playback(PlaybackCommand::StepBack));
        let (icon, tooltip) = (icons::ICON_SKIP_PREVIOUS, "Goes back by one tick.");
        if theme::icon_button(ui, icon, "Step back", tooltip, &key, false).clicked() {
            actions.push(TimelineAction::StepBack);
        }
    });
}

/// The play button, which stands out.
fn play_button(
    ui: &mut Ui,
    icon: egui_material_icons::MaterialIcon,
    label: &str,
    tooltip: &str,
    key: &str,
) -> egui::Response {
    let colors = theme::colors(ui);
    ui.scope(|ui| {
        let widgets = &mut ui.visuals_mut().widgets;
        for (state, lighter) in [
            (&mut widgets.inactive, 0.0),
            (&mut widgets.hovered, 0.2),
            (&mut widgets.active, 0.35),
        ] {
            state.weak_bg_fill = theme::blend(colors.accent, colors.text_strong, lighter);
            state.fg_stroke.color = colors.canvas;
        }
        theme::icon_button(ui, icon, label, tooltip, key, false)
    })
    .inner
}

fn clock_ui(ui: &mut Ui, input: &TimelineInput<'_>, layout: RowLayout) {
    let last = input.recording.last_tick();
    ui.add_space(4.0);
    let from = input.seconds(input.recording.first_tick());
    let has_dropped = input.recording.has_dropped();
    let dropped = if has_dropped {
        format!(" Ticks before {from:.1} s were dropped.")
    } else {
        String::new()
    };
    let recorded = format!(
        "Tick {} of {last}. Recorded: {:.2} s, {:.2} ms per tick. The recording keeps the last {:.0} s, in at most {} MB.{dropped}",
        input.tick,
        input.seconds(last),
        1e3 * input.recording.dt(),
        input.seconds(input.recording.tick_limit()),
        MAX_BYTES / 1_000_000
    );
    // A narrow row has other uses for the room.
    let widest = if layout.labels { 1000.0 } else { 10.0 };
    let clock = RichText::new(format!("{:.2} s", input.seconds(input.tick)))
        .heading()
        .strong();
    fixed_width_label(
        ui,
        clock,
        &format!("{:.2} s", input.seconds(last).max(widest)),
        egui::TextStyle::Heading,
    )
    .on_hover_text(&recorded);
    if layout.ticks {
        let tick = RichText::new(format!("tick {} of {last}", input.tick))
            .color(theme::colors(ui).text_weak);
        fixed_width_label(
            ui,
            tick,
            &format!("tick {0} of {0}", last.max(RESERVED_TICKS)),
            egui::TextStyle::Body,
        )
        .on_hover_text(&recorded);
    }
    // A narrow row has it in the tooltip of the time.
    if has_dropped && layout.all {
        let bound =
            RichText::new(format!("recorded from {from:.1} s")).color(theme::colors(ui).warn);
        ui.label(bound).on_hover_text(&recorded);
    }
}

/// A label at least as wide as `widest`, so that following widgets do not move while numbers
/// change.
fn fixed_width_label(
    ui: &mut Ui,
    text: RichText,
    widest: &str,
    style: egui::TextStyle,
) -> egui::Response {
    // Use the widest digit for all digits.
    let widest: String = widest
        .chars()
        .map(|c| if c.is_ascii_digit() { '0' } else { c })
        .collect();
    let font = style.resolve(ui.style());
    let width = ui
        .painter()
        .layout_no_wrap(widest, font, theme::colors(ui).text)
        .size()
        .x;
    let before = ui.cursor().left();
    let response = ui.label(text);
    let used = ui.cursor().left() - before - ui.spacing().item_spacing.x;
    ui.add_space((width - used).max(0.0));
    response
}

fn seed_ui(
    ui: &mut Ui,
    input: &TimelineInput<'_>,
    layout: RowLayout,
    actions: &mut Vec<TimelineAction>,
) {
    let mut seed = input.seed;
    let label = layout.labels.then(|| {
        ui.label(RichText::new("Seed").color(theme::colors(ui).text_weak))
            .id
    });
    let mut value = ui.add(
        number_field(ui, &mut seed, "")
            .range(0..=MAX_SEED)
            .speed(0.1),
    );
    if let Some(label) = label {
        value = value.labelled_by(label);
    }
    if value
        .on_hover_text("The seed of all random streams. The same seed gives the same run.")
        .changed()
    {
        actions.push(TimelineAction::SetSeed(seed));
    }
    if theme::icon_button(
        ui,
        icons::ICON_CASINO,
        "Next seed",
        "Restarts with a new seed.",
        "",
        false,
    )
    .clicked()
    {
        actions.push(TimelineAction::SetSeed(if input.seed >= MAX_SEED {
            0
        } else {
            input.seed + 1
        }));
    }
}

/// Draws the view controls, from the right.
fn view_ui(ui: &mut Ui, state: &mut TimelineState) {
    ui.menu_button("Plots", |ui| {
        theme::checkbox_ui(ui, &mut state.plots.speed, "Speed plot");
        theme::checkbox_ui(ui, &mut state.plots.steering, "Steering plot");
        theme::checkbox_ui(ui, &mut state.plots.fov, "Field of view plot");
        theme::checkbox_ui(ui, &mut state.plots.sees_target, "Sees target plot");
        theme::checkbox_ui(ui, &mut state.plots.alert, "Alert meter plot");
        theme::checkbox_ui(ui, &mut state.plots.states, "States");
    })
    .response
    .on_hover_text("Choose which plots to show.");
    for (view, icon, label, tooltip, key) in [
        (
            View::All,
            icons::ICON_FIT_WIDTH,
            "Fit all",
            "Shows the whole run.",
            "Double-click",
        ),
        (
            View::Follow,
            icons::ICON_KEYBOARD_TAB,
            "Follow",
            "Keeps the playhead and the last 12 seconds in view.",
            "",
        ),
    ] {
        if theme::icon_button(ui, icon, label, tooltip, key, state.view == view).clicked() {
            state.view = view;
        }
    }
}
