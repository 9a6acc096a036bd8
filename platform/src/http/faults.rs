//! Finds all mistakes in the types of a request, not only the first one, at which serde stops. Costs several readings,
//! so only a request with a mistake gets here.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::error::{Error, FieldErrors, LocalizedText};
use crate::fields::{mistake, read, shortened, within};
use crate::validation::{Check, Validate};

/// The most mistakes of types that are looked for.
const MAX_MISTAKES: usize = 32;
/// The most readings of one body: each field of a wrong type takes several, until something is found that fits there.
const MAX_READINGS: usize = 200;
/// The messages of serde for an absent field and, where a type takes no others, for an unknown field.
const MISSING: &str = "missing field `";
const UNKNOWN: &str = "unknown field `";

/// The error of a field that was sent and does not exist.
pub(super) fn unknown(place: String) -> (String, LocalizedText) {
    let message = LocalizedText::new("field.unknown").with("name", &place);
    (place, message)
}

/// The error of a field, from the place and the words of serde's mistake; None if the body itself has the wrong type.
pub(super) fn fault(place: &str, text: &str) -> Option<(String, LocalizedText)> {
    if let Some(name) = name_after(MISSING, text) {
        let field = within(place, name);
        return Some((field, LocalizedText::new("field.required")));
    }
    if let Some(name) = name_after(UNKNOWN, text) {
        return Some(unknown(within(place, &shortened(name))));
    }
    if place.is_empty() {
        return None;
    }
    // serde's words for a `null` in place of a required value.
    let message = if text.starts_with("invalid type: null") {
        LocalizedText::new("field.required")
    } else {
        LocalizedText::new("payload.wrongType")
    };
    Some((place.to_owned(), message))
}

/// serde gives a name only in its text: "missing field `email` at line 1 column 2".
fn name_after<'t>(words: &str, text: &'t str) -> Option<&'t str> {
    text.strip_prefix(words)?.split('`').next()
}

/// Returns all mistakes of a body in which `first` was found: fields of wrong types, missing and unknown fields, and
/// the rules that the other fields break.
pub(super) fn all<T: DeserializeOwned + Validate>(
    body: &str,
    first: (String, LocalizedText),
    takes_unknown: bool,
) -> Error {
    let mut faults = vec![first];
    let Ok(mut body) = serde_json::from_str::<Value>(body) else {
        return Error::InvalidFields(faults);
    };
    let mut readings = 0;
    // The places of values that were put in place of mistakes; the caller did not make the mistakes there or inside.
    let mut stand_ins: Vec<String> = Vec::new();
    while faults.len() < MAX_MISTAKES && readings < MAX_READINGS {
        readings += 1;
        let (place, text) = match read::<T, _>(&body) {
            Ok((value, unknown)) => {
                let unknown = if takes_unknown { Vec::new() } else { unknown };
                faults.extend(broken_rules(value, unknown, &stand_ins));
                break;
            }
            Err(error) => mistake(&error),
        };
        let Some((field, message)) = fault(&place, &text) else {
            break;
        };
        if !is_within(&field, &stand_ins) && !faults.iter().any(|(other, _)| *other == field) {
            faults.push((field.clone(), message));
        }
        if !mend::<T>(&mut body, &place, &text, &mut readings) {
            break;
        }
        stand_ins.push(field);
    }
    Error::InvalidFields(faults)
}

fn broken_rules<T: Validate>(
    mut value: T,
    others: Vec<String>,
    stand_ins: &[String],
) -> FieldErrors {
    let mut check = Check::default();
    value.validate(&mut check);
    let mut faults = match check.finish() {
        Err(Error::InvalidFields(faults)) => faults,
        _ => Vec::new(),
    };
    faults.retain(|(field, _)| !is_within(field, stand_ins));
    faults.extend(others.into_iter().map(unknown));
    faults
}

/// Whether `field` is one of the places or inside of one. Rules write `list.0`, serde `list[0]`.
fn is_within(field: &str, places: &[String]) -> bool {
    let plain = |place: &str| place.replace('[', ".").replace(']', "");
    let field = plain(field);
    places.iter().any(|place| {
        let rest = field.strip_prefix(&plain(place));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}

/// Puts something in the place of a mistake with which reading gets further, and returns whether it does.
fn mend<T: DeserializeOwned>(
    body: &mut Value,
    place: &str,
    text: &str,
    readings: &mut usize,
) -> bool {
    if let Some(name) = name_after(UNKNOWN, text) {
        let object = at(body, place).and_then(Value::as_object_mut);
        return object.is_some_and(|object| object.remove(name).is_some());
    }
    let mut field = place.to_owned();
    if let Some(name) = name_after(MISSING, text) {
        let Some(object) = at(body, place).and_then(Value::as_object_mut) else {
            return false;
        };
        object.insert(name.to_owned(), Value::Null);
        field = within(place, name);
    }
    let mut candidates = vec![
        // Read last: the values of a type with names of its own, a language, a moment, an identifier.
        json!("vi"),
        json!("2000-01-01T00:00:00Z"),
        json!("00000000-0000-0000-0000-000000000000"),
        json!({}),
        json!([]),
        json!(""),
        json!(0),
        json!(false),
        Value::Null,
    ];
    while let Some(candidate) = candidates.pop() {
        let Some(slot) = at(body, &field) else {
            return false;
        };
        *slot = candidate;
        *readings += 1;
        let Err(error) = read::<T, _>(&*body) else {
            return true;
        };
        let (place, text) = mistake(&error);
        if fault(&place, &text).is_none_or(|(other, _)| other != field) {
            return true;
        }
        if *readings >= MAX_READINGS {
            return false;
        }
        // serde names the values of a type with names of its own when it is given the empty text.
        let names = text.strip_prefix("unknown variant ``, expected ");
        if let Some(name) = names.and_then(|names| names.split('`').nth(1)) {
            candidates.push(json!(name));
        }
    }
    false
}

/// The value at a place such as `rows[2].name`.
fn at<'v>(body: &'v mut Value, place: &str) -> Option<&'v mut Value> {
    let mut here = body;
    for part in place.split(['.', '[']).filter(|part| !part.is_empty()) {
        here = match part.strip_suffix(']') {
            Some(index) => here.get_mut(index.parse::<usize>().ok()?)?,
            None => here.get_mut(part)?,
        };
    }
    Some(here)
}
