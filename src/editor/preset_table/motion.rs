//! How the presets move on a course, played together, and what was measured.

use crate::editor::background::{Background, Progress};
use crate::editor::preset_table::stage::stage_ui;
use crate::editor::preset_table::table::{RowName, cells_ui, title_ui};
use crate::editor::preset_table::{GAP, Widths};
use crate::editor::theme;
use egui::{RichText, Slider, Ui};
use egui_material_icons::icons;
use steerwright_authoring::Session;
use steerwright_authoring::presets::comparison::{Course, CourseRun, Figure, Measured, run_course};
use steerwright_runtime::scene::{PathId, Preset, Scene};

/// The pause at the end before the run repeats, s.
const PAUSE: f64 = 0.7;
/// In a narrower window, the slider is shorter, in points.
const NARROW: f32 = 600.0;
/// In a narrower window, playing has a row of its own, in points.
const NARROWEST: f32 = 500.0;
/// The longest time step of a frame, s.
const MAX_FRAME_SECONDS: f64 = 0.1;

/// The runs, their course and the shown time.
#[derive(Debug)]
pub(super) struct Motions {
    /// `None` until the presets are known.
    course: Option<Course>,
    /// The runs, with what they were made of.
    known: Option<(Wanted, CourseRun)>,
    work: Option<(Wanted, Background<CourseRun>)>,
    time: f64,
    playing: bool,
}

/// All that decides how the presets move.
#[derive(Clone, Debug, PartialEq)]
struct Wanted {
    course: Course,
    presets: Vec<Preset>,
    scene: Scene,
    path: Option<PathId>,
}

impl Default for Motions {
    fn default() -> Self {
        Self {
            course: None,
            known: None,
            work: None,
            time: 0.0,
            playing: true,
        }
    }
}

impl Motions {
    /// Plays the course that suits most presets.
    pub(super) fn reset(&mut self) {
        self.course = None;
        self.restart();
    }

    fn restart(&mut self) {
        (self.time, self.playing) = (0.0, true);
    }

    /// Draws the choice of the course, and the playback.
    pub(super) fn controls_ui(&mut self, ui: &mut Ui, session: &Session, presets: &[Preset]) {
        let offered: Vec<Course> = Course::ALL
            .into_iter()
            .filter(|course| presets.iter().any(|preset| course.suits(preset)))
            .collect();
        let suited =
            |course: &&Course| presets.iter().filter(|preset| course.suits(preset)).count();
        // The last one of several is the first of all.
        let best = offered.iter().rev().max_by_key(suited).copied();
        let chosen = self.course.filter(|course| offered.contains(course));
        let Some(shown) = chosen.or(best) else {
            self.known = None;
            return;
        };
        self.course = Some(shown);
        self.update(ui, session, presets, shown);
        ui.separator();
        for course in offered {
            let chosen = shown == course;
            let label = ui.selectable_label(chosen, course.label());
            if label.on_hover_text(course.help()).clicked() {
                self.course = Some(course);
                self.restart();
            }
        }
        let Some((_, run)) = &self.known else { return };
        let end = run.seconds();
        // A slider does not wrap by itself.
        if ui.ctx().content_rect().width() < NARROWEST {
            ui.end_row();
        }
        let (icon, label) = if self.playing {
            (icons::ICON_PAUSE, "Pause the comparison")
        } else {
            (icons::ICON_PLAY_ARROW, "Play the comparison")
        };
        if theme::icon_button(ui, icon, label, "", "", false).clicked() {
            self.playing ^= true;
        }
        let is_narrow = ui.ctx().content_rect().width() < NARROW;
        ui.spacing_mut().slider_width = if is_narrow { 60.0 } else { 120.0 };
        let mut shown = self.time.min(end);
        let slider = Slider::new(&mut shown, 0.0..=end);
        let accent = theme::colors(ui).accent;
        let slider = theme::slider_ui(ui, slider.clamping(egui::SliderClamping::Always), accent);
        let name = "Time of the comparison";
        slider.widget_info(|| egui::WidgetInfo::slider(true, shown, name));
        let field = egui::DragValue::new(&mut shown)
            .suffix(" s")
            .fixed_decimals(2)
            .speed(0.02)
            .range(0.0..=end);
        let field = ui.add(field).labelled_by(slider.id);
        let response = slider.union(field);
        // The slider rounds what it shows.
        if response.changed() && (shown - self.time.min(end)).abs() > 0.01 {
            (self.time, self.playing) = (shown, false);
        }
        if self.playing {
            self.time += f64::from(ui.input(|i| i.stable_dt)).min(MAX_FRAME_SECONDS);
            if self.time > end + PAUSE {
                self.time = 0.0;
            }
            ui.ctx().request_repaint();
        }
    }

