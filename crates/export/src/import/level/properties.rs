//! Custom properties of a map, as those of the walls, paths, markers and agents that its items
//! become.
//!
//! When a map is imported again, a value that changed in the map is taken over if the item still
//! has the one that it got. One that was changed in the scene stays.

use super::declaring::{TypedValue, declare, names, typed};
use super::merger::Merger;
use super::wanted::Wanted;
use super::{LeftOut, MapProperty, MapValue, Omissions};
use std::collections::{BTreeMap, BTreeSet};
use steerwright_format::limits::DECLARED_PROPERTIES;
use steerwright_runtime::scene::editor::ImportedItem;
use steerwright_runtime::scene::{Properties, PropertyItem, PropertyType, PropertyValue};

/// Why a list is left out.
const NO_LISTS: &str = "lists are not read as custom properties";

/// An item of the scene that came from the map.
pub(super) struct Owned {
    pub item: PropertyItem,
    /// Its name in the map.
    pub name: String,
    /// Whether the scene had it before.
    pub is_known: bool,
    /// The values that it got at the last import.
    pub was: Properties,
    /// The words for a list of changes.
    pub line: String,
    pub properties: Vec<MapProperty>,
    /// Why properties with reserved names could not be read, by name. They become custom
    /// properties, if they can.
    pub unused: BTreeMap<String, String>,
}

impl Owned {
    pub fn of(wanted: &Wanted, item: PropertyItem, was: Option<&ImportedItem>, line: &str) -> Self {
        Self {
            item,
            name: wanted.name.clone(),
            is_known: was.is_some(),
            was: was.map_or_else(Properties::default, |was| was.property_values.clone()),
            line: line.to_owned(),
            properties: wanted.properties.clone(),
            unused: BTreeMap::new(),
        }
    }
}

/// A value of an item, and the name that it has there.
struct Taken {
    name: String,
    value: PropertyValue,
    /// Whether the item has another value, because it was changed in the scene.
    is_edited: bool,
}

/// How the values of an item changed.
#[derive(Default)]
struct Outcome {
    is_updated: bool,
    is_kept: bool,
}

