//! The part of a tick that one thread runs: some slots, of one or several programs.

#![expect(
    clippy::result_large_err,
    reason = "a share that cannot be halved is returned, and a steady step allocates no memory"
)]

use crate::simulation::neighborhood::lists::NeighborLists;
use crate::simulation::program::{Program, ProgramMotion};
use crate::simulation::store::memory::{Memory, MemoryMut};
use crate::simulation::tick::block::{SLOTS, SlotColumns};
use std::ops::Range;

/// A program with more behaviors is not shared by threads.
const MAX_BEHAVIORS: usize = 8;

/// Consecutive slots, with their programs.
#[derive(Debug)]
pub(crate) struct Share<'a> {
    /// A part of the program before `programs`.
    pub(crate) first: Option<ProgramPart<'a>>,
    pub(crate) programs: &'a mut [Program],
    /// A part of the program behind `programs`.
    pub(crate) last: Option<ProgramPart<'a>>,
    pub(crate) columns: SlotColumns<'a>,
}

/// Some slots of a program.
#[derive(Debug)]
pub(crate) struct ProgramPart<'a> {
    pub(super) motion: &'a ProgramMotion,
    pub(super) neighbors: &'a NeighborLists,
    /// The first slot of the program.
    pub(super) first: usize,
    /// The slots with agents.
    pub(super) slots: Range<usize>,
    /// The end of the slots that full vectors with agents fill.
    pub(super) padded_end: usize,
    pub(super) memories: Memories<'a>,
}

/// What the behaviors of some agents of a program remember.
#[derive(Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "there are few, and a steady step allocates no memory"
)]
pub(crate) enum Memories<'a> {
    /// Of all.
    Whole(&'a mut [Memory]),
    Part {
        views: [MemoryMut<'a>; MAX_BEHAVIORS],
        /// The row of the program that they begin with.
        first_row: usize,
    },
}

impl<'a> Share<'a> {
    /// Two halves, or the whole where it cannot be halved. Boundaries lie between blocks.
    pub(crate) fn halves(self) -> Result<(Self, Self), Self> {
        let middle = self.columns.first + self.columns.len() / 2;
        let Self {
            first,
            programs,
            last,
            columns,
        } = self;
        let share = |first, programs, last, columns| Self {
            first,
            programs,
            last,
            columns,
        };
        match (first, last) {
            // Slots that a program has left may be before the first one and behind the last one.
            (Some(part), last) if middle <= part.slots.start => {
                let (before, rest) = columns.split_at(middle);
                let left = share(None, &mut [], None, before);
                Ok((left, share(Some(part), programs, last, rest)))
            }
            (first, Some(part)) if middle >= part.padded_end => {
                let (before, rest) = columns.split_at(middle);
                let left = share(first, programs, Some(part), before);
                Ok((left, share(None, &mut [], None, rest)))
            }
            (Some(part), last) if middle < part.padded_end => match part.split_near(middle) {
                Ok((left, right)) => {
                    let (before, rest) = columns.split_at(right.slots.start);
                    let left = share(Some(left), &mut [], None, before);
                    Ok((left, share(Some(right), programs, last, rest)))
                }
                Err(part) => Err(share(Some(part), programs, last, columns)),
            },
            (first, Some(part)) if middle >= part.slots.start => match part.split_near(middle) {
                Ok((left, right)) => {
                    let (before, rest) = columns.split_at(right.slots.start);
                    let left = share(first, programs, Some(left), before);
                    Ok((left, share(Some(right), &mut [], None, rest)))
                }
                Err(part) => Err(share(first, programs, Some(part), columns)),
            },
            (first, last) => {
                let at = programs.partition_point(|program| program.padded_end() <= middle);
                let (programs, rest) = programs.split_at_mut(at);
                let Some((program, rest)) = rest.split_first_mut() else {
                    let (before, columns) = columns.split_at(middle);
                    let left = share(first, programs, None, before);
                    return Ok((left, share(None, &mut [], last, columns)));
                };
                if program.first >= middle {
                    let (before, columns) = columns.split_at(middle);
                    let left = share(first, programs, None, before);
                    let part = ProgramPart::whole(program);
                    return Ok((left, share(Some(part), rest, last, columns)));
                }
                match ProgramPart::whole(program).split_near(middle) {
                    Ok((left, right)) => {
                        let (before, columns) = columns.split_at(right.slots.start);
                        let left = share(first, programs, Some(left), before);
                        Ok((left, share(Some(right), rest, last, columns)))
                    }
                    Err(part) => {
                        let (before, columns) = columns.split_at(part.padded_end);
                        let left = share(first, programs, Some(part), before);
                        Ok((left, share(None, rest, last, columns)))
                    }
                }
            }
        }
    }
}

impl<'a> ProgramPart<'a> {
    /// All slots of a program.
    pub(super) fn whole(program: &'a mut Program) -> Self {
        Self {
            first: program.first,
            slots: program.occupied(),
            padded_end: program.padded_end(),
            motion: &program.motion,
            neighbors: &program.neighbors,
            memories: Memories::Whole(&mut program.memories),
        }
    }

    /// The slots before the block with this slot, and the others; the whole part if it is that
    /// block.
    fn split_near(self, slot: usize) -> Result<(Self, Self), Self> {
        let slot = slot - (slot - self.first) % SLOTS;
        if slot <= self.slots.start || slot >= self.slots.end {
            return Err(self);
        }
        let Self {
            motion,
            neighbors,
            first,
            slots,
            padded_end,
            memories,
        } = self;
        let part = |slots, padded_end, memories| Self {
            motion,
            neighbors,
            first,
            slots,
            padded_end,
            memories,
        };
        match memories.split_at(slot - first) {
            Ok((before, rest)) => Ok((
                part(slots.start..slot, slot, before),
                part(slot..slots.end, padded_end, rest),
            )),
            Err(memories) => Err(part(slots, padded_end, memories)),
        }
    }
}

impl<'a> Memories<'a> {
    /// The memory of a behavior of the agents in these rows of the program.
    #[inline]
    pub(crate) fn view(&mut self, behavior: usize, rows: Range<usize>) -> Option<MemoryMut<'_>> {
        match self {
            Self::Whole(memories) => Some(memories.get_mut(behavior)?.view(rows)),
            Self::Part { views, first_row } => {
                let rows = rows.start - *first_row..rows.end - *first_row;
                Some(views.get_mut(behavior)?.rows(rows))
            }
        }
    }

    /// Those of the rows before `row`, and of the others; all if there are too many behaviors.
    fn split_at(self, row: usize) -> Result<(Self, Self), Self> {
        let (views, first_row) = match self {
            Self::Whole(memories) if memories.len() > MAX_BEHAVIORS => {
                return Err(Self::Whole(memories));
            }
            Self::Whole(memories) => {
                let mut memories = memories.iter_mut();
                let view = |_| {
                    memories
                        .next()
                        .map_or(MemoryMut::Stateless, Memory::view_all)
                };
                (std::array::from_fn(view), 0)
            }
            Self::Part { views, first_row } => (views, first_row),
        };
        let halves = views.map(|view| view.split_at(row - first_row));
        let mut rest = [const { MemoryMut::Stateless }; MAX_BEHAVIORS];
        let mut rest_views = rest.iter_mut();
        let before = halves.map(|(before, behind)| {
            if let Some(view) = rest_views.next() {
                *view = behind;
            }
            before
        });
        let before = Self::Part {
            views: before,
            first_row,
        };
        let rest = Self::Part {
            views: rest,
            first_row: row,
        };
        Ok((before, rest))
    }
}
