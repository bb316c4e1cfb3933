//! The nodes of the selected path as a table of numbers.

use crate::editor::expression_field::number_field;
use crate::editor::theme;
use egui::{Align, Button, Layout, RichText, Role, Ui, WidgetInfo, vec2};
use egui_extras::{Column, TableBuilder, TableRow};
use egui_material_icons::icons;
use steerwright_authoring::{Item, Session, edit, outline};
use steerwright_format::parameter::MAX_COORDINATE;
use steerwright_runtime::scene::{Node, PathId};

/// The height of a row, points.
const ROW: f32 = 25.0;

/// What a row of the node table asks for.
enum NodeWish {
    Select(usize),
    Up(usize),
    Down(usize),
    Remove(usize),
}

/// The columns: what each is called, and what it is about.
const COLUMNS: [(&str, &str); 7] = [
    ("#", "Order; click to select"),
    ("x", "To the right"),
    ("y", "Upward"),
    (
        "radius",
        "Within this it is reached; empty takes the path's",
    ),
    ("wait", "Seconds it stays"),
    ("speed", "Speed limit on the way to it"),
    ("", ""),
];

/// What a row has to know of its path.
struct Of<'a> {
    /// The radius of nodes without one of their own, u.
    radius: f64,
    /// Whether nodes may be moved: what is hidden or locked keeps its places.
    movable: bool,
    /// Its selected nodes.
    selected: &'a [Item],
}

/// The nodes of a path as numbers.
pub fn nodes_ui(ui: &mut Ui, session: &mut Session, id: PathId) {
    let Some(path) = session.scene.path(id) else {
        return;
    };
    let mut nodes = path.nodes.clone();
    let of = Of {
        radius: path.radius,
        movable: !outline::is_out_of_reach(&session.scene, Item::Path(id)),
        selected: session.selection.nodes_of(id),
    };
    let (mut changed, mut wish) = (None, None);
    ui.push_id(("nodes", id.0), |ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.spacing_mut().button_padding.x = 2.0;
        ui.spacing_mut().interact_size.x = 20.0;
        ui.style_mut().drag_value_text_style = egui::TextStyle::Small;
        let table = TableBuilder::new(ui)
            .id_salt("table")
            .vscroll(true)
            .min_scrolled_height(60.0)
            .auto_shrink([false, false]);
        let table = table
            .cell_layout(Layout::left_to_right(Align::Center))
            .column(Column::exact(16.0))
            // A long number does not make its column wider for ever.
            .columns(Column::remainder().at_least(28.0).clip(true), 5)
            .column(Column::exact(54.0));
        let table = table.header(18.0, |mut header| {
            for (name, about) in COLUMNS {
                header.col(|ui| heading_ui(ui, name, about));
            }
        });
        table.body(|body| {
            body.rows(ROW, nodes.len(), |mut row| {
                let index = row.index();
                row.set_selected(
                    of.selected
                        .binary_search(&Item::Node(id, nodes[index].id))
                        .is_ok(),
                );
                row.col(|ui| number_ui(ui, index, &mut wish));
                values_ui(&mut row, index, &mut nodes[index], &of, &mut changed);
                row.col(|ui| buttons_ui(ui, index, of.movable, &mut wish));
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

fn heading_ui(ui: &mut Ui, name: &str, about: &str) {
    let label = ui.label(RichText::new(name).small().color(theme::TEXT_WEAK));
    if !about.is_empty() {
        label.on_hover_text(about);
    }
}

/// The number of a node, which selects it.
fn number_ui(ui: &mut Ui, index: usize, wish: &mut Option<NodeWish>) {
    let button = Button::new(RichText::new((index + 1).to_string()).small())
        .frame(false)
        .min_size(vec2(16.0, 18.0));
    let response = ui.add(button);
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Button, true, format!("Select node {}", index + 1))
    });
    if response.clicked() {
        *wish = Some(NodeWish::Select(index));
    }
}

/// Up, down and away.
fn buttons_ui(ui: &mut Ui, index: usize, movable: bool, wish: &mut Option<NodeWish>) {
    ui.spacing_mut().item_spacing.x = 0.0;
    if !movable {
        ui.disable();
    }
    let number = index + 1;
    for (icon, name, made) in [
        (
            icons::ICON_ARROW_UPWARD,
            format!("Move node {number} up"),
            NodeWish::Up(index),
        ),
        (
            icons::ICON_ARROW_DOWNWARD,
            format!("Move node {number} down"),
            NodeWish::Down(index),
        ),
        (
            icons::ICON_CLOSE,
            format!("Delete node {number}"),
            NodeWish::Remove(index),
        ),
    ] {
        let response = ui.add(
            Button::new(theme::icon_text(icon, 13.0))
                .frame(false)
                .small(),
        );
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        if response.on_hover_text(&name).clicked() {
            *wish = Some(made);
        }
    }
}

/// The values of a node; what is hidden or locked keeps its place.
fn values_ui(
    row: &mut TableRow<'_, '_>,
    index: usize,
    node: &mut Node,
    of: &Of<'_>,
    changed: &mut Option<String>,
) {
    let number = index + 1;
    let mut cell = |name: &str, value: &mut f64, range: (f64, f64), enabled: bool, weak: bool| {
        let mut edited = false;
        row.col(|ui| {
            if !enabled {
                ui.disable();
            }
            if weak {
                ui.visuals_mut().override_text_color = Some(theme::TEXT_WEAK);
            }
            let drag = number_field(ui, value, "")
                .speed(0.02)
                .range(range.0..=range.1)
                .max_decimals(2);
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
        &mut node.x,
        (-MAX_COORDINATE, MAX_COORDINATE),
        of.movable,
        false,
    );
    cell(
        "y",
        &mut node.y,
        (-MAX_COORDINATE, MAX_COORDINATE),
        of.movable,
        false,
    );
    let mut own = node.radius.unwrap_or(of.radius);
    if cell(
        "radius",
        &mut own,
        (0.0, MAX_COORDINATE),
        true,
        node.radius.is_none(),
    ) {
        node.radius = Some(own);
    }
    let stays = node.wait > 0.0;
    cell("wait", &mut node.wait, (0.0, 1e6), true, !stays);
    let mut limit = node.speed.unwrap_or(0.0);
    if cell("speed", &mut limit, (0.0, 1e6), true, node.speed.is_none()) {
        node.speed = (limit > 0.0).then_some(limit);
    }
}

fn grant(session: &mut Session, path: PathId, wish: NodeWish) {
    let nodes = session.scene.path(path).map_or(0, |path| path.nodes.len());
    match wish {
        NodeWish::Select(index) => {
            if let Some(node) = session
                .scene
                .path(path)
                .and_then(|path| path.nodes.get(index))
            {
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
