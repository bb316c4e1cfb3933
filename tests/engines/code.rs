//! Paths copied as code, compiled and run in each language.

use std::fmt::Write as _;
use std::path::Path;
use steerwright_export::{CodeLanguage, ExportTarget, code, saved_options};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::editor::RememberedExport;
use steerwright_runtime::scene::{ExportOptions, Node, NodeId, PathId, PatrolPath, Plane, Scene};
use steerwright_runtime::steering::follow_path::{Shape, Traversal};
use steerwright_testing::engine::{Engine, run_well};
use steerwright_testing::engine_test::{EngineTests, engine_tests};

pub const TESTS: EngineTests = engine_tests![
    [Python] => python_reads_the_scene,
    [Node] => javascript_reads_the_scene,
    each [Lua51, Lua52, Lua53, Lua54, LuaJit] => lua_reads_the_scene,
    [] => only_the_given_paths_are_written,
    [] => an_invalid_placement_is_rejected,
];

/// Names that could end a string, comment, script or line in some language, or equal another
/// identifier.
const NAMES: [&str; 15] = [
    "Gate",
    "gate",
    "",
    "class",
    "2 doors",
    "a \"quoted\" \\ name' `$x` ${y} #{z} %s",
    "line\nbreak\r\u{2028}\u{85}\ttab \\",
    "गश्त का रास्ता",
    "巡逻",
    "👮🏽\u{200d}♀️ beat",
    "]]>*/ --]] \"\"\" ''' ]]",
    "</script><!--",
    "??= ??/ \u{202e}txet\u{202c}",
    "\0\u{1}\u{7f}\u{feff}end",
    "\\u0041 \\x41 \\101 \\N{BULLET}",
];

/// One path per name: an empty one, one with a single node, a closed curve, and one with all fields
/// set.
pub fn scene(options: ExportOptions) -> Scene {
    let mut paths = Vec::new();
    for (at, name) in NAMES.iter().enumerate() {
        let id = at as u32 + 1;
        let mut path = PatrolPath::new(PathId(id), *name);
        let count = match at {
            2 => 0,
            4 => 1,
            _ => 4,
        };
        path.nodes = (0..count)
            .map(|i| {
                Node::at(
                    NodeId(i),
                    DVec2::new(f64::from(i) * 3.0 - 1.0, 0.1 * f64::from(i * id)),
                )
            })
            .collect();
        if at % 3 == 0 {
            path.traversal = Traversal::Loop;
            path.shape = Shape::CatmullRom;
        }
        if let Some(node) = path.nodes.get_mut(1) {
            (node.radius, node.wait, node.speed) = (Some(0.75), 1.5, Some(1.0 / 3.0));
        }
        paths.push(path.into());
    }
    let exports = CodeLanguage::ALL.map(|language| RememberedExport {
        to: language.target().id().into(),
        folder: String::new(),
        on_save: false,
        options,
    });
    let mut scene = Scene {
        paths,
        ..Scene::default()
    };
    scene.editor_mut().exports = exports.to_vec();
    steerwright_format::rounding::round_numbers(&mut scene);
    scene
}

/// All axes, a scale and an origin.
pub fn placements() -> [ExportOptions; 3] {
    let origin = DVec2::new(1.5, -2.25);
    [
        ExportOptions::default(),
        ExportOptions {
            y_down: true,
            scale: 32.0,
            origin,
            ..ExportOptions::default()
        },
        ExportOptions {
            plane: Plane::Xz,
            y_down: true,
            scale: 0.01,
            ..ExportOptions::default()
        },
    ]
}

/// A path as printed by a program: the name in bytes, whether it is closed, its points, and its
/// nodes.
#[derive(Debug, PartialEq)]
pub struct Seen {
    name: Vec<u8>,
    closed: bool,
    pub points: Vec<f64>,
    pub nodes: Vec<f64>,
}

/// The expected paths, from the JSON export.
pub fn expected(scene: &Scene, language: CodeLanguage) -> Vec<Seen> {
    let target = language.target();
    let mut options = saved_options(scene, target);
    if target.space() != steerwright_export::Space::Spatial {
        options.plane = Plane::Xy;
    }
    let files = steerwright_export::export(scene, ExportTarget::Json, &options).unwrap();
    let json: serde_json::Value = serde_json::from_slice(&files[0].bytes).unwrap();
    let numbers = |value: &serde_json::Value, keys: &[&str]| -> Vec<f64> {
        keys.iter()
            .map(|key| value[*key].as_f64().unwrap_or(f64::INFINITY))
            .collect()
    };
    let seen = |path: &serde_json::Value| {
        let mut name = path["name"].as_str().unwrap().to_owned();
        if matches!(
            language,
            CodeLanguage::Gdscript | CodeLanguage::Gml | CodeLanguage::Cpp
        ) {
            name = name.replace('\0', "\u{fffd}");
        }
        Seen {
            name: name.into_bytes(),
            closed: path["closed"].as_bool().unwrap(),
            points: path["points"]
                .as_array()
                .unwrap()
                .iter()
                .flat_map(|p| [p[0].as_f64().unwrap(), p[1].as_f64().unwrap()])
                .collect(),
            nodes: path["nodes"]
                .as_array()
                .unwrap()
                .iter()
                .flat_map(|node| numbers(node, &["x", "y", "radius", "wait", "speed"]))
                .collect(),
        }
    };
    json["paths"].as_array().unwrap().iter().map(seen).collect()
}

