//! A table of parameters, and the limits of one parameter given the others.

use super::{Parameter, Unit};

/// The parameters of a `T`, in the order of its file.
#[derive(Debug)]
pub struct ParameterTable<T: 'static>(pub(crate) &'static [Parameter<T>]);

impl<T> Clone for ParameterTable<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ParameterTable<T> {}

impl<T> IntoIterator for ParameterTable<T> {
    type Item = &'static Parameter<T>;
    type IntoIter = std::slice::Iter<'static, Parameter<T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<T> ParameterTable<T> {
    /// No parameters.
    pub const EMPTY: Self = Self(&[]);

    /// The parameter with this key.
    #[must_use]
    pub fn find(self, key: &str) -> Option<&'static Parameter<T>> {
        self.0.iter().find(|parameter| parameter.key == key)
    }

    /// The value of the parameter with this key. `None` if it is absent or unknown.
    pub fn get(self, owner: &T, key: &str) -> Option<f64> {
        self.find(key)?.get(owner)
    }

    /// The smallest and the largest value of a parameter while all others keep their values: its
    /// range, limited by the parameter that it is at least, and by those that are at least it.
    ///
    /// A file can contain two numbers in the wrong order. Then the lower limit can be above the
    /// upper one.
    pub fn limits(self, owner: &T, parameter: &Parameter<T>) -> (f64, f64) {
        let (min, max) = parameter.range;
        let floor = parameter.at_least.and_then(|key| self.get(owner, key));
        let ceilings = self
            .0
            .iter()
            .filter(|other| other.at_least == Some(parameter.key))
            .filter_map(|other| other.get(owner));
        (
            floor.map_or(min, |floor| floor.max(min)),
            ceilings.fold(max, f64::min),
        )
    }

    /// Sets the parameter with this key to the nearest value within its [limits](Self::limits), as
    /// every edit in the editor does. Values that are not finite, and unknown keys, are ignored.
    pub fn set_within_limits(self, owner: &mut T, key: &str, value: f64) {
        if let Some(parameter) = self.find(key)
            && value.is_finite()
        {
            let (min, max) = self.limits(owner, parameter);
            parameter.set(owner, Some(value.min(max).max(min)));
        }
    }

    /// Replaces every number that is present by a function of its unit and value.
    pub fn map(self, owner: &mut T, change: &mut impl FnMut(Unit, f64) -> f64) {
        for parameter in self {
            if let Some(value) = parameter.get(owner) {
                parameter.set(owner, Some(change(parameter.unit, value)));
            }
        }
    }
}
