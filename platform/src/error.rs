//! The error type of the server, with a variant for every application code. It becomes the envelope in the caller's
//! language when the answer is written.
//!
//! An error contains no text but a key of the catalogue and its parameters.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::time::Duration;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sea_orm::DbErr;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::language;

/// A catalogue key with its parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalizedText {
    /// The key in `locales/*.json`.
    pub key: &'static str,
    /// Values for the `{name}` placeholders.
    pub params: Vec<(&'static str, String)>,
}

impl LocalizedText {
    /// Creates a text without parameters.
    #[must_use]
    pub fn new(key: &'static str) -> Self {
        Self {
            key,
            params: Vec::new(),
        }
    }

    /// Sets the value of one `{name}` placeholder.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.params.push((name, value.to_string()));
        self
    }

    /// Returns the text in the language of the current request.
    #[must_use]
    pub fn localized(&self) -> String {
        self.in_language(language::current())
    }

    /// Returns the text in the given language.
    #[must_use]
    pub fn in_language(&self, lang: hoi_i18n::Lang) -> String {
        let params: Vec<(&str, &dyn Display)> = self
            .params
            .iter()
            .map(|(name, value)| (*name, value as &dyn Display))
            .collect();
        crate::language::texts().text(lang, self.key, &params)
    }
}

/// A mistake in one row of a file to be imported.
#[derive(Debug, Clone)]
pub struct RowFault {
    /// The row's number in a spreadsheet program, from 1.
    pub row: usize,
    /// The title of the column concerned; None if the mistake concerns the row.
    pub column: Option<String>,
    pub message: LocalizedText,
}

impl RowFault {
    /// Returns the fault in the language of the current request.
    #[must_use]
    pub fn localized(&self) -> RowError {
        RowError {
            row: self.row,
            column: self.column.clone(),
            message: self.message.localized(),
        }
    }
}

/// Broken rules by field, in the order found.
pub type FieldErrors = Vec<(String, LocalizedText)>;

/// The reason why an account cannot be used. The client offers a different solution for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Disabled {
    /// An administrator suspended the account.
    Suspended,
    /// The account's e-mail address is not confirmed yet.
    Unverified,
}

/// An action that an account must take before any other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Restriction {
    /// Replace the password that an administrator had generated.
    MustChangePassword,
    /// Set up the second factor that the installation requires of administrators.
    MustSetUpSecondFactor,
}

/// Whether a thing was changed since the caller read it. A caller without a version changes it in any case.
#[must_use]
pub fn is_stale(read: Option<i64>, stored: i64) -> bool {
    read.is_some_and(|read| read != stored)
}

