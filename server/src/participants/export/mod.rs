//! Participants as a file, written while it is sent: however many there are, only a page of them is in memory.

mod sheet;

use std::collections::HashSet;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use self::sheet::{AskedQuestion, Sheet, with_former};
use anyhow::Context as _;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::stream;
use hoi_spreadsheet::{Format, SheetWriter};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::OwnedSemaphorePermit;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::dto::ParticipantQuery;
use super::store;
use crate::app::App;
use crate::error::{LocalizedText, Result};
use crate::events::{self, EventAction, EventOwner, LogEntry};
use crate::http::{BinaryFile, ValidatedJson, ValidatedQuery, attachment};
use crate::ids::{AttendanceId, EventId};
use crate::language;
use crate::registration::{AppWithDesk, MAX_SEATS};
use crate::validation::{Check, Validate};

/// Rows that are in memory at a time.
const PAGE: u64 = 500;

/// The calls that answer with a file.
pub fn routes() -> OpenApiRouter<AppWithDesk> {
    OpenApiRouter::new().routes(routes!(export_participants, export_chosen_participants))
}

/// The format of an exported file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FileFormat {
    Xlsx,
    Csv,
}

impl From<FileFormat> for Format {
    fn from(format: FileFormat) -> Self {
        match format {
            FileFormat::Xlsx => Self::Xlsx,
            FileFormat::Csv => Self::Csv,
        }
    }
}

/// Which kind of file to answer with.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FormatQuery {
    /// Default `xlsx`.
    #[param(inline)]
    pub format: Option<FileFormat>,
}

/// What is written beside the list's filters.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ExportQuery {
    /// Default `xlsx`.
    #[param(inline)]
    format: Option<FileFormat>,
    /// Whether to write identification and tax numbers, licences and photographs too; the event's log says who asked.
    /// `false` when absent.
    sensitive: Option<bool>,
}

/// The participants to export, when not all.
#[derive(Debug, Deserialize, ToSchema)]
struct ChosenParticipants {
    /// 1–5000; who is not a participant of the event is left out.
    ids: Vec<AttendanceId>,
}

impl Validate for ChosenParticipants {
    fn validate(&mut self, check: &mut Check) {
        check.ensure(
            !self.ids.is_empty(),
            "ids",
            LocalizedText::new("field.required"),
        );
        let too_many = LocalizedText::new("field.tooMany").with("max", MAX_SEATS);
        check.ensure(self.ids.len() <= MAX_SEATS, "ids", too_many);
    }
}

/// The participants that the list's filters leave, as a file in the caller's language, in the order in which they
/// registered; `sort`, `order`, `limit` and `page` do not count.
/// 5003 (HTTP 429): too many files are being written for the account.
#[utoipa::path(
    get, path = "/event/{eventId}/attendances/export", tag = "participant",
    params(("eventId" = EventId, Path), ExportQuery, ParticipantQuery),
    responses((status = 200, description = "The file", content(
        (BinaryFile = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (BinaryFile = "text/csv"),
    ))),
    security(("bearer" = [])),
)]
async fn export_participants(
    State(app): State<App>,
    owner: EventOwner,
    ValidatedQuery(export): ValidatedQuery<ExportQuery>,
    ValidatedQuery(query): ValidatedQuery<ParticipantQuery>,
) -> Result<Response> {
    answer(app, owner, export, query, None).await
}

/// Writes a file of the named participants whom the list's filters leave. 5003 (HTTP 429): too many files are being written for the account.
#[utoipa::path(
    post, path = "/event/{eventId}/attendances/export", tag = "participant",
    params(("eventId" = EventId, Path), ExportQuery, ParticipantQuery),
    request_body = ChosenParticipants,
    responses((status = 200, description = "The file", content(
        (BinaryFile = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (BinaryFile = "text/csv"),
    ))),
    security(("bearer" = [])),
)]
async fn export_chosen_participants(
    State(app): State<App>,
    owner: EventOwner,
    ValidatedQuery(export): ValidatedQuery<ExportQuery>,
    ValidatedQuery(query): ValidatedQuery<ParticipantQuery>,
    ValidatedJson(chosen): ValidatedJson<ChosenParticipants>,
) -> Result<Response> {
    answer(app, owner, export, query, Some(chosen.ids)).await
}

