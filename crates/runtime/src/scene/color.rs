//! Colors, written in files as `#rrggbb`.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// An opaque sRGB color: red, green and blue. Its text is `#rrggbb`.
///
/// ```
/// use steerwright_runtime::scene::Color;
/// assert_eq!("#e8a33d".parse(), Ok(Color([0xe8, 0xa3, 0x3d])));
/// assert_eq!(Color([255, 0, 0]).to_string(), "#ff0000");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub [u8; 3]);

impl Default for Color {
    fn default() -> Self {
        Self([0xe8, 0xa3, 0x3d])
    }
}

impl std::fmt::Display for Color {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

impl std::str::FromStr for Color {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text
            .strip_prefix('#')
            .filter(|digits| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()));
        let value = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        value
            .map(|v| Self([(v >> 16) as u8, (v >> 8) as u8, v as u8]))
            .ok_or_else(|| format!("{text:?} is not a color; write it as \"#rrggbb\""))
    }
}

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Color {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Color".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^#[0-9a-fA-F]{6}$", "description": "An sRGB color." })
    }
}
