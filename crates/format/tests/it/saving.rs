//! Saving is atomic: whatever happens, either the old or the new file is complete.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use steerwright_format::{
    load_preset, load_scene, save_preset, save_scene, save_text, save_text_if,
};
use steerwright_runtime::scene::PresetId;
use steerwright_testing::full_scene::*;
use steerwright_testing::shipped;

fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder")
        .map(|e| e.expect("an entry").file_name().to_string_lossy().into())
        .collect();
    names.sort();
    names
}

#[test]
fn saving_and_loading_returns_the_scene_and_leaves_no_other_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a name with spaces ü.scene.json");
    save_scene(&full_scene(), &path).expect("saved");
    save_scene(&full_scene(), &path).expect("saved over");
    assert_eq!(load_scene(&path).expect("loaded").value, full_scene());
    for preset in shipped::every_agent_preset() {
        let path = folder.path().join("preset.preset.json");
        save_preset(&preset, &path).expect("saved");
        assert_eq!(load_preset(&path).expect("loaded").value, preset);
    }
    assert_eq!(names_in(folder.path()).len(), 2);
}

#[test]
fn an_invalid_scene_leaves_the_old_file_unchanged() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old.scene.json");
    save_scene(&full_scene(), &path).expect("saved");
    let mut invalid = full_scene();
    Arc::make_mut(&mut invalid.agents)[0].preset = PresetId(77);
    assert!(save_scene(&invalid, &path).is_err());
    assert_eq!(load_scene(&path).expect("loaded").value, full_scene());
}

#[test]
fn saving_over_a_folder_or_into_a_missing_one_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let in_the_way = folder.path().join("folder.scene.json");
    std::fs::create_dir(&in_the_way).expect("a folder");
    let message = save_text("new", &in_the_way)
        .expect_err("a folder")
        .to_string();
    assert!(
        message.contains("folder.scene.json: cannot save")
            && message.contains("choose a file name"),
        "{message}"
    );
    let message = save_text("new", &folder.path().join("none/x.scene.json"))
        .expect_err("missing")
        .to_string();
    assert!(
        message.contains("no such file or folder; create the folder"),
        "{message}"
    );
    assert_eq!(names_in(folder.path()), ["folder.scene.json"]);
    assert!(names_in(&in_the_way).is_empty());
}

