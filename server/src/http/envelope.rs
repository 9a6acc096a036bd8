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

/// The shape of every error, for the API's description; [`crate::error::Error`] writes it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorEnvelope {
    /// 5000–5020.
    pub code: u16,
    /// Its symbolic name, such as `INVALID_PAYLOAD`.
    pub error: String,
    /// Null, or what the caller needs to go on (for example why a scan was refused).
    pub data: Option<std::collections::BTreeMap<String, serde_json::Value>>,
    /// Texts for the person, in the request's language.
    pub messages: Vec<String>,
    /// Texts by field name, when fields break rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fields: Option<std::collections::BTreeMap<String, Vec<String>>>,
    /// What is wrong with rows of an imported file, at most the first 200.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errors: Option<Vec<RowError>>,
    /// How many of those there are in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_count: Option<u64>,
}

/// What is wrong with a row of a file that was to be imported.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RowError {
    /// As a spreadsheet numbers it, from 1.
    pub row: usize,
    /// The title of the column, when one is to blame.
    #[schema(required)]
    pub column: Option<String>,
    /// Why, in the request's language.
    pub message: String,
}
