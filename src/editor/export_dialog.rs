//! The export dialog: a target, its options, a folder, and a look at the files before they are written.

use crate::editor::theme;
use crate::export::{self, Options, OutputFile, Target};
use crate::scene::Scene;
use egui::text::{LayoutJob, TextFormat};
use egui::{Align, Color32, DragValue, FontId, Key, Label, Layout, Modal, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo, vec2};
use egui_material_icons::icons;
use std::path::{Path, PathBuf};

/// Lines of a file that are shown.
const PREVIEW_LINES: usize = 30;
/// Characters of a line that are shown.
const PREVIEW_COLUMNS: usize = 160;
/// Seconds of trace offered when the trace is switched on.
const TRACE_SECONDS: f64 = 10.0;

/// What the dialog wants done.
#[derive(Clone, Debug, PartialEq)]
pub enum ExportRequest {
    /// Ask the system for a folder, and hand it to [`ExportDialog::set_folder`].
    ChooseFolder,
    /// Write the files of `target` into `folder`.
    Export {
        /// For which engine.
        target: Target,
        /// How.
        options: Options,
        /// Where to.
        folder: PathBuf,
    },
}

/// The dialog, open or closed, with the choices made last.
pub struct ExportDialog {
    open: bool,
    /// Just opened: the key that opened it is not meant for it.
    fresh: bool,
    target: Target,
    options: Options,
    folder: String,
    preview: Option<Preview>,
    last: Option<ExportRequest>,
}

/// Files as they would be written, and from what.
struct Preview {
    scene: Scene,
    target: Target,
    options: Options,
    outcome: Result<Vec<FilePreview>, String>,
    /// The file that is looked at.
    shown: usize,
}

struct FilePreview {
    name: String,
    size: usize,
    text: String,
}

impl Default for ExportDialog {
    fn default() -> Self {
        let target = Target::ALL[0];
        Self { open: false, fresh: false, target, options: Options::default(), folder: String::new(), preview: None, last: None }
    }
}

impl ExportDialog {
    /// Opens it with the choices made last.
    pub fn open(&mut self) {
        self.open = true;
        self.fresh = true;
    }

    /// Closes it.
    pub fn close(&mut self) {
        self.open = false;
        self.preview = None;
    }

    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Where to export to.
    pub fn set_folder(&mut self, folder: PathBuf) {
        self.folder = folder.display().to_string();
    }

    /// Where to export to, if nothing was chosen yet.
    pub fn offer_folder(&mut self, folder: &Path) {
        if self.folder.is_empty() {
            self.set_folder(folder.to_owned());
        }
    }

    /// The last export asked for, to do it again; never [`ExportRequest::ChooseFolder`].
    pub fn last_request(&self) -> Option<&ExportRequest> {
        self.last.as_ref()
    }

    /// Draws it, if it is open, over everything else.
    pub fn ui(&mut self, ctx: &egui::Context, scene: &Scene) -> Option<ExportRequest> {
        if !self.open {
            return None;
        }
        self.look(scene);
        // Enter is for the dialog, except where a button has the focus that means something else.
        let fresh = std::mem::take(&mut self.fresh);
        let entered = !fresh && ctx.input(|i| i.events.iter().any(is_enter));
        let screen = ctx.content_rect().size();
        let size = vec2((screen.x - 80.0).min(880.0), (screen.y - 80.0).min(560.0));
        let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(16).corner_radius(2 * theme::ROUNDING);
        let modal = Modal::new(egui::Id::unique("export dialog")).frame(frame).show(ctx, |ui| {
            ui.set_min_width(size.x);
            ui.set_max_width(size.x);
            self.contents_ui(ui, size.y, entered)
        });
        let request = modal.inner.clone();
        if let Some(Wish::Request(request)) = request {
            if matches!(request, ExportRequest::Export { .. }) {
                self.last = Some(request.clone());
                self.close();
            }
            return Some(request);
        }
        if matches!(modal.inner, Some(Wish::Cancel)) || modal.should_close() {
            self.close();
        }
        None
    }

