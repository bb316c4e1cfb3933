//! Values as GML literals.

use serde_json::Value;

/// A number without an exponent, which GML does not support.
pub(super) fn number(x: f64) -> String {
    // Adding 0 turns -0 into 0.
    (x + 0.0).to_string()
}

/// A string literal. Control characters are written as `chr`, because the end of `\x1` depends on
/// what follows.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
                quoted.push_str(&format!("\" + chr({}) + \"", u32::from(c)))
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// Part of a function name: ASCII, and unique for each file name.
pub(super) fn identifier(file_name: &str) -> String {
    let part = |c: char| match c {
        '-' => "_".into(),
        c if c.is_ascii_alphanumeric() => c.to_string(),
        c => format!("_u{:x}_", u32::from(c)),
    };
    file_name.chars().map(part).collect()
}

/// The fields of an object as struct fields; empty for other values.
pub(super) fn fields(value: &Value) -> String {
    let Value::Object(fields) = value else {
        return String::new();
    };
    let field =
        |(name, value): (&String, &Value)| format!("{}: {}", field_name(name), literal(value));
    fields.iter().map(field).collect::<Vec<_>>().join(", ")
}

/// Names that GameMaker has itself cannot be those of fields: the variables `id` and `speed`, the
/// functions `min`, `max`, `choose` and `method`, and the word `default`.
fn field_name(name: &str) -> &str {
    match name {
        "id" => "number",
        "min" => "min_value",
        "max" => "max_value",
        "choose" => "choose_value",
        "default" => "default_value",
        "method" => "method_value",
        "speed" => "speed_value",
        _ => name,
    }
}

pub(super) fn literal(value: &Value) -> String {
    match value {
        Value::Null => "undefined".into(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(x) => x.as_f64().map_or("undefined".into(), number),
        Value::String(text) => quoted(text),
        Value::Array(items) => format!(
            "[{}]",
            items.iter().map(literal).collect::<Vec<_>>().join(", ")
        ),
        Value::Object(_) => format!("{{ {} }}", fields(value)),
    }
}
