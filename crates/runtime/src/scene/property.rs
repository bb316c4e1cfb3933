//! The declarations of custom properties: what the author of a scene tells the game beyond what
//! Steerwright knows.
//!
//! A property is declared once in the scene, with a type and the kinds of items that have it. It
//! has no effect on the motion.
//!
//! ```
//! use steerwright_runtime::scene::{
//!     PropertyDeclaration, PropertyItem, PropertyOwner, PropertyType, Scene, Wall, WallId,
//! };
//!
//! let mut scene = Scene::default();
//! let locked = PropertyDeclaration::new("locked", PropertyType::Bool, [PropertyOwner::Walls]);
//! scene.declared_properties = vec![locked].into();
//! let mut door = Wall::through(WallId(1), "Door", []);
//! door.properties.set("locked", true);
//! scene.walls.push(door.into());
//!
//! let value = scene.property(PropertyItem::Wall(WallId(1)), "locked");
//! assert_eq!(value.and_then(|value| value.as_bool()), Some(true));
//! ```

use crate::scene::{Color, PropertyValue};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The declaration of a custom property.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "DeclarationFields", into = "DeclarationFields")]
pub struct PropertyDeclaration {
    /// The name, 1 to 64 letters, unique within the scene.
    pub name: String,
    /// What its values are.
    pub value_type: PropertyType,
    /// The kinds of items that have the property.
    pub on: PropertyOwners,
    /// The value of an item that has none of its own.
    pub default: PropertyValue,
    /// What the property is for, in a sentence.
    pub description: String,
}

/// What the values of a property are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PropertyType {
    /// True or false.
    Bool,
    /// A whole number of at most 15 digits.
    Int,
    /// A number, -1e15 to 1e15.
    Number,
    /// A text.
    Text,
    /// A color, as `#rrggbb`.
    Color,
    /// One of these texts.
    Choice(Vec<String>),
    /// The id of an item of this kind, or null.
    Reference(ReferenceKind),
}

/// The kinds of items to which a property can refer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReferenceKind {
    /// An agent.
    Agents,
    /// A path.
    Paths,
    /// A marker.
    Markers,
    /// A wall.
    Walls,
    /// A preset.
    Presets,
}

/// The kinds of items that can have custom properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PropertyOwner {
    /// Nodes of paths.
    Nodes,
    /// Paths.
    Paths,
    /// Agents.
    Agents,
    /// Markers.
    Markers,
    /// Walls.
    Walls,
    /// Presets.
    Presets,
}

/// A set of kinds of items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PropertyOwners(u8);

impl ReferenceKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [
        Self::Agents,
        Self::Paths,
        Self::Markers,
        Self::Walls,
        Self::Presets,
    ];
}

impl PropertyOwner {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::Nodes,
        Self::Paths,
        Self::Agents,
        Self::Markers,
        Self::Walls,
        Self::Presets,
    ];

    fn bit(self) -> u8 {
        match self {
            Self::Nodes => 1,
            Self::Paths => 2,
            Self::Agents => 4,
            Self::Markers => 8,
            Self::Walls => 16,
            Self::Presets => 32,
        }
    }
}

impl PropertyOwners {
    /// Whether the kind is in the set.
    #[must_use]
    pub fn contains(self, owner: PropertyOwner) -> bool {
        self.0 & owner.bit() != 0
    }

    /// Whether no kind is in the set.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds a kind to the set.
    pub fn insert(&mut self, owner: PropertyOwner) {
        self.0 |= owner.bit();
    }

    /// Removes a kind from the set.
    pub fn remove(&mut self, owner: PropertyOwner) {
        self.0 &= !owner.bit();
    }

    /// The kinds of both sets.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The kinds in the set, in the order of [`PropertyOwner::ALL`].
    pub fn iter(self) -> impl Iterator<Item = PropertyOwner> {
        PropertyOwner::ALL
            .into_iter()
            .filter(move |&owner| self.contains(owner))
    }
}

impl FromIterator<PropertyOwner> for PropertyOwners {
    fn from_iter<I: IntoIterator<Item = PropertyOwner>>(owners: I) -> Self {
        let mut set = Self::default();
        owners.into_iter().for_each(|owner| set.insert(owner));
        set
    }
}

impl Serialize for PropertyOwners {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for PropertyOwners {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let owners = Vec::<PropertyOwner>::deserialize(deserializer)?;
        let set: Self = owners.iter().copied().collect();
        if set.iter().count() == owners.len() {
            Ok(set)
        } else {
            Err(D::Error::custom(
                "a kind of item is listed twice; remove one",
            ))
        }
    }
}

impl PropertyDeclaration {
    /// A property with the natural default of its type, without a description.
    pub fn new(
        name: impl Into<String>,
        value_type: PropertyType,
        on: impl IntoIterator<Item = PropertyOwner>,
    ) -> Self {
        let default = value_type.natural_default();
        Self {
            name: name.into(),
            value_type,
            on: on.into_iter().collect(),
            default,
            description: String::new(),
        }
    }
}

impl PropertyType {
    /// The default of a property that is declared without one: false, 0, an empty text, white, the
    /// first choice, or null.
    #[must_use]
    pub fn natural_default(&self) -> PropertyValue {
        match self {
            Self::Bool => PropertyValue::Bool(false),
            Self::Int | Self::Number => PropertyValue::Number(0.0),
            Self::Text => PropertyValue::Text(String::new()),
            Self::Color => Color([0xff; 3]).into(),
            Self::Choice(choices) => {
                PropertyValue::Text(choices.first().cloned().unwrap_or_default())
            }
            Self::Reference(_) => PropertyValue::Null,
        }
    }

