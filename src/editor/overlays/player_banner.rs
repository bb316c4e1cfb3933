//! The banner over the canvas while an agent is taken over: what is recorded, and what the keys do.

use crate::editor::theme;
use egui::{Align2, Area, Context, Frame, Id, Margin, Order, Rect, RichText, Stroke, vec2};
use egui_material_icons::icons;
use steerwright_authoring::Playback;
use steerwright_runtime::scene::Scene;
use steerwright_runtime::scene::editor::Gait;

/// The distance to the edge of the canvas, in points.
const MARGIN: f32 = 8.0;
/// In a narrower canvas, the keys are explained in fewer words, in points.
const WIDE: f32 = 620.0;

/// Draws the banner, if an agent is taken over. Returns whether its button was clicked.
pub fn player_banner_ui(ctx: &Context, canvas: Rect, scene: &Scene, playback: &Playback) -> bool {
    let Some(track) = playback.recorded_track() else {
        return false;
    };
    let name = scene
        .agent(track.agent)
        .map_or("", |agent| agent.name.as_str());
    let seconds = track.ticks() as f64 * playback.recording().dt();
    let gait = track.inputs.last().map_or(Gait::Walk, |last| last.gait);
    let gait = match gait {
        Gait::Sneak => "sneaking",
        Gait::Walk => "walking",
        Gait::Run => "running",
    };
    let state = if playback.resimulation_progress().is_some() {
        "getting ready".to_owned()
    } else if playback.is_playing() {
        format!("{seconds:.1} s, {gait}")
    } else {
        format!("{seconds:.1} s, paused")
    };
    let keys = if canvas.width() >= WIDE {
        "WASD, arrow keys or hold the pointer: move · Shift: run · C: sneak · Space: pause · Esc: stop"
    } else {
        "WASD, arrows, pointer: move · Shift: run · C: sneak · Esc: stop"
    };
    let area = Area::new(Id::unique("player banner"))
        .order(Order::Middle)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(canvas.center_top() + vec2(0.0, MARGIN));
    area.show(ctx, |ui| {
        let colors = theme::colors(ui);
        let frame = Frame::new()
            .fill(colors.panel)
            .stroke(Stroke::new(1.5, colors.warn))
            .corner_radius(6)
            .inner_margin(Margin::symmetric(10, 6));
        let shown = frame.show(ui, |ui| {
            let clicked = ui.horizontal(|ui| {
                let dot = theme::icon_text(icons::ICON_FIBER_MANUAL_RECORD, 14.0);
                ui.label(dot.color(colors.warn));
                let title = format!("Recording {name}");
                ui.label(RichText::new(title).strong().color(colors.text_strong));
                ui.label(RichText::new(state).color(colors.text));
                ui.button("Stop")
                    .on_hover_text("Ends taking over, and keeps what was recorded as a track.")
                    .clicked()
            });
            ui.label(RichText::new(keys).small().color(colors.text_weak));
            clicked.inner
        });
        shown.inner
    })
    .inner
}
