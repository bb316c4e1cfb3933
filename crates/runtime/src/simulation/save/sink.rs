//! What takes the values of a world in.

use glam::DVec2;

/// Takes values in, one after the other.
pub(super) trait Sink {
    /// A whole number.
    fn whole(&mut self, number: u32);
    /// A whole number with a sign.
    fn signed(&mut self, number: i32);
    /// A number of ticks since the start.
    fn tick(&mut self, tick: u64);
    /// A number, which is not -0.
    fn number(&mut self, number: f64);
    fn flag(&mut self, flag: bool);
    fn text(&mut self, text: &str);
    /// An absent value.
    fn none(&mut self);
}

/// The axes of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Axes {
    /// Whether y points down, which it does not in a world.
    pub(super) y_down: bool,
}

impl Axes {
    /// Converts a place or a direction between the world and the game, either way.
    pub(super) fn converted(self, DVec2 { x, y }: DVec2) -> DVec2 {
        DVec2::new(x, if self.y_down { 0.0 - y } else { y })
    }

    /// Converts a row of cells between the world and the game, either way.
    pub(super) fn converted_row(self, row: i32) -> i32 {
        if self.y_down { -1 - row } else { row }
    }
}

/// Where values of a world are written to, in the coordinates of the game.
pub(super) struct Out<'s, S> {
    pub(super) sink: &'s mut S,
    pub(super) axes: Axes,
}

impl<'s, S: Sink> Out<'s, S> {
    pub(super) fn new(sink: &'s mut S, axes: Axes) -> Self {
        Self { sink, axes }
    }
}
