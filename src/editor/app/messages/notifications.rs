//! Short messages in the corner of the window. Screen readers read them out.

use crate::editor::theme;
use crate::editor::widgets::dialog;
use egui::accesskit::Live;
use egui::{
    Align2, Area, Context, FontId, Frame, Id, Label, Order, Popup, Rect, RichText, Sense, Stroke,
    Ui, Vec2, vec2,
};
use egui_material_icons::icons;
use std::time::{Duration, Instant};
use steerwright_authoring::Command;

/// How long a notification is shown, and the same one is not shown again.
const DURATION: Duration = Duration::from_secs(4);
/// How long a notification with a button is shown, to leave time to click.
const DURATION_WITH_BUTTON: Duration = Duration::from_secs(10);
/// How long it takes to disappear, in seconds.
const FADE: f64 = 0.2;
/// The largest width of the text, in points.
const MAX_WIDTH: f32 = 480.0;
/// The distance to the right edge of the window and to its bottom, where the status bar is, in
/// points.
const MARGIN: egui::Vec2 = vec2(12.0, 40.0);
/// The gap between two notifications, in points.
const GAP: f32 = 6.0;
/// The height of one whose size is not known yet, in points.
const ESTIMATED_HEIGHT: f32 = 56.0;
/// The size of the sign, in points.
const SIGN: f32 = 16.0;

#[derive(Debug)]
struct Notification {
    /// Tells notifications with the same text apart.
    number: u64,
    text: String,
    /// Whether it is about a step of the history.
    is_step: bool,
    /// What a button in it does.
    offer: Option<Command>,
    /// Whether it stays until it is dismissed.
    lasts: bool,
    /// When it ends, in the time of the window. `None` before it was drawn.
    end: Option<f64>,
}

impl Notification {
    fn id(&self) -> Id {
        Id::unique(("notification", self.number))
    }
}

/// What was clicked in a notification.
enum Clicked {
    Offer,
    Dismiss,
}

/// The notifications that are shown, the oldest first.
#[derive(Debug, Default)]
pub(crate) struct Notifications {
    shown: Vec<Notification>,
    count: u64,
    /// The last one and its time.
    last: Option<(String, Instant)>,
}

impl Notifications {
    /// Shows a text. One about a step of the history replaces the one about the step before it, so
    /// that a long series does not cover the window.
    pub(crate) fn add(&mut self, text: String, is_step: bool, offer: Option<Command>) {
        // Holding a key down would repeat the same notification.
        let last = self.last.as_ref();
        if last.is_some_and(|(last, when)| *last == text && when.elapsed() < DURATION) {
            return;
        }
        self.last = Some((text.clone(), Instant::now()));
        if is_step {
            self.shown.pop_if(|before| before.is_step);
        }
        self.push(text, is_step, offer, false);
    }

    /// Shows a text that stays until it is dismissed.
    pub(crate) fn add_lasting(&mut self, text: String) {
        let is_shown = |shown: &Notification| shown.lasts && shown.text == text;
        if !self.shown.iter().any(is_shown) {
            self.push(text, false, None, true);
        }
    }

    fn push(&mut self, text: String, is_step: bool, offer: Option<Command>, lasts: bool) {
        self.count += 1;
        self.shown.push(Notification {
            number: self.count,
            text,
            is_step,
            offer,
            lasts,
            end: None,
        });
    }

    /// The places of dialogs and windows that are open in the editor.
    fn dialogs(&self, ctx: &Context) -> Vec<Rect> {
        let shown: Vec<Id> = self.shown.iter().map(Notification::id).collect();
        let layers = ctx.memory(|memory| memory.areas().visible_layer_ids());
        let mut dialogs: Vec<Rect> = layers
            .into_iter()
            .filter(|layer| dialog::is_dialog(*layer))
            // A list that is open closes with the next click.
            .filter(|layer| !shown.contains(&layer.id) && !Popup::is_id_open(ctx, layer.id))
            .filter_map(|layer| ctx.memory(|memory| memory.area_rect(layer.id)))
            .collect();
        dialogs.sort_by(|a, b| a.top().total_cmp(&b.top()));
        dialogs
    }

