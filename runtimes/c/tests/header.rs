//! The header against the code: what one declares and the other defines is the same, name by name
//! and byte by byte.

mod support;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::mem::{align_of, offset_of, size_of};
use std::process::ExitCode;
use steerwright_c::{
    SwAgent, SwCell, SwEvent, SwPath, SwPlace, SwPoint, SwProperty, SwSenses, SwState,
};
use steerwright_testing::engine_test::{self, EngineTests, engine_tests};
use support::{C, C11, CPP, source};

pub const TESTS: EngineTests = engine_tests![
    [] => the_header_declares_exactly_the_exported_functions,
    [] => the_header_declares_exactly_the_structs_of_the_code,
    [] => the_header_has_exactly_the_constants_of_the_code,
    [] => every_declaration_has_a_comment,
    [Gcc, Gxx] => compilers_accept_the_header_and_lay_structs_out_as_rust_does,
];

fn main() -> ExitCode {
    engine_test::run(file!(), &[TESTS])
}

/// The header without comments and preprocessor lines, single-spaced, and with the numbers that
/// kinds and statuses are.
fn header() -> String {
    let text = std::fs::read_to_string(source("include/steerwright.h")).expect("the header");
    let mut code = String::new();
    for (i, part) in text.split("/*").enumerate() {
        code.push_str(if i == 0 {
            part
        } else {
            part.split_once("*/").expect("a comment ends").1
        });
    }
    let lines: Vec<&str> = code
        .lines()
        .filter(|line| !line.starts_with('#') && *line != "extern \"C\" {")
        .collect();
    let mut header = squeezed(&lines.join(" "));
    for kind in [
        "sw_status",
        "sw_event_kind",
        "sw_target_kind",
        "sw_link_state",
    ] {
        header = header
            .replacen(&format!("typedef int32_t {kind};"), "", 1)
            .replace(&format!("{kind} "), "int32_t ");
    }
    header
}

/// The code of the library, without its tests.
fn code() -> String {
    let mut files: Vec<_> = source("src")
        .read_dir()
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    let text = |file| std::fs::read_to_string(file).expect("a file");
    files
        .into_iter()
        .map(text)
        .map(|text| {
            text.split("#[cfg(test)]")
                .next()
                .expect("a part")
                .to_owned()
        })
        .collect()
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The name of a type in C: `SwAgent` is `sw_agent`.
fn name_in_c(rust: &str) -> String {
    let words = rust.strip_prefix("Sw").expect("a type of the header");
    format!("sw_{}", words.to_lowercase())
}

/// A parameter or field in C.
fn declared(rust: &str, name: &str) -> String {
    if let Some(to) = rust.strip_prefix("*const ") {
        return format!("const {}", declared(to, &format!("*{name}")));
    }
    if let Some(to) = rust.strip_prefix("*mut ") {
        return declared(to, &format!("*{name}"));
    }
    let c = match rust {
        "c_char" => "char",
        "f64" => "double",
        "bool" => "bool",
        "usize" => "size_t",
        "u32" => "uint32_t",
        "u64" => "uint64_t",
        "i64" => "int64_t",
        "i32" | "SwStatus" | "SwEventKind" | "SwLinkState" => "int32_t",
        other => return format!("{} {name}", name_in_c(other)),
    };
    format!("{c} {name}")
}

/// What the header has to say of each exported function.
fn functions_of_the_code(code: &str) -> BTreeMap<String, String> {
    let prototype = |part: &str| {
        let signature = squeezed(
            part.split_once("extern \"C\" fn ")
                .expect("a function")
                .1
                .split_once(" {")
                .expect("a body")
                .0,
        );
        let (name, rest) = signature.split_once('(').expect("parameters");
        let (parameters, result) = rest.rsplit_once(')').expect("an end");
        let parameters = parameters
            .split(',')
            .filter_map(|parameter| parameter.trim().split_once(": "));
        let parameters: Vec<String> = parameters
            .map(|(name, rust)| declared(rust, name))
            .collect();
        let parameters = if parameters.is_empty() {
            "void".into()
        } else {
            parameters.join(", ")
        };
        let start = match result.trim().strip_prefix("-> ") {
            Some(result) => declared(result, name),
            None => format!("void {name}"),
        };
        (name.to_owned(), format!("{start}({parameters})"))
    };
    code.split("#[unsafe(no_mangle)]")
        .skip(1)
        .map(prototype)
        .collect()
}

fn functions_of_the_header(header: &str) -> BTreeMap<String, String> {
    let prototypes = header
        .split([';', '}'])
        .map(str::trim)
        .filter(|line| line.ends_with(')'));
    let name = |line: &str| {
        line.split('(')
            .next()
            .and_then(|start| start.rsplit([' ', '*']).next())
            .expect("a name")
            .to_owned()
    };
    prototypes
        .map(|line| (name(line), line.to_owned()))
        .collect()
}

/// The bodies of `start NAME { ... }`, by name.
fn bodies<'a>(text: &'a str, start: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    text.split(start).skip(1).map(|part| {
        let (name, rest) = part.split_once('{').expect("a body");
        (name.trim(), rest.split_once('}').expect("an end").0)
    })
}

/// The fields of each struct that crosses the boundary.
fn structs_of_the_code(code: &str) -> BTreeMap<String, Vec<String>> {
    let transparent = code
        .split("#[repr(C)]")
        .skip(1)
        .map(|part| bodies(part, "pub struct ").next().expect("a struct"));
    let fields = |body: &str| {
        body.lines()
            .filter_map(|line| {
                line.trim()
                    .strip_prefix("pub ")?
                    .strip_suffix(',')?
                    .split_once(": ")
            })
            .map(|(name, rust)| declared(rust, name))
            .collect()
    };
    transparent
        .map(|(name, body)| (name_in_c(name), fields(body)))
        .collect()
}

