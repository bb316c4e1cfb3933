//! The border: pointers are checked on the way in, panics are caught on the way out.

use crate::status::{Failure, Status};
use crate::world::World;
use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

type Outcome<T = ()> = Result<T, Failure>;

/// Runs what an exported function does.
pub(crate) fn border(body: impl FnOnce() -> Outcome) -> Status {
    // What a panic may leave half done is a world, and that is marked.
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => Status::Ok,
        Ok(Err(failure)) => failure.report(),
        Err(left) => Failure::panic(left.as_ref()).report(),
    }
}

/// Runs what only looks at a world.
///
/// # Safety
/// As the crate says.
pub(crate) unsafe fn read(world: *const World, body: impl FnOnce(&World) -> Outcome) -> Status {
    border(|| {
        aligned(world, "world")?;
        // SAFETY: not null, aligned, and by the caller's promise a world that nobody changes meanwhile.
        let world = unsafe { &*world };
        world.whole()?;
        body(world)
    })
}

/// Reads a value off a world; `otherwise`, if there is none to read.
///
/// # Safety
/// As the crate says.
pub(crate) unsafe fn value<T>(
    world: *const World,
    otherwise: T,
    body: impl FnOnce(&World) -> T,
) -> T {
    let mut found = otherwise;
    let put = |world: &World| {
        found = body(world);
        Ok(())
    };
    // SAFETY: the caller's promise.
    let _ = unsafe { read(world, put) };
    found
}

/// Runs what changes a world. If it panics, the world is marked as broken and refuses everything from then on.
///
/// # Safety
/// As the crate says.
pub(crate) unsafe fn change(world: *mut World, body: impl FnOnce(&mut World) -> Outcome) -> Status {
    border(|| {
        aligned(world, "world")?;
        // SAFETY: not null, aligned, and by the caller's promise a world that nobody else uses meanwhile.
        let world = unsafe { &mut *world };
        world.whole()?;
        world.broken = true;
        let outcome = body(world);
        world.broken = false;
        outcome
    })
}

/// Whether `pointer` can be followed at all.
pub(crate) fn aligned<T>(pointer: *const T, name: &str) -> Outcome {
    if pointer.is_null() {
        Err(Failure::new(
            Status::NullPointer,
            format!("{name} is NULL; pass the address of one"),
        ))
    } else if !pointer.is_aligned() {
        Err(Failure::new(
            Status::InvalidArgument,
            format!("{name} is misaligned; pass the address of one"),
        ))
    } else {
        Ok(())
    }
}

/// Whether an array of so many elements can be.
fn fits<T>(capacity: usize, name: &str) -> Outcome {
    match capacity.checked_mul(size_of::<T>()) {
        Some(bytes) if isize::try_from(bytes).is_ok() => Ok(()),
        _ => Err(Failure::new(
            Status::InvalidArgument,
            format!("{name} cannot have {capacity} elements; pass as many as there is room for"),
        )),
    }
}

/// Hands a value out through `out`.
///
/// # Safety
/// As the crate says.
pub(crate) unsafe fn put<T>(out: *mut T, name: &str, value: T) -> Outcome {
    aligned(out, name)?;
    // SAFETY: not null, aligned, and by the caller's promise writable.
    unsafe { out.write(value) };
    Ok(())
}

/// Whether `pointer` is null, or can be followed.
pub(crate) fn aligned_if_asked<T>(pointer: *const T, name: &str) -> Outcome {
    if pointer.is_null() {
        Ok(())
    } else {
        aligned(pointer, name)
    }
}

/// Hands a value out through `out`, unless that is null.
///
/// # Safety
/// As the crate says.
pub(crate) unsafe fn put_if_asked<T>(out: *mut T, name: &str, value: T) -> Outcome {
    if out.is_null() {
        return Ok(());
    }
    // SAFETY: the caller's promise.
    unsafe { put(out, name, value) }
}

