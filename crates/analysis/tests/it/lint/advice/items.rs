//! Advice about what agents refer to, about tracks, and about custom properties.

use super::*;
use steerwright_runtime::scene::editor::{Expectation, Track};
use steerwright_runtime::scene::{
    PropertyDeclaration, PropertyItem, PropertyOwner, PropertyType, PropertyValue,
};

pub(super) fn follow(scene: &mut Scene, finding: &Diagnostic, step: &Step, _times: f64) -> bool {
    match (finding.rule, finding.subject) {
        (Rule::MissingRole, Subject::Agent(agent)) => follow_for_role(scene, agent, step),
        (_, Subject::Track(track)) => follow_for_track(scene, track, finding, step),
        (Rule::ReferenceToNothing | Rule::UndeclaredProperty, _) => {
            follow_for_property(scene, finding, step)
        }
        _ => false,
    }
}

fn follow_for_role(scene: &mut Scene, id: AgentId, step: &Step) -> bool {
    let place = DVec2::new(70.0, 70.0);
    let other = scene.next_agent_id();
    let marker = scene.next_marker_id();
    let add_agent = |scene: &mut Scene| {
        // Its preset needs nothing.
        let still = Preset::steered(PresetId(9), "Still", []);
        scene.presets.push(still.into());
        let agent = Agent::at(other, "Other", PresetId(9), place);
        Arc::make_mut(&mut scene.agents).push(agent);
    };
    let (what, to) = match step.words.as_str() {
        "assign a path to it" => {
            let mut path = PatrolPath::new(PathId(9), "Way");
            let nodes = [(1, 70.0), (2, 80.0)];
            path.nodes = nodes
                .map(|(id, x)| Node::at(NodeId(id), DVec2::new(x, 70.0)))
                .to_vec();
            scene.paths.push(path.into());
            scene.agent_mut(id).expect("an agent").path = Some(PathId(9));
            return true;
        }
        "set its leader to another agent" => {
            add_agent(scene);
            scene.agent_mut(id).expect("an agent").leader = Some(other);
            return true;
        }
        words => match words
            .strip_prefix("set its ")
            .map(|rest| rest.split_once(" to "))
        {
            Some(Some(split)) => split,
            _ => return false,
        },
    };
    let to = match to {
        "a marker" => {
            let added = Marker::at(marker, "Mark", MarkerKind::Target, place);
            Arc::make_mut(&mut scene.markers).push(added);
            Target::Marker(marker)
        }
        "an agent" => {
            add_agent(scene);
            Target::Agent(other)
        }
        "the pointer" => Target::Pointer,
        _ => return false,
    };
    let agent = scene.agent_mut(id).expect("an agent");
    match what {
        "target" => agent.target = Some(to),
        "danger" => agent.danger = Some(to),
        _ => return false,
    }
    true
}

fn follow_for_track(scene: &mut Scene, id: TrackId, finding: &Diagnostic, step: &Step) -> bool {
    let place = finding.pointer.rsplit('/').next().expect("a place");
    let agent = scene.agents[0].id;
    let mut track = Track::clone(scene.editor.track(id).expect("a track"));
    match step.words.as_str() {
        "choose another agent for it" => track.agent = agent,
        "delete it" => {
            scene.editor_mut().tracks.retain(|own| own.id != id);
            return true;
        }
        "move the agent back" => {
            scene.agent_mut(track.agent).expect("an agent").position = track.from;
        }
        "delete the track and record a new one"
        | "if its agent meets the agent of that track, delete it and record a new one" => {
            record_anew(scene, &track);
            return true;
        }
        "set the ticks per second of the scene back to #" => {
            scene.ticks_per_second = step.number();
        }
        "change what is expected" => {
            track.expectations[place.parse::<usize>().expect("an index")] = Expectation::NeverSeen;
        }
        "remove what is expected" => {
            track.expectations.remove(place.parse().expect("an index"));
        }
        "disable \"replay\" of one of them" | "disable its \"replay\"" => track.muted = true,
        _ => return false,
    }
    *scene.editor_mut().track_mut(id).expect("a track") = track;
    true
}

/// Deletes a track and records the same moves as a new one, as the editor does.
fn record_anew(scene: &mut Scene, old: &Track) {
    let editor = scene.editor_mut();
    editor.tracks.retain(|own| own.id != old.id);
    let replayed = editor.tracks.iter().filter(|own| !own.muted);
    let with = replayed.map(|own| own.id).collect();
    let id = editor.next_track_id();
    let from = scene.agent(old.agent).expect("an agent").position;
    let track = Track {
        id,
        from,
        with,
        ticks_per_second: scene.ticks_per_second,
        expectations: Vec::new(),
        ..old.clone()
    };
    scene.editor_mut().tracks.push(track.into());
}

/// The item that a finding is about.
fn item_of(finding: &Diagnostic) -> PropertyItem {
    match finding.subject {
        Subject::Path(path) => PropertyItem::Path(path),
        Subject::Node(path, node) => PropertyItem::Node(path, node),
        Subject::Agent(agent) => PropertyItem::Agent(agent),
        Subject::Marker(marker) => PropertyItem::Marker(marker),
        Subject::Wall(wall) => PropertyItem::Wall(wall),
        Subject::Preset(preset, _) => PropertyItem::Preset(preset),
        other => panic!("{other:?} has no properties"),
    }
}

fn follow_for_property(scene: &mut Scene, finding: &Diagnostic, step: &Step) -> bool {
    let item = item_of(finding);
    let name = finding.pointer.rsplit('/').next().expect("a name");
    let name = name.replace("~1", "/").replace("~0", "~");
    let default = |scene: &mut Scene, value: PropertyValue| {
        let index = finding.pointer.split('/').nth(2).expect("an index");
        let index: usize = index.parse().expect("an index");
        Arc::make_mut(&mut scene.declared_properties)[index].default = value;
    };
    let is_default = finding.pointer.ends_with("/default");
    match step.words.as_str() {
        "choose another default" => default(scene, 1.0.into()),
        "none" if is_default => default(scene, PropertyValue::Null),
        "choose another one" => {
            let values = scene.properties_of_mut(item).expect("an item");
            values.set(&name, 1.0);
        }
        "none" => {
            let values = scene.properties_of_mut(item).expect("an item");
            values.set(&name, PropertyValue::Null);
        }
        "declare the property in the inspector of the item" => declare(scene, item.owner(), &name),
        "remove the value" => {
            let values = scene.properties_of_mut(item).expect("an item");
            values.remove(&name);
        }
        "remove the value from all # nodes that have one" => {
            let with_value: Vec<PropertyItem> = scene
                .items_with_properties()
                .filter(|(own, values)| {
                    own.owner() == PropertyOwner::Nodes && values.get(&name).is_some()
                })
                .map(|(own, _)| own)
                .collect();
            assert_eq!(with_value.len() as f64, step.number(), "{finding}");
            for own in with_value {
                let values = scene.properties_of_mut(own).expect("an item");
                values.remove(&name);
            }
        }
        _ => return false,
    }
    true
}

/// What the button in the inspector does.
fn declare(scene: &mut Scene, owner: PropertyOwner, name: &str) {
    let declared = Arc::make_mut(&mut scene.declared_properties);
    if let Some(known) = declared.iter_mut().find(|own| own.name == name) {
        known.on.insert(owner);
    } else {
        declared.push(PropertyDeclaration::new(name, PropertyType::Bool, [owner]));
    }
}
