//! The values of a save, read one after the other.

use crate::simulation::save::error::SaveError;
use crate::simulation::save::json::{SavedValue, bits_of};
use crate::simulation::save::sink::Axes;
use std::ops::RangeInclusive;

/// The largest tick: every runtime has whole numbers up to here.
const LAST_TICK: i64 = (1 << 53) - 1;

/// The values of a save from some place on.
#[derive(Debug)]
pub(super) struct SavedValues<'v> {
    values: &'v [SavedValue<'v>],
    at: usize,
    pub(super) axes: Axes,
}

impl<'v> SavedValues<'v> {
    pub(super) fn new(values: &'v [SavedValue<'v>], axes: Axes) -> Self {
        Self {
            values,
            at: 0,
            axes,
        }
    }

    /// An error at the next value.
    fn fail<T>(&self, expected: &'static str) -> Result<T, SaveError> {
        let index = self.at;
        Err(SaveError::Value { index, expected })
    }

    /// The error that what was read last is not as `expected`.
    pub(super) fn refuse<T>(&self, expected: &'static str) -> Result<T, SaveError> {
        let index = self.at.saturating_sub(1);
        Err(SaveError::Value { index, expected })
    }

    /// Refuses what was read last, unless it `is_valid`.
    pub(super) fn check(&self, is_valid: bool, expected: &'static str) -> Result<(), SaveError> {
        if is_valid {
            Ok(())
        } else {
            self.refuse(expected)
        }
    }

    /// What was found for what was read last, which is refused without.
    pub(super) fn found<T>(
        &self,
        found: Option<T>,
        expected: &'static str,
    ) -> Result<T, SaveError> {
        match found {
            Some(found) => Ok(found),
            None => self.refuse(expected),
        }
    }

    fn next<T>(
        &mut self,
        expected: &'static str,
        read: impl FnOnce(&'v SavedValue<'v>) -> Option<T>,
    ) -> Result<T, SaveError> {
        let Some(value) = self.values.get(self.at).and_then(read) else {
            return self.fail(expected);
        };
        self.at += 1;
        Ok(value)
    }

    fn in_range(
        &mut self,
        range: RangeInclusive<i64>,
        expected: &'static str,
    ) -> Result<i64, SaveError> {
        self.next(expected, |value| {
            let SavedValue::Whole(number) = value else {
                return None;
            };
            range.contains(number).then_some(*number)
        })
    }

    /// A whole number.
    pub(super) fn whole(&mut self) -> Result<u32, SaveError> {
        self.whole_up_to(u32::MAX)
    }

    /// A whole number that is not greater than `most`.
    pub(super) fn whole_up_to(&mut self, most: u32) -> Result<u32, SaveError> {
        let range = 0..=i64::from(most);
        let number = self.in_range(range, "a whole number in its range")?;
        Ok(number as u32)
    }

    /// A whole number with a sign.
    pub(super) fn signed(&mut self) -> Result<i32, SaveError> {
        let range = i64::from(i32::MIN)..=i64::from(i32::MAX);
        let number = self.in_range(range, "a whole number in its range")?;
        Ok(number as i32)
    }

    /// A number of ticks since the start.
    pub(super) fn tick(&mut self) -> Result<u64, SaveError> {
        let tick = self.in_range(0..=LAST_TICK, "a tick")?;
        Ok(tick.unsigned_abs())
    }

    /// A finite number.
    pub(super) fn number(&mut self) -> Result<f64, SaveError> {
        self.next("16 hex digits of a finite number", |value| {
            let SavedValue::Text(digits) = value else {
                return None;
            };
            let number = f64::from_bits(bits_of(digits)?);
            number.is_finite().then_some(number)
        })
    }

    pub(super) fn flag(&mut self) -> Result<bool, SaveError> {
        self.next("true or false", |value| {
            let SavedValue::Flag(flag) = value else {
                return None;
            };
            Some(*flag)
        })
    }

    /// A text that is not empty.
    pub(super) fn text(&mut self) -> Result<&'v str, SaveError> {
        self.next("a text", |value| {
            let SavedValue::Text(text) = value else {
                return None;
            };
            (!text.is_empty()).then_some(text.as_ref())
        })
    }

    /// Whether the next value is absent, which is skipped then.
    pub(super) fn is_none(&mut self) -> bool {
        let is_none = self.values.get(self.at) == Some(&SavedValue::None);
        self.at += usize::from(is_none);
        is_none
    }

    /// Checks that all values were read.
    pub(super) fn end(&self) -> Result<(), SaveError> {
        if self.at == self.values.len() {
            Ok(())
        } else {
            self.fail("the end of the list")
        }
    }
}
