use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::LocalizedText;

/// The answer of every successful call.
#[derive(Debug, Serialize, ToSchema)]
pub struct Envelope<T> {
    /// 2000, 2001 (checked in) or 2002 (event created).
    pub code: u16,
    /// The result of the call.
    pub data: T,
    /// Texts for the user, in the request's language.
    pub messages: Vec<String>,
}

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

/// The answer of every failed call.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorEnvelope {
    /// The application's code, 5000–5020.
    pub code: u16,
    /// The symbolic name of the code, such as `INVALID_PAYLOAD`.
    pub error: String,
    /// Details that the caller needs to continue, for example why a scan was refused; null if there are none.
    pub data: Option<std::collections::BTreeMap<String, serde_json::Value>>,
    /// Texts for the user, in the request's language.
    pub messages: Vec<String>,
    /// Texts by field name, if fields break rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fields: Option<std::collections::BTreeMap<String, Vec<String>>>,
    /// Mistakes in rows of an imported file, at most the first 200.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errors: Option<Vec<RowError>>,
    /// The number of all such mistakes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_count: Option<u64>,
}

/// A mistake in a row of a file to be imported.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RowError {
    /// The row's number in a spreadsheet program, from 1.
    pub row: usize,
    /// The title of the column concerned; null if the mistake concerns the row.
    #[schema(required)]
    pub column: Option<String>,
    /// The reason, in the request's language.
    pub message: String,
}
