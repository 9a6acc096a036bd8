use std::str::FromStr;

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;

use crate::error::Error;

/// Reads the path parameter `name` as an identifier. Refuses malformed ones with 5005, as if nothing had this
/// identifier.
pub async fn path_id<Id: FromStr, S: Send + Sync>(
    parts: &mut Parts,
    state: &S,
    name: &str,
) -> Result<Id, Error> {
    let params = RawPathParams::from_request_parts(parts, state)
        .await
        .map_err(|_| Error::not_found())?;
    let text = params
        .iter()
        .find(|(key, _)| *key == name)
        .map(|(_, value)| value.to_owned())
        // Databases refuse the character 0, so nothing has it.
        .filter(|value| !value.contains('\0'));
    text.and_then(|text| text.parse().ok())
        .ok_or_else(Error::not_found)
}

pub struct PathId<Id>(pub Id);

impl<S: Send + Sync, Id: FromStr> FromRequestParts<S> for PathId<Id> {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        path_id(parts, state, "id").await.map(Self)
    }
}

/// The path parameter `{number}`.
pub struct PathNumber(pub i64);

impl<S: Send + Sync> FromRequestParts<S> for PathNumber {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        path_id(parts, state, "number").await.map(Self)
    }
}

/// The path parameter `{slug}`: any text.
pub struct PathSlug(pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathSlug {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        path_id(parts, state, "slug").await.map(Self)
    }
}

/// The path parameter `{token}`: any text.
pub struct PathToken(pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathToken {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        path_id(parts, state, "token").await.map(Self)
    }
}
