//! Windows that stay open beside the work look like dialogs: a heading, and a button that closes
//! them.

use crate::editor::theme;
use egui::{
    Align, Align2, Button, Context, FontId, Frame, Id, LayerId, Order, Pos2, Rect, Role,
    ScrollArea, Ui, UiBuilder, WidgetInfo, Window, pos2, vec2,
};
use egui_material_icons::icons;

/// The size of the button that closes a window, in points.
const CLOSE: egui::Vec2 = vec2(24.0, 24.0);
/// The gap between the heading and that button, in points.
const GAP: f32 = 12.0;
/// The room that scrolling contents leave around them, with the heading, in points.
const AROUND: egui::Vec2 = vec2(58.0, 108.0);
/// The space around the contents of a window, in points.
const PADDING: i8 = 16;
/// The gap between a window and the edges of the canvas where it opens, in points.
const BESIDE: f32 = 12.0;

/// The space between a dialog and the edges of the window, with its frame, in points.
const MARGINS: f32 = 40.0;

/// The height of the heading and the buttons of a dialog, with the gaps to what is between them, in
/// points.
const HEADING_AND_BUTTONS: f32 = 96.0;

/// Sets the width of a dialog, which is less in a narrower window.
pub fn fit_width(ui: &mut Ui, width: f32) {
    let most = ui.ctx().content_rect().width() - MARGINS;
    ui.set_width(width.min(most));
}

/// Draws what a dialog says between its heading and its buttons. It scrolls where the window is too
/// low, so that the buttons are in it.
pub fn body_ui<R>(ui: &mut Ui, add_contents: impl FnOnce(&mut Ui) -> R) -> R {
    let most = body_height(ui.ctx());
    ScrollArea::vertical()
        .auto_shrink([false, true])
        .max_height(most)
        .min_scrolled_height(most)
        .show(ui, add_contents)
        .inner
}

/// The height that the window leaves between the heading and the buttons of a dialog, in points.
pub fn body_height(ctx: &Context) -> f32 {
    (ctx.content_rect().height() - MARGINS - HEADING_AND_BUTTONS).max(0.0)
}

/// A window in the look of dialogs. Draw its contents with [`contents_ui`].
pub fn window(ctx: &Context, title: &str) -> Window<'static> {
    Window::new(title)
        .title_bar(false)
        .collapsible(false)
        .resizable(false)
        .order(Order::Foreground)
        .frame(Frame::popup(&ctx.global_style()).inner_margin(PADDING))
}

/// Work that takes long, with a window that shows how far it is.
#[derive(Clone, Copy, Debug)]
pub enum Work {
    /// An export.
    Export,
    /// A run that is simulated again after an edit.
    Resimulation,
    /// A tick with many agents.
    SlowTick,
}

impl Work {
    const ALL: [Self; 3] = [Self::Export, Self::Resimulation, Self::SlowTick];

    fn title(self) -> &'static str {
        match self {
            Self::Export => "Exporting",
            Self::Resimulation => "Resimulating",
            Self::SlowTick => "Slow tick",
        }
    }

    fn id(self) -> Id {
        Id::unique(("progress", self.title()))
    }
}

/// A window at the bottom that shows how far some work is, with a button that stops it.
pub fn progress_window(work: Work) -> Window<'static> {
    Window::new(work.title())
        .id(work.id())
        .anchor(Align2::CENTER_BOTTOM, [0.0, -48.0])
        .title_bar(false)
        .resizable(false)
}

/// Whether a layer is a dialog, or a window that stays open beside the work: its buttons must not
/// be covered.
pub fn is_dialog(layer: LayerId) -> bool {
    layer.order == Order::Foreground || Work::ALL.iter().any(|work| work.id() == layer.id)
}

/// Where windows open that are about the selected agent.
#[derive(Clone, Copy, Debug)]
struct CanvasWithAgent {
    canvas: Rect,
    agent: Option<Pos2>,
}

/// Notes where the canvas is, and on it the selected agent. Call it every frame.
pub fn set_canvas_and_agent(ctx: &Context, canvas: Rect, agent: Option<Pos2>) {
    ctx.data_mut(|data| data.insert_temp(canvas_id(), CanvasWithAgent { canvas, agent }));
}

