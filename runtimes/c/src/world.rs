//! The handle: a world, and how the file turned its axes.

use crate::guard::{
    aligned, aligned_if_asked, border, c_text, change, put, put_if_asked, text, value,
};
use crate::status::{Failure, Status};
use std::ffi::c_char;
use std::path::Path;
use steerwright_format::export_file::{Exported, Placement, read_export};
use steerwright_format::{FileError, FormatError, MAX_FILE_BYTES, load_text, read_scene};
use steerwright_link::Receiver;
use steerwright_runtime::geometry::Polyline;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{PathId, Plane};
use steerwright_runtime::simulation;

/// `sw_world`.
#[derive(Debug)]
pub struct World {
    pub(crate) run: simulation::World,
    /// The runtime's own y is up; that of the game may be down.
    placement: Placement,
    plane: Plane,
    /// The lines of the paths, measured once.
    pub(crate) lines: Vec<(PathId, Polyline)>,
    /// To the editor, if it is linked.
    pub(crate) link: Option<Receiver>,
    /// Whether a panic has left it half changed.
    pub(crate) broken: bool,
}

/// A world may move between threads, and be read by several.
const _: fn() = || {
    fn holds<T: Send + Sync>() {}
    holds::<World>();
};

impl World {
    pub(crate) fn new(exported: &Exported) -> Self {
        let run = simulation::World::new(&exported.scene);
        let lines = lines(&run);
        Self {
            run,
            placement: exported.placement(),
            plane: exported.plane,
            lines,
            link: None,
            broken: false,
        }
    }

    /// How the editor has to place its scenes, so that they come as this one did.
    pub(crate) fn options(&self) -> ExportOptions {
        let Placement {
            scale,
            origin,
            y_down,
        } = self.placement;
        ExportOptions {
            y_down,
            plane: self.plane,
            scale,
            origin,
            with_trace: None,
        }
    }

    pub(crate) fn apply_scene(&mut self, edited: &Exported) {
        edited.apply_to(&mut self.run, self.placement);
        (self.placement, self.plane) = (edited.placement(), edited.plane);
        self.lines = lines(&self.run);
    }

    /// Refuses a world that a panic has left half changed.
    pub(crate) fn whole(&self) -> Result<(), Failure> {
        if self.broken {
            Err(Failure::new(
                Status::Panic,
                "the world is broken since an earlier bug; free it",
            ))
        } else {
            Ok(())
        }
    }

    /// An upward y as the game has it, and the other way round.
    pub(crate) fn y(&self, y: f64) -> f64 {
        self.placement.upward(DVec2::new(0.0, y)).y
    }

    /// A place of the game.
    pub(crate) fn place(&self, x: f64, y: f64) -> DVec2 {
        self.placement.upward(DVec2::new(x, y))
    }
}

fn lines(run: &simulation::World) -> Vec<(PathId, Polyline)> {
    run.scene()
        .paths
        .iter()
        .filter_map(|path| Some((path.id, run.path_line(path.id)?)))
        .collect()
}

/// The text of an export or a scene, whichever it says it is.
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
            Err(fault) => Err(fault),
        },
        exported => exported,
    }
}

/// [`read`] of what a caller hands in.
///
/// # Safety
/// As the crate says.
unsafe fn read_given(text: *const c_char, length: usize) -> Result<Exported, Failure> {
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
    world: *mut *mut World,
) -> Status {
    // SAFETY: the caller's promise.
    unsafe { hand_out(world, || Ok(World::new(&read_given(text, length)?))) }
}

/// Makes a world from a file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_open(path: *const c_char, world: *mut *mut World) -> Status {
    let made = || {
        // SAFETY: the caller's promise.
        let path = Path::new(unsafe { c_text(path, "path")? });
        let exported = load_text(path)
            .and_then(|text| read(&text))
            .map_err(|fault| FileError::new(path, fault))?;
        Ok(World::new(&exported))
    };
    // SAFETY: the caller's promise.
    unsafe { hand_out(world, made) }
}

/// Takes over an edited scene.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_apply_scene(
    world: *mut World,
    text: *const c_char,
    length: usize,
) -> Status {
    let apply_scene = |world: &mut World| {
        // SAFETY: the caller's promise.
        world.apply_scene(&unsafe { read_given(text, length)? });
        Ok(())
    };
    // SAFETY: the caller's promise.
    unsafe { change(world, apply_scene) }
}

/// Hands a new world out, or null if there is none.
///
/// # Safety
/// As the crate says.
unsafe fn hand_out(out: *mut *mut World, make: impl FnOnce() -> Result<World, Failure>) -> Status {
    border(|| {
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
pub unsafe extern "C" fn sw_world_free(world: *mut World) {
    border(|| {
        if !world.is_null() {
            aligned(world, "world")?;
            // SAFETY: by the caller's promise it came out of `hand_out` and is not freed yet.
            drop(unsafe { Box::from_raw(world) });
        }
        Ok(())
    });
}

/// One tick.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_step(world: *mut World) -> Status {
    let step = |world: &mut World| {
        world.run.step();
        Ok(())
    };
    // SAFETY: the caller's promise.
    unsafe { change(world, step) }
}

/// Whole ticks out of seconds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_advance(
    world: *mut World,
    seconds: f64,
    ticks: *mut u32,
) -> Status {
    let advance = |world: &mut World| {
        aligned_if_asked(ticks, "ticks")?;
        // SAFETY: the caller's promise.
        unsafe { put_if_asked(ticks, "ticks", world.run.advance(seconds)) }
    };
    // SAFETY: the caller's promise.
    unsafe { change(world, advance) }
}

/// The part of a tick that is kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_interpolation_alpha(world: *const World) -> f64 {
    // SAFETY: the caller's promise.
    unsafe { value(world, 0.0, |world| world.run.interpolation_alpha()) }
}

/// Ticks since the start.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_tick(world: *const World) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { value(world, 0, |world| world.run.tick()) }
}

/// Seconds since the start.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_time(world: *const World) -> f64 {
    // SAFETY: the caller's promise.
    unsafe { value(world, 0.0, |world| world.run.time()) }
}

/// Seconds a tick.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sw_world_dt(world: *const World) -> f64 {
    // SAFETY: the caller's promise.
    unsafe { value(world, 0.0, |world| world.run.dt()) }
}
