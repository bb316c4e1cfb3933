//! The field of the inspector that a warning leads to: it is scrolled into view, and outlined for a
//! moment.

use crate::editor::theme;
use egui::{Align, Context, Id, Rect, Stroke, StrokeKind, Ui};
use std::time::Duration;
use steerwright_analysis::lint::{Diagnostic, Rule, Subject};
use steerwright_runtime::parameter;
use steerwright_runtime::scene::{PresetId, Scene};

/// How long the field is outlined, in seconds.
const SECONDS: f64 = 3.0;
/// The outline is this far outside the field, in points.
const OUTSIDE: f32 = 2.0;

/// A part of the inspector. The same field can be in several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// What an agent refers to.
    Agent,
    /// The body of a preset.
    Body,
    /// The behavior with this index.
    Behavior(usize),
    /// Any other.
    Other,
}

/// The field to show.
#[derive(Clone, Debug)]
struct Wanted {
    part: Part,
    /// The title of its group.
    group: &'static str,
    /// Its name.
    label: &'static str,
    /// When the outline ends. `None` before the field is drawn.
    until: Option<f64>,
    /// When it is no longer looked for.
    expires: f64,
}

fn wanted_id() -> Id {
    Id::unique("field to show in the inspector")
}

fn part_id() -> Id {
    Id::unique("part of the inspector")
}

fn wanted(ctx: &Context) -> Option<Wanted> {
    ctx.data(|data| data.get_temp(wanted_id()))
}

/// Shows the field that a warning is about, if it has one, when the inspector is drawn next.
pub fn show_field_of(ctx: &Context, scene: &Scene, warning: &Diagnostic) {
    let expires = ctx.input(|input| input.time) + SECONDS;
    let field = field_of(scene, warning).map(|(part, group, label)| Wanted {
        part,
        group,
        label,
        until: None,
        expires,
    });
    ctx.data_mut(|data| {
        data.remove::<Wanted>(wanted_id());
        if let Some(field) = field {
            data.insert_temp(wanted_id(), field);
        }
    });
    ctx.request_repaint();
}

/// The field that a warning is about, with the title of its group.
fn field_of(scene: &Scene, warning: &Diagnostic) -> Option<(Part, &'static str, &'static str)> {
    let (_, key) = warning.pointer.rsplit_once('/')?;
    match warning.subject {
        Subject::Agent(_) => {
            let label = match key {
                "target" => "Target",
                "danger" => "Danger",
                "leader" => "Leader",
                "path" => "Path",
                _ => return None,
            };
            Some((Part::Agent, "Agent", label))
        }
        // What makes it stop is not among the radii.
        Subject::Preset(..) if warning.rule == Rule::NeverStops => {
            Some((Part::Body, "Body", "Idle"))
        }
        Subject::Preset(_, None) => {
            let is_body = warning.pointer.contains("/body/");
            let parameter = parameter::BODY.find(key).filter(|_| is_body)?;
            let label = parameter.presentation.label;
            Some((Part::Body, "Body", label))
        }
        Subject::Preset(id, Some(index)) => behavior_field(scene, id, index, key),
        Subject::Path(_)
        | Subject::Node(..)
        | Subject::Wall(_)
        | Subject::Area(_)
        | Subject::Track(_)
        | Subject::Marker(_)
        | Subject::Picture(_) => None,
    }
}

fn behavior_field(
    scene: &Scene,
    preset: PresetId,
    index: usize,
    key: &str,
) -> Option<(Part, &'static str, &'static str)> {
    let behavior = &scene
        .preset(preset)?
        .motion
        .behaviors()
        .get(index)?
        .behavior;
    let parameter = behavior.parameters().find(key)?;
    let label = parameter.presentation.label;
    let group = behavior.description().label;
    Some((Part::Behavior(index), group, label))
}

/// The rows that are drawn next belong to this part.
pub(super) fn begin_part(ui: &Ui, part: Part) {
    ui.data_mut(|data| data.insert_temp(part_id(), part));
}

/// Scrolls to a row and outlines it, if it is the field to show.
pub(super) fn outline_row(ui: &Ui, name: &str, row: Rect) {
    let Some(mut field) = wanted(ui).filter(|field| field.label == name) else {
        return;
    };
    if ui.data(|data| data.get_temp::<Part>(part_id())) != Some(field.part) {
        return;
    }
    let now = ui.input(|input| input.time);
    let is_first = field.until.is_none();
    let until = field.until.unwrap_or(now + SECONDS);
    if now >= until || (is_first && now > field.expires) {
        ui.data_mut(|data| data.remove::<Wanted>(wanted_id()));
        return;
    }
    if is_first {
        ui.scroll_to_rect(row, Some(Align::Center));
        field.until = Some(until);
        ui.data_mut(|data| data.insert_temp(wanted_id(), field));
    }
    let stroke = Stroke::new(2.0, theme::colors(ui).accent);
    let rounding = f32::from(theme::ROUNDING);
    let outline = row.expand(OUTSIDE);
    ui.painter()
        .rect_stroke(outline, rounding, stroke, StrokeKind::Outside);
    ui.ctx()
        .request_repaint_after(Duration::from_secs_f64(until - now));
}

/// Whether the field to show is in a group, which then must not be folded.
pub(super) fn is_in_group(ctx: &Context, title: &str) -> bool {
    let now = ctx.input(|input| input.time);
    let is_looked_for = |field: &Wanted| field.until.is_none() && now <= field.expires;
    wanted(ctx).is_some_and(|field| field.group == title && is_looked_for(&field))
}
