use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::error::{Error, LocalizedText};

/// The most characters of one value: more than any search needs, less than databases refuse.
const MAX_VALUE: usize = 1000;

/// The parsed query string. Refuses values of the wrong type, longer than [`MAX_VALUE`] characters, or with control
/// characters, which a database may refuse.
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
