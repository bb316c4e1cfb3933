//! The loaders, and what must hold for every input: no panic, and what is accepted can be written,
//! read again and run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use steerwright::editor::files::journal;
use steerwright::editor::files::open_files::{self, Claim};
use steerwright::editor::files::recent::RecentFiles;
use steerwright::editor::keyboard::key_map::KeyMap;
use steerwright::editor::pictures;
use steerwright::editor::preferences::settings::Settings;
use steerwright_authoring::clipboard::{self, Clip};
use steerwright_authoring::{Command, sample};
use steerwright_export::conformance::CaseStep;
use steerwright_export::level::drawing::{DRAWABLE, drawing};
use steerwright_export::level::{self, Level, Placing};
use steerwright_export::{self as export, ExportTarget};
use steerwright_format::export_file::ron::read_ron;
use steerwright_format::export_file::{self, PlacedScene, preset_fields, read_export, text};
use steerwright_format::{pretty, read_preset, read_scene, rounding, write_preset, write_scene};
use steerwright_link::Address;
use steerwright_runtime::scene::{ExportOptions, PresetId, Scene};
use steerwright_runtime::simulation::World;

/// The ticks that an accepted scene is run.
const TICKS: usize = 30;
/// Larger accepted scenes are not run: an input should take milliseconds.
const MAX_AGENTS: usize = 50;
/// The longer side that pictures are reduced to, in pixels: drawing a large one takes long.
const PICTURE_SIDE: u32 = 128;

/// The samples whose saved worlds are loaded: guards with doors, and spawners.
const SAVED: [&str; 2] = ["Night watch", "Squad"];

