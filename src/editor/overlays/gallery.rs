//! Pictures of the sample scenes and of recent scenes, to open one of them.

use crate::editor::background::{Background, Progress};
use crate::editor::theme;
use crate::editor::widgets::thumbnail::Thumbnail;
use egui::{Align2, FontId, Rect, RichText, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};
use std::path::PathBuf;
use steerwright_format::load_scene;
use steerwright_runtime::scene::Scene;

/// The size of a picture, in points.
const PICTURE: egui::Vec2 = vec2(124.0, 84.0);
/// The height of the name below a picture, in points.
const NAME: f32 = 20.0;
/// At most this many recent scenes are shown.
const MAX_RECENT: usize = 8;

/// The pictures. They are made when they are first shown.
#[derive(Debug, Default)]
pub struct Gallery {
    samples: Vec<(String, Thumbnail)>,
    recent: Recent,
}

#[derive(Debug, Default)]
enum Recent {
    #[default]
    NotRead,
    Reading(Background<Vec<(PathBuf, Thumbnail)>>),
    Read(Vec<(PathBuf, Thumbnail)>),
}

/// A scene that was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GalleryChoice {
    /// A built-in sample scene, by index.
    Sample(usize),
    /// A recent file.
    Recent(PathBuf),
}

impl Gallery {
    /// Reads the recent scenes again when they are shown next.
    pub fn refresh(&mut self) {
        self.recent = Recent::NotRead;
    }

    /// Draws the pictures. `recent_paths` is called once, because a disk may be slow.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        samples: &[(String, Scene)],
        recent_paths: &dyn Fn() -> Vec<PathBuf>,
    ) -> Option<GalleryChoice> {
        if self.samples.is_empty() {
            let pictures = samples
                .iter()
                .map(|(_, scene)| (scene.name.clone(), Thumbnail::of(scene)));
            self.samples = pictures.collect();
        }
        self.read_recent(ui, recent_paths);
        let mut choice = None;
        if let Recent::Read(recent) = &self.recent
            && !recent.is_empty()
        {
            heading_ui(ui, "Recent scenes");
            tiles_ui(ui, |ui| {
                for (path, picture) in recent {
                    let name = path
                        .file_name()
                        .unwrap_or(path.as_os_str())
                        .to_string_lossy();
                    if tile_ui(ui, &name, picture)
                        .on_hover_text(path.display().to_string())
                        .clicked()
                    {
                        choice = Some(GalleryChoice::Recent(path.clone()));
                    }
                }
            });
            ui.add_space(6.0);
        }
        heading_ui(ui, "Samples");
        tiles_ui(ui, |ui| {
            for (index, (name, picture)) in self.samples.iter().enumerate() {
                if tile_ui(ui, name, picture).clicked() {
                    choice = Some(GalleryChoice::Sample(index));
                }
            }
        });
        choice
    }

    fn read_recent(&mut self, ui: &Ui, recent_paths: &dyn Fn() -> Vec<PathBuf>) {
        match &mut self.recent {
            Recent::NotRead => {
                let paths = recent_paths();
                let work = move || {
                    let pictures = paths.into_iter().filter_map(|path| {
                        let scene = load_scene(&path).ok()?.value;
                        Some((path, Thumbnail::of(&scene)))
                    });
                    pictures.take(MAX_RECENT).collect()
                };
                self.recent = Recent::Reading(Background::start(ui, "recent scenes", work));
            }
            Recent::Reading(work) => match work.poll() {
                Progress::Working => {}
                Progress::Done(recent) => self.recent = Recent::Read(recent),
                Progress::Lost => self.recent = Recent::Read(Vec::new()),
            },
            Recent::Read(_) => {}
        }
    }
}

fn heading_ui(ui: &mut Ui, text: &str) {
    let text = RichText::new(text)
        .strong()
        .color(theme::colors(ui).text_strong);
    indented_ui(ui, |ui| {
        ui.label(text);
    });
}

/// Draws tiles in rows, as many in each as fit, in the middle of the width.
fn tiles_ui(ui: &mut Ui, add_tiles: impl FnOnce(&mut Ui)) {
    indented_ui(ui, |ui| {
        ui.horizontal_wrapped(add_tiles);
    });
}

/// Draws contents as wide as the tiles of a row, in the middle of the width.
fn indented_ui(ui: &mut Ui, add_contents: impl FnOnce(&mut Ui)) {
    let gap = ui.spacing().item_spacing.x;
    let room = ui.available_width();
    let columns = ((room + gap) / (PICTURE.x + gap)).floor().max(1.0);
    let width = columns * (PICTURE.x + gap) - gap;
    ui.horizontal_top(|ui| {
        ui.add_space(((room - width) / 2.0).max(0.0));
        ui.vertical(|ui| {
            // A point more, so that rounding does not wrap the last tile.
            ui.set_max_width(width + 1.0);
            add_contents(ui);
        });
    });
}

/// A picture with a name, as a button.
fn tile_ui(ui: &mut Ui, name: &str, picture: &Thumbnail) -> egui::Response {
    let colors = theme::colors(ui);
    let (rect, response) = ui.allocate_exact_size(PICTURE + vec2(0.0, NAME), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    let frame = Rect::from_min_size(rect.min, PICTURE);
    picture.draw(ui.painter(), frame, colors);
    let (stroke, text) = if response.hovered() || response.has_focus() {
        (Stroke::new(1.5, colors.accent), colors.text_strong)
    } else {
        (Stroke::new(1.0, colors.outline), colors.text)
    };
    let rounding = f32::from(theme::ROUNDING);
    ui.painter()
        .rect_stroke(frame, rounding, stroke, StrokeKind::Inside);
    let below = Rect::from_min_max(frame.left_bottom(), rect.max);
    ui.painter_at(below).text(
        below.center(),
        Align2::CENTER_CENTER,
        name,
        FontId::proportional(theme::SMALL_SIZE),
        text,
    );
    response
}
