//! Idempotency: the header with which a client says that two requests are one.

use std::time::Duration;

use anyhow::Context;
use axum::http::HeaderMap;
use serde::Serialize;

use crate::error::{Error, LocalizedText, Result};
use crate::secrets;

/// How long the first answer is kept.
pub const KEPT: Duration = Duration::from_hours(24);
const HEADER: &str = "idempotency-key";

/// Where a key was used; the same key elsewhere is another one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IdempotencyKey {
    /// Who used it: an account, or `visitor` for everyone without one, who are told apart by their keys alone.
    pub caller: String,
    /// On which path.
    pub path: String,
    /// The key.
    pub key: String,
}

/// A request that must happen at most once.
#[derive(Debug, Clone)]
pub struct IdempotentRequest {
    pub(super) key: IdempotencyKey,
    pub(super) request_hash: String,
}

impl IdempotentRequest {
    /// Reads the `Idempotency-Key` header of a request of `caller` to `path` that means `body`; `None` without the header.
    ///
    /// # Errors
    /// 5002 when the key is not 1 to 255 printable ASCII characters.
    pub fn from_headers(
        headers: &HeaderMap,
        caller: &str,
        path: &str,
        body: &impl Serialize,
    ) -> Result<Option<Self>> {
        let Some(value) = headers.get(HEADER) else {
            return Ok(None);
        };
        let key = value.to_str().unwrap_or_default();
        if key.is_empty() || key.len() > 255 {
            return Err(Error::InvalidPayload(LocalizedText::new(
                "registration.badIdempotencyKey",
            )));
        }
        Ok(Some(Self {
            key: IdempotencyKey {
                caller: caller.to_owned(),
                path: path.to_owned(),
                key: key.to_owned(),
            },
            request_hash: secrets::hash(
                &serde_json::to_string(body).context("a request cannot be written as JSON")?,
            ),
        }))
    }
}
