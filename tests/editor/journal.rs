//! Unsaved changes survive the process, and copies of running editors are left alone.

use std::path::Path;
use std::time::{Duration, Instant};
use steerwright::editor::files::journal::{CopyInfo, Journal, JournalState, find_recovery_copies};
use steerwright::editor::files::recent::{MAX_RECENT, RecentFiles};
use steerwright::editor::files::stamp::FileStamp;

const AT_ONCE: Duration = Duration::ZERO;

/// Polls, because the journal writes in the background.
fn wait_for_saved(journal: &Journal) {
    let start = Instant::now();
    while journal.state() != JournalState::Saved {
        assert!(
            start.elapsed() < Duration::from_secs(30),
            "the journal stays {:?}",
            journal.state()
        );
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn only_copies_of_ended_editors_are_offered() {
    let dir = tempfile::tempdir().unwrap();
    let mut journal = Journal::open_in(dir.path(), AT_ONCE);
    assert_eq!(journal.state(), JournalState::Clean);
    let file = dir.path().join("sample.scene.json");
    std::fs::write(&file, "scene").unwrap();
    let edited = std::time::SystemTime::now() - Duration::from_secs(90);
    let info = CopyInfo {
        source: Some(file.clone()),
        stamp: FileStamp::of(&file),
        edited: Some(edited),
        edits: Some(3),
    };
    std::fs::remove_file(&file).unwrap();
    journal.record(|| Ok("scene one".into()), info.clone(), 1);
    wait_for_saved(&journal);
    assert!(find_recovery_copies(dir.path()).copies.is_empty());

    drop(journal);
    let orphans = find_recovery_copies(dir.path()).copies;
    assert_eq!(orphans.len(), 1);
    assert_eq!(orphans[0].scene_text, "scene one");
    assert_eq!(orphans[0].info, info);
    assert!(orphans[0].info.stamp.is_some());
    assert!(
        find_recovery_copies(dir.path()).copies.is_empty(),
        "a second editor would offer what the first one is offering"
    );
    for orphan in orphans {
        orphan.discard();
    }
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn source_paths_are_absolute_and_old_relative_ones_are_ignored() {
    let dir = tempfile::tempdir().unwrap();
    let mut journal = Journal::open_in(dir.path(), AT_ONCE);
    let info = CopyInfo {
        source: Some("sample.scene.json".into()),
        ..CopyInfo::default()
    };
    journal.record(|| Ok("new".into()), info, 1);
    drop(journal);
    let new = find_recovery_copies(dir.path()).copies.remove(0);
    assert_eq!(
        new.info.source,
        Some(std::env::current_dir().unwrap().join("sample.scene.json"))
    );
    assert_eq!(new.relative_source, None);
    new.discard();

    std::fs::write(dir.path().join("7-1.lock"), "").unwrap();
    std::fs::write(
        dir.path().join("7-1.journal.json"),
        "{\"source\":\"sample.scene.json\",\"scene\":\"old\"}",
    )
    .unwrap();
    let old = find_recovery_copies(dir.path()).copies.remove(0);
    assert_eq!(old.scene_text, "old");
    assert_eq!(old.info, CopyInfo::default());
    assert_eq!(
        old.relative_source.as_deref(),
        Some(Path::new("sample.scene.json"))
    );
}

#[test]
fn a_postponed_recovery_copy_is_offered_again() {
    let dir = tempfile::tempdir().unwrap();
    let mut journal = Journal::open_in(dir.path(), AT_ONCE);
    journal.record(|| Ok("kept".into()), CopyInfo::default(), 1);
    drop(journal);
    drop(find_recovery_copies(dir.path()));
    assert_eq!(find_recovery_copies(dir.path()).copies.len(), 1);
}

#[test]
fn a_copy_of_what_was_saved_is_removed() {
    let dir = tempfile::tempdir().unwrap();
    let journals = dir.path().join("journal");
    let file = dir.path().join("guard.scene.json");
    let mut journal = Journal::open_in(&journals, AT_ONCE);
    std::fs::write(&file, "before").unwrap();
    let info = CopyInfo {
        source: Some(file.clone()),
        stamp: FileStamp::of(&file),
        ..CopyInfo::default()
    };
    journal.record(|| Ok("edited".into()), info, 1);
    wait_for_saved(&journal);
    drop(journal);
    assert_eq!(find_recovery_copies(&journals).copies.len(), 1);

    // Killed right after the save.
    std::fs::write(&file, "edited").unwrap();
    assert!(find_recovery_copies(&journals).copies.is_empty());
    assert_eq!(std::fs::read_dir(&journals).unwrap().count(), 0);
}

#[test]
fn a_clean_exit_leaves_no_copy() {
    let dir = tempfile::tempdir().unwrap();
    let mut journal = Journal::open_in(dir.path(), AT_ONCE);
    journal.record(|| Ok("saved since".into()), CopyInfo::default(), 1);
    wait_for_saved(&journal);
    journal.clear();
    assert_eq!(journal.state(), JournalState::Clean);
    drop(journal);
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn only_the_newest_revision_is_written() {
    let dir = tempfile::tempdir().unwrap();
    let mut journal = Journal::open_in(dir.path(), Duration::from_secs(3600));
    journal.record(|| Ok("first".into()), CopyInfo::default(), 1);
    for revision in 2..=50 {
        journal.record(
            move || Ok(format!("revision {revision}")),
            CopyInfo::default(),
            revision,
        );
    }
    journal.record(
        || panic!("this revision is noted already"),
        CopyInfo::default(),
        50,
    );
    // Closing does not wait for the interval.
    drop(journal);
    assert_eq!(
        find_recovery_copies(dir.path()).copies[0].scene_text,
        "revision 50"
    );
}

#[test]
fn cleared_changes_are_never_written() {
    let dir = tempfile::tempdir().unwrap();
    // Clearing at different times, so that some clears happen during a write.
    for delay in 0..150 {
        let mut journal = Journal::open_in(dir.path(), AT_ONCE);
        journal.record(|| Ok("thrown away ".repeat(10_000)), CopyInfo::default(), 1);
        for _ in 0..delay * 20 {
            std::thread::yield_now();
        }
        journal.clear();
        drop(journal);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}

#[test]
fn a_corrupt_copy_is_kept_and_does_not_hide_the_others() {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("7-1", "{\"source\": nul"),
        ("7-2", "{\"source\":null,\"scene\":\"whole\"}"),
    ] {
        std::fs::write(dir.path().join(format!("{name}.lock")), "").unwrap();
        std::fs::write(dir.path().join(format!("{name}.journal.json")), text).unwrap();
    }
    let orphans = find_recovery_copies(dir.path()).copies;
    assert_eq!(orphans.len(), 1);
    assert_eq!(orphans[0].scene_text, "whole");
    assert!(dir.path().join("7-1.journal.json").exists());
}

#[test]
fn a_folder_that_cannot_be_created_is_reported() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    std::fs::write(&file, "").unwrap();
    let mut journal = Journal::open_in(&file.join("journal"), AT_ONCE);
    journal.record(
        || panic!("there is nowhere to write it"),
        CopyInfo::default(),
        1,
    );
    journal.clear();
    assert!(matches!(journal.state(), JournalState::Failed(why) if why.contains("journal")));
}

#[test]
fn changed_contents_are_detected_and_touched_files_are_not() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("sample.scene.json");
    std::fs::write(&file, "one").unwrap();
    let stamp = FileStamp::of(&file).unwrap();
    assert!(!stamp.differs(&file));
    std::fs::write(&file, "one").unwrap();
    assert!(!stamp.differs(&file));
    let later = std::time::SystemTime::now() + Duration::from_secs(5);
    std::fs::write(&file, "two").unwrap();
    std::fs::File::options()
        .write(true)
        .open(&file)
        .unwrap()
        .set_modified(later)
        .unwrap();
    assert!(stamp.differs(&file));
    std::fs::remove_file(&file).unwrap();
    assert!(
        !stamp.differs(&file),
        "saving to a new file overwrites nothing"
    );
    assert_eq!(FileStamp::of(&file), None);
}

#[test]
fn a_file_that_was_replaced_right_after_it_was_written_is_detected() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("guard.scene.json");
    std::fs::write(&file, "theirs").unwrap();
    let stamp = FileStamp::of_written(&file, b"ours").unwrap();
    assert!(stamp.differs(&file) && stamp.looks_changed(&file));
    let stamp = FileStamp::of_written(&file, b"theirs");
    assert_eq!(stamp, FileStamp::of(&file));
}

#[test]
fn changed_contents_of_the_same_size_and_time_are_detected() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("sample.scene.json");
    std::fs::write(&file, "one").unwrap();
    let stamp = FileStamp::of(&file).unwrap();
    std::fs::write(&file, "two").unwrap();
    std::fs::File::options()
        .write(true)
        .open(&file)
        .unwrap()
        .set_modified(stamp.modified().unwrap())
        .unwrap();
    assert!(!stamp.looks_changed(&file));
    assert!(stamp.differs(&file));
}

