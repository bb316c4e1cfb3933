//! The command line, through the real binary: exit codes, places of errors, and never a panic.

use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use steerwright_analysis::trace;
use steerwright_export as export;
use steerwright_format::{self as format, save_preset, save_scene};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath,
    Preset, PresetId, Scene, Target,
};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering::{FollowPath, HomingWalk};
use tempfile::TempDir;

/// A guard on a path, and a walker whose way depends on the seed.
fn scene() -> Scene {
    let mut scene = Scene {
        name: "Yard".into(),
        seed: 5,
        ..Scene::default()
    };
    let mut path = PatrolPath::new(PathId(1), "Round");
    for (i, (x, y)) in [(0.0, 0.0), (6.0, 0.5), (5.5, 4.0)].into_iter().enumerate() {
        path.nodes
            .push(Node::at(NodeId(i as u32 + 1), DVec2::new(x, y)));
    }
    scene.paths.push(Arc::new(path));
    scene.presets = vec![
        Preset::steered(
            PresetId(1),
            "Guard",
            [Behavior::FollowPath(FollowPath::default())],
        )
        .into(),
        Preset::steered(
            PresetId(2),
            "Walker",
            [Behavior::HomingWalk(HomingWalk::default())],
        )
        .into(),
    ];
    scene.markers = Arc::new(vec![Marker::at(
        MarkerId(1),
        "Gate",
        MarkerKind::Target,
        DVec2::new(9.0, 9.0),
    )]);
    let mut guard = Agent::at(AgentId(1), "Ann", PresetId(1), DVec2::ZERO);
    guard.path = Some(PathId(1));
    let mut walker = Agent::at(AgentId(2), "Old one", PresetId(2), DVec2::splat(-9.0));
    walker.target = Some(Target::Marker(MarkerId(1)));
    scene.agents = Arc::new(vec![guard, walker]);
    scene
}

/// A folder with the sound scene in it.
fn yard() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("yard.scene.json");
    save_scene(&scene(), &file).expect("saved");
    (folder, file)
}

fn steerwright() -> Command {
    Command::new(env!("CARGO_BIN_EXE_steerwright"))
}

