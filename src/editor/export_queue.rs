//! The queue of exports, which run in the background one batch at a time.

use crate::editor::background::{Background, Progress};
use crate::editor::widgets::dialog::{Work, progress_window};
use crate::overwriting;
use egui::{Context, ProgressBar};
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use steerwright_export::{
    self as export, ExportError, ExportFile, ExportTarget, FormerFiles, LostList, NotRemoved,
    ReplacedFile, SceneExport, StagedExport,
};
use steerwright_format::FileError;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::Scene;

/// Shorter exports show no progress.
const PROGRESS_DELAY: Duration = Duration::from_millis(300);

/// A target with its options and folder.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportJob {
    /// The target.
    pub target: ExportTarget,
    /// The options.
    pub options: ExportOptions,
    /// The folder.
    pub folder: PathBuf,
}

/// A scene with its export jobs.
#[derive(Clone, Debug)]
pub struct ExportBatch {
    /// The scene.
    pub scene: Scene,
    /// Its file. `None` if it has not been saved.
    pub file: Option<PathBuf>,
    /// The jobs.
    pub jobs: Vec<ExportJob>,
    /// Problems found earlier, to be reported with the others.
    pub problems: Vec<String>,
}

/// The result of a batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportReport {
    /// The number of files written.
    pub files: usize,
    /// The number of files removed that the scene no longer has.
    pub removed: usize,
    /// The files that the scene no longer has and that could not be removed.
    pub not_removed: Vec<NotRemoved>,
    /// The lists of earlier exports that are invalid.
    pub lost_lists: Vec<LostList>,
    /// The files of other scenes that were replaced.
    pub replaced: Vec<ReplacedFile>,
    /// The folders written to.
    pub folders: Vec<PathBuf>,
    /// The errors, by target.
    pub problems: Vec<String>,
    /// Whether it was canceled before anything was written.
    pub canceled: bool,
}

impl ExportReport {
    fn canceled() -> Self {
        Self {
            canceled: true,
            ..Self::default()
        }
    }
}

const EXPORTING: u8 = 0;
const WRITING: u8 = 1;
const CANCELED: u8 = 2;

/// The state shared by the window and the export thread.
#[derive(Debug, Default)]
struct SharedState {
    stage: AtomicU8,
    /// The index of the current target.
    at: AtomicUsize,
}

impl SharedState {
    fn finish_exporting(&self, stage: u8) -> bool {
        self.stage
            .compare_exchange(EXPORTING, stage, Ordering::SeqCst, Ordering::SeqCst)
            .is_ok()
    }
}

#[derive(Debug)]
struct Running {
    work: Background<ExportReport>,
    state: Arc<SharedState>,
    targets: Vec<ExportTarget>,
    started: Instant,
}

/// The queue of batches. Requested exports are finished even if the editor is closed.
#[derive(Debug, Default)]
pub struct ExportQueue {
    running: Option<Running>,
    waiting: VecDeque<ExportBatch>,
}

impl ExportQueue {
    /// Adds a batch to the queue.
    pub fn add(&mut self, batch: ExportBatch) {
        self.waiting.push_back(batch);
    }

    /// Runs the queue and shows the progress of long exports. Call this every frame; returns the
    /// report of a finished batch.
    pub fn ui(&mut self, ctx: &Context) -> Option<ExportReport> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => Running::start(self.waiting.pop_front()?, ctx),
        };
        match running.work.poll() {
            Progress::Done(report) => {
                // The next batch starts in the next frame.
                ctx.request_repaint();
                return Some(report);
            }
            Progress::Lost => {
                ctx.request_repaint();
                let problem = "The export ended unexpectedly; some files may be missing or outdated. Export again.".into();
                return Some(ExportReport {
                    problems: vec![problem],
                    ..ExportReport::default()
                });
            }
            Progress::Working if running.progress_ui(ctx) => {
                // The thread ends by itself within a moment. It replaces no file, so nothing waits
                // for it.
                ctx.request_repaint();
                return Some(ExportReport::canceled());
            }
            Progress::Working => {}
        }
        self.running = Some(running);
        None
    }
}

impl Drop for ExportQueue {
    fn drop(&mut self) {
        let running = self.running.take().and_then(|running| running.work.wait());
        let rest = self
            .waiting
            .drain(..)
            .map(|batch| write(&batch, &SharedState::default()));
        for problem in running
            .into_iter()
            .chain(rest)
            .flat_map(|report| report.problems)
        {
            ::log::warn!("an export failed while closing: {problem}");
        }
    }
}

