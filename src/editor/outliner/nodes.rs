//! A table of the nodes of the selected path, wall or area.

use crate::editor::theme;
use crate::editor::widgets::expression_field::{number_field, placeholder_field};
use egui::{
    Align, Align2, Button, FontId, Label, Layout, Rangef, Rect, RichText, Role, Sense, Stroke,
    StrokeKind, Ui, WidgetInfo, pos2, vec2,
};
use egui_extras::{Column, TableBuilder, TableRow};
use egui_material_icons::icons;
use steerwright_authoring::{Item, Line, Session, edit, line, outline};
use steerwright_runtime::parameter;
use steerwright_runtime::parameter::{MAX_COORDINATE, Unit};
use steerwright_runtime::scene::{Node, NodeId, Scene};

/// The height of a row, and of the space below it, in points.
const ROW: f32 = 22.0;
const BELOW_ROW: f32 = 2.0;
/// The height of the headers, in points.
const HEADER: f32 = 18.0;
/// The height of the title above the table, in points.
const TITLE: f32 = 30.0;
/// The height of the title, the headers and four rows, in points.
pub(super) const HEIGHT_OF_FOUR_ROWS: f32 = TITLE + HEADER + 4.0 * (ROW + BELOW_ROW);
/// The height of what is in a row, in points.
const CELL: f32 = 18.0;
/// The widths of the column of numbers and of each button, in points.
const NUMBER: f32 = 18.0;
const BUTTON: f32 = 17.0;

/// An action of the node table.
enum NodeAction {
    Select(usize),
    Up(usize),
    Down(usize),
    Remove(usize),
}

/// The header, unit and tooltip of a column.
type Heading = (&'static str, Unit, &'static str);

const NUMBERS: Heading = ("#", Unit::Number, "Click to select");
const POSITIONS: [Heading; 2] = [
    ("x", Unit::Length, "X position"),
    ("y", Unit::Length, "Y position"),
];
/// What only nodes of paths have.
const OF_PATHS: [Heading; 3] = [
    (
        "radius",
        Unit::Length,
        "Distance at which the node counts as reached. If unset, the path's radius applies.",
    ),
    ("wait", Unit::Time, "Wait time"),
    ("speed", Unit::Speed, "Speed limit on the way to the node"),
];
const BUTTONS: Heading = ("", Unit::Number, "");

/// Properties of the line that rows need.
struct LineContext<'a> {
    /// Of a path, the radius of nodes without their own, in units.
    path_radius: Option<f64>,
    /// Whether nodes can be moved. Hidden and locked lines cannot be edited.
    movable: bool,
    /// The selected nodes.
    selected: &'a [Item],
    /// From where to where the table is.
    table: Rangef,
}

/// The nodes of a line. Those of walls and areas have only a place.
fn nodes_of(scene: &Scene, line: Line) -> Vec<Node> {
    if let Some(path) = line.path().and_then(|id| scene.path(id)) {
        return path.nodes.clone();
    }
    let nodes = line.of(scene).into_iter().flat_map(|line| line.nodes());
    nodes.map(|(id, position)| Node::at(id, position)).collect()
}

/// Stores an edited node.
fn store(scene: &mut Scene, line: Line, index: usize, node: Node) {
    match line.path().and_then(|id| scene.path_mut(id)) {
        Some(path) => path.nodes[index] = node,
        None => line::move_node(scene, line, node.id, node.position),
    }
}

