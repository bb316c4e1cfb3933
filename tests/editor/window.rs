//! A harness for the whole editor window, by roles and names, mouse and keyboard.

use egui::accesskit::Role;
use egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, TouchPhase, Vec2,
    vec2,
};
use egui_kittest::Harness;
use egui_kittest::kittest::{By, NodeT, Queryable};
use steerwright::confirmed_exports::ConfirmedExports;
use steerwright::editor::app::{App, Start};
use steerwright::editor::theme;
use steerwright_authoring::{Playback, Selection};
use steerwright_format::save_scene;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::Scene;
use tempfile::TempDir;

pub struct Window {
    pub harness: Harness<'static, App>,
    pub folder: TempDir,
}

/// A position.
pub fn at(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

impl Window {
    /// As at first start.
    pub fn first() -> Self {
        Self::start(tempfile::tempdir().unwrap(), None)
    }

    /// With `scene` opened from a file, paused at its start, nothing selected.
    pub fn of(scene: &Scene) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sample.scene.json");
        save_scene(scene, &file).unwrap();
        let mut window = Self::start(folder, Some(file));
        window.ctrl_shift(Key::A);
        window
    }

    /// With `scene` opened, whose stored exports the user confirmed earlier.
    pub fn with_confirmed_exports(scene: &Scene) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sample.scene.json");
        save_scene(scene, &file).unwrap();
        let settings = folder.path().join("settings");
        ConfirmedExports::load_from(Some(&settings))
            .confirm(&file, &scene.editor.exports)
            .expect("confirmed");
        let start = Start {
            file: Some(file),
            settings_folder: Some(settings),
            ..Start::default()
        };
        Self::start_with(folder, start)
    }

    /// With an empty scene.
    pub fn empty() -> Self {
        let mut window = Self::first();
        window.ctrl(Key::N);
        assert!(window.scene().is_empty());
        window
    }

    /// With `scene` opened and settings in `settings_folder`.
    pub fn with_settings(scene: &Scene, settings_folder: &std::path::Path) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sample.scene.json");
        save_scene(scene, &file).unwrap();
        Self::start_with(
            folder,
            Start {
                file: Some(file),
                settings_folder: Some(settings_folder.to_owned()),
                ..Start::default()
            },
        )
    }

    /// As at first start, with recovery copies of crashed editors in `journal_folder`.
    pub fn with_journal(journal_folder: &std::path::Path) -> Self {
        let start = Start {
            journal_folder: Some(journal_folder.to_owned()),
            ..Start::default()
        };
        Self::start_with(tempfile::tempdir().unwrap(), start)
    }

    /// With `file` opened and a data folder for backups and notes about open files.
    pub fn with_data(file: &std::path::Path, data_folder: &std::path::Path) -> Self {
        let start = Start {
            file: Some(file.to_owned()),
            data_folder: Some(data_folder.to_owned()),
            ..Start::default()
        };
        Self::start_with(tempfile::tempdir().unwrap(), start)
    }

    /// With `file` opened and recovery copies in `journal_folder`. Dropping the window leaves the
    /// copy like a crash.
    pub fn of_file(file: &std::path::Path, journal_folder: &std::path::Path) -> Self {
        let start = Start {
            file: Some(file.to_owned()),
            journal_folder: Some(journal_folder.to_owned()),
            ..Start::default()
        };
        Self::start_with(tempfile::tempdir().unwrap(), start)
    }

    fn start(folder: TempDir, file: Option<std::path::PathBuf>) -> Self {
        Self::start_with(
            folder,
            Start {
                file,
                ..Start::default()
            },
        )
    }

    fn start_with(folder: TempDir, start: Start) -> Self {
        let app = App::new(
            &egui::Context::default(),
            Start {
                own_dialogs: true,
                ..start
            },
        );
        let harness = Harness::builder()
            .with_size([1600.0, 1000.0])
            .with_step_dt(1.0 / 60.0)
            // Draw several frames if something moves, as in the first scene, so that animations
            // end.
            .with_max_steps(100)
            .with_context_setup(theme::apply)
            .build_ui_state(|ui, app: &mut App| app.show(ui), app);
        let mut window = Self { harness, folder };
        window.frames(3);
        window
    }

    pub fn app(&self) -> &App {
        self.harness.state()
    }

    pub fn scene(&self) -> &Scene {
        &self.app().session().scene
    }

    pub fn selection(&self) -> &Selection {
        &self.app().session().selection
    }

    pub fn playback(&self) -> &Playback {
        self.app().playback()
    }

    /// The names of the steps that can be undone, oldest first.
    pub fn steps(&self) -> Vec<String> {
        let (names, done) = self.app().session().history().steps();
        names.into_iter().take(done).map(str::to_owned).collect()
    }

    /// Draws frames, and more as long as a dialog shows that a file is being read, or a scene of
    /// usual size is being checked.
    pub fn frames(&mut self, count: usize) {
        (0..count).for_each(|_| self.harness.step());
        while self.harness.query_all_by_label("Reading…").next().is_some() || self.is_checking() {
            std::thread::sleep(std::time::Duration::from_millis(1));
            self.harness.step();
        }
    }

    fn is_checking(&self) -> bool {
        let nodes = self.scene().paths.iter().map(|path| path.nodes.len());
        let count = nodes.sum::<usize>() + self.scene().agents.len();
        count <= 200 && self.app().is_checking()
    }

    /// Converts a position in the scene to a window position.
    pub fn pos(&self, p: DVec2) -> Pos2 {
        let canvas = self
            .harness
            .get_by_role_and_label(Role::Canvas, "Canvas")
            .rect();
        let s = self.app().canvas().viewport.screen_from_world(p);
        canvas.min + vec2(s.x as f32, s.y as f32)
    }

    /// The window position of a named item on the canvas.
    pub fn item(&self, name: &str) -> Pos2 {
        self.harness
            .get_by_role_and_label(Role::GraphicsSymbol, name)
            .rect()
            .center()
    }

    pub fn has_item(&self, name: &str) -> bool {
        self.harness
            .query_by_role_and_label(Role::GraphicsSymbol, name)
            .is_some()
    }

    fn button(&mut self, pos: Pos2, button: PointerButton, pressed: bool, modifiers: Modifiers) {
        self.harness.event(Event::PointerButton {
            pos,
            button,
            pressed,
            modifiers,
        });
        self.frames(1);
    }

    pub fn hover(&mut self, p: Pos2) {
        self.harness.hover_at(p);
        self.frames(1);
    }

    pub fn press(&mut self, p: Pos2) {
        self.hover(p);
        self.button(p, PointerButton::Primary, true, Modifiers::NONE);
    }

    pub fn release(&mut self, p: Pos2) {
        self.button(p, PointerButton::Primary, false, Modifiers::NONE);
        self.frames(2);
    }

    pub fn click(&mut self, p: Pos2) {
        self.press(p);
        self.release(p);
    }

    pub fn click_with(&mut self, p: Pos2, button: PointerButton, modifiers: Modifiers) {
        self.hover(p);
        self.harness.event(Event::ModifiersChanged(modifiers));
        self.button(p, button, true, modifiers);
        self.button(p, button, false, modifiers);
        self.harness.event(Event::ModifiersChanged(Modifiers::NONE));
        self.frames(2);
    }

    pub fn right_click(&mut self, p: Pos2) {
        self.click_with(p, PointerButton::Secondary, Modifiers::NONE);
    }

    /// Presses and moves without releasing.
    pub fn drag(&mut self, from: Pos2, to: Pos2) {
        self.press(from);
        for i in 1..=5 {
            self.hover(from.lerp(to, i as f32 / 5.0));
        }
    }

    pub fn drag_and_drop(&mut self, from: Pos2, to: Pos2) {
        self.drag(from, to);
        self.release(to);
    }

    /// Drops a file of the window's folder onto the window.
    pub fn drop_file(&mut self, name: &str) {
        let path = self.folder.path().join(name);
        self.harness
            .input_mut()
            .dropped_files
            .push(std::sync::Arc::new(Dropped(path)));
        self.frames(3);
    }

    pub fn key(&mut self, key: Key) {
        self.key_with(key, Modifiers::NONE);
    }

    pub fn ctrl(&mut self, key: Key) {
        self.key_with(key, Modifiers::COMMAND);
    }

    pub fn ctrl_shift(&mut self, key: Key) {
        self.key_with(key, Modifiers::COMMAND | Modifiers::SHIFT);
    }

    pub fn key_with(&mut self, key: Key, modifiers: Modifiers) {
        self.harness.key_press_modifiers(modifiers, key);
        self.frames(2);
    }

    pub fn text(&mut self, text: &str) {
        // Letter by letter, like typing.
        for letter in text.chars() {
            self.harness.event(Event::Text(letter.into()));
            self.frames(1);
        }
    }

    /// Turns the wheel over `p` by points.
    pub fn scroll(&mut self, p: Pos2, delta: Vec2) {
        self.hover(p);
        self.harness.event(Event::MouseWheel {
            unit: MouseWheelUnit::Point,
            delta,
            phase: TouchPhase::Move,
            source: MouseWheelSource::Wheel,
            modifiers: Modifiers::NONE,
        });
        self.frames(40);
    }

    /// Whether a widget of that role and name exists.
    pub fn has(&self, role: Role, label: &str) -> bool {
        self.harness
            .query_all_by_role_and_label(role, label)
            .next()
            .is_some()
    }

    /// Whether any text contains `part`.
    pub fn says(&self, part: &str) -> bool {
        self.harness
            .query_all_by_label_contains(part)
            .next()
            .is_some()
            || self
                .harness
                .query_all(By::new().value(part))
                .next()
                .is_some()
    }

    pub fn position_of(&self, role: Role, label: &str) -> Pos2 {
        self.harness
            .get_by_role_and_label(role, label)
            .rect()
            .center()
    }

    /// Whether the only button of that name can be clicked.
    pub fn is_enabled(&self, label: &str) -> bool {
        let button = self.harness.get_by_role_and_label(Role::Button, label);
        !button.accesskit_node().is_disabled()
    }

    /// Clicks the only button of that name.
    pub fn click_button(&mut self, label: &str) {
        let p = self.position_of(Role::Button, label);
        self.click(p);
    }

    /// Clicks the last button whose name contains `part`: the one in the menu or window opened
    /// last.
    pub fn click_last(&mut self, part: &str) {
        let all = self
            .harness
            .get_all(By::new().role(Role::Button).label_contains(part));
        let p = all.last().expect("a button").rect().center();
        self.click(p);
    }

    /// Opens a menu and chooses the entry whose name starts with `entry`.
    pub fn menu(&mut self, menu: &str, entry: &str) {
        self.click_button(menu);
        self.frames(2);
        self.click_last(entry);
    }

    pub fn double_click(&mut self, role: Role, label: &str) {
        self.frames(40); // so that clicks before do not count
        let p = self.position_of(role, label);
        self.hover(p);
        for _ in 0..2 {
            self.button(p, PointerButton::Primary, true, Modifiers::NONE);
            self.button(p, PointerButton::Primary, false, Modifiers::NONE);
        }
        self.frames(2);
    }

    /// Where the versions in the list of backups are, newest first.
    pub fn backup_rows(&self) -> Vec<Pos2> {
        self.harness
            .query_all_by_label_contains("Today at ")
            .map(|row| row.rect().center())
            .collect()
    }

    pub fn click_row(&mut self, label: &str) {
        let p = self
            .harness
            .get_all_by_role_and_label(Role::ListItem, label)
            .next()
            .expect("a row")
            .rect()
            .center();
        self.click(p);
    }

    /// Scrolls to the first widget of that name.
    pub fn scroll_to(&mut self, label: &str) {
        let mut all = self.harness.get_all_by_label(label);
        all.next().expect("a widget").scroll_to_me();
        drop(all);
        self.frames(30);
    }

    /// Types into a field that opens on click, and presses Enter.
    pub fn enter(&mut self, role: Role, label: &str, text: &str) {
        let p = self.position_of(role, label);
        self.click(p);
        self.frames(2);
        self.ctrl(Key::A);
        self.text(text);
        self.key(Key::Enter);
    }

    /// The number fields of that name, from left to right.
    pub fn numbers(&self, label: &str) -> Vec<Pos2> {
        let fields = self
            .harness
            .query_all_by_role_and_label(Role::SpinButton, label);
        fields.map(|field| field.rect().center()).collect()
    }

    /// Types into the number field at this position and presses Enter.
    pub fn type_into(&mut self, field: Pos2, text: &str) {
        self.click(field);
        self.frames(2);
        self.ctrl(Key::A);
        self.text(text);
        self.key(Key::Enter);
    }

    /// The value that a field shows.
    pub fn value(&self, role: Role, label: &str) -> String {
        self.harness
            .get_by_role_and_label(role, label)
            .accesskit_node()
            .value()
            .unwrap_or_default()
    }

    /// Chooses an option of a drop-down list.
    pub fn choose(&mut self, list: &str, entry: &str) {
        // What is measured in the background can move the list in the moment of the click.
        for _ in 0..10 {
            let p = self.position_of(Role::ComboBox, list);
            self.click(p);
            self.frames(2);
            let named = By::new().role(Role::Button).label_contains(entry);
            if self.harness.query_all(named).next().is_some() {
                break;
            }
            self.key(Key::Escape);
            self.frames(2);
        }
        self.click_last(entry);
    }
}

#[derive(Debug)]
struct Dropped(std::path::PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &std::path::Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}