impl Running {
    fn start(batch: ExportBatch, ctx: &Context) -> Self {
        let state = Arc::new(SharedState::default());
        let targets = batch.jobs.iter().map(|job| job.target).collect();
        let shared = Arc::clone(&state);
        Self {
            work: Background::start(ctx, "export", move || write(&batch, &shared)),
            state,
            targets,
            started: Instant::now(),
        }
    }

    /// Shows the progress if it takes long. Returns whether the export was canceled.
    fn progress_ui(&self, ctx: &Context) -> bool {
        let waited = self.started.elapsed();
        if waited < PROGRESS_DELAY {
            ctx.request_repaint_after(PROGRESS_DELAY - waited);
            return false;
        }
        ctx.request_repaint_after(Duration::from_millis(50));
        let at = self.state.at.load(Ordering::Relaxed);
        let stage = self.state.stage.load(Ordering::SeqCst);
        let shown = progress_window(Work::Export).show(ctx, |ui| {
            ui.horizontal(|ui| {
                let doing = match (stage, self.targets.get(at)) {
                    (EXPORTING, Some(target)) => format!("Exporting to {}…", target.label()),
                    _ => "Writing files…".into(),
                };
                ui.label(doing);
                if self.targets.len() > 1 {
                    ui.add(
                        ProgressBar::new(at as f32 / self.targets.len() as f32)
                            .desired_width(160.0),
                    );
                } else {
                    ui.spinner();
                }
                let cancel = ui.add_enabled(stage == EXPORTING, egui::Button::new("Cancel"));
                cancel
                    .on_hover_text("Stops before any file is replaced.")
                    .clicked()
            })
            .inner
        });
        let cancels = shown.and_then(|shown| shown.inner).unwrap_or_default();
        cancels && self.state.finish_exporting(CANCELED)
    }
}

/// Exports everything, then writes it beside the old files, and then replaces these. If two targets
/// would write different files of the same name, the second one is skipped.
fn write(batch: &ExportBatch, state: &SharedState) -> ExportReport {
    let mut problems = batch.problems.clone();
    let mut folders: BTreeMap<PathBuf, Vec<ExportFile>> = BTreeMap::new();
    let mut exports: Vec<(PathBuf, ExportTarget, Vec<String>)> = Vec::new();
    let mut owners: BTreeMap<(PathBuf, String), (ExportTarget, usize)> = BTreeMap::new();
    let keep_going = || state.stage.load(Ordering::SeqCst) != CANCELED;
    for (index, job) in batch.jobs.iter().enumerate() {
        state.at.store(index, Ordering::Relaxed);
        if !keep_going() {
            break;
        }
        let files = match export::export_files(&batch.scene, job.target, &job.options, &keep_going)
        {
            Ok(files) => files,
            Err(ExportError::Canceled) => break,
            Err(error) => {
                problems.push(format!("{}: {error}", job.target.label()));
                continue;
            }
        };
        let folder = folders.entry(job.folder.clone()).or_default();
        let key = |file: &ExportFile| (job.folder.clone(), export::name_key(file.name()));
        let clash = files.iter().find_map(|file| {
            owners
                .get(&key(file))
                .filter(|(_, at)| folder[*at] != *file)
                .map(|(other, _)| (file, *other))
        });
        if let Some((file, other)) = clash {
            let (target, other) = (job.target.label(), other.label());
            problems.push(format!(
                "{target}: {other} writes a different {} to {}; choose another folder for one of them",
                file.name(),
                job.folder.display()
            ));
            continue;
        }
        let outputs = files.iter().map(|file| job.folder.join(file.name()));
        let input = batch.file.as_deref();
        let refused = outputs
            .map(|out| overwriting::refuse_input(&out, input))
            .find_map(Result::err);
        if let Some(error) = refused {
            problems.push(format!("{}: {error}", job.target.label()));
            continue;
        }
        exports.push((job.folder.clone(), job.target, names(&files)));
        for file in files {
            if let std::collections::btree_map::Entry::Vacant(place) = owners.entry(key(&file)) {
                place.insert((job.target, folder.len()));
                folder.push(file);
            }
        }
    }
    state.at.store(batch.jobs.len(), Ordering::Relaxed);
    let mut staged: Vec<(&PathBuf, StagedExport)> = Vec::new();
    for (folder, files) in folders.iter().filter(|(_, files)| !files.is_empty()) {
        match export::stage_files(files, folder, &keep_going) {
            Ok(files) => staged.push((folder, files)),
            Err(ExportError::Canceled) => break,
            Err(error) => problems.push(error.to_string()),
        }
    }
    if !state.finish_exporting(WRITING) {
        return ExportReport::canceled();
    }
    let mut report = ExportReport {
        problems,
        ..ExportReport::default()
    };
    for (folder, files) in staged {
        match files.commit() {
            Ok(paths) => {
                report.files += paths.len();
                report.folders.push(folder.clone());
                match remove_former_files(batch, folder, &exports) {
                    Ok(former) => {
                        report.removed += former.removed.len();
                        report.not_removed.extend(former.not_removed);
                        report.lost_lists.extend(former.lost_list);
                        report.replaced.extend(former.replaced);
                    }
                    Err(error) => report.problems.push(error.to_string()),
                }
            }
            Err(error) => report.problems.push(error.to_string()),
        }
    }
    report
}

