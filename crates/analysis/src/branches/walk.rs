//! A long walk of one agent, and how long its passages from junction to junction take.

use super::places::{At, Way};
use super::{Limits, Stop};
use crate::seeds::Progress;
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_runtime::scene::{
    AgentId, EventValue, NextNode, NodeAction, PatrolPath, Preset, Scene, StateRules, StateView,
};
use steerwright_runtime::simulation::{EventKind, World};

/// The names of the events that tell when an agent is at a node and when it goes on.
const ARRIVES: &str = "steerwright: arrives";
const LEAVES: &str = "steerwright: leaves";
/// How many ticks pass between two checks whether it was canceled.
const TICKS_BETWEEN_CHECKS: u64 = 4096;

/// A scene with one agent that only follows its path.
#[derive(Debug)]
pub(super) struct Trial {
    pub(super) scene: Scene,
    pub(super) agent: AgentId,
    /// The node that the agent moves to first.
    pub(super) start: Option<At>,
}

impl Trial {
    /// `None` for an agent that does not follow a path.
    pub(super) fn of(scene: &Scene, agent: AgentId) -> Option<Self> {
        let agent = scene.agent(agent)?;
        let (preset, follow) = follower(scene.preset(agent.preset)?)?;
        let path = scene
            .paths
            .iter()
            .position(|path| Some(path.id) == agent.path)?;
        let first = scene.paths[path]
            .route()
            .start(agent.position, follow.start);
        let node = first.target_node;
        let start = (node < scene.paths[path].nodes.len()).then_some(At {
            path,
            node,
            backward: false,
        });
        let mut alone = scene.clone();
        alone.presets = vec![Arc::new(preset)];
        alone.agents = Arc::new(vec![agent.clone()]);
        alone.spawners.clear();
        alone.contacts.clear();
        Some(Self {
            scene: alone,
            agent: agent.id,
            start,
        })
    }

    /// Walks with the random numbers of a seed.
    pub(super) fn walk(
        &self,
        seed: u64,
        junction: Stop,
        limits: Limits,
        progress: &Progress,
    ) -> Option<Walk> {
        let mut scene = self.scene.clone();
        scene.seed = self.scene.seed.wrapping_add(seed) % (1 << 53);
        for path in &mut scene.paths {
            announce_nodes(Arc::make_mut(path));
        }
        let mut world = World::new(&scene);
        let mut walk = Walk::new(junction, &self.scene);
        while walk.passages < limits.passages && world.tick() < limits.ticks {
            if world.tick().is_multiple_of(TICKS_BETWEEN_CHECKS) && progress.is_canceled() {
                return None;
            }
            world.step();
            for event in world.events() {
                if let EventKind::NodeReached(_) = event.kind {
                    walk.reached = event.tick;
                } else if let EventKind::Emitted(emitted) = &event.kind
                    && let EventValue::Text(stop) = &emitted.value
                {
                    match emitted.name.as_str() {
                        ARRIVES => walk.arrive(stop),
                        LEAVES => walk.leave(stop, event.tick),
                        _ => {}
                    }
                }
            }
        }
        walk.seconds = world.time();
        Some(walk)
    }
}

/// The preset with only its first state that follows a path, and without senses.
fn follower(preset: &Preset) -> Option<(Preset, steerwright_runtime::steering::FollowPath)> {
    let follow_of = |state: &StateView<'_>| {
        let mut behaviors = state.motion.behaviors().iter();
        behaviors.find_map(|weighted| weighted.behavior.follow_path().copied())
    };
    let mut states = preset.all_states();
    let (state, follow) = states.find_map(|state| Some((state, follow_of(&state)?)))?;
    let mut only = preset.clone();
    only.motion = state.motion.clone();
    only.facing = state.facing.copied();
    only.body.max_speed = state.rules.max_speed.unwrap_or(only.body.max_speed);
    only.body.max_force = state.rules.max_force.unwrap_or(only.body.max_force);
    only.state = StateRules::default();
    only.states.clear();
    (only.sight, only.hearing, only.alert) = (None, None, None);
    only.watches.clear();
    Some((only, follow))
}

