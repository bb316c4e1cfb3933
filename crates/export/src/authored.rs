//! What a `*.steer.json` keeps for importing it again, in a field that runtimes ignore: notes, the
//! descriptions of presets, and the order of lists, which is that of ids in the rest of the file.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::{PresetId, Scene};

/// The field.
#[derive(Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Authored {
    #[serde(skip_serializing_if = "String::is_empty")]
    notes: String,
    /// In the order of the scene; only those that an agent or a spawner has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    presets: Vec<AuthoredPreset>,
    /// The ids in the order of the scene.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    agents: Vec<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    walls: Vec<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    spawners: Vec<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contacts: Vec<u32>,
}

/// A preset, which has no id in the rest of the file: the preset of an agent, or of a spawner if no
/// agent has it.
#[derive(PartialEq, Serialize, Deserialize)]
struct AuthoredPreset {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    agent: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    spawner: Option<u32>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    description: String,
}

/// The file, read for this field only.
#[derive(Deserialize)]
struct File {
    #[serde(default)]
    authored: Authored,
}

/// Adds the field to the text of an export if it has something to keep.
pub(crate) fn with_authored(mut text: String, placed: &PlacedScene) -> String {
    let authored = Authored::of(&placed.scene);
    if authored == Authored::default() {
        return text;
    }
    let Ok(field) = serde_json::to_string(&authored) else {
        return text;
    };
    if let Some(end) = text.rfind("\n}") {
        text.insert_str(end, &format!(",\n  \"authored\": {field}"));
    }
    text
}

/// Gives an imported scene what its file keeps for it. A field that cannot be read is ignored: it
/// does not affect motion.
pub(crate) fn restore(scene: &mut Scene, text: &str) {
    if let Ok(File { authored }) = serde_json::from_str(text) {
        authored.apply_to(scene);
    }
}

impl Authored {
    fn of(scene: &Scene) -> Self {
        // Agents by id, then spawners by id: the order in which the rest of the file names presets.
        let mut first_agents: BTreeMap<PresetId, u32> = BTreeMap::new();
        for agent in scene.agents.iter() {
            let first = first_agents.entry(agent.preset).or_insert(agent.id.0);
            *first = agent.id.0.min(*first);
        }
        let mut first_spawners: BTreeMap<PresetId, u32> = BTreeMap::new();
        for spawner in &scene.spawners {
            let first = first_spawners.entry(spawner.preset).or_insert(spawner.id.0);
            *first = spawner.id.0.min(*first);
        }
        let mut presets: Vec<AuthoredPreset> = scene
            .presets
            .iter()
            .filter_map(|preset| {
                let agent = first_agents.get(&preset.id).copied();
                let spawner = first_spawners.get(&preset.id).copied();
                Some(AuthoredPreset {
                    agent,
                    spawner: spawner.filter(|_| agent.is_none()),
                    description: preset.description.clone(),
                })
                .filter(|preset| preset.agent.or(preset.spawner).is_some())
            })
            .collect();
        let is_plain = presets
            .is_sorted_by_key(|preset| (preset.agent.is_none(), preset.agent, preset.spawner))
            && presets.iter().all(|preset| preset.description.is_empty());
        if is_plain {
            presets.clear();
        }
        let unless_sorted = |ids: Vec<u32>| if ids.is_sorted() { Vec::new() } else { ids };
        Self {
            notes: scene.notes.clone(),
            presets,
            agents: unless_sorted(scene.agents.iter().map(|agent| agent.id.0).collect()),
            walls: unless_sorted(scene.walls.iter().map(|wall| wall.id.0).collect()),
            spawners: unless_sorted(scene.spawners.iter().map(|spawner| spawner.id.0).collect()),
            contacts: unless_sorted(scene.contacts.iter().map(|rule| rule.id.0).collect()),
        }
    }

    fn apply_to(self, scene: &mut Scene) {
        if !self.notes.is_empty() {
            scene.notes = self.notes;
        }
        let preset_of: BTreeMap<u32, PresetId> = scene
            .agents
            .iter()
            .map(|agent| (agent.id.0, agent.preset))
            .collect();
        let preset_of_spawner: BTreeMap<u32, PresetId> = scene
            .spawners
            .iter()
            .map(|spawner| (spawner.id.0, spawner.preset))
            .collect();
        let mut presets = Vec::new();
        for AuthoredPreset {
            agent,
            spawner,
            description,
        } in self.presets
        {
            let of_agent = agent.and_then(|agent| preset_of.get(&agent));
            let of_spawner = || spawner.and_then(|spawner| preset_of_spawner.get(&spawner));
            let Some(id) = of_agent.or_else(of_spawner).copied() else {
                continue;
            };
            presets.push(id.0);
            if let Some(preset) = scene.preset_mut(id) {
                preset.description = description;
            }
        }
        in_order(&mut scene.presets, &presets, |preset| preset.id.0);
        in_order(
            Arc::make_mut(&mut scene.agents).as_mut_slice(),
            &self.agents,
            |agent| agent.id.0,
        );
        in_order(&mut scene.walls, &self.walls, |wall| wall.id.0);
        in_order(&mut scene.spawners, &self.spawners, |spawner| spawner.id.0);
        in_order(&mut scene.contacts, &self.contacts, |rule| rule.id.0);
    }
}

/// Puts items into the order of `ids`; others follow, as they are.
fn in_order<T>(items: &mut [T], ids: &[u32], id_of: impl Fn(&T) -> u32) {
    let place: BTreeMap<u32, usize> = ids.iter().enumerate().map(|(i, id)| (*id, i)).collect();
    items.sort_by_key(|item| place.get(&id_of(item)).copied().unwrap_or(usize::MAX));
}
