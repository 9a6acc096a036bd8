use std::collections::BTreeSet;
use std::str::FromStr;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use serde_json::Value;
use utoipa::ToSchema;

use super::faults;
use super::json::unreadable;
use crate::error::{Error, FieldErrors, LocalizedText};
use crate::fields::{MAX_UNKNOWN, shortened};

/// The most identifiers in one call.
const MAX: usize = 5_000;

/// The identifiers of a DELETE: `{"ids": […]}`, `{"id": …}`, a bare array, or, because some proxies drop such bodies,
/// `?ids=` or `?id=` (several separated by commas). 5002 without an identifier; text that is not an identifier with
/// 5005.
#[derive(Debug)]
pub struct NamedIds<Id>(
    /// 1–5000 different identifiers.
    pub Vec<Id>,
);

/// A request body with identifiers.
#[derive(Debug, ToSchema)]
pub struct IdsBody {
    /// The identifiers, at least one, at most 5000.
    #[schema(example = json!({ "max": MAX }))]
    pub ids: Vec<String>,
}

impl<S: Send + Sync, Id: FromStr + Ord> FromRequest<S> for NamedIds<Id> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let mut texts = from_query(request.uri().query().unwrap_or(""));
        let body = Bytes::from_request(request, state)
            .await
            .map_err(|rejection| unreadable(&rejection))?;
        if !body.trim_ascii().is_empty() {
            texts.extend(from_body(&body)?);
        }
        if texts.is_empty() {
            return Err(Error::field("ids", LocalizedText::new("field.required")));
        }
        if texts.len() > MAX {
            return Err(Error::field(
                "ids",
                LocalizedText::new("field.tooMany").with("max", MAX),
            ));
        }
        let ids: Result<BTreeSet<Id>, _> = texts.iter().map(|text| text.parse::<Id>()).collect();
        match ids {
            Ok(ids) => Ok(Self(ids.into_iter().collect())),
            Err(_) => Err(Error::not_found()),
        }
    }
}

/// Reads identifiers from a query. They need no percent-decoding.
fn from_query(query: &str) -> Vec<String> {
    query
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .filter(|(name, _)| matches!(*name, "id" | "ids" | "ids[]" | "ids%5B%5D"))
        .flat_map(|(_, values)| values.split(',').flat_map(|part| part.split("%2C")))
        .filter(|text| !text.is_empty())
        .map(ToOwned::to_owned)
        .collect()
}

fn from_body(body: &[u8]) -> Result<Vec<String>, Error> {
    let value: Value = serde_json::from_slice(body)
        .map_err(|_| Error::InvalidPayload(LocalizedText::new("payload.notJson")))?;
    let list = match value {
        Value::Array(list) => list,
        Value::Object(mut object) => {
            let (many, one) = (object.remove("ids"), object.remove("id"));
            let others = object.keys().take(MAX_UNKNOWN);
            let unknown: FieldErrors = others
                .map(|name| faults::unknown(shortened(name)))
                .collect();
            if !unknown.is_empty() {
                return Err(Error::InvalidFields(unknown));
            }
            match (many, one) {
                (Some(Value::Array(list)), _) => list,
                (None | Some(Value::Null), Some(one @ Value::String(_))) => vec![one],
                (None, None) => Vec::new(),
                _ => return Err(Error::field("ids", LocalizedText::new("payload.wrongType"))),
            }
        }
        _ => {
            return Err(Error::InvalidPayload(LocalizedText::new(
                "payload.wrongShape",
            )));
        }
    };
    list.into_iter()
        .map(|value| match value {
            Value::String(text) => Ok(text),
            _ => Err(Error::field("ids", LocalizedText::new("payload.wrongType"))),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_naming() {
        for (body, ids) in [
            (r#"{"ids":["a","b"]}"#, vec!["a", "b"]),
            (r#"["a"]"#, vec!["a"]),
            (r#"{"id":"a"}"#, vec!["a"]),
            ("{}", vec![]),
            (r#"{"ids":[]}"#, vec![]),
        ] {
            assert_eq!(from_body(body.as_bytes()).unwrap(), ids, "{body}");
        }
        for bad in ["{", "5", r#"{"ids":"a"}"#, r#"{"ids":[5]}"#, r#"{"id":5}"#] {
            assert!(from_body(bad.as_bytes()).is_err(), "{bad}");
        }
        let Err(Error::InvalidFields(faults)) = from_body(br#"{"ids":["a"],"reasn":"x"}"#) else {
            panic!("taken");
        };
        assert_eq!(faults.first().map(|(name, _)| name.as_str()), Some("reasn"));
        assert_eq!(from_query("ids=a,b&x=c&ids=d&id=e"), ["a", "b", "d", "e"]);
        assert_eq!(from_query("ids[]=a&ids=b%2Cc"), ["a", "b", "c"]);
        assert!(from_query("").is_empty());
    }
}