impl Merger<'_> {
    /// Brings the values of the items in step with the map.
    pub(super) fn properties(&mut self, delete_gone: bool) {
        let by_source = self.items_by_source();
        let mut lists = Omissions::default();
        let items = std::mem::take(&mut self.owned);
        let referring = self.referring(&items, &by_source);
        for owned in items {
            let mut got = Properties::default();
            let mut outcome = Outcome::default();
            let mut in_map: BTreeSet<String> = BTreeSet::new();
            for property in &owned.properties {
                let known = names(&property.name)
                    .take(9)
                    .find(|name| owned.was.get(name).is_some());
                in_map.extend(known.clone());
                let last = known.as_ref().and_then(|name| owned.was.get(name)).cloned();
                let last = known.clone().zip(last);
                let unused = owned.unused.get(&property.name);
                let what = || format!("the property {:?} of {}", property.name, owned.line);
                if matches!(property.value, MapValue::List(_)) {
                    match unused {
                        Some(unused) => {
                            let why = format!("{unused}; it is left out: {NO_LISTS}");
                            self.changes.leave_out(what(), why);
                        }
                        None => lists.add(format!("the property {:?}", property.name), NO_LISTS),
                    }
                    if let Some((name, last)) = last {
                        got.set(&name, last);
                    }
                    continue;
                }
                let referred = referring.get(&property.name);
                let referred = referred.or_else(|| referring.get(known.as_ref()?));
                let typed = match (&property.value, referred) {
                    (MapValue::Reference(None), None) => {
                        if let Some((name, last)) = last {
                            got.set(&name, last);
                        }
                        continue;
                    }
                    (MapValue::Reference(None), Some(kind)) => Ok(TypedValue {
                        value_type: kind.clone(),
                        value: PropertyValue::Null,
                    }),
                    (
                        MapValue::Bool(_)
                        | MapValue::Int(_)
                        | MapValue::Number(_)
                        | MapValue::Text(_)
                        | MapValue::Color(_)
                        | MapValue::Choice { .. }
                        | MapValue::Reference(Some(_))
                        | MapValue::Point(_)
                        | MapValue::List(_),
                        _,
                    ) => typed(property, &by_source),
                };
                let result = typed
                    .and_then(|typed| self.property(&owned, property, known, typed, &mut outcome));
                let left_out = match result {
                    Ok(taken) => {
                        in_map.insert(taken.name.clone());
                        got.set(&taken.name, taken.value);
                        let then = if taken.is_edited {
                            "the custom property stays as it was edited"
                        } else {
                            "it is kept as a custom property"
                        };
                        unused.map(|unused| format!("{unused}; {then}"))
                    }
                    Err(why) => {
                        if let Some((name, last)) = last {
                            got.set(&name, last);
                        }
                        let both = unused.map(|unused| format!("{unused}; it is left out: {why}"));
                        Some(both.unwrap_or(why))
                    }
                };
                if let Some(why) = left_out {
                    self.changes.leave_out(what(), why);
                }
            }
            for (name, last) in owned.was.iter().filter(|(name, _)| !in_map.contains(*name)) {
                self.gone_property(&owned, name, last, delete_gone, &mut got);
            }
            let line = format!("custom properties of {}", owned.line);
            if outcome.is_kept {
                self.changes.kept.push(line.clone());
            }
            if outcome.is_updated && owned.is_known {
                self.changes.updated.push(line);
            }
            self.remember(owned.item, got);
        }
        self.changes.left_out.extend::<Vec<LeftOut>>(lists.list());
    }

    /// The types of references, by the names of properties. A reference to nothing has no kind of
    /// its own.
    fn referring(
        &self,
        items: &[Owned],
        by_source: &BTreeMap<String, PropertyItem>,
    ) -> BTreeMap<String, PropertyType> {
        let mut referring = BTreeMap::new();
        for property in items.iter().flat_map(|owned| &owned.properties) {
            if let (MapValue::Reference(Some(_)), Ok(typed)) =
                (&property.value, typed(property, by_source))
            {
                let name = property.name.clone();
                referring.entry(name).or_insert(typed.value_type);
            }
        }
        for declared in self.scene.declared_properties.iter() {
            if matches!(declared.value_type, PropertyType::Reference(_)) {
                referring.insert(declared.name.clone(), declared.value_type.clone());
            }
        }
        referring
    }

    /// Brings one value in step with the map. `known` is the name that it got in the scene before.
    fn property(
        &mut self,
        owned: &Owned,
        property: &MapProperty,
        known: Option<String>,
        typed: TypedValue,
        outcome: &mut Outcome,
    ) -> Result<Taken, String> {
        let values = self.scene.properties_of(owned.item);
        let values = values.cloned().unwrap_or_default();
        let same = |name: &String| values.get(name) == Some(&typed.value);
        if owned.is_known {
            if let Some(name) = names(&property.name).take(9).find(same) {
                return Ok(Taken {
                    name,
                    value: typed.value,
                    is_edited: false,
                });
            }
            let changed = match &known {
                Some(name) => values.get(name) != owned.was.get(name),
                // From an import that did not remember values.
                None => values.get(&property.name).is_some(),
            };
            if changed {
                outcome.is_kept = true;
                return Ok(Taken {
                    name: known.unwrap_or_else(|| property.name.clone()),
                    value: typed.value,
                    is_edited: true,
                });
            }
        }
        let owner = owned.item.owner();
        let name = declare(&mut self.scene, &property.name, &typed, owner)
            .ok_or_else(|| DECLARED_PROPERTIES.message())?;
        if let Some(values) = self.scene.properties_of_mut(owned.item) {
            if let Some(before) = known.filter(|before| *before != name) {
                values.remove(&before);
            }
            values.set(&name, typed.value.clone());
        }
        outcome.is_updated = true;
        Ok(Taken {
            name,
            value: typed.value,
            is_edited: false,
        })
    }

    /// A value that is no longer in the map.
    fn gone_property(
        &mut self,
        owned: &Owned,
        name: &str,
        last: &PropertyValue,
        delete: bool,
        got: &mut Properties,
    ) {
        let values = self.scene.properties_of(owned.item);
        if values.and_then(|values| values.get(name)) != Some(last) {
            return;
        }
        let line = format!("the property {name:?} of {}", owned.line);
        if !delete {
            got.set(name, last.clone());
            self.changes.gone.push(line);
        } else if let Some(values) = self.scene.properties_of_mut(owned.item) {
            values.remove(name);
            self.changes.deleted.push(line);
        }
    }

    /// Remembers the values that an item got.
    fn remember(&mut self, item: PropertyItem, got: Properties) {
        let after = &mut self.after;
        let record = match item {
            PropertyItem::Wall(id) => after.walls.get_mut(&id),
            PropertyItem::Marker(id) => after.markers.get_mut(&id),
            PropertyItem::Path(id) => after.paths.get_mut(&id),
            PropertyItem::Node(path, node) => {
                if let (Some(record), false) = (after.paths.get_mut(&path), got.is_empty()) {
                    record.node_property_values.insert(node, got);
                }
                return;
            }
            PropertyItem::Agent(id) => after.agents.get_mut(&id),
            PropertyItem::Preset(_) => None,
        };
        if let Some(record) = record {
            record.property_values = got;
        }
    }

    /// What came from the map, by its source there.
    pub(super) fn items_by_source(&self) -> BTreeMap<String, PropertyItem> {
        let walls = self.after.walls.iter();
        let walls = walls.map(|(&id, record)| (&record.source, PropertyItem::Wall(id)));
        let paths = self.after.paths.iter();
        let paths = paths.map(|(&id, record)| (&record.source, PropertyItem::Path(id)));
        let markers = self.after.markers.iter();
        let markers = markers.map(|(&id, record)| (&record.source, PropertyItem::Marker(id)));
        let agents = self.after.agents.iter();
        let agents = agents.map(|(&id, record)| (&record.source, PropertyItem::Agent(id)));
        let mut by_source = BTreeMap::new();
        for (source, item) in walls.chain(paths).chain(markers).chain(agents) {
            // Of several shapes of one object, a reference leads to the first.
            let whole = source
                .split_once('@')
                .map_or(source.as_str(), |(whole, _)| whole);
            by_source.entry(whole.to_owned()).or_insert(item);
        }
        by_source
    }
}