/// Runs to the end; whatever happens, there is no panic and no death by a signal.
fn run(command: &mut Command) -> Output {
    let output = command.output().expect("it starts");
    assert!(
        !stderr(&output).contains("panicked"),
        "{command:?}: {}",
        stderr(&output)
    );
    assert!(
        output.status.code().is_some_and(|code| code <= 2),
        "{command:?} ended with {:?}",
        output.status
    );
    output
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

/// The trace of `scene` over `ticks`, from the world itself.
fn wanted_trace(scene: &Scene, ticks: u32) -> String {
    let mut world = World::new(scene);
    let mut text = format!("{}\n{}", trace::HEADER, trace::rows(&world));
    for _ in 0..ticks {
        world.step();
        text.push_str(&trace::rows(&world));
    }
    text
}

fn simulate(file: &Path, arguments: &[&str]) -> Output {
    run(steerwright().arg("simulate").arg(file).args(arguments))
}

#[test]
fn simulate_prints_the_worlds_own_trace() {
    let (_folder, file) = yard();
    for (arguments, ticks) in [
        (vec![], 600),
        (vec!["--seconds", "2.5"], 150),
        (vec!["--ticks", "37"], 37),
        (vec!["--seconds", "0"], 0),
        (vec!["--seconds", "0.0124"], 1),
    ] {
        let output = simulate(&file, &arguments);
        assert_eq!((code(&output), stderr(&output).as_str()), (Some(0), ""));
        assert!(
            stdout(&output) == wanted_trace(&scene(), ticks),
            "{arguments:?} gave another trace"
        );
    }
}

#[test]
fn simulate_takes_another_seed_and_leaves_agents_without_chance_alone() {
    let (_folder, file) = yard();
    let (own, other) = (
        stdout(&simulate(&file, &["--seconds", "3"])),
        stdout(&simulate(&file, &["--seconds", "3", "--seed", "77"])),
    );
    assert!(
        other
            == wanted_trace(
                &Scene {
                    seed: 77,
                    ..scene()
                },
                180
            )
    );
    let of = |text: &str, agent: &str| {
        text.lines()
            .filter(|row| row.split(',').nth(2) == Some(agent))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(of(&own, "1"), of(&other, "1"));
    assert_ne!(
        of(&own, "2"),
        of(&other, "2"),
        "the walker's way is another"
    );
    assert_eq!(
        stdout(&simulate(&file, &["--seconds", "3", "--seed", "5"])),
        own
    );
}

#[test]
fn simulate_writes_a_whole_file_or_leaves_the_old_one() {
    let (folder, file) = yard();
    let out = folder.path().join("yard.trace.csv");
    fs::write(&out, "old").expect("written");
    let output = run(steerwright()
        .arg("simulate")
        .arg(&file)
        .args(["--ticks", "90", "--out"])
        .arg(&out));
    assert_eq!((code(&output), stdout(&output).as_str()), (Some(0), ""));
    assert!(fs::read_to_string(&out).expect("the trace") == wanted_trace(&scene(), 90));

    // A bad scene, and a folder in place of the file or missing around it: the old file stays, and no rest is left.
    let bad = folder.path().join("bad.scene.json");
    fs::write(&bad, "{").expect("written");
    let before = fs::read(&out).expect("the trace");
    for (scene, out) in [
        (&bad, out.clone()),
        (&file, folder.path().to_owned()),
        (&file, folder.path().join("none/yard.csv")),
    ] {
        let output = run(steerwright()
            .arg("simulate")
            .arg(scene)
            .arg("--out")
            .arg(&out));
        assert_eq!(code(&output), Some(1));
        assert!(!stderr(&output).is_empty() && stdout(&output).is_empty());
    }
    assert_eq!(fs::read(&out).expect("the trace"), before);
    let mut names: Vec<_> = folder
        .path()
        .read_dir()
        .expect("the folder")
        .map(|e| e.expect("an entry").file_name())
        .collect();
    names.sort();
    assert_eq!(
        names,
        ["bad.scene.json", "yard.scene.json", "yard.trace.csv"]
    );
}

#[cfg(unix)]
#[test]
fn simulate_out_writes_to_pipes_and_through_links_without_replacing_them() {
    use std::os::unix::fs::FileTypeExt;
    let (folder, file) = yard();
    let pipe = folder.path().join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .expect("mkfifo")
            .success()
    );
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).expect("the trace")
    });
    let output = run(steerwright()
        .arg("simulate")
        .arg(&file)
        .args(["--ticks", "5", "--out"])
        .arg(&pipe));
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    assert!(
        fs::metadata(&pipe)
            .expect("still there")
            .file_type()
            .is_fifo()
    );
    assert!(reader.join().expect("read") == wanted_trace(&scene(), 5));

    let (real, link) = (
        folder.path().join("real.csv"),
        folder.path().join("link.csv"),
    );
    fs::write(&real, "old").expect("written");
    std::os::unix::fs::symlink(&real, &link).expect("a link");
    assert_eq!(
        code(&run(steerwright()
            .arg("simulate")
            .arg(&file)
            .args(["--ticks", "5", "--out"])
            .arg(&link))),
        Some(0)
    );
    assert!(
        fs::symlink_metadata(&link)
            .expect("still there")
            .is_symlink()
    );
    assert!(fs::read_to_string(&real).expect("the trace") == wanted_trace(&scene(), 5));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let (_folder, file) = yard();
    for subcommand in [
        vec!["simulate", "--ticks", "1000000000"],
        vec!["schema"],
        vec!["check"],
    ] {
        let mut command = steerwright();
        command
            .args(&subcommand)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        match subcommand[0] {
            "simulate" => drop(command.arg(&file)),
            "check" => drop(command.args(vec![&file; 3_000])),
            _ => {}
        }
        let mut child = command.spawn().expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe"))
            .read_line(&mut line)
            .expect("a line");
        assert!(!line.is_empty());
        // The reader is dropped here.
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(
            (output.status.code(), stderr(&output).as_str()),
            (Some(0), ""),
            "{subcommand:?}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_standard_output_is_told() {
    let (_folder, file) = yard();
    for subcommand in ["simulate", "check", "schema"] {
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .expect("/dev/full");
        let mut command = steerwright();
        command.arg(subcommand).stdout(full);
        if subcommand != "schema" {
            command.arg(&file);
        }
        let output = run(&mut command);
        assert_eq!(code(&output), Some(1), "{subcommand}");
        assert!(
            stderr(&output).contains("standard output"),
            "{}",
            stderr(&output)
        );
    }
}

#[test]
fn check_counts_what_is_good_and_goes_on_after_what_is_bad() {
    let (folder, file) = yard();
    let preset = folder.path().join("guard.preset.json");
    save_preset(&scene().presets[0], &preset).expect("saved");
    let missing = folder.path().join("missing.scene.json");
    let output = run(steerwright().arg("check").args([&file, &missing, &preset]));
    assert_eq!(code(&output), Some(1));
    let lines: Vec<String> = stdout(&output).lines().map(str::to_owned).collect();
    assert_eq!(
        lines,
        [
            format!("{}: ok (1 path, 3 nodes, 2 agents)", file.display()),
            format!("{}: ok (preset, 1 behavior)", preset.display())
        ]
    );
    assert_eq!(stderr(&output).lines().count(), 1);
    assert!(stderr(&output).starts_with(&format!("{}:", missing.display())));
    assert_eq!(
        code(&run(steerwright().arg("check").args([&file, &preset]))),
        Some(0)
    );
}

#[test]
fn check_tells_presets_by_their_format_whatever_their_name() {
    let (folder, _) = yard();
    let odd = folder.path().join("guard.scene.json");
    save_preset(&scene().presets[0], &odd).expect("saved");
    let output = run(steerwright().arg("check").arg(&odd));
    assert_eq!((code(&output), stderr(&output).as_str()), (Some(0), ""));
    assert!(stdout(&output).contains("ok (preset"));
    // Without a format, the name tells what it was meant to be.
    for (name, wanted) in [
        ("x.preset.json", "steerwright-preset"),
        ("x.scene.json", "steerwright-scene"),
        ("x.json", "steerwright-scene"),
    ] {
        let file = folder.path().join(name);
        fs::write(&file, "{}").expect("written");
        let output = run(steerwright().arg("check").arg(&file));
        assert_eq!(code(&output), Some(1));
        assert!(stderr(&output).contains(wanted), "{}", stderr(&output));
    }
}

#[test]
fn unknown_fields_are_warnings_that_name_their_place() {
    let (_folder, file) = yard();
    let mut json: Value =
        serde_json::from_str(&fs::read_to_string(&file).expect("the scene")).expect("JSON");
    json["paths"][0]["nodes"][1]["color"] = "red".into();
    fs::write(&file, json.to_string()).expect("written");
    for subcommand in [vec!["check"], vec!["simulate", "--ticks", "1"]] {
        let output = run(steerwright().args(&subcommand).arg(&file));
        assert_eq!(code(&output), Some(0));
        let wanted = format!("{}:/paths/0/nodes/1/color: warning: ", file.display());
        assert!(stderr(&output).starts_with(&wanted), "{}", stderr(&output));
        assert!(!stdout(&output).is_empty());
    }
    // Whatever the field is called, a terminal shows it and obeys nothing.
    json[format!("\u{1b}[31m\n{}", "k".repeat(100_000))] = 1.into();
    fs::write(&file, json.to_string()).expect("written");
    let told = stderr(&run(steerwright().arg("check").arg(&file)));
    assert!(
        told.lines().count() == 2 && told.len() < 2_000 && !told.contains('\u{1b}'),
        "{told:?}"
    );
}

/// Bad files: name, bytes, and where the error is, as far as it is fixed.
fn bad_files() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let good = format::write_scene(&scene()).expect("text");
    let changed = |from: &str, to: &str| {
        assert!(good.contains(from), "{from} is not in the text");
        good.replacen(from, to, 1).into_bytes()
    };
    vec![
        ("empty", vec![], "1:1: "),
        ("truncated", good.as_bytes()[..good.len() / 2].to_vec(), ""),
        ("not_json", b"hello\n".to_vec(), "1:1: "),
        ("second_line", b"{\n  \"format\": oops }".to_vec(), "2:"),
        (
            "other_format",
            b"{ \"format\": \"svg\" }".to_vec(),
            "/format: ",
        ),
        ("no_object", b"[1, 2]".to_vec(), "/format: "),
        (
            "newer",
            changed("\"format_version\": 1", "\"format_version\": 99"),
            "/format_version: ",
        ),
        (
            "no_version",
            changed("\"format_version\": 1", "\"format_version\": \"one\""),
            "/format_version: ",
        ),
        ("deep", vec![b'['; 100_000], "1:"),
        ("deep_objects", "{\"a\":".repeat(100_000).into_bytes(), "1:"),
        (
            "infinite",
            changed("\"seed\": 5", "\"seed\": 5, \"ticks_per_second\": 1e999"),
            "",
        ),
        ("not_a_number", changed("\"seed\": 5", "\"seed\": NaN"), ""),
        (
            "large_numbers",
            changed("\"x\": 6,", "\"x\": 1e300,"),
            "/paths/0/nodes/1/x: ",
        ),
        (
            "large_seed",
            changed("\"seed\": 5", "\"seed\": 9999999999999999"),
            "/seed: ",
        ),
        (
            "negative_seed",
            changed("\"seed\": 5", "\"seed\": -1"),
            "/seed: ",
        ),
        (
            "duplicate_keys",
            changed("\"seed\": 5", "\"seed\": 5, \"seed\": \"x\""),
            "/seed: ",
        ),
        (
            "large_id",
            changed("\"id\": 1", "\"id\": 99999999999"),
            "/presets/0/id: ",
        ),
        ("nul_bytes", b"{\0\0\0}".to_vec(), "1:2: "),
        (
            "no_utf8",
            b"{ \"format\":\n \"\xff\xfe\" }".to_vec(),
            "2:3: ",
        ),
        (
            "no_path",
            changed("\"path\": 1", "\"path\": 12"),
            "/agents/0/path: ",
        ),
        (
            "no_marker",
            changed("\"marker\": 1", "\"marker\": 12"),
            "/agents/1/target: ",
        ),
        (
            "no_preset",
            changed("\"preset\": 1", "\"preset\": 12"),
            "/agents/0/preset: ",
        ),
        (
            "wrong_type",
            changed("\"x\": 6,", "\"x\": \"six\","),
            "/paths/0/nodes/1/x: ",
        ),
    ]
}

