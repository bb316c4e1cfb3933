//! What keeps two kinds of agents apart: changes that were tried, so that no advice is given that
//! does not help.

use super::{Overlap, bodies, overlaps};
use crate::lint::remedy::{LARGER, SMALLER, sentence, tried};
use crate::lint::{short, unit_of};
use steerwright_runtime::scene::{Behavior, Motion, Preset, PresetId, Scene};
use steerwright_runtime::steering::Separation;
use steerwright_runtime::steering::separation::Falloff;

/// With more agents, nothing is tried: the runs would take too long.
const MAX_AGENTS: usize = 300;
/// How many runs may still be tried.
pub(super) struct Tries(u32);

impl Tries {
    pub fn of_file() -> Self {
        Self(32)
    }

    fn are_used_up(&self) -> bool {
        self.0 == 0
    }
}

/// A change of both presets.
#[derive(Clone, Copy)]
enum Remedy {
    InverseSquare,
    MaxSeparation(f64),
    Add { radius: f64, max_separation: f64 },
    BodyRadius(f64),
}

/// Advice that ends an overlap.
pub(super) fn that_help(scene: &Scene, overlap: &Overlap<'_>, tries: &mut Tries) -> String {
    if overlap.at_start {
        return if overlap.tick == 0 {
            "Start the agents further apart.".to_owned()
        } else {
            "Start the agents further apart, and give them targets or ways of their own.".to_owned()
        };
    }
    let (one, other) = overlap.agents;
    let kinds = (one.preset.min(other.preset), one.preset.max(other.preset));
    let presets: Vec<&Preset> = [kinds.0, kinds.1]
        .into_iter()
        .filter_map(|id| scene.preset(id))
        .collect();
    let known: Vec<&Separation> = presets
        .iter()
        .filter_map(|preset| separation_of(preset))
        .collect();
    let mut helps = |remedy: &Remedy| helps(scene, kinds, *remedy, tries);
    let mut found = Vec::new();
    if known
        .iter()
        .any(|separation| separation.falloff != Falloff::InverseSquare)
    {
        found.extend(Some(Remedy::InverseSquare).filter(&mut helps));
    }
    let strongest = known
        .iter()
        .map(|separation| separation.max_separation.max(1.0))
        .fold(0.0, f64::max);
    let mut stronger = tried(strongest, LARGER).map(Remedy::MaxSeparation);
    found.extend(stronger.find(&mut helps));
    if known.len() < presets.len() {
        let touch = one.radius + other.radius;
        let forces = presets.iter().map(|preset| preset.body.max_force);
        // Full force where the bodies touch.
        let force = forces.fold(0.0, f64::max) * touch * touch;
        let mut added = tried(force, [1.0, 4.0]).filter_map(|max_separation| {
            let radius = tried(touch, [3.0]).next()?;
            Some(Remedy::Add {
                radius,
                max_separation,
            })
        });
        found.extend(added.find(&mut helps));
    }
    if found.is_empty() {
        let largest = one.radius.max(other.radius);
        let mut smaller = tried(largest, SMALLER).map(Remedy::BodyRadius);
        found.extend(smaller.find(&mut helps));
    }
    let unit = unit_of(scene);
    let words: Vec<String> = found.iter().map(|remedy| remedy.words(&unit)).collect();
    sentence(&words).unwrap_or_else(|| {
        if tries.are_used_up() || scene.agents.len() > MAX_AGENTS {
            "Try a separation behavior with inverse square falloff and a high max separation: what helps was not measured."
                .to_owned()
        } else {
            "Give the agents targets or ways of their own: no separation or smaller body that was tried keeps them apart."
                .to_owned()
        }
    })
}

/// Whether agents of these kinds no longer overlap after a change.
fn helps(scene: &Scene, kinds: (PresetId, PresetId), remedy: Remedy, tries: &mut Tries) -> bool {
    if scene.agents.len() > MAX_AGENTS || tries.are_used_up() {
        return false;
    }
    tries.0 -= 1;
    let mut changed = scene.clone();
    for id in [kinds.0, kinds.1] {
        if let Some(preset) = changed.preset_mut(id) {
            remedy.apply(preset);
        }
    }
    let bodies = bodies(&changed);
    overlaps(&changed, &bodies).iter().all(|overlap| {
        let (one, other) = overlap.agents;
        (one.preset.min(other.preset), one.preset.max(other.preset)) != kinds
    })
}

fn separation_of(preset: &Preset) -> Option<&Separation> {
    preset.behaviors().find_map(|behavior| {
        if let Behavior::Separation(separation) = behavior {
            Some(separation)
        } else {
            None
        }
    })
}

impl Remedy {
    fn apply(self, preset: &mut Preset) {
        if let Self::BodyRadius(radius) = self {
            preset.body.radius = preset.body.radius.min(radius);
            return;
        }
        let Motion::Steered(steered) = &mut preset.motion else {
            return;
        };
        let separation = steered.behaviors.iter_mut().find_map(|weighted| {
            if let Behavior::Separation(separation) = &mut weighted.behavior {
                Some(separation)
            } else {
                None
            }
        });
        match (self, separation) {
            (Self::InverseSquare, Some(separation)) => separation.falloff = Falloff::InverseSquare,
            (Self::MaxSeparation(max), Some(separation)) => separation.max_separation = max,
            (
                Self::Add {
                    radius,
                    max_separation,
                },
                None,
            ) => {
                let added = Separation {
                    radius,
                    max_separation,
                    falloff: Falloff::InverseSquare,
                };
                steered
                    .behaviors
                    .insert(0, Behavior::Separation(added).into());
            }
            (Self::InverseSquare | Self::MaxSeparation(_), None)
            | (Self::Add { .. }, Some(_))
            | (Self::BodyRadius(_), _) => {}
        }
    }

    fn words(self, unit: &str) -> String {
        match self {
            Self::InverseSquare => "set the falloff of the separation to inverse square".to_owned(),
            Self::MaxSeparation(max) => format!("raise the max separation to {}", short(max)),
            Self::Add {
                radius,
                max_separation,
            } => format!(
                "add a separation behavior with a radius of {} {unit}, a max separation of {} and inverse square falloff in front of the others",
                short(radius),
                short(max_separation)
            ),
            Self::BodyRadius(radius) => {
                format!("lower the body radius to {} {unit}", short(radius))
            }
        }
    }
}
