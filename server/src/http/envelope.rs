use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::LocalizedText;

/// What every successful call answers: `{code, data, messages}`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Envelope<T> {
    /// 2000, 2001 (checked in) or 2002 (event created).
    pub code: u16,
    /// The answer itself.
    pub data: T,
    /// What to tell the person, in the request's language.
    pub messages: Vec<String>,
}

impl<T> Envelope<T> {
    /// 2000 without a message.
    pub fn ok(data: T) -> Self {
        Self {
            code: 2000,
            data,
            messages: Vec::new(),
        }
    }

    /// 2000 with a text for the person who acted.
    pub fn said(data: T, key: &'static str) -> Self {
        Self {
            code: 2000,
            data,
            messages: vec![LocalizedText::new(key).localized()],
        }
    }

    /// Another success code: 2001 or 2002.
    #[must_use]
    pub fn with_code(mut self, code: u16) -> Self {
        self.code = code;
        self
    }
}

/// `data` of calls that have nothing to return.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct Nothing {}

impl Envelope<Nothing> {
    /// 2000 with a text and no data.
    #[must_use]
    pub fn done(key: &'static str) -> Self {
        Self::said(Nothing {}, key)
    }
}

impl<T: Serialize> IntoResponse for Envelope<T> {
    fn into_response(self) -> Response {
        let status = if self.code == 2002 {
            StatusCode::CREATED
        } else {
            StatusCode::OK
        };
        (status, Json(self)).into_response()
    }
}

/// A file as an answer, for the API's description.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
pub struct BinaryFile(#[expect(dead_code, reason = "describes an answer that is bytes")] Vec<u8>);
