//! The values of several presets as the rows of a table.

use crate::edit::naming;
use crate::presets::comparison::place::Part;
use crate::presets::variants::{set_value, value_of};
use serde_json::Value;
use steerwright_runtime::parameter::{self, ParameterTable, Presentation, Unit};
use steerwright_runtime::scene::{Behavior, Motion, Preset, PresetId, Scene};

/// A part of the table: the body, the sight, or a behavior.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Its heading.
    pub title: &'static str,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// A value of each preset.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its name, as in the inspector.
    pub label: String,
    /// What it does to the motion. Empty for choices.
    pub help: &'static str,
    /// One for each preset, in order.
    pub cells: Vec<Cell>,
}

/// A value of one preset.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The value with its unit, or what applies while it is not set. `None` if the preset does not
    /// have what it belongs to.
    pub text: Option<String>,
    /// Whether it is set.
    pub is_set: bool,
    /// The value as in a file; null if it is not set.
    value: Value,
    place: Option<Place>,
}

/// Where a value is.
#[derive(Clone, Debug, PartialEq)]
enum Place {
    Number(Part, &'static str),
    /// Field names, and the indices of behaviors, in a file.
    Choice(Vec<String>),
}

impl Row {
    /// Whether the presets do not all have the same value.
    pub fn differs(&self) -> bool {
        (1..self.cells.len()).any(|column| self.differs_at(column))
    }

    /// Whether a preset does not have the value of the first one.
    pub fn differs_at(&self, column: usize) -> bool {
        let (Some(first), Some(cell)) = (self.cells.first(), self.cells.get(column)) else {
            return false;
        };
        (&first.value, first.text.is_some()) != (&cell.value, cell.text.is_some())
    }

    /// Whether the value of one preset can be copied to another.
    pub fn can_copy(&self, from: usize, to: usize) -> bool {
        match (self.cells.get(from), self.cells.get(to)) {
            (Some(from), Some(to)) => {
                from.place.is_some() && to.place.is_some() && from.value != to.value
            }
            _ => false,
        }
    }

    /// Copies the value of one preset to another, which is in a scene. A number stays within the
    /// limits that the others set.
    pub fn copy(&self, from: usize, to: usize, scene: &mut Scene, preset: PresetId) {
        if !self.can_copy(from, to) {
            return;
        }
        let value = &self.cells[from].value;
        match &self.cells[to].place {
            Some(Place::Number(part, key)) => {
                if let Some(preset) = scene.preset_mut(preset) {
                    part.set(preset, key, value.as_f64());
                }
            }
            Some(Place::Choice(place)) => set_value(scene, preset, place, value),
            None => {}
        }
    }
}

/// The values of several presets; `length` is the unit of length. Behaviors of the same kind are in
/// the same section.
pub fn sections(presets: &[&Preset], length: &str) -> Vec<Section> {
    let table = Table {
        files: presets.iter().map(|preset| value_of(preset)).collect(),
        presets,
        length,
    };
    // Nothing of a body moves on the grid.
    let bodies = table.parts(|preset| match preset.motion {
        Motion::Steered(_) => Some(Part::Body),
        Motion::GridChase(_) => None,
    });
    let mut found = vec![Section {
        title: "Body",
        rows: table.rows(&bodies, &keys(parameter::BODY)),
    }];
    found.push(Section {
        title: "Motion",
        rows: table.motion_rows(),
    });
    for (behavior, parts) in table.behaviors() {
        let weights: Vec<Option<Part>> = parts
            .iter()
            .map(|part| match part {
                Some(Part::Behavior(index)) => Some(Part::Weight(*index)),
                Some(
                    Part::Body | Part::Facing | Part::Sight | Part::Weight(_) | Part::GridChase,
                )
                | None => None,
            })
            .collect();
        let mut rows = table.numbers(&weights, &keys(parameter::WEIGHT));
        rows.extend(table.rows(&parts, &keys(behavior.parameters())));
        found.push(Section {
            title: behavior.description().label,
            rows,
        });
    }
    let chases = table.parts(|preset| match preset.motion {
        Motion::GridChase(_) => Some(Part::GridChase),
        Motion::Steered(_) => None,
    });
    found.push(Section {
        title: "Grid chase",
        rows: table.rows(&chases, &keys(parameter::GRID_CHASE)),
    });
    let facings = table.parts(|preset| preset.facing.map(|_| Part::Facing));
    found.push(Section {
        title: "Facing",
        rows: table.rows(&facings, &keys(parameter::FACING)),
    });
    let sights = table.parts(|preset| preset.sight.map(|_| Part::Sight));
    found.push(Section {
        title: "Sight",
        rows: table.rows(&sights, &keys(parameter::SIGHT)),
    });
    found.retain(|section| !section.rows.is_empty());
    found
}

/// The key of a number, and how it is presented.
type Key = (&'static str, Presentation);

fn keys<T>(table: ParameterTable<T>) -> Vec<Key> {
    table
        .into_iter()
        .map(|parameter| (parameter.key, parameter.presentation))
        .collect()
}

struct Table<'a> {
    presets: &'a [&'a Preset],
    /// The presets as in their files.
    files: Vec<Value>,
    length: &'a str,
}

