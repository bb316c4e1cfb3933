//! The preview of exported files, generated on a background thread.

use crate::editor::background::{Background, Progress};
use crate::editor::export_dialog::file_preview::{FilePreview, MAX_WORK};
use crate::editor::theme;
use egui::{Align, Context, Label, Layout, RichText, ScrollArea, Ui, vec2};
use glam::DVec2;
use std::time::{Duration, Instant};
use steerwright_export::{self as export, ExportError, ExportTarget};
use steerwright_format::export_file::PlacementError;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::Scene;

/// With less room, the list of files is above the file, in points.
const MIN_WIDTH_BESIDE: f32 = 480.0;

/// How long a frame waits for the preview. Small scenes finish in time.
const MAX_WAIT: Duration = Duration::from_millis(15);

/// What a preview was generated from.
#[derive(Clone, PartialEq)]
struct Input {
    scene: Scene,
    target: ExportTarget,
    options: ExportOptions,
}

/// The exported files, or why they cannot be exported.
type Outcome = Result<Vec<FilePreview>, PreviewError>;

struct PreviewError {
    text: String,
    /// An origin that would fix the error.
    fix: Option<DVec2>,
    /// Whether the export itself would fail.
    fails: bool,
}

/// The state of the preview.
#[derive(Default)]
pub(super) struct Preview {
    ready: Option<(Input, Outcome)>,
    pending: Option<(Input, Background<Outcome>)>,
    /// The index of the shown file.
    shown: usize,
}

/// An action of the preview.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PreviewAction {
    /// Copy a file to the clipboard.
    Copy {
        /// The name of the file.
        name: String,
        /// The contents of the file.
        text: String,
    },
    /// Change the origin.
    Origin(DVec2),
}

impl Preview {
    /// Starts generating the preview if its input changed.
    pub(super) fn update(
        &mut self,
        ctx: &Context,
        scene: &Scene,
        target: ExportTarget,
        options: &ExportOptions,
    ) {
        let matches = |input: &Input| {
            input.target == target && input.options == *options && input.scene == *scene
        };
        self.fetch(Duration::ZERO);
        if self.ready.as_ref().is_some_and(|(input, _)| matches(input)) {
            return;
        }
        // Only one runs at a time. Later changes wait for it.
        if self.pending.is_none() {
            let input = Input {
                scene: scene.clone(),
                target,
                options: *options,
            };
            let action = input.clone();
            self.pending = Some((
                input,
                Background::start(ctx, "preview", move || preview(&action)),
            ));
            self.fetch(MAX_WAIT);
        }
        if self.pending.is_some() {
            ctx.request_repaint_after(Duration::from_millis(50));
        }
    }

    fn fetch(&mut self, timeout: Duration) {
        let Some((input, mut work)) = self.pending.take() else {
            return;
        };
        let outcome = match work.poll_within(timeout) {
            Progress::Working => {
                self.pending = Some((input, work));
                return;
            }
            Progress::Done(outcome) => outcome,
            Progress::Lost => Err(PreviewError {
                text: "No preview available; you can still export".into(),
                fix: None,
                fails: false,
            }),
        };
        if self
            .ready
            .as_ref()
            .is_none_or(|(before, _)| before.target != input.target)
        {
            self.shown = 0;
        }
        self.ready = Some((input, outcome));
    }

    fn of(&self, target: ExportTarget) -> Option<&Outcome> {
        self.ready
            .as_ref()
            .filter(|(input, _)| input.target == target)
            .map(|(_, outcome)| outcome)
    }

    /// Whether an export with these options is known to fail.
    pub(super) fn has_error(&self, target: ExportTarget, options: &ExportOptions) -> bool {
        self.ready.as_ref().is_some_and(|(input, outcome)| {
            let fails = outcome.as_ref().is_err_and(|error| error.fails);
            input.target == target && input.options == *options && fails
        })
    }

    /// The number of files, once known.
    pub(super) fn count(&self, target: ExportTarget) -> Option<usize> {
        self.of(target)
            .and_then(|outcome| outcome.as_ref().ok())
            .map(Vec::len)
    }