/// Like [`window`]. It opens in the corner of the canvas that is the farthest from the selected
/// agent, which it should not cover.
pub fn window_beside_agent(ctx: &Context, title: &str) -> Window<'static> {
    let id = Id::unique(("window", title));
    let window = window(ctx, title).id(id);
    let layer = LayerId::new(Order::Foreground, id);
    if ctx.memory(|memory| memory.areas().visible_last_frame(&layer)) {
        // It stays where it opened or was moved to.
        let corner = ctx.data(|data| data.get_temp::<Align2>(id));
        return window.pivot(corner.unwrap_or(Align2::CENTER_CENTER));
    }
    let work = ctx.data(|data| data.get_temp::<CanvasWithAgent>(canvas_id()));
    let beside = work.and_then(|work| {
        let corner = farthest_corner(work.canvas, work.agent?);
        Some((corner, corner.pos_in_rect(&work.canvas.shrink(BESIDE))))
    });
    let center = (Align2::CENTER_CENTER, ctx.content_rect().center());
    let (corner, place) = beside.unwrap_or(center);
    ctx.data_mut(|data| data.insert_temp(id, corner));
    window.pivot(corner).current_pos(place)
}

fn canvas_id() -> Id {
    Id::unique("canvas and selected agent")
}

fn farthest_corner(area: Rect, from: Pos2) -> Align2 {
    let farther = |is_low: bool| if is_low { Align::Max } else { Align::Min };
    let center = area.center();
    Align2([farther(from.x < center.x), farther(from.y < center.y)])
}

/// Draws the heading, the contents, and the button that closes the window.
pub fn contents_ui<R>(
    ui: &mut Ui,
    title: &str,
    open: &mut bool,
    add_contents: impl FnOnce(&mut Ui) -> R,
) -> R {
    let line = ui.horizontal(|ui| {
        ui.set_min_height(CLOSE.y);
        ui.heading(title);
        ui.add_space(GAP + CLOSE.x);
    });
    ui.add_space(4.0);
    let result = add_contents(ui);
    // The contents decide how wide the window is.
    let right = ui.min_rect().right();
    let center = pos2(right - CLOSE.x / 2.0, line.response.rect.center().y);
    let corner = Rect::from_center_size(center, CLOSE);
    let mut corner_ui = ui.new_child(UiBuilder::new().max_rect(corner));
    corner_ui.spacing_mut().button_padding = egui::Vec2::ZERO;
    let button = corner_ui.add(Button::new("").min_size(CLOSE));
    let color = corner_ui.style().interact(&button).text_color();
    let (icon, font) = (icons::ICON_CLOSE.codepoint, FontId::proportional(16.0));
    let place = button.rect.center();
    corner_ui
        .painter()
        .text(place, Align2::CENTER_CENTER, icon, font, color);
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Close"));
    let button = button.on_hover_ui(|ui| theme::tooltip_ui(ui, "Close", "", "Esc"));
    if button.clicked() {
        *open = false;
    }
    result
}

/// Like [`contents_ui`]. Contents of a fixed width scroll where they are larger than the screen.
pub fn tall_contents_ui<R>(
    ui: &mut Ui,
    title: &str,
    open: &mut bool,
    add_contents: impl FnOnce(&mut Ui) -> R,
) -> R {
    let most = ui.ctx().content_rect().height() - AROUND.y;
    contents_ui(ui, title, open, |ui| {
        let area = ScrollArea::both()
            .auto_shrink([false, true])
            .max_height(most)
            .min_scrolled_height(most);
        area.show(ui, add_contents).inner
    })
}

/// Like [`contents_ui`]. Contents that are larger than the screen scroll.
pub fn scrolling_contents_ui<R>(
    ui: &mut Ui,
    title: &str,
    open: &mut bool,
    add_contents: impl FnOnce(&mut Ui) -> R,
) -> R {
    let most = ui.ctx().content_rect().size() - AROUND;
    contents_ui(ui, title, open, |ui| {
        // As large as the contents, not as the window was.
        let area = ScrollArea::both()
            .max_width(most.x)
            .max_height(most.y)
            .min_scrolled_width(most.x)
            .min_scrolled_height(most.y);
        area.show(ui, add_contents).inner
    })
}
