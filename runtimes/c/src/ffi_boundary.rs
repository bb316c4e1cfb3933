//! The FFI boundary: every exported function runs in here. Panics end here, and a world that one
//! left half changed is marked.

use crate::float_mode::ContractMode;
use crate::handle::SwWorld;
use crate::pointers::{Outcome, aligned};
use crate::status::{Failure, SwStatus};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs the body of an exported function, and reports its failure or panic.
pub(crate) fn catch_panics(body: impl FnOnce() -> Outcome) -> SwStatus {
    let _mode = ContractMode::set();
    // Only a world can be left half changed, and `change` marks it.
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => SwStatus::Ok,
        Ok(Err(failure)) => failure.report(),
        Err(payload) => Failure::panic(payload.as_ref()).report(),
    }
}

/// Runs a body that only reads a world.
///
/// # Safety
/// See the crate.
pub(crate) unsafe fn read(
    world: *const SwWorld,
    body: impl FnOnce(&SwWorld) -> Outcome,
) -> SwStatus {
    catch_panics(|| {
        aligned(world, "world")?;
        // SAFETY: not null, aligned, and by the caller's promise a world that no other thread
        // changes.
        let world = unsafe { &*world };
        world.check_not_broken()?;
        body(world)
    })
}

/// Reads a value of a world; returns `otherwise` if the world cannot be read.
///
/// # Safety
/// See the crate.
pub(crate) unsafe fn value<T>(
    world: *const SwWorld,
    otherwise: T,
    body: impl FnOnce(&SwWorld) -> T,
) -> T {
    let mut found = otherwise;
    let put = |world: &SwWorld| {
        found = body(world);
        Ok(())
    };
    // SAFETY: the caller's promise.
    let _ = unsafe { read(world, put) };
    found
}

/// Runs a body that changes a world. If it panics, the world is marked as broken and rejects every
/// later call.
///
/// # Safety
/// See the crate.
pub(crate) unsafe fn change(
    world: *mut SwWorld,
    body: impl FnOnce(&mut SwWorld) -> Outcome,
) -> SwStatus {
    catch_panics(|| {
        aligned(world, "world")?;
        // SAFETY: not null, aligned, and by the caller's promise a world that no other thread uses.
        let world = unsafe { &mut *world };
        world.check_not_broken()?;
        world.broken = true;
        let outcome = body(world);
        world.broken = false;
        outcome
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::sw_last_error;
    use std::ffi::CStr;
    use steerwright_format::export_file::Exported;
    use steerwright_runtime::scene::Scene;

    fn last_error() -> String {
        // SAFETY: it ends with a NUL and is valid until the next failure.
        unsafe { CStr::from_ptr(sw_last_error()) }
            .to_string_lossy()
            .into_owned()
    }

    #[test]
    fn a_panic_is_caught_and_breaks_the_world() {
        let mut world = SwWorld::new(&Exported::as_authored(Scene::default()));
        // SAFETY: a world of this test.
        let status = unsafe { change(&mut world, |_| panic!("the ground is gone")) };
        assert_eq!(status, SwStatus::Panic);
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
        assert_eq!(
            (changed, seen, ticks),
            (SwStatus::Panic, SwStatus::Panic, 7)
        );
        assert!(last_error().contains("broken"), "{}", last_error());
    }

    #[test]
    fn a_failure_in_a_call_does_not_break_the_world() {
        let mut world = SwWorld::new(&Exported::as_authored(Scene::default()));
        // SAFETY: a world of this test.
        let failed = unsafe { change(&mut world, |_| Err(Failure::coordinate())) };
        // SAFETY: as above.
        let next = unsafe { change(&mut world, |_| Ok(())) };
        assert_eq!((failed, next), (SwStatus::Coordinate, SwStatus::Ok));
    }

    #[test]
    fn a_message_with_a_nul_is_not_cut_there() {
        assert_eq!(
            Failure::not_found("agent", "\"a\0b\"").report(),
            SwStatus::NotFound
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