async fn answer(
    app: App,
    owner: EventOwner,
    export: ExportQuery,
    query: ParticipantQuery,
    ids: Option<Vec<AttendanceId>>,
) -> Result<Response> {
    let EventOwner { event, user } = owner;
    let leave = app.exports.begin(user.id)?;
    let format: Format = export.format.unwrap_or(FileFormat::Xlsx).into();
    let sensitive = export.sensitive.unwrap_or(false);
    let lang = language::current();
    let scheme = event.form.scheme.iter().cloned();
    let now = scheme.map(|question| AskedQuestion {
        id: question.id,
        text: question.question,
        kind: question.kind,
    });
    let questions = with_former(now.collect(), answered(&app, event.id).await?);
    let sheet = Sheet::new(lang, &app.config.public_url, sensitive, questions);
    let title = LocalizedText::new("sheet.participants").in_language(lang);
    let outbox = Outbox::default();
    let writer = SheetWriter::new(outbox.clone(), format, &title, sheet.columns());
    let writer = writer.map_err(anyhow::Error::from)?;

    let count = store::count(app.db.read(), event.id, query.clone(), ids.as_deref()).await?;
    let format_name = format.extension();
    let data = json!({ "count": count, "format": format_name, "sensitive": sensitive });
    let tx = app.db.write().await?;
    let action = if sensitive {
        EventAction::ParticipantExportedSensitive
    } else {
        EventAction::ParticipantExported
    };
    let entry = LogEntry::new(event.id, action).by(user.id).with(data);
    events::log(&tx, entry, app.clock.now()).await?;
    tx.commit().await?;

    let name = format!("{} - {title}", event.title);
    let export = Export {
        app,
        event: event.id,
        query,
        ids,
        last: None,
        sheet: Arc::new(sheet),
        writer: Some(writer),
        outbox,
        _leave: leave,
    };
    let body = stream::try_unfold(export, |export| async {
        export.next().await.inspect_err(|error| {
            tracing::error!(error = format!("{error:#}"), "an export broke off");
        })
    });
    let mut response = Body::from_stream(body).into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(format.mime()),
    );
    headers.insert(
        header::CONTENT_DISPOSITION,
        attachment(&name, format.extension()),
    );
    Ok(response)
}

/// Every question that some participant answered: also those that have left the form since.
async fn answered(app: &App, event: EventId) -> Result<Vec<AskedQuestion>> {
    let mut known = HashSet::new();
    let mut found = Vec::new();
    let mut last = None;
    loop {
        let rows = store::next_answers(app.db.read(), event, last, PAGE).await?;
        let Some((id, _)) = rows.last() else {
            return Ok(found);
        };
        last = Some(*id);
        for answer in rows.into_iter().flat_map(|(_, answers)| answers.answers) {
            if known.insert(answer.question_id.clone()) {
                found.push(answer.into());
            }
        }
    }
}

/// An export while its file is being written.
struct Export {
    app: App,
    event: EventId,
    query: ParticipantQuery,
    ids: Option<Vec<AttendanceId>>,
    last: Option<AttendanceId>,
    sheet: Arc<Sheet>,
    /// None once the file is complete.
    writer: Option<SheetWriter<Outbox>>,
    outbox: Outbox,
    /// Until the file has been sent, or given up.
    _leave: OwnedSemaphorePermit,
}

impl Export {
    /// The next piece of the file, with what writes the rest.
    async fn next(mut self) -> anyhow::Result<Option<(Bytes, Self)>> {
        while let Some(writer) = self.writer.take() {
            let conn = self.app.db.read();
            let ids = self.ids.as_deref();
            let query = self.query.clone();
            let read = store::next(conn, self.event, query, ids, self.last, PAGE).await;
            let rows = read.map_err(broken)?;
            let is_last = u64::try_from(rows.len()).unwrap_or(u64::MAX) < PAGE;
            self.last = rows.last().map(|row| row.id);
            let people = store::describe(conn, rows).await.map_err(broken)?;
            let sheet = Arc::clone(&self.sheet);
            let write = tokio::task::spawn_blocking(move || -> io::Result<_> {
                let mut writer = writer;
                for person in people {
                    writer.row(&sheet.row(person))?;
                }
                if is_last {
                    writer.finish()?;
                    return Ok(None);
                }
                Ok(Some(writer))
            });
            self.writer = write.await.context("writing rows")??;
            let piece = self.outbox.take();
            if !piece.is_empty() {
                return Ok(Some((piece, self)));
            }
        }
        Ok(None)
    }
}

fn broken(error: crate::error::Error) -> anyhow::Error {
    match error {
        crate::error::Error::Internal(error) => error,
        other => anyhow::anyhow!("{other:?}"),
    }
}

/// What was written and not sent yet.
#[derive(Clone, Default)]
struct Outbox(Arc<Mutex<Vec<u8>>>);

impl Outbox {
    fn take(&self) -> Bytes {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *waiting).into()
    }
}

impl Write for Outbox {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