#[test]
fn stamps_in_recovery_copies_stay_compatible() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("sample.scene.json");
    std::fs::write(&file, "abc").unwrap();
    let kept = r#"{"bytes":3,"modified":{"secs_since_epoch":1700000000,"nanos_since_epoch":0},"xxh3":8696274497037089104}"#;
    let kept: FileStamp = serde_json::from_str(kept).unwrap();
    assert!(!kept.differs(&file));
    std::fs::write(&file, "abd").unwrap();
    assert!(kept.differs(&file));
}

#[test]
fn recent_files_are_sorted_and_stored() {
    let dir = tempfile::tempdir().unwrap();
    let stored = dir.path().join("settings/recent.json");
    let (a, b, gone) = (
        dir.path().join("a.scene.json"),
        dir.path().join("b.scene.json"),
        dir.path().join("gone.scene.json"),
    );
    std::fs::write(&a, "").unwrap();
    std::fs::write(&b, "").unwrap();
    let mut recent = RecentFiles::load_from(&stored);
    for path in [&a, &b, &gone, &a] {
        recent.add(path);
    }
    let list = RecentFiles::load_from(&stored).list();
    assert_eq!(
        list.iter().map(|f| (&f.path, f.exists)).collect::<Vec<_>>(),
        [(&a, true), (&b, true), (&gone, false)]
    );
    recent.clear();
    assert!(RecentFiles::load_from(&stored).list().is_empty());
}

