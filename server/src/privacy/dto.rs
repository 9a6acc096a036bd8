//! Request and response bodies of the calls on personal data.

use hoi_db::Timestamp;
use hoi_platform::error::LocalizedText;
use hoi_platform::ids::{AttendanceId, DataRequestId, EventId};
use hoi_platform::validation::{Check, Validate};
use hoi_ticketing::participants::OwnFact;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{DataRequestKind, DataRequestResult};

/// The most characters of a request and of its answer.
const MAX_TEXT: usize = 1000;

/// A request about one's own personal data.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewDataRequest {
    pub kind: DataRequestKind,
    /// At most 1,000 characters; required of a correction and of something else.
    #[serde(default)]
    #[schema(extensions(("max" = json!(MAX_TEXT))))]
    pub content: String,
}

impl Validate for NewDataRequest {
    fn validate(&mut self, check: &mut Check) {
        match self.kind {
            DataRequestKind::Correction | DataRequestKind::Other => {
                check.required_text("content", &mut self.content, MAX_TEXT);
            }
            DataRequestKind::Erasure | DataRequestKind::Consent => {
                check.text("content", &mut self.content, MAX_TEXT);
            }
        }
    }
}

/// A request as the person sees it who made it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnDataRequest {
    pub kind: DataRequestKind,
    pub content: String,
    pub asked_at: Timestamp,
    /// The last moment to answer it by law.
    pub answer_by: Timestamp,
    /// The last moment to do it by law.
    pub done_by: Timestamp,
    #[schema(required)]
    pub answer: Option<String>,
    /// Null while it is open.
    #[schema(required)]
    pub result: Option<DataRequestResult>,
    /// The reason given when it was closed.
    #[schema(required)]
    pub reason: Option<String>,
    #[schema(required)]
    pub closed_at: Option<Timestamp>,
}

/// Everything that is stored about a participant of one event, or about an account, as the downloaded file has it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnData {
    /// Null for an account.
    #[schema(required)]
    pub event_id: Option<EventId>,
    /// Null for an account.
    #[schema(required)]
    pub event_title: Option<String>,
    /// The keeper of the data: the organizer, or the host of this installation.
    pub organiser: String,
    /// The contact that the keeper of the data gives.
    #[schema(required)]
    pub contact: Option<String>,
    pub facts: Vec<OwnFact>,
    /// The latest first.
    pub requests: Vec<OwnDataRequest>,
}

/// One's own data of an event, with the links to act on it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnDataPage {
    pub data: OwnData,
    pub event_start_date: Timestamp,
    /// Why the event was canceled; null if it was not, or without a reason.
    #[schema(required)]
    pub cancel_reason: Option<String>,
    /// Stops the organizer's messages at `/messages/unsubscribe/{token}`; null without an address, and after the consent
    /// was withdrawn.
    #[schema(required)]
    pub messages_key: Option<String>,
    pub are_messages_stopped: bool,
    /// Whether erasing gives a place back that the person could still use.
    pub gives_place_back: bool,
}

/// The kind of file with one's own data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OwnDataFormat {
    Json,
    Pdf,
}

/// Which kind of file to answer with.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OwnDataQuery {
    /// Default `json`.
    #[param(inline)]
    pub format: Option<OwnDataFormat>,
}

/// Which requests to list.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct DataRequestQuery {
    /// Whether to list closed requests; default `false`.
    pub is_closed: Option<bool>,
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

/// A request as its keeper sees it: the organizer, or administrators.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DataRequest {
    pub id: DataRequestId,
    /// The registration that asks; null for an account.
    #[schema(required)]
    pub attendance_id: Option<AttendanceId>,
    /// The person's name; a dash after they were erased.
    pub full_name: String,
    /// Empty after the person was erased.
    pub email: String,
    /// Whether the person was erased.
    pub is_erased: bool,
    pub kind: DataRequestKind,
    /// The text of the request; empty after the person was erased.
    pub content: String,
    pub asked_at: Timestamp,
    /// The last moment to answer it by law.
    pub answer_by: Timestamp,
    /// The last moment to do it by law.
    pub done_by: Timestamp,
    #[schema(required)]
    pub answer: Option<String>,
    #[schema(required)]
    pub answered_at: Option<Timestamp>,
    /// Null while it is open.
    #[schema(required)]
    pub result: Option<DataRequestResult>,
    /// The reason that the person was given when it was closed.
    #[schema(required)]
    pub reason: Option<String>,
    #[schema(required)]
    pub closed_at: Option<Timestamp>,
    /// The name of the account that closed it.
    #[schema(required)]
    pub closed_by: Option<String>,
}

/// A page of requests.
#[derive(Debug, Serialize, ToSchema)]
pub struct DataRequestPage {
    /// The rows of this page.
    pub items: Vec<DataRequest>,
    /// The number of rows on all pages.
    pub total: u64,
    /// The number of open requests, on whichever page.
    pub open: u64,
}

/// An answer to a request.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct DataRequestAnswer {
    /// 1–1,000 characters, mailed to the person.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_TEXT))))]
    pub text: String,
}

impl Validate for DataRequestAnswer {
    fn validate(&mut self, check: &mut Check) {
        check.required_text("text", &mut self.text, MAX_TEXT);
    }
}

/// How a request ends.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct DataRequestEnd {
    pub result: DataRequestResult,
    /// At most 1,000 characters, mailed to the person; required of a refusal.
    #[serde(default)]
    #[schema(extensions(("max" = json!(MAX_TEXT))))]
    pub reason: Option<String>,
}

impl Validate for DataRequestEnd {
    fn validate(&mut self, check: &mut Check) {
        check.optional_text("reason", &mut self.reason, MAX_TEXT);
        let is_refused = self.result == DataRequestResult::Refused;
        let message = LocalizedText::new("privacy.reasonMissing");
        check.ensure(!is_refused || self.reason.is_some(), "reason", message);
    }
}