    /// Makes the preview, if anything it depends on changed.
    fn look(&mut self, scene: &Scene) {
        let fits = |p: &Preview| p.target == self.target && p.options == self.options && p.scene == *scene;
        if self.preview.as_ref().is_some_and(fits) {
            return;
        }
        let shown = self.preview.as_ref().filter(|preview| preview.target == self.target).map_or(0, |preview| preview.shown);
        let outcome = match export::export(scene, self.target, &self.options) {
            Ok(files) => Ok(files.iter().map(FilePreview::of).collect()),
            Err(error) => Err(error.to_string()),
        };
        self.preview = Some(Preview { scene: scene.clone(), target: self.target, options: self.options, outcome, shown });
    }

    fn contents_ui(&mut self, ui: &mut Ui, height: f32, entered: bool) -> Option<Wish> {
        ui.label(RichText::new("Export").heading().strong().color(theme::TEXT_STRONG));
        ui.add_space(4.0);
        let middle = (height - 110.0).max(120.0);
        ui.horizontal_top(|ui| {
            ui.allocate_ui_with_layout(vec2(270.0, middle), Layout::top_down(Align::Min), |ui| self.targets_ui(ui, middle));
            ui.add_space(8.0);
            let rest = vec2(ui.available_width(), middle);
            ui.allocate_ui_with_layout(rest, Layout::top_down(Align::Min), |ui| {
                // Enter exports: it must not turn over the option that happens to have the focus on the way.
                let before = entered.then_some(self.options);
                self.options_ui(ui);
                if let Some(before) = before {
                    self.options = before;
                }
                ui.add_space(4.0);
                self.preview_ui(ui, middle);
            });
        });
        ui.add_space(6.0);
        let chosen = self.folder_ui(ui);
        ui.add_space(6.0);
        let pressed = self.buttons_ui(ui, entered && chosen.is_none());
        chosen.or(pressed)
    }

    fn targets_ui(&mut self, ui: &mut Ui, height: f32) {
        ScrollArea::vertical().id_salt("targets").max_height(height).auto_shrink(false).show(ui, |ui| {
            for target in Target::ALL.iter().copied() {
                let selected = target == self.target;
                if target_card(ui, target, selected).clicked() {
                    self.target = target;
                }
            }
        });
    }

