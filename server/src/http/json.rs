use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRef, FromRequest, OptionalFromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::{DeserializeOwned, IgnoredAny};

use super::body::Unread;
use crate::app::App;
use crate::error::{Error, LocalizedText};
use crate::fields::mistake;
use crate::validation::{Check, Validate};

/// The largest body, in bytes, that is parsed on the async threads. Longer ones are parsed by [`App::compute`].
const SHORT: usize = 8 * 1024;

/// A JSON body with the right types that obeys its own rules.
pub struct ValidatedJson<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Validate + Send + 'static> FromRequest<S>
    for ValidatedJson<T>
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let (body, _) = read_json(request, state).await?;
        Ok(Self(body))
    }
}

/// Reads a JSON body and checks it; returns also how it was written.
pub async fn read_json<S, T>(request: Request, state: &S) -> Result<(T, Bytes), Error>
where
    S: Send + Sync,
    App: FromRef<S>,
    T: DeserializeOwned + Validate + Send + 'static,
{
    if !is_json(request.headers()) {
        return Err(Error::InvalidPayload(LocalizedText::new("payload.notJson")));
    }
    let written = Bytes::from_request(request, state)
        .await
        .map_err(|rejection| unreadable(&rejection))?;
    if written.len() <= SHORT {
        return Ok((parse(&written)?, written));
    }
    let body = written.clone();
    let app = App::from_ref(state);
    let body = app.compute.run(move || parse(&body)).await??;
    Ok((body, written))
}

/// None for a request without a body and its type.
impl<S: Send + Sync, T: DeserializeOwned + Validate + Send + 'static> OptionalFromRequest<S>
    for ValidatedJson<T>
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, Error> {
        if request.headers().contains_key(header::CONTENT_TYPE) {
            let body = <Self as FromRequest<S>>::from_request(request, state).await?;
            Ok(Some(body))
        } else {
            Ok(None)
        }
    }
}

/// Returns whether the headers announce a JSON body.
pub fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|mime| mime.split(';').next());
    kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// Returns the error for a body that could not be read completely.
pub fn unreadable(rejection: &BytesRejection) -> Error {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        Error::PayloadTooLarge
    } else if let Some(why) = Unread::behind(rejection) {
        why.into()
    } else {
        Error::InvalidPayload(LocalizedText::new("payload.unreadable"))
    }
}

/// Parses `body` as `T` and checks its rules. A wrong type is reported at its field.
pub fn parse<T: DeserializeOwned + Validate>(body: &[u8]) -> Result<T, Error> {
    let not_json = || Error::InvalidPayload(LocalizedText::new("payload.notJson"));
    // The body is checked for UTF-8 first, because serde does not check strings in unknown fields.
    let body = std::str::from_utf8(body).map_err(|_| not_json())?;
    let mut deserializer = serde_json::Deserializer::from_str(body);
    let mut value: T = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        // serde reports a number in place of an enum's name as a syntax error.
        if serde_json::from_str::<IgnoredAny>(body).is_err() {
            return not_json();
        }
        let (path, text) = mistake(&error);
        match missing_field(&text) {
            Some(field) if path.is_empty() => {
                Error::field(&field, LocalizedText::new("field.required"))
            }
            Some(field) => Error::field(
                &format!("{path}.{field}"),
                LocalizedText::new("field.required"),
            ),
            None if path.is_empty() => {
                Error::InvalidPayload(LocalizedText::new("payload.wrongShape"))
            }
            // serde's words for a `null` in place of a required value.
            None if text.starts_with("invalid type: null") => {
                Error::field(&path, LocalizedText::new("field.required"))
            }
            None => Error::field(&path, LocalizedText::new("payload.wrongType")),
        }
    })?;
    deserializer.end().map_err(|_| not_json())?;
    let mut check = Check::default();
    value.validate(&mut check);
    check.finish()?;
    Ok(value)
}

/// Returns the field's name. serde gives it only in its text: "missing field `email` at line 1 column 2".
fn missing_field(text: &str) -> Option<String> {
    let rest = text.strip_prefix("missing field `")?;
    rest.split('`').next().map(ToOwned::to_owned)
}
