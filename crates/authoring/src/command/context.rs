//! The context menu of the canvas.

use super::{COPY_AS_CODE, Command as C, Command};
use crate::{Item, Selection, align};
use steerwright_runtime::scene::Scene;

/// An entry of a context menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenuItem {
    /// A command.
    Command(Command),
    /// A submenu with a title.
    Menu(&'static str, Vec<Command>),
    /// A separator.
    Separator,
}

const CANVAS: [&[Command]; 3] = [
    &[C::Paste, C::PasteInPlace],
    &[C::SelectAll, C::ShowAll, C::UnlockAll, C::ZoomToFit],
    &[C::ToggleSnapGrid, C::ToggleGrid],
];
const NODE: &[Command] = &[
    C::InsertNode,
    C::SetStartNode,
    C::SplitPath,
    C::JoinPaths,
    C::SelectNodes,
];
const PATH: &[Command] = &[
    C::AddAgentOnPath,
    C::SelectNodes,
    C::ToggleLoop,
    C::ToggleCurve,
    C::ReversePath,
    C::JoinPaths,
    C::SimplifyPath,
];
const FLIP_AND_ROTATE: &[Command] = &[
    C::FlipHorizontal,
    C::FlipVertical,
    C::RotateCounterclockwise,
    C::RotateClockwise,
];
const ALIGN: &[Command] = &[
    C::AlignLeft,
    C::AlignCenter,
    C::AlignRight,
    C::AlignTop,
    C::AlignMiddle,
    C::AlignBottom,
];
const DISTRIBUTE: &[Command] = &[C::DistributeHorizontally, C::DistributeVertically];
const CLIPBOARD: &[Command] = &[C::Cut, C::Copy, C::Paste, C::Duplicate, C::Delete];
const OUTLINER: &[Command] = &[C::Group, C::ToggleHidden, C::HideOthers, C::ToggleLocked];

/// The context menu for the selection.
pub fn on_canvas(scene: &Scene, selection: &Selection) -> Vec<MenuItem> {
    let entries = |commands: &[Command]| {
        commands
            .iter()
            .copied()
            .map(MenuItem::Command)
            .collect::<Vec<_>>()
    };
    let own = match selection.primary() {
        None => return with_separators(CANVAS.map(entries)),
        Some(Item::Node(..)) => NODE,
        Some(Item::Path(_)) => PATH,
        Some(Item::Agent(_) | Item::Marker(_) | Item::Preset(_)) => &[],
    };
    let has_extent = selection.len() > 1 || selection.path().is_some();
    let flip_and_rotate =
        has_extent.then(|| MenuItem::Menu("Flip and rotate", FLIP_AND_ROTATE.to_vec()));
    let code = selection
        .path()
        .is_some()
        .then(|| MenuItem::Menu("Copy as code", COPY_AS_CODE.to_vec()));
    let has_at_least = |count| align::has_at_least(scene, selection, count);
    let align = has_at_least(2).then(|| {
        MenuItem::Menu(
            "Align",
            if has_at_least(3) {
                [ALIGN, DISTRIBUTE].concat()
            } else {
                ALIGN.to_vec()
            },
        )
    });
    with_separators([
        entries(own),
        flip_and_rotate.into_iter().chain(align).collect(),
        entries(CLIPBOARD).into_iter().chain(code).collect(),
        entries(OUTLINER),
        entries(&[C::ZoomToSelection]),
    ])
}

/// Joins the groups that are not empty with separators.
fn with_separators(groups: impl IntoIterator<Item = Vec<MenuItem>>) -> Vec<MenuItem> {
    let mut all = Vec::new();
    for group in groups.into_iter().filter(|group| !group.is_empty()) {
        if !all.is_empty() {
            all.push(MenuItem::Separator);
        }
        all.extend(group);
    }
    all
}
