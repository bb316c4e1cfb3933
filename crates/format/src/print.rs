//! Prints JSON for readable diffs: short values stay on one line, and numbers have neither a trailing ".0" nor an exponent.

use serde_json::{Number, Value};

/// A value of at most this length stays on one line, unless it is a list of lists or objects.
const LINE: usize = 150;

/// The text of `value`, ending in a line feed.
pub fn pretty(value: &Value) -> String {
    let mut text = String::new();
    push(&mut text, value, 0);
    text.push('\n');
    text
}

fn push(text: &mut String, value: &Value, depth: usize) {
    let line = (depth > 0 && !holds_lists(value)).then(|| compact(value));
    match (line, value) {
        (Some(line), _) if line.len() <= LINE => text.push_str(&line),
        (_, Value::Object(fields)) => {
            let items = fields.iter().map(|(key, value)| (Some(key), value));
            push_items(text, items, ['{', '}'], depth);
        }
        (_, Value::Array(items)) => push_items(
            text,
            items.iter().map(|value| (None, value)),
            ['[', ']'],
            depth,
        ),
        (_, scalar) => text.push_str(&compact(scalar)),
    }
}

fn push_items<'a>(
    text: &mut String,
    items: impl Iterator<Item = (Option<&'a String>, &'a Value)>,
    [open, close]: [char; 2],
    depth: usize,
) {
    text.push(open);
    let mut first = true;
    for (key, value) in items {
        text.push_str(if first { "\n" } else { ",\n" });
        first = false;
        text.extend(std::iter::repeat_n("  ", depth + 1));
        if let Some(key) = key {
            text.push_str(&format!("{}: ", Value::from(key.as_str())));
        }
        push(text, value, depth + 1);
    }
    if !first {
        text.push('\n');
        text.extend(std::iter::repeat_n("  ", depth));
    }
    text.push(close);
}

/// Whether `value` contains a list of lists or objects, which is printed with one line per item.
fn holds_lists(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(|item| item.is_array() || item.is_object()),
        Value::Object(fields) => fields.values().any(holds_lists),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

fn compact(value: &Value) -> String {
    match value {
        Value::Array(items) => format!(
            "[{}]",
            items.iter().map(compact).collect::<Vec<_>>().join(", ")
        ),
        Value::Object(fields) if fields.is_empty() => "{}".into(),
        Value::Object(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|(key, value)| format!("{}: {}", Value::from(key.as_str()), compact(value)))
                .collect();
            format!("{{ {} }}", fields.join(", "))
        }
        Value::Number(number) => decimal(number),
        Value::Null | Value::Bool(_) | Value::String(_) => value.to_string(),
    }
}

/// A number without an exponent and without a trailing ".0".
fn decimal(number: &Number) -> String {
    match number.as_f64() {
        Some(float) if number.is_f64() => format!("{}", float + 0.0),
        _ => number.to_string(),
    }
}
