//! What is known of the paths of a scene, kept until one of them changes.

use std::sync::Arc;
use steerwright_runtime::scene::{PatrolPath, Scene};

/// A value that depends on nothing but the paths of a scene.
#[derive(Clone, Debug, Default)]
pub struct PathCache<T> {
    paths: Vec<Arc<PatrolPath>>,
    value: T,
}

impl<T> PathCache<T> {
    /// The value for the scene, by `compute` if a path has changed. Unchanged paths are shared, so
    /// comparing them is fast.
    ///
    /// ```
    /// use steerwright_authoring::paths::cache::PathCache;
    /// use steerwright_runtime::scene::Scene;
    /// let mut nodes = PathCache::default();
    /// let count = |scene: &Scene| scene.paths.iter().map(|path| path.nodes.len()).sum::<usize>();
    /// assert_eq!(*nodes.update(&Scene::default(), count), 0);
    /// ```
    pub fn update(&mut self, scene: &Scene, compute: impl FnOnce(&Scene) -> T) -> &T {
        let mut pairs = self.paths.iter().zip(&scene.paths);
        let is_same =
            self.paths.len() == scene.paths.len() && pairs.all(|(old, new)| Arc::ptr_eq(old, new));
        if !is_same {
            self.paths.clone_from(&scene.paths);
            self.value = compute(scene);
        }
        &self.value
    }
}
