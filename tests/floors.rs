//! The house rules that a compiler does not hold: floors, file sizes, and what never stands on which floor.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Folders (and the file) of `src/` by floor. A file imports only from floors below its own.
const FLOORS: [(&str, u8); 11] = [
    ("geometry", 1),
    ("steering", 2),
    ("scene", 3),
    ("simulation", 4),
    ("authoring", 5),
    ("export", 5),
    ("link", 6),
    ("editor", 7),
    ("cli", 8),
    ("main", 9),
    ("lib", 10),
];
const MAX_LINES: usize = 500;
const WINDOW_CRATES: [&str; 7] = ["egui", "eframe", "egui_plot", "egui_extras", "egui_notify", "egui_material_icons", "rfd"];
/// What ends a program or hides a cause, anywhere outside tests.
const PANICS: [&str; 7] = [".unwrap()", ".expect(", "panic!(", "todo!(", "unimplemented!(", "unreachable!(", "unsafe "];
/// Order, time and threads would make runs differ.
const UNREPEATABLE: [&str; 5] = ["HashMap", "HashSet", "Instant", "SystemTime", "thread::"];
/// What gives other bits on other platforms, or other bits than the contract.
const OTHER_BITS: [&str; 14] = [
    ".mul_add(",
    ".hypot(",
    ".sin()",
    ".cos()",
    ".tan()",
    ".sin_cos()",
    ".atan2(",
    ".powf(",
    ".powi(",
    ".exp()",
    ".ln()",
    ".normalize()",
    ".normalize_or_zero()",
    ".length_recip()",
];

/// A file of `src/` without comments, texts and tests.
struct Source {
    path: String,
    folder: String,
    floor: u8,
    lines: usize,
    code: String,
}

impl Source {
    fn new(path: &str, text: &str) -> Self {
        let first = path.split('/').next().unwrap_or_default();
        let folder = first.strip_suffix(".rs").unwrap_or(first).to_owned();
        let floor = FLOORS.iter().find(|(name, _)| *name == folder).map(|(_, floor)| *floor);
        let floor = floor.unwrap_or_else(|| panic!("src/{path} stands on no floor; give {folder:?} one in tests/floors.rs"));
        let mut code = without_comments_and_texts(text);
        // Tests stand at the bottom of a file.
        if let Some(tests) = code.find("#[cfg(test)]\nmod ") {
            code.truncate(tests);
        }
        Self { path: path.to_owned(), folder, floor, lines: text.lines().count(), code }
    }
}

fn sources() -> Vec<Source> {
    fn gather(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                gather(&path, found);
            } else if path.extension().is_some_and(|end| end == "rs") {
                found.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    gather(&root, &mut paths);
    paths.sort();
    assert!(paths.len() > 40, "the sources are not where they were");
    let name = |path: &PathBuf| path.strip_prefix(&root).expect("a path in src").to_string_lossy().replace('\\', "/");
    paths.iter().map(|path| Source::new(&name(path), &std::fs::read_to_string(path).expect("a source file"))).collect()
}

/// Comments and the insides of string and character literals become spaces; line breaks stay.
fn without_comments_and_texts(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut i = 0;
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let blank = |c: char| if c == '\n' { '\n' } else { ' ' };
    while i < chars.len() {
        let raw = (at(i) == 'r' && (i == 0 || !(at(i - 1).is_alphanumeric() || at(i - 1) == '_')))
            .then(|| (1..).take_while(|n| at(i + n) == '#').count())
            .filter(|hashes| at(i + 1 + hashes) == '"');
        if at(i) == '/' && at(i + 1) == '/' {
            while i < chars.len() && at(i) != '\n' {
                i += 1;
            }
        } else if at(i) == '/' && at(i + 1) == '*' {
            while i < chars.len() && !(at(i) == '*' && at(i + 1) == '/') {
                out.push(blank(at(i)));
                i += 1;
            }
            i += 2;
        } else if let Some(hashes) = raw {
            let end: String = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
            i += 2 + hashes;
            while i < chars.len() && !chars[i..].iter().take(end.len()).copied().eq(end.chars()) {
                out.push(blank(at(i)));
                i += 1;
            }
            i += end.len();
        } else if at(i) == '"' {
            i += 1;
            while i < chars.len() && at(i) != '"' {
                if at(i) == '\\' {
                    i += 1;
                }
                out.push(blank(at(i)));
                i += 1;
            }
            i += 1;
        } else if at(i) == '\'' && (at(i + 1) == '\\' || at(i + 2) == '\'') {
            i += if at(i + 1) == '\\' { 3 } else { 2 };
            while i < chars.len() && at(i) != '\'' {
                i += 1;
            }
            i += 1;
        } else {
            out.push(at(i));
            i += 1;
        }
    }
    out
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Where `word` stands on its own in `code`.
fn words<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    code.match_indices(word).map(|(at, _)| at).filter(move |&at| {
        !code[..at].chars().next_back().is_some_and(is_name) && !code[at + word.len()..].chars().next().is_some_and(is_name)
    })
}

fn line_of(code: &str, at: usize) -> usize {
    1 + code[..at].matches('\n').count()
}

/// The first names after a path's `::`, with those of a `{..}` group.
fn heads(rest: &str) -> Vec<String> {
    let rest = rest.trim_start();
    let Some(group) = rest.strip_prefix('{') else {
        return vec![rest.chars().take_while(|&c| is_name(c)).collect()];
    };
    let (mut heads, mut depth, mut fresh) = (Vec::new(), 0, true);
    let mut head = String::new();
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                heads.push(std::mem::take(&mut head));
                fresh = true;
            }
            c if depth == 0 && fresh && is_name(c) => head.push(c),
            c if depth == 0 && !c.is_whitespace() => fresh = false,
            _ => {}
        }
    }
    heads.push(head);
    heads
}

