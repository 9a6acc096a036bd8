use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRef, FromRequest, OptionalFromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::{DeserializeOwned, IgnoredAny};

use super::body::Unread;
use super::faults;
use crate::app::App;
use crate::error::{Error, LocalizedText};
use crate::fields::{mistake, read};
use crate::validation::{Check, Validate};

/// The largest body, in bytes, that is parsed on the async threads. Longer ones are parsed by [`App::compute`].
const SHORT: usize = 8 * 1024;

/// A JSON body with the right types and no unknown fields that obeys its own rules.
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

/// As [`ValidatedJson`], for a body that a browser or another program makes by its own rules: it may hold fields that this
/// server has never heard of, and that is no mistake of the caller's. No part of `T` may be flattened.
pub struct ForeignJson<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Validate + Send + 'static> FromRequest<S>
    for ForeignJson<T>
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let (body, _) = read_body(request, state, true).await?;
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
    read_body(request, state, false).await
}

async fn read_body<S, T>(
    request: Request,
    state: &S,
    takes_unknown: bool,
) -> Result<(T, Bytes), Error>
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
        return Ok((parse(&written, takes_unknown)?, written));
    }
    let body = written.clone();
    let app = App::from_ref(state);
    let read = move || parse(&body, takes_unknown);
    let body = app.compute.run(read).await??;
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

/// Parses `body` as `T` and checks its rules. Refuses it with the name of every field that is missing, has a wrong type
/// or breaks a rule, and of every unknown field: a misspelt field must not be answered with "saved". Of a long body
/// only the first wrong type is named.
fn parse<T: DeserializeOwned + Validate>(body: &[u8], takes_unknown: bool) -> Result<T, Error> {
    let not_json = || Error::InvalidPayload(LocalizedText::new("payload.notJson"));
    // The body is checked for UTF-8 first, because serde does not check strings in unknown fields.
    let body = std::str::from_utf8(body).map_err(|_| not_json())?;
    let mut deserializer = serde_json::Deserializer::from_str(body);
    let (mut value, unknown): (T, Vec<String>) = match read(&mut deserializer) {
        Ok(read) => read,
        Err(error) => {
            // serde reports a number in place of an enum's name as a syntax error.
            if serde_json::from_str::<IgnoredAny>(body).is_err() {
                return Err(not_json());
            }
            let (place, text) = mistake(&error);
            let Some(first) = faults::fault(&place, &text) else {
                let message = LocalizedText::new("payload.wrongShape");
                return Err(Error::InvalidPayload(message));
            };
            return Err(if body.len() <= SHORT {
                faults::all::<T>(body, first, takes_unknown)
            } else {
                Error::InvalidFields(vec![first])
            });
        }
    };
    deserializer.end().map_err(|_| not_json())?;
    let mut check = Check::default();
    value.validate(&mut check);
    if !takes_unknown {
        for (field, message) in unknown.into_iter().map(faults::unknown) {
            check.fail(&field, message);
        }
    }
    check.finish()?;
    Ok(value)
}

#[cfg(test)]
mod tests;
