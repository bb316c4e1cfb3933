//! Where the panels are, depending on the size of the window: the canvas keeps most of the room.

pub(crate) mod bars;
pub(crate) mod canvas_panel;
pub(crate) mod fit_window;
pub(crate) mod modals;
pub(crate) mod panels;
pub(crate) mod windows;

use crate::editor::preferences::interface::Interface;
use egui::Vec2;

/// In a lower window, the status bar has no room, in points.
const MIN_HEIGHT_OF_STATUS_BAR: f32 = 280.0;
/// About the height of the bars, and the least height of the canvas above the plots of a low
/// window, in points.
const BARS_AND_CANVAS: f32 = 185.0;

/// The panels that fit, and where they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PanelLayout {
    /// Whether there are panels at both sides of the canvas.
    pub(crate) two_sides: bool,
    /// Whether the outliner is at the left of the canvas.
    pub(crate) left: bool,
    /// The panels at the right of the canvas.
    pub(crate) right: Right,
    /// The default width of the panel at the right, and its smallest and largest width.
    pub(crate) right_width: (f32, [f32; 2]),
    /// The panel below the canvas.
    pub(crate) timeline: Timeline,
    /// Whether the timeline is as wide as the window.
    pub(crate) wide_timeline: bool,
    /// Whether there is a status bar.
    pub(crate) status_bar: bool,
}

/// What is at the right of the canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Right {
    Nothing,
    Outliner,
    Inspector,
    /// The outliner above the inspector.
    Both,
}

/// The timeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Timeline {
    Hidden,
    /// Below the canvas, with this default height.
    WithPlots(f32),
    /// Only the playback controls.
    ControlsOnly,
}

