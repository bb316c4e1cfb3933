//! The progress of a slow simulation.

use crate::editor::widgets::dialog::{Work, progress_window};
use egui::Context;
use std::time::Duration;
use steerwright_authoring::Playback;

/// A tick that takes longer is shown.
const SLOW_TICK_DELAY: Duration = Duration::from_millis(500);

/// What the simulation is working on, with a button to stop it: a slow tick or a long resimulation.
pub(super) fn simulating_ui(ctx: &Context, playback: &mut Playback) {
    if let Some(progress) = playback.resimulation_progress() {
        resimulating_ui(ctx, playback, progress);
    } else if let Some(elapsed) = playback.slow_tick()
        && elapsed >= SLOW_TICK_DELAY
    {
        slow_tick_ui(ctx, playback, elapsed);
    }
}

fn slow_tick_ui(ctx: &Context, playback: &mut Playback, elapsed: Duration) {
    progress_window(Work::SlowTick).show(ctx, |ui| {
        ui.horizontal(|ui| {
            ui.spinner();
            let tick = playback.recording().last_tick() + 1;
            ui.label(format!(
                "Simulating tick {tick}: {:.1} s…",
                elapsed.as_secs_f64()
            ))
            .on_hover_text("Many agents are within reach of each other, so each tick takes long.");
            if ui
                .button("Pause")
                .on_hover_text("Stops waiting for this tick.")
                .clicked()
            {
                playback.pause();
            }
        });
    });
}

fn resimulating_ui(ctx: &Context, playback: &mut Playback, progress: f64) {
    progress_window(Work::Resimulation).show(ctx, |ui| {
        ui.horizontal(|ui| {
            ui.label("Resimulating…");
            ui.add(
                egui::ProgressBar::new(progress as f32)
                    .desired_width(180.0)
                    .show_percentage(),
            );
            if ui
                .button("Cancel")
                .on_hover_text("Keeps the run from before the edit.")
                .clicked()
            {
                playback.cancel_resimulation();
            }
        });
    });
}
