use std::collections::BTreeMap;

use hoi_db::Timestamp;
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use super::*;
use crate::fields::flattened;

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Order {
    name: String,
    #[serde(default)]
    is_active: bool,
    colour: Option<Colour>,
    #[serde(default)]
    rows: Vec<Row>,
    #[serde(default)]
    switches: BTreeMap<String, Switch>,
    address: Option<Address>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    seat_id: Uuid,
    from: Timestamp,
    count: u32,
    kind: Colour,
}

#[derive(Debug, Deserialize)]
struct Address {
    street: String,
    city: String,
}

#[derive(Debug, Deserialize)]
struct Switch {
    on: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Colour {
    Red,
    DarkBlue,
}

impl Validate for Order {
    fn validate(&mut self, check: &mut Check) {
        check.required_text("name", &mut self.name, 10);
        for (at, row) in self.rows.iter().enumerate() {
            check.between(&format!("rows.{at}.count"), row.count.into(), 1, 9);
        }
    }
}

/// As the body of an event: parts whose fields stand among others.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Parted {
    #[serde(flatten, deserialize_with = "flattened")]
    switch: Switch,
    #[serde(flatten, deserialize_with = "flattened")]
    place: Place,
    version: Option<i64>,
}

#[derive(Debug, Deserialize)]
struct Place {
    street: String,
    inner: Option<Switch>,
}

impl Validate for Parted {
    fn validate(&mut self, check: &mut Check) {
        check.required_text("street", &mut self.place.street, 5);
    }
}

/// The names of the refused fields with the keys of their messages, in the order of the names.
fn refused<T: DeserializeOwned + Validate>(
    body: &serde_json::Value,
) -> Vec<(String, &'static str)> {
    match parse::<T>(body.to_string().as_bytes(), false) {
        Ok(_) => Vec::new(),
        Err(Error::InvalidFields(faults)) => {
            let mut faults: Vec<_> = faults
                .into_iter()
                .map(|(field, message)| (field, message.key))
                .collect();
            faults.sort();
            faults
        }
        Err(other) => panic!("{other:?}"),
    }
}

