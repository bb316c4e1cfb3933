//! A hash of values.

use crate::simulation::random::Stream;
use crate::simulation::save::sink::Sink;

/// What an absent value is taken in as.
const NONE: u32 = u32::MAX;

/// Takes words into the state of a random stream.
#[derive(Debug)]
pub(super) struct Hash(Stream);

impl Default for Hash {
    fn default() -> Self {
        Self(Stream::from_words([1, 2, 3, 4]))
    }
}

impl Hash {
    fn word(&mut self, word: u32) {
        self.0.mix(word);
    }

    fn two_words(&mut self, bits: u64) {
        self.word((bits >> 32) as u32);
        self.word(bits as u32);
    }

    /// The hash of all that was taken in.
    pub(super) fn finish(mut self) -> u64 {
        let (high, low) = (self.0.next_u32(), self.0.next_u32());
        u64::from(high) << 32 | u64::from(low)
    }
}

impl Sink for Hash {
    fn whole(&mut self, number: u32) {
        self.word(number);
    }

    fn signed(&mut self, number: i32) {
        self.word(number as u32);
    }

    fn tick(&mut self, tick: u64) {
        self.two_words(tick);
    }

    fn number(&mut self, number: f64) {
        self.two_words(number.to_bits());
    }

    fn flag(&mut self, flag: bool) {
        self.word(u32::from(flag));
    }

    fn text(&mut self, text: &str) {
        self.word(text.len() as u32);
        for bytes in text.as_bytes().chunks(4) {
            let places = bytes.iter().zip([0, 8, 16, 24]);
            self.word(places.fold(0, |word, (&byte, place)| word | u32::from(byte) << place));
        }
    }

    fn none(&mut self) {
        self.word(NONE);
    }
}
