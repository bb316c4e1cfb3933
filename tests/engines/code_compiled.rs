//! Paths as code for C#, C++, Rust and Godot, compiled and run by each; see [`crate::code`].

use crate::code::{check, expected, identifiers, placements, scene, seen};
use std::fmt::Write as _;
use steerwright_export::{CodeLanguage, code};
use steerwright_testing::engine::{Engine, run_well};
use steerwright_testing::engine_test::{EngineTests, engine_tests};

pub const TESTS: EngineTests = engine_tests![
    [Mono] => csharp_reads_the_scene,
    [Gxx] => cpp_reads_the_scene,
    [Rustc] => rust_reads_the_scene,
    [Godot3] => godot_reads_the_scene,
];

fn csharp_reads_the_scene() {
    let program = |text: &str, all: &[String]| {
        let prints: String = all.iter().fold(String::new(), |mut prints, path| {
            let second = if text.contains("double Z") { "Z" } else { "Y" };
            let _ = writeln!(
                prints,
                "Print({path}.Name, {path}.Closed, {path}.Points.SelectMany(p => new[] {{ p.X, p.{second} }}), \
                 {path}.Nodes.SelectMany(n => new[] {{ n.X, n.{second}, n.Radius, n.Wait, n.Speed }}));"
            );
            prints
        });
        format!(
            "using System; using System.Collections.Generic; using System.Globalization; using System.Linq; using System.Text;
{text}
public static class Program {{
static string Flat(IEnumerable<double> all) {{ return string.Join(\",\", all.Select(x => x.ToString(\"R\", CultureInfo.InvariantCulture))); }}
static void Print(string name, bool closed, IEnumerable<double> points, IEnumerable<double> nodes) {{
Console.WriteLine(\"path {{0}} {{1}} {{2}} {{3}}\", string.Concat(Encoding.UTF8.GetBytes(name).Select(b => b.ToString(\"x2\"))), closed, Flat(points), Flat(nodes)); }}
public static void Main() {{ {prints} }} }}
"
        )
    };
    check(
        CodeLanguage::Csharp,
        "paths.cs",
        "public static class ",
        program,
        |path| {
            let program = path.with_extension("exe");
            run_well(
                Engine::Mono
                    .program("mcs")
                    .arg("-langversion:7.2")
                    .arg(format!("-out:{}", program.display()))
                    .arg(path),
            );
            run_well(Engine::Mono.command().arg(program))
        },
    );
}

fn cpp_reads_the_scene() {
    let program = |text: &str, all: &[String]| {
        let second = if text.contains("double x, z") {
            "z"
        } else {
            "y"
        };
        let prints: String = all.iter().fold(String::new(), |mut prints, path| {
            let _ = writeln!(
                prints,
                "start({path}::name, {path}::closed); for (auto &p : {path}::points) {{ put(p.x); put(p.{second}); }} std::printf(\" \"); \
                 for (auto &n : {path}::nodes) {{ put(n.x); put(n.{second}); put(n.radius); put(n.wait); put(n.speed); }} std::puts(\"\");"
            );
            prints
        });
        format!(
            "#include <cstdio>
{text}
static void put(double x) {{ std::printf(\"%.17g,\", x); }}
static void start(const char *name, bool closed) {{
std::printf(\"path \"); for (; *name; ++name) std::printf(\"%02x\", (unsigned char)*name); std::printf(\" %s \", closed ? \"true\" : \"false\"); }}
int main() {{ {prints} }}
"
        )
    };
    check(
        CodeLanguage::Cpp,
        "paths.cpp",
        "namespace ",
        program,
        |path| {
            let program = path.with_extension("out");
            run_well(
                Engine::Gxx
                    .command()
                    .args([
                        "-std=c++17",
                        "-Wall",
                        "-Wextra",
                        "-Werror",
                        "-trigraphs",
                        "-Wno-trigraphs",
                        "-o",
                    ])
                    .arg(&program)
                    .arg(path),
            );
            run_well(&mut std::process::Command::new(program))
        },
    );
}

fn rust_reads_the_scene() {
    let program = |text: &str, all: &[String]| {
        let second = if text.contains("pub z: f64") {
            "z"
        } else {
            "y"
        };
        format!(
            "{text}
fn flat(all: impl Iterator<Item = f64>) -> String {{ all.map(|x| format!(\"{{x}},\")).collect() }}
fn main() {{
    for p in [{}] {{
        let name: String = p.name.bytes().map(|byte| format!(\"{{byte:02x}}\")).collect();
        let (points, nodes) = (p.points.iter().flat_map(|p| [p.x, p.{second}]), p.nodes.iter().flat_map(|n| [n.x, n.{second}, n.radius, n.wait, n.speed]));
        println!(\"path {{name}} {{}} {{}} {{}}\", p.closed, flat(points), flat(nodes));
    }}
}}

",
            all.join(", ")
        )
    };
    check(
        CodeLanguage::Rust,
        "paths.rs",
        "pub const ",
        program,
        |path| {
            let program = path.with_extension("out");
            run_well(
                Engine::Rustc
                    .command()
                    .args(["--edition", "2021", "-o"])
                    .arg(&program)
                    .arg(path),
            );
            run_well(&mut std::process::Command::new(program))
        },
    );
}

/// Godot's vectors have single precision.
fn godot_reads_the_scene() {
    for options in placements() {
        let scene = scene(options);
        let text = code(&scene, &[], CodeLanguage::Gdscript).unwrap();
        let all = identifiers(&text, "const ").join(", ");
        let place = if text.contains("Vector3(") {
            "[p.x, p.z]"
        } else {
            "[p.x, p.y]"
        };
        let program = format!(
            "extends SceneTree
{text}
func hex(all):
\tvar text = \"\"
\tfor x in all:
\t\ttext += var2bytes(float(x)).hex_encode() + \",\"
\treturn text

func place(p):
\treturn {place}

func _init():
\tfor p in [{all}]:
\t\tvar points = []
\t\tfor at in p.points:
\t\t\tpoints += place(at)
\t\tvar nodes = []
\t\tfor node in p.nodes:
\t\t\tnodes += place(node.position) + [node.radius, node.wait, node.speed]
\t\tprint(\"path \", p.name.to_utf8().hex_encode(), \" \", p.closed, \" \", hex(points), \" \", hex(nodes))
\tquit()
"
        );
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("paths.gd");
        std::fs::write(&path, program).unwrap();
        let mut godot = Engine::Godot3.command();
        let printed = run_well(
            godot
                .env("HOME", folder.path())
                .current_dir(folder.path())
                .arg("--no-window")
                .arg("-s")
                .arg(&path),
        );
        let decoded: String = printed
            .lines()
            .map(|line| {
                line.split(' ')
                    .map(in_decimal)
                    .collect::<Vec<_>>()
                    .join(" ")
                    + "\n"
            })
            .collect();
        let single =
            |numbers: &mut Vec<f64>| numbers.iter_mut().for_each(|x| *x = f64::from(*x as f32));
        let (mut seen, mut wanted) = (seen(&decoded), expected(&scene, CodeLanguage::Gdscript));
        for path in seen.iter_mut().chain(&mut wanted) {
            single(&mut path.points);
            single(&mut path.nodes);
        }
        assert_eq!(seen, wanted, "{options:?}\n{text}");
    }
}

/// Decodes the numbers that Godot stores as a type of four bytes and the number.
fn in_decimal(word: &str) -> String {
    if !word.contains(',') {
        return word.to_owned();
    }
    let number = |hex: &str| {
        let bytes: Vec<u8> = (0..hex.len() / 2)
            .map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap())
            .collect();
        match bytes.len() {
            8 => f64::from(f32::from_le_bytes(bytes[4..].try_into().unwrap())),
            _ => f64::from_le_bytes(bytes[4..].try_into().unwrap()),
        }
    };
    word.split(',')
        .filter(|hex| !hex.is_empty())
        .map(|hex| format!("{},", number(hex)))
        .collect()
}