/// Copies what fits of `items` into an array, and says in `count` how many there are; with null and 0 it only counts.
///
/// # Safety
/// As the crate says.
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
        // SAFETY: i < capacity, and by the caller's promise there is room for as many; `out` is not null, or capacity is 0.
        unsafe { out.add(i).write(item) };
    }
    if counts_only || total <= capacity {
        Ok(())
    } else {
        Err(Failure::new(
            Status::Capacity,
            format!(
                "{name} has room for {capacity}, and there are {total}; make room and ask again"
            ),
        ))
    }
}

/// A text of so many bytes.
///
/// # Safety
/// As the crate says; the text stays as it is for `'a`.
pub(crate) unsafe fn text<'a>(start: *const c_char, length: usize, name: &str) -> Outcome<&'a str> {
    aligned(start, name)?;
    fits::<c_char>(length, name)?;
    // SAFETY: not null, a possible size, and by the caller's promise so many bytes that nobody changes meanwhile.
    utf8(
        unsafe { std::slice::from_raw_parts(start.cast(), length) },
        name,
    )
}

/// A text that ends with a NUL.
///
/// # Safety
/// As the crate says; the text stays as it is for `'a`.
pub(crate) unsafe fn c_text<'a>(start: *const c_char, name: &str) -> Outcome<&'a str> {
    aligned(start, name)?;
    // SAFETY: not null, and by the caller's promise bytes up to a NUL that nobody changes meanwhile.
    utf8(unsafe { CStr::from_ptr(start) }.to_bytes(), name)
}

fn utf8<'a>(bytes: &'a [u8], name: &str) -> Outcome<&'a str> {
    std::str::from_utf8(bytes).map_err(|error| {
        let place = error.valid_up_to();
        Failure::new(
            Status::InvalidArgument,
            format!("{name} is not UTF-8 (at byte {place}); convert it, or pass its right length"),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::sw_last_error;
    use steerwright_format::export_file::Exported;
    use steerwright_runtime::scene::Scene;

    fn last_error() -> String {
        // SAFETY: it ends with a NUL and holds until the next failure.
        unsafe { CStr::from_ptr(sw_last_error()) }
            .to_string_lossy()
            .into_owned()
    }

    #[test]
    fn a_panic_ends_at_the_border_and_leaves_a_broken_world() {
        let mut world = World::new(&Exported::as_authored(Scene::default()));
        // SAFETY: a world of this test.
        let status = unsafe { change(&mut world, |_| panic!("the ground is gone")) };
        assert_eq!(status, Status::Panic);
        assert_eq!(
            last_error(),
            "a bug in Steerwright: the ground is gone; free the world, and please report this"
        );
        // SAFETY: as above.
        let (changed, seen, ticks) = unsafe {
            (
                change(&mut world, |_| Ok(())),
                read(&world, |_| Ok(())),
                value(&world, 7, |_| 8),
            )
        };
        assert_eq!((changed, seen, ticks), (Status::Panic, Status::Panic, 7));
        assert!(last_error().contains("broken"), "{}", last_error());
    }

    #[test]
    fn a_failure_in_a_call_leaves_the_world_whole() {
        let mut world = World::new(&Exported::as_authored(Scene::default()));
        // SAFETY: a world of this test.
        let failed = unsafe { change(&mut world, |_| Err(Failure::coordinate())) };
        // SAFETY: as above.
        let went_on = unsafe { change(&mut world, |_| Ok(())) };
        assert_eq!((failed, went_on), (Status::Coordinate, Status::Ok));
    }

    #[test]
    fn a_message_with_a_nul_is_not_cut_there() {
        assert_eq!(
            Failure::not_found("agent", "\"a\0b\"").report(),
            Status::NotFound
        );
        assert_eq!(
            last_error(),
            "there is no agent \"a\u{fffd}b\"; look into the file for those there are"
        );
    }

    #[test]
    fn every_thread_has_its_own_last_error() {
        Failure::coordinate().report();
        assert_eq!(std::thread::spawn(last_error).join().expect("joined"), "");
        assert_ne!(last_error(), "");
    }
}
