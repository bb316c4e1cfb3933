//! The diagram of the states of a preset: a chip for each, and an arrow for each transition.

use crate::editor::theme;
use egui::epaint::QuadraticBezierShape;
use egui::text::LayoutJob;
use egui::{
    Align2, Color32, CornerRadius, FontId, Pos2, Rect, Role, Sense, Shape, Stroke, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};
use steerwright_authoring::presets::states;
use steerwright_authoring::words::term;
use steerwright_runtime::scene::{Preset, StateId, Transition};

/// The height of a chip and of a row of chips, in points.
const CHIP: f32 = 24.0;
const ROW: f32 = 50.0;
/// How far an arrow bends to its left, as a share of its length.
const BEND: f32 = 0.16;
/// The length of the head of an arrow, in points.
const HEAD: f32 = 6.0;
/// How near the pointer must be to an arrow, in points.
const NEAR: f32 = 5.0;
/// The points along an arrow at which the pointer is compared with it.
const STEPS: u8 = 12;
/// The room between the two columns, in points. Arrows over more than one row go through it, not
/// behind the chips between.
const GAP: f32 = 32.0;
/// How far an arrow within a column goes into the room.
const DETOUR: f32 = 0.7 * GAP;
/// How far the two ways between the columns are from each other, in points.
const LANES: f32 = 8.0;

/// A chip in the diagram.
struct Chip {
    id: StateId,
    name: String,
    color: Color32,
    rect: Rect,
}

/// Draws the diagram. Returns the state that was clicked.
pub(super) fn diagram_ui(
    ui: &mut Ui,
    preset: &Preset,
    edited: StateId,
    running: &[StateId],
    unit: &str,
) -> Option<StateId> {
    let count = preset.states.len() + 1;
    let rows = count.div_ceil(2);
    let size = vec2(ui.available_width(), ROW * rows as f32 - ROW + CHIP + 16.0);
    let (area, _) = ui.allocate_exact_size(size, Sense::hover());
    let chips = chips(preset, area, count);
    let hovered = arrows_ui(ui, preset, &chips, edited);
    let mut clicked = None;
    for chip in &chips {
        let is_edited = chip.id == edited;
        if chip_ui(ui, chip, is_edited, running.contains(&chip.id)) {
            clicked = Some(chip.id);
        }
    }
    if let Some((from, transition)) = hovered {
        let name = |id| {
            let chip = chips.iter().find(|chip| chip.id == id);
            chip.map_or("", |chip| chip.name.as_str())
        };
        let when = term::summary_of(&transition.terms, transition.any, unit);
        let text = format!("{} to {}: {when}", name(from), name(transition.to));
        egui::Tooltip::always_open(
            ui.ctx().clone(),
            ui.layer_id(),
            ui.scope_id().with("transition"),
            egui::PopupAnchor::Pointer,
        )
        .show(|ui| ui.label(text));
    }
    clicked
}

/// The chips, in two columns.
fn chips(preset: &Preset, area: Rect, count: usize) -> Vec<Chip> {
    let width = (area.width() - 12.0 - GAP) / 2.0;
    preset
        .all_states()
        .enumerate()
        .map(|(index, state)| {
            let is_alone = index + 1 == count && count % 2 == 1;
            let x = match index % 2 {
                0 if is_alone => area.center().x - width / 2.0,
                0 => area.left() + 6.0,
                _ => area.right() - 6.0 - width,
            };
            let y = area.top() + 8.0 + ROW * (index / 2) as f32;
            Chip {
                id: state.rules.id,
                name: states::name_of(preset, state.rules),
                color: theme::color32(state.rules.color.unwrap_or(preset.color)),
                rect: Rect::from_min_size(pos2(x, y), vec2(width, CHIP)),
            }
        })
        .collect()
}

