//! A checker for the part of JSON Schema that our own schemas use.
//!
//! A full validator is a heavy dependency for the dozen words that we need. This one refuses a schema
//! with a word that it does not know, so that nothing is silently left unchecked, and it is stricter
//! than the standard in one point: a property that the schema does not describe is an error. Readers
//! must live with new fields; we must describe each that we print.

use serde_json::{Map, Value};

/// The words that are understood; the last four only document.
const KNOWN: [&str; 12] = [
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "enum",
    "const",
    "oneOf",
    "$schema",
    "$id",
    "title",
    "description",
];

/// What is wrong with a value, a line each with the place; empty if it fits.
pub fn schema_problems(schema: &Value, value: &Value) -> Vec<String> {
    let mut problems = Vec::new();
    check(schema, value, "", &mut problems);
    problems
}

fn check(schema: &Value, value: &Value, place: &str, problems: &mut Vec<String>) {
    let Some(schema) = schema.as_object() else {
        problems.push(format!("{place}: the schema is no object"));
        return;
    };
    let mut wrong = |words: String| problems.push(format!("{place}: {words}"));
    for word in schema.keys().filter(|word| !KNOWN.contains(&&***word)) {
        wrong(format!("the schema's word `{word}` is not understood"));
    }
    if let Some(types) = schema.get("type")
        && !has_type(types, value)
    {
        wrong(format!("{value} is not of type {types}"));
    }
    if let Some(one) = schema.get("const")
        && one != value
    {
        wrong(format!("{value} is not {one}"));
    }
    if let Some(Value::Array(some)) = schema.get("enum")
        && !some.contains(value)
    {
        wrong(format!("{value} is none of {some:?}"));
    }
    if let Some(Value::Array(forms)) = schema.get("oneOf") {
        let fits = |form: &&Value| schema_problems(form, value).is_empty();
        let count = forms.iter().filter(fits).count();
        if count != 1 {
            wrong(format!("{value} fits {count} of the forms, not one"));
        }
    }
    match value {
        Value::Object(object) => check_object(schema, object, place, problems),
        Value::Array(values) => {
            for (at, value) in values.iter().enumerate() {
                let Some(items) = schema.get("items") else {
                    problems.push(format!("{place}: the items are not described"));
                    return;
                };
                check(items, value, &format!("{place}/{at}"), problems);
            }
        }
        _ => {}
    }
}

fn check_object(
    schema: &Map<String, Value>,
    object: &Map<String, Value>,
    place: &str,
    problems: &mut Vec<String>,
) {
    let required = schema.get("required").and_then(Value::as_array);
    for name in required.into_iter().flatten().filter_map(Value::as_str) {
        if !object.contains_key(name) {
            problems.push(format!("{place}: `{name}` is missing"));
        }
    }
    let described = schema.get("properties");
    let others = schema.get("additionalProperties");
    for (name, value) in object {
        let place = format!("{place}/{name}");
        match described.and_then(|all| all.get(name)).or(others) {
            Some(schema) => check(schema, value, &place, problems),
            // The forms describe it.
            None if schema.contains_key("oneOf") => {}
            None => problems.push(format!("{place}: not described")),
        }
    }
}

fn has_type(types: &Value, value: &Value) -> bool {
    match types {
        Value::Array(some) => some.iter().any(|one| has_type(one, value)),
        Value::String(word) => match word.as_str() {
            "null" => value.is_null(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            "string" => value.is_string(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            _ => false,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_fits_and_what_does_not() {
        let schema = json!({
            "type": "object", "required": ["a"],
            "properties": {
                "a": {"type": ["integer", "null"]},
                "b": {"type": "array", "items": {"enum": ["x", "y"]}},
                "c": {"type": "object", "additionalProperties": {"type": "number"}},
                "d": {"oneOf": [{"const": 1}, {"type": "string"}]},
            },
        });
        let wrong = |value: Value| schema_problems(&schema, &value);
        let whole = json!({"a": 1, "b": ["x", "y"], "c": {"any": 1.5}, "d": "text"});
        assert_eq!(wrong(whole), Vec::<String>::new());
        assert_eq!(wrong(json!({"a": null, "d": 1})), Vec::<String>::new());
        assert_eq!(wrong(json!({})), [": `a` is missing"]);
        assert_eq!(wrong(json!([])), [": [] is not of type \"object\""]);
        assert_eq!(
            wrong(json!({"a": 1.5})),
            ["/a: 1.5 is not of type [\"integer\",\"null\"]"]
        );
        assert!(wrong(json!({"a": 1, "b": ["z"]}))[0].starts_with("/b/0: \"z\" is none of"));
        assert!(wrong(json!({"a": 1, "c": {"n": "1"}}))[0].starts_with("/c/n: "));
        assert!(wrong(json!({"a": 1, "d": 2}))[0].contains("fits 0 of the forms"));
        assert_eq!(wrong(json!({"a": 1, "e": 1})), ["/e: not described"]);
    }

    #[test]
    fn a_word_that_is_not_understood_is_an_error() {
        let problems = schema_problems(&json!({"minimum": 3}), &json!(1));
        assert_eq!(
            problems,
            [": the schema's word `minimum` is not understood"]
        );
        assert!(!schema_problems(&json!({"type": "array"}), &json!([1])).is_empty());
    }
}