impl PanelLayout {
    /// The layout of the panels that are shown, in a window of `size` points.
    pub(crate) fn of(interface: Interface, size: Vec2) -> Self {
        let room = interface.room();
        let two_sides = room.two_sides;
        let sides = interface.sides();
        let right = match (sides.outliner && !two_sides, sides.inspector) {
            (false, false) => Right::Nothing,
            (true, false) => Right::Outliner,
            (false, true) => Right::Inspector,
            (true, true) => Right::Both,
        };
        let height = if !room.plots {
            let most = (size.y - BARS_AND_CANVAS).max(80.0);
            (size.y * 0.36).clamp(80.0, 220.0).min(most)
        } else if two_sides {
            (size.y * 0.3).clamp(190.0, 330.0)
        } else {
            // At the default scale in a window of 1280x800, there is room for a legend.
            (134.0 + (size.y - 727.0) * 0.39).clamp(110.0, 175.0)
        };
        let timeline = match (interface.timeline, interface.has_plots()) {
            (false, _) => Timeline::Hidden,
            (true, false) => Timeline::ControlsOnly,
            (true, true) => Timeline::WithPlots(height),
        };
        let right_width = if two_sides {
            (316.0, [270.0, 520.0])
        } else if room.sides {
            (282.0, [270.0, 0.4 * size.x])
        } else {
            (240.0, [240.0, 240.0])
        };
        Self {
            two_sides,
            left: sides.outliner && two_sides,
            right,
            right_width,
            timeline,
            wide_timeline: !room.plots,
            status_bar: size.y >= MIN_HEIGHT_OF_STATUS_BAR,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::preferences::interface::SCALES;
    use egui::{Context, vec2};
    use steerwright_authoring::command::InterfaceCommand;

    /// The width of the toolbar, and the height of the menu bar, the status bar and a title bar.
    const FIXED: Vec2 = vec2(44.0, 84.0);
    /// The height of the status bar.
    const STATUS_BAR: f32 = 30.0;
    /// The default width of the panel at the left.
    const LEFT: f32 = 276.0;

    fn layout(size: Vec2, scale: u32) -> PanelLayout {
        let mut interface = Interface::default();
        interface.scale = scale;
        interface.set_window(size);
        PanelLayout::of(interface, size)
    }

    fn canvas(size: Vec2, layout: PanelLayout) -> Vec2 {
        let below = match layout.timeline {
            Timeline::Hidden => 0.0,
            Timeline::WithPlots(height) => height,
            Timeline::ControlsOnly => 48.0,
        };
        let left = if layout.left { LEFT } else { 0.0 };
        let right = match layout.right {
            Right::Nothing => 0.0,
            Right::Outliner | Right::Inspector | Right::Both => layout.right_width.0,
        };
        let status_bar = if layout.status_bar { 0.0 } else { STATUS_BAR };
        size - FIXED - vec2(left + right, below - status_bar)
    }

    #[test]
    fn the_canvas_has_half_of_a_small_window_at_each_scale() {
        for size in [vec2(1280.0, 800.0), vec2(1366.0, 768.0)] {
            for scale in SCALES {
                let size = size * 100.0 / scale as f32;
                let canvas = canvas(size, layout(size, scale));
                let share = canvas.x * canvas.y / (size.x * size.y);
                assert!(share >= 0.5, "{share} of {size} at {scale} %: {canvas}");
            }
        }
    }

    #[test]
    fn the_canvas_has_room_in_the_smallest_window() {
        // The smallest window, at 100, 200 and 300 %.
        for (scale, least) in [
            (100, vec2(260.0, 400.0)),
            (200, vec2(260.0, 150.0)),
            (300, vec2(120.0, 60.0)),
        ] {
            let size = vec2(960.0, 600.0) * 100.0 / scale as f32;
            let canvas = canvas(size, layout(size, scale));
            let has_room = canvas.x >= least.x && canvas.y >= least.y;
            assert!(has_room, "{scale} %: {canvas:?}");
        }
    }

    #[test]
    fn a_panel_without_room_is_shown_instead_of_another_one() {
        let size = vec2(480.0, 300.0);
        let mut interface = Interface::default();
        interface.set_window(size);
        let right = |interface| PanelLayout::of(interface, size).right;
        assert_eq!(right(interface), Right::Nothing);
        let context = Context::default();
        for (command, shown) in [
            (InterfaceCommand::ToggleInspector, Right::Inspector),
            (InterfaceCommand::ToggleOutliner, Right::Outliner),
            (InterfaceCommand::ToggleInspector, Right::Inspector),
            (InterfaceCommand::ToggleInspector, Right::Nothing),
        ] {
            interface.perform(command, &context);
            assert_eq!(right(interface), shown);
        }
    }

    #[test]
    fn all_panels_come_back_as_they_were() {
        let context = Context::default();
        for (size, open) in [
            (vec2(480.0, 300.0), None),
            (vec2(480.0, 300.0), Some(InterfaceCommand::ToggleInspector)),
            (vec2(1600.0, 1000.0), Some(InterfaceCommand::ToggleOutliner)),
        ] {
            let mut interface = Interface::default();
            interface.set_window(size);
            if let Some(command) = open {
                interface.perform(command, &context);
            }
            let before = PanelLayout::of(interface, size);
            interface.perform(InterfaceCommand::ToggleAllPanels, &context);
            let hidden = PanelLayout::of(interface, size);
            assert_eq!((hidden.left, hidden.right), (false, Right::Nothing));
            assert_eq!(hidden.timeline, Timeline::Hidden);
            interface.perform(InterfaceCommand::ToggleAllPanels, &context);
            assert_eq!(PanelLayout::of(interface, size), before);
        }
    }

    #[test]
    fn a_reset_in_a_small_window_resets_the_panels_of_large_ones_too() {
        let (context, large) = (Context::default(), vec2(1600.0, 1000.0));
        let mut interface = Interface::default();
        interface.set_window(large);
        let before = PanelLayout::of(interface, large);
        interface.perform(InterfaceCommand::ToggleInspector, &context);
        interface.set_window(vec2(480.0, 300.0));
        interface.perform(InterfaceCommand::ResetPanels, &context);
        interface.set_window(large);
        assert_eq!(PanelLayout::of(interface, large), before);
    }

    #[test]
    fn hiding_the_inspector_of_a_low_window_does_not_show_the_outliner() {
        let (context, low) = (Context::default(), vec2(1000.0, 420.0));
        let mut interface = Interface::default();
        interface.set_window(low);
        assert_eq!(PanelLayout::of(interface, low).right, Right::Inspector);
        interface.perform(InterfaceCommand::ToggleInspector, &context);
        assert_eq!(PanelLayout::of(interface, low).right, Right::Nothing);
    }

    #[test]
    fn plots_of_a_low_window_are_shown_on_request() {
        let size = vec2(960.0, 578.0);
        let mut interface = Interface::default();
        interface.set_window(size);
        let has_plots = |interface| {
            let layout = PanelLayout::of(interface, size);
            matches!(layout.timeline, Timeline::WithPlots(height) if height >= 190.0)
        };
        assert!(!has_plots(interface));
        interface.show_plots(true);
        assert!(has_plots(interface));
        interface.show_plots(false);
        assert!(!has_plots(interface));
    }
}
