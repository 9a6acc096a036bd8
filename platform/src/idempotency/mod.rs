//! Idempotency: a client names a request by a header, so that sending it again gets the first answer instead of doing
//! it twice.
//!
//! A handler with a transaction of its own takes [`Once`] or [`Idempotent`]; the desk stores the answer to an
//! [`IdempotentRequest`] in its own transaction. Calls that set a given state need neither.

pub mod entity;
mod once;
mod store;

use std::time::Duration;

use anyhow::Context;
use axum::http::HeaderMap;
use serde::Serialize;
use uuid::Uuid;

use crate::clock::new_id;
use crate::error::{Error, LocalizedText, Result};
use crate::secrets::{Secrets, hex};

pub use once::{Idempotent, KeyHeader, Once, OnceKey, find_answers, forget_answers};
pub use store::{add, is_answered, remove_old, responses_to};

/// How long the first answer is stored.
const KEPT: Duration = Duration::from_hours(24);
const HEADER: &str = "idempotency-key";

/// An idempotency key with its scope: equal keys of other callers or paths are independent.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IdempotencyKey {
    /// The account; `visitor` for all visitors, who are distinguished by their keys alone; or `server`.
    pub caller: String,
    pub path: String,
    pub key: String,
}

/// A request that must be carried out at most once.
#[derive(Debug, Clone)]
pub struct IdempotentRequest {
    pub key: IdempotencyKey,
    /// The hash of the request's content, by which another request with the same key is recognised.
    pub request_hash: String,
}

/// Returns the key that a request carries, in any form.
#[must_use]
pub fn key_in(headers: &HeaderMap) -> Option<&str> {
    headers.get(HEADER)?.to_str().ok()
}

/// Returns the key that a request carries, or 5002 when it is not 1 to 255 printable ASCII characters.
fn key_of(headers: &HeaderMap) -> Result<Option<&str>> {
    let Some(value) = headers.get(HEADER) else {
        return Ok(None);
    };
    match value.to_str() {
        Ok(key) if !key.is_empty() && key.len() <= 255 => Ok(Some(key)),
        _ => Err(Error::InvalidPayload(LocalizedText::new(
            "idempotency.badKey",
        ))),
    }
}

impl IdempotentRequest {
    /// Names a request whose client did not, so that the server itself can try it again when it cannot know whether the
    /// first attempt was stored: on `PostgreSQL`, whose connection may break between a commit and its answer.
    #[must_use]
    pub fn of_the_server() -> Self {
        let key: Uuid = new_id();
        Self {
            key: IdempotencyKey {
                caller: "server".to_owned(),
                path: String::new(),
                key: key.to_string(),
            },
            request_hash: String::new(),
        }
    }

    /// Reads the `Idempotency-Key` header of a request of `caller` to `path` with the meaning `body`; `None` without
    /// the header.
    ///
    /// # Errors
    /// 5002 when the key is not 1 to 255 printable ASCII characters.
    pub fn from_headers(
        secrets: &Secrets,
        headers: &HeaderMap,
        caller: &str,
        path: &str,
        body: &impl Serialize,
    ) -> Result<Option<Self>> {
        let Some(key) = key_of(headers)? else {
            return Ok(None);
        };
        Ok(Some(Self {
            key: IdempotencyKey {
                caller: caller.to_owned(),
                path: path.to_owned(),
                key: key.to_owned(),
            },
            request_hash: hash_request(
                secrets,
                &serde_json::to_vec(body).context("a request cannot be written as JSON")?,
            ),
        }))
    }
}

/// Returns the hash that tells two requests apart. Only the server can compute it: a request may contain a password,
/// which could be guessed from a plain hash in a stolen database.
fn hash_request(secrets: &Secrets, content: &[u8]) -> String {
    hex(&secrets.sign("idempotency", content))
}

/// Returns the refusal (5008) of a key that was used for another request.
#[must_use]
pub fn key_reused() -> Error {
    Error::Conflict(LocalizedText::new("idempotency.keyReused"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secrets;

    #[test]
    fn a_hash_does_not_let_its_request_be_guessed_without_the_secret() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let [here, elsewhere] = folders
            .each_ref()
            .map(|folder| Secrets::load_or_create(folder.path()).unwrap());
        let content = br#"{"password":"12345678"}"#;
        let hash = hash_request(&here, content);
        assert_eq!(hash, hash_request(&here, content));
        assert_ne!(hash, hash_request(&here, b"{}"));
        assert_ne!(hash, hash_request(&elsewhere, content));
        assert_ne!(hash, secrets::digest(content));
    }
}