/// The folders that a file names, with the line: `crate::X`, `steerwright::X`, and `super::..::X` where it leaves the folder.
fn imports(source: &Source) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for root in ["crate", "steerwright"] {
        for at in words(&source.code, root) {
            if let Some(rest) = source.code[at + root.len()..].strip_prefix("::") {
                found.extend(heads(rest).into_iter().map(|head| (line_of(&source.code, at), head)));
            }
        }
    }
    // How many `super::` lead out of the folder to the crate's root.
    let to_root = source.path.matches('/').count() + usize::from(!source.path.ends_with("/mod.rs") && source.path.contains('/'));
    for at in words(&source.code, "super") {
        let mut rest = &source.code[at..];
        if source.code[..at].ends_with("super::") {
            continue;
        }
        let mut ups = 0;
        while let Some(further) = rest.strip_prefix("super::") {
            ups += 1;
            rest = further;
        }
        if to_root > 0 && ups >= to_root {
            found.extend(heads(rest).into_iter().map(|head| (line_of(&source.code, at), head)));
        }
    }
    found
}

fn broken_floors(source: &Source) -> String {
    let mut wrong = String::new();
    if source.folder == "lib" {
        return wrong;
    }
    for (line, folder) in imports(source) {
        let Some((_, floor)) = FLOORS.iter().find(|(name, _)| *name == folder) else { continue };
        if folder != source.folder && *floor >= source.floor {
            let _ = writeln!(
                wrong,
                "src/{}:{line}: names `{folder}` (floor {floor}), but this file is on floor {} and may only use floors below it",
                source.path, source.floor
            );
        }
    }
    if source.folder != "editor" {
        // `main.rs` and the editor's own folder apart, no file knows the window.
        for name in WINDOW_CRATES {
            for at in words(&source.code, name).filter(|&at| source.code[at + name.len()..].starts_with("::")) {
                let _ = writeln!(wrong, "src/{}:{}: uses `{name}`; only editor/ may", source.path, line_of(&source.code, at));
            }
        }
    }
    wrong
}

fn forbidden(source: &Source, floors: &[u8], what: &[&str], why: &str) -> String {
    let mut wrong = String::new();
    if !floors.contains(&source.floor) {
        return wrong;
    }
    for word in what {
        for (at, _) in source.code.match_indices(word) {
            let own = word.starts_with('.') || !source.code[..at].chars().next_back().is_some_and(is_name);
            if own {
                let line = line_of(&source.code, at);
                let _ = writeln!(wrong, "src/{}:{line}: `{}` {why}", source.path, word.trim());
            }
        }
    }
    wrong
}

fn too_long(source: &Source) -> String {
    if source.lines > MAX_LINES {
        format!("src/{}: has {} lines, more than {MAX_LINES}; split it by idea\n", source.path, source.lines)
    } else {
        String::new()
    }
}

