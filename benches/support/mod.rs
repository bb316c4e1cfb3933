//! The editor with a window that is nowhere but in memory, and scenes to show in it.

#![allow(dead_code, reason = "each bench uses a part of it")]

use egui::{Context, Event, Pos2, RawInput, Rect, pos2, vec2};
use std::path::PathBuf;
use std::sync::Arc;
use steerwright::editor::app::{App, Start};
use steerwright_format::save_scene;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Node, NodeId, PathId, PatrolPath, Preset, PresetId, Scene,
};
use steerwright_runtime::steering::{Body, FollowPath};

/// Paths of 20 nodes side by side, each a zigzag of its own; agents walk the first ones in turn.
pub fn zigzags(paths: usize, agents: usize) -> Scene {
    let across = (paths as f64).sqrt().ceil() as usize;
    let corner =
        |path: usize| DVec2::new((path % across) as f64 * 14.0, (path / across) as f64 * 9.0);
    let path = |index: usize| {
        let mut path = PatrolPath::new(PathId(index as u32 + 1), format!("Path {}", index + 1));
        let at = |i: u32| {
            corner(index)
                + DVec2::new(
                    f64::from(i % 10) * 1.2,
                    f64::from(i / 10) * 4.0 + f64::from(i % 2) * 2.0,
                )
        };
        path.nodes = (0..20).map(|i| Node::at(NodeId(i + 1), at(i))).collect();
        Arc::new(path)
    };
    let mut guard = Preset::steered(
        PresetId(1),
        "Guard",
        [Behavior::FollowPath(FollowPath::default())],
    );
    guard.body = Body {
        max_speed: 4.0,
        max_force: 20.0,
        ..Body::default()
    };
    let agent = |index: usize| {
        let on = index % paths;
        let start = corner(on) + DVec2::new((index / paths) as f64 * 0.3, 0.0);
        Agent {
            path: Some(PathId(on as u32 + 1)),
            ..Agent::at(
                AgentId(index as u32 + 1),
                format!("Guard {}", index + 1),
                PresetId(1),
                start,
            )
        }
    };
    Scene {
        presets: vec![Arc::new(guard)],
        paths: (0..paths).map(path).collect(),
        agents: Arc::new((0..agents).map(agent).collect()),
        ..Scene::default()
    }
}

/// Every path covers the whole canvas, so that nodes are far from their neighbors and near the
/// nodes of other paths.
pub fn crossing(paths: usize) -> Scene {
    let mut scene = zigzags(paths, 1);
    let scattered = |i: usize, by: usize, over: usize| (i * by % over) as f64 * 0.1;
    for (index, path) in scene.paths.iter_mut().enumerate() {
        for (i, node) in Arc::make_mut(path).nodes.iter_mut().enumerate() {
            let i = index * 20 + i;
            (node.position.x, node.position.y) =
                (scattered(i, 7919, 1600), scattered(i, 6007, 1000));
        }
    }
    scene
}

/// The editor with a window that is nowhere but in memory.
pub struct Window {
    pub ctx: Context,
    pub app: App,
    time: f64,
}

const FRAME: f64 = 1.0 / 60.0;

impl Window {
    /// The window after some frames with `scene` in it.
    pub fn showing(scene: &Scene) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bench.scene.json");
        save_scene(scene, &file).unwrap();
        let mut window = Self::opening(Some(file));
        window.wait_until_shown();
        window.settle();
        window
    }

    /// Frames until the file has been read and is shown.
    pub fn wait_until_shown(&mut self) {
        while self.app.session().path().is_none() {
            self.frame(vec![]);
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }

    /// The window before its first frame, with a file or the sample scene.
    pub fn opening(file: Option<PathBuf>) -> Self {
        let ctx = Context::default();
        let start = Start {
            file,
            ..Start::default()
        };
        let app = App::new(&ctx, start);
        Self {
            ctx,
            app,
            time: 0.0,
        }
    }

    /// Ten frames without input.
    pub fn settle(&mut self) {
        for _ in 0..10 {
            self.frame(vec![]);
        }
    }

    pub fn press(&mut self, key: egui::Key) {
        self.press_with(key, egui::Modifiers::NONE);
    }

    pub fn press_with(&mut self, key: egui::Key, modifiers: egui::Modifiers) {
        for pressed in [true, false] {
            self.frame(vec![key_event(key, pressed, modifiers)]);
        }
    }

    pub fn play(mut self, frames: usize) -> Self {
        self.press(egui::Key::Space);
        for _ in 0..frames {
            self.frame(vec![]);
        }
        assert!(self.app.playback().is_playing());
        self
    }

    pub fn frame(&mut self, events: Vec<Event>) -> usize {
        self.frame_of(FRAME, events)
    }

    /// A frame that takes as long as the editor simulates in one at most.
    pub fn frame_after(&mut self, seconds: f64) -> usize {
        self.frame_of(seconds, vec![])
    }

    fn frame_of(&mut self, seconds: f64, events: Vec<Event>) -> usize {
        self.time += seconds;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(1600.0, 1000.0))),
            time: Some(self.time),
            predicted_dt: seconds as f32,
            focused: true,
            events,
            ..RawInput::default()
        };
        let output = self.ctx.run_ui(input, |ui| self.app.show(ui));
        self.ctx
            .tessellate(output.shapes, output.pixels_per_point)
            .len()
    }
}

pub fn key_event(key: egui::Key, pressed: bool, modifiers: egui::Modifiers) -> Event {
    Event::Key {
        key,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers,
    }
}

/// The key of commands, as every system sends it.
pub const COMMAND: egui::Modifiers = egui::Modifiers {
    ctrl: true,
    command: true,
    ..egui::Modifiers::NONE
};

/// Where the canvas begins: found by asking what is under a pointer at a known place.
pub fn canvas_corner(window: &mut Window) -> Pos2 {
    let probe = pos2(800.0, 300.0);
    window.frame(vec![Event::PointerMoved(probe)]);
    window.frame(vec![]);
    let over = window.app.canvas().pointer.unwrap();
    let s = window.app.canvas().viewport.screen_from_world(over);
    probe - vec2(s.x as f32, s.y as f32)
}
