//! Values of custom properties that are not declared, and references to what does not exist.

use super::{Diagnostic, Rule, Severity, Subject, named};
use std::collections::BTreeMap;
use steerwright_format::sanitize_for_display;
use steerwright_runtime::scene::{
    Properties, PropertyDeclaration, PropertyOwner, PropertyType, ReferenceKind, Scene,
};

pub(super) fn check(scene: &Scene, found: &mut Vec<Diagnostic>) {
    for (i, declaration) in scene.declared_properties.iter().enumerate() {
        check_default(scene, i, declaration, found);
    }
    let mut rule = Check {
        scene,
        undeclared: BTreeMap::new(),
        found,
    };
    for (i, preset) in scene.presets.iter().enumerate() {
        let name = named(&preset.name, "Preset", i);
        let subject = Subject::Preset(preset.id, None);
        let owner = PropertyOwner::Presets;
        rule.check(
            owner,
            subject,
            &name,
            &format!("/presets/{i}"),
            &preset.properties,
        );
    }
    for (i, path) in scene.paths.iter().enumerate() {
        let (name, place) = (named(&path.name, "Path", i), format!("/paths/{i}"));
        let subject = Subject::Path(path.id);
        rule.check(
            PropertyOwner::Paths,
            subject,
            &name,
            &place,
            &path.properties,
        );
        for (j, node) in path.nodes.iter().enumerate() {
            if !node.properties.is_empty() {
                let subject = Subject::Node(path.id, node.id);
                let name = format!("Node {} of {name}", j + 1);
                let place = format!("{place}/nodes/{j}");
                rule.check(
                    PropertyOwner::Nodes,
                    subject,
                    &name,
                    &place,
                    &node.properties,
                );
            }
        }
    }
    for (i, marker) in scene.markers.iter().enumerate() {
        let (name, place) = (named(&marker.name, "Marker", i), format!("/markers/{i}"));
        let subject = Subject::Marker(marker.id);
        rule.check(
            PropertyOwner::Markers,
            subject,
            &name,
            &place,
            &marker.properties,
        );
    }
    for (i, agent) in scene.agents.iter().enumerate() {
        let (name, place) = (named(&agent.name, "Agent", i), format!("/agents/{i}"));
        let subject = Subject::Agent(agent.id);
        rule.check(
            PropertyOwner::Agents,
            subject,
            &name,
            &place,
            &agent.properties,
        );
    }
    for (i, wall) in scene.walls.iter().enumerate() {
        let (name, place) = (named(&wall.name, "Wall", i), format!("/walls/{i}"));
        let subject = Subject::Wall(wall.id);
        rule.check(
            PropertyOwner::Walls,
            subject,
            &name,
            &place,
            &wall.properties,
        );
    }
}

/// A default has no item of its own: it is told of at the first item that has it.
fn check_default(
    scene: &Scene,
    index: usize,
    declaration: &PropertyDeclaration,
    found: &mut Vec<Diagnostic>,
) {
    let Some((kind, id)) = reference(declaration).zip(declaration.default.as_id()) else {
        return;
    };
    let Some(subject) = first_subject(scene, declaration).filter(|_| !scene.has_item(kind, id))
    else {
        return;
    };
    let name = sanitize_for_display(&declaration.name);
    found.push(Diagnostic {
        rule: Rule::ReferenceToNothing,
        severity: Severity::Warning,
        subject,
        moment: None,
        pointer: format!("/declared_properties/{index}/default"),
        message: format!(
            "The default of the property \u{201c}{name}\u{201d} refers to {} {id}, which does not exist.",
            noun(kind)
        ),
        help: "Choose another default, or none.".into(),
    });
}

fn first_subject(scene: &Scene, declaration: &PropertyDeclaration) -> Option<Subject> {
    let on = |owner| declaration.on.contains(owner);
    let of = |owner, subject: Option<Subject>| subject.filter(|_| on(owner));
    let path = scene.paths.first().map(|path| Subject::Path(path.id));
    let preset = scene.presets.first();
    let agent = scene.agents.first().map(|agent| Subject::Agent(agent.id));
    let marker = scene
        .markers
        .first()
        .map(|marker| Subject::Marker(marker.id));
    let wall = scene.walls.first().map(|wall| Subject::Wall(wall.id));
    of(PropertyOwner::Nodes, path)
        .or(of(PropertyOwner::Paths, path))
        .or(of(PropertyOwner::Agents, agent))
        .or(of(PropertyOwner::Markers, marker))
        .or(of(PropertyOwner::Walls, wall))
        .or(of(
            PropertyOwner::Presets,
            preset.map(|preset| Subject::Preset(preset.id, None)),
        ))
}

