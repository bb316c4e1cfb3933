//! Cells as Unreal reads them, and tables.

use crate::ExportError;
use crate::target::table;
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::Plane;

/// A position or velocity as the text of an FVector.
pub(super) fn vector(x: f64, y: f64, placed: &PlacedScene) -> String {
    placed_vector(x, placed.y(y), placed)
}

/// A position or direction in the axes of the game as the text of an FVector.
pub(super) fn placed_vector(x: f64, y: f64, placed: &PlacedScene) -> String {
    match placed.plane {
        Plane::Xy => format!("(X={x},Y={y},Z=0)"),
        Plane::Xz => format!("(X={x},Y=0,Z={y})"),
    }
}

/// An id or index; -1 for none.
pub(super) fn or_minus_one(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-1".to_owned(), |value| value.to_string())
}

/// Replaces control characters: Unreal stops reading a table at the first NUL.
pub(super) fn printable(name: &str) -> String {
    name.chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect()
}

/// A bool.
pub(super) fn flag(is: bool) -> String {
    if is { "True" } else { "False" }.to_owned()
}

/// Replaces control characters except for line breaks and tabs, which quoted cells may have.
pub(super) fn text(text: &str) -> String {
    let is_kept = |letter: &char| matches!(letter, '\n' | '\r' | '\t') || !letter.is_control();
    text.chars()
        .map(|letter| if is_kept(&letter) { letter } else { ' ' })
        .collect()
}

/// A table with a header row.
pub(super) fn table<const N: usize>(
    header: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> Result<Vec<u8>, ExportError> {
    // Without a byte order mark, Unreal may assume another encoding.
    table::table("\u{feff}".as_bytes(), header, rows)
}
