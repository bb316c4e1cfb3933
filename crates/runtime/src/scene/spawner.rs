//! Spawners, which add agents while a scene runs.

use crate::scene::id::{index_of, next_free};
use crate::scene::{
    AgentId, ContactId, MarkerId, PathId, PresetId, Scatter, Scene, SpawnerId, Target, xy,
};
use glam::DVec2;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A spawner: it adds agents of one preset while the scene runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spawner {
    /// The id of the spawner, unique within the scene. It never changes, and is part of the seed of
    /// the spawner's random stream.
    pub id: SpawnerId,
    /// The display name. It need not be unique.
    #[serde(default)]
    pub name: String,
    /// The preset of the agents.
    pub preset: PresetId,
    /// Where they enter.
    pub place: SpawnPlace,
    /// Present: each enters at a random distance and direction from the place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scatter: Option<Scatter>,
    /// When it fires.
    pub when: SpawnWhen,
    /// The time before it fires first, 0 to 1e6 s.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub delay: f64,
    /// The time between two firings, 0.001 to 1e6 s: of `time`, and of `press` while the pointer
    /// stays pressed. Absent, it fires once a press.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<f64>,
    /// How much shorter or longer than `every` that time can be, at random, 0 to 1e6 s.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub jitter: f64,
    /// The agents that enter each time it fires, 1 to 1000.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000)))]
    pub count: u32,
    /// How often it fires, 1 to 1,000,000,000. Absent: without end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1_000_000_000)))]
    pub times: Option<u32>,
    /// The most of its agents that are in the world at a time, 1 to 1,000,000,000. Absent: any
    /// number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1_000_000_000)))]
    pub max_alive: Option<u32>,
    /// The time after which an agent is removed, 0.001 to 1e6 s. Absent: never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lifetime: Option<f64>,
    /// The path that the agents follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<PathId>,
    /// What they move toward.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// What they move away from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub danger: Option<Target>,
    /// The agent that they follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<AgentId>,
    /// The team that the agents are in, 1 to 64 letters. Absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
}

/// Where the agents of a [`Spawner`] enter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SpawnPlace {
    /// At a point, u.
    Point(
        #[serde(with = "xy")]
        #[cfg_attr(feature = "schema", schemars(with = "xy::PointSchema"))]
        DVec2,
    ),
    /// At a marker, wherever it is then.
    Marker(MarkerId),
    /// At an agent, wherever it is then.
    Agent(AgentId),
    /// At a random point of the outline of a rectangle, such as the view.
    Edge(SpawnEdge),
}

/// The outline of a rectangle, as two opposite corners.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpawnEdge {
    /// A corner, u.
    #[serde(with = "xy")]
    #[cfg_attr(feature = "schema", schemars(with = "xy::PointSchema"))]
    pub from: DVec2,
    /// The corner opposite to it, u.
    #[serde(with = "xy")]
    #[cfg_attr(feature = "schema", schemars(with = "xy::PointSchema"))]
    pub to: DVec2,
}

/// When a [`Spawner`] fires.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SpawnWhen {
    /// At regular times.
    Time,
    /// When the pointer is pressed, and while it stays pressed.
    Press,
    /// When the game triggers this name.
    Trigger(String),
}

/// What happens to agents that touch: of the preset `first` with those of the preset `second`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Contact {
    /// The id of the rule, unique within the scene. It never changes.
    pub id: ContactId,
    /// The display name. It need not be unique.
    #[serde(default)]
    pub name: String,
    /// The preset of the first group.
    pub first: PresetId,
    /// The preset of the second group, which may be the same.
    pub second: PresetId,
    /// The distance between positions at which agents touch, u. Absent: the sum of the radii of
    /// their bodies, and `margin`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
    /// What is added to the sum of the radii, u.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub margin: f64,
    /// Which of the two is removed.
    #[serde(default)]
    pub despawn: Despawn,
}

/// Which of two agents that touch is removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Despawn {
    /// Neither.
    #[default]
    None,
    /// That of the first group.
    First,
    /// That of the second group.
    Second,
    /// Both.
    Both,
}

fn is_zero(x: &f64) -> bool {
    *x == 0.0
}

fn one() -> u32 {
    1
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature that serde calls"
)]
fn is_one(count: &u32) -> bool {
    *count == 1
}

impl Spawner {
    /// A spawner that adds an agent every second.
    pub fn at(id: SpawnerId, name: impl Into<String>, preset: PresetId, place: SpawnPlace) -> Self {
        Self {
            id,
            name: name.into(),
            preset,
            place,
            scatter: None,
            when: SpawnWhen::Time,
            delay: 0.0,
            every: Some(1.0),
            jitter: 0.0,
            count: 1,
            times: None,
            max_alive: None,
            lifetime: None,
            path: None,
            target: None,
            danger: None,
            leader: None,
            team: None,
        }
    }