/// Draws the table of nodes.
pub fn nodes_ui(ui: &mut Ui, session: &mut Session, line: Line) {
    let scene = &session.scene;
    let mut nodes = nodes_of(scene, line);
    let path = line.path().and_then(|id| scene.path(id));
    let line_context = LineContext {
        path_radius: path.map(|path| path.radius),
        movable: outline::is_editable(scene, line.into()),
        selected: session.selection.nodes_of(line),
        table: ui.available_rect_before_wrap().x_range(),
    };
    let of_paths: &[Heading] = if path.is_some() { &OF_PATHS } else { &[] };
    let values: Vec<Heading> = [&POSITIONS, of_paths].concat();
    let (mut changed, mut action) = (None, None);
    let length = scene.unit.clone();
    ui.push_id(("nodes", line), |ui| {
        ui.spacing_mut().item_spacing = vec2(3.0, BELOW_ROW);
        ui.spacing_mut().button_padding = vec2(4.0, 0.0);
        ui.spacing_mut().interact_size = vec2(20.0, CELL);
        ui.style_mut().drag_value_text_style = egui::TextStyle::Small;
        let row_to_show = row_to_show(ui, line_context.selected, &nodes, line);
        let table = TableBuilder::new(ui)
            .id_salt("table")
            .vscroll(true)
            .min_scrolled_height(ROW)
            .auto_shrink([false, false]);
        let table = match row_to_show {
            Some(row) => table.scroll_to_row(row, None),
            None => table,
        };
        let table = table
            .cell_layout(Layout::right_to_left(Align::Center))
            .column(Column::exact(NUMBER))
            // Clipping keeps a long number from widening its column.
            .columns(Column::remainder().at_least(28.0).clip(true), values.len())
            .column(Column::exact(3.0 * BUTTON));
        let table = table.header(HEADER, |mut header| {
            let headings = std::iter::once(NUMBERS).chain(values);
            for (name, unit, tooltip) in headings.chain([BUTTONS]) {
                let suffix = unit.suffix(&length);
                header.col(|ui| heading_ui(ui, name, suffix.trim(), tooltip));
            }
        });
        table.body(|body| {
            body.rows(ROW, nodes.len(), |mut row| {
                let index = row.index();
                let item = Item::Node(line, nodes[index].id);
                row.set_selected(line_context.selected.binary_search(&item).is_ok());
                row.col(|ui| number_ui(ui, index, &mut action));
                values_ui(
                    &mut row,
                    index,
                    &mut nodes[index],
                    &line_context,
                    &mut changed,
                );
                row.col(|ui| buttons_ui(ui, index, &line_context, &mut action));
            });
        });
    });
    if let Some((index, step)) = changed {
        store(&mut session.scene, line, index, nodes.swap_remove(index));
        session.name_field_step(step);
    }
    if let Some(action) = action {
        apply_action(session, line, action);
    }
}

/// The row of the selected node, if another one was selected in the last frame.
fn row_to_show(ui: &Ui, selected: &[Item], nodes: &[Node], line: Line) -> Option<usize> {
    let memory = ui.scope_id().with("selected node");
    let now = match selected {
        [Item::Node(_, node)] => Some((line, *node)),
        _ => None,
    };
    let before = ui.data_mut(|data| {
        let before = data.get_temp::<Option<(Line, NodeId)>>(memory);
        data.insert_temp(memory, now);
        before.flatten()
    });
    let (_, node) = now.filter(|_| now != before)?;
    nodes.iter().position(|listed| listed.id == node)
}

/// Draws the header of a column, with its unit where there is room.
fn heading_ui(ui: &mut Ui, name: &str, unit: &str, tooltip: &str) {
    let weak = theme::colors(ui).text_weak;
    let with_unit = format!("{name}, {unit}");
    let padding = ui.spacing().button_padding.x;
    let font = FontId::proportional(theme::SMALL_SIZE);
    let galley = (ui.painter()).layout_no_wrap(with_unit.clone(), font, weak);
    let has_room = galley.size().x + padding <= ui.available_width();
    let text = if has_room && !unit.is_empty() {
        // In line with the digits.
        ui.add_space(padding);
        with_unit.as_str()
    } else {
        name
    };
    let text = RichText::new(text).small().color(weak);
    let label = ui.add(Label::new(text).truncate());
    if !tooltip.is_empty() && unit.is_empty() {
        label.on_hover_text(tooltip);
    } else if !tooltip.is_empty() {
        label.on_hover_text(format!("{tooltip} ({unit})"));
    }
}

/// Draws the number of a node. Clicking it selects the node.
fn number_ui(ui: &mut Ui, index: usize, action: &mut Option<NodeAction>) {
    let button = Button::new(RichText::new((index + 1).to_string()).small()).frame(false);
    let response = ui.add_sized(vec2(NUMBER, CELL), button);
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Button, true, format!("Select node {}", index + 1))
    });
    if response.clicked() {
        *action = Some(NodeAction::Select(index));
    }
}

/// Draws the buttons that move and delete a node. They are seen in the row under the pointer, and
/// while one of them has the focus.
fn buttons_ui(
    ui: &mut Ui,
    index: usize,
    line_context: &LineContext<'_>,
    action: &mut Option<NodeAction>,
) {
    let movable = line_context.movable;
    if !movable {
        ui.disable();
    }
    let number = index + 1;
    let buttons = [
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
    ];
    let cell = ui.max_rect();
    let place = |at: usize| {
        let left = cell.left() + at as f32 * BUTTON;
        Rect::from_min_size(pos2(left, cell.top()), vec2(BUTTON, cell.height()))
    };
    let mut drawn = Vec::with_capacity(buttons.len());
    for (at, (icon, name, button_action)) in buttons.into_iter().enumerate() {
        let response = ui.interact(place(at), ui.scope_id().with((index, at)), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, movable, &name));
        let response = response.on_hover_text(name);
        if response.clicked() {
            *action = Some(button_action);
        }
        drawn.push((icon, response));
    }
    // Cells are clipped, so that they alone would not know of the pointer over others of the row.
    let row = Rect::from_x_y_ranges(line_context.table, cell.y_range());
    let is_over_row = ui.ctx().rect_contains_pointer(ui.layer_id(), row);
    if !is_over_row && !drawn.iter().any(|(_, response)| response.has_focus()) {
        return;
    }
    for (icon, response) in drawn {
        let color = ui.style().interact(&response).fg_stroke.color;
        let font = FontId::proportional(13.0);
        let center = response.rect.center();
        ui.painter()
            .text(center, Align2::CENTER_CENTER, icon.codepoint, font, color);
        if response.has_focus() {
            let ring = Stroke::new(1.5, theme::colors(ui).text_strong);
            ui.painter().rect_stroke(
                response.rect,
                f32::from(theme::ROUNDING),
                ring,
                StrokeKind::Inside,
            );
        }
    }
}

