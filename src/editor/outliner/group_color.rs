//! The menu for the color of a group.

use crate::editor::theme;
use egui::{Button, Role, Stroke, Ui, WidgetInfo, vec2};
use steerwright_authoring::Session;
use steerwright_runtime::scene::{Color, GroupId};

/// Colors that people with color-blindness can tell apart (Okabe and Ito, 2008).
const SWATCHES: [(&str, Color); 8] = [
    ("Orange", Color([0xe6, 0x9f, 0x00])),
    ("Sky blue", Color([0x56, 0xb4, 0xe9])),
    ("Green", Color([0x00, 0x9e, 0x73])),
    ("Yellow", Color([0xf0, 0xe4, 0x42])),
    ("Blue", Color([0x00, 0x72, 0xb2])),
    ("Vermilion", Color([0xd5, 0x5e, 0x00])),
    ("Purple", Color([0xcc, 0x79, 0xa7])),
    ("Gray", Color([0x9a, 0x9a, 0x9a])),
];
const SWATCHES_PER_ROW: usize = 4;

/// Draws a submenu that sets the color of a group.
pub fn group_color_menu_ui(ui: &mut Ui, session: &mut Session, id: GroupId) {
    let Some(group) = session.scene.editor.group(id) else {
        return;
    };
    let before = group.color;
    let mut after = before;
    let menu = ui.menu_button("Color", |ui| {
        for row in SWATCHES.chunks(SWATCHES_PER_ROW) {
            ui.horizontal(|ui| {
                for (name, color) in row {
                    if swatch_ui(ui, name, *color, before == Some(*color)) {
                        after = Some(*color);
                        ui.close();
                    }
                }
            });
        }
        if ui
            .add_enabled(before.is_some(), Button::new("No color"))
            .clicked()
        {
            after = None;
        }
    });
    menu.response
        .on_hover_text("For its paths, walls and markers without a color of their own.");
    if after != before {
        if let Some(group) = session.scene.editor_mut().group_mut(id) {
            group.color = after;
        }
        session.name_step("Set color");
    }
}

/// Draws a color to choose. Returns whether it was chosen.
fn swatch_ui(ui: &mut Ui, name: &str, color: Color, chosen: bool) -> bool {
    let colors = theme::colors(ui);
    let outline = if chosen { 2.0 } else { 0.0 };
    let button = Button::new("")
        .fill(colors.item(color))
        .stroke(Stroke::new(outline, colors.text_strong))
        .min_size(vec2(28.0, 24.0));
    let response = ui.add(button).on_hover_text(name);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, name));
    response.clicked()
}
