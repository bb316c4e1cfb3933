//! The outliner: everything in the scene as a list, and the nodes of the selected path as a table.

use crate::authoring::{Command, Item, Session, edit};
use crate::editor::theme;
use crate::scene::parameter::MAX_COORDINATE;
use crate::scene::{MarkerKind, Node, PathId, Preset, PresetId};
use egui::{
    Align, Button, CollapsingHeader, Color32, DragValue, Key, Layout, Response, RichText, ScrollArea, Sense, TextEdit, Ui, Vec2, vec2,
};
use egui_extras::{Column, TableBuilder};
use egui_material_icons::icons;

/// What the outliner remembers.
#[derive(Clone, Debug, Default)]
pub struct Outliner {
    /// Shows only what has this in its name.
    filter: String,
    /// What is being renamed, and the name so far.
    renaming: Option<(Item, String)>,
}

/// What the outliner asks for beyond edits of the session.
#[derive(Clone, Debug, PartialEq)]
pub enum OutlinerAction {
    /// A command.
    Command(Command),
    /// New agents get this preset, and the tool that places them is taken up.
    UsePreset(PresetId),
    /// A built-in preset is added to the scene.
    AddPreset(Box<Preset>),
    /// What is shown on the canvas moves to this.
    Reveal(Item),
}

/// The height of a row, points.
const ROW: f32 = 22.0;

