//! Where the panels are, depending on the size of the window: the canvas keeps most of the room.

use crate::editor::interface::Interface;
use egui::Vec2;

/// In windows at least this wide, the outliner and the inspector are at both sides of the canvas.
/// In narrower ones, they are above each other at the right. In points.
const MIN_WIDTH_OF_TWO_SIDES: f32 = 1400.0;
/// In a lower window, the outliner has no room above the inspector, in points.
const MIN_HEIGHT_OF_BOTH: f32 = 440.0;
/// In a lower window, the timeline has no plots, in points.
const MIN_HEIGHT_OF_PLOTS: f32 = 440.0;
/// In a narrower window, the panels at the side are as narrow as possible, in points.
const NARROW: f32 = 800.0;

/// The panels that fit, and where they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PanelLayout {
    /// Whether there are panels at both sides of the canvas.
    pub(super) two_sides: bool,
    /// Whether the outliner is at the left of the canvas.
    pub(super) left: bool,
    /// The panels at the right of the canvas.
    pub(super) right: Right,
    /// The default width of the panel at the right, and its smallest and largest width.
    pub(super) right_width: (f32, [f32; 2]),
    /// The panel below the canvas.
    pub(super) timeline: Timeline,
}

/// What is at the right of the canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Right {
    Nothing,
    Outliner,
    Inspector,
    /// The outliner above the inspector.
    Both,
}

/// The timeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Timeline {
    Hidden,
    /// Below the canvas, with this default height.
    WithPlots(f32),
    /// Only the playback controls, over the whole width of the window.
    ControlsOnly,
}

impl PanelLayout {
    /// The layout of the panels that are shown, in a window of `size` points.
    pub(super) fn of(interface: Interface, size: Vec2) -> Self {
        let two_sides = size.x >= MIN_WIDTH_OF_TWO_SIDES;
        let right = match (interface.outliner && !two_sides, interface.inspector) {
            (false, false) => Right::Nothing,
            (true, false) => Right::Outliner,
            (false, true) => Right::Inspector,
            (true, true) if size.y < MIN_HEIGHT_OF_BOTH => Right::Inspector,
            (true, true) => Right::Both,
        };
        let timeline = match (interface.timeline, size.y < MIN_HEIGHT_OF_PLOTS) {
            (false, _) => Timeline::Hidden,
            (true, true) => Timeline::ControlsOnly,
            (true, false) if two_sides => Timeline::WithPlots((size.y * 0.3).clamp(190.0, 330.0)),
            (true, false) => Timeline::WithPlots((size.y * 0.19).clamp(110.0, 190.0)),
        };
        let right_width = if two_sides {
            (316.0, [270.0, 520.0])
        } else if size.x >= NARROW {
            (282.0, [270.0, 0.4 * size.x])
        } else {
            (240.0, [240.0, 240.0])
        };
        Self {
            two_sides,
            left: interface.outliner && two_sides,
            right,
            right_width,
            timeline,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;

    /// The width of the toolbar, and the height of the menu bar, the status bar and a title bar.
    const FIXED: Vec2 = vec2(44.0, 84.0);
    /// The default width of the panel at the left.
    const LEFT: f32 = 276.0;

    fn canvas(size: Vec2) -> Vec2 {
        let layout = PanelLayout::of(Interface::default(), size);
        let below = match layout.timeline {
            Timeline::Hidden => 0.0,
            Timeline::WithPlots(height) => height,
            Timeline::ControlsOnly => 48.0,
        };
        let left = if layout.left { LEFT } else { 0.0 };
        size - FIXED - vec2(left + layout.right_width.0, below)
    }

    #[test]
    fn the_canvas_has_half_of_a_small_window() {
        for size in [vec2(1280.0, 800.0), vec2(1366.0, 768.0)] {
            let canvas = canvas(size);
            assert!(canvas.x * canvas.y >= 0.5 * size.x * size.y, "{canvas:?}");
        }
    }

    #[test]
    fn the_canvas_has_room_in_the_smallest_window() {
        // The smallest window, at 100 and 200 %.
        for size in [vec2(960.0, 600.0), vec2(480.0, 300.0)] {
            let canvas = canvas(size);
            assert!(canvas.x >= 190.0 && canvas.y >= 160.0, "{canvas:?}");
        }
    }

    #[test]
    fn a_panel_without_room_is_shown_instead_of_another_one() {
        let size = vec2(480.0, 300.0);
        let outliner_only = Interface {
            inspector: false,
            ..Interface::default()
        };
        assert_eq!(
            PanelLayout::of(Interface::default(), size).right,
            Right::Inspector
        );
        assert_eq!(PanelLayout::of(outliner_only, size).right, Right::Outliner);
    }
}
