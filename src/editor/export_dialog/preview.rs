//! A look at the files before they are written, made beside the window.

use crate::editor::background::{Background, Progress};
use crate::editor::theme;
use egui::{Align, Context, Label, Layout, RichText, ScrollArea, Ui, vec2};
use std::time::Duration;
use steerwright_export::{self as export, ExportError, ExportTarget, OutputFile};
use steerwright_format::export_file::PlacementError;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{Point, Scene};

/// Lines of a file that are shown.
const PREVIEW_LINES: usize = 60;
/// Characters of a line that are shown.
const PREVIEW_COLUMNS: usize = 160;
/// A small scene's preview is there in the same frame; no frame waits longer.
const PATIENCE: Duration = Duration::from_millis(15);

/// What a preview is of.
#[derive(Clone, PartialEq)]
struct Subject {
    scene: Scene,
    target: ExportTarget,
    options: ExportOptions,
}

/// Files as they would be written, or why they cannot be.
type Outcome = Result<Vec<FilePreview>, PreviewError>;

struct PreviewError {
    text: String,
    /// The origin that would do.
    mend: Option<Point>,
}

struct FilePreview {
    file: OutputFile,
    /// Its beginning.
    beginning: String,
}

/// The files and what is shown of them.
#[derive(Default)]
pub(super) struct Preview {
    made: Option<(Subject, Outcome)>,
    making: Option<(Subject, Background<Outcome>)>,
    /// The file that is looked at.
    shown: usize,
}

/// What is wanted with the files.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Wanted {
    /// The whole text of one in the clipboard.
    Copy {
        /// Its name.
        name: String,
        /// Its text.
        text: String,
    },
    /// Another origin.
    Origin(Point),
}

impl Preview {
    /// Makes it, if anything it depends on changed.
    pub(super) fn look(
        &mut self,
        ctx: &Context,
        scene: &Scene,
        target: ExportTarget,
        options: &ExportOptions,
    ) {
        let fits = |subject: &Subject| {
            subject.target == target && subject.options == *options && subject.scene == *scene
        };
        self.fetch(Duration::ZERO);
        if self.made.as_ref().is_some_and(|(subject, _)| fits(subject)) {
            return;
        }
        // One at a time: while a slow one is being made, the next change waits.
        if self.making.is_none() {
            let subject = Subject {
                scene: scene.clone(),
                target,
                options: *options,
            };
            let wanted = subject.clone();
            self.making = Some((
                subject,
                Background::start(ctx, "preview", move || preview(&wanted)),
            ));
            self.fetch(PATIENCE);
        }
        if self.making.is_some() {
            ctx.request_repaint_after(Duration::from_millis(50));
        }
    }

    fn fetch(&mut self, patience: Duration) {
        let Some((subject, mut work)) = self.making.take() else {
            return;
        };
        let outcome = match work.poll_within(patience) {
            Progress::Working => {
                self.making = Some((subject, work));
                return;
            }
            Progress::Done(outcome) => outcome,
            Progress::Lost => Err(PreviewError {
                text: "The files cannot be shown; they can still be exported".into(),
                mend: None,
            }),
        };
        if self
            .made
            .as_ref()
            .is_none_or(|(before, _)| before.target != subject.target)
        {
            self.shown = 0;
        }
        self.made = Some((subject, outcome));
    }

    fn of(&self, target: ExportTarget) -> Option<&Outcome> {
        self.made
            .as_ref()
            .filter(|(subject, _)| subject.target == target)
            .map(|(_, outcome)| outcome)
    }

    /// Whether these options cannot be exported, as far as is known.
    pub(super) fn refuses(&self, target: ExportTarget, options: &ExportOptions) -> bool {
        self.made.as_ref().is_some_and(|(subject, outcome)| {
            subject.target == target && subject.options == *options && outcome.is_err()
        })
    }

    /// How many files there will be, once that is known.
    pub(super) fn count(&self, target: ExportTarget) -> Option<usize> {
        self.of(target)
            .and_then(|outcome| outcome.as_ref().ok())
            .map(Vec::len)
    }

    /// Draws it in what room there is.
    pub(super) fn ui(&mut self, ui: &mut Ui, target: ExportTarget) -> Option<Wanted> {
        let mut shown = self.shown;
        let wanted = match self.of(target) {
            None => {
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.label(RichText::new("Making the files to look at").color(theme::TEXT_WEAK));
                });
                None
            }
            Some(Err(trouble)) => trouble_ui(ui, trouble),
            Some(Ok(files)) => files_ui(ui, files, &mut shown),
        };
        self.shown = shown;
        wanted
    }
}