impl Outliner {
    /// Draws the outliner. `library` are the built-in presets.
    pub fn ui(&mut self, ui: &mut Ui, session: &mut Session, library: &[Preset]) -> Vec<OutlinerAction> {
        let mut actions = Vec::new();
        let search = TextEdit::singleline(&mut self.filter).hint_text(format!("{} Filter by name", icons::ICON_SEARCH.codepoint));
        let response = ui.add(search.desired_width(f32::INFINITY));
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SearchInput, true, "Filter by name"));
        if response.has_focus() && ui.input(|i| i.key_pressed(Key::Escape)) {
            self.filter.clear();
        }
        ui.add_space(2.0);
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            self.paths_ui(ui, session, &mut actions);
            self.agents_ui(ui, session, &mut actions);
            self.markers_ui(ui, session, &mut actions);
            self.presets_ui(ui, session, library, &mut actions);
        });
        actions
    }

    fn paths_ui(&mut self, ui: &mut Ui, session: &mut Session, actions: &mut Vec<OutlinerAction>) {
        let paths: Vec<_> = session.scene.paths.iter().map(|path| (path.id, path.name.clone(), path.nodes.len())).collect();
        let filter = self.filter.to_lowercase();
        section_ui(ui, "Paths", paths.len(), |ui| {
            add_ui(ui, "Draw a path", "Takes up the Pen (P).", || actions.push(OutlinerAction::Command(Command::PenTool)));
            if paths.is_empty() {
                empty_ui(ui, "Press P and click on the canvas to draw a patrol path.");
            }
            for (id, name, nodes) in paths.iter().filter(|(_, name, _)| shows(&filter, name)) {
                let info = format!("{nodes} nodes");
                self.item_ui(
                    ui,
                    session,
                    actions,
                    &Row { item: Item::Path(*id), icon: icons::ICON_TIMELINE.codepoint, color: theme::PATH, name, info: &info },
                );
                if session.selection.path() == Some(*id) {
                    nodes_ui(ui, session, *id);
                }
            }
        });
    }

    fn agents_ui(&mut self, ui: &mut Ui, session: &mut Session, actions: &mut Vec<OutlinerAction>) {
        let agents: Vec<_> = session
            .scene
            .agents
            .iter()
            .map(|agent| {
                let preset = session.scene.preset(agent.preset);
                let color = preset.map_or(theme::TEXT, color_of);
                (agent.id, agent.name.clone(), preset.map_or(String::new(), |preset| preset.name.clone()), color)
            })
            .collect();
        let filter = self.filter.to_lowercase();
        section_ui(ui, "Agents", agents.len(), |ui| {
            add_ui(ui, "Place an agent", "Takes up the tool that places agents (A).", || {
                actions.push(OutlinerAction::Command(Command::AgentTool))
            });
            if agents.is_empty() {
                empty_ui(ui, "Press A and click, or draw a path: it gets a walker.");
            }
            for (id, name, preset, color) in agents.iter().filter(|(_, name, ..)| shows(&filter, name)) {
                let info = if preset == name { "" } else { preset };
                self.item_ui(
                    ui,
                    session,
                    actions,
                    &Row { item: Item::Agent(*id), icon: icons::ICON_NAVIGATION.codepoint, color: *color, name, info },
                );
            }
        });
    }

    fn markers_ui(&mut self, ui: &mut Ui, session: &mut Session, actions: &mut Vec<OutlinerAction>) {
        let markers: Vec<_> = session.scene.markers.iter().map(|marker| (marker.id, marker.name.clone(), marker.kind)).collect();
        let filter = self.filter.to_lowercase();
        section_ui(ui, "Markers", markers.len(), |ui| {
            add_ui(ui, "Place a target", "Takes up the tool that places targets (T).", || {
                actions.push(OutlinerAction::Command(Command::TargetTool))
            });
            if markers.is_empty() {
                empty_ui(ui, "Press T for a target, D for a danger.");
            }
            for (id, name, kind) in markers.iter().filter(|(_, name, _)| shows(&filter, name)) {
                let (icon, color, info) = match kind {
                    MarkerKind::Target => (icons::ICON_MY_LOCATION, theme::TARGET, "target"),
                    MarkerKind::Danger => (icons::ICON_WARNING, theme::DANGER, "danger"),
                };
                self.item_ui(ui, session, actions, &Row { item: Item::Marker(*id), icon: icon.codepoint, color, name, info });
            }
        });
    }

    fn presets_ui(&mut self, ui: &mut Ui, session: &mut Session, library: &[Preset], actions: &mut Vec<OutlinerAction>) {
        let users = |id| session.scene.agents.iter().filter(|agent| agent.preset == id).count();
        let presets: Vec<_> = session.scene.presets.iter().map(|p| (p.id, p.name.clone(), color_of(p), users(p.id))).collect();
        let filter = self.filter.to_lowercase();
        section_ui(ui, "Presets", presets.len(), |ui| {
            ui.menu_button(format!("{} Add from library", icons::ICON_ADD.codepoint), |ui| {
                ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
                    for preset in library {
                        let text = RichText::new(preset.name.as_str()).color(color_of(preset));
                        if ui.button(text).on_hover_text(preset.description.as_str()).clicked() {
                            actions.push(OutlinerAction::AddPreset(Box::new(preset.clone())));
                            ui.close();
                        }
                    }
                });
                ui.separator();
                if ui.button(Command::LoadPreset.label()).clicked() {
                    actions.push(OutlinerAction::Command(Command::LoadPreset));
                    ui.close();
                }
            });
            if presets.is_empty() {
                empty_ui(ui, "A preset says how a kind of agent moves.");
            }
            for (id, name, color, users) in presets.iter().filter(|(_, name, ..)| shows(&filter, name)) {
                let info = format!("{users}×");
                self.item_ui(
                    ui,
                    session,
                    actions,
                    &Row { item: Item::Preset(*id), icon: icons::ICON_TUNE.codepoint, color: *color, name, info: &info },
                );
            }
        });
    }

    fn item_ui(&mut self, ui: &mut Ui, session: &mut Session, actions: &mut Vec<OutlinerAction>, row: &Row<'_>) {
        if let Some((item, name)) = &mut self.renaming
            && *item == row.item
        {
            match rename_ui(ui, name) {
                Some(true) => {
                    rename(session, row.item, name);
                    self.renaming = None;
                }
                Some(false) => self.renaming = None,
                None => {}
            }
            return;
        }
        let response = row_ui(ui, row, session.selection.contains(row.item));
        if response.clicked() {
            if ui.input(|i| i.modifiers.shift || i.modifiers.command) {
                session.selection.toggle(row.item);
            } else {
                session.selection.set(row.item);
            }
        }
        if response.double_clicked() {
            self.renaming = Some((row.item, row.name.to_owned()));
        }
        response.context_menu(|ui| {
            session.selection.set(row.item);
            if ui.button("Rename").clicked() {
                self.renaming = Some((row.item, row.name.to_owned()));
                ui.close();
            }
            if let Item::Preset(preset) = row.item {
                if ui.button("Place agents of it").clicked() {
                    actions.push(OutlinerAction::UsePreset(preset));
                    ui.close();
                }
            } else if ui.button("Show on the canvas").clicked() {
                actions.push(OutlinerAction::Reveal(row.item));
                ui.close();
            }
            let more: &[Command] = if matches!(row.item, Item::Preset(_)) { &[Command::SavePreset] } else { &[] };
            for &command in more.iter().chain(&[Command::Duplicate, Command::Delete]) {
                if ui.button(command.label()).clicked() {
                    actions.push(OutlinerAction::Command(command));
                    ui.close();
                }
            }
        });
    }
}

/// Whether a name passes the filter, given in lower case.
fn shows(filter: &str, name: &str) -> bool {
    filter.is_empty() || name.to_lowercase().contains(filter)
}

struct Row<'a> {
    item: Item,
    icon: &'a str,
    color: Color32,
    name: &'a str,
    info: &'a str,
}

fn color_of(preset: &Preset) -> Color32 {
    let [r, g, b] = preset.color.0;
    Color32::from_rgb(r, g, b)
}

fn section_ui(ui: &mut Ui, name: &str, count: usize, add: impl FnOnce(&mut Ui)) {
    let title = RichText::new(format!("{name}  {count}")).strong().color(theme::TEXT_STRONG);
    CollapsingHeader::new(title).id_salt(name).default_open(true).show(ui, add);
}

