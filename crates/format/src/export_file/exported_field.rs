//! What fields of an export may be, beside their types.

use serde::de::{Deserialize, Deserializer, Error};

/// A list that is not empty if it is there.
pub(super) fn not_empty<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<String>, D::Error> {
    let list = Vec::deserialize(deserializer)?;
    if list.is_empty() {
        return Err(D::Error::custom("the list is empty; leave it out"));
    }
    Ok(list)
}

/// What is not null if it is there.
pub(super) fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
