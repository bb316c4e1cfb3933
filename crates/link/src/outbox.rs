//! The latest scene, exported once for each placement that a game uses.

use crate::message::editor;
use std::sync::Arc;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::Scene;

/// The latest scene and its exports.
#[derive(Default)]
pub(super) struct Outbox {
    scene: Option<Scene>,
    revision: u64,
    exports: Vec<CachedExport>,
}

struct CachedExport {
    options: ExportOptions,
    /// The latest revision that changed this export.
    revision: u64,
    /// The revision with which it was last compared.
    checked: u64,
    message: Arc<[u8]>,
    /// Where the content starts, after the revision.
    content_start: usize,
}

impl Outbox {
    /// Sets the latest scene.
    pub fn set_scene(&mut self, scene: Scene, revision: u64) {
        (self.scene, self.revision) = (Some(scene), revision);
    }

    /// The revision of the latest scene.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The latest message for games with these options, and its revision; `None` before the first
    /// scene.
    pub fn latest(&mut self, options: &ExportOptions) -> Option<(u64, Arc<[u8]>)> {
        let scene = self.scene.as_ref()?;
        let known = self
            .exports
            .iter()
            .position(|export| export.options == *options);
        let index = known.unwrap_or_else(|| {
            self.exports.push(CachedExport {
                options: *options,
                revision: 0,
                checked: 0,
                message: Arc::default(),
                content_start: 0,
            });
            self.exports.len() - 1
        });
        let export = &mut self.exports[index];
        if export.checked != self.revision {
            export.checked = self.revision;
            let content = editor::content(scene, options);
            // Some edits, such as renaming a group, do not change the export.
            if content.as_bytes() != &export.message[export.content_start..] {
                export.message = editor::numbered(self.revision, &content)
                    .into_bytes()
                    .into();
                (export.revision, export.content_start) =
                    (self.revision, export.message.len() - content.len());
            }
        }
        Some((export.revision, Arc::clone(&export.message)))
    }

    /// Drops the exports that no game uses.
    pub fn retain(&mut self, is_used: impl Fn(&ExportOptions) -> bool) {
        self.exports.retain(|export| is_used(&export.options));
    }
}
