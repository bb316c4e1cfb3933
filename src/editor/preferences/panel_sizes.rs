//! The sizes of panels that were dragged, kept with the settings.

use egui::{Pos2, Rect, Response};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A smaller difference is no drag, in points.
const MIN_DIFFERENCE: f32 = 0.5;
/// A press this near to the edge of a panel may drag it, in points.
const EDGE: f32 = 8.0;
/// No panel is larger, in points.
const MAX: f64 = 10_000.0;

/// The sizes of panels in points, by their names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PanelSizes(BTreeMap<String, f32>);

impl PanelSizes {
    /// Reads what [`to_value`](Self::to_value) wrote. Invalid values are left out.
    pub fn from_value(value: Option<&Value>) -> Self {
        let sizes = value.and_then(Value::as_object).into_iter().flatten();
        let size = |(name, size): (&String, &Value)| {
            let size = size.as_f64().filter(|size| (1.0..=MAX).contains(size))?;
            Some((name.clone(), size as f32))
        };
        Self(sizes.filter_map(size).collect())
    }

    /// What is stored.
    pub fn to_value(&self) -> Value {
        let size = |(name, size): (&String, &f32)| (name.clone(), f64::from(*size).into());
        Value::Object(self.0.iter().map(size).collect::<Map<_, _>>())
    }

    /// The size of a panel, or `default`.
    pub fn of(&self, panel: &str, default: f32) -> f32 {
        self.0.get(panel).copied().unwrap_or(default)
    }

    /// Removes all sizes.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Stores the sizes that panels were drawn with. Returns whether one of them has changed.
    pub fn set(&mut self, drawn: &[DrawnPanel]) -> bool {
        let before = self.clone();
        for panel in drawn {
            let known = self.of(panel.name, panel.default);
            if (panel.size - known).abs() > MIN_DIFFERENCE {
                self.0.insert(panel.name.to_owned(), panel.size.round());
            }
        }
        *self != before
    }
}

/// The edge at which a panel is dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The left one.
    Left,
    /// The right one.
    Right,
    /// The upper one.
    Top,
    /// The lower one.
    Bottom,
}

/// A panel that was drawn.
pub struct DrawnPanel {
    /// Its name.
    name: &'static str,
    /// Its size without a drag, in points.
    default: f32,
    /// Its size, in points.
    size: f32,
    /// Where its edge is.
    edge: Rect,
}

impl DrawnPanel {
    /// A panel whose size changes with a drag of its `edge`.
    pub fn new(name: &'static str, default: f32, drawn: &Response, edge: Edge) -> Self {
        let area = drawn.rect;
        let (size, edge) = match edge {
            Edge::Left => (
                area.width(),
                Rect::from_x_y_ranges(area.left()..=area.left(), area.y_range()),
            ),
            Edge::Right => (
                area.width(),
                Rect::from_x_y_ranges(area.right()..=area.right(), area.y_range()),
            ),
            Edge::Top => (
                area.height(),
                Rect::from_x_y_ranges(area.x_range(), area.top()..=area.top()),
            ),
            Edge::Bottom => (
                area.height(),
                Rect::from_x_y_ranges(area.x_range(), area.bottom()..=area.bottom()),
            ),
        };
        Self {
            name,
            default,
            size,
            edge,
        }
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Whether a press there may drag the edge of the panel.
    pub fn is_edge_at(&self, press: Pos2) -> bool {
        self.edge.expand(EDGE).contains(press)
    }
}