#[test]
fn recent_files_of_two_editors_are_merged_and_limited() {
    let dir = tempfile::tempdir().unwrap();
    let stored = dir.path().join("recent.json");
    let (mut one, mut two) = (
        RecentFiles::load_from(&stored),
        RecentFiles::load_from(&stored),
    );
    one.add(&dir.path().join("one"));
    two.add(&dir.path().join("two"));
    one.add(&dir.path().join("three"));
    let names: Vec<_> = one
        .list()
        .iter()
        .map(|f| f.path.file_name().unwrap().to_owned())
        .collect();
    assert_eq!(names, ["three", "two", "one"]);
    for i in 0..30 {
        one.add(&dir.path().join(i.to_string()));
    }
    assert_eq!(RecentFiles::load_from(&stored).list().len(), MAX_RECENT);
}

#[test]
fn an_invalid_list_of_recent_files_is_empty() {
    let dir = tempfile::tempdir().unwrap();
    let stored = dir.path().join("recent.json");
    for text in [
        "",
        "{\"recent\": 3}",
        "[1,2",
        "{\"recent\": [1, null, \"x\"]}",
    ] {
        std::fs::write(&stored, text).unwrap();
        let mut recent = RecentFiles::load_from(&stored);
        assert!(recent.list().len() <= 1);
        recent.add(Path::new("/maps/new.scene.json"));
        assert_eq!(
            RecentFiles::load_from(&stored)
                .list()
                .last()
                .map(|f| f.path.ends_with("new.scene.json") || f.path.ends_with("x")),
            Some(true)
        );
        // Someone who edits it by hand loses nothing by a mistake.
        let kept = dir.path().join("recent.invalid.json");
        let is_json = serde_json::from_str::<serde_json::Value>(text).is_ok();
        assert_eq!(
            std::fs::read_to_string(&kept).ok(),
            (!is_json).then(|| text.into())
        );
        let _ = std::fs::remove_file(kept);
    }
}