    /// Starts the runs that are needed, and takes those that are done.
    fn update(&mut self, ui: &Ui, session: &Session, presets: &[Preset], course: Course) {
        let scene = &session.scene;
        let wanted = Wanted {
            course,
            presets: presets.to_vec(),
            path: common_path(scene, presets),
            // What else is in the scene has no effect.
            scene: Scene {
                ticks_per_second: scene.ticks_per_second,
                seed: scene.seed,
                skin: scene.skin,
                unit: scene.unit.clone(),
                paths: scene.paths.clone(),
                walls: scene.walls.clone(),
                cells: scene.cells.clone(),
                ..Scene::default()
            },
        };
        if let Some((of, work)) = &mut self.work {
            match work.poll() {
                Progress::Working => {}
                Progress::Done(run) => {
                    self.known = Some((of.clone(), run));
                    self.work = None;
                }
                Progress::Lost => self.work = None,
            }
        }
        let is_known = self.known.as_ref().is_some_and(|(of, _)| *of == wanted);
        if !is_known && self.work.is_none() {
            let input = wanted.clone();
            let run = move || run_course(input.course, &input.presets, &input.scene, input.path);
            self.work = Some((wanted, Background::start(ui, "preset comparison", run)));
        }
    }

    /// Draws the stages next to each other, and the figures below.
    pub(super) fn ui(&self, ui: &mut Ui, widths: Widths, session: &Session, presets: &[Preset]) {
        let unit = &session.scene.unit;
        let columns = presets.len();
        let run = self.known.as_ref();
        let run =
            run.filter(|(of, _)| of.presets.len() == columns && Some(of.course) == self.course);
        let Some((_, run)) = run else {
            let text = if self.work.is_some() {
                "Simulating…"
            } else {
                "None of these presets moves by itself."
            };
            ui.label(RichText::new(text).color(theme::colors(ui).text_weak));
            return;
        };
        ui.horizontal(|ui| {
            ui.add_space(widths.labels);
            for (track, preset) in run.tracks.iter().zip(presets) {
                ui.add_space(GAP);
                stage_ui(ui, widths.column, run, track, preset, self.time);
            }
        });
        title_ui(ui, "Measured");
        for (index, figure) in run.figures.iter().enumerate() {
            figure_ui(ui, widths, figure, columns, unit, index % 2 == 1);
        }
    }
}

fn figure_ui(
    ui: &mut Ui,
    widths: Widths,
    figure: &Figure,
    columns: usize,
    unit: &str,
    striped: bool,
) {
    let suffix = figure.unit.suffix(unit);
    let name = RowName {
        label: figure.label,
        help: figure.help,
    };
    cells_ui(ui, widths, striped, name, columns, |ui, column| {
        let colors = theme::colors(ui);
        let value = figure.values.get(column);
        let (text, color) = match value.unwrap_or(&Measured::NotApplicable) {
            Measured::NotApplicable => ("–".to_owned(), colors.text_weak),
            Measured::Never => ("never".to_owned(), colors.warn),
            Measured::Value(value) => {
                let best = figure.is_best(column);
                let color = if best { colors.ok } else { colors.text };
                (format!("{value:.2}{suffix}"), color)
            }
        };
        ui.label(RichText::new(text).color(color));
    });
}

/// The path of the first agent with one of the presets that follow a path.
fn common_path(scene: &Scene, presets: &[Preset]) -> Option<PathId> {
    let follows = |id| {
        let mut matching = presets.iter().filter(|preset| preset.id == id);
        matching.any(|preset| Course::Patrol.suits(preset))
    };
    let mut users = scene.agents.iter().filter(|agent| follows(agent.preset));
    users.find_map(|agent| agent.path)
}
