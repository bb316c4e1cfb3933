//! A table of the selected path's nodes.

use crate::editor::expression_field::number_field;
use crate::editor::theme;
use egui::{Align, Button, Label, Layout, RichText, Role, Ui, WidgetInfo, vec2};
use egui_extras::{Column, TableBuilder, TableRow};
use egui_material_icons::icons;
use steerwright_authoring::{Item, Session, edit, outline};
use steerwright_format::parameter;
use steerwright_format::parameter::{MAX_COORDINATE, Unit};
use steerwright_runtime::scene::{Node, PathId};

/// The height of a row, in points.
const ROW: f32 = 28.0;

/// An action of the node table.
enum NodeAction {
    Select(usize),
    Up(usize),
    Down(usize),
    Remove(usize),
}

/// The columns: header, unit and tooltip.
const COLUMNS: [(&str, Unit, &str); 7] = [
    ("#", Unit::Number, "Click to select"),
    ("x", Unit::Length, "X position"),
    ("y", Unit::Length, "Y position"),
    (
        "radius",
        Unit::Length,
        "Distance at which the node counts as reached. If unset, the path's radius applies.",
    ),
    ("wait", Unit::Time, "Wait time"),
    ("speed", Unit::Speed, "Speed limit on the way to the node"),
    ("", Unit::Number, ""),
];
/// The height of the headers with their units, in points.
const HEADER: f32 = 30.0;

/// Properties of the path that rows need.
struct PathContext<'a> {
    /// The radius of nodes without their own, in units.
    radius: f64,
    /// Whether nodes can be moved. Hidden and locked paths cannot be edited.
    movable: bool,
    /// The selected nodes.
    selected: &'a [Item],
}

/// Draws the table of nodes.
pub fn nodes_ui(ui: &mut Ui, session: &mut Session, id: PathId) {
    let Some(path) = session.scene.path(id) else {
        return;
    };
    let mut nodes = path.nodes.clone();
    let path_context = PathContext {
        radius: path.radius,
        movable: outline::is_editable(&session.scene, Item::Path(id)),
        selected: session.selection.nodes_of(id),
    };
    let (mut changed, mut action) = (None, None);
    let length = session.scene.unit.clone();
    ui.push_id(("nodes", id.0), |ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.spacing_mut().button_padding.x = 2.0;
        ui.spacing_mut().interact_size.x = 20.0;
        ui.style_mut().drag_value_text_style = egui::TextStyle::Small;
        let table = TableBuilder::new(ui)
            .id_salt("table")
            .vscroll(true)
            .min_scrolled_height(ROW)
            .auto_shrink([false, false]);
        let table = table
            .cell_layout(Layout::left_to_right(Align::Center))
            .column(Column::exact(16.0))
            // Clipping keeps a long number from widening its column.
            .columns(Column::remainder().at_least(28.0).clip(true), 5)
            .column(Column::exact(54.0));
        let table = table.header(HEADER, |mut header| {
            for (name, unit, tooltip) in COLUMNS {
                let suffix = unit.suffix(&length);
                header.col(|ui| heading_ui(ui, name, suffix.trim(), tooltip));
            }
        });
        table.body(|body| {
            body.rows(ROW, nodes.len(), |mut row| {
                let index = row.index();
                row.set_selected(
                    path_context
                        .selected
                        .binary_search(&Item::Node(id, nodes[index].id))
                        .is_ok(),
                );
                row.col(|ui| number_ui(ui, index, &mut action));
                values_ui(
                    &mut row,
                    index,
                    &mut nodes[index],
                    &path_context,
                    &mut changed,
                );
                row.col(|ui| buttons_ui(ui, index, path_context.movable, &mut action));
            });
        });
    });
    if let Some(step) = changed {
        if let Some(path) = session.scene.path_mut(id) {
            path.nodes = nodes;
        }
        session.name_field_step(step);
    }
    if let Some(action) = action {
        apply_action(session, id, action);
    }
}

/// Draws the header of a column with its unit below.
fn heading_ui(ui: &mut Ui, name: &str, unit: &str, tooltip: &str) {
    let weak = theme::colors(ui).text_weak;
    let text = format!("{name}\n{unit}");
    let label = ui.add(Label::new(RichText::new(text.trim_end()).small().color(weak)).extend());
    if !tooltip.is_empty() {
        label.on_hover_text(tooltip);
    }
}

/// Draws the number of a node. Clicking it selects the node.
fn number_ui(ui: &mut Ui, index: usize, action: &mut Option<NodeAction>) {
    let button = Button::new(RichText::new((index + 1).to_string()).small())
        .frame(false)
        .min_size(vec2(16.0, 18.0));
    let response = ui.add(button);
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Button, true, format!("Select node {}", index + 1))
    });
    if response.clicked() {
        *action = Some(NodeAction::Select(index));
    }
}

