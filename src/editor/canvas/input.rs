//! The hand on the canvas: pan and zoom here, everything else as events for the tool.
//!
//! The raw events are read in order, so that a press, a move and a release that arrive within one frame all count, each where it
//! happened.

use crate::editor::canvas::Screen;
use crate::editor::settings::Wheel;
use egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, Response, Ui,
    Vec2,
};
use glam::DVec2;
use steerwright_authoring::Viewport;
use steerwright_authoring::tool::{Modifiers as Keys, PointerEvent, PointerKind};

/// Two clicks no further apart than this, points, can be a double-click.
const SAME_PLACE: f32 = 6.0;

/// What the hand is in the middle of on the canvas.
#[derive(Clone, Debug, Default)]
pub struct CanvasInput {
    held: Held,
    /// The button that holds it.
    button: Option<PointerButton>,
    last: Option<Pos2>,
    pointer: Option<DVec2>,
    /// The keys held in the frame before.
    modifiers: Modifiers,
    /// Whether the tool knows the pointer to be over the canvas.
    over: bool,
    /// Where the main button went up last.
    clicked_at: Option<Pos2>,
    /// Whether Space pans: it was used to drag the view, so letting it go does not play.
    space_dragged: bool,
    /// Whether it was fingers on a touchpad that scrolled last, and no wheel.
    fingers: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Held {
    #[default]
    Nothing,
    /// The tool has the main button.
    Tool,
    /// The view is dragged.
    View,
}

impl CanvasInput {
    /// Whether the view is being dragged.
    pub fn is_panning(&self) -> bool {
        self.held == Held::View
    }

    /// Where the pointer is over the canvas, u.
    pub fn pointer(&self) -> Option<DVec2> {
        self.pointer
    }

    /// Whether Space was used to drag the view since it went down.
    pub fn space_dragged(&self) -> bool {
        self.space_dragged
    }

    /// Reads this frame's events; pans and zooms `viewport`, and returns what is for the tool.
    pub fn read(
        &mut self,
        ui: &Ui,
        response: &Response,
        viewport: &mut Viewport,
        hand: bool,
        wheel: Wheel,
    ) -> Vec<PointerEvent> {
        let (events, modifiers, space, any_down) = ui.input(|i| {
            (
                i.events.clone(),
                i.modifiers,
                i.key_down(Key::Space),
                i.pointer.any_down(),
            )
        });
        if !space {
            self.space_dragged = false;
        }
        let over = |p: Pos2| {
            response.rect.contains(p) && ui.ctx().layer_id_at(p) == Some(response.layer_id)
        };
        // A click beside an open menu closes it and does nothing else.
        let menu = egui::Popup::is_any_open(ui.ctx());
        let mut for_tool = Vec::new();
        for event in &events {
            let screen = Screen::new(*viewport, response.rect);
            match *event {
                Event::PointerMoved(p) => {
                    self.moved(p, modifiers, &screen, viewport, over(p), &mut for_tool)
                }
                Event::PointerButton {
                    pos,
                    button,
                    pressed: true,
                    modifiers,
                } if over(pos) && self.held == Held::Nothing && !menu => {
                    // Keys are for the canvas now.
                    if let Some(focused) = ui.memory(|memory| memory.focused()) {
                        ui.memory_mut(|memory| memory.surrender_focus(focused));
                    }
                    self.pressed(
                        pos,
                        button,
                        modifiers,
                        hand || space,
                        &screen,
                        &mut for_tool,
                    );
                    self.space_dragged |= space;
                }
                Event::PointerButton {
                    pos,
                    button: PointerButton::Secondary,
                    pressed: true,
                    modifiers,
                } if self.held == Held::Tool => {
                    for_tool.push(event_at(
                        PointerKind::SecondaryPress,
                        pos,
                        modifiers,
                        &screen,
                    ));
                }
                Event::PointerButton {
                    pos,
                    button,
                    pressed: false,
                    modifiers,
                } if self.button == Some(button) => {
                    if self.held == Held::Tool {
                        let again = self
                            .clicked_at
                            .replace(pos)
                            .is_some_and(|last| last.distance(pos) <= SAME_PLACE);
                        let twice = again
                            && ui
                                .input(|i| i.pointer.button_double_clicked(PointerButton::Primary));
                        let kind = if twice {
                            PointerKind::SecondRelease
                        } else {
                            PointerKind::Release
                        };
                        for_tool.push(event_at(kind, pos, modifiers, &screen));
                    }
                    self.cancel_drag();
                }
                _ => {}
            }
        }
        // A release outside the window is never reported.
        if !any_down && self.held != Held::Nothing {
            if self.held == Held::Tool
                && let Some(p) = self.last
            {
                for_tool.push(event_at(
                    PointerKind::Release,
                    p,
                    modifiers,
                    &Screen::new(*viewport, response.rect),
                ));
            }
            self.cancel_drag();
        }
        self.scroll(ui, response, viewport, wheel);
        let hover = ui
            .input(|i| i.pointer.hover_pos())
            .filter(|&p| over(p) || self.held != Held::Nothing);
        let screen = Screen::new(*viewport, response.rect);
        self.pointer = hover.map(|p| screen.world(p));
        // A key held or let go changes what a hand at rest does.
        let other_keys = std::mem::replace(&mut self.modifiers, modifiers) != modifiers;
        if other_keys
            && self.held == Held::Tool
            && for_tool.is_empty()
            && let Some(p) = self.last
        {
            for_tool.push(event_at(PointerKind::Move, p, modifiers, &screen));
        }
        // What is under a pointer at rest may be another after an edit, an undo, a tick.
        if self.held == Held::Nothing && for_tool.is_empty() {
            match hover {
                Some(p) => for_tool.push(event_at(PointerKind::Move, p, modifiers, &screen)),
                None if self.over => for_tool.push(event_at(
                    PointerKind::Leave,
                    self.last.unwrap_or_default(),
                    modifiers,
                    &screen,
                )),
                None => {}
            }
        }
        self.over = hover.is_some();
        for_tool
    }