fn chip_ui(ui: &Ui, chip: &Chip, edited: bool, running: bool) -> bool {
    let colors = theme::colors(ui);
    let id = ui.scope_id().with(("state", chip.id.0));
    let response = ui.interact(chip.rect, id, Sense::click());
    let label = format!("State {}", chip.name);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, edited, &label));
    let fill = if running {
        theme::blend(colors.card, chip.color, 0.45)
    } else if response.hovered() || response.has_focus() {
        colors.widget_hovered
    } else {
        colors.widget
    };
    let stroke = if edited {
        Stroke::new(2.0, colors.accent)
    } else {
        Stroke::new(1.0, chip.color)
    };
    let rounding = CornerRadius::same(12);
    let painter = ui.painter();
    painter.rect(chip.rect, rounding, fill, stroke, StrokeKind::Inside);
    let dot = chip.rect.left_center() + vec2(12.0, 0.0);
    painter.circle_filled(dot, 4.0, chip.color);
    let room = chip.rect.width() - 30.0;
    let mut job = LayoutJob::simple_singleline(
        chip.name.clone(),
        FontId::proportional(theme::BODY_SIZE),
        colors.text_strong,
    );
    job.wrap = egui::text::TextWrapping::truncate_at_width(room);
    let galley = ui.painter().layout_job(job);
    let at =
        Align2::LEFT_CENTER.anchor_size(chip.rect.left_center() + vec2(22.0, 0.0), galley.size());
    painter.galley(at.min, galley, colors.text_strong);
    let response = response.on_hover_text(if running {
        "A selected agent is in this state now. Click to edit it."
    } else {
        "Click to edit it."
    });
    response.clicked()
}

/// How strong an arrow is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Weak,
    /// It leads to or from the state that is hovered or edited.
    Strong,
    /// The pointer is at it.
    Hovered,
}

/// Draws the arrows, those of the hovered state or else of the edited one above the others. Returns
/// the transition under the pointer, with the state that it leads from.
fn arrows_ui<'a>(
    ui: &Ui,
    preset: &'a Preset,
    chips: &[Chip],
    edited: StateId,
) -> Option<(StateId, &'a Transition)> {
    let colors = theme::colors(ui);
    let pointer = ui.ctx().pointer_hover_pos();
    let pointer = pointer.filter(|_| ui.rect_contains_pointer(ui.clip_rect()));
    let over = pointer.and_then(|p| chips.iter().find(|chip| chip.rect.contains(p)));
    let subject = over.map_or(edited, |chip| chip.id);
    let center = chips
        .iter()
        .fold(Rect::NOTHING, |all, chip| all.union(chip.rect));
    let center = center.center().x;
    let mut hovered = None;
    let mut arrows: Vec<(Strength, [Pos2; 3])> = Vec::new();
    for state in preset.all_states() {
        let from = state.rules.id;
        for transition in &state.rules.transitions {
            let find = |id| chips.iter().find(|chip: &&Chip| chip.id == id);
            let (Some(start), Some(end)) = (find(from), find(transition.to)) else {
                continue;
            };
            let curve = curve(start.rect, end.rect, center);
            let is_near = pointer.is_some_and(|p| distance(&curve, p) < NEAR) && over.is_none();
            if is_near {
                hovered = Some((from, transition));
            }
            let strength = if is_near {
                Strength::Hovered
            } else if [from, transition.to].contains(&subject) {
                Strength::Strong
            } else {
                Strength::Weak
            };
            arrows.push((strength, curve));
        }
    }
    arrows.sort_by_key(|(strength, _)| *strength);
    for (strength, curve) in arrows {
        let (width, color) = match strength {
            Strength::Hovered => (1.5, colors.accent),
            Strength::Strong => (1.5, colors.text),
            Strength::Weak => (1.0, theme::blend(colors.card, colors.text_weak, 0.45)),
        };
        draw(ui, curve, Stroke::new(width, color));
    }
    hovered
}

/// The control points of an arrow between two chips, which ends at their edges. An arrow from a
/// chip to itself is a loop at its right. One over more than one row leads through the room between
/// the columns, at `center`.
fn curve(from: Rect, to: Rect, center: f32) -> [Pos2; 3] {
    if from == to {
        let corner = from.right_center();
        return [
            corner + vec2(-24.0, -CHIP / 2.0),
            corner + vec2(14.0, -CHIP),
            corner + vec2(0.0, -2.0),
        ];
    }
    let (a, b) = (from.center(), to.center());
    if (b.y - a.y).abs() > 1.5 * ROW {
        return around(from, to, center);
    }
    let side = (b - a).rot90();
    let bend = a + (b - a) / 2.0 - side * BEND;
    [edge_point(from, bend), bend, edge_point(to, bend)]
}

