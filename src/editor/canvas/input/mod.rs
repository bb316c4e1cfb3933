//! Pointer input on the canvas: pans and zooms the view, and passes everything else to the tool.
//!
//! Raw events are read in order, so that a press, a move and a release within one frame all count
//! at their own positions.

pub(crate) mod cursor;
pub(crate) mod fit;
pub(crate) mod game_press;
pub(crate) mod keyboard_cursor;
pub(crate) mod menu;

use crate::editor::canvas::screen::Screen;
use crate::editor::preferences::settings::Wheel;
use egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, Response, Ui,
    Vec2,
};
use glam::DVec2;
use steerwright_authoring::Viewport;
use steerwright_authoring::tool::{Modifiers as Keys, PointerEvent, PointerKind};

/// The maximum distance between the clicks of a double-click, in points.
const DOUBLE_CLICK_DISTANCE: f32 = 6.0;

/// The state of pointer input on the canvas.
#[derive(Clone, Debug, Default)]
pub struct CanvasInput {
    drag: Drag,
    /// The button that started the drag.
    button: Option<PointerButton>,
    last: Option<Pos2>,
    pointer: Option<DVec2>,
    /// The modifiers in the last frame.
    modifiers: Modifiers,
    /// Whether the tool was told that the pointer is over the canvas.
    is_over: bool,
    /// Where the primary button was last released.
    clicked_at: Option<Pos2>,
    /// Whether Space was used to pan, so that releasing it does not play.
    space_dragged: bool,
    /// Whether the last scrolling came from a touchpad rather than a wheel.
    touchpad: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Drag {
    #[default]
    Nothing,
    /// The tool handles the drag.
    Tool,
    /// The view is panned.
    View,
}

impl CanvasInput {
    /// Whether the view is being panned.
    pub fn is_panning(&self) -> bool {
        self.drag == Drag::View
    }

    /// The pointer position over the canvas, in units.
    pub fn pointer(&self) -> Option<DVec2> {
        self.pointer
    }

    /// The pointer position over the canvas, in the window and in units.
    pub fn pointer_place(&self) -> Option<(Pos2, DVec2)> {
        Some((self.last?, self.pointer?))
    }

    /// Whether Space was used to pan since it was pressed.
    pub fn space_dragged(&self) -> bool {
        self.space_dragged
    }