    fn options_ui(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            let options = &mut self.options;
            ui.checkbox(&mut options.y_down, "Y points down").on_hover_text("Turns the scene over, for engines whose y axis points down.");
            ui.add_space(10.0);
            let label = ui.label(RichText::new("Scale").color(theme::TEXT_WEAK));
            let speed = options.scale.abs().max(0.01) * 0.01;
            ui.add(DragValue::new(&mut options.scale).range(1e-4..=1e6).speed(speed).prefix("× "))
                .labelled_by(label.id)
                .on_hover_text("Every length is multiplied by this: 32 turns metres into pixels of 32 a metre.");
            ui.add_space(10.0);
            let mut with_trace = options.with_trace.is_some();
            let hint = "Adds the recorded run, which proves that the game moves the same way.";
            if ui.checkbox(&mut with_trace, "With trace of").on_hover_text(hint).changed() {
                options.with_trace = with_trace.then_some(TRACE_SECONDS);
            }
            let mut seconds = options.with_trace.unwrap_or(TRACE_SECONDS);
            let drag = DragValue::new(&mut seconds).range(0.1..=600.0).speed(0.1).suffix(" s");
            let response = ui.add_enabled(with_trace, drag);
            response.widget_info(|| WidgetInfo::labeled(Role::SpinButton, with_trace, "Length of the trace"));
            if response.changed() && with_trace {
                options.with_trace = Some(seconds);
            }
        });
    }

    fn preview_ui(&mut self, ui: &mut Ui, height: f32) {
        let Some(preview) = &mut self.preview else { return };
        match &preview.outcome {
            Ok(files) => {
                preview.shown = preview.shown.min(files.len().saturating_sub(1));
                let shown = &mut preview.shown;
                ui.horizontal_wrapped(|ui| {
                    for (index, file) in files.iter().enumerate() {
                        let text = format!("{}  {}", file.name, size_text(file.size));
                        ui.selectable_value(shown, index, text).on_hover_text("Shows the beginning of this file.");
                    }
                });
                if let Some(file) = files.get(*shown) {
                    file_ui(ui, file, height);
                }
            }
            Err(error) => {
                theme::verdict_ui(ui, false, error.as_str());
            }
        }
    }

    fn folder_ui(&mut self, ui: &mut Ui) -> Option<Wish> {
        ui.horizontal(|ui| {
            let label = ui.label(RichText::new("Folder").color(theme::TEXT_WEAK));
            theme::right_ui(ui, |ui| {
                let button = ui.add(egui::Button::new("Choose…").min_size(vec2(84.0, 22.0))).on_hover_text("Asks for a folder.");
                let field = TextEdit::singleline(&mut self.folder).desired_width(f32::INFINITY).hint_text("Where the files go");
                ui.add(field).labelled_by(label.id);
                button.clicked().then_some(Wish::Request(ExportRequest::ChooseFolder))
            })
        })
        .inner
    }

    fn buttons_ui(&mut self, ui: &mut Ui, entered: bool) -> Option<Wish> {
        let files = self.preview.as_ref().and_then(|preview| preview.outcome.as_ref().ok()).map_or(0, Vec::len);
        let folder = self.folder.trim();
        let ready = files > 0 && !folder.is_empty();
        ui.horizontal(|ui| {
            theme::right_ui(ui, |ui| {
                let export = ui
                    .scope(|ui| {
                        if ready {
                            let widgets = &mut ui.visuals_mut().widgets;
                            for (state, lighter) in [(&mut widgets.inactive, 0.0), (&mut widgets.hovered, 0.2), (&mut widgets.active, 0.35)]
                            {
                                state.weak_bg_fill = theme::blend(theme::ACCENT, Color32::WHITE, lighter);
                                state.fg_stroke.color = theme::CANVAS;
                            }
                        }
                        ui.add_enabled(ready, egui::Button::new("Export").min_size(vec2(84.0, 24.0)))
                            .on_hover_ui(|ui| theme::tooltip_ui(ui, "Export", "Writes the files.", "Enter"))
                            .on_disabled_hover_text("Choose a folder first, and a scene that can be exported.")
                    })
                    .inner;
                let cancel = ui.add(egui::Button::new("Cancel").min_size(vec2(72.0, 24.0)));
                let cancel = cancel.on_hover_ui(|ui| theme::tooltip_ui(ui, "Cancel", "Writes nothing.", "Escape"));
                let note = if files == 0 {
                    String::new()
                } else if folder.is_empty() {
                    "Choose a folder to export to".into()
                } else if files == 1 {
                    "1 file goes there; one of the same name is replaced".into()
                } else {
                    format!("{files} files go there; those of the same names are replaced")
                };
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(Label::new(RichText::new(note).color(theme::TEXT_WEAK)).truncate());
                });
                if cancel.clicked() {
                    return Some(Wish::Cancel);
                }
                let wanted = ready && (export.clicked() || entered);
                wanted.then(|| {
                    let request = ExportRequest::Export { target: self.target, options: self.options, folder: folder.into() };
                    Wish::Request(request)
                })
            })
        })
        .inner
    }
}

#[derive(Clone)]
enum Wish {
    Request(ExportRequest),
    Cancel,
}

