//! What the menu at the pointer offers, by what is selected.

use super::{Command as C, Command};
use crate::authoring::{Item, Selection, align};
use crate::scene::Scene;

/// The commands for what is selected; `None` is a line between groups.
pub fn on_canvas(scene: &Scene, selection: &Selection) -> Vec<Option<Command>> {
    let own: &[Command] = match selection.primary() {
        None => {
            return with_lines(&[
                &[C::Paste, C::PasteInPlace],
                &[C::SelectAll, C::ShowAll, C::UnlockAll, C::Fit],
                &[C::ToggleSnap, C::ToggleGrid],
            ]);
        }
        Some(Item::Node(..)) => &[C::InsertAfter, C::SetStart, C::SplitPath, C::JoinPaths, C::SelectNodes],
        Some(Item::Path(_)) => {
            &[C::AddWalker, C::SelectNodes, C::ToggleLoop, C::ToggleCurve, C::ReversePath, C::JoinPaths, C::SimplifyPath]
        }
        Some(Item::Agent(_) | Item::Marker(_) | Item::Preset(_)) => &[],
    };
    let clipboard = [C::Cut, C::Copy, C::Paste, C::Duplicate, C::Delete];
    const ARRANGE: [Command; 8] =
        [C::AlignLeft, C::AlignCenter, C::AlignRight, C::AlignTop, C::AlignMiddle, C::AlignBottom, C::DistributeX, C::DistributeY];
    let has = |wanted| align::has(scene, selection, wanted);
    let arrange = &ARRANGE[..if has(3) {
        8
    } else if has(2) {
        6
    } else {
        0
    }];
    let turn: &[Command] =
        if selection.len() > 1 || selection.path().is_some() { &[C::MirrorX, C::MirrorY, C::TurnLeft, C::TurnRight] } else { &[] };
    with_lines(&[own, turn, arrange, &clipboard, &[C::Group, C::ToggleHidden, C::ToggleLocked], &[C::FitSelection]])
}

/// The groups that are not empty, with lines between them.
fn with_lines(groups: &[&[Command]]) -> Vec<Option<Command>> {
    let mut all = Vec::new();
    for group in groups.iter().filter(|group| !group.is_empty()) {
        if !all.is_empty() {
            all.push(None);
        }
        all.extend(group.iter().copied().map(Some));
    }
    all
}