/// The failure of a handler.
#[derive(Debug)]
pub enum Error {
    /// 5000. A bug or a broken part. The chain of causes is logged with the request's id and hidden from the client.
    Internal(anyhow::Error),
    /// 5001. A refused scan; `data` contains the `reason` and its details.
    CheckinFail {
        /// The text for the staff at check-in.
        message: LocalizedText,
        /// An object with `reason` and its details.
        data: Value,
    },
    /// 5002. The payload as a whole is unusable.
    InvalidPayload(LocalizedText),
    /// 5002. Fields of the payload break rules.
    InvalidFields(FieldErrors),
    /// 5002. Rows of a file have mistakes, so no row was imported.
    ImportFailed {
        /// The first mistakes, from top to bottom.
        faults: Vec<RowFault>,
        /// The number of all mistakes.
        total: usize,
    },
    /// 5002. The JSON body is too large (HTTP 413).
    PayloadTooLarge,
    /// 5002. The body arrives too slowly (HTTP 408).
    TooSlow,
    /// 5002. The path does not support the method (HTTP 405).
    MethodNotAllowed,
    /// 5003. A limit of the plan, of the event or of the platform is reached.
    ResourceExceeded(LocalizedText),
    /// 5003. Too many attempts (HTTP 429).
    TooManyRequests {
        /// The time until the next attempt can succeed.
        retry_after: Duration,
    },
    /// 5003. A queue is full or the database cannot be reached (HTTP 503). Repeating the same request may succeed.
    Busy,
    /// 5003. Others are first, and the caller must wait for a turn (HTTP 503).
    MustWait {
        message: LocalizedText,
        /// The place of the caller in the line, sent as `data`.
        data: Value,
        retry_after: Duration,
    },
    /// 5003. Too little free disk space for new data (HTTP 503). An operator must act.
    OutOfSpace,
    /// 5004. A failure outside of the server without a code of its own, such as a storage that cannot be read.
    Unidentified,
    /// 5005. The thing does not exist, or the caller may not know of it.
    NotFound(LocalizedText),
    /// 5006. A file is refused.
    UploadFile {
        /// 400, 413 or 415; 503 when the storage fails and repeating may succeed.
        status: StatusCode,
        message: LocalizedText,
    },
    /// 5007. The storage failed to delete a file.
    DeleteFile,
    /// 5008. The thing has changed meanwhile, or the change contradicts its state.
    Conflict(LocalizedText),
    /// 5008. The thing is not as the caller read it any more; `data` contains it as it is now.
    ChangedMeanwhile(Value),
    /// 5009. The event is cancelled or closed, or the group is archived.
    Closed(LocalizedText),
    /// 5010. Check-in before registration has opened.
    EventNotYetOpen,
    /// 5011. The ticket class has no seat left.
    TicketSoldOut,
    /// 5012. The event has a ticket class of this name.
    TicketClassExisted,
    /// 5013. The address has an account, or a registration for this event. Every payload calls it `email`.
    EmailBeingUsed(LocalizedText),
    /// 5014. Public registration has not begun.
    FormNotOpen,
    /// 5015. Public registration has ended.
    FormClosed,
    /// 5016. The caller may not do this.
    InsufficientPermission,
    /// 5016. Only members of the event's group may register without an invitation code.
    MembersOnly,
    /// 5016. The caller must do something else first, which `data.reason` names.
    Restricted(Restriction),
    /// 5017. The refresh token is unknown, expired or revoked.
    InvalidRefreshToken,
    /// 5018. The access token is missing, malformed, expired or revoked.
    InvalidAccessToken,
    /// 5018. A key of the API is missing, wrong or over, or this call takes none.
    ApiKeyRefused(LocalizedText),
    /// 5019. Wrong e-mail or password.
    InvalidCredential(LocalizedText),
    /// 5020. The account cannot be used, for the reason in `data.reason`.
    AccountDisabled(Disabled),
    /// A refusal because of one field of the payload; see [`Error::at`].
    AtField {
        /// The name of the field, as the API calls it.
        field: &'static str,
        error: Box<Self>,
    },
    /// Not a failure, but it ends a handler like one: the request was carried out before, and this was its answer.
    AnsweredBefore { status: StatusCode, body: Value },
}

impl Error {
    /// Returns the failure of a job that is tried again later.
    pub fn to_be_retried(self) -> hoi_jobs::JobError {
        hoi_jobs::JobError::Retry(anyhow::anyhow!("{self:?}"))
    }

    /// Returns 5005 without naming the missing thing.
    #[must_use]
    pub fn not_found() -> Self {
        Self::NotFound(LocalizedText::new("error.5005"))
    }

    /// Returns 5002 for one broken field.
    #[must_use]
    pub fn field(field: &str, message: LocalizedText) -> Self {
        Self::InvalidFields(vec![(field.to_owned(), message)])
    }

    /// Returns this refusal with the name of the field that is its reason, so that a screen can show it there.
    #[must_use]
    pub fn at(self, field: &'static str) -> Self {
        let error = Box::new(self);
        Self::AtField { field, error }
    }

    /// Returns 5008 with the thing as it is `now`, in the shape in which calls show it.
    #[must_use]
    pub fn changed_meanwhile(now: &impl Serialize) -> Self {
        match serde_json::to_value(now) {
            Ok(now) => Self::ChangedMeanwhile(now),
            Err(error) => Self::Internal(error.into()),
        }
    }

