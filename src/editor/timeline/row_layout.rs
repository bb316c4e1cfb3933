//! What fits into the row of the transport controls. The widths of the layouts are measured when
//! they are drawn, because they depend on the seed, the ticks and the fonts.

use egui::Ui;

/// What is in the row, depending on its width.
#[derive(Clone, Copy)]
pub(super) struct RowLayout {
    /// The tick count, which is also in the tooltip of the time.
    pub(super) ticks: bool,
    /// The labels of speed and seed.
    pub(super) labels: bool,
    /// The seed, which is also in the scene inspector.
    pub(super) seed: bool,
    /// The width of the speed slider. If `None`, a button opens it.
    pub(super) slider: Option<f32>,
    /// The text of the ghost button instead of an icon.
    pub(super) ghost: bool,
    /// What the plots show, if there are any.
    pub(super) view: bool,
    /// All playback controls and the speed, instead of a menu with those that are used less.
    pub(super) all: bool,
}

/// The width of the button that shows or hides the plots, in points.
const BUTTON: f32 = 36.0;

/// How much wider the buttons that keep a version are than the button of the ghost, in points.
const KEEP_BUTTONS: f32 = 100.0;

/// The number of layouts.
const COUNT: usize = 8;

/// The layouts, the widest first, and about the width that each takes, in points.
static LAYOUTS: [(RowLayout, f32); COUNT] = {
    let narrowest = RowLayout {
        ticks: false,
        labels: false,
        seed: false,
        slider: None,
        ghost: false,
        view: false,
        all: false,
    };
    let with_all = RowLayout {
        all: true,
        ..narrowest
    };
    let with_view = RowLayout {
        view: true,
        ..with_all
    };
    let with_seed = RowLayout {
        seed: true,
        ..with_view
    };
    let with_slider = RowLayout {
        slider: Some(64.0),
        ..with_seed
    };
    let with_labels = RowLayout {
        labels: true,
        slider: Some(96.0),
        ..with_slider
    };
    let with_ticks = RowLayout {
        ticks: true,
        ..with_labels
    };
    let widest = RowLayout {
        ghost: true,
        ..with_ticks
    };
    [
        (widest, 1010.0),
        (with_ticks, 920.0),
        (with_labels, 770.0),
        (with_slider, 670.0),
        (with_seed, 540.0),
        (with_view, 480.0),
        (with_all, 410.0),
        (narrowest, 0.0),
    ]
};

/// About how much wider the row is when it says from when on the run is recorded, in points.
const BOUND: f32 = 110.0;

/// What the widths of the layouts depend on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct RowContents {
    /// The numbers of digits of the seed and of the last tick.
    pub(super) digits: [u32; 2],
    /// The width of the buttons of the game's events.
    pub(super) events: f32,
    pub(super) has_ghost: bool,
    /// Whether it is said from when on the run is recorded.
    pub(super) has_dropped: bool,
    pub(super) compares: bool,
    /// Whether there are plots below.
    pub(super) plots: bool,
    /// Whether a button shows or hides them.
    pub(super) offers_plots: bool,
}

/// The measured widths of the layouts.
#[derive(Debug, Default)]
pub(super) struct RowWidths {
    of: RowContents,
    widths: [Option<f32>; COUNT],
    /// The index of the layout that was drawn last, and the room that it had.
    last: Option<(usize, f32)>,
}

impl RowWidths {
    /// The widest layout that fits.
    pub(super) fn layout(&mut self, ui: &Ui, contents: RowContents) -> RowLayout {
        let room = ui.available_width();
        // A field that is edited or dragged must not move or vanish.
        let is_edited = ui.ctx().text_edit_focused() || ui.input(|i| i.pointer.any_down());
        if let Some((index, before)) = self.last
            && is_edited
            && before == room
        {
            return shown(index, contents);
        }
        if self.of != contents {
            self.of = contents;
            self.widths = [None; COUNT];
        }
        let bound = if contents.has_dropped { BOUND } else { 0.0 };
        let mut buttons = if contents.offers_plots { BUTTON } else { 0.0 };
        if contents.compares && !contents.plots {
            buttons += KEEP_BUTTONS;
        }
        let fits = |&(index, (_, estimate)): &(usize, &(RowLayout, f32))| {
            self.widths[index].unwrap_or(estimate + contents.events + bound + buttons) <= room
        };
        let index = LAYOUTS.iter().enumerate().find(fits);
        let index = index.map_or(COUNT - 1, |(index, _)| index);
        self.last = Some((index, room));
        shown(index, contents)
    }

    /// Remembers the width of the layout that was drawn. If it did not fit, the next frame has
    /// another one.
    pub(super) fn remember(&mut self, ui: &Ui, width: f32) {
        let Some((index, room)) = self.last else {
            return;
        };
        if ui.ctx().text_edit_focused() {
            return;
        }
        self.widths[index] = Some(width);
        if width > room && index + 1 < COUNT {
            ui.ctx().request_repaint();
        }
    }
}

fn shown(index: usize, contents: RowContents) -> RowLayout {
    let (layout, _) = LAYOUTS[index];
    RowLayout {
        view: layout.view && contents.plots,
        ..layout
    }
}