fn reference(declaration: &PropertyDeclaration) -> Option<ReferenceKind> {
    match declaration.value_type {
        PropertyType::Reference(kind) => Some(kind),
        PropertyType::Bool
        | PropertyType::Int
        | PropertyType::Number
        | PropertyType::Text
        | PropertyType::Color
        | PropertyType::Choice(_) => None,
    }
}

fn noun(kind: ReferenceKind) -> &'static str {
    match kind {
        ReferenceKind::Agents => "the agent",
        ReferenceKind::Paths => "the path",
        ReferenceKind::Markers => "the marker",
        ReferenceKind::Walls => "the wall",
        ReferenceKind::Presets => "the preset",
    }
}

fn plural(owner: PropertyOwner) -> &'static str {
    match owner {
        PropertyOwner::Nodes => "nodes",
        PropertyOwner::Paths => "paths",
        PropertyOwner::Agents => "agents",
        PropertyOwner::Markers => "markers",
        PropertyOwner::Walls => "walls",
        PropertyOwner::Presets => "presets",
    }
}

/// What was found about an undeclared name.
struct Undeclared {
    /// The index of the diagnostic about the first item that has it.
    index: usize,
    /// How many items have it.
    items: usize,
}

struct Check<'a> {
    scene: &'a Scene,
    /// The undeclared names, by kind of item. Thousands of nodes can have the same one.
    undeclared: BTreeMap<(PropertyOwner, &'a str), Undeclared>,
    found: &'a mut Vec<Diagnostic>,
}

impl<'a> Check<'a> {
    fn check(
        &mut self,
        owner: PropertyOwner,
        subject: Subject,
        item: &str,
        place: &str,
        values: &'a Properties,
    ) {
        for (name, value) in values.iter() {
            let shown = sanitize_for_display(name);
            let key = name.replace('~', "~0").replace('/', "~1");
            let pointer = format!("{place}/properties/{key}");
            let declaration = self.scene.declared_property(name);
            let Some(declaration) =
                declaration.filter(|declaration| declaration.on.contains(owner))
            else {
                self.undeclared(owner, subject, item, pointer, name);
                continue;
            };
            let target = reference(declaration).zip(value.as_id());
            if let Some((kind, id)) = target.filter(|&(kind, id)| !self.scene.has_item(kind, id)) {
                self.found.push(Diagnostic {
                    rule: Rule::ReferenceToNothing,
                    severity: Severity::Warning,
                    subject,
                    moment: None,
                    pointer,
                    message: format!(
                        "The property \u{201c}{shown}\u{201d} of {item} refers to {} {id}, which does not exist.",
                        noun(kind)
                    ),
                    help: "Choose another one, or none.".into(),
                });
            }
        }
    }

    /// A value that is not declared: it is told of at the first item that has one of this name.
    fn undeclared(
        &mut self,
        owner: PropertyOwner,
        subject: Subject,
        item: &str,
        pointer: String,
        name: &'a str,
    ) {
        let kind = plural(owner);
        if let Some(known) = self.undeclared.get_mut(&(owner, name)) {
            known.items += 1;
            if let Some(first) = self.found.get_mut(known.index) {
                first.help = format!(
                    "Declare the property in the inspector of the item, or remove the value from all {} {kind} that have one.",
                    known.items
                );
            }
            return;
        }
        let first = Undeclared {
            index: self.found.len(),
            items: 1,
        };
        self.undeclared.insert((owner, name), first);
        let shown = sanitize_for_display(name);
        self.found.push(Diagnostic {
            rule: Rule::UndeclaredProperty,
            severity: Severity::Hint,
            subject,
            moment: None,
            pointer,
            message: format!(
                "{item} has a value of the property \u{201c}{shown}\u{201d}, which is not declared for {kind}."
            ),
            help: "Declare the property in the inspector of the item, or remove the value.".into(),
        });
    }
}
