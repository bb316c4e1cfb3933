//! Progress on a path in few bytes, for the columns of a world.

use super::Progress;

const NO_SEGMENT: u32 = u32::MAX;
const FINISHED: u32 = 1 << 31;
const BACKWARD: u32 = 1 << 30;

/// A [`Progress`] in 16 bytes. Routes have fewer than 2^30 points, so nothing is lost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PackedProgress {
    target_node: u32,
    wait_left: u32,
    segment: u32,
    /// The points passed of the segment, and the flags.
    passed: u32,
}

impl Default for PackedProgress {
    fn default() -> Self {
        Self::from(Progress::default())
    }
}

impl From<Progress> for PackedProgress {
    fn from(progress: Progress) -> Self {
        let Progress {
            target_node,
            wait_left,
            finished,
            backward,
            leg,
        } = progress;
        let (segment, passed) = leg.map_or((NO_SEGMENT, 0), |(segment, passed)| {
            (segment as u32, passed as u32)
        });
        let flag = |is_set: bool, flag: u32| if is_set { flag } else { 0 };
        Self {
            target_node: target_node as u32,
            wait_left,
            segment,
            passed: passed | flag(finished, FINISHED) | flag(backward, BACKWARD),
        }
    }
}

impl From<PackedProgress> for Progress {
    fn from(packed: PackedProgress) -> Self {
        let PackedProgress {
            target_node,
            wait_left,
            segment,
            passed,
        } = packed;
        let points = (passed & !(FINISHED | BACKWARD)) as usize;
        Self {
            target_node: target_node as usize,
            wait_left,
            finished: passed & FINISHED != 0,
            backward: passed & BACKWARD != 0,
            leg: (segment != NO_SEGMENT).then_some((segment as usize, points)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_progress_is_unpacked_as_it_was_packed() {
        for leg in [
            None,
            Some((0, 0)),
            Some((7, 3)),
            Some((1 << 29, (1 << 30) - 1)),
        ] {
            for (finished, backward) in [(false, false), (true, false), (false, true), (true, true)]
            {
                let progress = Progress {
                    target_node: 12,
                    wait_left: u32::MAX,
                    finished,
                    backward,
                    leg,
                };
                assert_eq!(Progress::from(PackedProgress::from(progress)), progress);
            }
        }
    }
}
