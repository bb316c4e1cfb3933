//! Exports on their way to the disk, one batch after the other, beside the window.

use crate::editor::background::{Background, Progress};
use egui::{Align2, Context, ProgressBar, Window};
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use steerwright_export::{self as export, ExportTarget, OutputFile};
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::Scene;

/// What is done sooner is not worth a word.
const PATIENCE: Duration = Duration::from_millis(300);

/// A target with its folder.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportJob {
    /// For which engine.
    pub target: ExportTarget,
    /// How.
    pub options: ExportOptions,
    /// Where to.
    pub folder: PathBuf,
}

/// A scene and where it goes.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The scene.
    pub scene: Scene,
    /// To what.
    pub errands: Vec<ExportJob>,
    /// What else was wanted and cannot be done, told at the end with the rest.
    pub problems: Vec<String>,
}

/// How a batch ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportReport {
    /// How many files were written.
    pub files: usize,
    /// Where to.
    pub folders: Vec<PathBuf>,
    /// What went wrong, target by target.
    pub problems: Vec<String>,
    /// It was canceled, and nothing was written.
    pub canceled: bool,
}

const MAKING: u8 = 0;
const WRITING: u8 = 1;
const CANCELED: u8 = 2;

/// What the window and the work have in common.
#[derive(Debug, Default)]
struct Desk {
    stage: AtomicU8,
    /// The target it is at.
    at: AtomicUsize,
}

impl Desk {
    fn leave_making(&self, stage: u8) -> bool {
        self.stage
            .compare_exchange(MAKING, stage, Ordering::SeqCst, Ordering::SeqCst)
            .is_ok()
    }
}

#[derive(Debug)]
struct Running {
    work: Background<ExportReport>,
    desk: Arc<Desk>,
    targets: Vec<ExportTarget>,
    since: Instant,
}

/// The batches. What was asked for is done even if the editor ends before.
#[derive(Debug, Default)]
pub struct ExportRuns {
    running: Option<Running>,
    waiting: VecDeque<Batch>,
}

impl ExportRuns {
    /// Writes a batch, after those that came before.
    pub fn add(&mut self, batch: Batch) {
        self.waiting.push_back(batch);
    }

    /// Goes on, and draws how far it is where that takes long. TimedCommand it every frame; returns how a batch ended.
    pub fn ui(&mut self, ctx: &Context) -> Option<ExportReport> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => Running::start(self.waiting.pop_front()?, ctx),
        };
        match running.work.poll() {
            Progress::Done(ending) => {
                // The next one begins with the next frame.
                ctx.request_repaint();
                return Some(ending);
            }
            Progress::Lost => {
                ctx.request_repaint();
                let problem = "The export ended without a result; what was there before may be there still. Export again.".into();
                return Some(ExportReport {
                    problems: vec![problem],
                    ..ExportReport::default()
                });
            }
            Progress::Working => running.progress_ui(ctx),
        }
        self.running = Some(running);
        None
    }
}

impl Drop for ExportRuns {
    fn drop(&mut self) {
        let running = self.running.take().and_then(|running| running.work.wait());
        let rest = self
            .waiting
            .drain(..)
            .map(|batch| write(&batch, &Desk::default()));
        for problem in running
            .into_iter()
            .chain(rest)
            .flat_map(|ending| ending.problems)
        {
            ::log::warn!("an export at the end failed: {problem}");
        }
    }
}

impl Running {
    fn start(batch: Batch, ctx: &Context) -> Self {
        let desk = Arc::new(Desk::default());
        let targets = batch.errands.iter().map(|errand| errand.target).collect();
        let shared = Arc::clone(&desk);
        Self {
            work: Background::start(ctx, "export", move || write(&batch, &shared)),
            desk,
            targets,
            since: Instant::now(),
        }
    }