    /// Returns the application code.
    #[must_use]
    pub fn code(&self) -> u16 {
        match self {
            Self::Internal(_) => 5000,
            Self::CheckinFail { .. } => 5001,
            Self::InvalidPayload(_)
            | Self::InvalidFields(_)
            | Self::ImportFailed { .. }
            | Self::PayloadTooLarge
            | Self::TooSlow
            | Self::MethodNotAllowed => 5002,
            Self::ResourceExceeded(_)
            | Self::TooManyRequests { .. }
            | Self::Busy
            | Self::MustWait { .. }
            | Self::OutOfSpace => 5003,
            Self::Unidentified => 5004,
            Self::NotFound(_) => 5005,
            Self::UploadFile { .. } => 5006,
            Self::DeleteFile => 5007,
            Self::Conflict(_) | Self::ChangedMeanwhile(_) => 5008,
            Self::Closed(_) => 5009,
            Self::EventNotYetOpen => 5010,
            Self::TicketSoldOut => 5011,
            Self::TicketClassExisted => 5012,
            Self::EmailBeingUsed(_) => 5013,
            Self::FormNotOpen => 5014,
            Self::FormClosed => 5015,
            Self::InsufficientPermission | Self::MembersOnly | Self::Restricted(_) => 5016,
            Self::InvalidRefreshToken => 5017,
            Self::InvalidAccessToken | Self::ApiKeyRefused(_) => 5018,
            Self::InvalidCredential(_) => 5019,
            Self::AccountDisabled(_) => 5020,
            Self::AtField { error, .. } => error.code(),
            Self::AnsweredBefore { .. } => 2000,
        }
    }

