//! What an import makes of the scene, computed on a background thread.

use crate::editor::background::{Background, Progress};
use egui::Context;
use std::sync::Arc;
use std::time::Duration;
use steerwright_export::level::{self, Changes, Import, Level};
use steerwright_runtime::scene::Scene;

/// The time that a frame waits for the outcome, so that small maps are shown without a gap.
const MAX_WAIT: Duration = Duration::from_millis(30);

/// A scene with the level in it.
pub struct Merged {
    /// The scene.
    pub scene: Scene,
    /// What the import changed.
    pub changes: Changes,
}

/// The scene with the level, or why it cannot be imported.
pub(super) type Outcome = Result<Merged, String>;

#[derive(Clone)]
struct Input {
    scene: Scene,
    import: Import,
}

/// The state of the computation.
pub(super) struct Merging {
    level: Arc<Level>,
    ready: Option<(Input, Outcome)>,
    pending: Option<(Input, Background<Outcome>)>,
}

impl Merging {
    pub(super) fn new(level: Arc<Level>) -> Self {
        Self {
            level,
            ready: None,
            pending: None,
        }
    }

    /// The outcome, if it is known. Starts computing it if the scene or the choices changed.
    pub(super) fn update(
        &mut self,
        ctx: &Context,
        scene: &Scene,
        import: &Import,
    ) -> Option<&Outcome> {
        let matches = |input: &Input| input.import == *import && input.scene == *scene;
        self.fetch(Duration::ZERO);
        let is_ready = |ready: &Option<(Input, Outcome)>| {
            ready.as_ref().is_some_and(|(input, _)| matches(input))
        };
        // Only one runs at a time. Later choices wait for it.
        if !is_ready(&self.ready) && self.pending.is_none() {
            let input = Input {
                scene: scene.clone(),
                import: import.clone(),
            };
            let Input { mut scene, import } = input.clone();
            let level = Arc::clone(&self.level);
            let work = Background::start(ctx, "import", move || {
                let changes = level::merge(&mut scene, &level, &import);
                let changes = changes.map_err(|error| error.to_string())?;
                Ok(Merged { scene, changes })
            });
            self.pending = Some((input, work));
            self.fetch(MAX_WAIT);
        }
        let is_ready = is_ready(&self.ready);
        self.ready
            .as_ref()
            .filter(|_| is_ready)
            .map(|(_, outcome)| outcome)
    }

    fn fetch(&mut self, timeout: Duration) {
        let Some((input, mut work)) = self.pending.take() else {
            return;
        };
        match work.poll_within(timeout) {
            Progress::Working => self.pending = Some((input, work)),
            Progress::Done(outcome) => self.ready = Some((input, outcome)),
            Progress::Lost => {
                let text = "An internal error occurred while comparing the map with the scene";
                self.ready = Some((input, Err(text.into())));
            }
        }
    }

    /// The last scene that was merged, also while another is.
    pub(super) fn last(&self) -> Option<&Merged> {
        self.ready.as_ref()?.1.as_ref().ok()
    }

    /// The merged scene that [`update`](Self::update) returned.
    pub(super) fn take(&mut self) -> Option<Merged> {
        self.ready.take()?.1.ok()
    }
}
