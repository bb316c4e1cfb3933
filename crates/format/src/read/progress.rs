//! The place in a text while it is read as a stream: for error messages, unknown fields and limits.

use crate::limits::{self, Limit};
use serde::de::Error;
use std::borrow::Cow;

/// Fields at the top of a file that are read before the rest.
pub(super) const HEAD_FIELDS: [&str; 4] = ["format", "format_version", "min_reader", "$schema"];

/// A step of a JSON pointer.
#[derive(Clone)]
pub(super) enum Segment<'de> {
    Key(Cow<'de, str>),
    Index(usize),
}

/// The place in a text that is being read, and what was found so far.
#[derive(Default)]
pub(super) struct Progress<'de> {
    /// The place of the current value. After an error, the place of the error.
    place: Vec<Segment<'de>>,
    unknown: Vec<String>,
    /// The nodes of all paths until now.
    nodes: u64,
    /// The nodes of all walls so far.
    wall_nodes: u64,
    /// The values of custom properties so far.
    property_values: u64,
    /// The limit that the text exceeds, with the pointer to its list.
    exceeded: Option<(String, &'static Limit)>,
}

impl<'de> Progress<'de> {
    /// The JSON pointer to the current value, or to the error.
    pub fn pointer(&self) -> String {
        let mut pointer = String::new();
        for segment in &self.place {
            pointer.push('/');
            match segment {
                Segment::Key(key) => pointer.push_str(&key.replace('~', "~0").replace('/', "~1")),
                Segment::Index(index) => pointer.push_str(&index.to_string()),
            }
        }
        if pointer.is_empty() {
            pointer.push('/');
        }
        pointer
    }

    /// The pointers to the first unknown fields.
    pub fn into_unknown_fields(self) -> Vec<String> {
        self.unknown
    }

    /// The limit that ended the reading, with the pointer to its list.
    pub fn take_exceeded(&mut self) -> Option<(String, &'static Limit)> {
        self.exceeded.take()
    }

    pub(super) fn enter(&mut self, segment: Segment<'de>) {
        self.place.push(segment);
    }

    pub(super) fn leave(&mut self) {
        self.place.pop();
    }

    pub(super) fn note_unknown_field(&mut self) {
        let of_head = matches!(self.place.as_slice(), [Segment::Key(key)] if HEAD_FIELDS.contains(&key.as_ref()));
        if !of_head && (self.unknown.len() as u64) < limits::LISTED_UNKNOWN_FIELDS.max {
            self.unknown.push(self.pointer());
        }
    }

    /// The limit of the list at the current place.
    pub(super) fn limit_of_list(&self) -> Option<&'static Limit> {
        match self.place.as_slice() {
            [Segment::Key(list), .., Segment::Key(field)]
                if list == "walls" && field == "nodes" =>
            {
                Some(&limits::WALL_NODES)
            }
            [.., Segment::Key(field)] => limits::of_list(field),
            [.., Segment::Index(_)] | [] => None,
        }
    }

    /// The limit of the fields of the object at the current place.
    pub(super) fn limit_of_fields(&self) -> Option<&'static Limit> {
        match self.place.as_slice() {
            [.., Segment::Key(field)] if field == "properties" || field == "preset_properties" => {
                Some(&limits::PROPERTY_VALUES)
            }
            [.., Segment::Key(_) | Segment::Index(_)] | [] => None,
        }
    }

    /// Counts an item of the list at the current place, which has `before` items already.
    pub(super) fn check_count<E: Error>(
        &mut self,
        limit: &'static Limit,
        before: usize,
    ) -> Result<(), E> {
        let in_all = if limit == &limits::NODES {
            Some(&mut self.nodes)
        } else if limit == &limits::WALL_NODES {
            Some(&mut self.wall_nodes)
        } else if limit == &limits::PROPERTY_VALUES {
            Some(&mut self.property_values)
        } else {
            None
        };
        let count = match in_all {
            Some(counted) => {
                *counted += 1;
                *counted
            }
            None => before as u64 + 1,
        };
        if count <= limit.max {
            return Ok(());
        }
        self.exceeded = Some((self.pointer(), limit));
        Err(E::custom(limit.message()))
    }
}