    /// Returns the symbolic name of the code, sent as `error`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        Self::name_of(self.code())
    }

    /// Returns the symbolic name of an application code.
    #[must_use]
    pub fn name_of(code: u16) -> &'static str {
        match code {
            5001 => "CHECKIN_FAIL",
            5002 => "INVALID_PAYLOAD",
            5003 => "RESOURCE_EXCEEDED",
            5004 => "UNIDENTIFIED_ERROR",
            5005 => "RESOURCE_NOT_FOUND",
            5006 => "UPLOAD_FILE_ERROR",
            5007 => "DELETE_FILE_ERROR",
            5008 => "CONFLICT",
            5009 => "EVENT_BEING_CLOSED",
            5010 => "EVENT_NOT_YET_OPEN",
            5011 => "TICKET_SOLD_OUT",
            5012 => "TICKET_CLASS_EXISTED",
            5013 => "EMAIL_BEING_USED",
            5014 => "FORM_NOT_OPEN",
            5015 => "FORM_CLOSED",
            5016 => "INSUFFICIENT_PERMISSION",
            5017 => "INVALID_REFRESH_TOKEN",
            5018 => "INVALID_ACCESS_TOKEN",
            5019 => "INVALID_CREDENTIAL",
            5020 => "ACCOUNT_DISABLED",
            _ => "INTERNAL_ERROR",
        }
    }

    /// Returns the HTTP status.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        match self {
            Self::Internal(_) | Self::Unidentified | Self::DeleteFile => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
            Self::InvalidPayload(_) | Self::InvalidFields(_) | Self::ImportFailed { .. } => {
                StatusCode::BAD_REQUEST
            }
            Self::PayloadTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooManyRequests { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Busy | Self::MustWait { .. } | Self::OutOfSpace => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::UploadFile { status, .. } | Self::AnsweredBefore { status, .. } => *status,
            Self::InsufficientPermission
            | Self::MembersOnly
            | Self::Restricted(_)
            | Self::AccountDisabled(_) => StatusCode::FORBIDDEN,
            Self::InvalidRefreshToken
            | Self::InvalidAccessToken
            | Self::ApiKeyRefused(_)
            | Self::InvalidCredential(_) => StatusCode::UNAUTHORIZED,
            Self::AtField { error, .. } => error.status(),
            Self::CheckinFail { .. }
            | Self::ResourceExceeded(_)
            | Self::Conflict(_)
            | Self::ChangedMeanwhile(_)
            | Self::Closed(_)
            | Self::EventNotYetOpen
            | Self::TicketSoldOut
            | Self::TicketClassExisted
            | Self::EmailBeingUsed(_)
            | Self::FormNotOpen
            | Self::FormClosed => StatusCode::CONFLICT,
        }
    }

    fn messages(&self) -> Vec<LocalizedText> {
        match self {
            Self::InvalidFields(fields) => {
                fields.iter().map(|(_, message)| message.clone()).collect()
            }
            Self::InvalidPayload(message)
            | Self::ResourceExceeded(message)
            | Self::NotFound(message)
            | Self::Conflict(message)
            | Self::Closed(message)
            | Self::EmailBeingUsed(message)
            | Self::InvalidCredential(message)
            | Self::ApiKeyRefused(message)
            | Self::CheckinFail { message, .. }
            | Self::MustWait { message, .. }
            | Self::UploadFile { message, .. } => vec![message.clone()],
            Self::AccountDisabled(Disabled::Suspended) => vec![LocalizedText::new("error.5020")],
            Self::AccountDisabled(Disabled::Unverified) => {
                vec![LocalizedText::new("auth.notVerified")]
            }
            Self::ImportFailed { total, .. } => vec![
                LocalizedText::new("import.failed"),
                LocalizedText::new("import.advice").with("count", total),
            ],
            Self::ChangedMeanwhile(_) => vec![LocalizedText::new("error.changedMeanwhile")],
            Self::TooManyRequests { retry_after } => {
                vec![
                    LocalizedText::new("error.tooManyRequests")
                        .with("count", retry_after.as_secs().max(1)),
                ]
            }
            Self::Busy => vec![LocalizedText::new("error.busy")],
            Self::OutOfSpace => vec![LocalizedText::new("error.outOfSpace")],
            Self::PayloadTooLarge => vec![LocalizedText::new("error.payloadTooLarge")],
            Self::TooSlow => vec![LocalizedText::new("error.tooSlow")],
            Self::MethodNotAllowed => vec![LocalizedText::new("error.methodNotAllowed")],
            Self::Internal(_) => vec![LocalizedText::new("error.5000")],
            Self::Unidentified => vec![LocalizedText::new("error.5004")],
            Self::DeleteFile => vec![LocalizedText::new("error.5007")],
            Self::EventNotYetOpen => vec![LocalizedText::new("error.5010")],
            Self::TicketSoldOut => vec![LocalizedText::new("error.5011")],
            Self::TicketClassExisted => vec![LocalizedText::new("error.5012")],
            Self::FormNotOpen => vec![LocalizedText::new("error.5014")],
            Self::FormClosed => vec![LocalizedText::new("error.5015")],
            Self::InsufficientPermission => vec![LocalizedText::new("error.5016")],
            Self::MembersOnly => vec![LocalizedText::new("registration.membersOnly")],
            Self::Restricted(Restriction::MustChangePassword) => {
                vec![LocalizedText::new("auth.mustChangePassword")]
            }
            Self::Restricted(Restriction::MustSetUpSecondFactor) => {
                vec![LocalizedText::new("secondFactor.isRequired")]
            }
            Self::InvalidRefreshToken => vec![LocalizedText::new("error.5017")],
            Self::InvalidAccessToken => vec![LocalizedText::new("error.5018")],
            Self::AtField { error, .. } => error.messages(),
            Self::AnsweredBefore { .. } => Vec::new(),
        }
    }

    /// Returns the first message in the language of the current request, for answers that list failures of several
    /// things.
    #[must_use]
    pub fn reason(&self) -> String {
        let first = self.messages().into_iter().next();
        first.map_or_else(String::new, |message| message.localized())
    }

    /// Returns the envelope in the language of the current request.
    #[must_use]
    pub fn body(&self) -> Value {
        if let Self::AnsweredBefore { body, .. } = self {
            return body.clone();
        }
        let messages: Vec<String> = self
            .messages()
            .iter()
            .map(LocalizedText::localized)
            .collect();
        let mut body = json!({ "code": self.code(), "error": self.name(), "data": null, "messages": messages });
        if let Some(object) = body.as_object_mut() {
            match self {
                Self::InvalidFields(errors) => {
                    let mut fields = serde_json::Map::new();
                    for (field, message) in errors {
                        let entry = fields.entry(field.clone()).or_insert_with(|| json!([]));
                        if let Some(list) = entry.as_array_mut() {
                            list.push(message.localized().into());
                        }
                    }
                    object.insert("fields".to_owned(), fields.into());
                }
                Self::AtField { field, .. } => {
                    object.insert("fields".to_owned(), json!({ (*field): messages }));
                }
                Self::EmailBeingUsed(_) => {
                    object.insert("fields".to_owned(), json!({ "email": messages }));
                }
                Self::CheckinFail { data, .. }
                | Self::MustWait { data, .. }
                | Self::ChangedMeanwhile(data) => {
                    object.insert("data".to_owned(), data.clone());
                }
                Self::ImportFailed { faults, total } => {
                    let errors: Vec<_> = faults.iter().map(RowFault::localized).collect();
                    object.insert("errors".to_owned(), json!(errors));
                    object.insert("errorCount".to_owned(), json!(total));
                }
                Self::Restricted(reason) => {
                    object.insert("data".to_owned(), json!({ "reason": reason }));
                }
                Self::AccountDisabled(reason) => {
                    object.insert("data".to_owned(), json!({ "reason": reason }));
                }
                _ => {}
            }
        }
        body
    }

    fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::TooManyRequests { retry_after } | Self::MustWait { retry_after, .. } => {
                Some(*retry_after)
            }
            Self::Busy => Some(Duration::from_secs(1)),
            Self::OutOfSpace => Some(Duration::from_mins(1)),
            Self::UploadFile { status, .. } if *status == StatusCode::SERVICE_UNAVAILABLE => {
                Some(Duration::from_secs(10))
            }
            _ => None,
        }
    }
}

