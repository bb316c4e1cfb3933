//! The scene a newcomer sees first.
use super::*;
/// tmp
pub fn agents() -> Vec<Preset> { vec![] }
/// tmp
pub fn first_scene() -> Scene { Scene::default() }