/// Lines of `NAME-IN-HEX CLOSED POINTS NODES`, numbers separated by commas.
pub fn seen(printed: &str) -> Vec<Seen> {
    let numbers = |text: &str| {
        text.split(',')
            .filter(|text| !text.is_empty())
            .map(|text| text.parse().unwrap())
            .collect()
    };
    let lines = printed
        .lines()
        .filter_map(|line| line.strip_prefix("path "));
    lines
        .map(|line| {
            let [name, closed, points, nodes] = line.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{line:?}")
            };
            let name = (0..name.len() / 2)
                .map(|at| u8::from_str_radix(&name[2 * at..2 * at + 2], 16).unwrap())
                .collect();
            Seen {
                name,
                closed: closed.eq_ignore_ascii_case("true"),
                points: numbers(points),
                nodes: numbers(nodes),
            }
        })
        .collect()
}

/// The identifiers of a text in order: the words after `before`.
pub fn identifiers(text: &str, before: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix(before));
    let words = lines
        .filter(|line| !line.starts_with(' ') && (line.ends_with('{') || before.contains("class")));
    words
        .map(|line| line.split([' ', ':']).next().unwrap().to_owned())
        .collect()
}

/// Writes the code for each placement, runs it, and compares its output.
pub fn check(
    language: CodeLanguage,
    file: &str,
    before: &str,
    program: impl Fn(&str, &[String]) -> String,
    run: impl Fn(&Path) -> String,
) {
    for options in placements() {
        let scene = scene(options);
        let text = code(&scene, &[], language).unwrap();
        let identifiers = identifiers(&text, before);
        assert_eq!(
            identifiers.len(),
            NAMES.len(),
            "{language:?}: {identifiers:?}\n{text}"
        );
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(file);
        std::fs::write(&path, program(&text, &identifiers)).unwrap();
        let printed = run(&path);
        assert_eq!(
            seen(&printed),
            expected(&scene, language),
            "{language:?} {options:?}\n{text}"
        );
    }
}

fn python_reads_the_scene() {
    let program = |text: &str, all: &[String]| {
        format!(
            "{text}
for p in [{}]:
    flat = lambda rows: ','.join(repr(x) for row in rows for x in row)
    print('path', p['name'].encode().hex(), p['closed'], flat(p['points']), flat([n.values() for n in p['nodes']]), sep=' ')
",
            all.join(", ")
        )
    };
    check(CodeLanguage::Python, "paths.py", "", program, |path| {
        run_well(Engine::Python.command().arg(path))
    });
}

fn javascript_reads_the_scene() {
    let program = |text: &str, all: &[String]| {
        format!(
            "{text}
const flat = (rows) => rows.flatMap((row) => Object.values(row)).map(String).join(',');
for (const p of [{}]) console.log('path', Buffer.from(p.name, 'utf8').toString('hex'), p.closed, flat(p.points), flat(p.nodes));
",
            all.join(", ")
        )
    };
    check(
        CodeLanguage::JavaScript,
        "paths.js",
        "const ",
        program,
        |path| run_well(Engine::Node.command().arg(path)),
    );
}

fn lua_reads_the_scene(lua: Engine) {
    let program = |text: &str, all: &[String]| {
        let keys: String = all.iter().fold(String::new(), |mut keys, key| {
            let _ = write!(keys, "{key:?}, ");
            keys
        });
        format!(
            "{text}
local function flat(rows, keys)
  local all = {{}}
  for _, row in ipairs(rows) do
    for _, key in ipairs(keys) do all[#all + 1] = string.format('%.17g', row[key]) end
  end
  return table.concat(all, ',')
end
for _, key in ipairs({{ {keys} }}) do
  local p = paths[key]
  local name = p.name:gsub('.', function(c) return string.format('%02x', c:byte()) end)
  print('path ' .. name .. ' ' .. tostring(p.closed) .. ' ' .. flat(p.points, {{ 'x', 'y' }}) .. ' ' .. flat(p.nodes, {{ 'x', 'y', 'radius', 'wait', 'speed' }}))
end
"
        )
    };
    check(CodeLanguage::Lua, "paths.lua", "  ", program, |path| {
        run_well(lua.command().arg(path))
    });
}

fn only_the_given_paths_are_written() {
    let scene = scene(ExportOptions::default());
    for language in CodeLanguage::ALL {
        let text = code(&scene, &[PathId(2)], language).unwrap();
        let whole = code(&scene, &[], language).unwrap();
        assert!(text.len() < whole.len() / 5, "{language:?}\n{text}");
        assert!(
            text.contains("\"gate\"") && !text.contains("\"Gate\""),
            "{language:?}\n{text}"
        );
        assert_eq!(
            whole,
            code(&scene, &[], language).unwrap(),
            "the same twice"
        );
    }
}

fn an_invalid_placement_is_rejected() {
    let scene = scene(ExportOptions {
        scale: 0.0,
        ..ExportOptions::default()
    });
    for language in CodeLanguage::ALL {
        assert!(
            code(&scene, &[], language)
                .unwrap_err()
                .to_string()
                .contains("scale"),
            "{language:?}"
        );
    }
}
