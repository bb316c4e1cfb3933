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
use steerwright_runtime::scene::{AgentId, Plane, Preset, Scene};
use steerwright_runtime::simulation::World as SteerwrightWorld;

/// Spawn an entity with this to run a scene. Once the scene is loaded, a [`RunWorld`] is inserted,
/// and its agents become child entities, which the run's transform moves.
#[derive(Clone, Debug, Component)]
#[require(Transform)]
pub struct SteerwrightRun {
    /// The scene. When its file changes, the run applies it: what the game has spawned, moved or
    /// retargeted is reset, and agents that are still in the scene continue from where they are.
    pub scene: Handle<SceneAsset>,
    /// Presets that replace those of the scene with the same name, to tune one kind of agent in its
    /// own file.
    pub presets: Vec<Handle<PresetAsset>>,
    /// The plane in which the agents move. `None`: the plane of the export.
    pub plane: Option<Plane>,
}

/// The world of a run. To change it, call the methods of
/// [`steerwright_runtime::simulation::World`]. Despawning the run's entity ends the run.
#[derive(Clone, Debug, Component)]
pub struct RunWorld(pub SteerwrightWorld);

/// The state of a run, on its entity.
#[derive(Clone, Debug, Component)]
pub(crate) struct RunState {
    /// The entity of each agent.
    pub entities: BTreeMap<AgentId, Entity>,
    /// The plane in which the agents move.
    pub plane: Plane,
    /// The placement of the scene when it was last applied.
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

    /// The scene of the file, with the presets of separate files.
    fn assembled(
        &self,
        scenes: &Assets<SceneAsset>,
        presets: &Assets<PresetAsset>,
    ) -> Option<Exported> {
        Some(self.with_presets(scenes.get(&self.scene)?.exported.clone(), presets))
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

    /// Applies an edited scene to a running world.
    pub(crate) fn apply_edited(
        &self,
        edited: &Exported,
        world: &mut RunWorld,
        state: &mut RunState,
    ) {
        edited.apply_to(&mut world.0, state.placement);
        state.placement = edited.placement();
        state.plane = self.plane.unwrap_or(edited.plane);
    }
}

/// The translation of a `position` of the scene, relative to the run's entity. In [`Plane::Xy`],
/// for 2D games, the scene's y points up; in [`Plane::Xz`], for 3D games, it points away from the
/// viewer, along -z.
#[must_use]
pub fn translation(plane: Plane, position: DVec2) -> Vec3 {
    let (x, y) = (position.x as f32, position.y as f32);
    match plane {
        Plane::Xy => Vec3::new(x, y, 0.0),
        Plane::Xz => Vec3::new(x, 0.0, -y),
    }
}

/// The rotation from the x axis to `facing`, a direction in the scene.
#[must_use]
pub fn rotation(plane: Plane, facing: DVec2) -> Quat {
    let angle = facing.y.atan2(facing.x) as f32;
    match plane {
        Plane::Xy => Quat::from_rotation_z(angle),
        Plane::Xz => Quat::from_rotation_y(angle),
    }
}

/// Applies scenes whose file has changed. Agents continue from their positions.
pub(crate) fn apply_edited_scenes(
    mut events: MessageReader<AssetEvent<SceneAsset>>,
    mut runs: Query<(&SteerwrightRun, &mut RunWorld, &mut RunState)>,
    (scenes, presets): (Res<Assets<SceneAsset>>, Res<Assets<PresetAsset>>),
) {
    for event in events.read() {
        let AssetEvent::Modified { id } = event else {
            continue;
        };
        for (run, mut world, mut state) in runs.iter_mut().filter(|(run, ..)| run.scene.id() == *id)
        {
            if let Some(edited) = run.assembled(&scenes, &presets) {
                run.apply_edited(&edited, &mut world, &mut state);
            }
        }
    }
}

/// Applies presets whose file has changed, or was loaded after the scene.
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
                // The id exists. A preset file with invalid limits is an error of its asset.
                let _ = world.0.replace_preset(preset);
            }
        }
    }
}

/// Replaces the presets that have the name of `own`.
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

/// Starts the runs whose scene has been loaded.
pub(crate) fn start(
    mut commands: Commands,
    waiting: Query<(Entity, &SteerwrightRun), Without<RunWorld>>,
    (scenes, presets): (Res<Assets<SceneAsset>>, Res<Assets<PresetAsset>>),
) {
    for (entity, run) in &waiting {
        if let Some(exported) = run.assembled(&scenes, &presets) {
            let plane = run.plane.unwrap_or(exported.plane);
            let state = RunState {
                entities: BTreeMap::new(),
                plane,
                placement: exported.placement(),
            };
            commands
                .entity(entity)
                .insert((RunWorld(exported.world()), state));
        }
    }
}

/// Advances all worlds by the time of the app.
pub(crate) fn advance(time: Res<Time>, mut runs: Query<&mut RunWorld>) {
    for mut run in &mut runs {
        run.0.advance(time.delta_secs_f64());
    }
}