impl Table<'_> {
    fn parts(&self, part: impl Fn(&Preset) -> Option<Part>) -> Vec<Option<Part>> {
        self.presets.iter().map(|preset| part(preset)).collect()
    }

    /// The behaviors of all presets, each with its place in every preset that has it. A preset can
    /// have one kind twice.
    fn behaviors(&self) -> Vec<(Behavior, Vec<Option<Part>>)> {
        let mut found: Vec<(Behavior, Vec<Option<Part>>)> = Vec::new();
        for (column, preset) in self.presets.iter().enumerate() {
            for (index, behavior) in preset.behaviors().enumerate() {
                let is_same_kind = |(other, parts): &&mut (Behavior, Vec<Option<Part>>)| {
                    other.description().key == behavior.description().key && parts[column].is_none()
                };
                let part = Some(Part::Behavior(index));
                if let Some((_, parts)) = found.iter_mut().find(is_same_kind) {
                    parts[column] = part;
                } else {
                    let mut parts = vec![None; self.presets.len()];
                    parts[column] = part;
                    found.push((*behavior, parts));
                }
            }
        }
        found
    }

    /// How the presets move, and how they blend their behaviors.
    fn motion_rows(&self) -> Vec<Row> {
        let kind = |preset: &&Preset| match preset.motion {
            Motion::Steered(_) => "Steering",
            Motion::GridChase(_) => "Grid",
        };
        let kinds = self.presets.iter().map(|preset| Cell {
            text: Some(kind(preset).into()),
            is_set: true,
            value: kind(preset).into(),
            place: None,
        });
        let mut rows = vec![Row {
            label: "Motion".into(),
            help: "How its agents move.",
            cells: kinds.collect(),
        }];
        let place = ["motion", "steered", "blend_mode"].map(str::to_owned);
        if self.files.iter().any(|file| at(file, &place).is_some()) {
            let places = vec![Some(place.to_vec()); self.files.len()];
            rows.push(self.choice("blend_mode", &places));
        }
        rows
    }

    /// The numbers of a part, then its choices.
    fn rows(&self, parts: &[Option<Part>], shown: &[Key]) -> Vec<Row> {
        let mut rows = self.numbers(parts, shown);
        let mut keys: Vec<String> = Vec::new();
        let paths: Vec<Option<Vec<String>>> = (self.presets.iter().zip(parts))
            .map(|(preset, part)| part.map(|part| part.path(preset)))
            .collect();
        for (file, path) in self.files.iter().zip(&paths) {
            let fields = path.as_ref().and_then(|path| at(file, path)?.as_object());
            let choices = fields.into_iter().flatten().filter(|(key, value)| {
                (value.is_string() || value.is_boolean())
                    && !shown.iter().any(|(shown, _)| shown == key)
            });
            for (key, _) in choices {
                if !keys.contains(key) {
                    keys.push(key.clone());
                }
            }
        }
        for key in keys {
            let place = |path: &Option<Vec<String>>| {
                let mut place = path.clone()?;
                place.push(key.clone());
                Some(place)
            };
            let places: Vec<_> = paths.iter().map(place).collect();
            rows.push(self.choice(&key, &places));
        }
        rows
    }

    fn numbers(&self, parts: &[Option<Part>], shown: &[Key]) -> Vec<Row> {
        if parts.iter().all(Option::is_none) {
            return vec![];
        }
        shown
            .iter()
            .map(|(key, presentation)| Row {
                label: presentation.label.into(),
                help: presentation.help,
                cells: (self.presets.iter().zip(parts))
                    .map(|(preset, part)| self.number(preset, *part, (key, *presentation)))
                    .collect(),
            })
            .collect()
    }

    fn number(&self, preset: &Preset, part: Option<Part>, (key, presentation): Key) -> Cell {
        let number = part.and_then(|part| Some((part, part.number(preset, key)?)));
        let Some((part, number)) = number else {
            return Cell::absent();
        };
        let value = number.value.map_or(Value::Null, Value::from);
        Cell {
            text: Some(match number.value {
                Some(_) => value_text(&value, Some(number.unit), self.length),
                None => presentation.unset.into(),
            }),
            is_set: number.value.is_some(),
            value,
            place: Some(Place::Number(part, key)),
        }
    }

    fn choice(&self, key: &str, places: &[Option<Vec<String>>]) -> Row {
        let cell = |(file, place): (&Value, &Option<Vec<String>>)| {
            let value = place.as_ref().and_then(|place| at(file, place));
            value.map_or_else(Cell::absent, |value| Cell {
                text: Some(value_text(value, None, self.length)),
                is_set: true,
                value: value.clone(),
                place: place.clone().map(Place::Choice),
            })
        };
        Row {
            label: naming::words(key),
            help: "",
            cells: self.files.iter().zip(places).map(cell).collect(),
        }
    }
}

impl Cell {
    fn absent() -> Self {
        Self {
            text: None,
            is_set: false,
            value: Value::Null,
            place: None,
        }
    }
}

fn at<'a>(file: &'a Value, place: &[String]) -> Option<&'a Value> {
    place.iter().try_fold(file, |value, step| {
        if let Value::Array(items) = value {
            items.get(step.parse::<usize>().ok()?)
        } else {
            value.get(step)
        }
    })
}

/// A value of a preset file as text: a number with its unit, a name in words. `length` is the unit
/// of length.
pub fn value_text(value: &Value, unit: Option<Unit>, length: &str) -> String {
    match value {
        Value::Null => "not set".into(),
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::Number(number) => {
            let rounded = (number.as_f64().unwrap_or_default() * 1e4).round() / 1e4;
            let suffix = unit.map_or_else(String::new, |unit| unit.suffix(length));
            format!("{rounded}{suffix}")
        }
        Value::String(text) => naming::words(text).to_lowercase(),
        Value::Array(items) => format!("{} entries", items.len()),
        Value::Object(fields) => fields
            .keys()
            .next()
            .map_or_else(String::new, |key| naming::words(key)),
    }
}