/// Draws the buttons that move and delete a node.
fn buttons_ui(ui: &mut Ui, index: usize, movable: bool, action: &mut Option<NodeAction>) {
    ui.spacing_mut().item_spacing.x = 0.0;
    if !movable {
        ui.disable();
    }
    let number = index + 1;
    for (icon, name, button_action) in [
        (
            icons::ICON_ARROW_UPWARD,
            format!("Move node {number} up"),
            NodeAction::Up(index),
        ),
        (
            icons::ICON_ARROW_DOWNWARD,
            format!("Move node {number} down"),
            NodeAction::Down(index),
        ),
        (
            icons::ICON_CLOSE,
            format!("Delete node {number}"),
            NodeAction::Remove(index),
        ),
    ] {
        let response = ui.add(
            Button::new(theme::icon_text(icon, 13.0))
                .frame(false)
                .small(),
        );
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        if response.on_hover_text(&name).clicked() {
            *action = Some(button_action);
        }
    }
}

/// Draws the values of a node. Positions are disabled if nodes cannot be moved.
fn values_ui(
    row: &mut TableRow<'_, '_>,
    index: usize,
    node: &mut Node,
    path_context: &PathContext<'_>,
    changed: &mut Option<String>,
) {
    let number = index + 1;
    let range = |key| {
        parameter::NODE
            .find(key)
            .map_or((0.0, MAX_COORDINATE), |p| p.range)
    };
    let mut cell = |name: &str,
                    value: &mut f64,
                    range: (f64, f64),
                    enabled: bool,
                    unset: Option<&'static str>| {
        let mut edited = false;
        row.col(|ui| {
            if !enabled {
                ui.disable();
            }
            if unset.is_some() {
                ui.visuals_mut().override_text_color = Some(theme::colors(ui).text_weak);
            }
            let mut drag = number_field(ui, value, "")
                .speed(0.02)
                .range(range.0..=range.1)
                .max_decimals(2);
            if let Some(unset) = unset {
                drag = drag.custom_formatter(move |_, _| unset.to_owned());
            }
            let response = ui.add_sized(vec2(ui.available_width(), 18.0), drag);
            response.widget_info(|| {
                WidgetInfo::labeled(Role::SpinButton, true, format!("Node {number} {name}"))
            });
            edited = response.changed();
        });
        if edited {
            *changed = Some(format!("Set {name} of node {number}"));
        }
        edited
    };
    cell(
        "x",
        &mut node.position.x,
        (-MAX_COORDINATE, MAX_COORDINATE),
        path_context.movable,
        None,
    );
    cell(
        "y",
        &mut node.position.y,
        (-MAX_COORDINATE, MAX_COORDINATE),
        path_context.movable,
        None,
    );
    let mut radius = node.radius.unwrap_or(path_context.radius);
    if cell(
        "radius",
        &mut radius,
        range("radius"),
        true,
        node.radius.is_none().then_some("path's"),
    ) {
        node.radius = Some(radius);
    }
    let has_wait = node.wait > 0.0;
    cell(
        "wait",
        &mut node.wait,
        range("wait"),
        true,
        (!has_wait).then_some("–"),
    );
    let mut limit = node.speed.unwrap_or(0.0);
    if cell(
        "speed",
        &mut limit,
        range("speed"),
        true,
        node.speed.is_none().then_some("–"),
    ) {
        node.speed = (limit > 0.0).then_some(limit);
    }
}

fn apply_action(session: &mut Session, path: PathId, action: NodeAction) {
    let nodes = session.scene.path(path).map_or(0, |path| path.nodes.len());
    match action {
        NodeAction::Select(index) => {
            if let Some(node) = session
                .scene
                .path(path)
                .and_then(|path| path.nodes.get(index))
            {
                session.selection.set(Item::Node(path, node.id));
            }
        }
        NodeAction::Up(index) if index > 0 => {
            edit::reorder_node(&mut session.scene, path, index, index - 1);
            session.name_step(format!("Move node {} up", index + 1));
        }
        NodeAction::Down(index) if index + 1 < nodes => {
            edit::reorder_node(&mut session.scene, path, index, index + 1);
            session.name_step(format!("Move node {} down", index + 1));
        }
        NodeAction::Up(_) | NodeAction::Down(_) => {}
        NodeAction::Remove(index) => {
            let node = session
                .scene
                .path(path)
                .and_then(|path| path.nodes.get(index))
                .map(|node| Item::Node(path, node.id));
            edit::delete(&mut session.scene, node.as_slice());
            session.name_step(format!("Delete node {}", index + 1));
        }
    }
}