    fn cancel_drag(&mut self) {
        (self.held, self.button) = (Held::Nothing, None);
    }

    fn moved(
        &mut self,
        p: Pos2,
        modifiers: Modifiers,
        screen: &Screen,
        viewport: &mut Viewport,
        over: bool,
        for_tool: &mut Vec<PointerEvent>,
    ) {
        let delta = self.last.map_or(Vec2::ZERO, |last| p - last);
        self.last = Some(p);
        match self.held {
            Held::View => viewport.pan(DVec2::new(f64::from(delta.x), f64::from(delta.y))),
            Held::Tool => for_tool.push(event_at(PointerKind::Move, p, modifiers, screen)),
            Held::Nothing if over => {
                for_tool.push(event_at(PointerKind::Move, p, modifiers, screen))
            }
            Held::Nothing => {}
        }
    }

    fn pressed(
        &mut self,
        p: Pos2,
        button: PointerButton,
        modifiers: Modifiers,
        pans: bool,
        screen: &Screen,
        for_tool: &mut Vec<PointerEvent>,
    ) {
        self.last = Some(p);
        match button {
            PointerButton::Primary if !pans => {
                (self.held, self.button) = (Held::Tool, Some(button));
                for_tool.push(event_at(PointerKind::Press, p, modifiers, screen));
            }
            PointerButton::Primary | PointerButton::Middle => {
                (self.held, self.button) = (Held::View, Some(button))
            }
            PointerButton::Secondary => {
                for_tool.push(event_at(PointerKind::SecondaryPress, p, modifiers, screen))
            }
            _ => {}
        }
    }

    /// A wheel zooms at the pointer, two fingers on a touchpad move the view, a pinch (or Ctrl and the wheel) zooms.
    fn scroll(&mut self, ui: &Ui, response: &Response, viewport: &mut Viewport, wheel: Wheel) {
        ui.input(|i| {
            for event in &i.events {
                if let Event::MouseWheel { unit, source, .. } = event {
                    self.fingers = match source {
                        MouseWheelSource::Wheel => false,
                        MouseWheelSource::Trackpad | MouseWheelSource::Momentum => true,
                        // Most systems do not say: a wheel turns by lines, fingers move by points.
                        MouseWheelSource::Unknown => *unit == MouseWheelUnit::Point,
                    };
                }
            }
        });
        let Some(p) = ui
            .input(|i| i.pointer.hover_pos())
            .filter(|_| response.contains_pointer())
        else {
            return;
        };
        let (scroll, pinch) = ui.input(|i| (i.smooth_scroll_delta(), i.zoom_delta()));
        let at = p - response.rect.min;
        let at = DVec2::new(f64::from(at.x), f64::from(at.y));
        if pinch != 1.0 {
            viewport.zoom_at(at, f64::from(pinch));
            return;
        }
        let pans = match wheel {
            Wheel::ByDevice => self.fingers,
            Wheel::Zooms => false,
            Wheel::Pans => true,
        };
        if pans {
            viewport.pan(DVec2::new(f64::from(scroll.x), f64::from(scroll.y)));
        } else {
            viewport.pan(DVec2::new(f64::from(scroll.x), 0.0));
            viewport.zoom_at(at, (f64::from(scroll.y) / 240.0).exp());
        }
    }
}

fn event_at(kind: PointerKind, p: Pos2, modifiers: Modifiers, screen: &Screen) -> PointerEvent {
    let held = Keys {
        shift: modifiers.shift,
        ctrl: modifiers.command,
        alt: modifiers.alt,
    };
    PointerEvent {
        kind,
        at: screen.world(p),
        held,
    }
}