    /// Reads the events of this frame. Pans and zooms `viewport` and returns the events for the
    /// tool.
    pub fn read(
        &mut self,
        ui: &Ui,
        response: &Response,
        viewport: &mut Viewport,
        pan_tool: bool,
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
        let is_over = |p: Pos2| {
            response.rect.contains(p) && ui.ctx().layer_id_at(p) == Some(response.layer_id)
        };
        // A click outside an open menu only closes it.
        let menu = egui::Popup::is_any_open(ui.ctx());
        let mut tool_events = Vec::new();
        for event in &events {
            let screen = Screen::new(*viewport, response.rect);
            match *event {
                Event::PointerMoved(p) => self.moved(
                    p,
                    modifiers,
                    &screen,
                    viewport,
                    is_over(p),
                    &mut tool_events,
                ),
                Event::PointerButton {
                    pos,
                    button,
                    pressed: true,
                    modifiers,
                } if is_over(pos) && self.drag == Drag::Nothing && !menu => {
                    // Remove the keyboard focus, so that keys go to the canvas.
                    if let Some(focused) = ui.memory(|memory| memory.focused()) {
                        ui.memory_mut(|memory| memory.surrender_focus(focused));
                    }
                    self.pressed(
                        pos,
                        button,
                        modifiers,
                        pan_tool || space,
                        &screen,
                        &mut tool_events,
                    );
                    self.space_dragged |= space;
                }
                Event::PointerButton {
                    pos,
                    button: PointerButton::Secondary,
                    pressed: true,
                    modifiers,
                } if self.drag == Drag::Tool => {
                    tool_events.push(event_at(
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
                    if self.drag == Drag::Tool {
                        let again = self
                            .clicked_at
                            .replace(pos)
                            .is_some_and(|last| last.distance(pos) <= DOUBLE_CLICK_DISTANCE);
                        let twice = again
                            && ui
                                .input(|i| i.pointer.button_double_clicked(PointerButton::Primary));
                        let kind = if twice {
                            PointerKind::SecondRelease
                        } else {
                            PointerKind::Release
                        };
                        tool_events.push(event_at(kind, pos, modifiers, &screen));
                    }
                    self.cancel_drag();
                }
                _ => {}
            }
        }
        // A release outside the window is never reported.
        if !any_down && self.drag != Drag::Nothing {
            if self.drag == Drag::Tool
                && let Some(p) = self.last
            {
                tool_events.push(event_at(
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
            .filter(|&p| is_over(p) || self.drag != Drag::Nothing);
        let screen = Screen::new(*viewport, response.rect);
        self.pointer = hover.map(|p| screen.world(p));
        // Pressing or releasing a modifier changes a drag even without a move.
        let other_keys = std::mem::replace(&mut self.modifiers, modifiers) != modifiers;
        if other_keys
            && self.drag == Drag::Tool
            && tool_events.is_empty()
            && let Some(p) = self.last
        {
            tool_events.push(event_at(PointerKind::Move, p, modifiers, &screen));
        }
        // An edit, an undo or a tick can change what is under a resting pointer.
        if self.drag == Drag::Nothing && tool_events.is_empty() {
            match hover {
                Some(p) => tool_events.push(event_at(PointerKind::Move, p, modifiers, &screen)),
                None if self.is_over => tool_events.push(event_at(
                    PointerKind::Leave,
                    self.last.unwrap_or_default(),
                    modifiers,
                    &screen,
                )),
                None => {}
            }
        }
        self.is_over = hover.is_some();
        tool_events
    }

    fn cancel_drag(&mut self) {
        (self.drag, self.button) = (Drag::Nothing, None);
    }

    fn moved(
        &mut self,
        p: Pos2,
        modifiers: Modifiers,
        screen: &Screen,
        viewport: &mut Viewport,
        is_over: bool,
        tool_events: &mut Vec<PointerEvent>,
    ) {
        let delta = self.last.map_or(Vec2::ZERO, |last| p - last);
        self.last = Some(p);
        match self.drag {
            Drag::View => viewport.pan(DVec2::new(f64::from(delta.x), f64::from(delta.y))),
            Drag::Tool => tool_events.push(event_at(PointerKind::Move, p, modifiers, screen)),
            Drag::Nothing if is_over => {
                tool_events.push(event_at(PointerKind::Move, p, modifiers, screen))
            }
            Drag::Nothing => {}
        }
    }

    fn pressed(
        &mut self,
        p: Pos2,
        button: PointerButton,
        modifiers: Modifiers,
        pans: bool,
        screen: &Screen,
        tool_events: &mut Vec<PointerEvent>,
    ) {
        self.last = Some(p);
        match button {
            PointerButton::Primary if !pans => {
                (self.drag, self.button) = (Drag::Tool, Some(button));
                tool_events.push(event_at(PointerKind::Press, p, modifiers, screen));
            }
            PointerButton::Primary | PointerButton::Middle => {
                (self.drag, self.button) = (Drag::View, Some(button))
            }
            PointerButton::Secondary => {
                tool_events.push(event_at(PointerKind::SecondaryPress, p, modifiers, screen))
            }
            _ => {}
        }
    }

    /// Scrolling: a wheel zooms at the pointer, two fingers on a touchpad pan, a pinch (or Ctrl and
    /// the wheel) zooms.
    fn scroll(&mut self, ui: &Ui, response: &Response, viewport: &mut Viewport, wheel: Wheel) {
        ui.input(|i| {
            for event in &i.events {
                if let Event::MouseWheel { unit, source, .. } = event {
                    self.touchpad = match source {
                        MouseWheelSource::Wheel => false,
                        MouseWheelSource::Trackpad | MouseWheelSource::Momentum => true,
                        // Most systems do not report the device: wheels scroll by lines, touchpads
                        // by points.
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
            Wheel::ByDevice => self.touchpad,
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
    let modifiers = Keys {
        shift: modifiers.shift,
        ctrl: modifiers.command,
        alt: modifiers.alt,
    };
    PointerEvent {
        kind,
        at: screen.world(p),
        modifiers,
    }
}
