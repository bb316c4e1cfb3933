//! Where things are in the window, and clicks on them.

use crate::support::{Window, canvas_corner};
use egui::{Event, Modifiers, PointerButton, Pos2, vec2};
use steerwright_runtime::glam::DVec2;

/// Where a position of the scene is in the window.
pub fn on_screen(window: &mut Window, position: DVec2) -> Pos2 {
    let corner = canvas_corner(window);
    let on_canvas = window.app.canvas().viewport.screen_from_world(position);
    corner + vec2(on_canvas.x as f32, on_canvas.y as f32)
}

/// Where a node is in the window.
pub fn node_on_screen(window: &mut Window, path: usize, node: usize) -> Pos2 {
    let position = window.app.session().scene.paths[path].nodes[node].position;
    on_screen(window, position)
}

/// The primary button.
pub fn button(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    }
}

/// Clicks at a place.
pub fn click(window: &mut Window, at: Pos2) {
    window.frame(vec![Event::PointerMoved(at), button(at, true)]);
    window.frame(vec![button(at, false)]);
}
