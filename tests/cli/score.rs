//! `steerwright score`.

use crate::support::{code, run, sample_folder, scene, stderr, stdout, steerwright};
use serde_json::Value;
use std::path::Path;
use std::process::Output;
use std::sync::Arc;
use steerwright_analysis::measure::run_metrics;
use steerwright_analysis::{Run, seeds};
use steerwright_format::save_scene;
use steerwright_runtime::scene::AgentId;

fn score(file: &Path, arguments: &[&str]) -> Output {
    run(steerwright().arg("score").arg(file).args(arguments))
}

fn json(output: &Output) -> Value {
    assert_eq!((code(output), stderr(output).as_str()), (Some(0), ""));
    serde_json::from_str(&stdout(output)).expect("JSON")
}

#[test]
fn score_prints_a_table_with_a_row_for_each_metric() {
    let (_folder, file) = sample_folder();
    let output = score(&file, &["--seeds", "25", "--seconds", "12"]);
    assert_eq!((code(&output), stderr(&output).as_str()), (Some(0), ""));
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "Courtyard: 25 runs of 12 s, seeds 1 to 25");
    let words = |start: &str| -> Vec<&str> {
        let line = lines.iter().find(|line| line.starts_with(start));
        line.expect(start).split_whitespace().collect()
    };
    assert_eq!(
        words("Ann"),
        ["Ann", "min", "p5", "median", "p95", "max", "worst", "seed"]
    );
    assert_eq!(words("Old one").len(), 9);
    // The guard does not depend on the seed, so all its percentiles are the same.
    let lap = words("  Lap time");
    assert_eq!(lap[..3], ["Lap", "time,", "s"]);
    assert!(lap[3..8].iter().all(|value| *value == lap[3]), "{lap:?}");
    assert_eq!(lap[8], "1");
    // Numbers of a column end at the same place.
    let ends: Vec<usize> = lines
        .iter()
        .filter(|line| line.starts_with("  ") && !line.contains("never"))
        .map(|line| line.len())
        .collect();
    assert!(ends.len() > 4);
    assert!(lines.iter().all(|line| *line == line.trim_end()));
}

#[test]
fn score_as_json_has_the_metrics_of_the_runs() {
    let (_folder, file) = sample_folder();
    let card = json(&score(
        &file,
        &[
            "--seeds",
            "9",
            "--first-seed",
            "40",
            "--seconds",
            "8",
            "--agent",
            "Old one",
            "--json",
        ],
    ));
    assert_eq!(
        (card["runs"].as_u64(), card["first_seed"].as_u64()),
        (Some(9), Some(40))
    );
    let groups = card["groups"].as_array().expect("groups");
    assert_eq!(groups.len(), 1);
    let force = groups[0]["metrics"]
        .as_array()
        .and_then(|rows| rows.iter().find(|row| row["metric"] == "peak_speed"))
        .expect("the peak speed");
    let mut expected: Vec<(f64, u64)> = (40..49)
        .map(|seed| {
            let scene = seeds::with_seed(&scene(), seed);
            let mut run = Run::new(&scene);
            (0..480).for_each(|_| run.step());
            let metrics = run_metrics(run.recording(), &scene, AgentId(2)).expect("measured");
            (metrics.peak_speed, seed)
        })
        .collect();
    expected.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
    let value = |name: &str| force[name].as_f64();
    assert_eq!(value("min"), Some(expected[0].0));
    assert_eq!(value("median"), Some(expected[4].0));
    assert_eq!(value("max"), Some(expected[8].0));
    assert_eq!(force["worst_seed"].as_u64(), Some(expected[8].1));
    assert_eq!(force["worst_agent"].as_u64(), Some(2));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let (_folder, file) = sample_folder();
    let with = |threads| stdout(&score(&file, &["--seeds", "30", "--threads", threads]));
    assert_eq!(with("1"), with("7"));
}

#[test]
fn agents_with_a_preset_share_rows_that_name_the_worst_agent() {
    let (folder, _) = sample_folder();
    let mut crowd = scene();
    let walker = crowd.agents[1].clone();
    let agents = Arc::make_mut(&mut crowd.agents);
    for id in 3..=12 {
        let mut other = walker.clone();
        other.id = AgentId(id);
        other.name = format!("Walker {id}");
        agents.push(other);
    }
    let file = folder.path().join("crowd.scene.json");
    save_scene(&crowd, &file).expect("saved");
    let text = stdout(&score(&file, &["--seeds", "4", "--seconds", "2"]));
    assert!(text.contains("\nWalker (11 agents)"), "{text}");
    assert!(text.contains("worst agent"), "{text}");
    let own = stdout(&score(
        &file,
        &["--seeds", "4", "--seconds", "2", "--by", "agent"],
    ));
    assert!(own.contains("\nWalker 12 "), "{own}");
}

#[test]
fn what_cannot_be_scored_is_an_error_that_says_what_to_do() {
    let (folder, file) = sample_folder();
    let unknown = score(&file, &["--agent", "Bob"]);
    assert_eq!((code(&unknown), stdout(&unknown).as_str()), (Some(1), ""));
    assert!(
        stderr(&unknown)
            .ends_with("no agent has the name \"Bob\"; use one of \"Ann\", \"Old one\"\n"),
        "{}",
        stderr(&unknown)
    );

    let mut empty = scene();
    empty.agents = Arc::default();
    let empty_file = folder.path().join("empty.scene.json");
    save_scene(&empty, &empty_file).expect("saved");
    let nothing = score(&empty_file, &[]);
    assert_eq!(code(&nothing), Some(1));
    assert!(stderr(&nothing).contains("no agents to measure; add an agent"));

    let last = score(&file, &["--first-seed", "999999999999999"]);
    assert_eq!(code(&last), Some(1));
    assert!(stderr(&last).contains("use a first seed of at most 999999999999000"));

    for wrong in [
        vec!["--seeds", "0"],
        vec!["--seeds", "100001"],
        vec!["--seconds", "-1"],
        vec!["--by", "color"],
        vec!["--threads", "0"],
    ] {
        let output = score(&file, &wrong);
        assert_eq!(code(&output), Some(2), "{wrong:?}");
        assert!(stdout(&output).is_empty() && !stderr(&output).is_empty());
    }
}

#[test]
fn a_scene_without_chance_says_that_one_run_is_enough() {
    let (folder, _) = sample_folder();
    let mut patrol = scene();
    Arc::make_mut(&mut patrol.agents).truncate(1);
    let file = folder.path().join("patrol.scene.json");
    save_scene(&patrol, &file).expect("saved");
    let text = stdout(&score(&file, &[]));
    assert!(
        text.starts_with("Courtyard: 1 run of 30 s; nothing in this scene depends on the seed\n"),
        "{text}"
    );
    let lap = text.lines().find(|line| line.starts_with("  Lap time"));
    let words = lap.expect("a lap time").split_whitespace().count();
    assert_eq!(words, 4, "one value instead of equal percentiles: {text}");
}