    /// Clears what refers to a target that is gone. Its place stays.
    pub fn forget(&mut self, gone: Target) {
        self.target.take_if(|target| *target == gone);
        self.danger.take_if(|danger| *danger == gone);
        self.leader.take_if(|leader| Target::Agent(*leader) == gone);
    }

    /// Whether the target, danger or leader is this one.
    #[must_use]
    pub fn names(&self, target: Target) -> bool {
        self.target == Some(target)
            || self.danger == Some(target)
            || self.leader.map(Target::Agent) == Some(target)
    }

    /// What the place refers to.
    #[must_use]
    pub fn place_target(&self) -> Option<Target> {
        match self.place {
            SpawnPlace::Marker(id) => Some(Target::Marker(id)),
            SpawnPlace::Agent(id) => Some(Target::Agent(id)),
            SpawnPlace::Point(_) | SpawnPlace::Edge(_) => None,
        }
    }

    /// Where its place is at the start, u: of an edge, the center. `None` if the place does not
    /// exist.
    #[must_use]
    pub fn position(&self, scene: &Scene) -> Option<DVec2> {
        match self.place {
            SpawnPlace::Point(point) => Some(point),
            SpawnPlace::Marker(id) => scene.target_position(Target::Marker(id)),
            SpawnPlace::Agent(id) => scene.target_position(Target::Agent(id)),
            SpawnPlace::Edge(edge) => Some((edge.from + edge.to) / 2.0),
        }
    }

    /// The numbers of ticks of its times, with `dt` seconds a tick.
    #[must_use]
    pub fn ticks(&self, dt: f64) -> SpawnerTicks {
        // `as` saturates.
        let ticks = |seconds: f64| (seconds / dt).round() as u32;
        let or_none = |seconds: Option<f64>| seconds.map_or(0, |seconds| ticks(seconds).max(1));
        SpawnerTicks {
            delay: ticks(self.delay),
            every: or_none(self.every),
            jitter: ticks(self.jitter),
            lifetime: or_none(self.lifetime),
        }
    }
}

/// The times of a [`Spawner`] in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpawnerTicks {
    /// Before it fires first.
    pub delay: u32,
    /// Between two firings; 0 for once.
    pub every: u32,
    /// How much fewer or more than `every`.
    pub jitter: u32,
    /// Of an agent; 0 without end.
    pub lifetime: u32,
}

impl SpawnEdge {
    /// The point at a fraction of the outline, from 0 to below 1.
    #[must_use]
    pub fn at(&self, fraction: f64) -> DVec2 {
        let (a, c) = (self.from, self.to);
        let (b, d) = (DVec2::new(c.x, a.y), DVec2::new(a.x, c.y));
        let (w, h) = ((c.x - a.x).abs(), (c.y - a.y).abs());
        let s = fraction * (w + h + w + h);
        if s < w {
            a + (b - a) * (s / w)
        } else if s < w + h {
            b + (c - b) * ((s - w) / h)
        } else if s < w + h + w {
            c + (d - c) * ((s - (w + h)) / w)
        } else {
            let t = if h > 0.0 { (s - (w + h + w)) / h } else { 0.0 };
            d + (a - d) * t
        }
    }
}

impl Scene {
    /// The spawner with this id, if it exists.
    pub fn spawner(&self, id: SpawnerId) -> Option<&Spawner> {
        let index = index_of(&self.spawners, id, |spawner| spawner.id)?;
        self.spawners.get(index).map(Arc::as_ref)
    }

    /// The spawner with this id, for editing.
    pub fn spawner_mut(&mut self, id: SpawnerId) -> Option<&mut Spawner> {
        let index = index_of(&self.spawners, id, |spawner| spawner.id)?;
        self.spawners.get_mut(index).map(Arc::make_mut)
    }

    /// The contact rule with this id, if it exists.
    pub fn contact(&self, id: ContactId) -> Option<&Contact> {
        let index = index_of(&self.contacts, id, |contact| contact.id)?;
        self.contacts.get(index).map(Arc::as_ref)
    }

    /// The contact rule with this id, for editing.
    pub fn contact_mut(&mut self, id: ContactId) -> Option<&mut Contact> {
        let index = index_of(&self.contacts, id, |contact| contact.id)?;
        self.contacts.get_mut(index).map(Arc::make_mut)
    }

    /// An id that no spawner has. The ids of deleted spawners may be used again.
    #[must_use]
    pub fn next_spawner_id(&self) -> SpawnerId {
        next_free(self.spawners.iter().map(|spawner| spawner.id.0))
    }

    /// An id that no contact rule has. The ids of deleted rules may be used again.
    #[must_use]
    pub fn next_contact_id(&self) -> ContactId {
        next_free(self.contacts.iter().map(|contact| contact.id.0))
    }
}
