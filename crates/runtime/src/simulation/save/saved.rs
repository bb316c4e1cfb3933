//! What hashes and saves are made of.

use crate::geometry::Cell;
use crate::scene::{AgentId, MarkerId, PathId, PresetId, SpawnerId, StateId, Target};
use crate::simulation::random::Stream;
use crate::simulation::save::error::SaveError;
use crate::simulation::save::sink::{Out, Sink};
use crate::simulation::save::values::SavedValues;
use glam::DVec2;
use std::borrow::Cow;
use std::collections::VecDeque;

/// A part of the state of a world. It is read as it is written.
pub(super) trait Saved: Sized {
    fn write(&self, out: &mut Out<impl Sink>);

    /// # Errors
    /// If the next values are not those of such a part.
    fn read(from: &mut SavedValues) -> Result<Self, SaveError>;
}

/// Makes a struct [`Saved`]: its fields in the order in which they are listed. Behind `..` are
/// fields that are not saved; they are as by default.
macro_rules! record {
    ($name:ty { $($field:tt),* $(,)? }) => {
        record!(@impl $name { $($field),* } |from| Ok(Self {
            $($field: $crate::simulation::save::saved::Saved::read(from)?,)*
        }));
    };
    ($name:ty { $($field:tt),*; .. }) => {
        record!(@impl $name { $($field),* } |from| {
            let mut value = Self::default();
            $(value.$field = $crate::simulation::save::saved::Saved::read(from)?;)*
            Ok(value)
        });
    };
    (@impl $name:ty { $($field:tt),* } |$from:ident| $read:expr) => {
        impl $crate::simulation::save::saved::Saved for $name {
            fn write(
                &self,
                out: &mut $crate::simulation::save::sink::Out<
                    impl $crate::simulation::save::sink::Sink,
                >,
            ) {
                $($crate::simulation::save::saved::Saved::write(&self.$field, out);)*
            }

            fn read(
                $from: &mut $crate::simulation::save::values::SavedValues,
            ) -> Result<Self, $crate::simulation::save::error::SaveError> {
                $read
            }
        }
    };
}
pub(super) use record;

/// A number of ticks since the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tick(pub(super) u64);

/// What names an agent, a marker or the pointer, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reference(pub(super) Option<Target>);

/// A reference that can only be to an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AgentReference(pub(super) Option<AgentId>);

macro_rules! saved_as {
    ($($kind:ty: $call:ident),*) => {
        $(impl Saved for $kind {
            fn write(&self, out: &mut Out<impl Sink>) {
                out.sink.$call(*self);
            }

            fn read(from: &mut SavedValues) -> Result<Self, SaveError> {
                from.$call()
            }
        })*
    };
}
saved_as!(u32: whole, i32: signed, bool: flag);

macro_rules! saved_ids {
    ($($id:ident),*) => {
        $(impl Saved for $id {
            fn write(&self, out: &mut Out<impl Sink>) {
                self.0.write(out);
            }

            fn read(from: &mut SavedValues) -> Result<Self, SaveError> {
                u32::read(from).map(Self)
            }
        })*
    };
}
saved_ids!(AgentId, PathId, PresetId, SpawnerId, StateId);

impl Saved for f64 {
    fn write(&self, out: &mut Out<impl Sink>) {
        // -0 counts as 0.
        out.sink.number(*self + 0.0);
    }

    fn read(from: &mut SavedValues) -> Result<Self, SaveError> {
        from.number()
    }
}

impl Saved for Tick {
    fn write(&self, out: &mut Out<impl Sink>) {
        out.sink.tick(self.0);
    }

    fn read(from: &mut SavedValues) -> Result<Self, SaveError> {
        from.tick().map(Self)
    }
}

impl Saved for DVec2 {
    fn write(&self, out: &mut Out<impl Sink>) {
        let DVec2 { x, y } = out.axes.converted(*self);
        x.write(out);
        y.write(out);
    }

    fn read(from: &mut SavedValues) -> Result<Self, SaveError> {
        let place = Self::new(f64::read(from)?, f64::read(from)?);
        Ok(from.axes.converted(place))
    }
}

impl Saved for Cell {
    fn write(&self, out: &mut Out<impl Sink>) {
        self.column.write(out);
        out.axes.converted_row(self.row).write(out);
    }

