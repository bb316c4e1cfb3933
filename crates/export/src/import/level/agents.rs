//! Items of a map that become agents: the presets that they have, and the paths that they follow.

use super::merger::Merger;
use super::node_places::normalized_name;
use super::properties::Owned;
use super::wanted::Wanted;
use super::{Found, Level, MapValue, update};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use steerwright_runtime::scene::editor::RememberedImport;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Motion, PathId, Preset, PresetId, PropertyItem, WeightedBehavior,
};
use steerwright_runtime::steering::follow_path::FollowPath;

/// The agents of a map, and their presets.
#[derive(Default)]
pub(super) struct Agents {
    /// By the names that the map has for them.
    presets: BTreeMap<String, PresetId>,
    new_presets: BTreeSet<PresetId>,
    found: Vec<FoundAgent>,
}

struct FoundAgent {
    id: AgentId,
    source: String,
    /// What its properties refer to, by the ids in the map.
    references: Vec<String>,
    is_new: bool,
}

/// The name of the preset of an agent: that of the scene of which it is an instance, else its own
/// without a number at the end.
pub(super) fn preset_name(level: &Level, found: &Found) -> String {
    let class = level.classes.get(&found.source);
    let stem = class.and_then(|class| Some(class.rsplit_once('.')?.0));
    let number = |c: char| c.is_ascii_digit() || c.is_whitespace() || "_-#.".contains(c);
    let name = stem.unwrap_or_else(|| found.name.trim_end_matches(number));
    let words = name.replace(['_', '-'], " ");
    let mut letters = words.trim().chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => "Agent".into(),
    }
}

impl Merger<'_> {
    /// New agents have the preset of those of the same name that the scene has from this map.
    pub(super) fn remember_preset(&mut self, item: &Wanted, id: AgentId) {
        if let Some(agent) = self.scene.agent(id) {
            let preset = agent.preset;
            self.agents.presets.insert(item.preset.clone(), preset);
        }
    }

    pub(super) fn agent(
        &mut self,
        item: Wanted,
        known: Option<AgentId>,
        before: &RememberedImport,
    ) {
        let line = item.line();
        let Some(&position) = item.points.first() else {
            return;
        };
        let was = known.and_then(|id| before.agents.get(&id)).cloned();
        let (id, record) = match (known, &was) {
            (Some(id), Some(was)) => {
                let Some(agent) = self.scene.agent(id) else {
                    return;
                };
                let in_scene =
                    update::checksum([agent.position].into_iter().chain(agent.heading), false);
                let name = agent.name.clone();
                let step = self.settle(&item, was, &name, &in_scene);
                if let (true, Some(agent)) = (step.changes(), self.scene.agent_mut(id)) {
                    if step.moves {
                        (agent.position, agent.heading) = (position, item.heading);
                    }
                    if step.renames {
                        agent.name.clone_from(&step.record.name);
                    }
                }
                (id, step.record)
            }
            _ => {
                let id = AgentId(self.agent_ids.assign(None));
                let preset = self.preset_for(&item.preset);
                let agent = Agent {
                    heading: item.heading,
                    ..Agent::at(id, item.name.clone(), preset, position)
                };
                Arc::make_mut(&mut self.scene.agents).push(agent);
                self.added(id, line.clone());
                (id, item.record(&item.checksum()))
            }
        };
        let references = item.properties.iter().filter_map(|property| {
            if let MapValue::Reference(Some(source)) = &property.value {
                Some(source.clone())
            } else {
                None
            }
        });
        self.agents.found.push(FoundAgent {
            id,
            source: item.source.clone(),
            references: references.collect(),
            is_new: was.is_none(),
        });
        let owner = PropertyItem::Agent(id);
        self.owned
            .push(Owned::of(&item, owner, was.as_ref(), &line));
        self.after.agents.insert(id, record);
    }

    /// The preset that the map calls `name`: one that the scene has, or a new one.
    fn preset_for(&mut self, name: &str) -> PresetId {
        if let Some(&known) = self.agents.presets.get(name) {
            return known;
        }
        let presets = self.scene.presets.iter();
        let is_named =
            |preset: &&Arc<Preset>| normalized_name(&preset.name) == normalized_name(name);
        let id = match presets.clone().find(is_named) {
            Some(preset) => preset.id,
            None => {
                let highest = presets.map(|preset| preset.id.0).max().unwrap_or_default();
                let id = PresetId(highest.wrapping_add(1));
                self.scene
                    .presets
                    .push(Arc::new(Preset::steered(id, name, [])));
                self.agents.new_presets.insert(id);
                id
            }
        };
        self.agents.presets.insert(name.to_owned(), id);
        id
    }

    /// Gives new agents the paths that the map has for them, and agents without a path those that
    /// are new in the map. A new preset follows paths if one of its agents has one.
    pub(super) fn assign_paths(&mut self, before: &RememberedImport) {
        let agents = std::mem::take(&mut self.agents);
        if agents.found.is_empty() {
            return;
        }
        let by_source = self.items_by_source();
        let path_at = |source: &str| {
            if let Some(&PropertyItem::Path(id)) = by_source.get(source) {
                Some(id)
            } else {
                None
            }
        };
        let mut walking: BTreeSet<PresetId> = BTreeSet::new();
        for found in &agents.found {
            let referred = found.references.iter().find_map(|source| path_at(source));
            let path = referred.or_else(|| self.path_near(&found.source));
            let path = path.filter(|path| found.is_new || !before.paths.contains_key(path));
            if let (Some(path), Some(agent)) = (path, self.scene.agent_mut(found.id))
                && agent.path.is_none()
            {
                agent.path = Some(path);
                walking.insert(agent.preset);
            }
        }
        for id in agents.new_presets.intersection(&walking) {
            if let Some(Preset {
                motion: Motion::Steered(steered),
                ..
            }) = self.scene.preset_mut(*id)
            {
                let follow = Behavior::FollowPath(FollowPath::default());
                steered.behaviors.push(WeightedBehavior::from(follow));
            }
        }
    }

    /// The path of the map that is within an item, if it is the only one there, else the nearest
    /// one that the item is within.
    fn path_near(&self, source: &str) -> Option<PathId> {
        let is_within = |inner: &str, outer: &str| {
            inner
                .strip_prefix(outer)
                .is_some_and(|rest| rest.starts_with('/'))
        };
        let paths = || self.after.paths.iter();
        let mut inside = paths().filter(|(_, path)| is_within(&path.source, source));
        if let (Some((&only, _)), None) = (inside.next(), inside.next()) {
            return Some(only);
        }
        let around = paths().filter(|(_, path)| is_within(source, &path.source));
        around
            .max_by_key(|(_, path)| path.source.len())
            .map(|(&id, _)| id)
    }
}