/// Runs every subcommand that reads a scene on a bad file; none writes anything but its error.
fn refuse(file: &Path, place: &str, folder: &Path) {
    let out = folder.join("out");
    for subcommand in ["simulate", "check", "export"] {
        let mut command = steerwright();
        command.arg(subcommand).arg(file);
        if subcommand == "export" {
            command.args(["--to", "json", "--out"]).arg(&out);
        }
        let output = run(&mut command);
        assert_eq!(code(&output), Some(1), "{subcommand} {}", file.display());
        assert_eq!(stdout(&output), "", "{subcommand} {}", file.display());
        let wanted = format!("{}:{place}", file.display());
        let told = stderr(&output);
        assert!(
            told.starts_with(&wanted),
            "{subcommand}: {told:?} does not start with {wanted:?}"
        );
        assert!(
            told.len() < 2000,
            "{subcommand}: a message that long helps nobody"
        );
        assert!(
            !out.exists(),
            "{subcommand} {} left something",
            file.display()
        );
    }
}

#[test]
fn bad_files_are_refused_with_file_and_place() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes, place) in bad_files() {
        let file = folder.path().join(format!("{name}.scene.json"));
        fs::write(&file, bytes).expect("written");
        refuse(&file, place, folder.path());
    }
}

#[test]
fn missing_files_folders_and_huge_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    refuse(
        &folder.path().join("missing.scene.json"),
        " ",
        folder.path().join("x").as_path(),
    );
    refuse(folder.path(), " ", folder.path().join("x").as_path());
    let huge = folder.path().join("huge.scene.json");
    fs::File::create(&huge)
        .and_then(|file| file.set_len(200 << 20))
        .expect("a sparse file");
    refuse(&huge, "1:1: the file has 209715200 bytes", folder.path());
}

