//! How a parameter is read and written: by functions generated from the name of a field.

use super::Kind;
use crate::scene::EventValue;

/// The name of a field, and functions to read and write it.
pub struct Field<T: 'static> {
    /// The name, which is also the key in files.
    pub key: &'static str,
    /// From the type of the field.
    pub kind: Kind,
    /// Reads it.
    pub get: fn(&T) -> Option<f64>,
    /// Writes it.
    pub set: fn(&mut T, Option<f64>),
}

/// A type that a number is stored in.
pub trait Stored {
    /// The kind of its parameters.
    const KIND: Kind;

    /// The number, if it is there.
    fn read(&self) -> Option<f64>;

    /// Replaces the number.
    fn write(&mut self, value: Option<f64>);
}

impl Stored for f64 {
    const KIND: Kind = Kind::Number;

    fn read(&self) -> Option<f64> {
        Some(*self)
    }

    fn write(&mut self, value: Option<f64>) {
        if let Some(value) = value {
            *self = value;
        }
    }
}

impl Stored for Option<f64> {
    const KIND: Kind = Kind::Optional;

    fn read(&self) -> Option<f64> {
        *self
    }

    fn write(&mut self, value: Option<f64>) {
        *self = value;
    }
}

impl Stored for u32 {
    const KIND: Kind = Kind::Count;

    fn read(&self) -> Option<f64> {
        Some(f64::from(*self))
    }

    fn write(&mut self, value: Option<f64>) {
        if let Some(value) = value {
            *self = value.round() as u32;
        }
    }
}

/// Only a number that is there is a parameter; texts and null are kept.
impl Stored for EventValue {
    const KIND: Kind = Kind::Number;

    fn read(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Null | Self::Text(_) => None,
        }
    }

    fn write(&mut self, value: Option<f64>) {
        if let (Self::Number(number), Some(value)) = (self, value) {
            *number = value;
        }
    }
}

/// A field of a struct: `field!(Body.max_speed: f64)`.
macro_rules! field {
    ($owner:ident . $field:ident: $stored:ty) => {
        $crate::parameter::field::Field {
            key: stringify!($field),
            kind: <$stored as $crate::parameter::field::Stored>::KIND,
            get: |owner: &$owner| {
                <$stored as $crate::parameter::field::Stored>::read(&owner.$field)
            },
            set: |owner: &mut $owner, value| {
                <$stored as $crate::parameter::field::Stored>::write(&mut owner.$field, value)
            },
        }
    };
}

/// A field of a behavior: `behavior_field!(Arrive.slow_radius: f64)`.
macro_rules! behavior_field {
    ($($behavior:ident)|+ . $field:ident: $stored:ty) => {
        $crate::parameter::field::Field {
            key: stringify!($field),
            kind: <$stored as $crate::parameter::field::Stored>::KIND,
            get: |behavior| {
                if let $($crate::scene::Behavior::$behavior(parameters))|+ = behavior {
                    <$stored as $crate::parameter::field::Stored>::read(&parameters.$field)
                } else {
                    None
                }
            },
            set: |behavior, value| {
                if let $($crate::scene::Behavior::$behavior(parameters))|+ = behavior {
                    <$stored as $crate::parameter::field::Stored>::write(&mut parameters.$field, value);
                }
            },
        }
    };
}

/// A field of a variant of an enum: `variant_field!(Term::Near.radius: f64)`.
macro_rules! variant_field {
    ($owner:ident :: $variant:ident . $field:ident: $stored:ty) => {
        $crate::parameter::field::Field {
            key: stringify!($field),
            kind: <$stored as $crate::parameter::field::Stored>::KIND,
            get: |owner: &$owner| {
                if let $owner::$variant { $field, .. } = owner {
                    <$stored as $crate::parameter::field::Stored>::read($field)
                } else {
                    None
                }
            },
            set: |owner: &mut $owner, value| {
                if let $owner::$variant { $field, .. } = owner {
                    <$stored as $crate::parameter::field::Stored>::write($field, value);
                }
            },
        }
    };
}
