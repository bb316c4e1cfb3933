//! A harness that uses tools without a window, and a sample scene.

use std::sync::Arc;
use steerwright_authoring::bounds::Bounds;
use steerwright_authoring::snap::{Snap, Snapped};
use steerwright_authoring::tool::{Modifiers, Outcome, PointerEvent, PointerKind, Tool, ToolKey};
use steerwright_authoring::{CanvasContext, CanvasView, Routes, Session, ToolSettings};
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath,
    Preset, PresetId, Scatter, Scene, Target,
};
use steerwright_runtime::steering::{Arrive, FollowLeader, FollowPath, Leave};

pub const PATH: PathId = PathId(1);
pub const GUARD: AgentId = AgentId(1);
pub const SEEKER: AgentId = AgentId(2);
pub const TARGET: MarkerId = MarkerId(1);
pub const SHIFT: Modifiers = Modifiers {
    shift: true,
    ctrl: false,
    alt: false,
};
pub const CTRL: Modifiers = Modifiers {
    shift: false,
    ctrl: true,
    alt: false,
};
pub const ALT: Modifiers = Modifiers {
    shift: false,
    ctrl: false,
    alt: true,
};

/// A position.
pub fn at(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

/// A path along the x axis with a guard, a target with a seeker, a danger, a follower with a random
/// start, a blocked cell.
pub fn sample_scene() -> Scene {
    let mut path = PatrolPath::new(PATH, "Path");
    path.nodes = (0..4)
        .map(|i| Node::at(NodeId(i + 1), at(4.0 * f64::from(i), 0.0)))
        .collect();
    let guard = Preset::steered(
        PresetId(1),
        "Guard",
        [Behavior::FollowPath(FollowPath::default())],
    );
    let seeker = Preset::steered(
        PresetId(2),
        "Seeker",
        [
            Behavior::Arrive(Arrive::default()),
            Behavior::Leave(Leave::default()),
        ],
    );
    let follower = Preset::steered(
        PresetId(3),
        "Follower",
        [Behavior::FollowLeader(FollowLeader::default())],
    );
    let marker = |id, name: &str, kind, x, y| Marker::at(MarkerId(id), name, kind, at(x, y));
    let mut scene = Scene {
        presets: vec![Arc::new(guard), Arc::new(seeker), Arc::new(follower)],
        paths: vec![Arc::new(path)],
        markers: Arc::new(vec![
            marker(1, "Target", MarkerKind::Target, 0.0, 20.0),
            marker(2, "Danger", MarkerKind::Danger, 20.0, 20.0),
        ]),
        agents: Arc::new(vec![
            Agent {
                path: Some(PATH),
                ..Agent::at(GUARD, "Guard", PresetId(1), at(0.0, 3.0))
            },
            Agent {
                target: Some(Target::Marker(TARGET)),
                danger: Some(Target::Marker(MarkerId(2))),
                ..Agent::at(SEEKER, "Seeker", PresetId(2), at(-9.0, 20.0))
            },
            Agent {
                leader: Some(GUARD),
                scatter: Some(Scatter { min: 1.0, max: 2.0 }),
                ..Agent::at(AgentId(3), "Follower", PresetId(3), at(-9.0, 9.0))
            },
        ]),
        ..Scene::default()
    };
    Arc::make_mut(&mut scene.cells)
        .blocked
        .push(Cell::new(40, 40));
    scene
}

/// The context of a canvas that shows everything. A point on the screen is 0.025 units.
pub fn context_of<'a>(
    session: &'a mut Session,
    routes: &'a Routes,
    agents: Vec<(AgentId, DVec2)>,
    snap: Snap,
) -> CanvasContext<'a> {
    let view = CanvasView {
        routes,
        agents,
        directions: vec![],
        pointer: DVec2::ZERO,
        unit_per_point: 0.025,
        visible: Bounds {
            min: DVec2::splat(-1e9),
            max: DVec2::splat(1e9),
        },
        handles: Default::default(),
    };
    let settings = ToolSettings {
        snap,
        ..ToolSettings::default()
    };
    CanvasContext::new(session, view, settings)
}