#[test]
fn files_cut_anywhere_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = format::write_scene(&scene()).expect("text").into_bytes();
    let files: Vec<PathBuf> = (0..good.len() - 2)
        .step_by(23)
        .map(|length| {
            let file = folder.path().join(format!("{length}.scene.json"));
            fs::write(&file, &good[..length]).expect("written");
            file
        })
        .collect();
    let output = run(steerwright().arg("check").args(&files));
    assert_eq!((code(&output), stdout(&output).as_str()), (Some(1), ""));
    let told = stderr(&output);
    assert_eq!(told.lines().count(), files.len());
    for (line, file) in told.lines().zip(&files) {
        assert!(line.starts_with(&format!("{}:", file.display())), "{line}");
    }
}

#[test]
fn export_writes_each_target_and_prints_the_paths() {
    let (folder, file) = yard();
    let out = folder.path().join("deep/out");
    let csv = [
        "Yard.points.csv",
        "Yard.nodes.csv",
        "Yard.agents.csv",
        "Yard.behaviors.csv",
        "Yard.markers.csv",
        "steerwright/README-csv.md",
    ];
    for (target, names) in [
        (
            "json",
            vec![
                "Yard.steer.json",
                "steerwright/steer.schema.json",
                "steerwright/README-json.md",
            ],
        ),
        ("csv", csv.to_vec()),
        ("svg", vec!["Yard.svg", "Yard.trace.csv"]),
    ] {
        let mut command = steerwright();
        command
            .arg("export")
            .arg(&file)
            .args(["--to", target, "--y-down", "--scale", "0.5", "--out"])
            .arg(&out);
        if target == "svg" {
            command.args(["--trace", "0.25"]);
        }
        let output = run(&mut command);
        assert_eq!((code(&output), stderr(&output).as_str()), (Some(0), ""));
        let paths: Vec<PathBuf> = stdout(&output).lines().map(PathBuf::from).collect();
        let wanted: Vec<PathBuf> = names.iter().map(|name| out.join(name)).collect();
        assert_eq!(paths, wanted);
        assert!(paths.iter().all(|path| path.is_file()));
    }
    let json: Value =
        serde_json::from_str(&fs::read_to_string(out.join("Yard.steer.json")).expect("the export"))
            .expect("JSON");
    assert_eq!(
        (
            json["paths"][0]["nodes"][2]["y"].as_f64(),
            json["y_down"].as_bool()
        ),
        (Some(-2.0), Some(true))
    );
    let trace = fs::read_to_string(out.join("Yard.trace.csv")).expect("the trace");
    assert_eq!(trace.lines().count(), 1 + 2 * 16);
}

