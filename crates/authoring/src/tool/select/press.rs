//! What a press of the primary button does: as a click, or as a drag.

use crate::canvas::rings;
use crate::edit::editable;
use crate::snap::Targets;
use crate::tool::drag;
use crate::tool::drag::{Moving, Reshaping};
use crate::tool::hit_target::{HitTarget, hit_target};
use crate::tool::select::{OnClick, OnDrag, State};
use crate::tool::{Modifiers, PointerEvent, PointerKind};
use crate::{CanvasContext, Item, Line, Selection, line};
use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::SpawnPlace;

pub(super) fn press(event: PointerEvent, context: &mut CanvasContext<'_>) -> State {
    let (at, modifiers) = (event.at, event.modifiers);
    let selected = !context.session.selection.is_empty();
    match hit_target(context, event) {
        Some(HitTarget::Item(item)) => press_item(item, event, context),
        Some(HitTarget::Line(hit)) => press_item(hit.line.into(), event, context),
        Some(HitTarget::Ring(_)) if modifiers.shift => State::Pressed {
            at,
            on_click: OnClick::Nothing,
            on_drag: OnDrag::Box,
        },
        Some(HitTarget::Ring(ring)) => {
            let inside = vector::distance(ring.center, at) - ring.radius;
            State::Pressed {
                at,
                on_click: OnClick::Nothing,
                on_drag: OnDrag::Resize(ring.id, inside),
            }
        }
        Some(HitTarget::Cone(cone)) => State::Pressed {
            at,
            on_click: OnClick::Nothing,
            on_drag: OnDrag::Spread(cone),
        },
        Some(HitTarget::Handle(handle)) => State::Pressed {
            at,
            on_click: OnClick::Nothing,
            on_drag: OnDrag::Reshape(handle),
        },
        Some(HitTarget::Segment { ends, .. }) => {
            let on_click = if modifiers.ctrl {
                OnClick::ToggleEnds(ends)
            } else {
                OnClick::SelectEnds(ends)
            };
            State::Pressed {
                at,
                on_click,
                on_drag: OnDrag::MoveEnds(ends),
            }
        }
        Some(HitTarget::EndDot(dot)) => {
            let index = if dot.at_start { 0 } else { usize::MAX };
            let place = NodePlace {
                line: dot.path.into(),
                index,
                position: dot.position,
            };
            insert_and_drag(place, "Extend path", event, context)
                .map_or(State::Ready, State::Moving)
        }
        Some(HitTarget::Insertion(hit, position)) => {
            let place = NodePlace {
                line: hit.line,
                index: hit.index,
                position,
            };
            insert_and_drag(place, "Insert node", event, context)
                .map_or(State::Ready, |moving| State::Inserting(hit.line, moving))
        }
        None if modifiers.alt && selected => State::Pressed {
            at,
            on_click: OnClick::Below,
            on_drag: OnDrag::MoveSelected,
        },
        None => {
            let adds = modifiers.shift || modifiers.ctrl;
            if !adds {
                context.session.selection.clear();
            }
            State::Boxing { from: at, adds }
        }
    }
}

/// Whether a press at `at` hits nothing that is edited while the scene plays: agents that follow
/// the pointer, their rings and the spawners at them come to it by themselves.
pub fn is_free_for_game(at: DVec2, context: &mut CanvasContext<'_>) -> bool {
    let event = PointerEvent {
        kind: PointerKind::Move,
        at,
        modifiers: Modifiers::default(),
    };
    let snapped = context.snapped.clone();
    let target = hit_target(context, event);
    context.snapped = snapped;
    let scene = &context.session.scene;
    match target {
        None | Some(HitTarget::Item(Item::Picture(_))) => true,
        Some(HitTarget::Item(Item::Agent(id))) => rings::follows_pointer(scene, id),
        Some(HitTarget::Item(Item::Spawner(id))) => {
            let place = scene.spawner(id).map(|spawner| spawner.place);
            matches!(place, Some(SpawnPlace::Agent(id)) if rings::follows_pointer(scene, id))
        }
        Some(HitTarget::Ring(ring)) => ring.follows_pointer,
        Some(
            HitTarget::Item(_)
            | HitTarget::Cone(_)
            | HitTarget::Handle(_)
            | HitTarget::EndDot(_)
            | HitTarget::Insertion(..)
            | HitTarget::Line(_)
            | HitTarget::Segment { .. },
        ) => false,
    }
}

/// Where a line gets a node.
struct NodePlace {
    line: Line,
    index: usize,
    position: DVec2,
}

/// Inserts a node into a line. It follows the pointer until the button is released.
fn insert_and_drag(
    place: NodePlace,
    step: &str,
    event: PointerEvent,
    context: &mut CanvasContext<'_>,
) -> Option<Box<Moving>> {
    let scene = &mut context.session.scene;
    let node = line::insert_node(scene, place.line, place.index, place.position)?;
    let item = Item::Node(place.line, node);
    context.session.selection.set(item);
    context.session.name_step(step);
    // The adjacent segments are new, so their lines are not cached yet.
    let targets: Targets = context.targets(|other| other == item);
    Some(Box::new(Moving::of_new(
        item,
        place.position,
        event.at,
        targets,
        context,
    )))
}

