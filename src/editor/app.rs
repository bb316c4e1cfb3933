//! Stand-in.

use crate::editor::file_dialog::{Answer, Ask, FileDialogs};
use std::path::PathBuf;

/// Stand-in.
pub struct App {
    file: Option<PathBuf>,
    dialogs: FileDialogs,
    nodes: Vec<egui::Pos2>,
    drag: Option<usize>,
    pen: bool,
}

impl App {
    /// Stand-in.
    pub fn new(_cc: &eframe::CreationContext<'_>, file: Option<PathBuf>) -> Self {
        if std::env::var_os("CRASH").is_some() {
            panic!("crash on purpose");
        }
        Self { file, dialogs: FileDialogs::new(), nodes: Vec::new(), drag: None, pen: false }
    }
}

impl App {
    fn save(&mut self) {
        let Some(path) = &self.file else { return };
        let mut scene = crate::scene::Scene::default();
        let mut p = crate::scene::PatrolPath::new(crate::scene::PathId(1), "Path 1");
        for (i, n) in self.nodes.iter().enumerate() {
            p.nodes.push(crate::scene::Node::at(crate::scene::NodeId(i as u32 + 1), glam::DVec2::new(n.x.into(), n.y.into())));
        }
        scene.paths.push(p.into());
        println!("{} {:?}", path.display(), crate::scene::format::save_scene(&scene, path));
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        if ui.input(|i| i.key_pressed(egui::Key::P)) {
            self.pen = true;
        }
        if ui.input(|i| i.key_pressed(egui::Key::Enter)) {
            self.pen = false;
        }
        if !self.dialogs.is_open() && ui.input(|i| i.modifiers.command && i.key_pressed(egui::Key::S)) && self.file.is_some() {
            self.save();
        } else if !self.dialogs.is_open() && ui.input(|i| i.modifiers.command && i.key_pressed(egui::Key::S)) {
            self.dialogs.ask(Ask::SaveScene { suggested: "untitled.scene.json".into() }, ui.ctx());
        }
        match self.dialogs.ui(ui.ctx()) {
            Some(Answer::Picked(_, path)) => {
                self.file = Some(path);
                self.save();
            }
            Some(Answer::Cancelled(ask)) => println!("cancelled {ask:?}"),
            None => {}
        }
        if let Some(f) = &self.file {
            ui.send_viewport_cmd(egui::ViewportCommand::Title(format!("{} - Steerwright", f.display())));
        }
        if ui.button("Save…").clicked() {
            self.dialogs.ask(Ask::SaveScene { suggested: "untitled.scene.json".into() }, ui.ctx());
        }
        ui.label(format!("{:?} nodes: {}", self.file, self.nodes.len()));
        let (r, painter) = ui.allocate_painter(ui.available_size(), egui::Sense::click_and_drag());
        r.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::Canvas, true, "Canvas"));
        if r.clicked() && self.pen {
            self.nodes.extend(r.interact_pointer_pos());
        }
        if r.drag_started() {
            let at = ui.input(|i| i.pointer.press_origin()).unwrap_or_default();
            self.drag = self.nodes.iter().position(|n| n.distance(at) < 10.0);
        }
        if let (Some(i), Some(p)) = (self.drag, r.interact_pointer_pos()) {
            self.nodes[i] = p;
        }
        for n in &self.nodes {
            painter.circle_filled(*n, 5.0, egui::Color32::RED);
        }
    }
}