impl From<DbErr> for Error {
    fn from(error: DbErr) -> Self {
        if hoi_db::is_temporary(&error) {
            tracing::warn!(%error, "the database cannot be used right now");
            return Self::Busy;
        }
        Self::Internal(error.into())
    }
}

impl From<anyhow::Error> for Error {
    fn from(error: anyhow::Error) -> Self {
        match error.downcast::<DbErr>() {
            Ok(error) => error.into(),
            Err(error) => Self::Internal(error),
        }
    }
}

/// Marks an answer with 5016, for the audit log.
#[derive(Debug, Clone, Copy)]
pub struct PermissionRefused;

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        if let Self::Internal(error) = &self {
            tracing::error!(error = format!("{error:#}"), "internal error");
        }
        let retry_after = self.retry_after();
        let mut response = (self.status(), Json(self.body())).into_response();
        if matches!(self, Self::InsufficientPermission) {
            response.extensions_mut().insert(PermissionRefused);
        }
        if let Some(pause) = retry_after {
            response.headers_mut().insert(
                header::RETRY_AFTER,
                HeaderValue::from(pause.as_secs().max(1)),
            );
        }
        response
    }
}

/// The result of handlers.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The shape of every error, for the API's description; [`Error`] writes it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorEnvelope {
    /// The application's code, 5000–5020.
    pub code: u16,
    /// The symbolic name of the code, such as `INVALID_PAYLOAD`.
    pub error: String,
    /// Details that the caller needs to continue, for example why a scan was refused; null if there are none.
    pub data: Option<BTreeMap<String, serde_json::Value>>,
    /// Texts for the user, in the request's language.
    pub messages: Vec<String>,
    /// Texts by field name, if fields are the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fields: Option<BTreeMap<String, Vec<String>>>,
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
