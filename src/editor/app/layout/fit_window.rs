//! A window that opens no larger than the screen.

use egui::{Context, Vec2, ViewportCommand, vec2};

/// About what the title bar and the panels of a desktop take, in points.
const DECORATIONS: Vec2 = vec2(8.0, 64.0);

/// Whether a window of `size` is larger than the work area of a screen of `screen` points.
fn is_too_large(size: Vec2, screen: Vec2) -> bool {
    let room = screen - DECORATIONS;
    size.x > room.x || size.y > room.y
}

/// Maximizes the window if it was opened larger than the screen: only the window manager knows what
/// the title bar and its own panels take. Returns whether the size of the screen is known.
pub(crate) fn fit_window(ctx: &Context) -> bool {
    let Some(screen) = ctx.input(|i| i.viewport().monitor_size) else {
        return false;
    };
    // In the first frame, a scale of the interface has not reached the size of the window yet.
    if ctx.cumulative_pass_nr() == 0 {
        ctx.request_repaint();
        return false;
    }
    if is_too_large(ctx.content_rect().size(), screen) {
        ctx.send_viewport_cmd(ViewportCommand::Maximized(true));
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Pos2, RawInput, Rect, ViewportId};

    /// Whether a window of this size in pixels is maximized in its first frames, on a screen of
    /// 1920 x 1080 pixels.
    fn is_maximized(size: Vec2, scale: f32) -> bool {
        let ctx = Context::default();
        ctx.set_zoom_factor(scale);
        let mut input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, size / scale)),
            ..RawInput::default()
        };
        let window = input.viewports.entry(ViewportId::ROOT).or_default();
        window.monitor_size = Some(vec2(1920.0, 1080.0) / scale);
        (0..3).any(|_| {
            let mut output = ctx.run_ui(input.clone(), |ui| {
                fit_window(ui.ctx());
            });
            output.textures_delta.clear();
            let window = output.viewport_output.remove(&ViewportId::ROOT);
            let commands = window.map(|window| window.commands).unwrap_or_default();
            commands.contains(&ViewportCommand::Maximized(true))
        })
    }

    #[test]
    fn a_window_is_maximized_only_if_it_is_too_large_at_any_scale() {
        for scale in [0.75, 1.0, 2.0] {
            assert!(!is_maximized(vec2(1280.0, 800.0), scale), "{scale}");
            assert!(is_maximized(vec2(1920.0, 1080.0), scale), "{scale}");
        }
    }

    #[test]
    fn only_a_window_that_leaves_no_room_for_a_title_bar_is_too_large() {
        let window = vec2(1280.0, 800.0);
        assert!(is_too_large(window, vec2(1280.0, 800.0)));
        assert!(is_too_large(window, vec2(1920.0, 840.0)));
        assert!(!is_too_large(window, vec2(1920.0, 1080.0)));
    }
}
