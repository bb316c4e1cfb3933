//! The instruction set for the kernels of a tick: the widest that the machine has, detected at run
//! time.

use crate::lanes::Simd;

/// An instruction set of this machine.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Instructions {
    /// One number at a time.
    #[cfg(any(feature = "testing", not(feature = "simd")))]
    Scalar,
    #[cfg(feature = "simd")]
    Vector(fearless_simd::Level),
}

/// A computation that is compiled for every instruction set.
pub(crate) trait Task {
    type Output;

    /// Runs it. Implementations are `#[inline(always)]`, so that they are compiled for each
    /// instruction set.
    fn run<S: Simd>(self, s: S) -> Self::Output;
}

impl Instructions {
    /// The widest set of this machine.
    pub(crate) fn widest() -> Self {
        #[cfg(feature = "simd")]
        let widest = Self::Vector(fearless_simd::Level::new());
        #[cfg(not(feature = "simd"))]
        let widest = Self::Scalar;
        widest
    }

    /// The widest set that handles at most `lanes` numbers at a time.
    #[cfg(feature = "testing")]
    pub(crate) fn with_lanes(lanes: usize) -> Self {
        #[cfg(feature = "simd")]
        if lanes > 1 {
            let level = fearless_simd::Level::new();
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            let level = {
                use fearless_simd::Simd;
                let avx2 = level.as_avx2().filter(|_| lanes < 8).map(Simd::level);
                let sse2 = level.as_sse4_2().filter(|_| lanes < 4).map(Simd::level);
                sse2.or(avx2).unwrap_or(level)
            };
            return Self::Vector(level);
        }
        let _ = lanes;
        Self::Scalar
    }

    /// Runs `task` with this instruction set.
    #[inline]
    pub(crate) fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            #[cfg(any(feature = "testing", not(feature = "simd")))]
            Self::Scalar => task.run(crate::lanes::Scalar),
            #[cfg(feature = "simd")]
            Self::Vector(level) => {
                use crate::lanes::Vector;
                fearless_simd::dispatch!(level, s => task.run(Vector(s)))
            }
        }
    }
}
