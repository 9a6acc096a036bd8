use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::LocalizedText;

/// The answer of every successful call.
#[derive(Debug, Serialize, ToSchema)]
pub struct Envelope<T> {
    #[schema(value_type = SuccessCode)]
    pub code: u16,
    /// The result of the call.
    pub data: T,
    #[schema(value_type = Messages)]
    pub messages: Vec<String>,
}

/// 2000, 2001 (checked in) or 2002 (event created).
#[derive(ToSchema)]
pub struct SuccessCode(#[expect(dead_code, reason = "describes the envelope")] u16);

/// Texts for the user, in the request's language.
#[derive(ToSchema)]
pub struct Messages(#[expect(dead_code, reason = "describes the envelope")] Vec<String>);

impl<T> Envelope<T> {
    /// Returns 2000 without a message.
    pub fn ok(data: T) -> Self {
        Self {
            code: 2000,
            data,
            messages: Vec::new(),
        }
    }

    /// Returns 2000 with a message for the user.
    pub fn said(data: T, key: &'static str) -> Self {
        Self {
            code: 2000,
            data,
            messages: vec![LocalizedText::new(key).localized()],
        }
    }

    /// Replaces the code by another success code: 2001 or 2002.
    #[must_use]
    pub fn with_code(mut self, code: u16) -> Self {
        self.code = code;
        self
    }

    /// Returns the HTTP status.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        if self.code == 2002 {
            StatusCode::CREATED
        } else {
            StatusCode::OK
        }
    }
}

/// The `data` of calls without a result: an empty object.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct Nothing {}

impl Envelope<Nothing> {
    /// Returns 2000 with a message and no data.
    #[must_use]
    pub fn done(key: &'static str) -> Self {
        Self::said(Nothing {}, key)
    }
}

impl<T: Serialize> IntoResponse for Envelope<T> {
    fn into_response(self) -> Response {
        (self.status(), Json(self)).into_response()
    }
}

/// A file as an answer, for the API's description.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
pub struct BinaryFile(#[expect(dead_code, reason = "describes an answer that is bytes")] Vec<u8>);
