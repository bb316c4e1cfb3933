//! Scripts that Godot 3 and Godot 4 share in part, as one source.
//!
//! The source is a script for Godot 3. A line that ends with `#3` is for Godot 3 only; a line that
//! begins with `#4 ` has the code for Godot 4 behind this mark. A line with both marks is a comment
//! of the source.
//!
//! Scripts of which little is the same have no common source. `steerwright_edit.gd` and
//! `addon/steerwright_edit.gd` do the same with other classes of the engine: a change of one
//! belongs into both.

/// The script for Godot 3, without marks.
pub(super) fn for_godot3(source: &str) -> String {
    let lines = source.lines().filter(|line| godot4_code(line).is_none());
    lines
        .map(|line| line.strip_suffix("#3").map_or(line, str::trim_end))
        .flat_map(|line| [line, "\n"])
        .collect()
}

/// The script for Godot 4, without marks.
pub fn for_godot4(source: &str) -> String {
    let lines = source.lines().filter(|line| !line.ends_with("#3"));
    lines
        .map(|line| godot4_code(line).unwrap_or((line, "")))
        .flat_map(|(start, rest)| [start, rest, "\n"])
        .collect()
}

/// The indentation and the code of a line for Godot 4 only.
fn godot4_code(line: &str) -> Option<(&str, &str)> {
    line.split_once("#4 ")
        .filter(|(indentation, _)| indentation.chars().all(|c| c == '\t'))
}
