//! Hashes, saves and snapshots of worlds.

use crate::ffi_boundary::{catch_panics, change, read, value};
use crate::handle::{SwSnapshot, SwWorld};
use crate::pointers::{aligned, copy_bytes, put, text};
use crate::status::SwStatus;
use std::ffi::c_char;

/// The hash of the state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_hash64(world: *const SwWorld) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { value(world, 0, |world| world.run.hash64()) }
}

/// Copies the text of a save.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_save(
    world: *const SwWorld,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
) -> SwStatus {
    let copy_save = |world: &SwWorld| {
        // SAFETY: the caller's promise.
        unsafe { copy_bytes(world.run.save().as_bytes(), text, capacity, count, "text") }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, copy_save) }
}

/// Goes on from a save.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_load_save(
    world: *mut SwWorld,
    text: *const c_char,
    length: usize,
) -> SwStatus {
    let load = |world: &mut SwWorld| {
        // SAFETY: the caller's promise.
        let text = unsafe { self::text(text, length, "text")? };
        Ok(world.run.load_save(text)?)
    };
    // SAFETY: the caller's promise.
    unsafe { change(world, load) }
}

/// Makes a snapshot of a world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_snapshot(
    world: *const SwWorld,
    snapshot: *mut *mut SwSnapshot,
) -> SwStatus {
    let make = |world: &SwWorld| {
        aligned(snapshot, "snapshot")?;
        let made = Box::into_raw(Box::new(world.snapshot()));
        // SAFETY: the caller's promise.
        unsafe { put(snapshot, "snapshot", made) }
    };
    // SAFETY: the caller's promise.
    unsafe { read(world, make) }
}

/// Goes back to a snapshot.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_restore(
    world: *mut SwWorld,
    snapshot: *const SwSnapshot,
) -> SwStatus {
    let restore = |world: &mut SwWorld| {
        aligned(snapshot, "snapshot")?;
        // SAFETY: not null, aligned, and by the caller's promise a snapshot that no other thread
        // frees.
        world.restore(unsafe { &*snapshot });
        Ok(())
    };
    // SAFETY: the caller's promise.
    unsafe { change(world, restore) }
}

/// Frees a snapshot.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_snapshot_free(snapshot: *mut SwSnapshot) {
    catch_panics(|| {
        if !snapshot.is_null() {
            aligned(snapshot, "snapshot")?;
            // SAFETY: by the caller's promise it came out of `sw_world_snapshot` and is not freed
            // yet.
            drop(unsafe { Box::from_raw(snapshot) });
        }
        Ok(())
    });
}