fn names(files: &[ExportFile]) -> Vec<String> {
    files.iter().map(|file| file.name().to_owned()).collect()
}

/// Removes what earlier exports of the scene wrote to `folder` and these did not.
fn remove_former_files(
    batch: &ExportBatch,
    folder: &Path,
    exports: &[(PathBuf, ExportTarget, Vec<String>)],
) -> Result<FormerFiles, FileError> {
    let Some(file) = &batch.file else {
        return Ok(FormerFiles::default());
    };
    let here = exports.iter().filter(|(to, ..)| to == folder);
    let here: Vec<SceneExport> = here
        .map(|(_, target, files)| SceneExport {
            scene: file.clone(),
            name: batch.scene.name.clone(),
            target: *target,
            files: files.clone(),
        })
        .collect();
    export::remove_former_files(folder, &here)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(folder: &std::path::Path, scales: &[f64]) -> ExportBatch {
        let scene = Scene {
            name: "Sample".into(),
            ..Scene::default()
        };
        let job = |(at, &scale): (usize, &f64)| ExportJob {
            target: [ExportTarget::Json, ExportTarget::Csv][at % 2],
            options: ExportOptions {
                scale,
                ..ExportOptions::default()
            },
            folder: folder.to_owned(),
        };
        ExportBatch {
            scene,
            file: None,
            jobs: scales.iter().enumerate().map(job).collect(),
            problems: Vec::new(),
        }
    }

    /// The number of files of these targets.
    fn count(targets: &[ExportTarget]) -> usize {
        let scene = Scene {
            name: "Sample".into(),
            ..Scene::default()
        };
        targets
            .iter()
            .map(|&target| {
                export::export(&scene, target, &ExportOptions::default())
                    .map_or(0, |files| files.len())
            })
            .sum()
    }

    #[test]
    fn canceling_writes_nothing_and_is_ignored_while_writing() {
        let folder = tempfile::tempdir().unwrap();
        let state = SharedState::default();
        assert!(state.finish_exporting(CANCELED));
        assert_eq!(
            write(&batch(folder.path(), &[1.0]), &state),
            ExportReport {
                canceled: true,
                ..ExportReport::default()
            }
        );
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        let state = SharedState::default();
        assert_eq!(
            write(&batch(folder.path(), &[1.0]), &state).files,
            count(&[ExportTarget::Json])
        );
        assert!(!state.finish_exporting(CANCELED));
    }

    #[test]
    fn targets_never_overwrite_each_others_files() {
        let folder = tempfile::tempdir().unwrap();
        let report = write(
            &batch(folder.path(), &[1.0, 1.0, 2.0]),
            &SharedState::default(),
        );
        assert_eq!(
            (report.files, report.problems.len()),
            (count(&[ExportTarget::Json, ExportTarget::Csv]), 1),
            "{report:?}"
        );
        assert!(
            report.problems[0].contains("Sample.steer.json"),
            "{report:?}"
        );
        let text = std::fs::read_to_string(folder.path().join("Sample.steer.json")).unwrap();
        assert!(text.contains("\"scale\": 1,"), "{text}");
    }

    #[test]
    fn a_failed_target_does_not_stop_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let report = write(&batch(folder.path(), &[0.0, 1.0]), &SharedState::default());
        assert_eq!(
            (report.files, report.problems.len()),
            (count(&[ExportTarget::Csv]), 1),
            "{report:?}"
        );
        assert!(report.problems[0].starts_with("JSON"), "{report:?}");
    }

    #[test]
    fn queued_exports_are_written_when_the_editor_closes() {
        let folder = tempfile::tempdir().unwrap();
        let mut runs = ExportQueue::default();
        runs.add(batch(folder.path(), &[1.0]));
        drop(runs);
        assert!(folder.path().join("Sample.steer.json").is_file());
    }
}
