//! What there is to be sent: the newest scene, exported once for each placement that a game has asked for.

use crate::message::editor;
use std::sync::Arc;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::Scene;

/// The newest scene and its exports.
#[derive(Default)]
pub(super) struct Outbox {
    scene: Option<Scene>,
    revision: u64,
    ready: Vec<Ready>,
}

struct Ready {
    options: ExportOptions,
    /// The revision whose export differed last, and so the number it goes by.
    revision: u64,
    /// The revision it was last compared with.
    checked: u64,
    message: Arc<[u8]>,
    /// Where in it the revision ends.
    start: usize,
}

impl Outbox {
    /// Takes the next scene in.
    pub fn put(&mut self, scene: Scene, revision: u64) {
        (self.scene, self.revision) = (Some(scene), revision);
    }

    /// The newest message for games with these options and its revision; none before there is a scene.
    pub fn newest(&mut self, options: &ExportOptions) -> Option<(u64, Arc<[u8]>)> {
        let scene = self.scene.as_ref()?;
        let known = self
            .ready
            .iter()
            .position(|ready| ready.options == *options);
        let index = known.unwrap_or_else(|| {
            self.ready.push(Ready {
                options: *options,
                revision: 0,
                checked: 0,
                message: Arc::default(),
                start: 0,
            });
            self.ready.len() - 1
        });
        let ready = &mut self.ready[index];
        if ready.checked != self.revision {
            ready.checked = self.revision;
            let content = editor::content(scene, options);
            // Names of groups, colors and the like never reach a game.
            if content.as_bytes() != &ready.message[ready.start..] {
                ready.message = editor::numbered(self.revision, &content)
                    .into_bytes()
                    .into();
                (ready.revision, ready.start) =
                    (self.revision, ready.message.len() - content.len());
            }
        }
        Some((ready.revision, Arc::clone(&ready.message)))
    }

    /// Forgets the exports that nobody is there for any more.
    pub fn keep(&mut self, wanted: impl Fn(&ExportOptions) -> bool) {
        self.ready.retain(|ready| wanted(&ready.options));
    }
}
