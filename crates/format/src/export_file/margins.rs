//! The lengths that agents use among each other and on routes: which an export has, and how they
//! are scaled.

use serde_json::{Map, Value};
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::parameter;
use steerwright_runtime::parameter::{MAX_LENGTH, Parameter};
use steerwright_runtime::scene::{Behavior, Preset, Scene, Term};

/// Which of the lengths agents and spawners need.
#[derive(Clone, Copy, Debug, Default)]
struct Needed {
    touch_margin: bool,
    repath_distance: bool,
    route_tolerance: bool,
}

impl Needed {
    fn by(scene: &Scene) -> Self {
        let mut needed = Self::default();
        let mut used: Vec<_> = scene.agents.iter().map(|agent| agent.preset).collect();
        used.extend(scene.spawners.iter().map(|spawner| spawner.preset));
        used.sort_unstable();
        used.dedup();
        for preset in used.into_iter().filter_map(|id| scene.preset(id)) {
            needed.add(preset);
        }
        needed
    }

    fn add(&mut self, preset: &Preset) {
        let touches = |term: &Term| matches!(term, Term::Touches);
        self.touch_margin |= preset.hearing.is_some()
            || !preset.watches.is_empty()
            || preset
                .all_states()
                .any(|state| state.rules.terms().any(touches));
        for state in preset.all_states() {
            let searches = |behavior: &Behavior| matches!(behavior, Behavior::Search(_));
            let behaviors = state.motion.behaviors().iter();
            self.route_tolerance |= behaviors.map(|weighted| &weighted.behavior).any(searches);
        }
        let goes_around = preset.goes_around_walls();
        self.repath_distance |= goes_around;
        self.route_tolerance |= goes_around;
    }

    fn contains(&self, margin: &Parameter<Scene>) -> bool {
        match margin.key {
            "touch_margin" => self.touch_margin,
            "repath_distance" => self.repath_distance,
            _ => self.route_tolerance,
        }
    }
}

/// Whether an agent or spawner goes around walls.
pub(super) fn needs_nets(scene: &Scene) -> bool {
    Needed::by(scene).repath_distance
}

/// The fields of the lengths that agents and spawners need.
pub(super) fn fields(scene: &Scene) -> Map<String, Value> {
    let needed = Needed::by(scene);
    let mut fields = Map::new();
    for margin in parameter::MARGINS {
        if let Some(length) = margin.get(scene).filter(|_| needed.contains(margin)) {
            fields.insert(margin.key.into(), length.into());
        }
    }
    fields
}

pub(super) fn scale(scene: &mut Scene, scale: f64) {
    parameter::MARGINS.map(scene, &mut |_, length| {
        (length * scale).clamp(1e-9, MAX_LENGTH)
    });
}

/// Those that an export has not are the usual ones for its reader.
pub(super) fn reset_unneeded(scene: &mut Scene) {
    let (needed, usual) = (Needed::by(scene), Scene::default());
    for margin in parameter::MARGINS {
        if !needed.contains(margin) {
            margin.set(scene, margin.get(&usual));
        }
    }
}

/// Scales the lengths of an export back. Those of an export of a scene that does not set them
/// become the usual ones: scaled and rounded, they cannot be computed back in every case.
pub(super) fn restored(exported: &Scene, scale_of_export: f64) -> [Option<f64>; 3] {
    let usual = Scene::default();
    let mut scaled = usual.clone();
    scale(&mut scaled, scale_of_export);
    parameter::MARGINS.map(&mut scaled, &mut |_, length| rounded(length));
    let needed = Needed::by(exported);
    let restored = |margin: &Parameter<Scene>| {
        let length = margin.get(exported);
        let is_usual = !needed.contains(margin) || length == margin.get(&scaled);
        is_usual.then(|| margin.get(&usual)).flatten()
    };
    let mut found = [None; 3];
    for (found, margin) in found.iter_mut().zip(parameter::MARGINS) {
        *found = restored(margin);
    }
    found
}

/// Sets the lengths that are known.
pub(super) fn set(scene: &mut Scene, known: [Option<f64>; 3]) {
    for (margin, known) in parameter::MARGINS.into_iter().zip(known) {
        if known.is_some() {
            margin.set(scene, known);
        }
    }
}
