use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::error::{Error, LocalizedText};

/// Characters of one value: more than anyone searches for, less than a database refuses to look for.
const MAX_VALUE: usize = 1000;

/// The query of the address, with an answer in the envelope when a value has the wrong form or more than
/// [`MAX_VALUE`] characters. Control characters mean nothing in any of them, and a database may refuse them.
pub struct ValidatedQuery<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for ValidatedQuery<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        let unusable = || Error::InvalidPayload(LocalizedText::new("payload.wrongQuery"));
        let Query(pairs) =
            Query::<Vec<(String, String)>>::try_from_uri(&parts.uri).map_err(|_| unusable())?;
        if pairs
            .iter()
            .any(|(_, value)| value.contains(char::is_control) || value.chars().count() > MAX_VALUE)
        {
            return Err(unusable());
        }
        let Query(query) = Query::try_from_uri(&parts.uri).map_err(|_| unusable())?;
        Ok(Self(query))
    }
}