/// Lets agents tell at each node when they are there and when they go on.
fn announce_nodes(path: &mut PatrolPath) {
    let id = path.id;
    for node in &mut path.nodes {
        let name = format!("{id} {}", node.id);
        let emit = |what: &str| NodeAction::Emit {
            name: what.to_owned(),
            value: EventValue::Text(name.clone()),
        };
        node.edit_script(|script| {
            script.actions.insert(0, emit(ARRIVES));
            script.actions.push(emit(LEAVES));
        });
    }
}

/// The passages of one walk.
#[derive(Debug)]
pub(super) struct Walk {
    junction: Stop,
    /// All nodes by their names in events, and whether they are junctions.
    stops: BTreeMap<String, (Stop, bool)>,
    dt: f64,
    /// The tick in which a node was reached last.
    reached: u64,
    came_from: Option<Stop>,
    /// The junction that the agent has left, when, and what it came from.
    left: Option<(Option<Stop>, u64)>,
    /// The node that it reached first after that.
    first: Option<Stop>,
    /// The number of passages of each way, and their ticks.
    ways: BTreeMap<Way, (u64, u64)>,
    pub(super) passages: u64,
    pub(super) seconds: f64,
}

impl Walk {
    fn new(junction: Stop, scene: &Scene) -> Self {
        let mut stops = BTreeMap::new();
        for path in &scene.paths {
            for node in &path.nodes {
                let script = node.script.as_deref();
                let exists = |next: &NextNode| scene.node(next.path, next.node).is_some();
                let is_junction = script.is_some_and(|script| script.next.iter().any(exists));
                let name = format!("{} {}", path.id, node.id);
                stops.insert(name, ((path.id, node.id), is_junction));
            }
        }
        Self {
            junction,
            stops,
            dt: scene.dt(),
            reached: 0,
            came_from: None,
            left: None,
            first: None,
            ways: BTreeMap::new(),
            passages: 0,
            seconds: 0.0,
        }
    }

    /// The agent does the first action at a node, which it reached some time before if it waits
    /// there.
    fn arrive(&mut self, name: &str) {
        let Some(&(stop, is_junction)) = self.stops.get(name) else {
            return;
        };
        let Some((came_from, since)) = self.left else {
            return;
        };
        let to = *self.first.get_or_insert(stop);
        if is_junction {
            let way = Way {
                came_from,
                junction: self.junction,
                to,
            };
            let (passages, ticks) = self.ways.entry(way).or_default();
            *passages += 1;
            *ticks += self.reached - since.min(self.reached);
            self.passages += 1;
            (self.left, self.first) = (None, None);
        }
    }

    fn leave(&mut self, name: &str, tick: u64) {
        let Some(&(stop, _)) = self.stops.get(name) else {
            return;
        };
        if stop == self.junction {
            self.left = Some((self.came_from, tick));
        }
        self.came_from = Some(stop);
    }

    /// The time on a branch, s.
    pub(super) fn seconds_to(&self, to: Stop) -> f64 {
        self.sum(|way| way.to == to).seconds
    }

    /// How long a passage of a branch takes on average, s. `None` if there was none.
    pub(super) fn mean_to(&self, to: Stop) -> Option<f64> {
        self.sum(|way| way.to == to).mean()
    }

    /// How long a passage of a way takes on average, s. `None` if there was none.
    pub(super) fn mean_of(&self, of: &Way) -> Option<f64> {
        self.sum(|way| way == of).mean()
    }

    fn sum(&self, is_of: impl Fn(&Way) -> bool) -> Passages {
        let ways = self.ways.iter().filter(|(way, _)| is_of(way));
        let sum = ways.fold((0, 0), |sum, (_, of)| (sum.0 + of.0, sum.1 + of.1));
        Passages {
            count: sum.0,
            seconds: sum.1 as f64 * self.dt,
        }
    }
}

/// The number of some passages, and the time that they took, s.
struct Passages {
    count: u64,
    seconds: f64,
}

impl Passages {
    /// How long one took on average, s. `None` if there was none.
    fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.seconds / self.count as f64)
    }
}