/// Uses a tool like the window does: a step is recorded whenever no drag is in progress.
pub struct ToolHarness {
    pub session: Session,
    pub tool: Tool,
    pub routes: Routes,
    pub snap: Snap,
    pub outcome: Option<Outcome>,
    pub modifiers: Modifiers,
    /// What the last position snapped to.
    pub snapped: Option<Snapped>,
}

impl ToolHarness {
    pub fn on(scene: Scene) -> Self {
        let mut routes = Routes::default();
        routes.update(&scene);
        Self {
            session: Session::new(scene),
            tool: Tool::default(),
            routes,
            snap: Snap::default(),
            outcome: None,
            modifiers: Modifiers::default(),
            snapped: None,
        }
    }

    pub fn with(scene: Scene, tool: Tool) -> Self {
        Self {
            tool,
            ..Self::on(scene)
        }
    }

    /// Calls the tool with agents at their start positions.
    pub fn work<R>(&mut self, act: impl FnOnce(&mut Tool, &mut CanvasContext<'_>) -> R) -> R {
        let mut agents: Vec<_> = self
            .session
            .scene
            .agents
            .iter()
            .map(|agent| (agent.id, agent.position))
            .collect();
        agents.sort_by_key(|(id, _)| *id);
        let mut context = context_of(&mut self.session, &self.routes, agents, self.snap);
        let result = act(&mut self.tool, &mut context);
        self.snapped = context.snapped.take();
        if !self.tool.is_busy() {
            self.session.commit();
        }
        self.routes.update(&self.session.scene);
        result
    }

    pub fn event(&mut self, kind: PointerKind, at: DVec2) {
        let event = PointerEvent {
            kind,
            at,
            modifiers: self.modifiers,
        };
        let outcome = self.work(|tool, context| tool.pointer(event, context));
        self.outcome = outcome.or(self.outcome);
    }

    pub fn press(&mut self, p: DVec2) {
        self.event(PointerKind::Press, p);
    }

    pub fn move_to(&mut self, p: DVec2) {
        self.event(PointerKind::Move, p);
    }

    pub fn release(&mut self, p: DVec2) {
        self.event(PointerKind::Release, p);
    }

    pub fn right(&mut self, p: DVec2) {
        self.event(PointerKind::SecondaryPress, p);
    }

    pub fn click(&mut self, p: DVec2) {
        self.move_to(p);
        self.press(p);
        self.release(p);
    }

    /// Calls `act` with modifier keys held.
    pub fn holding(&mut self, modifiers: Modifiers, act: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.modifiers, modifiers);
        act(self);
        self.modifiers = before;
    }

    pub fn shift_click(&mut self, p: DVec2) {
        self.holding(SHIFT, |harness| harness.click(p));
    }

    /// Presses and moves ten times without releasing.
    pub fn drag(&mut self, from: DVec2, to: DVec2) {
        self.move_to(from);
        self.press(from);
        (1..=10).for_each(|i| self.move_to(from.lerp(to, f64::from(i) / 10.0)));
    }

    pub fn key(&mut self, key: ToolKey) -> bool {
        let (used, outcome) = self.work(|tool, context| tool.key(key, context.session));
        self.outcome = outcome.or(self.outcome);
        used
    }

    pub fn steps(&self) -> Vec<String> {
        self.session
            .history()
            .steps()
            .0
            .into_iter()
            .map(str::to_owned)
            .collect()
    }

    pub fn node(&self, index: usize) -> DVec2 {
        self.session.scene.path(PATH).unwrap().nodes[index].position
    }

    pub fn undo_all(&mut self) {
        while self.session.undo().is_some() {}
    }
}

/// Unlike equality of scenes, this distinguishes -0 from 0.
pub fn bits(scene: &Scene) -> String {
    format!("{scene:?}")
}
