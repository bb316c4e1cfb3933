//! Custom properties of a map, as those of the walls, paths and markers that its items become.

use super::merge::Merger;
use super::wanted::Wanted;
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_format::limits::{CHOICES, DECLARED_PROPERTIES, PROPERTY_TEXT};
use steerwright_format::validate::MAX_PROPERTY_NAME_LETTERS;
use steerwright_runtime::scene::{
    Color, PropertyDeclaration, PropertyItem, PropertyOwner, PropertyType, PropertyValue,
    ReferenceKind, Scene,
};

/// A custom property of something in a map.
#[derive(Clone, Debug, PartialEq)]
pub struct MapProperty {
    /// Its name in the map.
    pub name: String,
    /// Its value.
    pub value: MapValue,
}

/// The value of a custom property in a map.
#[derive(Clone, Debug, PartialEq)]
pub enum MapValue {
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(f64),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// A color.
    Color(Color),
    /// One of several texts.
    Choice {
        /// The text.
        value: String,
        /// All of them.
        choices: Vec<String>,
    },
    /// What has this source in the map, or nothing.
    Reference(Option<String>),
}

/// An item of the scene that came from the map.
pub(super) struct Owned {
    pub item: PropertyItem,
    /// Whether the scene had it before.
    pub is_known: bool,
    /// The words for a list of changes.
    pub line: String,
    pub properties: Vec<MapProperty>,
}

impl Owned {
    pub fn of(wanted: &Wanted, item: PropertyItem, is_known: bool, line: &str) -> Self {
        Self {
            item,
            is_known,
            line: line.to_owned(),
            properties: wanted.properties.clone(),
        }
    }
}

impl Merger<'_> {
    /// Gives new items the values that they have in the map. Those that the scene has keep theirs; what differs is listed.
    pub(super) fn properties(&mut self, items: Vec<Owned>) {
        let by_source = self.items_by_source();
        for owned in items {
            let mut differs = false;
            for property in &owned.properties {
                let is_nothing = property.value == MapValue::Reference(None);
                if is_nothing && !is_declared_reference(&self.scene, &property.name) {
                    // To which kind of item it could lead is not known.
                    continue;
                }
                let typed = typed(property, &by_source, &self.scene);
                if owned.is_known {
                    let own = self.scene.properties_of(owned.item);
                    if let (Ok((_, value)), Some(own)) = (typed, own) {
                        let has = |name: String| own.get(&name) == Some(&value);
                        differs |= !names(&property.name).take(9).any(has);
                    }
                    continue;
                }
                let declared = typed.and_then(|(value_type, value)| {
                    let owner = owned.item.owner();
                    declare(&mut self.scene, &property.name, &value_type, &value, owner)
                        .map(|name| (name, value))
                        .ok_or_else(|| DECLARED_PROPERTIES.message())
                });
                match declared {
                    Ok((name, value)) => {
                        if let Some(own) = self.scene.properties_of_mut(owned.item) {
                            own.set(&name, value);
                        }
                    }
                    Err(why) => {
                        let what = format!("the property {:?} of {}", property.name, owned.line);
                        self.changes.leave_out(what, why);
                    }
                }
            }
            if differs {
                let line = format!("custom properties of {}", owned.line);
                self.changes.kept.push(line);
            }
        }
    }

    /// What came from the map, by its source there.
    fn items_by_source(&self) -> BTreeMap<String, PropertyItem> {
        let walls = self.after.walls.iter();
        let walls = walls.map(|(&id, own)| (&own.source, PropertyItem::Wall(id)));
        let paths = self.after.paths.iter();
        let paths = paths.map(|(&id, own)| (&own.source, PropertyItem::Path(id)));
        let markers = self.after.markers.iter();
        let markers = markers.map(|(&id, own)| (&own.source, PropertyItem::Marker(id)));
        let mut by_source = BTreeMap::new();
        for (source, item) in walls.chain(paths).chain(markers) {
            // Of several shapes of one object, a reference leads to the first.
            let whole = source
                .split_once('@')
                .map_or(source.as_str(), |(whole, _)| whole);
            by_source.entry(whole.to_owned()).or_insert(item);
        }
        by_source
    }
}