    fn read(from: &mut SavedValues) -> Result<Self, SaveError> {
        let (column, row) = (i32::read(from)?, i32::read(from)?);
        Ok(Self::new(column, from.axes.converted_row(row)))
    }
}

impl Saved for Stream {
    fn write(&self, out: &mut Out<impl Sink>) {
        for word in self.words() {
            word.write(out);
        }
    }

    fn read(from: &mut SavedValues) -> Result<Self, SaveError> {
        let mut words = [0; 4];
        for word in &mut words {
            *word = u32::read(from)?;
        }
        Ok(Self::from_words(words))
    }
}

impl Saved for String {
    fn write(&self, out: &mut Out<impl Sink>) {
        out.sink.text(self);
    }

    fn read(from: &mut SavedValues) -> Result<Self, SaveError> {
        from.text().map(str::to_owned)
    }
}

impl Saved for Cow<'_, str> {
    fn write(&self, out: &mut Out<impl Sink>) {
        out.sink.text(self);
    }

    fn read(from: &mut SavedValues) -> Result<Self, SaveError> {
        String::read(from).map(Self::Owned)
    }
}

impl<A: Saved, B: Saved> Saved for (A, B) {
    fn write(&self, out: &mut Out<impl Sink>) {
        self.0.write(out);
        self.1.write(out);
    }

    fn read(from: &mut SavedValues) -> Result<Self, SaveError> {
        Ok((A::read(from)?, B::read(from)?))
    }
}

impl<T: Saved> Saved for Option<T> {
    fn write(&self, out: &mut Out<impl Sink>) {
        match self {
            Some(value) => value.write(out),
            None => out.sink.none(),
        }
    }

    fn read(from: &mut SavedValues) -> Result<Self, SaveError> {
        if from.is_none() {
            return Ok(None);
        }
        T::read(from).map(Some)
    }
}

/// Writes the number of values, and the values.
fn write_list<'t, T: Saved + 't>(
    values: impl ExactSizeIterator<Item = &'t T>,
    out: &mut Out<impl Sink>,
) {
    (values.len() as u32).write(out);
    values.for_each(|value| value.write(out));
}

impl<T: Saved> Saved for Vec<T> {
    fn write(&self, out: &mut Out<impl Sink>) {
        write_list(self.iter(), out);
    }

    fn read(from: &mut SavedValues) -> Result<Self, SaveError> {
        // Without room for all: their number may be wrong.
        (0..u32::read(from)?).map(|_| T::read(from)).collect()
    }
}

impl<T: Saved> Saved for VecDeque<T> {
    fn write(&self, out: &mut Out<impl Sink>) {
        write_list(self.iter(), out);
    }

    fn read(from: &mut SavedValues) -> Result<Self, SaveError> {
        Vec::read(from).map(Self::from)
    }
}

impl<T: Saved + Clone> Saved for Cow<'_, [T]> {
    fn write(&self, out: &mut Out<impl Sink>) {
        write_list(self.iter(), out);
    }

    fn read(from: &mut SavedValues) -> Result<Self, SaveError> {
        Vec::read(from).map(Self::Owned)
    }
}

impl Saved for Reference {
    fn write(&self, out: &mut Out<impl Sink>) {
        match self.0 {
            None => 0_u32.write(out),
            Some(Target::Marker(id)) => (1, id.0).write(out),
            Some(Target::Agent(id)) => (2, id.0).write(out),
            Some(Target::Pointer) => 3_u32.write(out),
        }
    }

    fn read(from: &mut SavedValues) -> Result<Self, SaveError> {
        Ok(Self(match from.whole_up_to(3)? {
            0 => None,
            1 => Some(Target::Marker(MarkerId(from.whole()?))),
            2 => Some(Target::Agent(AgentId(from.whole()?))),
            _ => Some(Target::Pointer),
        }))
    }
}

impl Saved for AgentReference {
    fn write(&self, out: &mut Out<impl Sink>) {
        Reference(self.0.map(Target::Agent)).write(out);
    }

    fn read(from: &mut SavedValues) -> Result<Self, SaveError> {
        match Reference::read(from)?.0 {
            None => Ok(Self(None)),
            Some(Target::Agent(id)) => Ok(Self(Some(id))),
            Some(Target::Marker(_) | Target::Pointer) => from.refuse("a reference to an agent"),
        }
    }
}
