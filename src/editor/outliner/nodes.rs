//! The nodes of the selected path as a table of numbers.

use crate::authoring::{Item, Session, edit, outline};
use crate::editor::sums::number_field;
use crate::editor::theme;
use crate::scene::parameter::MAX_COORDINATE;
use crate::scene::{Node, PathId};
use egui::{Align, Button, Layout, RichText, Ui, vec2};
use egui_extras::{Column, TableBuilder};
use egui_material_icons::icons;

/// The height of a row, points.
const ROW: f32 = 22.0;

/// What a row of the node table asks for.
enum NodeWish {
    Select(usize),
    Up(usize),
    Down(usize),
    Remove(usize),
}

/// The nodes of a path as numbers.
pub fn nodes_ui(ui: &mut Ui, session: &mut Session, id: PathId) {
    let Some(path) = session.scene.path(id) else { return };
    let mut nodes = path.nodes.clone();
    let radius = path.radius;
    let movable = !outline::is_out_of_reach(&session.scene, Item::Path(id));
    let selection = session.selection.clone();
    let (mut changed, mut wish) = (None, None);
    ui.push_id(("nodes", id.0), |ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.spacing_mut().button_padding.x = 2.0;
        ui.spacing_mut().interact_size.x = 20.0;
        ui.style_mut().drag_value_text_style = egui::TextStyle::Small;
        let table = TableBuilder::new(ui).id_salt("table").vscroll(true).min_scrolled_height(60.0).auto_shrink([false, false]);
        let table = table
            .cell_layout(Layout::left_to_right(Align::Center))
            .column(Column::exact(16.0))
            // A long number does not make its column wider for ever.
            .columns(Column::remainder().at_least(28.0).clip(true), 5)
            .column(Column::exact(54.0));
        table
            .header(18.0, |mut header| {
                for (name, tooltip) in [
                    ("#", "Order; click to select"),
                    ("x", "To the right"),
                    ("y", "Upwards"),
                    ("radius", "Within this it is reached; empty takes the path's"),
                    ("wait", "Seconds it stays"),
                    ("speed", "Speed limit on the way to it"),
                    ("", ""),
                ] {
                    header.col(|ui| {
                        let label = ui.label(RichText::new(name).small().color(theme::TEXT_WEAK));
                        if !tooltip.is_empty() {
                            label.on_hover_text(tooltip);
                        }
                    });
                }
            })
            .body(|body| {
                body.rows(ROW, nodes.len(), |mut row| {
                    let index = row.index();
                    row.set_selected(selection.contains(Item::Node(id, nodes[index].id)));
                    row.col(|ui| {
                        let button = Button::new(RichText::new((index + 1).to_string()).small()).frame(false);
                        let response = ui.add(button);
                        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Select node {}", index + 1)));
                        if response.clicked() {
                            wish = Some(NodeWish::Select(index));
                        }
                    });
                    node_numbers_ui(&mut row, index, &mut nodes[index], (radius, movable), &mut changed);
                    row.col(|ui| {
                        ui.spacing_mut().item_spacing.x = 0.0;
                        if !movable {
                            ui.disable();
                        }
                        for (icon, label, made) in [
                            (icons::ICON_ARROW_UPWARD, "up", NodeWish::Up(index)),
                            (icons::ICON_ARROW_DOWNWARD, "down", NodeWish::Down(index)),
                            (icons::ICON_CLOSE, "away", NodeWish::Remove(index)),
                        ] {
                            let response = ui.add(Button::new(theme::icon_text(icon, 13.0)).frame(false).small());
                            let name = format!("Move node {} {label}", index + 1);
                            let name = if label == "away" { format!("Delete node {}", index + 1) } else { name };
                            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
                            if response.on_hover_text(&name).clicked() {
                                wish = Some(made);
                            }
                        }
                    });
                });
            });
    });
    if let Some(step) = changed {
        if let Some(path) = session.scene.path_mut(id) {
            path.nodes = nodes;
        }
        session.name_field_step(step);
    }
    if let Some(wish) = wish {
        grant(session, id, wish);
    }
}

/// The numbers of a node; what is hidden or locked keeps its place.
fn node_numbers_ui(
    row: &mut egui_extras::TableRow<'_, '_>,
    index: usize,
    node: &mut Node,
    (radius, movable): (f64, bool),
    changed: &mut Option<String>,
) {
    let number = index + 1;
    let mut cell = |name: &str, value: &mut f64, range: (f64, f64), weak: bool| {
        let mut edited = false;
        row.col(|ui| {
            if !movable && ["x", "y"].contains(&name) {
                ui.disable();
            }
            if weak {
                ui.visuals_mut().override_text_color = Some(theme::TEXT_WEAK);
            }
            let drag = number_field(ui, value, "").speed(0.02).range(range.0..=range.1).max_decimals(2);
            let response = ui.add_sized(vec2(ui.available_width(), 18.0), drag);
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, format!("Node {number} {name}")));
            edited = response.changed();
        });
        if edited {
            *changed = Some(format!("Set {name} of node {number}"));
        }
        edited
    };
    cell("x", &mut node.x, (-MAX_COORDINATE, MAX_COORDINATE), false);
    cell("y", &mut node.y, (-MAX_COORDINATE, MAX_COORDINATE), false);
    let mut own = node.radius.unwrap_or(radius);
    if cell("radius", &mut own, (0.0, MAX_COORDINATE), node.radius.is_none()) {
        node.radius = Some(own);
    }
    let stays = node.wait > 0.0;
    cell("wait", &mut node.wait, (0.0, 1e6), !stays);
    let mut limit = node.speed.unwrap_or(0.0);
    if cell("speed", &mut limit, (0.0, 1e6), node.speed.is_none()) {
        node.speed = (limit > 0.0).then_some(limit);
    }
}

fn grant(session: &mut Session, path: PathId, wish: NodeWish) {
    let nodes = session.scene.path(path).map_or(0, |path| path.nodes.len());
    match wish {
        NodeWish::Select(index) => {
            if let Some(node) = session.scene.path(path).and_then(|path| path.nodes.get(index)) {
                session.selection.set(Item::Node(path, node.id));
            }
        }
        NodeWish::Up(index) if index > 0 => {
            edit::reorder_node(&mut session.scene, path, index, index - 1);
            session.name_step(format!("Move node {} up", index + 1));
        }
        NodeWish::Down(index) if index + 1 < nodes => {
            edit::reorder_node(&mut session.scene, path, index, index + 1);
            session.name_step(format!("Move node {} down", index + 1));
        }
        NodeWish::Up(_) | NodeWish::Down(_) => {}
        NodeWish::Remove(index) => {
            let node = session.scene.path(path).and_then(|path| path.nodes.get(index)).map(|node| Item::Node(path, node.id));
            edit::delete(&mut session.scene, node.as_slice());
            session.name_step(format!("Delete node {}", index + 1));
        }
    }
}