#[test]
fn a_file_that_others_replace_during_a_save_is_not_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.scene.json");
    std::fs::write(&path, "old").expect("written");
    let replaced = || {
        // The new text is on disk already, beside the file.
        assert_eq!(names_in(folder.path()).len(), 2);
        std::fs::write(&path, "theirs").expect("replaced");
        false
    };
    assert!(!save_text_if("new", &path, replaced).expect("no error"));
    assert_eq!(std::fs::read_to_string(&path).expect("text"), "theirs");
    assert_eq!(names_in(folder.path()), ["a.scene.json"]);
    // Nobody is asked about a file that has the text already.
    let never = || panic!("asked");
    assert!(save_text_if("theirs", &path, never).expect("unchanged"));
    assert!(save_text_if("new", &path, || true).expect("saved"));
    assert_eq!(std::fs::read_to_string(&path).expect("text"), "new");
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path)
            .expect("a file")
            .permissions()
            .mode()
            & 0o7777
    }

    fn set_mode(path: &Path, mode: u32) {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("permissions");
    }

    #[test]
    fn links_and_permissions_are_preserved() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link, far) = (
            folder.path().join("file"),
            folder.path().join("link"),
            folder.path().join("far"),
        );
        std::fs::create_dir(&far).expect("a folder");
        save_text("old", &file).expect("saved");
        set_mode(&file, 0o640);
        symlink("file", &link).expect("a link");
        save_text("new", &link).expect("saved");
        assert!(
            std::fs::symlink_metadata(&link)
                .expect("a link")
                .is_symlink()
        );
        assert_eq!(
            (
                std::fs::read_to_string(&file).expect("text").as_str(),
                mode(&file)
            ),
            ("new", 0o640)
        );

        let dangling = folder.path().join("dangling");
        symlink("far/later", &dangling).expect("a link");
        save_text("there", &dangling).expect("saved");
        assert!(
            std::fs::symlink_metadata(&dangling)
                .expect("a link")
                .is_symlink()
        );
        assert_eq!(
            std::fs::read_to_string(far.join("later")).expect("text"),
            "there"
        );

        let round = folder.path().join("round");
        symlink("round", &round).expect("a link");
        assert!(save_text("x", &round).is_err(), "it cannot be examined");
        assert_eq!(
            names_in(folder.path()),
            ["dangling", "far", "file", "link", "round"],
            "nothing is left behind"
        );
    }

    #[test]
    fn a_new_file_has_default_permissions() {
        let folder = tempfile::tempdir().expect("a folder");
        let (saved, plain) = (folder.path().join("saved"), folder.path().join("plain"));
        save_text("x", &saved).expect("saved");
        std::fs::write(&plain, "x").expect("written");
        assert_eq!(mode(&saved), mode(&plain));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_device_is_never_replaced() {
        let message = save_text("text", Path::new("/dev/full"))
            .expect_err("it is always full")
            .to_string();
        assert!(message.contains("the disk is full"), "{message}");
        save_text("text", Path::new("/dev/null")).expect("it takes all");
        for device in ["/dev/full", "/dev/null"] {
            assert!(
                std::fs::metadata(device)
                    .expect("still there")
                    .file_type()
                    .is_char_device()
            );
        }
    }

    /// Parts of tests that run in a separate process with fewer permissions or a limit.
    const PART: &str = "STEERWRIGHT_TEST_PART";

    #[test]
    fn a_full_disk_leaves_the_old_file_unchanged() {
        if let Some(path) = std::env::var_os(PART) {
            let text = "x".repeat(1 << 16);
            let message = save_text(&text, Path::new(&path))
                .expect_err("no room")
                .to_string();
            assert!(
                message.contains("cannot save")
                    && message.contains("the existing file is unchanged"),
                "{message}"
            );
            return;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("old.scene.json");
        save_text("old", &path).expect("saved");
        // Limits the size of files, and turns exceeding it into an error instead of a signal.
        let script = "trap '' XFSZ; ulimit -f 16; exec \"$0\" --exact saving::unix::a_full_disk_leaves_the_old_file_unchanged";
        let out = Command::new("sh")
            .args(["-c", script])
            .arg(std::env::current_exe().expect("this test"))
            .env(PART, &path)
            .output();
        let out = out.expect("a shell");
        assert!(
            out.status.success(),
            "{}",
            String::from_utf8_lossy(&out.stdout)
        );
        assert!(String::from_utf8_lossy(&out.stdout).contains("1 passed"));
        assert_eq!(std::fs::read_to_string(&path).expect("text"), "old");
        assert_eq!(names_in(folder.path()), ["old.scene.json"]);
    }

    /// Runs the test `name` of this file again as a user without root permissions.
    fn rerun_without_root(name: &str, folder: &Path) {
        // A copy that every user can run.
        let program = folder.join("test");
        std::fs::copy(std::env::current_exe().expect("this test"), &program).expect("a copy");
        set_mode(&program, 0o755);
        let mut command = Command::new(&program);
        command
            .args(["--exact", name])
            .env(PART, folder)
            .env("TMPDIR", folder.join("tmp"))
            .current_dir(folder);
        if std::fs::write(folder.join("locked/probe"), "").is_ok() {
            // Root ignores permissions.
            std::fs::remove_file(folder.join("locked/probe")).expect("removed");
            command.uid(65534).gid(65534);
        }
        let out = command.output().expect("it runs");
        assert!(
            out.status.success(),
            "{}{}",
            String::from_utf8_lossy(&out.stdout),
            String::from_utf8_lossy(&out.stderr)
        );
        assert!(String::from_utf8_lossy(&out.stdout).contains("1 passed"));
    }

    #[test]
    fn in_a_read_only_folder_a_writable_file_is_rewritten_in_place() {
        if let Some(folder) = std::env::var_os(PART) {
            let locked = PathBuf::from(folder).join("locked");
            save_text("new", &locked.join("writable")).expect("rewritten in place");
            for name in ["protected", "not-there"] {
                let message = save_text("new", &locked.join(name))
                    .expect_err(name)
                    .to_string();
                assert!(
                    message.contains("cannot save")
                        && message
                            .contains("permission denied; change the permissions of the folder"),
                    "{message}"
                );
            }
            return;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let (locked, temporary) = (folder.path().join("locked"), folder.path().join("tmp"));
        std::fs::create_dir(&locked).expect("a folder");
        std::fs::create_dir(&temporary).expect("a folder");
        for (name, permissions) in [("writable", 0o666), ("protected", 0o444)] {
            std::fs::write(locked.join(name), "a longer old text").expect("written");
            set_mode(&locked.join(name), permissions);
        }
        set_mode(folder.path(), 0o755);
        set_mode(&temporary, 0o777);
        set_mode(&locked, 0o555);
        rerun_without_root(
            "saving::unix::in_a_read_only_folder_a_writable_file_is_rewritten_in_place",
            folder.path(),
        );
        assert_eq!(
            std::fs::read_to_string(locked.join("writable")).expect("text"),
            "new"
        );
        assert_eq!(
            std::fs::read_to_string(locked.join("protected")).expect("text"),
            "a longer old text"
        );
        assert_eq!(names_in(&locked), ["protected", "writable"]);
        assert!(
            names_in(&temporary).is_empty(),
            "the backup copy is removed"
        );
        set_mode(&locked, 0o755);
    }

    #[test]
    fn without_room_for_a_backup_copy_a_file_is_not_rewritten() {
        if let Some(folder) = std::env::var_os(PART) {
            let message = save_text("new", &PathBuf::from(folder).join("locked/writable"))
                .expect_err("no copy")
                .to_string();
            assert!(message.contains("no room for a backup copy"), "{message}");
            return;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let locked = folder.path().join("locked");
        std::fs::create_dir(&locked).expect("a folder");
        std::fs::write(locked.join("writable"), "old").expect("written");
        set_mode(&locked.join("writable"), 0o666);
        set_mode(folder.path(), 0o755);
        set_mode(&locked, 0o555);
        // The temporary folder does not exist.
        rerun_without_root(
            "saving::unix::without_room_for_a_backup_copy_a_file_is_not_rewritten",
            folder.path(),
        );
        assert_eq!(
            std::fs::read_to_string(locked.join("writable")).expect("text"),
            "old"
        );
        set_mode(&locked, 0o755);
    }
}

#[test]
fn temporary_files_of_ended_processes_are_removed_by_the_next_save() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    let mut ended = std::process::Command::new("sh")
        .args(["-c", "exit 0"])
        .spawn()
        .expect("sh");
    let ended_id = ended.id();
    ended.wait().expect("ended");
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(3600);
    let create = |name: &str, old: bool| {
        let created = std::fs::File::create(file(name)).expect("created");
        if old {
            created.set_modified(long_ago).expect("set");
        }
        created
    };
    let abandoned = format!(".steerwright-{ended_id}-abcdef.tmp");
    create(&abandoned, false);
    create(".steerwright-abcdef.tmp", true);
    // Still needed, or created by another program.
    let kept = [
        format!(".steerwright-{}-living.tmp", std::process::id()),
        format!(".steerwright-{ended_id}-locked.tmp"),
        ".steerwright-recent.tmp".to_owned(),
        ".other-abcdef.tmp".to_owned(),
    ];
    let _open: Vec<_> = kept
        .iter()
        .map(|name| {
            let created = create(name, name.contains("locked") || name.contains("other"));
            if name.contains("locked") {
                created.try_lock().expect("locked");
            }
            created
        })
        .collect();
    save_text("{}", &file("a.scene.json")).expect("saved");
    if std::path::Path::new("/proc/self").exists() {
        assert!(!file(&abandoned).exists());
    }
    assert!(!file(".steerwright-abcdef.tmp").exists());
    for name in kept {
        assert!(file(&name).exists(), "{name}");
    }
}
