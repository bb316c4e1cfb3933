//! The layout of JSON in files.

use proptest::prelude::*;
use serde_json::{Value, json};
use steerwright_format::pretty;

#[test]
fn short_values_stay_on_a_line() {
    let value =
        json!({ "point": { "x": 1.0, "y": -0.5 }, "list": [1, 2, 3], "empty": {}, "none": [] });
    assert_eq!(
        pretty(&value),
        "{\n  \"point\": { \"x\": 1, \"y\": -0.5 },\n  \"list\": [1, 2, 3],\n  \"empty\": {},\n  \"none\": []\n}\n"
    );
}

#[test]
fn lists_of_lists_or_objects_have_a_line_for_each() {
    let value = json!({ "nodes": [{ "id": 1 }, { "id": 2 }], "cells": { "blocked": [[0, 1]] } });
    assert_eq!(
        pretty(&value),
        "{\n  \"nodes\": [\n    { \"id\": 1 },\n    { \"id\": 2 }\n  ],\n  \"cells\": {\n    \"blocked\": [\n      [0, 1]\n    ]\n  }\n}\n"
    );
}

#[test]
fn a_line_of_150_bytes_is_the_longest_that_is_not_broken() {
    let item = |length: usize| json!({ "list": ["x".repeat(length)] });
    // Brackets and quotes are four bytes.
    assert!(pretty(&item(146)).contains("\"list\": [\"x"));
    assert!(pretty(&item(147)).contains("\"list\": [\n"));
    let object = |length: usize| json!({ "object": { "k": "x".repeat(length) } });
    // { "k": "x" } is eleven bytes more.
    assert!(pretty(&object(139)).contains("\"object\": { \"k\""));
    assert!(pretty(&object(140)).contains("\"object\": {\n"));
}

#[test]
fn numbers_have_no_exponent_and_no_trailing_zero() {
    for (number, text) in [
        (json!(1.0), "1"),
        (json!(-0.0), "0"),
        (json!(1e300), &format!("{}", 1e300)),
        (json!(1e-9), "0.000000001"),
        (json!(0.1), "0.1"),
        (json!(u64::MAX), "18446744073709551615"),
        (json!(-7), "-7"),
        (json!(1e16), "10000000000000000"),
        (json!(123_456_789.123_456_7), "123456789.1234567"),
    ] {
        assert_eq!(pretty(&number), format!("{text}\n"));
        assert_eq!(
            pretty(&json!({ "n": number })),
            format!("{{\n  \"n\": {text}\n}}\n")
        );
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-z\"\\\\,{}\\[\\]: é\n]{0,30}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 8, |inner| {
        let key = "[a-z\"\\\\:]{0,6}";
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::btree_map(key, inner, 0..8)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_printed_is_read_back(value in any_json()) {
        let text = pretty(&value);
        let read: Value = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(as_floats(&read), as_floats(&value));
    }
}

/// Whole numbers are printed without a point and read back as integers.
fn as_floats(value: &Value) -> Value {
    match value {
        Value::Number(number) => number
            .as_f64()
            .map_or(Value::Null, |x| Value::from(x + 0.0)),
        Value::Array(items) => items.iter().map(as_floats).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(key, value)| (key.clone(), as_floats(value)))
            .collect(),
        other => other.clone(),
    }
}
