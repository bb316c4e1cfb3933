//! The context menu of the canvas.

use crate::canvas::ring::RingId;
use crate::command::{
    COPY_AS_CODE, ClipboardCommand, Command as C, Command, EditCommand, LayerCommand,
    OutlinerCommand, PathCommand, PictureCommand, SelectCommand, SnapCommand, ToolCommand,
    ViewCommand, WindowCommand,
};
use crate::edit::align;
use crate::{Item, Line, Selection, overshoot};
use steerwright_runtime::scene::{Behavior, Scene};

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
    &[
        C::Clipboard(ClipboardCommand::Paste),
        C::Clipboard(ClipboardCommand::PasteInPlace),
    ],
    &[
        C::Select(SelectCommand::SelectAll),
        C::Outliner(OutlinerCommand::ShowAll),
        C::Outliner(OutlinerCommand::UnlockAll),
        C::View(ViewCommand::ZoomToFit),
    ],
    &[
        C::Snap(SnapCommand::ToggleSnapGrid),
        C::Layer(LayerCommand::ToggleGrid),
    ],
];
const NODE: &[Command] = &[
    C::Path(PathCommand::InsertNode),
    C::Path(PathCommand::SetStartNode),
    C::Path(PathCommand::SplitPath),
    C::Path(PathCommand::JoinPaths),
    C::Select(SelectCommand::SelectNodes),
];
const PATH: &[Command] = &[
    C::Path(PathCommand::AddAgentOnPath),
    C::Select(SelectCommand::SelectNodes),
    C::Path(PathCommand::ToggleLoop),
    C::Path(PathCommand::ToggleCurve),
    C::Path(PathCommand::ReversePath),
    C::Path(PathCommand::JoinPaths),
    C::Window(WindowCommand::SimplifyPath),
];
const WALL_NODE: &[Command] = &[
    C::Path(PathCommand::InsertNode),
    C::Path(PathCommand::SplitPath),
    C::Path(PathCommand::JoinPaths),
    C::Select(SelectCommand::SelectNodes),
];
const WALL: &[Command] = &[
    C::Select(SelectCommand::SelectNodes),
    C::Path(PathCommand::ToggleLoop),
    C::Path(PathCommand::JoinPaths),
];
const AREA: &[Command] = &[
    C::View(ViewCommand::ShowWorstMoment),
    C::Path(PathCommand::InsertNode),
    C::Select(SelectCommand::SelectNodes),
];
const PICTURE: &[Command] = &[
    C::Tool(ToolCommand::PictureScaleTool),
    C::Picture(PictureCommand::LocatePicture),
];
const FLIP_AND_ROTATE: &[Command] = &[
    C::Edit(EditCommand::FlipHorizontal),
    C::Edit(EditCommand::FlipVertical),
    C::Edit(EditCommand::RotateCounterclockwise),
    C::Edit(EditCommand::RotateClockwise),
];
const ALIGN: &[Command] = &[
    C::Edit(EditCommand::AlignLeft),
    C::Edit(EditCommand::AlignCenter),
    C::Edit(EditCommand::AlignRight),
    C::Edit(EditCommand::AlignTop),
    C::Edit(EditCommand::AlignMiddle),
    C::Edit(EditCommand::AlignBottom),
];
const DISTRIBUTE: &[Command] = &[
    C::Edit(EditCommand::DistributeHorizontally),
    C::Edit(EditCommand::DistributeVertically),
];
const CLIPBOARD: &[Command] = &[
    C::Clipboard(ClipboardCommand::Cut),
    C::Clipboard(ClipboardCommand::Copy),
    C::Clipboard(ClipboardCommand::Paste),
    C::Edit(EditCommand::Duplicate),
    C::Edit(EditCommand::Delete),
];
const OUTLINER: &[Command] = &[
    C::Outliner(OutlinerCommand::Group),
    C::Outliner(OutlinerCommand::ToggleHidden),
    C::Outliner(OutlinerCommand::HideOthers),
    C::Outliner(OutlinerCommand::ToggleLocked),
];

/// The context menu for the selection, and for the ring of it that was clicked.
pub fn on_canvas(scene: &Scene, selection: &Selection, ring: Option<RingId>) -> Vec<MenuItem> {
    let entries = |commands: &[Command]| {
        commands
            .iter()
            .copied()
            .map(MenuItem::Command)
            .collect::<Vec<_>>()
    };
    let of_item = match selection.primary() {
        None => return with_separators(CANVAS.map(entries)),
        Some(Item::Node(Line::Path(_), _)) => NODE,
        Some(Item::Path(_)) => PATH,
        Some(Item::Node(Line::Wall(_), _)) => WALL_NODE,
        Some(Item::Wall(_)) => WALL,
        Some(Item::Area(_) | Item::Node(Line::Area(_), _)) => AREA,
        Some(Item::Picture(_)) => PICTURE,
        Some(_) => &[],
    };
    let tuning = ring.and_then(|ring| tuning(scene, selection, ring));
    let has_extent =
        selection.len() > 1 || selection.picture().is_some() || !selection.lines().is_empty();
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
        tuning.into_iter().map(MenuItem::Command).collect(),
        entries(of_item),
        flip_and_rotate.into_iter().chain(align).collect(),
        entries(CLIPBOARD).into_iter().chain(code).collect(),
        entries(OUTLINER),
        entries(&[C::View(ViewCommand::ZoomToSelection)]),
    ])
}

/// The command that tunes the behavior of a ring to a goal. Only numbers of the first state can be
/// tuned.
fn tuning(scene: &Scene, selection: &Selection, ring: RingId) -> Option<Command> {
    let RingId::Behavior(preset, state, index, _) = ring else {
        return None;
    };
    // The ring of a marker is that of an agent which is not selected.
    let is_selected = selection.primary()?.preset(scene) == Some(preset);
    let preset = scene.preset(preset)?;
    if !is_selected || preset.first_state().rules.id != state {
        return None;
    }
    let has_overshoot = match preset.behaviors().nth(index)? {
        Behavior::Arrive(_) | Behavior::HomingWalk(_) | Behavior::FollowPath(_) => {
            overshoot::is_measured(scene, selection)
        }
        _ => false,
    };
    Some(C::Window(if has_overshoot {
        WindowCommand::TuneOvershoot
    } else {
        WindowCommand::TuneToGoal
    }))
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
