//! Pointers of the caller: checked before they are followed.

use crate::status::{Failure, SwStatus};
use std::ffi::{CStr, c_char};

/// What a checked step of a call returns.
pub(crate) type Outcome<T = ()> = Result<T, Failure>;

/// Rejects a pointer that cannot be followed.
pub(crate) fn aligned<T>(pointer: *const T, name: &str) -> Outcome {
    if pointer.is_null() {
        Err(Failure::new(
            SwStatus::NullPointer,
            format!("{name} is NULL; pass the address of one"),
        ))
    } else if !pointer.is_aligned() {
        Err(Failure::new(
            SwStatus::InvalidArgument,
            format!("{name} is misaligned; pass the address of one"),
        ))
    } else {
        Ok(())
    }
}

/// Rejects a number of elements that no array can have.
fn fits<T>(capacity: usize, name: &str) -> Outcome {
    match capacity.checked_mul(size_of::<T>()) {
        Some(bytes) if isize::try_from(bytes).is_ok() => Ok(()),
        _ => Err(Failure::new(
            SwStatus::InvalidArgument,
            format!("{name} cannot have {capacity} elements; pass as many as there is room for"),
        )),
    }
}

/// Writes a value to `out`.
///
/// # Safety
/// See the crate.
pub(crate) unsafe fn put<T>(out: *mut T, name: &str, value: T) -> Outcome {
    aligned(out, name)?;
    // SAFETY: not null, aligned, and by the caller's promise writable.
    unsafe { out.write(value) };
    Ok(())
}

/// Rejects a pointer that is not null and cannot be followed.
pub(crate) fn aligned_if_asked<T>(pointer: *const T, name: &str) -> Outcome {
    if pointer.is_null() {
        Ok(())
    } else {
        aligned(pointer, name)
    }
}

/// Writes a value to `out`, unless that is null.
///
/// # Safety
/// See the crate.
pub(crate) unsafe fn put_if_asked<T>(out: *mut T, name: &str, value: T) -> Outcome {
    if out.is_null() {
        return Ok(());
    }
    // SAFETY: the caller's promise.
    unsafe { put(out, name, value) }
}

/// Copies as many of `items` as fit into an array, and writes the number of all to `count`. With
/// null and 0 it only counts.
///
/// # Safety
/// See the crate.
pub(crate) unsafe fn copy<T>(
    items: impl Iterator<Item = T>,
    total: usize,
    out: *mut T,
    capacity: usize,
    count: *mut usize,
    name: &str,
) -> Outcome {
    let counts_only = out.is_null() && capacity == 0;
    if !counts_only {
        aligned(out, name)?;
        fits::<T>(capacity, name)?;
    }
    // SAFETY: the caller's promise.
    unsafe { put_if_asked(count, "count", total)? };
    for (i, item) in items.take(capacity).enumerate() {
        // SAFETY: i < capacity, and by the caller's promise there is room for that many; `out` is
        // not null, or capacity is 0.
        unsafe { out.add(i).write(item) };
    }
    if counts_only || total <= capacity {
        Ok(())
    } else {
        Err(Failure::new(
            SwStatus::Capacity,
            format!(
                "{name} has room for {capacity}, and there are {total}; make room and ask again"
            ),
        ))
    }
}

/// Copies a text with a NUL at its end, if it fits, else only a NUL; `count` gets its bytes with
/// the NUL.
///
/// # Safety
/// See the crate.
pub(crate) unsafe fn copy_bytes(
    bytes: &[u8],
    out: *mut c_char,
    capacity: usize,
    count: *mut usize,
    name: &str,
) -> Outcome {
    let total = bytes.len() + 1;
    // A part of a text could end inside a character.
    let shown = if total <= capacity { bytes } else { &[] };
    let with_nul = shown.iter().chain(&[0]).map(|&byte| byte as c_char);
    // SAFETY: the caller's promise.
    unsafe { copy(with_nul, total, out, capacity, count, name) }
}

/// A text of `length` bytes.
///
/// # Safety
/// See the crate; the text does not change during `'a`.
pub(crate) unsafe fn text<'a>(start: *const c_char, length: usize, name: &str) -> Outcome<&'a str> {
    aligned(start, name)?;
    fits::<c_char>(length, name)?;
    // SAFETY: not null, a possible size, and by the caller's promise that many bytes, which no
    // other thread changes.
    utf8(
        unsafe { std::slice::from_raw_parts(start.cast(), length) },
        name,
    )
}

/// A text that ends with a NUL.
///
/// # Safety
/// See the crate; the text does not change during `'a`.
pub(crate) unsafe fn c_text<'a>(start: *const c_char, name: &str) -> Outcome<&'a str> {
    aligned(start, name)?;
    // SAFETY: not null, and by the caller's promise bytes up to a NUL, which no other thread
    // changes.
    utf8(unsafe { CStr::from_ptr(start) }.to_bytes(), name)
}

fn utf8<'a>(bytes: &'a [u8], name: &str) -> Outcome<&'a str> {
    std::str::from_utf8(bytes).map_err(|error| {
        let place = error.valid_up_to();
        Failure::new(
            SwStatus::InvalidArgument,
            format!("{name} is not UTF-8 (at byte {place}); convert it, or pass its right length"),
        )
    })
}
