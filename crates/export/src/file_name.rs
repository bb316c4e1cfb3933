//! File names from scene names.

/// The maximum length in characters. With up to four bytes per character and an extension, names stay below 255 bytes.
const MAX_CHARS: usize = 48;

/// The name if no valid characters remain.
const FALLBACK: &str = "scene";

/// A file name without extension from the name of a scene: only letters, digits, "-" and "_", never empty, and never a reserved
/// name.
///
/// ```
/// use steerwright_export::file_name;
/// assert_eq!(file_name("Guard post, north"), "Guard-post-north");
/// assert_eq!(file_name("../../etc/passwd"), "etc-passwd");
/// assert_eq!(file_name("CON"), "CON-scene");
/// assert_eq!(file_name("🙂"), "scene");
/// ```
pub fn file_name(name: &str) -> String {
    let mut file_name = String::new();
    for c in name.chars().map(|c| {
        if c.is_alphanumeric() || c == '_' {
            c
        } else {
            '-'
        }
    }) {
        if c != '-' || !(file_name.is_empty() || file_name.ends_with('-')) {
            file_name.push(c);
        }
    }
    let file_name: String = file_name.chars().take(MAX_CHARS).collect();
    let file_name = file_name.trim_end_matches('-');
    if file_name.is_empty() {
        FALLBACK.into()
    } else if is_reserved(file_name) {
        format!("{file_name}-{FALLBACK}")
    } else {
        file_name.into()
    }
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