#[test]
fn export_says_when_it_cannot_write() {
    let (folder, file) = yard();
    // The scene file stands where the folder should be.
    let output = run(steerwright()
        .arg("export")
        .arg(&file)
        .args(["--to", "svg", "--out"])
        .arg(&file));
    assert_eq!((code(&output), stdout(&output).as_str()), (Some(1), ""));
    assert!(
        stderr(&output).starts_with(&file.display().to_string()),
        "{}",
        stderr(&output)
    );
    let output = run(steerwright()
        .arg("export")
        .arg(&file)
        .args(["--to", "json", "--trace", "1e300", "--out"])
        .arg(folder.path()));
    assert_eq!(code(&output), Some(1));
    assert!(
        stderr(&output).contains("fewer seconds"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn schema_prints_what_good_files_match() {
    let scene_text = format::write_scene(&scene()).expect("text");
    let preset_text = format::write_preset(&scene().presets[0]).expect("text");
    let files = export::export(
        &scene(),
        export::ExportTarget::Json,
        &steerwright_runtime::scene::ExportOptions::default(),
    )
    .expect("an export");
    let export_text = String::from_utf8(files[0].bytes.clone()).expect("text");
    for (arguments, good) in [
        (vec!["schema"], &scene_text),
        (vec!["schema", "scene"], &scene_text),
        (vec!["schema", "preset"], &preset_text),
        (vec!["schema", "export"], &export_text),
    ] {
        let output = run(steerwright().args(&arguments));
        assert_eq!((code(&output), stderr(&output).as_str()), (Some(0), ""));
        let schema: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
        let validator = jsonschema::validator_for(&schema).expect("a schema");
        assert!(
            validator.is_valid(&serde_json::from_str(good).expect("JSON")),
            "{arguments:?}"
        );
        assert!(!validator.is_valid(&serde_json::json!({ "format": "other" })));
    }
}

#[test]
fn bad_usage_ends_with_2_and_says_why() {
    let (folder, file) = yard();
    let file = file.to_str().expect("a path");
    let out = folder.path().to_str().expect("a path");
    for arguments in [
        vec!["simulate"],
        vec!["simulate", file, "--seconds", "-1"],
        vec!["simulate", file, "--seconds", "NaN"],
        vec!["simulate", file, "--seconds", "inf"],
        vec!["simulate", file, "--seconds", "1", "--ticks", "2"],
        vec!["simulate", file, "--ticks", "-1"],
        vec!["simulate", file, "--ticks", "99999999999999999999999"],
        vec!["simulate", file, "--seed", "9999999999999999"],
        vec!["check"],
        vec!["export", file, "--out", out],
        vec!["export", file, "--to", "json"],
        vec![
            "export", file, "--to", "json", "--out", out, "--origin", "3",
        ],
        vec![
            "export", file, "--to", "json", "--out", out, "--plane", "yz",
        ],
        vec!["export", file, "--to", "exe", "--out", out],
        vec!["export", file, "--to", "json", "--out", out, "--scale", "0"],
        vec![
            "export", file, "--to", "json", "--out", out, "--scale", "-2",
        ],
        vec![
            "export", file, "--to", "json", "--out", out, "--scale", "1e300",
        ],
        vec![
            "export", file, "--to", "json", "--out", out, "--trace", "-3",
        ],
        vec!["schema", "node"],
        vec!["--nonsense"],
        vec![file, "check", file],
    ] {
        let output = run(steerwright().args(&arguments));
        assert_eq!(
            (code(&output), stdout(&output).as_str()),
            (Some(2), ""),
            "{arguments:?}"
        );
        assert!(
            stderr(&output).starts_with("error: "),
            "{arguments:?}: {}",
            stderr(&output)
        );
    }
    let output = simulate(Path::new(file), &["--seconds", "1e300"]);
    assert_eq!((code(&output), stdout(&output).as_str()), (Some(1), ""));
    assert!(stderr(&output).contains("fewer seconds"));
}

#[test]
fn help_and_version_answer_with_examples() {
    let version = run(steerwright().arg("--version"));
    assert_eq!(
        (code(&version), stdout(&version).trim()),
        (Some(0), concat!("steerwright ", env!("CARGO_PKG_VERSION")))
    );
    for subcommand in [
        None,
        Some("simulate"),
        Some("check"),
        Some("export"),
        Some("schema"),
    ] {
        let output = run(steerwright().args(subcommand).arg("--help"));
        assert_eq!(code(&output), Some(0));
        let example = format!(
            "\n  steerwright {}",
            subcommand.unwrap_or("guard.scene.json")
        );
        assert!(
            stdout(&output).contains("Examples:\n") && stdout(&output).contains(&example),
            "{subcommand:?}"
        );
    }
}

#[cfg(not(feature = "editor"))]
#[test]
fn without_a_window_opening_a_file_says_so_also_for_one_called_like_a_subcommand() {
    for arguments in [vec![], vec!["yard.scene.json"], vec!["./check"]] {
        let output = run(steerwright().args(&arguments));
        assert_eq!(
            (code(&output), stdout(&output).as_str()),
            (Some(2), ""),
            "{arguments:?}"
        );
        assert!(
            stderr(&output).contains("without its window"),
            "{arguments:?}: {}",
            stderr(&output)
        );
    }
}
