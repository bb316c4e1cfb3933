//! Commands that compare two versions of a preset. What is kept is one step.

use crate::editor::app::document::Document;
use crate::editor::tuning::CompareDialog;
use std::sync::Arc;
use steerwright_authoring::Item;
use steerwright_authoring::command::CompareCommand;
use steerwright_authoring::playback::Variant;
use steerwright_runtime::scene::{AgentId, PresetId, Scene};

/// Performs a command on the selected agent or preset, or on the comparison.
pub(crate) fn perform(
    command: CompareCommand,
    document: &mut Document,
    dialog: &mut CompareDialog,
    side_by_side: &mut bool,
) {
    document.finish_tool();
    document.session.commit();
    match command {
        CompareCommand::KeepAsA => {
            let scene = &document.session.scene;
            let preset = document.selected_preset();
            if let Some(variant) = preset.and_then(|id| Variant::kept(scene, id)) {
                start(document, variant);
            }
        }
        CompareCommand::ComparePresets => {
            if let Some(Item::Agent(agent)) = document.session.selection.primary() {
                dialog.open(agent);
            }
        }
        CompareCommand::ToggleSideBySide => *side_by_side ^= true,
        CompareCommand::SwapVersions => {
            let swapped = variant_b(document);
            if put_a_into_scene(document, "Swap A and B")
                && let Some(variant) = swapped
            {
                start(document, variant);
            }
        }
        CompareCommand::KeepA => {
            put_a_into_scene(document, "Keep A");
            let playback = &mut document.playback;
            // While versions are compared, the run is simulated again from the start, and has only
            // the figures of A.
            playback.apply_scene(&document.session.scene, false);
            playback.end_comparison();
            // The ghost would be the run of B, which was rejected.
            playback.clear_ghost();
        }
        CompareCommand::KeepB => document.playback.end_comparison(),
    }
}

/// Compares the selected agent with another preset.
pub(crate) fn compare_with(document: &mut Document, preset: PresetId) {
    if let Some(Item::Agent(agent)) = document.session.selection.primary() {
        start(document, Variant::Other { agent, preset });
    }
}

fn start(document: &mut Document, variant: Variant) {
    document
        .playback
        .apply_scene(&document.session.scene, false);
    document.playback.compare(variant);
}

/// The scene as it is now, as a variant of A.
fn variant_b(document: &Document) -> Option<Variant> {
    let scene = &document.session.scene;
    match document.playback.comparison()?.variant() {
        Variant::Kept { kept, agents } => {
            let mut presets = scene.presets.iter();
            let now = presets.find(|preset| preset.id == kept.id)?;
            let still = |(id, _): &(AgentId, PresetId)| Some((*id, scene.agent(*id)?.preset));
            Some(Variant::Kept {
                kept: Arc::clone(now),
                agents: agents.iter().filter_map(still).collect(),
            })
        }
        Variant::Other { agent, .. } => Some(Variant::Other {
            agent: *agent,
            preset: scene.agent(*agent)?.preset,
        }),
    }
}

/// Puts A into the scene as one step. Returns whether it could.
fn put_a_into_scene(document: &mut Document, step: &str) -> bool {
    let Some(comparison) = document.playback.comparison() else {
        return false;
    };
    let session = &mut document.session;
    let Some(scene) = comparison.variant().applied_to(&session.scene) else {
        return false;
    };
    session.scene = scene;
    session.name_step(step);
    session.commit();
    true
}

/// What A and B are called: a preset before and now, or two presets.
pub(crate) fn names(variant: &Variant, scene: &Scene) -> (String, String) {
    let preset = |id: PresetId| {
        let preset = scene.preset(id);
        preset.map_or_else(|| "?".to_owned(), |preset| preset.name.clone())
    };
    match variant {
        Variant::Kept { kept, agents } => {
            let name = preset(kept.id);
            // The agents can have another preset in A or in B.
            let now = |(id, _): &(AgentId, PresetId)| Some(scene.agent(*id)?.preset);
            let in_a = common(agents.iter().map(|(_, id)| *id)).filter(|id| *id != kept.id);
            let in_b = common(agents.iter().filter_map(now)).filter(|id| *id != kept.id);
            (
                in_a.map_or_else(|| format!("{name}, as kept"), preset),
                in_b.map_or_else(|| format!("{name}, now"), preset),
            )
        }
        Variant::Other {
            agent,
            preset: other,
        } => {
            let current = scene.agent(*agent).map(|agent| agent.preset);
            (
                preset(*other),
                current.map_or_else(|| "?".to_owned(), preset),
            )
        }
    }
}

/// The preset that all have.
fn common(mut presets: impl Iterator<Item = PresetId>) -> Option<PresetId> {
    let first = presets.next()?;
    presets.all(|other| other == first).then_some(first)
}
