//! The pictures underneath a run as entities.

use crate::assets::SceneAsset;
use crate::run::{RunState, RunWorld, SteerwrightRun, rotation, translation};
use bevy_asset::{AssetEvent, AssetId, Assets};
use bevy_ecs::name::Name;
use bevy_ecs::prelude::*;
use bevy_math::{DVec2, Quat, Vec2};
use bevy_transform::components::Transform;
use std::f32::consts::FRAC_PI_2;
use steerwright_format::export_file::ExportedPicture;
use steerwright_runtime::scene::Plane;

/// How far a picture is below the next one, and the uppermost below the agents.
const STEP: f32 = 0.01;

/// A picture underneath a run: give its entity a sprite or a mesh that faces z, with the texture of
/// the file. The entity is a child of the run's; its [`Transform`] is where the center of the
/// picture is, below the agents, and on the ground it lies flat.
#[derive(Clone, Debug, PartialEq, Component)]
#[require(Transform)]
pub struct SteerwrightPicture {
    /// The entity of its run.
    pub run: Entity,
    /// Its file, relative to the folder of the authored scene.
    pub file: String,
    /// Its width and height.
    pub size: Vec2,
    /// Whether left and right are swapped.
    pub is_mirrored: bool,
    /// From 0, invisible, to 1.
    pub opacity: f32,
    /// Whether it is shown in the editor.
    pub is_visible: bool,
}

/// Spawns the pictures of runs that have started, and those of files that have changed.
pub(crate) fn show(
    mut commands: Commands,
    mut events: MessageReader<AssetEvent<SceneAsset>>,
    scenes: Res<Assets<SceneAsset>>,
    runs: Query<(Entity, &SteerwrightRun, &RunState, Ref<RunWorld>)>,
    shown: Query<(Entity, &SteerwrightPicture)>,
) {
    let modified: Vec<AssetId<SceneAsset>> = events
        .read()
        .filter_map(|event| match event {
            AssetEvent::Modified { id } => Some(*id),
            _ => None,
        })
        .collect();
    for (entity, run, state, world) in &runs {
        if !world.is_added() && !modified.contains(&run.scene.id()) {
            continue;
        }
        for (old, picture) in &shown {
            if picture.run == entity {
                commands.entity(old).despawn();
            }
        }
        let pictures = scenes.get(&run.scene).map(|asset| &asset.pictures);
        for (above, picture) in pictures.into_iter().flatten().rev().enumerate() {
            let depth = STEP * (above + 1) as f32;
            commands.spawn((
                SteerwrightPicture {
                    run: entity,
                    file: picture.file.clone(),
                    size: Vec2::new(picture.width as f32, picture.height as f32),
                    is_mirrored: picture.mirrored,
                    opacity: picture.opacity as f32,
                    is_visible: picture.visible,
                },
                placed(picture, state.plane, depth),
                Name::new(picture.name.clone()),
                ChildOf(entity),
            ));
        }
    }
}

fn placed(picture: &ExportedPicture, plane: Plane, depth: f32) -> Transform {
    let angle = picture.rotation.to_radians();
    let turned = rotation(plane, DVec2::new(angle.cos(), angle.sin()));
    let mut place = translation(plane, DVec2::new(picture.x, picture.y));
    let rotation = match plane {
        Plane::Xy => {
            place.z -= depth;
            turned
        }
        Plane::Xz => {
            place.y -= depth;
            turned * Quat::from_rotation_x(-FRAC_PI_2)
        }
    };
    Transform::from_translation(place).with_rotation(rotation)
}
