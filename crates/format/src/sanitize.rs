//! Makes text from files safe to show in a message.

/// The most characters that are shown.
const MAX_CHARS: usize = 200;

/// `text` on one line: control characters and characters that change the text direction are
/// escaped, and the middle of a long text is omitted.
///
/// ```
/// use steerwright_format::sanitize_for_display;
/// assert_eq!(sanitize_for_display("Guard 🙂"), "Guard 🙂");
/// assert_eq!(sanitize_for_display("a\x1b[31m\n\u{202e}b"), r"a\u{1b}[31m\n\u{202e}b");
/// assert_eq!(sanitize_for_display(&"x".repeat(9_000)).chars().count(), 201);
/// ```
#[must_use]
pub fn sanitize_for_display(text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    if chars.len() > MAX_CHARS {
        chars.splice(MAX_CHARS / 2..chars.len() - MAX_CHARS / 2, ['…']);
    }
    chars.into_iter().fold(String::new(), |mut shown, c| {
        if c.is_control() || changes_direction(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
        shown
    })
}

/// Whether `c` changes the direction of the following text, or breaks the line.
fn changes_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
