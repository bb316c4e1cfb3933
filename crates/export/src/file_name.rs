//! File names from scene names.

use std::fmt::Write;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

/// The maximum length in characters. With up to four bytes per character and an extension, names
/// stay below 255 bytes.
const MAX_CHARS: usize = 48;

/// The name if no valid characters remain, with the first characters of the name that a user sees
/// as numbers.
const FALLBACK: &str = "scene";

/// A file name without extension from the name of a scene: only letters with their marks, digits,
/// "-" and "_", never empty, and never a reserved name. Names without letters and digits are told
/// apart by their characters' numbers.
///
/// ```
/// use steerwright_export::file_name;
/// assert_eq!(file_name("Guard post, north"), "Guard-post-north");
/// assert_eq!(file_name("../../etc/passwd"), "etc-passwd");
/// assert_eq!(file_name("CON"), "CON-scene");
/// assert_eq!(file_name("हिन्दी"), "हिन्दी");
/// assert_eq!(file_name("Cafe\u{301}"), "Caf\u{e9}");
/// assert_eq!(file_name("🙂"), "scene-1f642");
/// assert_eq!(file_name(""), "scene");
/// ```
pub fn file_name(name: &str) -> String {
    let mut file_name = String::new();
    // Some file systems do not tell composed and decomposed letters apart, and so neither do names.
    for c in name.nfc() {
        let follows = !file_name.is_empty() && !file_name.ends_with('-');
        if c.is_alphanumeric() || c == '_' || (is_mark(c) && follows) {
            file_name.push(c);
        } else if follows {
            file_name.push('-');
        }
    }
    let file_name: String = file_name.chars().take(MAX_CHARS).collect();
    let file_name = file_name.trim_end_matches('-');
    if file_name.is_empty() {
        without_letters(name)
    } else if is_reserved(file_name) {
        format!("{file_name}-{FALLBACK}")
    } else {
        file_name.into()
    }
}

/// What file systems tell names apart by that take upper and lower case, or composed and decomposed
/// letters, for the same.
///
/// ```
/// use steerwright_export::name_key;
/// assert_eq!(name_key("CAF\u{c9}.csv"), name_key("cafe\u{301}.csv"));
/// ```
pub fn name_key(name: &str) -> String {
    name.to_lowercase().nfc().collect()
}

/// Whether it belongs to the letter before it: an accent, or in many scripts a vowel, or the sign
/// that there is none.
fn is_mark(c: char) -> bool {
    c.general_category_group() == GeneralCategoryGroup::Mark
}

/// The file name of a name without letters and digits.
fn without_letters(name: &str) -> String {
    let mut file_name = FALLBACK.to_owned();
    let is_visible = |c: &char| !c.is_whitespace() && !c.is_control();
    for c in name.chars().filter(is_visible).take(6) {
        // Writing to a string does not fail.
        let _ = write!(file_name, "-{:x}", u32::from(c));
    }
    file_name
}

/// Whether it is the name of a device on Windows, which is reserved with any extension.
fn is_reserved(file_name: &str) -> bool {
    let lower = file_name.to_lowercase();
    let mut digits = lower
        .strip_prefix("com")
        .or(lower.strip_prefix("lpt"))
        .unwrap_or("")
        .chars();
    let port = matches!(
        (digits.next(), digits.next()),
        (Some('0'..='9' | '¹' | '²' | '³'), None)
    );
    port || matches!(lower.as_str(), "con" | "prn" | "aux" | "nul")
}