    fn progress_ui(&self, ctx: &Context) {
        let waited = self.since.elapsed();
        if waited < PATIENCE {
            ctx.request_repaint_after(PATIENCE - waited);
            return;
        }
        ctx.request_repaint_after(Duration::from_millis(50));
        let at = self.desk.at.load(Ordering::Relaxed);
        let stage = self.desk.stage.load(Ordering::SeqCst);
        Window::new("Exporting")
            .anchor(Align2::CENTER_BOTTOM, [0.0, -48.0])
            .title_bar(false)
            .resizable(false)
            .show(ctx, |ui| {
                ui.horizontal(|ui| {
                    let doing = match (stage, self.targets.get(at)) {
                        (CANCELED, _) => "Canceling the export".into(),
                        (MAKING, Some(target)) => format!("Exporting to {}", target.label()),
                        _ => "Writing the files".into(),
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
                    let cancel = ui.add_enabled(stage == MAKING, egui::Button::new("Cancel"));
                    if cancel.on_hover_text("Writes nothing.").clicked() {
                        self.desk.leave_making(CANCELED);
                    }
                });
            });
    }
}

/// Makes everything, and then writes it; where two targets would write different files of one name, the second is left out.
fn write(batch: &Batch, desk: &Desk) -> ExportReport {
    let mut problems = batch.problems.clone();
    let mut folders: BTreeMap<PathBuf, Vec<OutputFile>> = BTreeMap::new();
    let mut owners: BTreeMap<(PathBuf, String), (ExportTarget, usize)> = BTreeMap::new();
    for (index, errand) in batch.errands.iter().enumerate() {
        desk.at.store(index, Ordering::Relaxed);
        if desk.stage.load(Ordering::SeqCst) == CANCELED {
            break;
        }
        let files = match export::export(&batch.scene, errand.target, &errand.options) {
            Ok(files) => files,
            Err(error) => {
                problems.push(format!("{}: {error}", errand.target.label()));
                continue;
            }
        };
        let folder = folders.entry(errand.folder.clone()).or_default();
        let key = |file: &OutputFile| (errand.folder.clone(), file.name.to_lowercase());
        let clash = files.iter().find_map(|file| {
            owners
                .get(&key(file))
                .filter(|(_, at)| folder[*at] != *file)
                .map(|(other, _)| (file, *other))
        });
        if let Some((file, other)) = clash {
            let (target, other) = (errand.target.label(), other.label());
            problems.push(format!(
                "{target}: {other} writes another {} into {}; give one of them a folder of its own",
                file.name,
                errand.folder.display()
            ));
            continue;
        }
        for file in files {
            if let std::collections::btree_map::Entry::Vacant(place) = owners.entry(key(&file)) {
                place.insert((errand.target, folder.len()));
                folder.push(file);
            }
        }
    }
    desk.at.store(batch.errands.len(), Ordering::Relaxed);
    if !desk.leave_making(WRITING) {
        return ExportReport {
            canceled: true,
            ..ExportReport::default()
        };
    }
    let mut ending = ExportReport {
        problems,
        ..ExportReport::default()
    };
    for (folder, files) in folders.into_iter().filter(|(_, files)| !files.is_empty()) {
        match export::write_files(&files, &folder) {
            Ok(paths) => {
                ending.files += paths.len();
                ending.folders.push(folder);
            }
            Err(error) => ending.problems.push(error.to_string()),
        }
    }
    ending
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(folder: &std::path::Path, scales: &[f64]) -> Batch {
        let scene = Scene {
            name: "Yard".into(),
            ..Scene::default()
        };
        let errand = |(at, &scale): (usize, &f64)| ExportJob {
            target: [ExportTarget::Json, ExportTarget::Csv][at % 2],
            options: ExportOptions {
                scale,
                ..ExportOptions::default()
            },
            folder: folder.to_owned(),
        };
        Batch {
            scene,
            errands: scales.iter().enumerate().map(errand).collect(),
            problems: Vec::new(),
        }
    }

    /// How many files these targets have.
    fn count(targets: &[ExportTarget]) -> usize {
        let scene = Scene {
            name: "Yard".into(),
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
    fn nothing_is_written_once_it_is_canceled_and_nothing_cancels_what_is_being_written() {
        let folder = tempfile::tempdir().unwrap();
        let desk = Desk::default();
        assert!(desk.leave_making(CANCELED));
        assert_eq!(
            write(&batch(folder.path(), &[1.0]), &desk),
            ExportReport {
                canceled: true,
                ..ExportReport::default()
            }
        );
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        let desk = Desk::default();
        assert_eq!(
            write(&batch(folder.path(), &[1.0]), &desk).files,
            count(&[ExportTarget::Json])
        );
        assert!(!desk.leave_making(CANCELED));
    }

    #[test]
    fn two_targets_never_replace_each_others_files() {
        let folder = tempfile::tempdir().unwrap();
        let ending = write(&batch(folder.path(), &[1.0, 1.0, 2.0]), &Desk::default());
        assert_eq!(
            (ending.files, ending.problems.len()),
            (count(&[ExportTarget::Json, ExportTarget::Csv]), 1),
            "{ending:?}"
        );
        assert!(ending.problems[0].contains("Yard.steer.json"), "{ending:?}");
        let text = std::fs::read_to_string(folder.path().join("Yard.steer.json")).unwrap();
        assert!(text.contains("\"scale\": 1,"), "{text}");
    }

    #[test]
    fn one_that_fails_does_not_hold_up_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let ending = write(&batch(folder.path(), &[0.0, 1.0]), &Desk::default());
        assert_eq!(
            (ending.files, ending.problems.len()),
            (count(&[ExportTarget::Csv]), 1),
            "{ending:?}"
        );
        assert!(ending.problems[0].starts_with("JSON"), "{ending:?}");
    }

    #[test]
    fn what_waits_is_written_when_the_editor_ends() {
        let folder = tempfile::tempdir().unwrap();
        let mut runs = ExportRuns::default();
        runs.add(batch(folder.path(), &[1.0]));
        drop(runs);
        assert!(folder.path().join("Yard.steer.json").is_file());
    }
}