fn add_ui(ui: &mut Ui, label: &str, tooltip: &str, add: impl FnOnce()) {
    if ui.button(format!("{} {label}", icons::ICON_ADD.codepoint)).on_hover_text(tooltip).clicked() {
        add();
    }
}

fn empty_ui(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).color(theme::TEXT_WEAK));
}

/// One line: icon, name, and something small at the right.
fn row_ui(ui: &mut Ui, row: &Row<'_>, selected: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::ListItem, true, selected, row.name));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let ground =
        if selected { Some(ui.visuals().selection.bg_fill) } else { (response.hovered() || response.has_focus()).then_some(theme::CARD) };
    if let Some(ground) = ground {
        ui.painter().rect_filled(rect, f32::from(theme::ROUNDING), ground);
    }
    let mut inner =
        ui.new_child(egui::UiBuilder::new().max_rect(rect.shrink2(Vec2::new(6.0, 0.0))).layout(Layout::left_to_right(Align::Center)));
    inner.style_mut().interaction.selectable_labels = false;
    inner.label(RichText::new(row.icon).color(row.color));
    inner.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.label(RichText::new(row.info).small().color(theme::TEXT_WEAK));
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let text = RichText::new(row.name).color(if selected { theme::TEXT_STRONG } else { theme::TEXT });
            ui.add(egui::Label::new(text).truncate());
        });
    });
    response
}

/// The name being typed. Some(true) when it is to be taken, Some(false) when not.
fn rename_ui(ui: &mut Ui, name: &mut String) -> Option<bool> {
    let response = ui.add(TextEdit::singleline(name).desired_width(f32::INFINITY));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "New name"));
    if ui.input(|i| i.key_pressed(Key::Escape)) {
        return Some(false);
    }
    if response.lost_focus() {
        return Some(true);
    }
    response.request_focus();
    None
}

fn rename(session: &mut Session, item: Item, name: &str) {
    let scene = &mut session.scene;
    let place = match item {
        Item::Path(id) => scene.path_mut(id).map(|path| &mut path.name),
        Item::Agent(id) => scene.agent_mut(id).map(|agent| &mut agent.name),
        Item::Preset(id) => scene.preset_mut(id).map(|preset| &mut preset.name),
        Item::Marker(id) => scene.marker_mut(id).map(|marker| &mut marker.name),
        Item::Node(..) => None,
    };
    if let Some(place) = place {
        *place = name.to_owned();
        session.name_step("Rename");
    }
}

/// What a row of the node table asks for.
enum NodeWish {
    Select(usize),
    Up(usize),
    Down(usize),
    Remove(usize),
}

/// The nodes of a path as numbers.
fn nodes_ui(ui: &mut Ui, session: &mut Session, id: PathId) {
    let Some(path) = session.scene.path(id) else { return };
    let mut nodes = path.nodes.clone();
    let radius = path.radius;
    let selection = session.selection.clone();
    let (mut changed, mut wish) = (None, None);
    ui.push_id(("nodes", id.0), |ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.spacing_mut().button_padding.x = 2.0;
        ui.spacing_mut().interact_size.x = 20.0;
        ui.style_mut().drag_value_text_style = egui::TextStyle::Small;
        let table = TableBuilder::new(ui)
            .id_salt("table")
            .vscroll(true)
            .max_scroll_height(240.0)
            .min_scrolled_height(60.0)
            .auto_shrink([false, true]);
        let table = table
            .cell_layout(Layout::left_to_right(Align::Center))
            .column(Column::exact(16.0))
            .columns(Column::remainder().at_least(28.0), 5)
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
                    let count = selection.len();
                    let selected = selection.contains(Item::Node(id, nodes[index].id));
                    row.set_selected(selected && count > 0);
                    row.col(|ui| {
                        let button = Button::new(RichText::new((index + 1).to_string()).small()).frame(false);
                        let response = ui.add(button);
                        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Select node {}", index + 1)));
                        if response.clicked() {
                            wish = Some(NodeWish::Select(index));
                        }
                    });
                    node_numbers_ui(&mut row, index, &mut nodes[index], radius, &mut changed);
                    row.col(|ui| {
                        ui.spacing_mut().item_spacing.x = 0.0;
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
        session.name_step(step);
    }
    if let Some(wish) = wish {
        grant(session, id, wish);
    }
}

fn node_numbers_ui(row: &mut egui_extras::TableRow<'_, '_>, index: usize, node: &mut Node, radius: f64, changed: &mut Option<String>) {
    let number = index + 1;
    let mut cell = |name: &str, value: &mut f64, range: (f64, f64), weak: bool| {
        let mut edited = false;
        row.col(|ui| {
            if weak {
                ui.visuals_mut().override_text_color = Some(theme::TEXT_WEAK);
            }
            let drag = DragValue::new(value).speed(0.02).range(range.0..=range.1).max_decimals(2).update_while_editing(false);
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