/// Selects the nodes of a double-clicked line and discards the node that the second click inserted.
pub(super) fn select_nodes_of(line: Line, context: &mut CanvasContext<'_>) {
    context.session.roll_back();
    context.snapped = None;
    let nodes = editable::nodes_of_lines(&context.session.scene, &Selection::of([line.into()]));
    context.session.selection.set_all(nodes);
}

fn press_item(item: Item, event: PointerEvent, context: &mut CanvasContext<'_>) -> State {
    let (at, modifiers) = (event.at, event.modifiers);
    let selection = &context.session.selection;
    if modifiers.alt {
        let on_drag = if selection.is_empty() {
            OnDrag::Move(item)
        } else {
            OnDrag::MoveSelected
        };
        return State::Pressed {
            at,
            on_click: OnClick::Below,
            on_drag,
        };
    }
    if modifiers.shift {
        return State::Pressed {
            at,
            on_click: OnClick::Toggle(item),
            on_drag: OnDrag::Box,
        };
    }
    if modifiers.ctrl {
        return State::Pressed {
            at,
            on_click: OnClick::Toggle(item),
            on_drag: OnDrag::Move(item),
        };
    }
    // A selected item is dragged even if another item is above it. A selected path or wall is
    // dragged by its nodes only if other items are selected too; otherwise the node moves alone. An
    // agent on the line of a path also moves alone, and all items on a picture do.
    let by_nodes = selection.len() > 1 && item.is_node();
    let counts = |below: &Item| {
        let is_wide = matches!(below, Item::Picture(_));
        let is_line = matches!(
            below,
            Item::Path(_) | Item::Wall(_) | Item::Area(_) | Item::Spawner(_)
        );
        *below == item || (!is_wide && (by_nodes || !is_line))
    };
    let below = || context.items_at(at).into_iter().filter(counts);
    let selected = below().find(|&below| context.session.selection.contains(below));
    if selected.is_none() {
        context.session.selection.set(item);
    }
    State::Pressed {
        at,
        on_click: OnClick::Select(item),
        on_drag: OnDrag::Move(selected.unwrap_or(item)),
    }
}

pub(super) fn clicked(on_click: OnClick, event: PointerEvent, context: &mut CanvasContext<'_>) {
    match on_click {
        OnClick::Select(item) => context.session.selection.set(item),
        OnClick::Toggle(item) => context.session.selection.toggle(item),
        OnClick::Below => {
            let items = context.items_at(event.at);
            let present = context
                .session
                .selection
                .primary()
                .and_then(|item| items.iter().position(|&other| other == item));
            let next = present.map_or(0, |index| (index + 1) % items.len().max(1));
            if let Some(&item) = items.get(next) {
                context.session.selection.set(item);
            }
        }
        OnClick::ToggleEnds(ends) => {
            let selection = &mut context.session.selection;
            if ends.iter().all(|&end| selection.contains(end)) {
                ends.into_iter().for_each(|end| selection.toggle(end));
            } else {
                add_ends(selection, ends);
            }
        }
        OnClick::SelectEnds(ends) => context.session.selection.set_all(ends),
        OnClick::Nothing => {}
    }
}

/// Adds both ends of a segment to the selection, or replaces the selection if it contains the whole
/// path or wall.
fn add_ends(selection: &mut Selection, ends: [Item; 2]) {
    if selection.contains(ends[0].whole()) {
        selection.clear();
    }
    for end in ends {
        if !selection.contains(end) {
            selection.toggle(end);
        }
    }
}

pub(super) fn dragged(
    from: DVec2,
    on_drag: OnDrag,
    event: PointerEvent,
    context: &mut CanvasContext<'_>,
) -> State {
    let mut moving = match on_drag {
        OnDrag::Box => return State::Boxing { from, adds: true },
        OnDrag::Resize(id, inside) => {
            drag::resize(id, inside, event, context);
            return State::Resizing(id, inside);
        }
        OnDrag::Spread(cone) => {
            drag::spread(&cone, event, context);
            return State::Spreading(cone);
        }
        OnDrag::Reshape(handle) => {
            let Some(mut reshaping) = Reshaping::new(handle, from, context) else {
                return State::Ready;
            };
            reshaping.drag_to(event, context);
            return State::Reshaping(Box::new(reshaping));
        }
        OnDrag::MoveEnds(ends) => {
            add_ends(&mut context.session.selection, ends);
            Moving::of_selected(None, from, context)
        }
        OnDrag::Move(item) => {
            if !context.session.selection.contains(item) {
                context.session.selection.set(item);
            }
            Moving::of_selected(Some(item), from, context)
        }
        OnDrag::MoveSelected => Moving::of_selected(None, from, context),
    };
    moving.drag_to(event, context);
    State::Moving(Box::new(moving))
}
