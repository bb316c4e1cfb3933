//! Warnings about pictures that cannot be shown.

use crate::editor::pictures::Problem;
use steerwright_analysis::lint::{Diagnostic, Rule, Severity, Subject};
use steerwright_format::sanitize_for_display;
use steerwright_runtime::scene::editor::Picture;

/// The warning about the picture with this index in the scene.
pub fn diagnostic(index: usize, picture: &Picture, problem: &Problem) -> Diagnostic {
    let name = sanitize_for_display(&picture.name);
    let file = sanitize_for_display(&picture.file);
    let (message, help) = match problem {
        Problem::Missing => (
            format!("The file of the picture {name:?} is missing: {file}."),
            "Put it back, or select the picture and locate the file.",
        ),
        Problem::Outside => (
            format!("The picture {name:?} is not shown: {file} is outside of the scene's folder."),
            "Select the picture to show it or to locate the file.",
        ),
        Problem::Unreadable(why) => (
            format!("The picture {name:?} cannot be shown: {why}"),
            "Replace the file, or select the picture and locate another one.",
        ),
    };
    Diagnostic {
        rule: Rule::PictureNotShown,
        severity: Severity::Warning,
        subject: Subject::Picture(picture.id),
        moment: None,
        pointer: format!("/editor/pictures/{index}"),
        message,
        help: help.into(),
    }
}
