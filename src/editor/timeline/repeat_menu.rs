//! The menu of what is repeated.

use crate::editor::theme;
use crate::editor::timeline::{TimelineAction, TimelineInput};
use egui::Ui;
use egui_material_icons::icons;
use steerwright_authoring::playback::Repeat;

/// Draws the menu of what is repeated.
pub(super) fn repeat_ui(ui: &mut Ui, input: &TimelineInput<'_>, actions: &mut Vec<TimelineAction>) {
    let icon = egui::Button::new(theme::icon_text(icons::ICON_REPEAT, 18.0))
        .selected(input.repeat != Repeat::Off)
        .min_size(egui::vec2(28.0, 24.0));
    let menu = egui::containers::menu::MenuButton::from_button(icon);
    let (response, _) = menu.ui(ui, |ui| entries_ui(ui, input, actions));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, "Repeat"));
    response.on_hover_text("Repeat: plays a part of the run in a loop while you tune it.");
}

/// Draws the entries of the menu.
pub(super) fn entries_ui(
    ui: &mut Ui,
    input: &TimelineInput<'_>,
    actions: &mut Vec<TimelineAction>,
) {
    let last = input.recording.last_tick();
    let (from, until) = input.repeat.range().unwrap_or((0, last));
    let chosen = |label: &str, tooltip: &str, ui: &mut Ui, on: bool, repeat: Repeat| {
        let clicked = ui
            .selectable_label(on, label)
            .on_hover_text(tooltip)
            .clicked();
        clicked.then(|| {
            ui.close();
            TimelineAction::SetRepeat(repeat)
        })
    };
    let run = matches!(input.repeat, Repeat::Run { .. });
    let between = matches!(input.repeat, Repeat::Between { .. });
    let settled = input.repeat == Repeat::UntilSettled;
    let picked = [
        chosen(
            "Don't repeat",
            "Plays without repeating.",
            ui,
            input.repeat == Repeat::Off,
            Repeat::Off,
        ),
        chosen(
            "Repeat the whole run",
            "Restarts at the end of the current recording.",
            ui,
            run,
            Repeat::Run { until: last },
        ),
        chosen(
            "Repeat until it settles",
            "Restarts when the selected agents have settled.",
            ui,
            settled,
            Repeat::UntilSettled,
        ),
        chosen(
            "Repeat between marks",
            "Repeats the part between the two marks on the time axis.",
            ui,
            between,
            Repeat::Between { from, until },
        ),
    ];
    actions.extend(picked.into_iter().flatten());
    ui.separator();
    let tick = input.shown_tick();
    let marks = [
        (
            "Set start mark here",
            Repeat::Between {
                from: tick,
                until: until.max(tick),
            },
        ),
        (
            "Set end mark here",
            Repeat::Between {
                from: from.min(tick),
                until: tick,
            },
        ),
    ];
    for (label, repeat) in marks {
        if ui
            .button(label)
            .on_hover_text("Sets the mark at the playhead.")
            .clicked()
        {
            actions.push(TimelineAction::SetRepeat(repeat));
            ui.close();
        }
    }
}