/// A reader of untrusted bytes.
#[derive(Clone, Copy, Debug)]
pub enum Loader {
    Scene,
    Preset,
    Export,
    Ron,
    /// An import, by the extension of its files.
    Import(&'static str),
    /// A map that others made, by the name of its file.
    Level(&'static str),
    /// A picture underneath a scene, by the name of its file.
    Picture(&'static str),
    /// The fields of a preset in an export, which a game may send by themselves.
    ExportedPreset,
    /// The commands of a conformance case.
    CaseCommands,
    /// A saved world of one of two samples.
    Save,
    /// Copied items on the system's clipboard.
    Clipboard,
    LinkAddress,
    /// A line that a game or an editor sends.
    LinkMessage,
    RecoveryCopy,
    Settings,
    Keys,
    RecentFiles,
    /// The note about which editor has a file open.
    OpenFileNote,
}

impl Loader {
    pub const ALL: [Self; 32] = [
        Self::Scene,
        Self::Preset,
        Self::Export,
        Self::Ron,
        Self::Import("steer.json"),
        Self::Import("nodes.csv"),
        Self::Import("tmx"),
        Self::Import("tmj"),
        Self::Import("lua"),
        Self::Import("tscn"),
        Self::Import("tres"),
        Self::Level("level.csv"),
        Self::Level("level.ldtk"),
        Self::Level("level.svg"),
        Self::Level("level.tmj"),
        Self::Level("level.tmx"),
        Self::Level("level.tscn"),
        Self::Picture("picture.svg"),
        Self::Picture("picture.png"),
        Self::Picture("picture.jpg"),
        Self::Picture("picture.webp"),
        Self::ExportedPreset,
        Self::CaseCommands,
        Self::Save,
        Self::Clipboard,
        Self::LinkAddress,
        Self::LinkMessage,
        Self::RecoveryCopy,
        Self::Settings,
        Self::Keys,
        Self::RecentFiles,
        Self::OpenFileNote,
    ];

    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|loader| loader.name() == name)
    }

    /// The name of the loader, and of its folder in `corpus`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scene => "scene",
            Self::Preset => "preset",
            Self::Export => "export",
            Self::Ron => "ron",
            Self::Import(extension) => extension,
            Self::Level(file) | Self::Picture(file) => file,
            Self::ExportedPreset => "exported-preset",
            Self::CaseCommands => "case-commands",
            Self::Save => "save",
            Self::Clipboard => "clipboard",
            Self::LinkAddress => "link-address",
            Self::LinkMessage => "link-message",
            Self::RecoveryCopy => "recovery-copy",
            Self::Settings => "settings",
            Self::Keys => "keys",
            Self::RecentFiles => "recent-files",
            Self::OpenFileNote => "open-file-note",
        }
    }

    /// Reads `bytes`. Panics if anything that must hold does not.
    pub fn feed(self, bytes: &[u8]) {
        if let Self::Picture(_) = self {
            check_picture(bytes);
            return;
        }
        // Readers of files refuse anything else.
        let Ok(text) = std::str::from_utf8(bytes) else {
            return;
        };
        match self {
            Self::Picture(_) => {}
            Self::Scene => {
                if let Ok(loaded) = read_scene(text) {
                    check_scene(&loaded.value);
                }
            }
            Self::Preset => {
                if let Ok(loaded) = read_preset(text) {
                    let written =
                        write_preset(&loaded.value).expect("what was read can be written");
                    let again = read_preset(&written).expect("what was written can be read");
                    assert_eq!(again.value, loaded.value);
                }
            }
            Self::Export => {
                if let Ok(exported) = read_export(text) {
                    check_scene(&exported.scene);
                }
            }
            Self::Ron => {
                if let Ok(exported) = read_ron(text) {
                    check_scene(&exported.scene);
                }
            }
            Self::Import(extension) => {
                if let Some(Ok(scene)) = export::import(&format!("fuzzed.{extension}"), text) {
                    check_scene(&scene);
                }
            }
            Self::Level(file) => {
                let path = folder_with(file, bytes).join(file);
                if let Ok(level) = level::read(&path, false) {
                    check_level(&level, file);
                }
                if DRAWABLE.iter().any(|extension| file.ends_with(extension)) {
                    check_drawing(&path, text);
                }
            }
            Self::ExportedPreset => {
                let read = |text: &str| export_file::read_preset(text, PresetId(1), 60.0);
                if let Ok(preset) = read(text) {
                    let fields = preset_fields(&preset, 1.0 / 60.0);
                    let written = pretty(&fields.into());
                    assert_eq!(
                        read(&written).expect("what was written can be read"),
                        preset
                    );
                }
            }
            Self::CaseCommands => {
                for line in text.lines() {
                    if let Ok(step) = line.parse::<CaseStep>() {
                        assert_eq!(step.to_string().parse::<CaseStep>().ok(), Some(step));
                    }
                }
            }
            Self::Save => SAVED.iter().for_each(|name| check_save(name, text)),
            Self::Clipboard => {
                if let Ok(clip) = Clip::read(text) {
                    let copied = clip.text().expect("what was read can be copied");
                    assert_eq!(
                        Clip::read(&copied).expect("what was copied can be read"),
                        clip
                    );
                    assert!(clip.center().is_none_or(|center| center.is_finite()));
                    let mut scene = Scene::default();
                    clipboard::paste(&mut scene, &clip, -clip.center().unwrap_or_default());
                    // As a session does after every step.
                    rounding::round_numbers(&mut scene);
                    check_scene(&scene);
                }
            }
            Self::LinkAddress => {
                if let Ok(address) = text.parse::<Address>() {
                    assert_eq!(address.to_string().parse::<Address>().ok(), Some(address));
                }
            }
            Self::LinkMessage => steerwright_link::read_as_every_message(bytes),
            Self::RecoveryCopy => {
                let folder = folder_with("1.journal.json", bytes);
                std::fs::write(folder.join("1.lock"), "").expect("a file");
                for copy in journal::find_recovery_copies(&folder).copies {
                    let _ = read_scene(&copy.scene_text);
                }
            }
            Self::Settings => {
                let folder = folder_with("settings.json", bytes);
                let mut settings = Settings::load_from(&folder);
                settings.set_link_port(settings.link_port());
                let again = Settings::load_from(&folder);
                assert_eq!(again.tools(), settings.tools());
                assert_eq!(again.link_token(), settings.link_token());
            }
            Self::Keys => {
                let folder = folder_with("keys.json", bytes);
                let mut keys = KeyMap::load_from(&folder);
                keys.reset(Command::by_group().next().expect("a command"));
                assert_eq!(KeyMap::load_from(&folder), keys);
            }
            Self::RecentFiles => {
                let file = folder_with("recent.json", bytes).join("recent.json");
                let mut recent = RecentFiles::load_from(&file);
                recent.add(Path::new("/scenes/last.scene.json"));
                assert_eq!(RecentFiles::load_from(&file).list(), recent.list());
            }
            Self::OpenFileNote => check_open_file_note(bytes),
        }
    }
}