    /// Whether `value` is of this type. To which item a reference leads is not looked for.
    #[must_use]
    pub fn accepts(&self, value: &PropertyValue) -> bool {
        match self {
            Self::Bool => value.as_bool().is_some(),
            Self::Int => (value.as_number())
                .is_some_and(|number| number.fract() == 0.0 && number.abs() < 1e15),
            Self::Number => value.as_number().is_some_and(|number| number.abs() <= 1e15),
            Self::Text => value.as_text().is_some(),
            Self::Color => value.as_color().is_some(),
            Self::Choice(choices) => {
                (value.as_text()).is_some_and(|text| choices.iter().any(|choice| choice == text))
            }
            Self::Reference(_) => *value == PropertyValue::Null || value.as_id().is_some(),
        }
    }

    /// The kind of item to which values refer. `None` for a type that is no reference.
    #[must_use]
    pub fn reference_kind(&self) -> Option<ReferenceKind> {
        match self {
            Self::Reference(kind) => Some(*kind),
            Self::Bool | Self::Int | Self::Number | Self::Text | Self::Color | Self::Choice(_) => {
                None
            }
        }
    }

    /// The name of the type in files.
    #[must_use]
    pub fn key(&self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Int => "int",
            Self::Number => "number",
            Self::Text => "text",
            Self::Color => "color",
            Self::Choice(_) => "choice",
            Self::Reference(_) => "reference",
        }
    }
}

/// A custom property that items of the scene can have.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "PropertyDeclaration")]
struct DeclarationFields {
    /// The name, 1 to 64 letters, unique within the scene.
    name: String,
    /// What the values are.
    #[serde(rename = "type")]
    kind: TypeName,
    /// The kinds of items that have the property.
    on: PropertyOwners,
    /// The texts of which a `choice` is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    choices: Option<Vec<String>>,
    /// The kind of item to which a `reference` leads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    refers_to: Option<ReferenceKind>,
    /// The value of an item that has none of its own. Absent: false, 0, an empty text, white, the
    /// first choice, or null.
    #[serde(
        default,
        deserialize_with = "given",
        skip_serializing_if = "Option::is_none"
    )]
    default: Option<PropertyValue>,
    /// What the property is for, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    description: String,
}

/// A default that is null is not the same as none.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PropertyValue>, D::Error> {
    PropertyValue::deserialize(deserializer).map(Some)
}

/// The types by their names in files.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "PropertyType", rename_all = "snake_case")]
enum TypeName {
    /// True or false.
    Bool,
    /// A whole number of at most 15 digits.
    Int,
    /// A number, -1e15 to 1e15.
    Number,
    /// A text.
    Text,
    /// A color, as `#rrggbb`.
    Color,
    /// One of the `choices`.
    Choice,
    /// The id of an item of the kind `refers_to`, or null.
    Reference,
}

impl TryFrom<DeclarationFields> for PropertyDeclaration {
    type Error = String;

    fn try_from(fields: DeclarationFields) -> Result<Self, String> {
        let DeclarationFields {
            name,
            kind,
            on,
            choices,
            refers_to,
            default,
            description,
        } = fields;
        let value_type = match (kind, choices, refers_to) {
            (TypeName::Bool, None, None) => PropertyType::Bool,
            (TypeName::Int, None, None) => PropertyType::Int,
            (TypeName::Number, None, None) => PropertyType::Number,
            (TypeName::Text, None, None) => PropertyType::Text,
            (TypeName::Color, None, None) => PropertyType::Color,
            (TypeName::Choice, Some(choices), None) => PropertyType::Choice(choices),
            (TypeName::Reference, None, Some(kind)) => PropertyType::Reference(kind),
            (TypeName::Choice, None, _) => {
                return Err("a choice without \"choices\"; list them".into());
            }
            (TypeName::Reference, _, None) => {
                return Err("a reference without \"refers_to\"; enter a kind of item".into());
            }
            (_, Some(_), _) => {
                return Err(
                    "only a choice has \"choices\"; remove them, or change the type".into(),
                );
            }
            (_, _, Some(_)) => {
                let message = "only a reference has \"refers_to\"; remove it, or change the type";
                return Err(message.into());
            }
        };
        let default = default.unwrap_or_else(|| value_type.natural_default());
        Ok(Self {
            name,
            value_type,
            on,
            default,
            description,
        })
    }
}

impl From<PropertyDeclaration> for DeclarationFields {
    fn from(declaration: PropertyDeclaration) -> Self {
        let PropertyDeclaration {
            name,
            value_type,
            on,
            default,
            description,
        } = declaration;
        let (kind, choices, refers_to) = match value_type {
            PropertyType::Bool => (TypeName::Bool, None, None),
            PropertyType::Int => (TypeName::Int, None, None),
            PropertyType::Number => (TypeName::Number, None, None),
            PropertyType::Text => (TypeName::Text, None, None),
            PropertyType::Color => (TypeName::Color, None, None),
            PropertyType::Choice(choices) => (TypeName::Choice, Some(choices), None),
            PropertyType::Reference(kind) => (TypeName::Reference, None, Some(kind)),
        };
        Self {
            name,
            kind,
            on,
            choices,
            refers_to,
            default: Some(default),
            description,
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for PropertyOwners {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "PropertyOwners".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let owner = generator.subschema_for::<PropertyOwner>();
        schemars::json_schema!({
            "type": "array",
            "minItems": 1,
            "uniqueItems": true,
            "items": owner,
            "description": "The kinds of items that have the property.",
        })
    }
}