fn panics(source: &Source) -> String {
    forbidden(source, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], &PANICS, "is not for product code; return an error, or make the case impossible")
}

fn unrepeatable(source: &Source) -> String {
    forbidden(source, &[1, 2, 3, 4], &UNREPEATABLE, "could make two runs differ; the runtime has to repeat to the bit")
}

fn other_bits(source: &Source) -> String {
    forbidden(source, &[1, 2, 4], &OTHER_BITS, "gives other bits elsewhere; use geometry::vector or geometry::rotation")
}

fn assert_none(check: impl Fn(&Source) -> String) {
    let wrong: String = sources().iter().map(check).collect();
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn a_file_imports_only_from_floors_below_its_own() {
    assert_none(broken_floors);
}

#[test]
fn no_file_is_longer_than_a_person_reads_at_once() {
    assert_none(too_long);
}

#[test]
fn product_code_neither_panics_nor_is_unsafe() {
    assert_none(panics);
}

#[test]
fn the_runtime_knows_no_clock_no_threads_and_no_unordered_maps() {
    assert_none(unrepeatable);
}

#[test]
fn the_formulas_use_only_operations_that_have_the_same_bits_everywhere() {
    assert_none(other_bits);
}

/// Each rule, broken once on purpose, is seen; what only looks like a breach is not.
#[test]
fn the_rules_see_what_breaks_them() {
    let is_seen = |check: fn(&Source) -> String, path: &str, text: &str| !check(&Source::new(path, text)).is_empty();
    let upwards = [
        ("steering/x.rs", "use crate::scene::Scene;"),
        ("steering/x.rs", "use crate::{geometry::vector, simulation::{World, Run}};"),
        ("geometry/x.rs", "fn f() { crate::steering::seek::seek(); }"),
        ("geometry/x.rs", "use super::super::steering::Agent;"),
        ("scene/format/x.rs", "use super::super::super::simulation::World;"),
        ("scene/mod.rs", "use super::simulation::World;"),
        ("export/x.rs", "use crate::authoring::Session;"),
        ("authoring/x.rs", "use crate::export::svg;"),
        ("cli/x.rs", "use steerwright::main::run;"),
        ("authoring/x.rs", "use egui::Ui;"),
        ("cli/x.rs", "fn f() { rfd::FileDialog::new(); }"),
    ];
    for (path, text) in upwards {
        assert!(is_seen(broken_floors, path, text), "{path}: {text}");
    }
    let allowed = [
        ("simulation/x.rs", "use crate::{scene::Scene, steering}; use super::World;"),
        ("scene/format/x.rs", "use super::super::Scene;"),
        ("editor/x.rs", "use egui::Ui; use crate::export;"),
        ("lib.rs", "pub mod editor; use steerwright::editor;"),
        (
            "geometry/x.rs",
            "// use crate::scene\n/* crate::scene */ const S: &str = \"crate::scene\"; const R: &str = r#\"crate::\"scene\"#;",
        ),
        ("scene/x.rs", "fn f() {}\n#[cfg(test)]\nmod tests { use crate::simulation::World; }"),
    ];
    for (path, text) in allowed {
        assert!(!is_seen(broken_floors, path, text), "{path}: {text}");
    }
    assert!(is_seen(too_long, "scene/x.rs", &"\n".repeat(501)) && !is_seen(too_long, "scene/x.rs", &"\n".repeat(500)));
    for text in ["x.unwrap();", "x.expect(\"y\");", "panic!(\"no\");", "todo!();", "unsafe { }", "unreachable!()"] {
        assert!(is_seen(panics, "editor/x.rs", text), "{text}");
        assert!(!is_seen(panics, "editor/x.rs", &format!("// {text}\nx.unwrap_or(1);\n#[cfg(test)]\nmod tests {{ {text} }}")), "{text}");
    }
    for text in
        ["use std::collections::HashMap;", "std::time::Instant::now()", "SystemTime::now()", "std::thread::spawn(f)", "HashSet::new()"]
    {
        assert!(is_seen(unrepeatable, "scene/x.rs", text) && !is_seen(unrepeatable, "editor/x.rs", text), "{text}");
    }
    for text in OTHER_BITS.map(|call| format!("let y = x{call};")) {
        assert!(is_seen(other_bits, "steering/x.rs", &text) && !is_seen(other_bits, "editor/x.rs", &text), "{text}");
    }
}
