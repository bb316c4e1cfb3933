//! Adding declarations that come with pasted items or with a preset from a file.

use crate::edit;
use crate::edit::naming::free_name;
use std::collections::BTreeSet;
use std::sync::Arc;
use steerwright_format::PresetFile;
use steerwright_format::limits;
use steerwright_format::validate::MAX_PROPERTY_NAME_CHARS;
use steerwright_runtime::scene::{
    PresetId, Properties, PropertyDeclaration, PropertyOwner, PropertyType, PropertyValue, Scene,
};

/// The maximum number of properties whose names are told; the others are counted.
const MAX_LISTED: usize = 12;

/// A property that got another name, because the scene has one of another type with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// Its name where it comes from.
    pub from: String,
    /// Its name in the scene.
    pub to: String,
}

/// What happened to custom properties that came with other items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Adapted {
    /// Those that got another name.
    pub renamed: Vec<Renamed>,
    /// Those that the scene could not declare, by the names that their values have now.
    pub refused: Vec<String>,
}

/// Declares the properties that a scene lacks. One whose name is declared with another type gets
/// another name. Kinds of items and choices are added to what the scene declares already. Returns
/// the name of each in the scene, `None` if the scene cannot declare it.
fn add_declarations(scene: &mut Scene, other: &Scene) -> Vec<Option<String>> {
    let declared = other.declared_properties.iter();
    let values = other.items_with_properties();
    let used = values.flat_map(|(_, values)| values.iter().map(|(name, _)| name));
    let used: BTreeSet<&str> = declared
        .map(|declaration| declaration.name.as_str())
        .chain(used)
        .collect();
    let mut names = Vec::new();
    for declaration in other.declared_properties.iter() {
        let name = name_for(scene, declaration, &used);
        if let Some(name) = &name {
            add(scene, declaration, name);
        }
        names.push(name);
    }
    names
}

/// What [`adapt`] would do.
pub fn conflicts(scene: &Scene, other: &Scene) -> Adapted {
    adapt(&mut scene.clone(), &mut other.clone())
}

/// The name under which a scene can have a property: its own, or one with a number, which no other
/// property that comes with it uses. `None` if the scene cannot declare more.
fn name_for(
    scene: &Scene,
    declaration: &PropertyDeclaration,
    used: &BTreeSet<&str>,
) -> Option<String> {
    let is_full = scene.declared_properties.len() as u64 >= limits::DECLARED_PROPERTIES.max;
    let fits = |name: &str| match scene.declared_property(name) {
        Some(known) => are_compatible(&known.value_type, &declaration.value_type),
        None => {
            let mut values = scene.items_with_properties();
            let accepts = |value| declaration.value_type.accepts(value);
            !is_full && values.all(|(_, values)| values.get(name).is_none_or(accepts))
        }
    };
    if fits(&declaration.name) {
        return Some(declaration.name.clone());
    }
    if is_full && scene.declared_property(&declaration.name).is_none() {
        // Without a declaration, its values can keep their name.
        return None;
    }
    let length = MAX_PROPERTY_NAME_CHARS - " 999".len();
    let base: String = declaration.name.chars().take(length).collect();
    (2..1000)
        .map(|number| format!("{base} {number}"))
        .find(|name| !used.contains(name.as_str()) && fits(name))
}

fn are_compatible(known: &PropertyType, other: &PropertyType) -> bool {
    match (known, other) {
        (PropertyType::Choice(known), PropertyType::Choice(other)) => {
            let more = other
                .iter()
                .filter(|choice| !known.contains(choice))
                .count();
            (known.len() + more) as u64 <= limits::CHOICES.max
        }
        _ => known == other,
    }
}

fn add(scene: &mut Scene, declaration: &PropertyDeclaration, name: &str) {
    let known = (scene.declared_properties.iter()).position(|existing| existing.name == name);
    let Some(index) = known else {
        let mut new = declaration.clone();
        new.name = name.to_owned();
        if let PropertyType::Reference(_) = new.value_type {
            // An id means another item here.
            new.default = PropertyValue::Null;
        }
        Arc::make_mut(&mut scene.declared_properties).push(new);
        return;
    };
    let mut new = scene.declared_properties[index].clone();
    new.on = new.on.union(declaration.on);
    if let (PropertyType::Choice(choices), PropertyType::Choice(other)) =
        (&mut new.value_type, &declaration.value_type)
    {
        for choice in other {
            if !choices.contains(choice) {
                choices.push(choice.clone());
            }
        }
    }
    if new != scene.declared_properties[index] {
        Arc::make_mut(&mut scene.declared_properties)[index] = new;
    }
}

/// Makes the items of another scene ready to be added to a scene: declares their properties there,
/// and gives those another name that the scene declares with another type. An item without a value
/// of its own gets the default that it had, if the scene has another one. Values of properties that
/// the scene cannot declare stay without a declaration. Returns what the user must know.
pub fn adapt(scene: &mut Scene, other: &mut Scene) -> Adapted {
    let incoming = Arc::clone(&other.declared_properties);
    let names = add_declarations(scene, other);
    let mut renamed = Vec::new();
    let mut refused = Vec::new();
    for (declaration, name) in incoming.iter().zip(&names) {
        match name {
            Some(name) if *name != declaration.name => renamed.push(Renamed {
                from: declaration.name.clone(),
                to: name.clone(),
            }),
            Some(_) => {}
            None => refused.push(declaration.name.as_str()),
        }
    }
    renamed.extend(rename_undeclared(scene, other, &refused));
    for declaration in Arc::make_mut(&mut other.declared_properties) {
        if let Some(renamed) = renamed
            .iter()
            .find(|renamed| renamed.from == declaration.name)
        {
            declaration.name.clone_from(&renamed.to);
        }
    }
    if !renamed.is_empty() {
        other.change_properties(|_, values| rename_values(values, &renamed));
    }
    let declared = Arc::clone(&other.declared_properties);
    let mut refused = Vec::new();
    for (declaration, name) in declared.iter().zip(&names) {
        if name.is_none() {
            refused.push(declaration.name.clone());
            continue;
        }
        let is_reference = matches!(declaration.value_type, PropertyType::Reference(_));
        let here = scene.declared_property(&declaration.name);
        if !is_reference && here.is_some_and(|here| here.default != declaration.default) {
            keep_default(other, declaration);
        }
    }
    Adapted { renamed, refused }
}

