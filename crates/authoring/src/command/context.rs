//! What the menu at the pointer offers, by what is selected.

use super::{COPY_AS_CODE, Command as C, Command};
use crate::{Item, Selection, align};
use steerwright_runtime::scene::Scene;

/// An entry of the menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenuItem {
    /// A command.
    Command(Command),
    /// Commands in a menu of their own.
    Menu(&'static str, Vec<Command>),
    /// A line between groups.
    Line,
}

const EVERYWHERE: [&[Command]; 3] = [
    &[C::Paste, C::PasteInPlace],
    &[C::SelectAll, C::ShowAll, C::UnlockAll, C::Fit],
    &[C::ToggleSnap, C::ToggleGrid],
];
const NODE: &[Command] = &[
    C::InsertAfter,
    C::SetStart,
    C::SplitPath,
    C::JoinPaths,
    C::SelectNodes,
];
const PATH: &[Command] = &[
    C::AddWalker,
    C::SelectNodes,
    C::ToggleLoop,
    C::ToggleCurve,
    C::ReversePath,
    C::JoinPaths,
    C::SimplifyPath,
];
const TURN: &[Command] = &[C::MirrorX, C::MirrorY, C::TurnLeft, C::TurnRight];
const ALIGN: &[Command] = &[
    C::AlignLeft,
    C::AlignCenter,
    C::AlignRight,
    C::AlignTop,
    C::AlignMiddle,
    C::AlignBottom,
];
const DISTRIBUTE: &[Command] = &[C::DistributeX, C::DistributeY];
const CLIPBOARD: &[Command] = &[C::Cut, C::Copy, C::Paste, C::Duplicate, C::Delete];
const OUTLINE: &[Command] = &[C::Group, C::ToggleHidden, C::HideOthers, C::ToggleLocked];

/// The menu for what is selected.
pub fn on_canvas(scene: &Scene, selection: &Selection) -> Vec<MenuItem> {
    let plain = |commands: &[Command]| {
        commands
            .iter()
            .copied()
            .map(MenuItem::Command)
            .collect::<Vec<_>>()
    };
    let own = match selection.primary() {
        None => return with_lines(EVERYWHERE.map(plain)),
        Some(Item::Node(..)) => NODE,
        Some(Item::Path(_)) => PATH,
        Some(Item::Agent(_) | Item::Marker(_) | Item::Preset(_)) => &[],
    };
    let extends = selection.len() > 1 || selection.path().is_some();
    let turn = extends.then(|| MenuItem::Menu("Mirror and turn", TURN.to_vec()));
    let code = selection
        .path()
        .is_some()
        .then(|| MenuItem::Menu("Copy as code", COPY_AS_CODE.to_vec()));
    let has = |wanted| align::has(scene, selection, wanted);
    let align = has(2).then(|| {
        MenuItem::Menu(
            "Align",
            if has(3) {
                [ALIGN, DISTRIBUTE].concat()
            } else {
                ALIGN.to_vec()
            },
        )
    });
    with_lines([
        plain(own),
        turn.into_iter().chain(align).collect(),
        plain(CLIPBOARD).into_iter().chain(code).collect(),
        plain(OUTLINE),
        plain(&[C::FitSelection]),
    ])
}

/// The groups that are not empty, with lines between them.
fn with_lines(groups: impl IntoIterator<Item = Vec<MenuItem>>) -> Vec<MenuItem> {
    let mut all = Vec::new();
    for group in groups.into_iter().filter(|group| !group.is_empty()) {
        if !all.is_empty() {
            all.push(MenuItem::Line);
        }
        all.extend(group);
    }
    all
}
