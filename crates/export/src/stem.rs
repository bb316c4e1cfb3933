//! File names from scene names.

/// No stem has more characters; with four bytes each and an ending, the name stays below every system's 255 bytes.
const MAX_CHARS: usize = 48;

/// What is used where nothing of the name is left.
const FALLBACK: &str = "scene";

/// A file name without an ending, made of a scene's name: letters, digits, "-" and "_" only, never empty, never a name that a
/// system keeps for itself.
///
/// ```
/// use steerwright_export::file_stem;
/// assert_eq!(file_stem("Guard post, north"), "Guard-post-north");
/// assert_eq!(file_stem("../../etc/passwd"), "etc-passwd");
/// assert_eq!(file_stem("CON"), "CON-scene");
/// assert_eq!(file_stem("🙂"), "scene");
/// ```
pub fn file_stem(name: &str) -> String {
    let mut stem = String::new();
    for c in name.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '-' }) {
        if c != '-' || !(stem.is_empty() || stem.ends_with('-')) {
            stem.push(c);
        }
    }
    let stem: String = stem.chars().take(MAX_CHARS).collect();
    let stem = stem.trim_end_matches('-');
    if stem.is_empty() {
        FALLBACK.into()
    } else if is_reserved(stem) {
        format!("{stem}-{FALLBACK}")
    } else {
        stem.into()
    }
}

/// Names of devices on Windows, with any ending.
fn is_reserved(stem: &str) -> bool {
    let lower = stem.to_lowercase();
    let mut digits = lower.strip_prefix("com").or(lower.strip_prefix("lpt")).unwrap_or("").chars();
    let port = matches!((digits.next(), digits.next()), (Some('0'..='9' | '¹' | '²' | '³'), None));
    port || matches!(lower.as_str(), "con" | "prn" | "aux" | "nul")
}
