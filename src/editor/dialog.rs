//! Windows that stay open beside the work look like dialogs: a heading, and a button that closes them.

use crate::editor::theme;
use egui::{Context, Frame, Order, Rect, ScrollArea, Ui, UiBuilder, Window, vec2};
use egui_material_icons::icons;

/// The size of the button that closes a window, in points.
const CLOSE: egui::Vec2 = vec2(28.0, 24.0);
/// The gap between the heading and that button, in points.
const GAP: f32 = 12.0;
/// The room that scrolling contents leave around them, with the heading, in points.
const AROUND: egui::Vec2 = vec2(40.0, 90.0);

/// The space between a dialog and the edges of the window, with its frame, in points.
const MARGINS: f32 = 40.0;

/// Sets the width of a dialog, which is less in a narrower window.
pub fn fit_width(ui: &mut Ui, width: f32) {
    let most = ui.ctx().content_rect().width() - MARGINS;
    ui.set_width(width.min(most));
}

/// A window in the look of dialogs. Draw its contents with [`contents_ui`].
pub fn window(ctx: &Context, title: &str) -> Window<'static> {
    Window::new(title)
        .title_bar(false)
        .collapsible(false)
        .resizable(false)
        .order(Order::Foreground)
        .frame(Frame::popup(&ctx.global_style()))
}

/// Draws the heading, the contents, and the button that closes the window.
pub fn contents_ui<R>(
    ui: &mut Ui,
    title: &str,
    open: &mut bool,
    add_contents: impl FnOnce(&mut Ui) -> R,
) -> R {
    ui.horizontal(|ui| {
        ui.heading(title);
        ui.add_space(GAP + CLOSE.x);
    });
    ui.add_space(2.0);
    let result = add_contents(ui);
    // The contents decide how wide the window is.
    let area = ui.min_rect();
    let corner = Rect::from_min_size(area.right_top() - vec2(CLOSE.x, 0.0), CLOSE);
    let mut corner_ui = ui.new_child(UiBuilder::new().max_rect(corner));
    let icon = icons::ICON_CLOSE;
    if theme::icon_button(&mut corner_ui, icon, "Close", "", "Esc", false).clicked() {
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