/// A folder of this process that holds only this file.
fn folder_with(name: &str, bytes: &[u8]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("steerwright-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join(name), bytes).expect("a file");
    folder
}

/// A picture is refused, or has the size that it was reduced to.
fn check_picture(bytes: &[u8]) {
    if let Ok(decoded) = pictures::decode(bytes, PICTURE_SIDE) {
        let [width, height] = decoded.image.size;
        assert!(width.max(height) <= PICTURE_SIDE as usize);
        assert_eq!(decoded.image.pixels.len(), width * height);
        assert!(decoded.pixels.iter().all(|&side| side > 0));
    }
}

/// The second editor on a file reads what the first one noted.
fn check_open_file_note(bytes: &[u8]) {
    let folder = folder_with("scene", b"").join("notes");
    let scene = Path::new("/scenes/open.scene.json");
    let _open = open_files::claim(&folder, scene);
    for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
        if entry.path().extension().is_some_and(|end| end == "json") {
            std::fs::write(entry.path(), bytes).expect("a file");
        }
    }
    if let Claim::Other(Some(owner)) = open_files::claim(&folder, scene) {
        let _ = owner.to_string();
    }
}

/// A save is refused and changes nothing, or it is what the world then is: it is written as it was
/// read, and runs.
fn check_save(name: &str, text: &str) {
    let mut scenes = sample::scenes().into_iter().map(|(_, scene)| scene);
    let scene = scenes.find(|scene| scene.name == name).expect("a sample");
    let mut world = World::new(&scene);
    let before = world.hash64();
    if world.load_save(text).is_err() {
        assert_eq!(world.hash64(), before);
        return;
    }
    let saved = world.save();
    let mut again = World::new(&scene);
    again
        .load_save(&saved)
        .expect("what was written can be read");
    assert_eq!(again.save(), saved);
    assert_eq!(again.hash64(), world.hash64());
    for _ in 0..TICKS {
        world.step();
        again.step();
    }
    assert_eq!(again.hash64(), world.hash64());
    assert!(
        world
            .agents()
            .all(|agent| agent.position.is_finite() && agent.velocity.is_finite())
    );
}

/// What was read of a map can be brought into a scene, or is refused, and bringing it in again
/// changes nothing. Tiles are parts of images that are there.
fn check_drawing(path: &Path, text: &str) {
    if let Ok(drawing) = drawing(path, text, false) {
        for tile in &drawing.tiles {
            assert!(tile.image < drawing.images.len());
            assert!((0.0..=1.0).contains(&tile.opacity));
        }
    }
}

/// What is read of a map can be brought into a scene, or is refused, and bringing it in again
/// changes nothing.
fn check_level(level: &Level, file: &str) {
    let import = level::Import {
        file: file.to_owned(),
        placing: Placing::of(level),
        choices: level.choices(&[], &BTreeMap::new()),
        delete_gone: false,
        with_deleted: false,
    };
    let mut scene = Scene::default();
    if level::merge(&mut scene, level, &import).is_ok() {
        check_scene(&scene);
        let before = scene.clone();
        level::merge(&mut scene, level, &import).expect("brought in again");
        assert_eq!(scene, before);
    }
}

/// An accepted scene survives being saved and exported, and its run stays finite.
fn check_scene(scene: &Scene) {
    let written = write_scene(scene).expect("what was read can be written");
    let again = read_scene(&written).expect("what was written can be read");
    assert_eq!(&again.value, scene);
    if scene.agents.len() > MAX_AGENTS {
        return;
    }
    if let Ok(placed) = PlacedScene::new(scene, &ExportOptions::default()) {
        let exported = read_export(&text(&placed)).expect("an export can be read");
        assert_eq!(exported.scene.agents.len(), scene.agents.len());
    }
    if let Err(error) = export::export(scene, ExportTarget::Json, &ExportOptions::default()) {
        // The only limit that a scene may exceed and an export may not.
        assert!(error.to_string().contains("crossed cells"), "{error}");
    }
    let mut world = World::new(scene);
    for _ in 0..TICKS {
        world.step();
    }
    for agent in &scene.agents[..] {
        let state = world.agent(agent.id).expect("an agent");
        assert!(state.position.is_finite() && state.velocity.is_finite());
    }
}
