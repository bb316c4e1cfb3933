//! A run of a scene: from its asset to a world that advances with the app's time.

use crate::assets::{PresetAsset, SceneAsset};
use bevy_asset::{AssetEvent, Assets, Handle};
use bevy_ecs::prelude::*;
use bevy_math::{DVec2, Quat, Vec3};
use bevy_time::Time;
use bevy_transform::components::Transform;
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_format::export_file::{Exported, Placement};
use steerwright_runtime::scene;
use steerwright_runtime::scene::{AgentId, Preset, Scene};
use steerwright_runtime::simulation::World as SteerwrightWorld;

/// Spawn an entity with this to run a scene. Once the scene is loaded, a [`RunWorld`] is inserted, and its agents become
/// child entities, which the run's transform moves.
#[derive(Clone, Debug, Component)]
#[require(Transform)]
pub struct SteerwrightRun {
    /// The scene. When its file changes, the run applies it: what the game has spawned, moved or retargeted is reset,
    /// and agents that are still in the scene continue from where they are.
    pub scene: Handle<SceneAsset>,
    /// Presets that replace those of the scene with the same name, to tune one kind of agent in its own file.
    pub presets: Vec<Handle<PresetAsset>>,
    /// The plane in which the agents move; none for the plane of the export.
    pub plane: Option<Plane>,
}

/// The plane of the two axes of a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Plane {
    /// For 2D games: x to the right, y up.
    #[default]
    Xy,
    /// For 3D games: x to the right, the scene's y away from the viewer, along -z.
    Xz,
}

/// The world of a run, to read and to change: see the methods of [`steerwright_runtime::simulation::World`]. Despawning the run's entity
/// ends it.
#[derive(Clone, Debug, Component)]
pub struct RunWorld(pub SteerwrightWorld);

/// How a run is shown; on its entity.
#[derive(Clone, Debug, Component)]
pub(crate) struct Stage {
    /// The entity of each agent.
    pub entities: BTreeMap<AgentId, Entity>,
    /// The plane the agents move in.
    pub plane: Plane,
    /// Where its scene was placed when it was read last.
    placement: Placement,
}

impl SteerwrightRun {
    /// A run of `scene`.
    pub fn of(scene: Handle<SceneAsset>) -> Self {
        Self {
            scene,
            presets: Vec::new(),
            plane: None,
        }
    }

    /// The scene as its file has it, with the presets of their own files.
    fn assembled(
        &self,
        scenes: &Assets<SceneAsset>,
        presets: &Assets<PresetAsset>,
    ) -> Option<Exported> {
        Some(self.with_presets(scenes.get(&self.scene)?.0.clone(), presets))
    }

    pub(crate) fn with_presets(
        &self,
        mut exported: Exported,
        presets: &Assets<PresetAsset>,
    ) -> Exported {
        for PresetAsset(own) in self.presets.iter().filter_map(|handle| presets.get(handle)) {
            put(own, &mut exported.scene);
        }
        exported
    }

    /// Lets a run that has begun take over an edited scene.
    pub(crate) fn take_over(&self, edited: &Exported, world: &mut RunWorld, stage: &mut Stage) {
        edited.apply_to(&mut world.0, stage.placement);
        stage.placement = edited.placement();
        stage.plane = self.plane.unwrap_or(edited.plane.into());
    }
}

impl From<scene::Plane> for Plane {
    fn from(plane: scene::Plane) -> Self {
        match plane {
            scene::Plane::Xy => Self::Xy,
            scene::Plane::Xz => Self::Xz,
        }
    }
}

impl Plane {
    /// A place of the scene as a translation.
    pub fn place(self, place: DVec2) -> Vec3 {
        let (x, y) = (place.x as f32, place.y as f32);
        match self {
            Self::Xy => Vec3::new(x, y, 0.0),
            Self::Xz => Vec3::new(x, 0.0, -y),
        }
    }

    /// The rotation that turns the x axis into `heading`.
    pub fn rotation(self, heading: DVec2) -> Quat {
        let angle = heading.y.atan2(heading.x) as f32;
        match self {
            Self::Xy => Quat::from_rotation_z(angle),
            Self::Xz => Quat::from_rotation_y(angle),
        }
    }
}

/// A scene that was saved again: agents go on from where they are, by the new scene.
pub(crate) fn apply_edited_scenes(
    mut events: MessageReader<AssetEvent<SceneAsset>>,
    mut runs: Query<(&SteerwrightRun, &mut RunWorld, &mut Stage)>,
    (scenes, presets): (Res<Assets<SceneAsset>>, Res<Assets<PresetAsset>>),
) {
    for event in events.read() {
        let AssetEvent::Modified { id } = event else {
            continue;
        };
        for (run, mut world, mut stage) in runs.iter_mut().filter(|(run, ..)| run.scene.id() == *id)
        {
            if let Some(edited) = run.assembled(&scenes, &presets) {
                run.take_over(&edited, &mut world, &mut stage);
            }
        }
    }
}

/// A preset that was saved again, or came later than the scene.
pub(crate) fn replace_presets(
    mut events: MessageReader<AssetEvent<PresetAsset>>,
    mut runs: Query<(&SteerwrightRun, &mut RunWorld)>,
    presets: Res<Assets<PresetAsset>>,
) {
    for event in events.read() {
        let (AssetEvent::Added { id } | AssetEvent::Modified { id }) = event else {
            continue;
        };
        let Some(PresetAsset(own)) = presets.get(*id) else {
            continue;
        };
        for (_, mut world) in runs
            .iter_mut()
            .filter(|(run, _)| run.presets.iter().any(|handle| handle.id() == *id))
        {
            let presets = &world.0.scene().presets;
            let same_name = presets.iter().filter(|preset| preset.name == own.name);
            for id in same_name.map(|preset| preset.id).collect::<Vec<_>>() {
                let preset = Preset { id, ..own.clone() };
                // It is there: its id was read a moment ago.
                let _ = world.0.replace_preset(preset);
            }
        }
    }
}

/// Puts `own` in the place of the presets with its name.
fn put(own: &Preset, scene: &mut Scene) {
    for preset in scene
        .presets
        .iter_mut()
        .filter(|preset| preset.name == own.name)
    {
        *preset = Arc::new(Preset {
            id: preset.id,
            ..own.clone()
        });
    }
}

/// A run whose scene is there begins.
pub(crate) fn start(
    mut commands: Commands,
    waiting: Query<(Entity, &SteerwrightRun), Without<RunWorld>>,
    (scenes, presets): (Res<Assets<SceneAsset>>, Res<Assets<PresetAsset>>),
) {
    for (entity, run) in &waiting {
        if let Some(exported) = run.assembled(&scenes, &presets) {
            let plane = run.plane.unwrap_or(exported.plane.into());
            let stage = Stage {
                entities: BTreeMap::new(),
                plane,
                placement: exported.placement(),
            };
            commands
                .entity(entity)
                .insert((RunWorld(SteerwrightWorld::new(&exported.scene)), stage));
        }
    }
}

/// The time of the app goes by in every run.
pub(crate) fn advance(time: Res<Time>, mut runs: Query<&mut RunWorld>) {
    for mut run in &mut runs {
        run.0.advance(time.delta_secs_f64());
    }
}
