//! The encodings of texts.

use crate::FormatError;

/// The two orders of bytes in UTF-16.
#[derive(Clone, Copy)]
enum Utf16 {
    LittleEndian,
    BigEndian,
}

/// The text in `bytes`.
///
/// # Errors
/// A [`FormatError`] that says where the text is not UTF-8 and what to do, and that names UTF-16.
pub fn utf8_text(bytes: Vec<u8>) -> Result<String, FormatError> {
    if utf16_order(&bytes).is_some() {
        return Err(wrong_encoding(1, 1, "the file is UTF-16"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|&&b| b == b'\n').count();
        let column = 1 + good.iter().rev().take_while(|&&b| b != b'\n').count();
        wrong_encoding(line, column, "the text is not UTF-8")
    })
}

/// The text in `bytes`, which may also be UTF-16.
pub(super) fn unicode_text(bytes: Vec<u8>) -> Result<String, FormatError> {
    let Some(order) = utf16_order(&bytes) else {
        return utf8_text(bytes);
    };
    let (units, rest) = bytes.as_chunks::<2>();
    let units = units.iter().map(|&unit| match order {
        Utf16::LittleEndian => u16::from_le_bytes(unit),
        Utf16::BigEndian => u16::from_be_bytes(unit),
    });
    let text: Result<String, _> = char::decode_utf16(units).collect();
    text.ok()
        .filter(|_| rest.is_empty())
        .ok_or_else(|| wrong_encoding(1, 1, "the file is UTF-16 with characters that are cut off"))
}

/// The order of bytes in UTF-16, with a byte order mark or first characters below U+0100.
fn utf16_order(bytes: &[u8]) -> Option<Utf16> {
    match *bytes {
        [0xff, 0xfe, ..] => Some(Utf16::LittleEndian),
        [0xfe, 0xff, ..] => Some(Utf16::BigEndian),
        [first, 0, second, 0, ..] if first != 0 && second != 0 => Some(Utf16::LittleEndian),
        [0, first, 0, second, ..] if first != 0 && second != 0 => Some(Utf16::BigEndian),
        _ => None,
    }
}

fn wrong_encoding(line: usize, column: usize, what: &str) -> FormatError {
    FormatError::InvalidField {
        pointer: format!("{line}:{column}"),
        message: format!("{what}; save it with the encoding UTF-8"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_16_is_read_in_both_orders_with_or_without_a_mark() {
        let text = "x;y\n1,5;\u{1f6b6}";
        for mark in ["\u{feff}", ""] {
            let units: Vec<u16> = format!("{mark}{text}").encode_utf16().collect();
            let little = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            let big = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
            for bytes in [little, big] {
                let read = unicode_text(bytes).expect("UTF-16");
                assert_eq!(read.trim_start_matches('\u{feff}'), text);
            }
        }
        let utf8 = unicode_text(text.as_bytes().to_vec()).expect("UTF-8");
        assert_eq!(utf8, text);
    }

    #[test]
    fn other_encodings_are_named_with_what_to_do() {
        let message = |bytes: &[u8]| utf8_text(bytes.to_vec()).expect_err("refused").to_string();
        for bytes in [b"\xff\xfe{\0", b"\xfe\xff\0{", b"{\0\n\0", b"\0{\0\n"] {
            assert_eq!(
                message(bytes),
                "1:1: the file is UTF-16; save it with the encoding UTF-8"
            );
        }
        assert_eq!(
            message(b"{\n  \"name\": \"M\xfchle\""),
            "2:13: the text is not UTF-8; save it with the encoding UTF-8"
        );
        let cut_off = unicode_text(b"\xff\xfex\0y".to_vec());
        assert!(cut_off.expect_err("refused").to_string().contains("UTF-16"));
    }
}