fn structs_of_the_header(header: &str) -> BTreeMap<String, Vec<String>> {
    let fields = |body: &str| {
        body.split(';')
            .map(str::trim)
            .filter(|field| !field.is_empty())
            .map(str::to_owned)
            .collect()
    };
    // The first words are those of the opaque handles.
    let header = ["sw_world", "sw_snapshot"]
        .iter()
        .fold(header.to_owned(), |header, name| {
            header.replace(&format!("typedef struct {name} {name};"), "")
        });
    bodies(&header, "typedef struct ")
        .map(|(name, body)| (name.to_owned(), fields(body)))
        .collect()
}

fn constants_of_the_code(code: &str) -> BTreeMap<String, i32> {
    let mut found = BTreeMap::from([("SW_NONE".to_owned(), steerwright_c::agents::NONE)]);
    for (enumeration, prefix) in [
        ("SwStatus", "SW_ERROR"),
        ("SwEventKind", "SW_EVENT"),
        ("SwTargetKind", "SW_TARGET"),
        ("SwLinkState", "SW_LINK"),
    ] {
        let (_, body) = bodies(code, "pub enum ")
            .find(|(name, _)| *name == enumeration)
            .expect("the enumeration");
        for (variant, number) in body
            .lines()
            .filter_map(|line| line.trim().strip_suffix(',')?.split_once(" = "))
        {
            let words = variant.chars().flat_map(|c| {
                [
                    c.is_uppercase().then_some('_'),
                    Some(c.to_ascii_uppercase()),
                ]
            });
            let name = format!("{prefix}{}", words.flatten().collect::<String>());
            let name = if name == "SW_ERROR_OK" {
                "SW_OK".into()
            } else {
                name
            };
            found.insert(name, number.parse().expect("a number"));
        }
    }
    found
}

fn constants_of_the_header(header: &str) -> BTreeMap<String, i32> {
    let entries = bodies(header, "enum ").flat_map(|(_, body)| body.split(','));
    entries
        .map(|entry| entry.trim().split_once(" = ").expect("a number"))
        .map(|(name, number)| (name.into(), number.parse().expect("a number")))
        .collect()
}

fn the_header_declares_exactly_the_exported_functions() {
    let code = functions_of_the_code(&code());
    assert!(code.len() > 30);
    assert_eq!(functions_of_the_header(&header()), code);
}

fn the_header_declares_exactly_the_structs_of_the_code() {
    let code = structs_of_the_code(&code());
    assert_eq!(code.len(), 9);
    assert_eq!(structs_of_the_header(&header()), code);
}

fn the_header_has_exactly_the_constants_of_the_code() {
    let code = constants_of_the_code(&code());
    assert_eq!(code.len(), 1 + 10 + 23 + 4 + 5);
    assert_eq!(constants_of_the_header(&header()), code);
}

fn every_declaration_has_a_comment() {
    let text = std::fs::read_to_string(source("include/steerwright.h")).expect("the header");
    for (name, _) in functions_of_the_code(&code()) {
        let declaration = text.rfind(&format!("{name}(")).expect("a declaration");
        let line = text[..declaration].rfind('\n').expect("a line");
        assert!(text[..line].ends_with("*/"), "{name} has no comment");
    }
}

/// The text of a file that a C compiler refuses unless every field lies where it lies in Rust.
fn layout() -> String {
    let mut text = "#include \"steerwright.h\"\n".to_owned();
    macro_rules! layout {
        ($c:literal, $rust:ty, $($field:ident)*) => {
            let (size, align) = (size_of::<$rust>(), align_of::<$rust>());
            let _ = writeln!(text, "_Static_assert(sizeof({}) == {size} && _Alignof({}) == {align}, \"{}\");", $c, $c, $c);
            $(let _ = writeln!(text, "_Static_assert(offsetof({}, {}) == {}, \"{}.{}\");",
                $c, stringify!($field), offset_of!($rust, $field), $c, stringify!($field));)*
        };
    }
    layout!("sw_agent", SwAgent, id node x y previous_x previous_y vx vy heading_x heading_y facing_x facing_y speed steering fov_deg has_fov);
    layout!("sw_event", SwEvent, tick agent kind node behavior source other reason number has_number);
    layout!("sw_senses", SwSenses, meter perceived perceived_id noticed);
    layout!("sw_state", SwState, id index ticks);
    layout!("sw_property", SwProperty, number has_number has_text has_boolean boolean);
    layout!("sw_point", SwPoint, x y);
    layout!("sw_path", SwPath, length points closed);
    layout!("sw_place", SwPlace, x y along distance);
    layout!("sw_cell", SwCell, column row x y size blocked);
    text
}

fn compilers_accept_the_header_and_lay_structs_out_as_rust_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path
    };
    C11.check(&file("layout.c", &layout()));
    // Twice: the guard holds.
    let alone = file(
        "alone.c",
        "#include \"steerwright.h\"\n#include \"steerwright.h\"\nextern int nothing;\n",
    );
    C.check(&alone);
    CPP.check(&alone);
    CPP.check(&file(
        "alone.cpp",
        "#include \"steerwright.hpp\"\n#include \"steerwright.hpp\"\n",
    ));
}