/// Draws the values of a node. Positions are disabled if nodes cannot be moved.
fn values_ui(
    row: &mut TableRow<'_, '_>,
    index: usize,
    node: &mut Node,
    line_context: &LineContext<'_>,
    changed: &mut Option<(usize, String)>,
) {
    let number = index + 1;
    let range = |key| {
        parameter::NODE
            .find(key)
            .map_or((0.0, MAX_COORDINATE), |p| p.range)
    };
    let mut cell =
        |name: &str, value: &mut f64, range: (f64, f64), enabled: bool, unset: Option<String>| {
            let mut edited = false;
            row.col(|ui| {
                if !enabled {
                    ui.disable();
                }
                ui.visuals_mut().override_text_color = None;
                if unset.is_some() {
                    ui.visuals_mut().widgets.inactive.fg_stroke.color = theme::colors(ui).text_weak;
                }
                let drag = match unset {
                    Some(unset) => placeholder_field(ui, value, "", unset, |_| {}),
                    None => number_field(ui, value, ""),
                };
                let drag = drag.speed(0.02).range(range.0..=range.1).max_decimals(2);
                // Digits of a column are below each other.
                let to_the_right = Layout::left_to_right(Align::Center)
                    .with_main_align(Align::RIGHT)
                    .with_main_justify(true);
                let response = ui.with_layout(to_the_right, |ui| ui.add(drag)).inner;
                response.widget_info(|| {
                    WidgetInfo::labeled(Role::SpinButton, true, format!("Node {number} {name}"))
                });
                edited = response.changed();
            });
            if edited {
                *changed = Some((index, format!("Set {name} of node {number}")));
            }
            edited
        };
    cell(
        "x",
        &mut node.position.x,
        (-MAX_COORDINATE, MAX_COORDINATE),
        line_context.movable,
        None,
    );
    cell(
        "y",
        &mut node.position.y,
        (-MAX_COORDINATE, MAX_COORDINATE),
        line_context.movable,
        None,
    );
    let Some(path_radius) = line_context.path_radius else {
        return;
    };
    let mut radius = node.radius.unwrap_or(path_radius);
    if cell(
        "radius",
        &mut radius,
        range("radius"),
        true,
        // The radius of the path, as it applies.
        (node.radius.is_none()).then(|| short_text(path_radius)),
    ) {
        node.radius = Some(radius);
    }
    let has_wait = node.wait > 0.0;
    cell(
        "wait",
        &mut node.wait,
        range("wait"),
        true,
        (!has_wait).then(|| "–".to_owned()),
    );
    let mut limit = node.speed.unwrap_or(0.0);
    if cell(
        "speed",
        &mut limit,
        range("speed"),
        true,
        (node.speed.is_none()).then(|| "–".to_owned()),
    ) {
        node.speed = (limit > 0.0).then_some(limit);
    }
}

/// A number as the fields show it.
fn short_text(number: f64) -> String {
    egui::emath::format_with_decimals_in_range(number, 0..=2)
}

fn apply_action(session: &mut Session, line: Line, action: NodeAction) {
    let items: Vec<Item> = line.items(&session.scene).collect();
    match action {
        NodeAction::Select(index) => {
            if let Some(&node) = items.get(index) {
                session.selection.set(node);
            }
        }
        NodeAction::Up(index) if index > 0 => {
            line::reorder_node(&mut session.scene, line, index, index - 1);
            session.name_step(format!("Move node {} up", index + 1));
        }
        NodeAction::Down(index) if index + 1 < items.len() => {
            line::reorder_node(&mut session.scene, line, index, index + 1);
            session.name_step(format!("Move node {} down", index + 1));
        }
        NodeAction::Up(_) | NodeAction::Down(_) => {}
        NodeAction::Remove(index) => {
            let node = items.get(index).copied();
            edit::delete(&mut session.scene, node.as_slice());
            session.name_step(format!("Delete node {}", index + 1));
        }
    }
}