/// The type and the value in the scene.
///
/// # Errors
/// Why the scene cannot have it.
fn typed(
    property: &MapProperty,
    by_source: &BTreeMap<String, PropertyItem>,
    scene: &Scene,
) -> Result<(PropertyType, PropertyValue), String> {
    let is_long = |text: &str| text.chars().count() as u64 > PROPERTY_TEXT.max;
    Ok(match &property.value {
        MapValue::Bool(on) => (PropertyType::Bool, (*on).into()),
        MapValue::Int(number) if number.abs() < 1e15 => (PropertyType::Int, (*number).into()),
        MapValue::Number(number) if number.abs() <= 1e15 => {
            (PropertyType::Number, (*number).into())
        }
        MapValue::Int(number) | MapValue::Number(number) => {
            return Err(format!("{number} is out of range; use -1e15 to 1e15"));
        }
        MapValue::Text(text) if is_long(text) => return Err(PROPERTY_TEXT.message()),
        MapValue::Text(text) => (PropertyType::Text, text.as_str().into()),
        MapValue::Color(color) => (PropertyType::Color, (*color).into()),
        MapValue::Choice { value, choices } => {
            let fits = |choice: &String| {
                !choice.is_empty() && choice.chars().count() <= MAX_PROPERTY_NAME_LETTERS
            };
            if choices.iter().all(fits) && choices.contains(value) {
                (PropertyType::Choice(choices.clone()), value.as_str().into())
            } else {
                (PropertyType::Text, value.as_str().into())
            }
        }
        MapValue::Reference(Some(source)) => {
            let (kind, id) = match by_source.get(source) {
                Some(PropertyItem::Wall(id)) => (ReferenceKind::Walls, id.0),
                Some(PropertyItem::Path(id)) => (ReferenceKind::Paths, id.0),
                Some(PropertyItem::Marker(id)) => (ReferenceKind::Markers, id.0),
                Some(PropertyItem::Node(..) | PropertyItem::Agent(_) | PropertyItem::Preset(_))
                | None => return Err("what it refers to is not imported".into()),
            };
            (PropertyType::Reference(kind), f64::from(id).into())
        }
        MapValue::Reference(None) => {
            let declaration = scene.declared_property(&property.name);
            let value_type = declaration.map(|declaration| declaration.value_type.clone());
            let value_type = value_type.unwrap_or(PropertyType::Reference(ReferenceKind::Markers));
            (value_type, PropertyValue::Null)
        }
    })
}

fn is_declared_reference(scene: &Scene, name: &str) -> bool {
    let declaration = scene.declared_property(name);
    declaration.is_some_and(|own| matches!(own.value_type, PropertyType::Reference(_)))
}

/// The names that a property can get: its own, and with a number if that is declared with another type.
fn names(name: &str) -> impl Iterator<Item = String> {
    let most = MAX_PROPERTY_NAME_LETTERS - 4;
    let own: String = name.chars().take(MAX_PROPERTY_NAME_LETTERS).collect();
    let short: String = name.chars().take(most).collect();
    let numbered = (2..=DECLARED_PROPERTIES.max).map(move |number| format!("{short} {number}"));
    std::iter::once(own).chain(numbered)
}

/// Declares a property, if it is not. Returns its name; none if the scene can declare no more.
fn declare(
    scene: &mut Scene,
    name: &str,
    value_type: &PropertyType,
    value: &PropertyValue,
    owner: PropertyOwner,
) -> Option<String> {
    for name in names(name) {
        let known = scene.declared_properties.iter();
        let known = known.zip(0..).find(|(known, _)| known.name == name);
        let Some((known, index)) = known else {
            if scene.declared_properties.len() as u64 >= DECLARED_PROPERTIES.max {
                return None;
            }
            let declaration = PropertyDeclaration::new(&name, value_type.clone(), [owner]);
            Arc::make_mut(&mut scene.declared_properties).push(declaration);
            return Some(name);
        };
        let Some(joined) = joined(&known.value_type, value_type, value) else {
            continue;
        };
        if known.on.contains(owner) && joined == known.value_type {
            return Some(name);
        }
        let index: usize = index;
        if let Some(known) = Arc::make_mut(&mut scene.declared_properties).get_mut(index) {
            known.on.insert(owner);
            known.value_type = joined;
        }
        return Some(name);
    }
    None
}

/// The type of which both the values of a declared property and a new one are; none if there is none.
fn joined(known: &PropertyType, new: &PropertyType, value: &PropertyValue) -> Option<PropertyType> {
    match (known, new) {
        (PropertyType::Choice(known), PropertyType::Choice(new)) => {
            let mut all = known.clone();
            all.extend(new.iter().filter(|choice| !known.contains(choice)).cloned());
            (all.len() as u64 <= CHOICES.max).then_some(PropertyType::Choice(all))
        }
        (PropertyType::Number, PropertyType::Int)
        | (PropertyType::Text, PropertyType::Choice(_) | PropertyType::Color) => {
            Some(known.clone())
        }
        (PropertyType::Choice(_), PropertyType::Text) if known.accepts(value) => {
            Some(known.clone())
        }
        (known, new) => (known == new).then(|| known.clone()),
    }
}
