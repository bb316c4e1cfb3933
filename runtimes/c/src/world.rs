//! Making, running and freeing worlds.

use crate::ffi_boundary::{catch_panics, change, value};
use crate::handle::SwWorld;
use crate::pointers::{aligned, aligned_if_asked, c_text, put, put_if_asked, text};
use crate::status::{Failure, SwStatus};
use std::ffi::c_char;
use std::path::Path;
use steerwright_format::export_file::{Exported, read_export};
use steerwright_format::{FileError, FormatError, MAX_FILE_BYTES, load_text, read_scene};

/// Reads an export or a scene, as identified by its `format`.
fn read(text: &str) -> Result<Exported, FormatError> {
    match read_export(text) {
        Err(FormatError::WrongFormat { .. }) => match read_scene(text) {
            Ok(loaded) => Ok(Exported::as_authored(loaded.value)),
            Err(FormatError::WrongFormat { found, .. }) => Err(FormatError::InvalidField {
                pointer: "/format".into(),
                message: format!(
                    "this is neither an export nor a scene ({found}); load a NAME.steer.json or a NAME.scene.json"
                ),
            }),
            Err(error) => Err(error),
        },
        exported => exported,
    }
}

/// [`read`] of a text of the caller.
///
/// # Safety
/// See the crate.
unsafe fn read_callers_text(text: *const c_char, length: usize) -> Result<Exported, Failure> {
    if length as u64 > MAX_FILE_BYTES {
        return Err(FormatError::TooLarge {
            bytes: length as u64,
            limit: &steerwright_format::limits::FILE_BYTES,
        }
        .into());
    }
    // SAFETY: the caller's promise.
    Ok(read(unsafe { self::text(text, length, "text")? })?)
}

/// Makes a world from text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_load(
    text: *const c_char,
    length: usize,
    world: *mut *mut SwWorld,
) -> SwStatus {
    // SAFETY: the caller's promise.
    unsafe {
        put_world(world, || {
            Ok(SwWorld::new(&read_callers_text(text, length)?))
        })
    }
}

/// Makes a world from a file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_open(path: *const c_char, world: *mut *mut SwWorld) -> SwStatus {
    let made = || {
        // SAFETY: the caller's promise.
        let path = Path::new(unsafe { c_text(path, "path")? });
        let exported = load_text(path)
            .and_then(|text| read(&text))
            .map_err(|error| FileError::new(path, error))?;
        Ok(SwWorld::new(&exported))
    };
    // SAFETY: the caller's promise.
    unsafe { put_world(world, made) }
}

/// Takes over an edited scene.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_apply_scene(
    world: *mut SwWorld,
    text: *const c_char,
    length: usize,
) -> SwStatus {
    let apply_scene = |world: &mut SwWorld| {
        // SAFETY: the caller's promise.
        world.apply_scene(&unsafe { read_callers_text(text, length)? });
        Ok(())
    };
    // SAFETY: the caller's promise.
    unsafe { change(world, apply_scene) }
}

/// Writes a new world to `out`, or null if there is none.
///
/// # Safety
/// See the crate.
unsafe fn put_world(
    out: *mut *mut SwWorld,
    make: impl FnOnce() -> Result<SwWorld, Failure>,
) -> SwStatus {
    catch_panics(|| {
        aligned(out, "world")?;
        // SAFETY: the caller's promise.
        unsafe { put(out, "world", std::ptr::null_mut())? };
        let world = Box::into_raw(Box::new(make()?));
        // SAFETY: the caller's promise.
        unsafe { put(out, "world", world) }
    })
}

/// Frees a world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_free(world: *mut SwWorld) {
    catch_panics(|| {
        if !world.is_null() {
            aligned(world, "world")?;
            // SAFETY: by the caller's promise it came out of `put_world` and is not freed yet.
            drop(unsafe { Box::from_raw(world) });
        }
        Ok(())
    });
}

/// One tick.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_step(world: *mut SwWorld) -> SwStatus {
    let step = |world: &mut SwWorld| {
        world.run.step();
        Ok(())
    };
    // SAFETY: the caller's promise.
    unsafe { change(world, step) }
}

/// As many whole ticks as fit into the seconds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_advance(
    world: *mut SwWorld,
    seconds: f64,
    ticks: *mut u32,
) -> SwStatus {
    let advance = |world: &mut SwWorld| {
        aligned_if_asked(ticks, "ticks")?;
        // SAFETY: the caller's promise.
        unsafe { put_if_asked(ticks, "ticks", world.run.advance(seconds)) }
    };
    // SAFETY: the caller's promise.
    unsafe { change(world, advance) }
}

/// The part of a tick that `advance` has kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_interpolation_alpha(world: *const SwWorld) -> f64 {
    // SAFETY: the caller's promise.
    unsafe { value(world, 0.0, |world| world.run.interpolation_alpha()) }
}

/// Ticks since the start.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_tick(world: *const SwWorld) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { value(world, 0, |world| world.run.tick()) }
}

/// Seconds since the start.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_time(world: *const SwWorld) -> f64 {
    // SAFETY: the caller's promise.
    unsafe { value(world, 0.0, |world| world.run.time()) }
}

/// The length of a tick in seconds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_dt(world: *const SwWorld) -> f64 {
    // SAFETY: the caller's promise.
    unsafe { value(world, 0.0, |world| world.run.dt()) }
}
