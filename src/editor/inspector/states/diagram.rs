//! The diagram of the states of a preset: a chip for each, and an arrow for each transition.

use crate::editor::theme;
use egui::epaint::QuadraticBezierShape;
use egui::text::LayoutJob;
use egui::{
    Align2, Color32, CornerRadius, FontId, Pos2, Rect, Role, Sense, Shape, Stroke, StrokeKind, Ui,
    Vec2, WidgetInfo, pos2, vec2,
};
use steerwright_authoring::{states, term_help};
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
        let when = term_help::summary_of(&transition.terms, transition.any, unit);
        let text = format!("{} → {}: {when}", name(from), name(transition.to));
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
    let width = (area.width() - 36.0) / 2.0;
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

/// Draws the arrows. Returns the transition under the pointer, with the state that it leads from.
fn arrows_ui<'a>(
    ui: &Ui,
    preset: &'a Preset,
    chips: &[Chip],
    edited: StateId,
) -> Option<(StateId, &'a Transition)> {
    let colors = theme::colors(ui);
    let pointer = ui.ctx().pointer_hover_pos();
    let mut hovered = None;
    for state in preset.all_states() {
        let from = state.rules.id;
        for transition in &state.rules.transitions {
            let find = |id| chips.iter().find(|chip: &&Chip| chip.id == id);
            let (Some(start), Some(end)) = (find(from), find(transition.to)) else {
                continue;
            };
            let curve = curve(start.rect, end.rect);
            let is_near = pointer.is_some_and(|p| distance(&curve, p) < NEAR)
                && ui.rect_contains_pointer(ui.clip_rect());
            if is_near
                && !chips
                    .iter()
                    .any(|chip| pointer.is_some_and(|p| chip.rect.contains(p)))
            {
                hovered = Some((from, transition));
            }
            let color = if is_near {
                colors.accent
            } else if from == edited {
                colors.text
            } else {
                theme::blend(colors.card, colors.text_weak, 0.6)
            };
            draw(ui, curve, Stroke::new(1.5, color));
        }
    }
    hovered
}

/// The control points of an arrow between two chips, which ends at their edges. An arrow from a chip to itself is a loop at its right.
fn curve(from: Rect, to: Rect) -> [Pos2; 3] {
    if from == to {
        let corner = from.right_center();
        return [
            corner + vec2(-24.0, -CHIP / 2.0),
            corner + vec2(14.0, -CHIP),
            corner + vec2(0.0, -2.0),
        ];
    }
    let (a, b) = (from.center(), to.center());
    let side = (b - a).rot90();
    let bend = a + (b - a) / 2.0 - side * BEND;
    [edge_point(from, bend), bend, edge_point(to, bend)]
}

/// Where the way from the center of a rectangle to a point leaves it.
fn edge_point(rect: Rect, toward: Pos2) -> Pos2 {
    let way = toward - rect.center();
    let half = rect.size() / 2.0 + Vec2::splat(2.0);
    let share = (half.x / way.x.abs().max(0.01)).min(half.y / way.y.abs().max(0.01));
    rect.center() + way * share.min(1.0)
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
