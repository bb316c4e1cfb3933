//! The rows of the outliner, kept until something changes that they show.

use crate::editor::outliner::rows::{Filter, Folded, OutlinerRow, rows};
use std::sync::Arc;
use steerwright_runtime::scene::Scene;

/// The rows that were listed last, with what they were made of.
#[derive(Clone, Debug, Default)]
pub(super) struct Listing {
    of: Option<(Scene, Filter, Folded)>,
    rows: Arc<[OutlinerRow]>,
}

impl Listing {
    /// The rows of `scene`.
    pub(super) fn update(
        &mut self,
        scene: &Scene,
        filter: &Filter,
        folded: &Folded,
    ) -> Arc<[OutlinerRow]> {
        match &mut self.of {
            Some((known, by, fold)) if by == filter && fold == folded => {
                if !shares_all(known, scene) {
                    if !lists_the_same(known, scene) {
                        self.rows = rows(scene, filter, folded).into();
                    }
                    *known = scene.clone();
                }
            }
            Some(_) | None => {
                self.rows = rows(scene, filter, folded).into();
                self.of = Some((scene.clone(), filter.clone(), folded.clone()));
            }
        }
        Arc::clone(&self.rows)
    }
}

/// Whether two scenes share all that is listed, without a look into it.
fn shares_all(a: &Scene, b: &Scene) -> bool {
    fn shares<T>(a: &[Arc<T>], b: &[Arc<T>]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| Arc::ptr_eq(a, b))
    }
    shares(&a.paths, &b.paths)
        && shares(&a.presets, &b.presets)
        && shares(&a.walls, &b.walls)
        && shares(&a.spawners, &b.spawners)
        && shares(&a.contacts, &b.contacts)
        && Arc::ptr_eq(&a.agents, &b.agents)
        && Arc::ptr_eq(&a.markers, &b.markers)
        && Arc::ptr_eq(&a.editor, &b.editor)
}

/// Whether two scenes have the same items with the same names, in the same order and groups.
fn lists_the_same(a: &Scene, b: &Scene) -> bool {
    fn all<T>(a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
    }
    (Arc::ptr_eq(&a.editor, &b.editor) || a.editor == b.editor)
        && all(&a.paths, &b.paths, |a, b| {
            Arc::ptr_eq(a, b) || (a.id == b.id && a.name == b.name)
        })
        && all(&a.walls, &b.walls, |a, b| {
            Arc::ptr_eq(a, b) || (a.id == b.id && a.name == b.name)
        })
        && all(&a.spawners, &b.spawners, |a, b| {
            Arc::ptr_eq(a, b) || (a.id == b.id && a.name == b.name)
        })
        && all(&a.contacts, &b.contacts, |a, b| {
            Arc::ptr_eq(a, b) || (a.id == b.id && a.name == b.name)
        })
        && all(&a.presets, &b.presets, |a, b| {
            Arc::ptr_eq(a, b) || (a.id == b.id && a.name == b.name)
        })
        && (Arc::ptr_eq(&a.agents, &b.agents)
            || all(&a.agents, &b.agents, |a, b| {
                a.id == b.id && a.name == b.name
            }))
        && (Arc::ptr_eq(&a.markers, &b.markers)
            || all(&a.markers, &b.markers, |a, b| {
                a.id == b.id && a.name == b.name
            }))
}
