//! What was found in a map so far, within its limits.

use super::{Found, MapValue, beyond};
use steerwright_format::FormatError;
use steerwright_format::limits::{Limit, MAP_ITEMS, MAP_NAMES, MAP_POINTS};

/// What was found in a map so far. A small file can contain very much: a shape that a million tiles
/// have, or a name that is repeated for all that is in a layer. So everything is counted before it
/// is made.
#[derive(Default)]
pub struct Findings {
    found: Vec<Found>,
    points: u64,
    items: u64,
    name_bytes: u64,
}

fn count(total: &mut u64, more: usize, limit: &'static Limit) -> Result<(), FormatError> {
    *total += more as u64;
    if *total > limit.max {
        return Err(beyond("the map", limit));
    }
    Ok(())
}

impl Findings {
    /// Counts points that will be made.
    pub fn expect_points(&self, points: usize) -> Result<(), FormatError> {
        count(&mut self.points.clone(), points, &MAP_POINTS)
    }

    /// Counts shapes that will be made.
    pub fn expect_items(&self, items: usize) -> Result<(), FormatError> {
        count(&mut self.items.clone(), items, &MAP_ITEMS)
    }

    /// Counts the values of a list, which take as much as points.
    pub fn count_values(&mut self, values: usize) -> Result<(), FormatError> {
        count(&mut self.points, values, &MAP_POINTS)
    }

    /// Counts a name that is made from others.
    pub fn count_name(&mut self, name: &str) -> Result<(), FormatError> {
        count(&mut self.name_bytes, name.len(), &MAP_NAMES)
    }

    fn count_texts(&mut self, value: &MapValue) -> Result<(), FormatError> {
        match value {
            MapValue::Text(text)
            | MapValue::Choice { value: text, .. }
            | MapValue::Reference(Some(text)) => self.count_name(text),
            MapValue::List(values) => {
                let mut values = values.iter().flatten();
                values.try_for_each(|value| self.count_texts(value))
            }
            MapValue::Bool(_)
            | MapValue::Int(_)
            | MapValue::Number(_)
            | MapValue::Color(_)
            | MapValue::Reference(None)
            | MapValue::Point(_) => Ok(()),
        }
    }

    /// Adds what was found.
    pub fn add(&mut self, found: Found) -> Result<(), FormatError> {
        for name in [&found.source, &found.name, &found.layer] {
            self.count_name(name)?;
        }
        for property in &found.properties {
            self.count_name(&property.name)?;
            self.count_texts(&property.value)?;
        }
        for shape in &found.shapes {
            self.count_name(&shape.key)?;
            count(&mut self.points, shape.points.len(), &MAP_POINTS)?;
        }
        count(&mut self.items, found.shapes.len().max(1), &MAP_ITEMS)?;
        if self.found.len() == self.found.capacity() {
            // Twice as much each time would be far more than is needed.
            self.found.reserve_exact(64 + self.found.len() / 4);
        }
        self.found.push(found);
        Ok(())
    }

    /// How much was found.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// All that was found, to change it.
    pub fn all_mut(&mut self) -> &mut [Found] {
        &mut self.found
    }

    /// All that was found.
    pub fn list(self) -> Vec<Found> {
        self.found
    }
}