fn preview(subject: &Subject) -> Outcome {
    match export::export(&subject.scene, subject.target, &subject.options) {
        Ok(files) => Ok(files.into_iter().map(FilePreview::of).collect()),
        Err(error) => {
            let mend =
                if let ExportError::Placement(PlacementError::OriginInsideCell { corner, .. }) =
                    error
                {
                    Some(corner)
                } else {
                    None
                };
            Err(PreviewError {
                text: error.to_string(),
                mend,
            })
        }
    }
}

fn trouble_ui(ui: &mut Ui, trouble: &PreviewError) -> Option<Wanted> {
    theme::verdict_ui(ui, false, trouble.text.as_str());
    let mend = trouble.mend?;
    let label = format!("Use ({}, {})", mend.x, mend.y);
    ui.button(label)
        .on_hover_text("Takes the nearest corner of a cell as the origin.")
        .clicked()
        .then_some(Wanted::Origin(mend))
}

fn files_ui(ui: &mut Ui, files: &[FilePreview], shown: &mut usize) -> Option<Wanted> {
    *shown = (*shown).min(files.len().saturating_sub(1));
    let height = ui.available_height();
    ui.horizontal_top(|ui| {
        ui.allocate_ui_with_layout(
            vec2(230.0, height),
            Layout::top_down_justified(Align::Min),
            |ui| list_ui(ui, files, shown),
        );
        let room = vec2(ui.available_width(), height);
        ui.allocate_ui_with_layout(room, Layout::top_down(Align::Min), |ui| {
            file_ui(ui, files.get(*shown)?)
        })
        .inner
    })
    .inner
}

fn list_ui(ui: &mut Ui, files: &[FilePreview], shown: &mut usize) {
    ScrollArea::vertical()
        .id_salt("files")
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            for (index, FilePreview { file, .. }) in files.iter().enumerate() {
                let row = egui::Button::selectable(*shown == index, file.name.as_str()).truncate();
                let response = ui.add(row).on_hover_text(format!(
                    "{}, {}",
                    file.name,
                    size_text(file.bytes.len())
                ));
                if response.clicked() {
                    *shown = index;
                }
            }
        });
}

fn file_ui(ui: &mut Ui, FilePreview { file, beginning }: &FilePreview) -> Option<Wanted> {
    let text = std::str::from_utf8(&file.bytes).ok();
    let copied = ui
        .horizontal(|ui| {
            theme::right_ui(ui, |ui| {
                let copy = ui
                    .add_enabled(text.is_some(), egui::Button::new("Copy"))
                    .on_hover_text("Puts the whole text in the clipboard.");
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let head = format!("{}  {}", file.name, size_text(file.bytes.len()));
                    ui.add(Label::new(RichText::new(head).color(theme::TEXT_WEAK)).truncate());
                });
                copy.clicked()
            })
        })
        .inner;
    egui::Frame::new()
        .fill(theme::CANVAS)
        .corner_radius(theme::ROUNDING)
        .inner_margin(8)
        .show(ui, |ui| {
            ScrollArea::both()
                .id_salt(&file.name)
                .auto_shrink(false)
                .show(ui, |ui| {
                    let text = RichText::new(beginning)
                        .monospace()
                        .size(theme::SMALL_SIZE)
                        .color(theme::TEXT);
                    ui.add(Label::new(text).extend());
                });
        });
    text.filter(|_| copied).map(|text| Wanted::Copy {
        name: file.name.clone(),
        text: text.to_owned(),
    })
}

impl FilePreview {
    fn of(file: OutputFile) -> Self {
        let beginning = match std::str::from_utf8(&file.bytes) {
            Ok(text) => {
                let lines = text
                    .lines()
                    .take(PREVIEW_LINES)
                    .map(|line| line.chars().take(PREVIEW_COLUMNS).collect::<String>());
                let mut shown = lines.collect::<Vec<_>>().join("\n");
                let more = text.lines().count().saturating_sub(PREVIEW_LINES);
                if more > 0 {
                    shown.push_str(&format!("\n… {more} more lines"));
                }
                shown
            }
            Err(_) => "Not a text file".into(),
        };
        Self { file, beginning }
    }
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
        assert_eq!(
            [size_text(12), size_text(1_250), size_text(3_400_000)],
            ["12 B", "1.2 kB", "3.4 MB"]
        );
    }

    #[test]
    fn a_preview_is_cut_and_says_so() {
        let text: String = (0..100).map(|i| format!("line {i}\n")).collect();
        let preview = FilePreview::of(OutputFile {
            name: "a.txt".into(),
            bytes: text.into_bytes(),
        });
        assert_eq!(preview.beginning.lines().count(), PREVIEW_LINES + 1);
        assert!(
            preview.beginning.ends_with("40 more lines"),
            "{}",
            preview.beginning
        );
        let binary = FilePreview::of(OutputFile {
            name: "a.bin".into(),
            bytes: vec![0xff, 0xfe],
        });
        assert_eq!(binary.beginning, "Not a text file");
    }
}