impl FilePreview {
    fn of(file: &OutputFile) -> Self {
        let text = match std::str::from_utf8(&file.bytes) {
            Ok(text) => {
                let lines = text.lines().take(PREVIEW_LINES).map(|line| line.chars().take(PREVIEW_COLUMNS).collect::<String>());
                let mut shown = lines.collect::<Vec<_>>().join("\n");
                let more = text.lines().count().saturating_sub(PREVIEW_LINES);
                if more > 0 {
                    shown.push_str(&format!("\n… {more} more lines"));
                }
                shown
            }
            Err(_) => "Not a text file".into(),
        };
        Self { name: file.name.clone(), size: file.bytes.len(), text }
    }
}

/// A fresh press: a key held since before the dialog opened does not export.
fn is_enter(event: &egui::Event) -> bool {
    matches!(event, egui::Event::Key { key: Key::Enter, pressed: true, repeat: false, modifiers, .. } if modifiers.is_none())
}

fn file_ui(ui: &mut Ui, file: &FilePreview, height: f32) {
    let height = (height - 76.0).max(60.0);
    egui::Frame::new().fill(theme::CANVAS).corner_radius(theme::ROUNDING).inner_margin(8).show(ui, |ui| {
        ScrollArea::both().id_salt(&file.name).max_height(height).auto_shrink(false).show(ui, |ui| {
            let text = RichText::new(&file.text).monospace().size(theme::SMALL_SIZE).color(theme::TEXT);
            ui.add(Label::new(text).extend());
        });
    });
}

fn target_card(ui: &mut Ui, target: Target, selected: bool) -> egui::Response {
    let format = |size, color| TextFormat { font_id: FontId::proportional(size), color, ..TextFormat::default() };
    let width = ui.available_width() - 6.0;
    let mut job = LayoutJob::default();
    if selected {
        job.append(icons::ICON_CHECK.codepoint, 0.0, format(theme::BODY_SIZE, theme::ACCENT));
        job.append(" ", 0.0, format(theme::BODY_SIZE, theme::ACCENT));
    }
    job.append(target.label(), 0.0, format(theme::BODY_SIZE, theme::TEXT_STRONG));
    job.append("\n", 0.0, format(theme::SMALL_SIZE, theme::TEXT));
    job.append(target.description(), 0.0, format(theme::SMALL_SIZE, if selected { theme::TEXT } else { theme::TEXT_WEAK }));
    job.wrap.max_width = width - 20.0;
    let galley = ui.painter().layout_job(job);
    let (rect, response) = ui.allocate_exact_size(vec2(width, galley.size().y + 14.0), egui::Sense::click());
    let visuals = ui.style().interact_selectable(&response, selected);
    let fill = if selected || response.hovered() { visuals.bg_fill } else { theme::CARD };
    let focused = response.has_focus();
    let stroke = if focused { egui::Stroke::new(1.0, theme::ACCENT) } else { egui::Stroke::NONE };
    ui.painter().rect(rect, theme::ROUNDING, fill, stroke, egui::StrokeKind::Inside);
    ui.painter().galley(rect.min + vec2(10.0, 7.0), galley, theme::TEXT);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, selected, target.label()));
    response
}

fn size_text(bytes: usize) -> String {
    match bytes {
        0..=999 => format!("{bytes} B"),
        1_000..=999_999 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_written_the_short_way() {
        assert_eq!([size_text(12), size_text(1_250), size_text(3_400_000)], ["12 B", "1.2 kB", "3.4 MB"]);
    }

    #[test]
    fn a_preview_is_cut_and_says_so() {
        let text: String = (0..100).map(|i| format!("line {i}\n")).collect();
        let preview = FilePreview::of(&OutputFile { name: "a.txt".into(), bytes: text.into_bytes() });
        assert_eq!(preview.text.lines().count(), PREVIEW_LINES + 1);
        assert!(preview.text.ends_with("70 more lines"), "{}", preview.text);
        let binary = FilePreview::of(&OutputFile { name: "a.bin".into(), bytes: vec![0xff, 0xfe] });
        assert_eq!(binary.text, "Not a text file");
    }
}