/// An arrow from the inner side of a chip to that of another, past the chips between them.
fn around(from: Rect, to: Rect, center: f32) -> [Pos2; 3] {
    let down = (to.center().y - from.center().y).signum();
    let inner = |rect: Rect, sign: f32| {
        let off = center - rect.center().x;
        if off > 1.0 {
            rect.right_center()
        } else if off < -1.0 {
            rect.left_center()
        } else {
            pos2(center, rect.center().y + sign * rect.height() / 2.0)
        }
    };
    let (start, end) = (inner(from, down), inner(to, -down));
    // The way up and the way down are beside each other.
    let lane = if down > 0.0 { 0.0 } else { LANES };
    let middle = start + (end - start) / 2.0;
    let inward = (center - middle.x).clamp(-1.0, 1.0);
    let bend = if inward.abs() < 1.0 {
        middle + vec2(lane, 0.0)
    } else {
        middle + vec2(inward * (DETOUR - lane), 0.0)
    };
    [start, bend, end]
}

/// Where the way from the center of a chip to a point leaves it: its ends are half circles.
fn edge_point(chip: Rect, toward: Pos2) -> Pos2 {
    let (center, radius) = (chip.center(), chip.height() / 2.0);
    let reach = (chip.width() / 2.0 - radius).max(0.0);
    let is_inside = |p: Pos2| {
        let off = p - center;
        vec2((off.x.abs() - reach).max(0.0), off.y).length() < radius + 0.5
    };
    let (mut inside, mut outside) = (0.0, 1.0);
    if is_inside(toward) {
        return toward;
    }
    for _ in 0..12 {
        let share = (inside + outside) / 2.0;
        if is_inside(center.lerp(toward, share)) {
            inside = share;
        } else {
            outside = share;
        }
    }
    center.lerp(toward, outside)
}

fn at([a, b, c]: &[Pos2; 3], t: f32) -> Pos2 {
    let (first, second) = (a.lerp(*b, t), b.lerp(*c, t));
    first.lerp(second, t)
}

fn distance(curve: &[Pos2; 3], p: Pos2) -> f32 {
    (0..=STEPS)
        .map(|step| at(curve, f32::from(step) / f32::from(STEPS)).distance(p))
        .fold(f32::INFINITY, f32::min)
}

fn draw(ui: &Ui, points: [Pos2; 3], stroke: Stroke) {
    let painter = ui.painter();
    let shape =
        QuadraticBezierShape::from_points_stroke(points, false, Color32::TRANSPARENT, stroke);
    painter.add(shape);
    let [_, bend, end] = points;
    let back = (bend - end).normalized() * HEAD;
    let side = back.rot90() * 0.5;
    let head = vec![end, end + back + side, end + back - side];
    painter.add(Shape::convex_polygon(head, stroke.color, Stroke::NONE));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_over_a_row_do_not_go_behind_the_chip_between() {
        let chip = |column: u8, row: u8| {
            let x = 6.0 + f32::from(column) * (110.0 + GAP);
            Rect::from_min_size(pos2(x, ROW * f32::from(row)), vec2(110.0, CHIP))
        };
        let center = 6.0 + 110.0 + GAP / 2.0;
        let alone = Rect::from_min_size(pos2(center - 55.0, 2.0 * ROW), vec2(110.0, CHIP));
        let between = [chip(0, 1), chip(1, 1)];
        for from in [chip(0, 0), chip(1, 0)] {
            for to in [chip(0, 2), chip(1, 2), alone] {
                for [from, to] in [[from, to], [to, from]] {
                    let arrow = curve(from, to, center);
                    let steps = (0..=40).map(|step| at(&arrow, f32::from(step as u8) / 40.0));
                    let behind = steps.filter(|p| between.iter().any(|chip| chip.contains(*p)));
                    assert_eq!(behind.count(), 0, "{from} {to}");
                }
            }
        }
    }

    #[test]
    fn an_arrow_ends_at_the_outline_of_a_chip() {
        let chip = Rect::from_min_size(pos2(10.0, 10.0), vec2(100.0, CHIP));
        for toward in [pos2(200.0, 60.0), pos2(60.0, 90.0), pos2(-20.0, -40.0)] {
            let end = edge_point(chip, toward);
            let off = end - chip.center();
            let off = vec2((off.x.abs() - (50.0 - CHIP / 2.0)).max(0.0), off.y);
            assert!((off.length() - CHIP / 2.0).abs() < 1.0, "{toward}: {end}");
        }
    }
}