fn named(faults: &[(&str, &'static str)]) -> Vec<(String, &'static str)> {
    faults
        .iter()
        .map(|(field, key)| ((*field).to_owned(), *key))
        .collect()
}

fn row() -> serde_json::Value {
    let seat = Uuid::from_u128(7);
    json!({ "seatId": seat, "from": "2026-03-01T12:30:00Z", "count": 3, "kind": "RED" })
}

#[test]
fn valid_bodies_are_read() {
    let body = json!({ "name": "a", "rows": [row()], "switches": { "x": { "on": true } },
        "colour": "DARK_BLUE", "address": { "street": "b", "city": "c" } });
    let order: Order = parse(body.to_string().as_bytes(), false).unwrap();
    assert!(matches!(order.colour, Some(Colour::DarkBlue)));
    let row = order.rows.first().unwrap();
    assert_eq!((row.seat_id, row.count), (Uuid::from_u128(7), 3));
    assert!(matches!(row.kind, Colour::Red) && row.from > Timestamp(0));
    let address = order.address.unwrap();
    assert_eq!((&*address.street, &*address.city), ("b", "c"));
    assert!(!order.is_active && order.switches.values().all(|switch| switch.on));
    let bare = json!({ "name": "a", "colour": null, "address": null });
    assert!(refused::<Order>(&bare).is_empty());
    let parted: Parted = parse(br#"{"on":true,"street":"a","version":2}"#, false).unwrap();
    assert!(parted.switch.on && parted.place.inner.is_none());
    assert_eq!(parted.version, Some(2));
}

#[test]
fn fields_that_do_not_exist_are_named() {
    let mut wrong = row();
    wrong["cuont"] = json!(5);
    let body = json!({ "name": "a", "isActve": false, "rows": [row(), wrong],
        "switches": { "x": { "on": true, "off": [1] } },
        "address": { "street": "b", "city": "c", "zip": null } });
    let expected = [
        ("address.zip", "field.unknown"),
        ("isActve", "field.unknown"),
        ("rows[1].cuont", "field.unknown"),
        ("switches.x.off", "field.unknown"),
    ];
    assert_eq!(refused::<Order>(&body), named(&expected));
    let Err(Error::InvalidFields(faults)) = parse::<Order>(br#"{"name":"a","isActve":1}"#, false)
    else {
        panic!("taken");
    };
    let said = faults.first().unwrap().1.in_language(hoi_i18n::Lang::EN);
    assert!(said.contains("isActve"), "{said}");
}

#[test]
fn an_answer_holds_little_of_a_body_full_of_unknown_names() {
    let mut body = json!({ "name": "a" });
    for at in 0..300 {
        body[format!("x{at}")] = json!(at);
    }
    assert_eq!(refused::<Order>(&body).len(), 20);
    let body = json!({ "name": "a", ("đ".repeat(2000)): 1 });
    assert_eq!(refused::<Order>(&body), [("đ".repeat(64), "field.unknown")]);
    let body = json!({ "on": true, "street": "a", ("đ".repeat(2000)): 1 });
    assert_eq!(
        refused::<Parted>(&body),
        [("đ".repeat(64), "field.unknown")]
    );
}

#[test]
fn one_answer_names_everything_that_is_wrong() {
    let mut wrong = row();
    wrong["seatId"] = json!(5);
    wrong["from"] = json!("yesterday");
    wrong["kind"] = json!("PINK");
    wrong["count"] = json!(11);
    let body = json!({ "name": "much too long", "isActive": "no", "colour": 1, "rows": [wrong],
        "address": { "street": null }, "isActve": true, "switches": { "x": {} } });
    let expected = [
        ("address.city", "field.required"),
        ("address.street", "field.required"),
        ("colour", "payload.wrongType"),
        ("isActive", "payload.wrongType"),
        ("isActve", "field.unknown"),
        ("name", "field.tooLong"),
        ("rows.0.count", "field.between"),
        ("rows[0].from", "payload.wrongType"),
        ("rows[0].kind", "payload.wrongType"),
        ("rows[0].seatId", "payload.wrongType"),
        ("switches.x.on", "field.required"),
    ];
    assert_eq!(refused::<Order>(&body), named(&expected));
}

/// The value that replaces a mistake to read on breaks rules, too, and lacks fields.
#[test]
fn values_put_in_place_of_mistakes_are_not_reported() {
    let mut wrong = row();
    wrong["count"] = json!("many");
    let body = json!({ "name": 5, "rows": [wrong], "address": "street" });
    let expected = [
        ("address", "payload.wrongType"),
        ("name", "payload.wrongType"),
        ("rows[0].count", "payload.wrongType"),
    ];
    assert_eq!(refused::<Order>(&body), named(&expected));
    let body = json!({ "name": "a", "rows": [5, row(), []] });
    let expected = [
        ("rows[0]", "payload.wrongType"),
        ("rows[2]", "payload.wrongType"),
    ];
    assert_eq!(refused::<Order>(&body), named(&expected));
}

#[test]
fn parts_of_a_body_hide_nothing() {
    let body = json!({ "on": 1, "street": "too long", "inner": { "on": true, "of": 1 },
        "version": "x", "steet": "", "more": 1 });
    let expected = [
        ("inner.of", "field.unknown"),
        ("more", "field.unknown"),
        ("on", "payload.wrongType"),
        ("steet", "field.unknown"),
        ("street", "field.tooLong"),
        ("version", "payload.wrongType"),
    ];
    assert_eq!(refused::<Parted>(&body), named(&expected));
    let expected = [("on", "field.required"), ("street", "field.required")];
    assert_eq!(refused::<Parted>(&json!({})), named(&expected));
}

#[test]
fn the_search_for_mistakes_ends() {
    let body = json!({ "name": 1, "rows": vec![json!({}); 200] });
    let found = refused::<Order>(&body).len();
    assert!((2..=32).contains(&found), "{found}");
    // A name with which a place cannot be told from another one.
    let body = json!({ "name": "a", "switches": { "x.y[0]": { "on": 1 } }, "isActve": 1 });
    let found = refused::<Order>(&body);
    assert_eq!(
        found,
        [("switches.x.y[0].on".to_owned(), "payload.wrongType")]
    );
    let long = json!({ "name": 1, "isActive": 1, "colour": "a".repeat(SHORT) });
    assert_eq!(refused::<Order>(&long).len(), 1);
    for whole in ["[]", "5", "\"a\"", "null"] {
        let refused = parse::<Order>(whole.as_bytes(), false);
        assert!(matches!(refused, Err(Error::InvalidPayload(_))), "{whole}");
    }
}

#[test]
fn bodies_of_other_programs_may_hold_unknown_fields() {
    let body = br#"{"street":"a","city":"b","expirationTime":null}"#;
    assert!(parse::<Address>(body, true).is_ok());
    assert!(parse::<Address>(body, false).is_err());
    let body = br#"{"street":5,"expirationTime":null}"#;
    let Err(Error::InvalidFields(faults)) = parse::<Address>(body, true) else {
        panic!("taken");
    };
    assert_eq!(faults.len(), 2, "{faults:?}");
}

impl Validate for Address {
    fn validate(&mut self, _: &mut Check) {}
}
