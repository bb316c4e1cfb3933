//! Texts in tables that a spreadsheet would take for a formula, which can run programs.

/// What a formula begins with.
const FIRST: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// A text as a cell. If a spreadsheet would take it for a formula, it gets an apostrophe in front,
/// as do those that begin so already, so that each text has its own cell. Numbers stay as they are.
pub(crate) fn escaped(cell: String) -> String {
    if begins_formula(&cell) && cell.parse::<f64>().is_err() {
        format!("'{cell}")
    } else {
        cell
    }
}

/// The text of a cell that was [`escaped`].
pub(crate) fn unescaped(cell: &str) -> &str {
    let text = cell.strip_prefix('\'');
    text.filter(|text| begins_formula(text)).unwrap_or(cell)
}

fn begins_formula(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(FIRST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_texts_in_a_cell_and_come_back() {
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            ("+x", "'+x"),
            ("-left", "'-left"),
            ("@home", "'@home"),
            ("\tx", "'\tx"),
            ("'=x", "''=x"),
            ("-3.5", "-3.5"),
            ("1e-9", "1e-9"),
            ("Guard", "Guard"),
            ("'s Gate", "'s Gate"),
            ("", ""),
        ] {
            assert_eq!(escaped(text.into()), cell);
            assert_eq!(unescaped(cell), text);
        }
    }
}
