//! The question whether to read files that a map names outside of its folder.

use crate::editor::theme::{self, default_button_ui};
use egui::{RichText, ScrollArea, Ui};
use std::path::{Path, PathBuf};

/// What the user answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutsideAnswer {
    /// Read the files.
    Read,
    /// Go on without them.
    Without,
    /// Do nothing.
    Cancel,
}

/// Draws the question. `consequence` says what is missing without the files, and `without` is the
/// button to go on without them.
pub fn outside_files_ui(
    ui: &mut Ui,
    map: &Path,
    files: &[PathBuf],
    consequence: &str,
    without: &str,
) -> Option<OutsideAnswer> {
    let weak = theme::colors(ui).text_weak;
    let name = map.file_name().unwrap_or_default().to_string_lossy();
    ui.heading("Read files outside the map's folder?");
    ui.label(RichText::new(format!("{name} names these files:")).color(weak));
    ScrollArea::vertical().max_height(200.0).show(ui, |ui| {
        for file in files {
            ui.label(RichText::new(file.display().to_string()).monospace());
        }
    });
    ui.label(RichText::new(consequence).color(weak));
    ui.add_space(10.0);
    ui.horizontal(|ui| {
        let read = default_button_ui(ui, "Read them").then_some(OutsideAnswer::Read);
        let clicked = |ui: &mut Ui, text, answer| ui.button(text).clicked().then_some(answer);
        let without = clicked(ui, without, OutsideAnswer::Without);
        let cancel = clicked(ui, "Cancel", OutsideAnswer::Cancel);
        read.or(without).or(cancel)
    })
    .inner
}
