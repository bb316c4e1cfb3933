//! A random stream per agent. Adding, removing or reordering other agents does not change it.

use crate::scene::{AgentId, SpawnerId};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The random stream of an agent: xoshiro128++, seeded by SplitMix64.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    words: [u32; 4],
}

/// The 64-bit seed of an agent's stream: `scene_seed + agent_id * 0xD1B54A32D192ED03`, wrapping.
///
/// The multiplier differs from the step of SplitMix64: with that, agents n and n + 1 would share
/// half of their state.
fn seed_of(scene_seed: u64, agent: AgentId) -> u64 {
    scene_seed.wrapping_add(u64::from(agent.0).wrapping_mul(0xD1B5_4A32_D192_ED03))
}

/// The 64-bit seed of a spawner's stream: that of an agent with the id 2^32 + the id of the
/// spawner.
fn seed_of_spawner(scene_seed: u64, spawner: SpawnerId) -> u64 {
    let number = (1u64 << 32) + u64::from(spawner.0);
    scene_seed.wrapping_add(number.wrapping_mul(0xD1B5_4A32_D192_ED03))
}

/// The initial state of an agent's stream. Exports contain it, so that ports need no 64-bit
/// integers.
#[must_use]
pub fn initial_words(scene_seed: u64, agent: AgentId) -> [u32; 4] {
    words_of(seed_of(scene_seed, agent))
}

/// The initial state of a spawner's stream.
#[must_use]
pub fn initial_words_of_spawner(scene_seed: u64, spawner: SpawnerId) -> [u32; 4] {
    words_of(seed_of_spawner(scene_seed, spawner))
}

fn words_of(seed: u64) -> [u32; 4] {
    let mut splitmix = SplitMix64::seed_from_u64(seed);
    let (a, b) = (splitmix.next_u64(), splitmix.next_u64());
    [a as u32, (a >> 32) as u32, b as u32, (b >> 32) as u32]
}

impl Stream {
    /// The stream of an agent at the start of a run.
    #[must_use]
    pub fn new(scene_seed: u64, agent: AgentId) -> Self {
        Self::from_words(initial_words(scene_seed, agent))
    }

    /// The stream of a spawner at the start of a run.
    #[must_use]
    pub fn of_spawner(scene_seed: u64, spawner: SpawnerId) -> Self {
        Self::from_words(initial_words_of_spawner(scene_seed, spawner))
    }

    /// The stream in a state that [`words`](Self::words) has returned.
    pub(super) fn from_words(words: [u32; 4]) -> Self {
        Self { words }
    }

    /// The state.
    pub(super) fn words(&self) -> [u32; 4] {
        self.words
    }

    /// Takes a word into the state.
    pub(super) fn mix(&mut self, word: u32) {
        self.words[0] ^= word;
        self.next_u32();
    }

    /// The next 32 bits.
    pub fn next_u32(&mut self) -> u32 {
        let [a, b, c, d] = &mut self.words;
        let result = a.wrapping_add(*d).rotate_left(7).wrapping_add(*a);
        let shifted = *b << 9;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(11);
        result
    }

    /// The next number, from 0 to below 1: `next_u32() * 2^-32`.
    pub fn next_f64(&mut self) -> f64 {
        f64::from(self.next_u32()) * (1.0 / 4_294_967_296.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro128PlusPlus;

    #[test]
    fn streams_start_as_the_contract_says() {
        for (seed, id, words, first) in [
            (
                1,
                1,
                [267936559, 1618525976, 4146158378, 3508492917],
                [2614572447, 2753129792, 1311143180],
            ),
            (
                1,
                2,
                [268361705, 161627194, 3030383407, 4185366762],
                [3409922413, 135308047, 3865409098],
            ),
            (
                42,
                7,
                [3966960578, 4035620604, 393331832, 500086410],
                [223357383, 4271942340, 3784326876],
            ),
        ] {
            let mut stream = Stream::new(seed, AgentId(id));
            assert_eq!(initial_words(seed, AgentId(id)), words);
            assert_eq!([(); 3].map(|()| stream.next_u32()), first);
        }
    }

    #[test]
    fn streams_are_those_of_the_published_generator() {
        for (seed, id) in [(0, 1), (7, 3), (u64::MAX, 900)] {
            let words = initial_words(seed, AgentId(id));
            let mut bytes = [0; 16];
            for (chunk, word) in bytes.chunks_exact_mut(4).zip(words) {
                chunk.copy_from_slice(&word.to_le_bytes());
            }
            let mut by_words = Xoshiro128PlusPlus::from_seed(bytes);
            let mut stream = Stream::new(seed, AgentId(id));
            assert!((0..100).all(|_| by_words.next_u32() == stream.next_u32()));
        }
    }
}