    /// Draws them, the newest at the bottom. Returns the command whose button was clicked.
    pub(crate) fn ui(&mut self, ctx: &Context) -> Option<Command> {
        let mut clicked = None;
        let (now, pointer) = ctx.input(|i| (i.time, i.pointer.hover_pos()));
        self.shown
            .retain(|shown| shown.end.is_none_or(|end| end > now));
        let dialogs = self.dialogs(ctx);
        let mut distance = MARGIN.y;
        for notification in self.shown.iter_mut().rev() {
            let duration = match notification.offer {
                Some(_) => DURATION_WITH_BUTTON,
                None => DURATION,
            };
            let duration = if notification.lasts {
                f64::INFINITY
            } else {
                duration.as_secs_f64()
            };
            let id = notification.id();
            let known = ctx.memory(|memory| memory.area_rect(id));
            let size = known.map_or(vec2(MAX_WIDTH, ESTIMATED_HEIGHT), |rect| rect.size());
            let Some(free) = free_distance(ctx.content_rect(), size, distance, &dialogs) else {
                // There is room for it when the dialog is closed. Until then its time does not
                // pass.
                let end = notification.end.as_mut();
                end.into_iter().for_each(|end| *end = end.max(now + 1.0));
                continue;
            };
            distance = free;
            let end = *(notification.end).get_or_insert(now + duration);
            let opacity = ((end - now) / FADE).clamp(0.0, 1.0) as f32;
            let area = Area::new(id)
                .order(Order::Foreground)
                .anchor(Align2::RIGHT_BOTTOM, vec2(-MARGIN.x, -distance))
                // Clicks go to what is below, if there is no button.
                .interactable(notification.offer.is_some() || notification.lasts)
                .show(ctx, |ui| {
                    ui.multiply_opacity(opacity);
                    notification_ui(ui, notification)
                });
            match area.inner {
                Some(Clicked::Offer) => clicked = notification.offer,
                Some(Clicked::Dismiss) | None => {}
            }
            if area.inner.is_some() {
                notification.end = Some(now);
                // Those above it move down.
                ctx.request_repaint();
            }
            let rect = area.response.rect;
            distance += rect.height() + GAP;
            if area.inner.is_none() && pointer.is_some_and(|pointer| rect.contains(pointer)) {
                // It stays while it is read.
                notification.end = Some(end.max(now + 1.0));
            }
            if !notification.lasts {
                let wait = if opacity < 1.0 { 0.0 } else { end - now - FADE };
                ctx.request_repaint_after(Duration::from_secs_f64(wait.max(0.0)));
            }
        }
        clicked
    }
}

/// The distance to the bottom of the window at which one of `size` covers no dialog: `least`, or
/// above the dialogs. `None` if it has no room there.
fn free_distance(window: Rect, size: Vec2, least: f32, dialogs: &[Rect]) -> Option<f32> {
    let place = |distance: f32| {
        let corner = window.right_bottom() - vec2(MARGIN.x, distance);
        Rect::from_min_max(corner - size, corner)
    };
    let mut distance = least;
    // Each of them raises it once at most.
    for _ in 0..=dialogs.len() {
        let area = place(distance);
        let covered = dialogs.iter().filter(|dialog| dialog.intersects(area));
        let Some(top) = covered.map(Rect::top).reduce(f32::min) else {
            return (area.top() >= window.top() || distance == least).then_some(distance);
        };
        distance = window.bottom() - top + GAP;
    }
    None
}

/// Draws a notification. Returns which of its buttons was clicked.
fn notification_ui(ui: &mut Ui, notification: &Notification) -> Option<Clicked> {
    let text = notification.text.as_str();
    let colors = theme::colors(ui);
    let width = (ui.ctx().content_rect().width() - 2.0 * MARGIN.x).min(MAX_WIDTH);
    let frame = Frame::popup(ui.style())
        .fill(colors.card)
        .stroke(Stroke::new(1.0, colors.outline))
        .inner_margin(egui::Margin::symmetric(10, 8));
    let shown = frame.show(ui, |ui| {
        ui.set_max_width(width - 20.0);
        ui.horizontal_top(|ui| {
            let (_, sign) = ui.allocate_space(vec2(SIGN, SIGN));
            paint_sign(ui, sign);
            let label = Label::new(RichText::new(text).color(colors.text_strong))
                .wrap()
                .selectable(false)
                .sense(Sense::hover());
            let response = ui.add(label);
            ui.ctx()
                .accesskit_node_builder(response.id, |node| node.set_live(Live::Polite));
        });
        if let Some(command) = notification.offer {
            let button = ui.button(command.label());
            let clicked = button.on_hover_text(command.tooltip()).clicked();
            return clicked.then_some(Clicked::Offer);
        }
        let clicked = notification.lasts && ui.button("Dismiss").clicked();
        clicked.then_some(Clicked::Dismiss)
    });
    shown.inner
}

/// Only painted, because it has nothing to read out.
fn paint_sign(ui: &Ui, place: Rect) {
    ui.painter().text(
        place.center(),
        Align2::CENTER_CENTER,
        icons::ICON_INFO.codepoint,
        FontId::proportional(SIGN),
        theme::colors(ui).target,
    );
}
