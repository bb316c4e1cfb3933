//! Hex digits.

use std::fmt::Write;

/// Two lowercase digits per byte.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut digits, byte| {
        // Writing to a string cannot fail.
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

/// The bytes of hex digits; `None` for anything else.
pub(crate) fn bytes(digits: &str) -> Option<Vec<u8>> {
    let pair = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    (digits.len().is_multiple_of(2) && digits.is_ascii())
        .then(|| (0..digits.len()).step_by(2).map(pair).collect())?
}