/// Adds the preset of a file under a new id and a unique name, with the properties of which it has
/// values. Returns its id and what happened to these.
pub fn add_preset_file(scene: &mut Scene, file: PresetFile) -> (PresetId, Adapted) {
    let PresetFile {
        declared_properties,
        preset,
    } = file;
    let mut other = Scene {
        declared_properties,
        presets: vec![Arc::new(preset)],
        ..Scene::default()
    };
    let adapted = adapt(scene, &mut other);
    let preset = Arc::unwrap_or_clone(other.presets.swap_remove(0));
    (edit::add_preset(scene, preset), adapted)
}

/// What a user is told about renamed properties, and about those that are not declared. `None` if
/// there are none.
pub fn adapted_text(adapted: &Adapted) -> Option<String> {
    let Adapted { renamed, refused } = adapted;
    let mut sentences = Vec::new();
    if !renamed.is_empty() {
        let one = |Renamed { from, to }: &Renamed| format!("“{from}” is now “{to}”");
        sentences.push(format!(
            "The scene has properties of these names with another type: {}",
            listed(renamed.iter().map(one).collect())
        ));
    }
    if !refused.is_empty() {
        let quoted = |name: &String| format!("“{name}”");
        sentences.push(format!(
            "The scene can declare at most {} properties. These are not declared, and items have only their own values: {}. Remove \
             properties of the scene, and then declare these in the inspector",
            limits::DECLARED_PROPERTIES.max,
            listed(refused.iter().map(quoted).collect())
        ));
    }
    (!sentences.is_empty()).then(|| sentences.join(". "))
}

/// The first of many, and how many more there are.
fn listed(mut names: Vec<String>) -> String {
    let more = names.len().saturating_sub(MAX_LISTED);
    names.truncate(MAX_LISTED);
    let names = names.join(", ");
    if more == 0 {
        names
    } else {
        format!("{names}, and {more} more")
    }
}

/// Values without a declaration must not become values of a property of the scene: of one of
/// another type, or, if the scene refused their declaration, of any.
fn rename_undeclared(scene: &Scene, other: &Scene, refused: &[&str]) -> Vec<Renamed> {
    let incoming = &other.declared_properties;
    let mut renamed: Vec<Renamed> = Vec::new();
    for (name, value) in other
        .items_with_properties()
        .flat_map(|(_, values)| values.iter())
    {
        let is_refused = refused.contains(&name);
        let is_declared =
            !is_refused && incoming.iter().any(|declaration| declaration.name == name);
        let is_known = is_declared || renamed.iter().any(|known| known.from == name);
        let fits = |declaration: &PropertyDeclaration| {
            !is_refused && declaration.value_type.accepts(value)
        };
        if is_known || scene.declared_property(name).is_none_or(fits) {
            continue;
        }
        let declared = scene.declared_properties.iter().chain(incoming.iter());
        let values = other.items_with_properties();
        let used = values.flat_map(|(_, values)| values.iter().map(|(name, _)| name));
        let taken = (declared.map(|declaration| declaration.name.as_str()))
            .chain(used)
            .chain(renamed.iter().map(|known| known.to.as_str()));
        let to = free_name(name, taken);
        renamed.push(Renamed {
            from: name.to_owned(),
            to,
        });
    }
    renamed
}

/// Gives items without a value of their own the default of the declaration.
fn keep_default(scene: &mut Scene, declaration: &PropertyDeclaration) {
    let PropertyDeclaration {
        name, on, default, ..
    } = declaration;
    let keep = |owner: PropertyOwner, values: &mut Properties| {
        if on.contains(owner) && values.get(name).is_none() {
            values.set(name, default.clone());
        }
    };
    for preset in &mut scene.presets {
        keep(
            PropertyOwner::Presets,
            &mut Arc::make_mut(preset).properties,
        );
    }
    for path in &mut scene.paths {
        let path = Arc::make_mut(path);
        keep(PropertyOwner::Paths, &mut path.properties);
        for node in &mut path.nodes {
            keep(PropertyOwner::Nodes, &mut node.properties);
        }
    }
    for marker in Arc::make_mut(&mut scene.markers) {
        keep(PropertyOwner::Markers, &mut marker.properties);
    }
    for agent in Arc::make_mut(&mut scene.agents) {
        keep(PropertyOwner::Agents, &mut agent.properties);
    }
    for wall in &mut scene.walls {
        keep(PropertyOwner::Walls, &mut Arc::make_mut(wall).properties);
    }
}

/// Renames values as their properties were.
fn rename_values(values: &mut Properties, renamed: &[Renamed]) {
    // One may get the name that another one had.
    let taken: Vec<(&str, PropertyValue)> = renamed
        .iter()
        .filter_map(|Renamed { from, to }| Some((to.as_str(), values.remove(from)?)))
        .collect();
    for (name, value) in taken {
        values.set(name, value);
    }
}