    /// Draws the preview in the available space.
    pub(super) fn ui(&mut self, ui: &mut Ui, target: ExportTarget) -> Option<PreviewAction> {
        let mut shown = self.shown;
        let action = match self.of(target) {
            None => {
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.label(
                        RichText::new("Generating preview…").color(theme::colors(ui).text_weak),
                    );
                });
                None
            }
            Some(Err(error)) => error_ui(ui, error),
            Some(Ok(files)) => files_ui(ui, files, &mut shown),
        };
        self.shown = shown;
        action
    }
}

fn preview(input: &Input) -> Outcome {
    let started = Instant::now();
    let keep_going = || started.elapsed() < MAX_WORK;
    match export::export_files(&input.scene, input.target, &input.options, &keep_going) {
        Ok(files) => Ok(files.into_iter().map(FilePreview::of).collect()),
        Err(ExportError::Canceled) => Err(PreviewError {
            text: "The run is too long for a preview; you can still export".into(),
            fix: None,
            fails: false,
        }),
        Err(error) => {
            let fix =
                if let ExportError::Placement(PlacementError::OriginInsideCell { corner, .. }) =
                    error
                {
                    Some(corner)
                } else {
                    None
                };
            Err(PreviewError {
                text: error.to_string(),
                fix,
                fails: true,
            })
        }
    }
}

fn error_ui(ui: &mut Ui, error: &PreviewError) -> Option<PreviewAction> {
    theme::status_ui(ui, false, error.text.as_str());
    let fix = error.fix?;
    let label = format!("Use ({}, {})", fix.x, fix.y);
    ui.button(label)
        .on_hover_text("Uses the nearest cell corner as the origin.")
        .clicked()
        .then_some(PreviewAction::Origin(fix))
}

fn files_ui(ui: &mut Ui, files: &[FilePreview], shown: &mut usize) -> Option<PreviewAction> {
    *shown = (*shown).min(files.len().saturating_sub(1));
    let height = ui.available_height();
    if ui.available_width() < MIN_WIDTH_BESIDE {
        let size = vec2(ui.available_width(), 0.3 * height);
        let list = Layout::top_down_justified(Align::Min);
        ui.allocate_ui_with_layout(size, list, |ui| list_ui(ui, files, shown));
        return file_ui(ui, files.get(*shown)?);
    }
    ui.horizontal_top(|ui| {
        ui.allocate_ui_with_layout(
            vec2(230.0, height),
            Layout::top_down_justified(Align::Min),
            |ui| list_ui(ui, files, shown),
        );
        let size = vec2(ui.available_width(), height);
        ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
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
            for (index, file) in files.iter().enumerate() {
                let row = egui::Button::selectable(*shown == index, file.name.as_str()).truncate();
                let response = ui
                    .add(row)
                    .on_hover_text(format!("{}, {}", file.name, file.size));
                if response.clicked() {
                    *shown = index;
                }
            }
        });
}

fn file_ui(ui: &mut Ui, file: &FilePreview) -> Option<PreviewAction> {
    let colors = theme::colors(ui);
    let text = file.text.as_deref();
    let copied = ui
        .horizontal(|ui| {
            theme::right_ui(ui, |ui| {
                let copy = ui
                    .add_enabled(text.is_some(), egui::Button::new("Copy"))
                    .on_hover_text("Copies the whole file.")
                    .on_disabled_hover_text("Only text files of up to 16 MB can be copied.");
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let head = format!("{}  {}", file.name, file.size);
                    ui.add(Label::new(RichText::new(head).color(colors.text_weak)).truncate());
                });
                copy.clicked()
            })
        })
        .inner;
    egui::Frame::new()
        .fill(colors.canvas)
        .corner_radius(theme::ROUNDING)
        .inner_margin(8)
        .show(ui, |ui| {
            ScrollArea::both()
                .id_salt(&file.name)
                .auto_shrink(false)
                .show(ui, |ui| {
                    let text = RichText::new(file.beginning.as_str())
                        .monospace()
                        .size(theme::SMALL_SIZE)
                        .color(colors.text);
                    ui.add(Label::new(text).extend());
                });
        });
    text.filter(|_| copied).map(|text| PreviewAction::Copy {
        name: file.name.clone(),
        text: text.to_owned(),
    })
}
